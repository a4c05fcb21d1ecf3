//! What each game defines for the search, in one trait.
//!
//! A game implements [`SearchGame`] next to its evaluation, most through [`AlphaBetaGame`].
//! [`DESCRIPTORS`] is made from the registry of `taijitu-rules`: a registered game without an implementation does not
//! compile, and no item of the trait has a default, so that a new game cannot leave one out.

use crate::baseline::{Baseline, Count};
use crate::engine::{AlphaBeta, Engine};
use crate::eval::WeightedEvaluation;
use crate::exhaustive::Exhaustive;
use crate::information_set::InformationSet;
use crate::level::LevelTable;
use crate::one_ply::OnePly;
use crate::tune::{TuningPlan, TuningResult, fit_weights};
use crate::win_probability::ScoreUnit;
use std::borrow::Cow;
use std::marker::PhantomData;
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, Game, Play, Side, games};

/// A game that can be searched, tuned and measured.
pub trait SearchGame: Game {
    /// The strength of levels 1 to 7.
    const LEVELS: LevelTable;

    /// The unit of the engine's scores.
    const SCORE_UNIT: ScoreUnit;

    /// Nodes per position in a review.
    const REVIEW_NODES: u64;

    /// The engine at full strength.
    fn engine() -> Box<dyn Engine>;

    /// The plain program the engine is measured against.
    fn baseline() -> Box<dyn Engine>;

    /// Fits the learnt parameters to games of the engine against itself; `report` is called with the number of
    /// each game played.
    fn tune(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult;

    /// What one side may know of a play: [`InformationSet::everything`], unless the game has secrets.
    fn known(play: &Play<Self>, side: Side) -> InformationSet<'_>;

    /// A position that agrees with all a side knows, and in which its own turns are the same:
    /// [`InformationSet::open_position`], unless the game has secrets.
    fn known_position<'a>(known: &InformationSet<'a>) -> Option<Cow<'a, Self>>;

    /// The start of a game in which puzzles are searched.
    fn puzzle_start(random: &mut Random) -> Option<Play<Self>>;

    /// The set-up of a puzzle from this position, without secrets.
    fn puzzle_setup(&self) -> String;
}

/// A game without secrets that plain alpha-beta plays: what is specific to it. The rest of [`SearchGame`]
/// follows.
pub trait AlphaBetaGame: WeightedEvaluation + Count {
    /// [`SearchGame::LEVELS`].
    const LEVELS: LevelTable;
    /// [`SearchGame::SCORE_UNIT`].
    const SCORE_UNIT: ScoreUnit;
    /// [`SearchGame::REVIEW_NODES`].
    const REVIEW_NODES: u64;
}

impl<G: AlphaBetaGame> SearchGame for G {
    const LEVELS: LevelTable = G::LEVELS;
    const SCORE_UNIT: ScoreUnit = G::SCORE_UNIT;
    const REVIEW_NODES: u64 = G::REVIEW_NODES;

    fn engine() -> Box<dyn Engine> {
        AlphaBeta::<Self>::boxed()
    }

    fn baseline() -> Box<dyn Engine> {
        Baseline::<Self>::boxed()
    }

    fn tune(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult {
        fit_weights::<Self>(plan, report)
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

/// A [`SearchGame`] without its type. Tuning and measuring are left out of the module for browsers, where nobody calls them:
/// a table of functions keeps all it names.
pub trait Descriptor: Sync {
    /// The id of the game.
    fn id(&self) -> &'static str;
    /// [`SearchGame::LEVELS`].
    fn levels(&self) -> &'static LevelTable;
    /// [`SearchGame::SCORE_UNIT`].
    fn score_unit(&self) -> ScoreUnit;
    /// [`SearchGame::REVIEW_NODES`].
    fn review_nodes(&self) -> u64;
    /// [`SearchGame::engine`].
    fn engine(&self) -> Box<dyn Engine>;
    /// [`SearchGame::baseline`].
    #[cfg(not(target_family = "wasm"))]
    fn baseline(&self) -> Box<dyn Engine>;
    /// [`SearchGame::tune`].
    #[cfg(not(target_family = "wasm"))]
    fn tune(&self, plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult;
    /// [`SearchGame::known`] of a play of this game.
    fn known<'a>(&self, play: &'a dyn AnyPlay, side: Side) -> InformationSet<'a>;
    /// Questions about the position a side knows; `None` if `known` is of another game.
    fn one_ply<'a>(&self, known: &InformationSet<'a>) -> Option<Box<dyn OnePly + 'a>>;
    /// Proofs from the position of a play of this game.
    fn exhaustive<'a>(&self, play: &'a dyn AnyPlay) -> &'a dyn Exhaustive;
    /// [`SearchGame::puzzle_start`].
    #[cfg(not(target_family = "wasm"))]
    fn puzzle_start(&self, random: &mut Random) -> Option<Box<dyn AnyPlay>>;
    /// [`SearchGame::puzzle_setup`] of a play of this game.
    fn puzzle_setup(&self, play: &dyn AnyPlay) -> String;
}

/// The descriptor of a game.
struct TypedDescriptor<G>(PhantomData<fn() -> G>);

/// The descriptor of a game whose type is known.
pub(crate) const fn descriptor<G: SearchGame>() -> &'static dyn Descriptor {
    const { &TypedDescriptor::<G>(PhantomData) }
}

macro_rules! descriptors {
    ($($module:ident :: $Game:ident,)*) => {
        /// The descriptor of every game, in the order of the registry.
        pub static DESCRIPTORS: &[&dyn Descriptor] = &[$(descriptor::<games::$module::$Game>()),*];
    };
}

taijitu_rules::for_each_game!(descriptors);

/// The descriptor of the game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Descriptor> {
    DESCRIPTORS.iter().copied().find(|descriptor| descriptor.id() == id)
}

/// The descriptor of the game of a play.
///
/// # Panics
/// If the game is not registered.
#[must_use]
pub fn of(play: &dyn AnyPlay) -> &'static dyn Descriptor {
    find(play.meta().id).expect("a game that is played is registered")
}

/// The play with its type.
fn typed<G: Game>(play: &dyn AnyPlay) -> &Play<G> {
    play.as_any().downcast_ref().expect("a play is handed to the descriptor of its own game")
}

impl<G: SearchGame> Descriptor for TypedDescriptor<G> {
    fn id(&self) -> &'static str {
        G::meta().id
    }
    fn levels(&self) -> &'static LevelTable {
        &G::LEVELS
    }
    fn score_unit(&self) -> ScoreUnit {
        G::SCORE_UNIT
    }
    fn review_nodes(&self) -> u64 {
        G::REVIEW_NODES
    }
    fn engine(&self) -> Box<dyn Engine> {
        G::engine()
    }
    #[cfg(not(target_family = "wasm"))]
    fn baseline(&self) -> Box<dyn Engine> {
        G::baseline()
    }
    #[cfg(not(target_family = "wasm"))]
    fn tune(&self, plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult {
        G::tune(plan, report)
    }
    fn known<'a>(&self, play: &'a dyn AnyPlay, side: Side) -> InformationSet<'a> {
        G::known(typed(play), side)
    }
    fn one_ply<'a>(&self, known: &InformationSet<'a>) -> Option<Box<dyn OnePly + 'a>> {
        Some(Box::new(G::known_position(known)?))
    }
    fn exhaustive<'a>(&self, play: &'a dyn AnyPlay) -> &'a dyn Exhaustive {
        typed::<G>(play).position()
    }
    #[cfg(not(target_family = "wasm"))]
    fn puzzle_start(&self, random: &mut Random) -> Option<Box<dyn AnyPlay>> {
        Some(Box::new(G::puzzle_start(random)?))
    }
    fn puzzle_setup(&self, play: &dyn AnyPlay) -> String {
        typed::<G>(play).position().puzzle_setup()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Options;

    /// Every game has a complete descriptor, and each item belongs to its own game.
    #[test]
    fn every_registered_game_is_described() {
        for (game, descriptor) in games::GAMES.iter().zip(DESCRIPTORS) {
            let id = game.meta().id;
            assert_eq!(descriptor.id(), id);
            assert!(find(id).is_some_and(|found| found.id() == id));
            let play =
                game.start(Options::parse(game.meta().options, []).expect("defaults")).expect("a start");
            assert_eq!(of(&*play).id(), id);
            assert!(descriptor.one_ply(&InformationSet::to_actor(&*play)).is_some(), "{id}");
            let start = descriptor.puzzle_start(&mut Random::new(1)).expect("a start");
            assert_eq!(start.meta().id, id);
            assert!(game.set_up(start.options().clone(), &descriptor.puzzle_setup(&*start)).is_ok(), "{id}");
        }
        assert_eq!(games::GAMES.len(), DESCRIPTORS.len());
    }
}
