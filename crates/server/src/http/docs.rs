//! The description of the interface, as a page for people.

use crate::app::App;
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/docs", get(|| async { Html(include_str!("../../docs/docs.html")) }))
        .route("/api/docs.js", get(|| async { typed("text/javascript", include_str!("../../docs/docs.js")) }))
        .route("/api/docs.css", get(|| async { typed("text/css", include_str!("../../docs/docs.css")) }))
}

fn typed(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind)], text)
}

pub(super) async fn json(text: Bytes) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}
