//! Before the start: who sits where, what is agreed, who may change it; and the game after the game.

use crate::help::*;
use taijitu_protocol::{Code, Colours, Command, Log, OpenTable, SeatChoice, Setup, Side, State, Time};
use taijitu_table::{Actor, Occupant, OfferTerms, Table};

fn named(name: &str) -> Command {
    Command::Join { seat: Some(SeatChoice::Name(name.into())) }
}

fn sides_of_many(colours: Colours) -> (u32, u32) {
    let mut counts = (0, 0);
    let mut house = House::new(&OpenTable { colours: Some(colours), ..open("y") });
    house.must(BOB, &join());
    for _ in 0..200 {
        house.commit(&[], None); // chance goes on
        let decision = house.decide(Actor::Player(ADA), &Command::Start);
        let [taijitu_table::LogEvent::Started { even, .. }] = &decision.events[..] else {
            panic!("{decision:?}");
        };
        match even {
            Side::White => counts.0 += 1,
            Side::Black => counts.1 += 1,
        }
    }
    counts
}

#[test]
fn random_colours_are_drawn_and_others_are_not() {
    let (white, black) = sides_of_many(Colours::Random);
    assert!(white > 60 && black > 60, "{white} and {black} of 200");
    assert_eq!(sides_of_many(Colours::Chosen), (200, 0));
    assert_eq!(sides_of_many(Colours::Host), (200, 0));
}

#[test]
fn a_chosen_seat_has_its_colour() {
    let mut house = House::new(&OpenTable { seat: Some(2), ..open("y") });
    assert_eq!(house.table.setup().colours, Colours::Chosen, "who asks for a seat chooses");
    assert_eq!(house.refused(BOB, &named("black")), Code::SeatTaken);
    house.must(BOB, &named("white"));
    house.must(BOB, &Command::Start);
    assert_eq!((house.player_of(Side::White), house.player_of(Side::Black)), (BOB, ADA));
}

#[test]
fn at_the_hosts_table_only_the_host_places_people() {
    let open = OpenTable { colours: Some(Colours::Host), seat: Some(0), ..open("y") };
    let mut house = House::new(&open);
    assert_eq!(house.refused(BOB, &named("black")), Code::NotHost);
    house.must(BOB, &join());
    house.must(CEM, &join());
    let exchange = Command::Move { from: seat(1), to: seat(2) };
    assert_eq!(house.refused(BOB, &exchange), Code::NotHost, "though the host does not sit");
    house.must(ADA, &exchange);
    house.must(ADA, &Command::Start);
    assert_eq!((house.player_of(Side::White), house.player_of(Side::Black)), (CEM, BOB));
}

#[test]
fn one_sits_once_and_only_where_nobody_does() {
    let mut house = House::new(&open("y"));
    assert_eq!(house.refused(ADA, &join()), Code::AlreadySeated);
    assert_eq!(house.refused(BOB, &Command::Join { seat: Some(seat(1)) }), Code::SeatTaken);
    assert_eq!(house.refused(BOB, &Command::Join { seat: Some(seat(3)) }), Code::NoSuchThing);
    assert_eq!(house.refused(BOB, &Command::Leave), Code::NotSeated);
    assert_eq!(house.refused(BOB, &Command::Start), Code::NotSeated);
    assert_eq!(house.refused(ADA, &Command::Start), Code::SeatsFree);
    house.must(BOB, &join());
    assert_eq!(house.refused(CEM, &join()), Code::SeatTaken);
    house.must(BOB, &Command::Leave);
    house.must(CEM, &join());
    assert_eq!(house.table.seats(), [Some(Occupant::Player(ADA)), Some(Occupant::Player(CEM))]);
}

#[test]
fn options_change_before_the_start_only_and_by_the_host() {
    let mut house = House::new(&open("yinsh"));
    house.must(BOB, &join());
    assert_eq!(house.refused(BOB, &option("variant", "blitz")), Code::NotHost);
    house.must(ADA, &option("variant", "blitz"));
    house.must(ADA, &option("time", "300"));
    house.must(ADA, &option("increment", "5"));
    assert_eq!(house.table.setup().time, Time::Total { seconds: 300, increment: 5 });
    for (name, value) in [("variant", "slow"), ("time", "9"), ("time", "-1"), ("days", "31"), ("log", "yes")]
    {
        assert_eq!(house.refused(ADA, &option(name, value)), Code::BadOption, "{name} {value}");
    }
    house.must(ADA, &Command::Start);
    assert_eq!(house.game().setup.options["variant"], "blitz");
    for command in [option("time", "60"), Command::Free { seat: seat(2) }, Command::Start] {
        assert_eq!(house.refused(ADA, &command), Code::AlreadyStarted);
    }
    assert_eq!(house.refused(ADA, &Command::Close), Code::AlreadyStarted);
}

#[test]
fn seats_follow_the_game_and_its_players() {
    let mut house = House::new(&open("y"));
    house.must(BOB, &join());
    house.must(ADA, &option("game", "zen"));
    house.must(ADA, &option("players", "4"));
    assert_eq!(house.table.seats().len(), 4);
    house.must(CEM, &join());
    house.must(DIA, &join());
    house.must(ADA, &option("game", "yinsh"));
    assert_eq!(house.table.seats(), [Some(Occupant::Player(ADA)), Some(Occupant::Player(BOB))]);
    assert_eq!(house.refused(CEM, &Command::Leave), Code::NotSeated, "there is no third seat any more");
    house.check_fold();
}

#[test]
fn engines_take_seats_and_people_make_them_start() {
    let engine = |number, level| Command::Engine { seat: seat(number), level };
    let mut house = House::new(&open("tetra"));
    assert_eq!(house.refused(BOB, &engine(2, 3)), Code::NotHost);
    assert_eq!(house.refused(ADA, &engine(2, 9)), Code::Invalid);
    assert_eq!(house.refused(ADA, &engine(1, 3)), Code::SeatTaken);
    house.must(ADA, &engine(2, 3));
    house.must(ADA, &engine(2, 5));
    assert_eq!(house.table.seats()[1], Some(Occupant::Engine(5)));
    house.must(ADA, &Command::Leave);
    house.must(ADA, &engine(1, 1));
    assert_eq!(house.refused(ADA, &Command::Start), Code::NotNow, "somebody has to play");
    house.must(ADA, &Command::Free { seat: seat(1) });
    house.must(ADA, &join());
    house.must(ADA, &Command::Start);
    assert_eq!(house.refused(ADA, &engine(2, 1)), Code::AlreadyStarted);
}

#[test]
fn an_opening_asks_for_what_can_be() {
    let fails = |open: &OpenTable| Table::opening(open, ADA, false).unwrap_err().code;
    assert_eq!(fails(&open("chess")), Code::BadOption);
    assert_eq!(fails(&with("y", "pie=maybe")), Code::BadOption);
    assert_eq!(fails(&OpenTable { engines: vec![1, 1], ..open("y") }), Code::SeatTaken);
    assert_eq!(fails(&OpenTable { engines: vec![9], ..open("y") }), Code::Invalid);
    assert_eq!(fails(&OpenTable { seat: Some(3), ..open("y") }), Code::NoSuchThing);
    assert_eq!(fails(&with("yinyang", "laws_white=....>*,....>*,....>*,....>*")), Code::BadOption);
    assert_eq!(fails(&OpenTable { time: Time::Days { days: 0 }, ..open("y") }), Code::BadOption);
    let house = House::new(&OpenTable { engines: vec![1, 2], seat: Some(3), ..with("zen", "players=4") });
    let seats = [Some(Occupant::Engine(1)), Some(Occupant::Engine(2)), Some(Occupant::Player(ADA)), None];
    assert_eq!(house.table.seats(), seats);
}

#[test]
fn options_that_do_not_go_together_are_refused_at_the_start_at_the_latest() {
    let mut house = House::new(&with("y", "handicap=3 pie=off"));
    house.must(BOB, &join());
    if house.by(ADA, &option("pie", "on")).is_ok() {
        assert_eq!(house.refused(ADA, &Command::Start), Code::BadOption);
        house.must(ADA, &option("pie", "off"));
    }
    house.must(ADA, &Command::Start);
    assert_eq!(house.table.state(), State::Running);
}

#[test]
fn a_quick_table_starts_by_itself_and_once() {
    let mut house = House::opened(&open("yinsh"), true);
    house.must(BOB, &join());
    assert_eq!((house.table.state(), house.game().number), (State::Running, 1));
    assert_eq!(house.refused(CEM, &join()), Code::SeatTaken);
    house.must(ADA, &Command::Resign);
    house.must(BOB, &Command::Leave);
    house.must(CEM, &join());
    assert_eq!(house.table.state(), State::Finished, "a player who sits down now has to want a rematch");
    house.check_fold();
}

#[test]
fn a_rematch_needs_both_and_swaps_the_colours() {
    let mut house = House::two(&coloured(open("y")));
    assert_eq!(house.refused(ADA, &Command::Rematch), Code::AlreadyStarted);
    let first = house.game().id;
    house.must(BOB, &Command::Resign);
    let offer = house.must(ADA, &Command::Rematch);
    assert_eq!(house.table.state(), State::Finished);
    house.must(BOB, &Command::Accept { offer: Some(offer) });
    assert_eq!((house.table.state(), house.game().number), (State::Running, 2));
    assert_ne!(house.game().id, first);
    assert_eq!((house.player_of(Side::White), house.player_of(Side::Black)), (BOB, ADA));
    assert_eq!(house.refused(BOB, &Command::Accept { offer: Some(offer) }), Code::NoOffer, "stale");
    assert_eq!(house.refused(ADA, &play(1, 1, "a1")), Code::WrongGameNumber);
    house.must(ADA, &Command::Resign);
    house.must(BOB, &Command::Rematch);
    house.must(ADA, &Command::Rematch);
    assert_eq!((house.game().number, house.player_of(Side::White)), (3, ADA));
    house.check_fold();
}

#[test]
fn nobody_is_drawn_into_another_game_by_a_start() {
    let mut house = House::two(&open("y"));
    house.must(BOB, &Command::Resign);
    house.must(ADA, &Command::Start);
    assert_eq!(house.table.state(), State::Finished, "Bob was not asked");
    house.must(BOB, &accept());
    assert_eq!((house.table.state(), house.game().number), (State::Running, 2));
}

#[test]
fn against_an_engine_a_rematch_starts_at_once() {
    let mut house = House::new(&OpenTable { engines: vec![1], ..open("y") });
    house.must(ADA, &Command::Start);
    house.must(ADA, &Command::Resign);
    house.must(ADA, &Command::Rematch);
    assert_eq!(house.game().number, 2);
}

/// A player who agreed to a rematch agreed to its terms of that moment.
#[test]
fn a_rematch_lapses_when_the_table_changes() {
    let finished = || {
        let mut house = House::two(&open("y"));
        house.must(BOB, &Command::Resign);
        let offer = house.must(BOB, &Command::Rematch);
        (house, Command::Accept { offer: Some(offer) })
    };
    let (mut house, agree) = finished();
    house.must(ADA, &option("time", "10"));
    assert_eq!(house.refused(ADA, &agree), Code::NoOffer);

    let (mut house, agree) = finished();
    house.must(ADA, &Command::Leave);
    house.must(CEM, &join());
    assert_eq!(house.refused(CEM, &agree), Code::NoOffer);
    house.must(CEM, &Command::Rematch);
    house.must(BOB, &accept());
    assert_eq!(house.game().number, 2);

    let (mut house, agree) = finished();
    house.must(BOB, &Command::Leave);
    assert_eq!(house.refused(ADA, &agree), Code::NoOffer);
    assert_eq!(house.refused(ADA, &Command::Rematch), Code::SeatsFree);
}

#[test]
fn forgotten_tables_close_by_themselves() {
    const HOUR: i64 = 3_600_000;
    let mut house = House::new(&open("y"));
    house.wait(24 * HOUR - 1);
    assert_eq!(house.notice(taijitu_table::SystemEvent::Deadline), []);
    house.wait(1);
    assert_eq!(house.notice(taijitu_table::SystemEvent::Deadline), [taijitu_table::LogEvent::Closed]);
    assert_eq!(house.refused(BOB, &join()), Code::TableClosed);
    assert_eq!(house.table.deadline(&house.outages), None);

    let mut house = House::two(&open("y"));
    house.must(ADA, &Command::Resign);
    house.wait(HOUR);
    assert_eq!(house.notice(taijitu_table::SystemEvent::Deadline), [taijitu_table::LogEvent::Closed]);
    assert_eq!(house.ended().unwrap().split(' ').nth(1), Some("(resigned)"), "the result stands");
}

#[test]
fn the_host_closes_and_the_house_closes() {
    let mut house = House::new(&open("y"));
    house.must(BOB, &join());
    assert_eq!(house.refused(BOB, &Command::Close), Code::NotHost);
    house.must(ADA, &Command::Start);
    house.act(Actor::Admin, &Command::Close).unwrap();
    assert_eq!(house.table.state(), State::Closed);
    assert_eq!(house.ended().unwrap(), "draw (aborted)");
    house.check_fold();
}

#[test]
fn earlier_starts_show_the_seats_they_had() {
    let mut house = House::four(&with("zen", "players=4 first=white"));
    for player in [ADA, CEM] {
        house.must(player, &Command::Resign);
    }
    let started =
        house.log.iter().find(|entry| matches!(entry.event, taijitu_table::LogEvent::Started { .. }));
    let started = started.unwrap().clone();
    let seen = |house: &House| {
        let view = house.table.event(&started, taijitu_table::Viewer(None), &taijitu_table::Names::default());
        serde_json::to_value(view).unwrap()["sides"].clone()
    };
    let before = seen(&house);
    assert_eq!(before.as_array().unwrap().len(), 4);
    house.must(ADA, &option("players", "2"));
    assert_eq!(seen(&house), before);
}

#[test]
fn a_setup_says_all_that_was_agreed() {
    let open = timed(OpenTable { log: Some(Log::Off), public: true, ..with("zen", "variant=2") }, 600, 0);
    let Setup {
        game,
        options,
        time,
        log,
        listed,
        public,
        colours,
        hotseat,
        quick,
        autostart,
        rated,
        from,
        tournament,
    } = House::new(&open).table.setup().clone();
    assert_eq!((game.as_str(), time), ("zen", Time::Total { seconds: 600, increment: 0 }));
    let options: Vec<String> = options.iter().map(|(k, v)| format!("{k}={v}")).collect();
    assert_eq!(options.join(" "), "announce=auto first=random players=2 variant=2");
    assert_eq!((log, public, colours, hotseat, quick), (false, true, Colours::Random, false, false));
    assert_eq!(listed, Some(false));
    assert!(!autostart && !rated);
    assert_eq!((from, tournament), (None, None));
}

#[test]
fn a_table_starts_by_itself_if_its_host_wants_that() {
    let mut house = House::new(&OpenTable { autostart: true, ..open("y") });
    assert!(house.table.setup().autostart && house.table.running().is_none());
    house.must(BOB, &join());
    assert!(house.table.running().is_some(), "the last seat was taken");

    let mut house = House::new(&open("y"));
    house.must(BOB, &join());
    assert!(house.table.running().is_none(), "unless said the host starts");

    let mut house = House::new(&open("y"));
    house.must(ADA, &option("autostart", "on"));
    house.must(ADA, &Command::Engine { seat: SeatChoice::Number(2), level: 1 });
    assert!(house.table.running().is_some(), "an engine takes a seat like anybody");
}

#[test]
fn a_stranger_can_do_nothing() {
    let mut house = House::two(&timed(open("y"), 60, 0));
    for command in [
        play(1, 1, "a1"),
        Command::Resign,
        Command::Draw,
        Command::Takeback,
        Command::Pause,
        Command::Resume,
        Command::Abort,
        Command::Rematch,
        claim_win(),
        accept(),
        refuse(),
        Command::Leave,
        Command::Time { seat: seat(1), seconds: 5 },
        Command::Silence { room: taijitu_protocol::Room::Players, off: true },
    ] {
        assert_eq!(house.refused(EVE, &command), Code::NotSeated, "{command:?}");
    }
    assert!(!matches!(
        house.log.last().unwrap().event,
        taijitu_table::LogEvent::Offered { matter: OfferTerms::Draw, .. }
    ));
}
