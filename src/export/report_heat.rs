//! A map of the board at a terminal.

use anstyle::{Ansi256Color, Color, Style};
use unicode_width::UnicodeWidthStr;

use super::report::Look;
use super::report_terminal::{INDENT, room};
use super::report_value::rounded;
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::stats::report::Squares;

/// From next to nothing to the most.
const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];
/// The same as colours of the ground, and of the digits on it.
const GROUNDS: [(u8, u8); 5] = [(255, 235), (153, 235), (75, 235), (26, 255), (18, 255)];

/// Appends the board, White below, with a number on each square.
pub(super) fn write_squares(squares: &Squares, look: Look, out: &mut String) {
    let most = squares.counts.iter().copied().max().unwrap_or(0);
    let width_of = |numbers: &[String]| numbers.iter().map(|text| text.width()).max().unwrap_or(0);
    // A rank's number and a blank, then eight squares with a shade or a blank on both sides.
    let beside = if look.colour { 2 } else { 4 };
    let takes = |width: usize| 2 + 8 * (width + beside);
    let told = |number: fn(u64, UiLang) -> String| -> Vec<String> {
        let told = |count: &u64| if *count > 0 { number(*count, look.lang) } else { "·".to_owned() };
        squares.counts.iter().map(told).collect()
    };
    let mut numbers = told(grouped);
    if takes(width_of(&numbers)) > room(look) {
        numbers = told(rounded);
    }
    let width = width_of(&numbers);
    let mut line = String::new();
    for rank in (0..8).rev() {
        line.clear();
        line.push(char::from(b'1' + rank));
        line.push(' ');
        let row = usize::from(rank) * 8;
        let cells = numbers.iter().zip(squares.counts).skip(row).take(8);
        for (number, count) in cells {
            let level = level(count, most);
            if look.colour {
                let (ground, ink) = GROUNDS.get(level).copied().unwrap_or_default();
                let of = |index| Some(Color::Ansi256(Ansi256Color(index)));
                let style = Style::new().bg_color(of(ground)).fg_color(of(ink));
                line.push_str(&format!("{style} {number:>width$} {style:#}"));
            } else {
                let shade = SHADES.get(level).copied().unwrap_or_default();
                line.push_str(&format!("{shade}{number:>width$}  "));
            }
        }
        push_line(&line, out);
    }
    line.clear();
    line.push_str("  ");
    for file in 'a'..='h' {
        let cell = width + beside - if look.colour { 1 } else { 2 };
        line.push_str(&format!("{file:>cell$}{}", if look.colour { " " } else { "  " }));
    }
    push_line(&line, out);
}

fn push_line(line: &str, out: &mut String) {
    out.push_str(INDENT);
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Which fifth of the most it is in; nothing is the lowest, the least of anything the next.
fn level(count: u64, most: u64) -> usize {
    if count == 0 || most == 0 {
        return 0;
    }
    // In halves of a quarter, so that levels are centred on 1/4, 2/4, 3/4 and the most.
    let quarters = (count as f64 / most as f64 * 4.0).round() as usize;
    quarters.clamp(1, SHADES.len() - 1)
}
