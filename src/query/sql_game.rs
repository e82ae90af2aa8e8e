//! Terms about whole games in SQL.

use super::compare::{Comparison, EcoTest, NumberTest};
use super::event::{CastlingKind, Event, Feature, PromotionTest};
use super::expr::GameTerm;
use super::fields::{DateField, NumberField};
use super::sql::{Condition, Writer};
use crate::chess::chess960::arrangement;
use crate::chess::{Color, Role};

/// A comparison of an expression that is always known.
pub(super) fn number(value: &str, test: &NumberTest) -> Condition {
    Condition::known(compared(value, test.op, (&test.low, &test.high)))
}

/// A comparison of an expression that may be `NULL`.
fn unsure_number(value: &str, test: &NumberTest) -> Condition {
    Condition::unsure(compared(value, test.op, (&test.low, &test.high)))
}

fn compared(
    value: &str,
    op: Comparison,
    (low, high): (&dyn std::fmt::Display, &dyn std::fmt::Display),
) -> String {
    match op {
        Comparison::In => format!("{value} BETWEEN {low} AND {high}"),
        Comparison::IsNot => format!("{value} <> {low}"),
        op => format!("{value} {} {low}", op.sign()),
    }
}

/// Needs every start position with this number a castling right that classic chess has not?
fn needs_chess960(number: u16) -> bool {
    let classic = [(0, Role::Rook), (4, Role::King), (7, Role::Rook)];
    let is_so =
        |(file, role): (usize, Role)| arrangement(number).is_some_and(|row| row.get(file) == Some(&role));
    !classic.into_iter().all(is_so)
}

impl Writer {
    /// A term about a whole game; `None` if it cannot be said.
    pub(super) fn game_term(&mut self, term: &GameTerm) -> Option<Condition> {
        match term {
            GameTerm::Text(field, test) => self.text_term(field, test),
            GameTerm::Number(field, test) => self.number_term(field, test),
            GameTerm::Date(DateField::Date, test) => self.date(test),
            GameTerm::Date(DateField::EventDate, _) => None,
            GameTerm::Eco(test) => Some(self.eco(test)),
            GameTerm::Result { is_not, result } => {
                let sign = if *is_not { "<>" } else { "=" };
                Some(Condition::known(format!("{} {sign} '{}'", self.of_either("result"), result.score())))
            }
            GameTerm::Event(event) => self.event(event),
        }
    }

    fn number_term(&mut self, field: &NumberField, test: &NumberTest) -> Option<Condition> {
        Some(match field {
            NumberField::Elo => self.elo(test),
            NumberField::WhiteElo => unsure_number(&self.of_either("white_elo"), test),
            NumberField::BlackElo => unsure_number(&self.of_either("black_elo"), test),
            NumberField::EloDiff => {
                let [white, black] = ["white_elo", "black_elo"].map(|column| self.of_either(column));
                unsure_number(&format!("{white} - {black}"), test)
            }
            NumberField::Plies => number(&self.of_game("plies"), test),
            NumberField::Tag(_) => return None,
        })
    }

    /// The rating of either player; `!=` of both, as far as they are known.
    fn elo(&mut self, test: &NumberTest) -> Condition {
        let both = ["white_elo", "black_elo"].map(|column| self.of_either(column));
        let passes = |elo: &String| unsure_number(elo, test);
        if test.op != Comparison::IsNot {
            return Condition::any(both.iter().map(passes).collect());
        }
        let is_null = |elo: &String| Condition::known(format!("{elo} IS NULL"));
        let is_known = |elo: &String| Condition::known(format!("{elo} IS NOT NULL"));
        let mut parts = vec![Condition::any(both.iter().map(is_known).collect())];
        parts.extend(both.iter().map(|elo| Condition::any(vec![is_null(elo), passes(elo)])));
        Condition::all(parts)
    }

    fn eco(&mut self, test: &EcoTest) -> Condition {
        let eco = self.of_game("eco");
        let (low, high) = (format!("'{}'", test.low), format!("'{}'", test.high));
        let is = |sign: &str, code: &String| Condition::unsure(format!("{eco} {sign} {code}"));
        match test.op {
            Comparison::Is | Comparison::In if low == high => is("=", &low),
            Comparison::Is | Comparison::In => {
                Condition::unsure(compared(&eco, Comparison::In, (&low, &high)))
            }
            Comparison::IsNot if low == high => is("<>", &low),
            Comparison::IsNot => Condition::any(vec![is("<", &low), is(">", &high)]),
            Comparison::Less => is("<", &low),
            Comparison::AtMost => is("<=", &high),
            Comparison::Greater => is(">", &high),
            Comparison::AtLeast => is(">=", &low),
        }
    }

    fn event(&mut self, event: &Event) -> Option<Condition> {
        let flag = match event {
            Event::Repetition(3) => "threefold",
            Event::Repetition(5) => "fivefold",
            Event::RepetitionAtEnd => "threefold_at_end",
            Event::Fifty => "fifty",
            Event::SeventyFive => "seventyfive",
            Event::Dead => "dead",
            Event::Stalemate => "stalemate",
            Event::Mate { names, by } if names.is_empty() => return Some(self.mate(*by)),
            Event::Promotion(test) => return Some(self.promotion(test)),
            Event::Castling { kind, by } => return Some(self.castling(*kind, *by)),
            Event::EnPassant { by: None } => "en_passant",
            Event::Ending { is_not, ending } => {
                let sign = if *is_not { "<>" } else { "=" };
                return Some(Condition::known(format!(
                    "{} {sign} '{}'",
                    self.of_game("ending"),
                    ending.name()
                )));
            }
            Event::Start(test) => return Some(unsure_number(&self.of_game("chess960"), test)),
            // Of the other numbers the tables do not tell whether the game says that it is one of Chess960.
            Event::Chess960Number(test) => {
                let mut wanted = (0..960).filter(|number| test.matches(i64::from(*number)));
                let is_clear = wanted.all(needs_chess960);
                return is_clear.then(|| unsure_number(&self.of_game("chess960"), test));
            }
            Event::Has(Feature::Variations) => "has_variations",
            Event::Has(Feature::Comments) => "has_comments",
            Event::Has(Feature::Nags) => "has_nags",
            Event::Illegal => return Some(Condition::whole(self.of_game("whole")).negated()),
            _ => return None,
        };
        Some(Condition::whole(self.of_game(flag)))
    }

    fn mate(&mut self, by: Option<Color>) -> Condition {
        let mate = Condition::whole(self.of_game("mate"));
        let Some(by) = by else { return mate };
        let plies = self.of_game("plies");
        Condition::all(vec![mate, self.is_to_move(by.other(), &plies)])
    }

    /// Is it the turn of this colour after so many plies?
    pub(super) fn is_to_move(&mut self, color: Color, plies: &str) -> Condition {
        let fen = self.of_game("start_fen");
        let sign = if color == Color::White { "=" } else { "<>" };
        Condition::known(format!("({plies} % 2 = 0) {sign} ({fen} IS NULL OR {fen} LIKE '% w %')"))
    }

    fn promotion(&mut self, test: &PromotionTest) -> Condition {
        if (test.role, test.on, test.by) == (None, None, None) {
            let column = if test.is_under { "underpromotion" } else { "promotion" };
            return Condition::whole(self.of_game(column));
        }
        // From the seventh rank to the eighth, the way that the side goes.
        let rank = test.by.map_or('_', |by| if by == Color::White { '8' } else { '1' });
        let square = match test.on {
            // On the last rank of the other side nothing of this one is promoted.
            Some(square) if rank != '_' && square.rank_char() != rank => return Condition::constant(false),
            Some(square) => square.to_string(),
            None => format!("_{rank}"),
        };
        let role = test.role.map_or('_', |role| role.letter().to_ascii_lowercase());
        let is_not_queen = test.is_under && test.role.is_none();
        self.row(|mv, _| {
            let mut parts = vec![Condition::unsure(format!("{mv} LIKE '__{square}{role}'"))];
            parts.extend(is_not_queen.then(|| Condition::unsure(format!("{mv} NOT LIKE '%q'"))));
            Condition::all(parts)
        })
    }

    fn castling(&mut self, kind: CastlingKind, by: Option<Color>) -> Condition {
        if kind == CastlingKind::Opposite {
            let mut way = |white, black| {
                let sides = [(white, Color::White), (black, Color::Black)];
                Condition::all(sides.map(|(kind, color)| self.castling(kind, Some(color))).into())
            };
            let (short, long) = (CastlingKind::Short, CastlingKind::Long);
            return Condition::any(vec![way(short, long), way(long, short)]);
        }
        self.row(|mv, san| {
            let mut parts = vec![castles(kind, san)];
            // The king stands on the first rank of its side.
            let rank = by.map(|by| if by == Color::White { '1' } else { '8' });
            parts.extend(rank.map(|rank| Condition::unsure(format!("{mv} LIKE '_{rank}%'"))));
            Condition::all(parts)
        })
    }

    /// There is a row of the game for which this holds, given its move in coordinates and in SAN.
    fn row(&mut self, condition: impl FnOnce(&str, &str) -> Condition) -> Condition {
        let found = self.exists(|_, row| {
            Ok::<_, std::convert::Infallible>(condition(&format!("{row}.move"), &format!("{row}.san")))
        });
        let Ok(found) = found;
        found
    }
}

/// Is the move in SAN such castling?
pub(super) fn castles(kind: CastlingKind, san: &str) -> Condition {
    match kind {
        CastlingKind::Short => Condition::all(vec![
            Condition::unsure(format!("{san} LIKE 'O-O%'")),
            Condition::unsure(format!("{san} NOT LIKE 'O-O-O%'")),
        ]),
        CastlingKind::Long => Condition::unsure(format!("{san} LIKE 'O-O-O%'")),
        CastlingKind::Any | CastlingKind::Opposite => Condition::unsure(format!("{san} LIKE 'O-O%'")),
    }
}
