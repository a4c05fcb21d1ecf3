//! `/api/tables/{id}/invitation`: the address of a table, to be sent or scanned.

use super::preview::base;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::site::qr;
use crate::site::work::AbandonFlag;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use taijitu_protocol::{Invitation, Problem, TableId};
use taijitu_rules::Lang;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(invitation))
}

/// In which language.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct InvitationQuery {
    /// `en` or `fr`: the language of the preview that other sites show of the link. The page uses the reader's.
    #[param(value_type = Option<String>)]
    lang: Option<Lang>,
}

/// The address of a table, also as a QR code. The table has to exist; nothing of it is read.
#[utoipa::path(get, path = "/api/tables/{id}/invitation", tag = "tables", params(("id" = String, Path), InvitationQuery),
    responses((status = 200, body = Invitation), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn invitation(
    State(app): State<App>,
    who: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<InvitationQuery>,
) -> Result<Json<Invitation>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let id: TableId = id.parse().map_err(|_| ApiError::no_such_table())?;
    if app.site.store.table(id).await?.is_none() {
        return Err(ApiError::no_such_table());
    }
    let base = base(&app, &headers).unwrap_or_default();
    let lang = if query.lang == Some(Lang::Fr) { "?lang=fr" } else { "" };
    let link = format!("{base}/table/{id}{lang}");
    let draw = move |_: &AbandonFlag| {
        let qr = qr::picture(&link).ok_or_else(ApiError::unavailable)?;
        Ok(Json(Invitation { link, qr }))
    };
    app.site.work.quick.run(who.work_caller(), draw).await?
}
