//! The catalogue of findings: stable codes and how bad each is (spec: severities decide `valid` and the exit
//! code).

/// How bad a finding is; the order is note, warning, error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong with the game.
    Note,
    /// Something is wrong around the game, the moves stand.
    Warning,
    /// The game is not valid.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $default:literal;)*) => {
        /// A kind of finding. The names are stable; scripts rely on them.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "the catalogue explains each code: see `explain`")]
        pub enum Code { $($variant,)* }

        impl Code {
            /// All codes, in the order of the catalogue.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The kebab-case name.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// How bad it is unless a rule says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// Is it looked for unless asked not to?
            pub fn is_default(self) -> bool {
                match self { $(Code::$variant => $default,)* }
            }
        }
    };
}

codes! {
    IllegalMove "illegal-move" Error true;
    AmbiguousMove "ambiguous-move" Error true;
    UnreadableMove "unreadable-move" Error true;
    IllegalCastling "illegal-castling" Error true;
    MissingMoves "missing-moves" Error true;
    PlayAfterMate "play-after-mate" Error true;
    PlayAfterStalemate "play-after-stalemate" Error true;
    IllegalVariationMove "illegal-variation-move" Warning true;
    NullMove "null-move" Warning true;
    MissingPromotion "missing-promotion" Warning true;
    CastlingAsKingMove "castling-as-king-move" Warning true;
    WrongMoveNumber "wrong-move-number" Warning true;
    WrongCheckMark "wrong-check-mark" Warning true;
    WrongMateMark "wrong-mate-mark" Warning true;
    WrongCaptureMark "wrong-capture-mark" Warning true;
    WrongEnPassantMark "wrong-en-passant-mark" Warning true;
    WrongVictim "wrong-victim" Warning true;
    MissingCheckMark "missing-check-mark" Note true;
    MissingMateMark "missing-mate-mark" Note true;
    MissingCaptureMark "missing-capture-mark" Note true;
    OverDisambiguation "over-disambiguation" Note true;
    RepairedMove "repaired-move" Warning true;
    UndecidedRepair "undecided-repair" Note true;
    LooseNotation "loose-notation" Note true;
    MixedLanguage "mixed-language" Note true;
    LanguageGuess "language-guess" Note true;
    ResultMismatch "result-mismatch" Warning true;
    ResultContradictsBoard "result-contradicts-board" Warning true;
    MissingResult "missing-result" Warning true;
    SecondResult "second-result" Warning true;
    OddResult "odd-result" Note true;
    PlayAfterFivefold "play-after-fivefold" Warning true;
    PlayAfterSeventyfive "play-after-seventyfive" Warning true;
    PlayAfterDead "play-after-dead" Warning true;
    TimeForfeitDraw "time-forfeit-draw" Error true;
    TimeForfeitDoubtful "time-forfeit-doubtful" Note true;
    LostByIllegalMove "lost-by-illegal-move" Note true;
    TerminationContradictsBoard "termination-contradicts-board" Warning true;
    EmptyGame "empty-game" Note true;
    MissingTags "missing-tags" Warning true;
    MissingRosterTag "missing-roster-tag" Warning true;
    DuplicateTag "duplicate-tag" Warning true;
    MalformedTag "malformed-tag" Warning true;
    UnescapedQuote "unescaped-quote" Warning true;
    BadTagName "bad-tag-name" Warning true;
    ForeignTagName "foreign-tag-name" Warning true;
    BadDate "bad-date" Warning true;
    BadResultTag "bad-result-tag" Warning true;
    BadEco "bad-eco" Warning true;
    BadElo "bad-elo" Warning true;
    BadTime "bad-time" Warning true;
    BadTimeControl "bad-time-control" Warning true;
    BadPlyCount "bad-ply-count" Warning true;
    BadFen "bad-fen" Error true;
    EmptyFen "empty-fen" Warning true;
    RepairedFen "repaired-fen" Warning true;
    SetupConflict "setup-conflict" Warning true;
    VariantConflict "variant-conflict" Warning true;
    UnknownVariant "unknown-variant" Error true;
    Chess960WithoutVariant "chess960-without-variant" Note true;
    UnclosedString "unclosed-string" Error true;
    UnclosedComment "unclosed-comment" Error true;
    UnclosedVariation "unclosed-variation" Warning true;
    StrayToken "stray-token" Warning true;
    StrayBrace "stray-brace" Warning true;
    StrayParenthesis "stray-parenthesis" Warning true;
    EmptyVariation "empty-variation" Note true;
    BadNag "bad-nag" Warning true;
    TextBetweenGames "text-between-games" Warning true;
    ControlBytes "control-bytes" Warning true;
    InvalidEncoding "invalid-encoding" Warning true;
    InvisibleCharacter "invisible-character" Note true;
    ClockRises "clock-rises" Note true;
    NotPgn "not-pgn" Error true;
    NoGame "no-game" Error true;
    MovesWithoutStart "moves-without-start" Warning true;
    DuplicateGame "duplicate-game" Note false;
    NotExportFormat "not-export-format" Warning false;
    Repaired "repaired" Note true;
    BadJson "bad-json" Error true;
}

impl Code {
    /// Place in the catalogue, 0-based.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The code with this name.
    pub fn parse(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        for (i, code) in Code::ALL.iter().enumerate() {
            assert_eq!(code.index(), i);
            assert_eq!(Code::parse(code.name()), Some(*code));
            assert!(code.name().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        }
    }
}
