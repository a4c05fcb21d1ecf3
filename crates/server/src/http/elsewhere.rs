//! What is asked for outside the interface: the page, which is handed in, and addresses and methods there are not.

use crate::error::Refused;
use crate::house::House;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use taijitu_protocol::Code;

/// Everything that has no route. The page may have it, but below `/api` errors are always JSON.
pub(super) async fn answer(State(house): State<House>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    let is_ours = path == "/api" || path.starts_with("/api/");
    let page = if is_ours { None } else { (house.config.pages)(&request) };
    page.unwrap_or_else(|| no_such_page().into_response())
}

fn no_such_page() -> Refused {
    Refused::new(Code::NoSuchPage, "there is nothing at this address", "il n'y a rien à cette adresse")
}

pub(super) async fn wrong_method() -> Refused {
    Refused::new(
        Code::WrongMethod,
        "this address does not take this method; /api/docs says which",
        "cette adresse n'accepte pas cette méthode ; /api/docs dit laquelle",
    )
}
