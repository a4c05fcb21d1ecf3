//! Time-based one-time passwords, RFC 6238, as every authenticator app computes them: SHA-1, six digits, 30 seconds.

use crate::site::entropy::Entropy;
use crate::site::url::percent_encode;
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

/// How long a code lasts, in milliseconds.
const STEP_MS: i64 = 30_000;
/// Codes of this many steps before and after are accepted too: a phone's clock may be wrong by half a minute.
const SKEW: i64 = 1;
/// Digits of a code.
const DIGITS: usize = 6;
/// Bytes of a secret: the length of the hash, as RFC 4226 recommends.
const SECRET: usize = 20;

/// A new secret, in base 32.
pub(crate) fn draw_secret(entropy: &Entropy) -> String {
    let bytes = [entropy.u128().to_le_bytes(), entropy.u128().to_le_bytes()].concat();
    BASE32_NOPAD.encode(&bytes[..SECRET])
}

/// The code of a time step; `None` if the secret is not base 32.
fn code(secret: &str, step: i64) -> Option<u32> {
    let key = BASE32_NOPAD.decode(secret.as_bytes()).ok()?;
    let mut mac = Hmac::<Sha1>::new_from_slice(&key).ok()?;
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    // RFC 4226, 5.3: the last four bits say where the code is.
    let at = usize::from(hash.last()? & 15);
    let word = <[u8; 4]>::try_from(hash.get(at..at + 4)?).ok()?;
    Some((u32::from_be_bytes(word) & 0x7fff_ffff) % 10u32.pow(DIGITS as u32))
}

/// Six digits as somebody types them, perhaps with spaces; `None` if it is something else.
pub(crate) fn parse(text: &str) -> Option<u32> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).take(DIGITS + 1).collect();
    let is_code = digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| digits.parse().ok()).flatten()
}

/// The time step around `now` (in milliseconds) whose code this is.
pub(crate) fn matching_step(secret: &str, given: u32, now: i64) -> Option<i64> {
    let present = now / STEP_MS;
    // All codes are computed whichever matches, so that the time taken reveals nothing.
    (present - SKEW..=present + SKEW).filter(|step| code(secret, *step) == Some(given)).max()
}

/// The address that an authenticator app reads: which site, which account, which secret.
pub(crate) fn uri(issuer: &str, account: &str, secret: &str) -> String {
    let (issuer, account) = (percent_encode(issuer), percent_encode(account));
    format!("otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}")
}

/// The code an app shows at a time, for tests that stand in for the app.
#[cfg(any(test, feature = "test-hooks"))]
#[must_use]
pub fn code_at(secret: &str, now: i64) -> Option<String> {
    code(secret, now / STEP_MS).map(|code| format!("{code:06}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the RFC's test vectors, `12345678901234567890`.
    const RFC: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_rfc() {
        let vectors = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, wanted) in vectors {
            assert_eq!(code_at(RFC, seconds * 1000).as_deref(), Some(wanted));
        }
        assert_eq!(code_at("not base 32!", 0), None);
    }

    #[test]
    fn a_code_is_accepted_half_a_minute_early_or_late() {
        let now = 1_234_567_890_000;
        let given = parse(" 005 924 ").unwrap();
        let step = now / STEP_MS;
        for (late, accepted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let found = matching_step(RFC, given, now + late * STEP_MS);
            assert_eq!(found, accepted.then_some(step), "{late}");
        }
        for wrong in ["", "12345", "1234567", "12345a", "１２３４５６"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_address_is_what_apps_read() {
        let secret = draw_secret(&Entropy::System);
        assert_eq!(secret.len(), 32);
        let uri = uri("club.example", "Zoë 42", &secret);
        assert_eq!(
            uri,
            format!("otpauth://totp/club.example:Zo%C3%AB%2042?secret={secret}&issuer=club.example")
        );
    }
}
