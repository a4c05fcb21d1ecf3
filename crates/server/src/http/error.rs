//! Refusals as HTTP responses: JSON with a stable code, never a bare status.

use crate::error::ApiError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A refusal as the text of a whole response, for a connection on which nothing is read.
pub(super) fn text_of(refused: &ApiError) -> String {
    let status = StatusCode::from_u16(refused.0.code.status()).unwrap_or(StatusCode::BAD_REQUEST);
    let retry = refused.0.retry.map(|seconds| format!("retry-after: {seconds}\r\n")).unwrap_or_default();
    let body = serde_json::to_string(&refused.0).unwrap_or_default();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{retry}connection: close\r\n\r\n{body}",
        body.len()
    )
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::BAD_REQUEST);
        let retry = self.0.retry.and_then(|seconds| HeaderValue::from_str(&seconds.to_string()).ok());
        let mut response = (status, Json(self.into_sent())).into_response();
        if let Some(retry) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, retry);
        }
        response
    }
}
