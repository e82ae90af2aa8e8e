//! Files of positions: one FEN or EPD a line, checked like a FEN tag.

use std::sync::Arc;

use super::chunk::Report;
use super::code::Code;
use super::detail::Detail;
use super::fen_text::{fen_error_text, fen_remark_text};
use super::finding::Filter;
use super::tag_detail::{Bilingual, TagDetail};
use crate::chess::Position;
use crate::pgn::bytes;
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
        let mut report = Report::new(&self.filter);
        let mut at = from;
        while at < until {
            let end = bytes::line_end(text, at);
            let line = text.get(at..end).unwrap_or_default();
            check_line(line, at, &mut report);
            at = bytes::after_line_end(text, end);
        }
        (report, at)
    }
}

fn check_line(line: &[u8], offset: usize, report: &mut Report) {
    let blanks = line.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let bom = if line.get(blanks..).is_some_and(|rest| rest.starts_with(b"\xEF\xBB\xBF")) { 3 } else { 0 };
    let text = line.get(blanks + bom..).unwrap_or_default().trim_ascii_end();
    if text.is_empty() || matches!(text.first(), Some(b'#' | b'%')) {
        return;
    }
    let start = offset + blanks + bom;
    report.findings.begin_game();
    let errors = report.findings.errors();
    let first = report.findings.list().len();
    match Position::from_epd(text) {
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
                Detail::Tag(TagDetail::BadFen(Bilingual::new(|lang| fen_error_text(&error, lang))))
            });
        }
    }
    report.games += 1;
    report.valid += u64::from(report.findings.errors() == errors);
    report.group(first, Some(report.games), None);
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
}
