//! `/api/study`: positions without a table. The request contains everything, and nothing is stored.

use super::Body;
use super::fair_play::fair_study;
use crate::app::App;
use crate::engines::{Caller, TurnRequest};
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::State;
use taijitu_protocol::{
    Branch, Code, Problem, Reply, Study, StudyBranch, StudyReply, StudyView, StudyWhy, Why,
};
use taijitu_rules::{AnyPlay, Side};
use taijitu_table::StudyPosition;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    let routes = OpenApiRouter::new()
        .routes(routes!(look))
        .routes(routes!(branch))
        .routes(routes!(why))
        .routes(routes!(reply));
    // A tree of touches says the same again and again.
    routes.layer(CompressionLayer::new())
}

/// Works on a position where it keeps no other request waiting: playing hundreds of turns takes a while.
async fn study<T: Send + 'static>(
    app: &App,
    who: &Visitor,
    work: impl FnOnce() -> std::result::Result<T, Problem> + Send + 'static,
) -> Result<Json<T>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    Ok(Json(app.site.work.quick.run(who.work_caller(), move |_| work()).await??))
}

/// A position as one side sees it, with what may be touched if that side has to act.
#[utoipa::path(post, path = "/api/study", tag = "study", request_body = Study,
    responses((status = 200, body = StudyView), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn look(State(app): State<App>, who: Visitor, Body(asked): Body<Study>) -> Result<Json<StudyView>> {
    study(&app, &who, move || Ok(StudyPosition::read(&asked)?.view())).await
}

/// What may be touched after some touches.
#[utoipa::path(post, path = "/api/study/branch", tag = "study", request_body = StudyBranch,
    responses((status = 200, body = Vec<Branch>), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn branch(
    State(app): State<App>,
    who: Visitor,
    Body(asked): Body<StudyBranch>,
) -> Result<Json<Vec<Branch>>> {
    study(&app, &who, move || StudyPosition::read(&asked.study)?.branch(&asked.touches)).await
}

/// Why something cannot be touched, in a word.
#[utoipa::path(post, path = "/api/study/why", tag = "study", request_body = StudyWhy,
    responses((status = 200, body = Why), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn why(State(app): State<App>, who: Visitor, Body(asked): Body<StudyWhy>) -> Result<Json<Why>> {
    study(&app, &who, move || StudyPosition::read(&asked.study)?.why(&asked.touches, &asked.touch)).await
}

/// The levels that answer in a study: a lesson needs no more, and everybody may ask.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=3;

/// What an engine would play for the side to act, by what that side may know.
#[utoipa::path(post, path = "/api/study/reply", tag = "study", request_body = StudyReply,
    responses((status = 200, body = Reply), (status = 400, body = Problem), (status = 409, body = Problem)))]
async fn reply(State(app): State<App>, who: Visitor, Body(asked): Body<StudyReply>) -> Result<Json<Reply>> {
    app.site.limits.check(Class::Think, who.player, who.address)?;
    if !LEVELS.contains(&asked.level) {
        return Err(ApiError::new(
            Code::Invalid,
            "in a study engines have the levels 1 to 3",
            "dans une étude les moteurs ont les niveaux 1 à 3",
        ));
    }
    let (side, play) = fair_study(&app, &who, asked.study, |studied| Ok(studied.into_play())).await?;
    advice(&app, Caller::new(who.player, who.address), side, play, asked.level).await
}

/// An engine's turn for a side, if that side has to act.
pub(super) async fn advice(
    app: &App,
    caller: Caller,
    side: Side,
    play: Box<dyn AnyPlay>,
    level: u8,
) -> Result<Json<Reply>> {
    if play.outcome().is_some() || !play.to_act().includes(side) {
        return Err(ApiError::new(
            Code::NotNow,
            "this side has nothing to play here",
            "ce camp n’a rien à jouer ici",
        ));
    }
    let seed = app.site.entropy.u128() as u64;
    let request = TurnRequest { side, level, seed, time: None, play: play.boxed_clone() };
    let turn = app.engines.hint(caller, request).await?.ok_or_else(ApiError::unavailable)?;
    Ok(Json(taijitu_table::reply(&*play, side, turn)))
}
