//! Getting back into an account, and the second factor of a sign-in.

use crate::account::Me;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A language of the texts that are sent by mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MailLanguage {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// An account just made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RegisteredAccount {
    /// Oneself.
    #[serde(flatten)]
    pub me: Me,
    /// The recovery codes: the only time they are shown.
    pub recovery_codes: Vec<String>,
}

/// A sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// Where the account has a second factor: six digits from the authenticator app, or a recovery code.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
}

/// The ways back into an account that the site offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecoveryWays {
    /// Whether links are sent by mail.
    pub mail: bool,
}

/// A new password with a recovery code in place of the old password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The account's name.
    pub name: String,
    /// One of its recovery codes, which is used up. Case, spaces and hyphens do not matter.
    pub recovery_code: String,
    /// The new password.
    pub password: String,
    /// Where the account has a second factor: six digits, or another recovery code.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
}

/// A request for a link by mail.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RecoverByMail {
    /// The confirmed address of an account.
    pub address: String,
    /// The language of the mail.
    #[serde(default)]
    #[ts(optional, as = "Option<MailLanguage>")]
    pub lang: MailLanguage,
}

/// A new password with the token of a link in place of the old password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RecoverByLink {
    /// The token in the link.
    pub token: String,
    /// The new password.
    pub password: String,
    /// Where the account has a second factor: six digits, or a recovery code.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
}

/// New recovery codes: the only time they are shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecoveryCodes {
    /// The codes, each good for one use.
    pub codes: Vec<String>,
}

/// A mail address to be confirmed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMailAddress {
    /// The address.
    pub address: String,
    /// The password.
    pub password: String,
    /// The language of the mail.
    #[serde(default)]
    #[ts(optional, as = "Option<MailLanguage>")]
    pub lang: MailLanguage,
}

/// The token in a link that was sent by mail.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MailToken {
    /// The token.
    pub token: String,
}

/// The mail address of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct MailState {
    /// The confirmed address.
    pub address: Option<String>,
    /// An address that waits for its confirmation.
    pub unconfirmed: Option<String>,
}

/// How an account is protected, and what leads back into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Security {
    /// How many recovery codes are left.
    pub recovery_codes: u32,
    /// Since when a second factor is required, milliseconds since 1970.
    #[ts(type = "number | null")]
    pub second_factor: Option<i64>,
    /// The mail address; none where the site sends no mail.
    pub mail: Option<MailState>,
}

/// The secret of a second factor, to be confirmed with a code: the only time it is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TotpSecret {
    /// The secret in base 32, for an app in which it is typed.
    pub secret: String,
    /// The `otpauth://` address that the QR code holds.
    pub uri: String,
    /// The QR code.
    pub qr: QrPicture,
}

/// A QR code as an SVG path of unit squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct QrPicture {
    /// Width and height, with the margin.
    pub size: u32,
    /// The dark squares.
    pub path: String,
}

/// A code of the authenticator app.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TotpCode {
    /// Six digits.
    pub code: String,
}

/// What turns a second factor off.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorProof {
    /// The password.
    pub password: String,
    /// Six digits, or a recovery code.
    pub code: String,
}
