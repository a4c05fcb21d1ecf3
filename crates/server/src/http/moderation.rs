//! `/api/reports` and `/api/moderation`: reporting something, and what moderators see and do.

use super::Body;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::{Browser, SignedIn};
use crate::moderation::ModerationActor;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use serde::Deserialize;
use std::net::IpAddr;
use taijitu_protocol::{
    AuditLine, AuditPage, BansPage, Code, ModerateRequest, NewReport, PlayerId, PlayerStatus, Problem,
    ReportId, ReportResult, ReportsPage,
};
use taijitu_store::BanKind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(report))
        .routes(routes!(reports))
        .routes(routes!(act))
        .routes(routes!(player))
        .routes(routes!(bans))
        .routes(routes!(audit))
}

/// A moderator, signed in with a browser.
struct Moderator {
    player: PlayerId,
    address: Option<IpAddr>,
}

impl FromRequestParts<App> for Moderator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Browser { player, address, .. } = Browser::from_request_parts(parts, app).await?;
        app.site.limits.check(Class::Read, Some(player), address)?;
        app.moderation.check_moderator(player).await?;
        Ok(Self { player, address })
    }
}

/// Report a message, a name, a table or a finished game to the moderators. What was said before and after, as you may
/// read it, is kept with the report. Reports of the same are joined.
#[utoipa::path(post, path = "/api/reports", tag = "moderation", request_body = NewReport,
    responses((status = 200, body = ReportResult), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn report(
    State(app): State<App>,
    me: SignedIn,
    Body(new): Body<NewReport>,
) -> Result<Json<ReportResult>> {
    app.site.limits.check(Class::Report, Some(me.player), me.address)?;
    Ok(Json(app.moderation.report(me.player, &new).await?))
}

/// Which page of the reports.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct ReportsQuery {
    /// With `true`, the closed ones.
    #[serde(default)]
    closed: bool,
    /// Where the page begins: `next` of the page before.
    before: Option<String>,
}

fn bad_cursor() -> ApiError {
    ApiError::new(Code::Invalid, "`before` is the `next` of a page", "`before` est le `next` d’une page")
}

fn read_cursor(text: &str) -> Result<(i64, ReportId)> {
    let parts = text.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
    parts.ok_or_else(bad_cursor)
}

/// Reports, the latest first; for moderators. Those about oneself are left out; of one's own games only that there is one.
#[utoipa::path(get, path = "/api/moderation/reports", tag = "moderation", params(ReportsQuery),
    responses((status = 200, body = ReportsPage), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn reports(
    State(app): State<App>,
    me: Moderator,
    Query(query): Query<ReportsQuery>,
) -> Result<Json<ReportsPage>> {
    let before = query.before.as_deref().map(read_cursor).transpose()?;
    Ok(Json(app.moderation.reports(Some(me.player), query.closed, before).await?))
}

/// Do something as a moderator: mute, ban, delete a message, close a table or a report … It is written down with its reason.
#[utoipa::path(post, path = "/api/moderation/actions", tag = "moderation", request_body = ModerateRequest,
    responses((status = 200, body = AuditLine), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn act(
    State(app): State<App>,
    me: Moderator,
    Body(request): Body<ModerateRequest>,
) -> Result<Json<AuditLine>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    let done = app.moderation.act(ModerationActor::Moderator(me.player, me.address), &request).await?;
    let page = app.moderation.audit(Some(done.n + 1)).await?;
    page.lines.into_iter().next().map(Json).ok_or_else(ApiError::unavailable)
}

/// A player by name or id, with mute, ban and the range of addresses last seen; for moderators.
#[utoipa::path(get, path = "/api/moderation/players/{name}", tag = "moderation", params(("name" = String, Path)),
    responses((status = 200, body = PlayerStatus), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn player(
    State(app): State<App>,
    _me: Moderator,
    Path(name): Path<String>,
) -> Result<Json<PlayerStatus>> {
    Ok(Json(app.moderation.find_player(&name).await?))
}

/// Which page of the bans.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct BansQuery {
    /// With `true`, ranges of addresses; otherwise players.
    #[serde(default)]
    networks: bool,
    /// Where the page begins: `next` of the page before.
    before: Option<i64>,
}

/// The bans that have not ended, the latest first; for moderators.
#[utoipa::path(get, path = "/api/moderation/bans", tag = "moderation", params(BansQuery),
    responses((status = 200, body = BansPage), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn bans(
    State(app): State<App>,
    _me: Moderator,
    Query(query): Query<BansQuery>,
) -> Result<Json<BansPage>> {
    let kind = if query.networks { BanKind::Network } else { BanKind::Player };
    Ok(Json(app.moderation.bans(kind, query.before).await?))
}

/// Which page of the audit log.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct AuditQuery {
    /// Where the page begins: `next` of the page before.
    before: Option<i64>,
}

/// Everything moderators and the host did, the latest first; for moderators. Nothing changes or deletes a line.
#[utoipa::path(get, path = "/api/moderation/audit", tag = "moderation", params(AuditQuery),
    responses((status = 200, body = AuditPage), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn audit(
    State(app): State<App>,
    _me: Moderator,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditPage>> {
    Ok(Json(app.moderation.audit(query.before).await?))
}
