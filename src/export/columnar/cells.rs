//! The cells of a column in memory, one a row: they are gathered piece by piece and written a row group at a time.

use std::ops::Range;

use bytes::Bytes;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};

/// The cells of a column; nothing where a value is not known.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Yes or no.
    Flag(Vec<Option<bool>>),
    /// Whole numbers of 32 bits, dates as days since 1970-01-01.
    Int(Vec<Option<i32>>),
    /// Whole numbers of 64 bits; unsigned ones by their bits.
    Long(Vec<Option<i64>>),
    /// Any numbers.
    Number(Vec<Option<f64>>),
    /// Texts and other bytes.
    Text(Texts),
    /// A list for each row, of pairs.
    Pairs(Box<Pairs>),
}

/// Texts, one a row, in one piece of memory.
#[derive(Clone, Default, Debug)]
pub struct Texts {
    bytes: Vec<u8>,
    /// Where each ends, and whether there is one.
    ends: Vec<(usize, bool)>,
}

/// Lists of pairs, one list a row; it may be empty.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// Pairs up to and with each row.
    ends: Vec<usize>,
    /// The first of each pair; always known.
    pub first: Cells,
    /// The second of each pair; always known.
    pub second: Cells,
}

impl Texts {
    /// Appends a text.
    pub fn push(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push((self.bytes.len(), text.is_some()));
    }

    /// Appends a text that `write` appends to the bytes.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push((self.bytes.len(), true));
    }

    fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| end.0)
    }

    fn append(&mut self, from: &Texts, rows: Range<usize>) {
        let (begin, end) = (from.begin(rows.start), from.begin(rows.end));
        let shift = self.bytes.len();
        self.bytes.extend_from_slice(from.bytes.get(begin..end).unwrap_or_default());
        let ends = from.ends.get(rows).unwrap_or_default();
        self.ends.extend(ends.iter().map(|(at, is_there)| (at - begin + shift, *is_there)));
    }

    /// The texts that are there, as slices of one allocation.
    fn take(&mut self) -> (Vec<ByteArray>, Vec<i16>) {
        let bytes = Bytes::from(std::mem::take(&mut self.bytes));
        let mut begin = 0;
        let mut values = Vec::with_capacity(self.ends.len());
        let mut levels = Vec::with_capacity(self.ends.len());
        for (end, is_there) in self.ends.drain(..) {
            if is_there {
                values.push(ByteArray::from(bytes.slice(begin..end)));
            }
            levels.push(i16::from(is_there));
            begin = end;
        }
        (values, levels)
    }
}

impl Pairs {
    /// No lists yet.
    pub fn new(first: Cells, second: Cells) -> Pairs {
        Pairs { ends: Vec::new(), first, second }
    }

    /// Ends the list of a row: what was put into `first` and `second` since the last one is in it.
    pub fn end_row(&mut self) {
        self.ends.push(self.first.len());
    }

    fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    fn append(&mut self, from: &Pairs, rows: Range<usize>) {
        let (begin, end) = (from.begin(rows.start), from.begin(rows.end));
        let shift = self.first.len();
        self.first.append(&from.first, begin..end);
        self.second.append(&from.second, begin..end);
        let ends = from.ends.get(rows).unwrap_or_default();
        self.ends.extend(ends.iter().map(|at| at - begin + shift));
    }

    /// Definition and repetition levels: an empty list is one entry that is not defined.
    fn levels(&self) -> (Vec<i16>, Vec<i16>) {
        let (mut definition, mut repetition) = (Vec::new(), Vec::new());
        let mut begin = 0;
        for end in &self.ends {
            definition.extend(std::iter::repeat_n(1, end - begin));
            definition.extend((*end == begin).then_some(0));
            repetition.push(0);
            repetition.extend(std::iter::repeat_n(1, (end - begin).saturating_sub(1)));
            begin = *end;
        }
        (definition, repetition)
    }
}

impl Cells {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Cells::Flag(cells) => cells.len(),
            Cells::Int(cells) => cells.len(),
            Cells::Long(cells) => cells.len(),
            Cells::Number(cells) => cells.len(),
            Cells::Text(texts) => texts.ends.len(),
            Cells::Pairs(pairs) => pairs.ends.len(),
        }
    }

    /// Is there no row?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends rows of another column of the same kind.
    pub fn append(&mut self, from: &Cells, rows: Range<usize>) {
        fn copied<T: Clone>(to: &mut Vec<T>, from: &[T], rows: Range<usize>) {
            to.extend_from_slice(from.get(rows).unwrap_or_default());
        }
        match (self, from) {
            (Cells::Flag(to), Cells::Flag(from)) => copied(to, from, rows),
            (Cells::Int(to), Cells::Int(from)) => copied(to, from, rows),
            (Cells::Long(to), Cells::Long(from)) => copied(to, from, rows),
            (Cells::Number(to), Cells::Number(from)) => copied(to, from, rows),
            (Cells::Text(to), Cells::Text(from)) => to.append(from, rows),
            (Cells::Pairs(to), Cells::Pairs(from)) => to.append(from, rows),
            // A column has one kind from the schema on.
            _ => {}
        }
    }

    /// Forgets all rows; the memory is used again.
    pub fn clear(&mut self) {
        match self {
            Cells::Flag(cells) => cells.clear(),
            Cells::Int(cells) => cells.clear(),
            Cells::Long(cells) => cells.clear(),
            Cells::Number(cells) => cells.clear(),
            Cells::Text(texts) => {
                texts.bytes.clear();
                texts.ends.clear();
            }
            Cells::Pairs(pairs) => {
                pairs.ends.clear();
                pairs.first.clear();
                pairs.second.clear();
            }
        }
    }

    /// The columns of the file that this one is: two for pairs.
    pub(super) fn leaves(self) -> Vec<Leaf> {
        match self {
            Cells::Pairs(pairs) => {
                let levels = pairs.levels();
                let leaf = |cells| Leaf { cells, levels: Some(levels.clone()) };
                vec![leaf(pairs.first), leaf(pairs.second)]
            }
            cells => vec![Leaf { cells, levels: None }],
        }
    }
}

/// A column as it is in the file.
pub(super) struct Leaf {
    cells: Cells,
    /// Definition and repetition levels, if it is one of lists; then all its cells are known.
    levels: Option<(Vec<i16>, Vec<i16>)>,
}

impl Leaf {
    /// Writes it; `is_optional`: the schema lets cells be unknown.
    pub(super) fn write(self, is_optional: bool, out: &mut ColumnWriter<'_>) -> Result<()> {
        let wrong = || Err(ParquetError::General("a column has another type than its schema".to_owned()));
        macro_rules! put {
            ($out:expr, $parted:expr) => {{
                let (values, known) = $parted;
                match &self.levels {
                    Some((definition, repetition)) => {
                        $out.write_batch(&values, Some(definition.as_slice()), Some(repetition.as_slice()))?
                    }
                    None if is_optional => $out.write_batch(&values, Some(known.as_slice()), None)?,
                    None => $out.write_batch(&values, None, None)?,
                };
                Ok(())
            }};
        }
        match (self.cells, out) {
            (Cells::Flag(cells), ColumnWriter::BoolColumnWriter(out)) => put!(out, parted(&cells)),
            (Cells::Int(cells), ColumnWriter::Int32ColumnWriter(out)) => put!(out, parted(&cells)),
            (Cells::Long(cells), ColumnWriter::Int64ColumnWriter(out)) => put!(out, parted(&cells)),
            (Cells::Number(cells), ColumnWriter::DoubleColumnWriter(out)) => put!(out, parted(&cells)),
            (Cells::Text(mut texts), ColumnWriter::ByteArrayColumnWriter(out)) => put!(out, texts.take()),
            _ => wrong(),
        }
    }
}

/// The values that are known, and for each cell whether it is one (1) or not (0).
fn parted<C: Copy>(cells: &[Option<C>]) -> (Vec<C>, Vec<i16>) {
    let levels = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    (cells.iter().flatten().copied().collect(), levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &[Option<&str>]) -> Texts {
        let mut texts = Texts::default();
        all.iter().for_each(|text| texts.push(text.map(str::as_bytes)));
        texts
    }

    #[test]
    fn rows_of_texts_are_appended_with_what_is_unknown() {
        let mut to = texts(&[Some("a"), None]);
        to.append(&texts(&[Some("no"), None, Some(""), Some("bc"), Some("no")]), 1..4);
        let (values, levels) = to.take();
        assert_eq!(levels, [1, 0, 0, 1, 1]);
        let values: Vec<&[u8]> = values.iter().map(ByteArray::data).collect();
        assert_eq!(values, [b"a".as_slice(), b"", b"bc"]);
    }

    #[test]
    fn lists_of_pairs_have_levels_for_empty_rows_too() {
        let empty = || Pairs::new(Cells::Int(Vec::new()), Cells::Text(Texts::default()));
        let mut pairs = empty();
        for row in [&[][..], &[1, 2, 3], &[4], &[]] {
            for number in row {
                let (Cells::Int(first), Cells::Text(second)) = (&mut pairs.first, &mut pairs.second) else {
                    panic!("other kinds");
                };
                first.push(Some(*number));
                second.push(Some(b"x"));
            }
            pairs.end_row();
        }
        assert_eq!(pairs.levels(), (vec![0, 1, 1, 1, 1, 0], vec![0, 0, 1, 1, 0, 0]));
        let mut to = empty();
        to.append(&pairs, 2..4);
        to.append(&pairs, 0..2);
        assert_eq!(to.levels(), (vec![1, 0, 0, 1, 1, 1], vec![0, 0, 0, 0, 1, 1]));
        assert!(matches!(to.first, Cells::Int(numbers) if numbers == [4, 1, 2, 3].map(Some)));
    }
}
