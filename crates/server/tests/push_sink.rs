//! A push service of our own: it takes what is sent to browsers, and decrypts it with a browser's key as RFC 8291 has it.

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use taijitu_testkit::PATIENCE;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, mpsc};

/// A request as it came.
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// The service; it answers everything with the same status.
pub(crate) struct PushSink {
    address: SocketAddr,
    status: Arc<AtomicU16>,
    received: Mutex<mpsc::UnboundedReceiver<Received>>,
}

impl PushSink {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, received) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(201));
        let answers = status.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (sender, status) = (sender.clone(), answers.load(Ordering::Relaxed));
                tokio::spawn(async move { answer(stream, status, &sender).await });
            }
        });
        Self { address, status, received: Mutex::new(received) }
    }

    /// The address of a browser at this service.
    pub(crate) fn endpoint(&self, name: &str) -> String {
        format!("http://{}/send/{name}", self.address)
    }

    pub(crate) fn answer_with(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    pub(crate) async fn next(&self) -> Received {
        let mut received = self.received.lock().await;
        let next = tokio::time::timeout(PATIENCE, received.recv()).await;
        next.expect("a message comes in time").expect("the service listens")
    }

    pub(crate) async fn is_empty(&self) -> bool {
        self.received.lock().await.is_empty()
    }
}

async fn answer(mut stream: TcpStream, status: u16, sender: &mpsc::UnboundedSender<Received>) -> Option<()> {
    let mut bytes = vec![];
    let end = loop {
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&chunk[..count]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let mut received = Received { head, body: bytes[end + 4..].to_vec() };
    let length: usize = received.header("content-length")?.parse().ok()?;
    while received.body.len() < length {
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.ok().filter(|count| *count > 0)?;
        received.body.extend_from_slice(&chunk[..count]);
    }
    let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await.ok()?;
    sender.send(received).ok()
}

/// A browser that has subscribed. Its key decrypts one message.
pub(crate) struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(prk: &Prk, info: &[&[u8]]) -> [u8; N] {
    let mut bytes = [0; N];
    prk.expand(info, Length(N)).unwrap().fill(&mut bytes).unwrap();
    bytes
}

impl Browser {
    pub(crate) fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self { private, public, auth: [9; 16] }
    }

    /// The subscription it sends to the server.
    pub(crate) fn subscription(&self, endpoint: &str, french: bool) -> Value {
        let (p256dh, auth) = (BASE64URL_NOPAD.encode(&self.public), BASE64URL_NOPAD.encode(&self.auth));
        json!({ "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "french": french })
    }

    /// Decrypts a message.
    pub(crate) fn decrypt(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[4], 65, "the key of the sender");
        let (theirs, sealed) = rest[5..].split_at(65);
        let key = UnparsedPublicKey::new(&ECDH_P256, theirs);
        let input: [u8; 32] = agreement::agree_ephemeral(self.private, &key, |shared| {
            let prk = Salt::new(HKDF_SHA256, &self.auth).extract(shared);
            expand(&prk, &[b"WebPush: info\0", &self.public, theirs])
        })
        .unwrap();
        let prk = Salt::new(HKDF_SHA256, salt).extract(&input);
        let key: [u8; 16] = expand(&prk, &[b"Content-Encoding: aes128gcm\0"]);
        let nonce: [u8; 12] = expand(&prk, &[b"Content-Encoding: nonce\0"]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let opened = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        assert_eq!(opened.last(), Some(&2), "the last record");
        serde_json::from_slice(&opened[..opened.len() - 1]).unwrap()
    }
}
