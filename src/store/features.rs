//! What the store keeps of a game beside its tags and moves: what happened on the board, found in one pass.

use crate::check::plain::PlainGame;
use crate::chess::history::{FIFTY_MOVES, Milestones, Recurrence, SEVENTYFIVE_MOVES};
use crate::chess::mailbox::Mailbox;
use crate::chess::mates::{MateStory, NamedMates, named_mates};
use crate::chess::perpetual::{PerpetualCheck, perpetual_check};
use crate::chess::{Color, Material, Move, Position, Role, Wing, chess960};
use crate::replay::{Effect, Ply};

use super::endings;
use super::home_pawns::{HomePawns, Leaving};

/// A side's castling in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castled {
    /// King side (short) or queen side (long).
    pub wing: Wing,
    /// Plies of the main line up to and with it.
    pub ply: u32,
}

/// What happened on the board in the main line of a game.
///
/// Plies count from 0, the start position of the game: ply n is the position after n moves of the main line, and what
/// a move does happens at the ply it leads to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Features {
    /// The last position is mate.
    pub is_mate: bool,
    /// The names of the mate.
    pub named_mates: NamedMates,
    /// The last position is stalemate.
    pub is_stalemate: bool,
    /// The last position is dead by material (FIDE Laws 5.2.2).
    pub is_dead: bool,
    /// The side to move is in check in the last position, mate or not.
    pub is_check: bool,
    /// First plies of a third and fifth occurrence and of 50 and 75 moves without pawn move or capture.
    pub milestones: Milestones,
    /// How often any one position was there at most; at least 1.
    pub most_occurrences: u32,
    /// How often the last position was there; 3 or more means the repetition stands at the end of the game.
    pub final_occurrences: u32,
    /// The first perpetual check.
    pub perpetual: Option<PerpetualCheck>,
    /// The longest stretch of plies of the game without pawn move or capture (what a FEN says came before it does not
    /// count).
    pub longest_quiet: u32,
    /// Castling by colour, White first.
    pub castled: [Option<Castled>; 2],
    /// Someone castled in a game whose start is one of Chess960 and not the classic one: by its castling rights, or
    /// as one of the 960 arrangements (of each side, in double Chess960).
    pub has_castled_in_960: bool,
    /// Captures en passant.
    pub en_passants: u32,
    /// Ply of the first of them.
    pub first_en_passant: Option<u32>,
    /// Promotions by colour (White first) and to queen, rook, bishop, knight, as [`Role::PROMOTIONS`] has them.
    pub promotions: [[u32; 4]; 2],
    /// Ply of the first promotion.
    pub first_promotion: Option<u32>,
    /// Ply of the first promotion to anything but a queen.
    pub first_underpromotion: Option<u32>,
    /// Captures, en passant included.
    pub captures: u32,
    /// Ply of the first capture.
    pub first_capture: Option<u32>,
    /// Moves that gave check (that of a start position is not counted).
    pub checks: u32,
    /// Material of the last position.
    pub material: Material,
    /// The order in which the home pawns left.
    pub home_pawns: HomePawns,
}

impl Features {
    /// The features of a game whose moves are legal.
    pub fn of(start: &Position, moves: &[Move]) -> Features {
        Surveyor::default().survey(start, moves)
    }

    /// Promotions of one side, or of both if `color` is `None`, to one kind; 0 for what no pawn becomes.
    pub fn promoted(&self, color: Option<Color>, role: Role) -> u32 {
        let Some(place) = Role::PROMOTIONS.iter().position(|promoted| *promoted == role) else { return 0 };
        let of = |color: Color| {
            self.promotions.get(color.index()).and_then(|side| side.get(place)).copied().unwrap_or(0)
        };
        color.map_or_else(|| of(Color::White) + of(Color::Black), of)
    }
}

/// Finds the features of game after game; the memory of one is used for the next.
#[derive(Clone, Debug, Default)]
pub struct Surveyor {
    keys: Vec<u64>,
    endings: Vec<Material>,
    repeated: Vec<u32>,
    recurrence: Recurrence,
    seen: Seen,
    /// [`Features::checks`] need not be right.
    leaves_out_checks: bool,
}

/// No ply yet, so that the first of something is a minimum.
const NEVER: u32 = u32::MAX;

fn ever(ply: u32) -> Option<u32> {
    (ply != NEVER).then_some(ply)
}

/// A game from the classic start position that has been replayed already.
#[derive(Clone, Copy, Debug)]
pub struct Replayed<'g> {
    /// Its moves, none of them a null move, with what they did.
    pub plies: &'g [Ply],
    /// The same moves alone.
    pub moves: &'g [Move],
    /// The position behind them.
    pub last: &'g Position,
    /// How many of them give check; 0 if nobody wants to know.
    pub checks: u32,
}

impl Surveyor {
    /// One for those who do not want to know [`Features::checks`]: of plain games it may stay 0, where to find it would
    /// take another replay.
    pub fn without_checks() -> Surveyor {
        Surveyor { leaves_out_checks: true, ..Surveyor::default() }
    }

    /// The features of a game whose moves are legal.
    pub fn survey(&mut self, start: &Position, moves: &[Move]) -> Features {
        self.begin(start, moves);
        let mut pass = Pass::new(start);
        let mut position = start.clone();
        self.keys.push(position.key());
        self.look_back(&mut pass, position.key(), position.halfmove_clock(), || position.is_mate());
        for &mv in moves {
            let us = position.turn();
            let moved = position.make(mv);
            pass.checks += u32::from(position.is_check_after(mv, moved));
            let effect = Effect::new(moved.is_irreversible(), moved.is_capture());
            pass.step(mv, effect, us);
            if makes_ending(mv, effect, pass.men) {
                self.endings.push(Material::of(&position));
            }
            self.keys.push(position.key());
            self.look_back(&mut pass, position.key(), position.halfmove_clock(), || position.is_mate());
        }
        self.finish(pass, start, moves, &position)
    }

    /// The same, faster, where the replay is done.
    pub fn survey_replayed(&mut self, game: Replayed<'_>) -> Features {
        let Replayed { plies, moves, last, checks } = game;
        let start = Position::classic();
        self.begin(start, moves);
        self.keys.push(start.key());
        self.keys.extend(plies.iter().map(|ply| ply.key()));
        let mut pass = Pass::new(start);
        pass.checks = checks;
        self.seen.may_be_known(start.key(), 0, 0);
        let mut us = Color::White;
        for ply in plies {
            pass.step(ply.mv(), ply.effect(), us);
            us = us.other();
            let (clock, is_last) = (pass.quiet, pass.ply as usize == plies.len());
            // Nothing comes behind a mate.
            self.look_back(&mut pass, ply.key(), clock, || is_last && last.is_mate());
        }
        if pass.men <= endings::MOST_MEN {
            self.find_endings(start, plies);
        }
        self.finish(pass, start, moves, last)
    }

    /// The endings of a game that has some.
    fn find_endings(&mut self, start: &Position, plies: &[Ply]) {
        let mut board = Mailbox::new(start);
        let mut men = start.occupied().len();
        for ply in plies {
            board.play(ply.mv());
            men = men.saturating_sub(u32::from(ply.effect().is_capture()));
            if makes_ending(ply.mv(), ply.effect(), men) {
                self.endings.push(board.material());
            }
        }
    }

    /// The features of a plain game with these moves.
    pub fn survey_plain(&mut self, game: &PlainGame<'_>, moves: &[Move]) -> Features {
        match game.checks().or(self.leaves_out_checks.then_some(0)) {
            Some(checks) => {
                self.survey_replayed(Replayed { plies: game.plies, moves, last: game.last, checks })
            }
            None => self.survey(Position::classic(), moves),
        }
    }

    fn begin(&mut self, start: &Position, moves: &[Move]) {
        self.keys.clear();
        self.keys.reserve(moves.len() + 1);
        self.recurrence.clear();
        self.seen.begin(moves.len());
        self.endings.clear();
        self.repeated.clear();
        if start.occupied().len() <= endings::MOST_MEN {
            self.endings.push(Material::of(start));
        }
    }

    fn finish(&self, pass: Pass, start: &Position, moves: &[Move], last: &Position) -> Features {
        let mut features = pass.finish(start, moves, last);
        if features.milestones.threefold.is_some() {
            features.perpetual = perpetual_check(start.turn(), &self.keys, &checks(start, moves));
        }
        features
    }

    /// The keys of all positions of the game surveyed last, the start position's first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The plies of the game surveyed last at which a position was there again, in ascending order.
    pub fn repeated(&self) -> &[u32] {
        &self.repeated
    }

    /// The endings of the game surveyed last, in their order: its material from the ply on at which there are so few men
    /// that it is one.
    pub fn endings(&self) -> &[Material] {
        &self.endings
    }

    /// Repetition and the long counts at the position reached, which has this key, so many plies after a pawn move or
    /// capture.
    #[inline(always)]
    fn look_back(&mut self, pass: &mut Pass, key: u64, clock: u32, is_mate: impl FnOnce() -> bool) {
        let may_be_known = self.seen.may_be_known(key, pass.ply, clock);
        pass.features.final_occurrences = 1;
        if may_be_known || clock >= FIFTY_MOVES {
            let is_over = clock >= SEVENTYFIVE_MOVES && is_mate();
            let keys = self.keys.get(..=pass.ply as usize).unwrap_or_default();
            let count = self.recurrence.count(keys, clock);
            if count > 1 {
                self.repeated.push(pass.ply);
            }
            pass.count_up(count, clock, is_over);
        }
    }
}

/// Which positions of a game there were, by a few bits of their keys: most plies need not look back at all.
#[derive(Clone, Debug)]
struct Seen {
    /// The number of the last position with these bits, counted through all games.
    last: [u32; Seen::SIZE],
    /// The number of the game's start position.
    begin: u32,
    /// The first number of the next game.
    next: u32,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { last: [0; Seen::SIZE], begin: 1, next: 1 }
    }
}

impl Seen {
    const SIZE: usize = 1024;

    /// Begins a game of so many plies.
    fn begin(&mut self, plies: usize) {
        let positions = u32::try_from(plies).unwrap_or(u32::MAX).saturating_add(1);
        if self.next.checked_add(positions).is_none() {
            *self = Seen::default();
        }
        self.begin = self.next;
        self.next = self.begin.saturating_add(positions);
    }

    /// Notes a position. False if it cannot have been there in the last `clock` plies.
    #[inline(always)]
    fn may_be_known(&mut self, key: u64, ply: u32, clock: u32) -> bool {
        let number = self.begin.saturating_add(ply);
        let first = self.begin.max(number.saturating_sub(clock));
        match self.last.get_mut(key as usize % Seen::SIZE) {
            Some(last) => std::mem::replace(last, number) >= first,
            None => true,
        }
    }
}

/// A pass through one game.
struct Pass {
    features: Features,
    leaving: Leaving,
    ply: u32,
    quiet: u32,
    first_capture: u32,
    /// Men on the board, kings included.
    men: u32,
    checks: u32,
}

impl Pass {
    fn new(start: &Position) -> Pass {
        let features = Features { most_occurrences: 1, final_occurrences: 1, ..Features::default() };
        Pass {
            features,
            leaving: Leaving::new(start),
            ply: 0,
            quiet: 0,
            first_capture: NEVER,
            men: start.occupied().len(),
            checks: 0,
        }
    }

    /// What is seen at the end.
    fn finish(self, start: &Position, moves: &[Move], last: &Position) -> Features {
        let mut features = self.features;
        // Every capture takes one man off the board, and nothing else does.
        features.captures = start.occupied().len().saturating_sub(last.occupied().len());
        features.first_capture = ever(self.first_capture);
        features.checks = self.checks;
        features.is_check = last.in_check();
        let is_stuck = !last.has_legal_move();
        features.is_mate = is_stuck && features.is_check;
        if features.is_mate {
            features.named_mates = named_mates(last, &story(start, moves, last));
        }
        features.is_stalemate = is_stuck && !features.is_check;
        features.is_dead = last.is_dead_by_material();
        features.has_castled_in_960 = features.castled.iter().any(Option::is_some) && is_960(start);
        features.material = Material::of(last);
        features.home_pawns = self.leaving.finish();
        features
    }

    /// Notes a move that was made.
    #[inline(always)]
    fn step(&mut self, mv: Move, effect: Effect, us: Color) {
        self.ply = self.ply.saturating_add(1);
        let features = &mut self.features;
        self.first_capture = self.first_capture.min(if effect.is_capture() { self.ply } else { NEVER });
        self.men = self.men.saturating_sub(u32::from(effect.is_capture()));
        self.quiet = if effect.is_irreversible() { 0 } else { self.quiet + 1 };
        features.longest_quiet = features.longest_quiet.max(self.quiet);
        self.leaving.moved(mv);
        if mv.is_special() {
            self.special(mv, us);
        }
    }

    /// Castling, en passant, promotion.
    #[inline(never)]
    fn special(&mut self, mv: Move, us: Color) {
        let (features, ply) = (&mut self.features, self.ply);
        if let (Some(wing), Some(side)) = (mv.wing(), features.castled.get_mut(us.index())) {
            side.get_or_insert(Castled { wing, ply });
        }
        if mv.is_en_passant() {
            features.en_passants += 1;
            features.first_en_passant.get_or_insert(ply);
        }
        if let Some(role) = mv.promoted() {
            let place = Role::PROMOTIONS.iter().position(|promoted| *promoted == role);
            let side = features.promotions.get_mut(us.index());
            if let Some(count) = side.zip(place).and_then(|(side, place)| side.get_mut(place)) {
                *count += 1;
            }
            features.first_promotion.get_or_insert(ply);
            if role != Role::Queen {
                features.first_underpromotion.get_or_insert(ply);
            }
        }
    }

    /// Notes how often the position reached has been there; `is_over`: it is mate.
    #[inline(never)]
    fn count_up(&mut self, count: u32, clock: u32, is_over: bool) {
        let (features, ply) = (&mut self.features, self.ply);
        features.final_occurrences = count;
        features.most_occurrences = features.most_occurrences.max(count);
        let milestones = &mut features.milestones;
        if count >= 3 {
            milestones.threefold.get_or_insert(ply);
        }
        if count >= 5 {
            milestones.fivefold.get_or_insert(ply);
        }
        if clock >= FIFTY_MOVES {
            milestones.fifty.get_or_insert(ply);
            // A mate on the last move goes before the count.
            if clock >= SEVENTYFIVE_MOVES && milestones.seventyfive.is_none() && !is_over {
                milestones.seventyfive = Some(ply);
            }
        }
    }
}

/// Does a move make an ending of the game, or another one of it, when it leaves so many men?
#[inline]
fn makes_ending(mv: Move, effect: Effect, men: u32) -> bool {
    (effect.is_capture() | mv.promoted().is_some()) & (men <= endings::MOST_MEN)
}

/// Can this start only be one of Chess960?
fn is_960(start: &Position) -> bool {
    if std::ptr::eq(start, Position::classic()) {
        return false;
    }
    let classic = (chess960::CLASSIC, chess960::CLASSIC);
    start.has_chess960_rights() || chess960::double_numbers(start).is_some_and(|numbers| numbers != classic)
}

/// What the names of a mate ask of the game.
fn story(start: &Position, moves: &[Move], mated: &Position) -> MateStory {
    let loser = mated.turn();
    let king = start.king(loser);
    // Until the king moves no other man can be where it stands.
    let own = moves.iter().skip(usize::from(start.turn() != loser)).step_by(2);
    MateStory {
        last: moves.last().copied().unwrap_or(Move::NULL),
        move_number: mated.ply().div_ceil(2),
        is_classic_start: start.same_as(Position::classic()),
        king_moved: own.into_iter().any(|mv| mv.from() == king && !mv.is_null()),
    }
}

/// Whether the side to move is in check, for all positions of a game.
fn checks(start: &Position, moves: &[Move]) -> Vec<bool> {
    let mut position = start.clone();
    let mut checks = Vec::with_capacity(moves.len() + 1);
    checks.push(position.in_check());
    for &mv in moves {
        let moved = position.make(mv);
        checks.push(position.is_check_after(mv, moved));
    }
    checks
}
