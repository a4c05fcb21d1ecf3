//! Alpha-beta over steps: iterative deepening, principal variation search, a shared transposition table.
//!
//! A node is a position, perhaps in the middle of a turn; the value belongs to the side to act and changes its
//! sign only where that side changes, so turns of several steps and passes need nothing special. Depth counts
//! turns: the steps of one turn are searched to its end. Proved wins and losses are reported as such: only ends of
//! the game make them, and a loss only after every step was tried.
//!
//! A search of more than two turns prunes: late move reductions, null-move pruning, and near the leaves reverse futility
//! pruning and razoring. One and two turns are searched in full.

mod order;
mod searcher;

use crate::limits::{Limits, Stop, Watch};
use crate::table::TranspositionTable;
use searcher::Searcher;
use taijitu_rules::play::TURN_LIMIT;
use taijitu_rules::{Game, Play, Rules, Side, hash};

/// A win now; a win after n steps of the search is worth n less.
pub const WIN: i32 = 1_000_000;

/// Values beyond this are proved.
pub const PROVED: i32 = WIN - 10_000;

/// More steps than this are never looked ahead.
const MOST_PLY: usize = 120;

const INFINITY: i32 = WIN + 1;

/// What a game adds to its rules so that it can be searched. Only [`evaluate`](Self::evaluate) is required.
pub trait Evaluate: Rules {
    /// More than one quiet turn changes the evaluation, for futility pruning and razoring; `None` switches both off.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// What repeating a position costs the side that does it (contempt): more than 0 where games would not end
    /// otherwise.
    const REPETITION: i32 = 0;

    /// How good the position looks for White; 0 is even, and nothing comes near [`PROVED`].
    fn evaluate(&self) -> i32;

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

    /// Lists the tactical steps into `out`, which is cleared first. Asked at every leaf, between two turns: worth
    /// writing where there is a faster way than to ask of every step.
    fn tactical_steps(&self, out: &mut Vec<Self::Step>) {
        self.steps(out);
        out.retain(|&step| self.is_tactical(step));
    }

    /// A step as a key of sixteen bits, for the transposition table and the history heuristic: different steps
    /// of one position should differ.
    fn key(step: Self::Step) -> u16 {
        (hash::of(&step) >> 40) as u16
    }

    /// The position after a null move: the side to act does nothing. `None` where doing nothing is often the best, so that
    /// null-move pruning would be wrong.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// The position that is searched in place of this one after the first turn: it has the same winner and
    /// cheaper rules.
    fn simplified(self) -> Self {
        self
    }
}

/// What a search found.
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

/// Searches a game's position until the limits end it; calls `report` after every finished depth.
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
    search_turns(play, limits, stop, table, threads, 0, report)
}

/// The same, and `multi_pv` turns are judged besides the best turn.
pub fn search_turns<G: Evaluate + Game>(
    play: &Play<G>,
    limits: Limits,
    stop: &Stop,
    table: &TranspositionTable,
    threads: usize,
    multi_pv: usize,
    report: &mut dyn FnMut(&SearchResult<G>),
) -> Option<SearchResult<G>> {
    if play.outcome().is_some() {
        return None;
    }
    let watch = Watch::start(limits, stop.clone());
    let history = GameHistory::of(play);
    std::thread::scope(|scope| {
        let helpers_stop = Stop::default();
        for offset in 1..threads {
            let (history, watch) = (&history, watch.for_helper(helpers_stop.clone()));
            let position = play.position().clone();
            scope.spawn(move || {
                Searcher::new(table, watch, history).iterative_deepening(
                    &position,
                    limits,
                    offset as u32 % 2,
                    &mut |_| (),
                );
            });
        }
        let mut searcher = Searcher::new(table, watch, &history);
        searcher.multi_pv = multi_pv;
        let found = searcher.iterative_deepening(play.position(), limits, 0, report);
        helpers_stop.stop();
        found
    })
}

/// What a search has to know of the game so far.
#[derive(Clone, Debug)]
struct GameHistory {
    /// The positions since repetition last started anew, the present one left out.
    met: Vec<u64>,
    /// Mixed into the keys of the transposition table, because values depend on more than the position: on the
    /// options, and on the positions whose next occurrence is a draw.
    salt: u64,
    /// Turns until the game is drawn.
    turns_left: u32,
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
            sorted.sort_unstable();
            sorted.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).for_each(|same| salt ^= same[0]);
        }
        Self { met, salt, turns_left: TURN_LIMIT.saturating_sub(turns.len() as u32) }
    }
}
