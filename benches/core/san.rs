//! Canonical English SAN as far as a fair comparison of boards needs it: both sides read their moves with this.

/// A move as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct San {
    /// `P`, `N`, `B`, `R`, `Q` or `K`; for castling `K`.
    pub(crate) piece: u8,
    /// Target square, 0 is a1; unused for castling.
    pub(crate) to: usize,
    /// File of the origin, 0 to 7, if it is named.
    pub(crate) file: Option<u8>,
    /// Rank of the origin, 0 to 7, if it is named.
    pub(crate) rank: Option<u8>,
    /// `N`, `B`, `R` or `Q`.
    pub(crate) promotion: Option<u8>,
    /// Castling: `Some(true)` to the king's side.
    pub(crate) castling: Option<bool>,
}

impl San {
    /// Reads a token; marks behind the move are skipped.
    pub(crate) fn parse(token: &[u8]) -> Option<San> {
        let mut san = San { piece: b'P', to: 0, file: None, rank: None, promotion: None, castling: None };
        if token.first() == Some(&b'O') {
            san.piece = b'K';
            san.castling = Some(!token.starts_with(b"O-O-O"));
            return Some(san);
        }
        let mut rest = token;
        if let [piece @ (b'N' | b'B' | b'R' | b'Q' | b'K'), tail @ ..] = rest {
            san.piece = *piece;
            rest = tail;
        }
        let (mut to_file, mut to_rank) = (None, None);
        for byte in rest {
            match byte {
                b'a'..=b'h' => {
                    san.file = to_file.or(san.file);
                    san.rank = to_rank.or(san.rank);
                    to_rank = None;
                    to_file = Some(byte - b'a');
                }
                b'1'..=b'8' if to_file.is_none() => san.rank = Some(byte - b'1'),
                b'1'..=b'8' => to_rank = Some(byte - b'1'),
                b'N' | b'B' | b'R' | b'Q' => san.promotion = Some(*byte),
                b'x' | b'=' => {}
                _ => break,
            }
        }
        san.to = usize::from(to_rank? * 8 + to_file?);
        Some(san)
    }
}
