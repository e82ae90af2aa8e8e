
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
    ]
    $completions[$command]
}
