//! `/api/games/{id}/sheet.svg`: boards to print and play on.

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::site::work::AbandonFlag;
use crate::text::quoted;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use taijitu_draw::svg;
use taijitu_protocol::{Code, Problem};
use taijitu_rules::{Lang, games};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sheet))
}

/// A sheet of paper.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct SheetQuery {
    /// `en` or `fr`.
    #[param(value_type = Option<String>)]
    lang: Option<Lang>,
    /// From 1; Yin Yang has three: the board, dominoes, a screen.
    page: Option<usize>,
}

/// A page of A4 to print and play on, as SVG: the board of a game with its signs.
#[utoipa::path(get, path = "/api/games/{id}/sheet.svg", tag = "games", params(("id" = String, Path), SheetQuery),
    responses((status = 200, description = "the sheet"), (status = 404, body = Problem)))]
async fn sheet(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<SheetQuery>,
) -> Result<Response> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let word = quoted(&id);
    let missing = ApiError::new(
        Code::NoSuchGame,
        format!("unknown game `{word}`; the games are {}", games::ids()),
        format!("jeu « {word} » inconnu ; les jeux sont {}", games::ids()),
    );
    let draw = move |_: &AbandonFlag| svg::sheets(&id, query.lang.unwrap_or(Lang::En));
    let pages = app.site.work.quick.run(who.work_caller(), draw).await?.ok_or(missing)?;
    let page = query.page.unwrap_or(1).checked_sub(1).and_then(|page| pages.into_iter().nth(page));
    let page = page.ok_or_else(|| {
        ApiError::new(Code::NoSuchThing, "there is no such page", "cette page n’existe pas")
    })?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, page).into_response())
}
