//! What can be chosen in the arguments of `zug convert`, by name.

use clap::ValueEnum;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FromArg {
    /// Portable Game Notation, or movetext alone
    Pgn,
    /// Games as books, magazines and web pages print them, among prose; of HTML the text is read
    Listing,
    /// Games with moves in the digits of correspondence chess, such as 5254
    Iccf,
    /// What --format ndjson writes, as it is or changed, such as by jq
    #[value(alias = "json")]
    Ndjson,
    /// Positions, FEN or EPD, one a line; each becomes a game without moves
    #[value(alias = "fen")]
    Epd,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum FormatArg {
    /// Portable Game Notation
    Pgn,
    /// A listing for people, without the commands that comments hold for programs
    Text,
    /// A JSON object a line for every game
    #[value(alias = "json")]
    Ndjson,
    /// Comma-separated values, a row for every game
    Csv,
    /// The same, separated by tabs
    Tsv,
    /// Positions, one a line (see --every, --ply)
    Fen,
    /// Positions with operations: comments, clocks, where it comes from, the move that was played
    Epd,
    /// A web page with boards, which needs nothing else; -o DIR/ --split 1 makes a page of every game
    Html,
    /// An opening book; weights are points: 2 a win of the side that moves, 1 a draw or unknown, 0 a loss
    Polyglot,
    /// Tables for engines such as DuckDB, Spark and ClickHouse, in the folder -o (see --tables)
    Parquet,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum OnErrorArg {
    /// It comes out as far as it is legal, the rest inside a comment
    Keep,
    /// It is left out
    Skip,
    /// The run ends before it
    Stop,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum TagOrderArg {
    /// The roster of seven, then the others in ASCII order
    Export,
    /// As in the source
    Source,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum AddArg {
    /// PlyCount
    #[value(name = "plycount")]
    PlyCount,
    /// FinalFEN, the position at the end
    Fen,
    /// FinalKey, the Polyglot key of the position at the end
    Key,
    /// ECO, Opening, Variation and SubVariation, by position
    Eco,
}
