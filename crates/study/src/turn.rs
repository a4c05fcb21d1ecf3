//! One turn: the request, the search, and the result.

use std::time::Duration;
use taijitu_protocol::Level;
use taijitu_rules::{AnyPlay, Side, games};
use taijitu_search::engine::SearchScore;
use taijitu_search::limits::now;
use taijitu_search::{InformationSet, Limits, Player, Stop, Strength};

/// A position in which an engine has to find a turn.
pub struct TurnRequest {
    /// Whose turn; the engine is given what this side may know.
    pub side: Side,
    /// How well it plays.
    pub level: Level,
    /// Two engines with the same seed play the same turns.
    pub seed: u64,
    /// What the clock allows.
    pub time: Option<Duration>,
    /// The game.
    pub play: Box<dyn AnyPlay>,
}

/// The turn an engine would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// In notation.
    pub turn: String,
    /// Whether the engine judges its side's position as the better one.
    pub is_better: bool,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnResult {
    /// Its turn; `None` if nothing can be played.
    pub best: Option<BestTurn>,
    /// How long it searched.
    pub spent: Duration,
}

/// How an engine thinks about one position.
#[derive(Clone, Copy, Debug)]
pub struct TurnSettings {
    /// How well it plays.
    pub level: Level,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The share of its budget it may use.
    pub share: f64,
    /// What the clock allows.
    pub time: Option<Duration>,
}

/// The engine a thread last used: allocating its transposition table takes time.
#[derive(Default)]
pub struct CachedEngine(Option<(&'static str, Player)>);

impl CachedEngine {
    /// The game it plays.
    #[must_use]
    pub fn game(&self) -> Option<&'static str> {
        self.0.as_ref().map(|(game, _)| *game)
    }

    /// Finds the turn that is requested.
    pub fn find_requested(&mut self, request: &TurnRequest, share: f64, stop: &Stop) -> TurnResult {
        let TurnRequest { side, level, seed, time, play } = request;
        let settings = TurnSettings { level: *level, seed: *seed, share, time: *time };
        self.find(play.meta().id, &InformationSet::to(*side, &**play), &settings, stop)
    }

    /// Finds a turn in a position of which one side's knowledge is given.
    pub fn find(
        &mut self,
        game: &str,
        known: &InformationSet<'_>,
        settings: &TurnSettings,
        stop: &Stop,
    ) -> TurnResult {
        let began = now();
        let best = self.best_turn(game, known, settings, stop);
        TurnResult { best, spent: began.elapsed() }
    }

    fn best_turn(
        &mut self,
        game: &str,
        known: &InformationSet<'_>,
        settings: &TurnSettings,
        stop: &Stop,
    ) -> Option<BestTurn> {
        if self.game() != Some(game) {
            let id = games::find(game)?.meta().id;
            self.0 = Some((id, Player::full(id)?));
        }
        let (_, player) = self.0.as_mut()?;
        player.new_game(settings.seed);
        player.set_strength(Some(Strength::of(game, settings.level)?.scaled(settings.share)));
        let limits = Limits { time: settings.time, ..Limits::default() };
        let thought = player.think(known, limits, stop, &mut |_| ())?;
        Some(BestTurn { is_better: is_better(thought.score, known.side()), turn: thought.turn })
    }
}

fn is_better(score: SearchScore, side: Side) -> bool {
    match score {
        SearchScore::Points(points) => points > 0,
        SearchScore::Chance(chance) => chance > 0.5,
        SearchScore::Wins(winner) => winner == side,
    }
}
