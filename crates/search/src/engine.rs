//! An engine for any game: computes a turn from what its side may know.
//!
//! Each game has one [`Engine`], chosen by what measures best: alpha-beta for the tactical games, Monte-Carlo
//! tree search for Y. [`SearchGame::engine`](crate::SearchGame::engine) names it.

use crate::alphabeta::{self, Evaluate, SearchResult, SearchSetup};
use crate::descriptor;
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use crate::pattern::{Evaluation, PatternList, PatternNetwork, WeightsError};
use crate::table::TranspositionTable;
use std::marker::PhantomData;
use std::sync::Arc;
use taijitu_rules::{Audience, Game, Notation, Play, Side};

/// How good a position is for the side to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchScore {
    /// An evaluation; 0 is even. The unit is the engine's own.
    Points(i32),
    /// A chance to win, from 0 to 1.
    Chance(f64),
    /// Proved: this side wins.
    Wins(Side),
}

/// A possible turn and its continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The turns expected from here, the first one included.
    pub line: Vec<String>,
    /// How good that is for the side to act.
    pub score: SearchScore,
}

/// The evaluation of a position by an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The turn it would play, in notation.
    pub turn: String,
    /// The principal variation, its first turn included.
    pub line: Vec<String>,
    /// How good that is for the side to act.
    pub score: SearchScore,
    /// Depth in turns, where that is meaningful.
    pub depth: u32,
    /// Steps or playouts so far.
    pub nodes: u64,
    /// The next best turns (multi-PV), as many as requested, the best first.
    pub others: Vec<Choice>,
}

/// Called with the evaluation while an engine searches.
pub type ReportFn<'a> = &'a mut dyn FnMut(&Thought);

/// Plays one game.
pub trait Engine: Send {
    /// Searches a position until the limits or `stop` end it; `None` if nothing can be played or the play is of
    /// another game.
    fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought>;

    /// Clears what is kept from the last game; the seed is that of the random choices of the next one.
    fn new_game(&mut self, seed: u64);

    /// How many threads it may use; 1 by default.
    fn set_threads(&mut self, _threads: usize) {}

    /// The evaluation it uses: the shipped one by default.
    /// Engines without a learned evaluation have no choice.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if it is a network of another game.
    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        evaluation.refuse_network("this game")
    }

    /// How many mebibytes its transposition table takes, if it has one.
    fn set_table(&mut self, _mebibytes: usize) {}

    /// Multi-PV: how many turns to evaluate besides the best one; none by default.
    fn set_others(&mut self, _others: usize) {}
}

/// An engine for the game with this id.
#[must_use]
pub fn for_game(id: &str) -> Option<Box<dyn Engine>> {
    Some(descriptor::find(id)?.engine())
}

/// Mebibytes of a transposition table; in a browser, which may run on a phone, fewer.
pub(crate) const TABLE: usize = if cfg!(target_family = "wasm") { 16 } else { 64 };

/// Alpha-beta as an engine.
pub struct AlphaBeta<G> {
    table: TranspositionTable,
    network: Option<Arc<PatternNetwork>>,
    threads: usize,
    others: usize,
    game: PhantomData<fn() -> G>,
}

impl<G: Evaluate + Game> AlphaBeta<G> {
    /// The engine with an empty table.
    #[must_use]
    pub fn boxed() -> Box<dyn Engine> {
        let network = G::shipped_network();
        warm_up::<G>(network.as_deref());
        Box::new(Self {
            table: TranspositionTable::with_mebibytes(TABLE),
            network,
            threads: 1,
            others: 0,
            game: PhantomData,
        })
    }
}

/// Builds the lazy tables of the evaluations now, not during a player's first turn.
pub(crate) fn warm_up<G: Evaluate + Game>(network: Option<&PatternNetwork>) {
    if let Ok(play) = Play::<G>::start(&[]) {
        play.position().evaluate();
        if let Some(network) = network {
            play.position().evaluate_with(network, &mut PatternList::default());
        }
    }
}

impl<G: Evaluate + Game> Engine for AlphaBeta<G> {
    fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought> {
        let play = known.open::<G>()?;
        self.table.next_search();
        let mut on_result = |found: &SearchResult<G>| report(&thought(play.position(), found));
        let Self { table, network, threads, others, .. } = self;
        let setup = SearchSetup { table, network: network.as_deref(), threads: *threads, multi_pv: *others };
        let found = alphabeta::search_with(play, limits, stop, setup, &mut on_result)?;
        let found = thought(play.position(), &found);
        Some(if play.position().may_swap() { swapped_if_better(play.position(), found) } else { found })
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        self.network = evaluation.network::<G>()?;
        warm_up::<G>(self.network.as_deref());
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

pub(crate) fn thought<G: Notation>(position: &G, found: &SearchResult<G>) -> Thought {
    let to_act = position.to_act().side();
    let score =
        |value: i32| alphabeta::proved(value, to_act).map_or(SearchScore::Points(value), SearchScore::Wins);
    let choice = |(value, steps): &(i32, Vec<G::Step>)| Choice {
        line: spell_line(position, steps),
        score: score(*value),
    };
    let others = found.others.iter().map(choice).collect();
    let line = spell_line(position, &found.line);
    let turn = position.spell(&found.turn(position), Audience::Omniscient);
    Thought { turn, line, score: score(found.value), depth: found.depth, nodes: found.nodes, others }
}

/// The exchange of colours in place of the best turn if that is worth less than nothing, else the best turn.
fn swapped_if_better<G: Notation>(position: &G, found: Thought) -> Thought {
    let side = position.to_act().side();
    let score = match found.score {
        SearchScore::Points(points) if points < 0 => SearchScore::Points(-points),
        SearchScore::Wins(winner) if winner != side => SearchScore::Wins(side),
        _ => return found,
    };
    let mut steps = vec![];
    position.steps(&mut steps);
    let Some(&swap) = steps.iter().find(|&&step| G::swaps(step)) else { return found };
    let turn = position.spell(&[swap], Audience::Omniscient);
    // The colours are those before the exchange: the one who swaps has what is better now.
    let line = [turn.clone()].into_iter().chain(found.line.iter().cloned()).collect();
    let mut others = found.others;
    others.truncate(others.len().saturating_sub(1));
    let best = Choice { line: found.line, score: found.score };
    let others = if others.is_empty() { others } else { [best].into_iter().chain(others).collect() };
    Thought { turn, line, score, others, ..found }
}

/// A line of steps as turns; a last turn that is not complete is left out.
pub(crate) fn spell_line<G: Notation>(position: &G, steps: &[G::Step]) -> Vec<String> {
    let (mut start, mut at) = (position.clone(), position.clone());
    let (mut turns, mut turn) = (vec![], vec![]);
    for &step in steps {
        // A line of the simplified rules may continue after the end of the game.
        if at.outcome().is_some() {
            break;
        }
        at.play_unchecked(step);
        turn.push(step);
        if !at.mid_turn() {
            turns.push(start.spell(&turn, Audience::Omniscient));
            turn.clear();
            start = at.clone();
        }
    }
    turns
}
