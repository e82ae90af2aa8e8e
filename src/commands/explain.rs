//! `validate --explain CODE`.

use std::io::{self, Write};

use crate::check::code::Code;
use crate::check::explain::explain;
use crate::check::lang::UiLang;

/// Writes what a finding means, what to do about it and an example.
///
/// # Errors
/// Those of the writer.
pub fn run(code: Code, lang: UiLang, out: &mut dyn Write) -> io::Result<()> {
    let Some(text) = explain(code, lang) else { return Ok(()) };
    writeln!(out, "{} ({}): {}\n\n{}", code.name(), code.severity().name(), text.title, text.meaning)?;
    writeln!(out, "\n{}: {}", lang.pick("What to do", "Was tun"), text.action)?;
    writeln!(out, "\n{}:", lang.pick("Example", "Beispiel"))?;
    text.example.lines().try_for_each(|line| writeln!(out, "    {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_begins_with_code_and_severity() {
        for (lang, word) in [(UiLang::En, "What to do"), (UiLang::De, "Was tun")] {
            let mut out = Vec::new();
            run(Code::IllegalMove, lang, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.starts_with("illegal-move (error): "), "{text}");
            assert!(text.contains(word), "{text}");
        }
    }
}
