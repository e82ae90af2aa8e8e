//! Stand-in so that this clone compiles; the real family replaces it.

/// Nothing yet.
#[derive(Clone, Debug)]
pub enum MoveDetail {}

impl MoveDetail {
    /// Nothing to say.
    pub fn message(&self, _: super::lang::UiLang) -> String {
        match *self {}
    }
}
