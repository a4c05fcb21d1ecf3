//! `/api/lobby`: open tables, running games, finished ones; my tables; quick pairing.

use super::Body;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::{SignedIn, Visitor};
use crate::site::limits::Class;
use crate::tables::Opener;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;
use taijitu_protocol::{
    Code, GamesPage, Lobby, MyTable, OnlineCounts, OpenTable, PairingResult, PairingSearch, Problem,
    QuickPairing,
};
use taijitu_store::{GameFilter, TableState};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Lines on a page.
pub(crate) const PAGE: i64 = 50;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(tables))
        .routes(routes!(finished))
        .routes(routes!(mine))
        .routes(routes!(my_games))
        .routes(routes!(pair, search))
        .routes(routes!(online))
}

/// Which list, and which page of it.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    /// Only this game.
    game: Option<String>,
    /// Where the page begins: `next` of the page before.
    before: Option<String>,
}

impl PageQuery {
    /// The game to filter by. An unknown game has no tables; a text that no database accepts is refused.
    fn game(&self) -> Result<Option<&str>> {
        match self.game.as_deref() {
            Some(game) if game.contains('\0') => Err(ApiError::new(
                Code::Invalid,
                "`game` is the id of a game",
                "`game` est l’identifiant d’un jeu",
            )),
            game => Ok(game),
        }
    }

    /// The cursor: a time and the id of a table or of a game.
    fn before<T: FromStr>(&self) -> Result<Option<(i64, T)>> {
        let Some(text) = self.before.as_deref() else {
            return Ok(None);
        };
        let parts = text.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
        parts.map(Some).ok_or_else(|| {
            ApiError::new(
                Code::Invalid,
                "`before` is the `next` of a page",
                "`before` est le `next` d’une page",
            )
        })
    }
}

fn next(full: bool, last: Option<(i64, impl Display)>) -> Option<String> {
    last.filter(|_| full).map(|(at, id)| format!("{at}-{id}"))
}

/// Public tables: `open` to sit down, `running` to watch, `finished` with a rematch still possible.
#[utoipa::path(get, path = "/api/lobby/{state}", tag = "lobby", params(("state" = String, Path), PageQuery),
    responses((status = 200, body = Lobby), (status = 400, body = Problem)))]
async fn tables(
    State(app): State<App>,
    who: Visitor,
    Path(state): Path<String>,
    Query(which): Query<PageQuery>,
) -> Result<Json<Lobby>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let state = match state.as_str() {
        "open" => TableState::Open,
        "running" => TableState::Running,
        "finished" => TableState::Finished,
        _ => {
            return Err(ApiError::new(
                Code::Invalid,
                "open, running or finished",
                "open, running ou finished",
            ));
        }
    };
    let rows = app.site.store.lobby(state, which.game()?, which.before()?, PAGE).await?;
    let next = next(rows.len() as i64 == PAGE, rows.last().map(|row| (row.updated, row.id)));
    Ok(Json(Lobby { tables: app.tables.lobby_lines(&rows).await?, next }))
}

/// How many are connected, and how many games are being played.
#[utoipa::path(get, path = "/api/online", tag = "lobby",
    responses((status = 200, body = OnlineCounts), (status = 429, body = Problem)))]
async fn online(State(app): State<App>, who: Visitor) -> Result<Json<OnlineCounts>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    Ok(Json(OnlineCounts { players: app.people.count_here(), games: app.people.running_games().await? }))
}

/// Finished games anybody may see, newest first.
#[utoipa::path(get, path = "/api/finished", tag = "lobby", params(PageQuery),
    responses((status = 200, body = GamesPage)))]
async fn finished(
    State(app): State<App>,
    who: Visitor,
    Query(which): Query<PageQuery>,
) -> Result<Json<GamesPage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let filter = GameFilter { player: None, kind: which.game()?, public_only: true };
    games(&app, filter, &which).await
}

async fn games(app: &App, filter: GameFilter<'_>, which: &PageQuery) -> Result<Json<GamesPage>> {
    let games = app.site.store.finished_games(filter, which.before()?, PAGE).await?;
    let last = games.last().map(|game| (game.game.ended, game.game.id));
    let next = next(games.len() as i64 == PAGE, last);
    Ok(Json(GamesPage { games: app.archive.lines(&games).await?, next }))
}

/// My tables, with whose turn it is.
#[utoipa::path(get, path = "/api/me/tables", tag = "lobby", params(PageQuery),
    responses((status = 200, body = Vec<MyTable>), (status = 401, body = Problem)))]
async fn mine(
    State(app): State<App>,
    me: SignedIn,
    Query(which): Query<PageQuery>,
) -> Result<Json<Vec<MyTable>>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let states = [TableState::Running, TableState::Open, TableState::Finished];
    let mine = app.site.store.tables_of(me.player, &states, which.before()?, PAGE).await?;
    Ok(Json(app.tables.my_tables(&mine).await?))
}

/// My finished games, newest first.
#[utoipa::path(get, path = "/api/me/games", tag = "lobby", params(PageQuery),
    responses((status = 200, body = GamesPage), (status = 401, body = Problem)))]
async fn my_games(
    State(app): State<App>,
    me: SignedIn,
    Query(which): Query<PageQuery>,
) -> Result<Json<GamesPage>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let filter = GameFilter { player: Some(me.player), kind: which.game()?, public_only: false };
    games(&app, filter, &which).await
}

/// "YINSH, 5 minutes, anyone": seats you with a player who seeks the same, or opens a table to wait at. While a game
/// that was paired runs, that game is the answer.
#[utoipa::path(post, path = "/api/pairing", tag = "lobby", request_body = QuickPairing,
    responses((status = 200, body = PairingResult), (status = 400, body = Problem)))]
async fn pair(
    State(app): State<App>,
    me: SignedIn,
    Body(wish): Body<QuickPairing>,
) -> Result<Json<PairingResult>> {
    app.site.limits.check(Class::Open, Some(me.player), me.address)?;
    let open = OpenTable {
        game: wish.game,
        options: wish.options,
        time: wish.time,
        rated: wish.rated,
        public: true,
        ..OpenTable::default()
    };
    let opener = Opener { player: me.player, address: me.address };
    Ok(Json(app.tables.pair(opener, open).await?))
}

/// Where I wait to be paired, with the distance of ratings that is accepted by now, or the game that pairing has just
/// started; `null` if there is neither. A player who is paired after a wait may have to play at another table than the one
/// that was waited at, which is closed then.
#[utoipa::path(get, path = "/api/pairing", tag = "lobby",
    responses((status = 200, body = Option<PairingSearch>), (status = 401, body = Problem)))]
async fn search(State(app): State<App>, me: SignedIn) -> Result<Json<Option<PairingSearch>>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.tables.pairing_search(me.player).await?))
}
