//! The binary store: games in columns, and an index from positions to games.
