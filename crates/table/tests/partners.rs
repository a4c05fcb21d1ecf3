//! Partners cannot communicate while their game runs.

use crate::help::*;
use taijitu_protocol::{Code, Command, Event, PlayerId, Room};
use taijitu_rules::playout::Random;
use taijitu_table::{ChatMessage, LogEvent, Names, Table, Viewer};

const EVERYBODY: [Option<PlayerId>; 6] = [None, Some(ADA), Some(BOB), Some(CEM), Some(DIA), Some(EVE)];

fn four() -> House {
    House::four(&timed(coloured(with("zen", "players=4 first=white")), 600, 0))
}

/// Something said, as it is stored.
struct Remark {
    author: PlayerId,
    room: Room,
    at: i64,
    hidden_from: Vec<PlayerId>,
}

fn say(house: &House, author: PlayerId) -> Remark {
    let chat_audience = house.table.chat_audience(author);
    let at = house.now.max(chat_audience.not_before);
    Remark { author, room: chat_audience.room, at, hidden_from: chat_audience.hidden_from }
}

fn readers(table: &Table, remark: &Remark) -> Vec<Option<PlayerId>> {
    let Remark { author, room, at, ref hidden_from } = *remark;
    let message = ChatMessage { author, room, at, hidden_from };
    EVERYBODY.into_iter().filter(|&viewer| table.may_read_chat(Viewer(viewer), &message)).collect()
}

#[test]
fn players_words_reach_their_opponents_until_the_game_is_over() {
    let mut house = House::new(&coloured(with("zen", "players=4 first=white")));
    for player in [BOB, CEM, DIA] {
        house.must(player, &join());
    }
    let before = say(&house, ADA);
    house.wait(1000);
    house.must(ADA, &Command::Start);
    assert_eq!(readers(&house.table, &before), EVERYBODY, "said before the start");
    let (ada, dia, eve) = (say(&house, ADA), say(&house, DIA), say(&house, EVE));
    assert_eq!((ada.room, eve.room), (Room::Players, Room::Spectators));
    assert_eq!(readers(&house.table, &ada), [Some(ADA), Some(BOB), Some(DIA)]);
    assert_eq!(readers(&house.table, &dia), [Some(ADA), Some(CEM), Some(DIA)]);
    assert_eq!(readers(&house.table, &eve), [Some(EVE)], "a partner might speak through a spectator");
    assert_eq!(readers(&house.folded(), &ada), readers(&house.table, &ada));
    house.wait(1000);
    house.must(ADA, &Command::Resign);
    house.must(CEM, &Command::Resign);
    for remark in [&before, &ada, &dia, &eve] {
        assert_eq!(readers(&house.table, remark), EVERYBODY, "the game is over");
    }
    house.wait(1000);
    let after = say(&house, ADA);
    house.wait(1000);
    house.must(ADA, &Command::Rematch);
    for player in [BOB, CEM, DIA] {
        house.must(player, &accept());
    }
    assert_eq!(readers(&house.table, &ada), EVERYBODY, "of the last game");
    assert_eq!(readers(&house.table, &after), EVERYBODY);
    assert_eq!(readers(&house.table, &say(&house, CEM)), [Some(BOB), Some(CEM), Some(DIA)]);
}

/// A node may learn of a message before it learns of the start or of the next game.
#[test]
fn a_node_that_lags_behind_withholds_too() {
    let mut house = four();
    let started = house.log.iter().position(|entry| matches!(entry.event, LogEvent::Started { .. })).unwrap();
    let lagging = Table::fold(house.table.id(), &house.log[..started]).unwrap();
    let opponents = [Some(ADA), Some(BOB), Some(DIA)];
    assert_eq!(readers(&lagging, &say(&house, ADA)), opponents);
    house.must(ADA, &Command::Resign);
    house.must(CEM, &Command::Resign);
    let over = house.folded();
    house.wait(1);
    house.must(ADA, &Command::Rematch);
    for player in [BOB, CEM, DIA] {
        house.must(player, &accept());
    }
    assert_eq!(readers(&over, &say(&house, ADA)), opponents);
}

#[test]
fn a_newcomer_does_not_read_what_the_partner_said() {
    let mut house = four();
    house.must(CEM, &Command::Leave);
    let words = say(&house, ADA);
    house.must(EVE, &join());
    for player in [ADA, BOB, DIA] {
        house.must(player, &accept());
    }
    assert_eq!(house.player_at(2), EVE);
    assert_eq!(readers(&house.table, &words), [Some(ADA), Some(BOB), Some(DIA)]);
}

#[test]
fn two_players_speak_to_everybody() {
    let house = House::two(&open("zen"));
    for author in [ADA, BOB, EVE] {
        assert_eq!(readers(&house.table, &say(&house, author)), EVERYBODY);
    }
}

#[test]
fn a_silence_is_sent_to_its_own_seat_and_when_it_changes() {
    for mut house in [four(), House::two(&open("y"))] {
        let silence = |off| Command::Silence { room: Room::Players, off };
        let head = house.table.head();
        assert_eq!(house.must(ADA, &silence(false)), head, "so it was");
        house.must(ADA, &silence(true));
        assert_eq!(house.must(ADA, &silence(true)), head + 1);
        let entry = house.log.last().unwrap();
        for viewer in EVERYBODY {
            let shown_event = house.table.event(entry, Viewer(viewer), &Names::default()).event;
            match viewer {
                Some(ADA) => assert!(matches!(shown_event, Event::Silenced { off: true, .. })),
                _ => assert_eq!(shown_event, Event::Hidden, "{viewer:?}"),
            }
        }
        assert!(!entry.event.is_same_for_all());
        house.check_fold();
    }
}

#[test]
fn partners_have_few_ways_to_be_noticed() {
    let mut house = four();
    for change in 0..4 {
        house.must(ADA, &Command::Silence { room: Room::Players, off: change % 2 == 0 });
    }
    assert_eq!(house.refused(ADA, &Command::Silence { room: Room::Players, off: true }), Code::TooMany);
    let gift = |to, seconds| Command::Time { seat: seat(to), seconds };
    for seconds in [1, 14, 16, 30, 60, 3600] {
        assert_eq!(house.refused(ADA, &gift(2, seconds)), Code::Invalid);
    }
    for to in [2, 4] {
        for _ in 0..4 {
            house.must(ADA, &gift(to, 15));
        }
        assert_eq!(house.refused(ADA, &gift(to, 15)), Code::TooMany);
        assert_eq!(house.refused(CEM, &gift(to, 15)), Code::TooMany);
    }
    let mut random = Random::new(2);
    for turn in 0..6 {
        let command = if turn % 2 == 0 { Command::Draw } else { Command::Pause };
        house.must(ADA, &command);
        house.must(BOB, &refuse());
        house.random_turn(&mut random);
    }
    for command in [Command::Draw, Command::Pause, Command::Takeback] {
        assert_eq!(house.refused(ADA, &command), Code::TooMany);
    }
    for _ in 0..3 {
        house.must(ADA, &Command::Resign);
        house.random_turn(&mut random);
    }
    house.must(ADA, &Command::Resign);
    house.random_turn(&mut random);
    assert_eq!(house.refused(ADA, &Command::Resign), Code::NotNow, "the fourth wish stands");
    house.must(CEM, &Command::Resign);
    assert_eq!(house.ended().unwrap(), "black (resigned)", "resigning is always possible");
}

/// A log written when nothing was limited folds as it did.
#[test]
fn a_log_with_more_than_is_allowed_now_is_read() {
    let mut house = four();
    for _ in 0..30 {
        let n = house.table.head();
        house.commit(
            &[
                LogEvent::Silenced {
                    seat: taijitu_protocol::Seat::FIRST,
                    room: Room::Players,
                    off: n.is_multiple_of(2),
                },
                LogEvent::Gift { to: taijitu_protocol::Seat::new(1), seconds: 77, left: vec![600_000; 4] },
                LogEvent::Offered {
                    by: Some(taijitu_protocol::Seat::FIRST),
                    matter: taijitu_table::OfferTerms::Draw,
                },
                LogEvent::Declined { seat: Some(taijitu_protocol::Seat::FIRST) },
            ],
            None,
        );
    }
    house.check_fold();
    assert_eq!(house.refused(ADA, &Command::Draw), Code::TooMany);
    house.random_turn(&mut Random::new(1));
}
