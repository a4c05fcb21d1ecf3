//! The engine of Yin Yang. Its only input is an [`Observation`], the information set of its side.
//!
//! It samples determinizations, hands the opponent may have, and searches each of its turns in each of them
//! with alpha-beta by iterative deepening, dropping the turns that look worse.
//! The opponent is modelled in two ways: as one who sees every law, which is safe, and as one who answers only
//! what is visible, which gives secret threats their value.
//! The turn with the best mean chance is played.

use super::belief::Belief;
use super::determinization::{BLANK, Determinization, WorldTurn};
use super::hands::Hands;
use super::judge::Judge;
use super::leaf::LeafJudge;
use super::observation::Observation;
use super::search::{PROVED, WIN, WorldSearcher, decided, expand_adaptations};
use crate::limits::{Limits, Stop, Watch, usable_threads};
use crate::pattern::Patterns as _;
use crate::table::TranspositionTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use taijitu_rules::games::yinyang::{Law, Step, YinYang};
use taijitu_rules::play::TURN_LIMIT;
use taijitu_rules::playout::Random;
use taijitu_rules::short::sort_long;
use taijitu_rules::{Side, hash};

/// Worlds searched at each depth: a shallow search needs few, and a deep one is worthless in the wrong ones.
const WORLDS: [usize; 5] = [4, 8, 12, 16, 24];

/// Turns kept after each depth.
const KEPT: [usize; 6] = [64, 20, 10, 6, 4, 3];

/// Maximum depth.
const DEEPEST: u32 = 40;

/// A chance beyond this is a win in nearly every world.
const SURE: f64 = 0.95;

/// The weight of the opponent who sees no secrets.
const BLIND: f64 = 0.35;

/// The decision of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct YinYangDecision {
    /// The steps of its turn.
    pub steps: Vec<Step>,
    /// Its estimated chance to win; a draw counts a little less than half.
    pub chance: f64,
    /// Whether that is certain whatever the opponent's laws are.
    pub certain: bool,
    /// Turns looked ahead.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// The next best turns with their chances (multi-PV), as many as requested.
    pub others: Vec<(Vec<Step>, f64)>,
}

/// Plays Yin Yang from one seat.
pub struct YinYangSearch {
    seed: u64,
    hands: Arc<Hands>,
    /// Its evaluation.
    pub(super) leaf: LeafJudge,
    table: TranspositionTable,
    searches: u64,
    /// How many threads search.
    pub threads: usize,
    /// How many turns are evaluated besides the best one.
    pub others: usize,
}

/// Size of the transposition table in mebibytes, and for short searches, for which a larger one would take
/// longer to allocate than to fill.
const TABLE: usize = 8;
const SMALL_TABLE: usize = 1;

/// Searches after which the table is cleared; until then each ignores the entries of earlier ones, which is
/// much faster for short searches.
const CLEARED_AFTER: u64 = 60;

/// A turn under consideration.
#[derive(Clone, Copy)]
struct Candidate {
    turn: WorldTurn,
    chance: f64,
}

impl YinYangSearch {
    /// A player; the same seed plays the same.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_table(seed, Hands::known(), TABLE)
    }

    /// A player for short searches that writes and expects these hands.
    pub(super) fn expecting(seed: u64, hands: Arc<Hands>) -> Self {
        Self::with_table(seed, hands, SMALL_TABLE)
    }

    fn with_table(seed: u64, hands: Arc<Hands>, mebibytes: usize) -> Self {
        let table = TranspositionTable::with_mebibytes(mebibytes);
        let leaf = LeafJudge { judge: Judge::BEST, network: YinYang::shipped_network() };
        Self { seed, hands, leaf, table, searches: 0, threads: 1, others: 0 }
    }

    /// The laws it writes for a side.
    #[must_use]
    pub fn laws(&self, side: Side) -> [Law; 4] {
        self.hands.draw(side, &mut Random::new(self.seed ^ side as u64))
    }

    fn begin_search(&mut self) {
        self.searches += 1;
        if self.searches.is_multiple_of(CLEARED_AFTER) {
            self.table.clear();
        }
        self.table.next_search();
    }

    /// Searches until the limits end it; calls `report` after every depth. `None` if there is nothing to play.
    pub fn think(
        &mut self,
        sight: &Observation,
        limits: Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&YinYangDecision),
    ) -> Option<YinYangDecision> {
        let side = sight.side();
        if sight.now().law(side, 1).is_none() {
            let steps = self.laws(side).map(|law| Step::Write { side, law }).to_vec();
            return Some(YinYangDecision {
                steps,
                chance: 0.5,
                certain: false,
                depth: 0,
                nodes: 0,
                others: vec![],
            });
        }
        let now = Determinization::seen(sight.now());
        if now.act != side || now.winner().is_some() {
            return None;
        }
        if let Some(turn) = now.winning_turn(side) {
            return Some(YinYangDecision {
                steps: turn.steps(side),
                chance: 1.0,
                certain: true,
                depth: 1,
                nodes: 1,
                others: vec![],
            });
        }
        let watch = Watch::start(limits, stop.clone());
        self.begin_search();
        let belief = Belief::new(sight, &self.hands);
        let mut random = Random::new(self.seed ^ hash::of(&now) ^ sight.turns().len() as u64);
        let count = if belief.is_certain() { 1 } else { WORLDS[WORLDS.len() - 1] };
        let worlds: Vec<Determinization> = (0..count).map(|_| belief.draw(&mut random)).collect();
        let past = PositionHistory::of(sight);
        let provable = belief.is_certain() && past.cannot_draw() && !now.adapts(side.other());
        let helpers = (1..self.threads).map(|_| watch.for_helper(stop.clone())).collect::<Vec<_>>();
        let watches = [watch].into_iter().chain(helpers);
        let mut searchers: Vec<WorldSearcher<'_>> = watches
            .map(|watch| WorldSearcher::new(&self.table, watch, self.leaf.clone(), self.searches))
            .collect();
        let root = Root { side, now, worlds, provable, past, leaf: self.leaf.clone(), others: self.others };
        root.iterative_deepening(&mut searchers, limits, report)
    }
}

/// The positions of the game so far, as both sides see them.
struct PositionHistory {
    all: Vec<u64>,
    /// Where repetition last restarted.
    since: usize,
}

impl PositionHistory {
    fn of(sight: &Observation) -> Self {
        let mut past = Self { all: vec![], since: 0 };
        for turn in sight.turns() {
            past.all.push(Determinization::seen(&turn.before).outside());
            if turn.rewrote().is_some() {
                past.since = past.all.len();
            }
        }
        past.all.push(Determinization::seen(sight.now()).outside());
        past
    }

    /// Whether no position can occur for the third time, and the limit of turns is far.
    fn cannot_draw(&self) -> bool {
        let counted = &self.all[self.since..];
        let twice = (1..counted.len()).any(|at| counted[..at].contains(&counted[at]));
        !twice && self.all.len() + FAR < TURN_LIMIT as usize
    }

    /// How often a position occurred in the whole game.
    fn visits(&self, position: u64) -> usize {
        self.all.iter().filter(|&&other| other == position).count()
    }

    /// Whether the position after a turn without a rewriting would be a draw.
    fn would_draw(&self, position: u64) -> bool {
        self.all[self.since..].iter().filter(|&&other| other == position).count() >= 2
    }
}

/// Turns, more than a search looks ahead.
const FAR: usize = 100;

/// The value of a draw: a little less than an even game, so that the engine tries something.
const DRAW: f64 = 0.45;

/// The penalty for each earlier occurrence of a position, so that the game goes on.
const STALE: f64 = 0.03;

/// The position to play, and the worlds it is searched in.
struct Root {
    side: Side,
    now: Determinization,
    worlds: Vec<Determinization>,
    /// Whether a win found is a proof: nothing is secret, and the opponent cannot write a law that was not
    /// searched.
    provable: bool,
    past: PositionHistory,
    leaf: LeafJudge,
    /// How many turns are judged besides the best one.
    others: usize,
}

impl Root {
    /// Iterative deepening, with as many threads as there are searchers.
    fn iterative_deepening(
        &self,
        searchers: &mut [WorldSearcher<'_>],
        limits: Limits,
        report: &mut dyn FnMut(&YinYangDecision),
    ) -> Option<YinYangDecision> {
        let mut candidates = self.candidates();
        candidates.first()?;
        let mut decision = self.decision(&candidates, 0, 0);
        for depth in 1..=limits.depth.unwrap_or(DEEPEST) {
            candidates.truncate(KEPT[(depth as usize - 1).min(KEPT.len() - 1)]);
            let looked_at = self.search_candidates(searchers, &mut candidates, depth);
            sort(&mut candidates[..looked_at]);
            let watch = &searchers[0].watch;
            if looked_at > 0 {
                decision = self.decision(&candidates[..looked_at], depth, watch.nodes());
                report(&decision);
            }
            let settled = candidates[0].chance > SURE || candidates[0].chance < 1.0 - SURE;
            if watch.is_over() || settled || candidates.len() == 1 {
                break;
            }
        }
        decision.nodes = searchers[0].watch.nodes();
        Some(decision)
    }

    /// Searches the candidates in order, the best so far first; returns how many were finished before the
    /// limits.
    fn search_candidates(
        &self,
        searchers: &mut [WorldSearcher<'_>],
        candidates: &mut [Candidate],
        depth: u32,
    ) -> usize {
        let next = AtomicUsize::new(0);
        let chances: Vec<OnceLock<f64>> = candidates.iter().map(|_| OnceLock::new()).collect();
        let work = |search: &mut WorldSearcher<'_>| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(at) else { return };
                let chance = self.chance(search, candidate.turn, depth);
                if search.watch.is_over() {
                    return;
                }
                // No other thread sets this candidate.
                let _ = chances[at].set(chance);
            }
        };
        if let Some((first, helpers)) = searchers.split_first_mut() {
            std::thread::scope(|scope| {
                for helper in helpers.iter_mut().take(usable_threads(usize::MAX) - 1) {
                    scope.spawn(|| work(helper));
                }
                work(first);
            });
        }
        let looked_at = chances.iter().take_while(|chance| chance.get().is_some()).count();
        for (candidate, chance) in
            candidates.iter_mut().zip(chances.into_iter().map_while(OnceLock::into_inner))
        {
            candidate.chance = chance;
        }
        looked_at
    }

    /// All turns, ordered by their immediate value.
    fn candidates(&self) -> Vec<Candidate> {
        let (mut turns, mut wished) = (vec![], vec![]);
        self.now.turns(&mut turns);
        expand_adaptations(&self.now, &mut turns, &mut wished, usize::MAX);
        let chance = |turn| chance_of(-self.first_look(turn));
        let mut candidates: Vec<Candidate> =
            turns.into_iter().map(|turn| Candidate { turn, chance: chance(turn) }).collect();
        sort(&mut candidates);
        candidates
    }

    fn first_look(&self, turn: WorldTurn) -> i32 {
        let after = self.now.after(turn);
        decided(&after, 1).unwrap_or_else(|| self.leaf.value(&after))
    }

    /// The decision if these are the candidates, the best first.
    fn decision(&self, candidates: &[Candidate], depth: u32, nodes: u64) -> YinYangDecision {
        let mut choices = candidates
            .iter()
            .map(|candidate| (candidate.turn.steps(self.side), candidate.chance.clamp(0.0, 1.0)));
        let (steps, chance) = choices.next().unwrap_or_default();
        let certain = depth > 0 && chance > SURE && self.provable;
        YinYangDecision { steps, chance, certain, depth, nodes, others: choices.take(self.others).collect() }
    }

    /// The mean chance of a turn over the worlds.
    fn chance(&self, search: &mut WorldSearcher<'_>, turn: WorldTurn, depth: u32) -> f64 {
        let after = self.now.after(turn);
        if after.winner().is_none() && turn.rewrite.is_none() && self.past.would_draw(after.outside()) {
            return DRAW;
        }
        let most = WORLDS[(depth as usize - 1).min(WORLDS.len() - 1)];
        let count = most.min(self.worlds.len());
        let mut sum = 0.0;
        for at in 0..count {
            let after = self.worlds[at].after(turn);
            sum += self.chance_in(search, &after, depth);
            if search.watch.is_over() {
                return 0.0;
            }
        }
        let mean = sum / count as f64;
        if mean > SURE { mean } else { mean - STALE * self.past.visits(after.outside()).min(3) as f64 }
    }

    /// The chance in one world after the own turn.
    fn chance_in(&self, search: &mut WorldSearcher<'_>, after: &Determinization, depth: u32) -> f64 {
        let read = chance_of(-search.value(after, depth - 1, -WIN, WIN, 1));
        if depth < 2 || read > SURE {
            return read;
        }
        let Some(answer) = self.blind_answer(search, after) else { return read };
        let blind = search.value(&after.after(answer), depth - 2, -WIN, WIN, 2);
        (1.0 - BLIND) * read + BLIND * chance_of(blind)
    }

    /// The reply of an opponent who does not see the secret laws.
    fn blind_answer(&self, search: &mut WorldSearcher<'_>, after: &Determinization) -> Option<WorldTurn> {
        let mut shown = *after;
        for number in 1..=4 {
            if !shown.is_up(self.side, number) {
                shown.laws[self.side.index()][usize::from(number - 1)] = BLANK;
            }
        }
        if after.winner().is_some() {
            return None;
        }
        if let Some(turn) = after.winning_turn(after.act) {
            return Some(turn);
        }
        let (mut turns, mut wished) = (vec![], vec![]);
        shown.turns(&mut turns);
        expand_adaptations(&shown, &mut turns, &mut wished, 2);
        let mut best = None;
        for turn in turns {
            search.watch.tick();
            let next = shown.after(turn);
            let value = -decided(&next, 1).unwrap_or_else(|| self.leaf.value(&next));
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, turn));
            }
        }
        best.map(|(_, turn)| turn)
    }
}

fn sort(candidates: &mut [Candidate]) {
    sort_long(candidates, |a, b| a.chance.total_cmp(&b.chance).is_gt());
}

/// A value of the search as a chance to win.
fn chance_of(value: i32) -> f64 {
    let late = f64::from(WIN - value.abs()) * 0.001;
    if value > PROVED {
        1.0 - late
    } else if value < -PROVED {
        late
    } else {
        0.5 + 0.35 * libm::tanh(f64::from(value) / 150.0)
    }
}
