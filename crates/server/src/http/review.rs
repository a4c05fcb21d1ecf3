//! `/api/finished/{id}/review`: a finished game, reviewed.

use super::NoBody;
use super::fair_play::{check_imported, check_played};
use super::ndjson::ndjson;
use crate::app::App;
use crate::engines::{self, Caller, ReviewUpdate, TaskProgress};
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::StreamExt;
use taijitu_protocol::{Code, GameId, Problem, Review, ReviewNews};
use taijitu_store::{GameRow, Source, Store};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(look, make))
}

/// A finished game whose turns were kept.
async fn find(app: &App, id: &str) -> Result<GameRow> {
    let none = || {
        ApiError::new(
            Code::NoSuchGame,
            "there is no such finished game",
            "cette partie terminée n’existe pas",
        )
    };
    let id: GameId = id.parse().map_err(|_| none())?;
    let game = app.site.store.game(id).await?.ok_or_else(none)?.game;
    if !game.logged {
        return Err(ApiError::new(
            Code::NotNow,
            "the moves of this game were not kept: there is nothing to review",
            "les coups de cette partie n’ont pas été conservés : il n’y a rien à analyser",
        ));
    }
    Ok(game)
}

/// An imported game may be a running one, and any other may have been played like one.
async fn check_fair(app: &App, who: &Visitor, game: &GameRow) -> Result<()> {
    match game.source {
        Source::Import => check_imported(app, who, &game.kind, &game.record).await,
        _ => check_played(app, who, &game.kind, &game.record).await,
    }
}

/// The review of a finished game; `null` if none was made yet. Most games have none, and every replay requests it.
#[utoipa::path(get, path = "/api/finished/{id}/review", tag = "analysis", params(("id" = String, Path)),
    responses((status = 200, body = Option<Review>), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn look(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Json<Option<Review>>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let game = find(&app, &id).await?;
    check_fair(&app, &who, &game).await?;
    Ok(Json(stored(&app.site.store, game.id).await?))
}

/// Reviews a finished game: a line of JSON for each update. A stored review is answered at once.
#[utoipa::path(post, path = "/api/finished/{id}/review", tag = "analysis", params(("id" = String, Path)),
    responses((status = 200, body = ReviewNews, content_type = "application/x-ndjson"),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn make(State(app): State<App>, who: Visitor, Path(id): Path<String>, _: NoBody) -> Result<Response> {
    app.site.limits.check(Class::Think, who.player, who.address)?;
    let game = find(&app, &id).await?;
    check_fair(&app, &who, &game).await?;
    if let Some(review) = stored(&app.site.store, game.id).await? {
        return Ok(ndjson(futures_util::stream::iter([ReviewNews::Done(review)])));
    }
    let caller = Caller::new(who.player, who.address);
    let task = engines::ReviewTask { caller, game: game.id, record: game.record };
    let progress = app.engines.submit(task)?;
    Ok(ndjson(progress.filter_map(move |progress| news(app.site.store.clone(), game.id, progress))))
}

/// The review of a game, if it was made.
///
/// # Errors
/// `unavailable` if the database fails or the row is unreadable.
async fn stored(store: &Store, game: GameId) -> Result<Option<Review>> {
    let body = store.review(game).await?;
    body.map(|body| serde_json::from_str(&body).map_err(|_| ApiError::unavailable())).transpose()
}

/// The lines for the client; a finished review is stored first.
async fn news(store: Store, game: GameId, progress: TaskProgress<ReviewUpdate>) -> Option<ReviewNews> {
    Some(match progress {
        TaskProgress::Waiting { ahead } => ReviewNews::Waiting { ahead },
        TaskProgress::Update(ReviewUpdate::Position { frame, of, score }) => {
            ReviewNews::Position { frame, of, score }
        }
        TaskProgress::Update(ReviewUpdate::Finished(review)) => {
            // In a task of its own, so that it is stored even if the client leaves.
            let storing = tokio::spawn(store_review(store, game, review.clone()));
            if let Err(error) = storing.await {
                tracing::error!(%error, "a review was not stored");
            }
            ReviewNews::Done(review)
        }
        TaskProgress::Done => return None,
        TaskProgress::Stopped(reason) => ReviewNews::Stopped { message: reason.message() },
    })
}

async fn store_review(store: Store, game: GameId, review: Review) {
    let body = serde_json::to_string(&review).unwrap_or_default();
    let (white, black) = review.accuracy;
    if let Err(error) = store.keep_review(game, &body, white, black).await {
        tracing::error!(%error, %game, "a review was not stored");
    }
}
