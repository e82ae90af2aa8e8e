//! The manual of the filter language: every term, what it means, and examples that a test runs through the parser.

/// A group of terms.
#[derive(Debug)]
pub struct Section {
    /// Heading in capitals.
    pub title: &'static str,
    /// What they have in common.
    pub about: &'static str,
    /// The terms.
    pub entries: &'static [Entry],
}

/// A term.
#[derive(Debug)]
pub struct Entry {
    /// As it is written; what is in brackets may be left out, what is in capitals is filled in.
    pub term: &'static str,
    /// What it means.
    pub what: &'static str,
    /// Expressions with it.
    pub examples: &'static [&'static str],
}

const fn entry(term: &'static str, what: &'static str, examples: &'static [&'static str]) -> Entry {
    Entry { term, what, examples }
}

/// What is said before the terms.
pub const INTRODUCTION: &[&str] = &[
    "An expression selects games. Terms are joined by `and`, `or`, `not` and parentheses; `not` binds closer than \
     `and`, `and` closer than `or`, and `for N plies` closer than all of them. Keywords are read in capitals or \
     small letters.",
    "There are two kinds of terms. Those about the game (its tags, what happened in it, its text) hold at every ply \
     of a game or at none. Those about a position or a move hold at single plies: ply 0 is the start position, ply \
     n the position after n moves of the main line, together with the move that led to it. A game matches if there \
     is a ply at which the whole expression holds. So two terms about positions that are joined by `and` have to \
     hold at the same ply, and `not Nf5` finds games with a ply at which no white knight stands on f5; that there \
     is none in the whole game is `not somewhere (Nf5)`.",
    "Texts with blanks or signs stand in double or single quotation marks, in which a backslash stands before a \
     quotation mark or backslash. What is not known is never a match: a game without a rating is neither found by \
     `elo >= 2000` nor by `elo < 2000` nor by `elo != 2000`, but by `not elo >= 2000`.",
];

/// All terms.
pub const SECTIONS: &[Section] = &[
    Section {
        title: "TAGS",
        about: "Texts are compared with = and != (the whole text), : (whole words in it), ~ and !~ (a regular \
                expression between slashes, in the syntax of the Rust crate regex). Capitals never count, in any \
                script. Numbers, dates and codes are compared with =, !=, <, <=, >, >= and in A..B, both ends \
                included. Where a game has two values, one of them is enough; for != and !~ both have to pass.",
        entries: &[
            entry(
                "white, black, player",
                "The name of a player; player is either of them.",
                &[
                    "white = \"Carlsen, M\"",
                    "player ~ /^carlsen\\b/",
                    "black : Tal and white !~ /^(karpov|kasparov)/",
                ],
            ),
            entry(
                "event, site, round",
                "Where and when in a tournament. A round is compared as a number with <, <=, >, >= and in.",
                &["event : \"Tata Steel\"", "site = Hastings and round >= 3"],
            ),
            entry(
                "elo, white.elo, black.elo",
                "A rating; elo is that of either player.",
                &["elo >= 2600", "white.elo in 2000..2199 and black.elo > 2400"],
            ),
            entry("elodiff", "White's rating less Black's.", &["elodiff <= -300 and result = 1-0"]),
            entry(
                "date, eventdate",
                "A year, month or day: 1914, 1914.08, 1914.08.01. A date of which parts are unknown matches only if \
                 every day that it may mean does.",
                &["date in 1990..1999", "date < 1914.08", "eventdate = 2024"],
            ),
            entry(
                "eco",
                "The code of the tag ECO or, where it is missing, of the opening on the board. A code of fewer \
                 letters is all that begin so.",
                &["eco in C60..C99", "eco = B9", "eco != C"],
            ),
            entry(
                "opening",
                "The name of the opening that the moves lead to, by position. The usual English and German names of \
                 an opening are known.",
                &["opening : Spanish", "opening : \"Najdorf Variation\"", "opening = Sizilianisch"],
            ),
            entry(
                "result",
                "1-0, 0-1, 1/2-1/2 (or draw), *, 0-0, 1/2-0, 0-1/2.",
                &["result = 1-0", "result != draw"],
            ),
            entry("plies", "The length of the main line in plies.", &["plies < 50", "plies in 1..20"]),
            entry(
                "tag.NAME",
                "Any tag. It is compared as a text, or with <, <=, >, >= and in as the number that it begins with.",
                &["tag.Annotator : Tarrasch", "tag.TimeControl in 180..300"],
            ),
            entry(
                "variant",
                "The tag Variant; alone: it names another game than chess or Chess960.",
                &["variant = Atomic", "not variant"],
            ),
        ],
    },
    Section {
        title: "POSITIONS",
        about: "These hold at plies. Two positions are the same if the pieces, the side to move, the castling rights \
                and the legal captures en passant are (FIDE Laws 9.2).",
        entries: &[
            entry(
                "fen \"FEN\"",
                "Exactly this position. Clocks do not count and may be left out.",
                &["fen \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\""],
            ),
            entry(
                "board \"PIECES\"",
                "These pieces on these squares, whoever is to move.",
                &["board \"8/8/4k3/8/8/4K3/4P3/8\""],
            ),
            entry(
                "after \"MOVES\"",
                "The position after these moves, however a game came to it. Any notation, English or German letters \
                 or figurines.",
                &["after \"1. e4 c5 2. Nf3\"", "after \"1. d4 Sf6 2. c4 e6 3. Sc3 Lb4\""],
            ),
            entry(
                "key 0xHEX",
                "The 64-bit key of a position, as Polyglot computes it but en passant only if legal.",
                &["key 0x463b96181691fc9c"],
            ),
            entry(
                "ply",
                "How many plies have been played.",
                &["ply in 20..40 and Nf5", "ply <= 10 and move \"Qxf7\""],
            ),
            entry(
                "pattern \"BOARD\" [flip] [mirror] [shift]",
                "Ranks from the eighth to the first as in a FEN: a letter is that piece, A any white and a any black \
                 piece, * any piece, . an empty square, ? anything, [RQ.] one of several; a digit is so many squares \
                 that are not tested. flip: also with colours exchanged and the board turned; mirror: also with left \
                 and right exchanged; shift: anywhere on the board.",
                &[
                    "pattern \"8/8/p7/8/8/1B3N2/8/8\"",
                    "pattern \"8/8/8/8/8/8/5PPP/4r1K1\" flip mirror",
                    "pattern \"8/8/8/8/8/8/[RQ]k6/8\" shift",
                ],
            ),
            entry(
                "pawns \"BOARD\"",
                "Exactly this pawn structure of both sides.",
                &["pawns \"8/pp3ppp/4p3/8/3P4/8/PP3PPP/8\""],
            ),
            entry(
                "PIECE and square",
                "A piece on a square: capital letters are White's, small ones Black's; A and a are any.",
                &["Nf5", "Bb3 and Nf3 and pa6", "Ae5 or ae4"],
            ),
        ],
    },
    Section {
        title: "MATERIAL",
        about: "These hold at plies.",
        entries: &[
            entry(
                "[material] [either] \"LETTERS\"",
                "Just these pieces, capitals White's. Behind a letter + is one or more, * any number, {2..3} so many. \
                 Kings may be left out; either: also with the colours exchanged. The keyword material is needed \
                 unless either stands there.",
                &["material \"KRPkr\"", "either KRPkr for 6 plies", "material \"KR+P*kr\""],
            ),
            entry(
                "[material] up LETTERS, LETTERS vs LETTERS",
                "A difference, the rest being equal: M is a minor piece, up exchange a rook for a minor piece. any \
                 pawns leaves the pawns out; by white, by black says who.",
                &["up exchange", "Q vs RR any pawns", "material \"up P by white\" for 10 plies"],
            ),
            entry(
                "[material] opposite bishops",
                "One bishop each, on squares of different colours.",
                &["opposite bishops and ply > 60"],
            ),
            entry(
                "balance",
                "White's material less Black's in pawns: queen 9, rook 5, minor pieces 3.",
                &["balance <= -3 for 6 plies and result = 1-0"],
            ),
            entry(
                "count([white|black] LETTERS)",
                "How many of these pieces there are, of both sides or of one.",
                &["count(n) >= 5", "count(white q) >= 2", "count(qr) = 0"],
            ),
        ],
    },
    Section {
        title: "STRUCTURE AND TACTICS",
        about: "These hold at plies.",
        entries: &[
            entry(
                "check [double|discovered] [by white|black]",
                "The side to move is in check, by two pieces, or by one that did not move.",
                &["check double", "check discovered by black"],
            ),
            entry(
                "pinned [LETTER] [of|by white|black]",
                "A piece is pinned to its king.",
                &["pinned q", "pinned n of black"],
            ),
            entry(
                "passed, doubled, isolated [of white|black] [>= N]",
                "A side has such pawns.",
                &["passed of white >= 3", "isolated and doubled"],
            ),
            entry(
                "opposition [direct|distant|diagonal] [of white|black]",
                "The kings face each other.",
                &["opposition and material \"KPk\""],
            ),
        ],
    },
    Section {
        title: "MOVES",
        about: "These hold at the plies to which the moves lead.",
        entries: &[
            entry(
                "move \"SAN\" [WORDS], move WORDS",
                "A move as in SAN with English letters; * is any piece or any target. x, +, # and a promotion are \
                 demanded where they stand, else free. In words: by white|black, by piece n, from e2, to f7, \
                 captures [q], promotes [n], en passant, castles [short|long], gives check, mates.",
                &[
                    "move \"Nxf7\"",
                    "move \"e8=N\"",
                    "move \"*xh7+\"",
                    "move \"O-O-O\" by black",
                    "move by piece k captures q",
                    "move en passant mates",
                ],
            ),
            entry(
                "sequence (A, B, ...) [within N]",
                "A, later B, and so on; at most N plies from the first to the last. Holds at the ply of the last.",
                &["sequence (move \"Bxh7+\", move \"Ng5+\", move \"Qh5\") within 6"],
            ),
            entry(
                "streak N (A), A for N plies",
                "A at N plies in a row. Holds at the last of them.",
                &["streak 5 (move \"*x*\")", "count(n) >= 5 for 4 plies"],
            ),
            entry(
                "somewhere (A)",
                "A holds at some ply: with it different plies are joined.",
                &["somewhere (Nf5) and not somewhere (check)"],
            ),
            entry(
                "variation (A)",
                "A holds at a position of a variation, at whatever depth, plies being counted along the moves that lead \
                 there. A store finds positions in variations fast if it was made with --index-variations.",
                &["variation (after \"1. e4 e5 2. f4\")", "variation (mate)"],
            ),
        ],
    },
    Section {
        title: "EVENTS",
        about: "These are about the whole game.",
        entries: &[
            entry(
                "repetition [>= N], repetition at end, threefold, fivefold",
                "Some position was there N times (3 if not said); the last one was there three times.",
                &["repetition >= 3", "repetition at end and result = 1-0", "fivefold"],
            ),
            entry(
                "perpetual [by white|black]",
                "A repetition in which every move of one side gives check.",
                &["perpetual by black"],
            ),
            entry(
                "fifty, seventyfive",
                "So many moves without pawn move or capture.",
                &["fifty and not seventyfive"],
            ),
            entry(
                "dead, stalemate",
                "The last position: nobody can mate with what is left; stalemate.",
                &["dead or stalemate"],
            ),
            entry(
                "mate [NAME|...] [by white|black]",
                "The last position is mate: smothered, back-rank, epaulette, arabian, anastasia, two-bishops, \
                 scholars, fools.",
                &["mate", "mate smothered|back-rank", "mate scholars by white"],
            ),
            entry(
                "promotion, underpromotion [n|b|r|q] [on SQUARE] [by white|black]",
                "A pawn became a piece; anything but a queen.",
                &["underpromotion", "underpromotion n on h1 by black", "promotion q and not underpromotion"],
            ),
            entry(
                "castling [short|long|opposite] [by white|black]",
                "Somebody castled; opposite: one side short, the other long.",
                &["castling opposite", "not castling by white"],
            ),
            entry(
                "castling in 960",
                "Somebody castled in a game from another arrangement than the classic one.",
                &["castling in 960 and castling short"],
            ),
            entry("en-passant [by white|black]", "A pawn was taken en passant.", &["en-passant by white"]),
            entry(
                "claimable [by white|black]",
                "A draw by repetition or fifty moves could have been claimed, also with the next move, and was not.",
                &["claimable by black and result = 1-0"],
            ),
            entry(
                "ending",
                "How it ended: mate, stalemate, agreement, resignation, time, no-show, rules-infraction, repetition, \
                 fifty, dead, adjudication, adjourned, unterminated, unknown.",
                &["ending = time", "ending != unknown"],
            ),
            entry(
                "chess960, chess960 pattern \"RANK\", chess960 double",
                "A game of Chess960; with this number; with a back rank like this (? any piece, * the rest); with \
                 different arrangements of the sides.",
                &[
                    "chess960",
                    "chess960 = 518",
                    "chess960 in 0..99",
                    "chess960 pattern \"RNB*\"",
                    "chess960 double",
                ],
            ),
            entry(
                "start",
                "The Chess960 number of the start position, whatever the tags say.",
                &["start != 518"],
            ),
            entry("illegal", "The main line could not be read to its end.", &["illegal and not variant"]),
        ],
    },
    Section {
        title: "TEXT",
        about: "These are about the whole game.",
        entries: &[
            entry(
                "comment",
                "A comment, in variations too.",
                &["comment ~ /blunder|fehler/", "comment : zugzwang"],
            ),
            entry("nag", "A numeric annotation glyph, in variations too.", &["nag = 3", "nag in 16..19"]),
            entry(
                "clock [by white|black]",
                "A clock of the main line: s, m or h behind the number, seconds if there is nothing.",
                &["clock < 10s", "clock > 1.5h by black"],
            ),
            entry(
                "eval drop [by white|black]",
                "A move of the main line made the evaluation so many pawns worse for who made it.",
                &["eval drop > 3", "eval drop >= 1.5 by white"],
            ),
            entry(
                "has variations|comments|clocks|evals|nags",
                "There are such things.",
                &["has variations and not has comments"],
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::lang::UiLang;
    use crate::query::Expr;
    use crate::query::expr::NAMES;

    #[test]
    fn every_example_is_read_and_written_alike() {
        let entries = SECTIONS.iter().flat_map(|section| section.entries);
        for example in entries.flat_map(|entry| entry.examples) {
            let expr =
                Expr::parse(example).unwrap_or_else(|error| panic!("{}", error.render(example, UiLang::En)));
            assert_eq!(Expr::parse(&expr.to_string()), Ok(expr), "{example}");
        }
    }

    #[test]
    fn every_name_of_the_language_is_in_the_manual() {
        let mut words: Vec<String> = Vec::new();
        for text in
            SECTIONS.iter().flat_map(|s| s.entries).map(|e| e.term).chain(INTRODUCTION.iter().copied())
        {
            let ends = |c: char| c.is_whitespace() || "()[]|,;`\"".contains(c);
            words.extend(text.split(ends).map(str::to_ascii_lowercase));
        }
        for name in NAMES {
            assert!(words.iter().any(|word| word == name), "{name}");
        }
        assert!(SECTIONS.iter().flat_map(|section| section.entries).all(|entry| !entry.examples.is_empty()));
    }
}
