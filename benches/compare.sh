#!/usr/bin/env bash
# Whole commands on one PGN file by CPU time, interleaved in one run: zug, pgn-extract and wc -l.
#
#   benches/compare.sh FILE.pgn [ROUNDS]        ROUNDS: default 5
#
# ZUG (default: target/release/zug) and PGN_EXTRACT (default: found on PATH or in /usr/games) name the programs.
# ZUG_ARGS are the arguments before the file (default: validate --summary --threads 1). One table row a command:
# median CPU seconds (user + system), MB per CPU second, and how many times faster than pgn-extract.
set -euo pipefail
LC_ALL=C

file=${1:?usage: benches/compare.sh FILE.pgn [ROUNDS]}
rounds=${2:-5}
here=$(cd "$(dirname "$0")/.." && pwd)
zug=${ZUG:-${CARGO_TARGET_DIR:-$here/target}/release/zug}
read -r -a zug_args <<<"${ZUG_ARGS:-validate --summary --threads 1}"
extract=${PGN_EXTRACT:-$(command -v pgn-extract || echo /usr/games/pgn-extract)}

[[ -r $file ]] || { echo "cannot read $file" >&2; exit 2; }
[[ -x $zug ]] || { echo "no $zug: run cargo build --release, or set ZUG" >&2; exit 2; }

names=("zug" "wc -l")
if [[ -x $extract ]]; then
    names=("zug" "pgn-extract" "wc -l")
else
    echo "pgn-extract is not installed: its row is left out" >&2
fi

run() {
    case $1 in
    "zug") "$zug" "${zug_args[@]}" "$file" ;;
    "pgn-extract") "$extract" -r -s "$file" ;;
    "wc -l") wc -l "$file" ;;
    esac
}

# User and system seconds of one run, added. Exit status 1 of zug means findings, not failure.
cpu_seconds() {
    local TIMEFORMAT='%3U %3S' times status=0
    times=$({ time run "$1" >/dev/null 2>&1; } 2>&1) || status=$?
    ((status <= 1)) || { echo "$1 failed with exit status $status" >&2; return 1; }
    awk '{ print $1 + $2 }' <<<"$times"
}

results=$(mktemp)
trap 'rm -f "$results"' EXIT
cat "$file" >/dev/null # fills the page cache
for ((round = 1; round <= rounds; round++)); do
    for name in "${names[@]}"; do
        seconds=$(cpu_seconds "$name")
        printf '%s\t%s\n' "$name" "$seconds" >>"$results"
    done
done

bytes=$(wc -c <"$file")
printf '%s, %d bytes, median of %d interleaved runs, load %s\n' \
    "$(basename "$file")" "$bytes" "$rounds" "$(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo '?')"
sort -t$'\t' -k1,1 -k2,2n "$results" | awk -F'\t' -v bytes="$bytes" '
    { times[$1, ++count[$1]] = $2 }
    END {
        for (name in count) {
            n = count[name]
            median[name] = n % 2 ? times[name, (n + 1) / 2] : (times[name, n / 2] + times[name, n / 2 + 1]) / 2
            # Below the resolution of the clock.
            if (median[name] < 0.001) median[name] = 0.001
        }
        printf "%-12s %10s %10s %16s %10s\n", "command", "CPU s", "MB/CPU s", "x pgn-extract", "% of wc"
        split("zug,pgn-extract,wc -l", order, ",")
        for (i = 1; i <= 3; i++) {
            name = order[i]
            if (!(name in median)) continue
            rival = "pgn-extract" in median ? sprintf("%.1f", median["pgn-extract"] / median[name]) : "-"
            printf "%-12s %10.3f %10.0f %16s %10.1f\n", name, median[name], bytes / 1e6 / median[name], rival, \
                100 * median["wc -l"] / median[name]
        }
    }'
