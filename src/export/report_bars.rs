//! Bars of block characters.

use anstyle::{AnsiColor, Color, Style};

/// Blocks that fill an eighth of a column, two, ... seven.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/// What the parts of a bar are drawn with: the first, the second, ...
const SHADES: [&str; 3] = ["█", "▒", "░"];
/// Their colours.
const COLOURS: [AnsiColor; 3] = [AnsiColor::Green, AnsiColor::BrightBlack, AnsiColor::Red];
/// The colour of a bar that has no parts.
const PLAIN: AnsiColor = AnsiColor::Cyan;

/// Something drawn, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bar {
    /// With the codes of its colours.
    pub text: String,
    /// Columns that it takes.
    pub width: usize,
}

impl Bar {
    fn push(&mut self, text: &str, style: Style, colour: bool) {
        if colour && !text.is_empty() {
            self.text.push_str(&format!("{style}{text}{style:#}"));
        } else {
            self.text.push_str(text);
        }
        self.width += text.chars().count();
    }
}

/// A bar this part of `width` columns long, in steps of eighths. What is not nothing is seen.
pub(super) fn bar(share: f64, width: usize, colour: bool) -> Bar {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let mut eighths = (share * width as f64 * 8.0).round() as usize;
    if share > 0.0 {
        eighths = eighths.max(1);
    }
    let mut blocks = "█".repeat(eighths / 8);
    blocks.extend((eighths % 8).checked_sub(1).and_then(|part| EIGHTHS.get(part)));
    let mut bar = Bar::default();
    bar.push(&blocks, Style::new().fg_color(Some(Color::Ansi(PLAIN))), colour);
    bar
}

/// A bar of `width` columns in parts as long as these numbers ask for. Without colours parts are shades, and end with a
/// column; with colours they end with an eighth of one.
pub(super) fn parts(counts: &[f64], width: usize, colour: bool) -> Bar {
    let total: f64 = counts.iter().sum();
    let mut bar = Bar::default();
    if total <= 0.0 || !total.is_finite() {
        return bar;
    }
    let steps = if colour { 8 } else { 1 };
    let mut sum = 0.0;
    let ends: Vec<usize> = counts
        .iter()
        .map(|count| {
            sum += count;
            (sum / total * (width * steps) as f64).round() as usize
        })
        .collect();
    let part_at = |step: usize| ends.iter().position(|end| *end > step);
    let mut column = 0;
    while let Some(part) = part_at(column * steps) {
        let left = ends.get(part).map_or(0, |end| end - column * steps);
        let style = Style::new().fg_color(colour_of(part));
        match left.checked_sub(1).and_then(|eighths| EIGHTHS.get(eighths)).filter(|_| left < steps) {
            Some(block) => {
                let next = part_at(column * steps + left).and_then(colour_of);
                bar.push(&block.to_string(), style.bg_color(next), colour);
                column += 1;
            }
            None => {
                let block =
                    if colour { "█" } else { SHADES.get(part % SHADES.len()).copied().unwrap_or("█") };
                bar.push(&block.repeat(left / steps), style, colour);
                column += left / steps;
            }
        }
    }
    bar
}

/// What the parts of bars are, if there is room to say it.
pub(super) fn legend(names: &[&str], width: usize, colour: bool) -> Bar {
    let mut bar = Bar::default();
    for (part, name) in names.iter().enumerate() {
        let block = if colour { "█" } else { SHADES.get(part % SHADES.len()).copied().unwrap_or("█") };
        bar.push(if part > 0 { " " } else { "" }, Style::new(), false);
        bar.push(block, Style::new().fg_color(colour_of(part)), colour);
        bar.push(&format!(" {name}"), Style::new(), false);
    }
    if bar.width > width { Bar::default() } else { bar }
}

fn colour_of(part: usize) -> Option<Color> {
    COLOURS.get(part % COLOURS.len()).map(|colour| Color::Ansi(*colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text; what it takes was counted well.
    fn drawn(bar: Bar) -> String {
        let mut plain = bar.text.clone();
        while let Some(at) = plain.find('\u{1b}') {
            let end = plain[at..].find('m').expect("the end of a code");
            plain.replace_range(at..=at + end, "");
        }
        assert_eq!(plain.chars().count(), bar.width, "{plain}");
        bar.text
    }

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(drawn(bar(1.0, 4, false)), "████");
        assert_eq!(drawn(bar(0.5, 4, false)), "██");
        // 4 columns are 32 eighths: 11.2 of them.
        assert_eq!(drawn(bar(0.35, 4, false)), "█▍");
        assert_eq!(drawn(bar(0.0001, 4, false)), "▏");
        assert_eq!(drawn(bar(0.0, 4, false)), "");
        assert_eq!(drawn(bar(f64::NAN, 4, false)), "");
        assert_eq!(drawn(bar(7.0, 4, false)), "████");
        assert_eq!(drawn(bar(0.5, 4, true)), "\u{1b}[36m██\u{1b}[0m");
    }

    #[test]
    fn parts_fill_the_bar() {
        assert_eq!(drawn(parts(&[5.0, 3.0, 2.0], 10, false)), "█████▒▒▒░░");
        assert_eq!(drawn(parts(&[0.0, 0.0, 1.0], 4, false)), "░░░░");
        assert_eq!(drawn(parts(&[1.0, 1.0, 1.0], 4, false)), "█▒▒░");
        assert_eq!(drawn(parts(&[0.0, 0.0, 0.0], 4, false)), "");
        assert_eq!(drawn(parts(&[], 4, false)), "");
    }

    #[test]
    fn coloured_parts_end_with_an_eighth() {
        // 16 eighths: 6, 6 and 4. The first column is 6 and 2, the second 4 and 4.
        assert_eq!(
            drawn(parts(&[6.0, 6.0, 4.0], 2, true)),
            "\u{1b}[32m\u{1b}[100m▊\u{1b}[0m\u{1b}[90m\u{1b}[41m▌\u{1b}[0m"
        );
    }

    #[test]
    fn a_legend_is_there_if_it_has_room() {
        assert_eq!(drawn(legend(&["+", "=", "−"], 11, false)), "█ + ▒ = ░ −");
        assert_eq!(drawn(legend(&["+", "=", "−"], 10, false)), "");
        assert_eq!(drawn(legend(&["+"], 10, true)), "\u{1b}[32m█\u{1b}[0m +");
    }
}
