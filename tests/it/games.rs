//! Games out of texts, for tests of what is read.

use std::sync::Arc;

use zug::check::chunk::{PgnWork, Report, Scratch, Taken};
use zug::check::finding::Filter;
use zug::check::game::CheckOptions;
use zug::notation::Style;
use zug::replay::game::Game;
use zug::replay::parallel::Work;

/// Reads games and findings.
pub(super) struct Games(PgnWork);

impl Games {
    pub(super) fn new() -> Games {
        Games(PgnWork::new(CheckOptions::default(), Arc::new(Filter::all())))
    }
}

impl Work for Games {
    type Out = (Vec<Game>, Report);
    type Local = Scratch;

    fn local(&self) -> Scratch {
        self.0.local()
    }

    fn run(&self, local: &mut Scratch, text: &[u8], from: usize, until: usize) -> (Self::Out, usize) {
        let mut games = Vec::new();
        let mut take = |taken: Taken<'_>| {
            if let Taken::Game(taken) = taken {
                games.push(taken.game);
            }
            true
        };
        let (report, end) = self.0.read(local, text, from, until, Some(&mut take));
        ((games, report), end)
    }
}

/// The games of a text, and the codes of all findings.
pub(super) fn read_text(text: &str) -> (Vec<Game>, Vec<&'static str>) {
    let work = Games::new();
    let (games, report) = work.run(&mut work.local(), text.as_bytes(), 0, text.len()).0;
    let codes = report.findings.list().iter().map(|finding| finding.code.name()).collect();
    (games, codes)
}

/// The moves of the main line in a style.
pub(super) fn written(game: &Game, style: &Style) -> Vec<String> {
    let write = |facts: &zug::notation::MoveFacts| {
        let mut text = String::new();
        facts.write(style, &mut text);
        text
    };
    game.main_line().map(write).collect()
}

/// The moves of the main line, in English.
pub(super) fn san_of(game: &Game) -> Vec<String> {
    written(game, &Style::PGN)
}
