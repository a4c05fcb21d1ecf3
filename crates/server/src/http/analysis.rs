//! `/api/analysis`: the evaluation of a position, streamed line by line while the engine searches.

use super::Body;
use super::fair_play::fair_work;
use super::ndjson::ndjson;
use super::study::count_request;
use crate::app::App;
use crate::engines::{AnalysisTask, Caller, TaskProgress};
use crate::error::Result;
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::tables::RequestedPosition;
use axum::extract::State;
use axum::response::Response;
use futures_util::StreamExt;
use taijitu_protocol::{Analyse, AnalysisNews, Insight, Problem};
use taijitu_study::{Analysis, insight};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// Analyse a position: a line of JSON for each update, until the time is over. Closing the connection ends the analysis, and so
/// does another request of the same caller. Refused to players of a running game of the same kind against a person, and for
/// positions that are being played from the same address.
#[utoipa::path(post, path = "/api/analysis", tag = "analysis", request_body = Analyse,
    responses((status = 200, body = AnalysisNews, content_type = "application/x-ndjson"),
        (status = 400, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn analyse(State(app): State<App>, who: Visitor, Body(requested): Body<Analyse>) -> Result<Response> {
    count_request("analysis");
    app.site.limits.check(Class::Think, who.player, who.address)?;
    Analysis::check(&requested)?;
    let game = requested.study.game.clone();
    let read = move || {
        let analysis = Analysis::read(&requested)?;
        Ok((RequestedPosition::of(analysis.play()), analysis))
    };
    let analysis = fair_work(&app, &who, &game, read).await?;
    if let Some(outcome) = analysis.outcome() {
        let result = [AnalysisNews::Insight(insight::ended(outcome)), AnalysisNews::Over {}];
        return Ok(ndjson(futures_util::stream::iter(result)));
    }
    let caller = Caller::new(who.player, who.address);
    Ok(ndjson(app.engines.submit(AnalysisTask { caller, analysis })?.map(news)))
}

fn news(progress: TaskProgress<Insight>) -> AnalysisNews {
    match progress {
        TaskProgress::Waiting { ahead } => AnalysisNews::Waiting { ahead },
        TaskProgress::Update(insight) => AnalysisNews::Insight(insight),
        TaskProgress::Done => AnalysisNews::Over {},
        TaskProgress::Stopped(reason) => AnalysisNews::Stopped { message: reason.message() },
    }
}
