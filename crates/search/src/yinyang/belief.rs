//! The belief about the opponent's secret laws: determinizations (worlds) sampled at random, the likely ones
//! more often.
//!
//! A hand from the set-up is drawn whole from the hands worth writing, law by law from theirs, or from all
//! laws; a rewritten law is drawn mostly from those its owner would have wanted then. Face-up laws are known.
//! A world in which the opponent missed an immediate win, or wrote nothing that can be used on the full
//! board, is unlikely, and is mostly rejected.

use super::baseline::any_law;
use super::determinization::{BLANK, Determinization, LawCode, START, code_of};
use super::hands::Hands;
use super::judge::desired_laws;
use super::observation::Observation;
use taijitu_rules::Side;
use taijitu_rules::playout::Random;

/// How often an unlikely world is rejected before it is accepted.
const TRIES: usize = 12;

/// What is known of the opponent's laws.
pub(super) struct Belief<'a> {
    hands: &'a Hands,
    opponent: Side,
    /// The position, secret laws blank.
    now: Determinization,
    /// For each rewritten secret law: what its owner may have wanted then.
    rewritten: [Option<Vec<LawCode>>; 4],
    /// Positions in which the opponent was to act and did not win, and which laws were then what they are
    /// now.
    passed_by: Vec<(Determinization, u8)>,
    /// Whether the laws are those of the set-up.
    as_written: bool,
}

impl<'a> Belief<'a> {
    pub(super) fn new(sight: &Observation, hands: &'a Hands) -> Self {
        let opponent = sight.side().other();
        let mut belief = Self {
            hands,
            opponent,
            now: Determinization::seen(sight.now()),
            rewritten: [const { None }; 4],
            passed_by: vec![],
            as_written: true,
        };
        let mut same = 0b1111_u8;
        for (at, turn) in sight.turns().iter().enumerate().rev().filter(|(_, turn)| turn.by == opponent) {
            if let Some(number) = turn.rewrote() {
                let slot = &mut belief.rewritten[usize::from(number - 1)];
                if same >> (number - 1) & 1 != 0 {
                    let after = sight.turns().get(at + 1).map_or(sight.now(), |turn| &turn.before);
                    let mut wished = vec![];
                    desired_laws(&Determinization::seen(after), opponent, &mut wished);
                    *slot = Some(wished);
                }
                same &= !(1 << (number - 1));
            }
            belief.passed_by.push((Determinization::seen(&turn.before), same));
        }
        belief.as_written = same == 0b1111;
        belief
    }

    /// Whether nothing is secret.
    pub(super) const fn is_certain(&self) -> bool {
        self.now.up[self.opponent.index()] == 0b1111
    }

    /// Samples a world.
    pub(super) fn draw(&self, random: &mut Random) -> Determinization {
        let mut laws = self.guess(random);
        for _ in 0..TRIES {
            if self.is_likely(&laws) {
                break;
            }
            laws = self.guess(random);
        }
        let mut world = self.now;
        world.laws[self.opponent.index()] = laws;
        world
    }

    fn guess(&self, random: &mut Random) -> [LawCode; 4] {
        let side = self.opponent;
        let mut laws = match random.below(10) {
            0..5 => self.hands.expect(side, random),
            5..8 => [(); 4].map(|()| self.hands.expect(side, random)[random.below(4) as usize]),
            _ => [(); 4].map(|()| any_law(random)),
        }
        .map(|law| code_of(law, side));
        for number in 1..=4_u8 {
            let at = usize::from(number - 1);
            if self.now.is_up(side, number) {
                laws[at] = self.now.laws[side.index()][at];
            } else if let Some(wished) = self.rewritten[at].as_ref().filter(|wished| !wished.is_empty())
                && random.below(4) > 0
            {
                laws[at] = wished[random.below(wished.len() as u32) as usize];
            }
        }
        laws
    }

    /// Whether the opponent would have written these laws and, with them, never missed a win.
    fn is_likely(&self, laws: &[LawCode; 4]) -> bool {
        if self.as_written {
            let mut full =
                Determinization { stones: START, laws: [[BLANK; 4]; 2], up: [0; 2], act: self.opponent };
            full.laws[self.opponent.index()] = *laws;
            if !full.can_play(self.opponent) {
                return false;
            }
        }
        !self.passed_by.iter().any(|(before, same)| {
            let mut world = *before;
            for (at, law) in laws.iter().enumerate().filter(|(at, _)| same >> at & 1 != 0) {
                world.laws[self.opponent.index()][at] = *law;
            }
            world.winning_turn(self.opponent).is_some()
        })
    }
}
