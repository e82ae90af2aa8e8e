//! Sources of every kind give the same text, and the parallel line gives the same results for any number of threads.

use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use proptest::prelude::*;
use zug::pgn::boundary::{CutRule, starts_game};
use zug::pgn::encoding::TextEncoding;
use zug::pgn::expand::expand;
use zug::pgn::input::{Input, open};
use zug::pgn::source::{SourceError, SourceKind, SourceOptions, SourceRef};
use zug::replay::parallel::{Chunk, Totals, Work, drive, drive_in_pieces};

/// Splits a text into games at the sure starts, except behind a line that ends in `+`: so some of the places where the
/// text is cut are false.
struct Split;

fn is_true_start(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().find(|b| !b" \t\r\n".contains(b));
    starts_game(text, at) && before != Some(&b'+')
}

impl Work for Split {
    type Out = Vec<Vec<u8>>;
    type Local = usize;

    fn local(&self) -> usize {
        0
    }

    fn run(&self, calls: &mut usize, text: &[u8], from: usize, until: usize) -> (Self::Out, usize) {
        *calls += 1;
        let (mut games, mut at) = (Vec::new(), from);
        while at < until {
            let mut end = at + 1;
            while let Some(cut) = CutRule::Games.first_cut(text, end)
                && !is_true_start(text, cut)
            {
                end = cut + 1;
            }
            end = CutRule::Games.first_cut(text, end).unwrap_or(text.len());
            games.push(text[at..end].to_vec());
            at = end;
        }
        (games, at)
    }
}

/// Reads any number of bytes at a time, never more than a few.
struct Dripping(Cursor<Vec<u8>>, usize);

impl Read for Dripping {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.1 = self.1 % 7 + 1;
        self.0.read(&mut buffer[..length])
    }
}

fn games(input: Input, threads: usize, piece: usize) -> (Vec<Vec<u8>>, Totals) {
    let mut all = Vec::new();
    let mut at = 0;
    let stop = AtomicBool::new(false);
    let totals = drive_in_pieces(input, &Split, threads, piece, &stop, |chunk, games| {
        assert_eq!(chunk.base + chunk.from as u64, at, "no gap and no overlap");
        assert_eq!(games.concat(), chunk.bytes());
        at += chunk.bytes().len() as u64;
        all.extend(games);
        ControlFlow::Continue(())
    })
    .unwrap();
    (all, totals)
}

fn naive_games(text: &[u8]) -> Vec<Vec<u8>> {
    let mut starts: Vec<usize> = (1..text.len()).filter(|&at| is_true_start(text, at)).collect();
    starts.insert(0, 0);
    starts.push(text.len());
    starts.windows(2).map(|w| text[w[0]..w[1]].to_vec()).filter(|game| !game.is_empty()).collect()
}

fn pgn_like() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        4 => Just("[A \"1\"]\n"),
        2 => Just("[B \"x y\"]\r\n"),
        2 => Just("[C \"\"]\r"),
        4 => Just("\n"),
        2 => Just("\r\n"),
        2 => Just("\r"),
        1 => Just(" \t\n"),
        3 => Just("1. e4 e5 *\n\n"),
        2 => Just("Nf3+\n\n[D \"false\"]\n"),
        1 => Just("{ a comment\n\n"),
        1 => Just("[%clk 0:01]"),
        1 => Just("["),
        1 => Just("ü a longer line of movetext that goes on for a while without any end in sight"),
        3 => Just("1-0\n\n[E \"next\"]\n\n"),
    ];
    proptest::collection::vec(fragment, 0..60).prop_map(|fragments| fragments.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn results_depend_neither_on_threads_nor_on_the_size_of_the_pieces(
        text in pgn_like(), threads in 1usize..5, piece in 1usize..300, drip in 1usize..9,
    ) {
        let bytes = text.into_bytes();
        let expected = naive_games(&bytes);
        let whole = Input::from_bytes("whole", SourceKind::Pgn, bytes.clone());
        let (found, totals) = games(whole, threads, piece);
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(totals, Totals { bytes: bytes.len() as u64, stopped: false });
        let reader = Dripping(Cursor::new(bytes.clone()), drip);
        let options = SourceOptions::default();
        let stream = Input::from_reader("stream", SourceKind::Pgn, reader, &options).unwrap();
        let (found, totals) = games(stream, threads, piece);
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(totals, Totals { bytes: bytes.len() as u64, stopped: false });
    }
}

fn sample(games: usize) -> Vec<u8> {
    (0..games).flat_map(|n| format!("[Round \"{n}\"]\n\n1. e4 {{ {} }} *\n\n", n * n).into_bytes()).collect()
}

fn read_all(source: &SourceRef, options: &SourceOptions) -> (Vec<u8>, Result<Totals, SourceError>) {
    struct Take;
    impl Work for Take {
        type Out = ();
        type Local = ();
        fn local(&self) {}
        fn run(&self, (): &mut (), _: &[u8], _: usize, until: usize) -> ((), usize) {
            ((), until)
        }
    }
    let mut text = Vec::new();
    let input = match open(source, options) {
        Ok(input) => input,
        Err(error) => return (text, Err(error)),
    };
    let result = drive(input, &Take, 2, &AtomicBool::new(false), |chunk: &Chunk<'_>, ()| {
        text.extend_from_slice(chunk.bytes());
        ControlFlow::Continue(())
    });
    (text, result)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.long_distance_matching(true).unwrap();
    encoder.window_log(28).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lz4(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

type Packer = fn(&[u8]) -> Vec<u8>;
const PACKERS: [(&str, Packer); 5] =
    [("gzip", gzip), ("bzip2", bzip2), ("xz", xz), ("zstd", zstd), ("lz4", lz4)];

fn write(directory: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn archives_are_recognised_by_content_and_read_to_their_last_member() {
    let directory = tempfile::tempdir().unwrap();
    let (first, second) = (sample(40_000), sample(30));
    for (name, pack) in PACKERS {
        let archive = [pack(&first), pack(&second)].concat();
        let path = write(directory.path(), "misleading.pgn", &archive);
        let (text, result) = read_all(&SourceRef::file(path), &SourceOptions::default());
        assert_eq!(result.unwrap().bytes, text.len() as u64, "{name}");
        assert!(text == [&first[..], &second].concat(), "{name}");
    }
}

#[test]
fn a_truncated_archive_gives_its_text_so_far_and_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let full = sample(40_000);
    for (name, pack) in PACKERS {
        let archive = pack(&full);
        for cut in [archive.len() - 1, archive.len() / 2, 9] {
            let path = write(directory.path(), "cut.pgn", &archive[..cut]);
            let (text, result) = read_all(&SourceRef::file(&path), &SourceOptions::default());
            assert!(full.starts_with(&text), "{name}");
            assert!(cut != archive.len() - 1 || text.len() > full.len() / 2, "{name} {}", text.len());
            match result {
                Err(SourceError::Truncated { name: file, packing }) => {
                    assert_eq!((file, packing), (path.to_string_lossy().into_owned(), name));
                }
                other => panic!("{name} {cut}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_damaged_archive_gives_an_error_and_no_panic() {
    let directory = tempfile::tempdir().unwrap();
    let full = sample(40_000);
    for (name, pack) in PACKERS {
        let mut archive = pack(&full);
        let middle = archive.len() / 2;
        for byte in &mut archive[middle..middle + 40] {
            *byte = !*byte;
        }
        let path = write(directory.path(), "damaged.pgn", &archive);
        let (text, result) = read_all(&SourceRef::file(&path), &SourceOptions::default());
        assert!(text.len() < full.len() || name == "zstd" || name == "lz4", "{name}");
        if name == "gzip" || name == "bzip2" || name == "xz" {
            assert!(
                matches!(result, Err(SourceError::Corrupt { .. } | SourceError::Truncated { .. })),
                "{name}"
            );
        }
    }
}

#[test]
fn every_lz4_frame_boundary_cut_is_noticed() {
    // The frame decoder alone takes the end of the data between two blocks for the end of the frame.
    let archive = lz4(b"[A \"1\"]\n");
    let directory = tempfile::tempdir().unwrap();
    let path = write(directory.path(), "a.lz4", &archive[..archive.len() - 4]);
    let (text, result) = read_all(&SourceRef::file(path), &SourceOptions::default());
    assert_eq!(text, b"[A \"1\"]\n");
    assert!(matches!(result, Err(SourceError::Truncated { .. })));
}

#[test]
fn padding_behind_a_gzip_member_is_no_fault() {
    let directory = tempfile::tempdir().unwrap();
    let full = sample(10);
    let padded = [&gzip(&full)[..], &[0; 300]].concat();
    let (text, result) =
        read_all(&SourceRef::file(write(directory.path(), "a.gz", &padded)), &SourceOptions::default());
    assert_eq!(text, full);
    assert!(result.is_ok());
    let junk = [&padded[..], b"junk"].concat();
    let (text, result) =
        read_all(&SourceRef::file(write(directory.path(), "b.gz", &junk)), &SourceOptions::default());
    assert_eq!(text, full);
    assert!(matches!(result, Err(SourceError::Corrupt { .. })));
}

#[test]
fn a_plain_file_is_the_same_mapped_and_streamed() {
    let directory = tempfile::tempdir().unwrap();
    let full = sample(60_000);
    let path = write(directory.path(), "plain.pgn", &full);
    for mmap in [true, false] {
        let options = SourceOptions { encoding: None, mmap, iccf: false };
        let source = SourceRef::file(&path);
        let input = open(&source, &options).unwrap();
        assert_eq!(input.size(), Some(full.len() as u64));
        assert_eq!(input.is_whole(), mmap);
        let consumed = input.consumed();
        let (found, _) = games(input, 2, 100_000);
        assert_eq!(found.len(), 60_000);
        assert_eq!(consumed.load(Ordering::Relaxed), full.len() as u64);
        assert!(read_all(&source, &options).0 == full);
    }
}

#[test]
fn an_empty_file_has_no_text() {
    let directory = tempfile::tempdir().unwrap();
    let path = write(directory.path(), "empty.pgn", b"");
    let (text, result) = read_all(&SourceRef::file(path), &SourceOptions::default());
    assert!(text.is_empty() && result.is_ok());
}

#[test]
fn other_encodings_come_as_utf8_with_exact_lengths() {
    let directory = tempfile::tempdir().unwrap();
    let text = "[White \"Müller, Jörg\"]\n\n1. e4 { ½ } *\n\n".repeat(5000);
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let named = TextEncoding::parse("iso-8859-1");
    for (name, bytes, encoding) in
        [("16.pgn", utf16.clone(), None), ("16.pgn.gz", gzip(&utf16), None), ("1.pgn", latin1.clone(), named)]
    {
        let path = write(directory.path(), name, &bytes);
        let source = SourceRef::file(path);
        let options = SourceOptions { encoding, mmap: true, iccf: false };
        let input = open(&source, &options).unwrap();
        let found = input.encoding();
        assert!(!input.looks_binary());
        let (read, result) = read_all(&source, &options);
        result.unwrap();
        let read = String::from_utf8(read).unwrap();
        assert_eq!(read.trim_start_matches('\u{feff}'), text);
        let original = if encoding.is_some() { &latin1 } else { &utf16 };
        assert_eq!(found.original_len(read.as_bytes()), original.len() as u64, "{name}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_handed_on_as_they_are() {
    let directory = tempfile::tempdir().unwrap();
    let path = write(directory.path(), "latin.pgn", b"[White \"M\xfcller\"]\n\n*\n\0\0");
    let (text, _) = read_all(&SourceRef::file(path), &SourceOptions::default());
    assert_eq!(text, b"[White \"M\xfcller\"]\n\n*\n\0\0");
}

fn names(list: &[Result<SourceRef, SourceError>], root: &Path) -> Vec<String> {
    let short = |name: &str| {
        Path::new(name).strip_prefix(root).map_or(name.to_owned(), |p| p.to_string_lossy().into_owned())
    };
    list.iter()
        .map(|item| match item {
            Ok(source) => short(&source.name),
            Err(error) => format!("! {}", short(error.name())),
        })
        .collect()
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (index, (name, bytes)) in members.iter().enumerate() {
        let method =
            if index % 2 == 0 { zip::CompressionMethod::Deflated } else { zip::CompressionMethod::Stored };
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn arguments_keep_their_order_and_directories_are_sorted() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    for name in ["d/b.pgn", "d/a.PGN", "d/sub/x.pgn.gz", "d/c.epd", "d/readme.txt", "d/sub/y.FEN", "z.pgn"] {
        write(root, name, b"*");
    }
    fs::create_dir(root.join("empty")).unwrap();
    let args = ["z.pgn", "d", "empty", "missing.pgn"].map(|name| root.join(name));
    let list = expand(&[&args[..], &[PathBuf::from("-")]].concat());
    assert_eq!(
        names(&list, root),
        [
            "z.pgn",
            "d/a.PGN",
            "d/b.pgn",
            "d/c.epd",
            "d/sub/x.pgn.gz",
            "d/sub/y.FEN",
            "! empty",
            "! missing.pgn",
            "-"
        ]
    );
    let kinds: Vec<SourceKind> = list.iter().flatten().map(|source| source.kind).collect();
    assert_eq!(kinds[3], SourceKind::Positions);
    assert_eq!(kinds[4], SourceKind::Pgn);
}

#[test]
fn a_zip_archive_stands_for_its_pgn_members() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let (big, small) = (sample(30_000), sample(3));
    let packed = zstd(&small);
    let archive =
        zip_of(&[("b.pgn", &big), ("a.PGN", &small), ("notes.txt", b"no"), ("in/c.pgn.zst", &packed)]);
    let path = write(root, "games.zip", &archive);
    let list = expand(std::slice::from_ref(&path));
    assert_eq!(names(&list, root), ["games.zip/b.pgn", "games.zip/a.PGN", "games.zip/in/c.pgn.zst"]);
    for (item, expected) in list.iter().zip([&big, &small, &small]) {
        let source = item.as_ref().unwrap();
        assert_eq!(source.path(), Some(path.as_path()));
        let (text, result) = read_all(source, &SourceOptions::default());
        result.unwrap();
        assert!(&text == expected, "{}", source.name);
    }
    let none = write(root, "none.pgn", &zip_of(&[("notes.txt", b"no")]));
    assert!(matches!(expand(&[none])[..], [Err(SourceError::EmptyArchive { .. })]));
}

#[test]
fn a_damaged_zip_member_is_noticed_by_its_checksum() {
    let directory = tempfile::tempdir().unwrap();
    let stored = sample(100);
    let mut archive = zip_of(&[("x.txt", b""), ("a.pgn", &stored)]);
    let at = archive.windows(9).position(|w| w == b"[Round \"7").unwrap();
    archive[at + 8] = b'8';
    let path = write(directory.path(), "games.zip", &archive);
    let list = expand(&[path]);
    let (text, result) = read_all(list[0].as_ref().unwrap(), &SourceOptions::default());
    assert_eq!(text.len(), stored.len());
    assert!(matches!(result, Err(SourceError::Corrupt { .. })));
}

#[test]
fn lists_of_positions_are_cut_between_lines() {
    struct Lines;
    impl Work for Lines {
        type Out = Vec<String>;
        type Local = ();
        fn local(&self) {}
        fn run(&self, (): &mut (), text: &[u8], from: usize, until: usize) -> (Vec<String>, usize) {
            let text = std::str::from_utf8(&text[from..until]).unwrap();
            (text.split_inclusive('\n').map(str::to_owned).collect(), until)
        }
    }
    let text: String = (0..500).map(|n| format!("position {n}\r\n")).collect();
    let expected: Vec<&str> = text.split_inclusive('\n').collect();
    for threads in [1, 3] {
        let reader = Cursor::new(text.clone().into_bytes());
        let options = SourceOptions::default();
        let stream = Input::from_reader("s", SourceKind::Positions, reader, &options).unwrap();
        let whole = Input::from_bytes("w", SourceKind::Positions, text.clone().into_bytes());
        for input in [stream, whole] {
            let mut lines = Vec::new();
            let stop = AtomicBool::new(false);
            drive_in_pieces(input, &Lines, threads, 100, &stop, |_, mut some| {
                lines.append(&mut some);
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(lines, expected);
        }
    }
}

#[test]
fn a_giant_game_is_one_piece_and_read_a_bounded_number_of_times() {
    struct Counting(AtomicUsize);
    impl Work for Counting {
        type Out = ();
        type Local = ();
        fn local(&self) {}
        fn run(&self, (): &mut (), _: &[u8], from: usize, until: usize) -> ((), usize) {
            self.0.fetch_add(until - from, Ordering::Relaxed);
            ((), until)
        }
    }
    let mut text = b"[A \"1\"]\n\n".to_vec();
    text.extend(b"1. e4 [x] e5 ".repeat(200_000));
    text.extend_from_slice(b"\n\n[A \"2\"]\n\n*\n");
    for threads in [1, 2] {
        let work = Counting(AtomicUsize::new(0));
        let reader = Cursor::new(text.clone());
        let options = SourceOptions::default();
        let input = Input::from_reader("giant", SourceKind::Pgn, reader, &options).unwrap();
        let stop = AtomicBool::new(false);
        drive_in_pieces(input, &work, threads, 4096, &stop, |_, ()| ControlFlow::Continue(())).unwrap();
        assert_eq!(work.0.load(Ordering::Relaxed), text.len());
    }
}

#[test]
fn the_consumer_and_the_stop_flag_end_the_reading() {
    let text = sample(20_000);
    for threads in [1, 2] {
        let stop = AtomicBool::new(false);
        let input = Input::from_bytes("x", SourceKind::Pgn, text.clone());
        let totals =
            drive_in_pieces(input, &Split, threads, 1000, &stop, |_, _| ControlFlow::Break(())).unwrap();
        assert!(totals.stopped && totals.bytes < 2000);
        let input = Input::from_bytes("x", SourceKind::Pgn, text.clone());
        let mut calls = 0;
        let totals = drive_in_pieces(input, &Split, threads, 1000, &stop, |_, _| {
            calls += 1;
            stop.store(calls == 3, Ordering::Relaxed);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(totals.stopped);
        assert_eq!(calls, 3);
    }
}

#[test]
fn a_panic_of_the_work_is_passed_on() {
    struct Failing;
    impl Work for Failing {
        type Out = ();
        type Local = ();
        fn local(&self) {}
        fn run(&self, (): &mut (), _: &[u8], from: usize, until: usize) -> ((), usize) {
            assert!(from == 0, "as asked");
            ((), until)
        }
    }
    let input = Input::from_bytes("x", SourceKind::Pgn, sample(2000));
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
        let stop = AtomicBool::new(false);
        drive_in_pieces(input, &Failing, 2, 1000, &stop, |_, ()| ControlFlow::Continue(()))
    }));
    assert!(result.is_err());
}
