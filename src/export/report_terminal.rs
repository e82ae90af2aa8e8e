//! A report for people at a terminal.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::board::draw_board;
use super::report::Look;
use super::report_fit::broken;
use super::report_heat::write_squares;
use super::report_table::write_table;
use super::report_value::{for_people, shorten};
use crate::check::escape::escape;
use crate::check::summary::grouped;
use crate::stats::Report;
use crate::stats::report::{Diagram, Figures, Part, Value};

/// What stands left of everything but heads.
pub(super) const INDENT: &str = "  ";
/// Columns that names of figures have at least.
const LEAST_NAME: usize = 10;
/// Columns that are kept for what stands behind them.
const MOST_TEXT: usize = 30;

/// Appends the report; see [`super::report::terminal`].
pub(super) fn write(report: &Report, look: Look, out: &mut String) {
    write_sources(report, look, out);
    for part in report.parts_for_people() {
        let head = if look.colour { Style::new().bold() } else { Style::new() };
        out.push_str(&format!("\n{head}{}{head:#}\n", part.title().pick(look.lang)));
        match part {
            Part::Figures(figures) => write_figures(figures, look, out),
            Part::Table(table) => write_table(table, look, out),
            Part::Squares(squares) => write_squares(squares, look, out),
            Part::Diagram(diagram) => write_diagram(diagram, out),
        }
    }
}

/// Columns that are left beside the indentation.
pub(super) fn room(look: Look) -> usize {
    look.width.map_or(usize::MAX, |width| usize::from(width).saturating_sub(INDENT.len()))
}

fn write_sources(report: &Report, look: Look, out: &mut String) {
    let lang = look.lang;
    let games = grouped(report.games, lang);
    let word = report.games_word(lang);
    let names: Vec<_> = report.sources.iter().map(|name| escape(name)).collect();
    let line = match names.len() {
        0 => format!("{games} {word}"),
        1 => format!("{games} {word} · {}", names.concat()),
        many => {
            let sources = lang.pick("sources", "Quellen");
            format!("{games} {word} · {} {sources}: {}", grouped(many as u64, lang), names.join(", "))
        }
    };
    out.push_str(&shorten(&line, look.width.map_or(usize::MAX, usize::from)));
    out.push('\n');
}

/// Does a value stand below numbers? Years do, which are no counts.
fn stands_right(value: &Value) -> bool {
    let is_year = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(value) || matches!(value, Value::Text(text) if is_year(text))
}

/// Long names take several lines where there is no room for them; numbers are never shortened.
fn write_figures(figures: &Figures, look: Look, out: &mut String) {
    let lang = look.lang;
    let numbers = figures.rows.iter().filter(|figure| stands_right(&figure.value));
    let number_width = numbers.map(|figure| for_people(&figure.value, lang).width()).max().unwrap_or(0);
    let rows: Vec<(&str, String)> = figures
        .rows
        .iter()
        .map(|figure| {
            let value = for_people(&figure.value, lang);
            let before = if stands_right(&figure.value) { number_width - value.width() } else { 0 };
            let mut text = format!("{:before$}{value}", "");
            if !matches!(figure.note, Value::None) {
                let note = for_people(&figure.note, lang);
                let is_aside = is_number(&figure.note);
                text.push_str(&if is_aside {
                    format!("{INDENT}({note})")
                } else {
                    format!("{INDENT}{note}")
                });
            }
            (figure.title.pick(lang), text)
        })
        .collect();
    // Text of other people takes no room from names if it is long.
    let most = number_width.max(MOST_TEXT);
    let values_width = rows.iter().map(|(_, value)| value.width().min(most)).max().unwrap_or(0);
    let left = room(look).saturating_sub(values_width + INDENT.len());
    let names_width = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0).min(left.max(LEAST_NAME));
    let names: Vec<Vec<String>> = rows.iter().map(|(name, _)| broken(name, names_width)).collect();
    let names_width = names.iter().flatten().map(|line| line.width()).max().unwrap_or(0);
    for (mut lines, (_, value)) in names.into_iter().zip(&rows) {
        let last = lines.pop().unwrap_or_default();
        for line in lines {
            out.push_str(&format!("{INDENT}{line}\n"));
        }
        let after = names_width + INDENT.len() - last.width();
        let line = format!("{last}{:after$}{value}", "");
        out.push_str(INDENT);
        out.push_str(shorten(&line, room(look)).trim_end());
        out.push('\n');
    }
}

fn is_number(value: &Value) -> bool {
    !matches!(value, Value::Text(_) | Value::Words(_))
}

fn write_diagram(diagram: &Diagram, out: &mut String) {
    let mut board = String::new();
    draw_board(&diagram.position, &mut board);
    for line in board.lines() {
        out.push_str(INDENT);
        out.push_str(line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::{EVIL, diagram, everything, figures, report, squares, table, years};
    use super::*;
    use crate::check::lang::UiLang;
    use crate::stats::report::Table;

    fn shown(report: &Report, lang: UiLang, width: Option<u16>, colour: bool) -> String {
        let mut out = String::new();
        write(report, Look { lang, width, colour }, &mut out);
        out
    }

    fn part(part: Part, lang: UiLang, width: u16) -> String {
        let report = report(vec![part]);
        let text = shown(&report, lang, Some(width), false);
        text.split_once("\n\n").expect("a part").1.to_owned()
    }

    #[test]
    fn figures_stand_below_each_other() {
        assert_eq!(
            part(Part::Figures(figures()), UiLang::En, 80),
            "\
Overview
  plies         98,765
  draws            432  (35.0 %)
  longest game   134.5  a.pgn#7
  first year      1851
"
        );
        assert_eq!(
            part(Part::Figures(figures()), UiLang::De, 33),
            "\
Überblick
  Halbzüge     98.765
  Remis           432  (35,0 %)
  längste
  Partie        134,5  a.pgn#7
  erstes Jahr    1851
"
        );
    }

    #[test]
    fn a_wide_terminal_has_all_of_a_table() {
        assert_eq!(
            part(Part::Table(table()), UiLang::En, 120),
            "\
Players
  player                            games    +  =    −  █ + ▒ = ░ −                score  points
  ──────────────────────────────────────────────────────────────────────────────────────────────
  Anderssen, Adolf                  1,200  800  0  400  ████████████████░░░░░░░░  66.7 %     800
  Réti, Richard von und zu Pezinok     99    6  3   90  █▒░░░░░░░░░░░░░░░░░░░░░░   7.6 %      7½
  <script>|,\"\\x1B[31m                   1    0  1    0  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒  50.0 %       ½
  ──────────────────────────────────────────────────────────────────────────────────────────────
  all                               1,300  806  4  490  ███████████████░░░░░░░░░  62.2 %     808
  and 1,234 more
"
        );
    }

    #[test]
    fn a_narrower_one_has_broken_heads_short_bars_and_shortened_names() {
        assert_eq!(
            part(Part::Table(table()), UiLang::De, 80),
            "\
Spieler
                                                                  Punkte
                                                                      in
  Spieler                        Partien    +  =    −            Prozent  Punkte
  ──────────────────────────────────────────────────────────────────────────────
  Anderssen, Adolf                 1.200  800  0  400  █████░░░   66,7 %     800
  Réti, Richard von und zu Pez…       99    6  3   90  ▒░░░░░░░    7,6 %      7½
  <script>|,\"\\x1B[31m                  1    0  1    0  ▒▒▒▒▒▒▒▒   50,0 %       ½
  ──────────────────────────────────────────────────────────────────────────────
  alle                             1.300  806  4  490  █████░░░   62,2 %     808
  und 1.234 weitere
"
        );
    }

    #[test]
    fn the_narrowest_has_several_tables() {
        assert_eq!(
            part(Part::Table(table()), UiLang::En, 40),
            "\
Players
  player        games    +  =    −
  ────────────────────────────────
  Anderssen,…   1,200  800  0  400
  Réti, Richa…     99    6  3   90
  <script>|,\"…      1    0  1    0
  ────────────────────────────────
  all           1,300  806  4  490

  player         score  points
  ────────────────────────────
  Anderssen,…   66.7 %     800
  Réti, Richa…   7.6 %      7½
  <script>|,\"…  50.0 %       ½
  ────────────────────────────
  all           62.2 %     808
  and 1,234 more
"
        );
    }

    #[test]
    fn bars_stand_beside_their_numbers() {
        assert_eq!(
            part(Part::Table(years()), UiLang::De, 80),
            "\
Jahre
  Jahr  Partien                            Ergebnis    Intervall
  ──────────────────────────────────────────────────────────────
  1851        8  ████████████████████████    50,0 %  50,0–50,0 %
  1852        0                               0,0 %    0,0–0,0 %
  1853        5  ███████████████             60,0 %  60,0–60,0 %
"
        );
    }

    #[test]
    fn a_map_is_a_board_with_numbers() {
        let map = part(Part::Squares(squares()), UiLang::De, 80);
        let lines: Vec<&str> = map.lines().collect();
        assert_eq!(lines[1], "  8 ██5.600  ██5.700  ██5.800  ██5.900  ██6.000  ██6.100  ██6.200  ██6.300");
        assert_eq!(lines[8], "  1       ·  ░░  100  ░░  200  ░░  300  ░░  400  ░░  500  ░░  600  ░░  700");
        assert_eq!(lines[9], "          a        b        c        d        e        f        g        h");
        let map = part(Part::Squares(squares()), UiLang::De, 70);
        assert_eq!(
            map.lines().nth(1),
            Some("  8 ██5,6k  ██5,7k  ██5,8k  ██5,9k  ██6,0k  ██6,1k  ██6,2k  ██6,3k")
        );
    }

    #[test]
    fn a_position_is_a_board_with_pieces() {
        let board = part(Part::Diagram(diagram()), UiLang::De, 80);
        assert!(board.starts_with("Stellung\n  8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"), "{board}");
        assert!(
            board.ends_with("\n  2 ♙ ♙ ♙ ♙ . ♙ ♙ ♙\n  1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n    a b c d e f g h\n"),
            "{board}"
        );
    }

    #[test]
    fn it_is_told_what_was_counted() {
        let one = Report { sources: vec![EVIL.to_owned()], games: 1, parts: Vec::new() };
        assert_eq!(shown(&one, UiLang::De, None, true), "1 Partie · <script>|,\"\\x1B[31m\n");
        assert_eq!(
            shown(&report(Vec::new()), UiLang::En, Some(40), false),
            "1,234 games · 2 sources: a.pgn, <script…\n"
        );
        assert_eq!(shown(&Report::default(), UiLang::En, None, false), "0 games\n");
    }

    #[test]
    fn nothing_is_no_table() {
        let empty = Table { rows: Vec::new(), total: None, left_out: 0, ..table() };
        assert_eq!(part(Part::Table(empty), UiLang::De, 80), "Spieler\n  nichts\n");
        let unknown = Table { rows: vec![vec![Value::None; 7]], total: None, left_out: 0, ..table() };
        assert_eq!(part(Part::Table(unknown), UiLang::En, 80).lines().count(), 4);
        let zero = Table { rows: vec![vec![Value::Count(0); 4]; 2], ..years() };
        assert_eq!(
            part(Part::Table(zero), UiLang::En, 80),
            "\
Years
  year  games  score  interval
  ────────────────────────────
     0      0      0         0
     0      0      0         0
"
        );
    }

    #[test]
    fn nothing_is_wider_than_the_terminal_and_no_line_ends_with_a_blank() {
        for width in (32..=130).chain([400]) {
            for lang in [UiLang::En, UiLang::De] {
                let report =
                    report(vec![Part::Figures(figures()), Part::Table(table()), Part::Table(years())]);
                let text = shown(&report, lang, Some(width), false);
                for line in text.lines() {
                    assert!(line.width() <= usize::from(width), "{width}: {line}");
                    assert_eq!(line.trim_end(), line);
                }
                for number in ["800", "806", "490", "7½", "808"] {
                    assert!(text.contains(number), "{width}: no {number}");
                }
            }
        }
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let lang = UiLang::De;
        let parts = vec![Part::Figures(figures()), Part::Table(years()), Part::Diagram(diagram())];
        let coloured = shown(&report(parts.clone()), lang, Some(80), true);
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, code)) = rest.split_once('\u{1b}') {
            plain.push_str(before);
            rest = code.split_once('m').expect("the end of a code").1;
        }
        plain.push_str(rest);
        assert_eq!(plain, shown(&report(parts), lang, Some(80), false));
        let all = shown(&everything(), lang, Some(80), true);
        assert!(all.contains("\u{1b}[1mSpieler\u{1b}[0m"), "{all}");
        // Nobody else's codes get through.
        assert!(!all.contains("\u{1b}[31m\u{1b}") && !all.contains("\u{1}"), "{all}");
    }
}
