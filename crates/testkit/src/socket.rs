//! The live connection.

use crate::answer::Answer;
use crate::client::Client;
use crate::wait::PATIENCE;
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use taijitu_protocol::{FromClient, FromServer};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderMap, HeaderName};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Why there is no socket.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The server answered the request with a refusal.
    #[error("{}: {}", .0.status, .0.text())]
    Refused(Answer),
    /// There was no answer.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

/// A socket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The first message; null unless [`Client::socket`] has received it.
    pub hello: Value,
}

impl Socket {
    /// Connects with the identity of a client.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub async fn connect(client: &Client) -> Result<Self, ConnectError> {
        Self::over(client.connect().await?, client).await
    }

    /// The same over a connection that is there.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub async fn over(stream: TcpStream, client: &Client) -> Result<Self, ConnectError> {
        let request = format!("ws://{}/api/socket", client.address()).into_client_request();
        let mut request = request.map_err(anyhow::Error::from)?;
        for (name, value) in client.own_headers() {
            let name: HeaderName = name.parse().map_err(anyhow::Error::from)?;
            request.headers_mut().insert(name, value.parse().map_err(anyhow::Error::from)?);
        }
        // Ten thousand of these live in one process.
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        match client_async_with_config(request, stream, Some(config)).await {
            Ok((stream, _)) => Ok(Self { stream, hello: Value::Null }),
            Err(Error::Http(response)) => Err(ConnectError::Refused(Answer {
                status: response.status().as_u16(),
                headers: pairs(response.headers()),
                body: response.body().clone().unwrap_or_default(),
            })),
            Err(error) => Err(ConnectError::Failed(error.into())),
        }
    }

    /// Waits for the hello.
    pub(crate) async fn with_hello(mut self) -> Self {
        self.hello = self.next().await.expect("a hello");
        self
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn try_send(&mut self, message: &FromClient) -> Result<()> {
        Ok(self.stream.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next message as it came, for a client that has no time to read it; pings are not answered.
    ///
    /// # Errors
    /// If the connection is lost or closed.
    pub async fn try_next_text(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await.context("the connection ended")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => bail!("the server closed"),
                _ => (),
            }
        }
    }

    /// The next message, pings included and answered, with the text it came as.
    ///
    /// # Errors
    /// If the connection is lost or closed.
    pub async fn try_next_as_sent(&mut self) -> Result<(String, FromServer)> {
        let text = self.try_next_text().await?;
        let message = serde_json::from_str(&text)?;
        if let FromServer::Ping { ping, .. } = message {
            self.try_send(&FromClient::Pong { ping }).await?;
        }
        Ok((text.to_string(), message))
    }

    /// The next message, pings answered.
    ///
    /// # Errors
    /// If the connection is lost or closed.
    pub async fn try_next(&mut self) -> Result<FromServer> {
        loop {
            match self.try_next_as_sent().await?.1 {
                FromServer::Ping { .. } => (),
                message => return Ok(message),
            }
        }
    }

    /// The next message, if one comes in time.
    ///
    /// # Errors
    /// If the connection is lost or closed.
    pub async fn try_next_within(&mut self, limit: Duration) -> Result<Option<FromServer>> {
        match tokio::time::timeout(limit, self.try_next()).await {
            Ok(message) => message.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Sends any JSON. A closed connection shows at the next receive.
    pub async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: &str) {
        self.send_message(Message::text(text)).await;
    }

    /// Sends any message.
    pub async fn send_message(&mut self, message: Message) {
        let _ = self.stream.send(message).await;
    }

    /// The next message as JSON; `None` if the server has closed.
    async fn receive(&mut self) -> Option<Value> {
        let text = tokio::time::timeout(PATIENCE, self.try_next_text()).await.expect("a message in time");
        Some(serde_json::from_str(&text.ok()?).unwrap())
    }

    /// The close code of the server; `None` if it ends the connection without one. Messages are skipped.
    pub async fn close_code(&mut self) -> Option<u16> {
        let close = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                    Some(Ok(_)) => (),
                    Some(Err(_)) | None => return None,
                }
            }
        };
        tokio::time::timeout(PATIENCE, close).await.expect("the server closes in time")
    }

    /// The next ping, unanswered; `None` if the server has closed.
    pub async fn next_ping(&mut self) -> Option<Value> {
        loop {
            let message = self.receive().await?;
            if message["type"] == "ping" {
                return Some(message);
            }
        }
    }

    /// The next message other than a ping; pings are answered. `None` if the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = self.receive().await?;
            if message["type"] != "ping" {
                return Some(message);
            }
            self.send(json!({ "type": "pong", "ping": message["ping"] })).await;
        }
    }

    /// The next message of a type; others are passed over.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// All messages up to now: sends a request and collects what arrives before its answer. Presence is sent
    /// once a second by the wall clock, so it is left out.
    pub async fn so_far(&mut self) -> Vec<Value> {
        let table = "00000000000000000000000000";
        self.send(json!({ "type": "branch", "table": table, "id": "so far?", "touches": [] })).await;
        let mut came = vec![];
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == "so far?" {
                return came;
            }
            if message["type"] != "presence" {
                came.push(message);
            }
        }
    }

    /// Watches a table; its snapshot.
    pub async fn watch(&mut self, table: &str) -> Value {
        self.send(json!({ "type": "watch", "table": table })).await;
        self.next_of("snapshot").await
    }

    /// Sends a command to a table; returns the answer, `done` or `refused`.
    pub async fn act(&mut self, table: &str, id: &str, command: Value) -> Value {
        self.send(json!({ "type": "do", "table": table, "id": id, "command": command })).await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == id {
                return message;
            }
        }
    }
}

fn pairs(headers: &HeaderMap) -> Vec<(String, String)> {
    let pair = |(name, value): (&HeaderName, &tokio_tungstenite::tungstenite::http::HeaderValue)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    headers.iter().map(pair).collect()
}
