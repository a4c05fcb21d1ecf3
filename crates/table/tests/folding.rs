//! Whatever people, engines and clocks do: nothing panics, what is refused changes nothing, and the log is the table.

use crate::help::*;
use proptest::prelude::*;
use taijitu_protocol::{Claim, Command, OpenTable, PlayerId, Room, Seat, SeatChoice, Time};
use taijitu_rules::playout::Random;
use taijitu_table::{Actor, Input, Names, Occupant, SystemEvent, Viewer};

#[derive(Clone, Debug)]
enum Deed {
    Does(u128, Command),
    Engine(u8, Command),
    /// A legal turn of a player who has to act.
    Turn(u64),
    /// A seated player offers something, and everybody accepts.
    Agree(u8, Command),
    SystemEvent(u8, u128),
    Wait(i64),
    Outage(i64),
}

fn seats() -> impl Strategy<Value = SeatChoice> {
    prop_oneof![
        (0_u8..6).prop_map(SeatChoice::Number),
        prop::sample::select(vec!["white", "black", "white-2", "black-2", "2", "x", ""])
            .prop_map(|name| SeatChoice::Name(name.into())),
    ]
}

fn options() -> impl Strategy<Value = Command> {
    let names = vec![
        ("game", "zen"),
        ("game", "y"),
        ("game", "yinyang"),
        ("players", "4"),
        ("players", "2"),
        ("variant", "3"),
        ("time", "10"),
        ("time", "none"),
        ("increment", "3"),
        ("days", "2"),
        ("log", "off"),
        ("hotseat", "on"),
        ("hotseat", "off"),
        ("autostart", "on"),
        ("rated", "on"),
        ("rated", "off"),
        ("colours", "host"),
        ("colours", "chosen"),
        ("board", "triangle-3"),
        ("pie", "off"),
        ("handicap", "3"),
        ("nonsense", "1"),
        ("laws_white", "x"),
        ("public", "on"),
    ];
    prop::sample::select(names).prop_map(|(name, value)| option(name, value))
}

fn plays() -> impl Strategy<Value = Command> {
    let texts =
        vec!["a1", "b2", "swap", "f6-h6", "L1@a1", "pass", "round 2", "", "é", BLACK_LAWS, "takeback"];
    (0_u32..3, 0_u32..5, prop::sample::select(texts)).prop_map(|(game, turn, text)| play(game, turn, text))
}

fn offer() -> impl Strategy<Value = Option<u64>> {
    prop_oneof![3 => Just(None), 1 => (0_u64..40).prop_map(Some)]
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        4 => prop_oneof![Just(join()), seats().prop_map(|seat| Command::Join { seat: Some(seat) })],
        3 => Just(Command::Start),
        1 => Just(Command::Leave),
        1 => (seats(), 0_u8..10).prop_map(|(seat, level)| Command::Engine { seat, level }),
        1 => seats().prop_map(|seat| Command::Free { seat }),
        1 => (seats(), seats()).prop_map(|(from, to)| Command::Move { from, to }),
        2 => options(),
        2 => plays(),
        1 => Just(Command::Resign),
        2 => Just(Command::Draw),
        2 => Just(Command::Takeback),
        2 => prop_oneof![Just(Command::Pause), Just(Command::Resume)],
        1 => Just(Command::Abort),
        1 => prop_oneof![Just(Claim::Win), Just(Claim::Draw)].prop_map(|what| Command::Claim { what }),
        2 => Just(Command::Rematch),
        6 => offer().prop_map(|offer| Command::Accept { offer }),
        2 => offer().prop_map(|offer| Command::Refuse { offer }),
        1 => (seats(), prop_oneof![Just(0_u32), Just(30), Just(u32::MAX)])
            .prop_map(|(seat, seconds)| Command::Time { seat, seconds }),
        1 => any::<bool>().prop_map(|off| Command::Silence { room: Room::Spectators, off }),
    ]
}

fn wishes() -> impl Strategy<Value = Command> {
    let wishes =
        vec![Command::Draw, Command::Takeback, Command::Pause, Command::Resume, Command::Rematch, join()];
    prop::sample::select(wishes)
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => (1_u128..7, commands()).prop_map(|(who, command)| Deed::Does(who, command)),
        1 => (0_u8..5, prop_oneof![plays(), Just(accept()), Just(refuse()), Just(Command::Resign)])
            .prop_map(|(seat, command)| Deed::Engine(seat, command)),
        10 => any::<u64>().prop_map(Deed::Turn),
        3 => (0_u8..4, wishes()).prop_map(|(seat, wish)| Deed::Agree(seat, wish)),
        2 => (0_u8..3, 1_u128..7).prop_map(|(what, who)| Deed::SystemEvent(what, who)),
        3 => prop_oneof![-5_000_i64..20_000, Just(100_000), Just(90_000_000)].prop_map(Deed::Wait),
        1 => (1_i64..100_000).prop_map(Deed::Outage),
        1 => Just(Deed::Does(0, Command::Close)),
    ]
}

fn openings() -> impl Strategy<Value = (OpenTable, bool)> {
    let games = vec![
        ("y", "board=triangle-3 pie=on"),
        ("y", "board=triangle-4 pie=off"),
        ("zen", "players=4 variant=3"),
        ("zen", "variant=2"),
        ("zen", "players=4"),
        ("yinyang", ""),
        ("yinyang", ""),
        ("tetra", ""),
        ("yinsh", ""),
    ];
    let times = vec![Time::None, Time::Total { seconds: 60, increment: 2 }, Time::Days { days: 1 }];
    (
        prop::sample::select(games),
        prop::sample::select(times),
        prop_oneof![4 => Just(vec![]), 1 => Just(vec![1_u8])],
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.15),
    )
        .prop_map(|((game, options), time, engines, hotseat, quick)| {
            let engines = if hotseat { vec![] } else { engines };
            (OpenTable { time, engines, hotseat, ..with(game, options) }, quick)
        })
}

/// The next turn of a player or an engine.
fn next_turn(house: &House, seed: u64) -> Option<(Actor, Command)> {
    let game = house.table.running()?;
    let seats = game.acting();
    let seat = seats[(seed % seats.len() as u64) as usize];
    let text = match game.play().turns() {
        Ok(turns) => turns.get(Random::new(seed).below(turns.len() as u32) as usize)?.clone(),
        Err(_) => house.random_text(&mut Random::new(seed)),
    };
    let command = play(game.number, game.turns() + 1, &text);
    let who = match house.table.seats()[seat.index()]? {
        Occupant::Player(player) => Actor::Player(player),
        Occupant::Engine(_) => Actor::Engine(seat),
    };
    Some((who, command))
}

/// Another table of the same log decides the same and becomes the same; a command from which nothing follows leaves the
/// table as it was; and what is written, folded, is what the table has become.
fn decide_and_commit(house: &mut House, who: Actor, command: &Command) {
    let before = format!("{:?}", house.table);
    let expected = house.decide(who, command);
    let step = house.step(&Input::Command { actor: who, command, request: None });
    let events: Vec<_> = step.entries.iter().map(|entry| entry.event.clone()).collect();
    assert_eq!((events, step.answer.map(drop)), (expected.events, expected.answer), "{who:?} {command:?}");
    if step.entries.is_empty() {
        assert_eq!(format!("{:?}", house.table), before, "{who:?} {command:?}");
    }
    assert_eq!(format!("{:?}", house.table), format!("{:?}", house.folded()), "{who:?} {command:?}");
    let player = if let Actor::Player(player) = who { player } else { EVE };
    for viewer in [Some(player), None] {
        let _ = house.view(viewer, true);
        for entry in &step.entries {
            let _ = house.table.event(entry, Viewer(viewer), &Names::default());
        }
    }
}

/// What has to be true of every table.
fn check_sense(house: &House) {
    let table = &house.table;
    if let Some(game) = table.running() {
        assert!(table.seats().iter().all(Option::is_some), "a seat of a running game is never free");
        assert!(!game.acting().is_empty(), "somebody has to act");
        assert!(game.play().outcome().is_none(), "what is over is told to be over");
        assert!(table.deadline(&house.outages).is_some());
    }
    if let Some(clocks) = table.clocks(&house.context()) {
        assert!(clocks.left.iter().all(|&left| left >= 0), "{clocks:?}");
    }
    if table.game().is_some_and(|game| game.outcome().is_some()) {
        let finished = table.finished().expect("a game that is over has a row");
        if let Some(record) = finished.record {
            let read = taijitu_rules::Record::read(&record).unwrap_or_else(|why| panic!("{why}\n{record}"));
            let outcome = read.replay().unwrap().outcome().map(|outcome| outcome.reason.to_string());
            assert_eq!(outcome, Some(finished.outcome.reason));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_log_is_the_table((open, quick) in openings(), deeds in prop::collection::vec(deeds(), 1..60)) {
        let mut house = House::opened(&open, quick);
        // Most tables get as far as a game.
        for player in [BOB, CEM, DIA] {
            decide_and_commit(&mut house, Actor::Player(player), &join());
        }
        decide_and_commit(&mut house, Actor::Player(ADA), &Command::Start);
        for (at, deed) in deeds.into_iter().enumerate() {
            match deed {
                Deed::Does(0, command) if at % 5 == 0 => decide_and_commit(&mut house, Actor::Admin, &command),
                Deed::Does(player, command) => {
                    decide_and_commit(&mut house, Actor::Player(PlayerId(player)), &command);
                }
                Deed::Engine(seat, command) => decide_and_commit(&mut house, Actor::Engine(Seat::new(seat)), &command),
                Deed::Turn(seed) => {
                    if let Some((who, command)) = next_turn(&house, seed) {
                        decide_and_commit(&mut house, who, &command);
                    }
                }
                Deed::Agree(seat, wish) => {
                    let who = match house.table.seats().get(usize::from(seat)) {
                        Some(Some(Occupant::Player(player))) if wish != join() => *player,
                        _ => EVE,
                    };
                    decide_and_commit(&mut house, Actor::Player(who), &wish);
                    for player in [ADA, BOB, CEM, DIA] {
                        decide_and_commit(&mut house, Actor::Player(player), &accept());
                    }
                }
                Deed::SystemEvent(what, player) => {
                    let player = PlayerId(player);
                    let notices = [SystemEvent::Deadline, SystemEvent::Away(player), SystemEvent::Here(player)];
                    house.notice(notices[usize::from(what)]);
                    if what == 0 && house.table.deadline(&house.outages).is_some_and(|at| at > house.now) {
                        prop_assert_eq!(house.notice(SystemEvent::Deadline), []);
                    }
                }
                Deed::Wait(time) => house.wait(time),
                Deed::Outage(time) => {
                    if house.outages.0.last().is_none_or(|last| last.ended <= house.now) {
                        house.outage(time);
                    }
                }
            }
            check_sense(&house);
        }
        house.check_fold();
    }
}
