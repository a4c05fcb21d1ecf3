//! A browser with a cookie jar, or a program with a token.

use crate::answer::Answer;
use crate::http::exchange;
use crate::lines::Lines;
use crate::socket::{ConnectError, Socket};
use crate::wait::PATIENCE;
use anyhow::Result;
use serde_json::{Value, json};
use std::borrow::Borrow;
use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use tokio::net::{TcpSocket, TcpStream};

const JSON: Option<&str> = Some("application/json");

/// The `OriginHeader` header of a client.
#[derive(Clone, Debug)]
pub enum OriginHeader {
    /// A page of the server.
    Own,
    /// No header.
    None,
    /// A page of another site.
    Other(String),
}

/// A client of one server. A clone is another tab of the same browser: it shares the cookie.
#[derive(Clone, Debug)]
pub struct Client {
    address: Arc<Mutex<SocketAddr>>,
    origin: OriginHeader,
    cookie: Arc<Mutex<Option<String>>>,
    token: Option<String>,
    headers: Vec<(String, String)>,
    /// The local address of its connections, if it is not left to the system.
    source: Option<IpAddr>,
    connections: ConnectionReuse,
}

/// Whether a connection is used again.
#[derive(Clone, Debug)]
enum ConnectionReuse {
    /// Each request has its own.
    OneForEach,
    /// The last one that is not in use, and where it leads.
    Kept(Arc<Mutex<Option<(SocketAddr, TcpStream)>>>),
}

impl Client {
    /// A browser that is not signed in.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        Self::following(Arc::new(Mutex::new(address)))
    }

    /// A browser at a server that may move to another address.
    #[must_use]
    pub fn following(address: Arc<Mutex<SocketAddr>>) -> Self {
        Self {
            address,
            origin: OriginHeader::Own,
            cookie: Arc::default(),
            token: None,
            headers: vec![],
            source: None,
            connections: ConnectionReuse::OneForEach,
        }
    }

    /// A browser with a guest and a persistent connection: one of many in a load test.
    ///
    /// # Errors
    /// If the server creates no guest.
    pub async fn guest(address: SocketAddr) -> Result<Self> {
        Self::new(address).keeping_connection().as_guest().await
    }

    /// The same browser, signed in as a new guest.
    ///
    /// # Errors
    /// If the server creates no guest.
    pub async fn as_guest(self) -> Result<Self> {
        self.try_post("/api/guest", &json!({})).await?.success()?;
        Ok(self)
    }

    /// The same browser on another machine: its connections come from this local address. On Linux all of `127.0.0.0/8`
    /// is local.
    #[must_use]
    pub fn coming_from(self, source: IpAddr) -> Self {
        Self { source: Some(source), ..self }
    }

    /// The same browser, which uses its connection for more than one request.
    #[must_use]
    pub fn keeping_connection(self) -> Self {
        Self { connections: ConnectionReuse::Kept(Arc::default()), ..self }
    }

    /// The same browser at another node of the site, over a new connection.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        let connections = match self.connections {
            ConnectionReuse::OneForEach => ConnectionReuse::OneForEach,
            ConnectionReuse::Kept(_) => ConnectionReuse::Kept(Arc::default()),
        };
        Self { address: Arc::new(Mutex::new(address)), connections, ..self.clone() }
    }

    /// The same browser, seemingly on a page of another site, or not saying where.
    #[must_use]
    pub fn on_page_of(&self, origin: OriginHeader) -> Self {
        Self { origin, ..self.clone() }
    }

    /// The same browser with another header on every request.
    #[must_use]
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.into(), value.into()));
        client
    }

    /// A program with a token at the same server, which has neither cookies nor an origin.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        let program = Self::following(self.address.clone());
        Self { token: Some(token.to_owned()), origin: OriginHeader::None, ..program }
    }

    /// Where the server is.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        *self.address.lock().unwrap()
    }

    /// The cookie, as `name=value`.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap().clone()
    }

    /// Puts a cookie in the jar.
    pub fn set_cookie(&self, cookie: Option<&str>) {
        *self.cookie.lock().unwrap() = cookie.map(str::to_owned);
    }

    /// The headers of every request.
    pub(crate) fn own_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        let mut add = |name: &str, value: Option<String>| {
            headers.extend(value.map(|value| (name.to_owned(), value)));
        };
        add("origin", self.origin());
        add("cookie", self.cookie());
        add("authorization", self.token.as_ref().map(|token| format!("Bearer {token}")));
        headers
    }

    fn origin(&self) -> Option<String> {
        match &self.origin {
            OriginHeader::Own => Some(format!("http://{}", self.address())),
            OriginHeader::None => None,
            OriginHeader::Other(origin) => Some(origin.clone()),
        }
    }

    /// A request as it is sent, with some more headers.
    fn request(
        &self,
        method: &str,
        path: &str,
        more: &[(&str, &str)],
        kind: Option<&str>,
        body: &[u8],
    ) -> Vec<u8> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address());
        let own = self.own_headers();
        let own = own.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let kind = kind.map(|kind| ("content-type", kind));
        for (name, value) in own.chain(more.iter().copied()).chain(kind) {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let _ = write!(head, "content-length: {}\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    }

    /// Sends any bytes with any method.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn try_send(
        &self,
        method: &str,
        path: &str,
        kind: Option<&str>,
        body: &[u8],
    ) -> Result<Answer> {
        let answer = match &self.connections {
            ConnectionReuse::OneForEach => {
                let request = self.request(method, path, &[("connection", "close")], kind, body);
                exchange(&mut self.connect().await?, &request).await?
            }
            ConnectionReuse::Kept(kept) => {
                let address = self.address();
                // A connection that fails is not reused: its state is unknown.
                let usable = kept.lock().unwrap().take().filter(|(at, _)| *at == address);
                let mut stream = match usable {
                    Some((_, stream)) => stream,
                    None => self.connect().await?,
                };
                let answer = exchange(&mut stream, &self.request(method, path, &[], kind, body)).await?;
                *kept.lock().unwrap() = Some((address, stream));
                answer
            }
        };
        self.keep_cookie(&answer);
        Ok(answer)
    }

    fn keep_cookie(&self, answer: &Answer) {
        for cookie in answer.all("set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            let is_cleared = cookie.contains("Max-Age=0");
            self.set_cookie((!is_cleared).then_some(pair));
        }
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn try_get(&self, path: &str) -> Result<Answer> {
        self.try_send("GET", path, None, b"").await
    }

    /// Sends JSON.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn try_post(&self, path: &str, body: &Value) -> Result<Answer> {
        self.try_send("POST", path, JSON, body.to_string().as_bytes()).await
    }

    /// Sends any bytes with any method; there has to be an answer in time.
    pub async fn send(&self, method: &str, path: &str, kind: Option<&str>, body: &[u8]) -> Answer {
        let answer = tokio::time::timeout(PATIENCE, self.try_send(method, path, kind, body)).await;
        let answer = answer.unwrap_or_else(|_| panic!("no answer to {method} {path} in time"));
        answer.unwrap_or_else(|error| panic!("no answer to {method} {path}: {error:#}"))
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, b"").await
    }

    /// Sends JSON.
    pub async fn post(&self, path: &str, body: impl Borrow<Value>) -> Answer {
        self.send("POST", path, JSON, body.borrow().to_string().as_bytes()).await
    }

    /// Sends a DELETE request.
    pub async fn delete(&self, path: &str, body: Value) -> Answer {
        self.send("DELETE", path, JSON, body.to_string().as_bytes()).await
    }

    /// Sends a command to a table.
    pub async fn act(&self, table: &str, command: Value) -> Answer {
        self.post(&format!("/api/tables/{table}/do"), command).await
    }

    /// Opens a table; its id.
    pub async fn open(&self, table: Value) -> String {
        self.post("/api/tables", table).await.ok()["table"].as_str().unwrap().to_owned()
    }

    /// Plays a turn of the first game; the number of its event.
    pub async fn play(&self, table: &str, turn: u32, text: &str) -> Answer {
        self.act(table, json!({ "do": "play", "game": 1, "turn": turn, "text": text })).await
    }

    /// A table as this client sees it.
    pub async fn look(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}")).await.ok()
    }

    /// All events of a table as this client sees them.
    pub async fn events(&self, table: &str) -> Vec<Value> {
        let page = self.get(&format!("/api/tables/{table}/events?since=0")).await.ok();
        page["events"].as_array().unwrap().clone()
    }

    /// Sends a chat message; returns the answer.
    pub async fn say(&self, table: &str, text: &str) -> Answer {
        self.post(&format!("/api/tables/{table}/chat"), json!({ "text": text })).await
    }

    /// The chat of a table as this client sees it.
    pub async fn chat_lines(&self, table: &str) -> Vec<Value> {
        let page = self.get(&format!("/api/tables/{table}/chat")).await.ok();
        page["lines"].as_array().unwrap().clone()
    }

    /// The player this client is signed in as.
    pub async fn me(&self) -> Value {
        self.get("/api/me").await.ok()
    }

    /// Sends a request with a streamed answer; the connection closes when it is dropped.
    pub async fn lines(&self, path: &str, body: Value) -> Lines {
        let more = [("accept-encoding", "gzip, br")];
        let request = self.request("POST", path, &more, JSON, body.to_string().as_bytes());
        let stream = self.connect().await.unwrap();
        Lines::begin(stream, &request).await.unwrap()
    }

    /// Asks for an answer that grows line by line.
    pub async fn stream(&self, path: &str) -> Lines {
        let request = self.request("GET", path, &[], None, b"");
        let stream = self.connect().await.unwrap();
        Lines::begin(stream, &request).await.unwrap()
    }

    /// A connection to the server on which nothing has been sent.
    ///
    /// # Errors
    /// If the server does not accept it, or the local address is not one of this machine.
    pub async fn connect(&self) -> Result<TcpStream> {
        let address = self.address();
        let stream = match self.source {
            None => TcpStream::connect(address).await?,
            Some(source) => {
                let socket = TcpSocket::new_v4()?;
                socket.bind(SocketAddr::new(source, 0))?;
                socket.connect(address).await?
            }
        };
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Opens a socket; the hello has been received.
    pub async fn socket(&self) -> Socket {
        self.try_socket().await.unwrap_or_else(|answer| panic!("no socket: {answer:?}"))
    }

    /// Opens a socket and receives its hello, or returns the refusal.
    ///
    /// # Errors
    /// The answer of the server.
    pub async fn try_socket(&self) -> Result<Socket, Answer> {
        match Socket::connect(self).await {
            Ok(socket) => Ok(socket.with_hello().await),
            Err(ConnectError::Refused(answer)) => Err(answer),
            Err(ConnectError::Failed(error)) => panic!("no socket: {error:#}"),
        }
    }

    /// Opens a socket into which little fits: a client that does not read is noticed soon.
    pub async fn narrow_socket(&self) -> Socket {
        let wire = tokio::net::TcpSocket::new_v4().unwrap();
        wire.set_recv_buffer_size(4096).unwrap();
        let stream = wire.connect(self.address()).await.unwrap();
        Socket::over(stream, self).await.unwrap().with_hello().await
    }
}

/// A name, and the password that test accounts of this name have.
#[must_use]
pub fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": format!("password of {name}") })
}
