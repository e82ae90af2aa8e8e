//! What stands above a game: players, event, place and date where they can be read safely.

use super::word::prose;
use crate::notation::result;
use crate::pgn::date::read_date;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::decode_value;
use crate::replay::game::{Game, Item};

/// Longest heading, in lines; what is above belongs to the text before.
const MOST_LINES: usize = 6;

/// Longest name of a player or event, in bytes.
const LONGEST: usize = 60;

/// Where the heading of a game begins in the text before it. Behind another game it is the last paragraph.
pub(super) fn begin(text: &str, is_behind_game: bool) -> usize {
    if !is_behind_game {
        return 0;
    }
    let (mut begin, mut lines, mut has_text) = (text.len(), 0, false);
    let mut end = text.len();
    // The first line is the rest of the last line of the game before.
    while let Some(newline) = text.get(..end).and_then(|text| text.rfind('\n')) {
        let is_blank = text.get(newline + 1..end).unwrap_or_default().trim().is_empty();
        if is_blank && has_text || lines == MOST_LINES {
            break;
        }
        if !is_blank {
            has_text = true;
            // As many tags as there are.
            lines +=
                usize::from(!text.get(newline + 1..end).is_some_and(|line| line.trim().starts_with('[')));
            begin = newline + 1;
        }
        end = newline;
    }
    begin
}

/// Reads a heading into tags; lines that say something else become one comment.
pub(super) fn read_heading(text: &str, game: &mut Game) {
    let mut kept = Vec::new();
    let mut has_players = false;
    for line in text.lines() {
        let line = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '\u{FEFF}'));
        if line.is_empty() {
            continue;
        }
        let is_read = tag_pair(line, game)
            || label(line, game)
            || !has_players && players(line, game)
            || has_players && game.tag("Event").is_none() && event_and_date(line, game);
        has_players |= game.tag("White").is_some();
        if !is_read {
            kept.push(line);
        }
    }
    if let Some(comment) = prose(&kept.join("\n")) {
        game.items.push(Item::Comment(comment));
    }
}

/// `[White "Meier"]`, as PGN on a web page has it. The start position is no tag to be copied.
fn tag_pair(line: &str, game: &mut Game) -> bool {
    let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    let Some((name, value)) = inside.and_then(|inside| inside.trim().split_once([' ', '\t'])) else {
        return false;
    };
    let value = value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let Some(value) = value.map(|value| decode_value(value.as_bytes()).into_owned()) else { return false };
    let known = KnownTag::find(name.as_bytes()).map(|known| known.german_for().unwrap_or(known));
    let name = known.map_or(name, |known| known.name());
    let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !is_name || matches!(name, "FEN" | "SetUp" | "Variant") || game.tag(name).is_some() {
        return false;
    }
    if name != "Result" {
        game.set_tag(name, &value);
        return true;
    }
    let result = result::parse(value.as_bytes()).map(|read| read.result);
    game.result = result.unwrap_or(game.result);
    result.is_some()
}

/// `Weiß: Meier`, `Date: 1851`.
fn label(line: &str, game: &mut Game) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    let (name, value) = (name.trim(), value.trim());
    let known = KnownTag::find(name.as_bytes()).or_else(|| KnownTag::look_alike(name.as_bytes()));
    let Some(known) = known.map(|known| known.german_for().unwrap_or(known)) else { return false };
    if value.is_empty() || value.len() > LONGEST || game.tag(known.name()).is_some() {
        return false;
    }
    match known {
        KnownTag::White | KnownTag::Black | KnownTag::Event | KnownTag::Site | KnownTag::Round => {
            game.set_tag(known.name(), value);
            true
        }
        KnownTag::Date => date(value, game),
        _ => false,
    }
}

/// `Anderssen - Kieseritzky, London 1851`, `Unsterbliche Partie (Anderssen - Kieseritzky) 1851`.
fn players(line: &str, game: &mut Game) -> bool {
    if line.contains("://") {
        return false;
    }
    let (event, pair, place) = match line.split_once('(').and_then(|(event, rest)| {
        let (pair, place) = rest.split_once(')')?;
        Some((event.trim(), pair, place.trim()))
    }) {
        Some((event, pair, place)) if !event.is_empty() => (event, pair, place),
        _ => match line.split_once(", ") {
            Some((pair, place)) => ("", pair, place.trim()),
            None => ("", line, ""),
        },
    };
    let Some((white, black)) = pair_of(pair) else { return false };
    let (black, late) = match split_date(black) {
        Some((name, when)) if place.is_empty() && !name.is_empty() => (name, Some(when)),
        _ => (black, None),
    };
    if !is_name(white) || !is_name(black) || event.len() > LONGEST {
        return false;
    }
    let mut trial = game.clone();
    if !event.is_empty() {
        trial.set_tag("Event", event);
    }
    let is_placed = late.is_none_or(|when| date(when, &mut trial))
        && (place.is_empty() || site_and_date(place, &mut trial));
    if !is_placed {
        return false;
    }
    trial.set_tag("White", white);
    trial.set_tag("Black", black);
    *game = trial;
    true
}

fn pair_of(text: &str) -> Option<(&str, &str)> {
    [" - ", " – ", " — ", " gegen ", " vs. ", " vs ", " contra "].iter().find_map(|sign| {
        let (white, black) = text.split_once(sign)?;
        Some((white.trim(), black.trim()))
    })
}

/// One to five words, the first with a capital, no digits and no sentence.
fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (1..=5).contains(&words)
        && text.len() <= LONGEST
        && text.chars().next().is_some_and(char::is_uppercase)
        && text.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | ',' | '\'' | '’' | '-'))
}

/// `London 1851`, `1851`, `Wijk aan Zee 1999`.
fn site_and_date(text: &str, game: &mut Game) -> bool {
    let (site, when) = match split_date(text) {
        Some((site, when)) => (site, Some(when)),
        None => (text, None),
    };
    let site = site.trim_end_matches([',', ' ']);
    if !site.is_empty() && !is_name(site) {
        return false;
    }
    if when.is_some_and(|when| !date(when, game)) {
        return false;
    }
    if !site.is_empty() {
        game.set_tag("Site", site);
    }
    true
}

/// `Berliner Schulschachliga Berlin, 25.03.2004`.
fn event_and_date(line: &str, game: &mut Game) -> bool {
    let Some((event, when)) = line.rsplit_once(", ") else { return false };
    if !is_name(event.trim()) || !date(when.trim(), game) {
        return false;
    }
    game.set_tag("Event", event.trim());
    true
}

/// The last word, if it has digits.
fn split_date(text: &str) -> Option<(&str, &str)> {
    let (before, last) = text.rsplit_once(' ').unwrap_or(("", text));
    last.bytes().any(|b| b.is_ascii_digit()).then(|| (before.trim(), last))
}

fn date(text: &str, game: &mut Game) -> bool {
    use crate::pgn::date::DateReading;
    let text = text.trim_end_matches('.');
    match read_date(text.as_bytes()) {
        DateReading::Export(date) | DateReading::Lax(date) if game.tag("Date").is_none() => {
            game.set_tag("Date", date.to_string());
            true
        }
        _ => false,
    }
}
