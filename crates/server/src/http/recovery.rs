//! `/api/recover` and `/api/me/…`: the ways back into an account, and its second factor.

use super::Body;
use super::account::{
    Acknowledgement, WithCookie, account_of, make_room, prove, row_of, sign_in, take_over_session, to_refusal,
};
use crate::accounts::names::skeleton;
use crate::accounts::second_factor::wrong_code;
use crate::accounts::sessions::hash;
use crate::accounts::{mail, recovery, totp};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::{Browser, Visitor};
use crate::site::limits::Class;
use crate::site::qr;
use axum::Json;
use axum::extract::State;
use taijitu_protocol::{
    Code, MailState, MailToken, Me, NewMailAddress, PlayerId, Problem, Proof, Recover, RecoverByLink,
    RecoverByMail, RecoveryCodes, RecoveryWays, SecondFactorProof, Security, TotpCode, TotpSecret,
};
use taijitu_store::{MailPurpose, PlayerRow, ResetProof};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(ways, recover))
        .routes(routes!(recover_by_mail))
        .routes(routes!(recover_by_link))
        .routes(routes!(security))
        .routes(routes!(new_recovery_codes))
        .routes(routes!(new_mail_address, delete_mail_address))
        .routes(routes!(confirm_mail_address))
        .routes(routes!(begin_totp, delete_totp))
        .routes(routes!(confirm_totp))
}

/// The ways back into an account that this site offers.
#[utoipa::path(get, path = "/api/recover", tag = "account", responses((status = 200, body = RecoveryWays)))]
async fn ways(State(app): State<App>, who: Visitor) -> Result<Json<RecoveryWays>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    Ok(Json(RecoveryWays { mail: app.accounts.sends_mail() }))
}

/// Set a new password with a recovery code, which is used up, and sign in. All sessions and tokens of the account end.
#[utoipa::path(post, path = "/api/recover", tag = "account", request_body = Recover,
    responses((status = 200, body = Me), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 429, body = Problem)))]
async fn recover(State(app): State<App>, who: Visitor, Body(given): Body<Recover>) -> Result<WithCookie<Me>> {
    app.site.limits.check(Class::Password, who.player, who.address)?;
    who.check_not_banned(&app)?;
    let skeleton = skeleton(&given.name);
    app.site.limits.check_sign_in(&skeleton, who.address, false)?;
    let wrong = || wrong_code().with_field("recovery_code");
    let row = app.site.store.player_by_skeleton(&skeleton).await?.ok_or_else(wrong)?;
    let hash = recovery::hash_code(&given.recovery_code);
    if !app.site.store.has_recovery_code(row.id, &hash).await? {
        return Err(wrong());
    }
    // One code is not two factors.
    let code = given.code.as_deref().filter(|code| recovery::hash_code(code) != hash);
    set_password(&app, &who, &row, &given.password, code, ResetProof::RecoveryCode(&hash), wrong).await?;
    enter(&app, &who, &row).await
}

/// Request a link by mail with which a new password can be set. The answer is the same whether or not an account has this
/// address.
#[utoipa::path(post, path = "/api/recover/mail", tag = "account", request_body = RecoverByMail,
    responses((status = 200, body = Acknowledgement), (status = 400, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)))]
async fn recover_by_mail(
    State(app): State<App>,
    who: Visitor,
    Body(given): Body<RecoverByMail>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Password, who.player, who.address)?;
    who.check_not_banned(&app)?;
    let address = app.accounts.check_mail_address(&given.address)?;
    app.site.limits.check(Class::Mail, None, who.address)?;
    app.accounts.send_reset_links(address, given.lang);
    Ok(Json(Acknowledgement {}))
}

/// Set a new password with a link that came by mail, and sign in. All sessions and tokens of the account end.
#[utoipa::path(post, path = "/api/recover/link", tag = "account", request_body = RecoverByLink,
    responses((status = 200, body = Me), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 429, body = Problem)))]
async fn recover_by_link(
    State(app): State<App>,
    who: Visitor,
    Body(given): Body<RecoverByLink>,
) -> Result<WithCookie<Me>> {
    app.site.limits.check(Class::Password, who.player, who.address)?;
    who.check_not_banned(&app)?;
    let now = app.site.clock.now();
    let hash = hash(&given.token);
    let token = app.site.store.mail_token(MailPurpose::Reset, &hash, now).await?.ok_or_else(wrong_link)?;
    let row = row_of(&app, token.player).await.map_err(|_| wrong_link())?;
    let (code, proof) = (given.code.as_deref(), ResetProof::MailToken(&hash, now));
    set_password(&app, &who, &row, &given.password, code, proof, wrong_link).await?;
    enter(&app, &who, &row).await
}

fn wrong_link() -> ApiError {
    ApiError::new(
        Code::WrongCode,
        "this link was already used or has expired: ask for another",
        "ce lien a déjà servi ou a expiré : demandez-en un autre",
    )
    .with_field("token")
}

/// Sets a password without the old one. The second factor is checked after the new password was accepted, so
/// that its code is not used up by a password that is too short.
async fn set_password(
    app: &App,
    who: &Visitor,
    row: &PlayerRow,
    password: &str,
    code: Option<&str>,
    proof: ResetProof<'_>,
    wrong: impl Fn() -> ApiError,
) -> Result<()> {
    let name = row.name.as_deref().unwrap_or_default();
    let hashed = app.accounts.passwords.hash(who.work_caller(), name, password).await?;
    app.accounts.check_second_factor(row.id, code, who.address).await?;
    if !app.site.store.reset_password(row.id, &hashed, proof).await.map_err(to_refusal)? {
        return Err(wrong());
    }
    app.accounts.player_changed(row.id);
    Ok(())
}

/// Signs in after a reset; the previous session of the browser ends.
async fn enter(app: &App, who: &Visitor, row: &PlayerRow) -> Result<WithCookie<Me>> {
    make_room(app, row).await?;
    let signed_in = sign_in(app, row).await?;
    take_over_session(app, who).await?;
    Ok(signed_in)
}

/// How my account is protected: recovery codes left, second factor, mail address.
#[utoipa::path(get, path = "/api/me/security", tag = "account",
    responses((status = 200, body = Security), (status = 401, body = Problem)))]
async fn security(State(app): State<App>, me: Browser) -> Result<Json<Security>> {
    app.site.limits.check(Class::Read, Some(me.player), me.address)?;
    Ok(Json(security_of(&app, me.player).await?))
}

async fn security_of(app: &App, player: PlayerId) -> Result<Security> {
    let store = &app.site.store;
    let factor = store.second_factor(player).await?.filter(|factor| factor.confirmed > 0);
    let mail = if app.accounts.sends_mail() {
        let waiting = store.mail_token_of(MailPurpose::Confirm, player, app.site.clock.now()).await?;
        Some(MailState {
            address: store.mail_address(player).await?.map(|row| row.address),
            unconfirmed: waiting.map(|row| row.address),
        })
    } else {
        None
    };
    Ok(Security {
        recovery_codes: u32::try_from(store.recovery_codes(player).await?).unwrap_or(u32::MAX),
        second_factor: factor.map(|factor| factor.confirmed),
        mail,
    })
}

/// Make new recovery codes, which are shown this once; the old ones are void. An account with a second factor sends its code
/// too.
#[utoipa::path(post, path = "/api/me/recovery-codes", tag = "account", request_body = Proof,
    responses((status = 200, body = RecoveryCodes), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn new_recovery_codes(
    State(app): State<App>,
    me: Browser,
    Body(proof): Body<Proof>,
) -> Result<Json<RecoveryCodes>> {
    let row = account_of(&app, &me).await?;
    prove(&app, &row, &proof.password.unwrap_or_default(), me.address).await?;
    // A recovery code replaces the second factor: a password alone must not lead to one.
    app.accounts.check_second_factor(row.id, proof.code.as_deref(), me.address).await?;
    let codes = recovery::draw(&app.site.entropy);
    let hashes = recovery::hash_codes(&codes);
    app.site.store.set_recovery_codes(row.id, &hashes, app.site.clock.now()).await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Give a mail address, to which a link is sent that confirms it. Until then an earlier address stays.
#[utoipa::path(post, path = "/api/me/mail", tag = "account", request_body = NewMailAddress,
    responses((status = 200, body = Acknowledgement), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn new_mail_address(
    State(app): State<App>,
    me: Browser,
    Body(given): Body<NewMailAddress>,
) -> Result<Json<Acknowledgement>> {
    if !app.accounts.sends_mail() {
        return Err(mail::mail_off());
    }
    let row = account_of(&app, &me).await?;
    prove(&app, &row, &given.password, me.address).await?;
    let address = app.accounts.check_mail_address(&given.address)?;
    app.site.limits.check(Class::Mail, Some(row.id), me.address)?;
    app.accounts.send_confirmation(&row, &address, given.lang).await?;
    Ok(Json(Acknowledgement {}))
}

/// Confirm a mail address with the token of a link.
#[utoipa::path(post, path = "/api/mail/confirm", tag = "account", request_body = MailToken,
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem)))]
async fn confirm_mail_address(
    State(app): State<App>,
    who: Visitor,
    Body(given): Body<MailToken>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Password, who.player, who.address)?;
    who.check_not_banned(&app)?;
    let now = app.site.clock.now();
    match app.site.store.confirm_mail_address(&hash(&given.token), now).await? {
        Some(_) => Ok(Json(Acknowledgement {})),
        None => Err(wrong_link()),
    }
}

/// Delete my mail address.
#[utoipa::path(delete, path = "/api/me/mail", tag = "account", request_body = Proof,
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem)))]
async fn delete_mail_address(
    State(app): State<App>,
    me: Browser,
    Body(proof): Body<Proof>,
) -> Result<Json<Acknowledgement>> {
    let row = account_of(&app, &me).await?;
    prove(&app, &row, &proof.password.unwrap_or_default(), me.address).await?;
    app.site.store.delete_mail_address(row.id).await?;
    Ok(Json(Acknowledgement {}))
}

/// Begin with a second factor: a secret for an authenticator app, to be confirmed with a code.
#[utoipa::path(post, path = "/api/me/totp", tag = "account", request_body = Proof,
    responses((status = 200, body = TotpSecret), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn begin_totp(
    State(app): State<App>,
    me: Browser,
    Body(proof): Body<Proof>,
) -> Result<Json<TotpSecret>> {
    let row = account_of(&app, &me).await?;
    prove(&app, &row, &proof.password.unwrap_or_default(), me.address).await?;
    let secret = totp::draw_secret(&app.site.entropy);
    if !app.site.store.begin_second_factor(row.id, &secret).await? {
        return Err(ApiError::new(
            Code::NotNow,
            "two-factor authentication is on; turn it off to change the app",
            "l’authentification à deux facteurs est activée ; désactivez-la pour changer d’application",
        ));
    }
    let site = app.site.config.public_url.as_deref().and_then(|url| url.split_once("://"));
    let issuer = site.map_or("Taijitu", |(_, host)| host);
    let uri = totp::uri(issuer, row.name.as_deref().unwrap_or_default(), &secret);
    let qr = qr::picture(&uri).ok_or_else(ApiError::unavailable)?;
    Ok(Json(TotpSecret { secret, uri, qr }))
}

/// Turn the second factor on with a first code. All other browsers are signed out: they came in without one.
#[utoipa::path(post, path = "/api/me/totp/confirm", tag = "account", request_body = TotpCode,
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn confirm_totp(
    State(app): State<App>,
    me: Browser,
    Body(given): Body<TotpCode>,
) -> Result<Json<Acknowledgement>> {
    app.site.limits.check(Class::Write, Some(me.player), me.address)?;
    app.accounts.confirm_second_factor(me.player, &given.code, me.address).await?;
    app.site.store.delete_sessions(me.player, Some(&me.session)).await?;
    app.accounts.player_changed(me.player);
    Ok(Json(Acknowledgement {}))
}

/// Turn the second factor off.
#[utoipa::path(delete, path = "/api/me/totp", tag = "account", request_body = SecondFactorProof,
    responses((status = 200, body = Acknowledgement), (status = 401, body = Problem)))]
async fn delete_totp(
    State(app): State<App>,
    me: Browser,
    Body(proof): Body<SecondFactorProof>,
) -> Result<Json<Acknowledgement>> {
    let row = account_of(&app, &me).await?;
    prove(&app, &row, &proof.password, me.address).await?;
    app.accounts.check_second_factor(row.id, Some(&proof.code), me.address).await?;
    app.site.store.delete_second_factor(row.id).await?;
    Ok(Json(Acknowledgement {}))
}
