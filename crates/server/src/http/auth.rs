//! Who asks: a cookie of a browser, a bearer token of a program, or nobody; and from which site and address.

use super::client_address::client_address;
use crate::accounts::sessions::{SESSION_LASTS, cookie_name, hash};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::site::limits::Class;
use crate::site::work::WorkCaller;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum_extra::extract::CookieJar;
use std::net::{IpAddr, SocketAddr};
use taijitu_protocol::{Code, PlayerId};
use taijitu_rules::Lang;
use taijitu_table::Viewer;

/// A client, signed in or not.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Who.
    pub player: Option<PlayerId>,
    /// The hash of the session's cookie.
    pub session: Option<String>,
    /// The hash of a program's token.
    pub token: Option<String>,
    /// From where.
    pub address: Option<IpAddr>,
    /// The language the client prefers.
    pub lang: Option<Lang>,
    /// The refusal of a player who is banned. Until the ban ends such a visitor is nobody.
    pub banned: Option<ApiError>,
}

impl Visitor {
    /// On whose behalf work is done for them.
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

    /// As what a table shows itself to them.
    #[must_use]
    pub(crate) const fn viewer(&self) -> Viewer {
        Viewer(self.player)
    }
}

/// Somebody who is signed in, as a guest or with an account.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    /// Who.
    pub player: PlayerId,
    /// The hash of the session's cookie; a program has none.
    pub session: Option<String>,
    /// From where.
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
            let (player, banned) = unless_banned(app, address, app.accounts.by_token(&hash).await)?;
            if player.is_none() && banned.is_none() {
                return Err(unknown(app, address));
            }
            return Ok(Self { player, session: None, token: Some(hash), address, lang, banned });
        }
        let jar = CookieJar::from_headers(&parts.headers);
        let cookie = jar.get(cookie_name(app.site.config.is_https()));
        // CSRF: browsers send cookies cross-site, and accept new ones, so state-changing requests with a cookie
        // must carry our own Origin.
        // Programs that are not signed in yet have no Origin.
        if writes(&parts.method) && (cookie.is_some() || parts.headers.contains_key(header::ORIGIN)) {
            check_origin(app, &parts.headers)?;
        }
        let nobody = Self { player: None, session: None, token: None, address, lang, banned: None };
        let Some(hash) = cookie.map(|cookie| hash(cookie.value())) else {
            return Ok(nobody);
        };
        match unless_banned(app, address, app.accounts.by_session(&hash).await)? {
            (Some(player), _) => Ok(Self { player: Some(player), session: Some(hash), ..nobody }),
            (None, banned @ Some(_)) => Ok(Self { session: Some(hash), banned, ..nobody }),
            (None, None) => {
                // Asking the database about cookies nobody has is not free.
                app.site.limits.check(Class::Read, None, address)?;
                Ok(nobody)
            }
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

/// Who a session or token belongs to, or the refusal of a player who is banned. Looking bans up is counted, since nothing
/// of it is cached.
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
        Err(refused) if refused.0.code == Code::Banned => {
            app.site.limits.check(Class::Read, None, address)?;
            Ok((None, Some(refused)))
        }
        Err(refused) => Err(refused),
    }
}

/// Whether a request changes anything.
fn writes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Somebody who is signed in with a browser. What changes an account is not done with a token: a program's secret that
/// leaks is worth no more than the turns it can play.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    /// Who.
    pub player: PlayerId,
    /// The hash of the session's cookie.
    pub session: String,
    /// From where.
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

/// A token nobody has. Guessing is counted, though 256 bits are not guessed.
fn unknown(app: &App, address: Option<IpAddr>) -> ApiError {
    app.site.limits.check(Class::Read, None, address).err().unwrap_or_else(ApiError::not_signed_in)
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

/// The first language of `Accept-Language` that this server has.
fn preferred_language(headers: &HeaderMap) -> Option<Lang> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    accepted.split(',').find_map(|range| match range.trim().get(..2)? {
        "fr" => Some(Lang::Fr),
        "en" => Some(Lang::En),
        _ => None,
    })
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
/// If it comes from another site, or does not say from where.
pub(crate) fn check_origin(app: &App, headers: &HeaderMap) -> Result<()> {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let origin = text(header::ORIGIN);
    let own = |origin: &str| match &app.site.config.public_url {
        Some(url) if origin == url => true,
        // Without a public address, and from the machine's own addresses, the page is where the request went.
        _ => {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            let same = host.is_some() && host == text(header::HOST);
            same && (app.site.config.public_url.is_none() || !app.site.config.is_https())
        }
    };
    if origin.is_some_and(own) {
        return Ok(());
    }
    Err(ApiError::new(
        Code::WrongOrigin,
        "this request does not come from a page of this server; programs use a bearer token",
        "cette demande ne vient pas d’une page de ce serveur ; les programmes utilisent un jeton",
    ))
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
