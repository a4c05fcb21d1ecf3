//! What a program at the board may know.
//!
//! In an open game that is the whole play. In Yin Yang it is the [`Sight`] of one side: the opponent's secret laws
//! are not in it, so no engine that is given a [`Known`] can look at them, by mistake or otherwise.

use crate::yinyang::Sight;
use taijitu_rules::games::yinyang::YinYang;
use taijitu_rules::{AnyPlay, Game, Play, Side};

/// What one side may know of a play.
pub struct Known<'a> {
    side: Side,
    over: bool,
    what: What<'a>,
}

enum What<'a> {
    Everything(&'a dyn AnyPlay),
    Seen(Sight),
}

impl<'a> Known<'a> {
    /// What a side may know of a play.
    #[must_use]
    pub fn to(side: Side, play: &'a dyn AnyPlay) -> Self {
        let what = match play.as_any().downcast_ref::<Play<YinYang>>() {
            Some(play) => What::Seen(Sight::of(play, side)),
            None => What::Everything(play),
        };
        Self { side, over: play.outcome().is_some(), what }
    }

    /// What the side to act may know.
    #[must_use]
    pub fn to_actor(play: &'a dyn AnyPlay) -> Self {
        Self::to(play.to_act().side(), play)
    }

    /// What a side has seen of a game of Yin Yang, as it was told elsewhere.
    #[must_use]
    pub const fn told(sight: Sight) -> Self {
        Self { side: sight.side(), over: false, what: What::Seen(sight) }
    }

    /// Who knows it.
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
            What::Everything(play) => play.as_any().downcast_ref(),
            What::Seen(_) => None,
        }
    }

    /// What the side has seen of a game of Yin Yang.
    #[must_use]
    pub const fn sight(&self) -> Option<&Sight> {
        match &self.what {
            What::Everything(_) => None,
            What::Seen(sight) => Some(sight),
        }
    }
}
