//! Reading a game's moves in the language it is written in.
//!
//! English and German are read together; where that fails, every other language is tried. The language in which
//! the whole main line is legal is the game's; if none is, the one that gets furthest.

use crate::chess::{Move, Position, Role};
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

impl Choice {
    /// Are the moves the same, whatever is known of other languages?
    pub(crate) fn is_same_reading(self, other: Choice) -> bool {
        self.index == other.index
    }
}

/// Reads main lines; keeps its memory.
pub(crate) struct LineReader {
    pub(crate) engine: Engine,
    /// The main line read last.
    pub(crate) line: Line,
    trial: Line,
    alphabets: Vec<Alphabet>,
    /// The language to take where several fit.
    preferred: Option<Language>,
    /// How moves are written does not matter.
    pub(crate) any_spelling: bool,
}

impl LineReader {
    /// With one language for all games, or finding it out, `preferred` where several fit.
    pub(crate) fn new(language: Option<Language>, preferred: Option<Language>) -> LineReader {
        let mut alphabets = vec![Alphabet::new(language)];
        if language.is_none() {
            let others =
                Language::ALL.into_iter().filter(|l| !matches!(l, Language::English | Language::German));
            alphabets.extend(others.map(|l| Alphabet::new(Some(l))));
        }
        LineReader {
            engine: Engine::best(),
            line: Line::new(),
            trial: Line::new(),
            alphabets,
            preferred,
            any_spelling: false,
        }
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
        if self.any_spelling {
            return self.engine.replay_moves(&script, from, &mut self.line, observer);
        }
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
    /// by taking letters for pawns. Where several read all of it with different moves, it is the one that the file's
    /// first games are written in, else the first of the table.
    pub(crate) fn find_language(
        &mut self,
        text: Movetext<'_>,
        start: &Position,
        stop: &Stop,
        plies: u32,
    ) -> Choice {
        let usual_ends = matches!(stop, Stop::End { .. });
        let mut whole = Fitting::default();
        if usual_ends && !self.line.has_pawn_letters {
            let moves = self.line.moves().collect();
            whole.add(self.usual(), self.is_preferred(0), moves);
        }
        let mut furthest = (plies, self.usual());
        for index in 1..self.alphabets.len() {
            let choice = Choice { index, is_guess: false };
            let (plies, stop) = self.try_from(choice, text, 0, start);
            let ends = matches!(stop, Stop::End { .. }) && !self.trial.has_pawn_letters;
            if ends {
                let moves = self.trial.moves().collect();
                whole.add(choice, self.is_preferred(index), moves);
            } else if !usual_ends && plies > furthest.0 {
                furthest = (plies, choice);
            }
        }
        whole.choice().unwrap_or(furthest.1)
    }

    /// The alphabet that has most of the letters that moves begin with; `choice` if none has more. For games that no
    /// language reads to the end: a damaged move near the beginning says less than all that follows.
    pub(crate) fn most_letters(&self, text: Movetext<'_>, choice: Choice) -> Choice {
        let mut counts = [0u32; 256];
        for token in text.tokens {
            let word = text.game.get(token.start as usize..token.end as usize).unwrap_or_default();
            if let [letter @ b'A'..=b'Z', b'a'..=b'h' | b'x' | b'1'..=b'8', ..] = word
                && let Some(count) = counts.get_mut(usize::from(*letter))
            {
                *count += 1;
            }
        }
        let known = |alphabet: &Alphabet| {
            let is_piece =
                |letter: u8| alphabet.letters.role(&[letter]).is_some_and(|role| role != Role::Pawn);
            (b'A'..=b'Z').filter(|l| is_piece(*l)).filter_map(|l| counts.get(usize::from(l))).sum::<u32>()
        };
        let mut best = (choice, self.alphabets.get(choice.index).map_or(0, known));
        // The usual alphabet first on a tie.
        for (index, alphabet) in self.alphabets.iter().enumerate() {
            let count = known(alphabet);
            if count > best.1 || (count == best.1 && index == 0) {
                best = (Choice { index, is_guess: false }, count);
            }
        }
        best.0
    }

    /// Could a game that the usual alphabet has read to its end be another game in another language? Only short ones
    /// could, and only if that language has all the letters and means other pieces by them.
    pub(crate) fn is_doubtful(&self, text: Movetext<'_>) -> bool {
        if self.alphabets.len() == 1 || self.line.plies() > LONGEST_DOUBT {
            return false;
        }
        let mut used = 0u32;
        for token in text.tokens {
            let (first, next) = (token.start as usize, token.start as usize + 1);
            if let (Some(letter @ b'A'..=b'Z'), Some(b'a'..=b'h' | b'x' | b'1'..=b'8' | b':')) =
                (text.game.get(first), text.game.get(next))
            {
                used |= 1 << (letter - b'A');
            }
        }
        let Some(usual) = self.alphabets.first() else { return false };
        self.alphabets.iter().skip(1).any(|other| {
            let shared = (0..26).filter(|bit| used >> bit & 1 != 0).map(|bit| [b'A' + bit as u8]);
            let roles = shared.map(|letter| (usual.letters.role(&letter), other.letters.role(&letter)));
            let mut differs = false;
            for (usual, other) in roles {
                if other.is_none() {
                    return false;
                }
                differs |= usual != other;
            }
            differs
        })
    }

    fn is_preferred(&self, index: usize) -> bool {
        let language = self.alphabets.get(index).and_then(|alphabet| alphabet.language);
        language.is_some() && language == self.preferred
    }
}

/// Games longer than that, in plies, are never legal in two languages with different pieces.
const LONGEST_DOUBT: u32 = 40;

/// The languages that read a game to its end.
#[derive(Default)]
struct Fitting {
    best: Option<(Choice, Vec<Move>)>,
    is_preferred: bool,
    /// Another one means other moves.
    is_guess: bool,
}

impl Fitting {
    fn add(&mut self, choice: Choice, is_preferred: bool, moves: Vec<Move>) {
        let Some(best) = &self.best else {
            self.best = Some((choice, moves));
            self.is_preferred = is_preferred;
            return;
        };
        if best.1 == moves {
            return;
        }
        self.is_guess = true;
        if is_preferred && !self.is_preferred {
            self.best = Some((choice, moves));
            self.is_preferred = true;
        }
    }

    fn choice(&self) -> Option<Choice> {
        self.best.as_ref().map(|(choice, _)| Choice { is_guess: self.is_guess, ..*choice })
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
