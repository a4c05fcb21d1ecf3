//! A plain browser: one connection, one cookie.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;

/// What the server answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub json: Value,
}

impl Answer {
    /// What was asked for.
    ///
    /// # Errors
    /// If it was refused.
    pub fn ok(self) -> Result<Value> {
        if self.status == 200 { Ok(self.json) } else { bail!("{}: {}", self.status, self.json) }
    }

    /// The code of a refusal.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.json.get("code")?.as_str()
    }
}

/// A browser at a server.
pub struct Browser {
    address: SocketAddr,
    cookie: Option<String>,
    stream: Option<BufStream<TcpStream>>,
}

impl Browser {
    /// A browser nobody is signed in with.
    #[must_use]
    pub const fn new(address: SocketAddr) -> Self {
        Self { address, cookie: None, stream: None }
    }

    /// A browser with a guest.
    ///
    /// # Errors
    /// If the server does not make one.
    pub async fn guest(address: SocketAddr) -> Result<Self> {
        let mut browser = Self::new(address);
        browser.post("/api/guest", &Value::Object(serde_json::Map::default())).await?.ok()?;
        Ok(browser)
    }

    /// The same visitor at another node of the site.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, cookie: self.cookie.clone(), stream: None }
    }

    /// The cookie as `name=value`.
    #[must_use]
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Where the server is.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Goes to another server with the same cookie.
    pub fn move_to(&mut self, address: SocketAddr) {
        self.address = address;
        self.stream = None;
    }

    /// Asks for something.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn get(&mut self, path: &str) -> Result<Answer> {
        self.request("GET", path, "").await
    }

    /// Sends something.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Answer> {
        self.request("POST", path, &body.to_string()).await
    }

    async fn request(&mut self, method: &str, path: &str, body: &str) -> Result<Answer> {
        let address = self.address;
        let cookie = self.cookie.as_ref().map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n{cookie}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        // A connection that failed is not used again: what it would say next is unknown.
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => BufStream::new(TcpStream::connect(address).await?),
        };
        stream.write_all(text.as_bytes()).await?;
        stream.flush().await?;
        let (answer, cookie) = read_answer(&mut stream).await?;
        self.cookie = cookie.or_else(|| self.cookie.take());
        self.stream = Some(stream);
        Ok(answer)
    }
}

async fn read_answer(stream: &mut BufStream<TcpStream>) -> Result<(Answer, Option<String>)> {
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).context("no status")?;
    let (mut length, mut cookie) = (0, None);
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.parse().context("no length")?,
            "set-cookie" => cookie = value.split(';').next().map(str::to_owned),
            _ => (),
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok((Answer { status, json: serde_json::from_slice(&body).unwrap_or(Value::Null) }, cookie))
}
