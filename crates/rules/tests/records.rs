//! Records of whole games: written, read back, replayed, and refused at the right line.

use crate::common::VARIANTS;
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_rules::record::{Line, Remark};
use taijitu_rules::{AnyPlay, Audience, Options, Outcome, Reason, Record, Side, games};

/// A random game of some turns, resigned if it is too long.
fn random_game(game: &str, options: &[&str], random: &mut Random) -> Box<dyn AnyPlay> {
    let kind = games::find(game).expect("a game");
    let options = Options::parse(kind.meta().options, options.iter().copied()).expect("options");
    let mut play = kind.start(options).expect("a start");
    for _ in 0..120 {
        if play.outcome().is_some() {
            break;
        }
        let side = play.to_act().side();
        let mut draft = play.draft(side);
        while !draft.is_complete() {
            let choices = draft.choices();
            let touch = choices[random.below(choices.len() as u32) as usize].clone();
            draft.touch(touch).expect("a choice");
        }
        play.turn_by(side, &draft.text(Audience::Omniscient)).expect("a built turn");
    }
    if play.outcome().is_none() {
        play.resign(Side::White).expect("the game runs");
    }
    play
}

#[test]
fn every_game_survives_writing_and_reading() {
    for (seed, variant) in (1..).zip(VARIANTS.iter()) {
        let play = random_game(variant.game, variant.options, &mut Random::new(seed));
        let mut record = Record::of(&*play, Audience::Everyone)
            .with_header("white", "Ada\nLovelace")
            .with_header("date", "2026-11-15");
        if let Some(Line::Turn { used, .. }) = record.lines.first_mut() {
            *used = Some(Duration::from_millis(3_723_004));
        }
        let text = record.to_string();
        let read = Record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, record);
        assert_eq!(read.to_string(), text);
        comes_back_in_every_form(&record);
        let replayed = read.replay().expect("a record that was read replays");
        assert_eq!(replayed.setup(Audience::Everyone), play.setup(Audience::Everyone));
        assert_eq!(replayed.outcome(), play.outcome());
    }
}

fn error(body: &str) -> String {
    let text = format!("taijitu record 1\ngame: y\nrules: 1\noptions: pie=off board=triangle-3\n\n{body}");
    Record::read(&text).expect_err("a wrong record").to_string()
}

#[test]
fn the_first_wrong_line_is_named_with_the_reason() {
    assert_eq!(error("1. a1\n# a remark\n2. a1\n"), "line 8: `a1`: a1 is occupied");
    assert_eq!(error("1. a1\n3. a2\n"), "line 7: turn 2 is expected here, not 3");
    assert_eq!(error("1. a1 {1}\n"), "line 6: `1` is not a time; write {minutes:seconds.thousandths}");
    assert_eq!(error("a1\n"), "line 6: `a1` is neither a turn (`1. …`), nor `* …`, `round …` or `result: …`");
    assert_eq!(
        error("* green resigns\n"),
        "line 6: `green resigns` is not an event; write `* white offers a draw`, accepts, declines, or resigns"
    );
    assert_eq!(
        error("result: white (luck)\n"),
        "line 6: `white (luck)` is not a result; write it like `white (resigned)`"
    );
    assert_eq!(
        error("result: white (three sides)\n"),
        "line 6: the record says `white (three sides)`, but by the rules the game is not over here"
    );
    assert_eq!(error("round 2\n"), "line 6: `round 2`: this game has no rounds");
    let won = "1. b2\n2. a3\n3. a2\n4. c3\n5. b3\n";
    assert_eq!(error(&format!("{won}6. a1\n")), "line 11: `a1`: the game is over");
    assert_eq!(error(&format!("{won}* white resigns\n")), "line 11: `white resigns`: the game is over");
    assert_eq!(
        error(&format!("{won}result: draw (agreed)\n")),
        "line 11: the record says `draw (agreed)`, the rules say `black (three sides)`"
    );
}

#[test]
fn wrong_headers_are_named() {
    let error = |text: &str| Record::read(text).expect_err("a wrong record").to_string();
    assert_eq!(error(""), "line 1: a record begins with the line `taijitu record 1`");
    assert_eq!(error("taijitu record 1\n\n"), "line 1: the header `game:` is missing");
    assert!(
        error("taijitu record 1\ngame: chess\nrules: 1\n\n")
            .starts_with("line 2: unknown game `chess`; the games are yinsh, y, ")
    );
    assert_eq!(error("taijitu record 1\ngame: y\n\n"), "line 1: the header `rules:` is missing");
    assert_eq!(
        error("taijitu record 1\ngame: y\nrules: 99\n\n"),
        "line 3: played by revision 99 of the rules; this program knows revision 1"
    );
    assert_eq!(
        error("taijitu record 1\ngame: y\nrules: 1\noptions: pie=maybe\n\n"),
        "line 4: `maybe` is not a value of option pie; it takes on | off"
    );
    assert_eq!(
        error("taijitu record 1\ngame: y\nrules: 1\nsetup: b=a1\n\n"),
        "line 4: a set-up needs act=white or act=black"
    );
    assert_eq!(
        error("taijitu record 1\ngame: y\nrules: 1\nrules: 1\n\n"),
        "line 4: header `rules` is given twice"
    );
    assert_eq!(
        error("taijitu record 1\ngame y\n"),
        "line 2: `game y` is not a header; write `key: value`, and an empty line after the last one"
    );
}

#[test]
fn events_of_the_table_are_kept() {
    let text = "taijitu record 1\ngame: y\nrules: 1\noptions: board=kadon handicap=1 pie=on\nblack: Blaise\n\n1. c7\n* white offers a draw\n* black accepts the draw\nresult: draw (agreed)\n";
    let record = Record::read(text).expect("a record");
    assert_eq!(Record::read(&format!("\u{feff}{text}")).as_ref(), Ok(&record), "a mark some editors write");
    assert_eq!(record.lines[1], Line::Event(Side::White, Remark::OffersDraw));
    assert_eq!(record.header("black"), Some("Blaise"));
    assert_eq!(record.replay().expect("legal").outcome(), Some(Outcome::draw(Reason::Agreed)));
    assert_eq!(record.to_string(), text);
}

/// An exported game is imported unchanged, as text and as JSON, and is written the same way again.
fn comes_back_in_every_form(record: &Record) {
    let text = record.to_string();
    assert_eq!(Record::import(&text).as_ref(), Ok(record), "{text}");
    for id in [None, Some("an id")] {
        let json = record.to_json(id);
        assert!(!json.contains('\n'), "{json}");
        let read = Record::import(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
        assert_eq!((&read, read.to_string()), (record, text.clone()));
    }
    assert_eq!(record.clone().canonical().as_ref(), Ok(record));
}

fn read_back(record: &Record) -> Box<dyn AnyPlay> {
    comes_back_in_every_form(record);
    let text = record.to_string();
    let read = Record::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&read, record);
    read.replay().expect("a record that was read replays")
}

#[test]
fn a_set_up_and_the_rounds_of_a_match_are_kept() {
    let zen = games::find("zen").expect("a game");
    let options = Options::parse(zen.meta().options, ["variant=3"]).expect("options");
    let mut play = zen.set_up(options, "w=a1,c2 b=e5,k11 act=white").expect("a position");
    play.end(Outcome::draw(Reason::Agreed)).expect("the round runs");
    play.next_round().expect("the match goes on");
    play.turn("f6-i9").expect("a legal turn");
    play.flag(Side::Black).expect("the round runs");
    let replayed = read_back(&Record::of(&*play, Audience::Everyone));
    assert_eq!(replayed.match_state(), play.match_state());
    assert_eq!(replayed.round_outcomes(), play.round_outcomes());
    assert_eq!(replayed.start_setup(Audience::Everyone), play.start_setup(Audience::Everyone));
    assert_eq!(replayed.setup(Audience::Everyone), play.setup(Audience::Everyone));
}

#[test]
fn turns_after_the_laws_of_white_alone_are_kept_where_black_has_laws() {
    let yinyang = games::find("yinyang").expect("a game");
    let options = Options::parse(yinyang.meta().options, []).expect("options");
    let setup = "w=c3 b=b1 lb=....>*,....>*,....>*,....>* act=black";
    let mut play = yinyang.set_up(options, setup).expect("a position");
    play.turn("laws wb..>w... b...>bwb. bb.w>* bbbb>bb.b").expect("White's laws");
    play.turn("b1-b2").expect("a legal turn");
    let record = Record::of(&*play, Audience::Omniscient);
    assert_eq!(record.lines.len(), 2);
    assert_eq!(read_back(&record).setup(Audience::Omniscient), play.setup(Audience::Omniscient));
}

#[test]
fn laws_of_white_alone_are_not_read_as_blacks() {
    let yinyang = games::find("yinyang").expect("a game");
    let options = Options::parse(yinyang.meta().options, []).expect("options");
    let mut play = yinyang.start(options).expect("a start");
    play.turn_by(Side::White, "laws wb..>w... b...>bwb. bb.w>* bbbb>bb.b").expect("laws");
    assert_eq!(Record::of(&*play, Audience::Omniscient).lines, []);
    play.turn_by(Side::Black, "laws bbbb>bb.b bwbw>b.bw wwbb>* b..b>bwwb").expect("laws");
    let replayed = read_back(&Record::of(&*play, Audience::Omniscient));
    assert_eq!(replayed.setup(Audience::Omniscient), play.setup(Audience::Omniscient));
}

#[test]
fn json_is_refused_where_it_is_wrong() {
    let error = |json: &str| Record::from_json(json).expect_err("wrong").to_string();
    let with = |more: &str| format!(r#"{{"format":"taijitu record 1","game":"y","rules":1,{more}}}"#);
    assert!(error("{}").starts_with("not a record in JSON: missing field `format` at line 1"));
    assert!(error(&with(r#""lines":[],"colour":1"#)).contains("unknown field `colour`"));
    assert_eq!(
        error(&with(r#""lines":[]"#).replace("record 1", "record 9")),
        "a record begins with the line `taijitu record 1`"
    );
    assert_eq!(
        error(&with(r#""lines":[{"turn":"a1"},{"turn":"a1"}]"#)),
        "entry 2 of `lines`: `a1`: a1 is occupied"
    );
    for (entry, shown) in [(r#"{"used":5}"#, r#"{"used":5}"#), ("{}", "{}")] {
        let reply = error(&with(&format!(r#""lines":[{entry}]"#)));
        assert!(reply.starts_with(&format!("entry 1 of `lines`: `{shown}` is neither a turn")), "{reply}");
    }
    for turn in ["round 2", " Round 2"] {
        assert!(
            error(&with(&format!(r#""lines":[{{"turn":"{turn}"}}]"#))).contains("is neither a turn"),
            "{turn}"
        );
    }
    assert!(error(&with(r#""headers":{"rules":"2"},"lines":[]"#)).contains("`rules` is not a header"));
    assert!(error(&with(r#""headers":{"x y":"2"},"lines":[]"#)).contains("`x y` is not a header"));
    assert!(error(&with(r#""headers":{"x":"1","x":"2"},"lines":[]"#)).contains("`x` is given twice"));
    assert!(error(&with(r#""options":{"pie":"maybe"},"lines":[]"#)).contains("`maybe` is not a value"));
    assert!(error(&with(r#""setup":"b=a1","lines":[]"#)).contains("act=white"));
}

#[test]
fn one_game_has_one_spelling() {
    let canonical =
        |text: &str| Record::read(text).expect("a record").canonical().expect("legal").to_string();
    let text = "taijitu record 1\ngame: y\nrules: 1\nsetup: act=white b=A2,a1\n\n1.  C7 {0:01.000}\n2. d8\n";
    let own = canonical(text);
    assert!(own.contains("\nsetup: b=a1,a2 act=white\n") && own.contains("\n1. c7 {0:01.000}\n"), "{own}");
    assert_eq!(canonical(&text.replace("A2,a1", "a1,a2").replace("C7", "c7")), own);
    assert_eq!(canonical(&own), own);
}

/// Files of Boardspace's that are not ours to copy: `BOARDSPACE_FILES` names a folder of them.
#[test]
#[ignore = "needs Boardspace's files: BOARDSPACE_FILES names their folder"]
fn files_of_boardspace_are_imported() {
    let folder = std::env::var_os("BOARDSPACE_FILES").expect("BOARDSPACE_FILES names a folder");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let record = Record::import(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        comes_back_in_every_form(&record);
        let sgf = taijitu_rules::games::yinsh::boardspace::export(&record).expect("a YINSH game");
        assert_eq!(Record::import(&sgf).as_ref(), Ok(&record), "{}", path.display());
        found += 1;
    }
    assert!(found > 0, "there are files");
}
