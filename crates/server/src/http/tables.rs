//! `/api/tables`: opening, looking, doing, talking. Everything the socket does, without one.

use super::study::advice;
use super::{Body, check_request};
use crate::auth::{SignedIn, Visitor};
use crate::error::{Refused, Result};
use crate::house::House;
use crate::limits::Class;
use crate::live::Live;
use crate::talk;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{
    Ack, Branch, ChatPage, Door, EventsPage, GamesPage, MessageId, OpenTable, Problem, Reply, Request, Said,
    Say, TableView, Touch, Why, WhyNot,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a question for events may wait, in seconds.
const WAIT_MOST: u64 = 25;
/// Events in one answer.
const PAGE: usize = 500;

pub(super) fn routes() -> OpenApiRouter<House> {
    OpenApiRouter::new()
        .routes(routes!(open))
        .routes(routes!(look))
        .routes(routes!(events))
        .routes(routes!(act))
        .routes(routes!(turns))
        .routes(routes!(branch))
        .routes(routes!(why))
        .routes(routes!(hint))
        .routes(routes!(chat, say))
        .routes(routes!(games))
}

async fn find(house: &House, id: &str) -> Result<Arc<Live>> {
    let id = id.parse().map_err(|_| Refused::no_such_table())?;
    house.table(id).await
}

/// Open a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = OpenTable,
    responses((status = 200, body = Door), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn open(State(house): State<House>, me: SignedIn, Body(open): Body<OpenTable>) -> Result<Json<Door>> {
    house.limits.check(Class::Open, Some(me.player), me.address)?;
    let live = house.open(me.player, &open, false).await?;
    let base = house.config.public_url.clone().unwrap_or_default();
    Ok(Json(Door { table: live.id, link: format!("{base}/table/{}", live.id) }))
}

/// How much to show.
#[derive(Deserialize, utoipa::IntoParams)]
struct Look {
    /// With `true`, what may be touched next comes with the position, if it is your turn.
    #[serde(default)]
    scenes: bool,
}

/// A table as you may see it.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path), Look),
    responses((status = 200, body = TableView), (status = 404, body = Problem)))]
async fn look(
    State(house): State<House>,
    who: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Json<TableView>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let live = find(&house, &id).await?;
    if let Some(player) = who.player {
        live.presence.touch(player, house.clock.now());
    }
    Ok(Json(talk::snapshot(&house, &live, who.viewer(), look.scenes).await?))
}

/// Which events.
#[derive(Deserialize, utoipa::IntoParams)]
struct Since {
    /// The last number you have; 0 for all.
    #[serde(default)]
    since: u64,
    /// Wait up to so many seconds for something to happen.
    #[serde(default)]
    wait: u64,
}

/// Events after a number.
#[utoipa::path(get, path = "/api/tables/{id}/events", tag = "tables", params(("id" = String, Path), Since),
    responses((status = 200, body = EventsPage), (status = 404, body = Problem)))]
async fn events(
    State(house): State<House>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<Since>,
) -> Result<Json<EventsPage>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let live = find(&house, &id).await?;
    if let Some(player) = who.player {
        live.presence.touch(player, house.clock.now());
    }
    // Whoever comes from another node may know more than has been heard here.
    live.catch_up(&house, query.since).await?;
    let wait = Duration::from_secs(query.wait.min(WAIT_MOST));
    if !wait.is_zero() {
        tokio::select! {
            () = live.grown_beyond(query.since) => (),
            () = tokio::time::sleep(wait) => (),
            () = house.closed() => (),
        }
    }
    let state = live.lock(&house).await?;
    state.check_since(query.since)?;
    let mut entries = live.since(&house, &state, query.since).await?;
    entries.truncate(PAGE);
    let names = house.names_for(&state.table, &entries).await?;
    Ok(Json(EventsPage {
        events: entries.iter().map(|entry| state.table.event(entry, who.viewer(), &names)).collect(),
        head: state.table.head(),
        clocks: house.at_moment(|moment| state.table.clocks(&moment)),
    }))
}

/// Do something at a table: join, start, play, resign, offer, answer …
#[utoipa::path(post, path = "/api/tables/{id}/do", tag = "tables", params(("id" = String, Path)),
    request_body = Request,
    responses((status = 200, body = Ack), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn act(
    State(house): State<House>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(request): Body<Request>,
) -> Result<Json<Ack>> {
    house.limits.check(Class::Write, Some(me.player), me.address)?;
    check_request(request.id.as_deref())?;
    let live = find(&house, &id).await?;
    live.presence.touch(me.player, house.clock.now());
    let n = talk::act(&house, &live, me.player, 0, request.command, request.id).await?;
    Ok(Json(Ack { n }))
}

/// The legal turns, if it is your turn.
#[utoipa::path(get, path = "/api/tables/{id}/turns", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Vec<String>), (status = 409, body = Problem)))]
async fn turns(
    State(house): State<House>,
    me: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<Vec<String>>> {
    house.limits.check(Class::Write, Some(me.player), me.address)?;
    let live = find(&house, &id).await?;
    live.presence.touch(me.player, house.clock.now());
    let state = live.lock(&house).await?;
    Ok(Json(state.table.turns(taijitu_table::Viewer(Some(me.player)))?))
}

/// What may be touched after some touches, if it is your turn.
#[utoipa::path(post, path = "/api/tables/{id}/branch", tag = "tables", params(("id" = String, Path)),
    request_body = Vec<Touch>,
    responses((status = 200, body = Vec<Branch>), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn branch(
    State(house): State<House>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(touches): Body<Vec<Touch>>,
) -> Result<Json<Vec<Branch>>> {
    house.limits.check(Class::Write, Some(me.player), me.address)?;
    let live = find(&house, &id).await?;
    let state = live.lock(&house).await?;
    Ok(Json(state.table.branch(taijitu_table::Viewer(Some(me.player)), &touches)?))
}

/// Why something cannot be touched now, in a word.
#[utoipa::path(post, path = "/api/tables/{id}/why", tag = "tables", params(("id" = String, Path)),
    request_body = WhyNot,
    responses((status = 200, body = Why), (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn why(
    State(house): State<House>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(asked): Body<WhyNot>,
) -> Result<Json<Why>> {
    house.limits.check(Class::Write, Some(me.player), me.address)?;
    let live = find(&house, &id).await?;
    let state = live.lock(&house).await?;
    Ok(Json(state.table.why(taijitu_table::Viewer(Some(me.player)), &asked.touches, &asked.touch)?))
}

/// How strong the engine is that gives advice at a table.
const ADVISER: u8 = 5;

/// What an engine would play for you, if it is your turn and you play against engines, or at a hot seat.
#[utoipa::path(post, path = "/api/tables/{id}/hint", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Reply), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn hint(State(house): State<House>, me: SignedIn, Path(id): Path<String>) -> Result<Json<Reply>> {
    house.limits.check(Class::Think, Some(me.player), me.address)?;
    let live = find(&house, &id).await?;
    live.presence.touch(me.player, house.clock.now());
    let (side, play) = {
        let state = live.lock(&house).await?;
        state.table.advisable(taijitu_table::Viewer(Some(me.player)))?
    };
    advice(&house, side, play, ADVISER).await
}

/// Which messages.
#[derive(Deserialize, utoipa::IntoParams)]
struct After {
    /// The last message you have.
    #[param(value_type = Option<String>)]
    after: Option<MessageId>,
}

/// What was said lately.
#[utoipa::path(get, path = "/api/tables/{id}/chat", tag = "tables", params(("id" = String, Path), After),
    responses((status = 200, body = ChatPage), (status = 404, body = Problem)))]
async fn chat(
    State(house): State<House>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<After>,
) -> Result<Json<ChatPage>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let live = find(&house, &id).await?;
    Ok(Json(ChatPage { lines: live.heard(&house, who.viewer(), query.after).await? }))
}

/// Say something; what begins with `/` is a command.
#[utoipa::path(post, path = "/api/tables/{id}/chat", tag = "tables", params(("id" = String, Path)),
    request_body = Say, responses((status = 200, body = Said), (status = 400, body = Problem)))]
async fn say(
    State(house): State<House>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(say): Body<Say>,
) -> Result<Json<Said>> {
    check_request(say.id.as_deref())?;
    let live = find(&house, &id).await?;
    live.presence.touch(me.player, house.clock.now());
    Ok(Json(talk::say(&house, &live, &me, 0, &say.text, say.id).await?))
}

/// The finished games of a table, the first one first.
#[utoipa::path(get, path = "/api/tables/{id}/games", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = GamesPage), (status = 404, body = Problem)))]
async fn games(State(house): State<House>, who: Visitor, Path(id): Path<String>) -> Result<Json<GamesPage>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let id: taijitu_protocol::TableId = id.parse().map_err(|_| Refused::no_such_table())?;
    let games = house.store.games_of_table(&id.to_string()).await?;
    if games.is_empty() && house.store.table(&id.to_string()).await?.is_none() {
        return Err(Refused::no_such_table());
    }
    Ok(Json(GamesPage { games: crate::archive::lines(&house, &games).await?, next: None }))
}
