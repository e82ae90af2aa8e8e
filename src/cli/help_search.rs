//! The longer texts about `zug search`.

/// What `search` does.
pub(super) const ABOUT: &str = "Find games: by tags, positions, patterns, material, moves, events and text.\n\n\
    Searches whatever `validate` reads, and stores made by `zug import`, with the same answers. Conditions are \
    expressions of the filter language (--where, see zug-query(7)) or flags that are short for its terms; all of them \
    have to hold, those about positions and moves at the same ply. The games that match are written as PGN, or in \
    another --format; of a game the first ply at which the conditions hold is told, with --all every one.\n\n\
    A condition that cannot be read, or would say nothing, is an error; it never finds nothing or everything.\n\n\
    --sql says the conditions as an SQL query over the tables `games` and `positions` that `zug convert --format parquet` \
    writes, so that DuckDB, Spark and the like find the numbers of the same games. A condition of which the tables do not \
    tell enough is an error. Tests of texts are exact for ASCII; of other letters and signs, what is a capital, a blank or \
    the end of a word is as the engine has it. The tables know at most fifteen men of a kind and colour.\n\n\
    -v is --invert-match here; --verbose has only its long form behind the command.";

/// Command lines of `search`, and what they are for.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("zug search games.pgn --player Carlsen --result 1-0", "By tags, as PGN"),
    ("zug search games.pgn --after '1. e4 c5 2. Sf3' -c", "How many games reach a position; German will do"),
    ("zug search games.pgn -w 'balance <= -3 for 6 plies and result = 1-0'", "The filter language"),
    ("zug search games.pgn --pattern '8/8/p7/8/8/1B3N2/8/8' --format board --limit 1", "A drawn board"),
    ("zug search games.pgn --underpromotion --mark", "With a comment where it happened"),
    ("zug search -l collection/ --chess960", "Which files have games of Chess960"),
    ("zug search games.pgn -v --where illegal --rest broken.pgn > whole.pgn", "Both halves"),
    ("zug search games.pgn --query m=mate --query s=stalemate --to ends/", "Two questions, one scan"),
    (
        "zug search games.pgn --mate=smothered --format ids | zug convert --ids - --lang de",
        "What was found, handed on",
    ),
    ("zug search --sql --after '1. e4 c5' -w 'elo >= 2600'", "The same question to an engine for SQL"),
    ("zug search games.pgn --move e8=N --all --format ndjson | jq -c '.hits[]'", "For scripts"),
];

/// What the exit status of `search` means.
pub(super) const STATUS: &[(&str, &str)] = &[
    ("0", "Something was found; with -L: a source without a match; with --sql: the query was printed"),
    ("1", "Nothing was found"),
    ("2", "Wrong usage, or an input or output that could not be read or written"),
    ("130", "Interrupted; the output covers what was read until then, files are not written"),
];

/// Keys of a game in NDJSON, in order.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("file", "string: name of the source"),
    ("game", "number: its place in the source, from 1 on"),
    ("line", "number: the line on which it begins, from 1 on"),
    ("id", "string: file#game"),
    ("tags", "object: all tags in their order"),
    ("plies", "number: length of the main line"),
    ("result", "string: 1-0, 0-1, 1/2-1/2 or *; where it is stranger, as it is"),
    (
        "hits",
        "array of objects: ply (number), move (number of the move that led there), color (w or b, who made it), san, \
         and fen, the position; move, color and san are null at the start position",
    ),
];
