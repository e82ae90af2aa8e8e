//! Reading a game's moves in the language it is written in.
//!
//! English and German are read together; where that fails, every other language is tried. The language in which
//! the whole main line is legal is the game's; if none is, the one that gets furthest.

use crate::chess::{Move, Position};
use crate::notation::{Language, Letters};
use crate::pgn::Token;
use crate::replay::{Engine, LaneLetters, Line, Observer, Quiet, Script, Stop};

/// Piece letters in the two forms that the replay needs.
struct Alphabet {
    language: Option<Language>,
    letters: &'static Letters,
    lane: LaneLetters,
}

impl Alphabet {
    fn new(language: Option<Language>) -> Alphabet {
        let letters = language.map_or_else(Letters::english_german, Letters::of);
        Alphabet { language, letters, lane: LaneLetters::new(letters) }
    }
}

/// A game's movetext, as the reader found it.
#[derive(Clone, Copy)]
pub(crate) struct Movetext<'a> {
    /// The game's bytes, from its first on.
    pub(crate) game: &'a [u8],
    /// Its tokens.
    pub(crate) tokens: &'a [Token],
    /// Where its movetext begins.
    pub(crate) start: usize,
}

/// Which alphabet a game is read with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    index: usize,
    /// Another language reads the whole game too, with other moves.
    pub(crate) is_guess: bool,
}

/// Reads main lines; keeps its memory.
pub(crate) struct LineReader {
    pub(crate) engine: Engine,
    /// The main line read last.
    pub(crate) line: Line,
    trial: Line,
    alphabets: Vec<Alphabet>,
}

impl LineReader {
    /// With one language for all games, or finding it out.
    pub(crate) fn new(language: Option<Language>) -> LineReader {
        let mut alphabets = vec![Alphabet::new(language)];
        if language.is_none() {
            let others =
                Language::ALL.into_iter().filter(|l| !matches!(l, Language::English | Language::German));
            alphabets.extend(others.map(|l| Alphabet::new(Some(l))));
        }
        LineReader { engine: Engine::best(), line: Line::new(), trial: Line::new(), alphabets }
    }

    /// The usual choice: the language that was asked for, else English and German together.
    pub(crate) fn usual(&self) -> Choice {
        Choice { index: 0, is_guess: false }
    }

    /// The language of a choice; `None` for English and German together.
    pub(crate) fn language(&self, choice: Choice) -> Option<Language> {
        self.alphabets.get(choice.index).and_then(|alphabet| alphabet.language)
    }

    /// The script of a movetext in the chosen language.
    pub(crate) fn script<'a>(&'a self, choice: Choice, text: Movetext<'a>) -> Option<Script<'a>> {
        let alphabet = self.alphabets.get(choice.index)?;
        Some(script_of(alphabet, text))
    }

    /// Replays the main line from its start, with all checks.
    pub(crate) fn read<O: Observer>(
        &mut self,
        choice: Choice,
        text: Movetext<'_>,
        start: &Position,
        observer: &mut O,
    ) -> Stop {
        self.line.begin(start);
        self.go_on(choice, text, 0, observer)
    }

    /// Goes on with the main line at the token with index `from`.
    pub(crate) fn go_on<O: Observer>(
        &mut self,
        choice: Choice,
        text: Movetext<'_>,
        from: usize,
        observer: &mut O,
    ) -> Stop {
        let Some(alphabet) = self.alphabets.get(choice.index) else { return Stop::End { result: None } };
        let script = script_of(alphabet, text);
        self.engine.replay(&script, from, &mut self.line, observer)
    }

    /// How far play goes from `position`, with the tokens from index `from` on: plies made, and how it stops.
    pub(crate) fn try_from(
        &mut self,
        choice: Choice,
        text: Movetext<'_>,
        from: usize,
        position: &Position,
    ) -> (u32, Stop) {
        self.trial.begin(position);
        let Some(alphabet) = self.alphabets.get(choice.index) else { return (0, Stop::End { result: None }) };
        let script = script_of(alphabet, text);
        let stop = self.engine.replay_moves(&script, from, &mut self.trial, &mut Quiet);
        (self.trial.plies(), stop)
    }

    /// The language of a game that the usual alphabet could not read to its end, after `plies` plies, or read only
    /// by taking letters for pawns.
    pub(crate) fn find_language(
        &mut self,
        text: Movetext<'_>,
        start: &Position,
        stop: &Stop,
        plies: u32,
    ) -> Choice {
        let usual = self.usual();
        let usual_ends = matches!(stop, Stop::End { .. });
        let mut best = (usual_ends && !self.line.has_pawn_letters, plies, usual);
        let mut moves: Option<Vec<Move>> = None;
        for index in 1..self.alphabets.len() {
            let choice = Choice { index, is_guess: false };
            let (plies, stop) = self.try_from(choice, text, 0, start);
            let ends = matches!(stop, Stop::End { .. }) && !self.trial.has_pawn_letters;
            if ends
                && best.0
                && moves.as_ref().is_some_and(|moves| !self.trial.moves().eq(moves.iter().copied()))
            {
                best.2.is_guess = true;
            }
            if (ends && !best.0) || (!usual_ends && ends == best.0 && plies > best.1) {
                best = (ends, plies, choice);
                moves = ends.then(|| self.trial.moves().collect());
            }
        }
        best.2
    }
}

fn script_of<'a>(alphabet: &'a Alphabet, text: Movetext<'a>) -> Script<'a> {
    Script {
        text: text.game,
        tokens: text.tokens,
        movetext: text.start,
        letters: alphabet.letters,
        lane: &alphabet.lane,
    }
}
