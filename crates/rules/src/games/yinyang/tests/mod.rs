//! Hand-made cases for every sentence of the rules: turns, laws, the end.

mod plain;
mod written;

use super::*;
use crate::{AnyPlay, Play};

const BLACK: &str = "bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>w.bb";
const WHITE: &str = "bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw";
/// Four laws that never apply on a board with two pieces.
const IDLE: &str = "wwww>www.,wwww>www.,bbbb>bbb.,bbbb>bbb.";

fn at(setup: &str) -> Play<YinYang> {
    Play::from_setup(Options::default(), setup).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

fn error(play: &Play<YinYang>, turn: &str) -> String {
    let by = play.position().to_act().side();
    play.read(by, turn).unwrap_err().to_string()
}

fn code(play: &Play<YinYang>, turn: &str) -> &'static str {
    let by = play.position().to_act().side();
    play.read(by, turn).unwrap_err().why.code()
}

fn turns(play: &Play<YinYang>) -> Vec<String> {
    AnyPlay::turns(play).unwrap()
}

fn given() -> Play<YinYang> {
    Play::start(&[&format!("laws_black={BLACK}"), &format!("laws_white={WHITE}")]).unwrap()
}

#[test]
fn the_start() {
    let play = given();
    assert_eq!(
        play.position().setup(Audience::Omniscient),
        format!("w=d1,d2,b3,c3,d3,b4,c4,d4 b=a1,b1,c1,a2,b2,c2,a3,a4 lb={BLACK} lw={WHITE} act=black")
    );
    // The board is full: nobody can move. Four black pieces at a1 and b1, b|w at c1 and a3, w over b at b2.
    assert_eq!(turns(&play), ["L1@a1", "L1@b1", "L2@a3", "L2@c1", "L4@b2"]);
    assert_eq!(play.position().to_act(), Actors::only(Side::Black));
}

#[test]
fn a_piece_moves_one_square_to_an_empty_one() {
    let play = at(&format!("w=c3 b=a1,b1 lb={IDLE} lw={IDLE} act=black"));
    assert_eq!(turns(&play), ["a1-a2", "b1-b2", "b1-c1"]);
    assert_eq!(error(&play, "a1-b1"), "`a1-b1`: b1 is occupied");
    assert_eq!(error(&play, "a1-b2"), "`a1-b2`: b2 cannot be reached from a1");
    assert_eq!(error(&play, "a2-a3"), "`a2-a3`: nothing stands on a2");
    assert_eq!(error(&play, "c3-c4"), "`c3-c4`: the piece on c3 is not yours");
    assert_eq!(error(&play, "A1-E1"), "`E1`: no such point on the Yin Yang board");
    assert_eq!(code(&play, "a1-a2 b1-b2"), "yinyang.one-move");
    assert_eq!(code(&play, ""), "incomplete");
    assert_eq!(code(&play, "pass"), "unreadable");
    assert_eq!(play.read(Side::White, "c3-c4").unwrap_err().why, Refusal::NotYourTurn(Side::Black));
    assert_eq!(
        play.position().read(Side::White, "L1@a1").unwrap_err().why,
        Refusal::NotYourTurn(Side::Black)
    );
}

#[test]
fn a_move_then_a_law() {
    // L2 fits a black piece alone in the lower left cell of a block: at a1, or at a2 after the move.
    let laws = "bbbb>*,..b.>wwb.,....>bb..,....>bb..";
    let mut play = at(&format!("w=d1 b=a1 lb={laws} lw={IDLE} act=black"));
    let all = turns(&play);
    assert!(
        all.contains(&"a1-a2 L2@a2".into()) && all.contains(&"L2@a1".into()) && all.contains(&"a1-a2".into())
    );
    assert_eq!(play.turn("A1-A2 l2@A2").unwrap(), "a1-a2 L2@a2");
    assert_eq!(
        play.position().setup(Audience::Everyone),
        "w=d1,a3,b3 b=a2 lb=?,..b.>wwb.,?,? lw=?,?,?,? up=b2 act=white"
    );
    assert!(play.undo());
    assert_eq!(code(&play, "L2@a1 a1-a2"), "yinyang.move-first");
    assert_eq!(code(&play, "L2@a1 L2@a1"), "yinyang.one-law");
    assert_eq!(error(&play, "L5@a1"), "`L5`: laws are called L1, L2, L3 and L4");
    assert_eq!(
        error(&play, "L2@d1"),
        "`L2@d1`: no 2 × 2 block has its lower left square on d1; blocks are a1 to c3"
    );
    assert_eq!(
        error(&play, "L2@b3"),
        "`L2@b3`: the block at b3 does not show the cause of this law, seen from your seat"
    );
    assert_eq!(error(&play, "L2@a1=L1:....>*"), "`L1:....>*`: only an adaptation law can rewrite a law");
}

#[test]
fn the_changes_of_a_law_are_marked() {
    let marked = |play: &Play<YinYang>| {
        let names: Vec<&str> =
            play.last_points().iter().map(|&point| play.position().board().name(point)).collect();
        names.join(" ")
    };
    let laws = "bbbb>*,..b.>wwb.,bb..>b...,..b.>*";
    let setup = format!("w=d1 b=a1,b4,c4 lb={laws} lw={IDLE} act=black");
    for (turn, points) in [
        ("a1-a2", "a1 a2"),
        // Two stones appear; a move before counts too.
        ("L2@a1", "a2 b2"),
        ("a1-b1 L2@b1", "a1 b1 b2 c2"),
        // Another stone than that at the block's name vanishes.
        ("L3@b3", "c4"),
        // An adaptation leaves the board as it is: its block is marked.
        ("L4@a1=L1:wwww>*", "a2 b2 a1 b1"),
    ] {
        let mut play = at(&setup);
        play.turn(turn).unwrap();
        assert_eq!(marked(&play), points, "{turn}");
    }
}

#[test]
fn laws_are_read_from_the_owners_seat() {
    // Black's cause wb over .. lies on the board as written; White, opposite, sees its upper left at the lower right.
    let laws = "wb..>w...,wwww>www.,wwww>www.,wwww>www.";
    let black = at(&format!("w=a2 b=b2,d1 lb={laws} lw={IDLE} act=black"));
    assert!(turns(&black).contains(&"L1@a1".into()));
    let mut white = at(&format!("w=b1,d4 b=a1 lb={IDLE} lw={laws} act=white"));
    assert!(!turns(&white).contains(&"L1@a2".into()));
    white.turn("L1@a1").unwrap();
    assert!(white.position().setup(Audience::Everyone).starts_with("w=b1,d4 lb="));
}

#[test]
fn a_law_is_laid_once_and_used_again() {
    let mut play =
        at(&format!("w=c3,d1 b=a1,b1,a3,b3 lb=..bb>..b.,bbbb>*,bbbb>*,bbbb>* lw={IDLE} act=black"));
    play.turn("L1@a1").unwrap();
    assert!(play.position().setup(Audience::Everyone).contains("lb=..bb>..b.,?,?,? lw=?,?,?,? up=b1"));
    play.turn("d1-d2").unwrap();
    play.turn("L1@a3").unwrap();
    assert!(play.position().setup(Audience::Everyone).starts_with("w=d2,c3 b=a1,a3 "));
}

#[test]
fn a_contradicting_law_may_not_be_laid() {
    // White's cause ..bb lies on the board as bb.., the cause of three of Black's laws.
    let laws = |up: &str| {
        format!(
            "w=d1 b=a2,b2 lb=bb..>b...,bb..>*,bb..>bbww,wwww>* lw=..bb>bwbb,..bb>wbbb,wwww>*,wwww>* {up} act=black"
        )
    };
    let free = turns(&at(&laws("")));
    assert!(["L1@a1", "L2@a1=L1:....>*", "L3@a1"].iter().all(|turn| free.contains(&(*turn).into())));
    // w1 on the board: bb..>bbwb, another effect than all three.
    let play = at(&laws("up=w1"));
    assert!(!turns(&play).iter().any(|turn| turn.contains('L')));
    assert_eq!(
        error(&play, "L1@a1"),
        "`L1@a1`: it contradicts w1, which lies face up: the same cause on the board, another effect"
    );
    assert_eq!(code(&play, "L2@a1=L1:....>*"), "yinyang.contradiction");
    // One's own laws contradict each other just as well.
    assert!(error(&at(&laws("up=b1")), "L3@a1").contains("it contradicts b1,"));
    // Laid already, b1 itself may be used again.
    assert!(turns(&at(&laws("up=b1"))).contains(&"L1@a1".into()));
}

#[test]
fn two_adaptations_and_two_equal_laws_do_not_contradict() {
    let play =
        at("w=d1 b=a2,b2 lb=bb..>*,bb..>b...,wwww>*,wwww>* lw=..bb>*,wwww>*,wwww>*,wwww>* up=w1 act=black");
    assert!(turns(&play).contains(&"L1@a1=L4:....>*".into()));
    assert_eq!(code(&play, "L2@a1"), "yinyang.contradiction");
    let same = at(
        "w=d1 b=a2,b2 lb=bb..>b...,wwww>*,wwww>*,wwww>* lw=..bb>...b,wwww>*,wwww>*,wwww>* up=w1 act=black",
    );
    assert!(turns(&same).contains(&"L1@a1".into()));
}

#[test]
fn adaptation_rewrites_one_law_which_becomes_secret() {
    let setup =
        "w=d1 b=a1 lb=..b.>*,..b.>wwb.,....>bb..,wwww>* lw=wwww>*,wwww>*,wwww>*,wwww>* up=b3 act=black";
    let mut play = at(setup);
    assert_eq!(play.turn("l1@a1=l3:WB..>w...").unwrap(), "L1@a1=L3:wb..>w...");
    assert_eq!(
        play.position().setup(Audience::Side(Side::Black)),
        "w=d1 b=a1 lb=..b.>*,..b.>wwb.,wb..>w...,wwww>* lw=?,?,?,? up=b1 act=white"
    );
    assert_eq!(
        play.position().setup(Audience::Side(Side::White)),
        "w=d1 b=a1 lb=..b.>*,?,?,? lw=wwww>*,wwww>*,wwww>*,wwww>* up=b1 act=white"
    );
    assert_eq!(
        format!("{:?}", AnyPlay::history(&play, Audience::Everyone)),
        "[Turn { by: Black, text: \"L1@a1=L3:?\", captured: 0 }]"
    );
    play.undo();
    // The adaptation law may rewrite itself; then nothing of it stays face up.
    play.turn("L1@a1=L1:..b.>*").unwrap();
    assert!(
        play.position().setup(Audience::Everyone).ends_with("lb=?,?,....>bb..,? lw=?,?,?,? up=b3 act=white")
    );
    play.undo();
    assert_eq!(play.position().setup(Audience::Omniscient), setup);
    for (turn, word) in
        [("L1@a1", "incomplete"), ("L1@a1=L3", "incomplete"), ("L1@a1=L3:", "yinyang.law-form")]
    {
        assert_eq!(code(&play, turn), word);
    }
    assert_eq!(code(&play, "L1@a1=L3:?"), "yinyang.law-hidden");
    assert_eq!(error(&play, "L1@a1=X:....>*"), "`X`: laws are called L1, L2, L3 and L4");
    // Four laws, 513 texts each; only "L2 as it was" and "L4 as it was" give the same position.
    let of_a1 = turns(&play).iter().filter(|turn| turn.starts_with("L1@a1")).count();
    assert_eq!(of_a1, 4 * 513 - 1);
}

#[test]
fn the_corner_wins_at_the_end_of_a_turn() {
    let outcome = |play: &Play<YinYang>| play.outcome().map(|outcome| outcome.to_string());
    let mut play = at(&format!("w=a4 b=c4 lb={IDLE} lw={IDLE} act=black"));
    play.turn("c4-d4").unwrap();
    assert_eq!(outcome(&play).as_deref(), Some("black (corner)"));
    assert_eq!(play.position().to_act(), Actors::only(Side::White));
    assert_eq!(turns(&play), [""; 0]);
    assert_eq!(play.turn("a4-a3").unwrap_err().why, Refusal::Over);
    // White peoples d4 with a black piece: Black wins. With a white one on a1 at the same time, White does.
    let peopled = at(&format!("w=a4 b=d4 lb={IDLE} lw={IDLE} act=black"));
    assert_eq!(outcome(&peopled).as_deref(), Some("black (corner)"));
    let both = |act: &str| outcome(&at(&format!("w=a1 b=d4 lb={IDLE} lw={IDLE} act={act}"))).unwrap();
    assert_eq!((both("black"), both("white")), ("white (corner)".into(), "black (corner)".into()));
    // A move that is undone by the law of the same turn does not win: c3's block loses d4.
    let mut gone = at(&format!("w=a4 b=c4 lb=.b..>....,wwww>*,wwww>*,wwww>* lw={IDLE} act=black"));
    gone.turn("c4-d4 L1@c3").unwrap();
    assert_eq!(outcome(&gone), None);
}

#[test]
fn who_can_neither_move_nor_apply_a_law_loses() {
    let full = "w=d1,d2,b3,c3,d3,b4,c4,d4 b=a1,b1,c1,a2,b2,c2,a3,a4";
    let stuck = at(&format!("{full} lb=....>*,....>*,....>*,....>* lw={WHITE} act=black"));
    assert_eq!(stuck.outcome().unwrap().to_string(), "white (no turn)");
    let adapts = at(&format!("{full} lb=....>*,bbbb>*,....>*,....>* lw={WHITE} act=black"));
    assert!(adapts.outcome().is_none());
    let nobody = at(&format!("lb={IDLE} lw={IDLE} act=white"));
    assert_eq!(nobody.outcome().unwrap().to_string(), "black (no turn)");
    // Unwritten laws are no loss.
    assert!(at(&format!("{full} act=black")).outcome().is_none());
}

#[test]
fn repetition_sees_what_everybody_sees() {
    let mut play = at(&format!("w=d2 b=a2 lb={IDLE} lw={IDLE} act=black"));
    for turn in ["a2-a3", "d2-d3", "a3-a2", "d3-d2", "a2-a3", "d2-d3", "a3-a2"] {
        play.turn(turn).unwrap();
        assert!(play.outcome().is_none());
    }
    play.turn("d3-d2").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "draw (repetition)");
}

#[test]
fn every_rewriting_counts_repetition_anew() {
    // L1 rewrites itself into itself: the board never changes, so the text stays secret.
    let adapt = "..b.>*,wwww>*,wwww>*,wwww>*";
    let mut play = at(&format!("w=d4,d3 b=a1 lb={adapt} lw={adapt} act=black"));
    for _ in 0..6 {
        play.turn("L1@a1=L1:..b.>*").unwrap();
        play.turn("d3-d2").unwrap();
        play.turn("L1@a1=L1:..b.>*").unwrap();
        play.turn("d2-d3").unwrap();
        assert!(play.outcome().is_none());
    }
}

#[test]
fn touches_name_what_a_person_touches() {
    let play = given();
    let touches = |step| play.position().touches(step);
    let (a1, a2) = (Point(0), Point(4));
    assert_eq!(touches(Step::Move { from: a1, to: a2 }), [Touch::Point(a1), Touch::Point(a2)]);
    assert_eq!(touches(Step::Apply { number: 2, block: a2 }), [Touch::Law(2), Touch::Point(a2)]);
    assert_eq!(
        (touches(Step::Done), touches(Step::Rewrite(3))),
        (vec![Touch::Word("done")], vec![Touch::Law(3)])
    );
    assert_eq!(touches(Step::Text(Law::parse("wb..>*").unwrap())), [Touch::Text("wb..>*".into())]);
}

#[test]
fn steps_that_are_not_listed_are_explained() {
    let law = Law::parse("....>*").unwrap();
    let why = |position: &YinYang, step| position.clone().play(step).unwrap_err().code();
    let start = given().position().clone();
    let far = Point(60_000);
    assert_eq!(why(&start, Step::Done), "yinyang.move-or-law");
    assert_eq!(why(&start, Step::Text(law)), "yinyang.not-adaptation");
    assert_eq!(why(&start, Step::Write { side: Side::White, law }), "yinyang.written");
    assert_eq!(why(&start, Step::Move { from: far, to: far }), "no-such-point");
    assert_eq!(why(&start, Step::Apply { number: 1, block: far }), "no-such-point");
    assert_eq!(why(&start, Step::Apply { number: 0, block: far }), "yinyang.no-law");
    let unwritten = Play::<YinYang>::start(&[]).unwrap().position().clone();
    assert_eq!(why(&unwritten, Step::Done), "yinyang.write-first");
    let mut adapting =
        at("b=a1 lb=..b.>*,wwww>*,wwww>*,wwww>* lw=wwww>*,wwww>*,wwww>*,wwww>* act=black").position().clone();
    adapting.play(Step::Apply { number: 1, block: Point(0) }).unwrap();
    assert_eq!(why(&adapting, Step::Done), "yinyang.rewrite-now");
    assert_eq!(why(&adapting, Step::Rewrite(5)), "yinyang.no-law");
    adapting.play(Step::Rewrite(2)).unwrap();
    assert_eq!(why(&adapting, Step::Rewrite(2)), "yinyang.rewrite-now");
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in ".*", words in "(laws )?([a-eL1-5@=:.wb>*é-]{0,12} ?){0,5}") {
        for play in [given(), Play::<YinYang>::start(&[]).unwrap()] {
            for text in [&text, &words] {
                for side in Side::BOTH {
                    let _ = play.read(side, text);
                    let _ = play.position().read(side, text);
                }
            }
        }
        let _ = Play::<YinYang>::from_setup(Options::default(), &text);
    }
}

#[test]
fn a_law_acts_on_a_block_as_its_owner_reads_it() {
    use super::blocks_seen_by;
    let names = |side: Side, block: usize| {
        let (name, cells) = blocks_seen_by(side)[block];
        let cells = cells.map(|cell| crate::board::yinyang().name(cell)).join(" ");
        format!("{}: {cells}", crate::board::yinyang().name(name))
    };
    assert_eq!(names(Side::Black, 0), "a1: a2 b2 a1 b1");
    assert_eq!(names(Side::White, 0), "a1: b1 a1 b2 a2", "from the other side of the table");
    assert_eq!(names(Side::White, 8), "c3: d3 c3 d4 c4");
}
