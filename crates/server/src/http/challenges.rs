//! `/api/challenges`: one player invites another to a game.

use super::{Body, NoBody};
use crate::app::App;
use crate::error::Result;
use crate::http::auth::SignedIn;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{Path, State};
use taijitu_protocol::{Challenge, Challenges, Decline, NewChallenge, NewTableLink, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(mine))
        .routes(routes!(challenge))
        .routes(routes!(look, withdraw))
        .routes(routes!(accept))
        .routes(routes!(decline))
}

/// My challenges that are open or were answered within a day.
#[utoipa::path(get, path = "/api/me/challenges", tag = "people",
    responses((status = 200, body = Challenges), (status = 401, body = Problem)))]
async fn mine(State(app): State<App>, me: SignedIn) -> Result<Json<Challenges>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.challenges(me.player).await?))
}

/// Challenge another player, by name or id, to a game for two.
#[utoipa::path(post, path = "/api/challenges", tag = "people", request_body = NewChallenge,
    responses((status = 200, body = Challenge), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn challenge(
    State(app): State<App>,
    me: SignedIn,
    Body(new): Body<NewChallenge>,
) -> Result<Json<Challenge>> {
    app.site.limits.check(Class::Challenge, Some(me.player), me.address)?;
    let challenged = app.people.find(&new.to).await?;
    Ok(Json(app.people.challenge(me.player, &challenged, new.terms).await?))
}

/// A challenge of mine or to me.
#[utoipa::path(get, path = "/api/challenges/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = Challenge), (status = 404, body = Problem)))]
async fn look(State(app): State<App>, me: SignedIn, Path(id): Path<String>) -> Result<Json<Challenge>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.find_challenge(me.player, &id).await?))
}

/// Take a challenge of mine back.
#[utoipa::path(delete, path = "/api/challenges/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = Challenge), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn withdraw(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    _: NoBody,
) -> Result<Json<Challenge>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    Ok(Json(app.people.withdraw(me.player, &id).await?))
}

/// Accept a challenge to me: its game starts. Asked again, the answer is the same table.
#[utoipa::path(post, path = "/api/challenges/{id}/accept", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = NewTableLink), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn accept(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    _: NoBody,
) -> Result<Json<NewTableLink>> {
    app.site.limits.check(Class::Open, Some(me.player), me.address)?;
    let table = app.people.accept(me.player, me.address, &id).await?;
    let base = app.site.config.public_url.clone().unwrap_or_default();
    Ok(Json(NewTableLink { table, link: format!("{base}/table/{table}") }))
}

/// Decline a challenge to me, with a reason.
#[utoipa::path(post, path = "/api/challenges/{id}/decline", tag = "people", params(("id" = String, Path)),
    request_body = Decline,
    responses((status = 200, body = Challenge), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn decline(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(decline): Body<Decline>,
) -> Result<Json<Challenge>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    Ok(Json(app.people.decline(me.player, &id, decline.reason).await?))
}
