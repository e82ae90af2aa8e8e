//! The endings of a game: its material from the ply on at which six men are left, as text in a dictionary.
//!
//! Signatures in the order in which they were reached, with a blank between: `KRPkr KRkr`. White's men are capitals,
//! kings first, then queens, rooks, bishops, knights, pawns. A game that never has so few men has none.

use crate::chess::{Color, Material, Role};

/// Most men on the board, kings included, that make an ending.
pub const MOST_MEN: u32 = 6;

/// The order in which the men of a side are written.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Appends signatures.
pub(crate) fn write(endings: &[Material], out: &mut String) {
    for (index, material) in endings.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        for color in [Color::White, Color::Black] {
            let case =
                |letter: char| if color == Color::White { letter } else { letter.to_ascii_lowercase() };
            out.push(case('K'));
            for role in ROLES {
                (0..material.count(color, role)).for_each(|_| out.push(case(role.letter())));
            }
        }
    }
}

/// Men of a signature by colour (White first) and, as [`Role::index`] has them, kind; a king for each side.
pub type Men = [[u32; 6]; 2];

/// Reads what is written in the dictionary.
pub fn read(text: &str) -> impl Iterator<Item = Men> {
    text.split(' ').map(|signature| {
        let mut men = Men::default();
        for letter in signature.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let role = Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase());
            let count = role.and_then(|role| men.get_mut(color.index())?.get_mut(role.index()));
            if let Some(count) = count {
                *count += 1;
            }
        }
        men
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn signatures_come_back() {
        let of = |fen: &str| Material::of(&Position::from_fen_strict(fen.as_bytes()).expect("a position"));
        let path = [of("4k3/3r4/8/8/4P3/8/4R3/4K3 w - - 0 1"), of("4k3/3r4/8/8/8/8/8/4K1BB w - - 0 1")];
        let mut text = String::new();
        write(&path, &mut text);
        assert_eq!(text, "KRPkr KBBkr");
        let men: Vec<Men> = read(&text).collect();
        assert_eq!(men, [[[1, 0, 0, 1, 0, 1], [0, 0, 0, 1, 0, 1]], [[0, 0, 2, 0, 0, 1], [0, 0, 0, 1, 0, 1]]]);
    }
}
