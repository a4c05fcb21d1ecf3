//! What one seat has seen of a game: the one door through which a game reaches the engine.
//!
//! A [`Sight`] holds the position as [`Seen`] by its side and the turns so far without any text the side could
//! not read. Two games that differ only in what is secret to a side give it equal sights, and the engine gets
//! nothing else.

use taijitu_rules::games::yinyang::{Seen, Step, YinYang};
use taijitu_rules::{Play, Side};

/// A turn as the side that looks on saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// What the side could see before it.
    pub before: Seen,
    /// Who played it.
    pub by: Side,
    /// Its steps, without the texts of laws that were written or rewritten.
    pub steps: Vec<Step>,
}

impl Witnessed {
    /// The law it rewrote.
    #[must_use]
    pub fn rewrote(&self) -> Option<u8> {
        self.steps.iter().find_map(|step| match step {
            Step::Rewrite(number) => Some(*number),
            _ => None,
        })
    }
}

/// Everything one side knows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    now: Seen,
    turns: Vec<Witnessed>,
}

impl Sight {
    /// What a side knows of a game.
    #[must_use]
    pub fn of(play: &Play<YinYang>, side: Side) -> Self {
        let turns = play.rounds().last().map_or(&[][..], |round| &round.turns);
        let witnessed = turns
            .iter()
            // While laws are written there is nothing to see, and who was ready first says nothing.
            .filter(|turn| !turn.steps.iter().any(|step| matches!(step, Step::Write { .. })))
            .map(|turn| Witnessed {
                before: turn.before.seen_by(side),
                by: turn.by,
                steps: turn.steps.iter().copied().filter(|step| !matches!(step, Step::Text(_))).collect(),
            });
        Self { now: play.position().seen_by(side), turns: witnessed.collect() }
    }

    /// Whose sight it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.now.side()
    }

    /// The position now.
    #[must_use]
    pub const fn now(&self) -> &Seen {
        &self.now
    }

    /// The turns so far, the two set-up turns left out.
    #[must_use]
    pub fn turns(&self) -> &[Witnessed] {
        &self.turns
    }
}
