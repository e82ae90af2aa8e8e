//! What a reading of a text comes to, for tests that compare two readings or only want to survive one.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use zug::check::chunk::{PgnWork, Report};
use zug::check::code::Code;
use zug::check::finding::{Filter, Finding};
use zug::check::game::CheckOptions;
use zug::check::lang::UiLang;
use zug::check::place::excerpt;
use zug::pgn::encoding::TextEncoding;
use zug::pgn::input::Input;
use zug::pgn::source::{SourceKind, SourceOptions};
use zug::replay::parallel::{Work, drive_in_pieces};

/// Games, counts, and every finding with its place and its words.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) games: u64,
    pub(crate) valid: u64,
    pub(crate) plies: u64,
    pub(crate) bytes: u64,
    pub(crate) counts: Vec<u64>,
    pub(crate) findings: Vec<String>,
}

impl Reading {
    fn new() -> Reading {
        let counts = vec![0; Code::ALL.len()];
        Reading { games: 0, valid: 0, plies: 0, bytes: 0, counts, findings: Vec::new() }
    }

    fn add(&mut self, text: &[u8], base: u64, bytes: usize, report: &Report) {
        for group in &report.groups {
            let game = group.game.map(|game| self.games + game);
            for finding in report.findings.list().get(group.findings.clone()).unwrap() {
                self.findings.push(words(text, base, game, finding));
            }
        }
        self.games += report.games;
        self.valid += report.valid;
        self.plies += report.plies;
        self.bytes += bytes as u64;
        for (sum, count) in self.counts.iter_mut().zip(report.findings.counts()) {
            *sum += count;
        }
    }

    /// How many findings of this code.
    pub(crate) fn count(&self, code: Code) -> u64 {
        self.counts.get(code.index()).copied().unwrap_or(0)
    }
}

fn words(text: &[u8], base: u64, game: Option<u64>, finding: &Finding) -> String {
    let shown = excerpt(text, finding.span.clone());
    assert!(shown.caret.end <= shown.text.len());
    let (english, german) = (finding.detail.message(UiLang::En), finding.detail.message(UiLang::De));
    assert!(!english.is_empty() && !german.is_empty());
    let at = base + finding.span.start as u64;
    let length = finding.span.len();
    format!("{game:?} {at}+{length} {:?} {:?} {english} {:?}", finding.ply, finding.code, finding.suggestions)
}

fn work() -> PgnWork {
    let options = CheckOptions { fingerprints: true, ..CheckOptions::default() };
    PgnWork { keep_spans: true, ..PgnWork::new(options, Arc::new(Filter::all())) }
}

/// Reads a text in memory on this thread.
pub(crate) fn read(text: &[u8]) -> Reading {
    let work = work();
    let mut local = work.local();
    let mut reading = Reading::new();
    let mut at = 0;
    loop {
        let (report, end) = work.run(&mut local, text, at, text.len());
        assert!(end > at || text.is_empty(), "the reader stands still at {at}");
        let spans: usize = report.spans.iter().map(|span| span.bytes.len()).sum();
        assert_eq!(spans, end - at, "every byte belongs to a span");
        reading.add(text, 0, end - at, &report);
        at = end;
        if at >= text.len() {
            return reading;
        }
    }
}

/// Reads an input by so many threads in pieces of about so many bytes.
pub(crate) fn read_input(input: Input, threads: usize, piece: usize) -> Reading {
    let work = work();
    let mut reading = Reading::new();
    let never = AtomicBool::new(false);
    let totals = drive_in_pieces(input, &work, threads, piece, &never, |chunk, report| {
        reading.add(chunk.text, chunk.base, chunk.until - chunk.from, &report);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(!totals.stopped);
    assert_eq!(totals.bytes, reading.bytes);
    reading
}

/// The text as a file that is mapped.
pub(crate) fn whole(text: &[u8]) -> Input {
    Input::from_bytes("text", SourceKind::Pgn, text.to_vec())
}

/// The text as a stream, such as standard input.
pub(crate) fn streamed(text: &[u8]) -> Input {
    let reader = std::io::Cursor::new(text.to_vec());
    // Named, because blanks and NUL bytes in turn are taken for UTF-16.
    let options = SourceOptions { encoding: Some(TextEncoding::UTF_8), ..SourceOptions::default() };
    Input::from_reader("text", SourceKind::Pgn, reader, &options).unwrap()
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// One small damage to a text.
    pub(crate) fn damage(&mut self, text: &mut Vec<u8>) {
        const SPLINTERS: [&[u8]; 24] = [
            b"{",
            b"}",
            b"(",
            b")",
            b"[",
            b"]",
            b"\"",
            b"\\",
            b";",
            b"%",
            b"$",
            b"\n\n",
            b"\r",
            b"\0",
            b"\xFF",
            b"1-0",
            b"0-0",
            b"+-",
            b"*",
            b"\n\n[Event \"x\"]\n",
            b"\xE2\x80\x93",
            b" 1. ",
            b"e8(Q)",
            b"[FEN \"8/8 w\"]\n",
        ];
        let at = self.below(text.len() + 1);
        match self.below(5) {
            0 => {
                let bit = 1u8 << self.below(8);
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= bit;
                }
            }
            1 => drop(text.drain(at..text.len().min(at + 1 + self.below(40)))),
            2 => {
                let copy = text.get(at..text.len().min(at + 1 + self.below(40))).unwrap().to_vec();
                let to = self.below(text.len() + 1);
                text.splice(to..to, copy);
            }
            _ => {
                let splinter = SPLINTERS.get(self.below(SPLINTERS.len())).unwrap();
                text.splice(at..at, splinter.iter().copied());
            }
        }
    }
}
