//! Arbitrary bytes are validated without a panic, and any number of threads says the same.
#![no_main]

use std::io::Write;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use zug::commands::{Format, NoProgress, ValidateOptions, validate};

fn output(options: &ValidateOptions) -> Vec<u8> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    // Trouble with the input, such as a broken archive, is an answer too.
    let _ = validate::run(options, &mut out, &mut err, &NoProgress, &AtomicBool::new(false));
    out
}

fuzz_target!(|bytes: &[u8]| {
    let mut file = tempfile::Builder::new().suffix(".pgn").tempfile().expect("a temporary file");
    file.write_all(bytes).expect("space on the disk");
    let mut options = ValidateOptions::new(vec![file.path().to_owned()]);
    options.timing = false;
    options.format = Format::Ndjson;
    let one = output(&options);
    options.threads = 3;
    assert!(one == output(&options), "the output depends on the number of threads");
});
