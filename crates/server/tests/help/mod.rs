//! A real server on a temporary database, and browsers and programs that talk to it.
//!
//! ```ignore
//! let site = Site::start().await;
//! let ada = site.guest().await;
//! let door = ada.post("/api/tables", json!({ "game": "yinsh" })).await.ok();
//! ```
//!
//! The client is a few lines over a TCP stream: it sends exactly the headers and bytes a test wants, wrong ones
//! included, which a client library would not.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part of this")]

use futures_util::{SinkExt, StreamExt};
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taijitu_protocol::Code;
use taijitu_rules::playout::Random;
use taijitu_server::http::{Front, Pages};
use taijitu_server::{App, Bus, Config, Entropy, PasswordCost, Server};
use taijitu_store::{Settings, Store};
use taijitu_test_services::Nats;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a test waits for something that should happen at once.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a database of its own.
pub struct Site {
    server: Option<Server>,
    config: Config,
    seed: Option<u64>,
    front: Front,
    address: Arc<Mutex<SocketAddr>>,
    folder: TempDir,
}

impl Site {
    /// Rate limits that no test reaches, cheap passwords.
    pub async fn start() -> Self {
        Self::with(|config| config.rate_factor = 100_000).await
    }

    /// A server set up otherwise.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::prepared(change, None, Front::default()).await
    }

    /// A server whose chance comes from a seed: two of them that are asked the same draw the same.
    pub async fn seeded(seed: u64) -> Self {
        Self::prepared(|config| config.rate_factor = 100_000, Some(seed), Front::default()).await
    }

    /// A server that is handed a page.
    pub async fn with_pages(pages: Pages) -> Self {
        Self::prepared(|_| (), None, Front { pages, ..Front::default() }).await
    }

    /// A server that shows its metrics.
    pub async fn measured(metrics: PrometheusHandle) -> Self {
        let front = Front { metrics: Some(metrics), ..Front::default() };
        Self::prepared(|config| config.rate_factor = 100_000, None, front).await
    }

    async fn prepared(change: impl FnOnce(&mut Config), seed: Option<u64>, front: Front) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            database: format!("sqlite:{}", folder.path().join("site.db").display()),
            engine_threads: Some(1),
            password_cost: PasswordCost::CHEAP,
            ..Config::default()
        };
        change(&mut config);
        let server = serve(&config, seed, front.clone()).await;
        let address = Arc::new(Mutex::new(server.address()));
        Self { server: Some(server), config, seed, front, address, folder }
    }

    /// Stops the server and starts another on the same database, at another port; browsers follow.
    pub async fn restart(&mut self) {
        self.stop().await;
        let server = serve(&self.config, self.seed, self.front.clone()).await;
        *self.address.lock().unwrap() = server.address();
        self.server = Some(server);
    }

    /// Stops the server.
    pub async fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    /// The layers of the server.
    pub fn app(&self) -> &App {
        self.server.as_ref().expect("the server runs").app()
    }

    /// Another server on the same store: with the same bus, or with one of its own on which nothing is heard.
    pub async fn node(&self, bus: Bus) -> Server {
        let config = Config { listen: "127.0.0.1:0".parse().unwrap(), ..self.config.clone() };
        let store = self.app().site.store.clone();
        let node = taijitu_server::Site::new(config, store, bus, Entropy::System);
        Server::start_on(node, Front::default()).await.unwrap()
    }

    /// Lets so many milliseconds pass at once. A clock that leaps looks like an outage, which is charged to nobody,
    /// unless there was a sign of life on the way.
    pub async fn pass(&self, milliseconds: i64) {
        let site = &self.app().site;
        let then = site.clock.now() + milliseconds;
        site.store.heartbeat("the wall", then, i64::MAX, then).await.unwrap();
        site.clock.step(milliseconds);
    }

    /// The folder of the database.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        *self.address.lock().unwrap()
    }

    /// A browser nobody is signed in with.
    pub fn browser(&self) -> Client {
        Client {
            address: self.address.clone(),
            origin: Origin::Own,
            cookie: Arc::default(),
            token: None,
            headers: vec![],
        }
    }

    /// A browser with a guest.
    pub async fn guest(&self) -> Client {
        let browser = self.browser();
        browser.post("/api/guest", json!({})).await.ok();
        browser
    }

    /// A browser with an account whose password is `password of NAME`.
    pub async fn account(&self, name: &str) -> Client {
        let browser = self.browser();
        browser.post("/api/register", credentials(name)).await.ok();
        browser
    }

    /// A program with a token of an account.
    pub async fn program(&self, owner: &Client) -> Client {
        let made = owner.post("/api/tokens", json!({ "label": "a program" })).await.ok();
        self.bearer(made["token"].as_str().unwrap())
    }

    /// A program with some token.
    pub fn bearer(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), origin: Origin::None, ..self.browser() }
    }
}

/// The name and the password of [`Site::account`].
pub fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": format!("password of {name}") })
}

async fn serve(config: &Config, seed: Option<u64>, front: Front) -> Server {
    let store = Store::open(&config.database, Settings::default()).await.unwrap();
    let entropy = seed.map_or(Entropy::System, |seed| Entropy::Seeded(Mutex::new(Random::new(seed))));
    let bus = match &config.nats {
        Some(url) => Bus::nats(url).await.unwrap(),
        None => Bus::default(),
    };
    let site = taijitu_server::Site::new(config.clone(), store, bus, entropy);
    Server::start_on(site, front).await.unwrap()
}

/// A NATS server of one's own; none where none is installed, and then a test says so.
pub fn nats() -> Option<Nats> {
    if Nats::program().is_none() {
        println!("no nats-server: not tested");
        return None;
    }
    Some(Nats::start().unwrap())
}

/// Asks again and again until something is so; a busy machine may take its time.
pub async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("{what} did not happen"))
}

/// What a client says about where it comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A page of the server.
    Own,
    /// Nothing.
    None,
    /// Another place.
    Other(String),
}

/// A browser with a cookie jar, or a program with a token. A clone is another tab.
#[derive(Clone)]
pub struct Client {
    address: Arc<Mutex<SocketAddr>>,
    origin: Origin,
    cookie: Arc<Mutex<Option<String>>>,
    token: Option<String>,
    headers: Vec<(String, String)>,
}

/// What the server answered.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Client {
    /// The same browser at another node of the same house.
    pub fn at(&self, node: &Server) -> Self {
        Self { address: Arc::new(Mutex::new(node.address())), ..self.clone() }
    }

    /// The same browser, seemingly on a page of another site, or not saying where.
    pub fn on_page_of(&self, origin: Origin) -> Self {
        Self { origin, ..self.clone() }
    }

    /// The same browser with another header on every request.
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.into(), value.into()));
        client
    }

    /// The cookie, as `name=value`.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap().clone()
    }

    /// Puts a cookie in the jar.
    pub fn set_cookie(&self, cookie: Option<&str>) {
        *self.cookie.lock().unwrap() = cookie.map(str::to_owned);
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, b"").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some("application/json"), body.to_string().as_bytes()).await
    }

    pub async fn delete(&self, path: &str, body: Value) -> Answer {
        self.send("DELETE", path, Some("application/json"), body.to_string().as_bytes()).await
    }

    /// Does something at a table.
    pub async fn act(&self, table: &str, command: Value) -> Answer {
        self.post(&format!("/api/tables/{table}/do"), command).await
    }

    /// Opens a table; its id.
    pub async fn open(&self, table: Value) -> String {
        self.post("/api/tables", table).await.ok()["table"].as_str().unwrap().to_owned()
    }

    /// Plays a turn; the number of its event.
    pub async fn play(&self, table: &str, turn: u32, text: &str) -> Answer {
        self.act(table, json!({ "do": "play", "game": 1, "turn": turn, "text": text })).await
    }

    /// A table as this browser sees it.
    pub async fn look(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}")).await.ok()
    }

    /// All events of a table as this browser sees them.
    pub async fn events(&self, table: &str) -> Vec<Value> {
        let page = self.get(&format!("/api/tables/{table}/events?since=0")).await.ok();
        page["events"].as_array().unwrap().clone()
    }

    /// Says something; what became of it.
    pub async fn say(&self, table: &str, text: &str) -> Answer {
        self.post(&format!("/api/tables/{table}/chat"), json!({ "text": text })).await
    }

    /// What this browser has heard at a table.
    pub async fn heard(&self, table: &str) -> Vec<Value> {
        let page = self.get(&format!("/api/tables/{table}/chat")).await.ok();
        page["lines"].as_array().unwrap().clone()
    }

    /// Who this is.
    pub async fn me(&self) -> Value {
        self.get("/api/me").await.ok()
    }

    fn origin(&self) -> Option<String> {
        match &self.origin {
            Origin::Own => Some(format!("http://{}", self.address.lock().unwrap())),
            Origin::None => None,
            Origin::Other(origin) => Some(origin.clone()),
        }
    }

    /// The headers of every request.
    fn own_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        let mut add = |name: &str, value: Option<String>| {
            headers.extend(value.map(|value| (name.to_owned(), value)));
        };
        add("origin", self.origin());
        add("cookie", self.cookie());
        add("authorization", self.token.as_ref().map(|token| format!("Bearer {token}")));
        headers
    }

    /// Asks for an answer that grows; the connection closes when it is dropped.
    pub async fn lines(&self, path: &str, body: Value) -> Lines {
        let address = *self.address.lock().unwrap();
        let body = body.to_string();
        let mut head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\naccept-encoding: gzip, br\r\n");
        for (name, value) in self.own_headers() {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut lines = Lines { stream, raw: vec![], head: String::new(), text: String::new() };
        lines.head = lines.take_head().await;
        lines
    }

    /// Sends any bytes with any method.
    pub async fn send(&self, method: &str, path: &str, kind: Option<&str>, body: &[u8]) -> Answer {
        let address = *self.address.lock().unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
        for (name, value) in self.own_headers() {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(kind) = kind {
            head += &format!("content-type: {kind}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        let answer = tokio::time::timeout(PATIENCE, exchange(address, head.as_bytes(), body)).await;
        let answer = answer.unwrap_or_else(|_| panic!("no answer to {method} {path}"));
        self.keep_cookie(&answer);
        answer
    }

    fn keep_cookie(&self, answer: &Answer) {
        for cookie in answer.all("set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            let cleared = cookie.contains("Max-Age=0");
            *self.cookie.lock().unwrap() = (!cleared).then(|| pair.to_owned());
        }
    }

    /// Opens a socket; the hello has been received.
    pub async fn socket(&self) -> Socket {
        self.try_socket().await.unwrap_or_else(|answer| panic!("no socket: {answer:?}"))
    }

    /// A socket into which little fits: a client that does not read is noticed soon.
    pub async fn narrow_socket(&self) -> Socket {
        let wire = tokio::net::TcpSocket::new_v4().unwrap();
        wire.set_recv_buffer_size(4096).unwrap();
        let address = *self.address.lock().unwrap();
        let stream = MaybeTlsStream::Plain(wire.connect(address).await.unwrap());
        let (stream, _) = tokio_tungstenite::client_async(self.socket_request(), stream).await.unwrap();
        let mut socket = Socket { stream, hello: Value::Null };
        socket.hello = socket.next().await.expect("a hello");
        socket
    }

    fn socket_request(&self) -> tokio_tungstenite::tungstenite::http::Request<()> {
        let url = format!("ws://{}/api/socket", self.address.lock().unwrap());
        let mut request = url.into_client_request().unwrap();
        for (name, value) in self.own_headers() {
            let name: axum::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        request
    }

    /// Opens a socket, or answers why not.
    pub async fn try_socket(&self) -> Result<Socket, Answer> {
        match connect_async(self.socket_request()).await {
            Ok((stream, _)) => {
                let mut socket = Socket { stream, hello: Value::Null };
                socket.hello = socket.next().await.expect("a hello");
                Ok(socket)
            }
            Err(SocketError::Http(response)) => Err(Answer {
                status: response.status().as_u16(),
                headers: pairs(response.headers()),
                body: response.body().clone().unwrap_or_default(),
            }),
            Err(error) => panic!("{error}"),
        }
    }
}

fn pairs(headers: &axum::http::HeaderMap) -> Vec<(String, String)> {
    let text = |value: &axum::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect()
}

/// Writes while it reads: a server may answer, and stop listening, before it has got a large body.
async fn exchange(address: SocketAddr, head: &[u8], body: &[u8]) -> Answer {
    let (mut reader, mut writer) = TcpStream::connect(address).await.unwrap().into_split();
    let write = async {
        let _ = writer.write_all(head).await;
        let _ = writer.write_all(body).await;
    };
    let mut bytes = vec![];
    let read = async {
        // A connection reset after the answer has still brought the answer.
        let _ = reader.read_to_end(&mut bytes).await;
    };
    tokio::join!(write, read);
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let header = |line: &str| {
        let (name, value) = line.split_once(':').expect("a header");
        (name.to_lowercase(), value.trim().to_owned())
    };
    let mut answer = Answer { status, headers: lines.map(header).collect(), body: bytes[end + 4..].to_vec() };
    if answer.header("transfer-encoding").is_some() {
        answer.body = unchunk(&answer.body);
    }
    answer
}

/// An answer that grows line by line.
pub struct Lines {
    stream: TcpStream,
    raw: Vec<u8>,
    /// The status line and the headers.
    pub head: String,
    text: String,
}

impl Lines {
    /// Reads what there is; false at the end.
    async fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut bytes)).await;
        let read = read.expect("something in time").unwrap_or(0);
        self.raw.extend_from_slice(&bytes[..read]);
        read > 0
    }

    async fn take_head(&mut self) -> String {
        loop {
            if let Some(end) = self.raw.windows(4).position(|four| four == b"\r\n\r\n") {
                let rest = self.raw.split_off(end + 4);
                return String::from_utf8(std::mem::replace(&mut self.raw, rest)).unwrap();
            }
            assert!(self.read().await, "an answer has a head");
        }
    }

    /// The next line as JSON; none at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.text.split_once('\n') {
                let line = serde_json::from_str(line).unwrap();
                self.text = rest.to_owned();
                return Some(line);
            }
            // A chunk is one line or several, never part of one: that is how the server sends them.
            while let Some(end) = self.raw.windows(2).position(|two| two == b"\r\n") {
                let size = usize::from_str_radix(std::str::from_utf8(&self.raw[..end]).unwrap(), 16).unwrap();
                if size == 0 {
                    break;
                }
                if self.raw.len() < end + 4 + size {
                    break;
                }
                self.text += std::str::from_utf8(&self.raw[end + 2..end + 2 + size]).unwrap();
                self.raw.drain(..end + 4 + size);
            }
            let ended = self.raw.starts_with(b"0\r\n");
            if !self.text.contains('\n') && (ended || !self.read().await) {
                return None;
            }
        }
    }

    /// The next line of a kind; others are passed over.
    pub async fn next_of(&mut self, is: &str) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("it ended before {is}"));
            if line["is"] == is {
                return line;
            }
        }
    }

    /// All lines that are left.
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut lines = vec![];
        while let Some(line) = self.next().await {
            lines.push(line);
        }
        lines
    }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = vec![];
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
        if size == 0 {
            break;
        }
    }
    body
}

impl Answer {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// All headers of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// What was asked for; it has to have succeeded.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// Why it was refused; it has to have been, as JSON, with a known code and its status.
    #[track_caller]
    pub fn code(&self) -> Code {
        assert!(self.status >= 400, "{} {}", self.status, self.text());
        let code: Code = serde_json::from_value(self.json()["code"].clone())
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()));
        assert_eq!(self.status, code.status());
        code
    }

    /// Asserts why it was refused.
    #[track_caller]
    pub fn refused(&self, code: Code) {
        assert_eq!(self.code(), code, "{}", self.text());
    }
}

/// A socket.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The first message.
    pub hello: Value,
}

impl Socket {
    /// Sends a message.
    pub async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: &str) {
        // A server that has closed says so when it is read from.
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// Sends any message.
    pub async fn send_message(&mut self, message: Message) {
        let _ = self.stream.send(message).await;
    }

    /// The next ping, unanswered; nothing if the server has closed.
    pub async fn next_ping(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a ping in time");
            let Ok(Message::Text(text)) = message? else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "ping" {
                return Some(message);
            }
        }
    }

    /// Everything that has come until now: a question is asked, and what comes before its answer collected. Who is
    /// there is told once a second by the clock on the wall, so that is left out.
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

    /// The next message other than a ping; pings are answered. Nothing if the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        tokio::time::timeout(PATIENCE, self.next_but_pings()).await.expect("a message in time")
    }

    async fn next_but_pings(&mut self) -> Option<Value> {
        loop {
            let text = match self.stream.next().await? {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => continue,
            };
            let message: Value = serde_json::from_str(&text).unwrap();
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

    /// Watches a table; its snapshot.
    pub async fn watch(&mut self, table: &str) -> Value {
        self.send(json!({ "type": "watch", "table": table })).await;
        self.next_of("snapshot").await
    }

    /// Does something at a table; the answer, `done` or `refused`.
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
