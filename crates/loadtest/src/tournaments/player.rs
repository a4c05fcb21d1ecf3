//! A player of a tournament: finds its game, plays it through a socket, sometimes loses the connection.

use crate::clock::now;
use anyhow::{Context, Result};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{Command, FromClient, FromServer, TableId};
use taijitu_rules::playout::Random;
use taijitu_testkit::{Client, Socket};
use tokio::sync::watch;

/// How long a player waits before looking again.
const PAUSE: Duration = Duration::from_millis(300);
/// How long a player waits for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A guest who has entered.
pub(super) struct TournamentGuest {
    client: Client,
}

impl TournamentGuest {
    pub(super) async fn new(client: Client) -> Result<Self> {
        client.try_get("/api/me").await?.success()?;
        Ok(Self { client })
    }
}

/// The totals of a player, or of several together.
#[derive(Default)]
pub(super) struct PlayerTotals {
    /// Connections lost on purpose.
    pub(super) drops: usize,
    /// How long the server took to answer each turn and resignation.
    pub(super) answers: Vec<Duration>,
}

impl PlayerTotals {
    pub(super) fn add(&mut self, other: Self) {
        self.drops += other.drops;
        self.answers.extend(other.answers);
    }
}

/// Plays every game of a tournament until it is over.
pub(super) async fn play_until_over(
    member: TournamentGuest,
    id: String,
    addresses: Arc<[SocketAddr]>,
    seed: u64,
    is_over: watch::Receiver<bool>,
) -> Result<PlayerTotals> {
    let mut random = Random::new(seed);
    let (mut met, mut requests) = (PlayerTotals::default(), 0u64);
    while !*is_over.borrow() {
        requests += 1;
        let client = member.client.at(addresses[random.below(addresses.len() as u32) as usize]);
        let found = client.try_get(&format!("/api/tournaments/{id}/me")).await;
        let mine = found.ok().filter(|answer| answer.status == 200).map(|answer| answer.value());
        for table in mine.iter().flat_map(own_tables) {
            // What fails is tried again: the server may have been killed.
            match visit(&client, table, &mut random, (seed, requests)).await {
                Ok(Visit::Answered(took)) => met.answers.push(took),
                Ok(Visit::Dropped) => met.drops += 1,
                Ok(Visit::Nothing) | Err(_) => (),
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(met)
}

/// What came of looking at a table.
enum Visit {
    /// Nothing had to be done.
    Nothing,
    /// The connection was dropped before the answer.
    Dropped,
    /// The answer came after this time.
    Answered(Duration),
}

/// The tables of games without a result.
fn own_tables(mine: &Value) -> Vec<TableId> {
    let pairings = mine["pairings"].as_array().map_or(&[][..], Vec::as_slice);
    let running = pairings.iter().filter_map(|pairing| pairing["games"].as_array()?.last());
    running.filter_map(|game| game["table"].as_str()?.parse().ok()).collect()
}

/// Does what has to be done at a table: the first stones of Y, then the loser resigns; both partners of a team do.
async fn visit(
    client: &Client,
    table: TableId,
    random: &mut Random,
    (seed, requests): (u64, u64),
) -> Result<Visit> {
    let mut socket = Socket::connect(client).await.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    socket.try_send(&FromClient::Watch { table, since: None, chat: None, scenes: false }).await?;
    let view = loop {
        match socket.try_next_within(PATIENCE).await?.context("a snapshot")? {
            FromServer::Snapshot { table, .. } => break table,
            FromServer::Refused { .. } => return Ok(Visit::Nothing),
            _ => (),
        }
    };
    let Some(game) = view.game.filter(|game| game.outcome.is_none()) else {
        return Ok(Visit::Nothing);
    };
    let Some(seat) = view.yours.first() else { return Ok(Visit::Nothing) };
    let turns = game.turns.len();
    // One bit of the table's id says who loses: both sides know it.
    let loses = seat.index() % 2 == (table.0 as usize) % 2;
    let command = match turns {
        0 | 1 if view.setup.game == "y" && game.scene.acts.contains(seat) => {
            let text = if turns == 0 { "a1" } else { "a3" };
            Command::Play { game: game.number, turn: turns as u32 + 1, text: text.into() }
        }
        0 | 1 if view.setup.game == "y" => return Ok(Visit::Nothing),
        _ if loses && !game.resigning.contains(seat) => Command::Resign,
        _ => return Ok(Visit::Nothing),
    };
    let (id, sent) = (format!("{seed}-{requests}"), now());
    socket.try_send(&FromClient::Do { table, id: id.clone(), command }).await?;
    if random.below(10) == 0 {
        return Ok(Visit::Dropped);
    }
    loop {
        match socket.try_next_within(PATIENCE).await?.context("an answer")? {
            FromServer::Done { id: of, .. } if of == id => return Ok(Visit::Answered(sent.elapsed())),
            FromServer::Refused { id: Some(of), .. } if of == id => return Ok(Visit::Nothing),
            _ => (),
        }
    }
}
