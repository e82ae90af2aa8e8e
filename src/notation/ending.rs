//! Why a game ended: one value from the many words of servers, engines, arbiters and books.

/// How a game came to its end. The board decides before any words do: see [`Ending::from_words`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Mate on the board.
    Mate,
    /// Stalemate on the board.
    Stalemate,
    /// Both agreed to a draw.
    Agreement,
    /// One side gave up.
    Resignation,
    /// A flag fell.
    Time,
    /// A side did not appear, or left.
    NoShow,
    /// An arbiter or server ended it for breaking the rules.
    RulesInfraction,
    /// The same position three or five times.
    Repetition,
    /// Fifty or seventy-five moves without pawn move or capture.
    Fifty,
    /// Neither side can mate any more.
    Dead,
    /// Somebody else decided: arbiter, engine interface, endgame tables.
    Adjudication,
    /// Adjourned, to be played on.
    Adjourned,
    /// Broken off.
    Unterminated,
    /// Nothing is known.
    Unknown,
}

impl Ending {
    /// The name in data fields: `mate`, `no-show`, `rules-infraction`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Mate => "mate",
            Ending::Stalemate => "stalemate",
            Ending::Agreement => "agreement",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::NoShow => "no-show",
            Ending::RulesInfraction => "rules-infraction",
            Ending::Repetition => "repetition",
            Ending::Fifty => "fifty",
            Ending::Dead => "dead",
            Ending::Adjudication => "adjudication",
            Ending::Adjourned => "adjourned",
            Ending::Unterminated => "unterminated",
            Ending::Unknown => "unknown",
        }
    }

    /// What a Termination tag or a closing comment says. `None` if it names no ending (`Normal`, a clock, a
    /// remark about something else).
    ///
    /// The words never override the board; the caller compares.
    pub fn from_words(text: &[u8]) -> Option<Ending> {
        if matches!(text, b"" | b"Normal" | b"normal") {
            return None;
        }
        if matches!(text, b"Time forfeit" | b"time forfeit") {
            return Some(Ending::Time);
        }
        // Long prose is an annotation, not a closing word.
        let text = plain_words(text);
        if text.is_empty() || text.len() > MAX_WORDS {
            return None;
        }
        first_meaning(text)
    }
}

/// Longest comment that is looked at, in bytes.
const MAX_WORDS: usize = 160;

/// Words and what they mean, small letters; a star stands for any rest of the word. The order decides
/// where a text has several: a side that runs out of time against bare material is about time, a mate or
/// stalemate named with other words is a mate or stalemate.
const WORDS: &[(&str, Ending)] = &[
    ("stalemate", Ending::Stalemate),
    ("patt gesetzt", Ending::Stalemate),
    ("remis durch patt", Ending::Stalemate),
    ("time forfeit", Ending::Time),
    ("forfeits on time", Ending::Time),
    ("loses on time", Ending::Time),
    ("lost on time", Ending::Time),
    ("won on time", Ending::Time),
    ("wins on time", Ending::Time),
    ("out of time", Ending::Time),
    ("timeout", Ending::Time),
    ("time out", Ending::Time),
    ("flag fell", Ending::Time),
    ("zeitüberschreitung", Ending::Time),
    ("zeitueberschreitung", Ending::Time),
    ("zeit überschritten", Ending::Time),
    ("zeit ueberschritten", Ending::Time),
    ("auf zeit", Ending::Time),
    ("nach zeit", Ending::Time),
    ("blättchen", Ending::Time),
    ("blaettchen", Ending::Time),
    ("illegal move", Ending::RulesInfraction),
    ("illegaler zug", Ending::RulesInfraction),
    ("regelverstoß", Ending::RulesInfraction),
    ("regelverstoss", Ending::RulesInfraction),
    ("rules infraction", Ending::RulesInfraction),
    ("disqualif*", Ending::RulesInfraction),
    ("insufficient*", Ending::Dead),
    ("mating material", Ending::Dead),
    ("dead position", Ending::Dead),
    ("tote stellung", Ending::Dead),
    ("3-fold", Ending::Repetition),
    ("threefold", Ending::Repetition),
    ("fivefold", Ending::Repetition),
    ("repetition", Ending::Repetition),
    ("stellungswiederholung", Ending::Repetition),
    ("zugwiederholung", Ending::Repetition),
    ("50 move*", Ending::Fifty),
    ("50-move*", Ending::Fifty),
    ("fifty move*", Ending::Fifty),
    ("fifty-move*", Ending::Fifty),
    ("50-züge", Ending::Fifty),
    ("50-zuege", Ending::Fifty),
    ("50 züge", Ending::Fifty),
    ("75 move*", Ending::Fifty),
    ("75-move*", Ending::Fifty),
    ("adjudicat*", Ending::Adjudication),
    ("abgeschätzt", Ending::Adjudication),
    ("abgeschaetzt", Ending::Adjudication),
    ("schiedsspruch", Ending::Adjudication),
    ("adjourn*", Ending::Adjourned),
    ("hängepartie", Ending::Adjourned),
    ("haengepartie", Ending::Adjourned),
    ("vertagt", Ending::Adjourned),
    ("unterminated", Ending::Unterminated),
    ("abgebrochen*", Ending::Unterminated),
    ("no show", Ending::NoShow),
    ("no-show", Ending::NoShow),
    ("did not appear", Ending::NoShow),
    ("abandon*", Ending::NoShow),
    ("disconnect*", Ending::NoShow),
    ("stalled connection", Ending::NoShow),
    ("connection stalls", Ending::NoShow),
    ("walkover", Ending::NoShow),
    ("kampflos", Ending::NoShow),
    ("nicht angetreten", Ending::NoShow),
    ("nicht erschienen", Ending::NoShow),
    ("resign*", Ending::Resignation),
    ("aufgegeben", Ending::Resignation),
    ("gab auf", Ending::Resignation),
    ("gibt auf", Ending::Resignation),
    ("aufgabe", Ending::Resignation),
    ("draw agreed", Ending::Agreement),
    ("drawn by agreement", Ending::Agreement),
    ("by mutual agreement", Ending::Agreement),
    ("by agreement", Ending::Agreement),
    ("remis vereinbart", Ending::Agreement),
    ("remis gegeben", Ending::Agreement),
    ("einigten sich auf remis", Ending::Agreement),
    ("remisschluss*", Ending::Agreement),
    ("checkmate", Ending::Mate),
    ("white mates", Ending::Mate),
    ("black mates", Ending::Mate),
    ("mattgesetzt", Ending::Mate),
    ("matt gesetzt", Ending::Mate),
];

/// The text without the commands `[%...]` that stand before and behind it.
fn plain_words(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    while text.starts_with(b"[%") {
        let Some(end) = memchr::memchr(b']', text) else { return &[] };
        text = text.get(end + 1..).unwrap_or_default().trim_ascii_start();
    }
    match memchr::memmem::find(text, b"[%") {
        Some(end) => text.get(..end).unwrap_or_default().trim_ascii_end(),
        None => text,
    }
}

/// By first byte, the set of entries of [`WORDS`] that begin with it.
static BEGINNING: [u128; 256] = {
    assert!(WORDS.len() <= 128);
    let mut sets = [0u128; 256];
    let mut i = 0;
    while i < WORDS.len() {
        let first = WORDS[i].0.as_bytes()[0];
        sets[first as usize] |= 1 << i;
        sets[first.to_ascii_uppercase() as usize] |= 1 << i;
        i += 1;
    }
    sets
};

/// The first entry of [`WORDS`] that stands somewhere in the text.
fn first_meaning(text: &[u8]) -> Option<Ending> {
    let mut wanted = u128::MAX;
    let mut found = None;
    let mut in_word = false;
    for (at, byte) in text.iter().enumerate() {
        let begins = !in_word;
        in_word = is_letter(*byte);
        if !begins {
            continue;
        }
        let mut entries = BEGINNING.get(usize::from(*byte)).copied().unwrap_or(0) & wanted;
        while entries != 0 {
            let index = entries.trailing_zeros();
            entries &= entries - 1;
            let Some((words, ending)) = WORDS.get(index as usize) else { break };
            if text.get(at..).is_some_and(|rest| begins_with(rest, words.as_bytes())) {
                found = Some(*ending);
                // Only an earlier entry could still decide otherwise.
                wanted = (1 << index) - 1;
                break;
            }
        }
    }
    found
}

/// Letters, digits and whatever UTF-8 writes with several bytes.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// Does the text begin with these whole words? Capitals count as small letters, umlauts included.
fn begins_with(text: &[u8], words: &[u8]) -> bool {
    let (words, stem) = match words.strip_suffix(b"*") {
        Some(stem) => (stem, true),
        None => (words, false),
    };
    let Some((here, rest)) = text.split_at_checked(words.len()) else { return false };
    let mut previous = 0u8;
    let same = here.iter().zip(words).all(|(have, want)| {
        let umlaut = previous == 0xC3 && (0x80..=0x9E).contains(have);
        previous = *have;
        if umlaut { have + 0x20 == *want } else { have.to_ascii_lowercase() == *want }
    });
    same && (stem || !rest.first().is_some_and(|byte| is_letter(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_engines_and_german_words_have_one_meaning() {
        for (text, ending) in [
            ("Time forfeit", Ending::Time),
            ("anna won on time", Ending::Time),
            ("Game drawn by timeout vs insufficient material", Ending::Time),
            ("White forfeits on time", Ending::Time),
            ("Black ran out of time and White has no material to mate", Ending::Time),
            ("Weiß verlor durch Zeitüberschreitung", Ending::Time),
            ("ZEITÜBERSCHREITUNG", Ending::Time),
            ("Zeitueberschreitung", Ending::Time),
            ("anna won by resignation", Ending::Resignation),
            ("White resigns", Ending::Resignation),
            ("Schwarz hat aufgegeben", Ending::Resignation),
            ("aufgegeben", Ending::Resignation),
            ("anna won by checkmate", Ending::Mate),
            ("White mates", Ending::Mate),
            ("Game drawn by stalemate", Ending::Stalemate),
            ("Game drawn by agreement", Ending::Agreement),
            ("Remis vereinbart", Ending::Agreement),
            ("3-fold rep", Ending::Repetition),
            ("Draw by fifty moves rule", Ending::Fifty),
            ("Game drawn by the 50 move rule", Ending::Fifty),
            ("Draw by insufficient mating material", Ending::Dead),
            ("Neither player has mating material", Ending::Dead),
            ("GUI TB adjudication", Ending::Adjudication),
            ("adjudication", Ending::Adjudication),
            ("anna won - game abandoned", Ending::NoShow),
            ("Abandoned", Ending::NoShow),
            ("kampflos", Ending::NoShow),
            ("Hängepartie", Ending::Adjourned),
            ("unterminated", Ending::Unterminated),
            ("rules infraction", Ending::RulesInfraction),
            ("[%clk 0:00:01] White forfeits on time", Ending::Time),
            ("Black resigns [%clk 0:00:01]", Ending::Resignation),
        ] {
            assert_eq!(Ending::from_words(text.as_bytes()), Some(ending), "{text}");
        }
    }

    #[test]
    fn other_words_name_no_ending() {
        for text in
            ["", "Normal", "[%clk 0:00:01]", "[%clk", "A fine game", "+0.31/18 1.2s", "Auf Zeitnot folgte"]
        {
            assert_eq!(Ending::from_words(text.as_bytes()), None, "{text}");
        }
        let prose = format!("{} and then White resigns", "So it goes on and on. ".repeat(10));
        assert_eq!(Ending::from_words(prose.as_bytes()), None);
    }
}
