//! Push messages to browsers: encrypted, signed, sent to the service that the browser names.

mod encrypt;
mod target;
mod vapid;

pub(crate) use encrypt::BrowserKeys;
pub(crate) use target::PushTarget;
pub(crate) use vapid::VapidKey;

use hyper::body::Bytes;
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// How long a service may take, from the name lookup to its answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a service keeps a message for a browser that is away, in seconds.
const KEPT_FOR: u32 = 12 * 60 * 60;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PushOutcome {
    /// The service has accepted it.
    Sent,
    /// The subscription does not exist, or not any more: it has to be deleted.
    Gone,
    /// Something failed that may work later.
    Failed,
}

/// Sends a message to a browser.
pub(crate) async fn send(
    target: &PushTarget,
    keys: &BrowserKeys,
    vapid: &VapidKey,
    message: &[u8],
    now: i64,
) -> PushOutcome {
    let (Ok(body), Ok(authorization)) =
        (encrypt::encrypt(keys, message), vapid.authorization(&target.origin(), now))
    else {
        // Malformed keys stay malformed: another attempt is useless.
        return PushOutcome::Gone;
    };
    let sent = tokio::time::timeout(TIMEOUT, post(target, &authorization, body)).await;
    match sent {
        Ok(Ok(status)) => outcome(status),
        Ok(Err(error)) => {
            tracing::debug!(error, "a push message was not sent");
            PushOutcome::Failed
        }
        Err(_) => PushOutcome::Failed,
    }
}

/// The outcome for the status of an answer.
const fn outcome(status: u16) -> PushOutcome {
    match status {
        200..300 => PushOutcome::Sent,
        // Too many requests, and requests that took too long.
        408 | 425 | 429 => PushOutcome::Failed,
        400..500 => PushOutcome::Gone,
        _ => PushOutcome::Failed,
    }
}

/// Posts a body; the status of the answer. Redirections are not followed, and the body of the answer is not read.
async fn post(target: &PushTarget, authorization: &str, body: Vec<u8>) -> Result<u16, String> {
    let addresses = target.addresses().await.map_err(|error| error.to_string())?;
    if addresses.is_empty() {
        return Err("the name has no public address".into());
    }
    let stream = TcpStream::connect(&addresses[..]).await.map_err(|error| error.to_string())?;
    if !target.is_https {
        return exchange(target, authorization, body, stream).await;
    }
    let name = ServerName::try_from(target.host.clone()).map_err(|error| error.to_string())?;
    let connector = TlsConnector::from(tls_config());
    let stream = connector.connect(name, stream).await.map_err(|error| error.to_string())?;
    exchange(target, authorization, body, stream).await
}

async fn exchange(
    target: &PushTarget,
    authorization: &str,
    body: Vec<u8>,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> Result<u16, String> {
    let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(|error| error.to_string())?;
    // It ends with the sender, or with the answer.
    let connection = tokio::spawn(connection);
    let request = Request::post(target.path.as_str())
        .header(header::HOST, target.origin().split_once("://").map_or("", |(_, host)| host))
        .header(header::AUTHORIZATION, authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header("ttl", KEPT_FOR)
        .header("urgency", "normal")
        .body(full_body(body))
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request).await.map_err(|error| error.to_string());
    connection.abort();
    Ok(answer?.status().as_u16())
}

fn full_body(body: Vec<u8>) -> http_body_util::Full<Bytes> {
    http_body_util::Full::new(Bytes::from(body))
}

/// The certificates of the system, read once.
fn tls_config() -> Arc<ClientConfig> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    let make = || {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = versions.expect("the provider has the usual versions of TLS");
        Arc::new(config.with_root_certificates(roots).with_no_client_auth())
    };
    CONFIG.get_or_init(make).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_says_what_became_of_a_message() {
        for (status, expected) in [
            (201, PushOutcome::Sent),
            (202, PushOutcome::Sent),
            (301, PushOutcome::Failed),
            (404, PushOutcome::Gone),
            (410, PushOutcome::Gone),
            (429, PushOutcome::Failed),
            (500, PushOutcome::Failed),
        ] {
            assert_eq!(outcome(status), expected, "{status}");
        }
    }
}
