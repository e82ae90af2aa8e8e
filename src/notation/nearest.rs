//! What a mistyped name was meant to be.

/// The known name that differs least from `name`, if that is at most a third of its letters (and at least one).
/// Capitals do not count.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Nobody mistypes a name of such a length; the bound keeps the comparison cheap.
    if name.len() > 64 {
        return None;
    }
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    let most = (wanted.len() / 3).max(1);
    let distances = known.into_iter().map(|known| (distance(&wanted, known), known));
    distances
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Letters to insert, delete, replace or exchange with their neighbour.
fn distance(wanted: &[char], known: &str) -> usize {
    let width = wanted.len() + 1;
    let (mut before_last, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..width).collect());
    let mut letter_before = None;
    for (row, letter) in known.to_lowercase().chars().enumerate() {
        let mut line = Vec::with_capacity(width);
        line.push(row + 1);
        let mut left = row + 1;
        for (column, &own) in wanted.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&last, column) + usize::from(own != letter)).min(left + 1);
            least = least.min(at(&last, column + 1) + 1);
            let own_before = column.checked_sub(1).and_then(|index| wanted.get(index)).copied();
            if row > 0 && own_before == Some(letter) && letter_before == Some(own) {
                least = least.min(at(&before_last, column - 1) + 1);
            }
            line.push(least);
            left = least;
        }
        before_last = std::mem::replace(&mut last, line);
        letter_before = Some(letter);
    }
    last.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_seen_through() {
        let known = ["white", "black", "moves_san", "moves_uci"];
        for (name, meant) in [
            ("Whit", Some("white")),
            ("wihte", Some("white")),
            ("movessan", Some("moves_san")),
            ("move_uci", Some("moves_uci")),
            ("red", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
    }
}
