//! Tables full of people: each turn goes through a socket, is committed, acknowledged and told to the opponent and the
//! spectators, while some lose their connection and come back.

use super::player::{LoadPlayer, Nodes};
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

/// Games whose random play is short enough to make up beforehand.
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
    /// How long a player thinks on average; nothing is as fast as it goes.
    pub think: Option<Duration>,
    /// Sockets that only watch, of all tables together.
    pub spectators: usize,
    /// Connections lost each second.
    pub reconnects: f64,
    /// How long to play.
    pub time: Duration,
    /// Whether people leave after a game, and others come to new tables.
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

/// What was measured.
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
    pub told: Latencies,
    /// From sending a turn until a spectator has it.
    pub watched: SpectatorLatencies,
    /// From sending a turn until somebody has caught up with it whose connection was lost meanwhile.
    pub returned: Latencies,
    /// Processor time used.
    pub processor: Processor,
    /// Memory before anybody came, when all were there, and at the end.
    pub memory: [MemoryUsage; 3],
}

impl Turns {
    /// Turns a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.turns as f64 / self.seconds
    }
}

/// What the tables of a run share.
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

/// Lets tables play, and measures once all of them do.
///
/// # Errors
/// If the server refuses something it should not, or anybody misses anything.
pub async fn run(site: &LoadSite, pace: TurnPace) -> Result<Turns> {
    run_beside(site, pace, async {}).await
}

/// The same, beginning to measure when others are ready too.
pub(super) async fn run_together(site: &LoadSite, pace: TurnPace, begin: &Barrier) -> Result<Turns> {
    measure(site, pace, Some(begin), async {}).await
}

/// The same, while something else happens that begins with the measurement and ends when it is over.
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
    let doors = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let (ready, mut all_ready) = tokio::sync::mpsc::channel(pace.tables);
    let tables: Vec<_> = (0..pace.tables)
        .map(|number| {
            let spectators = (pace.spectators + number) / pace.tables;
            let table = TableRun { number, nodes: nodes.clone(), pace, spectators, running: running.clone() };
            tokio::spawn(table.play(doors.clone(), ready.clone()))
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
        let heard = table.await??;
        measured.acknowledged.extend(heard.acknowledged);
        measured.told.extend(heard.told);
        measured.returned.extend(heard.returned);
        measured.watched.extend(heard.watched);
    }
    Ok(measured)
}

/// Says again and again that a connection should be lost.
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
        let joined = pair.players[1].seen;
        pair.players[0].hear_up_to(joined).await?;
        pair.players[0].send("start", Command::Start).await?;
        pair.hear_start().await?;
        Ok(pair)
    }

    /// Both hear that a game has started.
    async fn hear_start(&mut self) -> Result<()> {
        let next = self.game + 1;
        for player in &mut self.players {
            loop {
                if let FromServer::Event { event, .. } = player.hear().await?
                    && let Event::Started { number, acts, .. } = event.event
                    && number == next
                {
                    self.acts = Some(acts.first().copied().context("somebody begins")?);
                    break;
                }
            }
        }
        self.game = next;
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
                // Nobody knows whether the turn arrived: it is sent again, with the same id.
                mover.lose_connection();
                mover.come_back().await?;
                mover.send(&id, command).await?;
            }
            mover.answer(&id).await?;
            Ok::<_, anyhow::Error>(sent.elapsed())
        };
        let told = async {
            other.come_back().await?;
            loop {
                if let FromServer::Event { event, .. } = other.hear().await?
                    && let Event::Played { turn: played, acts, .. } = event.event
                    && played == turn
                {
                    return Ok((sent.elapsed(), acts));
                }
            }
        };
        let (acknowledged, (told, acts)) = tokio::try_join!(acknowledged, told)?;
        self.acts = acts.first().copied();
        Ok((acknowledged, told))
    }

    /// Ends the game, if it has not ended.
    async fn end(&mut self) -> Result<()> {
        let id = format!("resign-{}", self.game);
        self.players[0].send(&id, Command::Resign).await?;
        // Refused if the game had ended by itself.
        loop {
            match self.players[0].hear().await? {
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
        // The node of the other may not have heard of the offer yet: it is taken up once it has been told.
        let player = &mut self.players[1];
        loop {
            if let FromServer::Event { event, .. } = player.hear().await?
                && let Event::Offered { .. } = event.event
            {
                break;
            }
        }
        player.send(&format!("accept-{}", self.game), Command::Accept { offer: None }).await?;
        self.hear_start().await
    }
}

/// What was measured at one table.
#[derive(Default)]
struct TableLatencies {
    acknowledged: Latencies,
    told: Latencies,
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
        doors: Arc<tokio::sync::Semaphore>,
        ready: tokio::sync::mpsc::Sender<()>,
    ) -> Result<TableLatencies> {
        let game = GAMES[self.number % GAMES.len()];
        let mut random = Random::new(self.number as u64 + 1);
        let script = random_game(game, MOST, &mut random);
        let mut pair = {
            let _door = doors.acquire().await?;
            LoadPair::sit(&self, game).await?
        };
        ready.send(()).await?;
        drop(ready);
        let (mut heard, mut due) = (TableLatencies::default(), now());
        loop {
            for (turn, text) in (1u32..).zip(&script) {
                if self.running.over.load(Ordering::Relaxed) {
                    heard.watched.extend(pair.audience.leave().await?);
                    return Ok(heard);
                }
                self.think(&mut due, &mut random).await;
                let turn = self.one(&mut pair, turn, text, &mut random, &mut heard).await;
                turn.with_context(|| format!("{game}: {text}"))?;
            }
            pair.end().await?;
            if self.pace.leave {
                heard.watched.extend(pair.audience.leave().await?);
                pair = LoadPair::sit(&self, game).await?;
            } else {
                pair.rematch().await?;
            }
        }
    }

    /// Thinks, counted from when the turn before was due, so that a slow answer does not make the whole table slower.
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
        heard: &mut TableLatencies,
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
        let (acknowledged, told) =
            pair.play(turn, text, loss).await.with_context(|| format!("turn {turn}"))?;
        self.running.turns.fetch_add(1, Ordering::Relaxed);
        if self.running.measuring.load(Ordering::Relaxed) {
            match loss {
                Loss::Mover => heard.returned.add(acknowledged),
                Loss::Opponent => heard.returned.add(told),
                Loss::Nobody | Loss::Spectator => {
                    heard.acknowledged.add(acknowledged);
                    heard.told.add(told);
                }
            }
        }
        Ok(())
    }
}
