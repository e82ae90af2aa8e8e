//! What the tags of HTML do to the text between them.

use std::convert::Infallible;

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

use super::html::{PageText, Segment};

/// What stands between two words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Space {
    Nothing,
    Blank,
    Line,
    EmptyLine,
}

/// Elements that change nothing about lines.
const INLINE: [&[u8]; 34] = [
    b"a", b"abbr", b"acronym", b"b", b"bdi", b"bdo", b"big", b"br", b"cite", b"code", b"del", b"dfn", b"em",
    b"font", b"i", b"img", b"input", b"ins", b"kbd", b"label", b"mark", b"nobr", b"q", b"s", b"samp",
    b"small", b"span", b"strike", b"strong", b"sub", b"sup", b"tt", b"u", b"wbr",
];

/// Elements with lines of their own.
const LINES: [&[u8]; 12] = [
    b"caption",
    b"dd",
    b"div",
    b"dt",
    b"figcaption",
    b"legend",
    b"li",
    b"option",
    b"summary",
    b"tbody",
    b"thead",
    b"tr",
];

/// Elements apart from the text around them.
const PARAGRAPHS: [&[u8]; 35] = [
    b"address",
    b"article",
    b"aside",
    b"blockquote",
    b"body",
    b"center",
    b"details",
    b"dl",
    b"fieldset",
    b"figure",
    b"footer",
    b"form",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"header",
    b"hr",
    b"html",
    b"main",
    b"menu",
    b"nav",
    b"ol",
    b"p",
    b"pre",
    b"section",
    b"select",
    b"table",
    b"textarea",
    b"tfoot",
    b"ul",
    b"listing",
    b"xmp",
];

/// Elements whose content is no text of the page.
const HIDDEN: [&[u8]; 8] =
    [b"iframe", b"noembed", b"noframes", b"script", b"style", b"svg", b"template", b"title"];

/// Elements in which line ends count.
const PREFORMATTED: [&[u8]; 4] = [b"listing", b"pre", b"textarea", b"xmp"];

/// Elements that do not end the head of a page.
const OF_HEAD: [&[u8]; 9] =
    [b"base", b"head", b"html", b"link", b"meta", b"noscript", b"script", b"style", b"title"];

/// Longest description of a picture that stands for a piece, in characters.
const PIECE: usize = 2;

/// Is it an element within lines?
pub(super) fn is_inline(name: &[u8]) -> bool {
    INLINE.contains(&name)
}

/// Is it an element of HTML?
pub(super) fn is_known(name: &[u8]) -> bool {
    is_inline(name)
        || LINES.contains(&name)
        || PARAGRAPHS.contains(&name)
        || HIDDEN.contains(&name)
        || OF_HEAD.contains(&name)
        || matches!(name, b"td" | b"th")
}

/// The text of a page. `keeps_lines`: line ends of the source are line ends of the text.
pub(super) fn strip(source: &str, keeps_lines: bool) -> PageText {
    let mut text = Vec::with_capacity(source.len() / 2);
    let mut segments = Vec::new();
    let stripper = Stripper {
        source: source.as_bytes(),
        text: &mut text,
        segments: &mut segments,
        space: Space::Nothing,
        position: 0,
        done: 0,
        keeps_lines,
        preformatted: 0,
        in_head: false,
        hidden: None,
        cells: Vec::new(),
        is_cell_start: false,
        name: Vec::new(),
        last_start: Vec::new(),
        is_end_tag: false,
        is_self_closing: false,
        attribute: Vec::new(),
        alt: Vec::new(),
    };
    let Ok(()) = Tokenizer::new_with_emitter(source, stripper).finish();
    let text = String::from_utf8(text)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    PageText { text, segments }
}

/// Takes what the tokenizer sees.
struct Stripper<'s> {
    source: &'s [u8],
    text: &'s mut Vec<u8>,
    segments: &'s mut Vec<Segment>,
    /// What has to stand before the next word.
    space: Space,
    /// Where the tokenizer is.
    position: usize,
    /// End of the text or tag that was seen last.
    done: usize,
    keeps_lines: bool,
    /// How many elements are open in which line ends count.
    preformatted: u32,
    in_head: bool,
    /// The element that hides its content, and how often it is open.
    hidden: Option<(Vec<u8>, u32)>,
    /// How many cells the row at hand has, for each table that is open.
    cells: Vec<u32>,
    /// A cell has begun, and nothing is in it yet.
    is_cell_start: bool,
    /// The tag at hand.
    name: Vec<u8>,
    is_end_tag: bool,
    is_self_closing: bool,
    attribute: Vec<u8>,
    /// Description of a picture.
    alt: Vec<u8>,
    last_start: Vec<u8>,
}

/// A blank that HTML does not fold, or a character that is not seen: how it is read, and its length in bytes.
fn odd_blank(text: &[u8]) -> Option<(Space, usize)> {
    Some(match text {
        [0xC2, 0xA0, ..] => (Space::Blank, 2),
        [0xE2, 0x80, 0x80..=0x8A | 0xAF, ..] | [0xE2, 0x81, 0x9F, ..] | [0xE3, 0x80, 0x80, ..] => {
            (Space::Blank, 3)
        }
        // The soft hyphen and the mark of byte order.
        [0xC2, 0xAD, ..] => (Space::Nothing, 2),
        [0xEF, 0xBB, 0xBF, ..] => (Space::Nothing, 3),
        _ => return None,
    })
}

impl Stripper<'_> {
    /// Asks for space before the next word.
    fn raise(&mut self, space: Space) {
        // A paragraph that fills a cell is only its content.
        if space <= Space::Blank || !self.is_cell_start {
            self.space = self.space.max(space);
        }
    }

    fn line_end(&mut self) {
        self.raise(if self.space >= Space::Line { Space::EmptyLine } else { Space::Line });
    }

    fn counts_lines(&self) -> bool {
        self.keeps_lines || self.preformatted > 0
    }

    fn push(&mut self, word: &[u8], from: usize, until: usize, is_verbatim: bool) {
        let seen = self.segments.last().map_or(0, |segment| segment.until);
        let (from, until) = (from.max(seen), until.max(seen));
        let space: &[u8] = match self.space {
            _ if self.text.is_empty() => b"",
            Space::Nothing => b"",
            Space::Blank => b" ",
            Space::Line => b"\n",
            Space::EmptyLine => b"\n\n",
        };
        if !space.is_empty() {
            self.segments.push(Segment {
                text: self.text.len(),
                from: seen,
                until: from,
                is_verbatim: false,
            });
            self.text.extend_from_slice(space);
        }
        match self.segments.last_mut() {
            Some(last) if last.is_verbatim && is_verbatim && last.until == from => last.until = until,
            _ => self.segments.push(Segment { text: self.text.len(), from, until, is_verbatim }),
        }
        self.text.extend_from_slice(word);
        (self.space, self.is_cell_start) = (Space::Nothing, false);
    }

    /// Text as it stands in the source, from this offset on.
    fn verbatim(&mut self, text: &[u8], from: usize) {
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some((space, length)) = odd_blank(rest) {
                self.raise(space);
                at += length;
                continue;
            }
            if let Some(blank) = rest.first().filter(|b| b.is_ascii_whitespace()) {
                if *blank == b'\n' && self.counts_lines() {
                    self.line_end()
                } else {
                    self.raise(Space::Blank)
                }
                at += 1;
                continue;
            }
            let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, 0xC2 | 0xE2 | 0xE3 | 0xEF);
            let length = rest.iter().skip(1).position(ends).map_or(rest.len(), |length| length + 1);
            self.push(rest.get(..length).unwrap_or_default(), from + at, from + at + length, true);
            at += length;
        }
    }

    /// Text that stands for something else in the source.
    fn reference(&mut self, text: &[u8], from: usize, until: usize) {
        match odd_blank(text) {
            Some((space, length)) if length == text.len() => self.raise(space),
            _ if text == b"\n" && self.counts_lines() => self.line_end(),
            _ if text.iter().all(u8::is_ascii_whitespace) => self.raise(Space::Blank),
            _ => self.push(text, from, until, false),
        }
    }

    fn tag(&mut self) {
        let name = std::mem::take(&mut self.name);
        let name_at_hand = name.as_slice();
        if let Some((hiding, depth)) = &mut self.hidden {
            if hiding == name_at_hand && self.is_end_tag {
                *depth -= 1;
            } else if hiding == name_at_hand && !self.is_self_closing {
                *depth += 1;
            }
            if *depth == 0 {
                self.hidden = None;
            }
        } else if self.is_end_tag {
            self.end(name_at_hand);
        } else {
            self.start(name_at_hand);
        }
        self.done = self.position;
        if !self.is_end_tag {
            self.last_start.clone_from(&name);
        }
        self.name = name;
    }

    fn start(&mut self, name: &[u8]) {
        self.in_head = name == b"head" || self.in_head && OF_HEAD.contains(&name);
        let is_empty = self.is_self_closing && name == b"svg";
        if HIDDEN.contains(&name) && !is_empty {
            self.hidden = Some((name.to_vec(), 1));
            return;
        }
        match name {
            b"br" => self.line_end(),
            // The number of a footnote is no part of the word.
            b"sup" => self.raise(Space::Blank),
            b"img" => self.picture(),
            b"table" => self.cells.push(0),
            b"td" | b"th" => self.cell(),
            _ => {}
        }
        self.lines_around(name);
        self.preformatted += u32::from(PREFORMATTED.contains(&name));
    }

    fn end(&mut self, name: &[u8]) {
        if name == b"head" {
            self.in_head = false;
        }
        if PREFORMATTED.contains(&name) {
            self.preformatted = self.preformatted.saturating_sub(1);
        }
        if name == b"table" {
            self.cells.pop();
        }
        self.lines_around(name);
    }

    fn lines_around(&mut self, name: &[u8]) {
        if matches!(name, b"tr" | b"table") {
            self.is_cell_start = false;
            if let Some(cells) = self.cells.last_mut() {
                *cells = 0;
            }
        }
        if LINES.contains(&name) {
            self.raise(Space::Line);
        } else if PARAGRAPHS.contains(&name) {
            self.raise(Space::EmptyLine);
        }
    }

    /// Cells are told apart as in Markdown.
    fn cell(&mut self) {
        if self.cells.is_empty() {
            self.cells.push(0);
        }
        let Some(cells) = self.cells.last_mut() else { return };
        *cells += 1;
        if *cells > 1 {
            self.space = Space::Blank;
            self.push(b"|", self.done, self.position, false);
            self.space = Space::Blank;
        }
        self.is_cell_start = true;
    }

    /// A picture of a piece.
    fn picture(&mut self) {
        let alt = std::mem::take(&mut self.alt);
        let is_piece = |c: char| c.is_alphabetic() || ('♔'..='♟').contains(&c);
        if std::str::from_utf8(&alt)
            .is_ok_and(|alt| alt.chars().count() <= PIECE && alt.chars().all(is_piece))
            && !alt.is_empty()
        {
            self.push(&alt, self.done, self.position, false);
        }
    }
}

impl Emitter for Stripper<'_> {
    type Token = Infallible;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_string(&mut self, text: &[u8]) {
        let (from, until) = (self.done, self.position);
        self.done = until;
        if self.hidden.is_some() || self.in_head && text.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        self.in_head = false;
        let begin = until.saturating_sub(text.len());
        if self.source.get(begin..until) == Some(text) {
            self.verbatim(text, begin);
        } else {
            self.reference(text, from, until);
        }
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.alt.clear();
        (self.is_end_tag, self.is_self_closing) = (false, false);
    }

    fn init_end_tag(&mut self) {
        self.name.clear();
        (self.is_end_tag, self.is_self_closing) = (true, false);
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend_from_slice(name);
    }

    fn set_self_closing(&mut self) {
        self.is_self_closing = true;
    }

    fn init_attribute(&mut self) {
        self.attribute.clear();
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.attribute.extend_from_slice(name);
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        if self.attribute == b"alt" && self.name == b"img" {
            self.alt.extend_from_slice(value);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.tag();
        // What a browser without scripts shows is text of the page.
        let has_raw_text = !self.is_end_tag && self.name != b"noscript";
        if has_raw_text { naive_next_state(&self.name) } else { None }
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end_tag && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start = name.unwrap_or_default().to_vec();
    }

    fn emit_current_comment(&mut self) {
        self.done = self.position;
    }

    fn emit_current_doctype(&mut self) {
        self.done = self.position;
    }

    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_force_quirks(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}
