//! One turn: what an engine is asked, how it thinks, and what it answers.

use super::pool::EnginePool;
use super::progress::{Progress, Reporter, Run};
use super::task::{Lane, Priority, Task, Work};
use super::workers::WorkRequest;
use crate::error::{Refused, Result};
use crate::site::clock::instant;
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::Level;
use taijitu_rules::{AnyPlay, Side, games};
use taijitu_search::engine::Score;
use taijitu_search::{Known, Limits, Player, Stop, Strength};

/// How long a caller waits for a hint.
const HINT_TIMEOUT: Duration = Duration::from_secs(20);

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

/// A turn to find. The only update is its result.
pub(crate) struct Turn {
    request: TurnRequest,
    priority: Priority,
}

impl Turn {
    /// A turn of an engine at a table.
    #[must_use]
    pub(crate) const fn at_table(request: TurnRequest) -> Self {
        Self { request, priority: Priority::Turn }
    }

    /// A turn somebody asked for.
    #[must_use]
    pub(crate) const fn hint(request: TurnRequest) -> Self {
        Self { request, priority: Priority::Hint }
    }
}

impl Task for Turn {
    type Update = TurnResult;

    fn priority(&self) -> Priority {
        self.priority
    }

    fn start(self, pool: &EnginePool) -> Result<Arc<Run<TurnResult>>> {
        let work = |reporter| Work::Turn(TurnWork { request: self.request, reporter });
        pool.enqueue(self.priority, Lane::Pool, work)
    }
}

impl EnginePool {
    /// Has an engine find a turn; none if it was stopped before.
    ///
    /// # Errors
    /// If too many wait, or the pool is closed.
    pub(crate) async fn find_turn(&self, turn: Turn) -> Result<Option<TurnResult>> {
        let result = self.submit(turn)?.next().await;
        Ok(if let Some(Progress::Update(result)) = result { Some(result) } else { None })
    }

    /// The turn an engine suggests; none if nothing can be played.
    ///
    /// # Errors
    /// If too many wait, it takes too long, or the pool is closed.
    pub(crate) async fn hint(&self, request: TurnRequest) -> Result<Option<String>> {
        let found = tokio::time::timeout(HINT_TIMEOUT, self.find_turn(Turn::hint(request))).await;
        let result = found.map_err(|_| Refused::unavailable())??.ok_or_else(Refused::unavailable)?;
        Ok(result.best.map(|best| best.turn))
    }
}

/// A turn in the queue.
pub(super) struct TurnWork {
    request: TurnRequest,
    reporter: Reporter<TurnResult>,
}

impl TurnWork {
    /// The request as a worker reads it; none if it cannot be sent.
    pub(super) fn message(&self) -> Option<String> {
        serde_json::to_string(&WorkRequest::new(&self.request)?).ok()
    }

    /// Finds the turn on this thread.
    pub(super) fn run(&self, stop: &Stop, share: f64, engine: &mut CachedEngine) {
        let TurnRequest { side, level, seed, time, play } = &self.request;
        let settings = TurnSettings { level: *level, seed: *seed, share, time: *time };
        let result = engine.find(play.meta().id, &Known::to(*side, &**play), &settings, stop);
        metrics::histogram!("taijitu_engine_seconds").record(result.spent);
        // What a search that was stopped has found is not what the engine would play.
        if !stop.is_set() {
            self.report(result);
        }
    }

    /// Reports the result.
    pub(super) fn report(&self, result: TurnResult) {
        self.reporter.report(result);
        self.reporter.end(Ok(()));
    }
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

    /// Finds a turn in a position of which one side's knowledge is given.
    pub(super) fn find(
        &mut self,
        game: &str,
        known: &Known<'_>,
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
        known: &Known<'_>,
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

fn is_better(score: Score, side: Side) -> bool {
    match score {
        Score::Points(points) => points > 0,
        Score::Chance(chance) => chance > 0.5,
        Score::Wins(winner) => winner == side,
    }
}
