//! Analysis of a position, and the review of a whole game. Both are streams: one line of JSON for each update.

use crate::json::flattened;
use crate::scene::Words;
use crate::study::Study;
use crate::table::Side;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A request for an analysis of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Analyse {
    /// The position. In Yin Yang the laws that are given are known to the engine, the others are not.
    #[serde(flatten)]
    pub study: Study,
    /// How many turns to compare: 1 to 5; 3 by default.
    #[ts(optional)]
    pub lines: Option<u8>,
    /// How long to search, 1 to 60 seconds; 10 by default.
    #[ts(optional)]
    pub seconds: Option<u8>,
}

impl<'de> Deserialize<'de> for Analyse {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        struct AnalyseFields {
            lines: Option<u8>,
            seconds: Option<u8>,
        }
        let names = ["lines", "seconds"];
        let (own, study) = flattened(from, &names, AnalyseFields::deserialize, Study::deserialize)?;
        Ok(Self { study, lines: own.lines, seconds: own.seconds })
    }
}

/// How good a position is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Score {
    /// An estimate.
    Chance {
        /// How likely White wins, 0 to 1; a draw counts half.
        white: f64,
        /// The engine's points for White, in the games where it counts points.
        points: Option<i32>,
    },
    /// Proved: this side wins.
    Wins {
        /// The side that wins.
        side: Side,
        /// The number of turns of both sides, if that is known.
        turns: Option<u32>,
    },
    /// Proved, or over: nobody wins.
    Draw,
}

/// A turn with its expected continuation (principal variation).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Variation {
    /// The turns.
    pub turns: Vec<String>,
    /// The points of the first turn, in the order they are touched: from, to.
    pub points: Vec<u16>,
    /// How good it is.
    pub score: Score,
}

/// The result so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Insight {
    /// The depth of the search.
    pub depth: u32,
    /// The number of positions searched.
    #[ts(type = "number")]
    pub nodes: u64,
    /// The time of the search, in milliseconds.
    pub ms: u32,
    /// The best turns, the best first.
    pub lines: Vec<Variation>,
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum AnalysisNews {
    /// The number of requests that are served before this one.
    Waiting {
        /// How many.
        ahead: u32,
    },
    /// The analysis so far; each insight replaces the one before.
    Insight(Insight),
    /// The analysis is over; the last insight is the result.
    Over {},
    /// It had to stop.
    Stopped {
        /// The reason, in both languages.
        message: Words,
    },
}

/// How bad a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Slip {
    /// It cost a little.
    Inaccuracy,
    /// It cost much.
    Mistake,
    /// It gave the game away.
    Blunder,
}

/// A turn that was not the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Mark {
    /// The number of the turn, from 1: it led to that frame of the replay.
    pub turn: u32,
    /// Who played it.
    pub by: Side,
    /// How bad it was.
    pub slip: Slip,
    /// What it cost: win chance, 0 to 1.
    pub cost: f64,
    /// What would have been better, with what would follow.
    pub better: Variation,
    /// Whether both what it threw away and what it led to are proved.
    pub proved: bool,
}

/// A whole game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Review {
    /// How good each position was, frame by frame.
    pub scores: Vec<Score>,
    /// The turns that were not the best.
    pub marks: Vec<Mark>,
    /// How close White's and Black's turns were to the engine's, 0 to 100; none without turns.
    pub accuracy: (Option<f64>, Option<f64>),
    /// Steps the engine looked at, a position.
    #[ts(type = "number")]
    pub nodes: u64,
}

/// A line of a review while it is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ReviewNews {
    /// The number of requests that are served before this one.
    Waiting {
        /// How many.
        ahead: u32,
    },
    /// The score of one more position, from the last to the first or in any order.
    Position {
        /// Which frame.
        frame: u32,
        /// How many frames there are.
        of: u32,
        /// How good it is.
        score: Score,
    },
    /// It is done, and kept.
    Done(Review),
    /// It had to stop.
    Stopped {
        /// The reason, in both languages.
        message: Words,
    },
}
