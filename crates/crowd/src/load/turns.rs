//! Tables full of people who play as fast as they may: each turn goes through a socket, is committed, acknowledged and told
//! to the opponent.

use super::report::Latencies;
use crate::clock::now;
use crate::http::Browser;
use crate::script::random_game;
use crate::socket::Socket;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use taijitu_protocol::{Command, Event, FromClient, FromServer, SeatChoice, TableId};
use taijitu_rules::playout::Random;

/// Games whose random play is short enough to make up beforehand.
const GAMES: [&str; 4] = ["yinsh", "y", "tetra", "zen"];
/// Turns of a game that are played before a rematch.
const MOST: usize = 60;

/// How fast to play.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Tables with two players each.
    pub tables: usize,
    /// Turns a second altogether; none is as fast as it goes.
    pub rate: Option<f64>,
    /// How long to play.
    pub time: Duration,
}

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// Turns acknowledged.
    pub turns: u64,
    /// In how much time.
    pub seconds: f64,
    /// From sending a turn to its acknowledgement.
    pub acknowledged: Latencies,
    /// From sending a turn until the opponent has it.
    pub told: Latencies,
}

struct Running {
    turns: AtomicU64,
    measuring: AtomicBool,
    over: AtomicBool,
}

/// Lets tables play, and measures once all of them do.
///
/// # Errors
/// If the server refuses something it should not.
pub async fn run(address: SocketAddr, pace: Pace) -> Result<Turns> {
    let running = Arc::new(Running {
        turns: AtomicU64::new(0),
        measuring: AtomicBool::new(false),
        over: AtomicBool::new(false),
    });
    let think = pace.rate.map(|rate| Duration::from_secs_f64(pace.tables as f64 / rate));
    let (ready, mut all_ready) = tokio::sync::mpsc::channel(pace.tables);
    let tables: Vec<_> = (0..pace.tables)
        .map(|number| tokio::spawn(table(address, number, think, running.clone(), ready.clone())))
        .collect();
    drop(ready);
    for _ in 0..pace.tables {
        if all_ready.recv().await.is_none() {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    running.measuring.store(true, Ordering::Relaxed);
    let (began, before) = (now(), running.turns.load(Ordering::Relaxed));
    tokio::time::sleep(pace.time).await;
    let turns = running.turns.load(Ordering::Relaxed) - before;
    let seconds = began.elapsed().as_secs_f64();
    running.over.store(true, Ordering::Relaxed);
    let mut measured = Turns { turns, seconds, ..Turns::default() };
    for table in tables {
        let (acknowledged, told) = table.await??;
        measured.acknowledged.extend(acknowledged);
        measured.told.extend(told);
    }
    Ok(measured)
}

struct Player {
    socket: Socket,
    seat: u8,
}

async fn sit(address: SocketAddr, table: Option<TableId>, game: &str) -> Result<(Player, TableId)> {
    let mut browser = Browser::guest(address).await?;
    let (id, seat) = match table {
        None => {
            let open = json!({"game": game, "seat": 1, "options": options(game)});
            let door = browser.post("/api/tables", &open).await?.ok()?;
            (door["table"].as_str().context("an id")?.parse()?, 1)
        }
        Some(id) => (id, 2),
    };
    let mut socket = Socket::connect(&browser).await?;
    socket.send(&FromClient::Watch { table: id, since: None, chat: None, scenes: false }).await?;
    if seat == 2 {
        let join = Command::Join { seat: Some(SeatChoice::Number(2)) };
        socket.send(&FromClient::Do { table: id, id: "join".into(), command: join }).await?;
        answered(&mut socket, "join").await?;
    }
    Ok((Player { socket, seat }, id))
}

/// Random games are made up with the usual options, and White begins Zen there.
fn options(game: &str) -> serde_json::Value {
    if game == "zen" { json!({"first": "white"}) } else { json!({}) }
}

async fn answered(socket: &mut Socket, wanted: &str) -> Result<u64> {
    loop {
        match socket.next().await? {
            FromServer::Done { id, n } if id == wanted => return Ok(n),
            FromServer::Refused { id: Some(id), problem } if id == wanted => bail!("{wanted}: {problem}"),
            _ => (),
        }
    }
}

/// Two players at a table.
struct Pair {
    table: TableId,
    players: [Player; 2],
    game: u32,
    /// The seat that has to act.
    acts: u8,
}

impl Pair {
    async fn sit(address: SocketAddr, game: &str) -> Result<Self> {
        let (first, table) = sit(address, None, game).await?;
        let (second, _) = sit(address, Some(table), game).await?;
        let mut pair = Self { table, players: [first, second], game: 0, acts: 0 };
        pair.send(0, "start", Command::Start).await?;
        pair.hear_start().await?;
        Ok(pair)
    }

    async fn send(&mut self, player: usize, id: &str, command: Command) -> Result<()> {
        let message = FromClient::Do { table: self.table, id: id.to_owned(), command };
        self.players[player].socket.send(&message).await
    }

    /// Both hear that a game has started.
    async fn hear_start(&mut self) -> Result<()> {
        let next = self.game + 1;
        for player in &mut self.players {
            loop {
                if let FromServer::Event { event, .. } = player.socket.next().await?
                    && let Event::Started { number, acts, .. } = event.event
                    && number == next
                {
                    self.acts = acts.first().copied().context("somebody begins")?;
                    break;
                }
            }
        }
        self.game = next;
        Ok(())
    }

    /// Plays one turn with whoever has to: the times until it was acknowledged, and until the opponent had it.
    async fn play(&mut self, turn: u32, text: &str) -> Result<(Duration, Duration)> {
        let id = format!("{}-{turn}", self.game);
        let command = Command::Play { game: self.game, turn, text: text.to_owned() };
        let message = FromClient::Do { table: self.table, id: id.clone(), command };
        let acts = self.acts;
        let [a, b] = &mut self.players;
        let (mover, other) = if a.seat == acts { (a, b) } else { (b, a) };
        let sent: Instant = now();
        mover.socket.send(&message).await?;
        let acknowledged = async {
            answered(&mut mover.socket, &id).await?;
            Ok::<_, anyhow::Error>(sent.elapsed())
        };
        let told = async {
            loop {
                if let FromServer::Event { event, .. } = other.socket.next().await?
                    && let Event::Played { turn: played, acts, .. } = event.event
                    && played == turn
                {
                    return Ok((sent.elapsed(), acts));
                }
            }
        };
        let (acknowledged, (told, acts)) = tokio::try_join!(acknowledged, told)?;
        self.acts = acts.first().copied().unwrap_or(0);
        Ok((acknowledged, told))
    }

    /// Ends the game, if it has not ended, and begins the next one.
    async fn rematch(&mut self) -> Result<()> {
        self.send(0, &format!("resign-{}", self.game), Command::Resign).await?;
        self.send(0, &format!("rematch-{}", self.game), Command::Rematch).await?;
        answered(&mut self.players[0].socket, &format!("rematch-{}", self.game)).await?;
        self.send(1, &format!("accept-{}", self.game), Command::Accept { offer: None }).await?;
        self.hear_start().await
    }
}

/// One table, game after game, until it is over.
async fn table(
    address: SocketAddr,
    number: usize,
    think: Option<Duration>,
    running: Arc<Running>,
    ready: tokio::sync::mpsc::Sender<()>,
) -> Result<(Latencies, Latencies)> {
    let game = GAMES[number % GAMES.len()];
    let mut random = Random::new(number as u64 + 1);
    let script = random_game(game, MOST, &mut random);
    let mut pair = Pair::sit(address, game).await?;
    ready.send(()).await?;
    let (mut acknowledged, mut told) = (Latencies::default(), Latencies::default());
    loop {
        for (turn, text) in (1u32..).zip(&script) {
            if running.over.load(Ordering::Relaxed) {
                return Ok((acknowledged, told));
            }
            if let Some(think) = think {
                // Spread around the mean, so that tables do not fall into step.
                let share = f64::from(random.below(2000)) / 1000.0;
                tokio::time::sleep(think.mul_f64(share)).await;
            }
            let times =
                pair.play(turn, text).await.with_context(|| format!("{game}, turn {turn}: {text}"))?;
            running.turns.fetch_add(1, Ordering::Relaxed);
            if running.measuring.load(Ordering::Relaxed) {
                acknowledged.add(times.0);
                told.add(times.1);
            }
        }
        pair.rematch().await?;
    }
}
