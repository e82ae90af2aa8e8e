//! How the columns of a table are brought into the width of a terminal.
//!
//! Numbers are never shortened. In this order: heads are broken at their blanks, bars become shorter, text becomes
//! shorter, bars are left out; and what then still is too wide is parted into tables below each other, each with the
//! columns that say what its rows are.

use unicode_width::UnicodeWidthStr;

/// Columns between two columns.
pub(super) const GAP: usize = 2;
/// The longest and the shortest of the longest bars.
const BAR: (usize, usize) = (24, 8);
/// Text is not shortened to less than this while there is something else that can be given up, ...
const TEXT: usize = 14;
/// ... and to less than this never.
const LEAST_TEXT: usize = 10;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'t> {
    /// Its head.
    pub head: &'t str,
    /// Does it stand to the right, and is never shortened?
    pub is_number: bool,
    /// Width of its widest cell.
    pub width: usize,
}

/// How some columns of a table are laid out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fit {
    /// Which columns, by their index in the table.
    pub columns: Vec<usize>,
    /// Their widths.
    pub widths: Vec<usize>,
    /// The lines of their heads.
    pub heads: Vec<Vec<String>>,
    /// Where among them bars stand, and how long these are at most.
    pub bar: Option<(usize, usize)>,
}

impl Fit {
    /// What it takes with the gaps, but without one behind the last column.
    pub(super) fn width(&self) -> usize {
        let bar = self.bar.map(|(_, width)| width);
        self.widths.iter().copied().chain(bar).map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
    }

    /// The column with its head in one line, or broken.
    fn push(&mut self, index: usize, column: &Column<'_>, is_broken: bool, most_text: usize) {
        let head_width = if is_broken { longest_word(column.head).max(column.width) } else { usize::MAX };
        let mut head = broken(column.head, head_width);
        let widest = head.iter().map(|line| line.width()).max().unwrap_or(0);
        let mut width = column.width.max(widest);
        if !column.is_number && width > most_text {
            width = most_text;
            head = head.iter().map(|line| super::report_value::shorten(line, width).into_owned()).collect();
        }
        self.columns.push(index);
        self.widths.push(width);
        self.heads.push(head);
    }
}

/// The tables, below each other, that the columns make in this room. Bars stand behind the column `bar_after`.
pub(super) fn fit(columns: &[Column<'_>], bar_after: Option<usize>, room: usize) -> Vec<Fit> {
    let bar = |width| bar_after.map(|after| (after + 1, width));
    let all = |is_broken, most_text, bar| {
        let mut fit = Fit { bar, ..Fit::default() };
        for (index, column) in columns.iter().enumerate() {
            fit.push(index, column, is_broken, most_text);
        }
        fit
    };
    for is_broken in [false, true] {
        let fit = all(is_broken, usize::MAX, bar(BAR.0));
        if fit.width() <= room {
            return vec![fit];
        }
    }
    // The widest bar that has room; with the shortest, as much text as has.
    let without = all(true, usize::MAX, None).width();
    let left = room.saturating_sub(without + GAP);
    if bar_after.is_some() && left >= BAR.1 {
        return vec![all(true, usize::MAX, bar(left.min(BAR.0)))];
    }
    let ways = [(bar(BAR.1), TEXT), (None, TEXT), (None, LEAST_TEXT)];
    for (bar, least) in ways {
        if let Some(most_text) = most_that_fits(least, columns, |most| all(true, most, bar).width() <= room) {
            return vec![all(true, most_text, bar)];
        }
    }
    parted(columns, room)
}

/// The longest that text may be, but at least so long; `None` if even then there is no room.
fn most_that_fits(least: usize, columns: &[Column<'_>], fits: impl Fn(usize) -> bool) -> Option<usize> {
    let (mut fitting, mut too_long) =
        (least, columns.iter().map(|column| column.width).max()?.max(least) + 1);
    if !fits(fitting) {
        return None;
    }
    while fitting + 1 < too_long {
        let middle = fitting + (too_long - fitting) / 2;
        if fits(middle) { fitting = middle } else { too_long = middle }
    }
    Some(fitting)
}

/// Several tables. Each begins with the columns of text that the whole begins with, or with its first column.
fn parted(columns: &[Column<'_>], room: usize) -> Vec<Fit> {
    let names = columns.iter().take_while(|column| !column.is_number).count().max(1);
    let most_text = LEAST_TEXT.max(room / 3 / names);
    let mut beginning = Fit::default();
    for (index, column) in columns.iter().enumerate().take(names) {
        beginning.push(index, column, true, most_text);
    }
    let mut fits = Vec::new();
    let mut last = beginning.clone();
    for (index, column) in columns.iter().enumerate().skip(names) {
        let mut longer = last.clone();
        longer.push(index, column, true, most_text);
        if longer.width() > room && last.columns.len() > names {
            fits.push(last);
            longer = beginning.clone();
            longer.push(index, column, true, most_text);
        }
        last = longer;
    }
    fits.push(last);
    fits
}

fn longest_word(head: &str) -> usize {
    head.split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// A head in lines that are not wider than this, if its words allow it.
pub(super) fn broken(head: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in head.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
