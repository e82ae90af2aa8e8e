//! Other names of openings: the table of openings has one English name for each, people ask for it by many.

/// The beginning of a name in the table, and what else that opening is called, in English and German.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("Alekhine Defense", &["Aljechin-Verteidigung"]),
    ("Benko Gambit", &["Volga Gambit", "Wolga-Gambit", "Benkö-Gambit"]),
    ("Benoni Defense", &["Benoni-Verteidigung"]),
    ("Bird Opening", &["Bird-Eröffnung"]),
    ("Bishop's Opening", &["Läuferspiel"]),
    ("Bogo-Indian Defense", &["Bogoljubow-Indisch"]),
    ("Caro-Kann Defense", &["Caro-Kann-Verteidigung"]),
    ("Catalan Opening", &["Katalanische Eröffnung", "Katalanisch"]),
    ("Center Game", &["Centre Game", "Mittelgambit"]),
    ("Dutch Defense", &["Holländische Verteidigung", "Holländisch"]),
    ("English Opening", &["Englische Eröffnung", "Englisch"]),
    ("Four Knights Game", &["Vierspringerspiel"]),
    ("French Defense", &["Französische Verteidigung", "Französisch"]),
    ("Grob Opening", &["Grob-Angriff", "Spike"]),
    ("Grünfeld Defense", &["Gruenfeld", "Grunfeld", "Grünfeld-Indisch"]),
    ("Indian Defense", &["Indische Verteidigung", "Indisch"]),
    ("Italian Game", &["Giuoco Piano", "Italienische Partie", "Italienisch"]),
    ("King's Gambit", &["Königsgambit"]),
    ("King's Indian Attack", &["Königsindischer Angriff"]),
    ("King's Indian Defense", &["Königsindische Verteidigung", "Königsindisch"]),
    ("King's Pawn Game", &["Königsbauernspiel"]),
    ("Latvian Gambit", &["Lettisches Gambit"]),
    ("Modern Defense", &["Moderne Verteidigung"]),
    ("Nimzo-Indian Defense", &["Nimzowitsch-Indische Verteidigung", "Nimzo-Indisch", "Nimzoindisch"]),
    ("Nimzo-Larsen Attack", &["Larsen-Eröffnung"]),
    ("Nimzowitsch Defense", &["Nimzowitsch-Verteidigung"]),
    ("Old Indian Defense", &["Altindische Verteidigung", "Altindisch"]),
    ("Petrov's Defense", &["Petroff Defence", "Russian Game", "Russische Verteidigung", "Russisch"]),
    ("Philidor Defense", &["Philidor-Verteidigung"]),
    ("Pirc Defense", &["Pirc-Ufimzew-Verteidigung"]),
    ("Polish Opening", &["Orang-Utan", "Sokolsky Opening", "Sokolski-Eröffnung"]),
    ("Ponziani Opening", &["Ponziani-Eröffnung"]),
    ("Queen's Gambit Accepted", &["Angenommenes Damengambit", "Damengambit"]),
    ("Queen's Gambit Declined", &["Abgelehntes Damengambit", "Damengambit"]),
    ("Queen's Indian Defense", &["Damenindische Verteidigung", "Damenindisch"]),
    ("Queen's Pawn Game", &["Damenbauernspiel"]),
    ("Réti Opening", &["Reti", "Réti-Eröffnung"]),
    ("Ruy Lopez", &["Spanish Game", "Spanish Opening", "Spanische Partie", "Spanisch"]),
    ("Scandinavian Defense", &["Center Counter", "Skandinavische Verteidigung", "Skandinavisch"]),
    ("Scotch Game", &["Schottische Partie", "Schottisch"]),
    ("Semi-Slav Defense", &["Halbslawische Verteidigung", "Halbslawisch"]),
    ("Sicilian Defense", &["Sizilianische Verteidigung", "Sizilianisch"]),
    ("Slav Defense", &["Slawische Verteidigung", "Slawisch"]),
    ("Tarrasch Defense", &["Tarrasch-Verteidigung"]),
    ("Three Knights Opening", &["Dreispringerspiel"]),
    ("Vienna Game", &["Wiener Partie"]),
];

/// What else the opening with this name is called.
pub(super) fn other_names(name: &str) -> &'static [&'static str] {
    OTHER_NAMES.iter().find(|(beginning, _)| name.starts_with(beginning)).map_or(&[], |(_, others)| others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_beginning_is_in_the_table_of_openings() {
        let table: [&str; 5] = [
            include_str!("../../data/openings/a.tsv"),
            include_str!("../../data/openings/b.tsv"),
            include_str!("../../data/openings/c.tsv"),
            include_str!("../../data/openings/d.tsv"),
            include_str!("../../data/openings/e.tsv"),
        ];
        for (beginning, others) in OTHER_NAMES {
            assert!(table.iter().any(|volume| volume.contains(&format!("\t{beginning}"))), "{beginning}");
            assert!(!others.is_empty());
        }
        assert!(other_names("Ruy Lopez: Morphy Defense").contains(&"Spanish Game"));
        assert!(other_names("Amar Opening").is_empty());
    }
}
