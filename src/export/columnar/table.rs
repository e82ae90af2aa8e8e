//! Tables as Parquet files: the schema, row groups that are encoded by whoever has time, and the file they end in.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{
    Compression, ConvertedType, Encoding, IntType, LogicalType, Repetition, Type as Physical, ZstdLevel,
};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, ColumnWriterImpl, get_column_writer};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, SchemaDescPtr, SchemaDescriptor, Type, TypePtr};
use rayon::prelude::*;

use super::cells::{Cells, Pairs, Texts};
use super::coded_column::CodedColumn;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// BOOLEAN.
    Flag,
    /// INT32.
    Int,
    /// INT32 as DATE: days since 1970-01-01.
    Date,
    /// INT64.
    Long,
    /// INT64 as an unsigned number of 64 bits.
    Unsigned,
    /// DOUBLE.
    Number,
    /// BYTE_ARRAY as STRING.
    Text,
    /// BYTE_ARRAY.
    Bytes,
    /// A MAP from STRING to STRING.
    Map,
    /// A LIST of structures of a ply (INT32) and a text (STRING).
    Remarks,
}

/// How a column is packed, where it is not as most are: in a dictionary, with the least and the greatest value of each
/// row group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Packing {
    /// As most.
    #[default]
    Usual,
    /// Numbers by their differences, and with a Bloom filter and the bounds of each page: what is looked for first.
    Looked,
    /// Numbers by their differences.
    Differences,
    /// In a dictionary, with a Bloom filter.
    Filtered,
    /// As it is, without bounds: long texts of which no two are the same.
    Plain,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Values may be unknown.
    pub is_optional: bool,
    /// How it is packed.
    pub packing: Packing,
}

impl Field {
    /// A column in which every value is known.
    pub const fn known(name: &'static str, kind: Kind) -> Field {
        Field { name, kind, is_optional: false, packing: Packing::Usual }
    }

    /// A column in which values may be unknown.
    pub const fn optional(name: &'static str, kind: Kind) -> Field {
        Field { name, kind, is_optional: true, packing: Packing::Usual }
    }

    /// The same, packed in another way.
    #[must_use]
    pub const fn packed(self, packing: Packing) -> Field {
        Field { packing, ..self }
    }

    /// No cells yet.
    pub fn cells(&self) -> Cells {
        match self.kind {
            Kind::Flag => Cells::Flag(Vec::new()),
            Kind::Int | Kind::Date => Cells::Int(Vec::new()),
            Kind::Long | Kind::Unsigned => Cells::Long(Vec::new()),
            Kind::Number => Cells::Number(Vec::new()),
            Kind::Text | Kind::Bytes => Cells::Text(Texts::default()),
            Kind::Map => Cells::Pairs(Box::new(Pairs::new(
                Cells::Text(Texts::default()),
                Cells::Text(Texts::default()),
            ))),
            Kind::Remarks => {
                Cells::Pairs(Box::new(Pairs::new(Cells::Int(Vec::new()), Cells::Text(Texts::default()))))
            }
        }
    }

    fn schema(&self) -> Result<Type> {
        let repetition = if self.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let text = |name| leaf(name, Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED);
        match self.kind {
            Kind::Flag => leaf(self.name, Physical::BOOLEAN, None, repetition),
            Kind::Int => leaf(self.name, Physical::INT32, None, repetition),
            Kind::Date => leaf(self.name, Physical::INT32, Some(LogicalType::Date), repetition),
            Kind::Long => leaf(self.name, Physical::INT64, None, repetition),
            Kind::Unsigned => {
                let unsigned = LogicalType::Integer(IntType { bit_width: 64, is_signed: false });
                leaf(self.name, Physical::INT64, Some(unsigned), repetition)
            }
            Kind::Number => leaf(self.name, Physical::DOUBLE, None, repetition),
            Kind::Text => leaf(self.name, Physical::BYTE_ARRAY, Some(LogicalType::String), repetition),
            Kind::Bytes => leaf(self.name, Physical::BYTE_ARRAY, None, repetition),
            Kind::Map => {
                let entry =
                    group("key_value", vec![text("key")?, text("value")?], Repetition::REPEATED, None)?;
                group(self.name, vec![entry], Repetition::REQUIRED, Some(LogicalType::Map))
            }
            Kind::Remarks => {
                let ply = leaf("ply", Physical::INT32, None, Repetition::REQUIRED)?;
                let element = group("element", vec![ply, text("text")?], Repetition::REQUIRED, None)?;
                let list = group("list", vec![element], Repetition::REPEATED, None)?;
                group(self.name, vec![list], Repetition::REQUIRED, Some(LogicalType::List))
            }
        }
    }

    /// The names of its columns in the file.
    fn paths(&self) -> Vec<ColumnPath> {
        let path = |parts: &[&str]| {
            let parts = std::iter::once(self.name).chain(parts.iter().copied());
            ColumnPath::new(parts.map(str::to_owned).collect())
        };
        match self.kind {
            Kind::Map => vec![path(&["key_value", "key"]), path(&["key_value", "value"])],
            Kind::Remarks => vec![path(&["list", "element", "ply"]), path(&["list", "element", "text"])],
            _ => vec![path(&[])],
        }
    }
}

fn leaf(
    name: &str,
    physical: Physical,
    logical: Option<LogicalType>,
    repetition: Repetition,
) -> Result<Type> {
    Type::primitive_type_builder(name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()
}

fn group(
    name: &str,
    fields: Vec<Type>,
    repetition: Repetition,
    logical: Option<LogicalType>,
) -> Result<Type> {
    // Readers that are older than logical types know these by their converted type.
    let converted = match logical {
        Some(LogicalType::Map) => ConvertedType::MAP,
        Some(LogicalType::List) => ConvertedType::LIST,
        _ => ConvertedType::NONE,
    };
    Type::group_type_builder(name)
        .with_fields(fields.into_iter().map(Arc::new).collect())
        .with_repetition(repetition)
        .with_logical_type(logical)
        .with_converted_type(converted)
        .build()
}

/// A table: how its files are written.
#[derive(Clone, Debug)]
pub struct Table {
    fields: Vec<Field>,
    schema: TypePtr,
    columns: SchemaDescPtr,
    properties: WriterPropertiesPtr,
}

/// Most rows that a page has: a page of sorted keys is small enough to be the only one that is read, and one of other
/// columns large enough to be packed well.
const PAGE_ROWS: usize = 1 << 16;

/// Share of what is not there that a Bloom filter takes for something that may be there. In sorted files the bounds of
/// the row groups rule out nearly all of them already.
const FALSE_POSITIVES: f64 = 0.3;

impl Table {
    /// A table of this name. `sorted_by` are its first so many columns.
    ///
    /// # Errors
    /// Two columns have the same name.
    pub fn new(name: &str, fields: Vec<Field>, sorted_by: usize, about: &[(&str, String)]) -> Result<Table> {
        let types = fields.iter().map(|field| field.schema().map(Arc::new)).collect::<Result<Vec<_>>>()?;
        let schema = Arc::new(Type::group_type_builder(name).with_fields(types).build()?);
        let ascending = |column_idx| SortingColumn {
            column_idx: column_idx as i32,
            descending: false,
            nulls_first: false,
        };
        let sorting = (sorted_by > 0).then(|| (0..sorted_by).map(ascending).collect());
        let notes = about.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("zug ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_data_page_row_count_limit(PAGE_ROWS)
            .set_sorting_columns(sorting)
            .set_key_value_metadata(Some(notes.collect::<Vec<_>>()).filter(|notes| !notes.is_empty()));
        for field in &fields {
            for path in field.paths() {
                properties = match field.packing {
                    Packing::Usual => properties,
                    Packing::Looked => properties
                        .set_column_dictionary_enabled(path.clone(), false)
                        .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                        .set_column_statistics_enabled(path.clone(), EnabledStatistics::Page)
                        .set_column_bloom_filter_fpp(path, FALSE_POSITIVES),
                    Packing::Differences => properties
                        .set_column_dictionary_enabled(path.clone(), false)
                        // Nothing can be gained in them any more.
                        .set_column_compression(path.clone(), Compression::UNCOMPRESSED)
                        .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
                    Packing::Filtered => properties.set_column_bloom_filter_fpp(path, FALSE_POSITIVES),
                    Packing::Plain => properties
                        .set_column_dictionary_enabled(path.clone(), false)
                        .set_column_statistics_enabled(path, EnabledStatistics::None),
                };
            }
        }
        let columns = Arc::new(SchemaDescriptor::new(Arc::clone(&schema)));
        Ok(Table { fields, schema, columns, properties: Arc::new(properties.build()) })
    }

    /// Its columns.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// No rows yet.
    pub fn cells(&self) -> Vec<Cells> {
        self.fields.iter().map(Field::cells).collect()
    }

    /// Encodes rows as a row group; the columns by as many threads as the pool has in which this is called.
    ///
    /// # Errors
    /// Columns that are not those of the table.
    pub fn encode(&self, columns: Vec<Cells>) -> Result<RowGroup> {
        let rows = columns.first().map_or(0, Cells::len);
        let fields = self.fields.iter().zip(columns);
        let leaves: Vec<_> = fields
            .flat_map(|(field, cells)| cells.leaves().into_iter().map(move |leaf| (field.is_optional, leaf)))
            .collect();
        let columns = leaves.into_par_iter().enumerate().map(|(index, (is_optional, leaf))| {
            self.encode_column(index, |out| leaf.write(is_optional, out))
        });
        Ok(RowGroup { rows, columns: columns.collect::<Result<_>>()? })
    }

    /// Encodes so many rows as a row group, column by column on this thread, as `encode` does it.
    ///
    /// # Errors
    /// What `encode` answers.
    pub(super) fn encode_by(
        &self,
        rows: usize,
        encode: impl FnMut(Column<'_>) -> Result<Encoded>,
    ) -> Result<RowGroup> {
        let fields = self.fields.iter().enumerate();
        let columns = fields.map(|(index, field)| Column { table: self, index, field }).map(encode);
        Ok(RowGroup { rows, columns: columns.collect::<Result<_>>()? })
    }

    fn encode_column(
        &self,
        index: usize,
        write: impl FnOnce(&mut ColumnWriter<'_>) -> Result<()>,
    ) -> Result<Encoded> {
        let mut memory = TrackedWrite::new(Vec::with_capacity(1 << 16));
        let pages = Box::new(SerializedPageWriter::new(&mut memory));
        let mut writer = get_column_writer(self.columns.column(index), Arc::clone(&self.properties), pages);
        write(&mut writer)?;
        let closed = writer.close()?;
        Ok((Bytes::from(memory.into_inner()?), closed))
    }

    /// Begins a file.
    ///
    /// # Errors
    /// `out` takes nothing.
    pub fn begin<W: Write + Send>(&self, out: W) -> Result<TableFile<W>> {
        let writer = SerializedFileWriter::new(out, Arc::clone(&self.schema), Arc::clone(&self.properties))?;
        Ok(TableFile { writer })
    }
}

/// A column of a row group: its bytes, and what the file says of it.
pub(super) type Encoded = (Bytes, ColumnCloseResult);

/// A column that is to be encoded.
pub(super) struct Column<'t> {
    table: &'t Table,
    index: usize,
    field: &'t Field,
}

impl Column<'_> {
    pub(super) fn name(&self) -> &str {
        self.field.name
    }

    pub(super) fn is_optional(&self) -> bool {
        self.field.is_optional
    }

    /// By the writer for any values.
    pub(super) fn write<D: DataType>(
        &self,
        write: impl FnOnce(&mut ColumnWriterImpl<'_, D>) -> Result<()>,
    ) -> Result<Encoded> {
        self.table.encode_column(self.index, |out| match D::get_column_writer_mut(out) {
            Some(out) => write(out),
            None => Err(other_type(self.field.name)),
        })
    }

    /// As codes.
    pub(super) fn coded(
        &self,
        column: CodedColumn,
        statistics: Option<Statistics>,
        plain: impl Fn(u64, &mut Vec<u8>),
    ) -> Result<Encoded> {
        self.coded_in_pages(column, PAGE_ROWS, statistics, plain)
    }

    /// The same in pages of so many rows.
    pub(super) fn coded_in_pages(
        &self,
        column: CodedColumn,
        page: usize,
        statistics: Option<Statistics>,
        plain: impl Fn(u64, &mut Vec<u8>),
    ) -> Result<Encoded> {
        column.encode(&self.table.columns.column(self.index), page, statistics, plain)
    }
}

/// A column has another type than its schema.
fn other_type(name: &str) -> ParquetError {
    ParquetError::General(format!("the column {name} has another type than its schema"))
}

/// Rows, encoded.
pub struct RowGroup {
    rows: usize,
    columns: Vec<Encoded>,
}

impl RowGroup {
    /// How many they are.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// A file of a table in the making.
pub struct TableFile<W: Write> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> TableFile<W> {
    /// Appends rows.
    ///
    /// # Errors
    /// The output does not take them.
    pub fn append(&mut self, group: RowGroup) -> Result<()> {
        let mut out = self.writer.next_row_group()?;
        for (bytes, closed) in group.columns {
            out.append_column(&bytes, closed)?;
        }
        out.close()?;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The output does not take its end.
    pub fn finish(self) -> Result<W> {
        self.writer.into_inner()
    }
}
