//! A guest who plays a game at a server, by socket or plain HTTP, and keeps a log of everything received.
//!
//! A guest with bad [`Misbehaviour`] loses the connection at bad moments and sends things twice, late or with
//! wrong numbers. In any case every number has to arrive once, and every acknowledged command has to be in
//! the log.

use crate::answer::Answer;
use crate::client::Client;
use crate::follow::TableFollower;
use crate::script;
use crate::socket::Socket;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;
use taijitu_protocol::{Command, EventView, FromClient, FromServer, Seat, TableId};
use taijitu_rules::playout::Random;

/// How long a guest tries to reach a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait for an event before polling.
const GLANCE: Duration = Duration::from_millis(500);

/// Misbehaviour, in cases out of a thousand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misbehaviour {
    /// Through a socket, or through HTTP.
    pub socket: bool,
    /// Loses the connection before the answer comes.
    pub drops: u32,
    /// Sends a turn twice.
    pub doubles: u32,
    /// Sends an old turn again, long after it was answered.
    pub late: u32,
    /// Sends a turn with a wrong number, or one that is not legal.
    pub wrong: u32,
}

/// Everything a guest received from a table.
#[derive(Clone, Debug, Default)]
pub struct GuestLog {
    /// The events by number.
    pub events: BTreeMap<u64, Value>,
    /// Acknowledged turns, and the numbers of their events.
    pub acknowledged: Vec<(String, u64)>,
}

/// A guest at a table.
pub struct Guest {
    client: Client,
    socket: Option<Socket>,
    table: TableId,
    seat: Seat,
    manners: Misbehaviour,
    random: Random,
    /// Everything received.
    pub log: GuestLog,
    followed: TableFollower,
    /// Whether the server does not list our turns, because there are too many.
    is_lost_for_turns: bool,
    requests: u32,
    sent: Vec<(String, Command)>,
}

impl Guest {
    /// Creates a guest.
    ///
    /// # Errors
    /// If the server refuses the guest.
    pub async fn new(address: SocketAddr, manners: Misbehaviour, seed: u64) -> Result<Self> {
        let client = Client::new(address).keeping_connection();
        ask(&client, "/api/guest", Some(&json!({}))).await?.success()?;
        Ok(Self {
            client,
            socket: None,
            table: TableId(0),
            seat: Seat::FIRST,
            manners,
            random: Random::new(seed),
            log: GuestLog::default(),
            followed: TableFollower::default(),
            is_lost_for_turns: false,
            requests: 0,
            sent: vec![],
        })
    }

    /// Opens a table and sits at seat 1.
    ///
    /// # Errors
    /// If the server refuses the table.
    pub async fn open(&mut self, table: &Value) -> Result<TableId> {
        let door = ask(&self.client, "/api/tables", Some(table)).await?.success()?;
        self.table = door["table"].as_str().context("an id")?.parse()?;
        self.seat = Seat::FIRST;
        Ok(self.table)
    }

    /// Sits down at a table of another guest.
    ///
    /// # Errors
    /// If the command is refused.
    pub async fn join(&mut self, table: TableId, seat: Seat) -> Result<()> {
        (self.table, self.seat) = (table, seat);
        self.insist(&Command::Join { seat: Some(taijitu_protocol::SeatChoice::Number(seat.number())) })
            .await
            .map(drop)
    }

    /// Starts the game.
    ///
    /// # Errors
    /// If the command is refused.
    pub async fn start(&mut self) -> Result<()> {
        self.insist(&Command::Start).await.map(drop)
    }

    fn chance(&mut self, of_thousand: u32) -> bool {
        self.random.below(1000) < of_thousand
    }

    /// Whether it is our turn, as far as we know.
    fn acts(&self) -> bool {
        self.followed.acts.contains(&self.seat)
    }

    fn path(&self, what: &str) -> String {
        format!("/api/tables/{}{what}", self.table)
    }

    /// Plays until the game has ended. A guest resigns after `most` turns, and when there are too many turns to list.
    ///
    /// # Errors
    /// If the server sends something impossible.
    pub async fn play(&mut self, most: u32) -> Result<()> {
        // A wish to resign needs both partners, and is sent once.
        let mut has_resigned = false;
        while !self.followed.ended {
            self.listen().await?;
            let has_to = self.followed.has_to_resign(self.seat) && !has_resigned;
            let is_at_end = self.followed.turns >= most || self.is_lost_for_turns;
            let resigns = has_to || (is_at_end && self.acts());
            if resigns && !self.followed.ended {
                // Refused if the game has ended meanwhile, or the wish is repeated.
                let _ = self.insist(&Command::Resign).await;
                has_resigned = true;
                self.followed.acts.clear();
            }
            if self.followed.ended || !self.acts() {
                continue;
            }
            let turn = self.choose().await?;
            let Some(text) = turn else {
                continue;
            };
            self.misbehave().await?;
            let turn = self.followed.turns + 1;
            let play = Command::Play { game: self.followed.game, turn, text: text.clone() };
            match self.insist(&play).await {
                Ok(n) => self.log.acknowledged.push((text, n)),
                Err(refused) => {
                    // The game may have ended under our hands; anything else is a fault.
                    self.listen().await?;
                    ensure!(self.followed.ended || !self.acts(), "`{text}` was refused: {refused}");
                }
            }
            if self.followed.turns < turn {
                // The answer arrived before the event. After it, the opponent may have replied already.
                self.followed.acts.retain(|&seat| seat != self.seat);
            }
        }
        Ok(())
    }

    /// A turn, from our own copy of the game, or where that has secrets from the server's list.
    async fn choose(&mut self) -> Result<Option<String>> {
        if let Some(play) = self.followed.play() {
            let side = play.to_act().side();
            return Ok(script::random_turn(play, side, &mut self.random));
        }
        if self.followed.turns < 2 {
            return Ok(Some(script::random_laws(&mut self.random)));
        }
        let path = self.path("/turns");
        let answer = ask(&self.client, &path, None).await?;
        self.is_lost_for_turns = answer.refusal().as_deref() == Some("too_many_to_list");
        let Ok(answer) = answer.success() else {
            return Ok(None);
        };
        let turns: Vec<String> = serde_json::from_value(answer)?;
        let at = self.random.below(u32::try_from(turns.len()).unwrap_or(1).max(1)) as usize;
        Ok(turns.get(at).cloned())
    }

    /// Does something harmless that a broken or hostile client might do; it must have no effect.
    async fn misbehave(&mut self) -> Result<()> {
        if self.chance(self.manners.late)
            && let Some((id, command)) = self.sent.last().cloned()
        {
            // A repeated request: the old answer, without an effect.
            let head = self.log.events.len();
            let answer = self.post_command(&id, &command).await?;
            ensure!(answer.status == 200, "a late copy was refused: {}", answer.text());
            ensure!(head <= self.log.events.len(), "the log has shrunk");
        }
        if self.chance(self.manners.wrong) {
            let wrong = match self.random.below(3) {
                0 => Command::Play {
                    game: self.followed.game,
                    turn: self.followed.turns + 7,
                    text: "f6".into(),
                },
                1 => Command::Play {
                    game: self.followed.game + 1,
                    turn: self.followed.turns + 1,
                    text: "f6".into(),
                },
                _ => Command::Play {
                    game: self.followed.game,
                    turn: self.followed.turns + 1,
                    text: "q99 nonsense".into(),
                },
            };
            let id = self.fresh_id();
            let answer = self.post_command(&id, &wrong).await?;
            ensure!((400..500).contains(&answer.status), "{wrong:?} was not refused: {}", answer.text());
        }
        Ok(())
    }

    fn fresh_id(&mut self) -> String {
        self.requests += 1;
        format!("{}-{}", self.seat, self.requests)
    }

    async fn post_command(&mut self, id: &str, command: &Command) -> Result<Answer> {
        let mut body = serde_json::to_value(command)?;
        body["id"] = json!(id);
        let path = self.path("/do");
        ask(&self.client, &path, Some(&body)).await
    }

    /// Sends a command, repeatedly under the same id, until it is answered.
    async fn insist(&mut self, command: &Command) -> Result<u64> {
        let id = self.fresh_id();
        if self.manners.socket
            && let Some(n) = self.through_socket(&id, command).await?
        {
            self.sent.push((id, command.clone()));
            return Ok(n);
        }
        if self.chance(self.manners.doubles) {
            self.post_command(&id, command).await?;
        }
        let answer = self.post_command(&id, command).await?;
        if answer.status != 200 {
            bail!("{}", answer.text());
        }
        self.sent.push((id, command.clone()));
        answer.value()["n"].as_u64().context("a number")
    }

    /// Sends a command by socket; `None` if the connection was lost before the answer.
    async fn through_socket(&mut self, id: &str, command: &Command) -> Result<Option<u64>> {
        if self.socket.is_none() && self.watch().await.is_err() {
            return Ok(None);
        }
        let (doubles, drops) = (self.chance(self.manners.doubles), self.chance(self.manners.drops));
        let message = FromClient::Do { table: self.table, id: id.to_owned(), command: command.clone() };
        let Some(socket) = self.socket.as_mut() else {
            return Ok(None);
        };
        for _ in 0..=u32::from(doubles) {
            if socket.try_send(&message).await.is_err() {
                self.socket = None;
                return Ok(None);
            }
        }
        if drops {
            self.socket = None;
            return Ok(None);
        }
        loop {
            match self.receive().await? {
                Some(FromServer::Done { id: answered, n }) if answered == id => return Ok(Some(n)),
                Some(FromServer::Refused { id: Some(answered), problem, .. }) if answered == id => {
                    if problem.code.status() == 503 {
                        return Ok(None);
                    }
                    bail!("{problem}")
                }
                None if self.socket.is_none() => return Ok(None),
                _ => (),
            }
        }
    }

    /// Connects and watches from the last number we have.
    async fn watch(&mut self) -> Result<()> {
        let mut socket = Socket::connect(&self.client).await?;
        let since = self.log.events.last_key_value().map(|(n, _)| *n);
        socket.try_send(&FromClient::Watch { table: self.table, since, chat: None, scenes: false }).await?;
        self.socket = Some(socket);
        Ok(())
    }

    /// Receives and records one message; `None` if nothing arrived or the connection was lost.
    async fn receive(&mut self) -> Result<Option<FromServer>> {
        let Some(socket) = self.socket.as_mut() else {
            return Ok(None);
        };
        let Ok(message) = socket.try_next_within(GLANCE).await else {
            self.socket = None;
            return Ok(None);
        };
        match &message {
            Some(FromServer::Event { event, .. }) => self.note(event)?,
            // The first events happened before we watched: fetch them.
            Some(FromServer::Snapshot { table, .. }) => self.fetch(table.head).await?,
            Some(FromServer::Goodbye { .. }) => self.socket = None,
            _ => (),
        }
        Ok(message)
    }

    /// Waits for events, by socket or HTTP.
    async fn listen(&mut self) -> Result<()> {
        let (drops, socket) = (self.chance(self.manners.drops / 4), self.manners.socket);
        if drops {
            self.socket = None;
        }
        if !socket {
            let wait = if self.acts() { 0 } else { 1 };
            return self.fetch_after(wait).await;
        }
        if self.socket.is_none() && self.watch().await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
            return Ok(());
        }
        if self.acts() {
            return Ok(());
        }
        self.receive().await.map(drop)
    }

    async fn fetch(&mut self, head: u64) -> Result<()> {
        while self.log.events.last_key_value().is_none_or(|(n, _)| *n < head) {
            self.fetch_after(0).await?;
        }
        Ok(())
    }

    async fn fetch_after(&mut self, wait: u32) -> Result<()> {
        let since = self.log.events.last_key_value().map_or(0, |(n, _)| *n);
        let path = self.path(&format!("/events?since={since}&wait={wait}"));
        let answer = ask(&self.client, &path, None).await?;
        let page = answer.success()?;
        for event in page["events"].as_array().context("events")? {
            self.note(&serde_json::from_value(event.clone())?)?;
        }
        Ok(())
    }

    /// Records an event: numbers are in order, and the same number is always the same event.
    fn note(&mut self, event: &EventView) -> Result<()> {
        let value = serde_json::to_value(event)?;
        if let Some(known) = self.log.events.get(&event.n) {
            ensure!(*known == value, "event {} was {known}, now {value}", event.n);
            return Ok(());
        }
        let last = self.log.events.last_key_value().map_or(0, |(n, _)| *n);
        ensure!(event.n == last + 1, "event {} follows {last}", event.n);
        self.log.events.insert(event.n, value);
        self.followed.event(&event.event)
    }

    /// Compares the received events with the whole log of the server, and with the acknowledged commands.
    ///
    /// # Errors
    /// If anything is missing, duplicated or different.
    pub async fn check(&mut self) -> Result<()> {
        let mut whole: BTreeMap<u64, Value> = BTreeMap::new();
        loop {
            let since = whole.last_key_value().map_or(0, |(n, _)| *n);
            let path = self.path(&format!("/events?since={since}"));
            let page = ask(&self.client, &path, None).await?.success()?;
            let events = page["events"].as_array().context("events")?;
            if events.is_empty() {
                break;
            }
            for event in events {
                whole.insert(event["n"].as_u64().context("a number")?, event.clone());
            }
        }
        ensure!(whole.keys().copied().eq(1..=whole.len() as u64), "the log has gaps");
        for (n, event) in &self.log.events {
            ensure!(whole.get(n) == Some(event), "event {n} was {event}, is {:?}", whole.get(n));
        }
        for (text, n) in &self.log.acknowledged {
            let event = whole.get(n).with_context(|| format!("acknowledged event {n} is lost"))?;
            let same = event["type"] == "played" && event["seat"] == json!(self.seat);
            ensure!(same, "event {n} was acknowledged for `{text}`, but is {event}");
        }
        Ok(())
    }

    /// The id of the game that was played.
    #[must_use]
    pub fn game_id(&self) -> Option<String> {
        let started = self.log.events.values().find(|event| event["type"] == "started")?;
        started["game"].as_str().map(str::to_owned)
    }

    /// The result of the game, as the server sent it.
    #[must_use]
    pub fn outcome(&self) -> Option<Value> {
        let ended = self.log.events.values().rev().find(|event| event["type"] == "ended")?;
        Some(ended["outcome"].clone())
    }

    /// Sends a GET request until the server answers.
    ///
    /// # Errors
    /// If there is no answer for a long time.
    pub async fn ask(&mut self, path: &str) -> Result<Answer> {
        ask(&self.client, path, None).await
    }
}

/// Sends a request, with a body or without, until the server answers.
async fn ask(client: &Client, path: &str, body: Option<&Value>) -> Result<Answer> {
    let tries = async {
        loop {
            let answer = match body {
                Some(body) => client.try_post(path, body).await,
                None => client.try_get(path).await,
            };
            match answer {
                Ok(answer) if answer.status != 503 => return answer,
                _ => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    tokio::time::timeout(PATIENCE, tries).await.context("the server does not answer")
}
