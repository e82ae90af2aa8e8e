//! What the store keeps of a game beside its tags and moves: what happened on the board, found in one pass.

use crate::chess::history::{FIFTY_MOVES, Milestones, Recurrence, SEVENTYFIVE_MOVES};
use crate::chess::{Color, Material, Move, Position, Role, Wing, chess960};

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
        Surveyor::default().survey(start, moves, None)
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
    recurrence: Recurrence,
}

/// No ply yet, so that the first of something is a minimum.
const NEVER: u32 = u32::MAX;

fn ever(ply: u32) -> Option<u32> {
    (ply != NEVER).then_some(ply)
}

impl Surveyor {
    /// The features of a game whose moves are legal. `keys` are the keys of its positions, the start position's first,
    /// if they are known; they are not used if their number is not that of the positions.
    pub fn survey(&mut self, start: &Position, moves: &[Move], keys: Option<&[u64]>) -> Features {
        match keys.filter(|keys| keys.len() == moves.len() + 1) {
            Some(keys) => Pass::new(start).run(moves, keys, &mut self.recurrence),
            None => {
                let mut position = start.clone();
                self.keys.clear();
                self.keys.push(position.key());
                self.keys.extend(moves.iter().map(|mv| {
                    position.play(*mv);
                    position.key()
                }));
                Pass::new(start).run(moves, &self.keys, &mut self.recurrence)
            }
        }
    }
}

/// A pass through one game.
struct Pass {
    position: Position,
    features: Features,
    leaving: Leaving,
    ply: u32,
    quiet: u32,
    first_capture: u32,
}

impl Pass {
    fn new(start: &Position) -> Pass {
        Pass {
            position: start.clone(),
            features: Features::default(),
            leaving: Leaving::new(start),
            ply: 0,
            quiet: 0,
            first_capture: NEVER,
        }
    }

    fn run(mut self, moves: &[Move], keys: &[u64], recurrence: &mut Recurrence) -> Features {
        recurrence.clear();
        let is_960 = chess960::double_numbers(&self.position)
            .is_some_and(|numbers| numbers != (chess960::CLASSIC, chess960::CLASSIC))
            || self.position.has_chess960_rights();
        self.features.most_occurrences = 1;
        self.features.final_occurrences = 1;
        self.count_up(keys, recurrence);
        for &mv in moves {
            self.step(mv);
            self.count_up(keys, recurrence);
        }
        let Pass { position, mut features, leaving, first_capture, .. } = self;
        features.first_capture = ever(first_capture);
        features.is_check = position.in_check();
        let is_stuck = !position.has_legal_move();
        features.is_mate = is_stuck && features.is_check;
        features.is_stalemate = is_stuck && !features.is_check;
        features.is_dead = position.is_dead_by_material();
        features.has_castled_in_960 = is_960 && features.castled.iter().any(Option::is_some);
        features.material = Material::of(&position);
        features.home_pawns = leaving.finish();
        features
    }

    #[inline(always)]
    fn step(&mut self, mv: Move) {
        let us = self.position.turn();
        let moved = self.position.make(mv);
        self.ply = self.ply.saturating_add(1);
        let features = &mut self.features;
        let is_capture = moved.captured().is_some();
        features.captures += u32::from(is_capture);
        self.first_capture = self.first_capture.min(if is_capture { self.ply } else { NEVER });
        self.quiet = if moved.is_irreversible() { 0 } else { self.quiet + 1 };
        features.longest_quiet = features.longest_quiet.max(self.quiet);
        features.checks += u32::from(self.position.is_check_after(mv, moved));
        self.leaving.look(&self.position);
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

    /// Repetition and the long counts at the position reached.
    #[inline(always)]
    fn count_up(&mut self, keys: &[u64], recurrence: &mut Recurrence) {
        let clock = self.position.halfmove_clock();
        self.features.final_occurrences = 1;
        // Less than four plies restore no position.
        if clock >= 4 {
            let keys = keys.get(..=self.ply as usize).unwrap_or(keys);
            let count = recurrence.count(keys, clock);
            if count > 1 || clock >= FIFTY_MOVES {
                self.milestones(count, clock);
            }
        }
    }

    #[inline(never)]
    fn milestones(&mut self, count: u32, clock: u32) {
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
            if clock >= SEVENTYFIVE_MOVES && milestones.seventyfive.is_none() && !self.position.is_mate() {
                milestones.seventyfive = Some(ply);
            }
        }
    }
}
