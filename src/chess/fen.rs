//! Forsyth-Edwards Notation: what can be wrong with one, and how a position is written as one.
//!
//! Reading begins with [`Position::from_fen`]. X-FEN (`KQkq` is the outermost rook, a file letter an inner one) and
//! Shredder-FEN (always file letters) are both read; which one is written is a matter of [`FenStyle`].

use std::ops::Range;

use super::attacks;
use super::position::Position;
use super::types::{Color, Role, Square, Wing};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RightsStyle {
    /// `KQkq` for the outermost rook, the rook's file letter for an inner one.
    #[default]
    XFen,
    /// The file letter of every castling rook: `HAha`.
    Shredder,
}

/// When the en-passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EpStyle {
    /// Only if a capture there is legal.
    #[default]
    Legal,
    /// If an enemy pawn stands beside, pinned or not.
    Pseudo,
    /// After every double step.
    Always,
}

/// How a FEN is written; the default is X-FEN with legal en-passant squares only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FenStyle {
    /// Castling rights.
    pub rights: RightsStyle,
    /// En-passant square.
    pub ep: EpStyle,
}

/// The six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FenField {
    /// The pieces, rank 8 first.
    Placement,
    /// `w` or `b`.
    Side,
    /// Castling rights.
    Castling,
    /// En-passant square.
    EnPassant,
    /// Plies since the last pawn move or capture.
    Halfmove,
    /// Move number.
    Fullmove,
}

impl FenField {
    /// All six, in their order.
    pub const ALL: [FenField; 6] = [
        FenField::Placement,
        FenField::Side,
        FenField::Castling,
        FenField::EnPassant,
        FenField::Halfmove,
        FenField::Fullmove,
    ];

    /// Where this field stands in a FEN (byte offsets); the empty range at the end if it is missing.
    pub fn span(self, fen: &[u8]) -> Range<usize> {
        let mut at = 0;
        let mut field = 0;
        loop {
            let blanks = tail(fen, at).iter().take_while(|b| b.is_ascii_whitespace()).count();
            let start = at + blanks;
            let len = tail(fen, start).iter().take_while(|b| !b.is_ascii_whitespace()).count();
            if len == 0 {
                return fen.len()..fen.len();
            }
            if field == self as usize {
                return start..start + len;
            }
            at = start + len;
            field += 1;
        }
    }
}

fn tail(text: &[u8], from: usize) -> &[u8] {
    text.get(from..).unwrap_or_default()
}

/// Why a text is no usable FEN. Ranks are numbered as on the board, 1 to 8.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Nothing but blanks.
    #[error("empty FEN")]
    Empty,
    /// Not eight ranks in the placement field.
    #[error("placement: {found} ranks instead of 8")]
    RankCount {
        /// How many there are.
        found: usize,
    },
    /// A rank that is not eight squares wide.
    #[error("placement: rank {rank} has {width} squares")]
    RankWidth {
        /// Which rank.
        rank: u8,
        /// How many squares it has.
        width: usize,
    },
    /// Two digits in a row, as in `44`.
    #[error("placement: two digits in a row on rank {rank}")]
    DigitsInRow {
        /// Which rank.
        rank: u8,
    },
    /// Neither a piece letter nor a digit from 1 to 8.
    #[error("placement: {byte:?} on rank {rank} is no piece")]
    BadPiece {
        /// Which rank.
        rank: u8,
        /// The byte, shown as a character.
        byte: char,
    },
    /// A side without a king.
    #[error("placement: {0:?} has no king")]
    NoKing(Color),
    /// A side with several kings.
    #[error("placement: {color:?} has {count} kings")]
    ManyKings {
        /// Whose kings.
        color: Color,
        /// How many.
        count: u32,
    },
    /// A pawn on the first or last rank.
    #[error("placement: pawn on {0}")]
    PawnOnEdge(Square),
    /// The side that is not to move is in check.
    #[error("side: the king on {king} is attacked from {by} and it is the other side's move")]
    OpponentInCheck {
        /// The king that could be taken.
        king: Square,
        /// Where an attacker stands.
        by: Square,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side: not w or b")]
    BadSide,
    /// A character that no castling field has.
    #[error("castling: {0:?} is no castling right")]
    BadCastling(char),
    /// Neither `-` nor the name of a square.
    #[error("en passant: not a square")]
    BadEnPassant,
    /// The halfmove clock is no number from 0 to 99999.
    #[error("halfmove clock: not a number")]
    BadHalfmove,
    /// The move number is no number from 0 to 99999.
    #[error("move number: not a number")]
    BadFullmove,
    /// More text after the sixth field.
    #[error("text after the sixth field")]
    TrailingText,
    /// A remark where none is allowed (strict reading).
    #[error("{0:?}")]
    NotStrict(FenRemark),
}

impl FenError {
    /// The field that is wrong.
    pub fn field(&self) -> FenField {
        match self {
            FenError::Empty
            | FenError::RankCount { .. }
            | FenError::RankWidth { .. }
            | FenError::DigitsInRow { .. }
            | FenError::BadPiece { .. }
            | FenError::NoKing(_)
            | FenError::ManyKings { .. }
            | FenError::PawnOnEdge(_) => FenField::Placement,
            FenError::OpponentInCheck { .. } | FenError::BadSide => FenField::Side,
            FenError::BadCastling(_) => FenField::Castling,
            FenError::BadEnPassant => FenField::EnPassant,
            FenError::BadHalfmove => FenField::Halfmove,
            FenError::BadFullmove | FenError::TrailingText => FenField::Fullmove,
            FenError::NotStrict(remark) => remark.field(),
        }
    }
}

/// What the lenient reader repaired or found odd.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenRemark {
    /// This field and all after it are missing: White to move, no rights, no square, clocks `0 1`.
    Missing(FenField),
    /// More than 16 men on one side.
    ManyMen {
        /// Whose.
        color: Color,
        /// How many.
        count: u32,
    },
    /// More than 8 pawns on one side.
    ManyPawns {
        /// Whose.
        color: Color,
        /// How many.
        count: u32,
    },
    /// The side to move is written `W` or `B`.
    CapitalSide,
    /// A right without king and rook to go with it was dropped; the letter as it was written.
    BogusRight(char),
    /// The same right twice, or two rights to one wing; the later letter was dropped.
    DoubleRight(char),
    /// Rights in another order than White's before Black's, king side before queen side.
    RightsOrder,
    /// An en-passant square that no double step can have made was dropped.
    BogusEnPassant(Square),
    /// A number with needless zeros in front.
    LeadingZero(FenField),
    /// The move number 0 was read as 1.
    MoveNumberZero,
    /// More than one blank between fields, or other white space.
    Blanks,
}

impl FenRemark {
    /// The field the remark is about.
    pub fn field(&self) -> FenField {
        match self {
            FenRemark::Missing(field) | FenRemark::LeadingZero(field) => *field,
            FenRemark::ManyMen { .. } | FenRemark::ManyPawns { .. } => FenField::Placement,
            FenRemark::CapitalSide | FenRemark::Blanks => FenField::Side,
            FenRemark::BogusRight(_) | FenRemark::DoubleRight(_) | FenRemark::RightsOrder => {
                FenField::Castling
            }
            FenRemark::BogusEnPassant(_) => FenField::EnPassant,
            FenRemark::MoveNumberZero => FenField::Fullmove,
        }
    }
}

/// A position read from a FEN, and what was odd about the text.
#[derive(Clone, Debug)]
pub struct ReadFen {
    /// The position.
    pub position: Position,
    /// Repairs and oddities, in the order of the fields.
    pub remarks: Vec<FenRemark>,
}

impl Position {
    /// The position as a FEN of six fields.
    pub fn fen(&self, style: FenStyle) -> String {
        let mut out = String::with_capacity(80);
        self.write_fen(style, &mut out);
        out
    }

    /// Appends the FEN to a text.
    pub fn write_fen(&self, style: FenStyle, out: &mut String) {
        self.write_epd_fields(style, out);
        let clocks = [self.halfmove_clock(), self.fullmove_number()];
        for n in clocks {
            out.push(' ');
            out.push_str(&n.to_string());
        }
    }

    /// Appends the first four fields, the part that an EPD shares with a FEN.
    pub fn write_epd_fields(&self, style: FenStyle, out: &mut String) {
        for rank in (0..8).rev() {
            let mut empty = 0u8;
            for file in 0..8 {
                match self.piece_at(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_digit(&mut empty, out);
                        out.push(piece.letter());
                    }
                }
            }
            push_digit(&mut empty, out);
            if rank > 0 {
                out.push('/');
            }
        }
        out.push_str(if self.turn() == Color::White { " w " } else { " b " });
        self.write_rights(style.rights, out);
        out.push(' ');
        match self.written_ep(style.ep) {
            Some(square) => out.extend([square.file_char(), square.rank_char()]),
            None => out.push('-'),
        }
    }

    fn write_rights(&self, style: RightsStyle, out: &mut String) {
        let before = out.len();
        for color in [Color::White, Color::Black] {
            for wing in Wing::ALL {
                let Some(rook) = self.castling_rook(color, wing) else { continue };
                let outermost = self.outermost_rook(color, wing) == Some(rook);
                let letter = match (style, wing) {
                    (RightsStyle::XFen, Wing::King) if outermost => 'K',
                    (RightsStyle::XFen, Wing::Queen) if outermost => 'Q',
                    _ => rook.file_char().to_ascii_uppercase(),
                };
                out.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if out.len() == before {
            out.push('-');
        }
    }

    /// Can the king be one that has not moved? Every start position has it between two rooks on the first rank.
    pub(crate) fn king_may_castle(&self, color: Color) -> bool {
        let king = self.king(color);
        king.rank() == color.back_rank() && (1..=6).contains(&king.file())
    }

    /// The own rook on the king's rank that is farthest from the king on that wing, if the king may castle.
    pub(crate) fn outermost_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        if !self.king_may_castle(color) {
            return None;
        }
        let mut rooks = self.pieces(color, Role::Rook).filter(|r| r.rank() == king.rank());
        match wing {
            Wing::King => rooks.filter(|r| r.file() > king.file()).last(),
            Wing::Queen => rooks.find(|r| r.file() < king.file()),
        }
    }

    pub(crate) fn written_ep(&self, style: EpStyle) -> Option<Square> {
        match style {
            EpStyle::Legal => self.ep_square(),
            EpStyle::Always => self.passed_square(),
            EpStyle::Pseudo => self.passed_square().filter(|square| {
                let us = self.turn();
                attacks::PAWN[us.other().index()][square.index()] & self.pieces(us, Role::Pawn).0 != 0
            }),
        }
    }
}

fn push_digit(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}
