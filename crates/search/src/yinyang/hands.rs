//! Hands worth writing: four laws that work together, found by `taijitu tune yinyang --hands`.
//!
//! They were chosen by results alone. All of them have a law for the full board; many of White's have two with
//! different causes, for one can be forbidden by a contradicting law that Black lays first. Some of Black's adapt.
//! All of White's share a law that an opponent may learn. Hands evolved with a price on shared laws were tried and not
//! taken: they score 59 % as White and 88 % as Black against these (200 games each), but between equals Black then wins
//! three of four games, so that levels hardly differ, and against the baseline White falls from 98 to 86 %.

use super::determinization::{BLANK, Determinization, START, code_of};
use std::fmt;
use std::sync::{Arc, LazyLock};
use taijitu_rules::Side;
use taijitu_rules::games::yinyang::Law;
use taijitu_rules::playout::Random;

/// Four laws.
pub(super) type LawHand = [Law; 4];

/// White's hands.
const WHITE: [&str; 9] = [
    "wbww>w.ww .w..>ww.w .bb.>wbbw b.b.>bwbw",
    "wbww>w.ww .w..>ww.w .bb.>wbbw wbwb>wbw.",
    "wbww>w.ww .w..>ww.w .bb.>wbbw bbww>.bww",
    "wbww>w.ww .w..>ww.w wbwb>w.wb bb..>b...",
    "bbb.>b.b. .w..>ww.w wbww>w.ww bbww>.bww",
    "wbww>w.ww ...b>.wwb .bb.>wbbw bbww>.bww",
    "wbww>w.ww .ww.>wwww bbbb>b.bb bbww>.bww",
    "wbww>w.ww b.wb>b..b .bb.>wbbw bbww>.bww",
    "wbww>w.ww ...b>.wwb b..w>...w bbww>.bww",
];

/// Black's hands.
const BLACK: [&str; 9] = [
    "..b.>.wbw bwbb>b.bb bbwb>.bwb .wb.>..b.",
    "w...>wbb. bwbw>bwb. ..ww>bbww w.bw>..bw",
    "w.bw>..bw bwbw>bwb. ..ww>bbww bbbb>*",
    "w.bw>..bw bwbw>bwb. ..ww>bbww bww.>b.w.",
    "bbbb>* bwbw>* .www>..ww .wb.>..b.",
    "wwww>w.ww .www>..ww ....>* w.bw>..bw",
    "..ww>bbww bwbw>* bbwb>.bwb .wb.>..b.",
    "bbbb>* bwbw>* ...w>bb.w .wb.>..b.",
    "wwbb>wwb. bwbw>* bbwb>.bwb .wb.>..b.",
];

/// What comes to mind first, as Black writes it; White exchanges the colours. To be expected, not to be written.
const NATURAL: [&str; 6] = [
    "wwww>w.ww .www>..ww ..ww>bbww w.ww>*",
    "wwww>w.ww w.ww>..ww ..ww>bbww bbbb>*",
    "wwww>w.ww bbbb>* ....>* w.ww>..ww",
    "wwww>* bbbb>* ....>* wwww>w.ww",
    "wwww>w.ww www.>w.w. w.w.>wbwb bbbb>*",
    "wwww>w.ww .www>..ww w.ww>w..w bbbb>*",
];

/// The hands that are known for each side, to be written and to be expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hands(pub(super) [Vec<LawHand>; 2]);

impl Hands {
    /// The hands of this file.
    pub(super) fn known() -> Arc<Self> {
        static KNOWN: LazyLock<Arc<Hands>> = LazyLock::new(|| {
            let read = |texts: &[&str]| texts.iter().filter_map(|text| parse(text)).collect();
            Arc::new(Hands([read(&WHITE), read(&BLACK)]))
        });
        Arc::clone(&KNOWN)
    }

    /// A hand that a side may have written: one worth writing, or one that comes to mind first.
    pub(super) fn expect(&self, side: Side, random: &mut Random) -> LawHand {
        static READ: LazyLock<[Vec<LawHand>; 2]> = LazyLock::new(|| {
            let exchanged = |hand: &str| hand.replace('w', "-").replace('b', "w").replace('-', "b");
            let white = NATURAL.iter().filter_map(|hand| parse(&exchanged(hand))).collect();
            [white, NATURAL.iter().filter_map(|hand| parse(hand)).collect()]
        });
        let natural = &READ[side.index()];
        match random.below(3) {
            0 => natural[random.below(natural.len() as u32) as usize],
            _ => self.draw(side, random),
        }
    }

    /// A hand worth writing for a side.
    pub(super) fn draw(&self, side: Side, random: &mut Random) -> LawHand {
        let hands = &self.0[side.index()];
        hands[random.below(hands.len() as u32) as usize]
    }
}

/// As they are written in this file.
impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, hands) in ["WHITE", "BLACK"].into_iter().zip(&self.0) {
            writeln!(f, "const {name}: [&str; {}] = [", hands.len())?;
            for hand in hands {
                writeln!(f, "    \"{}\",", spelled(hand))?;
            }
            writeln!(f, "];")?;
        }
        Ok(())
    }
}

/// Whether a side could begin with a hand. White does not, but Black may adapt and leave the board full.
pub(super) fn can_begin(hand: &LawHand, side: Side) -> bool {
    let mut full = Determinization { stones: START, laws: [[BLANK; 4]; 2], up: [0; 2], act: side };
    full.laws[side.index()] = hand.map(|law| code_of(law, side));
    full.can_play(side)
}

/// A hand as its owner writes it.
pub(super) fn spelled(hand: &LawHand) -> String {
    hand.map(|law| law.to_string()).join(" ")
}

pub(super) fn parse(hand: &str) -> Option<LawHand> {
    let laws: Vec<Law> = hand.split(' ').filter_map(|law| Law::parse(law).ok()).collect();
    laws.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_is_read_and_can_be_played_on_the_full_board() {
        let hands = Hands::known();
        assert_eq!(hands.0.each_ref().map(Vec::len), [WHITE.len(), BLACK.len()]);
        for side in Side::BOTH {
            for hand in &hands.0[side.index()] {
                assert!(can_begin(hand, side), "{}", spelled(hand));
            }
        }
        let text = hands.to_string();
        assert!(WHITE.iter().chain(&BLACK).all(|hand| text.contains(hand)), "{text}");
    }
}
