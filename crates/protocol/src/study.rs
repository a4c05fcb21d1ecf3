//! Positions without a table, for lessons and analysis; questions about touches; advice.

use crate::json::flattened;
use crate::scene::{Scene, Touch, Words};
use crate::table::{Outcome, Side};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// A position: a game, where it starts, what was played, and the side it is seen by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Study {
    /// The game's id.
    pub game: String,
    /// Its options; missing ones have their defaults. In Yin Yang `laws_black` and `laws_white` may be given.
    pub options: BTreeMap<String, String>,
    /// The set-up it starts from, unless that is the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// The turns played since, at most 500.
    pub turns: Vec<String>,
    /// The side it is seen by; the side to act by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<Side>,
}

/// A position as it was requested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StudyView {
    /// The position, with what may be touched if it is that side's turn.
    pub scene: Scene,
    /// The turns as notation spells them.
    pub turns: Vec<String>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The position as a set-up.
    pub setup: String,
}

/// What may be touched after some touches in a position?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyBranch {
    /// The position.
    #[serde(flatten)]
    pub study: Study,
    /// The touches so far.
    pub touches: Vec<Touch>,
}

impl<'de> Deserialize<'de> for StudyBranch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct BranchFields {
            touches: Vec<Touch>,
        }
        let (own, study) = flattened(from, &["touches"], BranchFields::deserialize, Study::deserialize)?;
        Ok(Self { study, touches: own.touches })
    }
}

/// Why can this not be touched in a position?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyWhy {
    /// The position.
    #[serde(flatten)]
    pub study: Study,
    /// The touches so far.
    #[serde(default)]
    pub touches: Vec<Touch>,
    /// The one after them.
    pub touch: Touch,
}

impl<'de> Deserialize<'de> for StudyWhy {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let names = ["touches", "touch"];
        let (WhyNot { touches, touch }, study) =
            flattened(from, &names, WhyNot::deserialize, Study::deserialize)?;
        Ok(Self { study, touches, touch })
    }
}

/// What would an engine play in a position?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyReply {
    /// The position.
    #[serde(flatten)]
    pub study: Study,
    /// How strong it is: 1 to 3.
    pub level: u8,
}

impl<'de> Deserialize<'de> for StudyReply {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct ReplyFields {
            level: u8,
        }
        let (own, study) = flattened(from, &["level"], ReplyFields::deserialize, Study::deserialize)?;
        Ok(Self { study, level: own.level })
    }
}

/// What an engine plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Reply {
    /// The turn in notation.
    pub turn: String,
    /// The points of it.
    pub points: Vec<u16>,
}

/// Why can this not be touched now?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WhyNot {
    /// The touches so far.
    #[serde(default)]
    pub touches: Vec<Touch>,
    /// The one after them.
    pub touch: Touch,
}

/// Why a touch is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TouchExplanation {
    /// In words.
    pub message: Words,
    /// For programs, the rule; `possible` if nothing forbids it.
    pub rule: String,
}
