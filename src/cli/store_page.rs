//! The man page of the store's format, made of the descriptions that stand in its modules.

use clap_mangen::roff::{Roff, bold, roman};

use super::page_text::{description, marked, told};
use crate::store::format::Kind;

/// Sections of the page, each with the module that it is told in.
const SECTIONS: &[(&str, &str)] = &[
    ("MANIFEST", include_str!("../store/manifest.rs")),
    ("SEGMENTS", include_str!("../store/format.rs")),
    ("COLUMNS", include_str!("../store/column.rs")),
    ("FLAGS", include_str!("../store/flags.rs")),
    ("FEATURES", include_str!("../store/features_bytes.rs")),
    ("DICTIONARIES", include_str!("../store/strings.rs")),
    ("ENDINGS", include_str!("../store/endings.rs")),
    ("TAGS", include_str!("../store/tags.rs")),
    ("ROWS", include_str!("../store/rows.rs")),
    ("TEXT", include_str!("../store/text.rs")),
    ("NUMBERS", include_str!("../store/varint.rs")),
    ("POSITION INDEX", include_str!("../store/index.rs")),
];

const INTRODUCTION: &[&str] = &[
    "A store is a folder that `zug import` makes. It holds games in the form in which they are searched, and an index \
     from positions to games. It is a folder because it grows by files that never change once they are there:",
    "",
    "| name | what |",
    "|---|---|",
    "| `manifest` | the list of the files that are the store, see MANIFEST |",
    "| `000001.seg` | a segment: games and their index, see SEGMENTS |",
    "| `000002.del` | the games of a segment that are marked away, a bit for each game of it, lowest first |",
    "| `lock` | empty; whoever writes to the store holds a lock on it |",
    "",
    "The numbers in the names say nothing of an order. Files that the manifest does not name are what an interrupted \
     run left behind; the next one that writes removes them.",
    "",
    "Whoever writes makes new files first, all of them on the disk, then a new manifest `manifest.new`, and renames it. \
     So the store is the old one or the new one at any time.",
];

const COMPATIBILITY: &[&str] = &[
    "Manifest and segments begin with the version of the format they are written in, and the oldest version whose \
     readers can read them. A reader refuses what says that it is too old for it, and skips sections it does not know.",
    "",
    "A store is taken for bytes that anybody may have changed: a count is compared with the length of the file before \
     memory is asked for, a checksum is compared before the bytes under it are believed.",
];

/// `zug-store(5)`.
pub(super) fn store_page() -> Roff {
    let mut roff = Roff::new();
    let version = concat!("zug ", env!("CARGO_PKG_VERSION"));
    roff.control("TH", ["zug-store", "5", "", version, "zug manual"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("zug-store - the files of a store of games")]);
    roff.control("SH", ["DESCRIPTION"]);
    told(&mut roff, INTRODUCTION.iter().copied());
    for (title, source) in SECTIONS {
        roff.control("SH", [*title]);
        told(&mut roff, description(source));
        if *title == "SEGMENTS" {
            roff.control("PP", []).text([roman("The sections by the number of their kind:")]);
            for kind in Kind::ALL {
                let what = format!("{}. {}", kind.title(), kind.about());
                roff.control("TP", []).text([bold((*kind as u32).to_string())]).text(marked(&what));
            }
        }
    }
    roff.control("SH", ["COMPATIBILITY"]);
    told(&mut roff, COMPATIBILITY.iter().copied());
    roff.control("SH", ["SEE ALSO"]).text([roman("zug-import(1), zug-search(1), zug-query(7)")]);
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> String {
        store_page().to_roff().replace("\\-", "-")
    }

    #[test]
    fn every_kind_of_section_is_in_the_page() {
        let page = page();
        for kind in Kind::ALL {
            assert!(
                page.contains(&format!("\\fB{}\\fR\n{}", *kind as u32, kind.title())),
                "{}",
                kind.title()
            );
        }
    }

    #[test]
    fn every_module_has_a_table_or_a_list_in_it() {
        for (title, source) in SECTIONS {
            assert!(description(source).count() > 0, "{title}");
        }
        let page = page();
        assert!(page.contains("zug-seg") && page.contains("zug-man") && page.contains("LEB128"));
        assert!(!page.contains("[`") && !page.contains("super::") && !page.contains("|---"));
    }
}
