//! One browser plays all seats; in Yin Yang each side's laws show only on its turn.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, Side};
use taijitu_table::{Names, Occupant, SystemEvent, Viewer};

fn hot(game: OpenTable) -> House {
    House::new(&OpenTable { hotseat: true, ..game })
}

/// The laws shown in the scene: their owner, and their text.
fn laws_read(house: &House, viewer: taijitu_protocol::PlayerId) -> Vec<(Side, String)> {
    let scene = house.table.scene_for(Viewer(Some(viewer)), &house.context()).unwrap();
    scene.laws.into_iter().filter_map(|law| Some((law.owner, law.text?))).collect()
}

#[test]
fn one_person_plays_all_seats_and_nobody_else_sits_down() {
    let mut house = hot(coloured(with("y", "pie=off")));
    assert_eq!(house.refused(BOB, &join()), Code::NotNow);
    house.must(ADA, &Command::Start);
    for (at, turn) in ["c7", "c8", "c9"].into_iter().enumerate() {
        house.must(ADA, &play(1, at as u32 + 1, turn));
    }
    assert_eq!(house.refused(ADA, &play(1, 3, "d1")), Code::WrongTurnNumber);
    house.must(ADA, &Command::Takeback);
    assert_eq!(house.game().turns(), 2, "nobody else has to agree");
    assert_eq!(house.notice(SystemEvent::Away(ADA)), []);
    house.must(ADA, &Command::Resign);
    assert_eq!(house.ended().unwrap(), "white (resigned)", "the side to act resigns");
    house.must(ADA, &Command::Rematch);
    assert_eq!(house.game().number, 2);
    house.check_fold();
}

#[test]
fn a_draw_at_a_hot_seat_is_agreed_at_once() {
    let mut house = hot(open("y"));
    house.must(ADA, &Command::Start);
    house.must(ADA, &Command::Draw);
    assert_eq!(house.ended().unwrap(), "draw (agreed)");
}

#[test]
fn the_option_fills_and_frees_the_seats() {
    let mut house = House::new(&open("zen"));
    house.must(ADA, &option("hotseat", "on"));
    assert_eq!(house.table.seats(), [Some(Occupant::Player(ADA)); 2]);
    house.must(ADA, &option("players", "4"));
    assert_eq!(house.table.seats(), [Some(Occupant::Player(ADA)); 4], "all of them");
    house.must(ADA, &option("hotseat", "off"));
    assert_eq!(house.table.seats(), [Some(Occupant::Player(ADA)), None, None, None]);
    house.must(BOB, &join());
    house.check_fold();
}

#[test]
fn each_sides_laws_show_on_its_turn_only() {
    let mut house = hot(coloured(open("yinyang")));
    house.must(ADA, &Command::Start);
    assert_eq!(laws_read(&house, ADA), []);
    house.must(ADA, &play(1, 1, BLACK_LAWS));
    assert_eq!(laws_read(&house, ADA), [], "White writes next and sees nothing");
    // A second click is not White's turn.
    assert_eq!(house.refused(ADA, &play(1, 1, BLACK_LAWS)), Code::WrongTurnNumber);
    house.must(ADA, &play(1, 2, WHITE_LAWS));
    let owners =
        |house: &House| -> Vec<Side> { laws_read(house, ADA).into_iter().map(|law| law.0).collect() };
    assert_eq!(owners(&house), [Side::Black; 4]);
    house.must(ADA, &play(1, 3, "L1@a1"));
    let read = laws_read(&house, ADA);
    assert_eq!(read.iter().filter(|law| law.0 == Side::White).count(), 4);
    let black: Vec<_> = read.iter().filter(|law| law.0 == Side::Black).collect();
    assert_eq!(black, [&(Side::Black, "bbbb>bbb.".to_string())], "only what lies face up");
    assert_eq!(laws_read(&house, EVE).len(), 1);
    house.check_fold();
}

#[test]
fn events_and_turns_never_show_laws() {
    let mut house = hot(coloured(open("yinyang")));
    house.must(ADA, &Command::Start);
    house.must(ADA, &play(1, 1, BLACK_LAWS));
    house.must(ADA, &play(1, 2, WHITE_LAWS));
    house.must(ADA, &play(1, 3, "L2@c1=L3:wwww>*"));
    for viewer in [Some(ADA), Some(EVE), None] {
        let mut texts = vec![];
        for entry in &house.log {
            let view = house.table.event(entry, Viewer(viewer), &Names::default());
            let view = serde_json::to_value(view).unwrap();
            if view["type"] == "played" {
                texts.push(view["text"].as_str().unwrap().to_string());
            }
        }
        assert_eq!(texts, ["laws ? ? ? ?", "laws ? ? ? ?", "L2@c1=L3:?"]);
        let view: serde_json::Value = serde_json::from_str(&house.view(viewer, false)).unwrap();
        assert_eq!(view["game"]["turns"], serde_json::json!(texts));
    }
}
