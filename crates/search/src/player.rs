//! A player of one game: an engine at full strength or at a level. It never returns an illegal turn.

use crate::descriptor;
use crate::engine::{Engine, ReportFn, SearchScore, Thought};
use crate::information_set::InformationSet;
use crate::level::Strength;
use crate::limits::{Limits, Stop};
use crate::one_ply;
use crate::pattern::{Evaluation, WeightsError};
use taijitu_rules::playout::Random;

/// A player of one game.
pub struct Player {
    engine: Box<dyn Engine>,
    strength: Option<Strength>,
    random: Random,
}

impl Player {
    /// The engine of a game at full strength; `None` if there is no such game.
    #[must_use]
    pub fn full(game: &str) -> Option<Self> {
        Self::new(game, None, 0)
    }

    /// The engine of a game at a level; the same seed plays the same turns, as far as its budget is in nodes.
    #[must_use]
    pub fn at_level(game: &str, level: u8, seed: u64) -> Option<Self> {
        Self::new(game, Some(Strength::of(game, level)?), seed)
    }

    /// The engine of a game with a given strength; `None` is full strength.
    #[must_use]
    pub fn new(game: &str, strength: Option<Strength>, seed: u64) -> Option<Self> {
        let mut player =
            Self { engine: descriptor::find(game)?.engine(), strength, random: Random::new(seed) };
        player.new_game(seed);
        Some(player)
    }

    /// The plain program that the engine of a game is measured against.
    #[must_use]
    #[cfg(not(target_family = "wasm"))]
    pub fn baseline(game: &str) -> Option<Self> {
        Some(Self { engine: descriptor::find(game)?.baseline(), strength: None, random: Random::new(0) })
    }

    /// Clears the last game; `seed` is that of the random choices of the next one.
    pub fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
        self.random = Random::new(seed);
    }

    /// Changes its strength; `None` is full strength.
    pub const fn set_strength(&mut self, strength: Option<Strength>) {
        self.strength = strength;
    }

    /// How many threads it may use.
    pub fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }

    /// Which evaluation it uses.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if it is a network of another game.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        self.engine.set_evaluation(evaluation)
    }

    /// How many mebibytes its transposition table takes.
    pub fn set_table(&mut self, mebibytes: usize) {
        self.engine.set_table(mebibytes);
    }

    /// Multi-PV: how many turns to evaluate besides the best one.
    pub fn set_others(&mut self, others: usize) {
        self.engine.set_others(others);
    }

    /// Chooses a turn within the limits and its own strength; `None` if nothing can be played.
    pub fn think(
        &mut self,
        known: &InformationSet<'_>,
        limits: Limits,
        stop: &Stop,
        report: ReportFn<'_>,
    ) -> Option<Thought> {
        if known.is_over() {
            return None;
        }
        if let Some(thought) = self.without_search(known) {
            return Some(thought);
        }
        let limits = self.budget().map_or(limits, |budget| both(budget, limits));
        self.engine
            .think(known, limits, stop, report)
            .filter(|thought| one_ply::is_legal(known, &thought.turn))
            .or_else(|| one_ply::random_turn(known, &mut self.random).map(by_chance))
    }

    /// The turn of a level with random turns if it needs no search: a win in one turn, or by chance a random
    /// turn.
    fn without_search(&mut self, known: &InformationSet<'_>) -> Option<Thought> {
        let per_mille = self.strength?.random_turns_per_mille;
        if per_mille == 0 {
            return None;
        }
        if let Some(turn) = one_ply::winning_turn(known) {
            let score = SearchScore::Wins(known.side());
            return Some(Thought { score, depth: 1, ..by_chance(turn) });
        }
        // Laws are not written at random: the side might have no legal turn.
        let at_random = self.random.below(1000) < per_mille && !one_ply::is_countless(known);
        at_random.then(|| one_ply::random_turn(known, &mut self.random).map(by_chance))?
    }

    /// A level's nodes vary a little with the seed, so that two games need not be the same.
    fn budget(&mut self) -> Option<Limits> {
        let budget = self.strength?.budget;
        let percent = 75 + u64::from(self.random.below(51));
        Some(Limits { nodes: budget.nodes.map(|nodes| (nodes * percent / 100).max(1)), ..budget })
    }
}

fn by_chance(turn: String) -> Thought {
    Thought {
        line: vec![turn.clone()],
        turn,
        score: SearchScore::Points(0),
        depth: 0,
        nodes: 0,
        others: vec![],
    }
}

/// The narrower of two limits in each respect.
fn both(a: Limits, b: Limits) -> Limits {
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        a.into_iter().chain(b).min()
    }
    Limits { nodes: least(a.nodes, b.nodes), time: least(a.time, b.time), depth: least(a.depth, b.depth) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::{AnyPlay, Options, games};

    fn start(id: &str) -> Box<dyn AnyPlay> {
        let kind = games::find(id).expect("a game");
        kind.start(Options::parse(kind.meta().options, []).expect("defaults")).expect("a start")
    }

    fn game(level: u8, seed: u64) -> Vec<String> {
        let mut play = start("yinsh");
        let mut player = Player::at_level("yinsh", level, seed).expect("an engine");
        let mut turns = vec![];
        for _ in 0..24 {
            let limits = Limits::nodes(300);
            let Some(thought) =
                player.think(&InformationSet::to_actor(&*play), limits, &Stop::default(), &mut |_| ())
            else {
                break;
            };
            play.turn(&thought.turn).expect("a legal turn");
            turns.push(thought.turn);
        }
        turns
    }

    #[test]
    fn a_seed_plays_the_same_game_and_another_seed_another() {
        for level in [1, 3, 6] {
            assert_eq!(game(level, 1), game(level, 1), "level {level}");
        }
        for slipping in [1, 3] {
            assert_ne!(game(slipping, 1), game(slipping, 2), "level {slipping}");
        }
    }

    #[test]
    fn the_narrower_limit_holds() {
        let depth = Limits { nodes: Some(5), ..Limits::depth(2) };
        assert_eq!(both(depth, Limits::nodes(9)), depth);
        assert_eq!(both(depth, Limits::nodes(2)), Limits { nodes: Some(2), ..Limits::depth(2) });
    }
}
