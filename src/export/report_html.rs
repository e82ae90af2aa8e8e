//! A report as a web page.

use crate::check::lang::UiLang;
use crate::stats::Report;

/// Appends the report as a page that needs nothing else.
pub fn html(report: &Report, lang: UiLang, out: &mut String) {
    let _ = (report, lang);
    out.push_str("<!DOCTYPE html>\n");
}
