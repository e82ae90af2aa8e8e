//! What a comment says in commands: the clock (`[%clk 1:02:03]`) and the evaluation (`[%eval 0.31]`).
//!
//! The text of the comment stays as it is; these values are there besides, for whoever wants to calculate.

/// Time left on a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock<'c> {
    /// Whole seconds.
    pub seconds: u64,
    /// The digits behind the decimal point; empty if there is none.
    pub fraction: &'c str,
}

/// An evaluation from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Hundredths of a pawn.
    Cp(i64),
    /// Moves to mate, negative if Black mates.
    Mate(i64),
}

/// The value of the first command with this name: the text between `[%name ` and `]`.
fn command<'c>(comment: &'c str, name: &str) -> Option<&'c str> {
    let mut rest = comment;
    while let Some((_, behind)) = rest.split_once("[%") {
        if let Some(value) = behind.strip_prefix(name)
            && value.starts_with(|c: char| c.is_ascii_whitespace())
        {
            return value.split_once(']').map(|(value, _)| value.trim_ascii());
        }
        rest = behind;
    }
    None
}

/// Does a comment seem to tell the time: that on the clock, or that which was taken for a move?
pub fn has_clock(comment: &str) -> bool {
    comment.contains("[%clk") || comment.contains("[%emt")
}

/// The clock in a comment: `h:mm:ss`, `mm:ss` or `ss`, with or without a fraction of a second.
pub fn clock(comment: &str) -> Option<Clock<'_>> {
    let value = command(comment, "clk")?;
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) || fraction.len() > 9 {
        return None;
    }
    let mut seconds = 0u64;
    for (parts, part) in whole.split(':').enumerate() {
        let is_number = !part.is_empty() && part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || parts == 3 {
            return None;
        }
        seconds = seconds * 60 + part.parse::<u64>().ok()?;
    }
    Some(Clock { seconds, fraction })
}

/// The evaluation in a comment: pawns (`-0.25`) or moves to mate (`#-3`), a search depth behind a comma left aside.
pub fn eval(comment: &str) -> Option<Eval> {
    let value = command(comment, "eval")?;
    let value = value.split(',').next().unwrap_or_default().trim_ascii();
    match value.strip_prefix('#') {
        Some(moves) => signed(moves, 0).map(Eval::Mate),
        None => signed(value, 2).map(Eval::Cp),
    }
}

/// Reads a decimal number as a whole one of units of `10^-places`; what is behind the last place is rounded.
fn signed(text: &str, places: usize) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let is_number = whole.bytes().all(is_digit) && fraction.bytes().all(is_digit);
    if !is_number
        || whole.len() + fraction.len() == 0
        || whole.len() > 9
        || places == 0 && digits.contains('.')
    {
        return None;
    }
    let mut number = if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? };
    let mut behind = fraction.bytes().map(|byte| i64::from(byte - b'0'));
    for _ in 0..places {
        number = number * 10 + behind.next().unwrap_or(0);
    }
    number += i64::from(behind.next().is_some_and(|digit| digit >= 5));
    Some(if text.starts_with('-') { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_seconds() {
        let read = |text| clock(text).map(|clock| (clock.seconds, clock.fraction));
        assert_eq!(read("[%clk 1:02:03]"), Some((3723, "")));
        assert_eq!(read("good [%eval 0.3] [%clk 0:00:09.7] move"), Some((9, "7")));
        assert_eq!(read("[%clk 05:00]"), Some((300, "")));
        for odd in
            ["[%clk]", "[%clk x]", "[%clk 1:2:3:4]", "[%clk 1::3]", "[%clk 1:02:03", "[%clkx 1]", "clk 1"]
        {
            assert_eq!(read(odd), None, "{odd}");
        }
    }

    #[test]
    fn evaluations_are_hundredths_of_a_pawn_or_moves_to_mate() {
        for (text, expected) in [
            ("[%eval 0.31]", Some(Eval::Cp(31))),
            ("[%eval -12.5,20]", Some(Eval::Cp(-1250))),
            ("[%eval 3]", Some(Eval::Cp(300))),
            ("[%eval .125]", Some(Eval::Cp(13))),
            ("[%eval #-3,24]", Some(Eval::Mate(-3))),
            ("[%eval #4]", Some(Eval::Mate(4))),
            ("[%eval #1.5]", None),
            ("[%eval -]", None),
            ("[%eval e]", None),
            ("[%csl Ga1]", None),
        ] {
            assert_eq!(eval(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_comment_is_answered(text in "(\\[%(clk|eval) )?[-#0-9:.,\\] x]{0,30}") {
            let _ = (clock(&text), eval(&text));
        }
    }
}
