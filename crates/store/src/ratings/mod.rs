//! Ratings: where each account stands in each rating class, and what each rated game changed.
//!
//! [`apply`] rates games in the transaction that ends them; [`read`] answers questions; [`recompute`] rates all games of
//! the archive again. The arithmetic is that of `taijitu_ratings` in both cases.

mod apply;
mod read;
mod recompute;

pub(crate) use apply::rate_games;
pub use recompute::Recomputation;

use crate::rows::{BoundQuery, ManyRows, id};
use crate::{Result, StoredSide, Winner};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::{GameId, PlayerId};
use taijitu_ratings::{RatedTeam, Rating, Standing};

/// Where a player stands in a rating class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingRow {
    /// The rating class.
    pub class: String,
    /// The player.
    pub player: PlayerId,
    /// Where the player stands.
    pub standing: Standing,
}

/// What a rated game changed for one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingChangeRow {
    /// The game.
    pub game: GameId,
    /// The number of the seat.
    pub seat: i64,
    /// The player.
    pub player: PlayerId,
    /// The rating class.
    pub class: String,
    /// The number of the game in the order of rating; see [`Standing::number`].
    pub number: i64,
    /// When the game ended.
    pub at: i64,
    /// The value before it, in millionths of a point.
    pub value_before: i64,
    /// The deviation before it, in millionths of a point.
    pub deviation_before: i64,
    /// The rating after it.
    pub after: Rating,
}

/// The rating of a player after a game: a point of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingPointRow {
    /// The game.
    pub game: GameId,
    /// The number of the game in the order of rating; see [`Standing::number`].
    pub number: i64,
    /// When the game ended.
    pub at: i64,
    /// The value after it, in millionths of a point.
    pub value: i64,
    /// The deviation after it, in millionths of a point.
    pub deviation: i64,
}

const RATING_COLUMNS: &str = "class, player, value, deviation, volatility, games, won, lost, last, number";

const CHANGE_COLUMNS: &str = "game_id, seat, player, class, number, at, value_before, deviation_before, value, \
                              deviation, volatility";

/// Stores standings; those that are there already are replaced.
const STORE_RATINGS: ManyRows = ManyRows {
    before: "INSERT INTO ratings (class, player, value, deviation, volatility, games, won, lost, last, number) \
             VALUES",
    columns: 10,
    after: "ON CONFLICT (class, player) DO UPDATE SET value = excluded.value, deviation = excluded.deviation, \
            volatility = excluded.volatility, games = excluded.games, won = excluded.won, \
            lost = excluded.lost, last = excluded.last, number = excluded.number",
};

fn bind_rating<'q>(query: BoundQuery<'q>, row: &RatingRow) -> BoundQuery<'q> {
    let Standing { rating, games, won, lost, last, number } = row.standing;
    let query = query.bind(row.class.as_str()).bind(row.player.to_string());
    let query = query.bind(rating.value).bind(rating.deviation).bind(rating.volatility);
    query.bind(games).bind(won).bind(lost).bind(last).bind(number)
}

fn bind_change<'q>(query: BoundQuery<'q>, row: &RatingChangeRow) -> BoundQuery<'q> {
    let query = query.bind(row.game.to_string()).bind(row.seat).bind(row.player.to_string());
    let query = query.bind(row.class.as_str()).bind(row.number).bind(row.at);
    let query = query.bind(row.value_before).bind(row.deviation_before);
    query.bind(row.after.value).bind(row.after.deviation).bind(row.after.volatility)
}

fn rating_row(row: &AnyRow) -> Result<RatingRow> {
    Ok(RatingRow {
        class: row.try_get("class")?,
        player: id(row, "player")?,
        standing: Standing {
            rating: rating(row)?,
            games: row.try_get("games")?,
            won: row.try_get("won")?,
            lost: row.try_get("lost")?,
            last: row.try_get("last")?,
            number: row.try_get("number")?,
        },
    })
}

fn change_row(row: &AnyRow) -> Result<RatingChangeRow> {
    Ok(RatingChangeRow {
        game: id(row, "game_id")?,
        seat: row.try_get("seat")?,
        player: id(row, "player")?,
        class: row.try_get("class")?,
        number: row.try_get("number")?,
        at: row.try_get("at")?,
        value_before: row.try_get("value_before")?,
        deviation_before: row.try_get("deviation_before")?,
        after: rating(row)?,
    })
}

fn point_row(row: &AnyRow) -> Result<RatingPointRow> {
    Ok(RatingPointRow {
        game: id(row, "game_id")?,
        number: row.try_get("number")?,
        at: row.try_get("at")?,
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
    })
}

fn rating(row: &AnyRow) -> Result<Rating> {
    Ok(Rating {
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

const fn team(side: StoredSide) -> RatedTeam {
    match side {
        StoredSide::White => RatedTeam::White,
        StoredSide::Black => RatedTeam::Black,
    }
}

fn winning_team(winner: Winner) -> Option<RatedTeam> {
    winner.side().map(team)
}
