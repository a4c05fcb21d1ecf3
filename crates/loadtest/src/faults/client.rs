//! A client behind a load balancer: when its node does not answer it goes to another one, says what it knows, and sends
//! again what was not answered, under the same id.

use super::site::Doors;
use super::story::{ClientRequest, Fate, ReceivedMessage, Witness};
use crate::clock::{now, since_1970};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{Command, EventView, FromClient, FromServer, Seat, TableId};
use taijitu_testkit::{Answer, Client, Socket};

/// How long a client waits for an answer before it tries elsewhere.
const ANSWER: Duration = Duration::from_secs(3);
/// How long it waits for something to happen before it looks around.
const GLANCE: Duration = Duration::from_millis(500);
/// A client that gets no answer anywhere for so long gives up, and that is a violation: no fault lasts so long.
const PATIENCE: Duration = Duration::from_secs(90);

/// One client at one table.
pub(super) struct RoamingClient {
    doors: Arc<Doors>,
    door: usize,
    client: Client,
    socket: Option<Socket>,
    /// Through a socket, or by HTTP only.
    by_socket: bool,
    /// Whether it asks for positions with each event.
    scenes: bool,
    pub(super) table: TableId,
    /// Whether everything it hears is kept.
    pub(super) keeps: bool,
    pub(super) witness: Witness,
    requests: u32,
}

impl RoamingClient {
    /// Somebody at a door, not signed in.
    pub(super) fn new(doors: &Arc<Doors>, door: usize, by_socket: bool) -> Self {
        Self {
            doors: doors.clone(),
            door,
            client: Client::new(doors.address(door)).keeping_connection(),
            socket: None,
            by_socket,
            scenes: false,
            table: TableId(0),
            keeps: false,
            witness: Witness::default(),
            requests: 0,
        }
    }

    /// Becomes a guest.
    pub(super) async fn sign_in(&mut self) -> Result<()> {
        let me = self.ask_on("/api/guest", Some(&json!({}))).await?.success()?;
        self.witness.profile = Some(serde_json::from_value(me)?);
        Ok(())
    }

    /// Comes to a table, with nothing known of it.
    pub(super) fn come(&mut self, table: TableId, seat: Option<Seat>, keeps: bool) {
        let profile = self.witness.profile.take();
        self.witness = Witness { seat, profile, ..Witness::default() };
        (self.table, self.keeps, self.scenes, self.socket) = (table, keeps, keeps, None);
    }

    /// Goes to another node.
    pub(super) fn move_on(&mut self) {
        self.door += 1;
        self.witness.moves += 1;
        self.socket = None;
        self.client = self.client.at(self.doors.address(self.door));
    }

    /// Asks once; none if no answer came, and then somebody else is asked next.
    async fn ask(&mut self, path: &str, body: Option<&Value>) -> Option<Answer> {
        let asked = async {
            match body {
                Some(body) => self.client.try_post(path, body).await,
                None => self.client.try_get(path).await,
            }
        };
        match tokio::time::timeout(ANSWER, asked).await {
            Ok(Ok(answer)) if answer.status != 503 => Some(answer),
            _ => {
                self.move_on();
                tokio::time::sleep(Duration::from_millis(50)).await;
                None
            }
        }
    }

    /// Asks until somebody answers.
    pub(super) async fn ask_on(&mut self, path: &str, body: Option<&Value>) -> Result<Answer> {
        let began = now();
        while began.elapsed() < PATIENCE {
            if let Some(answer) = self.ask(path, body).await {
                return Ok(answer);
            }
        }
        bail!("nobody answers {path}")
    }

    /// Asks one node, whatever happens; for the end, when everybody is well. A connection from before may have ended with
    /// the process it led to: this one is new.
    pub(super) async fn ask_at(&mut self, door: usize, path: &str) -> Result<Value> {
        self.socket = None;
        self.door = door;
        self.client = self.client.at(self.doors.address(door));
        let asked = tokio::time::timeout(PATIENCE, self.client.try_get(path)).await;
        asked.context("no answer")??.success()
    }

    pub(super) fn path(&self, what: &str) -> String {
        format!("/api/tables/{}{what}", self.table)
    }

    /// Asks for something under a new id until it is answered, and notes what came of it.
    pub(super) async fn insist(&mut self, command: Command) -> Result<Fate> {
        self.requests += 1;
        let id = format!("{}-{}", self.witness.seat.map_or(0, Seat::number), self.requests);
        let knew = self.witness.head();
        let fate = self.until_answered(&id, &command).await?;
        let asked = ClientRequest { id, command, knew, fate: fate.clone(), answered: since_1970() };
        self.witness.asked.push(asked);
        if fate == Fate::Unanswered {
            bail!("a request was not answered for {} s", PATIENCE.as_secs());
        }
        Ok(fate)
    }

    async fn until_answered(&mut self, id: &str, command: &Command) -> Result<Fate> {
        let mut body = serde_json::to_value(command)?;
        body["id"] = json!(id);
        let path = self.path("/do");
        let began = now();
        while began.elapsed() < PATIENCE {
            if self.by_socket {
                if let Some(fate) = self.through_socket(id, command).await? {
                    return Ok(fate);
                }
            } else if let Some(answer) = self.ask(&path, Some(&body)).await {
                self.keep(0, || answer.text());
                return Ok(match answer.value()["n"].as_u64().filter(|_| answer.status == 200) {
                    Some(n) => Fate::Done(n),
                    None => Fate::Refused(answer.refusal().unwrap_or_else(|| "none".into())),
                });
            }
        }
        Ok(Fate::Unanswered)
    }

    /// Sends a request through the socket; none if the connection was lost or no answer came.
    async fn through_socket(&mut self, id: &str, command: &Command) -> Result<Option<Fate>> {
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
            match self.hear().await? {
                Some(FromServer::Done { id: answered, n }) if answered == id => {
                    return Ok(Some(Fate::Done(n)));
                }
                Some(FromServer::Refused { id: Some(answered), problem, .. }) if answered == id => {
                    if problem.code.status() == 503 {
                        self.move_on();
                        return Ok(None);
                    }
                    let code = serde_json::to_value(problem.code)?;
                    return Ok(Some(Fate::Refused(code.as_str().unwrap_or("none").into())));
                }
                _ => (),
            }
        }
        if self.socket.is_some() {
            self.move_on();
        }
        Ok(None)
    }

    /// Connects and watches from the last number it has; goes elsewhere if that fails.
    async fn watch(&mut self) {
        let connected = async {
            let mut socket = Socket::connect(&self.client).await?;
            let since = Some(self.witness.head()).filter(|n| *n > 0);
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

    /// One message, noted down; none if nothing came or the connection was lost.
    async fn hear(&mut self) -> Result<Option<FromServer>> {
        let Some(socket) = self.socket.as_mut() else { return Ok(None) };
        let (text, message) = match tokio::time::timeout(GLANCE, socket.try_next_as_sent()).await {
            Ok(Ok(heard)) => heard,
            Ok(Err(_)) => {
                self.move_on();
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        match &message {
            FromServer::Event { event, .. } => self.note(event)?,
            FromServer::Snapshot { table, .. } => self.snapshot(table.head).await?,
            // Somebody there knows more than we do: we missed a message.
            FromServer::Ping { heads, .. }
                if heads.iter().any(|head| head.table == self.table && head.n > self.witness.head()) =>
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

    /// A node says: forget what you knew. It must not know less than we do.
    async fn snapshot(&mut self, head: u64) -> Result<()> {
        if head < self.witness.head() {
            let wrong = format!("told to forget events up to {} for a table at {head}", self.witness.head());
            self.witness.wrong.push(wrong);
        }
        while self.witness.head() < head {
            self.fetch(0).await?;
        }
        Ok(())
    }

    /// Learns what happened, one way or the other.
    pub(super) async fn listen(&mut self) -> Result<()> {
        if !self.by_socket {
            return self.fetch(1).await;
        }
        if self.socket.is_none() {
            self.watch().await;
        }
        self.hear().await.map(drop)
    }

    /// Asks for the events after the last one it has.
    async fn fetch(&mut self, wait: u32) -> Result<()> {
        let path = self.path(&format!("/events?since={}&wait={wait}", self.witness.head()));
        let Some(answer) = self.ask(&path, None).await else { return Ok(()) };
        if answer.status != 200 {
            let wrong =
                format!("asking for events after {} was refused: {}", self.witness.head(), answer.text());
            self.witness.wrong.push(wrong);
            self.move_on();
            return Ok(());
        }
        for event in answer.value()["events"].as_array().context("events")? {
            self.note(&serde_json::from_value(event.clone())?)?;
        }
        self.keep(0, || answer.text());
        Ok(())
    }

    /// Notes an event: a number is always the same event. A client that sees a gap watches again.
    fn note(&mut self, event: &EventView) -> Result<()> {
        let value = serde_json::to_value(event)?;
        match self.witness.told.get(&event.n) {
            Some(known) if *known != value => {
                self.witness.wrong.push(format!("event {} was {known}, now {value}", event.n));
            }
            Some(_) => (),
            None if event.n == self.witness.head() + 1 => drop(self.witness.told.insert(event.n, value)),
            None => self.socket = None,
        }
        Ok(())
    }

    /// Keeps a message, which speaks of events up to a number or of those it knows.
    fn keep(&mut self, speaks_of: u64, text: impl FnOnce() -> String) {
        if self.keeps {
            let reach = self.witness.head().max(speaks_of);
            self.witness.heard.push(ReceivedMessage { reach, text: text() });
        }
    }

    /// Looks at the whole table, as somebody who reloads the page does.
    pub(super) async fn look(&mut self) {
        let path = self.path("?scenes=true");
        if let Some(answer) = self.ask(&path, None).await {
            self.keep(answer.value()["head"].as_u64().unwrap_or(0), || answer.text());
        }
    }
}
