//! `/api/study`: positions without a table. The request contains everything, and nothing is stored.

use super::Body;
use super::fair_play::fair_study;
use super::packed::{PackedJson, Packing};
use crate::app::App;
use crate::engines::Caller;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use taijitu_protocol::{
    Branch, Problem, Reply, Study, StudyBranch, StudyReply, StudyView, StudyWhy, TouchExplanation,
};
use taijitu_rules::{AnyPlay, Side};
use taijitu_study::reply::{check_level, turn_request};
use taijitu_table::StudyPosition;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(look))
        .routes(routes!(branch))
        .routes(routes!(why))
        .routes(routes!(reply))
}

/// Counts a question about a position, by its kind: `study`, `analysis` or `hint`. A page that has rules and engines in it
/// asks none of them.
pub(super) fn count_request(kind: &'static str) {
    metrics::counter!("taijitu_position_requests_total", "kind" => kind).increment(1);
}

/// Works on a position where it keeps no other request waiting: playing hundreds of turns takes a while, and so does writing
/// out a tree of touches.
async fn study<T: Serialize>(
    app: &App,
    who: &Visitor,
    packing: Packing,
    work: impl FnOnce() -> std::result::Result<T, Problem> + Send + 'static,
) -> Result<PackedJson> {
    count_request("study");
    app.site.limits.check(Class::Read, who.player, who.address)?;
    app.site.work.quick.run(who.work_caller(), move |_| packing.pack(&work()?)).await?
}

/// A position as one side sees it, with what may be touched if that side has to act.
#[utoipa::path(post, path = "/api/study", tag = "study", request_body = Study,
    responses((status = 200, body = StudyView), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn look(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Body(study_query): Body<Study>,
) -> Result<PackedJson> {
    study(&app, &who, packing, move || Ok(StudyPosition::read(&study_query)?.view())).await
}

/// What may be touched after some touches.
#[utoipa::path(post, path = "/api/study/branch", tag = "study", request_body = StudyBranch,
    responses((status = 200, body = Vec<Branch>), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn branch(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Body(query): Body<StudyBranch>,
) -> Result<PackedJson> {
    study(&app, &who, packing, move || StudyPosition::read(&query.study)?.branch(&query.touches)).await
}

/// Why something cannot be touched, in a word.
#[utoipa::path(post, path = "/api/study/why", tag = "study", request_body = StudyWhy,
    responses((status = 200, body = TouchExplanation), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn why(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Body(query): Body<StudyWhy>,
) -> Result<PackedJson> {
    study(&app, &who, packing, move || StudyPosition::read(&query.study)?.why(&query.touches, &query.touch))
        .await
}

/// The turn an engine would play for the side to act, from what that side may know.
#[utoipa::path(post, path = "/api/study/reply", tag = "study", request_body = StudyReply,
    responses((status = 200, body = Reply), (status = 400, body = Problem), (status = 409, body = Problem)))]
async fn reply(State(app): State<App>, who: Visitor, Body(body): Body<StudyReply>) -> Result<Json<Reply>> {
    app.site.limits.check(Class::Think, who.player, who.address)?;
    check_level(body.level)?;
    let (side, play) = fair_study(&app, &who, body.study, |studied| Ok(studied.into_play())).await?;
    advice(&app, Caller::new(who.player, who.address), side, play, body.level).await
}

/// An engine's turn for a side, if that side has to act.
pub(super) async fn advice(
    app: &App,
    caller: Caller,
    side: Side,
    play: Box<dyn AnyPlay>,
    level: u8,
) -> Result<Json<Reply>> {
    count_request("hint");
    let request = turn_request(side, play.boxed_clone(), level, app.site.entropy.u128() as u64)?;
    let turn = app.engines.hint(caller, request).await?.ok_or_else(ApiError::unavailable)?;
    Ok(Json(taijitu_table::reply(&*play, side, turn)))
}
