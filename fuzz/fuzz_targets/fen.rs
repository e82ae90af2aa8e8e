//! Arbitrary bytes are read as FEN without a panic, and what is read is written so that it reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug::chess::Position;
use zug::chess::fen::FenStyle;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = Position::from_fen(bytes) else { return };
    let written = read.position.fen(FenStyle::default());
    let again = Position::from_fen(written.as_bytes()).expect("our own FEN");
    assert!(again.position.same_as(&read.position), "{written}");
    let _ = read.position.legal_moves();
});
