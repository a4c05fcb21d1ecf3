//! A plain client of the live connection.

use crate::http::Browser;
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use taijitu_protocol::{FromClient, FromServer};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A socket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects as whoever a browser is.
    ///
    /// # Errors
    /// If the server does not want to.
    pub async fn connect(browser: &Browser) -> Result<Self> {
        let address = browser.address();
        let mut request = format!("ws://{address}/api/socket").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{address}").parse()?);
        if let Some(cookie) = browser.cookie() {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        // Ten thousand of these live in one process.
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self(stream))
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn send(&mut self, message: &FromClient) -> Result<()> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next message, pings answered.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn next(&mut self) -> Result<FromServer> {
        loop {
            match self.next_as_sent().await?.1 {
                FromServer::Ping { .. } => (),
                message => return Ok(message),
            }
        }
    }

    /// The next message, pings included and answered, with the text it came as.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn next_as_sent(&mut self) -> Result<(String, FromServer)> {
        let text = self.next_text().await?;
        let message = serde_json::from_str(&text)?;
        if let FromServer::Ping { ping, .. } = message {
            self.send(&FromClient::Pong { ping }).await?;
        }
        Ok((text.to_string(), message))
    }

    /// The next message as it came, for those who have no time to read it; pings are not answered.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the connection ended")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => bail!("the server closed"),
                _ => (),
            }
        }
    }

    /// The next message, if one comes in time.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn next_within(&mut self, patience: Duration) -> Result<Option<FromServer>> {
        match tokio::time::timeout(patience, self.next()).await {
            Ok(message) => message.map(Some),
            Err(_) => Ok(None),
        }
    }
}
