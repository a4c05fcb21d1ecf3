//! `/api/import`: stores a game that a player uploads. It is reached by its link only.

use super::Body;
use crate::app::App;
use crate::archive::import::{ImportRefusal, parse_import};
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use taijitu_protocol::{Code, IMPORT_LIMIT, Import, ImportResult, Problem};
use taijitu_rules::Lang;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(import)).layer(DefaultBodyLimit::max(IMPORT_LIMIT))
}

pub(super) fn unreadable(why: &ImportRefusal) -> ApiError {
    let mut problem = Problem::new(Code::Invalid, why.say(Lang::En), why.say(Lang::Fr)).with_field("text");
    problem.line = why.line().and_then(|line| u32::try_from(line).ok());
    ApiError(problem)
}

/// A game as a record, as JSON, or a YINSH game of Boardspace's as SGF. The same game has the same id.
#[utoipa::path(post, path = "/api/import", tag = "games", request_body = Import,
    responses((status = 200, body = ImportResult), (status = 400, body = Problem), (status = 413, body = Problem)))]
async fn import(
    State(app): State<App>,
    who: Visitor,
    Body(body): Body<Import>,
) -> Result<Json<ImportResult>> {
    app.site.limits.check(Class::Import, who.player, who.address)?;
    who.check_not_banned(&app)?;
    if body.text.contains('\0') {
        return Err(ApiError::new(Code::Invalid, "this is not text", "ce n’est pas un texte"));
    }
    let now = app.site.clock.now();
    let read = move || parse_import(&body.text, None, false, now);
    let game = app.site.work.quick.run(who.work_caller(), move |_| read()).await?;
    let game = game.map_err(|why| unreadable(&why))?;
    app.site.store.add_games(std::slice::from_ref(&game)).await?;
    Ok(Json(ImportResult { id: game.game.id, turns: u32::try_from(game.game.turns).unwrap_or(u32::MAX) }))
}
