//! HTTP as a browser would speak it, one request to a connection. Redirects are not followed, because they are examined themselves.

use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::header::{HOST, HeaderMap};
use hyper::{Method, Request, Uri};
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The most bytes of an answer that are read.
const MOST: usize = 1 << 20;

/// What was answered.
pub(super) struct SiteAnswer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl SiteAnswer {
    /// A header as text.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// A site by its address.
#[derive(Clone)]
pub(super) struct SiteAddress {
    pub(super) https: bool,
    pub(super) host: String,
    port: u16,
}

impl SiteAddress {
    /// Reads an address without a path.
    ///
    /// # Errors
    /// If the address has no host.
    pub(super) fn parse(url: &str) -> Result<Self, String> {
        let uri: Uri = url.parse().map_err(|error| format!("{error}"))?;
        let https = uri.scheme_str() == Some("https");
        let host = uri.host().ok_or("it has no host")?.to_owned();
        Ok(Self { https, host, port: uri.port_u16().unwrap_or(if https { 443 } else { 80 }) })
    }

    /// The same host over plain http on the usual port.
    pub(super) fn plain(&self) -> Self {
        Self { https: false, host: self.host.clone(), port: 80 }
    }

    /// How browsers call it.
    pub(super) fn origin(&self) -> String {
        format!("{}://{}", if self.https { "https" } else { "http" }, self.authority())
    }

    fn authority(&self) -> String {
        let usual = if self.https { 443 } else { 80 };
        if self.port == usual { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }

    /// Makes a request without a body.
    ///
    /// # Errors
    /// The reason why there is no answer, as text.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<SiteAnswer, String> {
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, self.exchange(method, path, headers)).await;
        answer.unwrap_or_else(|_| Err(format!("no answer within {} s", ANSWER_TIMEOUT.as_secs())))
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<SiteAnswer, String> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, self.authority());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Empty::<Bytes>::new()).map_err(|error| error.to_string())?;
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((host, self.port)).await.map_err(|error| error.to_string())?;
        if !self.https {
            return converse(stream, request).await;
        }
        let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
        let tls = TlsConnector::from(Arc::new(tls_config()?)).connect(name, stream).await;
        converse(tls.map_err(|error| format!("https: {error}"))?, request).await
    }
}

/// The certificates this machine trusts.
fn tls_config() -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Empty<Bytes>>,
) -> Result<SiteAnswer, String> {
    let words = |error: hyper::Error| error.to_string();
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(words)?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(words)?;
    let (head, body) = answer.into_parts();
    // An upgraded connection has no body to wait for.
    let body = if head.status.as_u16() == 101 {
        String::new()
    } else {
        let body = Limited::new(body, MOST).collect().await.map_err(|error| error.to_string())?;
        String::from_utf8_lossy(&body.to_bytes()).into_owned()
    };
    connection.abort();
    Ok(SiteAnswer { status: head.status.as_u16(), headers: head.headers, body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let origin = |url: &str| SiteAddress::parse(url).unwrap().origin();
        assert_eq!(origin("https://club.example"), "https://club.example");
        assert_eq!(origin("http://192.168.1.5:8080"), "http://192.168.1.5:8080");
        assert_eq!(origin("http://[::1]:8080"), "http://[::1]:8080");
        assert_eq!(
            SiteAddress::parse("https://club.example:8443").unwrap().plain().origin(),
            "http://club.example"
        );
        assert!(SiteAddress::parse("club").is_err() || SiteAddress::parse("/").is_err());
    }
}
