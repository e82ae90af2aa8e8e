# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_zug_global_optspecs
    string join \n ui-lang= color= progress= j/threads= no-mmap v/verbose q/quiet h/help V/version
end

function __fish_zug_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_zug_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_zug_using_subcommand
    set -l cmd (__fish_zug_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c zug -n "__fish_zug_needs_command" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_needs_command" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_needs_command" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_needs_command" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_needs_command" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_needs_command" -s v -l verbose -d 'Say on standard error what is being read, and how'
complete -c zug -n "__fish_zug_needs_command" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_needs_command" -s V -l version -d 'Print version'
complete -c zug -n "__fish_zug_needs_command" -f -a "validate" -d 'Replay every game and say exactly what is wrong with it'
complete -c zug -n "__fish_zug_needs_command" -f -a "convert" -d 'Write games in another notation, language or form'
complete -c zug -n "__fish_zug_needs_command" -f -a "import" -d 'Put games into a store, with an index of all their positions'
complete -c zug -n "__fish_zug_needs_command" -f -a "search" -d 'Find games by tags, positions, patterns, material, moves, events and text'
complete -c zug -n "__fish_zug_needs_command" -f -a "stats" -d 'Tell what is in a collection: tables, charts, figures for scripts'
complete -c zug -n "__fish_zug_needs_command" -f -a "chess960" -d 'Look up, draw or list start positions of Chess960'
complete -c zug -n "__fish_zug_using_subcommand validate" -l format -d 'How findings are written; json is another name of ndjson' -r -f -a "human\t'For people'
ndjson\t'One JSON object a line'
csv\t'Comma-separated values'"
complete -c zug -n "__fish_zug_using_subcommand validate" -l max-findings -d 'Show at most N findings; all are counted' -r
complete -c zug -n "__fish_zug_using_subcommand validate" -l valid-to -d 'Write the valid games to FILE, byte for byte' -r -F
complete -c zug -n "__fish_zug_using_subcommand validate" -l invalid-to -d 'Write the other games and all text between games to FILE, byte for byte' -r -F
complete -c zug -n "__fish_zug_using_subcommand validate" -s o -l output -d 'Where the repaired collection goes' -r -F
complete -c zug -n "__fish_zug_using_subcommand validate" -l accept -d 'With --fix, replace this faulty move by the first suggestion; may be repeated' -r
complete -c zug -n "__fish_zug_using_subcommand validate" -l select -d 'Look only for these findings' -r -f -a "illegal-move\t''
ambiguous-move\t''
unreadable-move\t''
illegal-castling\t''
missing-moves\t''
play-after-mate\t''
play-after-stalemate\t''
illegal-variation-move\t''
null-move\t''
missing-promotion\t''
castling-as-king-move\t''
wrong-move-number\t''
wrong-check-mark\t''
wrong-mate-mark\t''
wrong-capture-mark\t''
wrong-en-passant-mark\t''
wrong-victim\t''
missing-check-mark\t''
missing-mate-mark\t''
missing-capture-mark\t''
over-disambiguation\t''
repaired-move\t''
undecided-repair\t''
loose-notation\t''
mixed-language\t''
language-guess\t''
result-mismatch\t''
result-contradicts-board\t''
missing-result\t''
second-result\t''
odd-result\t''
play-after-fivefold\t''
play-after-seventyfive\t''
play-after-dead\t''
time-forfeit-draw\t''
time-forfeit-doubtful\t''
lost-by-illegal-move\t''
termination-contradicts-board\t''
empty-game\t''
missing-tags\t''
missing-roster-tag\t''
duplicate-tag\t''
malformed-tag\t''
unescaped-quote\t''
bad-tag-name\t''
foreign-tag-name\t''
bad-date\t''
bad-result-tag\t''
bad-eco\t''
bad-elo\t''
bad-time\t''
bad-time-control\t''
bad-ply-count\t''
bad-fen\t''
empty-fen\t''
repaired-fen\t''
setup-conflict\t''
variant-conflict\t''
unknown-variant\t''
chess960-without-variant\t''
unclosed-string\t''
unclosed-comment\t''
unclosed-variation\t''
stray-token\t''
stray-brace\t''
stray-parenthesis\t''
empty-variation\t''
bad-nag\t''
text-between-games\t''
control-bytes\t''
invalid-encoding\t''
invisible-character\t''
clock-rises\t''
not-pgn\t''
no-game\t''
moves-without-start\t''
duplicate-game\t''
not-export-format\t''
repaired\t''
bad-json\t''"
complete -c zug -n "__fish_zug_using_subcommand validate" -l ignore -d 'Do not look for these findings' -r -f -a "illegal-move\t''
ambiguous-move\t''
unreadable-move\t''
illegal-castling\t''
missing-moves\t''
play-after-mate\t''
play-after-stalemate\t''
illegal-variation-move\t''
null-move\t''
missing-promotion\t''
castling-as-king-move\t''
wrong-move-number\t''
wrong-check-mark\t''
wrong-mate-mark\t''
wrong-capture-mark\t''
wrong-en-passant-mark\t''
wrong-victim\t''
missing-check-mark\t''
missing-mate-mark\t''
missing-capture-mark\t''
over-disambiguation\t''
repaired-move\t''
undecided-repair\t''
loose-notation\t''
mixed-language\t''
language-guess\t''
result-mismatch\t''
result-contradicts-board\t''
missing-result\t''
second-result\t''
odd-result\t''
play-after-fivefold\t''
play-after-seventyfive\t''
play-after-dead\t''
time-forfeit-draw\t''
time-forfeit-doubtful\t''
lost-by-illegal-move\t''
termination-contradicts-board\t''
empty-game\t''
missing-tags\t''
missing-roster-tag\t''
duplicate-tag\t''
malformed-tag\t''
unescaped-quote\t''
bad-tag-name\t''
foreign-tag-name\t''
bad-date\t''
bad-result-tag\t''
bad-eco\t''
bad-elo\t''
bad-time\t''
bad-time-control\t''
bad-ply-count\t''
bad-fen\t''
empty-fen\t''
repaired-fen\t''
setup-conflict\t''
variant-conflict\t''
unknown-variant\t''
chess960-without-variant\t''
unclosed-string\t''
unclosed-comment\t''
unclosed-variation\t''
stray-token\t''
stray-brace\t''
stray-parenthesis\t''
empty-variation\t''
bad-nag\t''
text-between-games\t''
control-bytes\t''
invalid-encoding\t''
invisible-character\t''
clock-rises\t''
not-pgn\t''
no-game\t''
moves-without-start\t''
duplicate-game\t''
not-export-format\t''
repaired\t''
bad-json\t''"
complete -c zug -n "__fish_zug_using_subcommand validate" -l severity -d 'Leave out findings milder than this' -r -f -a "note\t'Everything'
warning\t'No notes'
error\t'Only errors'"
complete -c zug -n "__fish_zug_using_subcommand validate" -l deny -d 'Exit with 1 for warnings, or for notes and warnings, too' -r -f -a "warning\t'Warnings too'
note\t'Notes and warnings too'"
complete -c zug -n "__fish_zug_using_subcommand validate" -l explain -d 'Explain a finding: what it means and what to do' -r -f -a "illegal-move\t''
ambiguous-move\t''
unreadable-move\t''
illegal-castling\t''
missing-moves\t''
play-after-mate\t''
play-after-stalemate\t''
illegal-variation-move\t''
null-move\t''
missing-promotion\t''
castling-as-king-move\t''
wrong-move-number\t''
wrong-check-mark\t''
wrong-mate-mark\t''
wrong-capture-mark\t''
wrong-en-passant-mark\t''
wrong-victim\t''
missing-check-mark\t''
missing-mate-mark\t''
missing-capture-mark\t''
over-disambiguation\t''
repaired-move\t''
undecided-repair\t''
loose-notation\t''
mixed-language\t''
language-guess\t''
result-mismatch\t''
result-contradicts-board\t''
missing-result\t''
second-result\t''
odd-result\t''
play-after-fivefold\t''
play-after-seventyfive\t''
play-after-dead\t''
time-forfeit-draw\t''
time-forfeit-doubtful\t''
lost-by-illegal-move\t''
termination-contradicts-board\t''
empty-game\t''
missing-tags\t''
missing-roster-tag\t''
duplicate-tag\t''
malformed-tag\t''
unescaped-quote\t''
bad-tag-name\t''
foreign-tag-name\t''
bad-date\t''
bad-result-tag\t''
bad-eco\t''
bad-elo\t''
bad-time\t''
bad-time-control\t''
bad-ply-count\t''
bad-fen\t''
empty-fen\t''
repaired-fen\t''
setup-conflict\t''
variant-conflict\t''
unknown-variant\t''
chess960-without-variant\t''
unclosed-string\t''
unclosed-comment\t''
unclosed-variation\t''
stray-token\t''
stray-brace\t''
stray-parenthesis\t''
empty-variation\t''
bad-nag\t''
text-between-games\t''
control-bytes\t''
invalid-encoding\t''
invisible-character\t''
clock-rises\t''
not-pgn\t''
no-game\t''
moves-without-start\t''
duplicate-game\t''
not-export-format\t''
repaired\t''
bad-json\t''"
complete -c zug -n "__fish_zug_using_subcommand validate" -l encoding -d 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]' -r
complete -c zug -n "__fish_zug_using_subcommand validate" -l rules -d 'The laws that decide how a game ends; auto goes by the Date tag' -r -f -a "auto\t'By the Date tag of each game'
fide-2023\t'FIDE Laws of 2023'
fide-pre2014\t'FIDE Laws before July 2014'
server\t'Chess servers: threefold and fifty moves end the game'"
complete -c zug -n "__fish_zug_using_subcommand validate" -l lang-in -d 'Language of the moves: auto (found game by game), en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or fig (figurines)' -r -f -a "auto\t''
en\t''
de\t''
nl\t''
fr\t''
it\t''
es\t''
pt\t''
pl\t''
cs\t''
hu\t''
sv\t''
da\t''
nb\t''
fi\t''
is\t''
et\t''
ro\t''
ru\t''
fig\t''"
complete -c zug -n "__fish_zug_using_subcommand validate" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_using_subcommand validate" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand validate" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand validate" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_using_subcommand validate" -l summary -d 'Write only the summary (as JSON with --format ndjson)'
complete -c zug -n "__fish_zug_using_subcommand validate" -l no-timing -d 'Leave out seconds and rates, so that two runs write the same'
complete -c zug -n "__fish_zug_using_subcommand validate" -l fix -d 'Repair what can be repaired without guessing; needs -o'
complete -c zug -n "__fish_zug_using_subcommand validate" -l force -d 'Overwrite output files that exist'
complete -c zug -n "__fish_zug_using_subcommand validate" -l strict -d 'Report everything that is not exactly PGN export format'
complete -c zug -n "__fish_zug_using_subcommand validate" -l duplicates -d 'Report games that are the same play as an earlier one'
complete -c zug -n "__fish_zug_using_subcommand validate" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_using_subcommand validate" -s v -l verbose -d 'Say on standard error what is being read, and how'
complete -c zug -n "__fish_zug_using_subcommand validate" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_using_subcommand validate" -s V -l version -d 'Print version'
complete -c zug -n "__fish_zug_using_subcommand convert" -l format -d 'Form of the output' -r -f -a "pgn\t'Portable Game Notation'
text\t'A listing for people, without the commands that comments hold for programs'
ndjson\t'A JSON object a line for every game'
csv\t'Comma-separated values, a row for every game'
tsv\t'The same, separated by tabs'
fen\t'Positions, one a line (see --every, --ply)'
epd\t'Positions with operations: comments, clocks, where it comes from, the move that was played'
html\t'A web page with boards, which needs nothing else; -o DIR/ --split 1 makes a page of every game'
polyglot\t'An opening book; weights are points: 2 a win of the side that moves, 1 a draw or unknown, 0 a loss'
parquet\t'Tables for engines such as DuckDB, Spark and ClickHouse, in the folder -o (see --tables)'"
complete -c zug -n "__fish_zug_using_subcommand convert" -s o -l output -d 'Where the games go; a directory gets one file for each input [default: standard output]' -r -F
complete -c zug -n "__fish_zug_using_subcommand convert" -l on-error -d 'What becomes of a game that cannot be read to its end' -r -f -a "keep\t'It comes out as far as it is legal, the rest inside a comment'
skip\t'It is left out'
stop\t'The run ends before it'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l tag-order -d 'Order of the tags' -r -f -a "export\t'The roster of seven, then the others in ASCII order'
source\t'As in the source'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l wrap -d 'Most characters in a line of moves; 0: no limit' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l fields -d 'With --format csv or tsv: the columns, such as file,game,White,Black,result,plies,moves_san; any tag may be named' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l ply -d 'With --format fen or epd: the position of every game after N plies; 0 is its start. Shorter games have none' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l max-ply -d 'With --format polyglot: so many plies of every game' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l min-games -d 'With --format polyglot: only moves that were played in N games or more' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l style -d 'Preset for all that follows' -r -f -a "pgn\t'The PGN standard: Nf3 exd5 O-O e8=Q+ Qxf7# 1-0'
fide-de\t'FIDE Laws, in German: Sf3 exd5 0-0 e8D+ Dxf7++ 1-0'
wikibook-de\t'Chess primers: Sg1-f3 e4xSd5 0-0 e7-e8D+ Df3xf7++ 1:0'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l to -d 'Notation of the moves' -r -f -a "san\t'Short: Nf3'
lan\t'Long: Ng1-f3'
uci\t'Coordinates of engines: g1f3'
iccf\t'Digits of correspondence chess: 7163'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l lang -d 'Language of the piece letters: en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or figurine' -r -f -a "en\t''
de\t''
nl\t''
fr\t''
it\t''
es\t''
pt\t''
pl\t''
cs\t''
hu\t''
sv\t''
da\t''
nb\t''
fi\t''
is\t''
et\t''
ro\t''
ru\t''
fig\t''
figurine\t''"
complete -c zug -n "__fish_zug_using_subcommand convert" -l castling -d 'O-O or 0-0' -r -f -a "letters\t'O-O'
zeros\t'0-0'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l promotion -d 'e8=Q, e8Q or e8(Q)' -r -f -a "equals\t'e8=Q'
plain\t'e8Q'
brackets\t'e8(Q)'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l capture -d 'Nxe5, N:e5 or Ne5:' -r -f -a "cross\t'Nxe5'
colon\t'N:e5'
trailing\t'Ne5:'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l mate -d 'Qxf7# or Qxf7++' -r -f -a "hash\t'Qxf7#'
plus\t'Qxf7++'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l en-passant -d 'Write e.p. behind captures en passant' -r -f -a "on\t'Yes'
off\t'No'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l victim -d 'Name the captured piece: Nf3xRe5' -r -f -a "on\t'Yes'
off\t'No'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l results -d '1-0 or 1:0' -r -f -a "hyphen\t'1-0'
colon\t'1:0 and ½:½'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l judgements -d '$1 or !' -r -f -a "numbers\t'$1'
signs\t'!'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l draw-offers -d '{(=)} or (=)' -r -f -a "comment\t'{(=)}'
sign\t'(=)'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l tables -d 'The tables that are written, each into a folder of its name' -r -f -a "games\t'A row for every game'
positions\t'A row for every position of every main line, sorted by its key'
tags\t'A row for every tag of every game'
variations\t'A row for every variation'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l partition-by -d 'Folders by year, site or the first bits of the key, named as Hive names them, such as year=1999' -r -f -a "year\t'The year of the game'
site\t'The tag Site; of an address the name of the server'
key-prefix\t'The first eight bits of the key; only of the positions'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l shard -d 'Only the games that begin in the K-th of N equal parts of the bytes of all inputs: N machines that are given the same inputs share the work' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l keep-tags -d 'Only these tags, besides the roster of seven' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l drop-tags -d 'Leave out these tags' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l plies -d 'Only these plies of the main line, such as 1..20; either end may be missing' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l add -d 'Add tags that are worked out: plycount (PlyCount), fen (FinalFEN), key (FinalKey), eco (ECO, Opening, Variation)' -r -f -a "plycount\t'PlyCount'
fen\t'FinalFEN, the position at the end'
key\t'FinalKey, the Polyglot key of the position at the end'
eco\t'ECO, Opening, Variation and SubVariation, by position'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l set -d 'Set a tag in every game; may be repeated' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l rename -d 'Rename players: a file of lines `old name = new name`' -r -F
complete -c zug -n "__fish_zug_using_subcommand convert" -l games -d 'Only these games, by their numbers in each input, such as 5,10-20' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l ids -d 'Only the games named in FILE, a line SOURCE#NUMBER for each, as `zug search --format ids` writes them; - is standard input. Without FILES, their sources are read' -r -F
complete -c zug -n "__fish_zug_using_subcommand convert" -l where -d 'Only games that match an expression of the filter language, see zug-query(7); @FILE reads it from a file' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l rest -d 'Write what is left out to FILE, as it stood' -r -F
complete -c zug -n "__fish_zug_using_subcommand convert" -l dedup-against -d 'Leave out games whose moves are in FILE or directory, in any form the inputs may have; may be repeated' -r -F
complete -c zug -n "__fish_zug_using_subcommand convert" -l diff -d 'Write no games, but what the inputs and OTHER do not have in common; the moves decide which games are the same' -r -F
complete -c zug -n "__fish_zug_using_subcommand convert" -l sort -d 'Sort by the value of a tag; numbers by their value, unknown values last' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l split -d 'Split into files of the directory -o: N games each (N), by a tag (tag:ECO), by its first characters (tag:Date:4)' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l encoding -d 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l from -d 'What the inputs hold [default: by the names of files: .ndjson and .jsonl, .fen and .epd; else games, or a listing where the text is an HTML page, or has no tags and is more than movetext]' -r -f -a "pgn\t'Portable Game Notation, or movetext alone'
listing\t'Games as books, magazines and web pages print them, among prose; of HTML the text is read'
iccf\t'Games with moves in the digits of correspondence chess, such as 5254'
ndjson\t'What --format ndjson writes, as it is or changed, such as by jq'
epd\t'Positions, FEN or EPD, one a line; each becomes a game without moves'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l lang-in -d 'Language of the moves that are read: auto (found game by game), or one of those of --lang' -r -f -a "auto\t''
en\t''
de\t''
nl\t''
fr\t''
it\t''
es\t''
pt\t''
pl\t''
cs\t''
hu\t''
sv\t''
da\t''
nb\t''
fi\t''
is\t''
et\t''
ro\t''
ru\t''
fig\t''"
complete -c zug -n "__fish_zug_using_subcommand convert" -l start -d 'Where games start that do not say so: a FEN, its first field, chess960:N, or the pieces as in "W: Kg1 / B: Kg7"' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand convert" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand convert" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_using_subcommand convert" -l force -d 'Overwrite output files that exist'
complete -c zug -n "__fish_zug_using_subcommand convert" -l fens -d 'With --format ndjson: the position after every move, too'
complete -c zug -n "__fish_zug_using_subcommand convert" -l every -d 'With --format fen or epd: all positions of every game, from its start on'
complete -c zug -n "__fish_zug_using_subcommand convert" -l final -d 'With --format fen or epd: the last position of every game [default]'
complete -c zug -n "__fish_zug_using_subcommand convert" -l columns -d 'With --format text: two columns, as on a score sheet'
complete -c zug -n "__fish_zug_using_subcommand convert" -l with-comments -d 'The table of games has the comments of the main line, too'
complete -c zug -n "__fish_zug_using_subcommand convert" -l no-comments -d 'Leave out comments'
complete -c zug -n "__fish_zug_using_subcommand convert" -l no-nags -d 'Leave out judgements and other glyphs'
complete -c zug -n "__fish_zug_using_subcommand convert" -l no-variations -d 'Leave out variations'
complete -c zug -n "__fish_zug_using_subcommand convert" -l no-clocks -d 'Leave out clock readings and times in comments'
complete -c zug -n "__fish_zug_using_subcommand convert" -l roster-only -d 'Leave out all tags but the roster of seven and the start position'
complete -c zug -n "__fish_zug_using_subcommand convert" -l variations-to-games -d 'Make every variation a game of its own'
complete -c zug -n "__fish_zug_using_subcommand convert" -l collate -d 'Compare two score sheets of one game: where they first differ, and how far each goes; with --format ndjson as data'
complete -c zug -n "__fish_zug_using_subcommand convert" -l dedup -d 'Of games with the same moves keep only the one that says most'
complete -c zug -n "__fish_zug_using_subcommand convert" -l repair -d 'Repair damaged moves where exactly one legal move fits'
complete -c zug -n "__fish_zug_using_subcommand convert" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_using_subcommand convert" -s v -l verbose -d 'Say on standard error what is being read, and how'
complete -c zug -n "__fish_zug_using_subcommand convert" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_using_subcommand convert" -s V -l version -d 'Print version'
complete -c zug -n "__fish_zug_using_subcommand import" -s o -l output -d 'The store, a folder [default: the name of the only input with .zug]' -r -f -a "(__fish_complete_directories)"
complete -c zug -n "__fish_zug_using_subcommand import" -l delete -d 'Mark the games that match away; they are gone at the next --compact' -r
complete -c zug -n "__fish_zug_using_subcommand import" -l dedup-report -d 'Write all pairs that --dedup found to FILE: the copy that went = the one that stays' -r -F
complete -c zug -n "__fish_zug_using_subcommand import" -l format -d 'Form of --info' -r -f -a "table\t'For people'
ndjson\t'One JSON object for each store'"
complete -c zug -n "__fish_zug_using_subcommand import" -l filter -d 'Store only the games that match, see zug-query(7); the others are counted; @FILE reads it from a file' -r
complete -c zug -n "__fish_zug_using_subcommand import" -l add -d 'Fill in the tag ECO of games that have none, by their positions' -r -f -a "eco\t''"
complete -c zug -n "__fish_zug_using_subcommand import" -l memory -d 'Memory to work with, such as 256M or 2G [default: a quarter of what the machine has]' -r
complete -c zug -n "__fish_zug_using_subcommand import" -l encoding -d 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]' -r
complete -c zug -n "__fish_zug_using_subcommand import" -l lang-in -d 'Language of the moves [default: found for each game]' -r -f -a "auto\t''
en\t''
de\t''
nl\t''
fr\t''
it\t''
es\t''
pt\t''
pl\t''
cs\t''
hu\t''
sv\t''
da\t''
nb\t''
fi\t''
is\t''
et\t''
ro\t''
ru\t''
fig\t''"
complete -c zug -n "__fish_zug_using_subcommand import" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_using_subcommand import" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand import" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand import" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_using_subcommand import" -l append -d 'Add to the store that is there; sources whose content is in it already are left out'
complete -c zug -n "__fish_zug_using_subcommand import" -l again -d 'With --append: import sources again that were imported already'
complete -c zug -n "__fish_zug_using_subcommand import" -l force -d 'Replace the store that is there'
complete -c zug -n "__fish_zug_using_subcommand import" -l dedup -d 'Mark copies of games away, the richest copy stays'
complete -c zug -n "__fish_zug_using_subcommand import" -l compact -d 'Merge all segments, as far as memory allows, without the games that were marked away'
complete -c zug -n "__fish_zug_using_subcommand import" -l verify -d 'Check every checksum, count, game and index entry of the stores FILES'
complete -c zug -n "__fish_zug_using_subcommand import" -l info -d 'Tell what is in the stores FILES: games, segments, sizes, sources'
complete -c zug -n "__fish_zug_using_subcommand import" -l moves-only -d 'Leave comments, glyphs and variations out'
complete -c zug -n "__fish_zug_using_subcommand import" -l no-index -d 'Build no position index: the store is smaller, positions are found by replaying all games'
complete -c zug -n "__fish_zug_using_subcommand import" -l index-variations -d 'Put the positions of variations into the position index, too, for `variation (...)` of zug-query(7)'
complete -c zug -n "__fish_zug_using_subcommand import" -l strict -d 'Games that cannot be read to their end are a failure: exit status 1'
complete -c zug -n "__fish_zug_using_subcommand import" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_using_subcommand import" -s v -l verbose -d 'Say on standard error what is being read, and how'
complete -c zug -n "__fish_zug_using_subcommand import" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_using_subcommand import" -s V -l version -d 'Print version'
complete -c zug -n "__fish_zug_using_subcommand search" -s w -l where -d 'An expression of the filter language, see zug-query(7); @FILE reads it from a file; may be repeated' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l player -d 'A player: words of the name, or a comparison such as \'= "Carlsen, M"\' or \'~ /^carl/\'' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l white -d 'The player of White' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l black -d 'The player of Black' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l event -d 'Words of the event' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l site -d 'Words of the site' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l elo -d 'Rating of either player: N or more, a range such as 2000..2199, or a comparison such as \'<2000\'' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l date -d 'A date such as 1914 or 1914.08, a range such as 1990..1999, or a comparison such as \'<1914.08\'' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l eco -d 'An opening code such as B90 or C6, or a range such as C60..C99' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l opening -d 'Words of the opening\'s name' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l result -d '1-0, 0-1, draw or *' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l plies -d 'Length in plies: a number, a range or a comparison' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l fen -d 'Exactly this position' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l board -d 'These pieces on these squares, whoever is to move' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l after -d 'The position after these moves, however a game came to it' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l key -d 'The 64-bit key of a position' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l pattern -d 'A part of the board, with flip, mirror or shift behind it' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l pawns -d 'Exactly these pawns' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l material -d 'Material such as KRPkr, \'either KRPkr\' or \'up exchange\'' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l move -d 'A move such as Nxf7, e8=N or \'by piece k captures q\'' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l ply -d 'At this ply: a number, a range such as 20..40, or a comparison' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l repetition -d 'A position that was there N times, 3 if not said' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l underpromotion -d 'A promotion to anything but a queen, or just to n, b or r' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l mate -d 'Mate; or one with a name, such as smothered or back-rank' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l ending -d 'How it ended, such as time or resignation' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l chess960 -d 'Chess960; or with a number, a range of them, double, or a back rank such as \'RNB*\'' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l comment -d 'Words of a comment' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l query -d 'One of several questions that are answered in one scan, each into a file of the directory --to; may be repeated' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l format -d 'In which form is told what was found' -r -f -a "pgn\t'The games'
table\t'A table for people'
ids\t'The names of the games, SOURCE#NUMBER'
count\t'How many games'
ndjson\t'A JSON object a line for every game'
csv\t'A row for every hit'
fen\t'The position at every hit'
board\t'A drawn board for every hit'"
complete -c zug -n "__fish_zug_using_subcommand search" -l svg -d 'Draw a picture of every hit into DIR instead, SOURCE#NUMBER-PLY.svg' -r -f -a "(__fish_complete_directories)"
complete -c zug -n "__fish_zug_using_subcommand search" -l to -d 'Where the files of --query go' -r -f -a "(__fish_complete_directories)"
complete -c zug -n "__fish_zug_using_subcommand search" -l rest -d 'Write the games that do not match to FILE, as PGN' -r -F
complete -c zug -n "__fish_zug_using_subcommand search" -l limit -d 'At most N games' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l offset -d 'Leave out the first N games' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l sort -d 'Sort by the value of a tag; numbers by their value, unknown values last' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l sample -d 'N of the games, chosen at random' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l seed -d 'Choose as another time with this seed' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l ids -d 'Look only at the games named in FILE, a line SOURCE#NUMBER for each, as --format ids writes them; - is standard input. Without SOURCE, their sources are read' -r -F
complete -c zug -n "__fish_zug_using_subcommand search" -l encoding -d 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l lang-in -d 'Language of the moves [default: found for each game]' -r -f -a "auto\t''
en\t''
de\t''
nl\t''
fr\t''
it\t''
es\t''
pt\t''
pl\t''
cs\t''
hu\t''
sv\t''
da\t''
nb\t''
fi\t''
is\t''
et\t''
ro\t''
ru\t''
fig\t''"
complete -c zug -n "__fish_zug_using_subcommand search" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_using_subcommand search" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand search" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand search" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_using_subcommand search" -l stalemate -d 'Stalemate'
complete -c zug -n "__fish_zug_using_subcommand search" -s v -l invert-match -d 'Find the games that do not match'
complete -c zug -n "__fish_zug_using_subcommand search" -l all -d 'Find every ply, not only the first of a game'
complete -c zug -n "__fish_zug_using_subcommand search" -s c -l count -d 'Only the number of games; with --all of plies: the same as --format count'
complete -c zug -n "__fish_zug_using_subcommand search" -s l -l files-with-matches -d 'Only the names of sources with a match'
complete -c zug -n "__fish_zug_using_subcommand search" -s L -l files-without-match -d 'Only the names of sources without a match'
complete -c zug -n "__fish_zug_using_subcommand search" -s 0 -l null -d 'End names (--format ids, -l, -L) with a zero byte instead of a line feed'
complete -c zug -n "__fish_zug_using_subcommand search" -l mark -d 'Say in a comment at which ply it was found'
complete -c zug -n "__fish_zug_using_subcommand search" -l force -d 'Overwrite files that are there'
complete -c zug -n "__fish_zug_using_subcommand search" -l explain -d 'Say on standard error how it was searched, and how long it took'
complete -c zug -n "__fish_zug_using_subcommand search" -l sql -d 'Search nothing, but print the SQL query that the conditions are over the tables of `zug convert --format parquet`'
complete -c zug -n "__fish_zug_using_subcommand search" -l no-index -d 'Search stores game by game, without their index'
complete -c zug -n "__fish_zug_using_subcommand search" -l verbose -d 'Say on standard error what is being read, and how (-v only before the command)'
complete -c zug -n "__fish_zug_using_subcommand search" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_using_subcommand search" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_using_subcommand search" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_using_subcommand search" -s V -l version -d 'Print version'
complete -c zug -n "__fish_zug_using_subcommand stats" -l by -d 'A table of games by one or more fields, such as player, year or opening,result; tag.NAME is any tag' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l men -d 'Endings of at most N men, kings included' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l squares -d 'Where men stand, go, capture and mate; a letter such as N or n is a man of White or Black' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l fen -d 'The position of the tree' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l moves -d 'The position of the tree is the one after these moves, in any notation; behind --fen from there' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l depth -d 'Follow the moves of the tree for N plies' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l memory -d 'Memory for what grows with the number of games (--novelty, copies in the overview), such as 256M or 2G [default: a quarter of what the machine has]' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l player -d 'The record of a player: by colour, opening, opponent and year, and against what the ratings let expect; capitals, accents and given names that are cut short do not count' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l crosstable -d 'The table of a tournament or match with its tie-breaks: of the event of this name, or with these words in its name, in this year if one stands behind it' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -s w -l where -d 'Count only games that match an expression of the filter language, see zug-query(7); @FILE reads it from a file; may be repeated' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l ids -d 'Count only the games named in FILE, a line SOURCE#NUMBER for each, as zug search --format ids writes them; - is standard input. Without SOURCE, their sources are read' -r -F
complete -c zug -n "__fish_zug_using_subcommand stats" -l top -d 'At most N rows of each table [default: 20; all of what has an order of its own, such as years]' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l sort -d 'Order the table of --by by a column, named as in --format csv: numbers from the highest down' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l min-games -d 'Only rows of --by and moves of --tree with at least N games' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l format -d 'In which form the answer is written' -r -f -a "table\t'Tables for people'
json\t'One JSON object'
csv\t'Comma-separated values'
tsv\t'Tab-separated values'
markdown\t'Markdown'
parquet\t'A Parquet file, for DuckDB and the like'"
complete -c zug -n "__fish_zug_using_subcommand stats" -l html -d 'Write a page with tables and charts to FILE besides' -r -F
complete -c zug -n "__fish_zug_using_subcommand stats" -l width -d 'Width of the tables in columns [default: that of the terminal]' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l encoding -d 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l lang-in -d 'Language of the moves [default: found for each game]' -r -f -a "auto\t''
en\t''
de\t''
nl\t''
fr\t''
it\t''
es\t''
pt\t''
pl\t''
cs\t''
hu\t''
sv\t''
da\t''
nb\t''
fi\t''
is\t''
et\t''
ro\t''
ru\t''
fig\t''"
complete -c zug -n "__fish_zug_using_subcommand stats" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_using_subcommand stats" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand stats" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand stats" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_using_subcommand stats" -l overview -d 'The overview, also where something else is asked for'
complete -c zug -n "__fish_zug_using_subcommand stats" -l ends -d 'How games end: on the board, and by what is said of them; with --by for each group'
complete -c zug -n "__fish_zug_using_subcommand stats" -l board -d 'What happens on the board: castling, en passant, promotions, checks, captures, the longest game, the earliest mates'
complete -c zug -n "__fish_zug_using_subcommand stats" -l material -d 'Endings reached, such as KRPkr, the stronger side on the left, with its results'
complete -c zug -n "__fish_zug_using_subcommand stats" -l tree -d 'The moves from a position, with results, ratings and the strongest game; the start position unless --fen or --moves name another. A game counts wherever it has the position first, however it came there'
complete -c zug -n "__fish_zug_using_subcommand stats" -l novelty -d 'The first move of each game that leaves what was known before its date, those in the best known positions first'
complete -c zug -n "__fish_zug_using_subcommand stats" -l similar-names -d 'Spellings that are probably one player'
complete -c zug -n "__fish_zug_using_subcommand stats" -l pairs -d 'Chess960 starts that two players have played with both colours in one event'
complete -c zug -n "__fish_zug_using_subcommand stats" -l ci -d 'With the interval in which the score would be in 95 of 100 such collections (Wilson)'
complete -c zug -n "__fish_zug_using_subcommand stats" -l force -d 'Overwrite a file that is there'
complete -c zug -n "__fish_zug_using_subcommand stats" -l strict -d 'Games that cannot be read to their end are a failure: exit status 1'
complete -c zug -n "__fish_zug_using_subcommand stats" -l no-index -d 'Read stores game by game, without their index'
complete -c zug -n "__fish_zug_using_subcommand stats" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_using_subcommand stats" -s v -l verbose -d 'Say on standard error what is being read, and how'
complete -c zug -n "__fish_zug_using_subcommand stats" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_using_subcommand stats" -s V -l version -d 'Print version'
complete -c zug -n "__fish_zug_using_subcommand chess960" -l seed -d 'Draw the same again: any number, or that of an earlier draw' -r
complete -c zug -n "__fish_zug_using_subcommand chess960" -l fen -d 'Only the FEN' -r -f -a "x-fen\t'Castling rights as KQkq'
shredder\t'Castling rights by the files of the rooks'"
complete -c zug -n "__fish_zug_using_subcommand chess960" -l format -d 'How start positions are written; json is another name of ndjson' -r -f -a "text\t'For people'
ndjson\t'One JSON object a line'"
complete -c zug -n "__fish_zug_using_subcommand chess960" -l ui-lang -d 'Language of messages; codes, field names and data are always English' -r -f -a "en\t'English'
de\t'German'"
complete -c zug -n "__fish_zug_using_subcommand chess960" -l color -d 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand chess960" -l progress -d 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second' -r -f -a "auto\t'On a terminal'
always\t'Always'
never\t'Never'"
complete -c zug -n "__fish_zug_using_subcommand chess960" -s j -l threads -d 'Number of threads; the output is the same for any number [default: one for each processor]' -r
complete -c zug -n "__fish_zug_using_subcommand chess960" -l random -d 'Draw one at random'
complete -c zug -n "__fish_zug_using_subcommand chess960" -l dice -d 'Draw one with a die as Ingo Althoefer proposed, and show the throws'
complete -c zug -n "__fish_zug_using_subcommand chess960" -l list -d 'All of them in the order of their numbers: number, pieces, mirror image, castling on move 1, unprotected pawns'
complete -c zug -n "__fish_zug_using_subcommand chess960" -l no-mmap -d 'Read files instead of mapping them into memory'
complete -c zug -n "__fish_zug_using_subcommand chess960" -s v -l verbose -d 'Say on standard error what is being read, and how'
complete -c zug -n "__fish_zug_using_subcommand chess960" -s q -l quiet -d 'Write no results and no progress; the exit status says it'
complete -c zug -n "__fish_zug_using_subcommand chess960" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zug -n "__fish_zug_using_subcommand chess960" -s V -l version -d 'Print version'
