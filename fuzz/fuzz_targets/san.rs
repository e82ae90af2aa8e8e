//! Arbitrary bytes are read as moves without a panic; what is resolved is a legal move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug::chess::Position;
use zug::notation::{Letters, parse, resolve};

fuzz_target!(|bytes: &[u8]| {
    let mut position = Position::start();
    let mut rest = bytes;
    while !rest.is_empty() {
        let Ok(parsed) = parse(rest, Letters::english_german()) else { return };
        assert!(parsed.consumed > 0 && parsed.consumed <= rest.len());
        rest = rest.get(parsed.consumed..).unwrap_or_default();
        let Ok(resolved) = resolve(&position, &parsed) else { return };
        if resolved.mv.is_null() {
            return;
        }
        assert!(position.is_legal(resolved.mv), "{:?}", resolved.mv);
        position.play(resolved.mv);
    }
});
