//! Correspondence: vacations and conditional turns.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A vacation, and the days that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct VacationView {
    /// Until when it lasts, milliseconds since 1970; none if one is not on vacation.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// What is left of this year's days, in milliseconds.
    #[ts(type = "number")]
    pub left: i64,
}

/// A request to take days off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TakeVacation {
    /// How many, from now on.
    pub days: u32,
}

/// If the opponent plays this, I answer that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ConditionalTurn {
    /// What the opponent may play.
    pub turn: String,
    /// My answer.
    pub reply: String,
    /// What may follow.
    #[serde(default)]
    #[schema(no_recursion)]
    pub then: Vec<Self>,
}

/// My conditional turns at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ConditionalTree {
    /// The branches, each of a different turn of the opponent.
    pub tree: Vec<ConditionalTurn>,
}
