
use builtin;
use str;

set edit:completion:arg-completer[zug] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'zug'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'zug'= {
            cand --ui-lang 'Language of messages; codes, field names and data are always English'
            cand --color 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`'
            cand --progress 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second'
            cand -j 'Number of threads; the output is the same for any number [default: one for each processor]'
            cand --threads 'Number of threads; the output is the same for any number [default: one for each processor]'
            cand --no-mmap 'Read files instead of mapping them into memory'
            cand -v 'Say on standard error what is being read, and how'
            cand --verbose 'Say on standard error what is being read, and how'
            cand -q 'Write no results and no progress; the exit status says it'
            cand --quiet 'Write no results and no progress; the exit status says it'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand validate 'Replay every game and say exactly what is wrong with it'
            cand convert 'Write games in another notation, language or form'
        }
        &'zug;validate'= {
            cand --format 'How findings are written; json is another name of ndjson'
            cand --max-findings 'Show at most N findings; all are counted'
            cand --valid-to 'Write the valid games to FILE, byte for byte'
            cand --invalid-to 'Write the other games and all text between games to FILE, byte for byte'
            cand -o 'Where the repaired collection goes'
            cand --output 'Where the repaired collection goes'
            cand --accept 'With --fix, replace this faulty move by the first suggestion; may be repeated'
            cand --select 'Look only for these findings'
            cand --ignore 'Do not look for these findings'
            cand --severity 'Leave out findings milder than this'
            cand --deny 'Exit with 1 for warnings, or for notes and warnings, too'
            cand --explain 'Explain a finding: what it means and what to do'
            cand --encoding 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]'
            cand --rules 'The laws that decide how a game ends; auto goes by the Date tag'
            cand --lang-in 'Language of the moves: auto (found game by game), en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or fig (figurines)'
            cand --ui-lang 'Language of messages; codes, field names and data are always English'
            cand --color 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`'
            cand --progress 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second'
            cand -j 'Number of threads; the output is the same for any number [default: one for each processor]'
            cand --threads 'Number of threads; the output is the same for any number [default: one for each processor]'
            cand --summary 'Write only the summary (as JSON with --format ndjson)'
            cand --no-timing 'Leave out seconds and rates, so that two runs write the same'
            cand --fix 'Repair what can be repaired without guessing; needs -o'
            cand --force 'Overwrite output files that exist'
            cand --strict 'Report everything that is not exactly PGN export format'
            cand --duplicates 'Report games that are the same play as an earlier one'
            cand --no-mmap 'Read files instead of mapping them into memory'
            cand -v 'Say on standard error what is being read, and how'
            cand --verbose 'Say on standard error what is being read, and how'
            cand -q 'Write no results and no progress; the exit status says it'
            cand --quiet 'Write no results and no progress; the exit status says it'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
        &'zug;convert'= {
            cand --format 'Form of the output'
            cand -o 'Where the games go; a directory gets one file for each input [default: standard output]'
            cand --output 'Where the games go; a directory gets one file for each input [default: standard output]'
            cand --on-error 'What becomes of a game that cannot be read to its end'
            cand --tag-order 'Order of the tags'
            cand --wrap 'Most characters in a line of moves; 0: no limit'
            cand --style 'Preset for all that follows'
            cand --to 'Notation of the moves'
            cand --lang 'Language of the piece letters: en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or figurine'
            cand --castling 'O-O or 0-0'
            cand --promotion 'e8=Q, e8Q or e8(Q)'
            cand --capture 'Nxe5, N:e5 or Ne5:'
            cand --mate 'Qxf7# or Qxf7++'
            cand --en-passant 'Write e.p. behind captures en passant'
            cand --victim 'Name the captured piece: Nf3xRe5'
            cand --results '1-0 or 1:0'
            cand --judgements '$1 or !'
            cand --draw-offers '{(=)} or (=)'
            cand --keep-tags 'Only these tags, besides the roster of seven'
            cand --drop-tags 'Leave out these tags'
            cand --plies 'Only these plies of the main line, such as 1..20; either end may be missing'
            cand --add 'Add tags that are worked out: plycount (PlyCount), fen (FinalFEN), key (FinalKey)'
            cand --set 'Set a tag in every game; may be repeated'
            cand --rename 'Rename players: a file of lines `old name = new name`'
            cand --games 'Only these games, by their numbers in each input, such as 5,10-20'
            cand --rest 'Write what is left out to FILE, as it stood'
            cand --dedup-against 'Leave out games whose moves are in FILE or directory; may be repeated'
            cand --diff 'Write no games, but what the inputs and OTHER do not have in common; the moves decide which games are the same'
            cand --sort 'Sort by the value of a tag; numbers by their value, unknown values last'
            cand --split 'Split into files of the directory -o: N games each (N), by a tag (tag:ECO), by its first characters (tag:Date:4)'
            cand --encoding 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]'
            cand --lang-in 'Language of the moves that are read: auto (found game by game), or one of those of --lang'
            cand --ui-lang 'Language of messages; codes, field names and data are always English'
            cand --color 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`'
            cand --progress 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second'
            cand -j 'Number of threads; the output is the same for any number [default: one for each processor]'
            cand --threads 'Number of threads; the output is the same for any number [default: one for each processor]'
            cand --force 'Overwrite output files that exist'
            cand --columns 'With --format text: two columns, as on a score sheet'
            cand --no-comments 'Leave out comments'
            cand --no-nags 'Leave out judgements and other glyphs'
            cand --no-variations 'Leave out variations'
            cand --no-clocks 'Leave out clock readings and times in comments'
            cand --roster-only 'Leave out all tags but the roster of seven and the start position'
            cand --variations-to-games 'Make every variation a game of its own'
            cand --dedup 'Of games with the same moves keep only the one that says most'
            cand --no-mmap 'Read files instead of mapping them into memory'
            cand -v 'Say on standard error what is being read, and how'
            cand --verbose 'Say on standard error what is being read, and how'
            cand -q 'Write no results and no progress; the exit status says it'
            cand --quiet 'Write no results and no progress; the exit status says it'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
        }
    ]
    $completions[$command]
}
