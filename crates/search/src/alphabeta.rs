//! Alpha-beta over steps: iterative deepening, principal variation search, a shared transposition table.
//!
//! A node is a position, perhaps in the middle of a turn; the value belongs to the side to act and changes its
//! sign only where that side changes, so turns of several steps and passes need nothing special. Depth counts
//! turns: the steps of one turn are searched to its end. Proved wins and losses are reported as such: only ends of
//! the game make them, and a loss only after every step was tried.
//!
//! A search of more than two turns prunes: late move reductions, null-move pruning, and near the leaves reverse futility
//! pruning, razoring and late step pruning. One and two turns are searched in full.

mod order;
mod searcher;

use crate::eval::for_white;
use crate::limits::{Limits, Stop, Watch, with_helpers};
use crate::pattern::{PatternList, PatternNetwork, Patterns};
use crate::table::TranspositionTable;
use searcher::Searcher;
use taijitu_rules::play::TURN_LIMIT;
use taijitu_rules::short::sort_long;
use taijitu_rules::{Game, Play, Rules, Side, hash};

/// A win now; a win after n steps of the search is worth n less.
pub const WIN: i32 = 1_000_000;

/// Values beyond this are proved.
pub const PROVED: i32 = WIN - 10_000;

/// Maximum number of steps from the root.
const MOST_PLY: usize = 120;

const INFINITY: i32 = WIN + 1;

/// What a game adds to its rules so that it can be searched. Only [`evaluate`](Self::evaluate) is required.
pub trait Evaluate: Patterns {
    /// Upper bound of the change of the evaluation in one quiet turn, for futility pruning and razoring;
    /// `None` switches both off.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// Late step pruning: the place in the order from which on quiet steps are left out, at depth one, two, …; empty
    /// switches it off.
    const LATE_STEPS: &'static [usize] = &[];

    /// The cost of repeating a position for the side that does it (contempt): more than 0 where games would
    /// not end otherwise.
    const REPETITION: i32 = 0;

    /// Whether the transposition table keeps its step for a position where all steps fail low, as it always does at the
    /// root; otherwise the one with the highest bound replaces it.
    const KEEPS_STEP: bool = false;

    /// What a draw by repetition costs a side that searches from this position on (contempt): more than 0 where it
    /// should play on although the evaluation prefers a draw, less than 0 where it should rather wait.
    fn contempt(&self, _side: Side) -> i32 {
        0
    }

    /// The static evaluation for White; 0 is even, and values stay far below [`PROVED`].
    fn evaluate(&self) -> i32;

    /// The same by a network of this game; `list` is what it works with.
    #[inline]
    fn evaluate_with(&self, network: &PatternNetwork, list: &mut PatternList) -> i32 {
        if !self.is_covered() {
            return self.evaluate();
        }
        list.clear();
        self.list_patterns(list);
        for_white(network.value(list, self.phase()), self.to_act().side())
    }

    /// The score by which steps are ordered before they are tried, the highest first.
    fn order_score(&self, _step: Self::Step) -> i32 {
        0
    }

    /// A function that scores the steps of this position: [`order_score`](Self::order_score), or the same faster
    /// for many steps.
    fn order_scores(&self) -> impl Fn(Self::Step) -> i32 {
        |step| self.order_score(step)
    }

    /// Lists the steps to search into `out`, which is cleared first.
    /// A step may be left out only if it is certainly no better than a listed one.
    fn candidates(&self, out: &mut Vec<Self::Step>) {
        self.steps(out);
    }

    /// Whether the quiescence search tries a step, because it changes the evaluation much.
    fn is_tactical(&self, _step: Self::Step) -> bool {
        false
    }

    /// Lists the tactical steps into `out`, which is cleared first. Called at every leaf, between two turns:
    /// override it where there is a faster way than testing every step.
    fn tactical_steps(&self, out: &mut Vec<Self::Step>) {
        self.steps(out);
        out.retain(|&step| self.is_tactical(step));
    }

    /// A step as a key of sixteen bits, for the transposition table and the history heuristic: different steps
    /// of one position should differ.
    fn key(step: Self::Step) -> u16 {
        (hash::of(&step) >> 40) as u16
    }

    /// The position after a null move: the side to act does nothing. `None` where doing nothing is often
    /// best, so that null-move pruning would be wrong.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether the side to act may take over the first turn instead of playing (pie rule). The swap is not searched: it
    /// changes nothing on the board.
    fn may_swap(&self) -> bool {
        false
    }

    /// Whether what is played now may be taken over: then its value is that for the side that gets the worse of it.
    fn may_be_swapped(&self) -> bool {
        false
    }

    /// The position searched in place of this one after the first turn: it has the same winner and cheaper
    /// rules.
    fn simplified(self) -> Self {
        self
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<G: Rules> {
    /// The value for the side to act at the root.
    pub value: i32,
    /// The best steps, the first turn of them complete.
    pub line: Vec<G::Step>,
    /// Turns looked ahead.
    pub depth: u32,
    /// Steps played in the search.
    pub nodes: u64,
    /// The next best turns with their values (multi-PV), as many as were requested, the best first.
    pub others: Vec<(i32, Vec<G::Step>)>,
}

impl<G: Rules> SearchResult<G> {
    /// The steps of the first turn.
    #[must_use]
    pub fn turn(&self, from: &G) -> Vec<G::Step> {
        let mut position = from.clone();
        let mut steps = vec![];
        for &step in &self.line {
            position.play_unchecked(step);
            steps.push(step);
            if !position.mid_turn() {
                break;
            }
        }
        steps
    }
}

/// The proved winner of a value that belongs to the side to act; `None` if the value is not a proof.
#[must_use]
pub const fn proved(value: i32, to_act: Side) -> Option<Side> {
    if value > PROVED {
        Some(to_act)
    } else if value < -PROVED {
        Some(to_act.other())
    } else {
        None
    }
}

/// What a search works with.
#[derive(Clone, Copy, Debug)]
pub struct SearchSetup<'a> {
    /// The transposition table; its values are those of one evaluation.
    pub table: &'a TranspositionTable,
    /// The learned evaluation; without one the hand-made evaluation is used.
    pub network: Option<&'a PatternNetwork>,
    /// How many threads search.
    pub threads: usize,
    /// How many turns are judged besides the best turn (multi-PV).
    pub multi_pv: usize,
}

/// Searches a game's position with the hand-made evaluation until the limits end it; calls `report` after every finished
/// depth.
///
/// With one thread and a limit of nodes or depth the result is the same every time.
pub fn search<G: Evaluate + Game>(
    play: &Play<G>,
    limits: Limits,
    stop: &Stop,
    table: &TranspositionTable,
    threads: usize,
    report: &mut dyn FnMut(&SearchResult<G>),
) -> Option<SearchResult<G>> {
    let setup = SearchSetup { table, network: None, threads, multi_pv: 0 };
    search_with(play, limits, stop, setup, report)
}

/// The same with any evaluation, and with other turns than the best one.
pub fn search_with<G: Evaluate + Game>(
    play: &Play<G>,
    limits: Limits,
    stop: &Stop,
    setup: SearchSetup<'_>,
    report: &mut dyn FnMut(&SearchResult<G>),
) -> Option<SearchResult<G>> {
    search_without(play, &[], limits, stop, setup, report)
}

/// The same without turns that begin with one of these steps; `None` if there is no other.
pub fn search_without<G: Evaluate + Game>(
    play: &Play<G>,
    excluded: &[G::Step],
    limits: Limits,
    stop: &Stop,
    setup: SearchSetup<'_>,
    report: &mut dyn FnMut(&SearchResult<G>),
) -> Option<SearchResult<G>> {
    if play.outcome().is_some() {
        return None;
    }
    let watch = Watch::start(limits, stop.clone());
    let history = GameHistory::of(play);
    let helpers_stop = Stop::default();
    // Lazy SMP: every thread searches the whole tree, half of them a depth ahead, and they share the transposition table.
    let helpers = (1..setup.threads).map(|offset| {
        let (history, watch) = (&history, watch.for_helper(helpers_stop.clone()));
        let position = play.position().clone();
        move || {
            let mut searcher = Searcher::new(setup, watch, history, excluded);
            searcher.iterative_deepening(&position, limits, offset as u32 % 2, &mut |_| ());
        }
    });
    let own_watch = watch.for_helper(stop.clone());
    with_helpers(helpers, || {
        let mut searcher = Searcher::new(setup, own_watch, &history, excluded);
        searcher.multi_pv = setup.multi_pv;
        let found = searcher.iterative_deepening(play.position(), limits, 0, report);
        helpers_stop.stop();
        found
    })
}

/// What a search needs of the game so far.
#[derive(Clone, Debug)]
struct GameHistory {
    /// The positions since repetition last restarted, without the current one.
    met: Vec<u64>,
    /// Mixed into the keys of the transposition table, because values depend on more than the position: on the
    /// options, on the positions whose next occurrence is a draw, and on what a draw is worth.
    salt: u64,
    /// Turns until the game is drawn.
    turns_left: u32,
    /// What a draw by repetition is worth to White.
    draw: i32,
}

impl GameHistory {
    fn of<G: Evaluate + Game>(play: &Play<G>) -> Self {
        let turns = play.rounds().last().map_or(&[][..], |round| &round.turns);
        let mut met = vec![];
        let mut salt = hash::of(play.options());
        if G::CYCLES {
            for turn in turns {
                met.push(hash::of(&turn.before.visible().simplified()));
                if turn.steps.iter().any(|&step| G::restarts_repetition(step)) {
                    met.clear();
                }
            }
            let mut sorted = met.clone();
            sorted.push(hash::of(&play.position().visible().simplified()));
            sort_long(&mut sorted, |a, b| a < b);
            sorted.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).for_each(|same| salt ^= same[0]);
        }
        let act = play.position().to_act().side();
        let draw = -for_white(play.position().contempt(act), act);
        if draw != 0 {
            salt ^= hash::of(&draw);
        }
        Self { met, salt, turns_left: TURN_LIMIT.saturating_sub(turns.len() as u32), draw }
    }
}
