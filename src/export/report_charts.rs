//! Charts of tables as SVG for a page.
//!
//! They have no view box: what lies across is in percent of the width that the page gives them, what lies down and the
//! letters are in pixels. So letters are as large on a telephone as on a desk. How much room letters need is reckoned for
//! the narrowest page.

use std::borrow::Cow;

use svg::node::Text as Words;
use svg::node::element::{Element, Group, Line, Rectangle, Text, Title};
use unicode_width::UnicodeWidthStr;

use super::report_lines;
use super::report_scale::Scale;
use super::report_value::{for_people, magnitude, shorten};
use crate::check::lang::UiLang;
use crate::stats::report::{Chart, Table, Value};

/// The narrowest chart, in pixels.
const NARROW: f64 = 310.0;
/// What a letter takes, in pixels.
const LETTER: f64 = 6.8;
/// Height of a row of bars that lie, with what is between two.
const ROW: usize = 22;
/// Height of bars that stand, of what is above them and of what is below.
pub(super) const PLOT: usize = 190;
/// See [`PLOT`].
pub(super) const ABOVE: usize = 10;
/// See [`PLOT`].
pub(super) const BELOW: usize = 24;
/// Columns of text that the name of a bar has.
const NAME: usize = 18;
/// From this part of a bar on its percentage is written into it.
const TOLD_FROM: f64 = 0.14;
/// So many bars lie below each other at most.
const MOST_LYING: usize = 40;

/// The chart of a table; nothing if there is nothing to draw.
pub(super) fn chart(table: &Table, lang: UiLang) -> Option<String> {
    let picture = match table.chart.as_ref()? {
        Chart::Bars { label, value } if is_standing(table, *label, lang) => {
            standing_bars(table, *label, *value, lang)
        }
        Chart::Bars { label, value } => lying_bars(&beginning(table), *label, *value, lang),
        Chart::Line { label, values } => report_lines::lines(table, *label, values, lang),
        Chart::Parts { label, values } => parts(&beginning(table), *label, values, lang),
    };
    Some(picture?.to_string())
}

/// How many rows are drawn, if these are not all.
pub(super) fn drawn_of(table: &Table, lang: UiLang) -> Option<usize> {
    let is_cut = match table.chart.as_ref()? {
        Chart::Bars { label, .. } => !is_standing(table, *label, lang),
        Chart::Parts { .. } => true,
        Chart::Line { .. } => false,
    };
    (is_cut && table.rows.len() > MOST_LYING).then_some(MOST_LYING)
}

/// The table with as many rows as may lie below each other.
fn beginning(table: &Table) -> Cow<'_, Table> {
    if table.rows.len() <= MOST_LYING {
        return Cow::Borrowed(table);
    }
    let rows = table.rows.iter().take(MOST_LYING).cloned().collect();
    Cow::Owned(Table {
        rows,
        columns: table.columns.clone(),
        chart: table.chart.clone(),
        total: None,
        ..*table
    })
}

/// Bars stand if their names begin with numbers, as years and bands do; else they lie.
fn is_standing(table: &Table, label: usize, lang: UiLang) -> bool {
    let signs = ['<', '>', '≤', '≥', '–', ' '];
    let is_number = |row: &Vec<Value>| {
        told(row, label, lang).trim_start_matches(signs).starts_with(|c: char| c.is_ascii_digit())
    };
    table.rows.iter().all(is_number)
}

/// A picture of this height with its name.
pub(super) fn picture(table: &Table, height: usize, lang: UiLang) -> Element {
    let mut picture = Element::new("svg");
    let name = table.title.pick(lang);
    for (key, value) in [("class", "chart"), ("role", "img"), ("width", "100%"), ("aria-label", name)] {
        picture.get_attributes_mut().insert(key.to_owned(), value.into());
    }
    picture.get_attributes_mut().insert("height".to_owned(), height.into());
    picture
}

/// What is told of something when it is pointed at.
pub(super) fn title(text: String) -> Title {
    Title::new("").add(Words::new(text))
}

/// A length across, as a part of the whole.
pub(super) fn across(part: f64) -> String {
    format!("{:.2}%", part * 100.0)
}

/// What so many columns of text take of the width, as a part of the whole.
pub(super) fn room_for(columns: usize) -> f64 {
    (columns as f64 * LETTER + 8.0) / NARROW
}

/// Which of the columns has the first value that is a number.
fn sample(table: &Table, column: usize) -> Option<&Value> {
    table.rows.iter().filter_map(|row| row.get(column)).find(|value| magnitude(value).is_some())
}

/// A cell as text.
pub(super) fn told(row: &[Value], column: usize, lang: UiLang) -> String {
    row.get(column).map(|value| for_people(value, lang).into_owned()).unwrap_or_default()
}

/// What bars are drawn from.
struct Bars {
    names: Vec<String>,
    /// Their numbers as people read them.
    shown: Vec<String>,
    /// How long they are, from 0 to 1.
    lengths: Vec<f64>,
    marks: Vec<(f64, String)>,
}

impl Bars {
    fn new(table: &Table, label: usize, value: usize, lang: UiLang) -> Option<Bars> {
        let sample = sample(table, value)?;
        let numbers = || table.rows.iter().map(|row| row.get(value).and_then(magnitude).unwrap_or(0.0));
        let scale = Scale::from_zero(numbers(), sample);
        Some(Bars {
            names: table.rows.iter().map(|row| told(row, label, lang)).collect(),
            shown: table.rows.iter().map(|row| told(row, value, lang)).collect(),
            lengths: numbers().map(|number| scale.place(number)).collect(),
            marks: scale.marks(sample, lang),
        })
    }

    fn each(&self) -> impl Iterator<Item = (usize, &String, &String, f64)> {
        let texts = self.names.iter().zip(&self.shown).enumerate();
        texts.zip(&self.lengths).map(|((index, (name, shown)), length)| (index, name, shown, *length))
    }
}

/// A bar for each row, beside each other.
fn standing_bars(table: &Table, label: usize, value: usize, lang: UiLang) -> Option<Element> {
    let bars = Bars::new(table, label, value, lang)?;
    let mut frame = Frame::new(table, &bars.marks, lang);
    frame.names(&bars.names);
    let slot = frame.width() / bars.names.len() as f64;
    for (index, name, shown, length) in bars.each() {
        let height = length * PLOT as f64;
        let bar = Rectangle::new()
            .set("class", "p1")
            .set("x", across(frame.left + slot * (index as f64 + 0.1)))
            .set("width", across(slot * 0.8))
            .set("y", format!("{:.1}", (ABOVE + PLOT) as f64 - height))
            .set("height", format!("{height:.1}"));
        frame.picture.get_children_mut().push(Box::new(bar.add(title(format!("{name}: {shown}")))));
    }
    Some(frame.picture)
}

/// A bar for each row, below each other.
fn lying_bars(table: &Table, label: usize, value: usize, lang: UiLang) -> Option<Element> {
    let bars = Bars::new(table, label, value, lang)?;
    let widest = |texts: &[String]| texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let names_room = room_for(widest(&bars.names).min(NAME));
    let most = 1.0 - names_room - room_for(widest(&bars.shown));
    let mut picture = lying_picture(table, names_room, most, &bars.marks, lang);
    for (index, name, shown, length) in bars.each() {
        let bar = Rectangle::new()
            .set("class", "p1")
            .set("x", across(names_room))
            .set("width", across(length * most))
            .set("y", index * ROW + 4)
            .set("height", ROW - 6);
        let number = Text::new("")
            .add(Words::new(shown.clone()))
            .set("x", across(names_room + length * most))
            .set("dx", 5)
            .set("y", index * ROW + 16);
        let row = Group::new().add(title(format!("{name}: {shown}")));
        let row = row.add(row_name(name, names_room, index)).add(bar).add(number);
        picture.get_children_mut().push(Box::new(row));
    }
    Some(picture)
}

/// A bar for each row in parts of the whole.
fn parts(table: &Table, label: usize, values: &[usize], lang: UiLang) -> Option<Element> {
    values.iter().find_map(|column| sample(table, *column))?;
    let names: Vec<String> = table.rows.iter().map(|row| told(row, label, lang)).collect();
    let names_room = room_for(names.iter().map(|name| name.width()).max().unwrap_or(0).min(NAME));
    // The last mark is as wide as `100 %` and stands under the end.
    let length = 1.0 - names_room - room_for(2);
    let marks: Vec<(f64, String)> = (0..=4u8)
        .map(|quarter| (f64::from(quarter) / 4.0, format!("{} %", u32::from(quarter) * 25)))
        .collect();
    let mut picture = lying_picture(table, names_room, length, &marks, lang);
    for (index, (row, name)) in table.rows.iter().zip(&names).enumerate() {
        let counts: Vec<f64> =
            values.iter().map(|column| row.get(*column).and_then(magnitude).unwrap_or(0.0)).collect();
        let total: f64 = counts.iter().sum();
        let mut group = Group::new().add(row_name(name, names_room, index));
        let mut begin = 0.0;
        for (part, (column, count)) in values.iter().zip(&counts).enumerate() {
            let share = if total > 0.0 { count / total } else { 0.0 };
            if share <= 0.0 {
                continue;
            }
            let x = names_room + begin * length;
            begin += share;
            let head = table.columns.get(*column).map_or("", |column| column.title.pick(lang));
            let percent = for_people(&Value::Share(share), lang).into_owned();
            let text = format!("{name}: {head} {} ({percent})", told(row, *column, lang));
            let block = Rectangle::new()
                .set("class", format!("p{}", part % 3 + 1))
                .set("x", across(x))
                .set("width", across(share * length))
                .set("y", index * ROW + 3)
                .set("height", ROW - 4);
            let mut block = Group::new().add(title(text)).add(block);
            if share >= TOLD_FROM {
                let told = Text::new("")
                    .add(Words::new(format!("{:.0}", share * 100.0)))
                    .set("class", format!("t{}", part % 3 + 1))
                    .set("x", across(x + share * length / 2.0))
                    .set("y", index * ROW + 16)
                    .set("text-anchor", "middle");
                block = block.add(told);
            }
            group = group.add(block);
        }
        picture.get_children_mut().push(Box::new(group));
    }
    Some(picture)
}

/// The name left of a bar that lies.
fn row_name(name: &str, room: f64, index: usize) -> Text {
    Text::new("")
        .add(Words::new(shorten(name, NAME)))
        .set("x", across(room))
        .set("dx", -6)
        .set("y", index * ROW + 16)
        .set("text-anchor", "end")
}

/// What bars that lie are drawn on: lines at the marks, and the marks below.
fn lying_picture(table: &Table, left: f64, length: f64, marks: &[(f64, String)], lang: UiLang) -> Element {
    let bottom = table.rows.len() * ROW + 4;
    let mut picture = picture(table, bottom + BELOW, lang);
    let widest = marks.iter().map(|(_, text)| room_for(text.width())).fold(0.0, f64::max);
    let every = if widest * marks.len() as f64 > length * 1.2 { 2 } else { 1 };
    let mut grid = Group::new().set("class", "grid");
    for (index, (place, text)) in marks.iter().enumerate() {
        let x = across(left + place * length);
        let line = Line::new().set("x1", x.clone()).set("x2", x.clone()).set("y1", 0).set("y2", bottom);
        if index % every > 0 {
            grid = grid.add(line);
            continue;
        }
        let mark = Text::new("").add(Words::new(text.clone()));
        grid = grid.add(line).add(mark.set("x", x).set("y", bottom + 15).set("text-anchor", "middle"));
    }
    picture.get_children_mut().push(Box::new(grid));
    picture
}

/// What stands on a ground line: lines across at the marks, the marks left of them.
pub(super) struct Frame {
    /// The picture so far.
    pub picture: Element,
    /// Where the plot begins, as a part of the width; it goes on to the end.
    pub left: f64,
}

impl Frame {
    /// With these marks.
    pub(super) fn new(table: &Table, marks: &[(f64, String)], lang: UiLang) -> Frame {
        let mut picture = picture(table, ABOVE + PLOT + BELOW, lang);
        let left = room_for(marks.iter().map(|(_, text)| text.width()).max().unwrap_or(0));
        let mut grid = Group::new().set("class", "grid");
        for (place, text) in marks {
            let y = format!("{:.1}", ABOVE as f64 + PLOT as f64 * (1.0 - place));
            let line = Line::new().set("x1", across(left)).set("x2", "100%");
            let mark = Text::new("").add(Words::new(text.clone())).set("x", across(left)).set("dx", -6);
            let mark = mark.set("y", y.clone()).set("dy", 4).set("text-anchor", "end");
            grid = grid.add(line.set("y1", y.clone()).set("y2", y)).add(mark);
        }
        picture.get_children_mut().push(Box::new(grid));
        Frame { picture, left }
    }

    /// Width of the plot as a part of the whole.
    pub(super) fn width(&self) -> f64 {
        1.0 - self.left
    }

    /// Names at equal distances below the plot: as many as have room.
    fn names(&mut self, names: &[String]) {
        let slot = self.width() / names.len() as f64;
        let places =
            (0..names.len()).map(|index| self.left + slot * (index as f64 + 0.5)).collect::<Vec<_>>();
        self.names_at(&places, names);
    }

    /// Names below the plot, at these places: as many as have room.
    pub(super) fn names_at(&mut self, places: &[f64], names: &[String]) {
        let mut group = Group::new().set("class", "grid");
        let mut free_from = 0.0;
        for (place, name) in places.iter().zip(names) {
            let name = shorten(name, NAME);
            let room = room_for(name.width());
            // It stands in the middle, but nothing stands out at the right.
            let begin = (place - room / 2.0).min(1.0 - room);
            if begin < free_from {
                continue;
            }
            free_from = begin + room;
            let text = Text::new("").add(Words::new(name)).set("y", ABOVE + PLOT + 16);
            let is_at_end = begin < place - room / 2.0;
            let (x, anchor) = if is_at_end { (1.0, "end") } else { (*place, "middle") };
            group = group.add(text.set("x", across(x)).set("text-anchor", anchor));
        }
        self.picture.get_children_mut().push(Box::new(group));
    }
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::{table, years};
    use super::*;

    #[test]
    fn bars_stand_if_their_names_are_numbers() {
        let picture = chart(&years(), UiLang::En).expect("a chart");
        assert!(picture.starts_with("<svg "), "{picture}");
        assert!(
            picture.contains("<title>\n1851: 8\n</title>") || picture.contains("<title>1851: 8</title>"),
            "{picture}"
        );
        // 8 of 8, none, and 5 of 8 of 190 pixels; they stand on 200.
        assert!(picture.contains("height=\"190.0\"") && picture.contains("y=\"10.0\""), "{picture}");
        assert!(picture.contains("height=\"0.0\"") && picture.contains("y=\"200.0\""), "{picture}");
        assert!(picture.contains("height=\"118.8\"") && picture.contains("y=\"81.2\""), "{picture}");
    }

    #[test]
    fn bars_lie_if_their_names_are_words() {
        let table = Table { chart: Some(Chart::Bars { label: 0, value: 1 }), ..table() };
        let picture = chart(&table, UiLang::De).expect("a chart");
        assert_eq!(picture.matches("class=\"p1\"").count(), 3, "{picture}");
        assert!(picture.contains("Réti, Richard von…") && picture.contains("1.200"), "{picture}");
        assert!(picture.contains("&lt;script&gt;") && !picture.contains("<script"), "{picture}");
    }

    #[test]
    fn only_the_first_of_many_bars_are_drawn() {
        let row = |index: u64| vec![Value::Text(format!("Player {index}")), Value::Count(index)];
        let chart_of = Some(Chart::Bars { label: 0, value: 1 });
        let table = Table { rows: (1..=90).map(row).collect(), chart: chart_of, ..table() };
        assert_eq!(drawn_of(&table, UiLang::En), Some(40));
        let picture = chart(&table, UiLang::En).expect("a chart");
        assert_eq!(picture.matches("<rect ").count(), 40);
        assert!(picture.contains("Player 40") && !picture.contains("Player 41"), "{picture}");
        assert_eq!(drawn_of(&years(), UiLang::En), None);
    }

    #[test]
    fn parts_are_as_wide_as_their_share() {
        let picture = chart(&table(), UiLang::En).expect("a chart");
        // Four marks of a quarter, and the parts that are not nothing: 2, 3 and 1.
        assert_eq!(picture.matches("<line ").count(), 5, "{picture}");
        assert_eq!(picture.matches("<rect ").count(), 6, "{picture}");
        assert!(picture.contains("Anderssen, Adolf: + 800 (66.7 %)"), "{picture}");
        // Names take 18 columns of 6.8 pixels and 8 more of 310, the end 2: 0.5207 are left, of which two thirds.
        let names = (18.0 * 6.8 + 8.0) / 310.0;
        let length = 1.0 - names - (2.0 * 6.8 + 8.0) / 310.0;
        assert!(picture.contains(&format!("width=\"{:.2}%\"", length * 200.0 / 3.0)), "{picture}");
    }

    #[test]
    fn without_numbers_there_is_no_chart() {
        let unknown = Table { rows: vec![vec![Value::None; 7]], ..table() };
        assert_eq!(chart(&unknown, UiLang::En), None);
        assert_eq!(chart(&Table { chart: None, ..table() }, UiLang::En), None);
        assert_eq!(chart(&Table { rows: Vec::new(), ..years() }, UiLang::En), None);
    }
}
