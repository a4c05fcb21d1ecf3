//! Games that begin from a position: which positions are accepted, what is stored, and which parts stay secret.

use crate::help::*;
use taijitu_protocol::{Code, Command, OpenTable, PlayerId, Seat, Side};
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Record};
use taijitu_table::{Names, Table, Viewer};

fn from(open: OpenTable, setup: &str) -> OpenTable {
    OpenTable { from: Some(setup.into()), ..open }
}

fn refusal(open: &OpenTable) -> (Code, String, String) {
    let problem = Table::opening(open, ADA, false).expect_err("this cannot be");
    (problem.code, problem.message.en, problem.message.fr)
}

#[test]
fn a_game_begins_from_a_position_and_says_so_in_its_record() {
    for game in games() {
        let mut random = Random::new(7);
        let mut first = House::two(&coloured(open(game)));
        if game == "yinyang" {
            first.write_laws();
        }
        for _ in 0..5 {
            first.random_turn(&mut random);
        }
        let setup = first.game().play().setup(Audience::Omniscient);
        let mut house = House::two(&coloured(from(open(game), &setup)));
        assert_eq!(house.game().play().setup(Audience::Omniscient), setup, "{game}");
        assert_eq!((house.game().turns(), house.table.running().is_some()), (0, true));
        house.random_turn(&mut random);
        if house.table.running().is_some() {
            house.must(ADA, &Command::Resign);
        }
        let text = house.finished().record.expect("a record");
        assert!(text.contains(&format!("\nsetup: {setup}\n")), "{text}");
        let record = Record::read(&text).expect("a record");
        assert_eq!(
            record.replay().expect("legal").setup(Audience::Omniscient),
            house.game().play().setup(Audience::Omniscient)
        );
        house.check_fold();
        // A rematch begins there too, with the other colours.
        house.must(BOB, &Command::Rematch);
        house.must(ADA, &accept());
        assert_eq!((house.game().number, house.game().side(Seat::FIRST)), (2, Side::Black));
        assert_eq!(house.game().play().setup(Audience::Omniscient), setup, "{game}");
        house.check_fold();
    }
}

#[test]
fn unplayable_positions_are_refused() {
    let y = || with("y", "board=triangle-3 pie=off");
    let (code, en, fr) = refusal(&from(y(), "b=b2,a2,b3 w=a3,c3 act=white"));
    assert_eq!(code, Code::Invalid);
    assert!(
        en.contains("the game is over in this position (three sides)")
            && fr.contains("la partie y est terminée"),
        "{en} / {fr}"
    );
    assert_eq!(refusal(&from(y(), "b=z9 act=white")).0, Code::Invalid);
    assert_eq!(refusal(&from(y(), "b=a1")).1, "set-up: a set-up needs act=white or act=black");
    assert_eq!(refusal(&from(y(), "nonsense")).0, Code::Invalid);
    assert_eq!(refusal(&from(y(), &"x".repeat(2001))).0, Code::TooLarge);
    assert_eq!(
        refusal(&from(open("yinyang"), "w=a1 b=b2 lb=?,?,?,? lw=....>*,....>*,....>*,....>* act=black")).0,
        Code::Invalid
    );
}

#[test]
fn the_usual_start_is_no_position_of_its_own() {
    for game in games() {
        let house = House::two(&coloured(open(game)));
        let start = house.game().play().setup(Audience::Omniscient);
        let table = House::new(&from(open(game), &start));
        if game != "zen" {
            assert_eq!(table.table.setup().from, None, "{game}");
        }
    }
    let zen = House::new(&from(with("zen", "first=white"), "w=a1,c2 b=e5,k11 act=white"));
    assert!(zen.table.setup().from.is_some());
}

#[test]
fn options_that_do_not_fit_the_position_are_refused() {
    let mut house = House::new(&from(with("y", "board=triangle-13 pie=off"), "b=m13 act=white"));
    assert_eq!(house.refused(ADA, &option("board", "triangle-3")), Code::Invalid);
    house.must(ADA, &option("time", "60"));
    assert_eq!(house.table.setup().from.as_deref(), Some("b=m13 act=white"));
    house.must(ADA, &option("game", "zen"));
    assert_eq!(house.table.setup().from, None, "a position of another game");
}

const SECRETS: [&str; 4] = ["wwbb>.wbb", "bwbw>*", ".b..>bbw.", "wwbw>.wbw"];

/// A position with a law of each side face up.
fn with_secrets() -> OpenTable {
    let [a, b, c, d] = SECRETS;
    let laws = format!("lb=bbbb>bb.b,{a},{b},b..b>bwwb lw=bbbb>.bbb,{c},{d},wbwb>* up=b1,w1");
    from(coloured(open("yinyang")), &format!("w=d4,c4 b=a1,b1 {laws} act=black"))
}

/// Everything that is sent to a viewer of a table, as one text.
fn text_for(house: &House, viewer: Option<PlayerId>) -> String {
    let events = house.log.iter().map(|entry| {
        let event = house.table.event(entry, Viewer(viewer), &Names::default());
        serde_json::to_string(&event).expect("plain data")
    });
    let scene = house.table.scene_for(Viewer(viewer), &house.context());
    let scene = serde_json::to_string(&scene).expect("plain data");
    let list = serde_json::to_string(&house.table.summary()).expect("plain data");
    let help = taijitu_table::option_help(house.table.setup(), taijitu_rules::Lang::En);
    [house.view(viewer, true), events.collect::<Vec<_>>().join("\n"), scene, list, help].join("\n")
}

#[test]
fn laws_of_a_position_are_sent_to_their_side_only() {
    let [black_1, black_2, white_1, white_2] = SECRETS;
    let house = House::new(&with_secrets());
    for viewer in [None, Some(ADA), Some(BOB), Some(EVE)] {
        let text = text_for(&house, viewer);
        assert!(!SECRETS.iter().any(|law| text.contains(law)), "before the start: {text}");
        assert!(
            text.contains("lb=bbbb>bb.b,?,?,?") && text.contains("act=black"),
            "what lies face up: {text}"
        );
    }
    let house = House::two(&with_secrets());
    let (white, black) = (house.player_of(Side::White), house.player_of(Side::Black));
    for (viewer, own, others) in [
        (None, [].as_slice(), SECRETS.as_slice()),
        (Some(EVE), &[], &SECRETS),
        (Some(white), &[white_1, white_2], &[black_1, black_2]),
        (Some(black), &[black_1, black_2], &[white_1, white_2]),
    ] {
        let text = text_for(&house, viewer);
        assert!(own.iter().all(|law| text.contains(law)), "{viewer:?} {text}");
        assert!(!others.iter().any(|law| text.contains(law)), "{viewer:?} {text}");
    }
    assert!(house.table.setup().from.as_ref().is_some_and(|from| from.contains(black_1)), "the log has it");
    house.check_fold();
}

#[test]
fn laws_that_are_missing_are_written_at_the_start() {
    let setup = "w=c3,d4 b=b1,a1 lb=bbbb>bb.b,bwbw>b.bw,wwbb>*,b..b>bwwb act=black";
    let mut house = House::two(&from(coloured(open("yinyang")), setup));
    assert_eq!(house.game().acting(), [Seat::FIRST], "White has to write");
    let white = house.player_of(Side::White);
    house.must(white, &play(1, 1, WHITE_LAWS));
    assert_eq!(house.game().side(Seat::new(house.to_act())), Side::Black);
    assert!(!text_for(&house, Some(house.player_of(Side::Black))).contains("wbwb>*"));
    house.must(ADA, &Command::Resign);
    assert!(Record::read(&house.finished().record.expect("a record")).is_ok());
    house.check_fold();
}
