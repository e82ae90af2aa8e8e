//! Files of positions: one FEN or EPD a line, checked like a FEN tag, each a game without moves.

use std::sync::Arc;

use super::chunk::{Report, Take, Taken, TakenGame};
use super::code::Code;
use super::detail::Detail;
use super::fen_text::{fen_error_text, fen_remark_text};
use super::finding::Filter;
use super::tag_detail::{Bilingual, TagDetail};
use crate::chess::Position;
use crate::chess::fen::{FenError, FenStyle, ReadFen};
use crate::notation::result::GameResult;
use crate::pgn::bytes;
use crate::pgn::encoding::to_utf8;
use crate::pgn::epd::operations;
use crate::replay::game::{Game, Item};
use crate::replay::parallel::Work;

/// Checks pieces of a file of positions. A line that is not empty and no comment (`#`, `%`) counts as one game
/// without moves.
pub struct PositionWork {
    /// Which findings are wanted.
    pub filter: Arc<Filter>,
}

impl Work for PositionWork {
    type Out = Report;
    type Local = ();

    fn local(&self) {}

    fn run(&self, (): &mut (), text: &[u8], from: usize, until: usize) -> (Report, usize) {
        self.read(text, from, until, None)
    }
}

impl PositionWork {
    /// Does the work of [`Work::run`] and hands each position to `take`, as a game without moves.
    ///
    /// Operations behind the position (`bm Kd2; id "x";`) become a comment; the operand of `id` also the tag Event, and
    /// `hmvc` and `fmvn` the clocks. A line that is no position is kept as text that could not be read, a comment line
    /// as text between games.
    pub fn read(
        &self,
        text: &[u8],
        from: usize,
        until: usize,
        mut take: Option<&mut Take<'_>>,
    ) -> (Report, usize) {
        let mut report = Report::new(&self.filter);
        let mut at = from;
        while at < until {
            let end = bytes::line_end(text, at);
            let line = text.get(at..end).unwrap_or_default();
            check_line(line, at, &mut report, take.as_deref_mut());
            at = bytes::after_line_end(text, end);
        }
        (report, at)
    }
}

fn check_line(line: &[u8], offset: usize, report: &mut Report, take: Option<&mut Take<'_>>) {
    let blanks = line.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let bom = if line.get(blanks..).is_some_and(|rest| rest.starts_with(b"\xEF\xBB\xBF")) { 3 } else { 0 };
    let text = line.get(blanks + bom..).unwrap_or_default().trim_ascii_end();
    if let Some(b'#' | b'%') = text.first()
        && let Some(take) = take
    {
        take(Taken::Between(vec![to_utf8(text).into_owned()]));
        return;
    }
    if text.is_empty() || matches!(text.first(), Some(b'#' | b'%')) {
        return;
    }
    let start = offset + blanks + bom;
    report.findings.begin_game();
    let errors = report.findings.errors();
    let first = report.findings.list().len();
    let read = Position::from_epd(text);
    match &read {
        Ok((read, _)) => {
            for remark in &read.remarks {
                let span = remark.field().span(text);
                report.findings.add(Code::RepairedFen, start + span.start..start + span.end, None, || {
                    Detail::Tag(TagDetail::RepairedFen(Bilingual::new(|lang| fen_remark_text(remark, lang))))
                });
            }
        }
        Err(error) => {
            let span = error.field().span(text);
            report.findings.add(Code::BadFen, start + span.start..start + span.end, None, || {
                Detail::Tag(TagDetail::BadFen(Bilingual::new(|lang| fen_error_text(error, lang))))
            });
        }
    }
    report.games += 1;
    report.valid += u64::from(report.findings.errors() == errors);
    report.group(first, Some(report.games), None);
    if let Some(take) = take {
        let game = Game { number: report.games, offset: start as u64, ..game_of(text, read) };
        let place = start..start + text.len();
        let (moves, fault) = (Vec::new(), None);
        take(Taken::Game(Box::new(TakenGame { game, place, fingerprint: 0, moves, fault })));
    }
}

/// A position as a game without moves.
fn game_of(text: &[u8], read: Result<(ReadFen, &[u8]), FenError>) -> Game {
    let mut game = Game::new();
    let Ok((read, behind)) = read else {
        game.is_whole = false;
        game.set_tag("FEN", to_utf8(text).into_owned());
        game.items.push(Item::Rest(to_utf8(text).into_owned()));
        return game;
    };
    game.start = read.position;
    let behind = to_utf8(behind);
    let operations = operations(&behind);
    let is_clock = |opcode: &str| matches!(opcode, "hmvc" | "fmvn");
    if let Some(operations) = &operations {
        let operand = |opcode| operations.iter().find(|op| op.opcode == opcode).map(|op| op.text());
        let number = |opcode, default: u32| operand(opcode).and_then(|n| n.parse().ok()).unwrap_or(default);
        let (half, full) =
            (number("hmvc", game.start.halfmove_clock()), number("fmvn", game.start.fullmove_number()));
        let mut fen = String::new();
        game.start.write_epd_fields(FenStyle::default(), &mut fen);
        // Clocks that cannot be are left as they were; the operations stay in the comment then.
        if let Ok(read) = Position::from_fen(format!("{fen} {half} {full}").as_bytes()) {
            game.start = read.position;
        }
        if let Some(id) = operand("id").filter(|id| !id.trim().is_empty()) {
            game.set_tag("Event", id);
        }
    }
    let says_more = operations.is_none_or(|list| list.iter().any(|op| !is_clock(op.opcode)));
    if says_more && !behind.is_empty() {
        game.items.push(Item::Comment(behind.into_owned()));
    }
    game.is_chess960 = game.start.has_chess960_rights();
    if game.is_chess960 {
        game.set_tag("Variant", "Chess960");
    }
    if !game.start.same_as(Position::classic()) || game.start.ply() > 0 {
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", game.start.fen(FenStyle::default()));
    }
    game.result = GameResult::on_board(&game.start);
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_position_of_its_own() {
        let text = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\n\
            8/8/8/4k3/8/3K4/8/8 w - - bm Kd2; id \"x\";\n8/8/8/8/8/8/8/8 w - - 0 1\n";
        let work = PositionWork { filter: Arc::new(Filter::all()) };
        let (report, end) = work.run(&mut (), text, 0, text.len());
        assert_eq!((report.games, report.valid, end), (3, 2, text.len()));
        let codes: Vec<_> = report.findings.list().iter().map(|f| f.code).collect();
        assert_eq!(codes, [Code::BadFen]);
        assert_eq!(report.groups.first().and_then(|group| group.game), Some(3));
    }

    #[test]
    fn a_position_is_a_game_without_moves() {
        let text = b"# list\n8/8/8/4k3/8/3K4/8/8 w - - bm Kd2; hmvc 7; fmvn 40; id \"x\";\nnonsense\n\
            7k/5Q2/6K1/8/8/8/8/8 b - - 3 50\n";
        let work = PositionWork { filter: Arc::new(Filter::all()) };
        let (mut games, mut between) = (Vec::new(), Vec::new());
        let mut take = |taken: Taken<'_>| {
            match taken {
                Taken::Game(taken) => games.push((taken.game, taken.place)),
                Taken::Between(comments) => between.extend(comments),
                Taken::Plain(..) => return false,
            }
            true
        };
        work.read(text, 0, text.len(), Some(&mut take));
        assert_eq!(between, ["# list"]);
        let [(first, place), (bad, _), (mate, _)] = games.as_slice() else { panic!("{games:?}") };
        assert_eq!(first.tag("FEN"), Some("8/8/8/4k3/8/3K4/8/8 w - - 7 40"));
        assert_eq!(first.tag("Event"), Some("x"));
        assert_eq!(first.items, [Item::Comment("bm Kd2; hmvc 7; fmvn 40; id \"x\";".to_owned())]);
        assert!(text[place.clone()].ends_with(b"id \"x\";"));
        assert!(!bad.is_whole && bad.items == [Item::Rest("nonsense".to_owned())]);
        assert_eq!(mate.result, crate::notation::result::GameResult::Draw);
        assert_eq!(mate.start.fullmove_number(), 50);
    }
}
