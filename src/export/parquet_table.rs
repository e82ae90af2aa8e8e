//! Tables as Parquet files, as the engines for large tables read them.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

/// The cells of a column, one a row; nothing where a value is not known.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cells {
    /// Whole numbers: INT64.
    Whole(Vec<Option<i64>>),
    /// Any numbers: DOUBLE.
    Number(Vec<Option<f64>>),
    /// Texts: STRING.
    Text(Vec<Option<String>>),
}

impl Cells {
    fn schema(&self, name: &str) -> Result<Type> {
        let (physical, logical) = match self {
            Cells::Whole(_) => (Physical::INT64, None),
            Cells::Number(_) => (Physical::DOUBLE, None),
            Cells::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let column = Type::primitive_type_builder(name, physical).with_logical_type(logical);
        column.with_repetition(Repetition::OPTIONAL).build()
    }

    fn write(&self, out: &mut ColumnWriter<'_>) -> Result<()> {
        match (self, out) {
            (Cells::Whole(cells), ColumnWriter::Int64ColumnWriter(out)) => {
                let (values, levels) = parted(cells, |cell| *cell);
                out.write_batch(&values, Some(&levels), None)?;
            }
            (Cells::Number(cells), ColumnWriter::DoubleColumnWriter(out)) => {
                let (values, levels) = parted(cells, |cell| *cell);
                out.write_batch(&values, Some(&levels), None)?;
            }
            (Cells::Text(cells), ColumnWriter::ByteArrayColumnWriter(out)) => {
                let (values, levels) = parted(cells, |cell| ByteArray::from(cell.as_str()));
                out.write_batch(&values, Some(&levels), None)?;
            }
            _ => return Err(ParquetError::General("a column has another type than its schema".to_owned())),
        }
        Ok(())
    }
}

/// The values that are known, and for each cell whether it is one (1) or not (0).
fn parted<C, V>(cells: &[Option<C>], value: impl Fn(&C) -> V) -> (Vec<V>, Vec<i16>) {
    let levels = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    (cells.iter().flatten().map(value).collect(), levels)
}

/// Writes a table of this name as a Parquet file. All columns have as many cells.
pub(super) fn write_table(name: &str, columns: &[(String, Cells)], out: impl Write + Send) -> Result<()> {
    let fields = columns.iter().map(|(name, cells)| cells.schema(name).map(Arc::new));
    let schema = Type::group_type_builder(name).with_fields(fields.collect::<Result<_>>()?).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(concat!("zug ", env!("CARGO_PKG_VERSION")).to_owned());
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    for (_, cells) in columns {
        if let Some(mut column) = group.next_column()? {
            cells.write(column.untyped())?;
            column.close()?;
        }
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
