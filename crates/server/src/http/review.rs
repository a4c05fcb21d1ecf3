//! `/api/finished/{id}/review`: a finished game, reviewed.

use super::ndjson::ndjson;
use crate::auth::Visitor;
use crate::error::{Refused, Result};
use crate::house::House;
use crate::limits::Class;
use crate::{analysis, review};
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use taijitu_protocol::{Code, GameId, Problem, Review, ReviewNews};
use taijitu_store::GameRow;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<House> {
    OpenApiRouter::new().routes(routes!(look, make))
}

/// A finished game whose turns were kept.
async fn find(house: &House, id: &str) -> Result<GameRow> {
    let none = || {
        Refused::new(Code::NoSuchGame, "there is no such finished game", "cette partie terminée n'existe pas")
    };
    let id: GameId = id.parse().map_err(|_| none())?;
    let game = house.store.game(&id.to_string()).await?.ok_or_else(none)?.game;
    if !game.logged {
        return Err(Refused::new(
            Code::NotNow,
            "the turns of this game were not kept: there is nothing to review",
            "les coups de cette partie n'ont pas été conservés : il n'y a rien à analyser",
        ));
    }
    Ok(game)
}

/// The review of a finished game; `null` if none was made yet. Most games have none, and whoever replays one asks.
#[utoipa::path(get, path = "/api/finished/{id}/review", tag = "analysis", params(("id" = String, Path)),
    responses((status = 200, body = Option<Review>), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn look(
    State(house): State<House>,
    who: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Option<Review>>> {
    house.limits.check(Class::Read, who.player, who.address)?;
    let game = find(&house, &id).await?;
    Ok(Json(review::kept(&house, &game.id).await?))
}

/// Has a finished game reviewed: a line of JSON for each piece of news. A review that was made is told at once.
#[utoipa::path(post, path = "/api/finished/{id}/review", tag = "analysis", params(("id" = String, Path)),
    responses((status = 200, body = ReviewNews, content_type = "application/x-ndjson"),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn make(State(house): State<House>, who: Visitor, Path(id): Path<String>) -> Result<Response> {
    house.limits.check(Class::Think, who.player, who.address)?;
    let game = find(&house, &id).await?;
    if let Some(review) = review::kept(&house, &game.id).await? {
        return Ok(ndjson(futures_util::stream::iter([ReviewNews::Done(review)])));
    }
    // What somebody brings along may be the game that is being played.
    if game.source == "import" {
        analysis::check_not_playing(&house, who.player, &game.kind).await?;
    }
    Ok(ndjson(review::begin(&house, &who, &game.id, &game.record)?))
}
