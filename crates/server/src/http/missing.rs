//! Addresses of the page that lead to something that does not exist: they get the page with status 404.

use super::preview::PageScreen;
use crate::app::App;
use axum::http::{StatusCode, header};
use axum::response::Response;
use taijitu_protocol::Code;
use taijitu_rules::games;

/// Sets status 404 if the screen shows a game or a table that does not exist. A failing database does not
/// count.
pub(super) async fn mark(app: &App, screen: &PageScreen<'_>, page: &mut Response) {
    if page.status() != StatusCode::OK || !is_missing(app, screen).await {
        return;
    }
    *page.status_mut() = StatusCode::NOT_FOUND;
    // It may exist later.
    page.headers_mut().remove(header::ETAG);
}

async fn is_missing(app: &App, screen: &PageScreen<'_>) -> bool {
    match screen.name {
        "game" | "embed" => {
            matches!(app.archive.find(screen.id).await, Err(refused) if refused.0.code == Code::NoSuchGame)
        }
        "table" => match screen.id.parse() {
            Ok(id) => matches!(app.site.store.table(id).await, Ok(None)),
            Err(_) => true,
        },
        "new" | "learn" | "rules" | "print" => games::find(screen.id).is_none(),
        _ => false,
    }
}
