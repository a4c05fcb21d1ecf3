//! `/api/puzzles`: positions with exactly one winning turn, one of them every day.

use super::Body;
use super::packed::{PackedJson, Packing};
use crate::app::App;
use crate::error::Result;
use crate::http::auth::{SignedIn, Visitor, check_not_from_elsewhere};
use crate::rated_puzzles;
use crate::site::limits::Class;
use crate::site::work::AbandonFlag;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use taijitu_protocol::{Problem, Puzzle, PuzzleAnswer, PuzzleRecord, PuzzleSolution, PuzzleTry, Puzzles};
use taijitu_study::puzzles::{listed, none_of_the_day, of_the_day};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(daily))
        .routes(routes!(look))
        .routes(routes!(attempt))
        .routes(routes!(solution))
        .routes(routes!(record))
}

/// Puzzles of which game.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    /// Only this game.
    game: Option<String>,
}

/// Which puzzles.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PuzzlesQuery {
    /// Only this game.
    game: Option<String>,
    /// Only those with this theme: an id of `themes`.
    theme: Option<String>,
}

/// Among which puzzles.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PuzzleThemeQuery {
    /// The puzzles before and after it are those with this theme.
    theme: Option<String>,
}

/// The puzzles, game by game, the easiest first, with the themes they have.
#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles", params(PuzzlesQuery),
    responses((status = 200, body = Puzzles), (status = 404, body = Problem)))]
async fn list(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Query(of): Query<PuzzlesQuery>,
) -> Result<PackedJson> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let chosen = app.puzzles.selection(of.game.as_deref(), of.theme.as_deref()).await?;
    // A site may have ten thousand of them.
    let list = move |_: &AbandonFlag| packing.pack(&listed(&chosen.collect()));
    app.site.work.quick.run(who.work_caller(), list).await?
}

/// The puzzle of the day (UTC): of a game, or of another game every day.
#[utoipa::path(get, path = "/api/puzzles/daily", tag = "puzzles", params(PuzzleQuery),
    responses((status = 200, body = Puzzle), (status = 404, body = Problem)))]
async fn daily(State(app): State<App>, who: Visitor, Query(of): Query<PuzzleQuery>) -> Result<Json<Puzzle>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let puzzles = app.puzzles.chosen(of.game.as_deref(), None).await?;
    let (puzzle, day) = of_the_day(&puzzles, app.site.clock.now()).ok_or_else(none_of_the_day)?;
    let shown = app.puzzles.shown(puzzle, None, Some(day)).await?;
    Ok(Json(rated_puzzles::add_to(&app.site, &app.accounts, who.player, (puzzle, shown)).await?))
}

/// A puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", tag = "puzzles", params(("id" = String, Path), PuzzleThemeQuery),
    responses((status = 200, body = Puzzle), (status = 404, body = Problem)))]
async fn look(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(among): Query<PuzzleThemeQuery>,
) -> Result<Json<Puzzle>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let puzzle = app.puzzles.one(&id).await?;
    let shown = app.puzzles.shown(&puzzle, among.theme.as_deref(), None).await?;
    Ok(Json(rated_puzzles::add_to(&app.site, &app.accounts, who.player, (&puzzle, shown)).await?))
}

/// Whether a turn wins, and what the opponent replies. The first turn has to be the winning one; after it every turn is
/// right that still wins in time.
#[utoipa::path(post, path = "/api/puzzles/{id}/try", tag = "puzzles", params(("id" = String, Path)),
    request_body = PuzzleTry, responses((status = 200, body = PuzzleAnswer), (status = 400, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn attempt(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Body(tried): Body<PuzzleTry>,
) -> Result<Json<PuzzleAnswer>> {
    app.site.limits.check(Class::Think, who.player, who.address)?;
    let puzzle = app.puzzles.one(&id).await?;
    let known = puzzle.clone();
    let prove = move |abandoned: &AbandonFlag| puzzle.answer(&tried.turns, &|| abandoned.is_set());
    let mut answer = app.site.work.proofs.run(who.work_caller(), prove).await??;
    if answer.solved || !answer.right {
        let rated = rated_puzzles::decide(
            (&app.site, &app.accounts, &app.puzzles),
            who.player,
            &known,
            answer.solved,
        );
        answer.rated = rated.await?;
    }
    Ok(Json(answer))
}

/// How I stand at puzzles: rating, streak, how many I tried and solved.
#[utoipa::path(get, path = "/api/me/puzzles", tag = "puzzles",
    responses((status = 200, body = PuzzleRecord), (status = 401, body = Problem)))]
async fn record(State(app): State<App>, me: SignedIn) -> Result<Json<PuzzleRecord>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(rated_puzzles::record_of(&app.site, me.player).await?))
}

/// The solution. For an account that has not tried the puzzle yet, looking at it is a try that failed.
#[utoipa::path(get, path = "/api/puzzles/{id}/solution", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = PuzzleSolution), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn solution(
    State(app): State<App>,
    who: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSolution>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    if who.session.is_some() {
        // A link on another site must not end a try.
        check_not_from_elsewhere(&headers)?;
    }
    let puzzle = app.puzzles.one(&id).await?;
    rated_puzzles::decide((&app.site, &app.accounts, &app.puzzles), who.player, &puzzle, false).await?;
    Ok(Json(PuzzleSolution { turns: puzzle.solution() }))
}
