_zug() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="zug"
                ;;
            zug,chess960)
                cmd="zug__subcmd__chess960"
                ;;
            zug,convert)
                cmd="zug__subcmd__convert"
                ;;
            zug,import)
                cmd="zug__subcmd__import"
                ;;
            zug,search)
                cmd="zug__subcmd__search"
                ;;
            zug,stats)
                cmd="zug__subcmd__stats"
                ;;
            zug,validate)
                cmd="zug__subcmd__validate"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        zug)
            opts="-j -v -q -h -V --ui-lang --color --progress --threads --no-mmap --verbose --quiet --help --version validate convert import search stats chess960"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        zug__subcmd__chess960)
            opts="-j -v -q -h -V --random --dice --list --seed --fen --format --ui-lang --color --progress --threads --no-mmap --verbose --quiet --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fen)
                    COMPREPLY=($(compgen -W "x-fen shredder" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text ndjson" -- "${cur}"))
                    return 0
                    ;;
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        zug__subcmd__convert)
            opts="-o -j -v -q -h -V --format --output --force --on-error --tag-order --wrap --fens --fields --every --final --ply --max-ply --min-games --columns --style --to --lang --castling --promotion --capture --mate --en-passant --victim --results --judgements --draw-offers --tables --with-comments --partition-by --shard --no-comments --no-nags --no-variations --no-clocks --keep-tags --drop-tags --roster-only --plies --add --set --rename --variations-to-games --collate --games --ids --where --rest --dedup --dedup-against --diff --sort --split --encoding --from --lang-in --start --repair --ui-lang --color --progress --threads --no-mmap --verbose --quiet --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "pgn text ndjson csv tsv fen epd html polyglot parquet" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "keep skip stop" -- "${cur}"))
                    return 0
                    ;;
                --tag-order)
                    COMPREPLY=($(compgen -W "export source" -- "${cur}"))
                    return 0
                    ;;
                --wrap)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fields)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-ply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --style)
                    COMPREPLY=($(compgen -W "pgn fide-de wikibook-de" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "san lan uci iccf" -- "${cur}"))
                    return 0
                    ;;
                --lang)
                    COMPREPLY=($(compgen -W "en de nl fr it es pt pl cs hu sv da nb fi is et ro ru fig figurine" -- "${cur}"))
                    return 0
                    ;;
                --castling)
                    COMPREPLY=($(compgen -W "letters zeros" -- "${cur}"))
                    return 0
                    ;;
                --promotion)
                    COMPREPLY=($(compgen -W "equals plain brackets" -- "${cur}"))
                    return 0
                    ;;
                --capture)
                    COMPREPLY=($(compgen -W "cross colon trailing" -- "${cur}"))
                    return 0
                    ;;
                --mate)
                    COMPREPLY=($(compgen -W "hash plus" -- "${cur}"))
                    return 0
                    ;;
                --en-passant)
                    COMPREPLY=($(compgen -W "on off" -- "${cur}"))
                    return 0
                    ;;
                --victim)
                    COMPREPLY=($(compgen -W "on off" -- "${cur}"))
                    return 0
                    ;;
                --results)
                    COMPREPLY=($(compgen -W "hyphen colon" -- "${cur}"))
                    return 0
                    ;;
                --judgements)
                    COMPREPLY=($(compgen -W "numbers signs" -- "${cur}"))
                    return 0
                    ;;
                --draw-offers)
                    COMPREPLY=($(compgen -W "comment sign" -- "${cur}"))
                    return 0
                    ;;
                --tables)
                    COMPREPLY=($(compgen -W "games positions tags variations" -- "${cur}"))
                    return 0
                    ;;
                --partition-by)
                    COMPREPLY=($(compgen -W "year site key-prefix" -- "${cur}"))
                    return 0
                    ;;
                --shard)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --keep-tags)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --drop-tags)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --plies)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --add)
                    COMPREPLY=($(compgen -W "plycount fen key eco" -- "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rename)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ids)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rest)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --dedup-against)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --diff)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sort)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --split)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "pgn listing iccf ndjson epd" -- "${cur}"))
                    return 0
                    ;;
                --lang-in)
                    COMPREPLY=($(compgen -W "auto en de nl fr it es pt pl cs hu sv da nb fi is et ro ru fig" -- "${cur}"))
                    return 0
                    ;;
                --start)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        zug__subcmd__import)
            opts="-o -j -v -q -h -V --output --append --again --force --delete --dedup --dedup-report --compact --verify --info --format --filter --moves-only --no-index --index-variations --add --memory --strict --encoding --lang-in --ui-lang --color --progress --threads --no-mmap --verbose --quiet --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=()
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o plusdirs
                    fi
                    return 0
                    ;;
                -o)
                    COMPREPLY=()
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o plusdirs
                    fi
                    return 0
                    ;;
                --delete)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dedup-report)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table ndjson" -- "${cur}"))
                    return 0
                    ;;
                --filter)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --add)
                    COMPREPLY=($(compgen -W "eco" -- "${cur}"))
                    return 0
                    ;;
                --memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lang-in)
                    COMPREPLY=($(compgen -W "auto en de nl fr it es pt pl cs hu sv da nb fi is et ro ru fig" -- "${cur}"))
                    return 0
                    ;;
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        zug__subcmd__search)
            opts="-w -v -c -l -L -0 -j -q -h -V --where --player --white --black --event --site --elo --date --eco --opening --result --plies --fen --board --after --key --pattern --pawns --material --move --ply --repetition --underpromotion --mate --stalemate --ending --chess960 --comment --query --invert-match --all --format --count --files-with-matches --files-without-match --null --svg --mark --to --rest --force --explain --sql --limit --offset --sort --sample --seed --ids --no-index --encoding --lang-in --verbose --ui-lang --color --progress --threads --no-mmap --quiet --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --where)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -w)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --white)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --black)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --event)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --site)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --elo)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --date)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --eco)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --result)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --plies)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fen)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --board)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --key)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --pattern)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --pawns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --material)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --move)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --underpromotion)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --mate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ending)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chess960)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --comment)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --query)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "pgn table ids count ndjson csv fen board" -- "${cur}"))
                    return 0
                    ;;
                --svg)
                    COMPREPLY=()
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o plusdirs
                    fi
                    return 0
                    ;;
                --to)
                    COMPREPLY=()
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o plusdirs
                    fi
                    return 0
                    ;;
                --rest)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --offset)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sort)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ids)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lang-in)
                    COMPREPLY=($(compgen -W "auto en de nl fr it es pt pl cs hu sv da nb fi is et ro ru fig" -- "${cur}"))
                    return 0
                    ;;
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        zug__subcmd__stats)
            opts="-w -j -v -q -h -V --overview --by --ends --board --material --men --squares --tree --fen --moves --depth --novelty --memory --player --crosstable --similar-names --pairs --where --ids --top --sort --min-games --ci --format --html --force --width --strict --no-index --encoding --lang-in --ui-lang --color --progress --threads --no-mmap --verbose --quiet --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --by)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --men)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --squares)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fen)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --moves)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --memory)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --crosstable)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -w)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ids)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --top)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sort)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table json csv tsv markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --html)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lang-in)
                    COMPREPLY=($(compgen -W "auto en de nl fr it es pt pl cs hu sv da nb fi is et ro ru fig" -- "${cur}"))
                    return 0
                    ;;
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        zug__subcmd__validate)
            opts="-o -j -v -q -h -V --format --summary --max-findings --no-timing --valid-to --invalid-to --fix --output --accept --force --select --ignore --severity --deny --strict --duplicates --explain --encoding --rules --lang-in --ui-lang --color --progress --threads --no-mmap --verbose --quiet --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "human ndjson csv" -- "${cur}"))
                    return 0
                    ;;
                --max-findings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --valid-to)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --invalid-to)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --output)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                -o)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --accept)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "illegal-move ambiguous-move unreadable-move illegal-castling missing-moves play-after-mate play-after-stalemate illegal-variation-move null-move missing-promotion castling-as-king-move wrong-move-number wrong-check-mark wrong-mate-mark wrong-capture-mark wrong-en-passant-mark wrong-victim missing-check-mark missing-mate-mark missing-capture-mark over-disambiguation repaired-move undecided-repair loose-notation mixed-language language-guess result-mismatch result-contradicts-board missing-result second-result odd-result play-after-fivefold play-after-seventyfive play-after-dead time-forfeit-draw time-forfeit-doubtful lost-by-illegal-move termination-contradicts-board empty-game missing-tags missing-roster-tag duplicate-tag malformed-tag unescaped-quote bad-tag-name foreign-tag-name bad-date bad-result-tag bad-eco bad-elo bad-time bad-time-control bad-ply-count bad-fen empty-fen repaired-fen setup-conflict variant-conflict unknown-variant chess960-without-variant unclosed-string unclosed-comment unclosed-variation stray-token stray-brace stray-parenthesis empty-variation bad-nag text-between-games control-bytes invalid-encoding invisible-character clock-rises not-pgn no-game moves-without-start duplicate-game not-export-format repaired bad-json" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "illegal-move ambiguous-move unreadable-move illegal-castling missing-moves play-after-mate play-after-stalemate illegal-variation-move null-move missing-promotion castling-as-king-move wrong-move-number wrong-check-mark wrong-mate-mark wrong-capture-mark wrong-en-passant-mark wrong-victim missing-check-mark missing-mate-mark missing-capture-mark over-disambiguation repaired-move undecided-repair loose-notation mixed-language language-guess result-mismatch result-contradicts-board missing-result second-result odd-result play-after-fivefold play-after-seventyfive play-after-dead time-forfeit-draw time-forfeit-doubtful lost-by-illegal-move termination-contradicts-board empty-game missing-tags missing-roster-tag duplicate-tag malformed-tag unescaped-quote bad-tag-name foreign-tag-name bad-date bad-result-tag bad-eco bad-elo bad-time bad-time-control bad-ply-count bad-fen empty-fen repaired-fen setup-conflict variant-conflict unknown-variant chess960-without-variant unclosed-string unclosed-comment unclosed-variation stray-token stray-brace stray-parenthesis empty-variation bad-nag text-between-games control-bytes invalid-encoding invisible-character clock-rises not-pgn no-game moves-without-start duplicate-game not-export-format repaired bad-json" -- "${cur}"))
                    return 0
                    ;;
                --severity)
                    COMPREPLY=($(compgen -W "note warning error" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "warning note" -- "${cur}"))
                    return 0
                    ;;
                --explain)
                    COMPREPLY=($(compgen -W "illegal-move ambiguous-move unreadable-move illegal-castling missing-moves play-after-mate play-after-stalemate illegal-variation-move null-move missing-promotion castling-as-king-move wrong-move-number wrong-check-mark wrong-mate-mark wrong-capture-mark wrong-en-passant-mark wrong-victim missing-check-mark missing-mate-mark missing-capture-mark over-disambiguation repaired-move undecided-repair loose-notation mixed-language language-guess result-mismatch result-contradicts-board missing-result second-result odd-result play-after-fivefold play-after-seventyfive play-after-dead time-forfeit-draw time-forfeit-doubtful lost-by-illegal-move termination-contradicts-board empty-game missing-tags missing-roster-tag duplicate-tag malformed-tag unescaped-quote bad-tag-name foreign-tag-name bad-date bad-result-tag bad-eco bad-elo bad-time bad-time-control bad-ply-count bad-fen empty-fen repaired-fen setup-conflict variant-conflict unknown-variant chess960-without-variant unclosed-string unclosed-comment unclosed-variation stray-token stray-brace stray-parenthesis empty-variation bad-nag text-between-games control-bytes invalid-encoding invisible-character clock-rises not-pgn no-game moves-without-start duplicate-game not-export-format repaired bad-json" -- "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "auto fide-2023 fide-pre2014 server" -- "${cur}"))
                    return 0
                    ;;
                --lang-in)
                    COMPREPLY=($(compgen -W "auto en de nl fr it es pt pl cs hu sv da nb fi is et ro ru fig" -- "${cur}"))
                    return 0
                    ;;
                --ui-lang)
                    COMPREPLY=($(compgen -W "en de" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _zug -o nosort -o bashdefault -o default zug
else
    complete -F _zug -o bashdefault -o default zug
fi
