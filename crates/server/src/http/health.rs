//! For operators: liveness, readiness and metrics.

use super::auth::address;
use crate::app::App;
use crate::site::clock::instant;
use crate::site::heartbeat::Readiness;
use crate::site::limits::Class;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long an answer about this node is cached.
const FRESH: Duration = Duration::from_secs(1);

/// The routes for operators, with or without `/metrics`.
pub(super) fn routes(with_metrics: bool) -> Router<App> {
    let ready = Router::new().route("/readyz", get(ready)).layer(Extension(CachedAnswer::<bool>::new(FRESH)));
    let routes = ready.route("/healthz", get(alive));
    if with_metrics { routes.merge(metrics_routes()) } else { routes }
}

/// The route of the metrics.
pub(super) fn metrics_routes() -> Router<App> {
    Router::new().route("/metrics", get(numbers)).layer(Extension(CachedAnswer::<Bytes>::new(FRESH)))
}

/// An answer that is computed at most once in a while, and by one request at a time: monitors send many requests, and from
/// many addresses.
#[derive(Clone)]
struct CachedAnswer<T> {
    fresh: Duration,
    last: Arc<Mutex<Option<(Instant, T)>>>,
}

impl<T: Clone> CachedAnswer<T> {
    fn new(fresh: Duration) -> Self {
        Self { fresh, last: Arc::default() }
    }

    /// The last answer if it is fresh; otherwise a new one.
    async fn get(&self, make: impl Future<Output = T>) -> T {
        let mut last = self.last.lock().await;
        if let Some((_, answer)) = last.as_ref().filter(|(at, _)| at.elapsed() < self.fresh) {
            return answer.clone();
        }
        let answer = make.await;
        *last = Some((instant(), answer.clone()));
        answer
    }
}

/// The address of a client that watches over the site; nobody is banned here.
struct Prober(Option<IpAddr>);

impl FromRequestParts<App> for Prober {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(address(parts, app)))
    }
}

async fn alive() -> &'static str {
    "ok\n"
}

async fn ready(
    State(app): State<App>,
    Prober(address): Prober,
    Extension(answers): Extension<CachedAnswer<bool>>,
) -> Response {
    if let Err(refused) = app.site.limits.check(Class::Probe, None, address) {
        return refused.into_response();
    }
    if app.site.is_closing() {
        return not_ready("closing\n");
    }
    match app.site.readiness() {
        Readiness::Ready => (),
        Readiness::DiskFull => return not_ready("the disk is full\n"),
        Readiness::CannotWrite => return not_ready("the database cannot be written to\n"),
    }
    let ping = async { app.site.store.ping().await.inspect_err(|error| tracing::warn!(%error, "not ready")) };
    if !answers.get(async { ping.await.is_ok() }).await {
        return not_ready("the database does not answer\n");
    }
    // Without its bus a node learns of other nodes' commits later, but serves correctly: it stays ready.
    match app.site.bus.is_up().map(|up| *up.borrow()) {
        Some(false) => "ready; the bus is down, the log is polled\n".into_response(),
        Some(true) | None => "ready\n".into_response(),
    }
}

fn not_ready(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

async fn numbers(
    State(app): State<App>,
    Prober(address): Prober,
    Extension(handle): Extension<Option<PrometheusHandle>>,
    Extension(pages): Extension<CachedAnswer<Bytes>>,
) -> Response {
    if let Err(refused) = app.site.limits.check(Class::Probe, None, address) {
        return refused.into_response();
    }
    let Some(handle) = handle else {
        return (StatusCode::NOT_FOUND, "metrics are off\n").into_response();
    };
    let render = async {
        metrics::gauge!("taijitu_writer_queue").set(app.site.store.writer_depth() as f64);
        metrics::gauge!("taijitu_engine_queue").set(app.engines.waiting() as f64);
        metrics::gauge!("taijitu_tables_in_memory").set(app.tables.loaded().len() as f64);
        // A page of hundreds of kilobytes takes a while.
        tokio::task::spawn_blocking(move || Bytes::from(handle.render())).await.unwrap_or_default()
    };
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], pages.get(render).await).into_response()
}

/// The label of a method. Clients may send any word: only a fixed list becomes labels, because each label is
/// kept as long as the process runs.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A hundred requests at once, after a first one; how often the answer was made.
    async fn made(fresh: Duration) -> u32 {
        let (recent, count) = (CachedAnswer::new(fresh), AtomicU32::new(0));
        let make = || async {
            tokio::task::yield_now().await;
            count.fetch_add(1, Ordering::Relaxed) + 1
        };
        assert_eq!(recent.get(make()).await, 1);
        let answers = futures_util::future::join_all((0..100).map(|_| recent.get(make()))).await;
        assert_eq!(answers.last(), Some(&count.load(Ordering::Relaxed)));
        count.load(Ordering::Relaxed)
    }

    #[tokio::test]
    async fn an_answer_is_computed_once_for_many_requests() {
        assert_eq!(made(Duration::from_secs(3600)).await, 1);
        assert_eq!(made(Duration::ZERO).await, 101);
    }
}
