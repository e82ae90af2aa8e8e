//! Numeric annotation glyphs and their signs (PGN standard 10, with the signs of printed books).

use super::cursor::char_at;

/// Signs and their numbers; a longer sign stands before any that it begins with. Of pairs that differ only in
/// the side (22 White, 23 Black) the first is listed.
const SIGNS: &[(&str, u8)] = &[
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("=∞", 44),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("□", 7),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
];

/// The number of the sign that begins at `text`, the longest first, and the sign's length in bytes. Signs that
/// exist for either side give White's number, see [`for_side`].
pub fn read(text: &[u8]) -> Option<(u8, usize)> {
    let (first, len) = char_at(text, 0)?;
    if first.is_ascii_alphanumeric() || first.is_ascii_whitespace() {
        return None;
    }
    // One Windows-1252 byte is enough for the only judgement that code page has.
    if len == 1 && first == '±' {
        return Some((16, 1));
    }
    SIGNS.iter().find(|(sign, _)| text.starts_with(sign.as_bytes())).map(|&(sign, nag)| (nag, sign.len()))
}

/// The number that fits the side that has moved: the compensation or the attack is the mover's. `nag` is White's
/// number of a pair; others are given back as they are.
pub const fn for_side(nag: u8, black_moved: bool) -> u8 {
    match nag {
        22 | 32 | 36 | 40 | 44 | 132 | 138 if black_moved => nag + 1,
        _ => nag,
    }
}

/// The sign of a number, if it has one.
pub const fn sign(nag: u8) -> Option<&'static str> {
    Some(match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 => "□",
        10 => "=",
        13 => "∞",
        14 => "⩲",
        15 => "⩱",
        16 => "±",
        17 => "∓",
        18 => "+-",
        19 => "-+",
        22 | 23 => "⨀",
        32 | 33 => "⟳",
        36 | 37 => "↑",
        40 | 41 => "→",
        44 | 45 => "=∞",
        132 | 133 => "⇆",
        138 | 139 => "⨁",
        140 => "∆",
        146 => "N",
        _ => return None,
    })
}

/// Does the sign judge the move itself (`!` to `?!`)? Those are written close to the move, the others apart.
pub const fn judges_the_move(nag: u8) -> bool {
    matches!(nag, 1..=6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_reads_back_to_its_number() {
        for nag in (0..=255).filter(|&n| n != 146) {
            if let Some(text) = sign(nag) {
                let (read_nag, len) = read(text.as_bytes()).expect("a sign");
                assert_eq!(len, text.len());
                assert!(for_side(read_nag, false) == nag || for_side(read_nag, true) == nag, "{nag}");
            }
        }
    }

    #[test]
    fn the_longest_sign_wins() {
        assert_eq!(read(b"!?!"), Some((5, 2)));
        assert_eq!(read(b"+/- "), Some((16, 3)));
        assert_eq!(read("=∞".as_bytes()), Some((44, 4)));
        assert_eq!(read(b"=+"), Some((15, 2)));
        assert_eq!(read(b"\xB1 "), Some((16, 1)));
        assert_eq!(read(b"e4"), None);
        assert_eq!(read(b""), None);
    }
}
