//! The man page of the filter language, made of its manual.

use clap_mangen::roff::{Roff, bold, roman};

use crate::query::manual::{INTRODUCTION, SECTIONS};

/// `zug-query(7)`.
pub(super) fn query_page() -> Roff {
    let mut roff = Roff::new();
    let version = concat!("zug ", env!("CARGO_PKG_VERSION"));
    roff.control("TH", ["zug-query", "7", "", version, "zug manual"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("zug-query - the language in which zug is told which games are meant")]);
    roff.control("SH", ["DESCRIPTION"]);
    for (index, paragraph) in INTRODUCTION.iter().enumerate() {
        if index > 0 {
            roff.control("PP", []);
        }
        roff.text(marked(paragraph));
    }
    for section in SECTIONS {
        roff.control("SH", [section.title]);
        roff.text([roman(section.about)]);
        for entry in section.entries {
            roff.control("TP", []).text([bold(entry.term)]).text([roman(entry.what)]);
            for example in entry.examples {
                roff.control("br", []).text([roman("    "), bold(*example)]);
            }
        }
    }
    roff.control("SH", ["SEE ALSO"]).text([roman("zug(1), zug-convert(1), zug-validate(1)")]);
    roff
}

/// What stands between backquotes is bold.
fn marked(text: &str) -> Vec<clap_mangen::roff::Inline> {
    text.split('`').enumerate().map(|(i, part)| if i % 2 == 1 { bold(part) } else { roman(part) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_in_the_page() {
        let page = query_page().to_roff().replace("\\-", "-").replace("\\\\", "\\");
        for entry in SECTIONS.iter().flat_map(|section| section.entries) {
            for example in entry.examples {
                assert!(page.contains(example), "{example}");
            }
        }
    }
}
