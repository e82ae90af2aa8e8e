//! The man page of the tables that `convert` writes, made of the descriptions that stand in their modules.

use clap_mangen::roff::{Roff, roman};

use super::page_text::{description, told};

/// Sections of the page, each with the module that it is told in.
const TABLES: &[(&str, &str)] = &[
    ("GAMES AND TAGS", include_str!("../export/columnar/game_table.rs")),
    ("POSITIONS", include_str!("../export/columnar/position_table.rs")),
    ("VARIATIONS", include_str!("../export/columnar/line_table.rs")),
];

/// Queries that run as they are; tests run them.
const QUERIES: &str = include_str!("../../docs/tables.sql");

const INTRODUCTION: &[&str] = &[
    "`zug convert --format parquet -o DIR` writes the games of any input, stores included, as Parquet files that engines \
     such as DuckDB, Spark, ClickHouse and Trino read: `DIR/games/part-00001.parquet`, `DIR/positions/part-00001.parquet`, \
     and so on. A part holds games with about 67 million positions; what follows goes into the next one. Files are there \
     when the run is over, all or none. They are the same, byte for byte, whatever the number of threads.",
    "",
    "The types are named as DuckDB names them. Columns in which a value may be unknown are NULL there; all others are \
     required. Pages are packed with zstd.",
];

const FOLDERS: &[&str] = &[
    "`--partition-by year` and `--partition-by site` put the rows of all tables into folders named as Hive names them: \
     `games/year=1999/part-00001.parquet`. The folders of a site are `site_name=...`: the tag Site, of an address the name \
     of the server. `--partition-by key-prefix` does so with the positions alone, `positions/key_prefix=70/...`. What is not \
     known is in `__HIVE_DEFAULT_PARTITION__`.",
    "",
    "With `--shard K/N` a machine writes the games that begin in the K-th of N equal parts of the bytes of all inputs, taken \
     one behind the other, as `shard-K-of-N-00001.parquet`; of a store its share of the games. N machines that are given the \
     same inputs in the same order write the whole, each game once, without talking to each other, and may write into the \
     same folder. A plain file is read only where the machine's part is; of a packed one all before it must be unpacked, \
     twice. Findings are counted there, not shown: their lines are not known.",
];

const KEYS: &[&str] = &[
    "The key of a position is the xor of 64-bit numbers from the table that the Polyglot book format publishes: one for each \
     man on its square, one for each castling right, one for White to move, one for the file of an en passant capture - \
     here only if the capture is legal, so that equal keys are equal positions in the sense of the repetition rule. \
     `zug search --print-key POSITION` tells it in every form that an engine may want.",
    "",
    "The column has the type of unsigned 64-bit numbers, by which it is sorted. DuckDB and ClickHouse read it so \
     (UBIGINT, UInt64), Spark as DECIMAL(20,0). Write the number as it is, unsigned. Engines that do not prune such a column \
     by its bounds (Spark) do so by `key_prefix`: ask for both.",
];

const BACK: &[&str] = &[
    "`zug search --sql --where EXPR` writes the query that a filter expression is over these tables, where it can be said in \
     SQL; see zug-query(7) for the expressions.",
    "",
    "What an engine selects comes back: `zug search`, `zug convert` and `zug stats` read `game_id`s, one a line, with `--ids -`, \
     given the same inputs in the same order:",
];

const BACK_EXAMPLE: &[&str] = &[
    "duckdb -csv -c \"SELECT game_id FROM 'DIR/games/*.parquet' WHERE underpromotion\" |",
    "    zug search --ids - a.pgn b.pgn",
];

/// `zug-parquet(5)`.
pub(super) fn parquet_page() -> Roff {
    let mut roff = Roff::new();
    let version = concat!("zug ", env!("CARGO_PKG_VERSION"));
    roff.control("TH", ["zug-parquet", "5", "", version, "zug manual"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("zug-parquet - games and positions as tables")]);
    roff.control("SH", ["DESCRIPTION"]);
    told(&mut roff, INTRODUCTION.iter().copied());
    for (title, source) in TABLES {
        roff.control("SH", [*title]);
        told(&mut roff, description(source));
    }
    roff.control("SH", ["FOLDERS AND SHARDS"]);
    told(&mut roff, FOLDERS.iter().copied());
    roff.control("SH", ["KEYS"]);
    told(&mut roff, KEYS.iter().copied());
    roff.control("SH", ["QUERIES"]);
    for part in QUERIES.split("\n\n") {
        let (told_of, code): (Vec<&str>, Vec<&str>) = part.lines().partition(|line| line.starts_with("--"));
        let words = told_of.iter().map(|line| line.trim_start_matches("-- "));
        told(&mut roff, words);
        lines(&mut roff, &code);
    }
    roff.control("SH", ["BACK TO GAMES"]);
    told(&mut roff, BACK.iter().copied());
    lines(&mut roff, BACK_EXAMPLE);
    roff.control("SH", ["SEE ALSO"]).text([roman("zug-convert(1), zug-search(1), zug-query(7)")]);
    roff
}

/// Lines as they stand.
fn lines(roff: &mut Roff, lines: &[&str]) {
    if lines.is_empty() {
        return;
    }
    roff.control("RS", ["4"]).control("nf", []);
    for line in lines {
        roff.text([roman(*line)]);
    }
    roff.control("fi", []).control("RE", []);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_tables_and_queries() {
        let page = parquet_page().to_roff().replace("\\-", "-");
        for wanted in
            ["\\fBkey_prefix\\fR", "\\fBmoves_packed\\fR", "OVER (PARTITION BY", "zug search --ids -"]
        {
            assert!(page.contains(wanted), "{wanted}");
        }
        assert!(!page.contains("|---"));
    }
}
