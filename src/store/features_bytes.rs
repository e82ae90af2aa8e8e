//! Features in a fixed number of bytes, for a column of the store.
