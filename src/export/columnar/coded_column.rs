//! Columns of numbers in a dictionary, encoded by those who know the numbers: a value is looked at once in a table, not
//! hashed and compared as the writer for any values must. On positions this is several times as fast.
//!
//! Format: Apache Parquet, "Encodings": dictionary page in PLAIN, data pages in RLE_DICTIONARY, both packed.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder, PageEncodingStats};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use rustc_hash::FxHashMap;

/// No value.
const NONE: u32 = u32::MAX;

/// Keys below it have their codes in a table.
const SMALL: u64 = 1 << 17;

/// Codes of values, given out in the order in which the values are met first.
pub(super) struct Coder {
    small: Vec<u32>,
    large: FxHashMap<u64, u32>,
    /// The values in the order of their codes, as the keys that they were asked for by.
    keys: Vec<u64>,
    /// The value asked for last: the next one often is the same.
    last: (u64, u32),
}

impl Coder {
    pub(super) fn new() -> Coder {
        Coder { small: Vec::new(), large: FxHashMap::default(), keys: Vec::new(), last: (u64::MAX, NONE) }
    }

    /// The code of a value.
    #[inline]
    fn code(&mut self, key: u64) -> u32 {
        if key != self.last.0 {
            self.last = (key, self.find(key));
        }
        self.last.1
    }

    #[inline]
    fn find(&mut self, key: u64) -> u32 {
        let new = self.keys.len() as u32;
        if key < SMALL {
            let index = key as usize;
            if index >= self.small.len() {
                self.small.resize(index.next_power_of_two().max(256) * 2, NONE);
            }
            match self.small.get_mut(index) {
                Some(code) if *code == NONE => *code = new,
                Some(code) => return *code,
                None => return NONE,
            }
        } else {
            match self.large.entry(key) {
                std::collections::hash_map::Entry::Occupied(code) => return *code.get(),
                std::collections::hash_map::Entry::Vacant(place) => *place.insert(new),
            };
        }
        self.keys.push(key);
        new
    }
}

/// The values of a column as codes.
pub(super) struct CodedColumn {
    codes: Vec<u32>,
    coder: Coder,
    unknown: u64,
}

impl CodedColumn {
    /// The column of so many values, each known by a key, or not known.
    pub(super) fn new(values: impl Iterator<Item = Option<u64>>) -> CodedColumn {
        let mut coder = Coder::new();
        let mut unknown = 0;
        let codes = values.map(|value| match value {
            Some(key) => coder.code(key),
            None => {
                unknown += 1;
                NONE
            }
        });
        let codes = codes.collect();
        CodedColumn { codes, coder, unknown }
    }

    /// The keys that there are.
    pub(super) fn keys(&self) -> &[u64] {
        &self.coder.keys
    }

    /// Rows without a value.
    pub(super) fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Encodes it. `plain` appends the value of a key as PLAIN has it; `page` rows make a page.
    pub(super) fn encode(
        self,
        column: &ColumnDescPtr,
        page: usize,
        statistics: Option<Statistics>,
        plain: impl Fn(u64, &mut Vec<u8>),
    ) -> Result<(Bytes, ColumnCloseResult)> {
        let mut dictionary = Vec::new();
        self.coder.keys.iter().for_each(|key| plain(*key, &mut dictionary));
        let mut file = Pages::new()?;
        let page_of_values = Page::DictionaryPage {
            buf: Bytes::new(),
            num_values: self.coder.keys.len() as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        file.write(page_of_values, &dictionary, 0)?;
        let width = bits_of((self.coder.keys.len() as u32).saturating_sub(1)).max(1);
        let is_optional = column.max_def_level() > 0;
        let (mut bytes, mut known) = (Vec::new(), Vec::new());
        for rows in self.codes.chunks(page.max(1)) {
            bytes.clear();
            known.clear();
            if is_optional {
                known.extend(rows.iter().map(|code| u32::from(*code != NONE)));
                bytes.extend_from_slice(&[0; 4]);
                put_hybrid(&known, 1, &mut bytes);
                let length = (bytes.len() - 4) as u32;
                bytes.iter_mut().zip(length.to_le_bytes()).for_each(|(byte, length)| *byte = length);
            }
            bytes.push(width);
            if self.unknown > 0 {
                known.clear();
                known.extend(rows.iter().copied().filter(|code| *code != NONE));
                put_hybrid(&known, width, &mut bytes);
            } else {
                put_hybrid(rows, width, &mut bytes);
            }
            let page = Page::DataPage {
                buf: Bytes::new(),
                num_values: rows.len() as u32,
                encoding: Encoding::RLE_DICTIONARY,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            };
            file.write(page, &bytes, rows.len())?;
        }
        file.finish(column, self.codes.len(), statistics)
    }
}

/// How hard pages are packed: as the writer for any values does it.
const LEVEL: i32 = 1;

/// Pages on their way into a column of a file.
struct Pages {
    memory: TrackedWrite<Vec<u8>>,
    compressor: zstd::bulk::Compressor<'static>,
    index: OffsetIndexBuilder,
    /// Bytes before packing, and page headers.
    plain: u64,
    first_data: Option<u64>,
    pages: i32,
}

impl Pages {
    fn new() -> Result<Pages> {
        Ok(Pages {
            memory: TrackedWrite::new(Vec::new()),
            compressor: zstd::bulk::Compressor::new(LEVEL)?,
            index: OffsetIndexBuilder::new(),
            plain: 0,
            first_data: None,
            pages: 0,
        })
    }

    /// Writes a page of these bytes, and with so many rows if it is one of data.
    fn write(&mut self, page: Page, bytes: &[u8], rows: usize) -> Result<()> {
        let packed = Bytes::from(self.compressor.compress(bytes)?);
        let mut page = page;
        let is_data = match &mut page {
            Page::DataPage { buf, .. } => {
                *buf = packed;
                true
            }
            Page::DataPageV2 { buf, .. } | Page::DictionaryPage { buf, .. } => {
                *buf = packed;
                false
            }
        };
        let mut writer = SerializedPageWriter::new(&mut self.memory);
        let spec = writer.write_page(CompressedPage::new(page, bytes.len()))?;
        self.plain += spec.uncompressed_size as u64;
        if is_data {
            self.first_data.get_or_insert(spec.offset);
            self.index.append_row_count(rows as i64);
            self.index.append_offset_and_size(spec.offset as i64, spec.compressed_size as i32);
            self.pages += 1;
        }
        Ok(())
    }

    fn finish(
        self,
        column: &ColumnDescPtr,
        rows: usize,
        statistics: Option<Statistics>,
    ) -> Result<(Bytes, ColumnCloseResult)> {
        let bytes = Bytes::from(self.memory.into_inner()?);
        let stats = |page_type, encoding, count| PageEncodingStats { page_type, encoding, count };
        let mut metadata = ColumnChunkMetaData::builder(Arc::clone(column))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_page_encoding_stats(vec![
                stats(PageType::DICTIONARY_PAGE, Encoding::PLAIN, 1),
                stats(PageType::DATA_PAGE, Encoding::RLE_DICTIONARY, self.pages),
            ])
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(self.plain as i64)
            .set_num_values(rows as i64)
            .set_data_page_offset(self.first_data.unwrap_or(0) as i64)
            .set_dictionary_page_offset(Some(0));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let closed = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(self.index.build()),
        };
        Ok((bytes, closed))
    }
}

/// Bits that a number needs.
fn bits_of(number: u32) -> u8 {
    (32 - number.leading_zeros()) as u8
}

fn put_varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Groups of eight that are the same from which on a run is told by its length.
const LEAST_RUN: usize = 3;

/// Appends numbers of so many bits in the hybrid of runs and packed bits.
fn put_hybrid(numbers: &[u32], width: u8, out: &mut Vec<u8>) {
    let (groups, rest) = numbers.as_chunks::<8>();
    let is_run = |group: &[u32; 8], of: u32| group.iter().all(|number| *number == of);
    let run_at = |at: usize| {
        let Some(group) = groups.get(at) else { return 0 };
        let [first, ..] = *group;
        groups.get(at..).unwrap_or_default().iter().take_while(|group| is_run(group, first)).count()
    };
    // Packed groups begin here.
    let (mut begin, mut at) = (0, 0);
    while at < groups.len() {
        let run = run_at(at);
        if run < LEAST_RUN {
            at += run.max(1);
            continue;
        }
        put_packed(groups.get(begin..at).unwrap_or_default(), width, out);
        let value = groups.get(at).map_or(0, |[first, ..]| *first);
        put_run(8 * run, value, width, out);
        at += run;
        begin = at;
    }
    put_packed(groups.get(begin..).unwrap_or_default(), width, out);
    if !rest.is_empty() {
        // Only the last group may be filled up with what is not there.
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        put_packed(&[last], width, out);
    }
}

fn put_run(length: usize, value: u32, width: u8, out: &mut Vec<u8>) {
    put_varint((length as u64) << 1, out);
    out.extend_from_slice(value.to_le_bytes().get(..usize::from(width).div_ceil(8)).unwrap_or_default());
}

fn put_packed(groups: &[[u32; 8]], width: u8, out: &mut Vec<u8>) {
    if groups.is_empty() {
        return;
    }
    put_varint((groups.len() as u64) << 1 | 1, out);
    out.reserve(groups.len() * usize::from(width) + 8);
    for group in groups {
        let (mut bits, mut count) = (0u64, 0u32);
        for number in group {
            bits |= u64::from(*number) << count;
            count += u32::from(width);
            if count >= 32 {
                out.extend_from_slice(&(bits as u32).to_le_bytes());
                bits >>= 32;
                count -= 32;
            }
        }
        // Eight numbers are a whole number of bytes.
        out.extend_from_slice(bits.to_le_bytes().get(..count as usize / 8).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Cell;
    use proptest::prelude::*;

    use super::super::table::{Field, Kind, Table};
    use super::*;

    /// What a reader that is not ours reads.
    fn read_back(values: &[Option<u64>], page: usize) -> Vec<Option<i32>> {
        let table = Table::new("t", vec![Field::optional("a", Kind::Int)], 0, &[]).expect("a table");
        let group = table.encode_by(values.len(), |column| {
            let coded = CodedColumn::new(values.iter().copied());
            column.coded_in_pages(coded, page, None, |key, out| {
                out.extend_from_slice(&(key as i32).to_le_bytes())
            })
        });
        let mut file = table.begin(Vec::new()).expect("a file");
        file.append(group.expect("a group")).expect("room");
        let bytes = Bytes::from(file.finish().expect("an end"));
        let reader = SerializedFileReader::new(bytes).expect("Parquet");
        let rows = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            let cell = row.get_column_iter().next().map(|(_, cell)| cell.clone());
            match cell {
                Some(Cell::Int(number)) => Some(number),
                _ => None,
            }
        });
        rows.collect()
    }

    proptest! {
        #[test]
        fn values_come_back(
            runs in proptest::collection::vec((proptest::option::of(0u64..200_000), 1usize..70), 0..60),
            page in 1usize..300,
        ) {
            let values: Vec<Option<u64>> =
                runs.iter().flat_map(|(value, times)| std::iter::repeat_n(*value, *times)).collect();
            let expected: Vec<Option<i32>> = values.iter().map(|value| value.map(|value| value as i32)).collect();
            prop_assert_eq!(read_back(&values, page), expected);
        }
    }

    #[test]
    fn many_different_values_and_none_at_all_come_back() {
        let many: Vec<Option<u64>> = (0..70_000).map(|n| (n % 7 != 0).then_some(n * 977 % 150_001)).collect();
        let expected: Vec<Option<i32>> = many.iter().map(|value| value.map(|value| value as i32)).collect();
        assert_eq!(read_back(&many, 1 << 16), expected);
        assert_eq!(read_back(&[None; 100], 64), vec![None; 100]);
        assert!(read_back(&[], 64).is_empty());
    }
}
