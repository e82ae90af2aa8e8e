//! Exit codes, mapped here and nowhere else.

use std::process::ExitCode;

use crate::commands::Outcome;

/// How the process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// 0: all is well, or the reader of the output went away.
    Success,
    /// 1: findings that count as failure.
    Findings,
    /// 2: wrong usage, or trouble with an input or output.
    Trouble,
    /// 130: stopped by the user (128 + SIGINT).
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Findings => 1,
            Exit::Trouble => 2,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

impl From<Outcome> for Exit {
    /// An interruption hides the rest, and trouble hides findings: a script must not take a partial answer for a
    /// whole one.
    fn from(outcome: Outcome) -> Exit {
        if outcome.interrupted {
            Exit::Interrupted
        } else if outcome.trouble {
            Exit::Trouble
        } else if outcome.failed {
            Exit::Findings
        } else {
            Exit::Success
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_the_answer_partial_goes_first() {
        let of = |failed, trouble, interrupted| Exit::from(Outcome { failed, trouble, interrupted }).code();
        assert_eq!(of(false, false, false), 0);
        assert_eq!(of(true, false, false), 1);
        assert_eq!(of(true, true, false), 2);
        assert_eq!(of(true, true, true), 130);
    }
}
