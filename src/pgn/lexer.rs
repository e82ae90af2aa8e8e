//! Movetext to tokens: the first of the two stages of reading a game.
//!
//! A token is a byte range; what it is shows in its first byte. Words (moves, mostly) are found 64 bytes at a
//! time with plain arithmetic on bit maps; move numbers, dots and blanks cost nothing because they never start a
//! word. Everything else - comments, variations, results, odd spellings - is an event and handled one by one.
//!
//! Knows no legality: whether a word is a move is for the replay to say.

use super::bytes::{self, Ending};
use super::classify::{Classes, Classify};
use crate::notation::result;

/// A byte range of movetext, relative to the game's first byte.
///
/// By first byte: a letter (or any other) a word, `{` `;` a comment with its delimiters, `$` a NAG, `(` `)` a
/// variation's ends (`(=)` is a draw offer), `*` or a digit a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Token {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Why the movetext of a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At a result, the last token.
    Result,
    /// At the next tag section, without a result.
    NextTag,
    /// At the end of the text, without a result.
    EndOfText,
    /// At the most tokens that a game may have; what follows is read as if it began there.
    TooLong,
}

/// So many tokens make no game of chess (the longest possible has 17,697 plies); the bound keeps the memory small
/// whatever a file holds.
const MOST_TOKENS: usize = 1 << 20;

/// The tokens of one game's movetext; kept from game to game.
#[derive(Debug)]
pub struct Tokens {
    list: Vec<Token>,
    /// How many of `list` are begun and ended.
    begun: usize,
    ended: usize,
    /// So many tokens at the beginning are no words.
    wordless: usize,
    /// Variations still open at the end.
    pub open_variations: u32,
    /// Does the movetext have variations?
    pub has_variations: bool,
    /// Comments that lack their `}` (index into the tokens).
    pub unclosed_comments: Vec<u32>,
    /// Where the movetext ends, relative to the game's first byte.
    pub stop: usize,
    /// Why it ends.
    pub end: End,
}

impl Default for Tokens {
    fn default() -> Tokens {
        Tokens {
            list: Vec::new(),
            begun: 0,
            ended: 0,
            wordless: 0,
            open_variations: 0,
            has_variations: false,
            unclosed_comments: Vec::new(),
            stop: 0,
            end: End::EndOfText,
        }
    }
}

/// Where the next event leaves the reader.
enum Step {
    Go(usize),
    End(End, usize),
}

impl Tokens {
    /// The tokens in the order of the text.
    pub fn as_slice(&self) -> &[Token] {
        self.list.get(..self.ended).unwrap_or_default()
    }

    /// Reads the movetext that begins at `from` of `game`, whose first byte token offsets count from.
    pub fn read_from(&mut self, game: &[u8], from: usize) {
        self.read(crate::chess::isa::Portable, game, from);
    }

    /// Reads the movetext that begins at `from` of `game`, the text from the game's first byte on.
    #[inline(always)]
    pub(crate) fn read<S: Classify>(&mut self, isa: S, game: &[u8], from: usize) {
        self.begun = 0;
        self.ended = 0;
        self.wordless = 0;
        self.open_variations = 0;
        self.has_variations = false;
        self.unclosed_comments.clear();
        let mut at = from;
        let (mut end, mut stop) = (End::EndOfText, game.len());
        // A run that reaches the end of its block goes on in the next one.
        let mut carry = 0u64;
        let mut core_before = 0u64;
        let mut floor = from;
        'blocks: while at < game.len() {
            let mut padded = [b' '; 64];
            let (block, inside) = match game.get(at..).and_then(|rest| rest.first_chunk::<64>()) {
                Some(block) => (block, !0u64),
                None => {
                    let rest = game.get(at..).unwrap_or_default();
                    if let Some(head) = padded.get_mut(..rest.len()) {
                        head.copy_from_slice(rest);
                    }
                    (&padded, !(!0u64 << (rest.len() & 63)))
                }
            };
            let Classes { letters, digits, core, known } = isa.classes(block);
            let start = letters & !(core << 1 | core_before);
            // The sum carries through each run of core bytes that begins with a letter, to the bit behind it.
            let (sum, overflow_a) = core.overflowing_add(start);
            let (sum, overflow_b) = sum.overflowing_add(carry);
            let ends = sum & !core;
            let run = core & !sum;
            let mut events = (!known | (core & !digits)) & !run & inside;
            let (mut starts, mut ends) = (start, ends);
            if self.begun >= MOST_TOKENS {
                (end, stop) = (End::TooLong, self.break_off(at));
                break 'blocks;
            }
            self.room();
            if events == 0 {
                self.begin_many(at, starts);
                self.finish_many(at, ends);
                carry = u64::from(overflow_a | overflow_b);
                core_before = core >> 63;
                at += 64;
                continue;
            }
            while events != 0 {
                let bit = events & events.wrapping_neg();
                let below = bit - 1;
                self.begin(at, starts & below);
                self.finish(at, ends & (below | bit));
                starts &= !below;
                ends &= !(below | bit);
                match self.event(isa, game, at + bit.trailing_zeros() as usize, floor) {
                    Step::Go(next) if next < at + 64 => {
                        floor = next;
                        let rest = !0u64 << ((next - at) & 63);
                        events &= rest;
                        starts &= rest;
                        // A word that begins at `next` ends behind it.
                        ends &= rest << 1;
                    }
                    Step::Go(next) => {
                        floor = next;
                        at = next;
                        carry = 0;
                        core_before = 0;
                        continue 'blocks;
                    }
                    Step::End(why, place) => {
                        (end, stop) = (why, place);
                        break 'blocks;
                    }
                }
            }
            self.begin(at, starts);
            self.finish(at, ends);
            carry = u64::from(overflow_a | overflow_b);
            core_before = core >> 63;
            at += 64;
        }
        // A word that runs to the very end of the text.
        if self.ended < self.begun
            && let Some(last) = self.list.get_mut(self.ended)
        {
            last.end = stop as u32;
            self.ended += 1;
        }
        self.end = end;
        self.stop = stop;
    }

    /// Takes back the word that runs into the block at `at`, if there is one; answers where it begins, or the block.
    #[cold]
    fn break_off(&mut self, at: usize) -> usize {
        let begun = std::mem::replace(&mut self.begun, self.ended);
        let open = self.list.get(self.ended).filter(|_| self.ended < begun);
        open.map_or(at, |token| token.start as usize)
    }

    #[inline(always)]
    fn room(&mut self) {
        // Of 64 bytes at most 32 begin a word, written by the dozen; events make room for themselves.
        if self.list.len() < self.begun + 64 {
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.list.resize(self.list.len() * 2 + 256, Token::default());
    }

    #[inline(always)]
    fn begin(&mut self, at: usize, mut bits: u64) {
        while bits != 0 {
            if let Some(token) = self.list.get_mut(self.begun) {
                token.start = (at + bits.trailing_zeros() as usize) as u32;
            }
            self.begun += 1;
            bits &= bits - 1;
        }
    }

    #[inline(always)]
    fn finish(&mut self, at: usize, mut bits: u64) {
        while bits != 0 {
            if let Some(token) = self.list.get_mut(self.ended) {
                token.end = (at + bits.trailing_zeros() as usize) as u32;
            }
            self.ended += 1;
            bits &= bits - 1;
        }
    }

    /// As [`Tokens::begin`], for a block that is full of words.
    #[inline(always)]
    fn begin_many(&mut self, at: usize, bits: u64) {
        let count = bits.count_ones() as usize;
        each_bit(bits, self.list.get_mut(self.begun..), |token, bit| token.start = (at + bit) as u32);
        self.begun += count;
    }

    #[inline(always)]
    fn finish_many(&mut self, at: usize, bits: u64) {
        let count = bits.count_ones() as usize;
        each_bit(bits, self.list.get_mut(self.ended..), |token, bit| token.end = (at + bit) as u32);
        self.ended += count;
    }

    fn push(&mut self, start: usize, end: usize) {
        self.room();
        if let Some(token) = self.list.get_mut(self.begun) {
            *token = Token { start: start as u32, end: end as u32 };
        }
        self.begun += 1;
        self.ended = self.begun;
    }

    /// What the byte at `p`, which is no part of a plain move, means. Nothing before `floor` is looked at again.
    #[inline(always)]
    fn event<S: Classify>(&mut self, isa: S, game: &[u8], p: usize, floor: usize) -> Step {
        match bytes::byte(game, p) {
            b'{' => {
                let (end, ending) = bytes::brace_comment(isa, game, p);
                if ending != Ending::Brace {
                    self.unclosed_comments.push(self.ended as u32);
                }
                self.push(p, end);
                Step::Go(end)
            }
            _ => self.rare_event(game, p, floor),
        }
    }

    #[inline(never)]
    fn rare_event(&mut self, game: &[u8], p: usize, floor: usize) -> Step {
        match bytes::byte(game, p) {
            b'(' if bytes::byte(game, p + 1) == b'=' && bytes::byte(game, p + 2) == b')' => {
                self.one(p, p + 3)
            }
            b'(' if bytes::is_promotion_in_brackets(game, p, floor) => self.odd(game, p, floor),
            b'(' => {
                self.open_variations += 1;
                self.has_variations = true;
                self.one(p, p + 1)
            }
            b')' => {
                self.open_variations = self.open_variations.saturating_sub(1);
                self.one(p, p + 1)
            }
            b'$' => {
                let digits =
                    game.get(p + 1..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
                self.one(p, p + 1 + digits)
            }
            b'*' => {
                self.push(p, p + 1);
                if self.open_variations == 0 { Step::End(End::Result, p + 1) } else { Step::Go(p + 1) }
            }
            b';' => self.one(p, bytes::line_end(game, p)),
            b'%' if bytes::is_line_start(game, p) => Step::Go(bytes::line_end(game, p)),
            b'[' if bytes::is_tag_start(game, p) => Step::End(End::NextTag, p),
            b'}' | b'[' | b']' => self.one(p, p + 1),
            _ => {
                let blank = bytes::foreign_blank(game, p);
                if blank > 0 {
                    return Step::Go(p + blank);
                }
                match bytes::invisible(game, p).max(bytes::control_run(game, p)) {
                    0 => self.odd(game, p, floor),
                    length => self.one(p, p + length),
                }
            }
        }
    }

    fn one(&mut self, start: usize, end: usize) -> Step {
        self.push(start, end);
        Step::Go(end)
    }

    /// A run without blanks in which something is no plain move: a result, or one token for the careful reader,
    /// who takes it apart. Words that were found in it before are taken back.
    fn odd(&mut self, game: &[u8], p: usize, floor: usize) -> Step {
        let start = bytes::run_start(game, p, floor);
        let end = bytes::run_end(game, p);
        while let Some(last) = self.ended.checked_sub(1)
            && self.list.get(last).is_some_and(|token| token.start as usize >= start)
        {
            self.ended = last;
            self.begun = last;
        }
        let text = game.get(start..end).unwrap_or_default();
        self.push(start, end);
        if self.open_variations == 0 && self.is_result(game, text) {
            Step::End(End::Result, end)
        } else {
            Step::Go(end)
        }
    }

    /// Is this run a result? `0-0` may be castling, which only the replay can tell; `+-` and the like are
    /// judgements where a move precedes them.
    fn is_result(&mut self, game: &[u8], text: &[u8]) -> bool {
        if matches!(text, b"1-0" | b"0-1" | b"1/2-1/2") {
            return true;
        }
        let Some(read) = result::parse(without_stop(text)) else { return false };
        match text.first() {
            _ if !read.doubtful_after_move => true,
            Some(b'0') => false,
            _ => !self.has_words(game),
        }
    }

    /// Does a word precede the last token? (`+-` is a result only where no move does.)
    fn has_words(&mut self, game: &[u8]) -> bool {
        let before = self.ended.saturating_sub(1);
        // What was looked at for an earlier sign need not be looked at again, or many signs would be quadratic.
        let from = self.wordless.min(before);
        let found = self.list.iter().take(before).skip(from).position(|token| {
            let first = bytes::byte(game, token.start as usize);
            !matches!(first, b'{' | b';' | b'$' | b'(' | b')')
        });
        self.wordless = found.map_or(before, |i| from + i);
        found.is_some()
    }
}

/// Writes the bits of a block into tokens, twelve in one go whether there are so many or not (what is too much is
/// written over later): how many words a block has cannot be guessed, and a wrong guess costs more.
#[inline(always)]
fn each_bit(mut bits: u64, tokens: Option<&mut [Token]>, write: impl Fn(&mut Token, usize)) {
    let Some(mut tokens) = tokens else { return };
    loop {
        let Some((twelve, rest)) = tokens.split_first_chunk_mut::<12>() else { return };
        for token in twelve {
            write(token, bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            return;
        }
        tokens = rest;
    }
}

/// Without the full stop or comma that prose puts behind a result.
fn without_stop(text: &[u8]) -> &[u8] {
    match text {
        [head @ .., b'.' | b','] => head,
        _ => text,
    }
}
