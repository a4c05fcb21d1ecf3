//! Set-up strings: what cannot be is refused, everything else reads back.

use super::super::{MoverClaim, Step};
use super::{Zen, set_up, start};
use crate::game::{Game, Notation, Rules};
use crate::hash;
use crate::options::Options;
use crate::play::Play;
use crate::playout::Random;
use crate::side::Audience;
use crate::turns::children;

const MANUAL: &[&str] = &["variant=1", "announce=manual"];

fn refused(options: &[&str], setup: &str) -> String {
    let options = Options::parse(Zen::meta().options, options.iter().copied()).unwrap();
    match Play::<Zen>::from_setup(options, setup) {
        Ok(_) => panic!("accepted: {setup}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn impossible_input_is_refused_with_the_reason() {
    let says = |setup: &str, reason: &str| {
        let error = refused(&[], setup);
        assert!(error.contains(reason), "{setup}: {error}");
    };
    says("w=a1 b=a1 act=white", "two pieces on a1");
    says("w=a1 b=b1 zen=a1 act=white", "two pieces on a1");
    says("w=a1 b=b1 zen=c1,c2 act=white", "too many pieces in zen=");
    says("w=a1,b1,c1,d1,e1,f1,g1,h1,i1,j1,k1,a2,b2 act=white", "too many pieces in w=: 13");
    says("w=a1,l1 act=white", "`l1` in w=: no such point on the Zen board");
    says("zen=f6 act=white", "no pawns");
    says("w=a1 b=c1", "act=");
    says("w=a1 b=c1 act=white wr=a2", "unknown key `wr`");
    says("w=a1 b=c1 act=white act=black", "given twice");
    says("w=a1,e1 b=c1,g1 ko=a5 act=white", "ko= needs the Zen");
    says("w=a1,e1 b=c1,g1 zen=b9 ko=c1 act=white", "it is empty");
    says("w=a1,e1 b=c1,g1 zen=b9 ko=b8 act=white passed=yes", "exclude each other");
    says("w=a1,e1 b=c1,g1 act=white passed=maybe", "yes, no or twice");
    says("w=a1,e1 b=c1,g1 act=white seat=2", "players=4");
    says("w=a1,e1 b=c1,g1 act=white seat=3", "1 or 2");
    says("w=a1,e1 b=c1,g1 act=white first=black", "players=4");
    says("w=a1,e1 b=c1,g1 act=white check=open", "announce=manual");
    says("w=a1,c2 b=e8,k11 act=black was=w=a1,c2;b=e9,k11;act=white", "announce=manual");
    assert!(refused(&["first=random"], "w=a1 b=c1 act=white").contains("drawn"));
    assert!(
        refused(&["variant=3", "announce=manual"], "w=a1,c2 b=e8,k11 act=black check=open")
            .contains("manual")
    );
}

#[test]
fn a_pending_check_has_to_be_one() {
    let says = |setup: &str, reason: &str| {
        let error = refused(MANUAL, setup);
        assert!(error.contains(reason), "{setup}: {error}");
    };
    says("w=a1,f4 b=e8,k11,a11 act=black check=open", "does not give check");
    says("w=a1,b2 b=e8,k11,a11 act=black check=open", "does not give check");
    says("w=a1,e1 b=h1,k11,a11 act=black check=mate", "is not mated");
    says("w=a1,e1 b=h1,k11,a11 act=black check=yes", "open or mate");
    says("w=a1,c2 b=e7,k11,a11 act=white was=w=a1,f4;b=e8,k11,a11;act=black", "in announced check");
    says(
        "w=a1,c2 b=e7,k11,a11 act=white was=w=a1,c2;b=e8,k11,a11;act=black;check=open",
        "in announced check",
    );
    says("w=a1,c2 b=e7,k11,a11 act=black was=w=a1,c2;b=e8,k11,a11;act=black", "before the last reply");
    says("w=a1,c2 b=e7,k11,a11 act=white was=w=a1,c2;b=e8,k11,a11", "act=");
    says("w=a1,c2 b=e7,k11,a11 act=white was=w=a1;x", "not a part of a set-up");
}

#[test]
fn the_start_reads_back_and_counts_as_known() {
    let play = start(&[]);
    let again = set_up(&[], &play.position().setup(Audience::Everyone));
    assert_eq!(again.position(), play.position());
    assert_eq!(children(again.position()).unwrap().len(), 68);
}

/// Random games on crowded boards, in which check is frequent and often forgotten.
#[test]
fn every_position_of_random_games_reads_back_and_keeps_the_contract() {
    let mut random = Random::new(11);
    let games: [&[&str]; 5] = [
        &["variant=basic"],
        &["variant=3", "players=4", "first=black"],
        &["variant=2"],
        MANUAL,
        &["variant=2", "announce=manual", "players=4"],
    ];
    let (mut open, mut answers, mut mates) = (0, 0, 0);
    for round in 0..400 {
        let options = games[round % games.len()];
        let few = 2 + random.below(3) as usize;
        let mut zen = set_up(options, &super::plain::random_setup(&mut random, few)).position().clone();
        let mut steps = vec![];
        for _ in 0..60 {
            let setup = zen.setup(Audience::Everyone);
            let again = set_up(options, &setup).position().clone();
            assert_eq!((&again, hash::of(&again)), (&zen, hash::of(&zen)), "{setup}");
            zen.steps(&mut steps);
            assert_eq!(zen.outcome().is_none(), !steps.is_empty(), "{setup}");
            open += usize::from(setup.contains("check=open"));
            mates += usize::from(setup.contains("check=mate"));
            answers += usize::from(steps == [Step::Concede, Step::Takeback]);
            if steps.is_empty() {
                break;
            }
            let step = steps[random.below(steps.len() as u32) as usize];
            let text = zen.spell(&[step], Audience::Everyone);
            assert_eq!(zen.read(zen.to_act().side(), &text), Ok(vec![step]), "{setup}: {text}");
            let forgotten = zen.rules.manual && random.below(2) == 0;
            let step = if forgotten { step.with_claim(MoverClaim::Nothing) } else { step };
            zen.play(step).unwrap();
        }
    }
    assert!(open > 100 && answers > 20 && mates > 5, "{open} {answers} {mates}");
}

#[test]
fn a_long_chain_of_memories_is_harmless() {
    // Both sides are always about to win, so that each may have replied to the other's open check.
    let level = |act| format!("w=a1,c1;b=i11,k11;act={act}");
    let chain: Vec<String> = (0..2000).map(|i| level(["black", "white"][i % 2])).collect();
    let setup = format!("{} was={}", level("white").replace(';', " "), chain.join(";was="));
    let zen = set_up(MANUAL, &setup).position().clone();
    assert_eq!(zen.setup(Audience::Everyone), setup);
    assert_eq!(hash::of(&zen), hash::of(set_up(MANUAL, &setup).position()));
    assert!(refused(MANUAL, &format!("{setup};was={}", level("black"))).contains("further than any game"));
}
