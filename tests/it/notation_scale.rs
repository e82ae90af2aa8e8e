//! Every legal move of random positions in every language and style: it reads back to itself and to nothing else.

use zug::chess::{Move, Position, chess960};
use zug::notation::{
    CaptureStyle, CastlingStyle, Language, Length, Letters, MateStyle, MoveFacts, ParsedMove, PromotionStyle,
    Style, parse, parse_iccf, resolve,
};

/// A generator that is the same everywhere (xorshift).
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Every combination of switches that changes the text of a move.
fn styles() -> Vec<Style> {
    let mut list = vec![Style::UCI, Style::ICCF];
    for length in [Length::Short, Length::Long] {
        for capture in [CaptureStyle::Cross, CaptureStyle::Colon, CaptureStyle::TrailingColon] {
            for promotion in [PromotionStyle::Equals, PromotionStyle::Plain, PromotionStyle::Brackets] {
                // The other switches touch other parts of the text, so they go in step.
                let is_odd = promotion == PromotionStyle::Plain;
                list.push(Style {
                    length,
                    capture,
                    promotion,
                    castling: if is_odd { CastlingStyle::Zeros } else { CastlingStyle::Letters },
                    mate: if is_odd { MateStyle::DoublePlus } else { MateStyle::Hash },
                    en_passant_mark: is_odd,
                    victim: promotion == PromotionStyle::Brackets,
                    ..Style::PGN
                });
            }
        }
    }
    list
}

fn read(text: &str, style: &Style, letters: &Letters) -> ParsedMove {
    let parsed = match style.length {
        Length::Iccf => parse_iccf(text.as_bytes()),
        _ => parse(text.as_bytes(), letters),
    };
    let parsed = parsed.unwrap_or_else(|error| panic!("{text} {style:?}: {error}"));
    assert_eq!(parsed.consumed, text.len(), "{text} {style:?}");
    parsed
}

/// Languages with the same letters once; the figurines too.
fn alphabets() -> Vec<Language> {
    let mut seen: Vec<[&str; 6]> = Vec::new();
    Language::ALL
        .into_iter()
        .filter(|language| {
            let letters = zug::chess::Role::ALL.map(|role| language.letter(role));
            let is_new = !seen.contains(&letters);
            seen.push(letters);
            is_new
        })
        .collect()
}

fn check(
    position: &Position,
    mv: Move,
    is_chess960: bool,
    styles: &[Style],
    languages: &[Language],
    text: &mut String,
) {
    let facts = MoveFacts::of(position, mv);
    for style in styles {
        for &letters in languages {
            let style = Style { letters, chess960: is_chess960, ..*style };
            text.clear();
            facts.write(&style, text);
            let parsed = read(text, &style, Letters::of(letters));
            let found = resolve(position, &parsed).map(|resolved| resolved.mv);
            assert_eq!(found, Ok(mv), "{text} {style:?} {}", position.fen(Default::default()));
            let is_default = matches!(letters, Language::English | Language::German);
            if is_default {
                let parsed = read(text, &style, Letters::english_german());
                let found = resolve(position, &parsed).map(|resolved| resolved.mv);
                assert_eq!(found, Ok(mv), "{text} by the default reader");
            }
            // Coordinates have no letters.
            if matches!(style.length, Length::Uci | Length::Iccf) {
                break;
            }
        }
    }
}

/// Random games, every second one from a Chess960 position; all legal moves of so many positions.
fn run(positions: usize, seed: u64) {
    let (styles, languages) = (styles(), alphabets());
    let mut dice = Dice(seed);
    let mut text = String::new();
    let mut left = positions;
    let mut moves_seen = 0u64;
    while left > 0 {
        let is_chess960 = left.is_multiple_of(2);
        let start = chess960::start(dice.throw(960) as u16).filter(|_| is_chess960);
        let mut position = start.unwrap_or_else(Position::start);
        for _ in 0..dice.throw(160) + 1 {
            let moves = position.legal_moves();
            if moves.is_empty() || left == 0 {
                break;
            }
            // Not every position of a game, so that there are many games.
            if dice.throw(8) == 0 {
                left -= 1;
                for &mv in &moves {
                    moves_seen += 1;
                    check(&position, mv, is_chess960, &styles, &languages, &mut text);
                }
            }
            position.play(moves[dice.throw(moves.len())]);
        }
    }
    assert!(moves_seen > positions as u64 * 5, "{moves_seen} moves");
}

#[test]
fn every_move_reads_back_in_every_language_and_style() {
    run(60, 0x9E37_79B9_7F4A_7C15);
}

#[test]
#[ignore = "100,000 positions take a quarter of an hour"]
fn every_move_of_a_hundred_thousand_positions_reads_back() {
    run(100_000, 0x2545_F491_4F6C_DD1D);
}
