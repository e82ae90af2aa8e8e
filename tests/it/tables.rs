//! Games and positions as tables.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;
use walkdir::WalkDir;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

/// Exit code, standard output and standard error.
fn zug(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("zug").unwrap();
    command.current_dir(FIXTURES).env_remove("ZUG_LANG").timeout(Duration::from_secs(120));
    let output = command.args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Writes tables of the files into a new folder.
fn tables(args: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    into(dir.path(), args);
    dir
}

fn into(dir: &Path, args: &[&str]) {
    let output = ["convert", "--format", "parquet", "-q", "-o", dir.to_str().unwrap()];
    let (status, out, err) = zug(&[&output[..], args].concat());
    assert!(status < 2 && out.is_empty() && err.is_empty(), "{args:?}: {status} {err}");
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(dir).sort_by_file_name().into_iter().map(Result::unwrap);
    files.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

fn rows(dir: &Path, table: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for file in files(&dir.join(table)) {
        let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
        rows.extend(reader.get_row_iter(None).unwrap().map(Result::unwrap));
    }
    rows
}

fn cell<'r>(row: &'r Row, name: &str) -> &'r Field {
    row.get_column_iter().find(|(known, _)| known.as_str() == name).unwrap_or_else(|| panic!("no {name}")).1
}

fn text(row: &Row, name: &str) -> String {
    match cell(row, name) {
        Field::Str(text) => text.clone(),
        Field::Null => String::new(),
        other => panic!("{name}: {other:?}"),
    }
}

fn long(row: &Row, name: &str) -> i64 {
    match cell(row, name) {
        Field::Long(number) => *number,
        Field::Int(number) => i64::from(*number),
        Field::ULong(number) => number.cast_signed(),
        other => panic!("{name}: {other:?}"),
    }
}

/// The games as `--format ndjson` tells them.
fn told(files: &[&str]) -> Vec<Value> {
    let (status, out, _) = zug(&[&["convert", "-q", "--format", "ndjson"], files].concat());
    assert!(status < 2);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn said<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

const ALL: [&str; 4] = ["classics.pgn", "rare.pgn", "stats.pgn", "newyork1924_table.pgn"];

#[test]
fn rows_say_what_ndjson_says() {
    let dir = tables(&ALL);
    let (games, told) = (rows(dir.path(), "games"), told(&ALL));
    assert_eq!(games.len(), told.len());
    let mut expected: Vec<(u64, i64, i64, String, String)> = Vec::new();
    for (row, game) in games.iter().zip(&told) {
        for (column, tag) in [("event", "Event"), ("site", "Site"), ("white", "White"), ("black", "Black")] {
            assert_eq!(text(row, column), said(&game["tags"], tag), "{column}");
        }
        assert_eq!(text(row, "result"), said(game, "result"));
        assert_eq!(
            (text(row, "source").as_str(), long(row, "number")),
            (said(game, "file"), game["game"].as_i64().unwrap())
        );
        let moves = game["moves"].as_array().unwrap();
        let uci: Vec<&str> = moves.iter().map(|mv| said(mv, "uci")).collect();
        assert_eq!(text(row, "moves"), uci.join(" "));
        assert_eq!(long(row, "plies"), moves.len() as i64);
        let Field::Bytes(packed) = cell(row, "moves_packed") else { panic!("no bytes") };
        assert_eq!(packed.len(), 2 * moves.len());
        let year = said(&game["tags"], "Date").get(..4).and_then(|year| year.parse().ok());
        assert_eq!(cell(row, "year"), &year.map_or(Field::Null, Field::Int));
        let id = long(row, "game_id");
        let mut ply = 0;
        let mut key = match said(game, "start_fen") {
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" => 0x463b_9618_1691_fc9c,
            fen => {
                assert_eq!(text(row, "start_fen"), fen);
                0
            }
        };
        for mv in moves {
            expected.push((key, id, ply, said(mv, "uci").to_owned(), said(mv, "san").to_owned()));
            key = u64::from_str_radix(said(mv, "key"), 16).unwrap();
            ply += 1;
        }
        expected.push((key, id, ply, String::new(), String::new()));
    }
    let mut found: Vec<(u64, i64, i64, String, String)> = rows(dir.path(), "positions")
        .iter()
        .map(|row| {
            let key = long(row, "key").cast_unsigned();
            assert_eq!(long(row, "key_prefix"), (key >> 56).cast_signed());
            (key, long(row, "game_id"), long(row, "ply"), text(row, "move"), text(row, "san"))
        })
        .collect();
    assert!(found.is_sorted_by_key(|row| (row.0, row.1, row.2)), "not sorted by key");
    // The key of an unusual start is told by the first row of its game alone.
    for row in expected.iter_mut().filter(|row| row.0 == 0) {
        row.0 = found.iter().find(|other| (other.1, other.2) == (row.1, row.2)).unwrap().0;
    }
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn numbers_of_games_are_file_and_place() {
    let dir = tables(&ALL);
    for row in rows(dir.path(), "games") {
        let id = long(&row, "game_id");
        let (file, offset) = ((id >> 40) as usize, id & ((1 << 40) - 1));
        assert_eq!(text(&row, "source"), ALL[file - 1]);
        let bytes = std::fs::read(Path::new(FIXTURES).join(ALL[file - 1])).unwrap();
        assert!(bytes[offset as usize..].starts_with(b"["), "{id}");
        assert_eq!(
            bytes[..offset as usize].windows(8).filter(|at| at == b"[Event \"").count(),
            long(&row, "number") as usize - 1
        );
    }
}

#[test]
fn what_a_move_has_behind_it_stands_in_its_row() {
    let dir = tempfile::tempdir().unwrap();
    let pgn = dir.path().join("a.pgn");
    let text_of = "[Event \"e\"]\n[Site \"https://lichess.org/abc\"]\n[Date \"1999.05.??\"]\n[Round \"?\"]\n[White \"A\"]\n\
        [Black \"B\"]\n[Result \"*\"]\n[ECO \"C60/02\"]\n[TimeControl \"60\"]\n\n\
        1. e4 {good [%clk 0:01:00.5] [%eval 0.31]} (1. d4 {no}) e5 {[%eval #-3]} 2. Qh5 Nf6 3. Qxf7+ *\n";
    std::fs::write(&pgn, text_of).unwrap();
    let out = dir.path().join("out");
    into(&out, &[pgn.to_str().unwrap(), "--with-comments", "--tables", "games,positions,tags,variations"]);
    let mut positions = rows(&out, "positions");
    positions.sort_by_key(|row| long(row, "ply"));
    let values = |name: &str| positions.iter().map(|row| cell(row, name).clone()).collect::<Vec<_>>();
    assert_eq!(values("clock")[..2], [Field::Double(60.5), Field::Null]);
    assert_eq!(values("eval_cp")[..2], [Field::Int(31), Field::Null]);
    assert_eq!(values("eval_mate")[..3], [Field::Null, Field::Int(-3), Field::Null]);
    assert_eq!(values("check").last(), Some(&Field::Bool(true)));
    assert_eq!(values("black_men").last(), Some(&Field::Int(15)));
    let last = text(positions.last().unwrap(), "material");
    assert_eq!(last, "KQRRBBNNPPPPPPPPkqrrbbnnppppppp");
    let game = rows(&out, "games").remove(0);
    // 1999-05-01 is day 10,712 since 1970-01-01.
    assert_eq!(
        (cell(&game, "date"), text(&game, "date_precision").as_str()),
        (&Field::Date(10_712), "month")
    );
    assert_eq!(text(&game, "eco"), "C60");
    for (name, is_so) in [
        ("has_comments", true),
        ("has_clocks", true),
        ("has_variations", true),
        ("has_nags", false),
        ("whole", true),
    ] {
        assert_eq!(cell(&game, name), &Field::Bool(is_so), "{name}");
    }
    assert_eq!(cell(&game, "tags").to_string(), "{\"ECO\" -> \"C60/02\", \"TimeControl\" -> \"60\"}");
    assert!(
        cell(&game, "comments").to_string().contains("ply: 1, text: \"good [%clk 0:01:00.5] [%eval 0.31]\"")
    );
    let tags: Vec<(String, String)> =
        rows(&out, "tags").iter().map(|row| (text(row, "name"), text(row, "value"))).collect();
    assert_eq!(tags.len(), 9);
    assert!(tags.contains(&("ECO".to_owned(), "C60/02".to_owned())));
    let variations = rows(&out, "variations");
    assert_eq!(variations.len(), 1);
    assert_eq!((text(&variations[0], "moves").as_str(), long(&variations[0], "ply")), ("d2d4", 0));
    assert_eq!(cell(&variations[0], "parent"), &Field::Null);
}

#[test]
fn what_no_column_tells_stands_among_the_tags() {
    let dir = tempfile::tempdir().unwrap();
    let pgn = dir.path().join("a.pgn");
    let dates = ["1987.??.05", "????.02.29", "????.??.??", "1987.03.??", "3/4/1987"];
    let game = |date: &&str| format!("[Event \"e\"]\n[Date \"{date}\"]\n[WhiteElo \"2500?\"]\n\n1. e4 *\n\n");
    std::fs::write(&pgn, dates.iter().map(game).collect::<String>()).unwrap();
    let out = dir.path().join("out");
    into(&out, &[pgn.to_str().unwrap(), "--tables", "games"]);
    let tags: Vec<String> = rows(&out, "games").iter().map(|row| cell(row, "tags").to_string()).collect();
    for (tags, date) in tags.iter().zip(dates) {
        let is_told = matches!(date, "????.??.??" | "1987.03.??");
        assert_eq!(tags.contains("Date"), !is_told, "{date}: {tags}");
        assert!(tags.contains("\"WhiteElo\" -> \"2500?\""), "{tags}");
    }
}

/// A file that is read in many pieces.
fn large(dir: &Path) -> PathBuf {
    let one = std::fs::read_to_string(Path::new(FIXTURES).join("stats.pgn")).unwrap();
    let path = dir.join("large.pgn");
    std::fs::write(&path, one.repeat(120)).unwrap();
    path
}

fn bytes_by_name(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let named = |file: PathBuf| (file.strip_prefix(dir).unwrap().to_owned(), std::fs::read(&file).unwrap());
    files(dir).into_iter().map(named).collect()
}

#[test]
fn files_are_the_same_whatever_the_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let input = large(dir.path());
    let input = input.to_str().unwrap();
    let (one, four, stream) = (dir.path().join("one"), dir.path().join("four"), dir.path().join("stream"));
    into(&one, &[input, "--threads", "1"]);
    into(&four, &[input, "--threads", "4"]);
    into(&stream, &[input, "--threads", "2", "--no-mmap"]);
    let expected = bytes_by_name(&one);
    assert_eq!(
        expected.keys().map(|name| name.to_str().unwrap()).collect::<Vec<_>>(),
        ["games/part-00001.parquet", "positions/part-00001.parquet"]
    );
    assert_eq!(rows(&one, "games").len(), 4800);
    assert!(bytes_by_name(&four) == expected, "other bytes with four threads");
    assert!(bytes_by_name(&stream) == expected, "other bytes of a stream");
}

/// Rows as texts, sorted; without the number in the source, which shards do not know.
fn sorted(dirs: &[&Path], table: &str) -> Vec<String> {
    let mut all = Vec::new();
    for row in dirs.iter().flat_map(|dir| rows(dir, table)) {
        let cells = row.get_column_iter().filter(|(name, _)| name.as_str() != "number");
        all.push(cells.map(|(name, cell)| format!("{name}={cell}")).collect::<Vec<_>>().join(","));
    }
    all.sort();
    all
}

#[test]
fn shards_together_are_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let input = large(dir.path());
    let packed = dir.path().join("packed.pgn.zst");
    let text = std::fs::read(Path::new(FIXTURES).join("newyork1924_table.pgn")).unwrap();
    std::fs::write(&packed, zstd::bulk::compress(&text.repeat(10), 3).unwrap()).unwrap();
    let inputs = [input.to_str().unwrap(), packed.to_str().unwrap()];
    let whole = dir.path().join("whole");
    into(&whole, &inputs);
    let shards = dir.path().join("shards");
    for shard in ["1/5", "2/5", "3/5", "4/5", "5/5"] {
        into(&shards, &[&inputs[..], &["--shard", shard]].concat());
    }
    assert_eq!(files(&shards.join("games")).len(), 5);
    for file in files(&shards.join("games")) {
        let rows = SerializedFileReader::new(File::open(&file).unwrap())
            .unwrap()
            .metadata()
            .file_metadata()
            .num_rows();
        assert!(rows > 500, "{} has {rows} of 5,900 games", file.display());
    }
    for table in ["games", "positions"] {
        assert!(sorted(&[&shards], table) == sorted(&[&whole], table), "{table}");
    }
    let (status, _, err) =
        zug(&["convert", "--format", "parquet", "-o", shards.to_str().unwrap(), inputs[0], "--shard", "2/5"]);
    assert!(status == 2 && err.contains("shard-2-of-5-00001.parquet is there already"), "{err}");
    let (status, _, err) =
        zug(&["convert", "--format", "parquet", "-o", shards.to_str().unwrap(), inputs[0], "--shard", "1/4"]);
    assert!(status == 2 && err.contains("--force"), "{err}");
}

/// Text between games apart, which a store puts into a comment.
#[test]
fn a_store_has_the_same_rows() {
    let files = ["classics.pgn", "rare.pgn", "newyork1924_table.pgn"];
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("all.zug");
    let (status, _, err) = zug(&[&["import", "-q", "-o", store.to_str().unwrap()], &files[..]].concat());
    assert_eq!(status, 0, "{err}");
    let (from_store, from_text) = (dir.path().join("store"), dir.path().join("text"));
    let wanted = ["--tables", "games,positions,tags,variations", "--with-comments"];
    into(&from_store, &[&[store.to_str().unwrap()][..], &wanted].concat());
    into(&from_text, &[&files[..], &wanted].concat());
    for table in ["games", "positions", "tags", "variations"] {
        assert_eq!(sorted(&[&from_store], table), sorted(&[&from_text], table), "{table}");
    }
    let shards = dir.path().join("shards");
    for shard in ["1/3", "2/3", "3/3"] {
        into(&shards, &[store.to_str().unwrap(), "--shard", shard]);
    }
    assert_eq!(sorted(&[&shards], "positions"), sorted(&[&from_text], "positions"));
}

#[test]
fn folders_are_named_by_what_they_hold() {
    let by_year = tables(&[&ALL[..], &["--partition-by", "year"]].concat());
    let mut games = 0;
    for table in ["games", "positions"] {
        for file in files(&by_year.path().join(table)) {
            let folder = file.parent().unwrap().file_name().unwrap().to_str().unwrap();
            let year = folder.strip_prefix("year=").unwrap();
            let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
            if table == "games" {
                for row in reader.get_row_iter(None).unwrap().map(Result::unwrap) {
                    games += 1;
                    assert!(row.get_column_iter().all(|(name, _)| name.as_str() != "year"));
                    match year {
                        "__HIVE_DEFAULT_PARTITION__" => assert_eq!(cell(&row, "date"), &Field::Null),
                        year => assert!(cell(&row, "date").to_string().starts_with(year), "{row}"),
                    }
                }
            }
        }
    }
    assert_eq!(games, told(&ALL).len());
    let plain = tables(&ALL);
    let by_key = tables(&[&ALL[..], &["--partition-by", "key-prefix"]].concat());
    assert_eq!(files(&by_key.path().join("games")).len(), 1);
    let mut keys: Vec<i64> = rows(by_key.path(), "positions").iter().map(|row| long(row, "key")).collect();
    for file in files(&by_key.path().join("positions")) {
        let folder = file.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let prefix: u64 = folder.strip_prefix("key_prefix=").unwrap().parse().unwrap();
        let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
        for row in reader.get_row_iter(None).unwrap().map(Result::unwrap) {
            assert_eq!(long(&row, "key").cast_unsigned() >> 56, prefix);
        }
    }
    let mut expected: Vec<i64> = rows(plain.path(), "positions").iter().map(|row| long(row, "key")).collect();
    keys.sort_unstable();
    expected.sort_unstable();
    assert_eq!(keys, expected);
}

#[test]
fn row_groups_have_bounds_and_filters_to_prune_by() {
    let dir = tables(&ALL);
    let file = files(&dir.path().join("positions")).remove(0);
    let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    let group = reader.metadata().row_group(0);
    let key = group.columns().iter().find(|column| column.column_path().string() == "key").unwrap();
    assert!(key.bloom_filter_offset().is_some() && key.statistics().is_some());
    assert_eq!(group.sorting_columns().map(|columns| columns[0].column_idx), Some(0));
    assert_eq!(
        key.column_descr()
            .logical_type_ref()
            .map(|logical| format!("{logical:?}").contains("is_signed: false")),
        Some(true)
    );
}

#[test]
fn only_wanted_games_become_rows() {
    let dir = tables(&["stats.pgn", "--where", "result = 1-0"]);
    let (_, count, _) = zug(&["search", "stats.pgn", "--where", "result = 1-0", "-c"]);
    assert_eq!(rows(dir.path(), "games").len().to_string(), count.trim());
    assert!(rows(dir.path(), "positions").iter().all(|row| text(row, "result") == "1-0"));
    let some = tables(&["stats.pgn", "--games", "2-4,7", "--tables", "games"]);
    let numbers: Vec<i64> = rows(some.path(), "games").iter().map(|row| long(row, "number")).collect();
    assert_eq!(numbers, [2, 3, 4, 7]);
    assert!(!some.path().join("positions").exists());
    let none = tables(&["stats.pgn", "--where", "white = \"Nobody of this name\""]);
    assert!(rows(none.path(), "games").is_empty() && rows(none.path(), "positions").is_empty());
    assert_eq!(files(none.path()).len(), 2);
}

#[test]
fn what_cannot_be_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let parquet = ["convert", "stats.pgn", "--format", "parquet"];
    for (args, wanted) in [
        (&[][..], "-o must name a directory"),
        (&["-o", "-"], "-o must name a directory"),
        (&["-o", out, "--dedup"], "goes without"),
        (&["-o", out, "--sort", "White"], "goes without"),
        (&["-o", out, "--shard", "3/2"], "expected K/N"),
        (&["-o", out, "--shard", "1/2", "--games", "1"], "--shard goes without"),
        (&["-o", out, "--tables", "moves"], "invalid value"),
    ] {
        let (status, _, err) = zug(&[&parquet[..], args].concat());
        assert!(status == 2 && err.contains(wanted), "{args:?}: {err}");
    }
    let (status, _, err) = zug(&["convert", "stats.pgn", "--partition-by", "year"]);
    assert!(status == 2 && err.contains("go with --format parquet"), "{err}");
    into(dir.path(), &["stats.pgn"]);
    let before = bytes_by_name(dir.path());
    let (status, _, err) = zug(&[&parquet[..], &["-o", out]].concat());
    assert!(status == 2 && err.contains("use --force"), "{err}");
    into(dir.path(), &["stats.pgn", "--force"]);
    assert!(bytes_by_name(dir.path()) == before);
    // A name that is mistyped leaves what is there.
    let (status, _, err) = zug(&["convert", "none.pgn", "--format", "parquet", "--force", "-o", out]);
    assert!(status == 2 && err.contains("nothing was read"), "{err}");
    assert!(bytes_by_name(dir.path()) == before);
    // A source that cannot be read is told; the others have their tables.
    let other = tempfile::tempdir().unwrap();
    let (status, _, err) = zug(&[
        "convert",
        "none.pgn",
        "stats.pgn",
        "--format",
        "parquet",
        "-o",
        other.path().to_str().unwrap(),
    ]);
    assert!(status == 2 && err.contains("none.pgn"), "{err}");
    let games = rows(other.path(), "games");
    assert!(games.len() == 40 && games.iter().all(|row| long(row, "game_id") >> 40 == 2));
}

#[test]
fn the_run_tells_what_was_written() {
    let dir = tempfile::tempdir().unwrap();
    let (status, out, err) =
        zug(&["convert", "stats.pgn", "--format", "parquet", "-o", dir.path().to_str().unwrap()]);
    assert!(status < 2 && out.is_empty());
    let lines: Vec<&str> = err.lines().rev().take(2).collect();
    assert!(lines[1].starts_with("40 games read, 40 written, "), "{err}");
    assert!(lines[0].ends_with(" rows of positions; 2 files, 1 MiB"), "{err}");
}
