//! Requests outside the interface: the page, which the caller of the server provides, and unknown addresses
//! and methods.

use super::preview::{self, PageScreen};
use super::{Pages, missing};
use crate::app::App;
use crate::error::ApiError;
use crate::http::auth::address;
use crate::site::limits::Class;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use taijitu_protocol::Code;

/// Answers everything without a route. The page may have it, but below `/api` errors are always JSON.
pub(super) async fn answer(
    State(app): State<App>,
    Extension(Pages(pages)): Extension<Pages>,
    request: Request,
) -> Response {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return no_such_page().into_response();
    }
    let screen = PageScreen::of(path, request.uri.query());
    // Serving the page costs nothing, but a game or a table has to be read for its preview and status.
    let may_read = || app.site.limits.check(Class::Read, None, address(&request, &app)).is_ok();
    let read = screen.as_ref().filter(|screen| !screen.is_stored() || may_read());
    let head = match read {
        Some(screen) => preview::head(&app, &request, screen).await,
        None => None,
    };
    let Some(mut page) = pages(&request, head.as_deref()) else {
        return no_such_page().into_response();
    };
    if let Some(screen) = read {
        missing::mark(&app, screen, &mut page).await;
    }
    if screen.is_some_and(|screen| screen.name == "embed") {
        // Other sites may show a replay in a frame; it can do nothing on behalf of a player.
        let policy = HeaderValue::from_static(super::EMBEDDED);
        page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    page
}

fn no_such_page() -> ApiError {
    ApiError::new(Code::NoSuchPage, "there is nothing at this address", "il n’y a rien à cette adresse")
}

pub(super) async fn wrong_method() -> ApiError {
    ApiError::new(
        Code::WrongMethod,
        "this address does not support this method; see /api/docs",
        "cette adresse n’accepte pas cette méthode ; voir /api/docs",
    )
}
