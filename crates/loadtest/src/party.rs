//! Many tables of all ten games at once, half of the guests on sockets, half on HTTP, all of them
//! misbehaving; and the server killed under them.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use taijitu_protocol::Seat;
use taijitu_rules::playout::Random;
use taijitu_rules::{Record, games};
use taijitu_testkit::{Guest, Misbehaviour, ServerProcess};
use tokio::task::JoinSet;

/// Guests resign after this many turns.
const MOST_TURNS: u32 = 300;

/// The result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartyReport {
    /// Games played to their end.
    pub games: usize,
    /// Turns that were acknowledged, all of them in the logs.
    pub acknowledged: usize,
    /// Events every guest received.
    pub events: usize,
    /// How often the server was killed.
    pub kills: u32,
}

impl fmt::Display for PartyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, acknowledged, events, kills } = self;
        write!(
            f,
            "{games} games, {acknowledged} acknowledged turns, {events} events sent, {kills} kills: nothing lost, nothing doubled"
        )
    }
}

/// The table of a number: the ten games in turn, Zen with four players.
fn table(number: usize) -> (Value, u8) {
    let game = games::GAMES[number % games::GAMES.len()].meta().id;
    if game == "zen" {
        (json!({"game": game, "seat": 1, "options": {"players": "4"}}), 4)
    } else {
        (json!({"game": game, "seat": 1, "public": number.is_multiple_of(2)}), 2)
    }
}

/// Has a number of guests play a game each, and checks every log and every result.
///
/// # Errors
/// If anything was lost, duplicated, different or against the rules.
pub async fn play(address: SocketAddr, guests: usize, seed: u64) -> Result<PartyReport> {
    let mut tables = JoinSet::new();
    let (mut seated, mut number) = (0, 0);
    while seated < guests {
        let (open, seats) = table(number);
        seated += usize::from(seats);
        tables.spawn(one_table(address, open, seats, seed.wrapping_mul(1000) + number as u64));
        number += 1;
    }
    let mut report = PartyReport::default();
    while let Some(done) = tables.join_next().await {
        let one = done??;
        report.games += one.games;
        report.acknowledged += one.acknowledged;
        report.events += one.events;
    }
    Ok(report)
}

async fn one_table(address: SocketAddr, open: Value, seats: u8, seed: u64) -> Result<PartyReport> {
    let game = open["game"].as_str().unwrap_or_default().to_owned();
    let mut guests = vec![];
    for seat in 1..=seats {
        let socket = (seed + u64::from(seat)).is_multiple_of(2);
        let manners = Misbehaviour { socket, drops: 60, doubles: 60, late: 40, wrong: 40 };
        guests.push(Guest::new(address, manners, seed * 10 + u64::from(seat)).await?);
    }
    let id = guests[0].open(&open).await?;
    for (seat, guest) in Seat::all(guests.len()).zip(&mut guests).skip(1) {
        guest.join(id, seat).await?;
    }
    guests[0].start().await?;
    let mut playing = JoinSet::new();
    for mut guest in guests {
        playing.spawn(async move { guest.play(MOST_TURNS).await.map(|()| guest) });
    }
    let mut guests = vec![];
    while let Some(done) = playing.join_next().await {
        guests.push(done?.with_context(|| format!("{game}, seed {seed}"))?);
    }
    check_table(&game, &mut guests).await.with_context(|| format!("{game}, seed {seed}"))
}

/// Checks that every guest has the same log, and that the archive's record has the same result.
async fn check_table(game: &str, guests: &mut [Guest]) -> Result<PartyReport> {
    let mut report = PartyReport { games: 1, ..PartyReport::default() };
    for guest in guests.iter_mut() {
        guest.check().await?;
        report.acknowledged += guest.log.acknowledged.len();
        report.events += guest.log.events.len();
    }
    // In Yin Yang everybody reads only their own secrets.
    if game != "yinyang" {
        let shortest = guests.iter().map(|guest| guest.log.events.len()).min().unwrap_or(0);
        let logs = guests.iter().map(|guest| guest.log.events.values().take(shortest));
        ensure!(logs.clone().all(|log| log.eq(logs.clone().next().into_iter().flatten())), "the logs differ");
    }
    let outcome = guests[0].outcome().context("the game has an end")?;
    let id = guests[0].game_id().context("the game has an id")?;
    let archived = guests[0].ask(&format!("/api/finished/{id}")).await?.success()?;
    ensure!(archived["outcome"] == outcome, "archived as {}, told {outcome}", archived["outcome"]);
    let record = Record::read(archived["record"].as_str().context("a record")?)?;
    let replayed = record.replay()?.outcome().context("the record has an end")?;
    ensure!(json!(replayed.reason.text().en) == outcome["reason"], "replayed to {replayed}, told {outcome}");
    let winner = replayed.winner.map_or(Value::Null, |side| json!(side.to_string()));
    ensure!(winner == outcome["winner"], "replayed to {replayed}, told {outcome}");
    Ok(report)
}

/// Parties one after the other, while the server is killed at random moments and started again.
///
/// # Errors
/// If anything acknowledged was lost.
pub async fn with_kills(
    server: &mut ServerProcess,
    guests: usize,
    kills: u32,
    seed: u64,
) -> Result<PartyReport> {
    let address = server.address();
    let parties = Arc::new(AtomicUsize::new(0));
    let enough = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let playing = tokio::spawn({
        let (parties, enough) = (parties.clone(), enough.clone());
        async move {
            let mut report = PartyReport::default();
            loop {
                let number = parties.fetch_add(1, Ordering::Relaxed) as u64;
                let one = play(address, guests, seed + number).await?;
                report.games += one.games;
                report.acknowledged += one.acknowledged;
                report.events += one.events;
                if enough.load(Ordering::Relaxed) {
                    return Ok::<_, anyhow::Error>(report);
                }
            }
        }
    });
    let mut random = Random::new(seed);
    for kill in 0..kills {
        if playing.is_finished() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(300 + u64::from(random.below(1200)))).await;
        server.kill().await?;
        server.start_again().await.with_context(|| format!("after kill {}", kill + 1))?;
    }
    enough.store(true, Ordering::Relaxed);
    Ok(PartyReport { kills, ..playing.await?? })
}
