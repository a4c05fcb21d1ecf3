//! `/api/me` and its neighbours: guests and accounts.
//!
//! A guest is a player with a name and a cookie. Registering gives the same player, with the same id, seats and games, a
//! chosen name and a password. Signing in as somebody else leaves a guest's seats to the guest: a seat belongs to
//! the player who sat down, and two players are never made one.

use super::{Body, BodyIfAny, NoBody};
use crate::accounts::names::{self, NAME_KEPT, Name, skeleton};
use crate::accounts::recovery;
use crate::accounts::sessions::{SESSION_LASTS, draw_secret, hash};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::{Browser, SignedIn, Visitor, set_cookie};
use crate::site::limits::Class;
use crate::site::work::WorkCaller;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::net::IpAddr;
use taijitu_protocol::{
    Code, Credentials, Me, NewGuest, NewPassword, NewToken, PlayerId, Problem, Proof, RegisteredAccount,
    SignIn, Token, TokenId, TokenMade,
};
use taijitu_store::{Deletion, PlayerRow, SessionRow, StoreError, TokenRow};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How often a random name for a guest is drawn again because it is taken.
const DRAWS: usize = 20;
/// Maximum number of browsers one player may be signed in with; the session used longest ago is ended.
pub(crate) const SESSIONS: usize = 50;
/// Tokens one account may have.
pub(crate) const TOKENS: i64 = 20;
/// The most characters of a token's label.
pub(crate) const LABEL: usize = 60;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(guest))
        .routes(routes!(me, delete))
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(logout_everywhere))
        .routes(routes!(password))
        .routes(routes!(tokens, make_token))
        .routes(routes!(delete_token))
}

pub(super) type WithCookie<T> = ([(HeaderName, String); 1], Json<T>);

/// An empty answer: the request succeeded.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Acknowledgement {}

pub(super) fn me_of(row: &PlayerRow) -> Me {
    let profile = taijitu_protocol::Profile {
        id: row.id,
        name: row.name.clone(),
        guest: row.guest,
        bot: false,
        rating: None,
    };
    Me { profile, since: row.created, moderator: false }
}

pub(super) async fn row_of(app: &App, player: PlayerId) -> Result<PlayerRow> {
    let row = app.site.store.player(player).await?;
    row.filter(|row| !row.deleted).ok_or_else(ApiError::not_signed_in)
}

/// Signs a player in: the browser gets the secret, the database its hash.
pub(super) async fn sign_in(app: &App, row: &PlayerRow) -> Result<WithCookie<Me>> {
    let (secret, session) = new_session(app, row.id);
    app.site.store.create_session(&session).await?;
    Ok((set_cookie(app, Some(&secret)), Json(me_of(row))))
}

/// A secret for a browser, and the session it stands for.
fn new_session(app: &App, player: PlayerId) -> (String, SessionRow) {
    let (secret, now) = (draw_secret(&app.site.entropy), app.site.clock.now());
    let hash = hash(&secret);
    (secret, SessionRow { hash, player, created: now, seen: now, expires: now + SESSION_LASTS })
}

/// Stores a new player and signs them in.
async fn create_signed_in(app: &App, row: &PlayerRow) -> std::result::Result<WithCookie<Me>, StoreError> {
    let (secret, session) = new_session(app, row.id);
    app.site.store.create_signed_in(row, &session).await?;
    Ok((set_cookie(app, Some(&secret)), Json(me_of(row))))
}

/// Ends the sessions used longest ago, so that a player has a bounded number of them.
pub(super) async fn make_room(app: &App, row: &PlayerRow) -> Result<()> {
    let sessions = app.site.store.sessions(row.id).await?;
    for old in sessions.iter().skip(SESSIONS - 1) {
        app.site.store.delete_session(&old.hash).await?;
    }
    if sessions.len() >= SESSIONS {
        app.accounts.player_changed(row.id);
    }
    Ok(())
}

fn new_player(app: &App, name: Name, password: Option<String>) -> PlayerRow {
    let now = app.site.clock.now();
    PlayerRow {
        id: PlayerId(app.site.entropy.u128()),
        name: Some(name.shown),
        skeleton: Some(name.skeleton),
        guest: password.is_none(),
        password,
        created: now,
        seen: now,
        muted_until: None,
        deleted: false,
    }
}

/// Become a guest, with a name and a cookie: a name that is drawn, or the one in `name` with a number behind it. A client that
/// is signed in already stays signed in as before.
#[utoipa::path(post, path = "/api/guest", tag = "account", request_body = Option<NewGuest>,
    responses((status = 200, body = Me), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
async fn guest(
    State(app): State<App>,
    who: Visitor,
    BodyIfAny(wanted): BodyIfAny<NewGuest>,
) -> Result<Response> {
    if let Some(player) = who.player {
        app.site.limits.check(Class::Read, who.player, who.address)?;
        return Ok(Json(me_of(&row_of(&app, player).await?)).into_response());
    }
    app.site.limits.check(Class::Guest, None, who.address)?;
    who.check_not_banned(&app)?;
    let wanted = wanted.and_then(|wanted| wanted.name);
    for tries in 0..DRAWS {
        let bits = app.site.entropy.u128();
        let name = match &wanted {
            Some(name) => Name::of_named_guest(name, bits, tries)?,
            None => Name::of_guest(bits, tries),
        };
        let row = new_player(&app, name, None);
        match create_signed_in(&app, &row).await {
            Ok(signed_in) => return Ok(signed_in.into_response()),
            Err(StoreError::NameTaken) => (),
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::unavailable())
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "account",
    responses((status = 200, body = Me), (status = 401, body = Problem)))]
async fn me(State(app): State<App>, me: SignedIn) -> Result<Json<Me>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let row = row_of(&app, me.player).await?;
    let moderator = !row.guest && app.site.store.is_moderator(row.id).await?;
    let mut me = Me { moderator, ..me_of(&row) };
    me.profile.bot = !row.guest && app.site.store.is_bot(row.id).await?;
    Ok(Json(me))
}

/// Make an account: a name and a password, nothing else. A guest becomes it and keeps id, seats and games. The answer has
/// the recovery codes, which are shown this once.
#[utoipa::path(post, path = "/api/register", tag = "account", request_body = Credentials,
    responses((status = 200, body = RegisteredAccount), (status = 400, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem)))]
async fn register(State(app): State<App>, who: Visitor, Body(wanted): Body<Credentials>) -> Result<Response> {
    app.site.limits.check(Class::Password, who.player, who.address)?;
    who.check_not_banned(&app)?;
    let own = match who.player {
        Some(player) => Some(row_of(&app, player).await?),
        None => None,
    };
    if own.as_ref().is_some_and(|row| !row.guest) {
        return Err(has_an_account());
    }
    let name = Name::of_account(&wanted.name)?;
    let holder = app.site.store.player_by_skeleton(&name.skeleton).await?;
    let is_taken = holder.is_some_and(|holder| own.as_ref().is_none_or(|own| own.id != holder.id));
    if is_taken || app.site.store.is_retired(&name.skeleton).await? {
        return Err(names::taken());
    }
    let password = app.accounts.passwords.hash(who.work_caller(), &name.shown, &wanted.password).await?;
    match own {
        Some(own) => {
            app.accounts.hold_name_while_playing(&own).await?;
            let me = become_account(&app, &own, &name, &password).await?;
            app.accounts.note_address(own.id, who.address).await?;
            Ok(Json(registered(&app, me).await).into_response())
        }
        None => {
            let row = new_player(&app, name, Some(password));
            let (cookie, Json(me)) = create_signed_in(&app, &row).await.map_err(to_refusal)?;
            app.accounts.note_address(row.id, who.address).await?;
            Ok((cookie, Json(registered(&app, me).await)).into_response())
        }
    }
}

/// A new account with its recovery codes. The account exists already: if the codes cannot be stored, it has
/// none, and its owner can create some later.
async fn registered(app: &App, me: Me) -> RegisteredAccount {
    let codes = recovery::draw(&app.site.entropy);
    let (player, now) = (me.profile.id, app.site.clock.now());
    let stored = app.site.store.set_recovery_codes(player, &recovery::hash_codes(&codes), now).await;
    let recovery_codes = match stored {
        Ok(()) => codes,
        Err(error) => {
            tracing::warn!(%error, "an account was made without recovery codes");
            vec![]
        }
    };
    RegisteredAccount { me, recovery_codes }
}

fn has_an_account() -> ApiError {
    ApiError::new(
        Code::NotNow,
        "you already have an account; sign out to create another",
        "vous avez déjà un compte ; déconnectez-vous pour en créer un autre",
    )
}

/// Turns a guest into an account; the session stays, since it is the same player. Two concurrent requests
/// make one account.
async fn become_account(app: &App, own: &PlayerRow, name: &Name, password: &str) -> Result<Me> {
    let made = app.site.store.become_account(own.id, &name.shown, &name.skeleton, password).await;
    made.map_err(|error| match error {
        StoreError::NoPlayer(_) => has_an_account(),
        other => to_refusal(other),
    })?;
    let me = me_of(&PlayerRow { name: Some(name.shown.clone()), guest: false, ..own.clone() });
    app.accounts.player_changed(me.profile.id);
    Ok(me)
}

/// The refusal if the name was taken meanwhile.
pub(super) fn to_refusal(error: StoreError) -> ApiError {
    match error {
        StoreError::NameTaken => names::taken(),
        StoreError::NoPlayer(_) => ApiError::not_signed_in(),
        other => other.into(),
    }
}

fn wrong_password() -> ApiError {
    ApiError::new(Code::WrongPassword, "wrong name or password", "nom ou mot de passe incorrect")
        .with_field("password")
}

/// Sign in to an account. The browser's earlier session ends: a guest's seats stay the guest's, they do not move to
/// the account; a guest who wants to keep them registers instead. An account with a second factor sends its code too.
#[utoipa::path(post, path = "/api/login", tag = "account", request_body = SignIn,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn login(State(app): State<App>, who: Visitor, Body(given): Body<SignIn>) -> Result<WithCookie<Me>> {
    app.site.limits.check(Class::Password, who.player, who.address)?;
    app.accounts.check_address(who.address)?;
    let skeleton = skeleton(&given.name);
    let row = app.site.store.player_by_skeleton(&skeleton).await?;
    let is_known = app.accounts.is_known_at(row.as_ref().map(|row| row.id), who.address).await?;
    app.site.limits.check_sign_in(&skeleton, who.address, is_known)?;
    let kept = row.as_ref().and_then(|row| row.password.clone());
    if !app.accounts.passwords.verify(who.work_caller(), &given.password, kept).await? {
        return Err(wrong_password());
    }
    let row = row.ok_or_else(wrong_password)?;
    app.accounts.check_not_banned(row.id).await?;
    app.accounts.check_second_factor(row.id, given.code.as_deref(), who.address).await?;
    make_room(&app, &row).await?;
    let signed_in = sign_in(&app, &row).await?;
    app.accounts.note_address(row.id, who.address).await?;
    take_over_session(&app, &who).await?;
    Ok(signed_in)
}

/// Ends the session that the browser had before it signed in.
pub(super) async fn take_over_session(app: &App, who: &Visitor) -> Result<()> {
    match (&who.session, who.player) {
        (Some(session), Some(player)) => end_session(app, session, player).await,
        _ => Ok(()),
    }
}

async fn end_session(app: &App, session: &str, player: PlayerId) -> Result<()> {
    app.site.store.delete_session(session).await?;
    app.accounts.player_changed(player);
    Ok(())
}

/// Sign out here. A guest who signs out cannot come back.
#[utoipa::path(post, path = "/api/logout", tag = "account", responses((status = 200, body = Acknowledgement)))]
async fn logout(State(app): State<App>, who: Visitor, _: NoBody) -> Result<WithCookie<Acknowledgement>> {
    app.site.limits.check(Class::Write, who.player, who.address)?;
    if let (Some(session), Some(player)) = (&who.session, who.player) {
        end_session(&app, session, player).await?;
    }
    Ok((set_cookie(&app, None), Json(Acknowledgement {})))
}

/// Sign out everywhere: every browser, open connections too. Programs keep their tokens, which are deleted one by one.
#[utoipa::path(post, path = "/api/logout-everywhere", tag = "account",
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem)))]
async fn logout_everywhere(
    State(app): State<App>,
    me: Browser,
    _: NoBody,
) -> Result<WithCookie<Acknowledgement>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    app.site.store.delete_sessions(me.player, None).await?;
    app.accounts.player_changed(me.player);
    Ok((set_cookie(&app, None), Json(Acknowledgement {})))
}

/// Checks the password of a signed-in account, and counts the attempt against the account and the address.
pub(super) async fn prove(app: &App, row: &PlayerRow, password: &str, address: Option<IpAddr>) -> Result<()> {
    let name = row.skeleton.clone().unwrap_or_else(|| row.id.to_string());
    app.site.limits.check_sign_in(&name, address, true)?;
    let caller = WorkCaller::new(Some(row.id), address);
    if app.accounts.passwords.verify(caller, password, row.password.clone()).await? {
        Ok(())
    } else {
        Err(wrong_password())
    }
}

pub(super) fn guests_cannot() -> ApiError {
    ApiError::new(
        Code::GuestsCannot,
        "this needs an account: POST /api/register turns a guest into one",
        "il faut un compte : POST /api/register crée un compte à partir d’un invité",
    )
}

/// The account of a client, for actions that only accounts may do and that are limited like passwords.
pub(super) async fn account_of(app: &App, me: &Browser) -> Result<PlayerRow> {
    app.site.limits.check(Class::Password, Some(me.player), me.address)?;
    let row = row_of(app, me.player).await?;
    if row.guest { Err(guests_cannot()) } else { Ok(row) }
}

/// Names the field in a request with two passwords.
fn blame_password(refused: ApiError, field: &str) -> ApiError {
    match refused.0.code {
        Code::WrongPassword | Code::BadPassword => refused.with_field(field),
        _ => refused,
    }
}

/// Change the password. All other browsers are signed out.
#[utoipa::path(post, path = "/api/password", tag = "account", request_body = NewPassword,
    responses((status = 200, body = Acknowledgement), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem)))]
async fn password(
    State(app): State<App>,
    me: Browser,
    Body(change): Body<NewPassword>,
) -> Result<Json<Acknowledgement>> {
    let row = account_of(&app, &me).await?;
    prove(&app, &row, &change.old, me.address).await.map_err(|refused| blame_password(refused, "old"))?;
    let (caller, name) = (WorkCaller::new(Some(row.id), me.address), row.name.as_deref().unwrap_or_default());
    let hashed = app.accounts.passwords.hash(caller, name, &change.new).await;
    let new = hashed.map_err(|refused| blame_password(refused, "new"))?;
    app.site.store.set_password(row.id, &new).await.map_err(to_refusal)?;
    app.site.store.delete_sessions(row.id, Some(&me.session)).await?;
    app.accounts.player_changed(me.player);
    Ok(Json(Acknowledgement {}))
}

/// Delete myself: the name, the password, all sessions and tokens go. Games stay, played by nobody in particular; a
/// running one continues with an empty seat. Accounts give their password. With `words` everything I wrote in chats goes, too.
/// Nobody may take the name of an account for 90 days.
#[utoipa::path(delete, path = "/api/me", tag = "account", request_body = Proof,
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem)))]
async fn delete(
    State(app): State<App>,
    me: Browser,
    proof: Option<Body<Proof>>,
) -> Result<WithCookie<Acknowledgement>> {
    app.site.limits.check(Class::Password, Some(me.player), me.address)?;
    let row = row_of(&app, me.player).await?;
    let proof = proof.map(|Body(proof)| proof).unwrap_or_default();
    if !row.guest {
        prove(&app, &row, proof.password.as_deref().unwrap_or_default(), me.address).await?;
    }
    app.tables.leave_all(me.player).await;
    app.tournaments.leave_all(me.player).await;
    // Guests have no name that others know.
    let name_until = (!row.guest).then(|| app.site.clock.now() + NAME_KEPT);
    let deletion = Deletion { name_until, with_words: proof.words == Some(true) };
    app.site.store.delete_player(row.id, deletion).await.map_err(to_refusal)?;
    app.accounts.player_changed(me.player);
    app.tables.forget_words(me.player).await?;
    Ok((set_cookie(&app, None), Json(Acknowledgement {})))
}

pub(super) fn token(row: &TokenRow) -> Token {
    let seen = (row.seen != 0).then_some(row.seen);
    Token { id: row.id, label: row.label.clone(), created: row.created, seen }
}

/// The tokens of my programs, oldest first.
#[utoipa::path(get, path = "/api/tokens", tag = "account",
    responses((status = 200, body = Vec<Token>), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn tokens(State(app): State<App>, me: Browser) -> Result<Json<Vec<Token>>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    let row = row_of(&app, me.player).await?;
    if row.guest {
        return Err(guests_cannot());
    }
    Ok(Json(app.site.store.tokens(row.id).await?.iter().map(token).collect()))
}

/// Make a token for a program, which sends it as `Authorization: Bearer …`. It is shown this once. It plays, watches
/// and talks as me; it cannot change the account.
#[utoipa::path(post, path = "/api/tokens", tag = "account", request_body = NewToken,
    responses((status = 200, body = TokenMade), (status = 400, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
async fn make_token(
    State(app): State<App>,
    me: Browser,
    Body(new): Body<NewToken>,
) -> Result<Json<TokenMade>> {
    let row = account_of(&app, &me).await?;
    let label = check_label(&new.label)?;
    let made = TokenMade { id: TokenId(app.site.entropy.u128()), token: draw_secret(&app.site.entropy) };
    let token = TokenRow {
        hash: hash(&made.token),
        id: made.id,
        player: row.id,
        label,
        created: app.site.clock.now(),
        seen: 0,
    };
    if app.site.store.create_token(&token, TOKENS).await? {
        return Ok(Json(made));
    }
    Err(ApiError::new(
        Code::TooMany,
        format!("an account has at most {TOKENS} tokens; delete one"),
        format!("un compte peut avoir {TOKENS} jetons au plus ; supprimez-en un"),
    ))
}

fn check_label(label: &str) -> Result<String> {
    let label = label.trim();
    let length = label.chars().count();
    if length == 0 || length > LABEL || label.chars().any(char::is_control) {
        return Err(ApiError::new(
            Code::Invalid,
            format!("a label has 1 to {LABEL} characters"),
            format!("un libellé compte de 1 à {LABEL} caractères"),
        )
        .with_field("label"));
    }
    Ok(label.to_owned())
}

/// Delete a token: the program that has it is signed out.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "account", params(("id" = String, Path)),
    responses((status = 200, body = Acknowledgement), (status = 404, body = Problem)))]
async fn delete_token(
    State(app): State<App>,
    me: Browser,
    Path(id): Path<String>,
    _: NoBody,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    let missing = || ApiError::new(Code::NoSuchThing, "you have no such token", "vous n’avez pas ce jeton");
    let id = id.parse().map_err(|_| missing())?;
    if !app.site.store.delete_token(me.player, id).await? {
        return Err(missing());
    }
    app.accounts.player_changed(me.player);
    Ok(Json(Acknowledgement {}))
}
