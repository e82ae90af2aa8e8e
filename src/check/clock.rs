//! Clock times in comments against the time control.

use std::ops::Range;

use crate::pgn::Token;
use crate::replay::Line;

/// Reads `[%clk h:mm:ss]` and remembers what each side had left.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    /// Seconds that a move gives; `None` if the time control does not say, then nothing is compared.
    increment: Option<u32>,
    /// What each side had at its last move, in seconds, White first.
    left: [Option<u32>; 2],
}

/// A clock that rose too much; seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rise {
    pub(crate) before: u32,
    pub(crate) now: u32,
    pub(crate) increment: u32,
}

impl Clocks {
    /// For a game with this time control (PGN section 9.6.1). Only a single period with or without increment can
    /// be judged: later periods add time at moves that the tag does not tell apart.
    pub(crate) fn new(time_control: Option<&[u8]>) -> Clocks {
        Clocks { increment: time_control.and_then(single_period), left: [None; 2] }
    }

    /// Compares the clocks in the comments of the main line, which has its tokens before `until`; `found` is called
    /// with the comment's place in the game, the ply before it, and the rise.
    ///
    /// A walk of its own: in the replay loop, which knows the ply without counting, it cost twice as much.
    pub(crate) fn compare(
        &mut self,
        game: &[u8],
        tokens: &[Token],
        line: &Line,
        until: usize,
        mut found: impl FnMut(Range<usize>, u32, Rise),
    ) {
        if self.increment.is_none() {
            return;
        }
        let mut plies = 0;
        let mut next_move = line.token(0).unwrap_or(usize::MAX);
        let mut depth = 0u32;
        for (index, token) in tokens.iter().enumerate().take(until) {
            let place = token.start as usize..token.end as usize;
            match game.get(place.start) {
                Some(b'{' | b';') if depth == 0 && plies > 0 => {
                    let comment = game.get(place.clone()).unwrap_or_default();
                    if let Some(rise) = self.comment(comment, plies as u32) {
                        found(place, plies as u32, rise);
                    }
                }
                Some(b'(') if place.len() == 1 => depth += 1,
                Some(b')') => depth = depth.saturating_sub(1),
                // One token may hold several moves.
                _ => {
                    while next_move <= index {
                        plies += 1;
                        next_move = line.token(plies).unwrap_or(usize::MAX);
                    }
                }
            }
        }
    }

    /// A comment behind the move `ply` (1-based), with its delimiters.
    #[inline(always)]
    fn comment(&mut self, comment: &[u8], ply: u32) -> Option<Rise> {
        let increment = self.increment?;
        let now = clock(comment)?;
        let left = self.left.get_mut(1 - (ply & 1) as usize)?;
        let before = left.replace(now)?;
        // Displayed seconds are rounded: one more is no rise.
        (now > before.saturating_add(increment).saturating_add(1)).then_some(Rise { before, now, increment })
    }
}

/// The increment of `seconds` or `seconds+increment`.
fn single_period(value: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(value).ok()?;
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    base.parse::<u32>().ok()?;
    increment.parse().ok()
}

/// The seconds of the clock command in a comment.
#[inline(always)]
fn clock(comment: &[u8]) -> Option<u32> {
    usual_clock(comment).or_else(|| other_clock(comment))
}

/// `{ [%clk h:mm:ss]` as servers write it, perhaps behind `[%eval 0.13] `: a few words to compare, no loop.
#[inline(always)]
fn usual_clock(comment: &[u8]) -> Option<u32> {
    let head = word(comment, 0)?;
    let value = if head == WORD_CLOCK {
        8
    } else if head == WORD_EVAL {
        // The first `]` of the eight bytes behind the blank: a byte that is none borrows nothing before it.
        let differs = word(comment, 9)? ^ 0x5D5D_5D5D_5D5D_5D5D;
        let zero = differs.wrapping_sub(0x0101_0101_0101_0101) & !differs & 0x8080_8080_8080_8080;
        let end = 9 + zero.trailing_zeros() as usize / 8;
        if word(comment, end)? != WORD_CLOCK_BEHIND {
            return None;
        }
        end + 8
    } else {
        return None;
    };
    // Where a digit belongs its value is left, where a sign belongs zero.
    let digits = word(comment, value)? ^ u64::from_le_bytes(*b"0:00:00]");
    let too_much = digits.wrapping_add(0x7F76_767F_7676_7F76) | digits;
    if too_much & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    // Tens and units of minutes and seconds become one byte each, the third and the sixth.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let (h, m, s) = (digits as u8, (pairs >> 16) as u8, (pairs >> 40) as u8);
    Some(u32::from(h) * 3600 + u32::from(m) * 60 + u32::from(s))
}

const WORD_CLOCK: u64 = u64::from_le_bytes(*b"{ [%clk ");
const WORD_EVAL: u64 = u64::from_le_bytes(*b"{ [%eval");
const WORD_CLOCK_BEHIND: u64 = u64::from_le_bytes(*b"] [%clk ");

/// Eight bytes from `at`.
#[inline(always)]
fn word(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..at + 8).and_then(|word| word.first_chunk::<8>()).map(|word| u64::from_le_bytes(*word))
}

/// A clock anywhere in a comment, in any form.
#[inline(never)]
fn other_clock(comment: &[u8]) -> Option<u32> {
    odd_clock(comment.get(memchr::memmem::find(comment, b"[%clk ")? + 6..)?)
}

/// A clock of any length, perhaps with fractions.
fn odd_clock(value: &[u8]) -> Option<u32> {
    let mut seconds = 0u32;
    let mut part = 0u32;
    for &byte in value {
        match byte {
            b'0'..=b'9' => part = part.saturating_mul(10).saturating_add(u32::from(byte - b'0')),
            b':' => {
                seconds = seconds.saturating_add(part).saturating_mul(60);
                part = 0;
            }
            b']' | b'.' | b',' => return Some(seconds.saturating_add(part)),
            b' ' => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_may_rise_by_the_increment_only() {
        let mut clocks = Clocks::new(Some(b"300+3"));
        assert_eq!(clocks.comment(b"{ [%clk 0:05:00] }", 1), None);
        assert_eq!(clocks.comment(b"{[%clk 0:05:00.9]}", 2), None);
        assert_eq!(clocks.comment(b"{ [%eval 0.1] [%clk 0:05:03] }", 3), None);
        let rise = Rise { before: 303, now: 400, increment: 3 };
        assert_eq!(clocks.comment(b"{ [%clk 0:06:40] }", 5), Some(rise));
    }

    #[test]
    fn the_usual_clock_is_read_like_any_other() {
        for (text, seconds) in [("0:05:00", 300), ("9:59:59", 35_999), ("1:00:09", 3_609)] {
            let comment = format!("{{ [%clk {text}] }}");
            assert_eq!(usual_clock(comment.as_bytes()), Some(seconds));
            assert_eq!(other_clock(comment.as_bytes()), Some(seconds));
            for eval in ["0.13", "#-3", "-12.5", ""] {
                let comment = format!("{{ [%eval {eval}] [%clk {text}] }}");
                assert_eq!(usual_clock(comment.as_bytes()), Some(seconds), "{comment}");
            }
        }
        for odd in [
            "{ [%clk 0:05:0:] }",
            "{ [%clk 0:05:00.1] }",
            "{ [%clk 00:05:00] }",
            "{ [%clk 0;05:00] }",
            "{ [%eval 0.1234567] [%clk 0:05:00] }",
        ] {
            assert_eq!(usual_clock(odd.as_bytes()), None, "{odd}");
        }
        assert_eq!(clock(b"{ [%clk 00:05:00] }"), Some(300));
    }

    #[test]
    fn without_a_single_period_nothing_is_said() {
        for control in [None, Some(&b"40/7200:3600"[..]), Some(b"?"), Some(b"5 min")] {
            let mut clocks = Clocks::new(control);
            assert_eq!(clocks.comment(b"{[%clk 0:01:00]}", 1), None);
            assert_eq!(clocks.comment(b"{[%clk 9:01:00]}", 3), None);
        }
    }
}
