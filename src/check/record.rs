//! A game as it was read: tags, start position, moves, and what stands around them.

use std::ops::Range;
use std::sync::Arc;

use super::chunk::PgnWork;
use super::finding::Filter;
use super::game::{CheckOptions, Course, GameChecker};
use super::reading::Movetext;
use crate::chess::{Move, Position};
use crate::notation::result::{self, GameResult};
use crate::notation::{Language, Style, write_move};
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::decode_value;
use crate::pgn::{End, GamePlace, Reader};
use crate::replay::parallel::Work;
use crate::replay::record::{Element, Item};
use crate::replay::{FIRST, Recorder, SECOND, Stop, walk};

/// One game.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Where it stands in the text it was read from.
    pub place: GamePlace,
    /// The tag pairs in the order of the text, decoded; a name may be there twice.
    pub tags: Vec<(String, String)>,
    /// The start position; `None` if the game has none that chess can be played from, and then no moves either.
    pub start: Option<Position>,
    /// The language of its piece letters; `None` if there are no telling letters, or German and English ones mixed.
    pub language: Option<Language>,
    /// The movetext, as far as it could be read.
    pub elements: Vec<Element>,
    /// Plies of the main line.
    pub plies: u32,
    /// The move at which the main line breaks off (byte offsets from the game's first byte).
    pub fault: Option<Range<usize>>,
    /// The result behind the moves, else that of the Result tag, else unfinished.
    pub result: GameResult,
}

impl GameRecord {
    /// The value of the last tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let mut depth = 0usize;
        self.elements.iter().filter_map(move |element| {
            match element.item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                Item::Move(mv) if depth == 0 => return Some(mv),
                _ => {}
            }
            None
        })
    }

    /// The positions of the main line, the start position first; empty if there is none.
    pub fn positions(&self) -> Vec<Position> {
        let Some(start) = &self.start else { return Vec::new() };
        let mut positions = vec![start.clone()];
        let mut position = start.clone();
        for mv in self.moves() {
            position.play(mv);
            positions.push(position.clone());
        }
        positions
    }

    /// The moves of the main line, written in a style.
    pub fn written(&self, style: &Style) -> Vec<String> {
        let positions = self.positions();
        let write = |(position, mv): (&Position, Move)| {
            let mut text = String::new();
            write_move(position, mv, style, &mut text);
            text
        };
        positions.iter().zip(self.moves()).map(write).collect()
    }
}

/// Reads the games of a text that is there as a whole, as `zug validate` does.
pub fn read_records(text: &[u8], options: CheckOptions) -> Vec<GameRecord> {
    let mut filter = Filter::all();
    filter.counts_only();
    let filter = Arc::new(filter);
    let work = PgnWork { options, filter, keep_spans: false, keep_records: true, accept: Vec::new() };
    work.run(&mut work.local(), text, 0, text.len()).0.records
}

/// The record of the game that was checked last.
pub(crate) fn record(checker: &GameChecker, text: &[u8], place: GamePlace, reader: &Reader) -> GameRecord {
    let decode = |bytes: &[u8]| decode_value(bytes).into_owned();
    let tags = reader.tags.tags().iter().map(|tag| (decode(tag.name_in(text)), decode(tag.value_in(text))));
    let mut record = GameRecord {
        place,
        tags: tags.collect(),
        start: None,
        language: None,
        elements: Vec::new(),
        plies: 0,
        fault: None,
        result: GameResult::Unfinished,
    };
    let movetext = Movetext {
        game: text.get(place.start..).unwrap_or_default(),
        tokens: reader.tokens.as_slice(),
        start: place.movetext - place.start,
    };
    let stop = checker.course.as_ref().map(|course| &course.stop);
    record.result = result_of(text, movetext, reader, stop);
    let Some(Course { start, choice, stop, known }) = &checker.course else { return record };
    let line = &checker.lines.line;
    record.plies = line.plies();
    record.language = checker.lines.language(*choice).or(match line.languages & (FIRST | SECOND) {
        FIRST => Some(Language::English),
        SECOND => Some(Language::German),
        _ => None,
    });
    record.fault = match stop {
        Stop::End { .. } => None,
        Stop::Refused { place, .. } | Stop::Unreadable { place, .. } => Some(place.clone()),
    };
    let start = start.as_deref().cloned().unwrap_or_else(Position::start);
    if let Some(script) = checker.lines.script(*choice, movetext) {
        let mut recorder = Recorder::new(movetext.game, script.letters, start.turn());
        walk(&script, &start, line, *known, &mut recorder);
        record.elements = recorder.elements;
    }
    record.start = Some(start);
    record
}

fn result_of(text: &[u8], movetext: Movetext<'_>, reader: &Reader, stop: Option<&Stop>) -> GameResult {
    let last = movetext.tokens.last().map(|token| token.start as usize..token.end as usize);
    let marker = match stop {
        Some(Stop::End { result }) => result.clone(),
        // Nothing behind the fault was replayed.
        _ => last.filter(|_| reader.tokens.end == End::Result),
    };
    let marker = marker.and_then(|place| movetext.game.get(place)).and_then(result::parse);
    let tag =
        || reader.tags.get_or_german(KnownTag::Result).and_then(|tag| result::parse(tag.value_in(text)));
    marker.or_else(tag).map_or(GameResult::Unfinished, |read| read.result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    fn read(text: &str) -> GameRecord {
        let mut records = read_records(text.as_bytes(), CheckOptions::default());
        assert_eq!(records.len(), 1, "{text}");
        records.pop().expect("one game")
    }

    #[test]
    fn a_record_holds_the_movetext_in_order() {
        let game =
            read("[White \"Groß\"]\n\n{a\r\nb} 1. e4! (1. d4 $6 d5 ± (1... Nf6) ; c\n) e5 (=) 2. Sf3 1:0\n");
        let shown: Vec<String> = game
            .elements
            .iter()
            .map(|element| match &element.item {
                Item::Move(_) => "m".to_owned(),
                Item::Nag(nag) => format!("${nag}"),
                Item::Comment(text) => format!("{{{text}}}"),
                Item::DrawOffer => "=".to_owned(),
                Item::Open => "(".to_owned(),
                Item::Close => ")".to_owned(),
            })
            .collect();
        assert_eq!(shown.join(" "), "{a b} m $1 ( m $6 m $16 ( m ) { c} ) m = m");
        assert_eq!(game.written(&Style::PGN), ["e4", "e5", "Nf3"]);
        assert_eq!(game.positions().len(), 4);
        assert_eq!((game.plies, game.fault.clone(), game.result), (3, None, GameResult::WhiteWins));
        assert_eq!(game.language, Some(Language::German));
        assert_eq!(game.tag("White"), Some("Groß"));
        assert_eq!(game.start.as_ref().map(Position::turn), Some(Color::White));
    }

    #[test]
    fn moves_before_a_fault_are_kept() {
        let game = read("1. e4 e5 2. Ke3 Nf6 0-1");
        assert_eq!(game.written(&Style::PGN), ["e4", "e5"]);
        assert_eq!(game.fault, Some(12..15));
        assert_eq!(game.result, GameResult::BlackWins);
    }

    #[test]
    fn every_move_of_a_line_without_blanks_is_kept() {
        let game = read("1.e4,e5 2.Nf3,Nc6 3.Bb5*");
        assert_eq!(game.written(&Style::PGN), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    }
}
