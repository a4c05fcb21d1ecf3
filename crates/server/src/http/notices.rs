//! `/api/me/notices`, `/api/me/push` and `/api/me/events`: notices of a player, the channels they use, and the stream for programs.

use super::Body;
use super::account::Acknowledgement;
use super::ndjson::ndjson;
use crate::app::App;
use crate::error::Result;
use crate::http::auth::{Browser, ClientAddress, SignedIn, Visitor};
use crate::site::limits::Class;
use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use futures_util::StreamExt;
use serde::Deserialize;
use taijitu_protocol::{
    Code, NoticeChoices, Notices, OwnEvent, Problem, PushInfo, PushSubscription, ReadNotices,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(notices))
        .routes(routes!(read))
        .routes(routes!(choices, set_choices))
        .routes(routes!(events))
        .routes(routes!(push_info, subscribe, unsubscribe))
        .routes(routes!(unsubscribe_from_mail))
}

/// My notices, the latest first.
#[utoipa::path(get, path = "/api/me/notices", tag = "people",
    responses((status = 200, body = Notices), (status = 401, body = Problem)))]
async fn notices(State(app): State<App>, me: SignedIn) -> Result<Json<Notices>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.notices(me.player).await?))
}

/// Mark my notices up to a number as read, on every device.
#[utoipa::path(post, path = "/api/me/notices/read", tag = "people", request_body = ReadNotices,
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem)))]
async fn read(
    State(app): State<App>,
    me: SignedIn,
    Body(read): Body<ReadNotices>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    app.people.read_notices(me.player, read.upto).await?;
    Ok(Json(Acknowledgement {}))
}

/// My own events as lines of JSON, as they happen: challenges, starts, turns, ends. The stream begins with the present state;
/// after every 15 s without an event it has a `ping`. A program that reads it need not poll anything.
#[utoipa::path(get, path = "/api/me/events", tag = "people",
    responses((status = 200, body = OwnEvent, content_type = "application/x-ndjson"),
        (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn events(State(app): State<App>, visitor: Visitor, me: SignedIn) -> Result<Response> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let events = app.people.own_events(me.player, me.address)?;
    // A session or token that has ended ends the stream, at its next line.
    let checked = events.then(move |event| {
        let (app, visitor) = (app.clone(), visitor.clone());
        async move { is_signed_in(&app, &visitor).await.then_some(event) }
    });
    let lines =
        checked.take_while(|event| std::future::ready(event.is_some())).filter_map(std::future::ready);
    Ok(ndjson(lines))
}

/// Whether a session or token is still valid; while the database does not answer, it is taken to be.
async fn is_signed_in(app: &App, visitor: &Visitor) -> bool {
    match visitor.is_still_good(app).await {
        Ok(is_good) => is_good,
        Err(refused) => refused.0.code == Code::Unavailable,
    }
}

/// My choice of notices outside the page: kinds, channels and quiet hours.
#[utoipa::path(get, path = "/api/me/notices/choices", tag = "people",
    responses((status = 200, body = NoticeChoices), (status = 401, body = Problem)))]
async fn choices(State(app): State<App>, me: SignedIn) -> Result<Json<NoticeChoices>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(app.people.notice_choices(me.player).await?))
}

/// Change my choice of notices outside the page. Missing fields get their defaults.
#[utoipa::path(put, path = "/api/me/notices/choices", tag = "people", request_body = NoticeChoices,
    responses((status = 200, body = NoticeChoices), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn set_choices(
    State(app): State<App>,
    me: Browser,
    Body(chosen): Body<NoticeChoices>,
) -> Result<Json<NoticeChoices>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    app.people.set_notice_choices(me.player, chosen).await?;
    Ok(Json(chosen))
}

/// How this site sends push messages and mail about notices.
#[utoipa::path(get, path = "/api/me/push", tag = "people",
    responses((status = 200, body = PushInfo), (status = 401, body = Problem)))]
async fn push_info(State(app): State<App>, me: SignedIn) -> Result<Json<PushInfo>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let browsers = app.site.store.push_endpoints(me.player).await?.len();
    Ok(Json(PushInfo {
        key: app.people.push_key().unwrap_or_default(),
        mail: app.accounts.sends_mail() && app.site.store.mail_address(me.player).await?.is_some(),
        browsers: u32::try_from(browsers).unwrap_or(u32::MAX),
    }))
}

/// Send push messages to this browser. Its push service has to be reached by https at a public address.
#[utoipa::path(put, path = "/api/me/push", tag = "people", request_body = PushSubscription,
    responses((status = 200, body = Acknowledgement), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn subscribe(
    State(app): State<App>,
    me: Browser,
    Body(wanted): Body<PushSubscription>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Subscribe, Some(me.player), me.address)?;
    app.people.subscribe(me.player, &wanted).await?;
    Ok(Json(Acknowledgement {}))
}

/// Send no push messages to this browser any more.
#[utoipa::path(delete, path = "/api/me/push", tag = "people", request_body = PushSubscription,
    responses((status = 200, body = Acknowledgement), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn unsubscribe(
    State(app): State<App>,
    me: Browser,
    Body(gone): Body<PushSubscription>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Settings, Some(me.player), me.address)?;
    app.people.unsubscribe(me.player, &gone.endpoint).await?;
    Ok(Json(Acknowledgement {}))
}

/// The token in the address a mail program posts to.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct UnsubscribeQuery {
    /// From the mail.
    token: String,
}

/// End all mails about notices, with the token of one of them; nobody has to be signed in. Mail programs post here by themselves
/// (RFC 8058), whatever body they send.
#[utoipa::path(post, path = "/api/mail/unsubscribe", tag = "people", params(UnsubscribeQuery),
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn unsubscribe_from_mail(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Query(query): Query<UnsubscribeQuery>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Password, None, address)?;
    app.people.unsubscribe_from_mail(&query.token).await?;
    Ok(Json(Acknowledgement {}))
}
