//! Files made for these tests: random games written out, with headers by hand.

use super::*;
use crate::game::Rules;
use crate::playout::Random;

const THREE_RINGS: &str = include_str!("../../../../tests/data/boardspace/three_rings.sgf");
const BLITZ: &str = include_str!("../../../../tests/data/boardspace/blitz.sgf");

/// A file with these nodes.
fn file(nodes: &[&str]) -> String {
    let head = "(;GM[24]VV[2]CM[0,1]SU[Yinsh]\nP0[id \"Ann\"]P1[id \"Bob\"]\n; P0[0 Start White]\n";
    format!("{head}{}\n)\n", nodes.join("\n"))
}

fn error(text: &str) -> String {
    read(text).expect_err("refused").to_string()
}

fn spelled(import: &BoardspaceGame) -> Vec<String> {
    import.turns().map(|(_, turn)| turn).collect()
}

/// The ten rings of a game that can go on anywhere.
const RINGS: [&str; 10] = [
    "; P0[place wr  A 2]",
    "; P1[place br  K 7]",
    "; P0[place wr  A 3]",
    "; P1[place br  K 8]",
    "; P0[place wr  A 4]",
    "; P1[place br  K 9]",
    "; P0[place wr  E 5]",
    "; P1[place br  K 10]",
    "; P0[place wr  B 1]",
    "; P1[place br  J 11]",
];

fn after_rings(nodes: &[&str]) -> String {
    file(&[&RINGS, nodes].concat())
}

#[test]
fn reads_a_game_with_rows_before_and_after_the_move() {
    let game = read(THREE_RINGS).expect("a legal game");
    let turns = spelled(&game);
    assert_eq!((turns.len(), game.clocks.len()), (45, 45));
    assert_eq!(turns[36], "g7-h8 xe7-i7:g5", "ends named in either order, three confirmations");
    assert_eq!(turns[40], "xf6-j6:d1 b3-d3", "the row Black made, before the move");
    assert_eq!(game.play.outcome().map(|end| end.to_string()).as_deref(), Some("white (third ring)"));
    assert_eq!(game.play.options().get("variant"), "standard");
    assert_eq!(game.header.players, Pair(["Orsolya".into(), "Bertrand".into()]));
    assert_eq!(game.header.date.as_deref(), Some("Mon Jan 05 20:11:00 CET 2026"));
    assert_eq!(game.header.result.as_deref(), Some("Победила Orsolya."), "kept, not read");
    // White's first turn: 800 for the placing, 390 more for Done.
    assert_eq!(game.clocks[0], Some(1190));
}

#[test]
fn reads_a_blitz() {
    let game = read(BLITZ).expect("a legal game");
    assert_eq!(game.play.options().get("variant"), "blitz");
    assert_eq!(spelled(&game).last().map(String::as_str), Some("h4-d4 xe4-i4:b6"));
    assert_eq!(game.play.outcome().map(|end| end.to_string()).as_deref(), Some("white (first ring)"));
}

#[test]
fn exports_read_back() {
    for text in [THREE_RINGS, BLITZ] {
        let game = read(text).expect("a legal game");
        let again =
            read(&write(&game.header, &game.play, &game.clocks).expect("no set-up")).expect("readable");
        assert_eq!((&again.header, &again.clocks), (&game.header, &game.clocks));
        assert_eq!(spelled(&again), spelled(&game));
        assert_eq!(again.play.outcome(), game.play.outcome());
    }
}

#[test]
fn random_games_with_odd_names_read_back() {
    let mut random = Random::new(2);
    let mut steps = vec![];
    for _ in 0..40 {
        let mut play = Play::<Yinsh>::start(&[]).expect("options");
        let mut clocks = vec![];
        while play.outcome().is_none() {
            let mut draft = play.draft(play.position().to_act().side());
            while !draft.is_complete() {
                draft.position().steps(&mut steps);
                draft.step(steps[random.below(steps.len() as u32) as usize]).expect("listed");
            }
            play.commit(&draft).expect("complete");
            clocks.push((random.below(3) > 0).then(|| random.below(1_000_000).into()));
            if random.below(400) == 0 {
                play.resign(Side::Black).expect("not over");
            }
        }
        let header = Header { players: Pair(["a]b\\c \"d\"".into(), "Ж".into()]), ..Header::default() };
        let again = read(&write(&header, &play, &clocks).expect("no set-up")).expect("readable");
        assert_eq!((&again.header.players, &again.clocks), (&header.players, &clocks));
        assert_eq!(spelled(&again), turns(&play).map(|(_, turn)| turn).collect::<Vec<_>>());
        assert_eq!(again.play.outcome(), play.outcome());
    }
}

#[test]
fn an_export_says_what_boardspace_says() {
    let mut play = Play::<Yinsh>::start(&[]).expect("options");
    play.turn("g2").expect("a ring");
    play.turn("c6").expect("a ring");
    play.resign(Side::White).expect("not over");
    let header = Header {
        players: Pair(["Ann".into(), "Bob".into()]),
        other: vec![("TC".into(), "None".into())],
        ..Header::default()
    };
    let expected = "(;\nGM[24]VV[2]\nCM[0,1]\nSU[Yinsh]\nTC[None]\nRE[Game won by Bob]\nP0[id \"Ann\"]\n\
        P1[id \"Bob\"]\n; P0[0 Start White]\n; P0[1 place wr  G 2]TM[61500]\n; P0[2 Done ]TM[61500]\n\
        ; P1[3 place br  C 6]\n; P1[4 Done ]\n; P0[5 Resign ]TM[61500]\n; P0[6 Done ]TM[61500]\n;\n\
        P0[time 0:01:01 ]\nP1[time 0:00:00 ]\n)\n";
    assert_eq!(write(&header, &play, &[Some(61500)]).expect("no set-up"), expected);
    let set_up = Play::<Yinsh>::from_setup(play.options().clone(), "wr=e5 act=black").expect("a position");
    assert_eq!(write(&header, &set_up, &[]), Err(SgfError::SetUp));
}

#[test]
fn other_files_are_refused() {
    assert_eq!(error(&BLITZ.replace("GM[24]", "GM[1]")), "not a YINSH game: GM is 1, not 24");
    assert_eq!(error("(;)"), "not a YINSH game: GM is missing, not 24");
    assert_eq!(error("hello"), "line 1: unexpected `h` here");
    assert_eq!(
        error(&BLITZ.replace("Yinsh-Blitz", "Yinsh-3D")),
        "line 5: SU[Yinsh-3D] is not known; expected Yinsh or Yinsh-Blitz"
    );
    assert!(error("(;GM[24])").contains("SU[] is not known"));
    assert_eq!(
        error(&format!("{BLITZ}(;)")),
        format!("line {}: unexpected `(` here", BLITZ.lines().count() + 1)
    );
}

#[test]
fn a_truncated_file_is_refused_with_its_last_line() {
    for lines in [1, 5, 20, 40] {
        let cut: String = BLITZ.lines().take(lines).map(|line| format!("{line}\n")).collect();
        assert_eq!(error(&cut), format!("line {}: the file ends in the middle of the game", lines + 1));
    }
    for at in (0..BLITZ.len()).filter(|&at| BLITZ.is_char_boundary(at)) {
        let whole = BLITZ[..at].trim_end().ends_with(')');
        assert_eq!(read(&BLITZ[..at]).is_ok(), whole);
    }
}

#[test]
fn unknown_commands_are_refused_with_line_and_token() {
    for token in
        ["OfferDraw ", "Edit ", "place wq  E 5", "place wr  E 12", "fly E 5 E 6", "move E 5", "Start Red", ""]
    {
        let text = file(&["", &format!("; P0[1 {token}]TM[5]")]);
        let token = format!("1 {token}");
        assert_eq!(error(&text), format!("line 5: `{}` is not a known command of this format", token.trim()));
    }
    assert_eq!(
        error(&file(&["; P0[1 Done ]TM[soon]"])),
        "line 4: `soon` is not a known command of this format"
    );
    assert_eq!(error(&file(&["; AB[aa]"])), "line 4: `AB[aa]` is not a known command of this format");
}

#[test]
fn illegal_games_are_refused_at_the_first_illegal_command() {
    let illegal = |nodes: &[&str]| error(&file(nodes));
    assert_eq!(
        illegal(&["; P0[1 place wr  E 5]", "; P1[2 place br  E 5]"]),
        "line 5: `2 place br  E 5`: e5 is occupied"
    );
    assert_eq!(illegal(&["; P1[1 place br  E 5]"]), "line 4: `1 place br  E 5`: it is White’s turn");
    assert_eq!(
        illegal(&["; P0[1 place br  E 5]"]),
        "line 4: `1 place br  E 5`: this is not a piece of the player who moves it"
    );
    assert!(illegal(&["; P0[1 drop board  E 5]"]).contains("nothing in hand"));
    assert_eq!(
        error(&after_rings(&["; P0[20 move E 5 F 7]"])),
        "line 14: `20 move E 5 F 7`: a ring moves along a line of the board, and e5-f7 is not one"
    );
    assert_eq!(error(&after_rings(&["; P0[20 place w  E 5]"])), "line 14: the last turn is not complete");
}

#[test]
fn steps_taken_back_before_done_are_not_played() {
    let text = file(&[
        "; P0[1 place wr  E 5]",
        "; P0[2 place wr  E 6]",
        "; P0[3 Done ]",
        "; P1[4 Pick br]",
        "; P1[5 Drop Board  F 6]",
        "; P1[6 pick board  F 6]",
        "; P1[7 drop board  F 7]",
        "; P1[8 Done ]",
    ]);
    assert_eq!(spelled(&read(&text).expect("a change of mind")), ["e6", "f7"]);
    let text = after_rings(&[
        "; P0[place w  E 5]",
        "; P0[drop board  E 6]",
        "; P0[pick board  E 6]",
        "; P0[drop board  E 7]",
        "; P0[Done]",
    ]);
    assert_eq!(spelled(&read(&text).expect("a change of mind")).last().map(String::as_str), Some("e5-e7"));
}

#[test]
fn white_may_be_either_player() {
    let text =
        "(;GM[24]VV[2]CM[1,0]SU[yinsh]P0[id \"Ann\"]P1[id \"Bob\"];P1[0 Start Black];P1[1 place wr  E 5])";
    let game = read(text).expect("Bob has White");
    assert_eq!(game.header.players, Pair(["Bob".into(), "Ann".into()]));
    assert_eq!(game.turns().collect::<Vec<_>>(), [(Side::White, "e5".to_string())]);
}

#[test]
fn a_resignation_ends_the_game_and_can_be_taken_back() {
    let ended =
        |nodes: &[&str]| read(&after_rings(nodes)).map(|game| (spelled(&game).len(), game.play.outcome()));
    let (turns, outcome) =
        ended(&["; P0[place w  E 5]", "; P0[Resign ]", "; P0[Done ]"]).expect("half a turn");
    assert_eq!((turns, outcome.map(|end| end.to_string()).as_deref()), (10, Some("black (resigned)")));
    let (_, outcome) = ended(&["; P0[Resign ]", "; P0[Resign ]", "; P0[move E 5 E 6]"]).expect("on it goes");
    assert_eq!(outcome, None);
    assert!(error(&after_rings(&["; P0[Resign ]", "; P1[move K 7 J 7]"])).ends_with("the game is over"));
}

#[test]
fn headers_that_are_no_properties_are_not_exported() {
    let mut record = import(&after_rings(&[])).expect("a game").with_header("sgf-tc", "None");
    let text = export(&record).expect("a file");
    assert!(text.contains("TC[None]"));
    for key in ["sgf-", "sgf-1", "sgf-my-key", "sgf-su", "sgf-p0"] {
        record = record.with_header(key, "x");
    }
    assert_eq!(export(&record), Ok(text));
}
