//! What is said about damaged moves that were repaired, and about those that could be several.

use super::lang::UiLang;
use super::refusal_text;
use crate::chess::{Color, Role};
use crate::notation::{Damage, MoveFacts, Style};

/// A place where damaged text stands for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DamageDetail {
    /// One move was made in place of it.
    Repaired {
        /// The move.
        mv: MoveFacts,
        /// What was wrong with its text.
        damages: Vec<Damage>,
        /// Number and side of the later move at which play breaks off, if it does.
        breaks_off: Option<(u32, Color)>,
    },
    /// Nothing was made of it.
    Undecided {
        /// The moves that it could be.
        moves: Vec<MoveFacts>,
    },
}

impl DamageDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match self {
            DamageDetail::Repaired { mv, damages, breaks_off } => {
                let causes: Vec<String> = damages.iter().map(|damage| cause(damage, lang)).collect();
                let causes = match causes.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", causes.join("; ")),
                };
                let head = lang.pick("read as ", "gelesen als ");
                format!("{head}{}{causes}{}", written(mv, lang), broken(*breaks_off, lang))
            }
            DamageDetail::Undecided { moves } => match moves.as_slice() {
                [mv] => {
                    let head = lang.pick("this may be ", "das kann ");
                    let tail = lang.pick(
                        ", but what follows does not fit; it was not taken",
                        " sein, aber das Folgende passt nicht dazu; es wurde nicht genommen",
                    );
                    format!("{head}{}{tail}", written(mv, lang))
                }
                moves => {
                    let list: Vec<String> = moves.iter().map(|mv| written(mv, lang)).collect();
                    let head = lang.pick("this may be any of ", "das kann einer von mehreren Zügen sein: ");
                    let tail = lang.pick("; none was taken", "; keiner wurde genommen");
                    format!("{head}{}{tail}", list.join(", "))
                }
            },
        }
    }
}

/// A move in the notation of this language.
pub(super) fn written(mv: &MoveFacts, lang: UiLang) -> String {
    let mut out = String::new();
    mv.write(lang.pick(&Style::PGN, &Style::GERMAN_SHORT), &mut out);
    out
}

fn cause(damage: &Damage, lang: UiLang) -> String {
    match damage {
        Damage::MissingOrigin => lang
            .pick(
                "several such pieces can go there, but only this move fits the signs written",
                "mehrere solche Figuren können dorthin, aber nur dieser Zug passt zu den Zeichen",
            )
            .to_owned(),
        Damage::MissingCapture => {
            lang.pick("the capture sign is missing", "das Schlagzeichen fehlt").to_owned()
        }
        Damage::VictimForSquare => lang
            .pick(
                "only the captured piece is named, not its square",
                "nur die geschlagene Figur ist genannt, nicht ihr Feld",
            )
            .to_owned(),
        Damage::LookAlike { found, meant } | Damage::MistakenFile { found, meant } => match lang {
            UiLang::En => format!("\"{found}\" stands for \"{meant}\""),
            UiLang::De => format!("„{found}“ steht für „{meant}“"),
        },
        Damage::ForeignLetter { language, role } => {
            let letter = language.letter(*role);
            match lang {
                UiLang::En => {
                    format!("{letter} is the {} in {}", refusal_text::english_name(*role), language.name())
                }
                UiLang::De => {
                    format!("{letter} ist {} auf {}", german_the(*role), language.german_name())
                }
            }
        }
        Damage::Spacing => lang
            .pick(
                "dots, blanks or hyphens are out of place",
                "Punkte, Leerzeichen oder Striche stehen nicht, wo sie hingehören",
            )
            .to_owned(),
    }
}

fn german_the(role: Role) -> &'static str {
    match role {
        Role::Pawn => "der Bauer",
        Role::Knight => "der Springer",
        Role::Bishop => "der Läufer",
        Role::Rook => "der Turm",
        Role::Queen => "die Dame",
        Role::King => "der König",
    }
}

/// A repair after which play breaks off may be the very reason.
fn broken(breaks_off: Option<(u32, Color)>, lang: UiLang) -> String {
    let Some((number, color)) = breaks_off else { return String::new() };
    let dots = if color == Color::White { "." } else { "..." };
    match lang {
        UiLang::En => format!("; but play breaks off at {number}{dots}, so this may be wrong"),
        UiLang::De => {
            format!("; die Partie bricht aber bei {number}{dots} ab, vielleicht ist also dies falsch")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, Position, Square};
    use crate::notation::Language;

    #[test]
    fn a_repair_says_what_was_made_of_what_and_why() {
        let square = |name: &str| Square::parse(name.as_bytes()).expect("a square");
        let mv = MoveFacts::of(&Position::start(), Move::normal(square("g1"), square("f3")));
        let detail = DamageDetail::Repaired {
            mv,
            damages: vec![
                Damage::LookAlike { found: '5', meant: 'S' },
                Damage::ForeignLetter { language: Language::French, role: Role::Knight },
            ],
            breaks_off: Some((12, Color::Black)),
        };
        assert_eq!(
            detail.message(UiLang::En),
            "read as Nf3 (\"5\" stands for \"S\"; C is the knight in French); \
             but play breaks off at 12..., so this may be wrong"
        );
        assert_eq!(
            detail.message(UiLang::De),
            "gelesen als Sf3 („5“ steht für „S“; C ist der Springer auf Französisch); \
             die Partie bricht aber bei 12... ab, vielleicht ist also dies falsch"
        );
        let detail = DamageDetail::Undecided { moves: vec![mv, mv] };
        assert_eq!(detail.message(UiLang::En), "this may be any of Nf3, Nf3; none was taken");
    }
}
