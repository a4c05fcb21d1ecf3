//! The identity of the site towards push services (VAPID, RFC 8292): a key made at the first start signs each request.

use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// How long a signature is valid, in seconds; services accept a day at most.
const VALID_FOR: i64 = 12 * 60 * 60;

/// Why there is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key for push messages cannot be read")]
pub(crate) struct VapidKeyError;

/// The key of a site.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
    /// The contact for the services: a mail address or the site, as a URL.
    contact: String,
}

impl VapidKey {
    /// A new key, as text.
    ///
    /// # Errors
    /// [`VapidKeyError`] if the system has no random numbers.
    pub(crate) fn generate() -> Result<String, VapidKeyError> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document =
            EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new()).map_err(|_| VapidKeyError)?;
        Ok(BASE64URL_NOPAD.encode(document.as_ref()))
    }

    /// Reads a key.
    ///
    /// # Errors
    /// [`VapidKeyError`] if the text is not a key.
    pub(crate) fn read(text: &str, contact: String) -> Result<Self, VapidKeyError> {
        let document = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| VapidKeyError)?;
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &document, &random).map_err(|_| VapidKeyError)?;
        Ok(Self { pair, contact })
    }

    /// The public key, for browsers: base64url.
    pub(crate) fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.pair.public_key().as_ref())
    }

    /// The header of a request to a service, of which `origin` is the scheme and the host.
    ///
    /// # Errors
    /// [`VapidKeyError`] if signing fails.
    pub(crate) fn authorization(&self, origin: &str, now: i64) -> Result<String, VapidKeyError> {
        let encode = |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let claims = json!({ "aud": origin, "exp": now / 1000 + VALID_FOR, "sub": self.contact });
        let signed = format!("{}.{}", encode(json!({ "typ": "JWT", "alg": "ES256" })), encode(claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).map_err(|_| VapidKeyError)?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn a_request_is_signed_with_the_key_of_the_site() {
        let text = VapidKey::generate().unwrap();
        let key = VapidKey::read(&text, "https://club.example".into()).unwrap();
        let header = key.authorization("https://push.example", 1_000_000).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
        public.verify(signed.as_bytes(), &decode(signature)).unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        let exp = 1000 + VALID_FOR;
        assert_eq!(
            claims,
            json!({ "aud": "https://push.example", "exp": exp, "sub": "https://club.example" })
        );
        assert!(VapidKey::read("nonsense", String::new()).is_err());
    }
}
