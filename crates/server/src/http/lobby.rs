//! `/api/lobby`: open tables, running games, finished ones; my tables; quick pairing.

use super::Body;
use crate::archive;
use crate::auth::{SignedIn, Visitor};
use crate::error::{Refused, Result};
use crate::house::House;
use crate::limits::Class;
use crate::talk;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use taijitu_protocol::{
    Code, Command, GamesPage, Lobby, LobbyTable, MyTable, OpenTable, Paired, Pairing, PlayerId, Problem,
    Setup, Sitter, TableId,
};
use taijitu_store::{GameFilter, TableRow, TableState};
use taijitu_table::{Names, Summary, Who};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Lines on a page.
const PAGE: i64 = 50;
/// Open tables looked at to find a place.
const LOOKED_AT: i64 = 200;

pub(super) fn routes() -> OpenApiRouter<House> {
    OpenApiRouter::new()
        .routes(routes!(tables))
        .routes(routes!(finished))
        .routes(routes!(mine))
        .routes(routes!(my_games))
        .routes(routes!(pair))
}

/// Which page of which list.
#[derive(Deserialize, utoipa::IntoParams)]
struct Which {
    /// Only this game.
    game: Option<String>,
    /// Where the page begins: `next` of the page before.
    before: Option<String>,
}

impl Which {
    /// A game nobody plays here has no tables; a text that no database holds is a mistake.
    fn game(&self) -> Result<Option<&str>> {
        match self.game.as_deref() {
            Some(game) if game.contains('\0') => Err(Refused::new(
                Code::Invalid,
                "`game` is the id of a game",
                "`game` est l'identifiant d'un jeu",
            )),
            game => Ok(game),
        }
    }

    fn before(&self) -> Result<Option<(i64, &str)>> {
        let Some(text) = self.before.as_deref() else {
            return Ok(None);
        };
        // An id of a table or of a game: they are written alike.
        let is_id = |id: &str| id.parse::<TableId>().is_ok();
        let parts = text.split_once('-').filter(|(_, id)| is_id(id));
        let parts = parts.and_then(|(at, id)| Some((at.parse().ok()?, id)));
        parts.map(Some).ok_or_else(|| {
            Refused::new(
                Code::Invalid,
                "`before` is the `next` of a page",
                "`before` est le `next` d'une page",
            )
        })
    }
}

fn next(full: bool, last: Option<(i64, &str)>) -> Option<String> {
    last.filter(|_| full).map(|(at, id)| format!("{at}-{id}"))
}

pub(crate) async fn lines(house: &House, rows: &[TableRow]) -> Result<Vec<LobbyTable>> {
    let summaries: Vec<(&TableRow, Summary)> =
        rows.iter().filter_map(|row| Some((row, serde_json::from_str(&row.summary).ok()?))).collect();
    let players = summaries.iter().flat_map(|(_, summary)| &summary.seats).filter_map(|who| match who {
        Some(Who::Player(player)) => Some(*player),
        _ => None,
    });
    let names = house.directory.names(&house.store, players.collect::<Vec<PlayerId>>()).await?;
    Ok(summaries.into_iter().filter_map(|(row, summary)| line(row, summary, &names)).collect())
}

fn line(row: &TableRow, summary: Summary, names: &Names) -> Option<LobbyTable> {
    let sitter = |who: &Option<Who>| match who {
        Some(Who::Player(player)) => Some(Sitter::Player(names.profile(*player))),
        Some(Who::Engine(level)) => Some(Sitter::Engine(*level)),
        None => None,
    };
    Some(LobbyTable {
        id: row.id.parse().ok()?,
        state: match row.state {
            TableState::Open => taijitu_protocol::State::Open,
            TableState::Running => taijitu_protocol::State::Running,
            TableState::Finished => taijitu_protocol::State::Finished,
            TableState::Closed => taijitu_protocol::State::Closed,
        },
        seats: summary.seats.iter().map(sitter).collect(),
        setup: summary.setup,
        number: summary.number,
        turns: summary.turns,
        updated: row.updated,
    })
}

/// Public tables: `open` to sit down, `running` to watch, `finished` with a rematch still possible.
#[utoipa::path(get, path = "/api/lobby/{state}", tag = "lobby", params(("state" = String, Path), Which),
    responses((status = 200, body = Lobby), (status = 400, body = Problem)))]
async fn tables(
    State(house): State<House>,
    who: Visitor,
    Path(state): Path<String>,
    Query(which): Query<Which>,
) -> Result<Json<Lobby>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let state = match state.as_str() {
        "open" => TableState::Open,
        "running" => TableState::Running,
        "finished" => TableState::Finished,
        _ => {
            return Err(Refused::new(
                Code::Invalid,
                "open, running or finished",
                "open, running ou finished",
            ));
        }
    };
    let rows = house.store.lobby(state, which.game()?, which.before()?, PAGE).await?;
    let next = next(rows.len() as i64 == PAGE, rows.last().map(|row| (row.updated, row.id.as_str())));
    Ok(Json(Lobby { tables: lines(&house, &rows).await?, next }))
}

/// Finished games anybody may see, newest first.
#[utoipa::path(get, path = "/api/finished", tag = "lobby", params(Which),
    responses((status = 200, body = GamesPage)))]
async fn finished(
    State(house): State<House>,
    who: Visitor,
    Query(which): Query<Which>,
) -> Result<Json<GamesPage>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let filter = GameFilter { player: None, kind: which.game()?, public_only: true };
    games(&house, filter, &which).await
}

async fn games(house: &House, filter: GameFilter<'_>, which: &Which) -> Result<Json<GamesPage>> {
    let games = house.store.finished_games(filter, which.before()?, PAGE).await?;
    let last = games.last().map(|game| (game.game.ended, game.game.id.as_str()));
    let next = next(games.len() as i64 == PAGE, last);
    Ok(Json(GamesPage { games: archive::lines(house, &games).await?, next }))
}

/// My tables, with whose turn it is.
#[utoipa::path(get, path = "/api/me/tables", tag = "lobby", params(Which),
    responses((status = 200, body = Vec<MyTable>), (status = 401, body = Problem)))]
async fn mine(
    State(house): State<House>,
    me: SignedIn,
    Query(which): Query<Which>,
) -> Result<Json<Vec<MyTable>>> {
    house.limits.check(Class::Read, Some(me.player), me.address)?;
    let states = [TableState::Running, TableState::Open, TableState::Finished];
    let mine = house.store.tables_of(&me.player.to_string(), &states, which.before()?, PAGE).await?;
    let rows: Vec<TableRow> = mine.iter().map(|my| my.table.clone()).collect();
    let acts = |table: &LobbyTable| mine.iter().any(|my| my.acts && my.table.id == table.id.to_string());
    let tables = lines(&house, &rows).await?;
    Ok(Json(tables.into_iter().map(|table| MyTable { my_turn: acts(&table), table }).collect()))
}

/// My finished games, newest first.
#[utoipa::path(get, path = "/api/me/games", tag = "lobby", params(Which),
    responses((status = 200, body = GamesPage), (status = 401, body = Problem)))]
async fn my_games(
    State(house): State<House>,
    me: SignedIn,
    Query(which): Query<Which>,
) -> Result<Json<GamesPage>> {
    house.limits.check(Class::Read, Some(me.player), me.address)?;
    let id = me.player.to_string();
    let filter = GameFilter { player: Some(&id), kind: which.game()?, public_only: false };
    games(&house, filter, &which).await
}

/// "YINSH, 5 minutes, anyone": sits you down with somebody who asked for the same, or opens a table to wait at.
#[utoipa::path(post, path = "/api/pairing", tag = "lobby", request_body = Pairing,
    responses((status = 200, body = Paired), (status = 400, body = Problem)))]
async fn pair(State(house): State<House>, me: SignedIn, Body(wish): Body<Pairing>) -> Result<Json<Paired>> {
    house.limits.check(Class::Open, Some(me.player), me.address)?;
    let open = OpenTable {
        game: wish.game,
        options: wish.options,
        time: wish.time,
        public: true,
        ..OpenTable::default()
    };
    let wanted = taijitu_table::Table::setup_for(&open, true)?;
    if let Some(table) = find_place(&house, &me, &wanted).await? {
        return Ok(Json(table));
    }
    let live = house.open(me.player, &open, true).await?;
    // Whoever asked a moment ago waits, even if the page has not connected to the table yet.
    live.presence.touch(me.player, house.clock.now());
    Ok(Json(Paired { table: live.id, started: false }))
}

/// Sits down at a table that waits for the same game. Somebody else may be faster: then the next one is tried.
async fn find_place(house: &House, me: &SignedIn, wanted: &Setup) -> Result<Option<Paired>> {
    let rows = house.store.lobby(TableState::Open, Some(&wanted.game), None, LOOKED_AT).await?;
    for table in lines(house, &rows).await?.into_iter().rev().filter(|table| table.setup == *wanted) {
        let live = house.table(table.id).await?;
        let (waits_already, host_waits) = {
            let state = live.lock(house).await?;
            let now = house.clock.now();
            let waits = state.table.seated_players().any(|player| live.presence.is_here(player, now));
            (state.table.seats_of(me.player).next().is_some(), waits)
        };
        if waits_already {
            live.presence.touch(me.player, house.clock.now());
            return Ok(Some(Paired { table: table.id, started: false }));
        }
        if !host_waits {
            continue;
        }
        let join = Command::Join { seat: None };
        if talk::act(house, &live, me.player, 0, join, None).await.is_ok() {
            live.presence.touch(me.player, house.clock.now());
            let started = live.lock(house).await?.table.running().is_some();
            return Ok(Some(Paired { table: table.id, started }));
        }
    }
    Ok(None)
}
