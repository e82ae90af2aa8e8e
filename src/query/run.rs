//! Terms that hold over several plies: `sequence (A, B, C) within 10`, `streak 6 (A)`, `A for 6 plies`.
//!
//! They know nothing of what is tested: somebody feeds them what holds at each ply of a game, in order.

/// The last plies were all so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Streak {
    wanted: u32,
    length: u32,
}

impl Streak {
    /// True at a ply if it and those before it, `wanted` plies in all, are so. None are wanted: always true.
    pub fn new(wanted: u32) -> Streak {
        Streak { wanted, length: 0 }
    }

    /// A new game begins.
    #[inline]
    pub fn reset(&mut self) {
        self.length = 0;
    }

    /// The next ply: is it so? Says whether the streak is long enough now; it stays so while it goes on.
    #[inline]
    pub fn push(&mut self, holds: bool) -> bool {
        self.length = if holds { self.length.saturating_add(1) } else { 0 };
        self.length >= self.wanted
    }
}

/// Several steps in order, each at a later ply than the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// By step: the latest ply at which a run of steps up to this one began. A run that began earlier is never better.
    began: Vec<Option<u32>>,
    within: Option<u32>,
}

impl Sequence {
    /// So many steps, the last at most `within` plies after the first. Without any step it never holds.
    pub fn new(steps: usize, within: Option<u32>) -> Sequence {
        Sequence { began: vec![None; steps], within }
    }

    /// A new game begins.
    #[inline]
    pub fn reset(&mut self) {
        self.began.fill(None);
    }

    /// The next ply: `holds` says whether a step (counted from 0) holds there. Says whether the last step does and the
    /// steps before it came before it in time. The plies of a game come in order.
    ///
    /// Only the steps that can matter are asked for; one that has to see every ply is fed before this is called.
    #[inline]
    pub fn push(&mut self, ply: u32, mut holds: impl FnMut(usize) -> bool) -> bool {
        let last = self.began.len().wrapping_sub(1);
        let mut complete = false;
        // From the last step down, so that one ply is never two steps.
        for step in (0..self.began.len()).rev() {
            let began = match step.checked_sub(1) {
                None => Some(ply),
                Some(before) => self.began.get(before).copied().flatten(),
            };
            let Some(began) = began.filter(|began| self.is_in_time(*began, ply)) else { continue };
            if !holds(step) {
                continue;
            }
            if let Some(latest) = self.began.get_mut(step) {
                *latest = (*latest).max(Some(began));
            }
            complete |= step == last;
        }
        complete
    }

    #[inline]
    fn is_in_time(&self, began: u32, ply: u32) -> bool {
        self.within.is_none_or(|within| ply.saturating_sub(began) <= within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_streak_is_of_consecutive_plies() {
        let mut streak = Streak::new(3);
        let plies = [true, true, false, true, true, true, true, false];
        let expected = [false, false, false, false, false, true, true, false];
        assert_eq!(plies.map(|holds| streak.push(holds)), expected);
        streak.push(true);
        streak.push(true);
        streak.reset();
        assert!(!streak.push(true));
    }

    #[test]
    fn one_ply_is_not_two_steps() {
        let mut sequence = Sequence::new(2, None);
        assert!(!sequence.push(0, |_| true));
        assert!(sequence.push(1, |_| true));
        sequence.reset();
        assert!(!sequence.push(0, |step| step == 1));
        assert!(!sequence.push(1, |step| step == 0));
        assert!(sequence.push(9, |step| step == 1));
        assert!(!Sequence::new(0, None).push(0, |_| true));
    }

    #[test]
    fn a_later_beginning_keeps_the_sequence_within_its_plies() {
        let mut sequence = Sequence::new(2, Some(2));
        assert!(!sequence.push(0, |step| step == 0));
        assert!(!sequence.push(3, |step| step == 1));
        assert!(!sequence.push(4, |step| step == 0));
        assert!(sequence.push(6, |step| step == 1));
    }

    proptest! {
        #[test]
        fn sequences_agree_with_trying_every_choice_of_plies(
            plies in prop::collection::vec(0u8..8, 0..14), steps in 1usize..4, within in prop::option::of(0u32..8)
        ) {
            let holds = |ply: usize, step: usize| plies[ply] >> step & 1 != 0;
            let mut sequence = Sequence::new(steps, within);
            for ply in 0..plies.len() {
                let found = sequence.push(ply as u32, |step| holds(ply, step));
                let mut runs: Vec<(usize, usize)> =
                    (0..=ply).filter(|first| holds(*first, 0)).map(|first| (first, first)).collect();
                for step in 1..steps {
                    runs = runs.iter().flat_map(|(first, last)| {
                        (last + 1..=ply).filter(|next| holds(*next, step)).map(|next| (*first, next))
                    }).collect();
                }
                let expected = runs.iter().any(|(first, last)| {
                    *last == ply && within.is_none_or(|within| last - first <= within as usize)
                });
                prop_assert_eq!(found, expected);
            }
        }
    }
}
