//! The engine for Leap Over: alpha-beta, and a plan for the whole way home.
//!
//! Alpha-beta searches a few turns ahead, but the last stones need a dozen: two have to wait for each other,
//! one has to go back to be jumped over.
//! So a beam search finds the fewest turns that bring all stones home while the opponent stands still, and
//! the fewest that bring the opponent's stones home.
//! The side with the shorter way follows it, unless alpha-beta refutes the next turn of it; the other side
//! plays the turn of alpha-beta.
//! A plan is kept from turn to turn as long as the opponent leaves it possible, and never returns to earlier
//! positions: otherwise stones would alternate between two ways of the same length.
//!
//! The opponent needs every node of our home, so a side whose last stone is still there cannot lose.
//! At full strength that stone therefore stays as long as the race would be lost without it; levels 1 to 7 run, lose
//! and let the game come to an end.

use crate::alphabeta::{self, PROVED, SearchResult, SearchSetup};
use crate::engine::{Engine, ReportFn, TABLE, Thought, thought, warm_up};
use crate::eval::{WeightedEvaluation, steps_to_goal};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop, Watch};
use crate::pattern::{Evaluation, PatternNetwork, Patterns as _, WeightsError};
use crate::table::TranspositionTable;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use taijitu_rules::games::leapover::{LeapOver, Step};
use taijitu_rules::{Audience, Notation, Play, PointSet, Rules, Side};

/// The parts of the limits for the own plan, for the opponent's, and for a second look at the turn of a plan.
const OWN_PLAN: f64 = 0.18;
const OTHER_PLAN: f64 = 0.12;
const SECOND_LOOK: f64 = 0.2;

/// With a smaller budget of nodes there is no planning.
const LEAST_NODES: u64 = 1000;

/// Maximum nodes of a plan, however long the time limit: alpha-beta should begin soon.
const MOST_NODES: u64 = 50_000;

/// Widths of the beam, tried one after the other as long as there is time.
const WIDTHS: [usize; 4] = [8, 32, 128, 512];

/// Of the turns after each position of a plan, the most advanced ones are examined: this many times the
/// width.
const LOOKED_AT: usize = 3;

/// Maximum length of a plan.
const LONGEST: usize = 60;

/// How much worse than the best turn of alpha-beta a turn of the plan may be.
const TRUST: i32 = 300;

/// With a smaller budget of nodes no stone is held back.
const LEAST_NODES_TO_HOLD: u64 = 200_000;

/// The parts of the limits for a look at the race without the last stone at home, and for a search of another turn.
const RACE: f64 = 0.05;
const HOLD: f64 = 0.2;

/// Weights of the counts of the evaluation for a side that is alone: of many weights tried those that bring
/// the stones of 188 positions of played games home most often, and soonest.
const WORTH: [i32; 7] = [-11, -2, 1, -20, -6, -33, -1];

/// The engine.
pub struct LeapOverPlanner {
    table: TranspositionTable,
    network: Option<Arc<PatternNetwork>>,
    threads: usize,
    others: usize,
    /// The rest of the plan that was followed last.
    plan: Vec<Step>,
}

impl LeapOverPlanner {
    /// An engine without a plan.
    #[must_use]
    pub fn new() -> Self {
        let network = LeapOver::shipped_network();
        warm_up::<LeapOver>(network.as_deref());
        // The tables of the plans as well.
        if let Ok(play) = Play::<LeapOver>::start(&[]) {
            worth(play.position());
        }
        let table = TranspositionTable::with_mebibytes(TABLE);
        Self { table, network, threads: 1, others: 0, plan: vec![] }
    }

    fn setup(&self, multi_pv: usize) -> SearchSetup<'_> {
        SearchSetup { table: &self.table, network: self.network.as_deref(), threads: self.threads, multi_pv }
    }

    /// The plan worth following from here, if there is one, and the nodes used to find it.
    fn plan(&mut self, play: &Play<LeapOver>, limits: Limits, stop: &Stop) -> (Option<Vec<Step>>, u64) {
        if limits.nodes.is_some_and(|nodes| nodes < LEAST_NODES) {
            return (None, 0);
        }
        let position = play.position();
        let side = position.to_act().side();
        let turns = play.rounds().last().map_or(&[][..], |round| &round.turns);
        let been = turns.iter().map(|turn| turn.before.stones(side)).collect();
        let kept = std::mem::take(&mut self.plan);
        let kept = still_leads_home(position, &kept).then_some(kept);
        let mut watch = Watch::start(planning(limits, OWN_PLAN), stop.clone());
        let Some(own) = shortest(position, kept, &been, &mut watch) else { return (None, watch.nodes()) };
        let mut other = Watch::start(planning(limits, OTHER_PLAN), stop.clone());
        let theirs = shortest(&position.after_null_move(), None, &HashSet::new(), &mut other);
        let ahead = theirs.is_none_or(|theirs| own.len() <= theirs.len());
        (ahead.then_some(own), watch.nodes() + other.nodes())
    }

    /// The result of alpha-beta if the next turn of the plan is played, unless another turn is much better.
    fn second_look(
        &self,
        play: &Play<LeapOver>,
        plan: &[Step],
        found: &SearchResult<LeapOver>,
        (limits, stop): (Limits, &Stop),
    ) -> Option<SearchResult<LeapOver>> {
        let next = plan.first().copied().filter(|_| found.value.abs() < PROVED)?;
        if found.line.first() == Some(&next) {
            return Some(found.clone());
        }
        let mut after = play.clone();
        after.turn(&play.position().spell(&[next], Audience::Everyone)).ok()?;
        let limits = Limits { depth: Some(found.depth.max(2) - 1), ..part(limits, SECOND_LOOK) };
        let answer = alphabeta::search_with(&after, limits, stop, self.setup(0), &mut |_| ())?;
        let value = -answer.value;
        let mut others = found.others.clone();
        others.retain(|(_, line)| line.first() != Some(&next));
        others.insert(0, (found.value, found.line.clone()));
        others.truncate(self.others);
        let line = std::iter::once(next).chain(answer.line).collect();
        let planned =
            SearchResult { value, line, depth: found.depth, nodes: found.nodes + answer.nodes, others };
        (value >= found.value - TRUST).then_some(planned)
    }

    /// The best turn that leaves the last stone at home, if the turn that was found takes it away and the race would be
    /// lost then.
    fn hold_back(
        &self,
        play: &Play<LeapOver>,
        found: &SearchResult<LeapOver>,
        (limits, stop): (Limits, &Stop),
    ) -> Option<SearchResult<LeapOver>> {
        let leaving = leaving_home(play.position());
        let next = found.line.first().filter(|next| leaving.contains(next) && found.value < PROVED)?;
        let mut after = play.position().clone();
        after.play_unchecked(*next);
        if wins_race(&after, limits, stop).unwrap_or(found.value >= 0) {
            return None;
        }
        let limits = part(limits, HOLD);
        alphabeta::search_without(play, &leaving, limits, stop, self.setup(self.others), &mut |_| ())
    }
}

impl Default for LeapOverPlanner {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for LeapOverPlanner {
    fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought> {
        let play = known.open::<LeapOver>()?;
        if play.outcome().is_some() {
            return None;
        }
        let clock = Watch::start(limits, stop.clone());
        let (plan, planned) = self.plan(play, limits, stop);
        self.table.next_search();
        let position = play.position();
        let mut on_result = |found: &SearchResult<LeapOver>| report(&thought(position, found));
        let may_hold = limits.nodes.is_none_or(|nodes| nodes >= LEAST_NODES_TO_HOLD)
            && !leaving_home(position).is_empty();
        let hold = if may_hold { 2.0 * RACE + HOLD } else { 0.0 };
        let reserved = hold + if plan.is_some() { SECOND_LOOK } else { 0.0 };
        let left = Limits {
            nodes: limits
                .nodes
                .map(|nodes| nodes.saturating_sub(share(nodes, reserved) + planned.min(nodes / 2))),
            time: limits.time.map(|time| time.mul_f64(1.0 - reserved).saturating_sub(clock.elapsed())),
            ..limits
        };
        let found = alphabeta::search_with(play, left, stop, self.setup(self.others), &mut on_result)?;
        let mut found = SearchResult { nodes: found.nodes + planned, ..found };
        if let Some(plan) = plan
            && let Some(planned) = self.second_look(play, &plan, &found, (limits, stop))
        {
            self.plan = plan[1..].to_vec();
            found = planned;
        }
        if may_hold && let Some(held) = self.hold_back(play, &found, (limits, stop)) {
            self.plan.clear();
            found = SearchResult { nodes: found.nodes + held.nodes, ..held };
        }
        Some(thought(position, &found))
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
        self.plan.clear();
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        self.network = evaluation.network::<LeapOver>()?;
        warm_up::<LeapOver>(self.network.as_deref());
        self.table.clear();
        Ok(())
    }

    fn set_table(&mut self, mebibytes: usize) {
        self.table = TranspositionTable::with_mebibytes(mebibytes);
    }

    fn set_others(&mut self, others: usize) {
        self.others = others;
    }
}

fn share(nodes: u64, share: f64) -> u64 {
    (nodes as f64 * share) as u64
}

/// A part of the limits.
fn part(limits: Limits, of: f64) -> Limits {
    let nodes = limits.nodes.map(|nodes| share(nodes, of).max(1));
    Limits { nodes, time: limits.time.map(|time| time.mul_f64(of)), depth: limits.depth }
}

/// The limits of a plan.
fn planning(limits: Limits, of: f64) -> Limits {
    let limits = part(limits, of);
    Limits { nodes: Some(limits.nodes.map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES))), ..limits }
}

/// Whether a plan leads home while the opponent stands still.
fn still_leads_home(position: &LeapOver, plan: &[Step]) -> bool {
    let side = position.to_act().side();
    let (mut at, mut steps) = (position.clone(), vec![]);
    for &step in plan {
        at.steps(&mut steps);
        if !steps.contains(&step) {
            return false;
        }
        at.play_unchecked(step);
        at = at.after_null_move();
    }
    has_arrived(&at, side)
}

/// The steps that take the last stone of the side to act from its home; none if several stones are there.
fn leaving_home(position: &LeapOver) -> Vec<Step> {
    let side = position.to_act().side();
    let home = LeapOver::home(side);
    let mut steps = vec![];
    if (position.stones(side) & home).len() == 1 {
        position.steps(&mut steps);
        steps.retain(
            |step| matches!(step, Step::Leap { from, to } if home.contains(*from) && !home.contains(*to)),
        );
    }
    steps
}

/// Whether the side that waits is home before the side to act, as far as both ways are found.
fn wins_race(position: &LeapOver, limits: Limits, stop: &Stop) -> Option<bool> {
    let way = |position: &LeapOver| {
        let mut watch = Watch::start(planning(limits, RACE), stop.clone());
        shortest(position, None, &HashSet::new(), &mut watch)
    };
    let (theirs, own) = (way(position)?, way(&position.after_null_move())?);
    Some(own.len() < theirs.len())
}

fn has_arrived(position: &LeapOver, side: Side) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

/// The shortest plan found in time, or the known one if none is shorter; avoids the positions in `been`.
fn shortest(
    position: &LeapOver,
    known: Option<Vec<Step>>,
    been: &HashSet<PointSet>,
    watch: &mut Watch,
) -> Option<Vec<Step>> {
    let mut best = known;
    for width in WIDTHS {
        let most = best.as_ref().map_or(LONGEST, |best| best.len() - 1);
        best = way_home(position, (width, most), been.clone(), watch).or(best);
        if watch.is_over() {
            break;
        }
    }
    best
}

/// A position of a plan: its score, its predecessor, and the turn between them.
struct PlannedPosition {
    position: LeapOver,
    worth: i32,
    from: usize,
    step: Step,
}

/// Beam search: a way home of at most `most` turns, keeping `width` positions after each turn.
fn way_home(
    start: &LeapOver,
    (width, most): (usize, usize),
    mut been: HashSet<PointSet>,
    watch: &mut Watch,
) -> Option<Vec<Step>> {
    let side = start.to_act().side();
    been.insert(start.stones(side));
    let start = PlannedPosition { position: start.clone(), worth: worth(start), from: 0, step: Step::Pass };
    let mut ways = vec![vec![start]];
    for _ in 0..most {
        let last = ways.last()?;
        let mut next = vec![];
        for (from, step) in forward(last, width * LOOKED_AT, watch) {
            if watch.tick() {
                return None;
            }
            let mut position = last[from].position.clone();
            position.play_unchecked(step);
            if has_arrived(&position, side) {
                return Some(way_to(&ways, from, step));
            }
            if been.insert(position.stones(side)) {
                position = position.after_null_move();
                next.push(PlannedPosition { worth: worth(&position), position, from, step });
            }
        }
        keep_best(&mut next, width, |place| place.worth);
        ways.push(next);
    }
    None
}

/// The most promising turns from some positions by a static score.
fn forward(places: &[PlannedPosition], most: usize, watch: &mut Watch) -> Vec<(usize, Step)> {
    let (mut all, mut steps) = (vec![], vec![]);
    for (at, place) in places.iter().enumerate() {
        watch.tick();
        let ways = steps_to_goal(place.position.to_act().side());
        place.position.steps(&mut steps);
        for &step in &steps {
            let Step::Leap { from, to } = step else { continue };
            let gain = ways[from.index()] - ways[to.index()];
            all.push((place.worth + 2 * gain, at, step));
        }
    }
    keep_best(&mut all, most, |&(worth, ..)| worth);
    all.into_iter().map(|(_, at, step)| (at, step)).collect()
}

fn keep_best<T>(all: &mut Vec<T>, most: usize, worth: impl Fn(&T) -> i32) {
    if all.len() > most {
        all.select_nth_unstable_by_key(most, |one| Reverse(worth(one)));
        all.truncate(most);
    }
}

/// The turns that lead to a place of the last list, and one more.
fn way_to(ways: &[Vec<PlannedPosition>], mut at: usize, last: Step) -> Vec<Step> {
    let mut turns = vec![last];
    for places in ways[1..].iter().rev() {
        turns.push(places[at].step);
        at = places[at].from;
    }
    turns.reverse();
    turns
}

/// How near home the side to act is, whatever the opponent does.
fn worth(position: &LeapOver) -> i32 {
    let counts = position.counts(position.to_act().side());
    WORTH.iter().zip(counts.as_ref()).map(|(weight, count)| weight * count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchScore;
    use taijitu_rules::Notation;
    use taijitu_rules::Options;
    use taijitu_rules::Rules;

    /// Black is two turns from home and White far from it, with a stone that can go to and fro.
    const NEARLY: &str =
        "w=a1,a2,a3,b1,c1,b20,a20,a19,b16,a18 b=a13,b11,b12,c9,c10,c11,d7,d8,b10,b9 act=black";

    fn nearly() -> Play<LeapOver> {
        Play::from_setup(Options::default(), NEARLY).expect("a position")
    }

    fn unlimited() -> Watch {
        Watch::start(Limits::default(), Stop::default())
    }

    #[test]
    fn a_plan_leads_home() {
        let position = nearly().position().clone();
        let plan = shortest(&position, None, &HashSet::new(), &mut unlimited()).expect("a plan");
        assert!(still_leads_home(&position, &plan), "{plan:?}");
        assert!(!still_leads_home(&position, &plan[1..]));
        let longer = [&plan[..], &plan[..1]].concat();
        assert!(!still_leads_home(&position, &longer), "nothing is played behind the end");
    }

    #[test]
    fn no_plan_goes_by_where_the_stones_have_been() {
        let position = nearly().position().clone();
        let plan = shortest(&position, None, &HashSet::new(), &mut unlimited()).expect("a plan");
        let mut next = position.clone();
        next.play_unchecked(plan[0]);
        let been = HashSet::from([next.stones(Side::Black)]);
        let another = shortest(&position, None, &been, &mut unlimited());
        assert!(another.is_none_or(|another| another[0] != plan[0]));
    }

    /// White's last stone is on d10, Black's on e8 can take its place, and White's other stones are far from home.
    const BEHIND: &str =
        "w=d10,a1,a2,a3,b1,c1,b20,a20,a19,b16 b=a13,b11,b12,c9,c10,c11,d7,d8,d9,e8 act=white";

    #[test]
    fn a_side_that_is_behind_leaves_its_last_stone_at_home_only_at_a_level() {
        let play = Play::<LeapOver>::from_setup(Options::default(), BEHIND).expect("a position");
        let leaving = leaving_home(play.position());
        assert!(!leaving.is_empty());
        let mut after = play.position().clone();
        after.play_unchecked(leaving[0]);
        assert_ne!(wins_race(&after, Limits::nodes(100_000), &Stop::default()), Some(true));
        let mut engine = LeapOverPlanner::new();
        let known = InformationSet::to_actor(&play);
        let limits = Limits::nodes(LEAST_NODES_TO_HOLD);
        let thought = engine.think(&known, limits, &Stop::default(), &mut |_| ()).expect("a turn");
        assert!(!thought.turn.starts_with("d10-"), "{thought:?}");
        assert!(thought.nodes <= LEAST_NODES_TO_HOLD, "{thought:?}");
    }

    #[test]
    fn the_engine_comes_home_by_a_plan_and_keeps_to_its_limits() {
        let mut play = nearly();
        let mut engine = LeapOverPlanner::new();
        let length =
            shortest(play.position(), None, &HashSet::new(), &mut unlimited()).expect("a plan").len();
        for _ in 0..length {
            let thought = engine
                .think(&InformationSet::to_actor(&play), Limits::nodes(20_000), &Stop::default(), &mut |_| ())
                .expect("a turn");
            assert!(thought.nodes <= 20_000 && !matches!(thought.score, SearchScore::Wins(Side::White)));
            play.turn(&thought.turn).expect("legal");
            if play.outcome().is_some() {
                break;
            }
            let mut steps = vec![];
            play.position().steps(&mut steps);
            let reply = play.position().spell(&steps[..1], Audience::Everyone);
            play.turn(&reply).expect("legal");
        }
        assert_eq!(play.outcome().and_then(|outcome| outcome.winner), Some(Side::Black));
    }
}
