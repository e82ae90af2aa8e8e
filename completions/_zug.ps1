
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
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
