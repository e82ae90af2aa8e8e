//! Charts of lines as SVG for a page.

use svg::node::element::{Circle, Element, Polyline, Rectangle};

use super::report_charts::{ABOVE, Frame, PLOT, across, title, told};
use super::report_scale::Scale;
use super::report_value::magnitude;
use crate::check::lang::UiLang;
use crate::stats::report::{Table, Value};

/// With more rows than this points are not drawn one by one.
const MOST_POINTS: usize = 45;
/// Side of the square that lines are drawn in before they are stretched.
const SIDE: f64 = 1000.0;

/// A line through the rows for each of the columns. Where all names are numbers, distances are as theirs.
pub(super) fn lines(table: &Table, label: usize, values: &[usize], lang: UiLang) -> Option<Element> {
    let value = |row: &[Value], column: usize| row.get(column).and_then(magnitude);
    let all =
        || values.iter().flat_map(|column| table.rows.iter().filter_map(move |row| value(row, *column)));
    let is_number = |value: &&Value| magnitude(value).is_some();
    let sample = values
        .iter()
        .find_map(|column| table.rows.iter().filter_map(|row| row.get(*column)).find(is_number))?;
    let scale = Scale::of(all(), sample);
    let mut frame = Frame::new(table, &scale.marks(sample, lang), lang);
    let names: Vec<String> = table.rows.iter().map(|row| told(row, label, lang)).collect();
    let places: Vec<f64> =
        places(table, label).into_iter().map(|place| frame.left + place * frame.width()).collect();
    frame.names_at(&places, &names);
    let height = |number: f64| 1.0 - scale.place(number);
    let x = |place: f64| (place - frame.left) / frame.width() * SIDE;
    let mut drawn = stretched(&frame);
    let mut points = Vec::new();
    for (line, column) in values.iter().enumerate() {
        // Where nothing is known the line has a gap.
        let mut piece: Vec<String> = Vec::new();
        for (row, place) in table.rows.iter().zip(&places) {
            match value(row, *column) {
                Some(number) => {
                    piece.push(format!("{:.1},{:.1}", x(*place), height(number) * SIDE));
                    points.push((line, *place, height(number)));
                }
                None => push_piece(&mut piece, line, &mut drawn),
            }
        }
        push_piece(&mut piece, line, &mut drawn);
    }
    let children = frame.picture.get_children_mut();
    children.push(Box::new(drawn));
    if table.rows.len() <= MOST_POINTS {
        for (line, place, height) in points {
            let circle = Circle::new().set("class", format!("s{}", line % 3 + 1)).set("r", 2.5);
            let y = format!("{:.1}", ABOVE as f64 + height * PLOT as f64);
            children.push(Box::new(circle.set("cx", across(place)).set("cy", y)));
        }
    }
    // What is pointed at is told from the middle between two rows to the next middle.
    for (index, (row, place)) in table.rows.iter().zip(&places).enumerate() {
        let middle = |other: Option<&f64>, end: f64| other.map_or(end, |other| (place + other) / 2.0);
        let begin = middle(index.checked_sub(1).and_then(|before| places.get(before)), frame.left);
        let end = middle(places.get(index + 1), 1.0);
        let head = |column: &usize| table.columns.get(*column).map_or("", |column| column.title.pick(lang));
        let told_of: Vec<String> =
            values.iter().map(|column| format!("{} {}", head(column), told(row, *column, lang))).collect();
        let field = Rectangle::new()
            .set("class", "spot")
            .set("x", across(begin))
            .set("width", across((end - begin).max(0.0)))
            .set("y", ABOVE)
            .set("height", PLOT);
        let text = format!("{}: {}", told(row, label, lang), told_of.join(", "));
        children.push(Box::new(field.add(title(text))));
    }
    Some(frame.picture)
}

/// Where the rows stand, from 0 to 1, with a little room at both ends.
fn places(table: &Table, label: usize) -> Vec<f64> {
    let number = |row: &Vec<Value>| match row.get(label) {
        Some(Value::Text(text)) => text.parse::<f64>().ok().filter(|number| number.is_finite()),
        Some(value) => magnitude(value),
        None => None,
    };
    let numbers: Option<Vec<f64>> = table.rows.iter().map(number).collect();
    let is_growing = |numbers: &Vec<f64>| numbers.windows(2).all(|pair| pair.first() < pair.last());
    let numbers = numbers
        .filter(is_growing)
        .unwrap_or_else(|| (0..table.rows.len()).map(|index| index as f64).collect());
    let first = numbers.first().copied().unwrap_or(0.0);
    let length = numbers.last().map_or(0.0, |last| last - first);
    let place = |number: f64| if length > 0.0 { (number - first) / length } else { 0.5 };
    numbers.into_iter().map(|number| 0.02 + 0.96 * place(number)).collect()
}

/// A picture in the picture that is stretched over the plot.
fn stretched(frame: &Frame) -> Element {
    let mut inner = Element::new("svg");
    let attributes = [
        ("x", across(frame.left)),
        ("width", across(frame.width())),
        ("y", ABOVE.to_string()),
        ("height", PLOT.to_string()),
        ("viewBox", format!("0 0 {SIDE} {SIDE}")),
        ("preserveAspectRatio", "none".to_owned()),
    ];
    for (key, value) in attributes {
        inner.get_attributes_mut().insert(key.to_owned(), value.into());
    }
    inner
}

fn push_piece(piece: &mut Vec<String>, line: usize, drawn: &mut Element) {
    if piece.len() > 1 {
        let polyline = Polyline::new().set("class", format!("s{}", line % 3 + 1));
        drawn.get_children_mut().push(Box::new(polyline.set("points", piece.join(" "))));
    }
    piece.clear();
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::years;
    use super::*;
    use crate::stats::report::Chart;

    /// Years with games and score.
    fn drawn(rows: &[(&str, Value)]) -> String {
        let row = |(year, games): &(&str, Value)| vec![Value::Text((*year).to_owned()), games.clone()];
        let chart = Some(Chart::Line { label: 0, values: vec![1] });
        let table = Table { rows: rows.iter().map(row).collect(), chart, ..years() };
        lines(&table, 0, &[1], UiLang::En).map(|picture| picture.to_string()).unwrap_or_default()
    }

    #[test]
    fn points_stand_at_their_years() {
        let picture =
            drawn(&[("2000", Value::Count(0)), ("2001", Value::Count(4)), ("2004", Value::Count(2))]);
        // From 2 % to 98 %: 2001 is a quarter of the way. 4 is the top of the scale.
        assert!(picture.contains("points=\"20.0,1000.0 260.0,0.0 980.0,500.0\""), "{picture}");
        assert_eq!(picture.matches("<circle ").count(), 3, "{picture}");
        assert!(picture.contains("2001: games 4"), "{picture}");
    }

    #[test]
    fn other_names_stand_at_equal_distances() {
        let picture = drawn(&[("a", Value::Count(4)), ("b", Value::Count(4)), ("d", Value::Count(0))]);
        assert!(picture.contains("points=\"20.0,0.0 500.0,0.0 980.0,1000.0\""), "{picture}");
    }

    #[test]
    fn a_line_has_gaps_where_nothing_is_known() {
        let count = |count| Value::Count(count);
        let rows = [("1", count(1)), ("2", count(2)), ("3", Value::None), ("4", count(2)), ("5", count(1))];
        let picture = drawn(&rows);
        assert_eq!(picture.matches("<polyline ").count(), 2, "{picture}");
        assert_eq!(drawn(&[("1", Value::None)]), "");
        assert_eq!(drawn(&[("1", count(1))]).matches("<polyline ").count(), 0);
    }
}
