//! Ratings: numbers beside names, leaderboards, histories.

use crate::account::Profile;
use crate::scene::Words;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use taijitu_ids::GameId;
use ts_rs::TS;
use utoipa::ToSchema;

/// A Glicko-2 rating, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingView {
    /// The rating; newcomers begin at 1500.
    pub value: i32,
    /// How uncertain it is: the true strength is within twice this in 19 of 20 cases.
    pub deviation: i32,
    /// Whether it is still too uncertain to be relied on; it is shown with a question mark then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub provisional: bool,
}

/// What a rated game changed for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingChange {
    /// The seat.
    pub seat: Seat,
    /// The rating before the game.
    pub before: RatingView,
    /// The rating after it.
    pub after: RatingView,
}

/// Games whose results count for one rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingClassView {
    /// Its id: that of the game, or `yinsh-blitz`, `y-small`, `zen-match`, …
    pub id: String,
    /// Its name, that of the game included.
    pub name: Words,
}

/// The best active players of a rating class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Leaderboard {
    /// The rating class.
    pub class: RatingClassView,
    /// Its game.
    pub game: String,
    /// The players, the best first.
    pub players: Vec<RankedPlayer>,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RankedPlayer {
    /// Who, with the rating.
    pub player: Profile,
    /// How many rated games.
    #[ts(type = "number")]
    pub games: u64,
    /// How many of them were won.
    #[ts(type = "number")]
    pub won: u64,
    /// How many of them were lost.
    #[ts(type = "number")]
    pub lost: u64,
}

/// The ratings of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayerRatings {
    /// The player.
    pub player: Profile,
    /// In every rating class in which the player has played a rated game, the most played first.
    pub ratings: Vec<ClassRating>,
}

/// The rating of a player in one class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ClassRating {
    /// The rating class.
    pub class: RatingClassView,
    /// Its game.
    pub game: String,
    /// The rating now.
    pub rating: RatingView,
    /// How many rated games.
    #[ts(type = "number")]
    pub games: u64,
    /// How many of them were won.
    #[ts(type = "number")]
    pub won: u64,
    /// How many of them were lost.
    #[ts(type = "number")]
    pub lost: u64,
}

/// How the rating of a player changed, game by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingHistory {
    /// The rating class.
    pub class: RatingClassView,
    /// The games, the earliest first.
    pub points: Vec<RatingPoint>,
    /// Where the page of earlier games begins: give it back as `before`.
    pub next: Option<String>,
}

/// The rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingPoint {
    /// The game.
    pub game: GameId,
    /// When it ended, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The rating after it.
    pub rating: RatingView,
}

/// A rated game in an export of everything that is stored about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RatedGameLine {
    /// The id of the rating class.
    pub class: String,
    /// The game.
    pub game: GameId,
    /// When it ended, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The rating before it.
    pub before: RatingView,
    /// The rating after it.
    pub after: RatingView,
}
