//! Stories that are true, and the same with one lie in them: each lie has to be found out, and nothing else.

use super::*;
use crate::faults::story::{ClientRequest, Fate, NodeAnswer, ReceivedMessage, Witness};
use serde_json::json;
use taijitu_protocol::{Command, OpenTable, PlayerId, Profile, Seat, SeatChoice, Side, TableId, Time};
use taijitu_rules::playout::Random;
use taijitu_store::{FinishedGame, GameRow, Source, Winner};
use taijitu_table::{Actor, DecisionContext, Input, Names, Outages, Viewer};
use taijitu_testkit::script;

const PLAYERS: [PlayerId; 2] = [PlayerId(1), PlayerId(2)];
/// When it begins, and how long everybody thinks.
const NOON: i64 = 1_800_000_000_000;
const THINKS: i64 = 1000;
const LAWS: [&str; 2] =
    ["laws wwww>w.ww .www>..ww w.ww>w..w ww.w>.w.w", "laws bbbb>b.bb .bbb>..bb b.bb>b..b bb.b>.b.b"];

/// A table as it grows, with the time it is there.
struct Stage {
    table: Table,
    log: Vec<LogEntry>,
    now: i64,
    witnesses: Vec<Witness>,
}

impl Stage {
    fn new(game: &str, time: Time) -> Self {
        let open = OpenTable { game: game.into(), seat: Some(1), time, ..OpenTable::default() };
        let events = Table::opening(&open, PLAYERS[0], false).unwrap();
        let entry = |(n, event)| LogEntry { n, at: NOON, request: None, event };
        let log: Vec<LogEntry> = (1..).zip(events).map(entry).collect();
        let table = Table::fold(TableId(7), &log).unwrap();
        let witness = |seat: Seat, id: PlayerId| Witness {
            seat: Some(seat),
            profile: Some(Profile { id, name: Some(format!("Player {seat}")), guest: true }),
            ..Witness::default()
        };
        let witnesses =
            vec![witness(Seat::FIRST, PLAYERS[0]), witness(Seat::new(1), PLAYERS[1]), Witness::default()];
        let mut stage = Self { table, log, now: NOON, witnesses };
        stage.act(1, Command::Join { seat: Some(SeatChoice::Number(2)) });
        stage.act(0, Command::Start);
        stage
    }

    /// A player does something, which is acknowledged.
    fn act(&mut self, who: usize, command: Command) {
        let outages = Outages::default();
        let context = DecisionContext { now: self.now, lag: 0, thought: 0, outages: &outages, seed: 99 };
        let witness = &mut self.witnesses[who];
        let id = format!("{who}-{}", witness.asked.len());
        let knew = self.table.head();
        let actor = Actor::Player(PLAYERS[who]);
        let input = Input::Command { actor, command: &command, request: Some(&id) };
        let step = self.table.step(&input, &context).unwrap();
        let fate = Fate::Done(step.answer.unwrap());
        self.log.extend(step.entries);
        witness.asked.push(ClientRequest { id, command, knew, fate, answered: self.now });
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

    /// The end: somebody resigns, everybody was told everything, and all nodes know it.
    fn end(mut self) -> Story {
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
        let profiles = self.witnesses.iter().filter_map(|witness| witness.profile.clone());
        let names = Names(profiles.map(|profile| (profile.id, profile)).collect());
        for witness in &mut self.witnesses {
            let viewer = Viewer(witness.player());
            let events: Vec<_> = self
                .log
                .iter()
                .map(|entry| serde_json::to_value(self.table.event(entry, viewer, &names)).unwrap())
                .collect();
            witness.told = (1..).zip(events.clone()).collect();
            let view = json!({ "head": events.len() });
            witness.answers =
                (0..3).map(|node| NodeAnswer { node, events: events.clone(), view: view.clone() }).collect();
        }
        Story {
            id: self.table.id(),
            game: self.table.setup().game.clone(),
            witnesses: self.witnesses,
            head: self.log.len() as u64,
            log: self.log,
            finished: vec![FinishedGame { game: row, players: vec![] }],
        }
    }
}

fn a_story() -> Story {
    let mut stage = Stage::new("y", Time::Total { seconds: 60, increment: 0 });
    stage.turns(6);
    stage.end()
}

fn secret_story() -> Story {
    let mut stage = Stage::new("yinyang", Time::None);
    for (who, laws) in LAWS.iter().enumerate() {
        stage.act(who, Command::Play { game: 1, turn: 1, text: (*laws).into() });
    }
    stage.end()
}

/// The promises a story breaks, each once.
fn broken(story: &Story, times: &Times) -> Vec<&'static str> {
    let mut promises: Vec<&str> =
        check(story, times).into_iter().map(|violation| violation.promise).collect();
    promises.dedup();
    promises
}

fn broken_by(lie: impl FnOnce(&mut Story)) -> Vec<&'static str> {
    let mut story = a_story();
    lie(&mut story);
    broken(&story, &Times::default())
}

/// The place of the last turn in the log.
fn last_turn(story: &Story) -> usize {
    story.log.iter().rposition(|entry| matches!(entry.event, LogEvent::Played { .. })).unwrap()
}

#[test]
fn a_true_story_breaks_no_promise() {
    assert_eq!(check(&a_story(), &Times::default()), []);
    assert_eq!(check(&secret_story(), &Times::default()), []);
}

#[test]
fn a_lost_acknowledgement_is_found() {
    let found = broken_by(|story| {
        let asked = story.witnesses[1].asked.last().unwrap().clone();
        let knew = story.head;
        story.witnesses[1].asked.push(ClientRequest {
            id: "lost".into(),
            fate: Fate::Done(knew + 1),
            knew,
            ..asked
        });
    });
    assert_eq!(found, ["what was acknowledged is in the log"]);
}

#[test]
fn an_acknowledgement_of_something_else_is_found() {
    let found = broken_by(|story| {
        let asked = story.witnesses[0].asked.last_mut().unwrap();
        asked.fate = Fate::Done(3);
    });
    assert_eq!(found, ["what was acknowledged is in the log"]);
}

#[test]
fn a_request_that_happened_twice_is_found() {
    let found = broken_by(|story| {
        let at = last_turn(story);
        let request = story.log[at].request.clone();
        story.log[at - 2].request = request;
    });
    assert!(found.contains(&"a request happens once"), "{found:?}");
}

#[test]
fn a_refused_request_that_happened_is_found() {
    let found = broken_by(|story| {
        story.witnesses[0].asked.last_mut().unwrap().fate = Fate::Refused("not_now".into());
    });
    assert_eq!(found, ["what was refused did not happen"]);
}

#[test]
fn a_right_turn_that_was_refused_is_found() {
    let found = broken_by(|story| {
        let entry = story.log[last_turn(story)].clone();
        let seat = match entry.event {
            LogEvent::Played { seat, .. } => seat.index(),
            _ => unreachable!(),
        };
        let command = story.witnesses[seat].asked.iter().rev().find_map(|asked| match &asked.command {
            Command::Play { .. } => Some(asked.command.clone()),
            _ => None,
        });
        let refused = ClientRequest {
            id: "early".into(),
            command: command.unwrap(),
            knew: entry.n - 1,
            fate: Fate::Refused("not_your_turn".into()),
            answered: entry.at - 600,
        };
        story.witnesses[seat].asked.push(refused);
    });
    assert_eq!(found, ["what is right is not refused"]);
}

#[test]
fn a_doubled_event_a_gap_and_a_head_that_lies_are_found() {
    let doubled = broken_by(|story| {
        let last = story.log.last().unwrap().clone();
        story.log.push(last);
    });
    assert!(doubled.contains(&"numbers have no gaps"), "{doubled:?}");
    let gap = broken_by(|story| drop(story.log.remove(4)));
    assert!(gap.contains(&"numbers have no gaps"), "{gap:?}");
    assert_eq!(broken_by(|story| story.head += 1), ["numbers have no gaps"]);
}

#[test]
fn an_illegal_turn_is_found() {
    let found = broken_by(|story| {
        let at = last_turn(story);
        let before = story.log[at - 1].event.clone();
        if let (LogEvent::Played { text, .. }, LogEvent::Played { text: taken, .. }) =
            (&mut story.log[at].event, before)
        {
            *text = taken;
        }
    });
    assert_eq!(found, ["every turn is legal"]);
}

#[test]
fn an_event_told_otherwise_is_found() {
    let found = broken_by(|story| story.witnesses[2].told.get_mut(&5).unwrap()["at"] = json!(5));
    assert_eq!(found, ["whatever anybody was told is in the log"]);
}

#[test]
fn a_client_left_behind_and_a_node_that_differs_are_found() {
    let behind = broken_by(|story| drop(story.witnesses[1].told.pop_last()));
    assert_eq!(behind, ["everybody knows everything in the end"]);
    let differs = broken_by(|story| story.witnesses[0].answers[1].view["state"] = json!("open"));
    assert_eq!(differs, ["all nodes tell the same"]);
    let forgot = broken_by(|story| drop(story.witnesses[0].answers[2].events.pop()));
    assert_eq!(forgot, ["everybody knows everything in the end"]);
}

#[test]
fn a_game_that_ends_twice_or_is_not_archived_once_is_found() {
    let twice = broken_by(|story| {
        let mut again = story.log.last().unwrap().clone();
        again.n += 1;
        again.request = None;
        story.log.push(again);
        story.head += 1;
    });
    assert!(twice.contains(&"every game ends once"), "{twice:?}");
    assert_eq!(broken_by(|story| story.finished.clear()), ["a finished game is in the archive once"]);
    let wrong = broken_by(|story| story.finished[0].game.result = Winner::Nobody);
    assert_eq!(wrong, ["a finished game is in the archive once"]);
}

#[test]
fn a_charged_outage_is_found_whether_it_was_written_down_or_measured() {
    let story = a_story();
    let at = story.log[last_turn(&story)].at;
    // Everybody thinks for a second: nobody can have been charged for one that lies in five seconds of downtime.
    let (began, ended) = (at - 4000, at + 1000);
    let written = Times { outages: vec![OutageRow { began, ended }], downtime: vec![] };
    assert_eq!(broken(&story, &written), ["nobody is charged for downtime"]);
    let mut stage = Stage::new("y", Time::Total { seconds: 60, increment: 0 });
    stage.turns(1);
    stage.now += 9000;
    stage.turns(1);
    let (ended, story) = (stage.now - 500, stage.end());
    let measured =
        |length: i64| Times { outages: vec![], downtime: vec![Interval { began: ended - length, ended }] };
    assert_eq!(broken(&story, &measured(8000)), ["nobody is charged for downtime"]);
    assert_eq!(broken(&story, &measured(2000)), Vec::<&str>::new(), "so much may be charged");
}

#[test]
fn a_flag_that_falls_early_is_found() {
    let mut story = a_story();
    let last = story.log.last_mut().unwrap();
    if let LogEvent::Ended { reason, .. } = &mut last.event {
        *reason = "time".into();
    }
    let found = broken(&story, &Times::default());
    assert!(found.contains(&"nobody is charged for downtime"), "{found:?}");
}

#[test]
fn a_secret_in_somebodys_traffic_is_found() {
    let hear = |who: usize, reach: u64, text: &str| {
        let mut story = secret_story();
        story.witnesses[who].heard.push(ReceivedMessage { reach, text: format!("{{\"text\":\"{text}\"}}") });
        broken(&story, &Times::default())
    };
    let (white, black) = ("w.ww>w..w", "bbbb>b.bb");
    for who in [1, 2] {
        assert_eq!(hear(who, 6, white), ["no secret leaves the house"], "witness {who}");
    }
    assert_eq!(hear(0, 6, black), ["no secret leaves the house"]);
    assert_eq!(hear(0, 6, white), Vec::<&str>::new(), "one's own");
    let end = secret_story().head;
    assert_eq!(hear(2, end, white), Vec::<&str>::new(), "the game has ended");
}

#[test]
fn the_turn_that_ends_a_game_shows_its_secrets() {
    let mut story = secret_story();
    let last = last_turn(&story);
    let LogEvent::Played { acts, .. } = &mut story.log[last].event else { panic!("a turn") };
    acts.clear();
    let n = story.log[last].n;
    for (reach, expected) in [(n - 1, 1), (n, 0)] {
        let mut story = story.clone();
        story.witnesses[2].heard.push(ReceivedMessage { reach, text: "w.ww>w..w".into() });
        let mut found = Violations::default();
        secrets::check(&story, &mut found);
        assert_eq!(found.0.len(), expected, "heard after event {reach}");
    }
}

#[test]
fn what_a_client_noticed_itself_is_told() {
    let found = broken_by(|story| story.witnesses[0].wrong.push("event 3 was this, now that".into()));
    assert_eq!(found, ["what a client is told"]);
}
