//! `/api/leaderboards` and the ratings of players.

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use taijitu_protocol::{Code, Leaderboard, PlayerRatings, Problem, RatingHistory};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(leaderboard)).routes(routes!(ratings)).routes(routes!(history))
}

/// The best active players of a rating class: those with a settled rating who have played a rated game in the last 30 days.
#[utoipa::path(get, path = "/api/leaderboards/{class}", tag = "ratings", params(("class" = String, Path)),
    responses((status = 200, body = Leaderboard), (status = 404, body = Problem)))]
async fn leaderboard(
    State(app): State<App>,
    who: Visitor,
    Path(class): Path<String>,
) -> Result<Json<Leaderboard>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    Ok(Json(app.ratings.leaderboard(&app.accounts, &class).await?))
}

/// The ratings of a player; none if the player does not show them to me.
#[utoipa::path(get, path = "/api/players/{name}/ratings", tag = "ratings", params(("name" = String, Path)),
    responses((status = 200, body = PlayerRatings), (status = 404, body = Problem)))]
async fn ratings(
    State(app): State<App>,
    who: Visitor,
    Path(name): Path<String>,
) -> Result<Json<PlayerRatings>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let (participant, player) = app.archive.find_player(name.trim()).await?;
    let ratings = match participant.player() {
        Some(id) if app.people.shows_games(id, who.player).await? => app.ratings.of_player(id).await?,
        _ => vec![],
    };
    Ok(Json(PlayerRatings { player, ratings }))
}

/// Which part of a history.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct HistoryQuery {
    /// Where the page of earlier games begins: `next` of the page after.
    before: Option<String>,
}

/// How the rating of a player in a class changed: the last 500 rated games, or the 500 before a page; none of them if the
/// player does not show them to me.
#[utoipa::path(get, path = "/api/players/{name}/ratings/{class}", tag = "ratings",
    params(("name" = String, Path), ("class" = String, Path), HistoryQuery),
    responses((status = 200, body = RatingHistory), (status = 400, body = Problem), (status = 404, body = Problem)))]
async fn history(
    State(app): State<App>,
    who: Visitor,
    Path((name, class)): Path<(String, String)>,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<RatingHistory>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let before = match query.before.as_deref().map(str::parse) {
        None => None,
        Some(Ok(number)) => Some(number),
        Some(Err(_)) => {
            return Err(ApiError::new(
                Code::Invalid,
                "`before` is the `next` of a page",
                "`before` est le `next` d’une page",
            ));
        }
    };
    let (participant, _) = app.archive.find_player(name.trim()).await?;
    let player = participant.player().ok_or_else(|| {
        ApiError::new(Code::NoSuchThing, "only accounts have ratings", "seuls les comptes ont une cote")
    })?;
    let history = app.ratings.history(player, &class, before).await?;
    Ok(Json(if app.people.shows_games(player, who.player).await? {
        history
    } else {
        RatingHistory { points: vec![], next: None, ..history }
    }))
}
