//! One thread's search.

use super::order::{OrderingHistory, RankedStep, enlist, pick};
use super::{Evaluate, GameHistory, INFINITY, MOST_PLY, PROVED, SearchResult, SearchSetup, WIN};
use crate::limits::{Limits, Watch};
use crate::pattern::{PatternList, PatternNetwork};
use crate::table::{Bound, TableEntry, TranspositionTable};
use taijitu_rules::{Rules, Side, hash};

/// Depths up to this are searched exactly, without reductions and pruning.
const EXACT: i32 = 2;

/// Razoring is tried at this depth and below.
const RAZOR_DEPTH: i32 = 1;

/// Slots for evaluations by a network.
const EVALUATIONS: usize = 1 << 14;

/// Turns by which the search after a null move is shallower.
const NULL_REDUCTION: i32 = 3;

/// One thread's search.
pub(super) struct Searcher<'a, G: Evaluate> {
    table: &'a TranspositionTable,
    network: Option<&'a PatternNetwork>,
    /// Evaluations for White by the network, each in the slot of its position's hash.
    evaluations: Vec<(u64, i32)>,
    patterns: Box<PatternList>,
    watch: Watch,
    /// The positions of the game, then of the line being searched.
    path: Vec<PathEntry>,
    /// The first index of the path to which an unfinished turn came back, since a node reset it.
    came_back: usize,
    salt: u64,
    turns_left: u32,
    /// What a draw by repetition is worth to White.
    draw: i32,
    ordering: OrderingHistory,
    lists: Vec<Vec<RankedStep<G::Step>>>,
    steps: Vec<G::Step>,
    best: Vec<Vec<G::Step>>,
    /// The depth of this iteration.
    depth: i32,
    /// How many turns are searched besides the best one.
    pub(super) multi_pv: usize,
    /// Steps excluded at the root by the caller, and then those excluded for multi-PV: turns with them were evaluated
    /// already.
    excluded: Vec<G::Step>,
    /// How many of them the caller excluded.
    never: usize,
}

/// A position on the path.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PathEntry {
    hash: u64,
    mid_turn: bool,
}

/// A node of the search.
#[derive(Clone, Copy)]
struct SearchNode {
    /// Turns left to look ahead.
    depth: i32,
    low: i32,
    high: i32,
    /// Steps from the root.
    ply: usize,
    /// Whether the turn before was a null move.
    after_null_move: bool,
}

impl SearchNode {
    /// Whether the window is null: only whether the value exceeds `low` is of interest.
    const fn is_narrow(self) -> bool {
        self.high - self.low == 1
    }
}

impl<'a, G: Evaluate> Searcher<'a, G> {
    pub(super) fn new(
        setup: SearchSetup<'a>,
        watch: Watch,
        history: &GameHistory,
        excluded: &[G::Step],
    ) -> Self {
        Self {
            table: setup.table,
            network: setup.network,
            evaluations: vec![(0, 0); if setup.network.is_some() { EVALUATIONS } else { 0 }],
            patterns: Box::default(),
            watch,
            path: history.met.iter().map(|&hash| PathEntry { hash, mid_turn: false }).collect(),
            came_back: usize::MAX,
            salt: history.salt,
            turns_left: history.turns_left,
            draw: history.draw,
            ordering: OrderingHistory::new(MOST_PLY + 1),
            lists: (0..=MOST_PLY).map(|_| Vec::with_capacity(128)).collect(),
            steps: Vec::with_capacity(256),
            best: vec![vec![]; MOST_PLY + 2],
            depth: 0,
            multi_pv: 0,
            excluded: excluded.to_vec(),
            never: excluded.len(),
        }
    }

    /// Iterative deepening: searches one turn deeper each time, until the limits end it.
    pub(super) fn iterative_deepening(
        &mut self,
        root: &G,
        limits: Limits,
        offset: u32,
        report: &mut dyn FnMut(&SearchResult<G>),
    ) -> Option<SearchResult<G>> {
        // Before the search: the step with the best order score, so that there is always a turn to play.
        let (mut list, _) = self.listed(root, 0, None);
        self.ordering.rank(root, 0, &mut list);
        let first = (!list.is_empty()).then(|| pick(&mut list, 0).step)?;
        self.lists[0] = list;
        let mut found = SearchResult {
            value: self.judge_leaf(root),
            line: vec![first],
            depth: 0,
            nodes: 0,
            others: vec![],
        };
        for depth in 1 + offset..=limits.depth.unwrap_or(64).max(1 + offset) {
            self.depth = depth as i32;
            let before = if self.multi_pv > 0 { judged_turns(&found) } else { vec![] };
            let value =
                self.aspiration_search(root, depth as i32, (depth > 1 + offset).then_some(found.value));
            // An interrupted depth began with the best step of the previous one, so its result is at least as
            // good.
            if !self.best[0].is_empty() {
                if value.is_none() && self.multi_pv > 0 {
                    self.give_way(&mut found);
                }
                found.line.clone_from(&self.best[0]);
                found.value = value.map_or(found.value, |value| self.in_time(value));
                found.depth = if value.is_some() { depth } else { found.depth };
            }
            self.complete_turn(root, &mut found.line);
            if value.is_some() && self.multi_pv > 0 {
                found.others = self.next_best(root, &found.line);
                fill_up(&mut found, before, self.multi_pv);
            }
            found.nodes = self.watch.nodes();
            report(&found);
            if found.value.abs() > PROVED || !self.watch.has_time_for_another() {
                break;
            }
        }
        Some(found)
    }

    /// An interrupted depth found a better turn: the previous best becomes the next best.
    fn give_way(&self, found: &mut SearchResult<G>) {
        let better = self.best[0].first();
        if better != found.line.first() {
            found.others.retain(|(_, line)| line.first() != better);
            found.others.insert(0, (found.value, found.line.clone()));
            found.others.truncate(self.multi_pv);
        }
    }

    /// Multi-PV: the best turns that begin with other steps than the best one; fewer if there is no time or no
    /// other turn.
    fn next_best(&mut self, root: &G, best: &[G::Step]) -> Vec<(i32, Vec<G::Step>)> {
        let mut found = vec![];
        self.excluded.extend(best.first());
        while found.len() < self.multi_pv {
            let value = self.aspiration_search(root, self.depth, None);
            let mut line = self.best[0].clone();
            let (Some(value), Some(&first)) = (value, line.first()) else { break };
            self.excluded.push(first);
            self.complete_turn(root, &mut line);
            found.push((self.in_time(value), line));
        }
        self.excluded.truncate(self.never);
        self.best[0] = best.to_vec();
        found
    }

    /// A win that the limit of turns may turn into a draw is no proof.
    const fn in_time(&self, value: i32) -> i32 {
        if WIN - value.abs() <= self.turns_left as i32 { value } else { unproved(value) }
    }

    /// Searches with an aspiration window around the last value, wider where that fails; `None` if it was cut short.
    fn aspiration_search(&mut self, root: &G, depth: i32, guess: Option<i32>) -> Option<i32> {
        let mut width = 40;
        let (mut low, mut high) = match guess {
            Some(guess) if depth > EXACT && guess.abs() < PROVED => (guess - width, guess + width),
            _ => (-INFINITY, INFINITY),
        };
        loop {
            let kept = self.best[0].clone();
            let value = self.node(root, SearchNode { depth, low, high, ply: 0, after_null_move: false });
            if self.watch.is_over() {
                if self.best[0].is_empty() || value <= low {
                    self.best[0] = kept;
                }
                return None;
            }
            width *= 4;
            match value {
                v if v <= low && low > -INFINITY => {
                    // Bounds of steps that all fail low do not tell which one is best.
                    self.best[0] = kept;
                    low = (v - width).max(-INFINITY);
                }
                v if v >= high && high < INFINITY => high = (v + width).min(INFINITY),
                v => return Some(v),
            }
            if width > 10_000 {
                (low, high) = (-INFINITY, INFINITY);
            }
        }
    }

    /// The line may end in the middle of the first turn: completes it with any legal steps, those of the
    /// transposition table first.
    fn complete_turn(&mut self, root: &G, line: &mut Vec<G::Step>) {
        let mut position = root.clone();
        let mut played = 0;
        for &step in &*line {
            position.play_unchecked(step);
            played += 1;
            if !position.mid_turn() {
                return;
            }
        }
        line.truncate(played);
        while position.mid_turn() && line.len() < 1000 {
            position.steps(&mut self.steps);
            let known = self.table.get(hash::of(&position) ^ self.salt).map(|entry| entry.step);
            let best = self
                .steps
                .iter()
                .copied()
                .max_by_key(|&step| (known == Some(G::key(step)), position.order_score(step)));
            let Some(step) = best else { return };
            position.play_unchecked(step);
            line.push(step);
        }
    }

    /// The value of a position for the side to act, if it lies between `low` and `high`.
    fn node(&mut self, position: &G, node: SearchNode) -> i32 {
        let SearchNode { depth, low, high, ply, .. } = node;
        self.best[ply].clear();
        if !position.mid_turn() {
            if let Some(outcome) = position.outcome() {
                return outcome.winner.map_or(0, |side| sign(side, position) * (WIN - ply as i32));
            }
            if ply > 0 && depth <= 0 {
                return self.quiescence(position, low, high, ply);
            }
        }
        let met = PathEntry { hash: hash::of(position), mid_turn: position.mid_turn() };
        if ply > 0
            && let Some(value) = self.repeated(position, met)
        {
            return value;
        }
        if ply >= MOST_PLY {
            return self.judge(position, met.hash);
        }
        let known = self.table.get(met.hash ^ self.salt);
        if let Some(entry) = known
            && ply > 0
            && node.is_narrow()
            && (i32::from(entry.depth) >= depth || entry.value.abs() > PROVED)
            && let Some(value) = entry.usable((low, high), ply, PROVED)
        {
            return value;
        }
        self.path.push(met);
        let value = match self.pruned(position, node, met.hash) {
            Some(value) => value,
            None => self.branch(position, node, known.map(|entry| entry.step), met.hash),
        };
        self.path.pop();
        value
    }

    /// The value of a repeated position: that of a draw, with the contempt of the game.
    /// An unfinished turn that returns to one of its own positions is never better than stopping there.
    fn repeated(&mut self, position: &G, met: PathEntry) -> Option<i32> {
        if met.mid_turn {
            let turn = self.path.iter().rev().take_while(|earlier| earlier.mid_turn).count();
            let start = self.path.len() - turn;
            let at = start + self.path[start..].iter().position(|&earlier| earlier == met)?;
            self.came_back = self.came_back.min(at);
            Some(-INFINITY)
        } else {
            let draw = G::REPETITION + sign(Side::White, position) * self.draw;
            (G::CYCLES && self.path.contains(&met)).then_some(draw)
        }
    }

    /// Whether unsound pruning is allowed here: in a deep search, between two turns, with a null window, where nothing is
    /// proved.
    fn may_prune(&self, position: &G, node: SearchNode) -> bool {
        let deep = self.depth > EXACT && node.ply > 0;
        deep && node.is_narrow() && !position.mid_turn() && node.high.abs() < PROVED
    }

    /// A bound on the value of this node by one of the unsound prunings, if one of them applies.
    fn pruned(&mut self, position: &G, node: SearchNode, hash: u64) -> Option<i32> {
        if !self.may_prune(position, node) {
            return None;
        }
        let evaluation = self.judge(position, hash);
        Self::reverse_futility(evaluation, node)
            .or_else(|| self.null_move(position, evaluation, node))
            .or_else(|| self.razor(position, evaluation, node))
    }

    /// Reverse futility pruning: near the leaves an evaluation far above `high` is returned without trying the steps,
    /// because no quiet turn costs as much.
    fn reverse_futility(evaluation: i32, node: SearchNode) -> Option<i32> {
        let margin = G::FUTILITY_MARGIN?;
        (node.depth <= EXACT && evaluation - margin * node.depth >= node.high).then_some(evaluation)
    }

    /// Null-move pruning: a side that stays above `high` even if it does nothing is assumed to be above
    /// `high`. A shallower search after the null move decides.
    fn null_move(&mut self, position: &G, evaluation: i32, node: SearchNode) -> Option<i32> {
        let SearchNode { depth, high, ply, .. } = node;
        if depth < EXACT || node.after_null_move || evaluation < high {
            return None;
        }
        let next = position.null_move()?;
        let depth = depth - NULL_REDUCTION;
        self.ordering.follow(ply, None);
        let below = SearchNode { depth, low: -high, high: 1 - high, ply: ply + 1, after_null_move: true };
        let value = -self.node(&next, below);
        // A win after a null move, which is not legal, is no proof.
        (value >= high && !self.watch.is_over()).then_some(unproved(value))
    }

    /// Razoring: at depth one an evaluation far below `low` is verified by the quiescence search alone.
    fn razor(&mut self, position: &G, evaluation: i32, node: SearchNode) -> Option<i32> {
        let SearchNode { depth, low, high, ply, .. } = node;
        let margin = G::FUTILITY_MARGIN?;
        if depth > RAZOR_DEPTH || evaluation + margin * depth > low {
            return None;
        }
        let value = self.quiescence(position, low, high, ply);
        (value <= low).then_some(value)
    }

    /// Tries the steps of a position in move order (principal variation search).
    fn branch(&mut self, position: &G, node: SearchNode, known: Option<u16>, hash: u64) -> i32 {
        let (mut list, is_known) = self.listed(position, node.ply, known);
        // A turn without a choice costs no depth.
        let deep = self.depth > EXACT && (1..2 * self.depth as usize).contains(&node.ply);
        let forced = deep && list.len() == 1 && !position.mid_turn();
        let node = SearchNode { depth: node.depth + i32::from(forced), ..node };
        let SearchNode { depth, high, ply, .. } = node;
        let mut low = node.low;
        let came_back = std::mem::replace(&mut self.came_back, usize::MAX);
        let late = if self.may_prune(position, node) { late_steps::<G>(depth) } else { None };
        let (mut best, mut best_key) = (-INFINITY, None);
        for at in 0..list.len() {
            // The step of the transposition table often causes the cutoff: the others are scored only if it
            // does not.
            if at == usize::from(is_known) {
                self.ordering.rank(position, ply, &mut list[at..]);
            }
            let RankedStep { step, key, .. } = pick(&mut list, at);
            if late.is_some_and(|late| at >= late) && best > -PROVED && !position.is_tactical(step) {
                break;
            }
            if self.watch.tick() {
                break;
            }
            self.ordering.follow(ply, Some(key));
            let value = self.try_step(position, step, at, SearchNode { low, ..node });
            if self.watch.is_over() && !(ply == 0 && at == 0) {
                break;
            }
            if value > best {
                best = value;
                best_key = Some(key);
                self.extend_line(step, ply);
                low = value.max(low);
                if value >= high {
                    self.ordering.note(position.to_act().side(), key, &list[..at], depth, ply);
                    break;
                }
            }
        }
        self.lists[ply] = list;
        // Where a way back to the beginning of this turn was left out, more may be possible on another path.
        let is_least = self.came_back < self.path.len() - 1;
        self.came_back = if is_least { came_back.min(self.came_back) } else { came_back };
        let bound = if best >= high {
            Bound::Lower
        } else if best > node.low {
            if is_least { Bound::Lower } else { Bound::Exact }
        } else {
            Bound::Upper
        };
        let whole = ply > 0 || self.excluded.is_empty();
        let sound = whole && !self.watch.is_over() && !(is_least && bound == Bound::Upper);
        // Where all steps fail low, the one that was best in a shallower search is tried first again.
        let keeps = bound == Bound::Upper && (ply == 0 || G::KEEPS_STEP);
        let step = if keeps { known.or(best_key) } else { best_key };
        if let Some(step) = step.filter(|_| sound && best_key.is_some()) {
            let depth = depth.clamp(0, 255) as u8;
            let value = TableEntry::kept(best, ply, PROVED);
            self.table.put(hash ^ self.salt, TableEntry { value, depth, bound, step });
        }
        best
    }

    /// The value of a step: a null-window search with late move reduction first, a full one if that fails high.
    fn try_step(&mut self, position: &G, step: G::Step, at: usize, node: SearchNode) -> i32 {
        let SearchNode { depth, low, high, ply, .. } = node;
        let mut next = position.clone();
        next.play_unchecked(step);
        if ply == 0 {
            // The outcome is that of the full rules: the simplified ones may detect it later.
            if let Some(outcome) = next.outcome() {
                return outcome.winner.map_or(0, |side| sign(side, position) * (WIN - 1));
            }
            next = next.simplified();
        }
        if ply == 0 && position.may_be_swapped() {
            let below = SearchNode {
                depth: depth - 1,
                low: -INFINITY,
                high: INFINITY,
                ply: 1,
                after_null_move: false,
            };
            return -self.node(&next, below).abs();
        }
        let same_side = next.to_act().side() == position.to_act().side();
        let deeper = if next.mid_turn() { depth } else { depth - 1 };
        let look = |this: &mut Self, depth: i32, low: i32, high: i32| {
            let ply = ply + 1;
            if same_side {
                this.node(&next, SearchNode { depth, low, high, ply, after_null_move: false })
            } else {
                -this.node(&next, SearchNode { depth, low: -high, high: -low, ply, after_null_move: false })
            }
        };
        if at == 0 {
            return look(self, deeper, low, high);
        }
        let whole_turn = !next.mid_turn() && !position.mid_turn();
        let late = at >= 3 && depth > 1 && self.depth > EXACT && whole_turn && !position.is_tactical(step);
        let reduction = if late { reduction(depth, at) } else { 0 };
        let mut value = look(self, deeper - reduction, low, low + 1);
        if value > low && reduction > 0 {
            value = look(self, deeper, low, low + 1);
        }
        if value > low && value < high {
            value = look(self, deeper, low, high);
        }
        value
    }

    /// Quiescence search, where the depth is used up: only tactical steps, and none if the evaluation is good enough
    /// (stand pat).
    fn quiescence(&mut self, position: &G, low: i32, high: i32, ply: usize) -> i32 {
        let mut best = self.judge_leaf(position);
        if best >= high || ply >= MOST_PLY {
            return best;
        }
        position.tactical_steps(&mut self.steps);
        if self.steps.is_empty() {
            return best;
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        enlist::<G>(&self.steps, None, &mut list);
        self.ordering.rank(position, ply, &mut list);
        for at in 0..list.len() {
            let RankedStep { step, key, .. } = pick(&mut list, at);
            if self.watch.tick() {
                break;
            }
            self.ordering.follow(ply, Some(key));
            let node = SearchNode { depth: 0, low: low.max(best), high, ply, after_null_move: false };
            best = best.max(self.try_step(position, step, 0, node));
            if best >= high {
                break;
            }
        }
        self.lists[ply] = list;
        best
    }

    /// The evaluation for the side to act. That of a network is kept for a while: each iteration comes back to most of
    /// the positions that the one before it judged.
    fn judge(&mut self, position: &G, hash: u64) -> i32 {
        let Some(network) = self.network else {
            return sign(Side::White, position) * position.evaluate();
        };
        let kept = &mut self.evaluations[hash as usize % EVALUATIONS];
        if kept.0 != hash {
            *kept = (hash, position.evaluate_with(network, &mut self.patterns));
        }
        sign(Side::White, position) * kept.1
    }

    /// The same for a position whose hash is not known: only a network needs it.
    fn judge_leaf(&mut self, position: &G) -> i32 {
        let hash = if self.network.is_some() { hash::of(position) } else { 0 };
        self.judge(position, hash)
    }

    /// The steps of a position without order scores, and whether the step of the transposition table is the
    /// first.
    fn listed(&mut self, position: &G, ply: usize, known: Option<u16>) -> (Vec<RankedStep<G::Step>>, bool) {
        let mut list = std::mem::take(&mut self.lists[ply]);
        if ply == 0 {
            // Even if all turns lose, the most resistant one is played.
            position.steps(&mut self.steps);
            self.steps.retain(|&step| !G::swaps(step) && !self.excluded.contains(&step));
        } else {
            position.candidates(&mut self.steps);
        }
        let is_known = enlist::<G>(&self.steps, known, &mut list);
        (list, is_known)
    }

    fn extend_line(&mut self, step: G::Step, ply: usize) {
        let (head, tail) = self.best.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(step);
        line.extend_from_slice(&tail[0]);
    }
}

/// Late move reduction of the step at this place of the order, larger far from the leaves.
const fn reduction(depth: i32, at: usize) -> i32 {
    1 + ((depth as u32).ilog2() * at.ilog2()) as i32 / 5
}

/// The place in the order from which on quiet steps are left out at this depth: late step pruning.
fn late_steps<G: Evaluate>(depth: i32) -> Option<usize> {
    G::LATE_STEPS.get(usize::try_from(depth - 1).unwrap_or(0)).copied()
}

/// The nearest value that is no proof.
const fn unproved(value: i32) -> i32 {
    if value > PROVED {
        PROVED
    } else if value < -PROVED {
        -PROVED
    } else {
        value
    }
}

/// 1 if the side is to act, −1 otherwise.
fn sign<G: Rules>(side: Side, position: &G) -> i32 {
    if position.to_act().side() == side { 1 } else { -1 }
}

/// The turns that a depth has evaluated, the best first; none before the first depth.
fn judged_turns<G: Rules>(found: &SearchResult<G>) -> Vec<(i32, Vec<G::Step>)> {
    let best = (found.depth > 0).then(|| (found.value, found.line.clone()));
    best.into_iter().chain(found.others.iter().cloned()).collect()
}

/// Multi-PV: if time ran out while a depth searched other turns, those of the previous depth fill the list.
fn fill_up<G: Rules>(found: &mut SearchResult<G>, before: Vec<(i32, Vec<G::Step>)>, wanted: usize) {
    for (value, line) in before {
        let first = line.first();
        let is_listed =
            found.line.first() == first || found.others.iter().any(|(_, other)| other.first() == first);
        if found.others.len() < wanted && !is_listed {
            found.others.push((value, line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Stop;
    use taijitu_rules::games::y::{Step, Y};
    use taijitu_rules::games::yinsh::Yinsh;
    use taijitu_rules::playout::Random;
    use taijitu_rules::{Play, Point};

    #[test]
    fn where_all_steps_fail_low_the_best_one_of_the_depth_before_stays_first() {
        let mut random = Random::new(3);
        for _ in 0..6 {
            let mut play = Play::<Yinsh>::start(&[]).expect("a start");
            for _ in 0..16 {
                play.random_turn(&mut random, 1);
            }
            let table = TranspositionTable::with_mebibytes(1);
            let setup = SearchSetup { table: &table, network: None, threads: 1, multi_pv: 0 };
            let (watch, history) = (Watch::start(Limits::default(), Stop::default()), GameHistory::of(&play));
            let mut searcher = Searcher::new(setup, watch, &history, &[]);
            let found = searcher.iterative_deepening(play.position(), Limits::depth(2), 0, &mut |_| ());
            let found = found.expect("a turn");
            searcher.depth = 3;
            let low = found.value + 5000;
            let node = SearchNode { depth: 3, low, high: low + 1, ply: 0, after_null_move: false };
            assert!(searcher.node(play.position(), node) <= low);
            let entry = table.get(hash::of(play.position()) ^ history.salt).expect("the root");
            assert_eq!((entry.bound, entry.step), (Bound::Upper, Yinsh::key(found.line[0])), "{play:?}");
        }
    }

    #[test]
    fn other_turns_of_the_depth_before_stand_in_for_missing_ones() {
        let line = |point: u16| vec![Step::Place(Point(point))];
        let found = |best: u16, others: &[u16]| SearchResult::<Y> {
            value: 5,
            line: line(best),
            depth: 3,
            nodes: 0,
            others: others.iter().map(|&other| (4, line(other))).collect(),
        };
        let filled = |mut found: SearchResult<Y>, before: &SearchResult<Y>, wanted: usize| {
            fill_up(&mut found, judged_turns(before), wanted);
            found.others.into_iter().map(|(_, line)| line).collect::<Vec<_>>()
        };
        let before = found(1, &[2, 3]);
        assert_eq!(filled(found(1, &[]), &before, 2), [line(2), line(3)]);
        assert_eq!(filled(found(2, &[]), &before, 1), [line(1)], "what was best is the next best");
        assert_eq!(filled(found(4, &[2]), &before, 2), [line(2), line(1)]);
        assert_eq!(filled(found(4, &[5, 6]), &before, 2), [line(5), line(6)]);
    }
}
