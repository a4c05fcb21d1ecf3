//! `/api/archive/all.txt.gz`: every public game as one compressed stream.

use crate::app::App;
use crate::archive::export::Cursor;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::site::work::{AbandonFlag, WorkCaller};
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use serde::Deserialize;
use std::io::Write;
use taijitu_protocol::{Code, Problem};
use taijitu_rules::games;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Games in memory at a time.
const PAGE: i64 = 200;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(all))
}

/// Which games to export.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct ExportQuery {
    /// Only this game.
    game: Option<String>,
}

/// All public games that were logged, newest first, as records one behind the other, each after a line `# game ID`;
/// `taijitu import` reads it.
#[utoipa::path(get, path = "/api/archive/all.txt.gz", tag = "games", params(ExportQuery),
    responses((status = 200, description = "records, compressed with gzip"), (status = 400, body = Problem)))]
async fn all(State(app): State<App>, who: Visitor, Query(query): Query<ExportQuery>) -> Result<Response> {
    app.site.limits.check(Class::Export, who.player, who.address)?;
    if query.game.as_ref().is_some_and(|game| games::find(game).is_none()) {
        return Err(ApiError::new(
            Code::Invalid,
            format!("`game` is one of {}", games::ids()),
            format!("`game` est un de {}", games::ids()),
        ));
    }
    let name = query.game.as_deref().unwrap_or("all");
    let disposition = format!("attachment; filename=\"taijitu-{name}.txt.gz\"");
    let (kind, caller) = (query.game, who.work_caller());
    // A gzip file may have several members: each page of games is one, so no state is kept between them.
    let pages = stream::unfold(Some(Cursor::default()), move |cursor| {
        let (app, kind) = (app.clone(), kind.clone());
        async move {
            let cursor = cursor?;
            match part(&app, caller, cursor, kind.as_deref()).await {
                Ok((bytes, next)) => Some((Ok(bytes), next)),
                // The client sees that the stream is incomplete.
                Err(refused) => Some((Err(std::io::Error::other(refused.0.message.en)), None)),
            }
        }
    });
    let headers =
        [(header::CONTENT_TYPE, "application/gzip".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, Body::from_stream(pages)).into_response())
}

/// The next games, compressed, and the cursor after them.
async fn part(
    app: &App,
    caller: WorkCaller,
    cursor: Cursor,
    kind: Option<&str>,
) -> Result<(Bytes, Option<Cursor>)> {
    let page = app.archive.page(caller, cursor, kind, PAGE).await?;
    let (games, next) = (page.games, page.next);
    let pack = move |_: &AbandonFlag| {
        let mut packed = GzEncoder::new(vec![], Compression::default());
        for (id, record) in games {
            write!(packed, "# game {id}\n{record}\n")?;
        }
        packed.finish()
    };
    let packed = app.site.work.quick.run(caller, pack).await?.map_err(|_| ApiError::unavailable())?;
    Ok((Bytes::from(packed), next))
}
