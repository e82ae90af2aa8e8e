//! The longer texts about `zug stats`.

/// What `stats` does.
pub(super) const ABOUT: &str = "Tell what is in a collection: tables, charts, figures for scripts.\n\n\
    Counts the games of whatever `validate` reads, and of stores made by `zug import`, with the same answers. Without \
    more it gives the overview: games, lengths, results, years, ratings, players, events, sites, openings. Several \
    kinds of statistics may be asked for at once; everything is counted in one scan.\n\n\
    Openings are found by position, whatever the moves that led there. A game that cannot be read to its end counts as \
    far as its moves are legal; a message on standard error says how many there are, and `zug validate` says where and \
    why.";

/// Command lines of `stats`, and what they are for.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("zug stats games.pgn", "What is in a collection"),
    ("zug stats all.zug --where 'player = \"Carlsen, M\" and date >= 2013'", "What is in a part of it"),
    ("zug stats all.zug --format json | jq .overview", "Figures for scripts"),
    ("zug stats all.zug --html all.html", "A page with charts besides"),
];

/// What the exit status of `stats` means.
pub(super) const STATUS: &[(&str, &str)] = &[
    ("0", "All inputs were counted"),
    ("1", "With --where or --ids: no game matches; with --strict: a game could not be read to its end"),
    ("2", "Wrong usage, or an input or output that could not be read or written"),
    ("130", "Interrupted; nothing is written"),
];
