//! An engine for any game: from what its side may know it computes a turn.
//!
//! Each game has one [`Engine`], chosen by what measures best: alpha-beta for the tactical games, Monte-Carlo
//! tree search for Y. [`SearchGame::engine`](crate::SearchGame::engine) names it.

use crate::alphabeta::{self, Evaluate, SearchResult};
use crate::descriptor;
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use crate::table::TranspositionTable;
use std::marker::PhantomData;
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

/// A turn that might be played, and what would follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The turns expected from here, the first one included.
    pub line: Vec<String>,
    /// How good that is for the side to act.
    pub score: SearchScore,
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The turn it would play, in notation.
    pub turn: String,
    /// The turns it expects from here, the first one included.
    pub line: Vec<String>,
    /// How good that is for the side to act.
    pub score: SearchScore,
    /// Turns looked ahead, where that means something.
    pub depth: u32,
    /// Steps or playouts so far.
    pub nodes: u64,
    /// The next best turns, as many as were asked for, the best first.
    pub others: Vec<Choice>,
}

/// Hears what an engine thinks while it thinks.
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

    /// How many threads it may use; 1 unless told.
    fn set_threads(&mut self, _threads: usize) {}

    /// Multi-PV: how many turns to judge besides the best one; none by default.
    fn set_others(&mut self, _others: usize) {}
}

/// An engine for the game with this id.
#[must_use]
pub fn for_game(id: &str) -> Option<Box<dyn Engine>> {
    Some(descriptor::find(id)?.engine())
}

/// Mebibytes of a transposition table.
const TABLE: usize = 64;

/// Alpha-beta as an engine.
pub struct AlphaBeta<G> {
    table: TranspositionTable,
    threads: usize,
    others: usize,
    game: PhantomData<fn() -> G>,
}

impl<G: Evaluate + Game> AlphaBeta<G> {
    /// The engine with an empty table.
    #[must_use]
    pub fn boxed() -> Box<dyn Engine> {
        // Build the lazy tables of the evaluation now, not during a player's first turn.
        if let Ok(play) = Play::<G>::start(&[]) {
            play.position().evaluate();
        }
        Box::new(Self {
            table: TranspositionTable::with_mebibytes(TABLE),
            threads: 1,
            others: 0,
            game: PhantomData,
        })
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
        let mut tell = |found: &SearchResult<G>| report(&thought(play.position(), found));
        let Self { table, threads, others, .. } = self;
        let found = alphabeta::search_turns(play, limits, stop, table, *threads, *others, &mut tell)?;
        Some(thought(play.position(), &found))
    }

    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
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
