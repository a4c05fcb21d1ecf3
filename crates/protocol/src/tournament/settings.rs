//! What a tournament is: its kind, its game, its limits.

use crate::table::{Level, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// The most entrants of a round robin whose games are all played at the same time.
const MAX_AT_ONCE: u16 = 32;

/// How opponents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentKind {
    /// A time span: those who wait are paired again at once.
    Arena {
        /// How long.
        minutes: u16,
        /// Whether wins count double after two wins in a row.
        #[serde(default)]
        streaks: bool,
    },
    /// A number of rounds, each against an opponent with about as many points.
    Swiss {
        /// How many rounds.
        rounds: u16,
    },
    /// Everybody plays everybody.
    RoundRobin {
        /// Twice, with colours reversed.
        #[serde(default)]
        twice: bool,
        /// All games at the same time, as in correspondence, instead of round by round.
        #[serde(default)]
        at_once: bool,
    },
    /// The loser is out.
    Knockout {
        /// Whether the losers of the semi-finals play for the third place.
        #[serde(default)]
        third_place: bool,
    },
}

impl TournamentKind {
    /// The most entrants, the computer that fills an odd field not counted.
    #[must_use]
    pub const fn most_entrants(self) -> u16 {
        match self {
            Self::Arena { .. } => 1000,
            Self::RoundRobin { at_once: true, .. } => MAX_AT_ONCE,
            Self::Swiss { .. } | Self::RoundRobin { .. } => 300,
            Self::Knockout { .. } => 512,
        }
    }

    /// Whether the field is fixed once the first round is paired.
    #[must_use]
    pub const fn has_fixed_field(self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Knockout { .. })
    }
}

/// When the tournament starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStart {
    /// When the host says so.
    #[default]
    Hand,
    /// At this time, in milliseconds since 1970.
    At(#[ts(type = "number")] i64),
}

/// When the next round is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum NextRound {
    /// When the host says so.
    Hand,
    /// This many seconds after the last result of a round.
    After(u32),
}

impl Default for NextRound {
    /// Half a minute: time to see the result and to come back to the list of pairings.
    fn default() -> Self {
        Self::After(30)
    }
}

/// Where a pairing is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Venue {
    /// At a table of the site.
    #[default]
    Page,
    /// On a real board; the players enter the result.
    Room,
}

const fn default_places() -> u16 {
    MAX_AT_ONCE
}

/// What is decided when a tournament is made. Name, kind and game are needed, the rest has defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// Its name.
    pub name: String,
    /// What the host writes about it.
    #[serde(default)]
    pub notes: String,
    /// How opponents are found.
    pub kind: TournamentKind,
    /// The game's id.
    pub game: String,
    /// The game's options; missing ones have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The clock.
    #[serde(default)]
    pub time: Time,
    /// Whether teams of two play the four-player game.
    #[serde(default)]
    pub teams: bool,
    /// Whether games change ratings: for accounts only.
    #[serde(default)]
    pub rated: bool,
    /// Whether lists show it; otherwise only its link leads there.
    #[serde(default)]
    pub public: bool,
    /// When it starts; by the host by default.
    #[serde(default)]
    pub start: TournamentStart,
    /// The most entrants; 32 by default.
    #[serde(default = "default_places")]
    pub places: u16,
    /// Whether one may enter after the start: in arenas and Swiss events.
    #[serde(default)]
    pub late_entry: bool,
    /// Whether programs may enter.
    #[serde(default)]
    pub bots: bool,
    /// The level of the computer that fills an odd field.
    #[serde(default)]
    pub filler: Option<Level>,
    /// Where pairings are played unless a pairing is moved; on the page by default.
    #[serde(default)]
    pub venue: Venue,
    /// When the next round is paired; half a minute after the last result by default.
    #[serde(default)]
    pub next_round: NextRound,
}
