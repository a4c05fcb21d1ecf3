//! Hands worth writing: four laws that work together, found by `taijitu tune yinyang --hands`.
//!
//! They were chosen by results alone, from two pools evolved at different times, the second with a price on laws that most
//! hands share. Every hand of White met every hand of Black in four games at 1000 nodes a turn: with the first pool White won
//! 70 % of them, with the second 29 %, and Black's hands of the second pool won 88 % against White's of the first.
//! White keeps what scored best against both pools, and Black four of the first and five of the second, so that neither
//! colour is better off between equals. All of White's but one share a law that an opponent may learn.

use super::determinization::{BLANK, Determinization, START, code_of};
use std::fmt;
use std::sync::{Arc, LazyLock};
use taijitu_rules::Side;
use taijitu_rules::games::yinyang::Law;
use taijitu_rules::playout::Random;

/// Four laws.
pub(super) type LawHand = [Law; 4];

/// White's hands.
const WHITE: [&str; 8] = [
    "wbww>w.ww .w..>ww.w .bb.>wbbw wbwb>wbw.",
    "wbww>w.ww .ww.>wwww bbbb>b.bb bbww>.bww",
    ".bww>..ww b..b>bwwb bbbb>b.bb wbww>w.ww",
    "wbww>w.ww .ww.>wwww bb.b>b..b b.b.>bwbw",
    "wbww>w.ww .ww.>wwww b.b.>bwbw bbb.>b.b.",
    "wbww>w.ww .ww.>wwww b.b.>bwbw b...>bw.w",
    "wbww>w.ww .ww.>wwww bb.b>b..b bbww>bbw.",
    "wbww>w.ww .ww.>wwww b.b.>bwbw .bbw>..bw",
];

/// Black's hands.
const BLACK: [&str; 9] = [
    "..b.>.wbw bwbb>b.bb bbwb>.bwb .wb.>..b.",
    "w...>wbb. bwbw>bwb. ..ww>bbww w.bw>..bw",
    "w.bw>..bw bwbw>bwb. ..ww>bbww bbbb>*",
    "w.bw>..bw bwbw>bwb. ..ww>bbww bww.>b.w.",
    "b..w>bbbw bwbb>b.bb .wb.>..b. bwbw>b.bw",
    "w.bw>..bw bw.w>b..w wwbw>w.bw b..w>bbbw",
    "w.bw>..bw bbbb>bb.b wwbw>w.bw b..w>bbbw",
    "b..w>bbbw w.ww>..ww bwbb>b.bb bwbw>b.bw",
    "wwwb>w.wb bwbw>b.bw b..w>bbbw bwbb>b.bb",
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
