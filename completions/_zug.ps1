
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'zug' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'zug'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'zug' {
            [CompletionResult]::new('--ui-lang', '--ui-lang', [CompletionResultType]::ParameterName, 'Language of messages; codes, field names and data are always English')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--no-mmap', '--no-mmap', [CompletionResultType]::ParameterName, 'Read files instead of mapping them into memory')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Replay every game and say exactly what is wrong with it')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Write games in another notation, language or form')
            [CompletionResult]::new('chess960', 'chess960', [CompletionResultType]::ParameterValue, 'Look up, draw or list start positions of Chess960')
            break
        }
        'zug;validate' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are written; json is another name of ndjson')
            [CompletionResult]::new('--max-findings', '--max-findings', [CompletionResultType]::ParameterName, 'Show at most N findings; all are counted')
            [CompletionResult]::new('--valid-to', '--valid-to', [CompletionResultType]::ParameterName, 'Write the valid games to FILE, byte for byte')
            [CompletionResult]::new('--invalid-to', '--invalid-to', [CompletionResultType]::ParameterName, 'Write the other games and all text between games to FILE, byte for byte')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where the repaired collection goes')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where the repaired collection goes')
            [CompletionResult]::new('--accept', '--accept', [CompletionResultType]::ParameterName, 'With --fix, replace this faulty move by the first suggestion; may be repeated')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Look only for these findings')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not look for these findings')
            [CompletionResult]::new('--severity', '--severity', [CompletionResultType]::ParameterName, 'Leave out findings milder than this')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Exit with 1 for warnings, or for notes and warnings, too')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a finding: what it means and what to do')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'The laws that decide how a game ends; auto goes by the Date tag')
            [CompletionResult]::new('--lang-in', '--lang-in', [CompletionResultType]::ParameterName, 'Language of the moves: auto (found game by game), en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or fig (figurines)')
            [CompletionResult]::new('--ui-lang', '--ui-lang', [CompletionResultType]::ParameterName, 'Language of messages; codes, field names and data are always English')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--summary', '--summary', [CompletionResultType]::ParameterName, 'Write only the summary (as JSON with --format ndjson)')
            [CompletionResult]::new('--no-timing', '--no-timing', [CompletionResultType]::ParameterName, 'Leave out seconds and rates, so that two runs write the same')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Repair what can be repaired without guessing; needs -o')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite output files that exist')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Report everything that is not exactly PGN export format')
            [CompletionResult]::new('--duplicates', '--duplicates', [CompletionResultType]::ParameterName, 'Report games that are the same play as an earlier one')
            [CompletionResult]::new('--no-mmap', '--no-mmap', [CompletionResultType]::ParameterName, 'Read files instead of mapping them into memory')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'zug;convert' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Form of the output')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Where the games go; a directory gets one file for each input [default: standard output]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Where the games go; a directory gets one file for each input [default: standard output]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What becomes of a game that cannot be read to its end')
            [CompletionResult]::new('--tag-order', '--tag-order', [CompletionResultType]::ParameterName, 'Order of the tags')
            [CompletionResult]::new('--wrap', '--wrap', [CompletionResultType]::ParameterName, 'Most characters in a line of moves; 0: no limit')
            [CompletionResult]::new('--fields', '--fields', [CompletionResultType]::ParameterName, 'With --format csv or tsv: the columns, such as file,game,White,Black,result,plies,moves_san; any tag may be named')
            [CompletionResult]::new('--ply', '--ply', [CompletionResultType]::ParameterName, 'With --format fen or epd: the position of every game after N plies; 0 is its start. Shorter games have none')
            [CompletionResult]::new('--max-ply', '--max-ply', [CompletionResultType]::ParameterName, 'With --format polyglot: so many plies of every game')
            [CompletionResult]::new('--min-games', '--min-games', [CompletionResultType]::ParameterName, 'With --format polyglot: only moves that were played in N games or more')
            [CompletionResult]::new('--style', '--style', [CompletionResultType]::ParameterName, 'Preset for all that follows')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Notation of the moves')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Language of the piece letters: en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or figurine')
            [CompletionResult]::new('--castling', '--castling', [CompletionResultType]::ParameterName, 'O-O or 0-0')
            [CompletionResult]::new('--promotion', '--promotion', [CompletionResultType]::ParameterName, 'e8=Q, e8Q or e8(Q)')
            [CompletionResult]::new('--capture', '--capture', [CompletionResultType]::ParameterName, 'Nxe5, N:e5 or Ne5:')
            [CompletionResult]::new('--mate', '--mate', [CompletionResultType]::ParameterName, 'Qxf7# or Qxf7++')
            [CompletionResult]::new('--en-passant', '--en-passant', [CompletionResultType]::ParameterName, 'Write e.p. behind captures en passant')
            [CompletionResult]::new('--victim', '--victim', [CompletionResultType]::ParameterName, 'Name the captured piece: Nf3xRe5')
            [CompletionResult]::new('--results', '--results', [CompletionResultType]::ParameterName, '1-0 or 1:0')
            [CompletionResult]::new('--judgements', '--judgements', [CompletionResultType]::ParameterName, '$1 or !')
            [CompletionResult]::new('--draw-offers', '--draw-offers', [CompletionResultType]::ParameterName, '{(=)} or (=)')
            [CompletionResult]::new('--keep-tags', '--keep-tags', [CompletionResultType]::ParameterName, 'Only these tags, besides the roster of seven')
            [CompletionResult]::new('--drop-tags', '--drop-tags', [CompletionResultType]::ParameterName, 'Leave out these tags')
            [CompletionResult]::new('--plies', '--plies', [CompletionResultType]::ParameterName, 'Only these plies of the main line, such as 1..20; either end may be missing')
            [CompletionResult]::new('--add', '--add', [CompletionResultType]::ParameterName, 'Add tags that are worked out: plycount (PlyCount), fen (FinalFEN), key (FinalKey), eco (ECO, Opening, Variation)')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set a tag in every game; may be repeated')
            [CompletionResult]::new('--rename', '--rename', [CompletionResultType]::ParameterName, 'Rename players: a file of lines `old name = new name`')
            [CompletionResult]::new('--games', '--games', [CompletionResultType]::ParameterName, 'Only these games, by their numbers in each input, such as 5,10-20')
            [CompletionResult]::new('--rest', '--rest', [CompletionResultType]::ParameterName, 'Write what is left out to FILE, as it stood')
            [CompletionResult]::new('--dedup-against', '--dedup-against', [CompletionResultType]::ParameterName, 'Leave out games whose moves are in FILE or directory, in any form the inputs may have; may be repeated')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Write no games, but what the inputs and OTHER do not have in common; the moves decide which games are the same')
            [CompletionResult]::new('--sort', '--sort', [CompletionResultType]::ParameterName, 'Sort by the value of a tag; numbers by their value, unknown values last')
            [CompletionResult]::new('--split', '--split', [CompletionResultType]::ParameterName, 'Split into files of the directory -o: N games each (N), by a tag (tag:ECO), by its first characters (tag:Date:4)')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'What the inputs hold [default: by the names of files: .ndjson and .jsonl, .fen and .epd; else games, or a listing where the text is an HTML page, or has no tags and is more than movetext]')
            [CompletionResult]::new('--lang-in', '--lang-in', [CompletionResultType]::ParameterName, 'Language of the moves that are read: auto (found game by game), or one of those of --lang')
            [CompletionResult]::new('--start', '--start', [CompletionResultType]::ParameterName, 'Where games start that do not say so: a FEN, its first field, chess960:N, or the pieces as in "W: Kg1 / B: Kg7"')
            [CompletionResult]::new('--ui-lang', '--ui-lang', [CompletionResultType]::ParameterName, 'Language of messages; codes, field names and data are always English')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite output files that exist')
            [CompletionResult]::new('--fens', '--fens', [CompletionResultType]::ParameterName, 'With --format ndjson: the position after every move, too')
            [CompletionResult]::new('--every', '--every', [CompletionResultType]::ParameterName, 'With --format fen or epd: all positions of every game, from its start on')
            [CompletionResult]::new('--final', '--final', [CompletionResultType]::ParameterName, 'With --format fen or epd: the last position of every game [default]')
            [CompletionResult]::new('--columns', '--columns', [CompletionResultType]::ParameterName, 'With --format text: two columns, as on a score sheet')
            [CompletionResult]::new('--no-comments', '--no-comments', [CompletionResultType]::ParameterName, 'Leave out comments')
            [CompletionResult]::new('--no-nags', '--no-nags', [CompletionResultType]::ParameterName, 'Leave out judgements and other glyphs')
            [CompletionResult]::new('--no-variations', '--no-variations', [CompletionResultType]::ParameterName, 'Leave out variations')
            [CompletionResult]::new('--no-clocks', '--no-clocks', [CompletionResultType]::ParameterName, 'Leave out clock readings and times in comments')
            [CompletionResult]::new('--roster-only', '--roster-only', [CompletionResultType]::ParameterName, 'Leave out all tags but the roster of seven and the start position')
            [CompletionResult]::new('--variations-to-games', '--variations-to-games', [CompletionResultType]::ParameterName, 'Make every variation a game of its own')
            [CompletionResult]::new('--collate', '--collate', [CompletionResultType]::ParameterName, 'Compare two score sheets of one game: where they first differ, and how far each goes; with --format ndjson as data')
            [CompletionResult]::new('--dedup', '--dedup', [CompletionResultType]::ParameterName, 'Of games with the same moves keep only the one that says most')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Repair damaged moves where exactly one legal move fits')
            [CompletionResult]::new('--no-mmap', '--no-mmap', [CompletionResultType]::ParameterName, 'Read files instead of mapping them into memory')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
        'zug;chess960' {
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'Draw the same again: any number, or that of an earlier draw')
            [CompletionResult]::new('--fen', '--fen', [CompletionResultType]::ParameterName, 'Only the FEN')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How start positions are written; json is another name of ndjson')
            [CompletionResult]::new('--ui-lang', '--ui-lang', [CompletionResultType]::ParameterName, 'Language of messages; codes, field names and data are always English')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress on standard error; `auto`: on a terminal, for runs longer than a second')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Number of threads; the output is the same for any number [default: one for each processor]')
            [CompletionResult]::new('--random', '--random', [CompletionResultType]::ParameterName, 'Draw one at random')
            [CompletionResult]::new('--dice', '--dice', [CompletionResultType]::ParameterName, 'Draw one with a die as Ingo Althoefer proposed, and show the throws')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'All of them in the order of their numbers: number, pieces, mirror image, castling on move 1, unprotected pawns')
            [CompletionResult]::new('--no-mmap', '--no-mmap', [CompletionResultType]::ParameterName, 'Read files instead of mapping them into memory')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say on standard error what is being read, and how')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Write no results and no progress; the exit status says it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
