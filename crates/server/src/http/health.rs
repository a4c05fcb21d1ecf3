//! For those who run the site: is it alive, is it ready, how is it doing.

use crate::app::App;
use crate::site::clock::instant;
use crate::site::heartbeat::Readiness;
use axum::Router;
use axum::extract::{Extension, MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;

/// The routes for those who run the site, with or without the numbers.
pub(super) fn routes(with_metrics: bool) -> Router<App> {
    let routes = Router::new().route("/healthz", get(alive)).route("/readyz", get(ready));
    if with_metrics { routes.merge(metrics_routes()) } else { routes }
}

/// The route of the numbers.
pub(super) fn metrics_routes() -> Router<App> {
    Router::new().route("/metrics", get(numbers))
}

async fn alive() -> &'static str {
    "ok\n"
}

async fn ready(State(app): State<App>) -> Response {
    if app.site.is_closing() {
        return not_ready("closing\n");
    }
    match app.site.readiness() {
        Readiness::Ready => (),
        Readiness::DiskFull => return not_ready("the disk is full\n"),
        Readiness::CannotWrite => return not_ready("the database cannot be written to\n"),
    }
    match app.site.store.ping().await {
        // Without its bus a node is slower to hear of others, not wrong: it may be sent people all the same.
        Ok(()) => match app.site.bus.is_up().map(|up| *up.borrow()) {
            Some(false) => "ready; the bus is down, the log is polled\n".into_response(),
            Some(true) | None => "ready\n".into_response(),
        },
        Err(error) => {
            tracing::warn!(%error, "not ready");
            not_ready("the database does not answer\n")
        }
    }
}

fn not_ready(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

async fn numbers(State(app): State<App>, Extension(handle): Extension<Option<PrometheusHandle>>) -> Response {
    metrics::gauge!("taijitu_writer_queue").set(app.site.store.writer_depth() as f64);
    metrics::gauge!("taijitu_engine_queue").set(app.engines.waiting() as f64);
    metrics::gauge!("taijitu_tables_in_memory").set(app.tables.loaded().len() as f64);
    match handle {
        Some(handle) => handle.render().into_response(),
        None => (StatusCode::NOT_FOUND, "metrics are off\n").into_response(),
    }
}

/// The label of a method. A client may write any word: only those of a fixed list become labels, for each label is kept
/// for ever.
fn method_label(method: &Method) -> &'static str {
    const KNOWN: [Method; 7] = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
    ];
    const LABELS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    KNOWN.iter().position(|known| known == method).map_or("other", |at| LABELS[at])
}

/// Measures every request by route, method and status: no address, no name, no id.
pub(super) async fn measure(State(_): State<App>, request: Request, next: Next) -> Response {
    let began = instant();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = method_label(request.method());
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    if response.status().is_server_error() {
        tracing::warn!(route, method, status, "a request failed");
    }
    metrics::histogram!("taijitu_http_seconds", "route" => route, "method" => method, "status" => status)
        .record(began.elapsed());
    response
}
