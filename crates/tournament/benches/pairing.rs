//! What pairing costs: a batch of an arena in which 1,000 wait, rounds of a Swiss of 300, and the standings of both.
//!
//! `cargo bench -p taijitu-tournament`

use criterion::{Criterion, criterion_group, criterion_main};
use std::collections::BTreeMap;
use std::hint::black_box;
use taijitu_protocol::{
    GameResult, NextRound, PlayerId, Time, TournamentCommand, TournamentId, TournamentKind,
    TournamentSettings, TournamentStart, Venue,
};
use taijitu_tournament::{
    Actor, Applicant, Context, Input, LogEntry, SystemEvent, Tournament, TournamentPairing,
};

const HOST: PlayerId = PlayerId(0);

fn settings(kind: TournamentKind) -> TournamentSettings {
    TournamentSettings {
        name: "Benchmark".into(),
        notes: String::new(),
        kind,
        game: "yinsh".into(),
        options: BTreeMap::new(),
        time: Time::Total { seconds: 180, increment: 2 },
        teams: false,
        rated: false,
        public: true,
        start: TournamentStart::Hand,
        places: kind.most_entrants(),
        late_entry: true,
        bots: false,
        filler: None,
        venue: Venue::Page,
        next_round: NextRound::Hand,
    }
}

struct Running {
    tournament: Tournament,
    now: i64,
}

impl Running {
    fn new(kind: TournamentKind, players: u128) -> Self {
        let event = Tournament::opening(settings(kind), HOST, 0).expect("settings");
        let first = LogEntry { n: 1, at: 0, request: None, event };
        let tournament = Tournament::open(TournamentId(1), &first).expect("an opening");
        let mut running = Self { tournament, now: 0 };
        for number in 1..=players {
            let rating = Some(1000 + (number * 7919 % 1500) as u16);
            let person = Applicant { id: PlayerId(number), guest: true, bot: false, rating };
            running.command(Actor::Player(person), &TournamentCommand::Enter { partner: None, team: None });
        }
        running.command(Actor::Admin, &TournamentCommand::Start {});
        running
    }

    fn context(&self) -> Context {
        Context { now: self.now, seed: 7 }
    }

    fn command(&mut self, actor: Actor, command: &TournamentCommand) {
        let context = self.context();
        let outcome = self.tournament.step(&Input::Command { actor, command, request: None }, &context);
        outcome.expect("a step").answer.expect("a granted command");
    }

    fn notice(&mut self, event: SystemEvent) {
        let context = self.context();
        self.tournament.step(&Input::System(event), &context).expect("a step");
    }

    /// All running games end, about one in seven by a draw.
    fn end_games(&mut self) {
        let ids: Vec<_> = self.tournament.undecided().map(|pairing: &TournamentPairing| pairing.id).collect();
        for (at, id) in ids.into_iter().enumerate() {
            let result = [GameResult::White, GameResult::Black, GameResult::Draw][(at * 31 + 7) % 7 % 3];
            self.notice(SystemEvent::GameEnded { pairing: id, game: 0, result });
        }
    }
}

/// An arena in which everybody has played `games` games and waits.
fn arena(players: u128, games: usize) -> Running {
    let mut running = Running::new(TournamentKind::Arena { minutes: 700, streaks: true }, players);
    for _ in 0..games {
        running.now += 2_000;
        running.notice(SystemEvent::Deadline);
        running.end_games();
    }
    running.now += 2_000;
    running
}

/// A Swiss after this many rounds.
fn swiss(players: u128, rounds: usize) -> Running {
    let mut running = Running::new(TournamentKind::Swiss { rounds: 15 }, players);
    for round in 0..rounds {
        if round > 0 {
            running.command(Actor::Admin, &TournamentCommand::NextRound {});
        }
        running.end_games();
    }
    running
}

fn pairing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairing");
    group.sample_size(10);
    for games in [0, 5, 20] {
        let running = arena(1000, games);
        let context = running.context();
        group.bench_function(format!("arena of 1000 after {games} games"), |bench| {
            bench.iter(|| black_box(running.tournament.due_events(&context)));
        });
    }
    for rounds in [1, 2, 5, 8, 11] {
        let running = swiss(300, rounds);
        let context = running.context();
        group.bench_function(format!("Swiss of 300 after {rounds} rounds"), |bench| {
            bench.iter(|| {
                black_box(running.tournament.decide(
                    &Actor::Admin,
                    &TournamentCommand::NextRound {},
                    &context,
                ))
                .is_ok()
            });
        });
    }
    group.finish();
}

fn standings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("standings");
    group.sample_size(20);
    let running = arena(1000, 20);
    group.bench_function("arena of 1000 after 20 games", |bench| {
        bench.iter(|| black_box(running.tournament.standings()));
    });
    let running = swiss(300, 11);
    group.bench_function("Swiss of 300 after 11 rounds", |bench| {
        bench.iter(|| black_box(running.tournament.standings()));
    });
    group.finish();
}

criterion_group!(benches, pairing, standings);
criterion_main!(benches);
