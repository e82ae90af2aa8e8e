//! The two hot loops, compiled for each instruction set and chosen once at run time.

use crate::chess::isa::Portable;
use crate::pgn::{Found, Reader};

use super::line::{Line, Stop};
use super::main_line::{self, Script};
use super::observer::Observer;

/// The instruction set that the loops run on.
#[derive(Clone, Copy)]
pub(crate) enum Engine {
    /// Every machine.
    Portable,
    /// AVX2, where the machine has it.
    #[cfg(target_arch = "x86_64")]
    Avx2(crate::chess::isa::Avx2),
}

impl Engine {
    /// The best that this machine has.
    pub(crate) fn best() -> Engine {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = crate::chess::isa::Avx2::detect() {
            return Engine::Avx2(avx2);
        }
        Engine::Portable
    }

    /// See [`Reader::next`].
    pub(crate) fn next_game(self, reader: &mut Reader, text: &[u8], at: usize, until: usize) -> Found {
        match self {
            Engine::Portable => reader.next(Portable, text, at, until),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(isa) => avx2::next_game(isa, reader, text, at, until),
        }
    }

    /// Replays the main line with all checks of numbers, marks and spellings.
    pub(crate) fn replay<O: Observer>(
        self,
        script: &Script<'_>,
        from: usize,
        line: &mut Line,
        observer: &mut O,
    ) -> Stop {
        match self {
            Engine::Portable => main_line::replay::<_, O, true>(Portable, script, from, line, observer),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(isa) => avx2::replay::<O, true>(isa, script, from, line, observer),
        }
    }

    /// Replays the main line, every move legal, without looking at how it is written.
    pub(crate) fn replay_moves<O: Observer>(
        self,
        script: &Script<'_>,
        from: usize,
        line: &mut Line,
        observer: &mut O,
    ) -> Stop {
        match self {
            Engine::Portable => main_line::replay::<_, O, false>(Portable, script, from, line, observer),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(isa) => avx2::replay::<O, false>(isa, script, from, line, observer),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "calls of functions compiled for AVX2, which its token proves to be there")]
mod avx2 {
    use super::{Found, Line, Observer, Reader, Script, Stop, main_line};
    use crate::chess::isa::Avx2;

    pub(super) fn next_game(isa: Avx2, reader: &mut Reader, text: &[u8], at: usize, until: usize) -> Found {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner(isa: Avx2, reader: &mut Reader, text: &[u8], at: usize, until: usize) -> Found {
            reader.next(isa, text, at, until)
        }
        // SAFETY: a value of `Avx2` exists only after all five features were detected.
        unsafe { inner(isa, reader, text, at, until) }
    }

    pub(super) fn replay<O: Observer, const STRICT: bool>(
        isa: Avx2,
        script: &Script<'_>,
        from: usize,
        line: &mut Line,
        observer: &mut O,
    ) -> Stop {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner<O: Observer, const STRICT: bool>(
            isa: Avx2,
            script: &Script<'_>,
            from: usize,
            line: &mut Line,
            observer: &mut O,
        ) -> Stop {
            main_line::replay::<Avx2, O, STRICT>(isa, script, from, line, observer)
        }
        // SAFETY: a value of `Avx2` exists only after all five features were detected.
        unsafe { inner::<O, STRICT>(isa, script, from, line, observer) }
    }
}
