//! Which result a repaired game gets.

use crate::chess::Position;
use crate::notation::result::{GameResult, ReadResult, parse};

/// The result as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decided {
    /// For the Result tag; `None`: as it stands.
    pub(crate) tag: Option<&'static str>,
    /// For the end of the moves.
    pub(crate) marker: &'static str,
    /// A score that the standard has no marker for, or a forfeit, as it stood.
    pub(crate) original: Option<Vec<u8>>,
}

/// Tag and marker agree afterwards wherever that takes no guessing: one of them says nothing, or the board
/// decides between them. `None`: they contradict each other, and the standard has no marker for one of them.
pub(crate) fn decide(tag: Option<&[u8]>, marker: Option<&[u8]>, last: &Position) -> Option<Decided> {
    let tag = tag.map(<[u8]>::trim_ascii).filter(|value| !matches!(*value, b"" | b"?"));
    let marker = marker.map(<[u8]>::trim_ascii);
    let read_tag = tag.and_then(parse);
    let read_marker = marker.and_then(parse);
    let says = |read: Option<ReadResult>| read.map(|r| r.result).filter(|r| *r != GameResult::Unfinished);
    let board = on_board(last);
    let is_tag_unreadable = tag.is_some() && read_tag.is_none();
    let both = match (says(read_tag), says(read_marker)) {
        (Some(a), Some(b)) if a == b => a,
        (Some(a), Some(b)) => match board {
            Some(board) if board == a || board == b => board,
            _ if a.is_exportable() && b.is_exportable() => {
                return Some(Decided { tag: None, marker: b.export(), original: None });
            }
            // To write `*` for one of them would be to take sides.
            _ => return None,
        },
        (Some(a), None) => a,
        (None, Some(b)) => b,
        (None, None) => board.unwrap_or(GameResult::Unfinished),
    };
    let is_special = |read: &ReadResult| read.result == both && (read.forfeit || !both.is_exportable());
    let original = match (read_tag.filter(is_special), read_marker.filter(is_special)) {
        (_, Some(_)) => marker,
        (Some(_), None) => tag,
        (None, None) => None,
    };
    Some(Decided {
        tag: (!is_tag_unreadable).then_some(both.export()),
        marker: both.export(),
        original: original.map(<[u8]>::to_vec),
    })
}

/// The result that mate or stalemate gives.
fn on_board(position: &Position) -> Option<GameResult> {
    Some(GameResult::on_board(position)).filter(|result| *result != GameResult::Unfinished)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(tag: Option<&str>, marker: Option<&str>) -> (Option<&'static str>, &'static str) {
        let decided = decide(tag.map(str::as_bytes), marker.map(str::as_bytes), &Position::start()).unwrap();
        (decided.tag, decided.marker)
    }

    #[test]
    fn the_one_that_says_something_decides() {
        assert_eq!(decided(Some("1:0"), None), (Some("1-0"), "1-0"));
        assert_eq!(decided(None, Some("½-½")), (Some("1/2-1/2"), "1/2-1/2"));
        assert_eq!(decided(Some("?"), Some("0-1")), (Some("0-1"), "0-1"));
        assert_eq!(decided(Some("*"), Some("0-1")), (Some("0-1"), "0-1"));
        assert_eq!(decided(None, None), (Some("*"), "*"));
    }

    #[test]
    fn a_contradiction_stays_unless_the_board_decides() {
        assert_eq!(decided(Some("1-0"), Some("0-1")), (None, "0-1"));
        let mated = Position::from_fen(b"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
            .unwrap()
            .position;
        let decided = decide(Some(b"1-0"), Some(b"0-1"), &mated).unwrap();
        assert_eq!((decided.tag, decided.marker), (Some("0-1"), "0-1"));
    }

    #[test]
    fn words_in_the_tag_are_kept() {
        assert_eq!(decided(Some("White wins"), Some("1-0")), (None, "1-0"));
    }

    #[test]
    fn what_the_standard_has_no_marker_for_is_remembered() {
        let lost = decide(Some(b"0-0"), Some(b"0:0"), &Position::start()).unwrap();
        assert_eq!((lost.tag, lost.original.as_deref()), (Some("*"), Some(&b"0:0"[..])));
        let forfeit = decide(Some(b"+:-"), None, &Position::start()).unwrap();
        assert_eq!((forfeit.marker, forfeit.original.as_deref()), ("1-0", Some(&b"+:-"[..])));
    }
}
