//! The reason why a move cannot be played, as a sentence.

use super::lang::UiLang;
use crate::chess::{CastlingFault, Color, Role, Square, Wing};
use crate::notation::{Attempt, Language, MoveFacts, Placed, Refusal, Style};

/// English name of a piece.
pub(super) fn english_name(role: Role) -> &'static str {
    UiLang::En.piece_name(role)
}

fn german_name(role: Role) -> &'static str {
    UiLang::De.piece_name(role)
}

/// Plural, which in German is also the form behind a number.
fn german_plural(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Bauern",
        Role::Knight => "Springer",
        Role::Bishop => "Läufer",
        Role::Rook => "Türme",
        Role::Queen => "Damen",
        Role::King => "Könige",
    }
}

fn german_the(role: Role) -> String {
    format!("{} {}", if role == Role::Queen { "die" } else { "der" }, german_name(role))
}

/// Accusative and dative have one noun form; only the pawn's differs from the nominative.
fn german_oblique(role: Role) -> &'static str {
    if role == Role::Pawn { "Bauern" } else { german_name(role) }
}

/// `den Springer`, `die Dame`.
pub(super) fn german_the_accusative(role: Role) -> String {
    format!("{} {}", if role == Role::Queen { "die" } else { "den" }, german_oblique(role))
}

fn german_the_dative(role: Role) -> String {
    format!("{} {}", if role == Role::Queen { "der" } else { "dem" }, german_oblique(role))
}

/// `ein Springer`, `eine Dame`.
pub(super) fn german_a(role: Role) -> String {
    format!("{} {}", if role == Role::Queen { "eine" } else { "ein" }, german_name(role))
}

/// `Ne4`, `exd5`: the move as one would say it.
fn attempt_text(attempt: &Attempt, letters: Language) -> String {
    let sign = if attempt.captures { "x" } else { "" };
    let origin = match (attempt.role, attempt.captures) {
        (Role::Pawn, true) => attempt.from.file_char().to_string(),
        (Role::Pawn, false) => String::new(),
        (role, _) => letters.letter(role).to_owned(),
    };
    format!("{origin}{sign}{}", attempt.to)
}

fn list(moves: &[MoveFacts], style: &Style, or: &str) -> String {
    let mut out = String::new();
    for (i, mv) in moves.iter().enumerate() {
        if i > 0 {
            out.push_str(if i + 1 == moves.len() { or } else { ", " });
        }
        mv.write(style, &mut out);
    }
    out
}

fn file_letter(file: u8) -> char {
    Square::at(file, 0).file_char()
}

fn target(moves: &[MoveFacts]) -> Option<Square> {
    let first = moves.first()?.mv.to();
    moves.iter().all(|m| m.mv.to() == first).then_some(first)
}

fn count_english(count: usize) -> String {
    match count {
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        n => n.to_string(),
    }
}

fn count_german(count: usize) -> String {
    match count {
        2 => "zwei".into(),
        3 => "drei".into(),
        4 => "vier".into(),
        n => n.to_string(),
    }
}

pub(super) fn english(refusal: &Refusal, moves: &[MoveFacts]) -> String {
    let at = |p: &Placed| format!("the {} on {}", english_name(p.piece.role), p.square);
    match refusal {
        Refusal::GameOverByMate => "the game is over: the side to move is checkmated".into(),
        Refusal::GameOverByStalemate => "the game is over: the side to move is stalemated".into(),
        Refusal::EmptyOrigin { square } => format!("there is no piece on {square}"),
        Refusal::EnemyOrigin { origin } => format!("{} belongs to the opponent", at(origin)),
        Refusal::NoSuchPiece { color, role } => format!(
            "{} has no {}",
            if *color == Color::White { "White" } else { "Black" },
            english_name(*role)
        ),
        Refusal::NotThere { role, file, rank, .. } => {
            let place = match (file, rank) {
                (Some(f), Some(r)) => format!("on {}", Square::at(*f, *r)),
                (Some(f), None) => format!("on the {}-file", file_letter(*f)),
                (_, r) => format!("on rank {}", r.map_or(0, |r| r + 1)),
            };
            match moves {
                [] => format!("there is no {} {place}", english_name(*role)),
                _ => format!(
                    "there is no {} {place}; {} would be possible",
                    english_name(*role),
                    list(moves, &Style::PGN, " or ")
                ),
            }
        }
        Refusal::CannotReach { role, from: Some(from), to } => {
            format!("the {} on {from} cannot go to {to}", english_name(*role))
        }
        Refusal::CannotReach { role, from: None, to } => format!("no {} can go to {to}", english_name(*role)),
        Refusal::Blocked { attempt, by } => format!(
            "{} stands between the {} on {} and {}",
            at(by),
            english_name(attempt.role),
            attempt.from,
            attempt.to
        ),
        Refusal::OwnPiece { target, .. } => {
            format!("{} is occupied by the own {}", target.square, english_name(target.piece.role))
        }
        Refusal::PawnBlocked { by } => format!("{} blocks the pawn", at(by)),
        Refusal::NothingToCapture { to } => format!("there is nothing to capture on {to}"),
        Refusal::NoPawnCapture { from: Some(from), to } => {
            format!("no pawn on the {}-file can capture on the {}-file", file_letter(*from), file_letter(*to))
        }
        Refusal::NoPawnCapture { from: None, to } => {
            format!("no pawn can capture on the {}-file", file_letter(*to))
        }
        Refusal::EnPassantTooLate { to, pawn } => format!(
            "en passant on {to} is possible only right after the double step, and the pawn on {pawn} did not just make one"
        ),
        Refusal::Pinned { attempt, by, king } => format!(
            "the {} on {} is pinned by {}; after {} the king on {king} would be in check",
            english_name(attempt.role),
            attempt.from,
            at(by),
            attempt_text(attempt, Language::English)
        ),
        Refusal::EnPassantExposes { attempt, by, king } => format!(
            "after {} en passant both pawns are gone and {} attacks the king on {king}",
            attempt_text(attempt, Language::English),
            at(by)
        ),
        Refusal::CheckNotAnswered { king, is_double: true, .. } => {
            format!("the king on {king} is in double check; only a king move answers it")
        }
        Refusal::CheckNotAnswered { attempt, by, king, .. } => format!(
            "the king on {king} is in check from {}, and {} does not answer it",
            at(by),
            attempt_text(attempt, Language::English)
        ),
        Refusal::KingIntoCheck { to, by } => format!("the king would be in check on {to} from {}", at(by)),
        Refusal::CapturesKing { square } => {
            format!("the king on {square} cannot be captured; the game ends with checkmate")
        }
        Refusal::Castling { wing, fault, by, king } => {
            let side = if *wing == Wing::King { "king-side" } else { "queen-side" };
            let reason = match (fault, by) {
                (CastlingFault::NoRight, _) => {
                    "the king or the rook has moved, or is not there any more".to_owned()
                }
                (CastlingFault::Blocked(square), None) => format!("{square} is occupied"),
                (CastlingFault::Blocked(_), Some(by)) => format!("{} stands in the way", at(by)),
                (CastlingFault::InCheck(square), None) => {
                    format!("the king on {king} is in check from {square}")
                }
                (CastlingFault::InCheck(_), Some(by)) => {
                    format!("the king on {king} is in check from {}", at(by))
                }
                (CastlingFault::Attacked { square, .. }, Some(by)) => format!("{} attacks {square}", at(by)),
                (CastlingFault::Attacked { square, by }, None) => format!("{square} is attacked from {by}"),
            };
            format!("{side} castling is not possible: {reason}")
        }
        Refusal::Ambiguous { role, candidates } => {
            let count = count_english(candidates.len());
            let names = format!("{}s", english_name(*role));
            let moves_text = list(moves, &Style::PGN, " or ");
            match target(moves) {
                Some(to) => format!("{count} {names} can go to {to}: {moves_text}"),
                None => format!("{count} {names}' moves fit: {moves_text}"),
            }
        }
        Refusal::PromotionTo { role } => format!("a pawn cannot become a {}", english_name(*role)),
        Refusal::PromotionTooEarly { to } => {
            format!("{to} is not on the last rank, the pawn does not promote there")
        }
        Refusal::PromotionOfPiece { role } => format!("only pawns promote, not the {}", english_name(*role)),
    }
}

pub(super) fn german(refusal: &Refusal, moves: &[MoveFacts]) -> String {
    let nominative = |p: &Placed| format!("{} auf {}", german_the(p.piece.role), p.square);
    let accusative = |p: &Placed| format!("{} auf {}", german_the_accusative(p.piece.role), p.square);
    let dative = |p: &Placed| format!("{} auf {}", german_the_dative(p.piece.role), p.square);
    match refusal {
        Refusal::GameOverByMate => "die Partie ist zu Ende: die Seite am Zug ist matt".into(),
        Refusal::GameOverByStalemate => "die Partie ist zu Ende: die Seite am Zug ist patt".into(),
        Refusal::EmptyOrigin { square } => format!("auf {square} steht keine Figur"),
        Refusal::EnemyOrigin { origin } => format!("{} gehört dem Gegner", nominative(origin)),
        Refusal::NoSuchPiece { color, role } => format!(
            "{} hat keine{} {}",
            if *color == Color::White { "Weiß" } else { "Schwarz" },
            if *role == Role::Queen { "" } else { "n" },
            german_oblique(*role)
        ),
        Refusal::NotThere { role, file, rank, .. } => {
            let place = match (file, rank) {
                (Some(f), Some(r)) => format!("auf {}", Square::at(*f, *r)),
                (Some(f), None) => format!("auf der {}-Linie", file_letter(*f)),
                (_, r) => format!("auf der {}. Reihe", r.map_or(0, |r| r + 1)),
            };
            let none = if *role == Role::Queen { "keine" } else { "kein" };
            match moves {
                [] => format!("{place} steht {none} {}", german_name(*role)),
                _ => format!(
                    "{place} steht {none} {}; möglich wäre {}",
                    german_name(*role),
                    list(moves, &Style::GERMAN_SHORT, " oder ")
                ),
            }
        }
        Refusal::CannotReach { role, from: Some(from), to } => {
            format!("{} auf {from} kann nicht nach {to} ziehen", german_the(*role))
        }
        Refusal::CannotReach { role, from: None, to } => format!(
            "{} {} kann nach {to} ziehen",
            if *role == Role::Queen { "keine" } else { "kein" },
            german_name(*role)
        ),
        Refusal::Blocked { attempt, by } => format!(
            "{} steht zwischen {} auf {} und {}",
            nominative(by),
            german_the_dative(attempt.role),
            attempt.from,
            attempt.to
        ),
        Refusal::OwnPiece { target, .. } => {
            let own = if target.piece.role == Role::Queen { "die eigene" } else { "der eigene" };
            format!("auf {} steht {own} {}", target.square, german_name(target.piece.role))
        }
        Refusal::PawnBlocked { by } => format!("{} versperrt dem Bauern den Weg", nominative(by)),
        Refusal::NothingToCapture { to } => format!("auf {to} ist nichts zu schlagen"),
        Refusal::NoPawnCapture { from: Some(from), to } => format!(
            "kein Bauer der {}-Linie kann auf der {}-Linie schlagen",
            file_letter(*from),
            file_letter(*to)
        ),
        Refusal::NoPawnCapture { from: None, to } => {
            format!("kein Bauer kann auf der {}-Linie schlagen", file_letter(*to))
        }
        Refusal::EnPassantTooLate { to, pawn } => format!(
            "en passant auf {to} ist nur unmittelbar nach dem Doppelschritt möglich, und der Bauer auf {pawn} hat keinen gemacht"
        ),
        Refusal::Pinned { attempt, by, king } => format!(
            "{} auf {} ist durch {} gefesselt; nach {} stünde der König auf {king} im Schach",
            german_the(attempt.role),
            attempt.from,
            accusative(by),
            attempt_text(attempt, Language::German)
        ),
        Refusal::EnPassantExposes { attempt, by, king } => format!(
            "nach {} en passant sind beide Bauern weg, und {} greift den König auf {king} an",
            attempt_text(attempt, Language::German),
            nominative(by)
        ),
        Refusal::CheckNotAnswered { king, is_double: true, .. } => {
            format!("der König auf {king} steht im Doppelschach; nur ein Königszug hilft")
        }
        Refusal::CheckNotAnswered { attempt, by, king, .. } => format!(
            "der König auf {king} steht im Schach durch {}, und {} wehrt es nicht ab",
            accusative(by),
            attempt_text(attempt, Language::German)
        ),
        Refusal::KingIntoCheck { to, by } => format!("auf {to} stünde der König im Schach {}", {
            let of = dative(by);
            if let Some(rest) = of.strip_prefix("dem ") { format!("vom {rest}") } else { format!("von {of}") }
        }),
        Refusal::CapturesKing { square } => {
            format!("der König auf {square} kann nicht geschlagen werden; die Partie endet mit dem Matt")
        }
        Refusal::Castling { wing, fault, by, king } => {
            let side = if *wing == Wing::King { "kurze" } else { "lange" };
            let reason = match (fault, by) {
                (CastlingFault::NoRight, _) => {
                    "König oder Turm hat schon gezogen oder steht nicht mehr da".to_owned()
                }
                (CastlingFault::Blocked(square), None) => format!("{square} ist besetzt"),
                (CastlingFault::Blocked(_), Some(by)) => format!("{} steht im Weg", nominative(by)),
                (CastlingFault::InCheck(square), None) => {
                    format!("der König auf {king} steht im Schach von {square}")
                }
                (CastlingFault::InCheck(_), Some(by)) => {
                    format!("der König auf {king} steht im Schach durch {}", accusative(by))
                }
                (CastlingFault::Attacked { square, .. }, Some(by)) => {
                    format!("{} greift {square} an", nominative(by))
                }
                (CastlingFault::Attacked { square, by }, None) => {
                    format!("{square} ist von {by} angegriffen")
                }
            };
            format!("die {side} Rochade ist nicht möglich: {reason}")
        }
        Refusal::Ambiguous { role, candidates } => {
            let count = count_german(candidates.len());
            let moves_text = list(moves, &Style::GERMAN_SHORT, " oder ");
            match target(moves) {
                Some(to) => {
                    format!("{count} {} können nach {to} ziehen: {moves_text}", german_plural(*role))
                }
                None => format!("{count} Züge passen: {moves_text}"),
            }
        }
        Refusal::PromotionTo { role } => format!("ein Bauer kann nicht {} werden", german_name(*role)),
        Refusal::PromotionTooEarly { to } => {
            format!("{to} liegt nicht auf der letzten Reihe, dort wird der Bauer nicht umgewandelt")
        }
        Refusal::PromotionOfPiece { role } => {
            format!("nur Bauern werden umgewandelt, nicht {}", german_the(*role))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lang::UiLang;
    use super::super::moves::MoveDetail;
    use crate::chess::Position;
    use crate::notation::testing::board;
    use crate::notation::{Letters, parse, resolve};

    fn both(position: &Position, text: &str) -> (String, String) {
        let parsed = parse(text.as_bytes(), Letters::english_german()).expect(text);
        let refusal = resolve(position, &parsed).expect_err(text);
        let detail = MoveDetail::refused(position, refusal);
        (detail.message(UiLang::En), detail.message(UiLang::De))
    }

    fn says(position: &Position, text: &str, en: &str, de: &str) {
        assert_eq!(both(position, text), (en.to_owned(), de.to_owned()), "{text}");
    }

    #[test]
    fn a_pin_is_explained_with_the_king_behind_it() {
        let p = board("4k3/8/8/8/1b6/2N5/8/4K3", "w", "-", "-");
        says(
            &p,
            "Ne4",
            "the knight on c3 is pinned by the bishop on b4; after Ne4 the king on e1 would be in check",
            "der Springer auf c3 ist durch den Läufer auf b4 gefesselt; nach Se4 stünde der König auf e1 im Schach",
        );
        says(&p, "Qd4", "White has no queen", "Weiß hat keine Dame");
        says(&p, "Nd3", "the knight on c3 cannot go to d3", "der Springer auf c3 kann nicht nach d3 ziehen");
    }

    #[test]
    fn an_ambiguous_move_lists_the_candidates() {
        let p = board("6k1/8/8/8/8/8/8/R4RK1", "w", "-", "-");
        says(
            &p,
            "Rd1",
            "two rooks can go to d1: Rad1 or Rfd1",
            "zwei Türme können nach d1 ziehen: Tad1 oder Tfd1",
        );
        says(
            &p,
            "Rbd1",
            "there is no rook on the b-file; Rad1 would be possible",
            "auf der b-Linie steht kein Turm; möglich wäre Tad1",
        );
    }

    #[test]
    fn checks_and_castling_name_the_attacker() {
        let p = board("4k3/8/8/8/7b/5r2/3P4/4K2R", "w", "K", "-");
        says(
            &p,
            "d4",
            "the king on e1 is in check from the bishop on h4, and d4 does not answer it",
            "der König auf e1 steht im Schach durch den Läufer auf h4, und d4 wehrt es nicht ab",
        );
        says(
            &p,
            "Kf1",
            "the king would be in check on f1 from the rook on f3",
            "auf f1 stünde der König im Schach vom Turm auf f3",
        );
        let p = board("4k3/8/8/8/8/5q2/8/4K2R", "w", "K", "-");
        says(
            &p,
            "O-O",
            "king-side castling is not possible: the queen on f3 attacks f1",
            "die kurze Rochade ist nicht möglich: die Dame auf f3 greift f1 an",
        );
        says(
            &Position::start(),
            "O-O",
            "king-side castling is not possible: the bishop on f1 stands in the way",
            "die kurze Rochade ist nicht möglich: der Läufer auf f1 steht im Weg",
        );
    }
}
