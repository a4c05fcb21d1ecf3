//! `/api/tournaments/{id}/…`: pages of standings, pairings, the cross table and the log; records of real boards.

use super::Body;
use super::packed::{PackedJson, Packing};
use super::tournaments::find;
use crate::app::App;
use crate::archive::import::parse_import;
use crate::error::{ApiError, Result};
use crate::http::auth::{SignedIn, Visitor};
use crate::http::import::unreadable;
use crate::site::limits::Class;
use crate::site::work::WorkCaller;
use crate::tournaments::PairingSelection;
use axum::Json;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use serde::{Deserialize, Serialize};
use taijitu_protocol::{
    Code, CrossTablePage, EntrantId, IMPORT_LIMIT, Import, ImportResult, PairingId, PairingsPage, Problem,
    ProgressPage, StandingsPage, TournamentNotes, Venue, WhyPaired,
};
use taijitu_tournament::Tournament;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(standings))
        .routes(routes!(entrants))
        .routes(routes!(pairings))
        .routes(routes!(why))
        .routes(routes!(cross_table))
        .routes(routes!(progress))
        .routes(routes!(log))
        .merge(OpenApiRouter::new().routes(routes!(record)).layer(DefaultBodyLimit::max(IMPORT_LIMIT)))
}

/// Where a page begins.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct FromQuery {
    /// `next` of the page before; 0 by default.
    #[serde(default)]
    from: u32,
}

/// Packs an answer on the threads for work.
async fn pack<T: Serialize + Send + 'static>(
    app: &App,
    caller: WorkCaller,
    packing: Packing,
    answer: T,
) -> Result<PackedJson> {
    app.site.work.quick.run(caller, move |_| packing.pack(&answer)).await?
}

/// The standings, 100 lines a page.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings", tag = "tournaments",
    params(("id" = String, Path), FromQuery),
    responses((status = 200, body = StandingsPage), (status = 404, body = Problem)))]
async fn standings(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
    Query(query): Query<FromQuery>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    let page = app.tournaments.standings((&tournament, who.work_caller()), query.from).await?;
    pack(&app, who.work_caller(), packing, page).await
}

/// Everybody who entered, 100 a page, in the order of entry.
#[utoipa::path(get, path = "/api/tournaments/{id}/entrants", tag = "tournaments",
    params(("id" = String, Path), FromQuery),
    responses((status = 200, body = StandingsPage), (status = 404, body = Problem)))]
async fn entrants(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
    Query(query): Query<FromQuery>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    let page = app.tournaments.entrants(&tournament, query.from).await?;
    pack(&app, who.work_caller(), packing, page).await
}

/// Which pairings.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PairingsQuery {
    /// Of one round.
    round: Option<u16>,
    /// Of one entrant.
    #[param(value_type = Option<u32>)]
    entrant: Option<EntrantId>,
    /// `next` of the page before; 0 by default.
    #[serde(default)]
    from: u32,
}

/// Pairings with their games, 100 a page: of a round by table number, otherwise the latest first.
#[utoipa::path(get, path = "/api/tournaments/{id}/pairings", tag = "tournaments",
    params(("id" = String, Path), PairingsQuery),
    responses((status = 200, body = PairingsPage), (status = 404, body = Problem)))]
async fn pairings(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
    Query(query): Query<PairingsQuery>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    let of = PairingSelection { round: query.round, entrant: query.entrant };
    let page = app.tournaments.pairings((&tournament, who.work_caller()), of, query.from).await?;
    pack(&app, who.work_caller(), packing, page).await
}

/// Why these two were paired, in sentences to each of them.
#[utoipa::path(get, path = "/api/tournaments/{id}/pairings/{pairing}/why", tag = "tournaments",
    params(("id" = String, Path), ("pairing" = u32, Path)),
    responses((status = 200, body = WhyPaired), (status = 404, body = Problem)))]
async fn why(
    State(app): State<App>,
    who: Visitor,
    Path((id, pairing)): Path<(String, String)>,
) -> Result<Json<WhyPaired>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    Ok(Json(app.tournaments.why(&tournament, read_pairing(&pairing)?).await?))
}

/// The cross table, 100 lines a page.
#[utoipa::path(get, path = "/api/tournaments/{id}/cross-table", tag = "tournaments",
    params(("id" = String, Path), FromQuery),
    responses((status = 200, body = CrossTablePage), (status = 404, body = Problem)))]
async fn cross_table(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
    Query(query): Query<FromQuery>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    let page = app.tournaments.cross_table((&tournament, who.work_caller()), query.from).await?;
    pack(&app, who.work_caller(), packing, page).await
}

/// The points of the first ten after each round.
#[utoipa::path(get, path = "/api/tournaments/{id}/progress", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = ProgressPage), (status = 404, body = Problem)))]
async fn progress(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ProgressPage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    Ok(Json(app.tournaments.progress(&tournament, who.work_caller()).await?))
}

/// Where a page of the log ends.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct LogQuery {
    /// `next` of the page before.
    before: Option<u64>,
}

/// What happened, in sentences, the latest first.
#[utoipa::path(get, path = "/api/tournaments/{id}/log", tag = "tournaments", params(("id" = String, Path), LogQuery),
    responses((status = 200, body = TournamentNotes), (status = 404, body = Problem)))]
async fn log(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
) -> Result<Json<TournamentNotes>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let tournament = find(&app, &id).await?;
    Ok(Json(app.tournaments.notes((&tournament, who.work_caller()), query.before).await?))
}

/// Enter the turns of a game on a real board, as a record. A player of the pairing or the host may do it, once.
#[utoipa::path(post, path = "/api/tournaments/{id}/pairings/{pairing}/record", tag = "tournaments",
    params(("id" = String, Path), ("pairing" = u32, Path)), request_body = Import,
    responses((status = 200, body = ImportResult), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn record(
    State(app): State<App>,
    me: SignedIn,
    Path((id, pairing)): Path<(String, String)>,
    Body(body): Body<Import>,
) -> Result<Json<ImportResult>> {
    app.site.limits.check(Class::Import, Some(me.player), me.address)?;
    let tournament = find(&app, &id).await?;
    let pairing = read_pairing(&pairing)?;
    let player = me.player;
    let may = move |tournament: &Tournament| -> Result<(u8, String)> {
        let found = tournament.pairing(pairing).ok_or_else(no_such_pairing)?;
        let plays = tournament.entrant_of(player).is_some_and(|own| found.side(own.id).is_some());
        if !plays && tournament.host() != player {
            return Err(ApiError::new(
                Code::NotSeated,
                "only the players of this game and the host may enter its moves",
                "seuls les joueurs de cette partie et l’organisateur peuvent en saisir les coups",
            ));
        }
        if found.venue != Venue::Room {
            return Err(ApiError::new(
                Code::NotNow,
                "this game is played on the site, which keeps its record",
                "cette partie se joue sur le site, qui en garde la notation",
            ));
        }
        let game = found.games.len().saturating_sub(1);
        Ok((u8::try_from(game).unwrap_or(0), tournament.settings().game.clone()))
    };
    let (game, kind) = tournament.read(may).await??;
    if body.text.contains('\0') {
        return Err(ApiError::new(Code::Invalid, "this is not text", "ce n’est pas un texte"));
    }
    let now = app.site.clock.now();
    let caller = WorkCaller::new(Some(me.player), me.address);
    let read = app.site.work.quick.run(caller, move |_| parse_import(&body.text, None, false, now)).await?;
    let row = read.map_err(|why| unreadable(&why))?;
    if row.game.kind != kind {
        return Err(ApiError::new(
            Code::Invalid,
            "this is a record of another game than that of the tournament",
            "cette notation est celle d’un autre jeu que celui du tournoi",
        )
        .with_field("text"));
    }
    app.site.store.add_games(std::slice::from_ref(&row)).await?;
    if !app.tournaments.put_record(&tournament, (pairing, game), row.game.id).await? {
        return Err(ApiError::new(
            Code::NotNow,
            "the moves of this game were already entered",
            "les coups de cette partie ont déjà été saisis",
        ));
    }
    Ok(Json(ImportResult { id: row.game.id, turns: u32::try_from(row.game.turns).unwrap_or(u32::MAX) }))
}

fn no_such_pairing() -> ApiError {
    ApiError::new(
        Code::NoSuchThing,
        "there is no such pairing in this tournament",
        "cet appariement n’existe pas dans ce tournoi",
    )
}

fn read_pairing(text: &str) -> Result<PairingId> {
    let number: u32 = text.parse().map_err(|_| no_such_pairing())?;
    PairingId::try_from(number).map_err(|_| no_such_pairing())
}
