//! The players at the site: circles of players who open table after table, of all ten games, some with engines, some with
//! clocks. The players and the spectator of a table connect to different nodes.

use super::client::RoamingClient;
use super::site::NodeAddresses;
use super::table_history::RequestOutcome;
use crate::clock::now;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use taijitu_protocol::{Command, Seat, SeatChoice, TableId, Team};
use taijitu_rules::games;
use taijitu_rules::games::yinyang::{Law, LawKind};
use taijitu_rules::playout::Random;
use taijitu_testkit::{TableFollower, script};
use tokio::task::JoinSet;

/// Players resign after this many turns.
const MOST_TURNS: u32 = 40;
/// How long the event of an acknowledged command may take to arrive, and a finished table to end.
const PATIENCE: Duration = Duration::from_secs(90);
/// This many refusals in a row are a violation.
const REFUSALS: u32 = 40;

/// A table that was played at, with its clients.
pub(super) struct PlayedTable {
    pub(super) id: TableId,
    pub(super) game: String,
    pub(super) clients: Vec<RoamingClient>,
}

/// A kind of table.
struct TableKind {
    game: &'static str,
    open: Value,
    /// People, without engines.
    seats: u8,
    /// The seat that stops playing after some turns, so that its flag falls.
    sleeper: Option<(Seat, u32)>,
    laws: [String; 2],
}

impl TableKind {
    fn new(circle: usize, round: usize, random: &mut Random) -> Self {
        // The last kind first: it has secrets, and a short run should include it.
        let game = games::GAMES.iter().rev().cycle().nth(circle + round).map_or("y", |game| game.meta().id);
        let zen = game == "zen";
        let engine = !zen && (circle + 2 * round) % 5 == 1;
        let time = match random.below(3) {
            0 => json!({ "kind": "none" }),
            1 => json!({ "kind": "total", "seconds": 120, "increment": 2 }),
            _ => json!({ "kind": "total", "seconds": 10 + random.below(10), "increment": 1 }),
        };
        let short = time["seconds"].as_u64().is_some_and(|seconds| seconds < 20);
        let seats = if zen { 4 } else { 2 - u8::from(engine) };
        let mut open = json!({ "game": game, "seat": 1, "time": time, "public": round.is_multiple_of(2) });
        if zen {
            open["options"] = json!({ "players": "4" });
        }
        if engine {
            open["engines"] = json!([1 + random.below(2)]);
        }
        let sleeper = (short && random.below(2) == 0)
            .then(|| (Seat::new(random.below(u32::from(seats)) as u8), 2 + random.below(4)));
        Self { game, open, seats, sleeper, laws: laws(random) }
    }
}

/// Laws for both sides whose texts differ in every orientation, without adaptations.
fn laws(random: &mut Random) -> [String; 2] {
    let all: Vec<Law> = Law::all().iter().copied().filter(|law| law.kind() != LawKind::Adaptation).collect();
    let turned = |law: Law| law.on_board(taijitu_rules::Side::White);
    let mut chosen: Vec<Law> = vec![];
    while chosen.len() < 8 {
        let law = all[random.below(all.len() as u32) as usize];
        if !chosen.iter().any(|other| other.cause() == law.cause() || other.cause() == turned(law).cause()) {
            chosen.push(law);
        }
    }
    [&chosen[..4], &chosen[4..]].map(|four| {
        let four: Vec<String> = four.iter().map(ToString::to_string).collect();
        format!("laws {}", four.join(" "))
    })
}

/// One circle: table after table until the run ends, then its last table is played to the end.
pub(super) async fn circle(
    number: usize,
    addresses: Arc<NodeAddresses>,
    seed: u64,
    enough: Arc<AtomicBool>,
) -> Result<Vec<PlayedTable>> {
    let mut parties = vec![];
    for round in 0.. {
        if enough.load(Ordering::Relaxed) {
            break;
        }
        let mut random = Random::new(seed ^ ((number as u64) << 32 | round as u64));
        let kind = TableKind::new(number, round, &mut random);
        let name = format!("circle {number}, table {round}, {}", kind.game);
        parties.push(party(&kind, number + round, &addresses, &mut random, &enough).await.context(name)?);
    }
    Ok(parties)
}

async fn party(
    kind: &TableKind,
    first_door: usize,
    addresses: &Arc<NodeAddresses>,
    random: &mut Random,
    enough: &Arc<AtomicBool>,
) -> Result<PlayedTable> {
    let mut clients = vec![];
    for place in 0..=kind.seats {
        let by_socket = place == kind.seats || random.below(2) == 0;
        let mut client = RoamingClient::new(addresses, first_door + usize::from(place), by_socket);
        // A spectator may be without a session.
        if place < kind.seats || random.below(2) == 0 {
            client.sign_in().await?;
        }
        clients.push(client);
    }
    let door = clients[0].ask_on("/api/tables", Some(&kind.open)).await?.success()?;
    let id: TableId = door["table"].as_str().context("an id")?.parse()?;
    for (seat, client) in Seat::all(clients.len()).zip(&mut clients) {
        client.come(id, Some(seat).filter(|seat| seat.number() <= kind.seats), kind.game == "yinyang");
    }
    for (seat, client) in Seat::all(usize::from(kind.seats)).zip(&mut clients).skip(1) {
        let join = Command::Join { seat: Some(SeatChoice::Number(seat.number())) };
        let outcome = client.insist(join).await?;
        ensure!(matches!(outcome, RequestOutcome::Done(_)), "seat {seat} was not given: {outcome:?}");
    }
    let outcome = clients[0].insist(Command::Start).await?;
    ensure!(matches!(outcome, RequestOutcome::Done(_)), "the game was not started: {outcome:?}");
    let mut playing = JoinSet::new();
    for (place, client) in clients.into_iter().enumerate() {
        let part = PlayerPart {
            random: Random::new(random.next()),
            sleeps: kind.sleeper.filter(|(seat, _)| client.history.seat == Some(*seat)).map(|(_, turn)| turn),
            laws: kind.laws[place % 2].clone(),
        };
        let enough = enough.clone();
        playing.spawn(async move { (place, part.play(client, &enough).await) });
    }
    let mut clients = vec![];
    while let Some(done) = playing.join_next().await {
        clients.push(done?);
    }
    clients.sort_by_key(|(place, _)| *place);
    let clients = clients.into_iter().map(|(_, client)| client).collect();
    Ok(PlayedTable { id, game: kind.game.into(), clients })
}

/// One client's part in a game.
struct PlayerPart {
    random: Random,
    /// The turn from which on it does nothing.
    sleeps: Option<u32>,
    laws: String,
}

impl PlayerPart {
    async fn play(mut self, mut client: RoamingClient, enough: &AtomicBool) -> RoamingClient {
        if let Err(error) = self.perform(&mut client, enough).await {
            client.history.wrong.push(format!("{error:#}"));
        }
        client
    }

    async fn perform(&mut self, client: &mut RoamingClient, enough: &AtomicBool) -> Result<()> {
        let (mut followed, mut refused, mut since) = (TableFollower::default(), 0, None);
        loop {
            followed.follow(&client.history.events)?;
            if followed.ended {
                return Ok(());
            }
            let closing = enough.load(Ordering::Relaxed);
            if closing && since.get_or_insert_with(now).elapsed() > PATIENCE {
                bail!("the game does not end");
            }
            let Some(seat) = client.history.seat.filter(|_| followed.started) else {
                client.listen().await?;
                self.look_around(client).await;
                continue;
            };
            if followed.has_to_resign(seat)
                || (closing && seat.team() == Team::Even && !followed.resigning.contains(&seat))
            {
                self.settle(client, Command::Resign).await?;
                continue;
            }
            let asleep = self.sleeps.is_some_and(|turn| followed.turns >= turn);
            if asleep || !followed.acts.contains(&seat) {
                client.listen().await?;
                continue;
            }
            tokio::time::sleep(Duration::from_millis(u64::from(40 + self.random.below(300)))).await;
            if followed.turns >= MOST_TURNS && !followed.resigning.contains(&seat) {
                self.settle(client, Command::Resign).await?;
                continue;
            }
            let Some(text) = self.choose(client, &followed).await? else {
                client.listen().await?;
                continue;
            };
            let play = Command::Play { game: followed.game, turn: followed.turns + 1, text };
            refused = if self.settle(client, play).await? { 0 } else { refused + 1 };
            ensure!(refused < REFUSALS, "everything is refused: {:?}", client.history.requests.last());
            self.look_around(client).await;
        }
    }

    /// Sends a command and waits for its event; false if it was refused.
    async fn settle(&mut self, client: &mut RoamingClient, command: Command) -> Result<bool> {
        match client.insist(command).await? {
            RequestOutcome::Done(n) => {
                let acknowledged = now();
                while client.history.head() < n {
                    ensure!(acknowledged.elapsed() < PATIENCE, "event {n} was acknowledged and never told");
                    client.listen().await?;
                }
                Ok(true)
            }
            _ => {
                client.listen().await?;
                Ok(false)
            }
        }
    }

    async fn look_around(&mut self, client: &mut RoamingClient) {
        if client.keeps && self.random.below(8) == 0 {
            client.look().await;
        }
    }

    /// A turn: from a copy of the game, or where that has secrets from the server's list.
    async fn choose(
        &mut self,
        client: &mut RoamingClient,
        followed: &TableFollower,
    ) -> Result<Option<String>> {
        if let Some(play) = followed.play() {
            return Ok(script::random_turn(play, play.to_act().side(), &mut self.random));
        }
        if followed.turns < 2 {
            return Ok(Some(self.laws.clone()));
        }
        let path = client.path("/turns");
        let Ok(turns) = client.ask_on(&path, None).await?.success() else { return Ok(None) };
        let turns: Vec<String> = serde_json::from_value(turns)?;
        let at = self.random.below(u32::try_from(turns.len()).unwrap_or(1).max(1)) as usize;
        Ok(turns.get(at).cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn circles_play_every_game_and_all_kinds_of_tables() {
        let mut random = Random::new(1);
        let mut kinds = vec![];
        for circle in 0..10 {
            kinds.extend((0..10).map(|round| TableKind::new(circle, round, &mut random)));
        }
        let games: BTreeSet<&str> = kinds.iter().map(|kind| kind.game).collect();
        assert_eq!(games.len(), 10);
        assert!(kinds.iter().any(|kind| kind.sleeper.is_some()));
        assert!(
            kinds.iter().any(|kind| kind.game == "yinyang" && kind.seats == 1),
            "an engine keeps secrets too"
        );
    }

    #[test]
    fn laws_are_eight_different_ones_that_may_be_written() {
        let mut random = Random::new(5);
        for _ in 0..50 {
            let [white, black] = laws(&mut random);
            let mut play = script::start("yinyang", &[]);
            play.turn_by(taijitu_rules::Side::White, &white).unwrap();
            play.turn_by(taijitu_rules::Side::Black, &black).unwrap();
            let words: BTreeSet<&str> = white.split(' ').chain(black.split(' ')).collect();
            assert_eq!(words.len(), 9, "{white} {black}");
        }
    }
}
