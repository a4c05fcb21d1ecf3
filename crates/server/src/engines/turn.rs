//! One turn: what an engine is asked, how it thinks, and what it answers.

use crate::site::clock::instant;
use std::time::Duration;
use taijitu_protocol::Level;
use taijitu_rules::{AnyPlay, Side, games};
use taijitu_search::engine::SearchScore;
use taijitu_search::{InformationSet, Limits, Player, Stop, Strength};

/// A position in which an engine has to find a turn.
pub(crate) struct TurnRequest {
    /// Whose turn; the engine is given what this side may know.
    pub(crate) side: Side,
    /// How well it plays.
    pub(crate) level: Level,
    /// Two engines with the same seed play the same.
    pub(crate) seed: u64,
    /// What the clock allows.
    pub(crate) time: Option<Duration>,
    /// The game.
    pub(crate) play: Box<dyn AnyPlay>,
}

/// The turn an engine would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BestTurn {
    /// In notation.
    pub(crate) turn: String,
    /// Whether the engine thinks that its side is better off.
    pub(crate) is_better: bool,
}

/// What an engine has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TurnResult {
    /// Its turn; none if nothing can be played.
    pub(crate) best: Option<BestTurn>,
    /// How long it thought.
    pub(crate) spent: Duration,
}

/// How an engine thinks about one position.
pub(super) struct TurnSettings {
    /// How well it plays.
    pub(super) level: Level,
    /// The seed of its random numbers.
    pub(super) seed: u64,
    /// The share of its budget it may use.
    pub(super) share: f64,
    /// What the clock allows.
    pub(super) time: Option<Duration>,
}

/// The engine a thread last used: allocating its transposition table takes time.
#[derive(Default)]
pub(super) struct CachedEngine(Option<(&'static str, Player)>);

impl CachedEngine {
    /// The game it plays.
    pub(super) fn game(&self) -> Option<&'static str> {
        self.0.as_ref().map(|(game, _)| *game)
    }

    /// Finds the turn that is requested.
    pub(super) fn find_requested(&mut self, request: &TurnRequest, share: f64, stop: &Stop) -> TurnResult {
        let TurnRequest { side, level, seed, time, play } = request;
        let settings = TurnSettings { level: *level, seed: *seed, share, time: *time };
        self.find(play.meta().id, &InformationSet::to(*side, &**play), &settings, stop)
    }

    /// Finds a turn in a position of which one side's knowledge is given.
    pub(super) fn find(
        &mut self,
        game: &str,
        known: &InformationSet<'_>,
        settings: &TurnSettings,
        stop: &Stop,
    ) -> TurnResult {
        let began = instant();
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

/// Lowers the priority of the calling thread: requests of players come first, engines use what is left.
pub(super) fn lower_priority() {
    // Some containers refuse it; then engines compete with everything else.
    let _ = rustix::process::nice(15);
}
