//! The file of new names for players.

use std::path::Path;

use anyhow::{Context as _, bail};

use crate::pgn::encoding::to_utf8;

/// Reads lines of the form `old name = new name`; empty lines and those that begin with `#` mean nothing.
///
/// # Errors
/// The file cannot be read, a line has another form, or a name gets two new ones.
pub(super) fn read_names(path: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = to_utf8(&bytes);
    let mut names: Vec<(String, String)> = Vec::new();
    for (index, line) in text.trim_start_matches('\u{FEFF}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{}, line {}", path.display(), index + 1);
        let Some((old, new)) = line.split_once('=') else {
            bail!("{}: expected old name = new name", place())
        };
        let (old, new) = (old.trim(), new.trim());
        if old.is_empty() || new.is_empty() {
            bail!("{}: expected old name = new name", place());
        }
        if names.iter().any(|(known, to)| known == old && to != new) {
            bail!("{}: {old} has another new name already", place());
        }
        names.push((old.to_owned(), new.to_owned()));
    }
    Ok(names)
}
