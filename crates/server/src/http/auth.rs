//! Authentication of a request: a browser's cookie, a program's bearer token, or neither; its origin and
//! address.

use super::client_address::client_address;
use crate::accounts::sessions::{SESSION_LASTS, cookie_name, hash};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::site::limits::Class;
use crate::site::work::WorkCaller;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use std::net::{IpAddr, SocketAddr};
use taijitu_protocol::{Code, PlayerId};
use taijitu_rules::Lang;
use taijitu_table::Viewer;

/// A client, signed in or not.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The player.
    pub player: Option<PlayerId>,
    /// The hash of the session's cookie.
    pub session: Option<String>,
    /// The hash of a program's token.
    pub token: Option<String>,
    /// The client's address.
    pub address: Option<IpAddr>,
    /// The language the client prefers.
    pub lang: Option<Lang>,
    /// The refusal of a banned player. Until the ban ends such a visitor is treated as signed out.
    pub banned: Option<ApiError>,
}

impl Visitor {
    /// The caller on whose behalf work is done.
    #[must_use]
    pub(crate) fn work_caller(&self) -> WorkCaller {
        WorkCaller::new(self.player, self.address)
    }

    /// Checks that neither the player nor the address is banned.
    ///
    /// # Errors
    /// `banned` with the end of the ban.
    pub(crate) fn check_not_banned(&self, app: &App) -> Result<()> {
        self.banned.clone().map_or_else(|| app.accounts.check_address(self.address), Err)
    }

    /// The viewer as which the client sees a table.
    #[must_use]
    pub(crate) const fn viewer(&self) -> Viewer {
        Viewer(self.player)
    }
}

/// Somebody who is signed in, as a guest or with an account.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    /// The player.
    pub player: PlayerId,
    /// The hash of the session's cookie; a program has none.
    pub session: Option<String>,
    /// The client's address.
    pub address: Option<IpAddr>,
    /// The language the client prefers.
    pub lang: Option<Lang>,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let address = address(parts, app);
        let lang = preferred_language(&parts.headers);
        if let Some(token) = bearer(&parts.headers) {
            let hash = hash(token);
            if !app.accounts.knows_token(&hash) {
                app.site.limits.check(Class::Read, None, address)?;
            }
            let (player, banned) = unless_banned(app, address, app.accounts.by_token(&hash).await)?;
            if player.is_none() && banned.is_none() {
                return Err(ApiError::not_signed_in());
            }
            return Ok(Self { player, session: None, token: Some(hash), address, lang, banned });
        }
        let cookie = cookie(&parts.headers, cookie_name(app.site.config.is_https()));
        // CSRF: browsers send cookies cross-site, and accept new ones, so state-changing requests with a cookie
        // must carry our own Origin.
        // Programs that are not signed in yet have no Origin.
        if writes(&parts.method) && (cookie.is_some() || parts.headers.contains_key(header::ORIGIN)) {
            check_origin(app, &parts.headers)?;
        }
        let nobody = Self { player: None, session: None, token: None, address, lang, banned: None };
        let Some(hash) = cookie.map(hash) else {
            return Ok(nobody);
        };
        // A cookie that was not seen lately costs a query, whether anybody has it or not.
        if !app.accounts.knows_session(&hash) {
            app.site.limits.check(Class::Read, None, address)?;
        }
        match unless_banned(app, address, app.accounts.by_session(&hash).await)? {
            (Some(player), _) => Ok(Self { player: Some(player), session: Some(hash), ..nobody }),
            (None, banned @ Some(_)) => Ok(Self { session: Some(hash), banned, ..nobody }),
            (None, None) => Ok(nobody),
        }
    }
}

impl Visitor {
    /// Whether the session or token this was read from is still valid; true if there was none.
    ///
    /// # Errors
    /// `banned` if the player or the address is; if the database fails.
    pub(crate) async fn is_still_good(&self, app: &App) -> Result<bool> {
        app.accounts.check_address(self.address)?;
        let player = match (&self.session, &self.token) {
            (Some(hash), _) => app.accounts.by_session(hash).await?,
            (None, Some(hash)) => app.accounts.by_token(hash).await?,
            (None, None) => return Ok(true),
        };
        Ok(player == self.player)
    }
}

/// The player of a session or token, or the refusal if the player is banned.
fn unless_banned(
    app: &App,
    address: Option<IpAddr>,
    found: Result<Option<PlayerId>>,
) -> Result<(Option<PlayerId>, Option<ApiError>)> {
    match found {
        Ok(player) => {
            if let (Some(player), Some(address)) = (player, address) {
                app.accounts.last_seen.note(player, address);
            }
            Ok((player, None))
        }
        Err(refused) if refused.0.code == Code::Banned => Ok((None, Some(refused))),
        Err(refused) => Err(refused),
    }
}

/// Whether a request may change something.
fn writes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// A player signed in with a browser. Accounts are not changed with tokens: a leaked token can play turns,
/// nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    /// The player.
    pub player: PlayerId,
    /// The hash of the session's cookie.
    pub session: String,
    /// The client's address.
    pub address: Option<IpAddr>,
}

impl FromRequestParts<App> for Browser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let SignedIn { player, session, address, .. } = SignedIn::from_request_parts(parts, app).await?;
        let session = session.ok_or_else(|| {
            ApiError::new(
                Code::NotSignedIn,
                "a token cannot do this: sign in with a browser",
                "un jeton ne peut pas faire cela : connectez-vous avec un navigateur",
            )
        })?;
        Ok(Self { player, session, address })
    }
}

/// The address of a client, and nothing else: for requests that come from no page of ours and carry their own proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let address = address(parts, app);
        app.accounts.check_address(address)?;
        Ok(Self(address))
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        if writes(&parts.method) {
            visitor.check_not_banned(app)?;
        } else if let Some(refused) = visitor.banned {
            return Err(refused);
        }
        let player = visitor.player.ok_or_else(ApiError::not_signed_in)?;
        Ok(Self { player, session: visitor.session, address: visitor.address, lang: visitor.lang })
    }
}

/// The first language of `Accept-Language` that the server supports.
fn preferred_language(headers: &HeaderMap) -> Option<Lang> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    accepted.split(',').find_map(|range| match range.trim().get(..2)? {
        "fr" => Some(Lang::Fr),
        "en" => Some(Lang::En),
        _ => None,
    })
}

/// The value of a cookie. Nothing is copied: a header may hold thousands of them.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// The client's address; none if it is not known.
pub(super) fn address(parts: &Parts, app: &App) -> Option<IpAddr> {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(at)| at.ip());
    client_address(&parts.headers, peer, app.site.config.trust_proxy)
}

/// Whether a request comes from our own pages.
///
/// # Errors
/// `wrong_origin` if it comes from another site, or has no `Origin`.
pub(crate) fn check_origin(app: &App, headers: &HeaderMap) -> Result<()> {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let origin = text(header::ORIGIN);
    let own = |origin: &str| match &app.site.config.public_url {
        Some(url) if origin == url => true,
        // Without a public address, and from loopback addresses, the origin is the host of the request.
        _ => {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            let same = host.is_some() && host == text(header::HOST);
            same && (app.site.config.public_url.is_none() || !app.site.config.is_https())
        }
    };
    if origin.is_some_and(own) { Ok(()) } else { Err(wrong_origin()) }
}

/// Whether a request that reads, and changes something all the same, was not made by a page of another site. Links carry the
/// cookie and no `Origin`; browsers say where they are.
///
/// # Errors
/// `wrong_origin` if it comes from another site.
pub(crate) fn check_not_from_elsewhere(headers: &HeaderMap) -> Result<()> {
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        // Typed, or by a program.
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => Err(wrong_origin()),
    }
}

fn wrong_origin() -> ApiError {
    ApiError::new(
        Code::WrongOrigin,
        "this request does not come from a page of this server; programs use a bearer token",
        "cette requête ne vient pas d’une page de ce serveur ; les programmes utilisent un jeton",
    )
}

/// The header that sets the cookie of a session, or clears it. It is `Secure` under https only: a club's own network
/// has no certificate.
#[must_use]
pub(crate) fn set_cookie(app: &App, secret: Option<&str>) -> [(HeaderName, String); 1] {
    let age = if secret.is_some() { SESSION_LASTS / 1000 } else { 0 };
    let secure = if app.site.config.is_https() { "; Secure" } else { "" };
    let (name, value) = (cookie_name(app.site.config.is_https()), secret.unwrap_or_default());
    [(header::SET_COOKIE, format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let headers = |lines: &[&'static str]| {
            let lines = lines.iter().map(|line| (header::COOKIE, HeaderValue::from_static(line)));
            lines.collect::<HeaderMap>()
        };
        let value = |lines: &[&'static str]| cookie(&headers(lines), "taijitu").map(str::to_owned);
        for lines in
            [&["taijitu=abc"][..], &["a=b; taijitu=abc ;c=d"], &["a=b", " taijitu = abc"], &["x;taijitu=abc"]]
        {
            assert_eq!(value(lines).as_deref(), Some("abc"), "{lines:?}");
        }
        for lines in [&[][..], &["a=taijitu"], &["taijitu"], &["__Host-taijitu=abc"], &["Taijitu=abc"]] {
            assert_eq!(value(lines), None, "{lines:?}");
        }
    }
}
