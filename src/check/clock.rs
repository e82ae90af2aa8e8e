//! Clock times in comments against the time control.

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

    /// A comment behind the move `ply` (1-based), with its delimiters.
    #[inline]
    pub(crate) fn comment(&mut self, comment: &[u8], ply: u32) -> Option<Rise> {
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
#[inline]
fn clock(comment: &[u8]) -> Option<u32> {
    usual_clock(comment).or_else(|| other_clock(comment))
}

/// `{ [%clk h:mm:ss]` and nothing else before it, as servers write it: two words to compare, no loop.
#[inline(always)]
fn usual_clock(comment: &[u8]) -> Option<u32> {
    let (head, rest) = comment.split_first_chunk::<8>()?;
    let value = rest.first_chunk::<8>()?;
    // Where a digit belongs its value is left, where a sign belongs zero.
    let digits = u64::from_le_bytes(*value) ^ u64::from_le_bytes(*b"0:00:00]");
    let too_much = digits.wrapping_add(0x7F76_767F_7676_7F76) | digits;
    if head != b"{ [%clk " || too_much & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let [h, _, m1, m0, _, s1, s0, _] = digits.to_le_bytes().map(u32::from);
    Some(h * 3600 + (m1 * 10 + m0) * 60 + s1 * 10 + s0)
}

#[inline(never)]
fn other_clock(comment: &[u8]) -> Option<u32> {
    let mut rest = comment.get(1..)?.trim_ascii_start();
    // Behind an evaluation, most often.
    if rest.starts_with(b"[%eval ") {
        rest = rest.get(memchr::memchr(b']', rest)? + 1..)?.trim_ascii_start();
    }
    match rest {
        [b'[', b'%', b'c', b'l', b'k', b' ', value @ ..] => match value {
            [h, b':', m1, m0, b':', s1, s0, b']', ..] => {
                let digit = |b: &u8| u32::from(b.wrapping_sub(b'0'));
                let all = [digit(h), digit(m1), digit(m0), digit(s1), digit(s0)];
                let seconds = all[0] * 3600 + (all[1] * 10 + all[2]) * 60 + all[3] * 10 + all[4];
                all.iter().all(|digit| *digit < 10).then_some(seconds)
            }
            value => odd_clock(value),
        },
        // Anywhere else.
        _ => odd_clock(comment.get(memchr::memmem::find(comment, b"[%clk ")? + 6..)?),
    }
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
        }
        for odd in ["{ [%clk 0:05:0:] }", "{ [%clk 0:05:00.1] }", "{ [%clk 00:05:00] }", "{ [%clk 0;05:00] }"]
        {
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
