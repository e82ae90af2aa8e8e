//! How a command ended, as far as its caller has to know.

/// What is left to say when a command has written all its output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Something was found that the options count as a failure.
    pub failed: bool,
    /// An input could not be read (the others were); the reason has been said already.
    pub trouble: bool,
    /// The stop flag was seen: the output covers only what was read until then.
    pub interrupted: bool,
}
