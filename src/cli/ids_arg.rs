//! `--ids FILE`: games by their names and numbers.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::commands::Ids;

/// Reads names and numbers of games from a file, or from standard input for `-`, which then must not be one of the inputs.
///
/// # Errors
/// What is wrong, for people.
pub(super) fn read_ids(path: Option<&Path>, inputs: &[PathBuf]) -> Result<Option<Ids>, String> {
    let Some(path) = path else { return Ok(None) };
    let is_stdin = |path: &Path| path == Path::new("-");
    let mut bytes = Vec::new();
    let read = if !is_stdin(path) {
        std::fs::read(path).map(|read| bytes = read)
    } else if inputs.iter().any(|input| is_stdin(input)) {
        return Err("standard input cannot be both an input and --ids".to_owned());
    } else {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    };
    read.map_err(|error| format!("--ids: cannot read {}: {error}", path.display()))?;
    let ids = Ids::read(&bytes).map_err(|error| format!("--ids: {error}"))?;
    if ids.has_numbers() && inputs.is_empty() {
        return Err("--ids: a game_id does not name its file; name the sources that it counts, all and in their order"
            .to_owned());
    }
    Ok(Some(ids))
}
