//! Rated games of Y between accounts: a stone each, then one resigns. Some begin with a challenge that is accepted twice at
//! once, in some the second stone is a conditional turn.

use super::client::RoamingClient;
use super::site::NodeAddresses;
use super::table_history::RequestOutcome;
use crate::clock::now;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taijitu_protocol::{Command, Seat, TableId};
use taijitu_rules::playout::Random;

/// One game in this many begins with a challenge.
const CHALLENGE_EVERY: usize = 8;
/// In one game in this many a conditional turn is played.
const CONDITIONAL_EVERY: usize = 8;
/// A conditional turn that is not played for this long is lost: no fault lasts as long.
const PATIENCE: Duration = Duration::from_secs(90);
/// Black's stone and White's.
const STONES: [&str; 2] = ["a1", "a3"];

/// How a game came about and how it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RatedGameKind {
    /// At a table that one opened.
    Opened,
    /// By a challenge.
    Challenge,
    /// At a table that one opened, with a conditional turn.
    Conditional,
}

/// How many games were played.
#[derive(Default)]
pub(super) struct RatedGames {
    all: AtomicUsize,
    challenges: AtomicUsize,
    conditional: AtomicUsize,
}

impl RatedGames {
    pub(super) fn count(&self) -> usize {
        self.all.load(Ordering::Relaxed)
    }

    /// How many began with a challenge, and in how many a conditional turn was played.
    pub(super) fn kinds(&self) -> (usize, usize) {
        (self.challenges.load(Ordering::Relaxed), self.conditional.load(Ordering::Relaxed))
    }

    pub(super) fn add(&self, kind: RatedGameKind) {
        self.all.fetch_add(1, Ordering::Relaxed);
        match kind {
            RatedGameKind::Opened => (),
            RatedGameKind::Challenge => drop(self.challenges.fetch_add(1, Ordering::Relaxed)),
            RatedGameKind::Conditional => drop(self.conditional.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

/// The accounts that play.
pub(super) struct RatedAccounts {
    addresses: Arc<NodeAddresses>,
    cookies: Vec<String>,
    /// Pairs between whom a challenge is open: there may be one at a time.
    challenging: Mutex<HashSet<(usize, usize)>>,
}

impl RatedAccounts {
    pub(super) fn new(addresses: Arc<NodeAddresses>, cookies: Vec<String>) -> Self {
        Self { addresses, cookies, challenging: Mutex::default() }
    }

    /// The name of an account.
    pub(super) fn name(number: usize) -> String {
        format!("Player {number:03}")
    }

    /// Plays one game between two of the accounts.
    pub(super) async fn play(&self, number: usize, random: &mut Random) -> Result<RatedGameKind> {
        // The first games give everybody a rating.
        let count = self.cookies.len();
        let first = number % count;
        let second = (first + 1 + random.below(count as u32 - 1) as usize) % count;
        let mut clients =
            [first, second].map(|player| self.client(player, number + player, random.below(4) > 0));
        let (table, kind) = self.begin(number, [first, second], &mut clients).await?;
        for (seat, client) in Seat::all(2).zip(&mut clients) {
            client.come(table, Some(seat), false);
        }
        let [white, black] = &mut clients;
        if kind != RatedGameKind::Challenge {
            done(&black.insist(Command::Join { seat: None }).await?, "join")?;
        }
        if kind == RatedGameKind::Conditional {
            play_conditionally(white, black).await?;
        } else {
            done(&black.insist(stone(1)).await?, "the first stone")?;
            done(&white.insist(stone(2)).await?, "the second stone")?;
        }
        let loser = if random.below(2) == 0 { white } else { black };
        done(&loser.insist(Command::Resign).await?, "resign")?;
        Ok(kind)
    }

    fn client(&self, player: usize, door: usize, by_socket: bool) -> RoamingClient {
        let mut client = RoamingClient::new(&self.addresses, door, by_socket);
        client.take_cookie(&self.cookies[player]);
        client
    }

    /// The table of a game in which the first of two players is White.
    async fn begin(
        &self,
        number: usize,
        pair: [usize; 2],
        clients: &mut [RoamingClient; 2],
    ) -> Result<(TableId, RatedGameKind)> {
        if number % CHALLENGE_EVERY == 3
            && let Some(table) = self.challenge(pair, clients).await?
        {
            return Ok((table, RatedGameKind::Challenge));
        }
        let is_slow = number % CONDITIONAL_EVERY == 5;
        let time = if is_slow {
            json!({ "kind": "days", "days": 3 })
        } else {
            json!({ "kind": "total", "seconds": 3600 })
        };
        let open = json!({
            "game": "y", "rated": true, "seat": 1, "colours": "chosen", "autostart": true, "time": time,
        });
        let door = clients[0].ask_on("/api/tables", Some(&open)).await?.success()?;
        let kind = if is_slow { RatedGameKind::Conditional } else { RatedGameKind::Opened };
        Ok((table_of(&door)?, kind))
    }

    /// A challenge that is accepted twice at once, through two nodes if there are two; none if these two have one open.
    async fn challenge(&self, pair: [usize; 2], clients: &mut [RoamingClient; 2]) -> Result<Option<TableId>> {
        let key = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        if !self.challenging.lock().expect("no panic while the lock is held").insert(key) {
            return Ok(None);
        }
        let table = self.challenge_now(pair, clients).await;
        self.challenging.lock().expect("no panic while the lock is held").remove(&key);
        table
    }

    async fn challenge_now(
        &self,
        pair: [usize; 2],
        clients: &mut [RoamingClient; 2],
    ) -> Result<Option<TableId>> {
        let terms = json!({
            "game": "y", "rated": true, "colour": "white", "time": { "kind": "total", "seconds": 3600 },
        });
        let challenge = json!({ "to": Self::name(pair[1]), "terms": terms });
        let made = clients[0].ask_on("/api/challenges", Some(&challenge)).await?;
        // One that is refused may have been made by an earlier request whose answer was lost.
        let id = match made.value()["id"].as_str() {
            Some(id) => id.to_owned(),
            None => match open_challenge(&mut clients[0], &Self::name(pair[1])).await? {
                Some(id) => id,
                None => return Ok(None),
            },
        };
        let path = format!("/api/challenges/{id}/accept");
        let mut again = self.client(pair[1], pair[1] + 1, false);
        let empty = json!({});
        let (one, other) =
            tokio::join!(clients[1].ask_on(&path, Some(&empty)), again.ask_on(&path, Some(&empty)));
        let (one, other) = (table_of(&one?.success()?)?, table_of(&other?.success()?)?);
        ensure!(one == other, "a challenge made two tables: {one} and {other}");
        Ok(Some(one))
    }
}

/// The challenge to a player that is open.
async fn open_challenge(client: &mut RoamingClient, to: &str) -> Result<Option<String>> {
    let challenges = client.ask_on("/api/me/challenges", None).await?.success()?;
    let sent = challenges["sent"].as_array().context("challenges")?;
    let is_it = |one: &&Value| one["status"] == "open" && one["to"]["name"] == to;
    Ok(sent.iter().find(is_it).and_then(|one| one["id"].as_str()).map(str::to_owned))
}

/// White says what to answer before Black plays; it is answered once, and Black cannot see it before.
async fn play_conditionally(white: &mut RoamingClient, black: &mut RoamingClient) -> Result<()> {
    let path = white.path("/conditional");
    let tree = json!({ "tree": [{ "turn": STONES[0], "reply": STONES[1] }] });
    white.put_on(&path, &tree).await?.success()?;
    let seen = black.ask_on(&path, None).await?.success()?;
    ensure!(seen["tree"] == json!([]), "another's conditional turns were shown: {seen}");
    done(&black.insist(stone(1)).await?, "the first stone")?;
    let began = now();
    loop {
        let view = black.ask_on(&black.path(""), None).await?.success()?;
        let turns = &view["game"]["turns"];
        if *turns == json!(STONES) {
            return Ok(());
        }
        ensure!(*turns == json!(STONES[..1]), "turns that nobody asked for: {turns}");
        ensure!(began.elapsed() < PATIENCE, "a conditional turn was not played");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn stone(turn: u32) -> Command {
    Command::Play { game: 1, turn, text: STONES[turn as usize - 1].into() }
}

fn table_of(door: &Value) -> Result<TableId> {
    Ok(door["table"].as_str().context("an id")?.parse()?)
}

fn done(outcome: &RequestOutcome, what: &str) -> Result<()> {
    ensure!(matches!(outcome, RequestOutcome::Done(_)), "{what}: {outcome:?}");
    Ok(())
}
