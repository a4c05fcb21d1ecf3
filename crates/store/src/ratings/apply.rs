//! Rating games in the transaction that ends them.
//!
//! The rows of all players are locked first, in the order of their keys, so that two nodes cannot deadlock. A player whose two games end on two nodes at once is rated twice, one game after the other, and
//! the numbers of the games say in which order.

use super::{
    RatingChangeRow, RatingRow, STORE_RATINGS, bind_change, bind_rating, rating_row, team, winning_team,
};
use crate::rows::ManyRows;
use crate::{FinishedGame, Result, StoreError, StoredSide};
use sqlx::AnyConnection;
use std::collections::{BTreeMap, HashMap};
use taijitu_ids::PlayerId;
use taijitu_ratings::{RatedPlayer, Standing, rate};

/// Inserts the standings of newcomers, and locks and returns those of everybody: the update changes nothing.
const LOCK_RATINGS: ManyRows = ManyRows {
    before: "INSERT INTO ratings (class, player, value, deviation, volatility, games, won, lost, last, number) \
             VALUES",
    columns: 10,
    after: "ON CONFLICT (class, player) DO UPDATE SET number = ratings.number RETURNING class, player, value, \
            deviation, volatility, games, won, lost, last, number",
};

const INSERT_CHANGES: ManyRows = ManyRows {
    before: "INSERT INTO rating_changes (game_id, seat, player, class, number, at, value_before, deviation_before, \
             value, deviation, volatility) VALUES",
    columns: 11,
    after: "",
};

/// Standings by rating class and player.
type StandingsByClass<'a> = BTreeMap<(&'a str, PlayerId), Standing>;

/// A game to be rated.
struct RatedGame<'a> {
    class: &'a str,
    finished: &'a FinishedGame,
    /// Seat, player and side of each.
    players: Vec<(i64, PlayerId, StoredSide)>,
}

/// Rates games, each in a rating class, in this order; the caller's transaction ends them.
///
/// # Errors
/// [`StoreError::Database`](crate::StoreError::Database) if the database fails, or a game was rated before.
pub(crate) async fn rate_games(
    connection: &mut AnyConnection,
    games: &[(&str, &FinishedGame)],
) -> Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let games: Vec<RatedGame<'_>> = games.iter().map(rated_game).collect::<Result<_>>()?;
    let mut standings = lock(connection, &games).await?;
    let changes: Vec<RatingChangeRow> =
        games.iter().flat_map(|game| rate_game(&mut standings, game)).collect();
    let rows: Vec<RatingRow> = standings
        .into_iter()
        .map(|((class, player), standing)| RatingRow { class: class.to_owned(), player, standing })
        .collect();
    STORE_RATINGS.execute(connection, &rows, bind_rating).await?;
    INSERT_CHANGES.execute(connection, &changes, bind_change).await?;
    Ok(())
}

fn rated_game<'a>((class, finished): &(&'a str, &'a FinishedGame)) -> Result<RatedGame<'a>> {
    let player = |row: &crate::GamePlayerRow| {
        let player =
            row.player.player().ok_or(StoreError::Invalid("a rated game of somebody else than players"))?;
        Ok((row.seat, player, row.side))
    };
    Ok(RatedGame { class, finished, players: finished.players.iter().map(player).collect::<Result<_>>()? })
}

/// Locks the rows of all players of some games.
async fn lock<'a>(connection: &mut AnyConnection, games: &[RatedGame<'a>]) -> Result<StandingsByClass<'a>> {
    let of_game = |game: &RatedGame<'a>| {
        let class = game.class;
        game.players.iter().map(move |(_, player, _)| ((class, *player), Standing::START)).collect::<Vec<_>>()
    };
    let mut standings: StandingsByClass<'a> = games.iter().flat_map(of_game).collect();
    let rows: Vec<RatingRow> = standings
        .iter()
        .map(|((class, player), standing)| RatingRow {
            class: (*class).to_owned(),
            player: *player,
            standing: *standing,
        })
        .collect();
    let locked = LOCK_RATINGS.run(connection, &rows, bind_rating).await?;
    let locked: Vec<RatingRow> = locked.iter().map(rating_row).collect::<Result<_>>()?;
    let locked: HashMap<(&str, PlayerId), Standing> =
        locked.iter().map(|row| ((row.class.as_str(), row.player), row.standing)).collect();
    for ((class, player), standing) in &mut standings {
        if let Some(known) = locked.get(&(*class, *player)) {
            *standing = *known;
        }
    }
    Ok(standings)
}

/// Rates one game: its players' standings change.
fn rate_game<'a>(standings: &mut StandingsByClass<'a>, game: &RatedGame<'a>) -> Vec<RatingChangeRow> {
    let row = &game.finished.game;
    let before =
        |player: &PlayerId| standings.get(&(game.class, *player)).copied().unwrap_or(Standing::START);
    let entrants: Vec<RatedPlayer> = game
        .players
        .iter()
        .map(|(_, player, side)| RatedPlayer { standing: before(player), team: team(*side) })
        .collect();
    let after = rate(&entrants, winning_team(row.result), row.ended);
    let mut changes = Vec::with_capacity(entrants.len());
    for ((entrant, standing), (seat, player, _)) in entrants.iter().zip(after).zip(&game.players) {
        let rating_before = entrant.standing.rating_at(row.ended);
        changes.push(RatingChangeRow {
            game: row.id,
            seat: *seat,
            player: *player,
            class: game.class.to_owned(),
            number: standing.number,
            at: row.ended,
            value_before: rating_before.value,
            deviation_before: rating_before.deviation,
            after: standing.rating,
        });
        if let Some(known) = standings.get_mut(&(game.class, *player)) {
            *known = standing;
        }
    }
    changes
}
