//! Stand-in, replaced at the merge.
use super::code::Code;
use super::lang::UiLang;

/// Stand-in.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// One line.
    pub title: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What to do.
    pub remedy: &'static str,
    /// An example.
    pub example: &'static str,
}

/// Stand-in.
pub fn explain(code: Code, _lang: UiLang) -> Explanation {
    Explanation { title: code.name(), meaning: "", remedy: "", example: "" }
}
