//! What is in a store, in numbers.

use serde::Serialize;

use crate::check::escape::escape;
use crate::check::lang::UiLang;
use crate::check::summary::{decimal, grouped};
use crate::store::Store;
use crate::store::format::Kind;

/// The numbers; its fields in their order are the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct Info {
    store: String,
    /// Without the deleted ones.
    games: u64,
    deleted: u64,
    /// Of all games, deleted ones included, as all that follows.
    plies: u64,
    /// Positions of main lines: one more than plies in each game.
    positions: u64,
    bytes: u64,
    bytes_per_game: f64,
    bytes_per_position: f64,
    index_bytes_per_position: f64,
    moves_only: bool,
    indexed: bool,
    variations_indexed: bool,
    segments: Vec<SegmentInfo>,
    parts: Vec<PartInfo>,
    sources: Vec<SourceInfo>,
}

#[derive(Debug, Serialize)]
struct SegmentInfo {
    file: String,
    games: u32,
    deleted: u32,
    plies: u64,
    bytes: u64,
}

#[derive(Debug, Serialize)]
struct PartInfo {
    part: &'static str,
    bytes: u64,
    bytes_per_game: f64,
    bytes_per_position: f64,
}

#[derive(Debug, Serialize)]
struct SourceInfo {
    name: String,
    bytes: u64,
    hash: String,
    games: u64,
    stored: u64,
    broken: u64,
}

/// Rounded to a thousandth; 0 of nothing.
fn per(bytes: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { (bytes as f64 / count as f64 * 1000.0).round() / 1000.0 }
}

impl Info {
    /// The numbers of a store.
    pub(super) fn of(store: &Store) -> Info {
        let manifest = store.manifest();
        let all: u64 = manifest.segments.iter().map(|segment| u64::from(segment.games)).sum();
        // Nobody has looked at the columns: a damaged manifest may say anything.
        let plies = manifest.segments.iter().fold(0u64, |sum, segment| sum.saturating_add(segment.plies));
        let positions = plies.saturating_add(all);
        let bytes: u64 = store.segments().iter().map(crate::store::Segment::size).sum();
        let part = |part, bytes| PartInfo {
            part,
            bytes,
            bytes_per_game: per(bytes, all),
            bytes_per_position: per(bytes, positions),
        };
        let length = |kind: &Kind| store.segments().iter().map(|segment| segment.length(*kind) as u64).sum();
        let mut parts: Vec<PartInfo> =
            Kind::ALL.iter().map(|kind| part(kind.title(), length(kind))).collect();
        let index = length(&Kind::Index);
        let rest = bytes.saturating_sub(parts.iter().map(|part| part.bytes).sum());
        parts.push(part("tables and checksums", rest));
        parts.retain(|part| part.bytes > 0);
        let segments = manifest.segments.iter().map(|segment| SegmentInfo {
            file: crate::store::open::segment_name(segment.file),
            games: segment.games,
            deleted: segment.deleted.map_or(0, |deleted| deleted.games),
            plies: segment.plies,
            bytes: segment.bytes,
        });
        let sources = manifest.sources.iter().map(|source| SourceInfo {
            name: source.name.clone(),
            bytes: source.bytes,
            hash: format!("{:032x}", source.hash),
            games: source.games,
            stored: source.stored,
            broken: source.broken,
        });
        Info {
            store: store.folder().to_string_lossy().into_owned(),
            games: manifest.games(),
            deleted: all - manifest.games(),
            plies,
            positions,
            bytes,
            bytes_per_game: per(bytes, all),
            bytes_per_position: per(bytes, positions),
            index_bytes_per_position: per(index, positions),
            moves_only: manifest.moves_only,
            indexed: manifest.indexed,
            variations_indexed: manifest.variations_indexed,
            segments: segments.collect(),
            parts,
            sources: sources.collect(),
        }
    }

    /// One JSON object without a line feed.
    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Lines for people.
    pub(super) fn lines(&self, lang: UiLang) -> Vec<String> {
        let number = |n: u64| grouped(n, lang);
        let each = |n: f64| decimal(n, 2, lang);
        let mut lines = vec![escape(&self.store).into_owned()];
        let mut row = |name: &str, value: String| lines.push(format!("  {name:<34} {value:>16}"));
        row(lang.pick("games", "Partien"), number(self.games));
        row(lang.pick("games deleted", "gelöschte Partien"), number(self.deleted));
        row(lang.pick("plies", "Halbzüge"), number(self.plies));
        row(lang.pick("positions", "Stellungen"), number(self.positions));
        row(lang.pick("bytes", "Byte"), number(self.bytes));
        row(lang.pick("bytes a game", "Byte je Partie"), each(self.bytes_per_game));
        row(lang.pick("bytes a position", "Byte je Stellung"), each(self.bytes_per_position));
        let yes = |is: bool| lang.pick(["no", "yes"], ["nein", "ja"])[usize::from(is)].to_owned();
        row(lang.pick("position index", "Stellungsindex"), yes(self.indexed));
        row(lang.pick("variations in it", "Varianten darin"), yes(self.variations_indexed));
        row(lang.pick("only moves, no text", "nur Züge, kein Text"), yes(self.moves_only));
        let head = |name: &str, columns: [&str; 3]| {
            let [a, b, c] = columns;
            format!("{name:<36} {a:>16} {b:>14} {c:>14}")
        };
        let mut section = |title: String, rows: Vec<String>| {
            if !rows.is_empty() {
                lines.push(String::new());
                lines.push(title);
                lines.extend(rows);
            }
        };
        section(
            head(
                lang.pick("Part", "Teil"),
                lang.pick(["bytes", "a game", "a position"], ["Byte", "je Partie", "je Stellung"]),
            ),
            self.parts
                .iter()
                .map(|part| {
                    let columns =
                        [number(part.bytes), each(part.bytes_per_game), each(part.bytes_per_position)];
                    head(&format!("  {}", part.part), columns.each_ref().map(String::as_str))
                })
                .collect(),
        );
        section(
            head("Segment", lang.pick(["bytes", "games", "deleted"], ["Byte", "Partien", "gelöscht"])),
            self.segments
                .iter()
                .map(|segment| {
                    let columns =
                        [number(segment.bytes), number(segment.games.into()), number(segment.deleted.into())];
                    head(&format!("  {}", segment.file), columns.each_ref().map(String::as_str))
                })
                .collect(),
        );
        section(
            head(
                lang.pick("Source", "Quelle"),
                lang.pick(["games", "stored", "cut short"], ["Partien", "gespeichert", "abgebrochen"]),
            ),
            self.sources
                .iter()
                .map(|source| {
                    let columns = [number(source.games), number(source.stored), number(source.broken)];
                    head(&format!("  {}", escape(&source.name)), columns.each_ref().map(String::as_str))
                })
                .collect(),
        );
        lines
    }
}
