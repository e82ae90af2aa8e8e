#!/usr/bin/env bash
# The store on one PGN file, in one run: how long an import takes beside pgn-extract, how large the store is, how long
# questions take beside a program that does nothing.
#
#   benches/store.sh FILE.pgn [ROUNDS]        ROUNDS: default 5
#
# ZUG (default: target/release/zug) and PGN_EXTRACT (default: found on PATH or in /usr/games) name the programs.
# Wall seconds, medians of interleaved runs.
set -euo pipefail
LC_ALL=C

file=${1:?usage: benches/store.sh FILE.pgn [ROUNDS]}
rounds=${2:-5}
here=$(cd "$(dirname "$0")/.." && pwd)
zug=${ZUG:-${CARGO_TARGET_DIR:-$here/target}/release/zug}
extract=${PGN_EXTRACT:-$(command -v pgn-extract || echo /usr/games/pgn-extract)}

[[ -r $file ]] || { echo "cannot read $file" >&2; exit 2; }
[[ -x $zug ]] || { echo "no $zug: run cargo build --release, or set ZUG" >&2; exit 2; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

wall() {
    local TIMEFORMAT='%3R'
    { time "$@" >/dev/null 2>&1 || true; } 2>&1
}

questions=(
    'after "1. e4"'
    'after "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Qb6"'
    'underpromotion'
    'repetition >= 3'
    'mate'
    'material "KRPkr"'
    'Bb3 and Nf3 and pa6'
    'move "Nxf7"'
)

cat "$file" >/dev/null # fills the page cache
for ((round = 1; round <= rounds; round++)); do
    [[ ! -x $extract ]] || printf 'pgn-extract -r -s\t%s\n' "$(wall "$extract" -r -s "$file")"
    printf 'zug import\t%s\n' "$(wall "$zug" import -q --force -o "$dir/all.zug" "$file")"
    printf 'zug --version\t%s\n' "$(wall "$zug" --version)"
    for question in "${questions[@]}"; do
        printf 'search -c %s\t%s\n' "$question" "$(wall "$zug" search -c -w "$question" "$dir/all.zug")"
    done
done >"$dir/times"

"$zug" import -q --moves-only --no-index -o "$dir/moves.zug" "$file"
"$zug" import -q --moves-only -o "$dir/indexed.zug" "$file"
bytes=$(wc -c <"$file")
size() { cat "$1"/* | wc -c; }
printf '%s, %d bytes, median of %d interleaved runs\n' "$(basename "$file")" "$bytes" "$rounds"
sort -t$'\t' -k1,1 -k2,2n "$dir/times" | awk -F'\t' '
    { times[$1, ++count[$1]] = $2; if (!($1 in seen)) { seen[$1] = 1; order[++names] = $1 } }
    END {
        for (i = 1; i <= names; i++) {
            name = order[i]
            printf "%8.3f s  %s\n", times[name, int((count[name] + 1) / 2)], name
        }
    }'
for store in moves indexed all; do
    awk -v name="$store" -v size="$(size "$dir/$store.zug")" -v bytes="$bytes" \
        'BEGIN { printf "%8.3f of the PGN  %s\n", size / bytes, name }'
done
