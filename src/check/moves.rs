//! What is said about moves, in English and German.

use super::lang::UiLang;
use super::refusal_text;
use crate::chess::{Position, Role, Square};
use crate::notation::{Language, MarkFault, MoveFacts, Refusal, Style, UnreadableReason};

/// The facts behind a finding about a move.
#[derive(Clone, Debug)]
pub enum MoveDetail {
    /// The move cannot be played.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The legal moves the refusal names: the candidates of an ambiguous move, the other piece's move.
        moves: Vec<MoveFacts>,
    },
    /// The token is no move.
    Unreadable(UnreadableReason),
    /// A promotion without a piece; a queen is taken.
    MissingPromotion {
        /// Where the pawn arrives.
        square: Square,
    },
    /// Castling written as a king's move.
    CastlingAsKingMove {
        /// The castling.
        mv: MoveFacts,
    },
    /// More of the origin is given than is needed.
    OverDisambiguation {
        /// The move; its short text is enough.
        mv: MoveFacts,
    },
    /// Another piece than the named one is captured.
    WrongVictim {
        /// The piece named.
        named: Role,
        /// The piece that stands there.
        found: Option<Role>,
        /// Where.
        square: Square,
    },
    /// `e.p.` on a move that is not en passant.
    WrongEnPassantMark,
    /// A capture sign on a move that captures nothing.
    WrongCaptureMark {
        /// The target square.
        square: Square,
    },
    /// No capture sign on a capture.
    MissingCaptureMark {
        /// What is captured.
        captured: Role,
        /// Where.
        square: Square,
    },
    /// A letter for the pawn.
    PawnLetter,
    /// A small piece letter.
    SmallLetter,
    /// The sign of check or mate is wrong or missing.
    Mark(MarkFault),
    /// The move number is not the one of the position.
    WrongNumber {
        /// What it should be.
        expected: u32,
        /// What stands there.
        found: u32,
    },
    /// A null move.
    NullMove,
    /// The numbers jump and play is illegal after the jump.
    MissingMoves {
        /// How many plies are missing.
        count: u32,
    },
    /// Moves after mate.
    PlayAfterMate,
    /// Moves after stalemate.
    PlayAfterStalemate,
    /// The language of the piece letters had to be chosen.
    LanguageGuess {
        /// The language taken.
        language: Language,
    },
    /// Piece letters of two languages in one game.
    MixedLanguage {
        /// One of them.
        first: Language,
        /// The other.
        second: Language,
    },
}

impl MoveDetail {
    /// Why a move was refused, with the moves that the sentence names.
    pub fn refused(position: &Position, refusal: Refusal) -> MoveDetail {
        let moves = match &refusal {
            Refusal::Ambiguous { candidates, .. } => {
                candidates.iter().map(|&mv| MoveFacts::of(position, mv)).collect()
            }
            Refusal::NotThere { other: Some(mv), .. } => vec![MoveFacts::of(position, *mv)],
            _ => Vec::new(),
        };
        MoveDetail::Refused { refusal, moves }
    }

    /// The sentence, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match lang {
            UiLang::En => self.english(),
            UiLang::De => self.german(),
        }
    }

    fn english(&self) -> String {
        match self {
            MoveDetail::Refused { refusal, moves } => refusal_text::english(refusal, moves),
            MoveDetail::Unreadable(reason) => match reason {
                UnreadableReason::NotAMove => "this is no move that can be read".into(),
                UnreadableReason::Result => "this is a result, not a move".into(),
                UnreadableReason::UnknownLetter(c) => {
                    format!("{c} is no piece letter in the language of this game")
                }
                UnreadableReason::OffBoard => "there is no such square on the board".into(),
                UnreadableReason::NoSquare => "a square is missing: where does the piece go".into(),
                UnreadableReason::TrailingLetters => {
                    "letters follow the move that do not belong to it".into()
                }
            },
            MoveDetail::MissingPromotion { square } => {
                format!("the pawn promotes on {square}, but the piece is not named; a queen is taken")
            }
            MoveDetail::CastlingAsKingMove { mv } => {
                format!("castling is written as a move of the king; it should be {}", text(mv, &Style::PGN))
            }
            MoveDetail::OverDisambiguation { mv } => {
                let short = text(mv, &Style::PGN);
                match (mv.needs_file, mv.needs_rank) {
                    (false, false) => {
                        format!("{short} is enough, no other {} can go there", english(mv.role))
                    }
                    (true, _) => {
                        format!("{short} is enough, the file alone tells which {} it is", english(mv.role))
                    }
                    (false, true) => {
                        format!("{short} is enough, the rank alone tells which {} it is", english(mv.role))
                    }
                }
            }
            MoveDetail::WrongVictim { named, found: Some(found), square } => {
                format!(
                    "the move names a {} as captured, but a {} stands on {square}",
                    english(*named),
                    english(*found)
                )
            }
            MoveDetail::WrongVictim { named, found: None, square } => {
                format!("the move names a {} as captured, but {square} is empty", english(*named))
            }
            MoveDetail::WrongEnPassantMark => {
                "e.p. is written, but the move does not capture en passant".into()
            }
            MoveDetail::WrongCaptureMark { square } => {
                format!("a capture is written, but there is nothing to capture on {square}")
            }
            MoveDetail::MissingCaptureMark { captured, square } => {
                format!("the move captures the {} on {square}, but has no capture sign", english(*captured))
            }
            MoveDetail::PawnLetter => "pawn moves have no piece letter".into(),
            MoveDetail::SmallLetter => "piece letters are capitals; small letters are files".into(),
            MoveDetail::Mark(fault) => match fault {
                MarkFault::WrongCheck => "the move has a check sign, but gives no check",
                MarkFault::WrongMateNoCheck => "the move has a mate sign, but does not even give check",
                MarkFault::WrongMate => "the move has a mate sign, but it is only check",
                MarkFault::WrongDouble => "the move has ++, but is neither mate nor double check",
                MarkFault::MissingCheck => "the move gives check, but has no check sign",
                MarkFault::MissingMate => "the move mates, but has no mate sign",
            }
            .into(),
            MoveDetail::WrongNumber { expected, found } => {
                format!("the move number should be {expected}, not {found}")
            }
            MoveDetail::NullMove => {
                "a null move stands in the main line; passing is not allowed in chess".into()
            }
            MoveDetail::MissingMoves { count: 1 } => "one half-move seems to be missing here".into(),
            MoveDetail::MissingMoves { count } => format!("{count} half-moves seem to be missing here"),
            MoveDetail::PlayAfterMate => "the game goes on after checkmate".into(),
            MoveDetail::PlayAfterStalemate => "the game goes on after stalemate".into(),
            MoveDetail::LanguageGuess { language } => {
                format!(
                    "the piece letters fit several languages; read as {} ({})",
                    language.name(),
                    language.code()
                )
            }
            MoveDetail::MixedLanguage { first, second } => {
                format!("{} and {} piece letters are mixed in one game", first.name(), second.name())
            }
        }
    }

    fn german(&self) -> String {
        match self {
            MoveDetail::Refused { refusal, moves } => refusal_text::german(refusal, moves),
            MoveDetail::Unreadable(reason) => match reason {
                UnreadableReason::NotAMove => "das ist kein lesbarer Zug".into(),
                UnreadableReason::Result => "das ist ein Ergebnis, kein Zug".into(),
                UnreadableReason::UnknownLetter(c) => {
                    format!("{c} ist in der Sprache dieser Partie kein Figurenbuchstabe")
                }
                UnreadableReason::OffBoard => "dieses Feld gibt es auf dem Brett nicht".into(),
                UnreadableReason::NoSquare => "es fehlt das Feld, auf das die Figur zieht".into(),
                UnreadableReason::TrailingLetters => {
                    "hinter dem Zug stehen Buchstaben, die nicht dazugehören".into()
                }
            },
            MoveDetail::MissingPromotion { square } => format!(
                "der Bauer wird auf {square} umgewandelt, aber die Figur ist nicht genannt; eine Dame wird angenommen"
            ),
            MoveDetail::CastlingAsKingMove { mv } => {
                format!("die Rochade ist als Königszug geschrieben; richtig ist {}", german_move(mv))
            }
            MoveDetail::OverDisambiguation { mv } => {
                let short = german_move(mv);
                match (mv.needs_file, mv.needs_rank) {
                    (false, false) => {
                        format!("{short} genügt, keine andere solche Figur kann dorthin ziehen")
                    }
                    (true, _) => format!("{short} genügt, schon die Linie sagt, welche Figur gemeint ist"),
                    (false, true) => {
                        format!("{short} genügt, schon die Reihe sagt, welche Figur gemeint ist")
                    }
                }
            }
            MoveDetail::WrongVictim { named, found: Some(found), square } => format!(
                "als geschlagene Figur ist {} genannt, aber auf {square} steht {}",
                refusal_text::german_a(*named),
                refusal_text::german_a(*found)
            ),
            MoveDetail::WrongVictim { named, found: None, square } => format!(
                "als geschlagene Figur ist {} genannt, aber {square} ist leer",
                refusal_text::german_a(*named)
            ),
            MoveDetail::WrongEnPassantMark => "e.p. steht da, aber der Zug schlägt nicht en passant".into(),
            MoveDetail::WrongCaptureMark { square } => {
                format!("ein Schlagzeichen steht da, aber auf {square} ist nichts zu schlagen")
            }
            MoveDetail::MissingCaptureMark { captured, square } => format!(
                "der Zug schlägt {} auf {square}, hat aber kein Schlagzeichen",
                refusal_text::german_the_accusative(*captured)
            ),
            MoveDetail::PawnLetter => "Bauernzüge haben keinen Figurenbuchstaben".into(),
            MoveDetail::SmallLetter => {
                "Figurenbuchstaben werden großgeschrieben; kleine Buchstaben sind Linien".into()
            }
            MoveDetail::Mark(fault) => match fault {
                MarkFault::WrongCheck => "der Zug hat ein Schachzeichen, gibt aber kein Schach",
                MarkFault::WrongMateNoCheck => "der Zug hat ein Mattzeichen, gibt aber nicht einmal Schach",
                MarkFault::WrongMate => "der Zug hat ein Mattzeichen, ist aber nur Schach",
                MarkFault::WrongDouble => "der Zug hat ++, ist aber weder matt noch Doppelschach",
                MarkFault::MissingCheck => "der Zug gibt Schach, hat aber kein Schachzeichen",
                MarkFault::MissingMate => "der Zug setzt matt, hat aber kein Mattzeichen",
            }
            .into(),
            MoveDetail::WrongNumber { expected, found } => {
                format!("die Zugnummer müsste {expected} sein, nicht {found}")
            }
            MoveDetail::NullMove => {
                "in der Hauptvariante steht ein Nullzug; im Schach darf man nicht aussetzen".into()
            }
            MoveDetail::MissingMoves { count: 1 } => "hier scheint ein Halbzug zu fehlen".into(),
            MoveDetail::MissingMoves { count } => format!("hier scheinen {count} Halbzüge zu fehlen"),
            MoveDetail::PlayAfterMate => "die Partie geht nach dem Matt weiter".into(),
            MoveDetail::PlayAfterStalemate => "die Partie geht nach dem Patt weiter".into(),
            MoveDetail::LanguageGuess { language } => format!(
                "die Figurenbuchstaben passen zu mehreren Sprachen; gelesen als {} ({})",
                language.german_name(),
                language.code()
            ),
            MoveDetail::MixedLanguage { first, second } => format!(
                "Figurenbuchstaben zweier Sprachen in einer Partie: {} und {}",
                first.german_name(),
                second.german_name()
            ),
        }
    }
}

fn english(role: Role) -> &'static str {
    refusal_text::english_name(role)
}

fn text(mv: &MoveFacts, style: &Style) -> String {
    let mut out = String::new();
    mv.write(style, &mut out);
    out
}

fn german_move(mv: &MoveFacts) -> String {
    text(mv, &Style::GERMAN_SHORT)
}
