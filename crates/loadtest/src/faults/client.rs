//! A client behind a load balancer. If its node does not answer, it reconnects to another one, sends the number of its
//! last event, and resends unanswered requests with the same ids.

use super::site::NodeAddresses;
use super::table_history::{ClientHistory, ClientRequest, ReceivedMessage, RequestOutcome};
use crate::clock::{now, since_1970};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{Command, EventView, FromClient, FromServer, Seat, TableId};
use taijitu_testkit::{Answer, Client, Socket};

/// How long a client waits for an answer before it tries another node.
const ANSWER: Duration = Duration::from_secs(3);
/// The same where a password is hashed, which is slow on purpose.
const ANSWER_TO_PASSWORD: Duration = Duration::from_secs(30);
/// How long it waits for an event before it polls.
const GLANCE: Duration = Duration::from_millis(500);
/// A client without an answer from any node for this long gives up, which is a violation: no fault lasts that long.
const PATIENCE: Duration = Duration::from_secs(90);

/// One client at one table.
pub(super) struct RoamingClient {
    addresses: Arc<NodeAddresses>,
    door: usize,
    client: Client,
    socket: Option<Socket>,
    /// Through a socket, or by HTTP only.
    by_socket: bool,
    /// How long it waits for an answer before it tries another node.
    patience: Duration,
    /// Whether it asks for positions with each event.
    scenes: bool,
    pub(super) table: TableId,
    /// Whether every received message is stored.
    pub(super) keeps: bool,
    pub(super) history: ClientHistory,
    requests: u32,
}

impl RoamingClient {
    /// A client of one node, not signed in.
    pub(super) fn new(addresses: &Arc<NodeAddresses>, door: usize, by_socket: bool) -> Self {
        Self {
            addresses: addresses.clone(),
            door,
            client: Client::new(addresses.address(door)).keeping_connection(),
            socket: None,
            by_socket,
            patience: ANSWER,
            scenes: false,
            table: TableId(0),
            keeps: false,
            history: ClientHistory::default(),
            requests: 0,
        }
    }

    /// Signs in as a guest.
    pub(super) async fn sign_in(&mut self) -> Result<()> {
        let me = self.ask_on("/api/guest", Some(&json!({}))).await?.success()?;
        self.history.profile = Some(serde_json::from_value(me)?);
        Ok(())
    }

    /// Registers an account; returns its session cookie.
    pub(super) async fn register(&mut self, credentials: &Value) -> Result<String> {
        self.patience = ANSWER_TO_PASSWORD;
        let answer = self.ask_on("/api/register", Some(credentials)).await?;
        // A name that is taken was taken by an earlier request whose answer was lost.
        if answer.refusal().as_deref() == Some("name_taken") {
            self.ask_on("/api/login", Some(credentials)).await?.success()?;
        } else {
            answer.success()?;
        }
        self.patience = ANSWER;
        self.client.cookie().context("a session")
    }

    /// Uses the session of another client.
    pub(super) fn take_cookie(&mut self, cookie: &str) {
        self.client.set_cookie(Some(cookie));
    }

    /// Starts at a table, without any of its events.
    pub(super) fn come(&mut self, table: TableId, seat: Option<Seat>, keeps: bool) {
        let profile = self.history.profile.take();
        self.history = ClientHistory { seat, profile, ..ClientHistory::default() };
        (self.table, self.keeps, self.scenes, self.socket) = (table, keeps, keeps, None);
    }

    /// Switches to another node.
    pub(super) fn move_on(&mut self) {
        self.door += 1;
        self.history.moves += 1;
        self.socket = None;
        self.client = self.client.at(self.addresses.address(self.door));
    }

    /// Sends a request once. `None` if no answer came; the next request goes to another node.
    async fn ask(&mut self, path: &str, body: Option<&Value>) -> Option<Answer> {
        self.ask_by(if body.is_some() { "POST" } else { "GET" }, path, body).await
    }

    async fn ask_by(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<Answer> {
        let text = body.map(Value::to_string).unwrap_or_default();
        let kind = body.map(|_| "application/json");
        let request = self.client.try_send(method, path, kind, text.as_bytes());
        match tokio::time::timeout(self.patience, request).await {
            Ok(Ok(answer)) if answer.status != 503 => Some(answer),
            _ => {
                self.move_on();
                tokio::time::sleep(Duration::from_millis(50)).await;
                None
            }
        }
    }

    /// Sends a request until a node answers.
    pub(super) async fn ask_on(&mut self, path: &str, body: Option<&Value>) -> Result<Answer> {
        let began = now();
        while began.elapsed() < PATIENCE {
            if let Some(answer) = self.ask(path, body).await {
                return Ok(answer);
            }
        }
        bail!("nobody answers {path}")
    }

    /// Repeats a PUT request until a node answers.
    pub(super) async fn put_on(&mut self, path: &str, body: &Value) -> Result<Answer> {
        let began = now();
        while began.elapsed() < PATIENCE {
            if let Some(answer) = self.ask_by("PUT", path, Some(body)).await {
                return Ok(answer);
            }
        }
        bail!("nobody answers {path}")
    }

    /// Sends a request to one node, for the checks after the run. It uses a new connection: the process behind an older one
    /// may have ended.
    pub(super) async fn ask_at(&mut self, door: usize, path: &str) -> Result<Value> {
        self.socket = None;
        self.door = door;
        self.client = self.client.at(self.addresses.address(door));
        let request = tokio::time::timeout(PATIENCE, self.client.try_get(path)).await;
        request.context("no answer")??.success()
    }

    pub(super) fn path(&self, what: &str) -> String {
        format!("/api/tables/{}{what}", self.table)
    }

    /// Sends a command under a new id until it is answered, and records the outcome.
    pub(super) async fn insist(&mut self, command: Command) -> Result<RequestOutcome> {
        self.requests += 1;
        let id = format!("{}-{}", self.history.seat.map_or(0, Seat::number), self.requests);
        let known_head = self.history.head();
        let outcome = self.until_answered(&id, &command).await?;
        let request =
            ClientRequest { id, command, known_head, outcome: outcome.clone(), answered: since_1970() };
        self.history.requests.push(request);
        if outcome == RequestOutcome::Unanswered {
            bail!("a request was not answered for {} s", PATIENCE.as_secs());
        }
        Ok(outcome)
    }

    async fn until_answered(&mut self, id: &str, command: &Command) -> Result<RequestOutcome> {
        let mut body = serde_json::to_value(command)?;
        body["id"] = json!(id);
        let path = self.path("/do");
        let began = now();
        while began.elapsed() < PATIENCE {
            if self.by_socket {
                if let Some(outcome) = self.through_socket(id, command).await? {
                    return Ok(outcome);
                }
            } else if let Some(answer) = self.ask(&path, Some(&body)).await {
                self.keep(0, || answer.text());
                return Ok(match answer.value()["n"].as_u64().filter(|_| answer.status == 200) {
                    Some(n) => RequestOutcome::Done(n),
                    None => RequestOutcome::Refused(answer.refusal().unwrap_or_else(|| "none".into())),
                });
            }
        }
        Ok(RequestOutcome::Unanswered)
    }

    /// Sends a request through the socket. `None` if the connection was lost or no answer came.
    async fn through_socket(&mut self, id: &str, command: &Command) -> Result<Option<RequestOutcome>> {
        if self.socket.is_none() {
            self.watch().await;
        }
        let message = FromClient::Do { table: self.table, id: id.into(), command: command.clone() };
        let Some(socket) = self.socket.as_mut() else { return Ok(None) };
        if !matches!(tokio::time::timeout(ANSWER, socket.try_send(&message)).await, Ok(Ok(()))) {
            self.move_on();
            return Ok(None);
        }
        let sent = now();
        while sent.elapsed() < ANSWER && self.socket.is_some() {
            match self.receive().await? {
                Some(FromServer::Done { id: answered, n }) if answered == id => {
                    return Ok(Some(RequestOutcome::Done(n)));
                }
                Some(FromServer::Refused { id: Some(answered), problem, .. }) if answered == id => {
                    if problem.code.status() == 503 {
                        self.move_on();
                        return Ok(None);
                    }
                    let code = serde_json::to_value(problem.code)?;
                    return Ok(Some(RequestOutcome::Refused(code.as_str().unwrap_or("none").into())));
                }
                _ => (),
            }
        }
        if self.socket.is_some() {
            self.move_on();
        }
        Ok(None)
    }

    /// Connects and watches from the last event it has; tries another node if that fails.
    async fn watch(&mut self) {
        let connected = async {
            let mut socket = Socket::connect(&self.client).await?;
            let since = Some(self.history.head()).filter(|n| *n > 0);
            let watch = FromClient::Watch { table: self.table, since, chat: None, scenes: self.scenes };
            socket.try_send(&watch).await?;
            anyhow::Ok(socket)
        };
        match tokio::time::timeout(ANSWER, connected).await {
            Ok(Ok(socket)) => self.socket = Some(socket),
            _ => {
                self.move_on();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Receives and records one message. `None` if nothing came or the connection was lost.
    async fn receive(&mut self) -> Result<Option<FromServer>> {
        let Some(socket) = self.socket.as_mut() else { return Ok(None) };
        let (text, message) = match tokio::time::timeout(GLANCE, socket.try_next_as_sent()).await {
            Ok(Ok(messages)) => messages,
            Ok(Err(_)) => {
                self.move_on();
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        match &message {
            FromServer::Event { event, .. } => self.note(event)?,
            FromServer::Snapshot { table, .. } => self.snapshot(table.head).await?,
            // The node is ahead of us: we missed a message.
            FromServer::Ping { heads, .. }
                if heads.iter().any(|head| head.table == self.table && head.n > self.history.head()) =>
            {
                self.socket = None;
            }
            FromServer::Refused { id: None, .. } | FromServer::Goodbye { .. } => self.move_on(),
            _ => (),
        }
        let speaks_of = match &message {
            FromServer::Event { event, .. } => event.n,
            FromServer::Snapshot { table, .. } => table.head,
            _ => 0,
        };
        self.keep(speaks_of, || text);
        Ok(Some(message))
    }

    /// Handles a snapshot, which replaces all events. The node must not be behind this client.
    async fn snapshot(&mut self, head: u64) -> Result<()> {
        if head < self.history.head() {
            let wrong =
                format!("a snapshot at {head} for a client with events up to {}", self.history.head());
            self.history.wrong.push(wrong);
        }
        while self.history.head() < head {
            self.fetch(0).await?;
        }
        Ok(())
    }

    /// Waits for new events, through the socket or by HTTP.
    pub(super) async fn listen(&mut self) -> Result<()> {
        if !self.by_socket {
            return self.fetch(1).await;
        }
        if self.socket.is_none() {
            self.watch().await;
        }
        self.receive().await.map(drop)
    }

    /// Requests the events after the last one it has.
    async fn fetch(&mut self, wait: u32) -> Result<()> {
        let path = self.path(&format!("/events?since={}&wait={wait}", self.history.head()));
        let Some(answer) = self.ask(&path, None).await else { return Ok(()) };
        if answer.status != 200 {
            let wrong =
                format!("asking for events after {} was refused: {}", self.history.head(), answer.text());
            self.history.wrong.push(wrong);
            self.move_on();
            return Ok(());
        }
        for event in answer.value()["events"].as_array().context("events")? {
            self.note(&serde_json::from_value(event.clone())?)?;
        }
        self.keep(0, || answer.text());
        Ok(())
    }

    /// Records an event. An event with a known number must be the same event. After a gap the client watches again.
    fn note(&mut self, event: &EventView) -> Result<()> {
        let value = serde_json::to_value(event)?;
        match self.history.events.get(&event.n) {
            Some(known) if *known != value => {
                self.history.wrong.push(format!("event {} was {known}, now {value}", event.n));
            }
            Some(_) => (),
            None if event.n == self.history.head() + 1 => drop(self.history.events.insert(event.n, value)),
            None => self.socket = None,
        }
        Ok(())
    }

    /// Stores a message, with the last event that it or an earlier message contained.
    fn keep(&mut self, speaks_of: u64, text: impl FnOnce() -> String) {
        if self.keeps {
            let reach = self.history.head().max(speaks_of);
            self.history.messages.push(ReceivedMessage { reach, text: text() });
        }
    }

    /// Requests the whole table, as reloading the page does.
    pub(super) async fn look(&mut self) {
        let path = self.path("?scenes=true");
        if let Some(answer) = self.ask(&path, None).await {
            self.keep(answer.value()["head"].as_u64().unwrap_or(0), || answer.text());
        }
    }
}
