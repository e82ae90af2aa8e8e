//! Checks of the end of a game: result against tag and board, play after the end, time forfeits, closing words.

use std::ops::Range;

use super::code::{Code, Severity};
use super::detail::Detail;
use super::finding::Findings;
pub use super::game_end::{GameDate, GameEnd, MainLineEnd, Milestones, Reached, RuleSet, Said};
pub use super::result_detail::{BoardEnd, ResultDetail};
use crate::chess::{Color, MatingMaterial, Position, Role};
use crate::notation::ending::Ending;
use crate::notation::result::{self, GameResult};

/// How the game ended: the board first, then the Termination tag, then the last comment.
pub fn ending(end: &GameEnd<'_>) -> Ending {
    let board = if end.stop == MainLineEnd::Complete { BoardEnd::of(end.last) } else { None };
    let said = || {
        [&end.termination, &end.last_comment]
            .into_iter()
            .flatten()
            .find_map(|said| Ending::from_words(said.text))
    };
    match board {
        Some(BoardEnd::Mate(_)) => Ending::Mate,
        Some(BoardEnd::Stalemate) => Ending::Stalemate,
        Some(BoardEnd::Dead) => said().filter(|e| *e == Ending::Time).unwrap_or(Ending::Dead),
        // Words never put a mate on the board.
        None => said().filter(|e| !matches!(e, Ending::Mate | Ending::Stalemate)).unwrap_or(Ending::Unknown),
    }
}

/// Looks at the end of one game. Allocates nothing unless there is something to say.
pub fn check_end(end: &GameEnd<'_>, out: &mut Findings) {
    let tag = end.result_tag.as_ref().and_then(Given::read);
    let marker = end.marker.as_ref().and_then(Given::read);
    if let (Some(tag), Some(marker)) = (&tag, &marker)
        && differ(tag.result, marker.result)
    {
        let (tag, at) = (tag.result, marker.span());
        out.add(Code::ResultMismatch, at, None, || {
            Detail::Result(ResultDetail::Mismatch { tag, marker: marker.result })
        });
    }
    if end.marker.is_none() {
        let at = end.last_move.end..end.last_move.end;
        out.add(Code::MissingResult, at, None, || Detail::Result(ResultDetail::Missing));
    }
    check_spelling(tag.as_ref(), marker.as_ref(), out);
    if end.plies == 0 && end.stop == MainLineEnd::Complete {
        out.add(Code::EmptyGame, end.last_move.clone(), None, || Detail::Result(ResultDetail::Empty));
    }
    check_milestones(end, out);
    let given = marker.or(tag);
    match end.stop {
        MainLineEnd::Complete => check_board(end, given.as_ref(), out),
        MainLineEnd::Faulty { is_last: true } => {
            let mover = end.last.turn();
            if let Some(given) = given
                && winner(given.result) == Some(mover.other())
            {
                out.add(Code::LostByIllegalMove, given.span(), Some(end.plies + 1), || {
                    Detail::Result(ResultDetail::LostByIllegalMove { mover })
                });
            }
        }
        MainLineEnd::Faulty { is_last: false } => {}
    }
}

/// A result and where it was read.
struct Given<'a> {
    result: GameResult,
    forfeit: bool,
    canonical: bool,
    said: &'a Said<'a>,
}

impl<'a> Given<'a> {
    fn read(said: &'a Said<'a>) -> Option<Given<'a>> {
        let read = result::parse(said.text)?;
        Some(Given { result: read.result, forfeit: read.forfeit, canonical: read.canonical, said })
    }

    fn span(&self) -> Range<usize> {
        self.said.span.clone()
    }
}

/// Do tag and marker contradict each other? `*` is what the export format writes for a result it has no marker
/// for.
fn differ(tag: GameResult, marker: GameResult) -> bool {
    match (tag, marker) {
        (GameResult::Unfinished, other) | (other, GameResult::Unfinished) if !other.is_exportable() => false,
        _ => tag != marker,
    }
}

fn winner(result: GameResult) -> Option<Color> {
    match result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        _ => None,
    }
}

fn check_spelling(tag: Option<&Given<'_>>, marker: Option<&Given<'_>>, out: &mut Findings) {
    // Another spelling matters behind the moves, where programs look for the marker; what cannot be exported
    // matters wherever it stands.
    let odd = |given: &&Given<'_>| !given.canonical && (given.forfeit || !given.result.is_exportable());
    let Some(given) = marker.filter(|m| !m.canonical).or(tag.filter(odd)) else { return };
    out.add(Code::OddResult, given.span(), None, || {
        Detail::Result(if given.forfeit {
            ResultDetail::Forfeit(given.result)
        } else if given.result.is_exportable() {
            ResultDetail::Spelling(given.result)
        } else {
            ResultDetail::Odd(given.result)
        })
    });
}

/// Is the rule of fivefold repetition and 75 moves in force (since 1 July 2014)? A date that leaves it open
/// counts as no.
fn automatic_draws_in_force(rules: RuleSet, date: Option<GameDate>) -> bool {
    match rules {
        RuleSet::Fide2023 | RuleSet::Server => true,
        RuleSet::FidePre2014 => false,
        RuleSet::Auto => date.is_some_and(|date| {
            date.year > 2014 || (date.year == 2014 && date.month.is_some_and(|month| month >= 7))
        }),
    }
}

fn check_milestones(end: &GameEnd<'_>, out: &mut Findings) {
    let server = end.rules == RuleSet::Server;
    let seen = end.milestones;
    let first = |early: &'_ Option<Reached>, late: &'_ Option<Reached>, numbers: (u32, u32)| {
        let (reached, number) = match early {
            Some(_) if server => (early, numbers.0),
            _ => (late, numbers.1),
        };
        // Reached with the last move nothing was played on.
        reached.clone().filter(|reached| reached.ply < end.plies).map(|reached| (reached, number))
    };
    let in_force = automatic_draws_in_force(end.rules, end.date);
    let severity = if in_force { Severity::Warning } else { Severity::Note };
    if let Some((reached, times)) = first(&seen.threefold, &seen.fivefold, (3, 5)) {
        let ply = reached.ply;
        out.add_as(Code::PlayAfterFivefold, severity, reached.next_move, Some(ply + 1), || {
            Detail::Result(ResultDetail::AfterRepetition { times, ply, in_force })
        });
    }
    if let Some((reached, moves)) = first(&seen.fifty, &seen.seventyfive, (50, 75)) {
        let ply = reached.ply;
        out.add_as(Code::PlayAfterSeventyfive, severity, reached.next_move, Some(ply + 1), || {
            Detail::Result(ResultDetail::AfterMoveCount { moves, ply, in_force })
        });
    }
    if let Some((reached, _)) = first(&None, &seen.dead, (0, 0)) {
        let ply = reached.ply;
        out.add(Code::PlayAfterDead, reached.next_move, Some(ply + 1), || {
            Detail::Result(ResultDetail::AfterDead { ply })
        });
    }
}

fn check_board(end: &GameEnd<'_>, given: Option<&Given<'_>>, out: &mut Findings) {
    let board = BoardEnd::of(end.last);
    let ply = (end.plies > 0).then_some(end.plies);
    check_words(end, board, out);
    let Some(given) = given else { return };
    if let Some(winner) = winner(given.result)
        && !matches!(board, Some(BoardEnd::Mate(_) | BoardEnd::Stalemate))
        && check_time(end, winner, out)
    {
        return;
    }
    if let Some(board) = board
        && board.result() != given.result
        && given.result.is_exportable()
    {
        out.add(Code::ResultContradictsBoard, given.span(), ply, || {
            Detail::Result(ResultDetail::ContradictsBoard { result: given.result, board })
        });
    }
}

/// A win on time needs material that could mate (FIDE Laws 6.9). True if the win was a draw.
fn check_time(end: &GameEnd<'_>, winner: Color, out: &mut Findings) -> bool {
    let material = end.last.mating_material(winner);
    if material == MatingMaterial::Possible {
        return false;
    }
    let words = [&end.termination, &end.last_comment];
    let time = |said: &&Said<'_>| Ending::from_words(said.text) == Some(Ending::Time);
    let Some(said) = words.into_iter().flatten().find(time) else { return false };
    let ply = (end.plies > 0).then_some(end.plies);
    if material == MatingMaterial::Impossible || end.rules == RuleSet::Server {
        let bare_king = end.last.side(winner).len() == 1;
        let helped = material == MatingMaterial::WithHelp;
        out.add(Code::TimeForfeitDraw, said.span.clone(), ply, || {
            Detail::Result(ResultDetail::TimeForfeitDraw { winner, bare_king, helped })
        });
        return true;
    }
    out.add(Code::TimeForfeitDoubtful, said.span.clone(), ply, || {
        Detail::Result(ResultDetail::TimeForfeitDoubtful { winner })
    });
    false
}

/// The Termination tag against the board; a comment may speak of something else.
fn check_words(end: &GameEnd<'_>, board: Option<BoardEnd>, out: &mut Findings) {
    let Some(said) = &end.termination else { return };
    let Some(words) = Ending::from_words(said.text) else { return };
    let fits = match (words, board) {
        (Ending::Mate, _) => matches!(board, Some(BoardEnd::Mate(_))),
        (Ending::Stalemate, _) => board == Some(BoardEnd::Stalemate),
        // Servers call two lone minor pieces insufficient, which FIDE does not; pawns and heavy pieces never are.
        (Ending::Dead, None) => !has_pawn_or_heavy_piece(end.last),
        (Ending::Dead, Some(BoardEnd::Dead)) => true,
        // Mate and stalemate end the game before anything else can; who writes down that an arbiter or a
        // program scored it says nothing against that.
        (Ending::Adjudication | Ending::RulesInfraction | Ending::Unknown, _) => true,
        (_, board) => !matches!(board, Some(BoardEnd::Mate(_) | BoardEnd::Stalemate)),
    };
    if !fits {
        let ply = (end.plies > 0).then_some(end.plies);
        out.add(Code::TerminationContradictsBoard, said.span.clone(), ply, || {
            Detail::Result(ResultDetail::TerminationContradictsBoard { said: words, board })
        });
    }
}

fn has_pawn_or_heavy_piece(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| !position.pieces(color, role).is_empty())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::finding::Filter;
    use super::super::lang::UiLang;
    use super::*;

    const QUIET: &str = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 60";
    const FOOLS_MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    const STALEMATE: &str = "7k/5Q2/8/8/8/8/8/K7 b - - 1 1";

    struct Game {
        fen: &'static str,
        tag: &'static str,
        marker: &'static str,
        termination: &'static str,
        comment: &'static str,
        date: Option<GameDate>,
        plies: u32,
        milestones: Milestones,
        stop: MainLineEnd,
        rules: RuleSet,
    }

    impl Default for Game {
        fn default() -> Game {
            Game {
                fen: QUIET,
                tag: "1-0",
                marker: "1-0",
                termination: "",
                comment: "",
                date: None,
                plies: 40,
                milestones: Milestones::default(),
                stop: MainLineEnd::Complete,
                rules: RuleSet::Auto,
            }
        }
    }

    fn said(text: &str) -> Option<Said<'_>> {
        (!text.is_empty()).then(|| Said { text: text.as_bytes(), span: 10..10 + text.len() })
    }

    fn with_end<T>(game: &Game, look: impl FnOnce(&GameEnd<'_>) -> T) -> T {
        let last = Position::from_fen(game.fen.as_bytes()).expect("readable").position;
        look(&GameEnd {
            result_tag: said(game.tag),
            marker: said(game.marker),
            termination: said(game.termination),
            last_comment: said(game.comment),
            date: game.date,
            last: &last,
            plies: game.plies,
            last_move: 90..93,
            milestones: &game.milestones,
            stop: game.stop,
            rules: game.rules,
        })
    }

    fn findings(game: &Game) -> Vec<(Code, Severity)> {
        let mut out = Findings::new(Arc::new(Filter::all()));
        with_end(game, |end| check_end(end, &mut out));
        for finding in out.list() {
            for lang in [UiLang::En, UiLang::De] {
                let message = finding.detail.message(lang);
                assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
            }
        }
        out.list().iter().map(|f| (f.code, f.severity)).collect()
    }

    fn codes(game: &Game) -> Vec<Code> {
        findings(game).into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn an_ordinary_game_has_no_findings() {
        assert_eq!(codes(&Game::default()), []);
        assert_eq!(codes(&Game { termination: "Normal", ..Game::default() }), []);
        assert_eq!(
            codes(&Game { termination: "Time forfeit", comment: "[%clk 0:00:00]", ..Game::default() }),
            []
        );
        assert_eq!(codes(&Game { fen: FOOLS_MATE, tag: "0-1", marker: "0-1", ..Game::default() }), []);
    }

    #[test]
    fn tag_and_marker_have_to_agree() {
        assert_eq!(codes(&Game { tag: "0-1", ..Game::default() }), [Code::ResultMismatch]);
        assert_eq!(codes(&Game { tag: "*", ..Game::default() }), [Code::ResultMismatch]);
        assert_eq!(codes(&Game { marker: "", ..Game::default() }), [Code::MissingResult]);
        assert_eq!(codes(&Game { tag: "0-0", marker: "*", ..Game::default() }), [Code::OddResult]);
        assert_eq!(codes(&Game { tag: "1-0", marker: "1:0", ..Game::default() }), [Code::OddResult]);
        assert_eq!(codes(&Game { tag: "nonsense", ..Game::default() }), []);
    }

    #[test]
    fn the_board_decides_about_mate_and_stalemate() {
        let contradiction = [Code::ResultContradictsBoard];
        for result in ["1-0", "1/2-1/2", "*"] {
            assert_eq!(
                codes(&Game { fen: FOOLS_MATE, tag: result, marker: result, ..Game::default() }),
                contradiction
            );
        }
        assert_eq!(codes(&Game { fen: STALEMATE, ..Game::default() }), contradiction);
        assert_eq!(codes(&Game { fen: STALEMATE, tag: "1/2-1/2", marker: "1/2-1/2", ..Game::default() }), []);
        assert_eq!(codes(&Game { fen: "8/8/8/4k3/8/3K4/8/2N5 w - - 0 1", ..Game::default() }), contradiction);
    }

    #[test]
    fn playing_on_is_judged_by_the_date() {
        let reached = Some(Reached { ply: 16, next_move: 50..53 });
        let game = |year, month, rules| Game {
            date: Some(GameDate { year, month, day: None }),
            milestones: Milestones { fivefold: reached.clone(), ..Milestones::default() },
            rules,
            ..Game::default()
        };
        let severity = |game: &Game| findings(game).into_iter().map(|f| f.1).next();
        assert_eq!(severity(&game(2014, Some(7), RuleSet::Auto)), Some(Severity::Warning));
        assert_eq!(severity(&game(2014, Some(6), RuleSet::Auto)), Some(Severity::Note));
        assert_eq!(severity(&game(2014, None, RuleSet::Auto)), Some(Severity::Note));
        assert_eq!(severity(&game(1990, None, RuleSet::Fide2023)), Some(Severity::Warning));
        assert_eq!(severity(&game(2024, None, RuleSet::FidePre2014)), Some(Severity::Note));
        let at_the_end = Game { plies: 16, ..game(2024, None, RuleSet::Auto) };
        assert_eq!(findings(&at_the_end), []);
    }

    #[test]
    fn servers_end_a_game_at_the_third_repetition_and_at_fifty_moves() {
        let reached = Some(Reached { ply: 16, next_move: 50..53 });
        let milestones = Milestones { threefold: reached.clone(), fifty: reached, ..Milestones::default() };
        let game = |rules| Game { milestones: milestones.clone(), rules, ..Game::default() };
        assert_eq!(codes(&game(RuleSet::Auto)), []);
        assert_eq!(codes(&game(RuleSet::Server)), [Code::PlayAfterFivefold, Code::PlayAfterSeventyfive]);
    }

    #[test]
    fn a_win_on_time_needs_mating_material() {
        let on_time = |fen| Game { fen, comment: "[%clk 0:00:00] White won on time", ..Game::default() };
        let bare = on_time("8/8/8/4k3/8/3K4/8/7r w - - 0 1");
        assert_eq!(findings(&bare), [(Code::TimeForfeitDraw, Severity::Error)]);
        let bishop = on_time("8/8/8/4k3/8/3K4/7p/2B5 w - - 0 1");
        assert_eq!(findings(&bishop), [(Code::TimeForfeitDoubtful, Severity::Note)]);
        let server = Game { rules: RuleSet::Server, ..bishop };
        assert_eq!(findings(&server), [(Code::TimeForfeitDraw, Severity::Error)]);
        // Material on the board alone says nothing; nobody said that it was about time.
        assert_eq!(codes(&Game { comment: "", ..bare }), []);
    }

    #[test]
    fn the_mover_of_a_faulty_last_move_may_have_lost_by_it() {
        // White was to move.
        let stop = MainLineEnd::Faulty { is_last: true };
        let lost = Game { tag: "0-1", marker: "0-1", stop, ..Game::default() };
        assert_eq!(codes(&lost), [Code::LostByIllegalMove]);
        assert_eq!(codes(&Game { stop, ..Game::default() }), []);
        assert_eq!(codes(&Game { stop: MainLineEnd::Faulty { is_last: false }, ..lost }), []);
    }

    #[test]
    fn closing_words_never_override_the_board() {
        let said = |fen, tag, termination| Game { fen, tag, marker: tag, termination, ..Game::default() };
        let contradiction = [Code::TerminationContradictsBoard];
        assert_eq!(codes(&said(QUIET, "1-0", "anna won by checkmate")), contradiction);
        assert_eq!(codes(&said(FOOLS_MATE, "0-1", "anna won by resignation")), contradiction);
        assert_eq!(codes(&said(FOOLS_MATE, "0-1", "anna won by checkmate")), []);
        assert_eq!(codes(&said(FOOLS_MATE, "0-1", "adjudication")), []);
        assert_eq!(codes(&said(QUIET, "1/2-1/2", "Game drawn by insufficient material")), contradiction);
        let two_knights = "8/8/5n2/4k3/8/3K4/8/2N5 w - - 0 1";
        assert_eq!(codes(&said(two_knights, "1/2-1/2", "Game drawn by insufficient material")), []);
        let end = |game: &Game| with_end(game, ending);
        assert_eq!(end(&said(FOOLS_MATE, "0-1", "anna won by resignation")), Ending::Mate);
        assert_eq!(end(&said(QUIET, "1-0", "anna won by checkmate")), Ending::Unknown);
        assert_eq!(end(&said(QUIET, "1-0", "Time forfeit")), Ending::Time);
        assert_eq!(end(&Game { comment: "aufgegeben", ..Game::default() }), Ending::Resignation);
    }

    #[test]
    fn a_game_without_moves_is_noted() {
        assert_eq!(codes(&Game { plies: 0, ..Game::default() }), [Code::EmptyGame]);
        let forfeit = Game { plies: 0, tag: "+:-", marker: "+:-", ..Game::default() };
        assert_eq!(codes(&forfeit), [Code::OddResult, Code::EmptyGame]);
    }
}
