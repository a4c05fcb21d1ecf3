//! `/api/me` and its neighbours: guests and accounts.

use crate::auth::{SignedIn, Visitor, set_cookie};
use crate::error::{Refused, Result};
use crate::house::House;
use crate::limits::Class;
use crate::sessions::{LASTS, hash};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use taijitu_protocol::{Me, PlayerId, Problem};
use taijitu_store::{PlayerRow, SessionRow};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<House> {
    OpenApiRouter::new().routes(routes!(guest)).routes(routes!(me))
}

type WithCookie<T> = ([(HeaderName, String); 1], Json<T>);

fn me_of(house: &House, row: &PlayerRow) -> Result<Me> {
    let profile = house.directory.learn(row).ok_or_else(Refused::not_signed_in)?;
    Ok(Me { profile, since: row.created })
}

/// Signs a player in: the secret goes to the browser, its hash to the database.
async fn sign_in(house: &House, player: &str) -> Result<String> {
    let secret = format!("{:032x}{:032x}", house.chance.bits(), house.chance.bits());
    let now = house.clock.now();
    let session = SessionRow {
        hash: hash(&secret),
        player: player.into(),
        created: now,
        seen: now,
        expires: now + LASTS,
    };
    house.store.create_session(&session).await?;
    Ok(secret)
}

/// Become a guest, with a name and a cookie. Whoever is signed in already stays who they are.
#[utoipa::path(post, path = "/api/guest", tag = "account",
    responses((status = 200, body = Me), (status = 429, body = Problem)))]
async fn guest(State(house): State<House>, who: Visitor) -> Result<axum::response::Response> {
    use axum::response::IntoResponse;
    if let Some(player) = who.player
        && let Some(row) = house.store.player(&player.to_string()).await?
    {
        return Ok(Json(me_of(&house, &row)?).into_response());
    }
    house.limits.check(Class::Guest, None, who.address)?;
    let now = house.clock.now();
    let id = PlayerId(house.chance.bits());
    let row = PlayerRow {
        id: id.to_string(),
        name: Some(format!("Guest-{}", id.0 % 1_000_000)),
        skeleton: None,
        guest: true,
        password: None,
        created: now,
        seen: now,
        muted_until: None,
        deleted: false,
    };
    house.store.create_player(&row).await?;
    let secret = sign_in(&house, &row.id).await?;
    let answer: WithCookie<Me> = (set_cookie(&house, Some(&secret)), Json(me_of(&house, &row)?));
    Ok(answer.into_response())
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "account",
    responses((status = 200, body = Me), (status = 401, body = Problem)))]
async fn me(State(house): State<House>, me: SignedIn) -> Result<Json<Me>> {
    let row = house.store.player(&me.player.to_string()).await?.ok_or_else(Refused::not_signed_in)?;
    me_of(&house, &row).map(Json)
}
