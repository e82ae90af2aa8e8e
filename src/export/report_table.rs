//! A table of a report for people at a terminal.

use std::borrow::Cow;

use anstyle::Style;
use comfy_table::{CellAlignment, presets};
use unicode_width::UnicodeWidthStr;

use super::report::Look;
use super::report_bars::{Bar, bar, legend, parts};
use super::report_fit::{Column, Fit, GAP, fit};
use super::report_terminal::{INDENT, room};
use super::report_value::{for_people, is_numeric, magnitude, shorten};
use crate::check::summary::grouped;
use crate::stats::report::{Chart, Table, Value};

/// Appends the table without its head.
pub(super) fn write_table(table: &Table, look: Look, out: &mut String) {
    if table.rows.is_empty() {
        out.push_str(INDENT);
        out.push_str(look.lang.pick("none", "nichts"));
        out.push('\n');
    } else {
        let sheet = Sheet::new(table, look);
        for (index, fit) in fit(&sheet.columns, sheet.bar_after(), room(look)).iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            sheet.write(fit, out);
        }
    }
    if table.left_out > 0 {
        let more = grouped(table.left_out, look.lang);
        let line = look.lang.pick(format!("and {more} more"), format!("und {more} weitere"));
        out.push_str(&format!("{INDENT}{line}\n"));
    }
}

/// A table as text.
struct Sheet<'t> {
    table: &'t Table,
    look: Look,
    columns: Vec<Column<'t>>,
    /// The rows, and behind them the sum.
    rows: Vec<Vec<Cow<'t, str>>>,
}

impl<'t> Sheet<'t> {
    fn new(table: &'t Table, look: Look) -> Sheet<'t> {
        let lang = look.lang;
        let text = |row: &'t Vec<Value>| row.iter().map(|value| for_people(value, lang)).collect::<Vec<_>>();
        let rows: Vec<Vec<_>> = table.rows.iter().chain(&table.total).map(text).collect();
        let columns = table.columns.iter().enumerate().map(|(index, column)| Column {
            head: column.title.pick(lang),
            is_number: is_numeric(table, index),
            width: rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.width()).max().unwrap_or(0),
        });
        Sheet { table, look, columns: columns.collect(), rows }
    }

    /// Is there a number in this column that is not 0?
    fn has_length(&self, column: usize) -> bool {
        let mut cells = self.table.rows.iter().filter_map(|row| row.get(column));
        cells.any(|value| magnitude(value).is_some_and(|number| number > 0.0))
    }

    /// The column that bars stand behind.
    fn bar_after(&self) -> Option<usize> {
        match self.table.chart.as_ref()? {
            Chart::Parts { values, .. } => {
                values.iter().max().copied().filter(|_| values.iter().any(|column| self.has_length(*column)))
            }
            chart => self.bar_of(chart).filter(|column| self.has_length(*column)),
        }
    }

    /// The column that the lengths of bars stand in. A line needs more room than there is beside a table; instead of one
    /// of counts there are bars.
    fn bar_of(&self, chart: &Chart) -> Option<usize> {
        match chart {
            Chart::Bars { value, .. } => Some(*value),
            Chart::Line { values, .. } => values.first().copied().filter(|column| {
                let mut cells = self.table.rows.iter().filter_map(|row| row.get(*column));
                cells.all(|value| matches!(value, Value::Count(_)))
            }),
            Chart::Parts { .. } => None,
        }
    }

    fn write(&self, fit: &Fit, out: &mut String) {
        let mut sheet = comfy_table::Table::new();
        sheet.load_style(presets::NOTHING);
        let head_lines = fit.heads.iter().map(Vec::len).max().unwrap_or(0);
        let mut bars = self.bars(fit, head_lines);
        for line in 0..head_lines {
            // Heads stand on the rule below them.
            let word = |lines: &Vec<String>| {
                (line + lines.len()).checked_sub(head_lines).and_then(|line| lines.get(line)).cloned()
            };
            let cells = fit.heads.iter().map(|lines| word(lines).unwrap_or_default()).collect();
            sheet.add_row(with_bar(cells, fit, bars.get(line)));
        }
        for (row, bar) in self.rows.iter().zip(bars.iter().skip(head_lines)) {
            let cell = |(column, width): (&usize, &usize)| {
                row.get(*column).map_or(String::new(), |cell| shorten(cell, *width).into_owned())
            };
            let cells = fit.columns.iter().zip(&fit.widths).map(cell).collect();
            sheet.add_row(with_bar(cells, fit, Some(bar)));
        }
        self.align(fit, &mut sheet);
        let dim = if self.look.colour { Style::new().dimmed() } else { Style::new() };
        let rule = format!("{INDENT}{dim}{}{dim:#}\n", "─".repeat(fit.width()));
        for (index, (line, bar)) in sheet.lines().zip(bars.drain(..)).enumerate() {
            if index == head_lines || index == head_lines + self.table.rows.len() {
                out.push_str(&rule);
            }
            let line = line.trim_end_matches(' ');
            out.push_str(INDENT);
            match place(&bar) {
                place if place.is_empty() => out.push_str(line),
                place => out.push_str(&line.replacen(&place, &bar.text, 1)),
            }
            out.push('\n');
        }
    }

    fn align(&self, fit: &Fit, sheet: &mut comfy_table::Table) {
        let mut alignments: Vec<CellAlignment> = fit
            .columns
            .iter()
            .filter_map(|column| self.columns.get(*column))
            .map(|column| if column.is_number { CellAlignment::Right } else { CellAlignment::Left })
            .collect();
        if let Some((at, _)) = fit.bar {
            alignments.insert(at.min(alignments.len()), CellAlignment::Left);
        }
        for (column, alignment) in sheet.column_iter_mut().zip(alignments) {
            column.set_padding((0, GAP as u16)).set_cell_alignment(alignment);
        }
    }

    /// What stands in the column of bars in each line, those of the heads included.
    fn bars(&self, fit: &Fit, head_lines: usize) -> Vec<Bar> {
        let Some((_, width)) = fit.bar else {
            return vec![Bar::default(); head_lines + self.rows.len()];
        };
        let colour = self.look.colour;
        let number = |row: &[Value], column: usize| row.get(column).and_then(magnitude).unwrap_or(0.0);
        let rows = self.table.rows.iter();
        let mut bars = vec![Bar::default(); head_lines.saturating_sub(1)];
        match &self.table.chart {
            Some(Chart::Parts { values, .. }) => {
                let heads: Vec<&str> = values
                    .iter()
                    .filter_map(|column| self.columns.get(*column))
                    .map(|column| column.head)
                    .collect();
                bars.push(legend(&heads, width, colour));
                let counts =
                    |row: &Vec<Value>| values.iter().map(|column| number(row, *column)).collect::<Vec<_>>();
                bars.extend(rows.chain(&self.table.total).map(|row| parts(&counts(row), width, colour)));
            }
            Some(chart) => {
                let value = self.bar_of(chart).unwrap_or_default();
                let most = rows.clone().map(|row| number(row, value)).fold(0.0, f64::max);
                bars.push(Bar::default());
                bars.extend(rows.map(|row| bar(number(row, value) / most, width, colour)));
            }
            None => {}
        }
        bars.resize(head_lines + self.rows.len(), Bar::default());
        bars
    }
}

/// The cells with the one of the bar among them.
fn with_bar(mut cells: Vec<String>, fit: &Fit, bar: Option<&Bar>) -> Vec<String> {
    if let Some((at, _)) = fit.bar {
        cells.insert(at.min(cells.len()), bar.map(place).unwrap_or_default());
    }
    cells
}

/// Stands for a bar while the table is laid out: text that was escaped has no control characters.
fn place(bar: &Bar) -> String {
    "\u{1}".repeat(bar.width)
}
