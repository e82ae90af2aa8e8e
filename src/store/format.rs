//! The file of a segment: sections, a table of them, and a checksum for every 64 KiB.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `zug-seg` and a zero |
//! | 2 + 2 | version of the format, oldest version whose readers can read it |
//! | 4 | zero |
//! | ... | the sections, each beginning at a multiple of 8 |
//! | 24 for each section | the table: kind (4), zero (4), offset in the file (8), length in bytes (8) |
//! | 8 for each block | checksums (XXH3, 64 bits) of the sections in the order of the table, 64 KiB each, the last block of a section shorter |
//! | 8 + 4 + 4 | offset of the table, number of sections, number of blocks |
//! | 8 | checksum of everything from the table to here, and of the first 16 bytes |
//! | 8 | `zug-end` and a zero |
//!
//! All numbers are little endian. A reader checks the table when it opens the file, and a block when it first looks
//! into it; so nothing damaged is ever taken for true, and nothing is read only to be checked.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::thread::JoinHandle;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Version of the format that is written.
pub(crate) const VERSION: u16 = 1;
/// The oldest version whose readers can read what is written.
pub(crate) const OLDEST: u16 = 1;
/// Bytes under one checksum.
pub(crate) const BLOCK: usize = 64 << 10;
pub(crate) const HEAD: usize = 16;
pub(crate) const TAIL: usize = 32;
pub(crate) const ENTRY: usize = 24;
pub(crate) const MAGIC: [u8; 8] = *b"zug-seg\0";
pub(crate) const END: [u8; 8] = *b"zug-end\0";

macro_rules! sections {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal, $title:literal;)*) => {
        /// What a section holds. The numbers are part of the format.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u32)]
        pub enum Kind { $($(#[doc = $doc])* $name = $number,)* }

        impl Kind {
            /// All of them, in the order in which they stand in a file.
            pub const ALL: &'static [Kind] = &[$(Kind::$name,)*];

            /// What is in it, for those who read the format.
            pub const fn about(self) -> &'static str {
                match self { $(Kind::$name => concat!($($doc),*).trim_ascii(),)* }
            }

            /// Its name in messages.
            pub const fn title(self) -> &'static str {
                match self { $(Kind::$name => $title,)* }
            }
        }
    };
}

sections! {
    /// Plies of all games up to and with this one.
    PliesEnd = 1, "column of plies";
    /// White's name, a number in [`Kind::Players`].
    White = 2, "column of White's names";
    /// Black's name.
    Black = 3, "column of Black's names";
    /// A number in [`Kind::Events`].
    Event = 4, "column of events";
    /// A number in [`Kind::Sites`].
    Site = 5, "column of sites";
    /// A number in [`Kind::Rounds`].
    Round = 6, "column of rounds";
    /// Year × 512 + month × 32 + day, each 0 if it is not known; 1 more.
    Date = 7, "column of dates";
    /// White's Elo, 0 if none.
    WhiteElo = 8, "column of White's ratings";
    /// Black's Elo.
    BlackElo = 9, "column of Black's ratings";
    /// Letter × 100 + number, from A00 = 1.
    Eco = 10, "column of ECO codes";
    /// The result: 0 unfinished, 1 White won, 2 Black won, 3 draw, 4 lost for both, 5 half and zero, 6 zero and half.
    Result = 11, "column of results";
    /// Which tags there are, a number in [`Kind::Layouts`].
    Layout = 12, "column of tag layouts";
    /// The start position: its Chess960 number, or 960 and its 0-based number in [`Kind::Starts`].
    Start = 13, "column of start positions";
    /// The source, a number in [`Kind::Sources`].
    Source = 14, "column of sources";
    /// Number of the game in its source, 1-based.
    Number = 15, "column of game numbers";
    /// Line in its source on which it begins, 1-based.
    Line = 16, "column of lines";
    /// Byte in its source at which it begins.
    Offset = 17, "column of offsets";
    /// What kind of game it is, see [`super::flags`].
    Flags = 18, "column of flags";
    /// The endings it went through, a number in [`Kind::Endings`].
    Ending = 19, "column of endings";
    /// What happens on the board, see [`super::features_bytes`]: a column for each byte, one behind the other.
    Features = 20, "column of features";
    /// The opening, a line of the table of openings that comes with the program, counted from 1; 0 if it has none.
    Opening = 21, "column of openings";
    /// The first move of the main line, as it stands in [`Kind::Moves`]; 0 if there is none, and if it is a null move.
    FirstMove = 22, "column of first moves";
    /// Names of players.
    Players = 64, "names of players";
    /// Values of the tag Event.
    Events = 65, "names of events";
    /// Values of the tag Site.
    Sites = 66, "names of sites";
    /// Values of the tag Round.
    Rounds = 67, "names of rounds";
    /// Names of tags in their order, see [`super::tags`].
    Layouts = 68, "tag layouts";
    /// Start positions as Shredder-FEN.
    Starts = 69, "start positions";
    /// Names of sources.
    Sources = 70, "names of sources";
    /// Endings, see [`super::endings`].
    Endings = 71, "endings";
    /// Tells of which table of openings the lines are: XXH3 of its volumes, the seed of each being that of the one before.
    /// Another table counts as none.
    OpeningTable = 72, "table of openings";
    /// The moves of the main lines, two bytes each, game after game: origin (bits 0-5), target (6-11), both from a1, b1
    /// on, kind (12-15): 0 plain, 1 castling, the target being the rook's square, 2 en passant, 4 to 7 promotion to
    /// knight, bishop, rook, queen.
    Moves = 80, "moves";
    /// Values of tags that no column gives back, in blocks.
    Tags = 81, "tags";
    /// Directory of the blocks.
    TagBlocks = 82, "directory of the tags";
    /// Comments, glyphs, variations, in blocks.
    Text = 83, "text";
    /// Directory of the blocks.
    TextBlocks = 84, "directory of the text";
    /// From position keys to games, see [`super::index`].
    Index = 90, "position index";
    /// Empty; it is there if the position index has the positions of variations, too.
    WithVariations = 91, "mark of an index of variations";
}

/// A segment file while it is written, section after section.
pub(crate) struct SegmentWriter {
    out: BufWriter<File>,
    at: u64,
    table: Vec<u8>,
    sums: Vec<u64>,
    sections: u32,
    /// Brings to the disk what was written so far, while more is got ready.
    syncing: Option<JoinHandle<io::Result<()>>>,
}

impl SegmentWriter {
    /// Begins a file.
    pub(crate) fn new(file: File) -> io::Result<SegmentWriter> {
        let mut out = BufWriter::with_capacity(1 << 18, file);
        out.write_all(&head())?;
        Ok(SegmentWriter {
            out,
            at: HEAD as u64,
            table: Vec::new(),
            sums: Vec::new(),
            sections: 0,
            syncing: None,
        })
    }

    /// Appends a section; `parts` are written one behind the other.
    pub(crate) fn section<'p>(
        &mut self,
        kind: Kind,
        parts: impl IntoIterator<Item = &'p [u8]>,
    ) -> io::Result<()> {
        let padding = self.at.next_multiple_of(8) - self.at;
        self.out.write_all([0u8; 8].get(..padding as usize).unwrap_or_default())?;
        self.at += padding;
        let start = self.at;
        let (mut sum, mut room) = (Xxh3Default::new(), BLOCK);
        for mut part in parts {
            self.out.write_all(part)?;
            self.at += part.len() as u64;
            while let Some((now, rest)) = part.split_at_checked(room) {
                sum.update(now);
                self.sums.push(sum.digest());
                (sum, room, part) = (Xxh3Default::new(), BLOCK, rest);
            }
            sum.update(part);
            room -= part.len();
        }
        if room < BLOCK {
            self.sums.push(sum.digest());
        }
        self.table.extend_from_slice(&(kind as u32).to_le_bytes());
        self.table.extend_from_slice(&[0; 4]);
        self.table.extend_from_slice(&start.to_le_bytes());
        self.table.extend_from_slice(&(self.at - start).to_le_bytes());
        self.sections += 1;
        Ok(())
    }

    /// Appends a section of numbers of two bytes.
    pub(crate) fn numbers(&mut self, kind: Kind, numbers: &[u16]) -> io::Result<()> {
        let pack = |part: &[u16]| part.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let parts: Vec<Vec<u8>> = numbers.par_chunks(1 << 20).map(pack).collect();
        self.section(kind, parts.iter().map(Vec::as_slice))
    }

    /// Lets what was written so far go to the disk, without waiting for it.
    pub(crate) fn sync_behind(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let file = self.out.get_ref().try_clone()?;
        self.syncing = Some(std::thread::spawn(move || file.sync_data()));
        Ok(())
    }

    /// Writes the table and everything to the disk. Answers the length of the file and the checksum of its table.
    pub(crate) fn finish(mut self) -> io::Result<(u64, u64)> {
        let at = self.at;
        let mut end = std::mem::take(&mut self.table);
        for sum in &self.sums {
            end.extend_from_slice(&sum.to_le_bytes());
        }
        end.extend_from_slice(&at.to_le_bytes());
        end.extend_from_slice(&self.sections.to_le_bytes());
        end.extend_from_slice(&(self.sums.len() as u32).to_le_bytes());
        let sum = sum_of_table(&end, &head());
        end.extend_from_slice(&sum.to_le_bytes());
        end.extend_from_slice(&END);
        self.out.write_all(&end)?;
        if let Some(syncing) = self.syncing.take() {
            syncing.join().map_err(|_| io::Error::other("a thread that wrote to the disk has died"))??;
        }
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok((at + end.len() as u64, sum))
    }
}

fn head() -> [u8; HEAD] {
    let mut head = [0; HEAD];
    let (v, o) = (VERSION.to_le_bytes(), OLDEST.to_le_bytes());
    let bytes = MAGIC.into_iter().chain(v).chain(o);
    for (to, from) in head.iter_mut().zip(bytes) {
        *to = from;
    }
    head
}

/// The checksum of a table and what stands behind it, up to the checksum itself.
pub(crate) fn sum_of_table(table: &[u8], head: &[u8]) -> u64 {
    xxh3_64(table) ^ xxh3_64(head).rotate_left(1)
}
