//! Which file of a split collection a game goes to.

use crate::replay::game::Game;

/// How a collection is split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// So many games in a file.
    Every(u64),
    /// By the value of a tag, or its first characters.
    Tag {
        /// Name of the tag.
        name: String,
        /// So many characters of its value; `None`: all.
        chars: Option<usize>,
    },
}

impl Split {
    /// Name of the file, without its ending, for a game that is the one with this index in the output, 0-based.
    pub(super) fn file_of(&self, value: &str, index: u64) -> String {
        match self {
            Split::Every(count) => format!("{:05}", index / (*count).max(1) + 1),
            Split::Tag { .. } => file_name(value),
        }
    }

    /// What decides about the file of a game.
    pub(super) fn value(&self, game: &Game) -> String {
        match self {
            Split::Every(_) => String::new(),
            Split::Tag { name, chars } => {
                let value = game.tag(name).unwrap_or_default();
                value.chars().take(chars.unwrap_or(usize::MAX)).collect()
            }
        }
    }
}

/// A tag value as a name that every system takes.
fn file_name(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | ',' | '\'' | ' ' | '_');
    let name: String = value.trim().chars().take(80).map(|c| if is_plain(c) { c } else { '_' }).collect();
    let name = name.trim().trim_end_matches('.').trim_end();
    if name.chars().all(|c| matches!(c, '_' | '.')) {
        "unknown".to_owned()
    } else {
        name.replacen('.', "_", usize::from(name.starts_with('.')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_becomes_a_safe_name() {
        for (value, name) in [
            ("B90", "B90"),
            ("Müller, K.", "Müller, K"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            ("????", "unknown"),
            ("", "unknown"),
            ("a/b:c", "a_b_c"),
            (".hidden", "_hidden"),
        ] {
            assert_eq!(file_name(value), name, "{value}");
        }
        assert_eq!(file_name(&"x".repeat(300)).len(), 80);
    }

    #[test]
    fn games_are_counted_off() {
        let split = Split::Every(2);
        let files: Vec<String> = (0..4).map(|index| split.file_of("", index)).collect();
        assert_eq!(files, ["00001", "00001", "00002", "00002"]);
    }
}
