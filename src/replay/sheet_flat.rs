//! The short way to a sheet: a game without variations and odd signs, whose moves are known from the replay.
//!
//! Most games of a collection are such. What the replay found in order need not be read again: a move's text says
//! what of its origin has to be written and whether it gives check, and a board of piece codes says what it takes.

use std::ops::Range;

use super::careful;
use super::line::{Line, Ply};
use super::main_line::Script;
use super::sheet::{Item, Sheet, What};
use crate::chess::mailbox::Mailbox;
use crate::chess::{Position, Role};
use crate::notation::{CheckSign, MoveFacts, Style};
use crate::pgn::bytes;

impl Sheet {
    /// Reads a game that `line` replayed to its end, at `result`, in the script that ends at byte `end`. False if it
    /// has to be read the long way; then the sheet is of no use.
    pub(crate) fn read_flat(
        &mut self,
        script: &Script<'_>,
        start: &Position,
        end: usize,
        line: &Line,
        result: Option<&Range<usize>>,
    ) -> bool {
        if line.is_irregular || start.has_chess960_rights() || has_signs_in_gaps(script, end) {
            return false;
        }
        self.items.clear();
        self.moves.clear();
        self.result = None;
        self.is_whole = true;
        let mut flat =
            Flat { text: script.text, board: Mailbox::new(start), start, line, made: 0, position: None };
        for (index, token) in script.tokens.iter().enumerate() {
            let place = token.start as usize..token.end as usize;
            let item = match line.made.get(flat.made) {
                Some(ply) if ply.token() == index => flat.mv(*ply, place),
                _ if result == Some(&place) && index + 1 == script.tokens.len() => {
                    self.result = Some(place);
                    continue;
                }
                _ => flat.sign(place),
            };
            let Some(item) = item else { return false };
            if let What::Move { facts, .. } = item.what {
                self.moves.push(facts.mv);
            }
            self.items.push(item);
        }
        flat.made == line.made.len() && self.result.as_ref() == result
    }
}

/// Are there signs that mean something in the gaps between the tokens, up to byte `end`?
fn has_signs_in_gaps(script: &Script<'_>, end: usize) -> bool {
    let text = |from: usize, until: usize| script.text.get(from..until).unwrap_or_default();
    // Most games have none of them; comments may have any.
    if memchr::memchr3(b'!', b'?', b'%', text(script.movetext, end)).is_none() {
        return false;
    }
    let has_sign = |gap: &[u8]| gap.iter().any(|byte| matches!(byte, b'!' | b'?' | b'%'));
    let mut behind = script.movetext;
    let is_in_gap = script.tokens.iter().any(|token| {
        let gap = text(behind, token.start as usize);
        behind = token.end as usize;
        has_sign(gap)
    });
    is_in_gap || has_sign(text(behind, end))
}

struct Flat<'r> {
    text: &'r [u8],
    /// The board before the next move.
    board: Mailbox,
    start: &'r Position,
    line: &'r Line,
    /// Moves so far.
    made: usize,
    /// The position before so many moves, for those that have to be looked at on the board.
    position: Option<(Position, usize)>,
}

impl Flat<'_> {
    fn sign(&self, place: Range<usize>) -> Option<Item> {
        let what = match bytes::byte(self.text, place.start) {
            b'{' => What::Comment,
            b'$' => What::Nag(careful::nag(self.text.get(place.start + 1..place.end)?)?),
            _ => return None,
        };
        Some(Item { what, place })
    }

    fn mv(&mut self, ply: Ply, place: Range<usize>) -> Option<Item> {
        let (facts, length) =
            if ply.is_odd() { self.looked_at(ply, &place)? } else { self.read(ply, &place)? };
        let number = (self.start.ply() + self.made as u32) / 2 + 1;
        self.board.play(ply.mv());
        self.made += 1;
        Some(Item { what: What::Move { facts, number }, place: place.start..place.start + length })
    }

    /// A move that is spelled as it should be, from its text.
    #[inline]
    fn read(&self, ply: Ply, place: &Range<usize>) -> Option<(MoveFacts, usize)> {
        let mv = ply.mv();
        let token = self.text.get(place.clone())?;
        let piece = self.board.piece(mv.from())?;
        let is_castling = mv.is_castling();
        let captured = if is_castling {
            None
        } else if mv.is_en_passant() {
            Some(Role::Pawn)
        } else {
            self.board.piece(mv.to()).map(|piece| piece.role)
        };
        let (mut needs_file, mut needs_rank) = (false, false);
        if piece.role == Role::Pawn {
            needs_file = captured.is_some();
        } else if !is_castling && token.len() > 3 {
            for byte in token.get(1..token.len() - 2)? {
                needs_file |= matches!(byte, b'a'..=b'h');
                needs_rank |= byte.is_ascii_digit();
            }
        }
        let check = match bytes::byte(self.text, place.end) {
            b'+' => CheckSign::Check,
            b'#' => CheckSign::Mate,
            _ => CheckSign::None,
        };
        let facts = MoveFacts {
            mv,
            role: piece.role,
            captured,
            needs_file,
            needs_rank,
            check,
            color: piece.color,
            is_chess960: false,
        };
        Some((facts, token.len() + usize::from(check != CheckSign::None)))
    }

    /// A move that needs a look at the board; `None` if it is not spelled just so.
    #[cold]
    fn looked_at(&mut self, ply: Ply, place: &Range<usize>) -> Option<(MoveFacts, usize)> {
        let (position, played) = self.position.get_or_insert_with(|| (self.start.clone(), 0));
        for earlier in self.line.made.get(*played..self.made).unwrap_or_default() {
            position.play(earlier.mv());
        }
        *played = self.made;
        let facts = MoveFacts::of(position, ply.mv());
        let mut san = String::with_capacity(8);
        facts.write(&Style::PGN, &mut san);
        let rest = self.text.get(place.start..)?.strip_prefix(san.as_bytes())?;
        let ends = rest.first().is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'{'));
        ends.then_some((facts, san.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Letters;
    use crate::pgn::Tokens;
    use crate::replay::{Engine, LaneLetters, Quiet, Stop};

    /// The items read both ways, if the short way is open.
    fn read(movetext: &str) -> Option<(Vec<Item>, Vec<Item>)> {
        let text = movetext.as_bytes();
        let letters = Letters::english_german();
        let lane = LaneLetters::new(letters);
        let mut tokens = Tokens::default();
        tokens.read_from(text, 0);
        let script = Script { text, tokens: tokens.as_slice(), movetext: 0, letters, lane: &lane };
        let start = Position::start();
        let mut line = Line::new();
        line.begin(&start);
        let Stop::End { result } = Engine::best().replay(&script, 0, &mut line, &mut Quiet) else {
            return None;
        };
        let (mut flat, mut long) = (Sheet::default(), Sheet::default());
        long.read(&script, &start, text.len(), None, None);
        let is_flat = flat.read_flat(&script, &start, text.len(), &line, result.as_ref());
        if is_flat {
            assert_eq!(
                (&flat.moves, &flat.result, flat.is_whole),
                (&long.moves, &long.result, long.is_whole)
            );
        }
        is_flat.then_some((flat.items, long.items))
    }

    #[test]
    fn both_ways_give_the_same_sheet() {
        for movetext in [
            "1. e4 e5 2. Nf3 {good} Nc6 3. Bb5 a6 $4 4. Bxc6 dxc6 5. O-O f6 *",
            "1. f3 e5 2. g4 Qh4# 0-1",
            "\r\n\r\n1.e4 e5\r\n\r\n2.Nf3  Nc6 3.\tBb5   a6 *",
            "1. e4 d5 2. exd5 c5 3. dxc6 e6 4. cxb7 Ke7 5. bxa8=Q Kf6 6. Qxb8 {done} 1-0",
            "1. e4 c5 2. Nf3 e6 3. d4 cxd4 4. Nxd4 Nf6 5. N1c3 Bb4 6. Bd2 Ne7 1/2-1/2",
            "1. e4 e5 2. Qh5 g6 3. Qxe5+ Qe7 4. Qxe7+ Bxe7 5. Nf3 Nc6 6. Bb5 *",
            "1. e4 { [%clk 0:05:00] } 1... e5 {good!?} 2. Nf3 $1 {[%eval 0.3]} 2... Nc6 { why? } 1-0",
            "{50 %} 1. e4 e5 2. Nf3 Nc6 {!}",
            "{before} 1. Sf3 Sf6 2. Sc3 Sc6 3. Se4 Se5",
        ] {
            match read(movetext) {
                Some((flat, long)) => assert_eq!(flat, long, "{movetext}"),
                None => assert!(movetext.contains("N1c3"), "{movetext}"),
            }
        }
    }

    #[test]
    fn what_is_not_spelled_just_so_goes_the_long_way() {
        for movetext in [
            "1. e4! e5 *",
            "1. e4 {!} e5? {?} *",
            "1. e4 {100 %} e5 !",
            "1. e4 e5 ! 2. Nf3 *",
            "1. e4 (1. d4) e5 *",
            "1. e4 e5 3. Nf3 *",
            "1. e4 e5 2. Ng1f3 *",
            "1. Nf3 a6 2. Nc3 a5 3. Ng5 a4 4. N3e4 *",
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ *",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *",
            "1. e4 e5 2. Nf3 ; rest\n Nc6 *",
            "1. e4 e5 2. Nf3 \n%escape\n Nc6 *",
        ] {
            assert!(read(movetext).is_none(), "{movetext}");
        }
    }
}
