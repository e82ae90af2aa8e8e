//! Results as people write them: `1-0`, `1:0`, `½–½`, `remis`, `+:-`, `0-0` and the rest of the family.

use crate::chess::{Color, Position};

/// How a game was scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, unknown, adjourned.
    Unfinished,
    /// `0-0`: an arbiter scored it lost for both.
    BothLost,
    /// `½-0`: half a point for White, none for Black.
    HalfZero,
    /// `0-½`: none for White, half a point for Black.
    ZeroHalf,
}

impl GameResult {
    /// The result that mate or stalemate gives; unfinished, if there is a legal move.
    pub fn on_board(position: &Position) -> GameResult {
        match (position.has_legal_move(), position.in_check(), position.turn()) {
            (true, ..) => GameResult::Unfinished,
            (false, false, _) => GameResult::Draw,
            (false, true, Color::White) => GameResult::BlackWins,
            (false, true, Color::Black) => GameResult::WhiteWins,
        }
    }

    /// The marker of the PGN export format; what that format cannot say is `*`.
    pub const fn export(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            _ => "*",
        }
    }

    /// The score itself, also where the export format has no marker for it.
    pub const fn score(self) -> &'static str {
        match self {
            GameResult::BothLost => "0-0",
            GameResult::HalfZero => "1/2-0",
            GameResult::ZeroHalf => "0-1/2",
            _ => self.export(),
        }
    }

    /// One of the four results that the export format has a marker for.
    pub const fn is_exportable(self) -> bool {
        matches!(
            self,
            GameResult::WhiteWins | GameResult::BlackWins | GameResult::Draw | GameResult::Unfinished
        )
    }
}

/// A result that was read, and how it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadResult {
    /// The score.
    pub result: GameResult,
    /// Written with plus and minus: somebody did not appear.
    pub forfeit: bool,
    /// Exactly as the export format writes it.
    pub canonical: bool,
    /// After a move the same characters are a judgement of the position (`+-`, `+/-`) or castling (`0-0`);
    /// whoever knows the moves decides.
    pub doubtful_after_move: bool,
}

/// What one side got.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    One,
    Half,
    Zero,
    Plus,
    Minus,
}

/// Reads a whole token as a result; blanks around it and around its sign do not count.
#[inline]
pub fn parse(token: &[u8]) -> Option<ReadResult> {
    let result = match token {
        b"1-0" => GameResult::WhiteWins,
        b"0-1" => GameResult::BlackWins,
        b"1/2-1/2" => GameResult::Draw,
        b"*" => GameResult::Unfinished,
        _ => return parse_loose(token),
    };
    Some(ReadResult { result, forfeit: false, canonical: true, doubtful_after_move: false })
}

fn parse_loose(token: &[u8]) -> Option<ReadResult> {
    let text = token.trim_ascii();
    if text.len() != token.len()
        && let Some(read) = parse(text)
    {
        return Some(ReadResult { canonical: false, ..read });
    }
    let loose = |result, forfeit, doubtful_after_move| {
        Some(ReadResult { result, forfeit, canonical: false, doubtful_after_move })
    };
    if text.eq_ignore_ascii_case(b"remis") {
        return loose(GameResult::Draw, false, false);
    }
    if matches!(text, b"+-" | b"-+") {
        let winner = if text == b"+-" { GameResult::WhiteWins } else { GameResult::BlackWins };
        return loose(winner, true, true);
    }
    let (white, rest) = score(text)?;
    let rest = rest.trim_ascii_start();
    if rest.is_empty() {
        // `1/2` alone is a draw; no other score stands alone.
        return if white == Score::Half { loose(GameResult::Draw, false, false) } else { None };
    }
    let (sign, rest) = sign(rest)?;
    let (black, rest) = score(rest.trim_ascii_start())?;
    if !rest.is_empty() {
        return None;
    }
    let forfeit = matches!(white, Score::Plus | Score::Minus);
    // A slash stands between plus and minus only, and there a hyphen would be a third sign.
    let fits = match sign {
        Sign::Colon => true,
        Sign::Slash => forfeit,
        Sign::Hyphen => !forfeit,
    };
    if !fits {
        return None;
    }
    match (white, black) {
        (Score::One, Score::Zero) => loose(GameResult::WhiteWins, false, false),
        (Score::Zero, Score::One) => loose(GameResult::BlackWins, false, false),
        (Score::Half, Score::Half) => loose(GameResult::Draw, false, false),
        (Score::Half, Score::Zero) => loose(GameResult::HalfZero, false, false),
        (Score::Zero, Score::Half) => loose(GameResult::ZeroHalf, false, false),
        (Score::Zero, Score::Zero) => loose(GameResult::BothLost, false, sign == Sign::Hyphen),
        (Score::Plus, Score::Minus) => loose(GameResult::WhiteWins, true, sign == Sign::Slash),
        (Score::Minus, Score::Plus) => loose(GameResult::BlackWins, true, sign == Sign::Slash),
        (Score::Minus, Score::Minus) => loose(GameResult::BothLost, true, false),
        _ => None,
    }
}

fn score(text: &[u8]) -> Option<(Score, &[u8])> {
    let forms: [(&[u8], Score); 7] = [
        (b"1/2", Score::Half),
        ("½".as_bytes(), Score::Half),
        (b"0,5", Score::Half),
        (b"0.5", Score::Half),
        (b"1", Score::One),
        (b"0", Score::Zero),
        (b"+", Score::Plus),
    ];
    let found = forms.into_iter().find_map(|(form, score)| Some((score, text.strip_prefix(form)?)));
    found.or_else(|| hyphen(text).map(|rest| (Score::Minus, rest)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Hyphen,
    Colon,
    Slash,
}

fn sign(text: &[u8]) -> Option<(Sign, &[u8])> {
    match text {
        [b':', rest @ ..] => Some((Sign::Colon, rest)),
        [b'/', rest @ ..] => Some((Sign::Slash, rest)),
        _ => hyphen(text).map(|rest| (Sign::Hyphen, rest)),
    }
}

/// The text behind a hyphen: `-`, U+2010 to U+2014, or the minus sign U+2212.
fn hyphen(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'-', rest @ ..] | [0xE2, 0x80, 0x90..=0x94, rest @ ..] | [0xE2, 0x88, 0x92, rest @ ..] => {
            Some(rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<GameResult> {
        parse(text.as_bytes()).map(|r| r.result)
    }

    #[test]
    fn the_four_export_forms_are_canonical() {
        for text in ["1-0", "0-1", "1/2-1/2", "*"] {
            let read = parse(text.as_bytes()).expect("a result");
            assert!(read.canonical && !read.forfeit && !read.doubtful_after_move);
            assert_eq!(read.result.export(), text);
        }
    }

    #[test]
    fn every_spelling_of_the_list_is_read() {
        use GameResult::{BlackWins, BothLost, Draw, HalfZero, WhiteWins, ZeroHalf};
        for (text, result) in [
            ("1:0", WhiteWins),
            ("0:1", BlackWins),
            ("1–0", WhiteWins),
            ("0—1", BlackWins),
            ("1−0", WhiteWins),
            ("1 - 0", WhiteWins),
            (" 1-0 ", WhiteWins),
            ("½-½", Draw),
            ("½–½", Draw),
            ("½:½", Draw),
            ("½", Draw),
            ("1/2", Draw),
            ("1/2:1/2", Draw),
            ("1/2‑1/2", Draw),
            ("0,5:0,5", Draw),
            ("0.5-0.5", Draw),
            ("remis", Draw),
            ("Remis", Draw),
            ("0-0", BothLost),
            ("0:0", BothLost),
            ("-:-", BothLost),
            ("½-0", HalfZero),
            ("0-½", ZeroHalf),
            ("1/2-0", HalfZero),
            ("+:-", WhiteWins),
            ("-:+", BlackWins),
            ("+/-", WhiteWins),
            ("-/+", BlackWins),
            ("+-", WhiteWins),
            ("-+", BlackWins),
            ("+:–", WhiteWins),
        ] {
            let found = parse(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.result, result, "{text}");
            assert!(!found.canonical, "{text}");
            assert_eq!(found.forfeit, text.contains('+') || text == "-:-", "{text}");
        }
    }

    #[test]
    fn what_may_be_something_else_after_a_move_says_so() {
        for (text, doubtful) in [("0-0", true), ("0:0", false), ("+-", true), ("+/-", true), ("+:-", false)] {
            assert_eq!(parse(text.as_bytes()).map(|r| r.doubtful_after_move), Some(doubtful), "{text}");
        }
    }

    #[test]
    fn other_tokens_are_no_results() {
        for text in [
            "", "1", "0", "1-", "-0", "1-1", "1/0", "1/2/1/2", "0-0-0", "1-00", "+", "-", "--", "+--", "e4",
            "1.", "½-1", "+:+", "**", "=", "1/2-", "½½",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_answered(token in proptest::collection::vec(any::<u8>(), 0..12)) {
            let _ = parse(&token);
        }
    }
}
