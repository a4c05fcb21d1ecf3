//! The engine for Y: Monte-Carlo tree search with RAVE, playouts that keep bridges, and proofs by bridges.
//!
//! There is no evaluation: the value of a position is the share of random games it wins. Four things make
//! these informative: a cut bridge is saved at once (`playout_board`), a stone is credited with every playout
//! in which its point got that colour (`search`), chains connected by bridges count as won (`bridges`), and
//! stones like those the engine chose in other games are tried first (`policy`).
//!
//! The swap is not searched: it leaves the board as it is, so it is worth exactly what the other colour is worth.
//! The second player swaps if its best stone wins less than half; the first player looks for a stone worth half.

mod backlog;
mod bridges;
pub mod first_stones;
mod playout_board;
pub(crate) mod policy;
mod search;
pub mod solved;
mod tree;
pub(crate) mod tune;

use crate::descriptor::SearchGame;
use crate::engine::{Choice, Engine, ReportFn, SearchScore, Thought, spell_line};
use crate::information_set::InformationSet;
use crate::level::LevelTable;
use crate::limits::{Limits, Stop, Watch, usable_threads};
use crate::tune::{TuningPlan, TuningResult};
use crate::win_probability::ScoreUnit;
use first_stones::FirstStoneChance;
use search::{PlayoutWorker, SearchTask};
use std::borrow::Cow;
use taijitu_rules::games::y::{Step, Y};
use taijitu_rules::playout::Random;
use taijitu_rules::short::sort_long;
use taijitu_rules::{Audience, Notation, Play, Point, Rules, Side};
use tree::{MctsTree, ROOT, TreeNode};

/// Settings of the search; see [`MctsSettings::BEST`] and [`MctsSettings::PLAIN`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// Whether playouts save a bridge that was cut.
    pub bridges: bool,
    /// Whether wins and threats by bridges are detected in the tree.
    pub links: bool,
    /// RAVE counts as at most one over this many playouts.
    pub rave_bias: f32,
    /// Weight of the policy while a stone is rarely tried.
    pub policy: f32,
    /// Weight of exploration, independent of the policy.
    pub exploration: f32,
    /// Virtual playouts of every point, half of them won, before its first one.
    pub prior: u32,
    /// Visits a leaf needs before it is expanded.
    pub ripe: u32,
    /// Mebibytes of the tree.
    pub memory: usize,
    /// The seed of the playouts.
    pub seed: u64,
}

impl MctsSettings {
    /// The strongest settings measured.
    pub const BEST: Self = Self {
        bridges: true,
        links: true,
        rave_bias: 0.002,
        policy: 0.5,
        exploration: 0.0,
        prior: 4,
        ripe: 10,
        memory: if cfg!(target_family = "wasm") { 32 } else { 128 },
        seed: 1,
    };

    /// The plain baseline: RAVE and uniform playouts.
    pub const PLAIN: Self = Self { bridges: false, links: false, policy: 0.0, ..Self::BEST };
}

impl SearchGame for Y {
    /// A node is a random game to its end.
    const LEVELS: LevelTable =
        [(10, 850), (60, 450), (150, 200), (400, 70), (1_500, 0), (6_000, 0), (25_000, 0)];
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Probability;
    /// A playout is worth more than a step of alpha-beta, and takes longer.
    const REVIEW_NODES: u64 = 15_000;

    fn engine() -> Box<dyn Engine> {
        Box::new(MonteCarlo::new(MctsSettings::BEST))
    }

    fn baseline() -> Box<dyn Engine> {
        Box::new(MonteCarlo::new(MctsSettings::PLAIN))
    }

    fn tune(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult {
        TuningResult::Source(policy::learn::run(plan, report))
    }

    fn known(play: &Play<Self>, side: Side) -> InformationSet<'_> {
        InformationSet::everything(side, play)
    }

    fn known_position<'a>(known: &InformationSet<'a>) -> Option<Cow<'a, Self>> {
        known.open_position()
    }

    fn puzzle_start(_random: &mut Random) -> Option<Play<Self>> {
        Play::start(&[]).ok()
    }

    fn puzzle_setup(&self) -> String {
        self.setup(Audience::Omniscient)
    }
}

/// The engine.
pub struct MonteCarlo {
    settings: MctsSettings,
    threads: usize,
    others: usize,
    tree: MctsTree,
    /// The position at the root of the tree.
    root: Option<Y>,
}

impl MonteCarlo {
    /// An engine with these settings.
    #[must_use]
    pub fn new(settings: MctsSettings) -> Self {
        Self { settings, threads: 1, others: 0, tree: MctsTree::with_mebibytes(settings.memory), root: None }
    }

    /// Keeps the part of the tree that belongs to the position of the play, if there is one.
    fn follow(&mut self, play: &Play<Y>) {
        let points = play.position().board().len();
        match self.root.take().and_then(|root| self.find(&root, play)) {
            Some(ROOT) => (),
            Some(at) => self.tree.descend(at),
            None => self.tree.clear(points),
        }
        // A root that is proved lost has no information about which stone resists longest.
        if self.tree.node(ROOT).proof() == Some(play.position().to_act().side().other()) {
            self.tree.clear(points);
        }
        self.root = Some(play.position().clone());
    }

    fn find(&self, root: &Y, play: &Play<Y>) -> Option<u32> {
        let turns = &play.rounds().last()?.turns;
        if root == play.position() {
            return Some(ROOT);
        }
        let since = turns.iter().rposition(|turn| turn.before == *root)?;
        let mut at = ROOT;
        for step in turns[since..].iter().flat_map(|turn| &turn.steps) {
            // The swap changes who holds which colour, not the tree.
            let Step::Place(point) = step else { continue };
            let (first, children) = self.tree.children(at);
            at = first + children.iter().position(|node| node.point() == point.0)? as u32;
        }
        Some(at)
    }

    /// Plays out from the root until the watch ends it.
    fn search(&mut self, task: &SearchTask, watch: &mut Watch, mut on_progress: impl FnMut(&MctsTree, u64)) {
        let mut ripe = task.settings.ripe;
        let mut next_report = 1024;
        for round in 0u64.. {
            let (tree, done) = (&self.tree, Stop::default());
            let worker = |thread: usize| {
                let seed = task.settings.seed ^ round << 32 ^ (thread as u64) << 16;
                PlayoutWorker::new(task, tree, seed, ripe)
            };
            std::thread::scope(|scope| {
                for thread in 1..usable_threads(self.threads) {
                    let (mut worker, mut watch) = (worker(thread), watch.for_helper(done.clone()));
                    scope.spawn(move || {
                        while !watch.tick() {
                            worker.playout();
                        }
                    });
                }
                let mut worker = worker(0);
                loop {
                    worker.playout();
                    if watch.tick() || tree.is_full() || is_decided(task, tree) {
                        break;
                    }
                    if watch.nodes() >= next_report {
                        next_report *= 2;
                        on_progress(tree, watch.nodes());
                    }
                }
                done.stop();
            });
            if watch.is_over() || is_decided(task, &self.tree) {
                break;
            }
            ripe = ripe.max(self.tree.prune());
        }
    }
}

impl Engine for MonteCarlo {
    fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought> {
        let play = known.open::<Y>()?;
        if play.outcome().is_some() {
            return None;
        }
        let known = known_opening(play.position(), self.others)
            .or_else(|| known_first_stone(play.position(), self.others, self.settings.seed));
        if let Some(thought) = known {
            report(&thought);
            return Some(thought);
        }
        // Start the clock before the tree is compacted, which takes time too.
        let mut watch = Watch::start(limits, stop.clone());
        let y = play.position();
        self.follow(play);
        let task = SearchTask::of(play, self.settings);
        let others = self.others;
        self.search(&task, &mut watch, |tree, nodes| report(&thought(y, &task, tree, nodes, others)));
        let found = thought(y, &task, &self.tree, watch.nodes(), others);
        report(&found);
        Some(found)
    }

    fn new_game(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.root = None;
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_table(&mut self, mebibytes: usize) {
        self.settings.memory = mebibytes;
        self.tree = MctsTree::with_mebibytes(mebibytes);
        self.root = None;
    }

    fn set_others(&mut self, others: usize) {
        self.others = others;
    }
}

/// What is known of the first stone of a solved board: a stone that wins, or that the first stone is taken over because
/// it wins.
fn known_opening(y: &Y, others: usize) -> Option<Thought> {
    let side = y.to_act().side();
    let stones = [side, side.other()].map(|side| y.stones_of(side));
    let wins = solved::known(y)?;
    let best: Vec<Step> = match stones {
        [own, other]
            if own.is_empty() && other.is_empty() && !y.may_be_swapped() && y.stones_to_place() == 1 =>
        {
            wins.into_iter().map(Step::Place).collect()
        }
        [own, other] if own.is_empty() && y.may_swap() && other.iter().all(|stone| wins.contains(stone)) => {
            vec![Step::Swap]
        }
        _ => return None,
    };
    let score = SearchScore::Wins(side);
    let choice = |step: &Step| Choice { line: spell_line(y, &[*step]), score };
    let mut choices: Vec<Choice> = best.iter().take(others + 1).map(choice).collect();
    let line = (!choices.is_empty()).then(|| choices.remove(0).line)?;
    Some(Thought { turn: line.first()?.clone(), depth: 1, line, score, nodes: 0, others: choices })
}

/// What is known of the first stones of the 93-node board: the fairest ones, or that one is better taken over.
fn known_first_stone(y: &Y, others: usize, seed: u64) -> Option<Thought> {
    let [own, other] = [y.to_act().side(), y.to_act().side().other()].map(|side| y.stones_of(side));
    let mut choices: Vec<Choice> = match &other[..] {
        [] if own.is_empty() && y.may_be_swapped() => {
            let choice = |stone: FirstStoneChance| Choice {
                line: spell_line(y, &[Step::Place(stone.point)]),
                score: SearchScore::Chance(stone.with_swap()),
            };
            first_stones::choices(y, seed).into_iter().map(choice).collect()
        }
        [stone] if y.may_swap() => {
            let known = first_stones::known(y, *stone).filter(|known| known.chance > 0.5)?;
            vec![Choice { line: spell_line(y, &[Step::Swap]), score: SearchScore::Chance(known.chance) }]
        }
        _ => return None,
    };
    choices.truncate(others + 1);
    let Choice { line, score } = (!choices.is_empty()).then(|| choices.remove(0))?;
    Some(Thought { turn: line.first()?.clone(), depth: 1, line, score, nodes: 0, others: choices })
}

/// Whether the first stone, which may be taken over, is known to be worth less than half.
fn is_known_to_be_weak(y: &Y) -> bool {
    let other = y.stones_of(y.to_act().side().other());
    matches!(&other[..], [stone] if first_stones::known(y, *stone).is_some_and(|known| known.chance <= 0.5))
}

/// Whether the search can end.
fn is_decided(task: &SearchTask, tree: &MctsTree) -> bool {
    let children = tree.children(ROOT).1;
    tree.node(ROOT).proof().is_some()
        || task.balanced && !children.is_empty() && children.iter().all(|node| node.proof().is_some())
}

/// The evaluation of the position from the tree.
fn thought(y: &Y, task: &SearchTask, tree: &MctsTree, nodes: u64, others: usize) -> Thought {
    let mut choices: Vec<Choice> = ranked(tree, ROOT, task.turn.side, task.balanced)
        .into_iter()
        .take(others + 1)
        .map(|stone| Choice {
            line: spell_line(y, &line(y, task, tree, stone)),
            score: score(task, tree, stone),
        })
        .collect();
    if choices.is_empty() {
        let mut steps = vec![];
        complete(y, &mut steps);
        choices.push(Choice { line: spell_line(y, &steps), score: SearchScore::Chance(0.5) });
    }
    if let Some(swap) = swap(y, &choices[0]) {
        choices.insert(0, swap);
        choices.truncate(others + 1);
    }
    let Choice { line, score } = choices.remove(0);
    let turn = line.first().cloned().unwrap_or_default();
    Thought { turn, depth: line.len() as u32, line, score, nodes, others: choices }
}

/// The exchange of colours, if it may be played and the best stone is worth less than half.
fn swap(y: &Y, best: &Choice) -> Option<Choice> {
    let side = y.to_act().side();
    let score = match best.score {
        SearchScore::Wins(winner) if winner != side => SearchScore::Wins(side),
        SearchScore::Chance(chance) if chance < 0.5 => SearchScore::Chance(1.0 - chance),
        _ => return None,
    };
    let turn = y.spell(&[Step::Swap], Audience::Everyone);
    // The colours are those before the swap, as everywhere: the one who swaps wins.
    (y.may_swap() && !is_known_to_be_weak(y))
        .then(|| Choice { line: [turn].into_iter().chain(best.line.clone()).collect(), score })
}

/// The value of a stone at the root for the side to act.
fn score(task: &SearchTask, tree: &MctsTree, stone: u32) -> SearchScore {
    let side = task.turn.side;
    if task.balanced && is_decided(task, tree) {
        // Whatever the first stone, the other player knows whether to swap.
        return SearchScore::Wins(side.other());
    }
    if let Some(winner) = tree.node(stone).proof().filter(|_| !task.balanced) {
        return SearchScore::Wins(winner);
    }
    let (playouts, wins) = tree.node(stone).own.get();
    let chance = f64::from(wins) / f64::from(playouts.max(1));
    SearchScore::Chance(if task.balanced { chance.min(1.0 - chance) } else { chance })
}

/// The stones ordered for play: those that win, then the most visited that do not lose, then the rest.
fn ranked(tree: &MctsTree, at: u32, side: Side, balanced: bool) -> Vec<u32> {
    let (first, children) = tree.children(at);
    let rank = |node: &TreeNode| {
        let hope = match node.proof() {
            None => 1,
            Some(winner) if winner == side && !balanced => 2,
            Some(_) => 0,
        };
        (hope, node.own.get(), node.rave.get().1)
    };
    let mut stones: Vec<u32> = (first..).take(children.len()).collect();
    sort_long(&mut stones, |&a, &b| rank(tree.node(a)) > rank(tree.node(b)));
    stones
}

/// Visits a stone needs to be part of an expected line.
const EXPECTED: u32 = 32;

/// The stones expected if this one is placed at the root, the first turn complete.
fn line(y: &Y, task: &SearchTask, tree: &MctsTree, stone: u32) -> Vec<Step> {
    let mut steps: Vec<Step> = vec![];
    let (mut next, mut turn) = (Some(stone), task.turn);
    let mut position = y.clone();
    while let Some(stone) = next.filter(|_| position.outcome().is_none()) {
        let step = Step::Place(Point(tree.node(stone).point()));
        steps.push(step);
        position.play_unchecked(step);
        turn.next();
        let expected = |next: &u32| position.mid_turn() || tree.node(*next).own.get().0 >= EXPECTED;
        next = ranked(tree, stone, turn.side, false).first().copied().filter(expected);
    }
    complete(y, &mut steps);
    steps
}

/// Completes a first turn the tree does not reach the end of, as after very few playouts.
fn complete(y: &Y, steps: &mut Vec<Step>) {
    let mut position = y.clone();
    for &step in steps.iter() {
        position.play_unchecked(step);
    }
    let mut legal = vec![];
    while position.outcome().is_none() && (steps.is_empty() || position.mid_turn()) {
        position.steps(&mut legal);
        let Some(&step) = legal.first() else { return };
        position.play_unchecked(step);
        steps.push(step);
    }
}
