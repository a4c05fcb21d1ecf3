//! Refusals as HTTP responses: JSON with a stable code, never a bare status.

use crate::error::Refused;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::BAD_REQUEST);
        let retry = self.0.retry.and_then(|seconds| HeaderValue::from_str(&seconds.to_string()).ok());
        let mut response = (status, Json(self.0)).into_response();
        if let Some(retry) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, retry);
        }
        response
    }
}
