//! `/api/puzzles`: positions with exactly one winning turn, one of them every day.

use super::Body;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::puzzles;
use crate::site::limits::Class;
use crate::site::work::AbandonFlag;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use taijitu_protocol::{Code, Problem, Puzzle, PuzzleAnswer, PuzzleSolution, PuzzleTry, Puzzles};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// More turns than any puzzle has.
const MOST_TURNS: usize = 40;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(daily))
        .routes(routes!(look))
        .routes(routes!(attempt))
        .routes(routes!(solution))
}

/// Of which game.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    /// Only this game.
    game: Option<String>,
}

/// The puzzles, game by game, the easiest first.
#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles", params(PuzzleQuery),
    responses((status = 200, body = Puzzles), (status = 404, body = Problem)))]
async fn list(State(app): State<App>, who: Visitor, Query(of): Query<PuzzleQuery>) -> Result<Json<Puzzles>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let puzzles = puzzles::all(&app.site.store, of.game.as_deref()).await?;
    Ok(Json(Puzzles { puzzles: puzzles.iter().map(puzzles::line).collect() }))
}

/// The puzzle of the day (UTC): of a game, or of another game every day.
#[utoipa::path(get, path = "/api/puzzles/daily", tag = "puzzles", params(PuzzleQuery),
    responses((status = 200, body = Puzzle), (status = 404, body = Problem)))]
async fn daily(State(app): State<App>, who: Visitor, Query(of): Query<PuzzleQuery>) -> Result<Json<Puzzle>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let puzzles = puzzles::all(&app.site.store, of.game.as_deref()).await?;
    let none = || {
        ApiError::new(
            Code::NoSuchThing,
            "there are no puzzles of this game yet",
            "ce jeu n’a pas encore de problèmes",
        )
    };
    let (puzzle, day) = puzzles::of_the_day(&puzzles, app.site.clock.now()).ok_or_else(none)?;
    Ok(Json(puzzles::shown(&app.site.store, puzzle, Some(day)).await?))
}

/// A puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = Puzzle), (status = 404, body = Problem)))]
async fn look(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Json<Puzzle>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let puzzle = puzzles::one(&app.site.store, &id).await?;
    Ok(Json(puzzles::shown(&app.site.store, &puzzle, None).await?))
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
    let puzzle = puzzles::one(&app.site.store, &id).await?;
    if tried.turns.len() > MOST_TURNS {
        return Err(ApiError::new(
            Code::Invalid,
            format!("a puzzle has at most {MOST_TURNS} turns"),
            format!("un problème a au plus {MOST_TURNS} coups"),
        ));
    }
    let prove = move |abandoned: &AbandonFlag| puzzle.answer(&tried.turns, &|| abandoned.is_set());
    Ok(Json(app.site.work.proofs.run(who.work_caller(), prove).await??))
}

/// The solution.
#[utoipa::path(get, path = "/api/puzzles/{id}/solution", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = PuzzleSolution), (status = 404, body = Problem)))]
async fn solution(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSolution>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    Ok(Json(PuzzleSolution { turns: puzzles::one(&app.site.store, &id).await?.solution() }))
}
