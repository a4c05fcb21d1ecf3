//! How many pieces a turn captures, in each game that has captures, and in those where pieces vanish without being captured.

use taijitu_rules::{Audience, Options, any::HistoryLine, games};

#[track_caller]
fn check(game: &str, setup: &str, turn: &str, captured: u32) {
    let kind = games::find(game).expect("a game");
    let options = Options::parse(kind.meta().options, [""; 0]).expect("options");
    let mut play = kind.set_up(options, setup).unwrap_or_else(|error| panic!("{game} {setup}: {error}"));
    assert_eq!(play.last_captured(), 0, "{game} {setup}: nothing has been played");
    play.turn(turn).unwrap_or_else(|error| panic!("{game} {setup}: {error}"));
    assert_eq!(play.last_captured(), captured, "{game} {setup}: {turn}");
    let listed = play.history(Audience::Everyone);
    assert!(matches!(listed[..], [HistoryLine::Turn { captured: n, .. }] if n == captured), "{listed:?}");
}

#[test]
fn captures_are_pieces_of_the_other_side() {
    let line = "w=a1,a5,a17 b=b5,d5 bhand=20 act=white";
    check("aliens", line, "a5-c5-e5", 2);
    check("aliens", line, "a5-c5", 1);
    check("aliens", line, "a5-a4", 0);
    check("aliens", "w=a1,a5,b5 b=d5 bhand=20 act=white", "a5-c5", 0);
    check("aliens", "w=a1,a5,a17 b=b5,d5 bhand=20 act=black", "c7", 0);
    check("zen", "w=a1,k9 b=c1,f5,f6 act=white", "a1xc1", 1);
    check("zen", "w=a1,c2 b=k11,a11 zen=c1 act=white", "a1xc1", 1);
    check("zen", "w=a1,k9 b=c1,f5,f6 act=white", "k9-j9", 0);
}

#[test]
fn laws_capture_what_they_destroy_of_the_other_side() {
    let laws = "..bw>..b.,..b.>wwb.,bw..>.w..,bbbb>*";
    let idle = "wwww>www.,wwww>www.,bbbb>bbb.,bbbb>bbb.";
    let at = |pieces: &str| format!("{pieces} lb={laws} lw={idle} act=black");
    check("yinyang", &at("w=b1,d2 b=a1"), "L1@a1", 1);
    check("yinyang", &at("w=d2 b=a1"), "L2@a1", 0);
    check("yinyang", &at("w=b2,d2 b=a2,d1"), "L3@a1", 0);
    check("yinyang", &at("w=d2 b=a1"), "a1-a2", 0);
}

#[test]
fn own_pieces_are_not_captured() {
    // A row of YINSH goes back to the reserve; a fused stone of Singularity is the player's own.
    check("yinsh", "wr=e4,k7,k8 br=a2,a3,b1 wm=c4,d4,f4,g4 wout=2 bout=2 act=white", "e4-e6 xc4-g4:k7", 0);
}
