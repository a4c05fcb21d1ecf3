//! `/api/address`: the client's address as the server sees it, for hosts who set up a proxy.

use super::auth::Visitor;
use crate::app::App;
use crate::error::Result;
use crate::site::limits::Class;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use taijitu_protocol::Problem;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(address))
}

/// The client's address as the server sees it.
#[derive(Serialize, ToSchema)]
struct SeenAddress {
    /// The address that limits are counted by; none if it is not known.
    address: Option<String>,
}

/// The address this server counts my requests by.
#[utoipa::path(get, path = "/api/address", tag = "site",
    responses((status = 200, body = SeenAddress), (status = 429, body = Problem)))]
async fn address(State(app): State<App>, who: Visitor) -> Result<Json<SeenAddress>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    Ok(Json(SeenAddress { address: who.address.map(|address| address.to_canonical().to_string()) }))
}
