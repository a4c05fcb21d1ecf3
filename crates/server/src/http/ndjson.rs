//! Streamed answers: one line of JSON at a time, each sent as soon as it is known.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use std::convert::Infallible;

/// An answer of lines of JSON. Its headers forbid proxies to buffer or to compress it.
pub(super) fn ndjson<T: Serialize>(news: impl Stream<Item = T> + Send + 'static) -> Response {
    let lines = news.map(|news| {
        let mut line = serde_json::to_vec(&news).unwrap_or_default();
        line.push(b'\n');
        Ok::<_, Infallible>(Bytes::from(line))
    });
    let mut response = Response::new(Body::from_stream(lines));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
