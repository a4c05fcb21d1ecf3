//! The HTTP interface: one module a resource, described by OpenAPI, wrapped in what every answer needs.

pub mod account;
mod account_export;
mod address;
mod analysis;
pub(crate) mod archive;
pub(crate) mod auth;
mod client_address;
pub mod docs;
mod error;
pub mod export;
mod fair_play;
mod fallback;
pub mod finished;
mod forwarded;
pub mod games;
pub mod health;
pub mod import;
mod invitations;
pub(crate) mod listener;
pub mod lobby;
mod missing;
mod moderation;
mod ndjson;
pub mod pictures;
mod preview;
mod puzzles;
mod recovery;
mod review;
mod sheets;
mod statistics;
pub mod study;
pub mod tables;

use crate::app::App;
use crate::error::{ApiError, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{DefaultBodyLimit, Extension, FromRequest, OptionalFromRequest, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use listener::BodyTime;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::de::DeserializeOwned;
use std::time::Duration;
use taijitu_protocol::{Code, IMPORT_LIMIT, MESSAGE_LIMIT};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// What the description of the interface begins with.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Taijitu",
        description = "Tables for ten games of black and white. Browsers have a cookie, programs a bearer token. \
                       Errors are JSON with a stable `code`. Everything the socket does is possible here too.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(
        taijitu_protocol::Problem,
        taijitu_protocol::Code,
        taijitu_protocol::FromClient,
        taijitu_protocol::FromServer
    ))
)]
struct Description;

/// Every route with its description.
fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(account::routes())
        .merge(account_export::routes())
        .merge(address::routes())
        .merge(analysis::routes())
        .merge(archive::routes())
        .merge(export::routes())
        .merge(finished::routes())
        .merge(games::routes())
        .merge(sheets::routes())
        .merge(import::routes())
        .merge(invitations::routes())
        .merge(lobby::routes())
        .merge(moderation::routes())
        .merge(statistics::routes())
        .merge(pictures::routes())
        .merge(puzzles::routes())
        .merge(recovery::routes())
        .merge(review::routes())
        .merge(study::routes())
        .merge(tables::routes())
}

/// The description of the interface.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().split_for_parts().1
}

/// Only resources of this site, no inline scripts; `frame-ancestors` is appended where needed.
macro_rules! policy {
    ($frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; ",
            "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; ",
            "form-action 'self'; frame-ancestors ",
            $frames
        )
    };
}

/// Nobody frames us.
const POLICY: &str = policy!("'none'");
/// But a replay is made to be framed.
const EMBEDDED: &str = policy!("*");

/// Answers requests outside the interface. The server knows no page: it is handed one, and hands it lines for its head, as
/// HTML, where there is something to say to clients that run no script.
#[derive(Clone, Copy)]
pub struct Pages(pub fn(&Parts, Option<&str>) -> Option<Response>);

impl Default for Pages {
    /// No pages.
    fn default() -> Self {
        Self(|_, _| None)
    }
}

/// What the server is handed besides its configuration.
#[derive(Clone, Default)]
pub struct Front {
    /// The page.
    pub pages: Pages,
    /// Where metrics are collected; without it `/metrics` says that they are off.
    pub metrics: Option<PrometheusHandle>,
}

/// Every route, together with those of `socket`.
pub fn router(app: App, front: Front, socket: Router<App>) -> Router {
    let (api, description) = described().split_for_parts();
    let json = description.to_json().unwrap_or_default();
    let always = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    api.route("/api/openapi.json", get(move || docs::json(json.clone())))
        .merge(socket)
        .merge(docs::routes())
        .merge(health::routes(app.site.config.metrics_listen.is_none()))
        .fallback(fallback::answer)
        .method_not_allowed_fallback(fallback::wrong_method)
        .layer(DefaultBodyLimit::max(MESSAGE_LIMIT))
        .layer(axum::middleware::map_response(as_json))
        .layer(axum::middleware::from_fn_with_state(app.clone(), health::measure))
        .layer(CatchPanicLayer::custom(|_| ApiError::unavailable().into_response()))
        .layer(always(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(always(header::REFERRER_POLICY, "same-origin"))
        .layer(always(header::CACHE_CONTROL, "no-store"))
        .layer(Extension(front.pages))
        .layer(Extension(front.metrics))
        .with_state(app)
}

/// `/metrics` alone, for an address of its own.
pub(crate) fn metrics_router(app: App, front: Front) -> Router {
    health::metrics_routes().layer(Extension(front.metrics)).with_state(app)
}

/// A JSON body, with errors that say what was wrong.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let is_json =
            request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(
                |kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"),
            );
        if !is_json {
            return Err(ApiError::new(
                Code::NotJson,
                "send JSON, with content-type: application/json",
                "envoyez du JSON, avec content-type: application/json",
            ));
        }
        read_json(&read_body(request, state).await?).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Body<T> {
    type Rejection = ApiError;

    /// Nothing, if the request does not say that it has a body.
    async fn from_request(request: Request, state: &S) -> Result<Option<Self>> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(None);
        }
        <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
    }
}

/// The body of a request, if it comes in time.
async fn read_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes> {
    let time = request.extensions().get::<BodyTime>().map(|BodyTime(time)| *time);
    let read = Bytes::from_request(request, state);
    let read = match time {
        Some(time) => tokio::time::timeout(time, read).await.map_err(|_| too_slow(time))?,
        None => read.await,
    };
    read.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => too_large(),
        _ => ApiError::new(Code::BadRequest, "the body could not be read", "le corps n’a pas pu être lu"),
    })
}

fn too_slow(time: Duration) -> ApiError {
    let seconds = time.as_secs();
    ApiError::new(
        Code::TooSlow,
        format!("the body of a request has to come within {seconds} s"),
        format!("le corps d’une demande doit arriver en {seconds} s"),
    )
}

fn too_large() -> ApiError {
    ApiError::new(
        Code::TooLarge,
        format!("a message has at most {MESSAGE_LIMIT} bytes, a game that is brought along {IMPORT_LIMIT}"),
        format!("un message a au plus {MESSAGE_LIMIT} octets, une partie apportée {IMPORT_LIMIT}"),
    )
}

/// Refusals of the framework itself (a malformed query, a request that is no WebSocket upgrade) leave as plain text: they get
/// a code like all others.
async fn as_json(uri: axum::http::Uri, response: Response) -> Response {
    let status = response.status();
    let json = HeaderValue::from_static("application/json");
    let is_plain = response.headers().get(header::CONTENT_TYPE) != Some(&json);
    if !uri.path().starts_with("/api/")
        || !(status.is_client_error() || status.is_server_error())
        || !is_plain
    {
        return response;
    }
    let code = match status.as_u16() {
        404 => Code::NoSuchPage,
        405 => Code::WrongMethod,
        413 => Code::TooLarge,
        415 => Code::NotJson,
        500.. => return ApiError::unavailable().into_response(),
        _ => Code::BadRequest,
    };
    let words = axum::body::to_bytes(response.into_body(), MESSAGE_LIMIT).await.unwrap_or_default();
    let words = String::from_utf8_lossy(&words).into_owned();
    ApiError::new(code, words.clone(), words).into_response()
}

/// Reads JSON, with an error that says what was wrong.
///
/// # Errors
/// If it is not what was expected.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|error| {
        ApiError::new(
            Code::BadRequest,
            format!("the message could not be read: {error}"),
            format!("le message n’a pas pu être lu : {error}"),
        )
    })
}

/// Checks the id a client gives a request.
///
/// # Errors
/// If it is empty or too long.
pub fn check_request(id: Option<&str>) -> Result<()> {
    match id {
        Some(id)
            if id.is_empty() || id.chars().count() > taijitu_protocol::REQUEST_LIMIT || id.contains('\0') =>
        {
            Err(ApiError::new(
                Code::Invalid,
                "the id of a request has 1 to 64 characters",
                "l’identifiant d’une demande a 1 à 64 caractères",
            ))
        }
        _ => Ok(()),
    }
}
