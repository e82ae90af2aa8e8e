//! The tag names that mean something to us, and finding one by its bytes.

/// How many known names there are.
pub(crate) const KNOWN_TAGS: usize = KnownTag::ALL.len();

macro_rules! known_tags {
    ($($variant:ident $name:literal;)*) => {
        /// A tag name of the PGN standard, of the big collections, or a German name for a roster tag.
        ///
        /// Names are case-sensitive in PGN; `white` is no [`KnownTag::White`] (see [`KnownTag::look_alike`]).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "each stands for the tag of its name")]
        #[repr(u8)]
        pub enum KnownTag { $($variant,)* }

        impl KnownTag {
            /// All of them; the Seven Tag Roster comes first, in its order.
            pub const ALL: &'static [KnownTag] = &[$(KnownTag::$variant,)*];

            /// The name as it stands in a PGN file (German names: in UTF-8).
            pub const fn name(self) -> &'static str {
                match self { $(KnownTag::$variant => $name,)* }
            }
        }
    };
}

known_tags! {
    Event "Event";
    Site "Site";
    Date "Date";
    Round "Round";
    White "White";
    Black "Black";
    Result "Result";
    Fen "FEN";
    SetUp "SetUp";
    Variant "Variant";
    Eco "ECO";
    Nic "NIC";
    Opening "Opening";
    Variation "Variation";
    SubVariation "SubVariation";
    WhiteElo "WhiteElo";
    BlackElo "BlackElo";
    WhiteTitle "WhiteTitle";
    BlackTitle "BlackTitle";
    WhiteFideId "WhiteFideId";
    BlackFideId "BlackFideId";
    WhiteTeam "WhiteTeam";
    BlackTeam "BlackTeam";
    WhiteType "WhiteType";
    BlackType "BlackType";
    WhiteRatingDiff "WhiteRatingDiff";
    BlackRatingDiff "BlackRatingDiff";
    TimeControl "TimeControl";
    Termination "Termination";
    PlyCount "PlyCount";
    Time "Time";
    UtcTime "UTCTime";
    UtcDate "UTCDate";
    EventDate "EventDate";
    SourceDate "SourceDate";
    Source "Source";
    Annotator "Annotator";
    Board "Board";
    Section "Section";
    Stage "Stage";
    Mode "Mode";
    EventType "EventType";
    EventRounds "EventRounds";
    EventCountry "EventCountry";
    GameId "GameId";
    Weiss "Weiß";
    WeissSs "Weiss";
    Schwarz "Schwarz";
    Ergebnis "Ergebnis";
    Ort "Ort";
    Datum "Datum";
    Runde "Runde";
    Turnier "Turnier";
    Veranstaltung "Veranstaltung";
}

/// Slots of the look-up table; a power of two.
const SLOTS: usize = 256;
/// An empty slot.
const EMPTY: u8 = u8::MAX;

/// Where the search for a name starts.
const fn hash(first: u8, second: u8, last: u8, len: usize) -> usize {
    (first as usize * 7 + second as usize * 31 + last as usize * 57 + len * 101) % SLOTS
}

/// Open addressing, filled at compile time.
static TABLE: [u8; SLOTS] = {
    let mut table = [EMPTY; SLOTS];
    let mut i = 0;
    while i < KNOWN_TAGS {
        let name = KnownTag::ALL[i].name().as_bytes();
        let mut slot = hash(name[0], name[1], name[name.len() - 1], name.len());
        while table[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = i as u8;
        i += 1;
    }
    table
};

/// A name of 2 to 16 bytes as two words and its length: its first and its last eight bytes, four, or two, which may
/// overlap. Equal exactly for equal names, and compared without a call.
type Print = (u64, u64, usize);

#[inline(always)]
const fn print(name: &[u8]) -> Option<Print> {
    let len = name.len();
    if len > 16 {
        return None;
    }
    if let (Some(first), Some(last)) = (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        return Some((u64::from_le_bytes(*first), u64::from_le_bytes(*last), len));
    }
    if let (Some(first), Some(last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        return Some((u32::from_le_bytes(*first) as u64, u32::from_le_bytes(*last) as u64, len));
    }
    match (name.first_chunk::<2>(), name.last_chunk::<2>()) {
        (Some(first), Some(last)) => {
            Some((u16::from_le_bytes(*first) as u64, u16::from_le_bytes(*last) as u64, len))
        }
        _ => None,
    }
}

/// The known names in the order of [`KnownTag::ALL`].
static PRINTS: [Print; KNOWN_TAGS] = {
    let mut prints = [(0, 0, 0); KNOWN_TAGS];
    let mut i = 0;
    while i < KNOWN_TAGS {
        if let Some(print) = print(KnownTag::ALL[i].name().as_bytes()) {
            prints[i] = print;
        }
        i += 1;
    }
    prints
};

impl KnownTag {
    /// The Seven Tag Roster, in the order of the export format.
    pub const ROSTER: [KnownTag; 7] = [
        KnownTag::Event,
        KnownTag::Site,
        KnownTag::Date,
        KnownTag::Round,
        KnownTag::White,
        KnownTag::Black,
        KnownTag::Result,
    ];

    /// The tag with exactly this name. `Weiß` is found in UTF-8 and in Windows-1252.
    #[inline]
    pub fn find(name: &[u8]) -> Option<KnownTag> {
        let (&[first, second, ..], Some(&last)) = (name, name.last()) else { return None };
        let print = print(name)?;
        let mut slot = hash(first, second, last, name.len());
        loop {
            let index = usize::from(*TABLE.get(slot)?);
            match PRINTS.get(index) {
                Some(known) if *known == print => return KnownTag::ALL.get(index).copied(),
                Some(_) => slot = (slot + 1) % SLOTS,
                None => return (name == b"Wei\xDF").then_some(KnownTag::Weiss),
            }
        }
    }

    /// The tag whose name this is but for upper and lower case.
    pub fn look_alike(name: &[u8]) -> Option<KnownTag> {
        KnownTag::ALL.iter().copied().find(|known| known.name().as_bytes().eq_ignore_ascii_case(name))
    }

    /// The roster tag a German name stands for.
    pub fn german_for(self) -> Option<KnownTag> {
        Some(match self {
            KnownTag::Weiss | KnownTag::WeissSs => KnownTag::White,
            KnownTag::Schwarz => KnownTag::Black,
            KnownTag::Ergebnis => KnownTag::Result,
            KnownTag::Ort => KnownTag::Site,
            KnownTag::Datum => KnownTag::Date,
            KnownTag::Runde => KnownTag::Round,
            KnownTag::Turnier | KnownTag::Veranstaltung => KnownTag::Event,
            _ => return None,
        })
    }

    /// This tag's bit in a set of known tags.
    pub(crate) const fn bit(self) -> u64 {
        1 << self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_tag_and_fits_in_the_set() {
        const { assert!(KNOWN_TAGS <= 64) };
        for (i, known) in KnownTag::ALL.iter().enumerate() {
            assert_eq!(KnownTag::find(known.name().as_bytes()), Some(*known));
            assert_eq!(*known as usize, i);
        }
        assert_eq!(&KnownTag::ALL[..7], &KnownTag::ROSTER);
    }

    #[test]
    fn names_are_case_sensitive() {
        for name in ["white", "WHITE", "Whitf", "", "W", "Fen", "Setup", "Elo", "\u{e9}"] {
            assert_eq!(KnownTag::find(name.as_bytes()), None, "{name}");
        }
        assert_eq!(KnownTag::look_alike(b"WHITE"), Some(KnownTag::White));
        assert_eq!(KnownTag::look_alike(b"Setup"), Some(KnownTag::SetUp));
        assert_eq!(KnownTag::look_alike(b"Setups"), None);
    }

    #[test]
    fn german_names_stand_for_roster_tags() {
        assert_eq!(KnownTag::find(b"Wei\xDF").and_then(KnownTag::german_for), Some(KnownTag::White));
        assert_eq!(
            KnownTag::find("Ergebnis".as_bytes()).and_then(KnownTag::german_for),
            Some(KnownTag::Result)
        );
        assert_eq!(KnownTag::White.german_for(), None);
    }
}
