//! `/api/analysis`: what an engine thinks of a position, line by line while it thinks.

use super::Body;
use super::fair_play::fair_work;
use super::ndjson::ndjson;
use crate::app::App;
use crate::engines::{self, Analysis, Caller, TaskProgress};
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::tables::AskedPosition;
use axum::extract::State;
use axum::response::Response;
use futures_util::StreamExt;
use std::time::Duration;
use taijitu_protocol::{Analyse, AnalysisNews, Code, Insight, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Default number of turns to compare.
const LINES: u8 = 3;
/// Default time for the engine, in seconds.
const SECONDS: u8 = 10;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// What an engine thinks of a position: a line of JSON for each piece of news, until it has thought enough. Closing the
/// connection ends it, and so does asking again. Not for those who play the same game against somebody just now, nor for a
/// position that is being played from the same address.
#[utoipa::path(post, path = "/api/analysis", tag = "analysis", request_body = Analyse,
    responses((status = 200, body = AnalysisNews, content_type = "application/x-ndjson"),
        (status = 400, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn analyse(State(app): State<App>, who: Visitor, Body(asked): Body<Analyse>) -> Result<Response> {
    app.site.limits.check(Class::Think, who.player, who.address)?;
    let (lines, seconds) = (asked.lines.unwrap_or(LINES), asked.seconds.unwrap_or(SECONDS));
    if !(1..=5).contains(&lines) || !(1..=60).contains(&seconds) {
        return Err(ApiError::new(
            Code::Invalid,
            "lines: 1 to 5; seconds: 1 to 60",
            "lines : 1 à 5 ; seconds : 1 à 60",
        ));
    }
    let (caller, time) = (Caller::new(who.player, who.address), Duration::from_secs(u64::from(seconds)));
    let game = asked.study.game.clone();
    let read = move || {
        let analysis = Analysis::read(caller, &asked.study, usize::from(lines), time)?;
        Ok((AskedPosition::of(analysis.play()), analysis))
    };
    let analysis = fair_work(&app, &who, &game, read).await?;
    if let Some(outcome) = analysis.outcome() {
        let result = [AnalysisNews::Insight(engines::ended(outcome)), AnalysisNews::Over {}];
        return Ok(ndjson(futures_util::stream::iter(result)));
    }
    Ok(ndjson(app.engines.submit(analysis)?.map(news)))
}

fn news(progress: TaskProgress<Insight>) -> AnalysisNews {
    match progress {
        TaskProgress::Waiting { ahead } => AnalysisNews::Waiting { ahead },
        TaskProgress::Update(insight) => AnalysisNews::Insight(insight),
        TaskProgress::Done => AnalysisNews::Over {},
        TaskProgress::Stopped(reason) => AnalysisNews::Stopped { message: reason.message() },
    }
}
