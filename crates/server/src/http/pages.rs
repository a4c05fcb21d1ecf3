//! The few pages the server has of its own, and the answers to addresses that do not exist.

use crate::error::Refused;
use crate::house::House;
use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use taijitu_protocol::Code;

pub(super) fn routes() -> Router<House> {
    Router::new()
        .route("/", get(|| async { Html(include_str!("../../pages/front.html")) }))
        .route("/api/docs", get(|| async { Html(include_str!("../../pages/docs.html")) }))
        .route(
            "/api/docs.js",
            get(|| async { typed("text/javascript", include_str!("../../pages/docs.js")) }),
        )
        .route("/pages.css", get(|| async { typed("text/css", include_str!("../../pages/pages.css")) }))
}

fn typed(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind)], text)
}

pub(super) async fn json(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

pub(super) async fn no_such_page() -> Refused {
    Refused::new(Code::NoSuchPage, "there is nothing at this address", "il n'y a rien à cette adresse")
}

pub(super) async fn wrong_method() -> Refused {
    Refused::new(
        Code::WrongMethod,
        "this address does not take this method; /api/docs says which",
        "cette adresse n'accepte pas cette méthode ; /api/docs dit laquelle",
    )
}
