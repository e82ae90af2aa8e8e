//! Movetext against the export format of the standard: the first place of each kind of difference.

use std::ops::Range;

use super::text::ExportRule;
use crate::chess::Color;
use crate::notation::{Style, result};
use crate::pgn::writer::{LINE, Writer};
use crate::replay::{Item, Sheet, What, write_movetext};

/// A rule that the text breaks, and where; offsets from the game's first byte.
pub(crate) type Difference = (ExportRule, Range<usize>);

/// Compares the movetext of `game`, which begins at `start`, with what export format writes for it. The move at
/// byte `accepted` is not the one that stands there, which is no fault of its spelling.
pub(crate) fn differences(
    game: &[u8],
    start: usize,
    sheet: &Sheet,
    accepted: Option<usize>,
) -> Vec<Difference> {
    let begin = start + leading_blanks(game.get(start..).unwrap_or_default());
    let mut form =
        Form { game, done: begin, is_interrupted: true, found: Vec::new(), glue: Glue::Begin, accepted };
    for (i, item) in sheet.items.iter().enumerate() {
        let next = sheet.items.get(i + 1);
        let is_sign = |next: &Item| matches!(next.what, What::Nag(_)) && next.place.is_empty();
        form.item(item, next.is_some_and(is_sign));
    }
    if !sheet.is_whole {
        form.long_lines(begin..form.done);
        return form.found;
    }
    if let Some(place) = &sheet.result {
        form.gap(place.start, None);
        let raw = game.get(place.clone()).unwrap_or_default();
        let export = result::parse(raw).map_or("*", |read| read.result.export());
        if raw != export.as_bytes() {
            form.say(ExportRule::Result(export), place.clone());
        }
        form.done = place.end;
        form.behind();
    }
    form.lines(sheet, begin);
    form.found
}

fn leading_blanks(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Which blank belongs between two items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Glue {
    /// Nothing stands before.
    Begin,
    /// Behind an opening bracket: none.
    Opened,
    /// One.
    Blank,
}

struct Form<'g> {
    game: &'g [u8],
    done: usize,
    is_interrupted: bool,
    glue: Glue,
    found: Vec<Difference>,
    accepted: Option<usize>,
}

impl Form<'_> {
    /// Notes a difference, the first of its kind.
    fn say(&mut self, rule: ExportRule, place: Range<usize>) {
        let kind = std::mem::discriminant(&rule);
        if !self.found.iter().any(|(known, _)| std::mem::discriminant(known) == kind) {
            self.found.push((rule, place));
        }
    }

    /// `has_signs`: judgements are attached to this move.
    fn item(&mut self, item: &Item, has_signs: bool) {
        let place = item.place.clone();
        let source = self.game.get(place.clone()).unwrap_or_default();
        match &item.what {
            What::Move { facts, number } => {
                let number = match facts.color {
                    Color::White => Some(format!("{number}.")),
                    Color::Black if self.is_interrupted => Some(format!("{number}...")),
                    Color::Black => None,
                };
                self.gap(place.start, number.as_deref());
                let mut san = String::new();
                facts.write(&Style::PGN, &mut san);
                if source != san.as_bytes() && self.accepted != Some(place.start) {
                    self.odd_move(san, has_signs, source, &place);
                }
                self.is_interrupted = false;
                self.after(place.end);
            }
            What::Nag(nag) => {
                // A sign attached to a move was seen with it.
                if !place.is_empty() {
                    self.gap(place.start, None);
                    if source != format!("${nag}").as_bytes() {
                        self.say(ExportRule::Glyph, place.clone());
                    }
                    self.after(place.end);
                }
            }
            What::Comment => {
                self.gap(place.start, None);
                self.comment(source, place.start);
                self.is_interrupted = true;
                self.after(place.end);
            }
            What::Open => {
                self.gap(place.start, None);
                self.is_interrupted = true;
                self.after(place.end);
                self.glue = Glue::Opened;
            }
            What::Close => {
                if !place.is_empty() {
                    self.closing(place.start);
                }
                self.is_interrupted = true;
                self.after(place.end.max(self.done));
            }
            What::LineComment => self.odd(ExportRule::LineComment, place),
            What::EscapedLine => self.odd(ExportRule::EscapedLine, place),
            What::DrawOffer => self.odd(ExportRule::DrawOffer, place),
            What::Words | What::Lost => self.odd(ExportRule::Words, place),
            What::Sign | What::EmptyVariation => {
                // These are findings of their own.
                self.done = self.done.max(place.end);
            }
        }
    }

    fn after(&mut self, end: usize) {
        self.done = end;
        self.glue = Glue::Blank;
    }

    fn odd(&mut self, rule: ExportRule, place: Range<usize>) {
        self.say(rule, place.clone());
        self.is_interrupted = true;
        self.after(place.end.max(self.done));
    }

    /// A move that is not spelled as it should be: the sign behind it, the move, or both.
    fn odd_move(&mut self, san: String, has_signs: bool, source: &[u8], place: &Range<usize>) {
        let behind = source.strip_prefix(san.as_bytes()).filter(|_| has_signs);
        if has_signs {
            self.say(ExportRule::Glyph, place.end - behind.map_or(source.len(), <[u8]>::len)..place.end);
        }
        if behind.is_none() {
            self.say(ExportRule::San(san), place.clone());
        }
    }

    /// The text between two items: a number where one is due, one blank round it.
    fn gap(&mut self, until: usize, number: Option<&str>) {
        let from = self.done;
        let Some(text) = self.game.get(from..until) else { return };
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let is_number_right = match number {
            Some(number) => words.next() == Some(number.as_bytes()) && words.next().is_none(),
            None => words.next().is_none(),
        };
        if !is_number_right {
            // Where the number is missing, its place is before the move.
            let lead = leading_blanks(text);
            let length = text.get(lead..).unwrap_or_default().trim_ascii_end().len();
            self.say(ExportRule::Number, from + lead..from + lead + length);
            return;
        }
        let begins = self.glue == Glue::Blank;
        let blanks = match number {
            Some(number) => {
                let lead = leading_blanks(text);
                let (before, behind) = (text.get(..lead), text.get(lead + number.len()..));
                [(before, from, begins), (behind, from + lead + number.len(), true)]
            }
            None => [(Some(text), from, begins), (None, from, false)],
        };
        for (blank, at, is_due) in blanks {
            if let Some(blank) = blank {
                self.blank(blank, at, is_due);
            }
        }
    }

    fn blank(&mut self, blank: &[u8], at: usize, is_due: bool) {
        let place = at..at + blank.len();
        let line_ends = blank.iter().filter(|&&b| b == b'\n').count();
        if blank.contains(&b'\r') {
            self.say(ExportRule::LineEnds, place);
        } else if line_ends > 1 {
            self.say(ExportRule::EmptyLines, place);
        } else if !(matches!(blank, b" " | b"\n") && is_due || blank.is_empty() && !is_due) {
            self.say(ExportRule::Blanks, place);
        }
    }

    /// Before a closing bracket.
    fn closing(&mut self, until: usize) {
        let from = self.done;
        let text = self.game.get(from..until).unwrap_or_default();
        if text.iter().all(u8::is_ascii_whitespace) {
            // A line may end before a bracket if it is full.
            if text != b"\n" {
                self.blank(text, from, false);
            }
        } else {
            self.say(ExportRule::Number, from..until);
        }
    }

    fn comment(&mut self, source: &[u8], at: usize) {
        if let Some(i) = memchr::memchr(b'\r', source) {
            self.say(ExportRule::LineEnds, at + i..at + i + 1);
        }
        if let Some(i) = source.iter().position(|b| *b == b'\t') {
            self.say(ExportRule::Blanks, at + i..at + i + 1);
        }
    }

    /// Behind the result: one empty line.
    fn behind(&mut self) {
        let rest = self.game.get(self.done..).unwrap_or_default();
        let blanks = rest.get(..leading_blanks(rest)).unwrap_or_default();
        if blanks.contains(&b'\r') {
            self.say(ExportRule::LineEnds, self.done..self.done + blanks.len());
        } else if blanks != b"\n\n" {
            self.say(ExportRule::EmptyLines, self.done..self.done);
        }
    }

    fn long_lines(&mut self, place: Range<usize>) {
        let mut at = place.start;
        for line in self.game.get(place).unwrap_or_default().split(|b| matches!(b, b'\n' | b'\r')) {
            let end = at + line.len();
            if line.len() > LINE
                && line.contains(&b' ')
                && String::from_utf8_lossy(line).chars().count() > LINE
            {
                self.say(ExportRule::LongLine, at..end);
                return;
            }
            at = end + 1;
        }
    }

    /// Where lines end. Everything else being equal, the texts differ there alone.
    fn lines(&mut self, sheet: &Sheet, begin: usize) {
        let end = sheet.result.as_ref().map_or(self.done, |place| place.end);
        let source = self.game.get(begin..end).unwrap_or_default();
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        write_movetext(sheet, self.game, &Style::PGN, &mut writer);
        if let Some(place) = &sheet.result {
            let raw = self.game.get(place.clone()).unwrap_or_default();
            writer.result(&String::from_utf8_lossy(raw));
        }
        let expected = text.trim_ascii_end().as_bytes();
        if expected.len() != source.len() {
            self.long_lines(begin..end);
            return;
        }
        let Some(i) = expected.iter().zip(source).position(|(a, b)| a != b) else { return };
        let at = begin + i;
        match (expected.get(i), source.get(i)) {
            (Some(b'\n'), Some(b' ')) => self.say(ExportRule::LongLine, at..at + 1),
            (Some(b' '), Some(b'\n')) => self.say(ExportRule::ShortLine, at..at + 1),
            _ => self.long_lines(begin..end),
        }
    }
}
