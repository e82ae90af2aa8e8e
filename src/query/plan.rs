//! How an expression is answered in a segment of a store: what the columns tell, what the position index tells, and
//! which games are left to be looked at move by move.

use super::event::{Event, Feature};
use super::expr::{Expr, GameTerm, PlyTerm, Term};
use super::fields::{DateField, NumberField, TextField};
use super::store_subject::{date, eco, rating};
use super::text_test::TextTest;
use crate::chess::{Material, Position};
use crate::store::format::Kind;
use crate::store::tags::unpack_result;
use crate::store::{Columns, Flags, Segment, StoreError};

/// A test of one game by its columns: true or false, or `None` if they do not tell.
type Test<'s> = Box<dyn Fn(u32) -> Option<bool> + Send + Sync + 's>;

enum Node<'s> {
    Test(Test<'s>),
    /// False for games that are not in this list, else not known: the games that may have a position.
    Candidates(Candidates),
    Unknown,
    Not(Box<Node<'s>>),
    And(Vec<Node<'s>>),
    Or(Vec<Node<'s>>),
}

/// Games that may have a position.
struct Candidates {
    /// Ascending.
    list: Vec<u32>,
    /// A bit for each game.
    bits: Vec<u64>,
}

impl Candidates {
    fn new(list: Vec<u32>, games: u32) -> Candidates {
        let mut bits = vec![0u64; (games as usize).div_ceil(64)];
        for game in &list {
            if let Some(word) = bits.get_mut(*game as usize / 64) {
                *word |= 1 << (game % 64);
            }
        }
        Candidates { list, bits }
    }

    #[inline]
    fn has(&self, game: u32) -> bool {
        self.bits.get(game as usize / 64).is_some_and(|word| word >> (game % 64) & 1 != 0)
    }
}

/// What is known of an expression in a segment before any game is looked at.
pub struct Plan<'s> {
    root: Node<'s>,
}

/// An expression that is nothing but one position: exactly this one, or any with this key.
pub enum Exact {
    /// This one.
    Position(Box<Position>),
    /// Any with this key.
    Key(u64),
}

impl Exact {
    /// The position that an expression asks for, if it asks for nothing else.
    pub fn of(expr: &Expr) -> Option<Exact> {
        match expr {
            Expr::Term(Term::Ply(PlyTerm::Fen(test))) => {
                Some(Exact::Position(Box::new(test.position().clone())))
            }
            Expr::Term(Term::Ply(PlyTerm::After(test))) => {
                Some(Exact::Position(Box::new(test.position().clone())))
            }
            Expr::Term(Term::Ply(PlyTerm::Key(key))) => Some(Exact::Key(*key)),
            _ => None,
        }
    }

    #[inline]
    fn is(&self, position: &Position) -> bool {
        match self {
            Exact::Position(wanted) => wanted.same_as(position),
            Exact::Key(key) => *key == position.key(),
        }
    }

    /// Has a game the position? It is played up to there and no further. `position` is memory.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn is_in(
        &self,
        columns: &Columns<'_>,
        game: u32,
        position: &mut Position,
    ) -> Result<bool, StoreError> {
        match columns.start_if_odd(game)? {
            Some(start) => position.clone_from(&start),
            None => position.clone_from(Position::classic()),
        }
        if self.is(position) {
            return Ok(true);
        }
        Ok(columns.moves(game)?.any(|mv| {
            position.make(mv);
            self.is(position)
        }))
    }
}

/// Whether the position index is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UseIndex {
    /// Where there is one.
    IfThere,
    /// All games are looked at.
    Never,
}

impl<'s> Plan<'s> {
    /// Of an expression in a segment with these columns.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn new(
        expr: &Expr,
        segment: &'s Segment,
        columns: &Columns<'s>,
        index: UseIndex,
    ) -> Result<Plan<'s>, StoreError> {
        let maker = Maker { segment, columns, index };
        Ok(Plan { root: maker.node(expr, true)? })
    }

    /// The games that may match, ascending; `None`: all of them.
    pub fn candidates(&self) -> Option<&[u32]> {
        self.root.candidates()
    }

    /// Does the game match, as far as columns and index tell?
    #[inline]
    pub fn verdict(&self, game: u32) -> Option<bool> {
        self.root.verdict(game)
    }
}

impl Node<'_> {
    fn candidates(&self) -> Option<&[u32]> {
        match self {
            Node::Candidates(games) => Some(&games.list),
            Node::And(parts) => parts.iter().filter_map(Node::candidates).min_by_key(|games| games.len()),
            _ => None,
        }
    }

    fn verdict(&self, game: u32) -> Option<bool> {
        match self {
            Node::Test(test) => test(game),
            Node::Candidates(games) => {
                if games.has(game) {
                    None
                } else {
                    Some(false)
                }
            }
            Node::Unknown => None,
            Node::Not(inner) => inner.verdict(game).map(|holds| !holds),
            Node::And(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match part.verdict(game) {
                        Some(false) => return Some(false),
                        None => all = None,
                        Some(true) => {}
                    }
                }
                all
            }
            Node::Or(parts) => {
                let mut any = Some(false);
                for part in parts {
                    match part.verdict(game) {
                        Some(true) => return Some(true),
                        None => any = None,
                        Some(false) => {}
                    }
                }
                any
            }
        }
    }
}

/// Makes the nodes of a segment.
struct Maker<'m, 's> {
    segment: &'s Segment,
    columns: &'m Columns<'s>,
    index: UseIndex,
}

impl<'s> Maker<'_, 's> {
    /// `is_sole`: it is enough that the expression holds at some ply, whichever that is.
    fn node(&self, expr: &Expr, is_sole: bool) -> Result<Node<'s>, StoreError> {
        let nodes = |parts: &[Expr], is_sole: bool| {
            parts.iter().map(|part| self.node(part, is_sole)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match expr {
            Expr::Term(Term::Game(term)) => self.game_term(term),
            Expr::Term(Term::Ply(term)) => self.ply_term(term, is_sole)?,
            Expr::Not(inner) => Node::Not(Box::new(self.node(inner, false)?)),
            Expr::And(parts) => {
                let of_plies = parts.iter().filter(|part| !part.is_game_level()).count();
                Node::And(nodes(parts, is_sole && of_plies == 1)?)
            }
            Expr::Or(parts) => Node::Or(nodes(parts, is_sole)?),
            // What holds nowhere does not hold here, and what holds everywhere holds here.
            Expr::Somewhere(inner) => self.node(inner, true)?,
            Expr::Variation(inner) => self.variation(inner)?,
            Expr::Sequence { steps, .. } => Node::And(vec![Node::Unknown, Node::And(nodes(steps, false)?)]),
            Expr::Streak { of, .. } => Node::And(vec![Node::Unknown, self.node(of, false)?]),
        })
    }

    fn ply_term(&self, term: &PlyTerm, is_sole: bool) -> Result<Node<'s>, StoreError> {
        let one = |position: &Position| self.candidates(&[position.key()]);
        match term {
            PlyTerm::Fen(test) => one(test.position()),
            PlyTerm::After(test) => one(test.position()),
            PlyTerm::Key(key) => self.candidates(&[*key]),
            PlyTerm::Board(test) => self.candidates(&test.position().keys_of_board()),
            PlyTerm::Material(material) => Ok(self.material(material, is_sole)),
            _ => Ok(Node::Unknown),
        }
    }

    /// The games that may have something in a variation.
    fn variation(&self, inner: &Expr) -> Result<Node<'s>, StoreError> {
        let columns = self.columns.clone();
        let mut parts = vec![test(move |game| match columns.flags(game).has(Flags::VARIATIONS) {
            true => None,
            false => Some(false),
        })];
        if self.segment.has(Kind::WithVariations)
            && let Expr::Term(Term::Ply(
                term @ (PlyTerm::Fen(_) | PlyTerm::After(_) | PlyTerm::Key(_) | PlyTerm::Board(_)),
            )) = inner
        {
            parts.push(self.ply_term(term, false)?);
        }
        Ok(Node::And(parts))
    }

    fn material(&self, material: &super::material::Material, is_sole: bool) -> Node<'s> {
        let columns = self.columns.clone();
        if let Some(holds) = material.ending_test() {
            let endings = self.texts(Kind::Endings, holds);
            return test(move |game| match is_named(&endings, columns.get(Kind::Ending, game)) {
                false => Some(false),
                true => is_sole.then_some(true),
            });
        }
        let Some(may_be) = material.bounds() else { return Node::Unknown };
        test(move |game| {
            let last: Material = columns.material(game);
            if may_be.may_come_before(last) { None } else { Some(false) }
        })
    }

    /// The games that may have a position with one of these keys.
    fn candidates(&self, keys: &[u64]) -> Result<Node<'s>, StoreError> {
        if self.index == UseIndex::Never {
            return Ok(Node::Unknown);
        }
        let Some(index) = self.segment.positions()? else { return Ok(Node::Unknown) };
        let mut games = Vec::new();
        for key in keys {
            index.candidates(*key, &mut games).map_err(|error| self.segment.index_error(error))?;
        }
        if keys.len() > 1 {
            games.sort_unstable();
            games.dedup();
        }
        Ok(Node::Candidates(Candidates::new(games, self.segment.games())))
    }

    fn game_term(&self, term: &GameTerm) -> Node<'s> {
        let columns = self.columns.clone();
        match term {
            GameTerm::Text(field, test) => self.text(field, test),
            GameTerm::Number(field, number) => self.number(field, *number),
            GameTerm::Date(DateField::Date, day) => {
                let day = *day;
                known(move |game| day.matches(date(columns.get(Kind::Date, game))))
            }
            GameTerm::Date(..) => Node::Unknown,
            GameTerm::Eco(codes) => {
                let codes = *codes;
                // Without a tag the moves tell.
                test(move |game| eco(columns.get(Kind::Eco, game)).map(|code| codes.matches(code)))
            }
            GameTerm::Result { is_not, result } => {
                let (is_not, result) = (*is_not, *result);
                known(move |game| (unpack_result(columns.get(Kind::Result, game)) == result) != is_not)
            }
            GameTerm::Event(event) => self.event(event),
        }
    }

    /// Tests every name of a dictionary once.
    fn names(&self, dictionary: Kind, test: &TextTest) -> Vec<bool> {
        self.texts(dictionary, |name| test.matches(name))
    }

    /// Which texts of a dictionary pass, by their numbers.
    fn texts(&self, dictionary: Kind, passes: impl Fn(&str) -> bool) -> Vec<bool> {
        let texts = self.columns.dictionary(dictionary);
        // Number 0: there is no such text.
        std::iter::once(false).chain(texts.iter().map(|text| text.is_some_and(&passes))).collect()
    }

    fn text(&self, field: &TextField, wanted: &TextTest) -> Node<'s> {
        let columns = self.columns.clone();
        let one = |column: Kind, dictionary: Kind| {
            let (columns, names) = (columns.clone(), self.names(dictionary, wanted));
            known(move |game| is_named(&names, columns.get(column, game)))
        };
        match field.tag() {
            Some("White") => one(Kind::White, Kind::Players),
            Some("Black") => one(Kind::Black, Kind::Players),
            Some("Event") => one(Kind::Event, Kind::Events),
            Some("Site") => one(Kind::Site, Kind::Sites),
            Some("Round") => one(Kind::Round, Kind::Rounds),
            None if *field == TextField::Player => {
                let names = self.names(Kind::Players, wanted);
                let is_negative = wanted.is_negative();
                known(move |game| {
                    let (white, black) = (columns.get(Kind::White, game), columns.get(Kind::Black, game));
                    let (w, b) = (is_named(&names, white), is_named(&names, black));
                    if is_negative {
                        // Whoever is there must pass, and somebody must be there.
                        (white != 0 || black != 0) && (white == 0 || w) && (black == 0 || b)
                    } else {
                        w || b
                    }
                })
            }
            _ => Node::Unknown,
        }
    }

    fn number(&self, field: &NumberField, number: super::compare::NumberTest) -> Node<'s> {
        let columns = self.columns.clone();
        let matches = move |elo: Option<u32>| elo.is_some_and(|elo| number.matches(i64::from(elo)));
        match field {
            NumberField::WhiteElo => known(move |game| matches(rating(columns.get(Kind::WhiteElo, game)))),
            NumberField::BlackElo => known(move |game| matches(rating(columns.get(Kind::BlackElo, game)))),
            NumberField::Elo => known(move |game| {
                let white = rating(columns.get(Kind::WhiteElo, game));
                let black = rating(columns.get(Kind::BlackElo, game));
                if number.op == super::compare::Comparison::IsNot {
                    (white.is_some() || black.is_some())
                        && [white, black].into_iter().flatten().all(|elo| number.matches(i64::from(elo)))
                } else {
                    matches(white) || matches(black)
                }
            }),
            NumberField::EloDiff => known(move |game| {
                let white = rating(columns.get(Kind::WhiteElo, game));
                let black = rating(columns.get(Kind::BlackElo, game));
                match (white, black) {
                    (Some(white), Some(black)) => number.matches(i64::from(white) - i64::from(black)),
                    _ => false,
                }
            }),
            NumberField::Plies => known(move |game| number.matches(columns.plies(game) as i64)),
            NumberField::Tag(_) => Node::Unknown,
        }
    }

    fn event(&self, event: &Event) -> Node<'s> {
        let columns = self.columns.clone();
        // Just what the flag says, or false without it.
        let is = |flag: Flags| {
            let columns = columns.clone();
            known(move |game| columns.flags(game).has(flag))
        };
        let only_with = |flag: Flags| {
            let columns = columns.clone();
            test(move |game| if columns.flags(game).has(flag) { None } else { Some(false) })
        };
        match event {
            Event::Repetition(3) => is(Flags::THREEFOLD),
            Event::Repetition(5) => is(Flags::FIVEFOLD),
            Event::Repetition(4) | Event::Repetition(6..) => only_with(Flags::THREEFOLD),
            Event::RepetitionAtEnd => is(Flags::REPETITION_AT_END),
            Event::Perpetual { .. } => only_with(Flags::THREEFOLD),
            Event::Fifty => is(Flags::FIFTY),
            Event::SeventyFive => is(Flags::SEVENTYFIVE),
            Event::Dead => is(Flags::DEAD),
            Event::Stalemate => is(Flags::STALEMATE),
            Event::Mate { names, by: None } if names.is_empty() => is(Flags::MATE),
            Event::Mate { .. } => only_with(Flags::MATE),
            Event::Promotion(promotion) => {
                let flag = if promotion.is_under { Flags::UNDERPROMOTION } else { Flags::PROMOTION };
                match (promotion.role, promotion.on, promotion.by) {
                    (None, None, None) => is(flag),
                    _ => only_with(flag),
                }
            }
            Event::EnPassant { by: None } => is(Flags::EN_PASSANT),
            Event::EnPassant { .. } => only_with(Flags::EN_PASSANT),
            Event::Chess960 => is(Flags::CHESS960),
            Event::Chess960Number(number) => {
                let number = *number;
                known(move |game| {
                    columns.flags(game).has(Flags::CHESS960)
                        && has_number(&columns, game, |n| number.matches(n))
                })
            }
            Event::Start(number) => {
                let number = *number;
                known(move |game| has_number(&columns, game, |n| number.matches(n)))
            }
            Event::Chess960Pattern(_) => only_with(Flags::CHESS960),
            Event::Comment(_) | Event::Clock { .. } | Event::EvalDrop { .. } => only_with(Flags::COMMENTS),
            Event::Nag(_) => only_with(Flags::NAGS),
            Event::Has(Feature::Comments) => is(Flags::COMMENTS),
            Event::Has(Feature::Variations) => is(Flags::VARIATIONS),
            Event::Has(Feature::Nags) => is(Flags::NAGS),
            Event::Has(Feature::Clocks | Feature::Evals) => only_with(Flags::COMMENTS),
            Event::Illegal => known(move |game| !columns.flags(game).has(Flags::WHOLE)),
            _ => Node::Unknown,
        }
    }
}

fn test<'s>(test: impl Fn(u32) -> Option<bool> + Send + Sync + 's) -> Node<'s> {
    Node::Test(Box::new(test))
}

fn known<'s>(holds: impl Fn(u32) -> bool + Send + Sync + 's) -> Node<'s> {
    test(move |game| Some(holds(game)))
}

fn is_named(names: &[bool], number: u64) -> bool {
    usize::try_from(number).ok().and_then(|index| names.get(index)).copied().unwrap_or(false)
}

/// Has the start position a Chess960 number that passes?
fn has_number(columns: &Columns<'_>, game: u32, matches: impl Fn(i64) -> bool) -> bool {
    i64::try_from(columns.get(Kind::Start, game)).is_ok_and(|number| number < 960 && matches(number))
}
