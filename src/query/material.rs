//! What stands on the board, wherever it stands: `material "KRPkr"`, `up exchange`, `Q vs RR`, `opposite bishops`.

use std::fmt;

use super::difference::Difference;
use super::piece_set::piece_of;
use super::ply::Ply;
use super::term::{Scanner, TermError, TermFault, error};
use crate::chess::{self, Color, Piece, Position, Role};
use crate::store::endings;

/// The light squares.
const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// The order in which a signature is written.
const WRITTEN: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The order in which it is tested: what is on the board for longest comes first.
const TESTED: [Role; 5] = [Role::Pawn, Role::Rook, Role::Bishop, Role::Knight, Role::Queen];

/// A test of the material on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Material {
    /// How many there are of each kind.
    Signature(Signature),
    /// What one side has and the other has not.
    Difference(Difference),
    /// One bishop on each side, on squares of different colours; whatever else there is.
    OppositeBishops,
}

impl Material {
    /// Reads a signature (see [`Signature::parse`]), a difference (see [`Difference::parse`]) or `opposite bishops`.
    ///
    /// # Errors
    /// As those two have them.
    pub fn parse(text: &str) -> Result<Material, TermError> {
        let mut scanner = Scanner::new(text);
        if scanner.eat_words(&["opposite", "bishops"]) {
            scanner.end("nothing more")?;
            return Ok(Material::OppositeBishops);
        }
        if Difference::is_meant(text) {
            return Difference::parse(text).map(Material::Difference);
        }
        Signature::parse(text).map(Material::Signature)
    }

    /// Does the position have this material?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        match self {
            Material::Signature(signature) => signature.matches(ply),
            Material::Difference(difference) => difference.matches(ply),
            Material::OppositeBishops => opposite_bishops(ply.position),
        }
    }
}

/// What the last material of a game tells of whether a signature can have been there before: a side has never more pawns
/// and never more men than before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Most pawns and most men besides the king, by colour; one or two ways round.
    ways: Vec<[(u32, u32); 2]>,
}

impl Bounds {
    /// Can a game that ends with this material have had the signature?
    pub fn may_come_before(&self, last: chess::Material) -> bool {
        let fits = |color: Color, (pawns, men): (u32, u32)| {
            last.count(color, Role::Pawn) <= pawns && last.men_of(color) <= men
        };
        self.ways.iter().any(|[white, black]| fits(Color::White, *white) && fits(Color::Black, *black))
    }
}

impl Bounds {
    /// Most men that there can be with the signature, kings included.
    pub fn most_men(&self) -> u32 {
        let all = |[(_, white), (_, black)]: &[(u32, u32); 2]| white.saturating_add(*black).saturating_add(2);
        self.ways.iter().map(all).max().unwrap_or(u32::MAX)
    }
}

impl Material {
    /// A test of the endings of a game (see [`endings`]) that finds one with this material; `None` if material that
    /// passes may have more men than endings have.
    pub fn ending_test(&self) -> Option<impl Fn(&str) -> bool + '_> {
        let Material::Signature(signature) = self else { return None };
        let most = signature.quantities.iter().flatten().fold(0u32, |sum, one| sum.saturating_add(one.most));
        let holds = move |text: &str| endings::read(text).any(|men| signature.holds(&men));
        (most <= endings::MOST_MEN).then_some(holds)
    }

    /// A test of last material that games pass which ever had this material; `None` if it rules nothing out.
    pub fn bounds(&self) -> Option<Bounds> {
        let Material::Signature(signature) = self else { return None };
        let most = |side: &[Quantity; 6]| {
            let men = side.iter().zip(Role::ALL).filter(|(_, role)| *role != Role::King);
            let all = men.fold(0u32, |sum, (quantity, _)| sum.saturating_add(quantity.most));
            (side.first().map_or(0, |pawns| pawns.most), all)
        };
        let [white, black] = signature.quantities.each_ref().map(most);
        let mut ways = vec![[white, black]];
        if signature.either {
            ways.push([black, white]);
        }
        Some(Bounds { ways })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Material::Signature(signature) => signature.fmt(f),
            Material::Difference(difference) => difference.fmt(f),
            Material::OppositeBishops => write!(f, "opposite bishops"),
        }
    }
}

fn opposite_bishops(position: &Position) -> bool {
    let [white, black] = [Color::White, Color::Black].map(|color| position.pieces(color, Role::Bishop).0);
    white.is_power_of_two() && black.is_power_of_two() && (white & LIGHT == 0) != (black & LIGHT == 0)
}

/// How many of one kind; `most` is `u32::MAX` if there is no upper bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Quantity {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// How many pieces of each kind and colour are on the board.
///
/// Letters in any order, capitals White's: `KRPkr`. A letter said twice is two pieces; a kind that is not said is not
/// there; kings may be left out. Behind a letter `+` is one or more, `*` any number, `{2}`, `{2..3}`, `{2..}`, `{..3}`
/// so many. `either` before or behind it also finds it with the colours exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// By colour and role; kings are always one.
    quantities: [[Quantity; 6]; 2],
    either: bool,
    /// One test, or two if the colours may be exchanged.
    tests: Vec<CountTest>,
}

/// A signature as it is tested, by piece codes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CountTest {
    absent: Vec<u8>,
    counted: Vec<(u8, Quantity)>,
}

impl Signature {
    /// Reads a signature in quotation marks or not.
    ///
    /// # Errors
    /// For letters that are no piece, a king counted otherwise than once, an empty range.
    pub fn parse(text: &str) -> Result<Signature, TermError> {
        let mut scanner = Scanner::new(text);
        let mut either = scanner.eat_word("either");
        let mut body = scanner.body()?;
        let mut quantities = [[Quantity::default(); 6]; 2];
        let start = body.at();
        loop {
            body.blanks();
            let at = body.at();
            let Some(letter) = body.peek() else { break };
            let Some(piece) = piece_of(letter) else {
                return Err(body.unexpected("a piece letter"));
            };
            body.bump();
            let more = Quantity::read(&mut body)?;
            let sum = &mut quantities[piece.color.index()][piece.role.index()];
            if piece.role == Role::King && (more != Quantity::exactly(1) || *sum != Quantity::default()) {
                return Err(error(at, TermFault::KingCount));
            }
            *sum = Quantity {
                least: sum.least.saturating_add(more.least),
                most: sum.most.saturating_add(more.most),
            };
        }
        if body.at() == start {
            return Err(body.unexpected("a piece letter"));
        }
        either |= scanner.eat_word("either");
        scanner.end("`either`")?;
        for side in &mut quantities {
            side[Role::King.index()] = Quantity::exactly(1);
        }
        Ok(Signature::new(quantities, either))
    }

    fn new(quantities: [[Quantity; 6]; 2], either: bool) -> Signature {
        let [white, black] = quantities;
        let mut tests = vec![CountTest::new(&quantities)];
        if either && white != black {
            tests.push(CountTest::new(&[black, white]));
        }
        Signature { quantities, either, tests }
    }

    /// Is this what it asks for?
    fn holds(&self, men: &endings::Men) -> bool {
        let fits = |white: usize, black: usize| {
            let sides = [(white, 0), (black, 1)];
            sides.iter().all(|(own, wanted)| {
                let pairs = men.get(*own).zip(self.quantities.get(*wanted));
                pairs.is_some_and(|(men, wanted)| wanted.iter().zip(men).all(|(one, men)| one.contains(*men)))
            })
        };
        fits(0, 1) || self.either && fits(1, 0)
    }

    /// How many of this kind there may be.
    pub fn quantity(&self, piece: Piece) -> Quantity {
        self.quantities[piece.color.index()][piece.role.index()]
    }

    /// Is it found with the colours exchanged too?
    pub fn is_either(&self) -> bool {
        self.either
    }

    /// Is this what stands on the board?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        self.tests.iter().any(|test| test.matches(ply.position))
    }
}

impl CountTest {
    fn new(quantities: &[[Quantity; 6]; 2]) -> CountTest {
        let (mut absent, mut counted) = (Vec::new(), Vec::new());
        for role in TESTED {
            for color in [Color::White, Color::Black] {
                let code = Piece { color, role }.code();
                let quantity = quantities[color.index()][role.index()];
                if quantity.most == 0 {
                    absent.push(code);
                } else if quantity != Quantity::ANY {
                    counted.push((code, quantity));
                }
            }
        }
        CountTest { absent, counted }
    }

    #[inline]
    fn matches(&self, position: &Position) -> bool {
        let set = |code: u8| position.sets[(code & 31) as usize];
        self.absent.iter().all(|code| set(*code) == 0)
            && self.counted.iter().all(|(code, quantity)| quantity.contains(set(*code).count_ones()))
    }
}

impl Quantity {
    /// Any number, none too.
    pub const ANY: Quantity = Quantity { least: 0, most: u32::MAX };

    /// Just so many.
    pub const fn exactly(number: u32) -> Quantity {
        Quantity { least: number, most: number }
    }

    /// Is it so many?
    #[inline]
    pub const fn contains(self, number: u32) -> bool {
        self.least <= number && number <= self.most
    }

    /// What stands behind a letter; one if nothing does.
    fn read(scanner: &mut Scanner<'_>) -> Result<Quantity, TermError> {
        if scanner.eat('+') {
            return Ok(Quantity { least: 1, most: u32::MAX });
        }
        if scanner.eat('*') {
            return Ok(Quantity::ANY);
        }
        let opening = scanner.at();
        if !scanner.eat('{') {
            return Ok(Quantity::exactly(1));
        }
        let least = scanner.number()?;
        let quantity = if scanner.eat('.') {
            if !scanner.eat('.') {
                return Err(scanner.unexpected("`..`"));
            }
            let most = scanner.number()?;
            Quantity { least: least.unwrap_or(0), most: most.unwrap_or(u32::MAX) }
        } else {
            Quantity::exactly(least.ok_or_else(|| scanner.unexpected("a number"))?)
        };
        if !scanner.eat('}') {
            let is_open = scanner.peek().is_none();
            let unclosed = error(opening, TermFault::NotClosed('{'));
            return Err(if is_open { unclosed } else { scanner.unexpected("`..` or `}`") });
        }
        if quantity.least > quantity.most {
            let fault = TermFault::EmptyRange { from: quantity.least, to: quantity.most };
            return Err(error(opening, fault));
        }
        Ok(quantity)
    }

    /// Writes the letter and what says how many.
    fn write(self, letter: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (0, 0) => Ok(()),
            (0, u32::MAX) => write!(f, "{letter}*"),
            (1, u32::MAX) => write!(f, "{letter}+"),
            (least, u32::MAX) => write!(f, "{letter}{{{least}..}}"),
            (least, most) if least == most && least <= 3 => {
                (0..least).try_for_each(|_| write!(f, "{letter}"))
            }
            (least, most) if least == most => write!(f, "{letter}{{{least}}}"),
            (least, most) => write!(f, "{letter}{{{least}..{most}}}"),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.either {
            write!(f, "either ")?;
        }
        write!(f, "\"")?;
        for color in [Color::White, Color::Black] {
            for role in WRITTEN {
                let piece = Piece { color, role };
                self.quantity(piece).write(piece.letter(), f)?;
            }
        }
        write!(f, "\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{Dice, at, random_game, squares, still};
    use proptest::prelude::*;

    fn found(material: &str, fen: &str) -> bool {
        Material::parse(material).expect("material").matches(&still(&at(fen)))
    }

    const KRP_KR: &str = "4k3/1r6/8/8/4P3/8/4K3/4R3 w - - 0 1";
    const KR_KRP: &str = "4k3/1r6/4p3/8/8/8/4K3/4R3 w - - 0 1";

    #[test]
    fn a_signature_is_exact_and_knows_colours() {
        for (material, here, swapped) in [
            ("\"KRPkr\"", true, false),
            ("PRkKr", true, false),
            ("RPr", true, false),
            ("either KRPkr", true, true),
            ("\"KRPkr\" either", true, true),
            ("KRPkrp", false, false),
            ("KRkr", false, false),
            ("KR+P*kr", true, false),
            ("KR+P*krp*", true, true),
            ("KRP{1..3}kr", true, false),
            ("KRP{2..}kr", false, false),
            ("KRP{..1}krp{1}", false, true),
            ("KRP{..1}krp{..1}", true, true),
            ("\"KR P{1} k r\"", true, false),
        ] {
            assert_eq!((found(material, KRP_KR), found(material, KR_KRP)), (here, swapped), "{material}");
        }
    }

    #[test]
    fn bishops_are_opposite_on_squares_of_different_colours() {
        assert!(found("opposite bishops", "2b1k3/pp4pp/8/8/8/8/PP4PP/2B1K3 w - - 0 1"));
        assert!(!found("Opposite Bishops", "2b1k3/pp4pp/8/8/8/8/PP4PP/3BK3 w - - 0 1"));
        assert!(!found("opposite bishops", "2bbk3/pp4pp/8/8/8/8/PP4PP/2B1K3 w - - 0 1"));
    }

    #[test]
    fn what_is_no_signature_says_where() {
        use TermFault::*;
        for (text, byte, expected) in [
            ("KKR", 1, KingCount),
            ("k{2}", 0, KingCount),
            ("KR{3..2}", 2, EmptyRange { from: 3, to: 2 }),
            ("KR{3", 2, NotClosed('{')),
            ("KR{99999999999}", 3, TooLarge),
        ] {
            let fault = Material::parse(text).expect_err(text);
            assert_eq!((fault.at, fault.fault), (byte, expected), "{text}");
        }
        for (text, byte) in
            [("KTkt", 1), ("", 0), ("\"\"", 1), ("KR{.3}", 4), ("KR{}", 3), ("KR opposite", 3)]
        {
            let fault = Material::parse(text).expect_err(text);
            assert_eq!(fault.at, byte, "{text}");
            assert!(matches!(fault.fault, Unexpected { .. }), "{fault}");
        }
    }

    fn random_signature(dice: &mut Dice, position: &Position) -> Signature {
        let mut quantities = [[Quantity::exactly(1); 6]; 2];
        for color in [Color::White, Color::Black] {
            for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
                let here = position.pieces(color, role).len();
                quantities[color.index()][role.index()] = match dice.below(40) {
                    0 => Quantity::exactly(dice.below(4) as u32),
                    1..12 => Quantity::ANY,
                    12..14 => Quantity { least: 1, most: u32::MAX },
                    14..20 => Quantity { least: here.saturating_sub(1), most: here + 1 },
                    20..24 => Quantity { least: here.saturating_sub(1), most: u32::MAX },
                    _ => Quantity::exactly(here),
                };
            }
        }
        Signature::new(quantities, dice.below(2) == 0)
    }

    fn slowly(signature: &Signature, position: &Position) -> bool {
        let fits = |swapped: bool| {
            [Color::White, Color::Black].into_iter().all(|color| {
                let wanted = if swapped { color.other() } else { color };
                Role::ALL.into_iter().all(|role| {
                    let here =
                        squares().filter(|s| position.piece_at(*s) == Some(Piece { color, role })).count();
                    let Quantity { least, most } = signature.quantity(Piece { color: wanted, role });
                    (least as usize..=most as usize).contains(&here)
                })
            })
        };
        fits(false) || signature.is_either() && fits(true)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]
        #[test]
        fn signatures_agree_with_counting_on_the_board(seed: u64) {
            let mut dice = Dice::new(seed);
            let game = random_game(seed, 80);
            let from = dice.below(game.len());
            let signature = random_signature(&mut dice, &game[from].position);
            for step in &game {
                prop_assert_eq!(signature.matches(&step.ply()), slowly(&signature, &step.position));
            }
            prop_assert_eq!(Signature::parse(&signature.to_string()), Ok(signature));
        }

        #[test]
        fn no_text_is_too_strange(text in "(either )?\"?[KQRBNPkqrbnp*+{}.0-9 ]{0,40}\"?( vs R)?") {
            if let Ok(material) = Material::parse(&text) {
                prop_assert_eq!(Material::parse(&material.to_string()), Ok(material));
            }
        }
    }
}
