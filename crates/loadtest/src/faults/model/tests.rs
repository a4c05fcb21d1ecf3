//! True histories, and the same ones with one falsification: exactly that violation has to be found.

use super::*;
use crate::faults::table_history::{
    ClientHistory, ClientRequest, NodeAnswer, ReceivedMessage, RequestOutcome,
};
use serde_json::json;
use taijitu_protocol::{Command, OpenTable, PlayerId, Profile, Seat, SeatChoice, Side, TableId, Time};
use taijitu_rules::playout::Random;
use taijitu_store::{FinishedGame, GameRow, Source, Winner};
use taijitu_table::{Actor, DecisionContext, Input, Names, Outages, Viewer};
use taijitu_testkit::script;

const PLAYERS: [PlayerId; 2] = [PlayerId(1), PlayerId(2)];
/// The start of the game, and the time each player takes for a turn.
const NOON: i64 = 1_800_000_000_000;
const THINKS: i64 = 1000;
const LAWS: [&str; 2] =
    ["laws wwww>w.ww .www>..ww w.ww>w..w ww.w>.w.w", "laws bbbb>b.bb .bbb>..bb b.bb>b..b bb.b>.b.b"];

/// A table under construction, with its current time.
struct Stage {
    table: Table,
    log: Vec<LogEntry>,
    now: i64,
    clients: Vec<ClientHistory>,
}

impl Stage {
    fn new(game: &str, time: Time) -> Self {
        let open = OpenTable { game: game.into(), seat: Some(1), time, ..OpenTable::default() };
        let events = Table::opening(&open, PLAYERS[0], false).unwrap();
        let entry = |(n, event)| LogEntry { n, at: NOON, request: None, event };
        let log: Vec<LogEntry> = (1..).zip(events).map(entry).collect();
        let table = Table::fold(TableId(7), &log).unwrap();
        let client = |seat: Seat, id: PlayerId| ClientHistory {
            seat: Some(seat),
            profile: Some(Profile {
                id,
                name: Some(format!("Player {seat}")),
                guest: true,
                bot: false,
                rating: None,
            }),
            ..ClientHistory::default()
        };
        let clients =
            vec![client(Seat::FIRST, PLAYERS[0]), client(Seat::new(1), PLAYERS[1]), ClientHistory::default()];
        let mut stage = Self { table, log, now: NOON, clients };
        stage.act(1, Command::Join { seat: Some(SeatChoice::Number(2)) });
        stage.act(0, Command::Start);
        stage
    }

    /// A player sends a command, which is acknowledged.
    fn act(&mut self, who: usize, command: Command) {
        let outages = Outages::default();
        let context =
            DecisionContext { now: self.now, lag: 0, thought: 0, outages: &outages, seed: 99, guests: &[] };
        let client = &mut self.clients[who];
        let id = format!("{who}-{}", client.requests.len());
        let known_head = self.table.head();
        let actor = Actor::Player(PLAYERS[who]);
        let input = Input::Command { actor, command: &command, request: Some(&id) };
        let step = self.table.step(&input, &context).unwrap();
        let outcome = RequestOutcome::Done(step.answer.unwrap());
        self.log.extend(step.entries);
        client.requests.push(ClientRequest { id, command, known_head, outcome, answered: self.now });
    }

    fn turns(&mut self, count: usize) {
        let mut random = Random::new(3);
        for _ in 0..count {
            self.now += THINKS;
            let game = self.table.running().unwrap();
            let seat = game.acting()[0].index();
            let play = game.play();
            let text = script::random_turn(play, play.to_act().side(), &mut random).unwrap();
            let (game, turn) = (game.number, game.turns() + 1);
            self.act(seat, Command::Play { game, turn, text });
        }
    }

    /// Ends the game: a player resigns, every client has received everything, and all nodes have caught up.
    fn end(mut self) -> TableHistory {
        self.now += THINKS;
        self.act(0, Command::Resign);
        let game = self.table.finished().unwrap();
        let row = GameRow {
            id: game.id,
            table: Some(self.table.id()),
            number: 1,
            kind: game.game,
            options: game.options,
            revision: i64::from(game.revision),
            result: match game.outcome.winner {
                Some(Side::White) => Winner::White,
                Some(Side::Black) => Winner::Black,
                None => Winner::Nobody,
            },
            reason: game.outcome.reason,
            started: game.started,
            ended: game.ended,
            turns: i64::from(game.turns),
            logged: true,
            public: false,
            source: Source::Table,
            record: game.record.unwrap(),
        };
        let profiles = self.clients.iter().filter_map(|client| client.profile.clone());
        let names = Names(profiles.map(|profile| (profile.id, profile)).collect());
        for client in &mut self.clients {
            let viewer = Viewer(client.player());
            let events: Vec<_> = self
                .log
                .iter()
                .map(|entry| serde_json::to_value(self.table.event(entry, viewer, &names)).unwrap())
                .collect();
            client.events = (1..).zip(events.clone()).collect();
            let view = json!({ "head": events.len() });
            client.answers =
                (0..3).map(|node| NodeAnswer { node, events: events.clone(), view: view.clone() }).collect();
        }
        TableHistory {
            id: self.table.id(),
            game: self.table.setup().game.clone(),
            clients: self.clients,
            head: self.log.len() as u64,
            log: self.log,
            finished: vec![FinishedGame { game: row, players: vec![] }],
        }
    }
}

fn true_history() -> TableHistory {
    let mut stage = Stage::new("y", Time::Total { seconds: 60, increment: 0 });
    stage.turns(6);
    stage.end()
}

fn secret_history() -> TableHistory {
    let mut stage = Stage::new("yinyang", Time::None);
    for (who, laws) in LAWS.iter().enumerate() {
        stage.act(who, Command::Play { game: 1, turn: 1, text: (*laws).into() });
    }
    stage.end()
}

/// The promises that a history breaks, each once.
fn broken(history: &TableHistory, times: &Times) -> Vec<&'static str> {
    let mut promises: Vec<&str> =
        check(history, times).into_iter().map(|violation| violation.promise).collect();
    promises.dedup();
    promises
}

fn broken_by(lie: impl FnOnce(&mut TableHistory)) -> Vec<&'static str> {
    let mut history = true_history();
    lie(&mut history);
    broken(&history, &Times::default())
}

/// The index of the last turn in the log.
fn last_turn(history: &TableHistory) -> usize {
    history.log.iter().rposition(|entry| matches!(entry.event, LogEvent::Played { .. })).unwrap()
}

#[test]
fn a_true_story_breaks_no_promise() {
    assert_eq!(check(&true_history(), &Times::default()), []);
    assert_eq!(check(&secret_history(), &Times::default()), []);
}

#[test]
fn a_lost_acknowledgement_is_found() {
    let found = broken_by(|history| {
        let request = history.clients[1].requests.last().unwrap().clone();
        let known_head = history.head;
        history.clients[1].requests.push(ClientRequest {
            id: "lost".into(),
            outcome: RequestOutcome::Done(known_head + 1),
            known_head,
            ..request
        });
    });
    assert_eq!(found, ["what was acknowledged is in the log"]);
}

#[test]
fn an_acknowledgement_of_something_else_is_found() {
    let found = broken_by(|history| {
        let request = history.clients[0].requests.last_mut().unwrap();
        request.outcome = RequestOutcome::Done(3);
    });
    assert_eq!(found, ["what was acknowledged is in the log"]);
}

#[test]
fn a_request_that_happened_twice_is_found() {
    let found = broken_by(|history| {
        let at = last_turn(history);
        let request = history.log[at].request.clone();
        history.log[at - 2].request = request;
    });
    assert!(found.contains(&"a request happens once"), "{found:?}");
}

#[test]
fn a_refused_request_that_happened_is_found() {
    let found = broken_by(|history| {
        history.clients[0].requests.last_mut().unwrap().outcome = RequestOutcome::Refused("not_now".into());
    });
    assert_eq!(found, ["what was refused did not happen"]);
}

#[test]
fn a_right_turn_that_was_refused_is_found() {
    let found = broken_by(|history| {
        let entry = history.log[last_turn(history)].clone();
        let seat = match entry.event {
            LogEvent::Played { seat, .. } => seat.index(),
            _ => unreachable!(),
        };
        let command =
            history.clients[seat].requests.iter().rev().find_map(|request| match &request.command {
                Command::Play { .. } => Some(request.command.clone()),
                _ => None,
            });
        let refused = ClientRequest {
            id: "early".into(),
            command: command.unwrap(),
            known_head: entry.n - 1,
            outcome: RequestOutcome::Refused("not_your_turn".into()),
            answered: entry.at - 600,
        };
        history.clients[seat].requests.push(refused);
    });
    assert_eq!(found, ["what is right is not refused"]);
}

#[test]
fn a_doubled_event_a_gap_and_a_head_that_lies_are_found() {
    let doubled = broken_by(|history| {
        let last = history.log.last().unwrap().clone();
        history.log.push(last);
    });
    assert!(doubled.contains(&"numbers have no gaps"), "{doubled:?}");
    let gap = broken_by(|history| drop(history.log.remove(4)));
    assert!(gap.contains(&"numbers have no gaps"), "{gap:?}");
    assert_eq!(broken_by(|history| history.head += 1), ["numbers have no gaps"]);
}

#[test]
fn an_illegal_turn_is_found() {
    let found = broken_by(|history| {
        let at = last_turn(history);
        let before = history.log[at - 1].event.clone();
        if let (LogEvent::Played { text, .. }, LogEvent::Played { text: taken, .. }) =
            (&mut history.log[at].event, before)
        {
            *text = taken;
        }
    });
    assert_eq!(found, ["every turn is legal"]);
}

#[test]
fn an_event_told_otherwise_is_found() {
    let found = broken_by(|history| history.clients[2].events.get_mut(&5).unwrap()["at"] = json!(5));
    assert_eq!(found, ["every received event is in the log"]);
}

#[test]
fn a_client_left_behind_and_a_node_that_differs_are_found() {
    let behind = broken_by(|history| drop(history.clients[1].events.pop_last()));
    assert_eq!(behind, ["all clients and nodes catch up"]);
    let differs = broken_by(|history| history.clients[0].answers[1].view["state"] = json!("open"));
    assert_eq!(differs, ["all nodes return the same"]);
    let forgot = broken_by(|history| drop(history.clients[0].answers[2].events.pop()));
    assert_eq!(forgot, ["all clients and nodes catch up"]);
}

#[test]
fn a_game_that_ends_twice_or_is_not_archived_once_is_found() {
    let twice = broken_by(|history| {
        let mut again = history.log.last().unwrap().clone();
        again.n += 1;
        again.request = None;
        history.log.push(again);
        history.head += 1;
    });
    assert!(twice.contains(&"every game ends once"), "{twice:?}");
    assert_eq!(broken_by(|history| history.finished.clear()), ["a finished game is in the archive once"]);
    let wrong = broken_by(|history| history.finished[0].game.result = Winner::Nobody);
    assert_eq!(wrong, ["a finished game is in the archive once"]);
}

#[test]
fn a_charged_outage_is_found_whether_it_was_written_down_or_measured() {
    let history = true_history();
    let at = history.log[last_turn(&history)].at;
    // Each player takes a second, so no player can have been charged for a second within five seconds of downtime.
    let (began, ended) = (at - 4000, at + 1000);
    let written = Times { outages: vec![OutageRow { began, ended }], downtime: vec![] };
    assert_eq!(broken(&history, &written), ["nobody is charged for downtime"]);
    let mut stage = Stage::new("y", Time::Total { seconds: 60, increment: 0 });
    stage.turns(1);
    stage.now += 9000;
    stage.turns(1);
    let (ended, history) = (stage.now - 500, stage.end());
    let measured =
        |length: i64| Times { outages: vec![], downtime: vec![Interval { began: ended - length, ended }] };
    assert_eq!(broken(&history, &measured(8000)), ["nobody is charged for downtime"]);
    assert_eq!(broken(&history, &measured(2000)), Vec::<&str>::new(), "so much may be charged");
}

#[test]
fn a_flag_that_falls_early_is_found() {
    let mut history = true_history();
    let last = history.log.last_mut().unwrap();
    if let LogEvent::Ended { reason, .. } = &mut last.event {
        *reason = "time".into();
    }
    let found = broken(&history, &Times::default());
    assert!(found.contains(&"nobody is charged for downtime"), "{found:?}");
}

#[test]
fn a_secret_in_somebodys_traffic_is_found() {
    let receive = |who: usize, reach: u64, text: &str| {
        let mut history = secret_history();
        history.clients[who]
            .messages
            .push(ReceivedMessage { reach, text: format!("{{\"text\":\"{text}\"}}") });
        broken(&history, &Times::default())
    };
    let (white, black) = ("w.ww>w..w", "bbbb>b.bb");
    for who in [1, 2] {
        assert_eq!(receive(who, 6, white), ["no secret is sent"], "witness {who}");
    }
    assert_eq!(receive(0, 6, black), ["no secret is sent"]);
    assert_eq!(receive(0, 6, white), Vec::<&str>::new(), "one's own");
    let end = secret_history().head;
    assert_eq!(receive(2, end, white), Vec::<&str>::new(), "the game has ended");
}

#[test]
fn the_turn_that_ends_a_game_shows_its_secrets() {
    let mut history = secret_history();
    let last = last_turn(&history);
    let LogEvent::Played { acts, .. } = &mut history.log[last].event else { panic!("a turn") };
    acts.clear();
    let n = history.log[last].n;
    for (reach, expected) in [(n - 1, 1), (n, 0)] {
        let mut history = history.clone();
        history.clients[2].messages.push(ReceivedMessage { reach, text: "w.ww>w..w".into() });
        let mut found = Violations::default();
        secrets::check(&history, &mut found);
        assert_eq!(found.0.len(), expected, "heard after event {reach}");
    }
}

#[test]
fn violations_noticed_by_a_client_are_reported() {
    let found = broken_by(|history| history.clients[0].wrong.push("event 3 was this, now that".into()));
    assert_eq!(found, ["clients receive consistent events"]);
}
