//! Stand-in, replaced at the merge.
use super::lang::UiLang;
/// Stand-in.
#[derive(Clone, Debug)]
pub enum ResultDetail {}
impl ResultDetail {
    /// Stand-in.
    pub fn message(&self, _: UiLang) -> String {
        match *self {}
    }
}
/// Which laws of chess decide how a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleSet {
    /// By the Date tag.
    #[default]
    Auto,
    /// FIDE Laws of 2023.
    Fide2023,
    /// FIDE Laws before July 2014.
    FidePre2014,
    /// Chess servers.
    Server,
}
