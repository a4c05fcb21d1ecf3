//! `/api/tournaments`: making, listing and reading tournaments, and doing something there.

use super::packed::{PackedJson, Packing};
use super::preview::base;
use super::{Body, check_request};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::{SignedIn, Visitor};
use crate::site::limits::Class;
use crate::site::qr;
use crate::site::work::AbandonFlag;
use crate::tournaments::{TournamentHandle, TournamentPeriod};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use taijitu_protocol::{
    Ack, Code, Invitation, MyEntry, PairingView, Problem, TournamentCommand, TournamentDoor, TournamentId,
    TournamentRequest, TournamentSettings, TournamentView, TournamentsPage, Venue, WallBoard, WallView,
};
use taijitu_table::{Table, TableGame};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Tables of a wall that are read at the same time.
const BOARDS_AT_ONCE: usize = 8;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, open))
        .routes(routes!(own))
        .routes(routes!(look))
        .routes(routes!(mine))
        .routes(routes!(act))
        .routes(routes!(invitation))
        .routes(routes!(wall))
}

/// The tournament of a request.
pub(super) async fn find(app: &App, id: &str) -> Result<TournamentHandle> {
    let id: TournamentId = id.parse().map_err(|_| no_such_tournament())?;
    app.tournaments.get(id).await
}

fn no_such_tournament() -> ApiError {
    ApiError::new(Code::NoSuchThing, "there is no such tournament", "ce tournoi n’existe pas")
}

/// Which tournaments.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct TournamentsQuery {
    /// `now`: those that are played; `next`: those that take entries; `past`: those that are over. `now` by default.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    when: TournamentPeriod,
    /// The id of a game.
    game: Option<String>,
    /// `next` of the page before.
    before: Option<String>,
}

/// Public tournaments.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", params(TournamentsQuery),
    responses((status = 200, body = TournamentsPage), (status = 400, body = Problem)))]
async fn list(
    State(app): State<App>,
    who: Visitor,
    Query(query): Query<TournamentsQuery>,
) -> Result<Json<TournamentsPage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let game = query.game.as_deref().filter(|game| !game.is_empty() && !game.contains('\0'));
    Ok(Json(app.tournaments.list(query.when, game, query.before.as_deref(), who.player).await?))
}

/// Make a tournament; accounts only.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = TournamentSettings,
    responses((status = 200, body = TournamentDoor), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
async fn open(
    State(app): State<App>,
    me: SignedIn,
    Body(settings): Body<TournamentSettings>,
) -> Result<Json<TournamentDoor>> {
    app.site.limits.check(Class::Open, Some(me.player), me.address)?;
    let tournament = app.tournaments.open(me.player, settings).await?;
    let base = app.site.config.public_url.clone().unwrap_or_default();
    Ok(Json(TournamentDoor { tournament, link: format!("{base}/tournament/{tournament}") }))
}

/// The tournaments I take part in or host that are not over.
#[utoipa::path(get, path = "/api/me/tournaments", tag = "tournaments",
    responses((status = 200, body = TournamentsPage), (status = 401, body = Problem)))]
async fn own(State(app): State<App>, me: SignedIn) -> Result<Json<TournamentsPage>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.tournaments.own(me.player).await?))
}

/// A tournament as everybody sees it.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = TournamentView), (status = 404, body = Problem)))]
async fn look(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    let view = app.tournaments.view((&tournament, who.work_caller())).await?;
    let now = app.site.clock.now();
    let pack = move |_: &AbandonFlag| packing.pack(&TournamentView { now, ..(*view).clone() });
    app.site.work.quick.run(who.work_caller(), pack).await?
}

/// What a tournament is to me: my entry, my games without a result, what I may do now.
#[utoipa::path(get, path = "/api/tournaments/{id}/me", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = MyEntry), (status = 404, body = Problem)))]
async fn mine(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Json<MyEntry>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    Ok(Json(app.tournaments.mine((&tournament, who.work_caller()), who.player).await?))
}

/// Do something in a tournament: enter, withdraw, start, pause, enter a result, correct one …
#[utoipa::path(post, path = "/api/tournaments/{id}/do", tag = "tournaments", params(("id" = String, Path)),
    request_body = TournamentRequest,
    responses((status = 200, body = Ack), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn act(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(request): Body<TournamentRequest>,
) -> Result<Json<Ack>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    check_request(request.id.as_deref())?;
    if let TournamentCommand::Enter { partner: Some(_), .. } = &request.command {
        // The partner gets a notice.
        app.site.limits.check(Class::Challenge, Some(me.player), me.address)?;
    }
    let tournament = find(&app, &id).await?;
    let command = request.command;
    let moderator = app.tournaments.is_for_moderators(&tournament, me.player, &command).await?
        && app.moderation.check_moderator(me.player).await.is_ok();
    if moderator {
        app.tournaments.check_as_moderator(&tournament, command.clone()).await?;
        app.moderation.note_host_command(me.player, &tournament, &command).await?;
    }
    let n = app.tournaments.act(&tournament, (me.player, moderator), command, request.id).await?;
    Ok(Json(Ack { n }))
}

fn link(app: &App, headers: &HeaderMap, id: TournamentId) -> String {
    format!("{}/tournament/{id}", base(app, headers).unwrap_or_default())
}

fn invitation_to(link: String) -> Result<Invitation> {
    let qr = qr::picture(&link).ok_or_else(ApiError::unavailable)?;
    Ok(Invitation { link, qr })
}

/// The address of a tournament, also as a QR code.
#[utoipa::path(get, path = "/api/tournaments/{id}/invitation", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = Invitation), (status = 404, body = Problem)))]
async fn invitation(
    State(app): State<App>,
    who: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Invitation>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let link = link(&app, &headers, find(&app, &id).await?.id());
    Ok(Json(app.site.work.quick.run(who.work_caller(), move |_| invitation_to(link)).await??))
}

/// Everything a projector shows: the tournament, the clocks of running games, the link as a QR code.
#[utoipa::path(get, path = "/api/tournaments/{id}/wall", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = WallView), (status = 404, body = Problem)))]
async fn wall(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let handle = find(&app, &id).await?;
    let tournament = app.tournaments.view((&handle, who.work_caller())).await?;
    let now = app.site.clock.now();
    let running = tournament.pairings.iter().filter(|pairing| pairing.venue == Venue::Page);
    let running: Vec<PairingView> = running.cloned().collect();
    let boards = handle.boards(app.site.clock.now(), boards(&app, running)).await;
    let link = link(&app, &headers, handle.id());
    let make = move |_: &AbandonFlag| {
        let tournament = TournamentView { now, ..(*tournament).clone() };
        packing.pack(&WallView { tournament, boards: (*boards).clone(), invitation: invitation_to(link)? })
    };
    app.site.work.quick.run(who.work_caller(), make).await?
}

async fn boards(app: &App, running: Vec<PairingView>) -> Vec<WallBoard> {
    let boards = stream::iter(running).map(|pairing| board(app.clone(), pairing)).buffered(BOARDS_AT_ONCE);
    boards.filter_map(std::future::ready).collect().await
}

/// The running game of a pairing; none if it has no table, or the game is over.
async fn board(app: App, pairing: PairingView) -> Option<WallBoard> {
    let game = pairing.games.last().filter(|game| game.result.is_none())?;
    let table = game.table?;
    let handle = app.tables.get(table).await.ok()?;
    let site = app.site.clone();
    let read = move |table: &Table| {
        let clocks = site.at_moment(|context| table.clocks(&context));
        let game = table.running()?;
        let to_move = game.acting().first().map(|seat| game.side(*seat));
        Some((clocks, to_move, TableGame::turns(game)))
    };
    let (clocks, to_move, turns) = handle.read(read).await.ok()??;
    Some(WallBoard { pairing: pairing.id, table, clocks, to_move, turns })
}
