//! The longer texts about `zug import`.

/// What `import` does.
pub(super) const ABOUT: &str = "Put games into a store, with an index of all their positions.\n\n\
    Reads what `validate` reads and keeps all of it: tags, moves, comments, glyphs, variations, and where each game \
    came from. `zug search` and `zug convert` read a store as they read PGN; an exact position is found in it without \
    replaying a game.\n\n\
    Every game of the input is in the store. One that cannot be read to its end is stored as far as its moves are \
    legal, the rest as text, and counted in the report on standard error; `zug validate` says where and why.\n\n\
    A store is a folder. It is the old one until the new one is complete, whatever happens meanwhile; the next import \
    clears what an interrupted one left behind.\n\n\
    With --delete, --dedup or --compact the store itself is changed: `zug import --compact all.zug`, or together with \
    an import by --append. Games are imported first, then marked away, and the segments are merged last; all of it \
    takes effect at once.";

/// Command lines of `import`, and what they are for.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("zug import games.pgn", "Makes the store games.zug"),
    ("zug import -o all.zug collection/", "A whole directory"),
    ("zug import --append -o all.zug new.pgn", "Adds what is new"),
    ("zug import --filter 'elo >= 2600' -o strong.zug big.pgn", "Only some of the games"),
    (
        "zug import --append --dedup --compact -o all.zug new.pgn",
        "Adds what is new, once, and merges the segments",
    ),
    ("zug import --delete 'tag.Annotator ~ /bot/' all.zug", "Marks games away"),
    ("zug import --verify all.zug", "Is everything in order?"),
    ("zug import --info all.zug", "What is in it, and how large"),
    (
        "zug import --moves-only --memory 256M -o big.zug big.pgn.zst",
        "As small as possible, in little memory",
    ),
];

/// What the exit status of `import` means.
pub(super) const STATUS: &[(&str, &str)] = &[
    ("0", "All inputs were imported; with --verify: everything is in order"),
    ("1", "With --strict: a game could not be read to its end"),
    ("2", "Wrong usage, or an input or output that could not be read or written, a damaged store"),
    ("130", "Interrupted; the store is what it was before"),
];

/// Keys of the objects of `--info --format ndjson`, in their order.
pub(super) const INFO_KEYS: &[(&str, &str)] = &[
    ("store", "Its name"),
    ("games", "Games that are not marked away"),
    ("deleted", "Games that are"),
    ("plies", "Plies of all main lines, those of games marked away included, as in all that follows"),
    ("positions", "Positions of main lines, first and last included"),
    ("bytes", "Bytes of all segments"),
    ("bytes_per_game", "Bytes a game"),
    ("bytes_per_position", "Bytes a position"),
    ("index_bytes_per_position", "Bytes of the position index a position"),
    ("moves_only", "Whether comments, glyphs and variations were left out"),
    ("indexed", "Whether there is a position index"),
    ("variations_indexed", "Whether it has the positions of variations, too"),
    ("segments", "For each: file, games, deleted, plies, bytes"),
    ("parts", "For each part of the segments: part, bytes, bytes_per_game, bytes_per_position"),
    (
        "sources",
        "For each: name, bytes (decompressed), hash (XXH3, 128 bits), games, stored, broken (stored, but cut short)",
    ),
];
