//! The longer texts about `zug import`.

/// What `import` does.
pub(super) const ABOUT: &str = "Put games into a store, with an index of all their positions.\n\n\
    Reads what `validate` reads and keeps all of it: tags, moves, comments, glyphs, variations, and where each game \
    came from. `zug search` and `zug convert` read a store as they read PGN; an exact position is found in it without \
    replaying a game.\n\n\
    Every game of the input is in the store. One that cannot be read to its end is stored as far as its moves are \
    legal, the rest as text, and counted in the report on standard error; `zug validate` says where and why.\n\n\
    A store is a folder. It is the old one until the new one is complete, whatever happens meanwhile; the next import \
    clears what an interrupted one left behind.";

/// Command lines of `import`, and what they are for.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("zug import games.pgn", "Makes the store games.zug"),
    ("zug import -o all.zug collection/", "A whole directory"),
    ("zug import --append -o all.zug new.pgn", "Adds what is new"),
    (
        "zug import --moves-only --memory 256M -o big.zug big.pgn.zst",
        "As small as possible, in little memory",
    ),
];

/// What the exit status of `import` means.
pub(super) const STATUS: &[(&str, &str)] = &[
    ("0", "All inputs were imported"),
    ("1", "With --strict: a game could not be read to its end"),
    ("2", "Wrong usage, or an input or output that could not be read or written"),
    ("130", "Interrupted; the store is what it was before"),
];
