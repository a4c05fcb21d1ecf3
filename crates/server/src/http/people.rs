//! `/api/me/people` and `/api/people`: following, blocking, what one shows of oneself.

use super::account::{Acknowledgement, guests_cannot, row_of};
use super::{Body, NoBody};
use crate::app::App;
use crate::error::Result;
use crate::http::auth::{Browser, SignedIn, Visitor};
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{Path, State};
use taijitu_protocol::{BotMark, PeopleView, PersonView, Privacy, Problem};
use taijitu_store::PeopleList;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(mine))
        .routes(routes!(follow, unfollow))
        .routes(routes!(block, unblock))
        .routes(routes!(privacy, set_privacy))
        .routes(routes!(mark_bot))
        .routes(routes!(person))
}

/// Those I follow, with who of them is here, and those I have blocked.
#[utoipa::path(get, path = "/api/me/people", tag = "people",
    responses((status = 200, body = PeopleView), (status = 401, body = Problem)))]
async fn mine(State(app): State<App>, me: SignedIn) -> Result<Json<PeopleView>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.lists(me.player).await?))
}

/// Checks that a request to change lists comes from an account.
async fn check_account(app: &App, me: &SignedIn) -> Result<()> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    if row_of(app, me.player).await?.guest { Err(guests_cannot()) } else { Ok(()) }
}

async fn add(app: &App, me: &SignedIn, list: PeopleList, other: &str) -> Result<Json<Acknowledgement>> {
    check_account(app, me).await?;
    let other = app.people.find(other).await?;
    app.people.add(list, me.player, &other).await?;
    Ok(Json(Acknowledgement {}))
}

async fn remove(app: &App, me: &SignedIn, list: PeopleList, other: &str) -> Result<Json<Acknowledgement>> {
    check_account(app, me).await?;
    let other = app.people.find(other).await?;
    app.people.remove(list, me.player, other.id).await?;
    Ok(Json(Acknowledgement {}))
}

/// Follow an account, by name or id.
#[utoipa::path(put, path = "/api/me/follows/{player}", tag = "people", params(("player" = String, Path)),
    responses((status = 200, body = Acknowledgement), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)))]
async fn follow(
    State(app): State<App>,
    me: SignedIn,
    Path(player): Path<String>,
    _: NoBody,
) -> Result<Json<Acknowledgement>> {
    add(&app, &me, PeopleList::Follows, &player).await
}

/// Stop following a player.
#[utoipa::path(delete, path = "/api/me/follows/{player}", tag = "people", params(("player" = String, Path)),
    responses((status = 200, body = Acknowledgement), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn unfollow(
    State(app): State<App>,
    me: SignedIn,
    Path(player): Path<String>,
    _: NoBody,
) -> Result<Json<Acknowledgement>> {
    remove(&app, &me, PeopleList::Follows, &player).await
}

/// Block a player: no challenges between us, no chat of theirs for me, no seat at my tables, not paired.
#[utoipa::path(put, path = "/api/me/blocks/{player}", tag = "people", params(("player" = String, Path)),
    responses((status = 200, body = Acknowledgement), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)))]
async fn block(
    State(app): State<App>,
    me: SignedIn,
    Path(player): Path<String>,
    _: NoBody,
) -> Result<Json<Acknowledgement>> {
    add(&app, &me, PeopleList::Blocks, &player).await
}

/// Unblock a player.
#[utoipa::path(delete, path = "/api/me/blocks/{player}", tag = "people", params(("player" = String, Path)),
    responses((status = 200, body = Acknowledgement), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn unblock(
    State(app): State<App>,
    me: SignedIn,
    Path(player): Path<String>,
    _: NoBody,
) -> Result<Json<Acknowledgement>> {
    remove(&app, &me, PeopleList::Blocks, &player).await
}

/// What I show of myself.
#[utoipa::path(get, path = "/api/me/privacy", tag = "people",
    responses((status = 200, body = Privacy), (status = 401, body = Problem)))]
async fn privacy(State(app): State<App>, me: SignedIn) -> Result<Json<Privacy>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.privacy(me.player).await?))
}

/// Change what I show of myself. What is left out becomes as usual.
#[utoipa::path(put, path = "/api/me/privacy", tag = "people", request_body = Privacy,
    responses((status = 200, body = Privacy), (status = 400, body = Problem), (status = 403, body = Problem)))]
async fn set_privacy(
    State(app): State<App>,
    me: Browser,
    Body(chosen): Body<Privacy>,
) -> Result<Json<Privacy>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    if row_of(&app, me.player).await?.guest {
        return Err(guests_cannot());
    }
    app.people.set_privacy(me.player, chosen).await?;
    Ok(Json(chosen))
}

/// Mark my account as a program, or as a person again. Everybody sees it.
#[utoipa::path(put, path = "/api/me/bot", tag = "people", request_body = BotMark,
    responses((status = 200, body = Acknowledgement), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn mark_bot(
    State(app): State<App>,
    me: Browser,
    Body(mark): Body<BotMark>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    if row_of(&app, me.player).await?.guest {
        return Err(guests_cannot());
    }
    app.accounts.mark_bot(me.player, mark.bot).await?;
    Ok(Json(Acknowledgement {}))
}

/// Somebody, by name or id, as I may see them.
#[utoipa::path(get, path = "/api/people/{player}", tag = "people", params(("player" = String, Path)),
    responses((status = 200, body = PersonView), (status = 404, body = Problem)))]
async fn person(
    State(app): State<App>,
    who: Visitor,
    Path(player): Path<String>,
) -> Result<Json<PersonView>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let row = app.people.find(&player).await?;
    Ok(Json(app.people.person(&row, who.player).await?))
}
