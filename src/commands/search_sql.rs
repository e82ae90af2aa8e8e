//! `zug search --sql`: the query that the conditions are over the tables of `zug convert --format parquet`.

use std::io::Write;

use super::outcome::Outcome;
use crate::check::lang::UiLang;
use crate::query::Expr;
use crate::query::sql::sql;

/// Writes the query.
///
/// # Errors
/// A condition that it cannot say, or the output.
pub fn run(expr: &Expr, lang: UiLang, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let query = sql(expr).map_err(|refused| anyhow::anyhow!(refused.message(lang)))?;
    writeln!(out, "{query};")?;
    Ok(Outcome::default())
}
