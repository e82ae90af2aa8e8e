//! The pieces of text that are read one after the other: ranges of a whole text, or blocks of a stream cut at the last
//! sure game start in them.

use crate::pgn::boundary::CutRule;
use crate::pgn::source::SourceError;
use crate::pgn::stream::{Block, Blocks, Next};

/// A piece of text with its place.
#[derive(Debug)]
pub(super) struct Piece<'t> {
    text: Held<'t>,
    /// Offset in the text of the first byte to read.
    pub(super) from: usize,
    /// Offset in the text behind the last game that starts in this piece.
    pub(super) until: usize,
    /// Offset of the text's first byte in the decompressed source.
    pub(super) base: u64,
    /// Whether all of the source behind `from` is in `text`, so that the end of the text is the end of the source.
    pub(super) complete: bool,
}

#[derive(Debug)]
enum Held<'t> {
    Whole(&'t [u8]),
    Block(Block),
}

impl Piece<'_> {
    pub(super) fn text(&self) -> &[u8] {
        match &self.text {
            Held::Whole(text) => text,
            Held::Block(block) => block.text(),
        }
    }
}

/// What the feed has to give.
#[derive(Debug)]
pub(super) enum Supply<'t> {
    Piece(Piece<'t>),
    /// Nothing yet.
    NotYet,
    /// The text is at its end.
    End,
}

/// Where pieces come from.
pub(super) enum Feed<'t> {
    Whole(Ranges<'t>),
    Stream(Box<Blockwise>),
}

/// Ranges of a text that is there as a whole.
pub(super) struct Ranges<'t> {
    text: &'t [u8],
    at: usize,
    target: usize,
    rule: CutRule,
}

/// Pieces of a stream.
pub(super) struct Blockwise {
    blocks: Blocks,
    rule: CutRule,
    /// What follows the last cut: the beginning of the next piece.
    carry: Vec<u8>,
    /// A text in which no cut was found yet, and from where it must be searched on.
    held: Option<(Block, usize)>,
    /// Offset of the next piece in the decompressed source.
    base: u64,
    /// The stream is at its end, and how it ended (taken when it is reported).
    ended: bool,
    result: Result<(), SourceError>,
}

impl<'t> Feed<'t> {
    pub(super) fn whole(text: &'t [u8], target: usize, rule: CutRule) -> Self {
        Self::Whole(Ranges { text, at: 0, target: target.max(1), rule })
    }

    pub(super) fn stream(blocks: Blocks, rule: CutRule) -> Self {
        Self::Stream(Box::new(Blockwise {
            blocks,
            rule,
            carry: Vec::new(),
            held: None,
            base: 0,
            ended: false,
            result: Ok(()),
        }))
    }

    /// The next piece if it is there already.
    pub(super) fn try_next(&mut self) -> Supply<'t> {
        match self {
            Self::Whole(ranges) => ranges.next(),
            Self::Stream(stream) => stream.next(Blocks::try_next),
        }
    }

    /// Waits for the next piece, until `stopped`.
    pub(super) fn next(&mut self, stopped: impl Fn() -> bool) -> Supply<'t> {
        match self {
            Self::Whole(ranges) => ranges.next(),
            Self::Stream(stream) => stream.next(|blocks| blocks.next(&stopped)),
        }
    }

    /// Leaves out what is before byte `at` of a whole text, where it was read already. A stream has no such part: its
    /// pieces are read again with more text instead.
    pub(super) fn skip_to(&mut self, at: usize) {
        if let Self::Whole(ranges) = self {
            ranges.at = ranges.at.max(at);
        }
    }

    /// Takes back a piece that is done.
    pub(super) fn recycle(&self, piece: Piece<'t>) {
        if let (Self::Stream(stream), Held::Block(block)) = (self, piece.text) {
            stream.blocks.recycle(block);
        }
    }

    /// How the source ended.
    pub(super) fn finish(self) -> Result<(), SourceError> {
        match self {
            Self::Whole(_) => Ok(()),
            Self::Stream(stream) => stream.result,
        }
    }
}

impl<'t> Piece<'t> {
    /// Puts the following piece of the stream behind this one. Returns the emptied rest.
    pub(super) fn absorb(&mut self, following: Self) -> Option<Self> {
        let Held::Block(block) = &mut self.text else {
            return Some(following);
        };
        block.replace_tail(self.until, following.text());
        self.until += following.until;
        self.complete = following.complete;
        Some(following)
    }
}

impl<'t> Ranges<'t> {
    fn next(&mut self) -> Supply<'t> {
        let from = self.at;
        if from >= self.text.len() {
            return Supply::End;
        }
        let target = from.saturating_add(self.target);
        let until = self.rule.first_cut(self.text, target).unwrap_or(self.text.len());
        self.at = until;
        Supply::Piece(Piece { text: Held::Whole(self.text), from, until, base: 0, complete: true })
    }
}

impl Blockwise {
    fn next<'t>(&mut self, take: impl Fn(&mut Blocks) -> Next) -> Supply<'t> {
        while !self.ended {
            match take(&mut self.blocks) {
                Next::Block(block) => {
                    self.ended = block.is_last();
                    self.put(block);
                    if let Some(piece) = self.cut() {
                        return Supply::Piece(piece);
                    }
                }
                Next::NotYet => return Supply::NotYet,
                Next::End(result) => {
                    self.ended = true;
                    self.result = result;
                }
            }
        }
        self.rest().map_or(Supply::End, Supply::Piece)
    }

    /// Puts a block behind what is left from before.
    fn put(&mut self, mut block: Block) {
        match &mut self.held {
            Some((held, searched)) => {
                let length = held.text().len();
                *searched = self.rule.search_again_from(length);
                held.replace_tail(length, block.text());
                self.blocks.recycle(block);
            }
            None => {
                let searched = self.rule.search_again_from(self.carry.len());
                block.prepend(&self.carry);
                self.carry.clear();
                self.held = Some((block, searched));
            }
        }
    }

    /// Cuts what is held at its last game start, if it has one; all of it at the end of the stream.
    fn cut<'t>(&mut self) -> Option<Piece<'t>> {
        if self.ended {
            return self.rest();
        }
        let (held, searched) = self.held.as_ref()?;
        let text = held.text();
        let until = self.rule.last_cut(text, *searched)?;
        self.carry.extend_from_slice(text.get(until..).unwrap_or_default());
        let (block, _) = self.held.take()?;
        let base = self.base;
        self.base += until as u64;
        Some(Piece { text: Held::Block(block), from: 0, until, base, complete: false })
    }

    /// All that is left, at the end of the stream.
    fn rest<'t>(&mut self) -> Option<Piece<'t>> {
        let block = match self.held.take() {
            Some((block, _)) => block,
            None if self.carry.is_empty() => return None,
            None => Block::of(std::mem::take(&mut self.carry)),
        };
        let (base, until) = (self.base, block.text().len());
        self.base += until as u64;
        Some(Piece { text: Held::Block(block), from: 0, until, base, complete: true })
    }
}
