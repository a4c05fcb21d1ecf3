//! `/api/tables`: opening a table, reading it, acting and chatting. Everything the socket does, without one.

use super::fair_play::check_opening;
use super::packed::{PackedJson, Packing};
use super::study::advice;
use super::{Body, NoBody, check_request};
use crate::app::App;
use crate::engines::Caller;
use crate::error::{ApiError, Result};
use crate::http::auth::{SignedIn, Visitor};
use crate::site::limits::Class;
use crate::site::work::{AbandonFlag, WorkCaller};
use crate::tables::{Opener, Sender, TableHandle};
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use std::time::Duration;
use taijitu_protocol::{
    Ack, Branch, ChatPage, ChatReply, ChatRequest, EventsPage, GamesPage, MessageId, NewTableLink, OpenTable,
    PlayerId, Problem, Reply, Request, TableView, Touch, TouchExplanation, WhyNot,
};
use taijitu_search::ADVISER;
use taijitu_table::{Viewer, list_turns};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Maximum time a request for events may wait, in seconds.
pub(crate) const WAIT_MOST: u64 = 25;
/// Events in one answer.
pub(crate) const PAGE: usize = 500;

/// Games of a table in one answer.
pub(crate) const GAMES_OF_TABLE: i64 = 100;

pub(super) fn routes() -> OpenApiRouter<App> {
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

async fn find(app: &App, id: &str) -> Result<TableHandle> {
    let id = id.parse().map_err(|_| ApiError::no_such_table())?;
    app.tables.get(id).await
}

/// The table of a request; marks its player as present.
async fn visit(app: &App, id: &str, player: Option<PlayerId>) -> Result<TableHandle> {
    let table = find(app, id).await?;
    if let Some(player) = player {
        table.presence().touch(player, app.site.clock.now());
    }
    Ok(table)
}

/// Open a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = OpenTable,
    responses((status = 200, body = NewTableLink), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 429, body = Problem)))]
async fn open(
    State(app): State<App>,
    me: SignedIn,
    Body(open): Body<OpenTable>,
) -> Result<Json<NewTableLink>> {
    app.site.limits.check(Class::Open, Some(me.player), me.address)?;
    check_opening(&app, &me, &open).await?;
    let opener = Opener { player: me.player, address: me.address };
    app.tables.check_may_open(opener, open.time).await?;
    let table = app.tables.open(opener, &open, false).await?.id();
    let base = app.site.config.public_url.clone().unwrap_or_default();
    Ok(Json(NewTableLink { table, link: format!("{base}/table/{table}") }))
}

/// How much to show.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct TableQuery {
    /// With `true`, what may be touched next comes with the position, if it is your turn.
    #[serde(default)]
    scenes: bool,
}

/// A table as you may see it.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path), TableQuery),
    responses((status = 200, body = TableView), (status = 404, body = Problem)))]
async fn look(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<TableQuery>,
) -> Result<Json<TableView>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let table = visit(&app, &id, who.player).await?;
    Ok(Json(table.view(who.viewer(), query.scenes).await?))
}

/// Which events.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct EventsQuery {
    /// The last number you have; 0 for all.
    #[serde(default)]
    since: u64,
    /// Wait up to this many seconds for something to happen.
    #[serde(default)]
    wait: u64,
}

/// Events after a number.
#[utoipa::path(get, path = "/api/tables/{id}/events", tag = "tables", params(("id" = String, Path), EventsQuery),
    responses((status = 200, body = EventsPage), (status = 404, body = Problem)))]
async fn events(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
) -> Result<Json<EventsPage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let table = visit(&app, &id, who.player).await?;
    // A client that comes from another node may have seen later entries than this node.
    table.catch_up_to(query.since).await?;
    let wait = Duration::from_secs(query.wait.min(WAIT_MOST));
    // A number beyond the log is refused at once.
    if !wait.is_zero() && query.since <= table.status().head {
        let _waiting = app.site.connections.admit_waiting(who.player, who.address)?;
        tokio::select! {
            () = table.grown_beyond(query.since) => (),
            () = tokio::time::sleep(wait) => (),
            () = app.site.closed() => (),
        }
    }
    Ok(Json(table.events(who.viewer(), query.since, PAGE).await?))
}

/// Do something at a table: join, start, play, resign, offer, answer …
#[utoipa::path(post, path = "/api/tables/{id}/do", tag = "tables", params(("id" = String, Path)),
    request_body = Request,
    responses((status = 200, body = Ack), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn act(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(request): Body<Request>,
) -> Result<Json<Ack>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    check_request(request.id.as_deref())?;
    let table = visit(&app, &id, Some(me.player)).await?;
    let n = app.tables.act(&table, (me.player, 0), me.address, request.command, request.id).await?;
    Ok(Json(Ack { n }))
}

/// The legal turns, if it is your turn; `too_many_to_list` beyond 20,000.
#[utoipa::path(get, path = "/api/tables/{id}/turns", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Vec<String>), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn turns(
    State(app): State<App>,
    me: SignedIn,
    packing: Packing,
    Path(id): Path<String>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::List, Some(me.player), me.address)?;
    let table = visit(&app, &id, Some(me.player)).await?;
    let head = table.status().head;
    let (_, play) = table.drafting(Viewer(Some(me.player))).await?;
    let unlisted = table.unlisted_turns();
    if let Some(refused) = unlisted.refusal(head) {
        return Err(ApiError(refused));
    }
    let is_same = table.status().head == head;
    // The table must not wait for this.
    drop(table);
    let caller = WorkCaller::new(Some(me.player), me.address);
    let list = move |abandoned: &AbandonFlag| {
        let listed = list_turns(&*play, &|| abandoned.is_set());
        if let (true, Err(refused)) = (is_same, &listed) {
            unlisted.note(head, refused);
        }
        packing.pack(&listed?)
    };
    app.site.work.quick.run(caller, list).await?
}

/// What may be touched after some touches, if it is your turn.
#[utoipa::path(post, path = "/api/tables/{id}/branch", tag = "tables", params(("id" = String, Path)),
    request_body = Vec<Touch>,
    responses((status = 200, body = Vec<Branch>), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn branch(
    State(app): State<App>,
    me: SignedIn,
    packing: Packing,
    Path(id): Path<String>,
    Body(touches): Body<Vec<Touch>>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::List, Some(me.player), me.address)?;
    let table = find(&app, &id).await?;
    let (side, play) = table.drafting(Viewer(Some(me.player))).await?;
    drop(table);
    let caller = WorkCaller::new(Some(me.player), me.address);
    let follow = move |_: &AbandonFlag| packing.pack(&taijitu_table::branch(&*play, side, &touches)?);
    app.site.work.quick.run(caller, follow).await?
}

/// Why something cannot be touched now, in a word.
#[utoipa::path(post, path = "/api/tables/{id}/why", tag = "tables", params(("id" = String, Path)),
    request_body = WhyNot,
    responses((status = 200, body = TouchExplanation), (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn why(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(body): Body<WhyNot>,
) -> Result<Json<TouchExplanation>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    let table = find(&app, &id).await?;
    let explaining = table.explaining(Viewer(Some(me.player))).await?;
    drop(table);
    let caller = WorkCaller::new(Some(me.player), me.address);
    let why = move |_: &AbandonFlag| explaining.why(&body.touches, &body.touch);
    Ok(Json(app.site.work.quick.run(caller, why).await??))
}

/// What an engine would play for you, if it is your turn and you play against engines, or at a hot seat.
#[utoipa::path(post, path = "/api/tables/{id}/hint", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Reply), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn hint(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    _: NoBody,
) -> Result<Json<Reply>> {
    app.site.limits.check(Class::Think, Some(me.player), me.address)?;
    let table = visit(&app, &id, Some(me.player)).await?;
    let viewer = Viewer(Some(me.player));
    let (side, play) = table.read(move |table| table.advisable(viewer)).await??;
    app.tables.check_hint(&table, (me.player, me.address), &*play).await?;
    advice(&app, Caller::new(Some(me.player), me.address), side, play, ADVISER).await
}

/// Which messages.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct ChatQuery {
    /// The last message you have.
    #[param(value_type = Option<String>)]
    after: Option<MessageId>,
}

/// The last chat messages.
#[utoipa::path(get, path = "/api/tables/{id}/chat", tag = "tables", params(("id" = String, Path), ChatQuery),
    responses((status = 200, body = ChatPage), (status = 404, body = Problem)))]
async fn chat(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<ChatQuery>,
) -> Result<Json<ChatPage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let table = find(&app, &id).await?;
    let lines = app.tables.chat_lines(&table, who.viewer(), query.after).await?;
    Ok(Json(ChatPage { lines, retracted: app.tables.retracted(&table, who.viewer()).await? }))
}

/// Say something; what begins with `/` is a command.
#[utoipa::path(post, path = "/api/tables/{id}/chat", tag = "tables", params(("id" = String, Path)),
    request_body = ChatRequest, responses((status = 200, body = ChatReply), (status = 400, body = Problem)))]
async fn say(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(say): Body<ChatRequest>,
) -> Result<Json<ChatReply>> {
    app.site.limits.check(Class::Chat, Some(me.player), me.address)?;
    check_request(say.id.as_deref())?;
    let table = visit(&app, &id, Some(me.player)).await?;
    let sender = Sender { player: me.player, address: me.address, lag: 0, lang: me.lang };
    Ok(Json(app.tables.say(&table, &sender, &say.text, say.id).await?))
}

/// The finished games of a table, the last 100 of them, the first one first.
#[utoipa::path(get, path = "/api/tables/{id}/games", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = GamesPage), (status = 404, body = Problem)))]
async fn games(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Json<GamesPage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let id: taijitu_protocol::TableId = id.parse().map_err(|_| ApiError::no_such_table())?;
    let games = app.site.store.last_games_of_table(id, GAMES_OF_TABLE).await?;
    if games.is_empty() && app.site.store.table(id).await?.is_none() {
        return Err(ApiError::no_such_table());
    }
    Ok(Json(GamesPage { games: app.archive.lines(&games).await?, next: None }))
}
