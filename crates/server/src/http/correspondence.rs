//! `/api/me/vacation` and `/api/tables/{id}/conditional`: what correspondence needs.

use super::account::Acknowledgement;
use super::{Body, NoBody};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::SignedIn;
use crate::site::limits::Class;
use crate::site::work::{AbandonFlag, WorkCaller};
use axum::Json;
use axum::extract::{Path, State};
use taijitu_protocol::{ConditionalTree, Problem, TableId, TakeVacation, VacationView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(vacation, take_vacation, end_vacation)).routes(routes!(
        conditional,
        set_conditional,
        delete_conditional
    ))
}

/// My vacation, and the days that are left of this year's.
#[utoipa::path(get, path = "/api/me/vacation", tag = "people",
    responses((status = 200, body = VacationView), (status = 401, body = Problem)))]
async fn vacation(State(app): State<App>, me: SignedIn) -> Result<Json<VacationView>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.vacation(me.player).await?))
}

/// Take days off from now on: my clocks in games by correspondence between two stand.
#[utoipa::path(post, path = "/api/me/vacation", tag = "people", request_body = TakeVacation,
    responses((status = 200, body = VacationView), (status = 400, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem)))]
async fn take_vacation(
    State(app): State<App>,
    me: SignedIn,
    Body(wanted): Body<TakeVacation>,
) -> Result<Json<VacationView>> {
    app.site.limits.check(Class::Open, Some(me.player), me.address)?;
    Ok(Json(app.people.take_vacation(me.player, wanted.days).await?))
}

/// End my vacation: my clocks run again, and days that were not used are left.
#[utoipa::path(delete, path = "/api/me/vacation", tag = "people",
    responses((status = 200, body = VacationView), (status = 409, body = Problem)))]
async fn end_vacation(State(app): State<App>, me: SignedIn, _: NoBody) -> Result<Json<VacationView>> {
    app.site.limits.check(Class::Open, Some(me.player), me.address)?;
    Ok(Json(app.people.end_vacation(me.player).await?))
}

fn table_id(id: &str) -> Result<TableId> {
    id.parse().map_err(|_| ApiError::no_such_table())
}

/// My conditional turns at a table that are left. Nobody else sees them.
#[utoipa::path(get, path = "/api/tables/{id}/conditional", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = ConditionalTree), (status = 404, body = Problem)))]
async fn conditional(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<ConditionalTree>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let tree = app.tables.conditional_turns(table_id(&id)?, me.player).await?;
    Ok(Json(ConditionalTree { tree }))
}

/// Write conditional turns, in place of earlier ones: if the opponent plays `turn`, `reply` is played for me at once.
#[utoipa::path(put, path = "/api/tables/{id}/conditional", tag = "tables", params(("id" = String, Path)),
    request_body = ConditionalTree,
    responses((status = 200, body = ConditionalTree), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn set_conditional(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    Body(wanted): Body<ConditionalTree>,
) -> Result<Json<ConditionalTree>> {
    app.site.limits.check(Class::List, Some(me.player), me.address)?;
    let caller = WorkCaller::new(Some(me.player), me.address);
    // The turns are tried out where they keep nobody waiting.
    let check = app.tables.conditional_check(table_id(&id)?, me.player).await?;
    let checked = app.site.work.quick.run(caller, move |_: &AbandonFlag| check.run(&wanted.tree)).await??;
    let tree = app.tables.set_conditional_turns(table_id(&id)?, me.player, checked).await?;
    Ok(Json(ConditionalTree { tree }))
}

/// Delete my conditional turns at a table.
#[utoipa::path(delete, path = "/api/tables/{id}/conditional", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Acknowledgement), (status = 404, body = Problem)))]
async fn delete_conditional(
    State(app): State<App>,
    me: SignedIn,
    Path(id): Path<String>,
    _: NoBody,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    app.site.store.delete_conditional_turns(table_id(&id)?, me.player).await?;
    Ok(Json(Acknowledgement {}))
}
