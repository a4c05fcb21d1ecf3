//! The encryption of push messages: RFC 8291 over RFC 8188, one record, with `ring`.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The most bytes of a message: push services take 4096 bytes, header and tag included.
pub(crate) const MESSAGE_MOST: usize = 3000;
/// The size of a record, as written in the header.
const RECORD: u32 = 4096;
/// The mark of the last record.
const LAST: u8 = 2;

/// The keys of a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrowserKeys {
    /// The public key: 65 bytes, a point of the curve P-256 that is not compressed.
    pub(crate) public: Vec<u8>,
    /// The secret that it shares with us: 16 bytes.
    pub(crate) auth: Vec<u8>,
}

/// Why nothing was encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the keys of the browser are no keys, or the message is too long")]
pub(crate) struct NotEncrypted;

impl From<ring::error::Unspecified> for NotEncrypted {
    fn from(_: ring::error::Unspecified) -> Self {
        Self
    }
}

/// The length of a derived key, in bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(prk: &Prk, info: &[&[u8]]) -> Result<[u8; N], NotEncrypted> {
    let mut bytes = [0; N];
    prk.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

/// Encrypts a message for a browser.
///
/// # Errors
/// [`NotEncrypted`] if the keys are malformed or the message is too long.
pub(crate) fn encrypt(keys: &BrowserKeys, message: &[u8]) -> Result<Vec<u8>, NotEncrypted> {
    if message.len() > MESSAGE_MOST || keys.public.len() != 65 || keys.auth.len() != 16 {
        return Err(NotEncrypted);
    }
    let random = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let own = private.compute_public_key()?.as_ref().to_vec();
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &keys.public);
    let input: [u8; 32] = agreement::agree_ephemeral(private, &theirs, |shared| {
        let prk = Salt::new(HKDF_SHA256, &keys.auth).extract(shared);
        expand(&prk, &[b"WebPush: info\0", &keys.public, &own])
    })??;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let prk = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let key: [u8; 16] = expand(&prk, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&prk, &[b"Content-Encoding: nonce\0"])?;
    let mut sealed = message.to_vec();
    sealed.push(LAST);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)?;
    let mut body = salt.to_vec();
    body.extend(RECORD.to_be_bytes());
    body.push(own.len() as u8);
    body.extend(own);
    body.extend(sealed);
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_none_are_refused() {
        let keys = |public: Vec<u8>, auth: Vec<u8>| BrowserKeys { public, auth };
        for wrong in [
            keys(vec![], vec![0; 16]),
            keys(vec![4; 65], vec![0; 16]),
            keys(vec![4; 65], vec![0; 15]),
            keys(vec![0; 65], vec![0; 16]),
        ] {
            assert_eq!(encrypt(&wrong, b"hello"), Err(NotEncrypted));
        }
    }

    #[test]
    fn a_message_is_one_record_and_not_too_long() {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        let keys = BrowserKeys { public, auth: vec![7; 16] };
        let body = encrypt(&keys, b"hello").unwrap();
        assert_eq!(body.len(), 16 + 4 + 1 + 65 + 5 + 1 + 16);
        assert_eq!(body[16..21], [0, 0, 16, 0, 65]);
        assert!(encrypt(&keys, &[0; MESSAGE_MOST]).is_ok_and(|body| body.len() <= 4096));
        assert_eq!(encrypt(&keys, &[0; MESSAGE_MOST + 1]), Err(NotEncrypted));
        assert_ne!(encrypt(&keys, b"hello"), encrypt(&keys, b"hello"), "a new key for each");
    }
}
