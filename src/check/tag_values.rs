//! What the values of well-known tags may look like (PGN standard, 8.1 and 9), and what people write instead.

use std::borrow::Cow;

/// `A00`..`E99`, perhaps with a sub-code behind a slash, or `?` or `-` for unknown.
pub(crate) fn is_eco(value: &[u8]) -> bool {
    match value {
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'] | b"?" | b"-" => true,
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', b'/', rest @ ..] => {
            !rest.is_empty() && rest.iter().all(u8::is_ascii_graphic)
        }
        _ => false,
    }
}

/// What is wrong with a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloFault {
    /// The value is empty.
    Empty,
    /// A number no rating has (more than four digits).
    Implausible,
    /// Not a number, `-` or `?`.
    NotANumber,
}

/// A rating: a number, `-` or `?`.
pub(crate) fn check_elo(value: &[u8]) -> Result<(), EloFault> {
    match value {
        [] => Err(EloFault::Empty),
        b"-" | b"?" => Ok(()),
        _ if !value.iter().all(u8::is_ascii_digit) => Err(EloFault::NotANumber),
        _ if value.len() > 4 => Err(EloFault::Implausible),
        _ => Ok(()),
    }
}

/// `HH:MM:SS`, each part may be `??`; or `?` or `-`.
pub(crate) fn is_time(value: &[u8]) -> bool {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *value else { return matches!(value, b"?" | b"-") };
    let below = |a: u8, b: u8, limit: u8| match (a, b) {
        (b'0'..=b'9', b'0'..=b'9') => (a - b'0') * 10 + (b - b'0') < limit,
        pair => pair == (b'?', b'?'),
    };
    below(h1, h2, 24) && below(m1, m2, 60) && below(s1, s2, 60)
}

/// What a TimeControl value turned out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeControlReading {
    /// As the standard has it.
    Export,
    /// As engines and servers write it: fractions of a second, or moves with an increment (`40/5400+30`).
    Common,
    /// As the standard has it, but the seconds look like minutes (`5+3`).
    LooksLikeMinutes {
        /// Thinking time in seconds, taken literally.
        base: u32,
        /// Increment in seconds a move.
        increment: u32,
    },
    /// Words that are understood; the same in the standard's form.
    Words(String),
    /// Nothing at all.
    Empty,
    /// Not understood.
    Unreadable,
}

/// Reads a raw TimeControl value.
pub(crate) fn read_time_control(raw: &[u8]) -> TimeControlReading {
    if raw.is_empty() {
        return TimeControlReading::Empty;
    }
    let mut common = false;
    let mut doubt = None;
    let mut fields = 0;
    for field in raw.split(|&b| b == b':') {
        fields += 1;
        let Some(read) = read_field(field) else { return read_words(&crate::pgn::tags::decode_value(raw)) };
        common |= read.common;
        doubt = read.looks_like_minutes;
    }
    match doubt {
        Some((base, increment)) if fields == 1 => TimeControlReading::LooksLikeMinutes { base, increment },
        _ if common => TimeControlReading::Common,
        _ => TimeControlReading::Export,
    }
}

struct Field {
    common: bool,
    looks_like_minutes: Option<(u32, u32)>,
}

/// One field: `?`, `-`, `moves/seconds`, `seconds`, `seconds+increment`, `*seconds`.
fn read_field(field: &[u8]) -> Option<Field> {
    if matches!(field, b"?" | b"-") {
        return Some(Field { common: false, looks_like_minutes: None });
    }
    if let Some(hourglass) = field.strip_prefix(b"*") {
        let common = seconds(hourglass)?.1;
        return Some(Field { common, looks_like_minutes: None });
    }
    let (moves, clock) = match memchr::memchr(b'/', field).and_then(|i| field.split_at_checked(i)) {
        Some((moves, clock)) => (Some(moves), clock.get(1..)?),
        None => (None, field),
    };
    if moves.is_some_and(|m| m.is_empty() || !m.iter().all(u8::is_ascii_digit)) {
        return None;
    }
    let (base, increment) = match memchr::memchr(b'+', clock).and_then(|i| clock.split_at_checked(i)) {
        Some((base, increment)) => (base, Some(increment.get(1..)?)),
        None => (clock, None),
    };
    let (base, base_fraction) = seconds(base)?;
    let (extra, extra_fraction) = increment.map_or(Some((0, false)), seconds)?;
    let fraction = base_fraction || extra_fraction;
    // Servers do offer 15, 30 and 45 seconds without increment.
    let is_short = (1..60).contains(&base) && !(extra == 0 && base.is_multiple_of(15));
    let is_classical = (60..=150).contains(&base) && extra >= 10 && extra > base / 10;
    let doubtful = moves.is_none() && !fraction && (is_short || is_classical);
    Some(Field {
        common: fraction || (moves.is_some() && increment.is_some()),
        looks_like_minutes: doubtful.then_some((base, extra)),
    })
}

/// A number of seconds, perhaps with a fraction: its whole part, and whether there is a fraction.
fn seconds(text: &[u8]) -> Option<(u32, bool)> {
    let (whole, fraction) = match memchr::memchr(b'.', text).and_then(|i| text.split_at_checked(i)) {
        Some((whole, fraction)) => (whole, Some(fraction.get(1..)?)),
        None => (text, None),
    };
    let digits = |t: &[u8]| !t.is_empty() && t.len() <= 9 && t.iter().all(u8::is_ascii_digit);
    if !digits(whole) || fraction.is_some_and(|f| !digits(f)) {
        return None;
    }
    Some((whole.iter().fold(0, |value, b| value * 10 + u32::from(b - b'0')), fraction.is_some()))
}

/// `90 min`, `5 min + 3 s`, `2½ Std/40`, `40/2h`, `90'+30"`.
fn read_words(text: &str) -> TimeControlReading {
    let lower = text.trim().to_lowercase();
    let plain = [
        "pro zug",
        "/zug",
        "per move",
        "/move",
        "je zug",
        "increment",
        "inkrement",
        "züge",
        "zuege",
        "moves",
    ]
    .iter()
    .fold(Cow::Borrowed(lower.as_str()), |text, filler| {
        if text.contains(filler) { Cow::Owned(text.replace(filler, "")) } else { text }
    });
    let understood = || {
        let (clock, increment) = match plain.split_once('+') {
            Some((clock, increment)) => (clock, Some(quantity(increment)?)),
            None => (&*plain, None),
        };
        let (moves, base) = match clock.split_once('/') {
            None => (None, quantity(clock)?),
            Some((left, right)) => match (quantity(left)?, quantity(right)?) {
                (base @ (_, Some(_)), (moves, None)) | ((moves, None), base @ (_, Some(_))) => {
                    (Some(moves), base)
                }
                _ => return None,
            },
        };
        let base = base.0 * base.1?;
        let increment = increment.map(|(value, unit)| value * unit.unwrap_or(1.0));
        let whole = |value: f64| (value.fract() == 0.0 && value < 1e9).then_some(value);
        let mut out = String::new();
        if let Some(moves) = moves {
            out.push_str(&format!("{}/", whole(moves)?));
        }
        out.push_str(&whole(base)?.to_string());
        if let Some(increment) = increment {
            out.push_str(&format!("+{}", whole(increment)?));
        }
        Some(out)
    };
    understood().map_or(TimeControlReading::Unreadable, TimeControlReading::Words)
}

/// A number and, if there is one, its unit in seconds.
fn quantity(text: &str) -> Option<(f64, Option<f64>)> {
    let text = text.trim();
    let split =
        text.find(|c: char| !matches!(c, '0'..='9' | '.' | ',' | '½' | '¼' | '¾')).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(split)?;
    let (whole, part) = match number.chars().last()? {
        '½' => (number.trim_end_matches('½'), 0.5),
        '¼' => (number.trim_end_matches('¼'), 0.25),
        '¾' => (number.trim_end_matches('¾'), 0.75),
        _ => (number, 0.0),
    };
    let whole = if whole.is_empty() { 0.0 } else { whole.replace(',', ".").parse::<f64>().ok()? };
    let unit = match unit.trim().trim_end_matches('.') {
        "" => None,
        "s" | "sec" | "secs" | "sek" | "second" | "seconds" | "sekunde" | "sekunden" | "\"" | "''" | "″"
        | "”" => Some(1.0),
        "m" | "min" | "mins" | "minute" | "minutes" | "minuten" | "'" | "′" | "’" => Some(60.0),
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "stunde" | "stunden" => Some(3600.0),
        _ => return None,
    };
    Some((whole + part, unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn eco_is_a_letter_and_two_digits() {
        for good in ["A00", "E99", "B42/03", "?", "-"] {
            assert!(is_eco(good.as_bytes()), "{good}");
        }
        for bad in ["", "F00", "a00", "E9", "E99b", "E990", "Z42", "C42/"] {
            assert!(!is_eco(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn elo_is_a_number_or_unknown() {
        assert_eq!([&b"2848"[..], b"0", b"-", b"?"].map(check_elo), [Ok(()); 4]);
        assert_eq!(check_elo(b""), Err(EloFault::Empty));
        assert_eq!(check_elo(b"28480"), Err(EloFault::Implausible));
        assert_eq!([&b"k.A."[..], b"2700?", b"+5", b" 2700"].map(check_elo), [Err(EloFault::NotANumber); 4]);
    }

    #[test]
    fn time_is_of_a_day() {
        for good in ["00:00:00", "23:59:59", "??:??:??", "12:??:??", "?"] {
            assert!(is_time(good.as_bytes()), "{good}");
        }
        for bad in ["", "24:00:00", "12:60:00", "12:00", "1:00:00", "?1:00:00"] {
            assert!(!is_time(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn time_controls_of_the_standard_pass() {
        for good in [
            "?",
            "-",
            "40/9000",
            "300",
            "4500+60",
            "*180",
            "40/7200:3600",
            "40/7200:20/3600:900+30",
            "300+3",
            "60+0",
        ] {
            assert_eq!(read_time_control(good.as_bytes()), TimeControlReading::Export, "{good}");
        }
        for common in ["8+0.08", "40/5400+30:1800+30", "10.5"] {
            assert_eq!(read_time_control(common.as_bytes()), TimeControlReading::Common, "{common}");
        }
        assert_eq!(read_time_control(b"15+0"), TimeControlReading::Export, "a server's control");
    }

    #[test]
    fn minutes_written_as_seconds_are_doubted() {
        for (text, base, increment) in [("5+3", 5, 3), ("10", 10, 0), ("90+30", 90, 30), ("15+10", 15, 10)] {
            let doubt = TimeControlReading::LooksLikeMinutes { base, increment };
            assert_eq!(read_time_control(text.as_bytes()), doubt, "{text}");
        }
    }

    #[test]
    fn words_are_understood() {
        for (text, seconds) in [
            ("90 min", "5400"),
            ("5 min + 3 s", "300+3"),
            ("2½ Std/40", "40/9000"),
            ("2,5 Std./40 Züge", "40/9000"),
            ("40/2h", "40/7200"),
            ("90'+30''", "5400+30"),
            ("3 Minuten + 2 Sekunden pro Zug", "180+2"),
            ("90 min + 30", "5400+30"),
        ] {
            let words = TimeControlReading::Words(seconds.to_string());
            assert_eq!(read_time_control(text.as_bytes()), words, "{text}");
        }
        for bad in ["Blitz", "5+3s", "0.5/move", "+", "40/", "/", "2 h 30", "1.2.3 min", "½½"] {
            assert_eq!(read_time_control(bad.as_bytes()), TimeControlReading::Unreadable, "{bad}");
        }
        assert_eq!(read_time_control(b""), TimeControlReading::Empty);
    }

    proptest! {
        #[test]
        fn any_value_is_read_without_panic(raw in proptest::collection::vec(any::<u8>(), 0..20), text in "[0-9/+*:. ½hms]{0,12}") {
            read_time_control(&raw);
            read_time_control(text.as_bytes());
            is_eco(&raw);
            is_time(text.as_bytes());
        }
    }
}
