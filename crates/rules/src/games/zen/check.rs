//! Check, mate, and announcing them (variants 1 and 2).
//!
//! A *winning turn* is one after which the pieces show a win of its mover. A turn gives check if its mover,
//! allowed to move again at once and without a ko, had a winning turn. It is mate if no reply changes that.
//!
//! With `announce=auto` mate follows from the position and ends the game. With `announce=manual` the mover
//! announces it, and may forget:
//!
//! ```text
//!   attacker: check, unannounced      the position holds an open check
//!   defender: a reply that fails       … and now remembers the position before this reply
//!   attacker: a winning turn          the game waits:
//!   defender: concede                     the attacker has won
//!             takeback                    the remembered position is back, its check announced
//! ```

use super::Zen;
use super::ending::groups;
use super::field::{Leash, ZenField, touching};
use super::moves::Step;
use crate::refusal::{Refusal, Rule};
use crate::side::Side;
use std::sync::Arc;

const NO_ANNOUNCING: Rule = Rule::new(
    "zen.no-announcing",
    "check is not announced in this variant",
    "dans cette variante on n’annonce pas l’échec",
);
const NO_CHECK: Rule = Rule::new("zen.no-check", "this does not give check", "ce coup ne donne pas échec");
const NO_MATE: Rule =
    Rule::new("zen.no-mate", "this is check, not mate: write +", "c’est échec, pas mat : écrivez +");
const IS_MATE: Rule =
    Rule::new("zen.is-mate", "this is mate: write # or nothing", "c’est mat : écrivez # ou rien");
const NOT_ANNOUNCED: Rule = Rule::new(
    "zen.not-announced",
    "check has to be announced: write + or, for mate, #",
    "l’échec doit être annoncé : écrivez +, ou # pour le mat",
);
const ANNOUNCED_BY_ITSELF: Rule = Rule::new(
    "zen.announced-by-itself",
    "here the game announces check itself",
    "ici, le jeu annonce lui-même l’échec",
);

/// The announcement of a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoverClaim {
    /// Nothing.
    #[default]
    Nothing,
    /// Check, `+`.
    Check,
    /// Check and mate, `#`.
    Mate,
}

impl MoverClaim {
    /// The suffix of a turn in notation.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Check => "+",
            Self::Mate => "#",
        }
    }
}

/// The state of announcing where the players announce; [`Settled`](Self::Settled) elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// There is no check, or it was announced.
    Settled,
    /// There is check, and it was not announced.
    Open,
    /// Mate was announced: the game is over.
    Mate,
}

impl ZenField {
    /// Whether a side, to move now, can win with this turn.
    pub(super) fn has_winning_turn(&self, side: Side, leash: Leash) -> bool {
        if self.too_scattered(side) {
            return false;
        }
        self.moves(side, leash).any(|(from, to)| {
            let mut after = *self;
            after.go(side, from, to);
            after.won_by(side)
        })
    }

    /// Whether a side has too many groups to connect them in one turn, and too many enemies to take them all.
    ///
    /// A piece that lands joins at most four groups (its corners). Leaving its square it may take one group
    /// away, and one more if it captures the Zen.
    fn too_scattered(&self, side: Side) -> bool {
        const MOST: usize = 6;
        let own = self.own(side);
        let scattered = || (own - touching(own)).len() > MOST || groups(own).nth(MOST).is_some();
        self.pawns[side.other()].len() > 1 && scattered()
    }
}

impl Zen {
    /// What the player who has just moved has to announce.
    pub(super) fn due(&self) -> MoverClaim {
        if !self.rules.variant.has_check() || self.field.ending().is_some() || self.passes == 2 {
            return MoverClaim::Nothing;
        }
        match self.gives_check() {
            false => MoverClaim::Nothing,
            true if self.is_mate() => MoverClaim::Mate,
            true => MoverClaim::Check,
        }
    }

    /// Whether the player who has just moved could win if it were their turn again, with no ko in force.
    pub(super) fn gives_check(&self) -> bool {
        self.field.has_winning_turn(self.act.other(), self.leash_with(None))
    }

    /// Whether the player to act has a winning turn.
    pub(super) fn can_win_at_once(&self) -> bool {
        self.field.has_winning_turn(self.act, self.leash())
    }

    /// Given check: whether the player to act has no reply that ends it. Where the only reply is a pass
    /// there is none: it leaves the pieces alone and lifts the ko, so that the check stands.
    fn is_mate(&self) -> bool {
        let attacker = self.act.other();
        self.field.moves(self.act, self.leash()).all(|(from, to)| {
            let ko = self.field.zen.contains(from).then_some(from);
            let mut after = self.field;
            after.go(self.act, from, to);
            match after.ending() {
                Some(end) => end.winner == Some(attacker),
                None => after.has_winning_turn(attacker, self.leash_with(ko)),
            }
        })
    }

    /// What the mover of a turn has to announce.
    pub(super) fn due_after(&self, turn: Step) -> MoverClaim {
        if !self.rules.variant.has_check() {
            return MoverClaim::Nothing;
        }
        let mut after = self.clone();
        after.make(turn);
        after.due()
    }

    /// The refusal of a wrong announcement with a turn that is legal without it.
    pub(super) fn false_announcement(&self, turn: Step, claim: MoverClaim) -> Option<Refusal> {
        if claim == MoverClaim::Nothing {
            return None;
        }
        if !self.rules.variant.has_check() {
            return Some(Refusal::Rule(NO_ANNOUNCING));
        }
        match (claim, self.due_after(turn)) {
            (_, MoverClaim::Nothing) => Some(Refusal::Rule(NO_CHECK)),
            (MoverClaim::Mate, MoverClaim::Check) => Some(Refusal::Rule(NO_MATE)),
            // Where the players announce checks themselves, that is sufficient: the game continues.
            (MoverClaim::Check, MoverClaim::Mate) if !self.rules.manual => Some(Refusal::Rule(IS_MATE)),
            _ => None,
        }
    }

    /// Why a step is not listed though its turn is legal: it announces something wrong, or nothing.
    pub(super) fn why_claim_is_wrong(&self) -> Refusal {
        Refusal::Rule(if self.rules.manual {
            NOT_ANNOUNCED
        } else if self.rules.variant.has_check() {
            ANNOUNCED_BY_ITSELF
        } else {
            NO_ANNOUNCING
        })
    }

    /// Where the players announce: plays a turn with its announcement.
    pub(super) fn make_with_claim(&mut self, turn: Step, claim: MoverClaim) {
        let was_open = self.check == Check::Open;
        let memory = was_open.then(|| Arc::new(Self { check: Check::Settled, ..self.clone() }));
        self.make(turn);
        let ending = self.field.ending();
        let goes_on = ending.is_none() && self.passes < 2 && claim != MoverClaim::Mate;
        let won_by_mover = ending.is_some_and(|end| end.winner == Some(self.act.other()));
        // A win against a reply to an open check keeps the remembered position: the reply may be taken back.
        // A reply that parries the check leaves nothing to remember.
        if !won_by_mover {
            self.before_reply = memory.filter(|_| goes_on && self.can_win_at_once());
        }
        self.check = match claim {
            MoverClaim::Mate => Check::Mate,
            MoverClaim::Nothing if goes_on && self.gives_check() => Check::Open,
            MoverClaim::Nothing | MoverClaim::Check => Check::Settled,
        };
    }

    /// Whether a win waits for the loser's `concede` or `takeback`.
    ///
    /// The remembered position is one of the defender to act. It is kept over the attacker's turn only if
    /// that turn won; the defender is to act again then.
    pub(super) fn must_answer(&self) -> bool {
        self.before_reply.as_ref().is_some_and(|before| before.act == self.act)
    }
}
