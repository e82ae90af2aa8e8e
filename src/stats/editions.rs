//! Games under one name that belong to several events: the tournament of one year and that of another.

use std::collections::BTreeMap;

use super::standings::{Games, Pairing};
use crate::pgn::date::LaxDate;
use crate::store::tags::unpack_date;

/// An event goes on if its next game is no more than so many days later.
const PAUSE: u32 = 120;

/// Games of one event.
pub(super) struct Edition<'g> {
    /// Its name.
    pub(super) event: &'g str,
    /// Its first day and its last, as far as they are known.
    pub(super) first: LaxDate,
    pub(super) last: LaxDate,
    pub(super) games: &'g Games,
    pub(super) pairings: Vec<Pairing>,
}

impl Edition<'_> {
    /// Name, time and size, to tell it from others.
    pub(super) fn name(&self) -> String {
        let number = self.pairings.len();
        match self.time() {
            Some(time) => format!("{} ({time}, {number})", self.event),
            None => format!("{} ({number})", self.event),
        }
    }

    /// When it was; `None` if that is not known.
    pub(super) fn time(&self) -> Option<String> {
        self.first.year?;
        Some(if self.first == self.last {
            self.first.to_string()
        } else {
            format!("{} - {}", self.first, self.last)
        })
    }
}

/// The editions of an event. Games of whose date no month is known belong to what there is of their year; those
/// without a year to the event if there is only one edition, else they are one of their own.
pub(super) fn editions<'g>(event: &'g str, games: &'g Games) -> Vec<Edition<'g>> {
    let mut days: Vec<(u32, LaxDate, Pairing)> = Vec::new();
    let mut years: BTreeMap<u16, Vec<(LaxDate, Pairing)>> = BTreeMap::new();
    let mut undated = Vec::new();
    for pairing in &games.pairings {
        let date = unpack_date(pairing.outcome.day);
        match (date.year, date.month) {
            (Some(year), Some(month)) => {
                days.push((day_number(year, month, date.day.unwrap_or(15)), date, *pairing));
            }
            (Some(year), None) => years.entry(year).or_default().push((date, *pairing)),
            (None, _) => undated.push(*pairing),
        }
    }
    days.sort_by_key(|(day, ..)| *day);
    let mut found: Vec<Edition<'g>> = Vec::new();
    let mut before = None;
    let edition = |date, pairings| Edition { event, first: date, last: date, games, pairings };
    for (day, date, pairing) in days {
        let goes_on = before.is_some_and(|before| day - before <= PAUSE);
        before = Some(day);
        match found.last_mut().filter(|_| goes_on) {
            Some(edition) => {
                edition.last = edition.last.max(date);
                edition.first = edition.first.min(date);
                edition.pairings.push(pairing);
            }
            None => found.push(edition(date, vec![pairing])),
        }
    }
    for (year, games) in years {
        let mut of_year = found.iter_mut().filter(|edition| {
            edition.first.year.is_some_and(|first| first <= year)
                && edition.last.year.is_some_and(|last| last >= year)
        });
        match (of_year.next(), of_year.next()) {
            (Some(only), None) => only.pairings.extend(games.into_iter().map(|(_, pairing)| pairing)),
            _ => {
                let date = LaxDate { year: Some(year), ..LaxDate::default() };
                found.push(edition(date, games.into_iter().map(|(_, pairing)| pairing).collect()));
            }
        }
    }
    if !undated.is_empty() {
        match found.as_mut_slice() {
            [only] => only.pairings.extend(undated),
            _ => found.push(edition(LaxDate::default(), undated)),
        }
    }
    found
}

/// Days, nearly: months are 31 days long.
fn day_number(year: u16, month: u8, day: u8) -> u32 {
    u32::from(year) * 372 + u32::from(month) * 31 + u32::from(day)
}
