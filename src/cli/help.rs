//! The longer texts of help and man pages. Examples and exit status are tables here, so that both show the same.

/// Heading of the options that every command has.
pub(super) const GENERAL: &str = "General options";

/// What the program is.
pub(super) const ABOUT: &str = "A PGN database and analysis toolkit for the command line.\n\n\
    Reads chess games in Portable Game Notation as people really write it: any language of moves, any encoding, \
    compressed or not, classic chess and Chess960.";

/// What `validate` does.
pub(super) const VALIDATE_ABOUT: &str = "Replay every game and say exactly what is wrong with it.\n\n\
    Every move of every game is played on a board. What is illegal, ambiguous, unreadable or contradicts \
    itself is reported with its place and the reason. A game is valid if it has no finding of severity error.\n\n\
    FILES are PGN files, directories of them, or - for standard input; gzip, bzip2, xz, zstd, lz4 and zip are \
    recognised by content. Files named .fen or .epd hold one position a line. Without FILES, standard input is \
    read unless it is a terminal.";

/// Command lines of `validate`, and what they are for.
pub(super) const VALIDATE_EXAMPLES: &[(&str, &str)] = &[
    ("zug validate games.pgn", "Check a collection"),
    ("zug validate --summary collection/", "Only the numbers, for a whole directory"),
    ("zug validate --ui-lang de partien.pgn", "Messages in German"),
    ("zstd -dc games.pgn.zst | zug validate --format ndjson", "For scripts, one JSON object a line"),
    ("zug validate --select illegal-move,ambiguous-move games.pgn", "Only these findings"),
    ("zug validate --valid-to good.pgn --invalid-to bad.pgn games.pgn", "Split a collection byte for byte"),
    ("zug validate --fix -o mended.pgn games.pgn", "Repair what needs no guessing"),
    ("zug validate --fix -o mended.pgn --accept 17:34 games.pgn", "And take the first suggestion in game 17"),
    ("zug validate --explain wrong-mate-mark", "What a finding means and what to do"),
];

/// What `convert` does.
pub(super) const CONVERT_ABOUT: &str = "Write games in another notation, language or form.\n\n\
    Reads moves in any notation and language that is known, plays them on a board, and writes them in the notation, \
    language and form that is asked for; by default as PGN export format in English. Tags, comments, glyphs and \
    variations are kept; comments, names and tags are never translated.\n\n\
    Nothing is lost on the way: of a game that cannot be read to its end, the rest stands in a comment; text between \
    games is put into comments of the game behind it, or at the end of the last one. A message on standard error \
    says so each time.";

/// Command lines of `convert`, and what they are for.
pub(super) const CONVERT_EXAMPLES: &[(&str, &str)] = &[
    ("zug convert partien.pgn > games.pgn", "Any notation and language to clean English PGN"),
    ("zug convert --style wikibook-de games.pgn", "To German long notation, as chess primers have it"),
    ("zug convert --to uci --no-comments --no-variations games.pgn", "Only the moves, as engines speak them"),
    ("zug convert --lang figurine --judgements signs games.pgn", "Figurines and signs"),
    ("zug convert -o clean/ archive/", "A whole directory, a file for each"),
    ("zug convert --games 5,10-20 --rest others.pgn games.pgn", "A selection, and what it leaves"),
    ("zug convert --dedup --sort Date -o all.pgn a.pgn b.pgn", "Merged: one copy of each game, the richest"),
    ("zug convert --split tag:ECO:1 -o by-eco/ games.pgn", "A.pgn to E.pgn"),
    ("zug convert --add eco games.pgn", "ECO code and name of the opening, by position"),
    ("zug convert --diff old.pgn new.pgn", "What is new, missing, or has other tags"),
];

/// What the exit status of `convert` means.
pub(super) const CONVERT_STATUS: &[(&str, &str)] = &[
    ("0", "All games were converted whole; with --diff: no differences"),
    ("1", "A game could not be read to its end, see --on-error; with --diff: differences"),
    ("2", "Wrong usage, or an input or output that could not be read or written"),
    ("130", "Interrupted; the output covers what was read until then, files are not written"),
];

/// After the long help of `convert`; a test holds it to the tables above.
pub(super) const CONVERT_AFTER: &str = "\
EXAMPLES:
  zug convert partien.pgn > games.pgn
      Any notation and language to clean English PGN
  zug convert --style wikibook-de games.pgn
      To German long notation, as chess primers have it
  zug convert --to uci --no-comments --no-variations games.pgn
      Only the moves, as engines speak them
  zug convert --lang figurine --judgements signs games.pgn
      Figurines and signs
  zug convert -o clean/ archive/
      A whole directory, a file for each
  zug convert --games 5,10-20 --rest others.pgn games.pgn
      A selection, and what it leaves
  zug convert --dedup --sort Date -o all.pgn a.pgn b.pgn
      Merged: one copy of each game, the richest
  zug convert --split tag:ECO:1 -o by-eco/ games.pgn
      A.pgn to E.pgn
  zug convert --add eco games.pgn
      ECO code and name of the opening, by position
  zug convert --diff old.pgn new.pgn
      What is new, missing, or has other tags

EXIT STATUS:
  0    All games were converted whole; with --diff: no differences
  1    A game could not be read to its end, see --on-error; with --diff: differences
  2    Wrong usage, or an input or output that could not be read or written
  130  Interrupted; the output covers what was read until then, files are not written
";

/// What `chess960` does.
pub(super) const CHESS960_ABOUT: &str = "Look up, draw or list start positions of Chess960.\n\n\
    There are 960, numbered from 0 to 959 as Reinhard Scharnagl counts them; 518 is that of classic chess. A start \
    position is shown with its pieces from the a-file on, its left-right mirror image, the castling that is legal on \
    the first move already (162 of them allow one), White's pawns that no man protects, and its FEN: X-FEN has KQkq, \
    Shredder-FEN the files of the rooks.";

/// Command lines of `chess960`, and what they are for.
pub(super) const CHESS960_EXAMPLES: &[(&str, &str)] = &[
    ("zug chess960 518", "The classic start position"),
    ("zug chess960 RKQNRNBB", "The number of an arrangement; German letters (TKDSTSLL) will do"),
    ("zug chess960 --fen=shredder 0 815", "Only FENs, for a tournament program"),
    ("zug chess960 --random", "Draw one; the seed that is shown draws it again with --seed"),
    ("zug chess960 --dice --seed 3 --ui-lang de", "Draw one with a die, in German"),
    ("zug chess960 --list --format ndjson | jq -r 'select(.castling == [\"O-O\"]) | .number'", "For scripts"),
];

/// What the exit status of `chess960` means.
pub(super) const CHESS960_STATUS: &[(&str, &str)] =
    &[("0", "The start positions were shown"), ("2", "Wrong usage: no such start position")];

/// Keys of a start position in NDJSON, in order.
pub(super) const CHESS960_KEYS: &[(&str, &str)] = &[
    ("number", "number: 0 to 959"),
    ("arrangement", "string: White's pieces from the a-file on, English letters"),
    ("mirror", "number: that of the left-right mirror image"),
    ("fen", "string: X-FEN"),
    ("shredder_fen", "string: Shredder-FEN"),
    ("castling", "array of strings: O-O or O-O-O if it is legal on the first move"),
    ("unprotected_pawns", "array of strings: squares of White's pawns that no man protects"),
    ("seed", "number: with --random and --dice"),
    (
        "throws",
        "array of objects, with --dice: eyes, and placed, a string of piece and square, or null if the throw does \
         not count",
    ),
];

/// After the long help of `chess960`; a test holds it to the tables above.
pub(super) const CHESS960_AFTER: &str = "\
EXAMPLES:
  zug chess960 518
      The classic start position
  zug chess960 RKQNRNBB
      The number of an arrangement; German letters (TKDSTSLL) will do
  zug chess960 --fen=shredder 0 815
      Only FENs, for a tournament program
  zug chess960 --random
      Draw one; the seed that is shown draws it again with --seed
  zug chess960 --dice --seed 3 --ui-lang de
      Draw one with a die, in German
  zug chess960 --list --format ndjson | jq -r 'select(.castling == [\"O-O\"]) | .number'
      For scripts

EXIT STATUS:
  0    The start positions were shown
  2    Wrong usage: no such start position
";

/// What the exit status means.
pub(super) const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "No errors were found"),
    ("1", "Errors were found (with --deny: or warnings, or notes)"),
    ("2", "Wrong usage, or an input or output that could not be read or written"),
    ("130", "Interrupted; the output covers what was read until then"),
];

/// Keys of a finding in NDJSON and columns in CSV, in order.
pub(super) const FINDING_KEYS: &[(&str, &str)] = &[
    ("file", "string: name of the input as given; - for standard input"),
    ("game", "number or null: place of the game in its file, from 1"),
    ("line", "number or null: from 1; a line ends at LF, CRLF or a lone CR"),
    ("column", "number or null: from 1, in characters"),
    ("offset", "number or null: from 0, in bytes of the decompressed input"),
    ("ply", "number or null: the faulty move, 1 is the first after the start position"),
    ("code", "string: stable name of the finding, see FINDINGS"),
    ("severity", "string: error, warning or note"),
    ("token", "string or null: the offending text"),
    ("message", "string: a sentence in the language of --ui-lang"),
    (
        "suggestions",
        "array of strings: legal moves in English SAN that may have been meant, at most five; joined by blanks in CSV",
    ),
];

/// Keys of the summary object, in order.
pub(super) const SUMMARY_KEYS: &[(&str, &str)] = &[
    ("games", "number: games found"),
    ("valid", "number: games without an error"),
    ("invalid", "number: games with an error"),
    ("plies", "number: legal moves in main lines"),
    ("bytes", "number: bytes read, decompressed"),
    ("seconds", "number: how long it took; absent with --no-timing"),
    ("findings", "object: number of findings by code"),
];

/// After the long help of `zug`.
pub(super) const MAIN_AFTER: &str = "Run `zug COMMAND --help` for examples and the exit status.";

/// After the long help of `validate`; a test holds it to the tables above.
pub(super) const VALIDATE_AFTER: &str = "\
EXAMPLES:
  zug validate games.pgn
      Check a collection
  zug validate --summary collection/
      Only the numbers, for a whole directory
  zug validate --ui-lang de partien.pgn
      Messages in German
  zstd -dc games.pgn.zst | zug validate --format ndjson
      For scripts, one JSON object a line
  zug validate --select illegal-move,ambiguous-move games.pgn
      Only these findings
  zug validate --valid-to good.pgn --invalid-to bad.pgn games.pgn
      Split a collection byte for byte
  zug validate --fix -o mended.pgn games.pgn
      Repair what needs no guessing
  zug validate --fix -o mended.pgn --accept 17:34 games.pgn
      And take the first suggestion in game 17
  zug validate --explain wrong-mate-mark
      What a finding means and what to do

EXIT STATUS:
  0    No errors were found
  1    Errors were found (with --deny: or warnings, or notes)
  2    Wrong usage, or an input or output that could not be read or written
  130  Interrupted; the output covers what was read until then
";

/// What stands after the long help of a command.
pub(super) fn after(examples: &[(&str, &str)], status: &[(&str, &str)]) -> String {
    let mut text = String::from("EXAMPLES:\n");
    for (line, what) in examples {
        text.push_str(&format!("  {line}\n      {what}\n"));
    }
    text.push_str("\nEXIT STATUS:\n");
    for (status, what) in status {
        text.push_str(&format!("  {status:<3}  {what}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_and_man_page_tell_the_same() {
        assert_eq!(after(VALIDATE_EXAMPLES, EXIT_STATUS), VALIDATE_AFTER);
        assert_eq!(after(CONVERT_EXAMPLES, CONVERT_STATUS), CONVERT_AFTER);
        assert_eq!(after(CHESS960_EXAMPLES, CHESS960_STATUS), CHESS960_AFTER);
    }
}
