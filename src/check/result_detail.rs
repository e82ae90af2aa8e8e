//! What the findings about results and ends of games say.

use super::lang::UiLang;
use crate::chess::{Color, Position};
use crate::notation::ending::Ending;
use crate::notation::result::GameResult;

/// What the board says at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardEnd {
    /// This side has mated.
    Mate(Color),
    /// Stalemate.
    Stalemate,
    /// Nobody can mate any more.
    Dead,
}

impl BoardEnd {
    /// What the position says by itself; `None` if play can go on.
    pub fn of(position: &Position) -> Option<BoardEnd> {
        if !position.has_legal_move() {
            let mated = position.in_check();
            return Some(if mated { BoardEnd::Mate(position.turn().other()) } else { BoardEnd::Stalemate });
        }
        position.is_proven_dead().then_some(BoardEnd::Dead)
    }

    /// The only result that fits.
    pub fn result(self) -> GameResult {
        match self {
            BoardEnd::Mate(Color::White) => GameResult::WhiteWins,
            BoardEnd::Mate(Color::Black) => GameResult::BlackWins,
            BoardEnd::Stalemate | BoardEnd::Dead => GameResult::Draw,
        }
    }
}

/// The facts behind a finding about the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultDetail {
    /// Tag and moves say different things.
    Mismatch {
        /// What the Result tag says.
        tag: GameResult,
        /// What stands behind the moves.
        marker: GameResult,
    },
    /// The result is not that of the position on the board.
    ContradictsBoard {
        /// The result of the game.
        result: GameResult,
        /// What the board says.
        board: BoardEnd,
    },
    /// No result behind the moves.
    Missing,
    /// A result the export format has no marker for.
    Odd(GameResult),
    /// Plus and minus: won or lost without play.
    Forfeit(GameResult),
    /// An ordinary result in another spelling.
    Spelling(GameResult),
    /// Moves after a repetition that ends the game.
    AfterRepetition {
        /// How many times the position had occurred.
        times: u32,
        /// After how many plies.
        ply: u32,
        /// Was the rule in force?
        in_force: bool,
    },
    /// Moves after too many moves without pawn move or capture.
    AfterMoveCount {
        /// How many moves of each side.
        moves: u32,
        /// After how many plies.
        ply: u32,
        /// Was the rule in force?
        in_force: bool,
    },
    /// Moves in a dead position.
    AfterDead {
        /// After how many plies it was reached.
        ply: u32,
    },
    /// Won on time without material that could mate.
    TimeForfeitDraw {
        /// Who is said to have won.
        winner: Color,
        /// Nothing but the king is left.
        bare_king: bool,
        /// Mate is possible with the opponent's help; only the server rules call that a draw.
        helped: bool,
    },
    /// Won on time with material that mates only with the opponent's help.
    TimeForfeitDoubtful {
        /// Who is said to have won.
        winner: Color,
    },
    /// The last move is illegal or ambiguous, and its mover lost.
    LostByIllegalMove {
        /// Who made the move.
        mover: Color,
    },
    /// The Termination tag names an ending that is not on the board, or another than the one that is.
    TerminationContradictsBoard {
        /// What the tag says.
        said: Ending,
        /// What the board says, if the game is over there.
        board: Option<BoardEnd>,
    },
    /// Not a single move.
    Empty,
}

impl ResultDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match lang {
            UiLang::En => self.english(),
            UiLang::De => self.german(),
        }
    }

    fn english(&self) -> String {
        match *self {
            ResultDetail::Mismatch { tag, marker } => {
                format!("the Result tag says {}, the moves end with {}", tag.score(), marker.score())
            }
            ResultDetail::ContradictsBoard { result, board } => {
                let result = match result {
                    GameResult::Unfinished => "is left open (*)".to_owned(),
                    _ => format!("is given as {}", result.score()),
                };
                format!("{}, but the result {result}", board_en(board))
            }
            ResultDetail::Missing => "no result stands behind the moves".to_owned(),
            ResultDetail::Odd(GameResult::BothLost) => {
                "scored as lost for both sides, which PGN has no result for; it is exported as *".to_owned()
            }
            ResultDetail::Odd(result) => {
                format!("{} is a score that PGN has no result for; it is exported as *", result.score())
            }
            ResultDetail::Forfeit(result) => match result {
                GameResult::BothLost => "neither side appeared; it is exported as *".to_owned(),
                _ => format!("won by forfeit; PGN writes {}", result.export()),
            },
            ResultDetail::Spelling(result) => format!("PGN writes this result as {}", result.export()),
            ResultDetail::AfterRepetition { times, ply, in_force } => format!(
                "the position after {} had occurred {} times, {}",
                plies_en(ply),
                times_en(times),
                drawn_en(in_force)
            ),
            ResultDetail::AfterMoveCount { moves, ply, in_force } => format!(
                "after {} there had been {moves} moves of each side without a pawn move or a capture, {}",
                plies_en(ply),
                drawn_en(in_force)
            ),
            ResultDetail::AfterDead { ply } => format!(
                "after {} neither side could mate any more by any sequence of moves: the game was drawn there",
                plies_en(ply)
            ),
            ResultDetail::TimeForfeitDraw { winner, bare_king, helped } => {
                let why = match (bare_king, helped) {
                    (true, _) => "with a bare king",
                    (false, false) => "with material that cannot mate by any sequence of moves",
                    (false, true) => "with a single minor piece, which the server rules call a draw",
                };
                format!("{} cannot win on time {why}: the game is drawn", side_en(winner))
            }
            ResultDetail::TimeForfeitDoubtful { winner } => format!(
                "{} won on time with material that mates only with the opponent's help; FIDE counts that as a \
                 win, servers as a draw",
                side_en(winner)
            ),
            ResultDetail::LostByIllegalMove { mover } => format!(
                "{} lost, and the last move is {}'s own and cannot be played: perhaps the game was lost by it",
                side_en(mover),
                side_en(mover)
            ),
            ResultDetail::TerminationContradictsBoard { said, board } => match board {
                Some(board) => {
                    format!("the Termination tag says {}, but {}", words_en(said), board_en(board))
                }
                None => format!("the Termination tag says {}, but that is not on the board", words_en(said)),
            },
            ResultDetail::Empty => "the game has no moves".to_owned(),
        }
    }

    fn german(&self) -> String {
        match *self {
            ResultDetail::Mismatch { tag, marker } => {
                format!("im Result-Tag steht {}, hinter den Zügen {}", tag.score(), marker.score())
            }
            ResultDetail::ContradictsBoard { result, board } => {
                let result = match result {
                    GameResult::Unfinished => "das Ergebnis ist offen gelassen (*)".to_owned(),
                    _ => format!("als Ergebnis ist {} angegeben", result.score()),
                };
                format!("{}, aber {result}", board_de(board))
            }
            ResultDetail::Missing => "hinter den Zügen steht kein Ergebnis".to_owned(),
            ResultDetail::Odd(GameResult::BothLost) => {
                "für beide Seiten verloren gewertet; dafür hat PGN kein Ergebnis, ausgegeben wird *"
                    .to_owned()
            }
            ResultDetail::Odd(result) => {
                format!("für {} hat PGN kein Ergebnis, ausgegeben wird *", result.score())
            }
            ResultDetail::Forfeit(result) => match result {
                GameResult::BothLost => "keine Seite ist angetreten; ausgegeben wird *".to_owned(),
                _ => format!("kampflos gewonnen; PGN schreibt {}", result.export()),
            },
            ResultDetail::Spelling(result) => format!("PGN schreibt dieses Ergebnis als {}", result.export()),
            ResultDetail::AfterRepetition { times, ply, in_force } => format!(
                "die Stellung nach {} war zum {times}. Mal auf dem Brett, {}",
                plies_de(ply),
                drawn_de(in_force)
            ),
            ResultDetail::AfterMoveCount { moves, ply, in_force } => format!(
                "nach {} waren {moves} Züge jeder Seite ohne Bauernzug und ohne Schlagen geschehen, {}",
                plies_de(ply),
                drawn_de(in_force)
            ),
            ResultDetail::AfterDead { ply } => format!(
                "nach {} konnte keine Seite mehr durch irgendeine Zugfolge mattsetzen: die Partie war dort remis",
                plies_de(ply)
            ),
            ResultDetail::TimeForfeitDraw { winner, bare_king, helped } => {
                let why = match (bare_king, helped) {
                    (true, _) => "mit dem blanken König",
                    (false, false) => "mit Material, das durch keine Zugfolge mattsetzen kann,",
                    (false, true) => "mit einer einzelnen Leichtfigur (nach den Serverregeln remis)",
                };
                format!("{} kann {why} nicht auf Zeit gewinnen: die Partie ist remis", side_de(winner))
            }
            ResultDetail::TimeForfeitDoubtful { winner } => format!(
                "{} gewann auf Zeit mit Material, das nur mit Hilfe des Gegners mattsetzt; die FIDE wertet das \
                 als Gewinn, Server als Remis",
                side_de(winner)
            ),
            ResultDetail::LostByIllegalMove { mover } => format!(
                "{} hat verloren, und sein letzter Zug ist nicht spielbar: vielleicht wurde die Partie durch \
                 ihn verloren",
                side_de(mover)
            ),
            ResultDetail::TerminationContradictsBoard { said, board } => match board {
                Some(board) => {
                    format!("im Termination-Tag steht {}, aber {}", words_de(said), board_de(board))
                }
                None => {
                    format!("im Termination-Tag steht {}, aber das steht nicht auf dem Brett", words_de(said))
                }
            },
            ResultDetail::Empty => "die Partie enthält keine Züge".to_owned(),
        }
    }
}

fn side_en(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn side_de(color: Color) -> &'static str {
    match color {
        Color::White => "Weiß",
        Color::Black => "Schwarz",
    }
}

fn board_en(board: BoardEnd) -> String {
    match board {
        BoardEnd::Mate(winner) => format!("{} has mated", side_en(winner)),
        BoardEnd::Stalemate => "the last position is stalemate".to_owned(),
        BoardEnd::Dead => "nobody can mate any more in the last position".to_owned(),
    }
}

fn board_de(board: BoardEnd) -> String {
    match board {
        BoardEnd::Mate(winner) => format!("{} hat mattgesetzt", side_de(winner)),
        BoardEnd::Stalemate => "die Schlussstellung ist patt".to_owned(),
        BoardEnd::Dead => "in der Schlussstellung kann niemand mehr mattsetzen".to_owned(),
    }
}

/// `move 12 of Black` would depend on where the game began; plies do not.
fn plies_en(ply: u32) -> String {
    match ply {
        0 => "the start".to_owned(),
        n => format!("ply {n}"),
    }
}

fn plies_de(ply: u32) -> String {
    match ply {
        0 => "dem Beginn".to_owned(),
        n => format!("Halbzug {n}"),
    }
}

fn times_en(times: u32) -> &'static str {
    if times == 3 { "three" } else { "five" }
}

fn drawn_en(in_force: bool) -> &'static str {
    if in_force { "so the game was drawn there" } else { "which ends a game by itself only since July 2014" }
}

fn drawn_de(in_force: bool) -> &'static str {
    if in_force {
        "damit war die Partie dort remis"
    } else {
        "was eine Partie erst seit Juli 2014 von selbst beendet"
    }
}

fn words_en(said: Ending) -> &'static str {
    match said {
        Ending::Mate => "mate",
        Ending::Stalemate => "stalemate",
        Ending::Agreement => "a draw by agreement",
        Ending::Resignation => "resignation",
        Ending::Time => "loss on time",
        Ending::NoShow => "that a side did not appear or left",
        Ending::RulesInfraction => "a breach of the rules",
        Ending::Repetition => "repetition",
        Ending::Fifty => "the fifty-move rule",
        Ending::Dead => "a dead position",
        Ending::Adjudication => "adjudication",
        Ending::Adjourned => "that the game was adjourned",
        Ending::Unterminated => "that the game was broken off",
        Ending::Unknown => "nothing certain",
    }
}

fn words_de(said: Ending) -> &'static str {
    match said {
        Ending::Mate => "Matt",
        Ending::Stalemate => "Patt",
        Ending::Agreement => "Remis durch Vereinbarung",
        Ending::Resignation => "Aufgabe",
        Ending::Time => "Zeitüberschreitung",
        Ending::NoShow => "Nichtantreten oder Verlassen der Partie",
        Ending::RulesInfraction => "ein Regelverstoß",
        Ending::Repetition => "Stellungswiederholung",
        Ending::Fifty => "die 50-Züge-Regel",
        Ending::Dead => "eine tote Stellung",
        Ending::Adjudication => "eine Entscheidung des Schiedsrichters",
        Ending::Adjourned => "ein Abbruch als Hängepartie",
        Ending::Unterminated => "ein Abbruch der Partie",
        Ending::Unknown => "nichts Bestimmtes",
    }
}
