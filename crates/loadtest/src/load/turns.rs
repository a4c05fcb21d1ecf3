//! Many tables: each turn is sent by socket, committed, acknowledged and delivered to the opponent and the
//! spectators, while some clients lose their connection and reconnect.

use super::player::{LoadPlayer, Nodes, receive_start, start_first_game};
use super::report::Latencies;
use super::site::LoadSite;
use super::spectator::{SpectatorGroup, SpectatorLatencies};
use super::usage::{MemoryUsage, Processor};
use crate::clock::now;
use anyhow::{Context, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use taijitu_protocol::{Command, Event, FromServer, Seat};
use taijitu_rules::playout::Random;
use taijitu_testkit::script::random_game;
use tokio::sync::Barrier;

/// Games whose random play is short enough to compute in advance.
const GAMES: [&str; 4] = ["yinsh", "y", "tetra", "zen"];
/// Turns of a game that are played before a rematch.
const MOST: usize = 60;
/// Tables being set up at once: more would time each other out on a slow machine.
const AT_ONCE: usize = 32;

/// How fast to play.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnPace {
    /// Tables with two players each.
    pub tables: usize,
    /// Mean think time; `None` is full speed.
    pub think: Option<Duration>,
    /// Sockets that only watch, of all tables together.
    pub spectators: usize,
    /// Connections lost each second.
    pub reconnects: f64,
    /// How long to play.
    pub time: Duration,
    /// Whether players leave after a game, and others come to new tables.
    pub leave: bool,
}

impl TurnPace {
    /// This many turns a second at all tables together.
    #[must_use]
    pub fn at_rate(mut self, turns_a_second: f64) -> Self {
        self.think = Some(Duration::from_secs_f64(self.tables as f64 / turns_a_second));
        self
    }
}

/// The measurements.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// Turns acknowledged.
    pub turns: u64,
    /// In how much time.
    pub seconds: f64,
    /// Sockets of players and spectators.
    pub sockets: usize,
    /// From sending a turn to its acknowledgement.
    pub acknowledged: Latencies,
    /// From sending a turn until the opponent has it.
    pub delivered: Latencies,
    /// From sending a turn until a spectator has it.
    pub watched: SpectatorLatencies,
    /// From sending a turn until a client that lost its connection meanwhile has caught up with it.
    pub returned: Latencies,
    /// Processor time used.
    pub processor: Processor,
    /// Memory before the first client, with all of them, and at the end.
    pub memory: [MemoryUsage; 3],
}

impl Turns {
    /// Turns a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.turns as f64 / self.seconds
    }
}

/// State shared by the tables of a run.
pub(super) struct LoadRun {
    turns: AtomicU64,
    /// Connections that should be lost.
    pub(super) due: AtomicU64,
    pub(super) measuring: AtomicBool,
    pub(super) over: AtomicBool,
}

impl LoadRun {
    /// Takes one of the connections that should be lost.
    fn take_loss(&self) -> bool {
        self.due.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |due| due.checked_sub(1)).is_ok()
    }
}

/// Runs tables, and measures once all of them play.
///
/// # Errors
/// If the server refuses a legal request, or a client misses an event.
pub async fn run(site: &LoadSite, pace: TurnPace) -> Result<Turns> {
    run_beside(site, pace, async {}).await
}

/// The same, beginning to measure when others are ready too.
pub(super) async fn run_together(site: &LoadSite, pace: TurnPace, begin: &Barrier) -> Result<Turns> {
    measure(site, pace, Some(begin), async {}).await
}

/// The same, beside another task that starts and ends with the measurement.
pub(super) async fn run_beside(
    site: &LoadSite,
    pace: TurnPace,
    beside: impl Future<Output = ()>,
) -> Result<Turns> {
    measure(site, pace, None, beside).await
}

async fn measure(
    site: &LoadSite,
    pace: TurnPace,
    begin: Option<&Barrier>,
    beside: impl Future<Output = ()>,
) -> Result<Turns> {
    let empty = site.memory();
    let running = Arc::new(LoadRun {
        turns: AtomicU64::new(0),
        due: AtomicU64::new(0),
        measuring: AtomicBool::new(false),
        over: AtomicBool::new(false),
    });
    let nodes: Nodes = site.addresses().into();
    let permits = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let (ready, mut all_ready) = tokio::sync::mpsc::channel(pace.tables);
    let tables: Vec<_> = (0..pace.tables)
        .map(|number| {
            let spectators = (pace.spectators + number) / pace.tables;
            let table = TableRun { number, nodes: nodes.clone(), pace, spectators, running: running.clone() };
            tokio::spawn(table.play(permits.clone(), ready.clone()))
        })
        .collect();
    drop(ready);
    for _ in 0..pace.tables {
        if all_ready.recv().await.is_none() {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    if let Some(begin) = begin {
        begin.wait().await;
    }
    running.measuring.store(true, Ordering::Relaxed);
    let (full, processor) = (site.memory(), site.processor());
    let (began, before) = (now(), running.turns.load(Ordering::Relaxed));
    tokio::select! {
        () = tokio::time::sleep(pace.time) => (),
        () = lose_connections(&running, pace.reconnects) => (),
        () = async { beside.await; std::future::pending().await } => (),
    }
    let turns = running.turns.load(Ordering::Relaxed) - before;
    let seconds = began.elapsed().as_secs_f64();
    let processor = site.processor() - processor;
    running.over.store(true, Ordering::Relaxed);
    let memory = [empty, full, site.memory()];
    let sockets = 2 * pace.tables + pace.spectators;
    let mut measured = Turns { turns, seconds, sockets, processor, memory, ..Turns::default() };
    for table in tables {
        let latencies = table.await??;
        measured.acknowledged.extend(latencies.acknowledged);
        measured.delivered.extend(latencies.delivered);
        measured.returned.extend(latencies.returned);
        measured.watched.extend(latencies.watched);
    }
    Ok(measured)
}

/// Repeatedly selects a connection to lose.
async fn lose_connections(running: &LoadRun, each_second: f64) {
    if each_second <= 0.0 {
        return std::future::pending().await;
    }
    loop {
        tokio::time::sleep(Duration::from_secs_f64(1.0 / each_second)).await;
        running.due.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whose connection is lost during a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    Nobody,
    Mover,
    Opponent,
    Spectator,
}

/// Two players at a table, and those who watch them.
struct LoadPair {
    players: [LoadPlayer; 2],
    audience: SpectatorGroup,
    game: u32,
    /// The seat that has to act.
    acts: Option<Seat>,
}

impl LoadPair {
    async fn sit(evening: &TableRun, game: &str) -> Result<Self> {
        let first = LoadPlayer::open(evening.nodes.clone(), evening.number, game).await?;
        let second = LoadPlayer::join(&first).await?;
        // At the third node, if there is one.
        let watching = SpectatorGroup::arrive(
            &evening.nodes,
            evening.number + 2,
            first.table,
            &evening.running,
            evening.spectators,
        )
        .await?;
        let mut pair = Self { players: [first, second], audience: watching, game: 0, acts: None };
        pair.acts = Some(start_first_game(&mut pair.players).await?);
        pair.game = 1;
        Ok(pair)
    }

    async fn receive_start(&mut self) -> Result<()> {
        self.game += 1;
        self.acts = Some(receive_start(&mut self.players, self.game).await?);
        Ok(())
    }

    /// Plays one turn of the player to act: the times until it was acknowledged, and until the opponent had it.
    async fn play(&mut self, turn: u32, text: &str, loss: Loss) -> Result<(Duration, Duration)> {
        let id = format!("{}-{turn}", self.game);
        let command = Command::Play { game: self.game, turn, text: text.to_owned() };
        let acts = self.acts;
        let [a, b] = &mut self.players;
        let (mover, other) = if Some(a.seat) == acts { (a, b) } else { (b, a) };
        if loss == Loss::Opponent {
            other.lose_connection();
        }
        let sent = now();
        self.audience.expect(mover.seen + 1, sent);
        mover.send(&id, command.clone()).await?;
        let acknowledged = async {
            if loss == Loss::Mover {
                // It is unknown whether the turn arrived: it is sent again, with the same id.
                mover.lose_connection();
                mover.come_back().await?;
                mover.send(&id, command).await?;
            }
            mover.answer(&id).await?;
            Ok::<_, anyhow::Error>(sent.elapsed())
        };
        let delivered = async {
            other.come_back().await?;
            loop {
                if let FromServer::Event { event, .. } = other.receive().await?
                    && let Event::Played { turn: played, acts, .. } = event.event
                    && played == turn
                {
                    return Ok((sent.elapsed(), acts));
                }
            }
        };
        let (acknowledged, (delivered, acts)) = tokio::try_join!(acknowledged, delivered)?;
        self.acts = acts.first().copied();
        Ok((acknowledged, delivered))
    }

    /// Ends the game, if it has not ended.
    async fn end(&mut self) -> Result<()> {
        let id = format!("resign-{}", self.game);
        self.players[0].send(&id, Command::Resign).await?;
        // Refused if the game had ended by itself.
        loop {
            match self.players[0].receive().await? {
                FromServer::Done { id: done, .. } | FromServer::Refused { id: Some(done), .. }
                    if done == id =>
                {
                    return Ok(());
                }
                _ => (),
            }
        }
    }

    /// Begins the next game.
    async fn rematch(&mut self) -> Result<()> {
        let id = format!("rematch-{}", self.game);
        self.players[0].send(&id, Command::Rematch).await?;
        self.players[0].answer(&id).await?;
        // The other player's node may not have received the offer yet: it is accepted once it arrives.
        let player = &mut self.players[1];
        loop {
            if let FromServer::Event { event, .. } = player.receive().await?
                && let Event::Offered { .. } = event.event
            {
                break;
            }
        }
        player.send(&format!("accept-{}", self.game), Command::Accept { offer: None }).await?;
        self.receive_start().await
    }
}

/// Measurements at one table.
#[derive(Default)]
struct TableLatencies {
    acknowledged: Latencies,
    delivered: Latencies,
    returned: Latencies,
    watched: SpectatorLatencies,
}

/// One table, game after game, until it is over.
struct TableRun {
    number: usize,
    nodes: Nodes,
    pace: TurnPace,
    spectators: usize,
    running: Arc<LoadRun>,
}

impl TableRun {
    async fn play(
        self,
        permits: Arc<tokio::sync::Semaphore>,
        ready: tokio::sync::mpsc::Sender<()>,
    ) -> Result<TableLatencies> {
        let game = GAMES[self.number % GAMES.len()];
        let mut random = Random::new(self.number as u64 + 1);
        let script = random_game(game, MOST, &mut random);
        let mut pair = {
            let _permit = permits.acquire().await?;
            LoadPair::sit(&self, game).await?
        };
        ready.send(()).await?;
        drop(ready);
        let (mut latencies, mut due) = (TableLatencies::default(), now());
        loop {
            for (turn, text) in (1u32..).zip(&script) {
                if self.running.over.load(Ordering::Relaxed) {
                    latencies.watched.extend(pair.audience.leave().await?);
                    return Ok(latencies);
                }
                self.think(&mut due, &mut random).await;
                let turn = self.one(&mut pair, turn, text, &mut random, &mut latencies).await;
                turn.with_context(|| format!("{game}: {text}"))?;
            }
            pair.end().await?;
            if self.pace.leave {
                latencies.watched.extend(pair.audience.leave().await?);
                pair = LoadPair::sit(&self, game).await?;
            } else {
                pair.rematch().await?;
            }
        }
    }

    /// Waits for the think time, counted from when the previous turn was due, so that a slow answer does not
    /// slow down the table.
    async fn think(&self, due: &mut Instant, random: &mut Random) {
        if let Some(think) = self.pace.think {
            // Spread around the mean, so that tables do not fall into step.
            let share = f64::from(random.below(2000)) / 1000.0;
            // Who is late does not hurry for long.
            *due = (*due + think.mul_f64(share)).max(now() - think);
            tokio::time::sleep_until((*due).into()).await;
        }
    }

    /// Plays one turn, and notes how long it took.
    async fn one(
        &self,
        pair: &mut LoadPair,
        turn: u32,
        text: &str,
        random: &mut Random,
        latencies: &mut TableLatencies,
    ) -> Result<()> {
        let loss = match self.running.take_loss().then(|| random.below(3)) {
            None => Loss::Nobody,
            Some(0) => Loss::Mover,
            Some(1) if self.spectators > 0 => Loss::Spectator,
            Some(_) => Loss::Opponent,
        };
        if loss == Loss::Spectator {
            pair.audience.lose_one();
        }
        let (acknowledged, delivered) =
            pair.play(turn, text, loss).await.with_context(|| format!("turn {turn}"))?;
        self.running.turns.fetch_add(1, Ordering::Relaxed);
        if self.running.measuring.load(Ordering::Relaxed) {
            match loss {
                Loss::Mover => latencies.returned.add(acknowledged),
                Loss::Opponent => latencies.returned.add(delivered),
                Loss::Nobody | Loss::Spectator => {
                    latencies.acknowledged.add(acknowledged);
                    latencies.delivered.add(delivered);
                }
            }
        }
        Ok(())
    }
}
