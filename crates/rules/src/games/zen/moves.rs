//! The steps of Zen, and why a step is refused. A turn is always one step.

use super::Zen;
use super::check::MoverClaim;
use super::field::{Leash, between, board, towards};
use crate::board::Point;
use crate::refusal::{Refusal, Rule};
use crate::side::Side;

const NOT_STRAIGHT: Rule = Rule::new(
    "zen.not-straight",
    "a piece moves in a straight line: along a row, a column or a diagonal",
    "une pièce se déplace en ligne droite : rangée, colonne ou diagonale",
);
const DISTANCE: Rule = Rule::new(
    "zen.distance",
    "the line holds {} pieces: move exactly {} squares",
    "la ligne porte {} pièces : avancez d’exactement {} cases",
);
const DISTANCE_ONE: Rule = Rule::new(
    "zen.distance",
    "the line holds 1 piece: move exactly 1 square",
    "la ligne porte 1 pièce : avancez d’exactement 1 case",
);
const ENEMY_IN_THE_WAY: Rule = Rule::new(
    "zen.enemy-in-the-way",
    "an opposing piece is in the way, at {}",
    "un pion adverse barre le chemin en {}",
);
const OWN_PAWN: Rule = Rule::new("zen.own-pawn", "your own pawn stands on {}", "votre propre pion occupe {}");
const KO: Rule = Rule::new(
    "zen.ko",
    "the Zen has just left {}: it may not go straight back",
    "le Zen vient de quitter {} : il ne peut pas y revenir tout de suite",
);
const CONTACT: Rule =
    Rule::new("zen.contact", "on {} the Zen would touch no pawn", "en {} le Zen ne toucherait aucun pion");
const CAN_MOVE: Rule = Rule::new(
    "zen.can-move",
    "you may pass only if you have no legal move",
    "on ne passe que si aucun coup n’est possible",
);
const MUST_ANSWER: Rule = Rule::new(
    "zen.must-answer",
    "the check was not announced: answer concede or takeback",
    "l’échec n’avait pas été annoncé : répondez concede ou takeback",
);
const NOTHING_TO_ANSWER: Rule = Rule::new(
    "zen.nothing-to-answer",
    "only a player who has just lost to an unannounced check can concede or take back",
    "seul celui qui vient de perdre sur un échec non annoncé peut concéder ou reprendre son coup",
);

/// A step of Zen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A pawn or the Zen moves. The announcement counts only with `announce=manual`; it is `Nothing`
    /// elsewhere.
    Move {
        /// Where it stood.
        from: Point,
        /// Where it lands.
        to: Point,
        /// What the mover announces.
        claim: MoverClaim,
    },
    /// No legal move. The pass of a player whom only the ko held back may even give check.
    Pass(MoverClaim),
    /// The loser to an unannounced check lets it stand.
    Concede,
    /// The loser to an unannounced check takes the reply to it back.
    Takeback,
}

impl Step {
    /// Its announcement.
    pub(super) const fn claim(self) -> MoverClaim {
        match self {
            Self::Move { claim, .. } | Self::Pass(claim) => claim,
            Self::Concede | Self::Takeback => MoverClaim::Nothing,
        }
    }

    /// The same step with another announcement.
    pub(super) const fn with_claim(self, claim: MoverClaim) -> Self {
        match self {
            Self::Move { from, to, .. } => Self::Move { from, to, claim },
            Self::Pass(_) => Self::Pass(claim),
            Self::Concede | Self::Takeback => self,
        }
    }
}

impl Zen {
    /// What restrains the Zen now.
    pub(super) fn leash(&self) -> Leash {
        self.leash_with(self.ko)
    }

    /// What would restrain the Zen with another ko square.
    pub(super) fn leash_with(&self, ko: Option<Point>) -> Leash {
        let contact = self.rules.variant.needs_contact();
        Leash { ko, contact }
    }

    /// Whether the player to act has a legal move.
    pub(super) fn can_move(&self) -> bool {
        self.field.moves(self.act, self.leash()).next().is_some()
    }

    /// Lists the steps of a position that is not decided.
    pub(super) fn list_steps(&self, out: &mut Vec<Step>) {
        if self.must_answer() {
            out.extend([Step::Concede, Step::Takeback]);
            return;
        }
        let claim = MoverClaim::Nothing;
        // `for_each` runs the nested loops from inside; the list is the hottest part of a search.
        let moves = self.field.moves(self.act, self.leash());
        moves.for_each(|(from, to)| out.push(Step::Move { from, to, claim }));
        if out.is_empty() {
            out.push(Step::Pass(claim));
        }
        if self.rules.manual {
            for step in out {
                *step = step.with_claim(self.due_after(*step));
            }
        }
    }

    /// Plays a move or a pass on the board: pieces, ko, side to act. Announcements are ignored.
    pub(super) fn make(&mut self, turn: Step) {
        if let Step::Move { from, to, .. } = turn {
            self.ko = self.field.zen.contains(from).then_some(from);
            self.passes = 0;
            self.field.go(self.act, from, to);
        } else {
            self.ko = None;
            self.passes = (self.passes + 1).min(2);
        }
        self.hand_over();
    }

    /// The next seat has to act: White-1, Black-1, White-2, Black-2, or the same with the colours exchanged.
    pub(super) fn hand_over(&mut self) {
        if self.rules.four && self.act != self.began {
            self.seat = 3 - self.seat;
        }
        self.act = self.act.other();
    }

    /// Why a step may not be played; `None` if it may.
    pub(super) fn refusal(&self, step: Step) -> Option<Refusal> {
        let refused = match step {
            Step::Concede | Step::Takeback => {
                (!self.must_answer()).then_some(Refusal::Rule(NOTHING_TO_ANSWER))
            }
            _ if self.must_answer() => Some(Refusal::Rule(MUST_ANSWER)),
            Step::Move { from, to, .. } => self.why_not(from, to),
            Step::Pass(_) => self.can_move().then_some(Refusal::Rule(CAN_MOVE)),
        };
        let claim = step.claim();
        refused.or_else(|| match self.rules.manual {
            true => self.false_announcement(step, claim),
            false => (claim != MoverClaim::Nothing).then(|| self.why_claim_is_wrong()),
        })
    }

    /// Why a move is not legal; `None` if it is.
    fn why_not(&self, from: Point, to: Point) -> Option<Refusal> {
        let name = |point| board().name(point).to_string();
        let at = |rule, point| Some(Refusal::RuleAt(rule, name(point)));
        let (own, enemy) = (self.field.own(self.act), self.field.pawns[self.act.other()]);
        if enemy.contains(from) {
            return Some(Refusal::NotYours(name(from)));
        }
        if !own.contains(from) {
            return Some(Refusal::Empty(name(from)));
        }
        let Some((direction, squares)) = towards(from, to) else {
            return Some(Refusal::Rule(NOT_STRAIGHT));
        };
        match self.field.on_line(from, direction) {
            count if count == squares => {}
            1 => return Some(Refusal::Rule(DISTANCE_ONE)),
            count => return Some(Refusal::RuleAt(DISTANCE, count.to_string())),
        }
        let nearest = |point: &Point| towards(from, *point).map(|(_, squares)| squares);
        if let Some(blocker) = (enemy & between(from, to, direction)).iter().min_by_key(nearest) {
            return at(ENEMY_IN_THE_WAY, blocker);
        }
        if self.field.pawns[self.act].contains(to) {
            return at(OWN_PAWN, to);
        }
        if self.field.zen.contains(from) && !self.field.may_put_zen(to, self.leash()) {
            return at(if self.ko == Some(to) { KO } else { CONTACT }, to);
        }
        None
    }

    /// Whether a turn captures.
    pub(super) fn captures(&self, to: Point) -> bool {
        self.field.pieces().contains(to)
    }

    /// The other side than the one to act: who has just moved.
    pub(super) const fn mover(&self) -> Side {
        self.act.other()
    }
}
