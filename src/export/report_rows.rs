//! A report as CSV or TSV.

use csv::{Writer, WriterBuilder};

use super::report_value::raw;
use crate::chess::fen::FenStyle;
use crate::stats::Report;
use crate::stats::report::{Part, Table, Value};

/// Appends the report; see [`super::report::csv`].
pub(super) fn write(report: &Report, separator: u8, out: &mut Vec<u8>) -> csv::Result<()> {
    let mut writer = WriterBuilder::new().delimiter(separator).from_writer(out);
    let mut tables = report.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        _ => None,
    });
    match (tables.next(), tables.next()) {
        (Some(table), None) => short(table, &mut writer)?,
        _ => long(report, &mut writer)?,
    }
    writer.flush()?;
    Ok(())
}

/// A table as it is.
fn short(table: &Table, writer: &mut Writer<&mut Vec<u8>>) -> csv::Result<()> {
    writer.write_record(table.columns.iter().map(|column| column.key))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(|value| raw(value).into_owned()))?;
    }
    Ok(())
}

/// A row for every value. The items of a table are its rows, numbered from 1, and `total`.
fn long(report: &Report, writer: &mut Writer<&mut Vec<u8>>) -> csv::Result<()> {
    writer.write_record(["part", "item", "column", "value"])?;
    for (index, source) in report.sources.iter().enumerate() {
        writer.write_record(["report", "source", &(index + 1).to_string(), source])?;
    }
    writer.write_record(["report", "games", "value", &report.games.to_string()])?;
    for part in &report.parts {
        let key = part.key();
        match part {
            Part::Figures(figures) => {
                for figure in &figures.rows {
                    writer.write_record([key, figure.key, "value", &raw(&figure.value)])?;
                    if figure.note != Value::None {
                        writer.write_record([key, figure.key, "note", &raw(&figure.note)])?;
                    }
                }
            }
            Part::Table(table) => {
                let rows = (1..).map(|number: u64| number.to_string()).zip(&table.rows);
                for (item, row) in rows.chain(table.total.iter().map(|row| ("total".to_owned(), row))) {
                    for (column, value) in table.columns.iter().zip(row) {
                        writer.write_record([key, &item, column.key, &raw(value)])?;
                    }
                }
                if table.left_out > 0 {
                    writer.write_record([key, "left_out", "value", &table.left_out.to_string()])?;
                }
            }
            Part::Squares(squares) => {
                for (square, count) in squares.each() {
                    writer.write_record([key, &square.to_string(), "count", &count.to_string()])?;
                }
            }
            Part::Diagram(diagram) => {
                writer.write_record([key, "fen", "value", &diagram.position.fen(FenStyle::default())])?;
            }
        }
    }
    Ok(())
}
