//! Prompts and refusals of Aliens & Amazons.

use super::{Aliens, Chain, Step, between};
use crate::board::Point;
use crate::board::kadon::kadon;
use crate::refusal::{Refusal, Rule};
use crate::side::{Side, Text};

pub(super) const HOW_TO_WRITE: Text = Text {
    en: "a node (c7), a step (c7-c8) or jumps with every landing (c7-a7-a9)",
    fr: "un nœud (c7), un pas (c7-c8) ou des sauts avec chaque arrivée (c7-a7-a9)",
};

pub(super) const NO_PASS: Rule = Rule::new(
    "aliens.no-pass",
    "there is no passing: aliens that cannot move have lost, and the amazons can always move",
    "on ne passe pas : des envahisseurs bloqués ont perdu, et les amazones peuvent toujours jouer",
);
const PLACE_FIRST: Rule = Rule::new(
    "aliens.place-first",
    "pieces move only once your hand is empty: place one on an empty node",
    "les pièces ne bougent qu’une fois la main vide : posez-en une sur un nœud libre",
);
const ALL_PLACED: Rule = Rule::new(
    "aliens.all-placed",
    "you have no piece left to place: move one, as in c7-c8",
    "vous n’avez plus de pièce à poser : déplacez-en une, par exemple c7-c8",
);
const AMAZONS_ONLY_STEP: Rule = Rule::new(
    "aliens.amazons-only-step",
    "an amazon never jumps: it steps to a neighbouring node",
    "une amazone ne saute jamais : elle avance vers un nœud voisin",
);
const NOTHING_TO_JUMP: Rule = Rule::new(
    "aliens.nothing-to-jump",
    "there is nothing to jump over at {}",
    "il n’y a rien à sauter en {}",
);
const ONLY_JUMPS_FOLLOW: Rule = Rule::new(
    "aliens.only-jumps-follow",
    "{} is a step away: a step is a whole move, and after a jump only jumps are possible",
    "{} est à un pas : un pas est un coup entier, et après un saut on ne peut que sauter",
);
const CHAIN_IS_OPEN: Rule = Rule::new(
    "aliens.chain-is-open",
    "go on jumping with the same alien, or end the turn",
    "continuez à sauter avec le même envahisseur, ou terminez le coup",
);
const HOME_WITHOUT_CAPTURE: Rule = Rule::new(
    "aliens.home-without-capture",
    "a chain of jumps may end where it began only after a capture",
    "une suite de sauts ne peut finir où elle a commencé qu’après une prise",
);

impl Aliens {
    pub(super) fn why_not(&self, step: Step) -> Refusal {
        match (step, self.chain) {
            (Step::Place(_) | Step::Move { .. }, Some(_)) => Refusal::Rule(CHAIN_IS_OPEN),
            (Step::Place(_), None) if self.hand[self.act] == 0 => Refusal::Rule(ALL_PLACED),
            (Step::Place(node), None) => Refusal::Occupied(name(node)),
            (Step::Move { from, to }, None) => self.why_no_move(from, to),
            (Step::Jump(to), Some(Chain { at, .. })) => self.why_no_jump(at, to),
            (Step::Done, Some(_)) => Refusal::Rule(HOME_WITHOUT_CAPTURE),
            (Step::Jump(_) | Step::Done, None) => Refusal::NotLegal,
        }
    }

    fn why_no_move(&self, from: Point, to: Point) -> Refusal {
        if self.hand[self.act] > 0 {
            Refusal::Rule(PLACE_FIRST)
        } else if !self.occupied().contains(from) {
            Refusal::Empty(name(from))
        } else if !self.pieces[self.act].contains(from) {
            Refusal::NotYours(name(from))
        } else if self.act == Side::Black && !self.occupied().contains(to) && between(from, to).is_some() {
            Refusal::Rule(AMAZONS_ONLY_STEP)
        } else {
            self.why_no_jump(from, to)
        }
    }

    /// Why a piece in a chain cannot jump there.
    pub(super) fn why_no_jump(&self, from: Point, to: Point) -> Refusal {
        if self.occupied().contains(to) {
            Refusal::Occupied(name(to))
        } else if let Some(over) = between(from, to) {
            Refusal::RuleAt(NOTHING_TO_JUMP, name(over))
        } else if kadon().neighbours[from.index()].contains(to) {
            Refusal::RuleAt(ONLY_JUMPS_FOLLOW, name(to))
        } else {
            Refusal::OutOfReach(name(from), name(to))
        }
    }

    pub(super) fn what_to_do(&self) -> Text {
        match (self.chain, self.act) {
            (Some(chain), _) if chain.no_end == Some(chain.at) => Text {
                en: "jump on: without a capture the alien may not end where it began",
                fr: "continuez à sauter : sans prise, l’envahisseur ne peut pas finir où il a commencé",
            },
            (Some(_), _) => {
                Text { en: "jump on, or end the turn", fr: "continuez à sauter, ou terminez le coup" }
            }
            (None, side) if self.hand[side] > 0 => match side {
                Side::White => Text {
                    en: "place an alien on an empty node",
                    fr: "posez un envahisseur sur un nœud libre",
                },
                Side::Black => Text {
                    en: "place an amazon on an empty node",
                    fr: "posez une amazone sur un nœud libre",
                },
            },
            (None, Side::White) => Text {
                en: "move an alien: one step, or jumps over neighbouring pieces",
                fr: "déplacez un envahisseur : un pas, ou des sauts par-dessus des pièces voisines",
            },
            (None, Side::Black) => {
                Text { en: "move an amazon one step", fr: "déplacez une amazone d’un pas" }
            }
        }
    }
}

fn name(node: Point) -> String {
    kadon().board.name(node).into()
}
