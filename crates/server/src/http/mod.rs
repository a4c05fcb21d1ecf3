//! The HTTP interface: one module per resource, described by OpenAPI, wrapped in the layers that every answer
//! needs.

pub mod account;
mod account_export;
mod address;
mod analysis;
pub(crate) mod archive;
pub(crate) mod auth;
mod challenges;
mod client_address;
mod correspondence;
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
mod notices;
mod packed;
mod people;
pub mod pictures;
mod preview;
mod puzzles;
mod ratings;
mod recovery;
mod review;
mod sheets;
mod statistics;
pub mod study;
pub mod tables;
mod tournament_files;
mod tournament_pages;
mod tournaments;

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

/// The introduction of the OpenAPI description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Taijitu",
        description = "Tables for ten abstract games. Browsers authenticate with a cookie, programs with a bearer token. \
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
        .merge(challenges::routes())
        .merge(correspondence::routes())
        .merge(export::routes())
        .merge(finished::routes())
        .merge(games::routes())
        .merge(sheets::routes())
        .merge(import::routes())
        .merge(invitations::routes())
        .merge(lobby::routes())
        .merge(moderation::routes())
        .merge(statistics::routes())
        .merge(notices::routes())
        .merge(people::routes())
        .merge(pictures::routes())
        .merge(puzzles::routes())
        .merge(ratings::routes())
        .merge(recovery::routes())
        .merge(review::routes())
        .merge(study::routes())
        .merge(tables::routes())
        .merge(tournaments::routes())
        .merge(tournament_pages::routes())
        .merge(tournament_files::routes())
}

/// The description of the interface.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().split_for_parts().1
}

/// Only resources of this site, no inline scripts, no text that becomes code except WebAssembly; `frame-ancestors` is appended where needed.
macro_rules! policy {
    ($frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; ",
            "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; ",
            "form-action 'self'; frame-ancestors ",
            $frames
        )
    };
}

/// No other site may frame the page.
const POLICY: &str = policy!("'none'");
/// Replays may be framed.
const EMBEDDED: &str = policy!("*");

/// Answers requests outside the interface. The server has no page of its own; its caller passes this
/// function. Its second argument is HTML for the head of the page, for clients that run no scripts.
#[derive(Clone, Copy)]
pub struct Pages(pub fn(&Parts, Option<&str>) -> Option<Response>);

impl Default for Pages {
    /// No pages.
    fn default() -> Self {
        Self(|_, _| None)
    }
}

/// What the server is given besides its configuration.
#[derive(Clone, Default)]
pub struct Front {
    /// The page.
    pub pages: Pages,
    /// Where metrics are collected; without it `/metrics` answers that they are off.
    pub metrics: Option<PrometheusHandle>,
}

/// Every route, together with those of `socket`.
pub fn router(app: App, front: Front, socket: Router<App>) -> Router {
    let (api, description) = described().split_for_parts();
    let json = Bytes::from(description.to_json().unwrap_or_default());
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

/// A JSON body; errors name what is wrong.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(&request) {
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

    /// `None` if the request declares no body.
    async fn from_request(request: Request, state: &S) -> Result<Option<Self>> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(None);
        }
        <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
    }
}

/// A request whose fields may all be missing: also without a body, or with `null`.
pub(crate) struct BodyIfAny<T>(pub(crate) Option<T>);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for BodyIfAny<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(&request) {
            return Ok(Self(None));
        }
        let body = read_body(request, state).await?;
        if body.is_empty() { Ok(Self(None)) } else { read_json::<Option<T>>(&body).map(Self) }
    }
}

/// A request that has no fields: without a body, or with `{}` or `null`.
pub(crate) struct NoBody;

/// What such a request may send.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

impl<S: Send + Sync> FromRequest<S> for NoBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if !is_json(&request) {
            return Ok(Self);
        }
        let body = read_body(request, state).await?;
        if !body.is_empty() {
            read_json::<Option<NoFields>>(&body)?;
        }
        Ok(Self)
    }
}

/// Whether a request says that its body is JSON.
fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.and_then(|kind| kind.split(';').next()).is_some_and(|kind| kind.trim() == "application/json")
}

/// Reads the body of a request within its time limit.
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
        format!("a message has at most {MESSAGE_LIMIT} bytes, an imported game {IMPORT_LIMIT}"),
        format!("un message a au plus {MESSAGE_LIMIT} octets, une partie importée {IMPORT_LIMIT}"),
    )
}

/// Refusals of the framework (a malformed query, a request that is no WebSocket upgrade) are plain text: this
/// gives them a code like all others.
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
    let words = String::from_utf8_lossy(&words);
    let (en, fr) = in_both_languages(&words);
    ApiError::new(code, en, fr).into_response()
}

/// What the framework says, after a beginning in both languages. Names of fields and headers are the same in both.
fn in_both_languages(words: &str) -> (String, String) {
    let beginnings = [
        (
            "Failed to deserialize query string: ",
            "the query could not be read: ",
            "les paramètres de l’adresse n’ont pas pu être lus\u{a0}: ",
        ),
        ("Invalid URL: ", "the address could not be read: ", "l’adresse n’a pas pu être lue\u{a0}: "),
        ("", "the request could not be answered: ", "la demande n’a pas pu être traitée\u{a0}: "),
    ];
    let found = beginnings.iter().find_map(|(own, en, fr)| Some((words.strip_prefix(own)?, en, fr)));
    let (rest, en, fr) = found.unwrap_or((words, &"", &""));
    (format!("{en}{rest}"), format!("{fr}{rest}"))
}

/// Parses JSON.
///
/// # Errors
/// `bad_request` with the message of the parser.
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
/// `invalid` if it is empty or too long.
pub fn check_request(id: Option<&str>) -> Result<()> {
    match id {
        Some(id)
            if id.is_empty() || id.chars().count() > taijitu_protocol::REQUEST_LIMIT || id.contains('\0') =>
        {
            Err(ApiError::new(
                Code::Invalid,
                "the id of a request has 1 to 64 characters",
                "l’identifiant d’une demande doit avoir de 1 à 64 caractères",
            ))
        }
        _ => Ok(()),
    }
}
