//! HTML pages as listings: the text that a reader of the page sees, and where each byte of it stands in the source.

use std::ops::Range;

use super::{Listing, ListingOptions, html_tags, read_listing};

/// So much of a text is looked at to tell whether it is a page, in bytes.
const LOOKED_AT: usize = 1 << 16;

/// So many tags make a text without `<html>` a page.
const MANY_TAGS: usize = 4;

/// The text of a page: tags left out, references to characters resolved, blanks and line ends where a browser would
/// show them.
#[derive(Debug, Default)]
pub(super) struct PageText {
    pub(super) text: String,
    /// Where the text comes from, in the order of both.
    pub(super) segments: Vec<Segment>,
}

/// A piece of the text and of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// Byte offset in the text; the piece ends where the next one begins.
    pub(super) text: usize,
    /// Byte offsets in the source.
    pub(super) from: usize,
    pub(super) until: usize,
    /// The source has the same bytes, no reference to a character.
    pub(super) is_verbatim: bool,
}

/// What kind of text this is, judged by its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Markup {
    /// There are no tags, or so few that they may be anything.
    None,
    /// Tags within lines that stay lines.
    Inline,
    /// Line ends mean nothing, elements are what makes lines.
    Page,
}

/// Is this the beginning of an HTML page, or of a piece of one?
///
/// It begins with `<!doctype html` or `<html`, or has several tags of HTML outside `{...}`. A text with tag pairs of
/// PGN has to begin as a page does.
pub fn looks_like_html(head: &str) -> bool {
    markup(head) != Markup::None
}

/// Reads all games of a text, which may be an HTML page. Places are those in `source`.
pub fn read_text_or_page(source: &str, options: &ListingOptions) -> Listing {
    let markup = markup(source);
    if markup == Markup::None {
        return read_listing(source, options);
    }
    let page = html_tags::strip(source, markup == Markup::Inline);
    let mut listing = read_listing(&page.text, options);
    page.put_in_source(&mut listing, source);
    listing
}

impl PageText {
    /// Where the text before and behind this byte offset comes from; both are the same but at tags and references.
    fn source(&self, at: usize) -> (usize, usize) {
        let behind = self.segments.partition_point(|segment| segment.text <= at);
        let start = behind.checked_sub(1).and_then(|index| self.segments.get(index));
        let before = self.segments.partition_point(|segment| segment.text < at);
        let end = before.checked_sub(1).and_then(|index| self.segments.get(index));
        let within = |segment: &Segment| (segment.from + (at - segment.text)).min(segment.until);
        let end = end.map_or(0, |segment| if segment.is_verbatim { within(segment) } else { segment.until });
        let start =
            start.map_or(0, |segment| if segment.is_verbatim { within(segment) } else { segment.from });
        (end, start)
    }

    fn span(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.source(span.start).1;
        if span.is_empty() { start..start } else { start..self.source(span.end).0.max(start) }
    }

    /// Turns places in the text into places in the source.
    fn put_in_source(&self, listing: &mut Listing, source: &str) {
        for finding in &mut listing.findings {
            finding.span = self.span(&finding.span);
        }
        let (mut line, mut counted, mut done) = (1, 0, 0);
        let last = listing.games.len().saturating_sub(1);
        for (index, listed) in listing.games.iter_mut().enumerate() {
            let end = if index == last { source.len() } else { self.source(listed.place.end).0.max(done) };
            listed.place = done..end;
            done = end;
            let offset = self.source(usize::try_from(listed.game.offset).unwrap_or(usize::MAX)).1;
            let before = source.as_bytes().get(counted..offset).unwrap_or_default();
            line += memchr::memchr_iter(b'\n', before).count() as u64;
            counted = offset.max(counted);
            (listed.game.offset, listed.game.line) = (offset as u64, line);
        }
    }
}

/// Looks for tags.
pub(super) fn markup(text: &str) -> Markup {
    let bytes = text.as_bytes();
    let bytes = bytes.get(..bytes.len().min(LOOKED_AT)).unwrap_or_default();
    if begins_as_page(bytes) {
        return Markup::Page;
    }
    let head = text.get(..bytes.len()).unwrap_or(text);
    if super::has_tag_pair(head) {
        return Markup::None;
    }
    let (mut tags, mut has_blocks, mut at) = (0, false, 0);
    while let Some(next) = memchr::memchr2(b'<', b'{', bytes.get(at..).unwrap_or_default()) {
        at += next;
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.first() == Some(&b'{') {
            // Without its other half it is no comment.
            at += memchr::memchr(b'}', rest).unwrap_or(0) + 1;
            if at > bytes.len() {
                break;
            }
            continue;
        }
        at += 1;
        if let Some(name) = tag_name(rest) {
            tags += 1;
            has_blocks |= !html_tags::is_inline(&name);
        }
    }
    match (tags >= MANY_TAGS, has_blocks) {
        (false, _) => Markup::None,
        (true, false) => Markup::Inline,
        (true, true) => Markup::Page,
    }
}

/// Only blanks, comments and `<?xml ...?>` before `<!doctype html` or `<html`.
fn begins_as_page(mut text: &[u8]) -> bool {
    text = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
    loop {
        text = text.trim_ascii_start();
        let begins = |with: &[u8]| text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with));
        let end: &[u8] = if begins(b"<!doctype html") || tag_name(text).is_some_and(|name| name == b"html") {
            return true;
        } else if begins(b"<!--") {
            b"-->"
        } else if begins(b"<?xml") {
            b"?>"
        } else {
            return false;
        };
        match memchr::memmem::find(text, end) {
            Some(at) => text = text.get(at + end.len()..).unwrap_or_default(),
            None => return false,
        }
    }
}

/// The name of the tag of HTML that a text begins with, in small letters.
fn tag_name(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_prefix(b"<")?;
    let text = text.strip_prefix(b"/").unwrap_or(text);
    let length = text.iter().take(12).take_while(|b| b.is_ascii_alphanumeric()).count();
    let ends = matches!(text.get(length)?, b'>' | b'/' | b' ' | b'\t' | b'\r' | b'\n');
    let name = text.get(..length)?.to_ascii_lowercase();
    (ends && html_tags::is_known(&name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(html: &str) -> String {
        html_tags::strip(html, false).text
    }

    #[test]
    fn pages_are_told_from_other_texts() {
        for page in [
            "<!DOCTYPE html><p>",
            "\u{FEFF} <!-- a --> <HTML lang=de>\n[Event \"a\"]",
            "<?xml version=\"1.0\"?><html>",
            "Text<table><tr><td>1.</td><td>e4</td></tr></table>",
        ] {
            assert_eq!(markup(page), Markup::Page, "{page}");
        }
        assert_eq!(markup("<b>1.</b> e4\n<i>e5</i>"), Markup::Inline);
        for other in [
            "",
            "1. e4 < e5 > <3 <e4> <g1> <K> <Ng1> <Lc4>",
            "1. e4 {<p>a</p><p>b</p>} e5",
            "[Event \"<b>a</b> <i>b</i> <p>\"]\n\n1. e4 <p> <p> <p> <p> e5",
            "1. e4 <br> e5",
        ] {
            assert_eq!(markup(other), Markup::None, "{other}");
        }
    }

    #[test]
    fn elements_make_lines_and_blanks() {
        assert_eq!(text("<p>1. e4\n  e5</p>\n<p>2. <b>Sf3</b></p>"), "1. e4 e5\n\n2. Sf3");
        assert_eq!(text("<table><tr><td>1.</td> <td>e4</td><td></td></tr><tr><td>2"), "1. | e4 |\n2");
        assert_eq!(text("a<br>b<br/>\n<br>c<div>d<div>e</div></div>f"), "a\nb\n\nc\nd\ne\nf");
        assert_eq!(text("<pre>1. e4\n2. d4\n\n3.</pre>"), "1. e4\n2. d4\n\n3.");
        assert_eq!(text("<ul><li>a<li>b</ul>"), "a\nb");
        assert_eq!(html_tags::strip("1. <b>e4</b>\n2. d4<br>\n", true).text, "1. e4\n2. d4");
    }

    #[test]
    fn what_is_not_shown_is_left_out() {
        let page = "<html><head><title>T</title><style>p{}</style><script>a<b</script></head><body>a<!-- b -->c\
                    <script>\"</b>\"</script><svg><text>x</text></svg>d</body></html>";
        assert_eq!(text(page), "acd");
        assert_eq!(text("<head><meta charset=utf-8><p>no end of the head"), "no end of the head");
    }

    #[test]
    fn references_become_characters() {
        assert_eq!(
            text("&#9816;f3 &#x2658;c6&nbsp;&frac12;&thinsp;&ndash;&#8239;&auml; &amp;lt; &unknown; &"),
            { "♘f3 ♘c6 ½ – ä &lt; &unknown; &" }
        );
        assert_eq!(text("Kö&shy;nig 1 < 2 <ä <3"), "König 1 < 2 <ä <3");
        assert_eq!(text("<img alt=\"S\" src=a>f3 <img alt='a long text'>"), "Sf3");
    }

    #[test]
    fn places_are_those_of_the_source() {
        let source = "<html><body>\r\n<table>\n<tr><td>1.</td><td>e4</td><td>e5</td></tr>\n<tr><td>2.</td><td>&#9812;e3</td></tr>";
        let listing = read_text_or_page(source, &ListingOptions::default());
        assert_eq!(&source[listing.findings[0].span.clone()], "&#9812;e3");
        let game = &listing.games[0];
        assert_eq!((game.game.line, game.place.clone()), (3, 0..source.len()));
        assert_eq!(&source[game.game.offset as usize..][..2], "1.");
    }

    proptest! {
        #[test]
        fn any_bytes_are_stripped_without_panic_and_in_order(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            is_inline in any::<bool>(),
        ) {
            let source = String::from_utf8_lossy(&bytes);
            let page = html_tags::strip(&source, is_inline);
            let mut last = 0;
            for at in 0..=page.text.len() {
                let (end, start) = page.source(at);
                prop_assert!(end <= source.len() && start <= source.len() && start >= last);
                last = start;
            }
            let page = format!("<html>{source}");
            let listing = read_text_or_page(&page, &ListingOptions::default());
            for finding in &listing.findings {
                prop_assert!(page.get(finding.span.clone()).is_some(), "{:?}", finding);
            }
        }

        #[test]
        fn every_word_outside_tags_is_where_the_map_says(
            parts in proptest::collection::vec(
                prop_oneof![
                    "[a-h]{1,3}", Just("<p>".to_owned()), Just("</td>".to_owned()), Just("<br>".to_owned()), Just(" ".to_owned()),
                    Just("\r\n".to_owned()), Just("<".to_owned()), Just("&amp;".to_owned()), Just("&".to_owned()),
                    Just("&auml;".to_owned()), Just("<!-- x -->".to_owned()), Just("<b a='b>'>".to_owned()), Just("é".to_owned()),
                    Just("</".to_owned()), Just("&#9816".to_owned()), Just("{".to_owned()), Just("<pre>".to_owned()), Just("\n".to_owned()),
                ],
                0..40,
            ),
            is_inline in any::<bool>(),
        ) {
            let source = parts.concat();
            let page = html_tags::strip(&source, is_inline);
            for (at, byte) in page.text.bytes().enumerate().filter(|(_, byte)| (b'a'..=b'h').contains(byte)) {
                let (_, start) = page.source(at);
                prop_assert_eq!(source.as_bytes()[start], byte, "{} in {}", at, source);
            }
        }
    }
}
