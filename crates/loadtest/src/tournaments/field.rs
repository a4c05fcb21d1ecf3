//! One tournament: its nodes, its players, and what is checked when it is over.

use super::player::{PlayerTotals, TournamentGuest, play_until_over};
use super::recount::{RecountedTournament, recount};
use super::watcher::watch_until_over;
use crate::clock::now;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use taijitu_store::{Store, StoreSettings};
use taijitu_test_services::{Durability, Nats, Postgres};
use taijitu_testkit::{Client, ServerProcess, credentials};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The format of the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// For a time.
    Arena {
        /// How long.
        minutes: u16,
    },
    /// Round by round.
    Swiss {
        /// How many rounds.
        rounds: u16,
    },
    /// Everybody against everybody, all at once.
    RoundRobin,
    /// The loser is out.
    Knockout,
    /// A Swiss of teams that play Zen for four.
    Teams {
        /// How many rounds.
        rounds: u16,
    },
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct TournamentTerms {
    /// The kind of tournament.
    pub kind: TournamentFormat,
    /// How many players, or teams.
    pub entrants: usize,
    /// How often a node is killed.
    pub kills: u32,
    /// Chooses winners and lost connections.
    pub seed: u64,
    /// How many sockets watch the page of the tournament.
    pub watchers: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TournamentReport {
    played: ReportedTerms,
    /// How long the server took to answer a turn or resignation, in milliseconds: the median, and 95 of 100.
    pub answered: (f64, f64),
    /// Views of the tournament that watchers received.
    pub views: usize,
    /// Games with a result.
    pub games: usize,
    /// Connections that players lost on purpose.
    pub drops: usize,
    /// How long it took.
    pub seconds: f64,
}

/// The terms that the report repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ReportedTerms {
    kind: TournamentFormat,
    entrants: usize,
    kills: u32,
    watchers: usize,
}

impl fmt::Display for TournamentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            played: ReportedTerms { kind, entrants, kills, watchers },
            answered,
            views,
            games,
            drops,
            seconds,
        } = self;
        let (median, most) = answered;
        write!(
            f,
            "{kind:?}, {entrants} entrants: {games} games in {seconds:.0} s, {kills} kills, {drops} lost connections; \
             each game counted once, standings as recounted; turns answered in {median:.1} ms, 95 of 100 within \
             {most:.1} ms; {watchers} watchers received {views} views"
        )
    }
}

impl TournamentTerms {
    fn settings(&self) -> Value {
        let kind = match self.kind {
            TournamentFormat::Arena { minutes } => json!({ "kind": "arena", "minutes": minutes }),
            TournamentFormat::Swiss { rounds } | TournamentFormat::Teams { rounds } => {
                json!({ "kind": "swiss", "rounds": rounds })
            }
            TournamentFormat::RoundRobin => json!({ "kind": "roundrobin", "at_once": true }),
            TournamentFormat::Knockout => json!({ "kind": "knockout", "third_place": true }),
        };
        let teams = matches!(self.kind, TournamentFormat::Teams { .. });
        let (game, options) =
            if teams { ("zen", json!({ "players": "4" })) } else { ("y", json!({ "pie": "off" })) };
        json!({ "name": "Load", "kind": kind, "game": game, "options": options, "teams": teams,
            "places": self.entrants.max(2), "next_round": { "after": 0 },
            "time": { "kind": "total", "seconds": 1800 } })
    }
}

/// One node on SQLite, which is killed and started again.
///
/// # Errors
/// If a game was lost or counted twice, or standings are not what the log says.
pub async fn on_sqlite(program: &Path, terms: TournamentTerms) -> Result<TournamentReport> {
    let folder = tempfile::tempdir()?;
    let node = ServerProcess::start(program, folder.path(), &[]).await?;
    let database = format!("sqlite:{}", folder.path().join("taijitu.db").display());
    run(vec![node], &database, terms).await
}

/// Three nodes on PostgreSQL with NATS, of which one after the other is killed and started again.
///
/// # Errors
/// If a game was lost or counted twice, or standings are not what the log says.
pub async fn on_postgres(program: &Path, terms: TournamentTerms) -> Result<TournamentReport> {
    let (postgres, nats) = (Postgres::start(Durability::Quick)?, Nats::start()?);
    let (database, bus) = (postgres.url(), nats.url());
    let mut nodes = vec![];
    for _ in 0..3 {
        nodes.push(ServerProcess::start(program, Path::new(&database), &["--nats", &bus]).await?);
    }
    run(nodes, &database, terms).await
}

async fn run(
    mut nodes: Vec<ServerProcess>,
    database: &str,
    terms: TournamentTerms,
) -> Result<TournamentReport> {
    let began = now();
    let addresses: Arc<[SocketAddr]> = nodes.iter().map(ServerProcess::address).collect();
    let (host, id, members) = gather(&addresses, terms).await?;
    let (over, is_over) = watch::channel(false);
    let mut playing = JoinSet::new();
    for (number, member) in members.into_iter().enumerate() {
        let seed = terms.seed ^ ((number as u64 + 1) << 24);
        playing.spawn(play_until_over(member, id.clone(), addresses.clone(), seed, is_over.clone()));
    }
    let mut watching = JoinSet::new();
    for number in 0..terms.watchers {
        watching.spawn(watch_until_over(addresses[number % addresses.len()], id.parse()?, is_over.clone()));
    }
    insist(&host, &format!("/api/tournaments/{id}/do"), &json!({ "do": "start", "id": "start" })).await?;
    let view = follow(&host, &id, &mut nodes, terms).await?;
    over.send_replace(true);
    let (mut met, mut views) = (PlayerTotals::default(), 0);
    while let Some(done) = playing.join_next().await {
        met.add(done??);
    }
    while let Some(received) = watching.join_next().await {
        views += received?;
    }
    let store = Store::open(database, StoreSettings::default()).await?;
    let counted = recount(&store, &id, terms.kind).await?;
    store.close().await;
    compare(&host, &id, &counted, terms).await.with_context(|| view.to_string())?;
    let TournamentTerms { kind, entrants, kills, watchers, .. } = terms;
    let seconds = began.elapsed().as_secs_f64();
    let played = ReportedTerms { kind, entrants, kills, watchers };
    let answered = quantiles(met.answers);
    Ok(TournamentReport { played, answered, views, games: counted.games, drops: met.drops, seconds })
}

/// The median and the time within which 95 of 100 were answered, in milliseconds; 0 if there are none.
fn quantiles(mut took: Vec<Duration>) -> (f64, f64) {
    took.sort_unstable();
    let at =
        |share: usize| took.get(took.len() * share / 100).map_or(0.0, |took| took.as_secs_f64() * 1000.0);
    (at(50), at(95))
}

/// The host with the tournament, and everybody who has entered.
async fn gather(
    addresses: &[SocketAddr],
    terms: TournamentTerms,
) -> Result<(Client, String, Vec<TournamentGuest>)> {
    let host = Client::new(addresses[0]);
    host.try_post("/api/register", &credentials("Zoe")).await?.success()?;
    let made = host.try_post("/api/tournaments", &terms.settings()).await?.success()?;
    let id = made["tournament"].as_str().context("an id")?.to_owned();
    let path = format!("/api/tournaments/{id}/do");
    let mut members = vec![];
    for number in 0..terms.entrants {
        let one = Client::guest(addresses[number % addresses.len()]).await?;
        if matches!(terms.kind, TournamentFormat::Teams { .. }) {
            let two = Client::guest(addresses[(number + 1) % addresses.len()]).await?;
            let partner = two.try_get("/api/me").await?.success()?["id"].clone();
            let enter = json!({ "do": "enter", "partner": partner, "team": format!("Team {number}") });
            one.try_post(&path, &enter).await?.success()?;
            two.try_post(&path, &json!({ "do": "agree", "entrant": number + 1 })).await?.success()?;
            members.push(TournamentGuest::new(two).await?);
        } else {
            one.try_post(&path, &json!({ "do": "enter" })).await?.success()?;
        }
        members.push(TournamentGuest::new(one).await?);
    }
    Ok((host, id, members))
}

/// Sends a command until it is answered.
async fn insist(client: &Client, path: &str, body: &Value) -> Result<()> {
    for _ in 0..600 {
        match client.try_post(path, body).await {
            Ok(answer) if answer.status < 500 => return answer.success().map(drop),
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    anyhow::bail!("{path} was never answered")
}

/// Kills nodes while the tournament is played; returns its last view.
async fn follow(
    host: &Client,
    id: &str,
    nodes: &mut [ServerProcess],
    terms: TournamentTerms,
) -> Result<Value> {
    let began = now();
    let mut killed = 0;
    let pause = match terms.kind {
        TournamentFormat::Arena { minutes } => {
            Duration::from_secs(u64::from(minutes) * 60) / (terms.kills + 1)
        }
        _ => Duration::from_secs(4),
    };
    let longest = Duration::from_secs(match terms.kind {
        TournamentFormat::Arena { minutes } => u64::from(minutes) * 60 + 120,
        _ => 1800,
    });
    loop {
        tokio::time::sleep(Duration::from_millis(250)).await;
        if killed < terms.kills && began.elapsed() > pause * (killed + 1) {
            let count = nodes.len();
            let node = &mut nodes[killed as usize % count];
            node.kill().await?;
            node.start_again().await?;
            killed += 1;
        }
        if let Ok(answer) = host.try_get(&format!("/api/tournaments/{id}")).await
            && answer.status == 200
            && answer.value()["phase"] == "finished"
        {
            return Ok(answer.value());
        }
        ensure!(began.elapsed() < longest, "the tournament did not come to its end");
    }
}

/// Compares the standings of the server with the recount.
async fn compare(
    host: &Client,
    id: &str,
    counted: &RecountedTournament,
    terms: TournamentTerms,
) -> Result<()> {
    let mut from = Some(0);
    let mut seen = 0;
    while let Some(at) = from {
        let path = format!("/api/tournaments/{id}/standings?from={at}");
        let page = host.try_get(&path).await?.success()?;
        for row in page["standings"].as_array().context("lines")? {
            let entrant = row["entrant"].as_u64().context("a number")?;
            let shown = row["points"].as_str().context("points")?;
            let own = counted.entrants.get(&entrant).context("an entrant of the log")?;
            if terms.kind != TournamentFormat::Knockout {
                ensure!(
                    own.shown(counted.is_arena) == shown,
                    "entrant {entrant}: {shown} shown, {own:?} counted"
                );
            }
            let games = (row["wins"].as_u64(), row["draws"].as_u64(), row["losses"].as_u64());
            ensure!(
                games == (Some(own.wins), Some(own.draws), Some(own.losses)),
                "entrant {entrant}: {row} {own:?}"
            );
            seen += 1;
        }
        from = page["next"].as_u64();
    }
    ensure!(seen == counted.entrants.len(), "{seen} lines for {} entrants", counted.entrants.len());
    let expected = match terms.kind {
        TournamentFormat::Swiss { rounds } | TournamentFormat::Teams { rounds } => {
            usize::from(rounds) * (terms.entrants / 2)
        }
        TournamentFormat::RoundRobin => terms.entrants * (terms.entrants - 1) / 2,
        // The third place is played for, too.
        TournamentFormat::Knockout => terms.entrants,
        TournamentFormat::Arena { .. } => return Ok(()),
    };
    ensure!(counted.games >= expected, "{} games, {expected} expected", counted.games);
    Ok(())
}
