//! A report as CSV or TSV.

use csv::{Writer, WriterBuilder};

use super::report_value::raw;
use crate::chess::fen::FenStyle;
use crate::stats::Report;
use crate::stats::report::{Part, Table, Value};

/// Appends the report; see [`super::report::csv`].
pub(super) fn write(report: &Report, separator: u8, out: &mut Vec<u8>) -> csv::Result<()> {
    let mut writer = WriterBuilder::new().delimiter(separator).from_writer(out);
    match only_table(report) {
        Some(table) => short(table, &mut writer)?,
        None => long(report, &mut writer)?,
    }
    writer.flush()?;
    Ok(())
}

/// The table of a report that has exactly one.
pub(super) fn only_table(report: &Report) -> Option<&Table> {
    let mut tables = report.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        _ => None,
    });
    tables.next().filter(|_| tables.next().is_none())
}

/// A table as it is.
fn short(table: &Table, writer: &mut Writer<&mut Vec<u8>>) -> csv::Result<()> {
    writer.write_record(table.columns.iter().map(|column| column.key))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(|value| raw(value).into_owned()))?;
    }
    Ok(())
}

fn long(report: &Report, writer: &mut Writer<&mut Vec<u8>>) -> csv::Result<()> {
    writer.write_record(["part", "item", "column", "value"])?;
    let mut written = Ok(());
    each_value(report, &mut |[part, item, column], value| {
        if written.is_ok() {
            written = writer.write_record([part, item, column, &raw(value)]);
        }
    });
    written
}

/// Hands over every value with its part, item and column. The items of a table are its rows, numbered from 1, and
/// `total`.
pub(super) fn each_value(report: &Report, take: &mut dyn FnMut([&str; 3], &Value)) {
    for (index, source) in report.sources.iter().enumerate() {
        take(["report", "source", &(index + 1).to_string()], &Value::Text(source.clone()));
    }
    take(["report", "games", "value"], &Value::Count(report.games));
    for part in &report.parts {
        let key = part.key();
        match part {
            Part::Figures(figures) => {
                for figure in &figures.rows {
                    take([key, figure.key, "value"], &figure.value);
                    if figure.note != Value::None {
                        take([key, figure.key, "note"], &figure.note);
                    }
                }
            }
            Part::Table(table) => {
                let rows = (1..).map(|number: u64| number.to_string()).zip(&table.rows);
                for (item, row) in rows.chain(table.total.iter().map(|row| ("total".to_owned(), row))) {
                    for (column, value) in table.columns.iter().zip(row) {
                        take([key, &item, column.key], value);
                    }
                }
                if table.left_out > 0 {
                    take([key, "left_out", "value"], &Value::Count(table.left_out));
                }
            }
            Part::Squares(squares) => {
                for (square, count) in squares.each() {
                    take([key, &square.to_string(), "count"], &Value::Count(count));
                }
            }
            Part::Diagram(diagram) => {
                let fen = diagram.position.fen(FenStyle::default());
                take([key, "fen", "value"], &Value::Text(fen));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::{diagram, everything, figures, report, table};
    use super::*;

    fn text(report: &Report, separator: u8) -> String {
        let mut out = Vec::new();
        write(report, separator, &mut out).expect("rows");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn one_table_is_written_as_it_is() {
        let one = report(vec![Part::Figures(figures()), Part::Table(table()), Part::Diagram(diagram())]);
        let expected = "name,games,won,drawn,lost,score,points\n\
             \"Anderssen, Adolf\",1200,800,0,400,0.6666666666666666,800\n\
             \"Réti, Richard von und zu Pezinok\",99,6,3,90,0.07575757575757576,7.5\n\
             \"<script>|,\"\"\u{1b}[31m\",1,0,1,0,0.5,0.5\n";
        assert_eq!(text(&one, b','), expected);
        let tabs = text(&one, b'\t');
        assert!(tabs.starts_with("name\tgames\t") && tabs.contains("\nAnderssen, Adolf\t1200\t"), "{tabs}");
    }

    #[test]
    fn of_several_parts_every_value_has_a_row() {
        let rows = text(&everything(), b',');
        let has = |row: &str| assert!(rows.lines().any(|line| line == row), "no {row} in {rows}");
        assert!(rows.starts_with("part,item,column,value\nreport,source,1,a.pgn\n"), "{rows}");
        has("report,games,value,1234");
        has("overview,draws,value,432");
        has("overview,draws,note,0.35");
        has("players,2,points,7.5");
        has("players,total,name,all");
        has("players,left_out,value,1234");
        has("years,3,interval,0.6..0.6");
        has("stands,b1,count,100");
        has("position,fen,value,rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let cells = 1 + 3 + (4 + 2) + (4 * 7 + 1) + 3 * 4 + 64 + 1;
        assert_eq!(rows.lines().count(), cells);
    }

    #[test]
    fn an_empty_table_has_its_heads() {
        let empty = Table { rows: Vec::new(), total: None, left_out: 0, ..table() };
        assert_eq!(text(&report(vec![Part::Table(empty)]), b','), "name,games,won,drawn,lost,score,points\n");
    }
}
