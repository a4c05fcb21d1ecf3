//! The information set of a player: what an engine may know.
//!
//! In an open game that is the whole play. In Yin Yang it is the [`Observation`] of one side: it does not
//! contain the opponent's secret laws, so no engine that is given an [`InformationSet`] can use them.

use crate::descriptor::{self, Descriptor, SearchGame};
use crate::yinyang::Observation;
use std::borrow::Cow;
use taijitu_rules::games::yinyang::YinYang;
use taijitu_rules::{AnyPlay, Game, Play, Side};

/// What one side may know of a play.
pub struct InformationSet<'a> {
    game: &'static dyn Descriptor,
    side: Side,
    over: bool,
    what: Knowledge<'a>,
}

enum Knowledge<'a> {
    Everything(&'a dyn AnyPlay),
    Seen(Observation),
}

impl<'a> InformationSet<'a> {
    /// What a side may know of a play; see [`SearchGame::known`].
    #[must_use]
    pub fn to(side: Side, play: &'a dyn AnyPlay) -> Self {
        descriptor::of(play).known(play, side)
    }

    /// The whole play of a game without secrets.
    #[must_use]
    pub fn everything<G: SearchGame>(side: Side, play: &'a Play<G>) -> Self {
        let over = play.outcome().is_some();
        Self { game: descriptor::descriptor::<G>(), side, over, what: Knowledge::Everything(play) }
    }

    /// What a side has seen of a game of Yin Yang.
    pub(crate) fn seen(sight: Observation, over: bool) -> Self {
        let game = descriptor::descriptor::<YinYang>();
        Self { game, side: sight.side(), over, what: Knowledge::Seen(sight) }
    }

    /// What the side to act may know.
    #[must_use]
    pub fn to_actor(play: &'a dyn AnyPlay) -> Self {
        Self::to(play.to_act().side(), play)
    }

    /// The information set of a side of Yin Yang, from an [`Observation`] that another process sent.
    #[must_use]
    pub fn from_observation(sight: Observation) -> Self {
        Self::seen(sight, false)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static dyn Descriptor {
        self.game
    }

    /// The side it belongs to.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The play of an open game, if it is one of this game.
    #[must_use]
    pub fn open<G: Game>(&self) -> Option<&'a Play<G>> {
        match self.what {
            Knowledge::Everything(play) => play.as_any().downcast_ref(),
            Knowledge::Seen(_) => None,
        }
    }

    /// The position of an open game, if it is one of this game.
    #[must_use]
    pub fn open_position<G: Game>(&self) -> Option<Cow<'a, G>> {
        self.open::<G>().map(|play| Cow::Borrowed(play.position()))
    }

    /// What the side has seen of a game of Yin Yang.
    #[must_use]
    pub const fn sight(&self) -> Option<&Observation> {
        match &self.what {
            Knowledge::Everything(_) => None,
            Knowledge::Seen(sight) => Some(sight),
        }
    }
}
