//! The options of Zen.

use crate::game::Meta;
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::rating_class::RatingClass;
use crate::side::{Side, Text};
use crate::view::{Button, Piece};

pub(super) const META: Meta = Meta {
    id: "zen",
    name: Text { en: "Zen l’initié", fr: "Zen l’initié" },
    blurb: Text {
        en: "A piece moves as many squares as there are pieces on its line; the first to join all remaining pawns and the red Zen, which both players may move, into one chain wins.",
        fr: "Une pièce avance d’autant de cases que sa ligne porte de pièces ; le premier à réunir en une chaîne tous ses pions restants et le Zen rouge, commun aux deux, gagne.",
    },
    credits: crate::credits::ZEN,
    pieces: &[Piece::Pawn(Side::White), Piece::Zen],
    words: &[Button::PASS, Button::CONCEDE, Button::TAKEBACK],
    placement: false,
    options: &[
        OptionSpec {
            key: "variant",
            about: Text {
                en: "basic; 1: check and mate; 2: check and mate, a match to 7; 3: a match to 7, the Zen free of contact",
                fr: "basic : règle de base ; 1 : échec et mat ; 2 : échec et mat, match en 7 points ; 3 : match en 7 points, Zen libre",
            },
            values: Values::Choice(&[
                ("basic", Text { en: "basic rules", fr: "règle de base" }),
                ("1", Text { en: "1: check and mate", fr: "1 : échec et mat" }),
                (
                    "2",
                    Text { en: "2: check and mate, match to 7", fr: "2 : échec et mat, match en 7 points" },
                ),
                ("3", Text { en: "3: free Zen, match to 7", fr: "3 : Zen libre, match en 7 points" }),
            ]),
            default: "basic",
        },
        OptionSpec {
            key: "players",
            about: Text {
                en: "two players, or four in two teams",
                fr: "deux joueurs, ou quatre en deux équipes",
            },
            values: Values::Choice(&[
                ("2", Text { en: "two players", fr: "deux joueurs" }),
                ("4", Text { en: "two teams of two", fr: "deux équipes de deux" }),
            ]),
            default: "2",
        },
        OptionSpec {
            key: "first",
            about: Text {
                en: "the colour that begins; random is drawn before the game starts",
                fr: "la couleur qui commence ; random est tiré au sort avant le début",
            },
            values: Values::Choice(&[
                ("white", Text { en: "White", fr: "Blancs" }),
                ("black", Text { en: "Black", fr: "Noirs" }),
                ("random", Text { en: "drawn by lot", fr: "tirage au sort" }),
            ]),
            default: "white",
        },
        OptionSpec {
            key: "announce",
            about: Text {
                en: "who announces check in variants 1 and 2: the game (auto) or the players (manual)",
                fr: "qui annonce l’échec dans les variantes 1 et 2 : le jeu (auto) ou les joueurs (manual)",
            },
            values: Values::Choice(&[
                ("auto", Text { en: "the game", fr: "le jeu" }),
                ("manual", Text { en: "the players", fr: "les joueurs" }),
            ]),
            default: "auto",
        },
    ],
    rating_classes: &[
        RatingClass {
            id: "zen",
            name: Text { en: "Zen l’initié", fr: "Zen l’initié" },
            covers: |options| options.get("variant") == "basic",
        },
        RatingClass {
            id: "zen-check",
            name: Text { en: "Zen with check and mate", fr: "Zen avec échec et mat" },
            covers: |options| options.get("variant") == "1",
        },
        RatingClass {
            id: "zen-match",
            name: Text { en: "Zen match", fr: "Zen en match" },
            covers: |options| matches!(options.get("variant"), "2" | "3"),
        },
    ],
    variants: &[
        &["first=black"],
        &["players=4", "first=black"],
        &["variant=1"],
        &["variant=1", "announce=manual"],
        &["variant=2", "players=4"],
        &["variant=3"],
    ],
    sample: "w=d3,h3,c4,d4,k4,c8,h8,c9,d9,h9 b=f1,e2,g2,i4,b5,j5,a6,k6,b7,j7,g10,f11 zen=d2 act=white",
    revision: 1,
};

/// The rules' variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    Basic,
    /// Variant 1: check and mate.
    Mate,
    /// Variant 2: check and mate, and a match to 7.
    MateMatch,
    /// Variant 3: a match to 7, without check and mate; the Zen needs no contact.
    SuperInitiates,
}

impl Variant {
    pub(super) const fn has_check(self) -> bool {
        matches!(self, Self::Mate | Self::MateMatch)
    }

    pub(super) const fn is_match(self) -> bool {
        matches!(self, Self::MateMatch | Self::SuperInitiates)
    }

    /// Whether the Zen has to touch a pawn when it is moved.
    pub(super) const fn needs_contact(self) -> bool {
        !matches!(self, Self::SuperInitiates)
    }
}

/// The rules a game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ZenRules {
    pub(super) variant: Variant,
    /// Two against two.
    pub(super) four: bool,
    /// The colour that begins; in a match, the first round.
    pub(super) first: Side,
    /// The players announce check. Never set where there is no check to announce.
    pub(super) manual: bool,
}

impl ZenRules {
    pub(super) fn of(options: &Options) -> Result<Self, OptionError> {
        let variant = match options.get("variant") {
            "1" => Variant::Mate,
            "2" => Variant::MateMatch,
            "3" => Variant::SuperInitiates,
            _ => Variant::Basic,
        };
        let undrawn = || {
            OptionError::conflict(
                "first",
                "first=random has to be drawn before the game starts",
                "first=random doit être tiré au sort avant le début de la partie",
            )
        };
        Ok(Self {
            variant,
            four: options.get("players") == "4",
            first: Side::parse(options.get("first")).ok_or_else(undrawn)?,
            manual: variant.has_check() && options.get("announce") == "manual",
        })
    }
}
