//! Reading a FEN: leniently with remarks, strictly, or as the head of an EPD line.

use super::bitboard::Bitboard;
use super::fen::{FenError, FenField, FenRemark, ReadFen};
use super::position::Position;
use super::types::{Color, Piece, Role, Square, Wing};

/// More than any game; keeps the clocks far from overflow however long play goes on.
const MAX_CLOCK: u32 = 99_999;

impl Position {
    /// Reads a FEN, X-FEN or Shredder-FEN; repairs what can be repaired without guessing and says so.
    ///
    /// # Errors
    /// The first field that cannot be read, or a position that cannot be played on: see [`FenError`].
    pub fn from_fen(text: &[u8]) -> Result<ReadFen, FenError> {
        let mut fields = Fields { rest: text, blanks: false };
        let mut read = read_four(&mut fields)?;
        let position = &mut read.position;
        let halfmove = fields.next();
        let fullmove = fields.next();
        if halfmove.is_none() && !read.remarks.iter().any(|r| matches!(r, FenRemark::Missing(_))) {
            read.remarks.push(FenRemark::Missing(FenField::Halfmove));
        } else if halfmove.is_some() && fullmove.is_none() {
            read.remarks.push(FenRemark::Missing(FenField::Fullmove));
        }
        set_clocks(position, halfmove, fullmove, &mut read.remarks)?;
        if fields.next().is_some() {
            return Err(FenError::TrailingText);
        }
        if fields.blanks {
            read.remarks.push(FenRemark::Blanks);
        }
        Ok(read)
    }

    /// Reads a FEN about which there is nothing to remark.
    ///
    /// # Errors
    /// As [`Position::from_fen`], and [`FenError::NotStrict`] with the first remark.
    pub fn from_fen_strict(text: &[u8]) -> Result<Position, FenError> {
        let read = Position::from_fen(text)?;
        match read.remarks.into_iter().next() {
            None => Ok(read.position),
            Some(remark) => Err(FenError::NotStrict(remark)),
        }
    }

    /// Reads the first four fields, and the clocks if two numbers follow; returns the text behind them (the
    /// opcodes of an EPD line).
    ///
    /// # Errors
    /// As [`Position::from_fen`].
    pub fn from_epd(text: &[u8]) -> Result<(ReadFen, &[u8]), FenError> {
        let mut fields = Fields { rest: text, blanks: false };
        let mut read = read_four(&mut fields)?;
        let mut ahead = Fields { rest: fields.rest, blanks: false };
        let clocks = (ahead.next(), ahead.next());
        if let (Some(half), Some(full)) = clocks
            && half.iter().chain(full).all(u8::is_ascii_digit)
        {
            set_clocks(&mut read.position, Some(half), Some(full), &mut read.remarks)?;
            return Ok((read, ahead.rest.trim_ascii()));
        }
        Ok((read, fields.rest.trim_ascii()))
    }
}

/// The fields of a FEN, split at white space.
struct Fields<'t> {
    rest: &'t [u8],
    /// Something else than single blanks stood between two fields.
    blanks: bool,
}

impl<'t> Iterator for Fields<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let text = self.rest.trim_ascii_start();
        let len = text.iter().take_while(|b| !b.is_ascii_whitespace()).count();
        let (field, rest) = text.split_at_checked(len)?;
        self.rest = rest;
        if field.is_empty() {
            return None;
        }
        // A blank run at the very end separates nothing.
        let odd = !matches!(rest, [] | [b' ', b'!'..=b'~' | 0x80.., ..]);
        self.blanks |= odd && !rest.trim_ascii().is_empty();
        Some(field)
    }
}

fn read_four(fields: &mut Fields<'_>) -> Result<ReadFen, FenError> {
    let placement = fields.next().ok_or(FenError::Empty)?;
    let mut position = Position::empty();
    let mut remarks = Vec::new();
    read_placement(placement, &mut position)?;
    check_men(&position, &mut remarks)?;
    let side = fields.next();
    let castling = fields.next();
    let ep = fields.next();
    let turn = match side {
        None | Some(b"w") => Color::White,
        Some(b"b") => Color::Black,
        Some(b"W" | b"B") => {
            remarks.push(FenRemark::CapitalSide);
            if side == Some(b"W") { Color::White } else { Color::Black }
        }
        Some(_) => return Err(FenError::BadSide),
    };
    let given = [side.is_some(), castling.is_some(), ep.is_some()];
    let missing = [FenField::Side, FenField::Castling, FenField::EnPassant];
    if let Some((_, field)) = given.into_iter().zip(missing).find(|(given, _)| !given) {
        remarks.push(FenRemark::Missing(field));
    }
    position.set_turn(turn, 1);
    let king = position.king(turn.other());
    if let Some(by) = position.attackers(king, turn, position.occupied()).first() {
        return Err(FenError::OpponentInCheck { king, by });
    }
    read_castling(castling.unwrap_or(b"-"), &mut position, &mut remarks)?;
    match ep.unwrap_or(b"-") {
        b"-" => {}
        name => {
            let square = Square::parse(name).ok_or(FenError::BadEnPassant)?;
            if can_have_been_passed(&position, square) {
                position.set_passed(square);
            } else {
                remarks.push(FenRemark::BogusEnPassant(square));
            }
        }
    }
    Ok(ReadFen { position, remarks })
}

fn read_placement(field: &[u8], position: &mut Position) -> Result<(), FenError> {
    let found = field.split(|b| *b == b'/').count();
    if found != 8 {
        return Err(FenError::RankCount { found });
    }
    for (row, rank) in field.split(|b| *b == b'/').zip((0..8u8).rev()) {
        let shown = rank + 1;
        let mut width = 0usize;
        let mut after_digit = false;
        for &byte in row {
            if let b'1'..=b'8' = byte {
                if after_digit {
                    return Err(FenError::DigitsInRow { rank: shown });
                }
                width += usize::from(byte - b'0');
                after_digit = true;
                continue;
            }
            after_digit = false;
            let piece = piece(byte).ok_or(FenError::BadPiece { rank: shown, byte: char::from(byte) })?;
            if width < 8 {
                position.put(piece.code(), usize::from(rank) * 8 + width);
            }
            width += 1;
        }
        if width != 8 {
            return Err(FenError::RankWidth { rank: shown, width });
        }
    }
    Ok(())
}

fn piece(letter: u8) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let role = Role::ALL.into_iter().find(|role| role.letter() == char::from(letter.to_ascii_uppercase()))?;
    Some(Piece { color, role })
}

fn check_men(position: &Position, remarks: &mut Vec<FenRemark>) -> Result<(), FenError> {
    for color in [Color::White, Color::Black] {
        match position.pieces(color, Role::King).len() {
            1 => {}
            0 => return Err(FenError::NoKing(color)),
            count => return Err(FenError::ManyKings { color, count }),
        }
        let pawns = position.pieces(color, Role::Pawn);
        if let Some(square) = Bitboard(pawns.0 & 0xFF00_0000_0000_00FF).first() {
            return Err(FenError::PawnOnEdge(square));
        }
        let count = position.side(color).len();
        if count > 16 {
            remarks.push(FenRemark::ManyMen { color, count });
        }
        if pawns.len() > 8 {
            remarks.push(FenRemark::ManyPawns { color, count: pawns.len() });
        }
    }
    Ok(())
}

fn read_castling(
    field: &[u8],
    position: &mut Position,
    remarks: &mut Vec<FenRemark>,
) -> Result<(), FenError> {
    if field == b"-" {
        return Ok(());
    }
    let mut highest = 0;
    for &byte in field {
        let letter = char::from(byte);
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        let capital = byte.to_ascii_uppercase();
        let king = position.king(color);
        let at_home = position.king_may_castle(color);
        let rook = match capital {
            b'K' => position.outermost_rook(color, Wing::King),
            b'Q' => position.outermost_rook(color, Wing::Queen),
            b'A'..=b'H' => {
                let square = Square::at(capital - b'A', color.back_rank());
                (at_home && position.pieces(color, Role::Rook).contains(square)).then_some(square)
            }
            _ => return Err(FenError::BadCastling(letter)),
        };
        // File letters of one side are met in either order; only the classic letters have one.
        let place = match capital {
            b'K' | b'Q' => color.index() * 2 + usize::from(capital == b'Q'),
            _ if highest / 2 == color.index() => highest,
            _ => color.index() * 2,
        };
        if place < highest && !remarks.contains(&FenRemark::RightsOrder) {
            remarks.push(FenRemark::RightsOrder);
        }
        highest = highest.max(place);
        let Some(rook) = rook else {
            remarks.push(FenRemark::BogusRight(letter));
            continue;
        };
        let wing = if rook.file() > king.file() { Wing::King } else { Wing::Queen };
        if position.has_right(color, wing) {
            remarks.push(FenRemark::DoubleRight(letter));
        } else {
            position.grant(color, wing, rook.index());
        }
    }
    Ok(())
}

/// Can the side that has just moved have passed over `square` with a double step? Its pawn stands in front and
/// the squares it came over are empty. Whether an earlier check forbids the step is not asked: composed test
/// positions, published with their counts, do not care.
fn can_have_been_passed(position: &Position, square: Square) -> bool {
    let them = position.turn().other();
    let (rank, pawn, origin) = match them {
        Color::White => (2, square.index() + 8, square.index().wrapping_sub(8)),
        Color::Black => (5, square.index().wrapping_sub(8), square.index() + 8),
    };
    let empty = square.bit() | Square::new(origin).bit();
    square.rank() == rank
        && position.pieces(them, Role::Pawn).contains(Square::new(pawn))
        && position.occupied().0 & empty == 0
}

fn set_clocks(
    position: &mut Position,
    halfmove: Option<&[u8]>,
    fullmove: Option<&[u8]>,
    remarks: &mut Vec<FenRemark>,
) -> Result<(), FenError> {
    let turn = position.turn();
    if let Some(text) = halfmove {
        position.hot.clock = number(text).ok_or(FenError::BadHalfmove)?;
        if text.len() > 1 && text.starts_with(b"0") {
            remarks.push(FenRemark::LeadingZero(FenField::Halfmove));
        }
    }
    if let Some(text) = fullmove {
        let n = number(text).ok_or(FenError::BadFullmove)?;
        if n == 0 {
            remarks.push(FenRemark::MoveNumberZero);
        } else if text.starts_with(b"0") {
            remarks.push(FenRemark::LeadingZero(FenField::Fullmove));
        }
        position.set_turn(turn, n);
    }
    Ok(())
}

fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 9 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let n = text.iter().fold(0u32, |n, digit| n * 10 + u32::from(digit - b'0'));
    (n <= MAX_CLOCK).then_some(n)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fen::{EpStyle, FenStyle, RightsStyle};
    use super::*;

    fn read(fen: &str) -> ReadFen {
        Position::from_fen(fen.as_bytes()).expect("readable")
    }

    fn fault(fen: &str) -> FenError {
        Position::from_fen(fen.as_bytes()).expect_err("not readable")
    }

    #[test]
    fn the_start_position_is_read_and_written() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let p = Position::from_fen_strict(fen.as_bytes()).expect("strict");
        assert!(p.same_as(&Position::start()));
        assert_eq!(p.fen(FenStyle::default()), fen);
    }

    #[test]
    fn a_fault_names_its_field() {
        let tail = "w KQkq - 0 1";
        let rows = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(fault(&format!("{} {tail}", &rows[..34])), FenError::RankCount { found: 7 });
        let nine = rows.replacen('8', "9", 1);
        assert_eq!(fault(&format!("{nine} {tail}")), FenError::BadPiece { rank: 6, byte: '9' });
        let split = rows.replacen('8', "44", 1);
        assert_eq!(fault(&format!("{split} {tail}")), FenError::DigitsInRow { rank: 6 });
        let wide = rows.replacen("pppppppp", "ppppppppp", 1);
        assert_eq!(fault(&format!("{wide} {tail}")), FenError::RankWidth { rank: 7, width: 9 });
        assert_eq!(fault(&format!("{rows} x KQkq - 0 1")).field(), FenField::Side);
        assert_eq!(fault(&format!("{rows} w KQxq - 0 1")), FenError::BadCastling('x'));
        assert_eq!(fault(&format!("{rows} w KQkq e9 0 1")), FenError::BadEnPassant);
        assert_eq!(fault(&format!("{rows} w KQkq - -1 1")), FenError::BadHalfmove);
        assert_eq!(fault(&format!("{rows} w KQkq - x 1")), FenError::BadHalfmove);
        assert_eq!(fault(&format!("{rows} w KQkq - 0 1 x")), FenError::TrailingText);
        assert_eq!(fault(" "), FenError::Empty);
        assert_eq!(fault("8/8/8/8/8/8/8/K7 w - - 0 1"), FenError::NoKing(Color::Black));
        assert_eq!(fault("3P4/8/2K5/4k3/8/8/8/8 w - - 0 1").field(), FenField::Placement);
        assert!(matches!(fault("8/8/8/Kr5k/8/8/8/8 b - - 0 1"), FenError::OpponentInCheck { .. }));
        assert!(matches!(fault("8/8/8/4k3/4K3/8/8/8 w - - 0 1"), FenError::OpponentInCheck { .. }));
        assert!(matches!(fault("8/8/1K6/8/6k1/8/3K4/8 w - - 0 1"), FenError::ManyKings { count: 2, .. }));
    }

    #[test]
    fn a_field_has_its_place_in_the_text() {
        let fen = b" 8/8 w  KQ";
        assert_eq!(FenField::Placement.span(fen), 1..4);
        assert_eq!(FenField::Castling.span(fen), 8..10);
        assert_eq!(FenField::Halfmove.span(fen), 10..10);
    }

    #[test]
    fn what_is_missing_has_a_default() {
        let read = read("r3k2r/8/8/8/8/8/8/R3K2R");
        assert_eq!(read.remarks, [FenRemark::Missing(FenField::Side)]);
        assert_eq!(read.position.fen(FenStyle::default()), "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
        let short = Position::from_fen(b"4k3/8/8/8/8/8/8/4K3 b - -").expect("readable");
        assert_eq!(short.remarks, [FenRemark::Missing(FenField::Halfmove)]);
    }

    #[test]
    fn rights_without_king_and_rook_are_dropped() {
        let bare = read("4k3/8/8/8/8/8/8/Q3K2N w KQ - 0 1");
        assert_eq!(bare.remarks, [FenRemark::BogusRight('K'), FenRemark::BogusRight('Q')]);
        assert_eq!(bare.position.hot.rights, 0);
        assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w KK - 0 1").remarks, [FenRemark::DoubleRight('K')]);
        // A king that started on an edge file had no rook on its other side.
        assert_eq!(read("4k3/8/8/8/8/8/8/K2R4 w D - 0 1").remarks, [FenRemark::BogusRight('D')]);
        let off = read("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1");
        assert!(off.remarks.is_empty() && off.position.has_chess960_rights());
    }

    #[test]
    fn an_inner_rook_keeps_its_file_letter() {
        let fen = "4k3/8/8/8/8/8/8/1R1RK1RR w Gb - 0 1";
        assert_eq!(read(fen).remarks, [FenRemark::BogusRight('b')]);
        let p = read("4k3/8/8/8/8/8/8/1R1RK1RR w GB - 0 1").position;
        assert_eq!(p.fen(FenStyle::default()), "4k3/8/8/8/8/8/8/1R1RK1RR w GQ - 0 1");
        let shredder = FenStyle { rights: RightsStyle::Shredder, ep: EpStyle::Legal };
        assert_eq!(p.fen(shredder), "4k3/8/8/8/8/8/8/1R1RK1RR w GB - 0 1");
    }

    #[test]
    fn an_en_passant_square_needs_a_double_step() {
        for bogus in [
            "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 w - d6 0 1",
            "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ] {
            assert!(matches!(read(bogus).remarks[..], [FenRemark::BogusEnPassant(_)]), "{bogus}");
            assert_eq!(read(bogus).position.passed_square(), None);
        }
        let pinned = read("4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert!(pinned.remarks.is_empty());
        let written = |ep| pinned.position.fen(FenStyle { rights: RightsStyle::XFen, ep });
        assert_eq!(written(EpStyle::Legal), "4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 1");
        assert_eq!(written(EpStyle::Pseudo), "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1");
        let alone = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").position;
        let style = |ep| FenStyle { rights: RightsStyle::XFen, ep };
        assert!(alone.fen(style(EpStyle::Always)).contains(" e3 "));
        assert!(alone.fen(style(EpStyle::Pseudo)).contains(" - "));
    }

    #[test]
    fn too_many_men_are_read_and_named() {
        let fen = "4k3/8/8/PPPPPPPP/P7/8/8/4K3 w - - 0 1";
        assert_eq!(read(fen).remarks, [FenRemark::ManyPawns { color: Color::White, count: 9 }]);
        assert!(Position::from_fen_strict(fen.as_bytes()).is_err());
    }

    #[test]
    fn an_epd_line_keeps_its_opcodes() {
        let (read, rest) = Position::from_epd(b"4k3/8/8/8/8/8/8/4K3 b - - bm Kd7; id \"x\";").expect("epd");
        assert_eq!(rest, b"bm Kd7; id \"x\";");
        assert_eq!(read.position.turn(), Color::Black);
        let (read, rest) = Position::from_epd(b"4k3/8/8/8/8/8/8/4K3 w - - 7 9 ;D1 5").expect("epd");
        assert_eq!((rest, read.position.halfmove_clock()), (&b";D1 5"[..], 7));
    }

    proptest! {
        #[test]
        fn any_bytes_are_answered(text in proptest::collection::vec(any::<u8>(), 0..90)) {
            let _ = Position::from_fen(&text);
        }

        #[test]
        fn any_readable_fen_comes_back(choices in proptest::collection::vec(any::<u8>(), 0..120)) {
            let mut p = Position::start();
            for choice in choices {
                let moves = p.legal_moves();
                let Some(m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
                p.play(*m);
                for rights in [RightsStyle::XFen, RightsStyle::Shredder] {
                    let fen = p.fen(FenStyle { rights, ep: EpStyle::Always });
                    let back = Position::from_fen_strict(fen.as_bytes()).expect("own FEN");
                    prop_assert!(back.same_as(&p));
                    prop_assert_eq!(back.hot, p.hot);
                }
            }
        }
    }
}
