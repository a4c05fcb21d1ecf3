//! Honest players: tables at a steady pace, one player against an engine, one client that asks whether the server is
//! alive. None of their requests may be refused, and they miss no event, under any attack.

use super::field::{AddressKind, client_from};
use crate::clock::now;
use crate::load::Latencies;
use crate::load::player::{LoadPlayer, Nodes, receive_start, start_first_game};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taijitu_protocol::{Command, Event, FromServer, Seat};
use taijitu_rules::playout::Random;
use taijitu_testkit::script::{random_game, random_turn};
use taijitu_testkit::{Client, TableFollower};
use tokio::task::JoinSet;

/// Games whose random play is short enough to make up beforehand.
const GAMES: [&str; 4] = ["yinsh", "y", "tetra", "zen"];
/// Turns of a game that are played before a rematch.
const MOST: usize = 60;
/// Turns played against an engine before a new table.
const MOST_WITH_ENGINE: u32 = 40;
/// The level of that engine.
const LEVEL: u8 = 3;
/// The interval of the requests whether the server is alive.
const HEALTH: Duration = Duration::from_millis(200);
/// How long a turn may take before the players are taken to be locked out.
const PATIENCE: Duration = Duration::from_secs(60);

/// How honest players play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    pub(super) tables: usize,
    /// How long a player thinks on average.
    pub(super) think: Duration,
    pub(super) is_proxied: bool,
}

/// What honest players have seen in some time.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    /// From sending a turn to its acknowledgement.
    pub(super) turns: Latencies,
    /// From the acknowledgement of a turn to the engine's reply.
    pub(super) replies: Latencies,
    /// Answers to `/healthz`.
    pub(super) health: Latencies,
}

/// Everybody who plays.
pub(super) struct HonestPlayers {
    shared: Arc<HonestShared>,
    tasks: JoinSet<()>,
}

struct HonestShared {
    window: Mutex<Window>,
    /// When what each of them waits for was sent.
    waiting: Vec<Mutex<Option<Instant>>>,
    errors: Mutex<Vec<String>>,
    over: AtomicBool,
}

impl HonestShared {
    fn window(&self, note: impl FnOnce(&mut Window)) {
        note(&mut self.window.lock().expect("nothing panics while it notes"));
    }

    /// Waits for something, so that a window is not closed before it has come.
    async fn wait<T>(&self, who: usize, what: impl Future<Output = Result<T>>) -> Result<(T, Duration)> {
        let sent = now();
        *self.waiting[who].lock().expect("nothing panics while it waits") = Some(sent);
        let came = tokio::time::timeout(PATIENCE, what).await;
        *self.waiting[who].lock().expect("nothing panics while it waits") = None;
        Ok((came.context("no answer within a minute")??, sent.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

impl HonestPlayers {
    /// Lets everybody sit down; they play until this is dropped.
    ///
    /// # Errors
    /// If the server refuses an honest player.
    pub(super) async fn start(address: SocketAddr, habits: Habits) -> Result<Self> {
        let everybody = habits.tables + 2;
        let shared = Arc::new(HonestShared {
            window: Mutex::default(),
            waiting: (0..everybody).map(|_| Mutex::default()).collect(),
            errors: Mutex::default(),
            over: AtomicBool::new(false),
        });
        let mut tasks = JoinSet::new();
        let client = |number| client_from(address, habits.is_proxied, AddressKind::Honest, number);
        for number in 0..habits.tables {
            let game = GAMES[number % GAMES.len()];
            let first = client(2 * number).as_guest().await?;
            let second = client(2 * number + 1).as_guest().await?;
            let pair = HonestPair::sit(first, second, address, game).await.context("an honest table")?;
            let shared = shared.clone();
            tasks.spawn(async move {
                let played = pair.play(number, game, habits.think, &shared).await;
                shared.end(played.with_context(|| format!("honest table {number}, {game}")));
            });
        }
        let (engine, health) = (client(2 * habits.tables).as_guest().await?, client(2 * habits.tables + 1));
        let (with_engine, asking) = (shared.clone(), shared.clone());
        tasks.spawn(async move {
            let played = against_engine(engine, address, habits.tables, &with_engine).await;
            with_engine.end(played.context("the table with an engine"));
        });
        tasks.spawn(async move {
            let outcome = ask_health(&health, habits.tables + 1, &asking).await;
            asking.end(outcome.context("/healthz"));
        });
        Ok(Self { shared, tasks })
    }

    /// What they have received since the last call, and what they were still waiting for then.
    pub(super) async fn take(&self) -> Window {
        let begun = now();
        let is_waiting = |since: &Mutex<Option<Instant>>| {
            since.lock().expect("nothing panics while it waits").is_some_and(|since| since <= begun)
        };
        while self.shared.waiting.iter().any(is_waiting) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        std::mem::take(&mut *self.shared.window.lock().expect("nothing panics while it notes"))
    }

    /// What went wrong for them since the last call.
    pub(super) fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut *self.shared.errors.lock().expect("nothing panics while it notes"))
    }

    /// Lets them finish what they do; what went wrong.
    pub(super) async fn stop(mut self) -> Vec<String> {
        self.shared.over.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
        self.take_errors()
    }
}

impl HonestShared {
    fn end(&self, played: Result<()>) {
        if let Err(error) = played {
            self.errors.lock().expect("nothing panics while it notes").push(format!("{error:#}"));
        }
    }
}

async fn ask_health(client: &Client, who: usize, shared: &HonestShared) -> Result<()> {
    while !shared.is_over() {
        let (answer, took) = shared.wait(who, client.try_get("/healthz")).await?;
        ensure!(answer.status == 200, "{} {}", answer.status, answer.text());
        shared.window(|window| window.health.add(took));
        tokio::time::sleep(HEALTH).await;
    }
    Ok(())
}

/// Two players at a table.
struct HonestPair {
    players: [LoadPlayer; 2],
    game: u32,
    acts: Option<Seat>,
}

impl HonestPair {
    async fn sit(first: Client, second: Client, address: SocketAddr, game: &str) -> Result<Self> {
        let nodes: Nodes = [address].into();
        let first = LoadPlayer::open_as(first, nodes, 0, game, json!({})).await?;
        let second = LoadPlayer::join_as(second, &first).await?;
        let mut pair = Self { players: [first, second], game: 0, acts: None };
        pair.acts = Some(start_first_game(&mut pair.players).await?);
        pair.game = 1;
        Ok(pair)
    }

    async fn receive_start(&mut self) -> Result<()> {
        self.game += 1;
        self.acts = Some(receive_start(&mut self.players, self.game).await?);
        Ok(())
    }

    /// Plays game after game.
    async fn play(mut self, number: usize, game: &str, think: Duration, shared: &HonestShared) -> Result<()> {
        let mut random = Random::new(number as u64 + 1);
        let script = random_game(game, MOST, &mut random);
        loop {
            for (turn, text) in (1u32..).zip(&script) {
                // Spread around the mean, so that tables do not fall into step. Both keep answering pings meanwhile.
                let pause = think.mul_f64(f64::from(random.below(2000)) / 1000.0);
                self.listen(pause).await?;
                if shared.is_over() {
                    return Ok(());
                }
                let (acknowledged, _) = shared.wait(number, self.turn(turn, text)).await?;
                shared.window(|window| window.turns.add(acknowledged));
            }
            shared.wait(number, self.rematch()).await?;
        }
    }

    /// Listens for a while.
    async fn listen(&mut self, time: Duration) -> Result<()> {
        let [a, b] = &mut self.players;
        let receive = async |player: &mut LoadPlayer| -> Result<()> {
            loop {
                player.receive().await?;
            }
        };
        tokio::select! {
            event = receive(a) => event,
            event = receive(b) => event,
            () = tokio::time::sleep(time) => Ok(()),
        }
    }

    /// Plays a turn; the time until it was acknowledged. The opponent has it too when this returns.
    async fn turn(&mut self, turn: u32, text: &str) -> Result<Duration> {
        let id = format!("{}-{turn}", self.game);
        let command = Command::Play { game: self.game, turn, text: text.to_owned() };
        let acts = self.acts;
        let [a, b] = &mut self.players;
        let (mover, other) = if Some(a.seat) == acts { (a, b) } else { (b, a) };
        let sent = now();
        mover.send(&id, command).await?;
        let acknowledged = async {
            mover.answer(&id).await?;
            Ok::<_, anyhow::Error>(sent.elapsed())
        };
        let event_seen = async {
            loop {
                if let FromServer::Event { event, .. } = other.receive().await?
                    && let Event::Played { turn: played, acts, .. } = event.event
                    && played == turn
                {
                    return Ok(acts);
                }
            }
        };
        let (acknowledged, acts) = tokio::try_join!(acknowledged, event_seen)?;
        self.acts = acts.first().copied();
        Ok(acknowledged)
    }

    /// Ends the game, unless it has ended by itself, and begins the next one.
    async fn rematch(&mut self) -> Result<()> {
        let game = self.game;
        let [first, second] = &mut self.players;
        let id = format!("resign-{game}");
        first.send(&id, Command::Resign).await?;
        while !matches!(first.receive().await?, FromServer::Done { id: done, .. } | FromServer::Refused { id: Some(done), .. } if done == id)
        {
        }
        let id = format!("rematch-{game}");
        first.send(&id, Command::Rematch).await?;
        first.answer(&id).await?;
        loop {
            if let FromServer::Event { event, .. } = second.receive().await?
                && let Event::Offered { .. } = event.event
            {
                break;
            }
        }
        second.send(&format!("accept-{game}"), Command::Accept { offer: None }).await?;
        self.receive_start().await
    }
}

/// Plays against an engine, table after table, and measures how long its replies take.
async fn against_engine(
    client: Client,
    address: SocketAddr,
    who: usize,
    shared: &HonestShared,
) -> Result<()> {
    let mut random = Random::new(77);
    while !shared.is_over() {
        let more = json!({"engines": [LEVEL], "start": true});
        let mut player = LoadPlayer::open_as(client.clone(), [address].into(), 0, "yinsh", more).await?;
        let page =
            client.try_get(&format!("/api/tables/{}/events?since=0", player.table)).await?.success()?;
        let mut game = TableFollower::default();
        for event in page["events"].as_array().context("events")? {
            let view: taijitu_protocol::EventView = serde_json::from_value(event.clone())?;
            game.event(&view.event)?;
        }
        // The snapshot, which has all of that in it.
        player.receive_up_to(1).await?;
        while !game.ended && game.turns < MOST_WITH_ENGINE && !shared.is_over() {
            one_turn(&mut player, &mut game, &mut random, who, shared).await?;
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        if !game.ended {
            player.send("resign", Command::Resign).await?;
            // Refused if the game has just ended.
            let _ = player.answer("resign").await;
        }
    }
    Ok(())
}

/// Plays a turn, if it is ours, and waits for the engine's reply.
async fn one_turn(
    player: &mut LoadPlayer,
    game: &mut TableFollower,
    random: &mut Random,
    who: usize,
    shared: &HonestShared,
) -> Result<()> {
    if game.acts.contains(&player.seat) {
        let play = game.play().context("no secrets")?;
        let text = random_turn(play, play.to_act().side(), random).context("a turn")?;
        let (number, turn) = (game.game, game.turns + 1);
        player.send(&format!("turn-{turn}"), Command::Play { game: number, turn, text }).await?;
        receive_event(player, game).await?;
    }
    if game.ended || game.acts.contains(&player.seat) {
        return Ok(());
    }
    let reply = async {
        while !game.ended && !game.acts.contains(&player.seat) {
            receive_event(player, game).await?;
        }
        Ok(())
    };
    let ((), took) = shared.wait(who, reply).await?;
    shared.window(|window| window.replies.add(took));
    Ok(())
}

/// Follows the next event; a refusal is an error.
async fn receive_event(player: &mut LoadPlayer, game: &mut TableFollower) -> Result<()> {
    loop {
        match player.receive().await? {
            FromServer::Event { event, .. } => return game.event(&event.event),
            FromServer::Refused { problem, .. } => anyhow::bail!("refused: {problem}"),
            _ => (),
        }
    }
}
