//! Evolves hands worth writing: two pools of hands, one for each side, scored against each other.
//!
//! A new hand is an old one with a law or two replaced by laws of another hand or by new ones that look
//! useful. It plays games of the engine against the engine with the hands of the other pool, where each side
//! expects the hands of the pools as it does in a real game, and some games against the baseline. If it
//! scores better than the worst of its pool, it replaces it. A law that most hands of a pool share has a
//! penalty, because opponents would learn it. `taijitu tune yinyang --hands` runs this and prints the pools
//! in the format of `hands.rs`.

use super::baseline::{self, any_law};
use super::determinization::{BLANK, Determinization, START, TARGET, code_of, law_of};
use super::duel::{Duellist, duel};
use super::hands::{Hands, LawHand, can_begin, spelled};
use super::judge::desired_laws;
use super::yinyang_search::YinYangSearch;
use std::sync::Arc;
use taijitu_rules::Side;
use taijitu_rules::games::yinyang::Law;
use taijitu_rules::playout::Random;

/// The size of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandTuningPlan {
    /// New hands tried for each side.
    pub rounds: u32,
    /// Nodes of each turn.
    pub nodes: u64,
    /// Hands in the pool of each side.
    pub hands: usize,
    /// The same seed finds the same hands.
    pub seed: u64,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandTuningProgress {
    /// Rounds so far.
    pub round: u32,
    /// The mean score of the pools of White and Black.
    pub mean: [f64; 2],
}

/// The hands found, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedHands {
    /// For White and Black: a hand as its owner writes it, and its score.
    pub hands: [Vec<(String, f64)>; 2],
    /// The same in the format of `hands.rs`.
    pub source: String,
}

/// Games of a first and of a thorough measurement of a hand.
const GAMES: [u32; 2] = [8, 24];

/// One game in this many is against the baseline.
const AGAINST_BASELINE: u32 = 4;

/// Rounds after which every hand of the pools is measured again.
const MEASURED_AFTER: u32 = 16;

/// The penalty of a hand if all others share one of its laws; less where only some do.
const SHARED: f64 = 0.25;

/// Evolves hands; `report` is called after every round.
pub fn evolve(plan: HandTuningPlan, report: &mut dyn FnMut(HandTuningProgress)) -> TunedHands {
    let mut pools = Pools::new(plan);
    for round in 0..plan.rounds {
        if round % MEASURED_AFTER == 0 {
            pools.measure();
        }
        for side in Side::BOTH {
            pools.try_another(side);
        }
        report(HandTuningProgress { round: round + 1, mean: pools.mean() });
    }
    pools.measure();
    pools.evolved()
}

/// A hand and its score, from 0 to 1.
#[derive(Clone, Copy)]
struct Member {
    hand: LawHand,
    score: f64,
}

struct Pools {
    plan: HandTuningPlan,
    random: Random,
    /// Of White and Black.
    members: [Vec<Member>; 2],
}

impl Pools {
    /// The hands known so far, and random ones to fill the pools.
    fn new(plan: HandTuningPlan) -> Self {
        let mut random = Random::new(plan.seed);
        let members = Side::BOTH.map(|side| {
            let known = Hands::known().0[side.index()].clone();
            let fresh = std::iter::from_fn(|| Some(baseline::write(side, &mut random)));
            known
                .into_iter()
                .chain(fresh)
                .take(plan.hands.max(1))
                .map(|hand| Member { hand, score: 0.5 })
                .collect()
        });
        Self { plan, random, members }
    }

    fn hands(&self) -> Hands {
        Hands(self.members.each_ref().map(|pool| pool.iter().map(|member| member.hand).collect()))
    }

    fn mean(&self) -> [f64; 2] {
        self.members
            .each_ref()
            .map(|pool| pool.iter().map(|member| member.score).sum::<f64>() / pool.len() as f64)
    }

    /// Measures every hand again and averages with the previous score.
    fn measure(&mut self) {
        let (known, seed) = (Arc::new(self.hands()), self.random.next());
        for side in Side::BOTH {
            for at in 0..self.members[side.index()].len() {
                let member = self.members[side.index()][at];
                let now = self.score(&member.hand, side, &known, GAMES[1], seed);
                self.members[side.index()][at].score = f64::midpoint(member.score, now);
            }
        }
    }

    /// Tries a new hand in the place of the worst.
    fn try_another(&mut self, side: Side) {
        let hand = self.child(side);
        let pool = &self.members[side.index()];
        let dear = |at: usize| pool[at].score - penalty(&pool[at].hand, pool, at);
        let Some(worst) = (0..pool.len()).min_by(|&a, &b| dear(a).total_cmp(&dear(b))) else {
            return;
        };
        let last = pool[worst];
        if !can_begin(&hand, side) || pool.iter().any(|member| member.hand == hand) {
            return;
        }
        // How much better the new hand has to be, or how much worse it may be.
        let handicap = penalty(&hand, pool, worst) - penalty(&last.hand, pool, worst);
        let mut hands = self.hands();
        let quick = self.score(&hand, side, &Arc::new(hands.clone()), GAMES[0], self.random.clone().next());
        if quick < last.score + handicap {
            self.random.next();
            return;
        }
        // From here on it is expected like the others: surprise alone should not pay.
        hands.0[side.index()].push(hand);
        let (known, seed) = (Arc::new(hands), self.random.next());
        let score = self.score(&hand, side, &known, GAMES[1], seed);
        let old = f64::midpoint(last.score, self.score(&last.hand, side, &known, GAMES[1], seed));
        self.members[side.index()][worst] =
            if score > old + handicap { Member { hand, score } } else { Member { score: old, ..last } };
    }

    /// A variation of the hands in the pool.
    fn child(&mut self, side: Side) -> LawHand {
        let random = &mut self.random;
        let pool = &self.members[side.index()];
        let parent = |random: &mut Random| pool[random.below(pool.len() as u32) as usize].hand;
        let mut hand = parent(random);
        for _ in 0..=random.below(2) {
            hand[random.below(4) as usize] = match random.below(8) {
                0..2 => parent(random)[random.below(4) as usize],
                2 => any_law(random),
                3..5 => opening_law(side, random),
                _ => corner_law(side, random),
            };
        }
        hand
    }

    /// The score of a hand in `games` games.
    fn score(&self, hand: &LawHand, side: Side, known: &Arc<Hands>, games: u32, seed: u64) -> f64 {
        let mut random = Random::new(seed);
        let mut points = 0.0;
        for game in 0..games {
            let blind = game % AGAINST_BASELINE == 0;
            let other = if blind {
                baseline::write(side.other(), &mut random)
            } else {
                known.draw(side.other(), &mut random)
            };
            let hands = if side == Side::White { [*hand, other] } else { [other, *hand] };
            let mut player = |of| {
                let seed = random.next();
                if blind && of != side {
                    return Duellist::Baseline(Random::new(seed));
                }
                Duellist::YinYangSearch(
                    Box::new(YinYangSearch::expecting(seed, Arc::clone(known))),
                    self.plan.nodes,
                )
            };
            let winner = duel(hands, Side::BOTH.map(&mut player));
            points += winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        }
        points / f64::from(games)
    }

    fn evolved(mut self) -> TunedHands {
        for pool in &mut self.members {
            pool.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        let source = self.hands().to_string();
        let scored =
            |pool: Vec<Member>| pool.iter().map(|member| (spelled(&member.hand), member.score)).collect();
        TunedHands { hands: self.members.map(scored), source }
    }
}

/// The penalty of a hand at index `at` of a pool for a law that most of the others share.
fn penalty(hand: &LawHand, pool: &[Member], at: usize) -> f64 {
    let others = || pool.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, member)| &member.hand);
    let having = |law: &Law| others().filter(|other| other.contains(law)).count();
    let most = hand.iter().map(having).max().unwrap_or(0);
    SHARED * most as f64 / others().count().max(1) as f64
}

/// A law that can be used on the full board.
fn opening_law(side: Side, random: &mut Random) -> Law {
    let full = Determinization { stones: START, laws: [[BLANK; 4]; 2], up: [0; 2], act: side };
    loop {
        let law = any_law(random);
        if full.shows(code_of(law, side).to_le_bytes()[0]) {
            return law;
        }
    }
}

/// A law that helps on some board with holes around the corner.
fn corner_law(side: Side, random: &mut Random) -> Law {
    const AROUND: [u8; 8] = [0, 1, 4, 5, 2, 6, 8, 9];
    let mut wished = vec![];
    loop {
        let mut world = Determinization { stones: START, laws: [[BLANK; 4]; 2], up: [0; 2], act: side };
        for _ in 0..random.below(6) {
            let at = AROUND[random.below(AROUND.len() as u32) as usize];
            let at = if TARGET[side.index()].0 == 0 { at } else { 15 - at };
            world.stones = world.stones.map(|stones| stones & !(1 << at));
            if random.below(5) == 0 {
                world.stones[random.below(2) as usize] |= 1 << at;
            }
        }
        desired_laws(&world, side, &mut wished);
        if !wished.is_empty() {
            let code = wished[random.below(wished.len() as u32) as usize];
            if let Some(law) = law_of(code, side) {
                return law;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hands::parse;
    use super::*;
    use taijitu_rules::Play;
    use taijitu_rules::games::yinyang::YinYang;

    #[test]
    fn a_short_run_finds_hands_that_can_be_written_and_the_same_again() {
        let plan = HandTuningPlan { rounds: 2, nodes: 20, hands: 3, seed: 1 };
        let mut reported = 0;
        let evolved = evolve(plan, &mut |progress| {
            reported += 1;
            assert!(progress.mean.iter().all(|mean| (0.0..=1.0).contains(mean)), "{progress:?}");
        });
        assert_eq!(reported, 2);
        for (side, hands) in Side::BOTH.into_iter().zip(&evolved.hands) {
            assert_eq!(hands.len(), 3);
            for (hand, _) in hands {
                let mut play = Play::<YinYang>::start(&[]).expect("a start");
                play.turn_by(side, &format!("laws {hand}")).expect("a hand");
                assert!(evolved.source.contains(hand));
            }
        }
        assert_eq!(evolve(plan, &mut |_| ()), evolved);
    }

    #[test]
    fn a_law_that_all_hands_share_costs_most() {
        let hands = ["ww..>wwbb bb..>bbww .w..>ww.w wbww>w.ww", "ww..>wwbb b.b.>bwbw .bb.>wbbw w...>wbb."];
        let hands = hands.map(|hand| parse(hand).expect("a hand"));
        let pool = [hands[0], hands[0], hands[1]].map(|hand| Member { hand, score: 0.5 });
        assert!((penalty(&hands[0], &pool, 0) - SHARED).abs() < 1e-9, "one law in both of the others");
        let other = parse("wwww>w.ww bb..>bbww b..w>...w bwbw>*").expect("a hand");
        assert!((penalty(&other, &pool, 1) - SHARED / 2.0).abs() < 1e-9, "one law in one of the others");
        assert!(penalty(&other, &pool[2..], 0).abs() < 1e-9, "nobody else");
    }
}
