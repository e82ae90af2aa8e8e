//! Games that need not be taken apart.
//!
//! Most games of most collections are in order as they stand, but for their line breaks and the order of their tags: what
//! writes PGN can copy them piece by piece. And of most games that are only looked at nobody asks what their comments say.

use std::cell::OnceCell;
use std::ops::Range;

use super::fix_tags::read_tags;
use super::game::{CheckOptions, Course, GameChecker};
use super::reading::Movetext;
use super::record::read_games;
use super::start::is_chess960;
use crate::chess::Position;
use crate::notation::Language;
use crate::notation::result::{self, GameResult};
use crate::pgn::comment_values::has_clock;
use crate::pgn::date::{DateReading, read_date};
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::{Tag, TagFlags, TagSection};
use crate::pgn::{GamePlace, Reader, Tokens};
use crate::replay::game::{Game, Item};
use crate::replay::{FIRST, MovesAre, PlainMove, Ply, Stop, moves_are, plain_moves};

/// Which games are offered without being taken apart; each kind with those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Offered {
    /// None.
    Nothing,
    /// Those that can be copied as they stand.
    Copies,
    /// Those of which tags and moves cannot be copied, but are all there is.
    Reads,
    /// Those that have more in their movetext than moves, which is not looked at.
    MainLines,
}

/// Such a game. It starts from the classic position, its main line was read to its end, and its result is the one of the
/// Result tag; unless more was [`Offered`], its tags are all that belong there, none of them to be changed.
#[derive(Debug)]
pub struct PlainGame<'a> {
    /// The text it is in.
    pub text: &'a [u8],
    /// Its bytes in the text.
    pub place: Range<usize>,
    /// Its tags; each is written `[Name "value"]`, if they [`PlainGame::are_tags_plain`].
    pub tags: &'a [Tag],
    /// Its tags with their section, where something in them is to be changed, and the offset of the movetext.
    changed: Option<(&'a TagSection, usize)>,
    /// Then, as they are read; made when it is asked for.
    read: OnceCell<Vec<(String, String)>>,
    /// Its moves.
    pub plies: &'a [Ply],
    tokens: &'a Tokens,
    options: CheckOptions,
    /// How they are written.
    pub spelling: MovesAre,
    /// The position behind them.
    pub last: &'a Position,
    /// Its result.
    pub result: GameResult,
    /// English, if a piece letter says so.
    pub language: Option<Language>,
}

impl<'a> PlainGame<'a> {
    /// Is nothing to be changed in its tags?
    pub fn are_tags_plain(&self) -> bool {
        self.changed.is_none()
    }

    /// Its text.
    fn game(&self) -> &'a [u8] {
        self.text.get(self.place.clone()).unwrap_or_default()
    }

    /// Its moves with their texts; of no use if they are [`MovesAre::AmongText`].
    pub fn moves(&self) -> impl ExactSizeIterator<Item = PlainMove> {
        plain_moves(self.game(), self.plies, self.tokens.as_slice())
    }

    /// Its movetext with comments, glyphs and variations, for which the game is read once more.
    pub fn items(&self) -> Vec<Item> {
        read_games(self.game(), self.options).into_iter().next().map(|game| game.items).unwrap_or_default()
    }

    /// Has it variations, if that can be told without [`PlainGame::items`]?
    pub fn has_variations(&self) -> Option<bool> {
        let may_have = self.spelling == MovesAre::AmongText && self.tokens.has_variations;
        (!may_have).then_some(false)
    }

    /// Has it comments, if that can be told so?
    pub fn has_comments(&self) -> Option<bool> {
        // What has no letter might be a sign, as `{(=)}` is; and what is no comment might become one.
        let is_certain = |text: &[u8]| text.iter().any(u8::is_ascii_alphanumeric);
        match self.spelling {
            MovesAre::AmongText => self.comments().any(is_certain).then_some(true),
            MovesAre::Exact | MovesAre::Loose => Some(false),
        }
    }

    /// Has it comments with a time in them (see [`has_clock`]), if that can be told so?
    pub fn has_clocks(&self) -> Option<bool> {
        match self.spelling {
            MovesAre::AmongText => {
                let is_certain = |text: &[u8]| std::str::from_utf8(text).is_ok_and(has_clock);
                let is_there = self.comments().any(is_certain);
                let may_be_there = || memchr::memmem::find(self.game(), b"[%").is_some();
                (is_there || !may_be_there()).then_some(is_there)
            }
            MovesAre::Exact | MovesAre::Loose => Some(false),
        }
    }

    /// Comments in braces, those of variations too, with their braces.
    fn comments(&self) -> impl Iterator<Item = &[u8]> {
        let game = self.game();
        let texts = self
            .tokens
            .as_slice()
            .iter()
            .filter_map(|token| game.get(token.start as usize..token.end as usize));
        texts.filter(|text| text.starts_with(b"{"))
    }

    /// Its tags as they are read, if something in them is to be changed.
    fn read(&self) -> Option<&[(String, String)]> {
        let (section, movetext) = self.changed?;
        let read = || {
            // A tag that is there twice stays in its first place with its last value.
            let mut game = Game::new();
            for (name, value) in read_tags(self.text, section, movetext, &mut Vec::new()) {
                game.set_tag(&name, value);
            }
            game.tags
        };
        Some(self.read.get_or_init(read))
    }

    /// How many of its moves give check, if their spelling tells: in export format those and no others have the sign of
    /// check or mate.
    pub fn checks(&self) -> Option<u32> {
        if self.spelling != MovesAre::Exact {
            return None;
        }
        let game = self.game();
        // Nothing else has such signs where there are only moves.
        let first = self.tokens.as_slice().first().map_or(0, |token| token.start as usize);
        let movetext = game.get(first..).unwrap_or_default();
        Some(movetext.iter().map(|byte| u32::from(matches!(byte, b'+' | b'#'))).sum())
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        if let Some(read) = self.read() {
            return read.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str());
        }
        let tag = self.tags.iter().find(|tag| tag.name_in(self.text) == name.as_bytes())?;
        std::str::from_utf8(tag.value_in(self.text)).ok()
    }

    /// Names and values of its tags, in their order.
    pub fn tag_pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        // Tags of plain games are UTF-8 without escapes.
        let of = |bytes: &'a [u8]| std::str::from_utf8(bytes).unwrap_or_default();
        let raw = if self.are_tags_plain() { self.tags } else { &[] };
        let raw = raw.iter().map(move |tag| (of(tag.name_in(self.text)), of(tag.value_in(self.text))));
        let read =
            self.read().unwrap_or_default().iter().map(|(name, value)| (name.as_str(), value.as_str()));
        raw.chain(read)
    }
}

/// The game that was checked last, if it is of a kind that is offered.
pub(crate) fn plain_game<'a>(
    checker: &'a GameChecker,
    offered: Offered,
    text: &'a [u8],
    place: GamePlace,
    reader: &'a Reader,
) -> Option<PlainGame<'a>> {
    if offered == Offered::Nothing {
        return None;
    }
    let Some(Course { start: None, choice, stop: Stop::End { result: Some(marker) } }) = &checker.course
    else {
        return None;
    };
    if !checker.repairs.list.is_empty() {
        return None;
    }
    let game = text.get(place.start..place.end)?;
    // The first letters need not be those of English: the file may be in another language.
    let is_english = checker.lines.language(*choice).is_none_or(|language| language == Language::English);
    let result = match game.get(marker.clone())? {
        b"1-0" => GameResult::WhiteWins,
        b"0-1" => GameResult::BlackWins,
        b"1/2-1/2" => GameResult::Draw,
        b"*" => GameResult::Unfinished,
        _ => return None,
    };
    let are_plain = are_plain(&reader.tags, text, result);
    if !(are_plain || offered >= Offered::Reads && may_be_read(&reader.tags, text, result)) {
        return None;
    }
    let line = &checker.lines.line;
    let spelling = if is_english {
        let movetext =
            Movetext { game, tokens: reader.tokens.as_slice(), start: place.movetext - place.start };
        let script = checker.lines.script(*choice, movetext)?;
        let any_spelling = checker.options.any_spelling;
        moves_are(&script, Position::classic(), game.len(), line, marker, any_spelling)
    } else {
        MovesAre::AmongText
    };
    let is_offered = match spelling {
        MovesAre::Exact => true,
        MovesAre::Loose => offered >= Offered::Reads,
        // A move may have been passed, which is none.
        MovesAre::AmongText => offered >= Offered::MainLines && !line.is_irregular,
    };
    let has_letters = line.languages & FIRST != 0;
    is_offered.then(|| PlainGame {
        text,
        place: place.start..place.end,
        tags: reader.tags.tags(),
        changed: (!are_plain).then_some((&reader.tags, place.movetext)),
        read: OnceCell::new(),
        plies: &line.made,
        tokens: &reader.tokens,
        options: checker.options,
        spelling,
        last: &line.position,
        result,
        language: (has_letters && is_english).then_some(Language::English),
    })
}

/// Is nothing to be changed in the tags?
fn are_plain(tags: &TagSection, text: &[u8], result: GameResult) -> bool {
    let bits = |tags: &[KnownTag]| tags.iter().fold(0, |bits, tag| bits | tag.bit());
    let roster = bits(&KnownTag::ROSTER);
    // What is renamed, or decides on the start position, is for others to look at.
    let special = bits(&[KnownTag::Fen, KnownTag::SetUp, KnownTag::Variant])
        | KnownTag::ALL.iter().filter(|tag| tag.german_for().is_some()).fold(0, |bits, tag| bits | tag.bit());
    if tags.seen() & roster != roster || tags.seen() & special != 0 || tags.may_have_duplicates() {
        return false;
    }
    tags.tags().iter().all(|tag| is_plain(tag, text, result))
}

/// Do the tags say neither where the game starts nor of which kind it is, nor contradict the result behind its moves?
fn may_be_read(tags: &TagSection, text: &[u8], marked: GameResult) -> bool {
    let special = KnownTag::Fen.bit() | KnownTag::SetUp.bit();
    let said = tags.get_or_german(KnownTag::Result).and_then(|tag| result::parse(tag.value_in(text)));
    tags.seen() & special == 0
        && !tags.may_have_duplicates()
        && !is_chess960(text, tags)
        && said.is_none_or(|said| said.result == marked && !said.forfeit && said.result.is_exportable())
}

fn is_plain(tag: &Tag, text: &[u8], result: GameResult) -> bool {
    let value = tag.value_in(text);
    let is_clean =
        tag.flags.is_clean() || (tag.flags == TagFlags::NON_ASCII && std::str::from_utf8(value).is_ok());
    is_clean
        && match tag.known {
            Some(KnownTag::Date | KnownTag::UtcDate | KnownTag::EventDate | KnownTag::SourceDate) => {
                is_usual_date(value) || !matches!(read_date(value), DateReading::Lax(_))
            }
            Some(KnownTag::Result) => value == result.export().as_bytes(),
            Some(_) => true,
            None => {
                let name = tag.name_in(text);
                name.is_ascii() && KnownTag::look_alike(name).is_none()
            }
        }
}

/// `1999.12.31`, without a look at the calendar.
fn is_usual_date(value: &[u8]) -> bool {
    match value {
        [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] => {
            [y1, y2, y3, y4, m1, m2, d1, d2].into_iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}
