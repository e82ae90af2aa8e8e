//! Stand-in, replaced at the merge.
use super::lang::UiLang;
/// Stand-in.
#[derive(Clone, Debug)]
pub enum TextDetail {}
impl TextDetail {
    /// Stand-in.
    pub fn message(&self, _: UiLang) -> String {
        match *self {}
    }
}
