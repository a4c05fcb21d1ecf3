//! Refusals of steps.
//!
//! A refusal is shown to the side whose step it is: it may mention that side's laws and face-up ones, never
//! secrets of the opponent.

use super::apply::BLOCKS;
use super::setup::law_name;
use super::{Law, Stage, Step, YinYang};
use crate::board::{Point, yinyang};
use crate::refusal::{Refusal, Rule, STUCK};
use crate::view::Touch;

pub(super) const WRITE_FIRST: Rule = Rule::new(
    "yinyang.write-first",
    "both players write their laws first: laws LAW LAW LAW LAW",
    "les deux joueurs écrivent d’abord leurs lois : laws LOI LOI LOI LOI",
);
pub(super) const WRITTEN: Rule = Rule::new(
    "yinyang.written",
    "the laws are written; only an adaptation law can change one",
    "les lois sont écrites ; seule une loi d’adaptation peut en changer une",
);
pub(super) const ONE_MOVE: Rule =
    Rule::new("yinyang.one-move", "a turn has at most one move", "un coup comporte au plus un déplacement");
pub(super) const ONE_LAW: Rule = Rule::new(
    "yinyang.one-law",
    "a turn applies at most one law, once",
    "un coup applique au plus une loi, une seule fois",
);
pub(super) const MOVE_FIRST: Rule =
    Rule::new("yinyang.move-first", "the move comes before the law", "le déplacement précède la loi");
pub(super) const NO_LAW: Rule =
    Rule::new("yinyang.no-law", "laws are called L1, L2, L3 and L4", "les lois s’appellent L1, L2, L3 et L4");
pub(super) const NOT_ADAPTATION: Rule = Rule::new(
    "yinyang.not-adaptation",
    "only an adaptation law can rewrite a law",
    "seule une loi d’adaptation peut réécrire une loi",
);
const NO_BLOCK: Rule = Rule::new(
    "yinyang.no-block",
    "no 2 × 2 block has its lower left square on {}; blocks are a1 to c3",
    "aucun bloc de 2 × 2 n’a sa case en bas à gauche en {} ; les blocs vont de a1 à c3",
);
const NO_CAUSE: Rule = Rule::new(
    "yinyang.no-cause",
    "the block at {} does not show the cause of this law, seen from your seat",
    "le bloc en {} ne montre pas la cause de cette loi, vue de votre place",
);
const NOWHERE: Rule = Rule::new(
    "yinyang.nowhere",
    "no block shows the cause of {}, seen from your seat",
    "aucun bloc ne montre la cause de {}, vue de votre place",
);
const CONTRADICTION: Rule = Rule::new(
    "yinyang.contradiction",
    "it contradicts {}, which lies face up: the same cause on the board, another effect",
    "elle contredit {}, déjà face visible : même cause sur le plateau, autre effet",
);
const MOVE_OR_LAW: Rule = Rule::new(
    "yinyang.move-or-law",
    "nothing is played yet: move a stone or apply a law",
    "rien n’est encore joué : déplacez une pierre ou appliquez une loi",
);
const REWRITE_NOW: Rule = Rule::new(
    "yinyang.rewrite-now",
    "the adaptation law has to rewrite one of your laws now",
    "la loi d’adaptation doit maintenant réécrire une de vos lois",
);

/// Why a step that is not listed is not legal.
pub(super) fn explain(position: &YinYang, step: Step) -> Refusal {
    let rule = match (step, position.stage) {
        (Step::Write { .. }, _) => match position.writing() {
            Some(side) => return Refusal::NotYourTurn(side),
            None => WRITTEN,
        },
        _ if position.in_setup() => WRITE_FIRST,
        (Step::Rewrite(_), Stage::Adapting) => NO_LAW,
        (_, Stage::Adapting | Stage::Rewriting(_)) => REWRITE_NOW,
        (Step::Rewrite(_) | Step::Text(_), _) => NOT_ADAPTATION,
        (Step::Move { .. }, Stage::Moved) => ONE_MOVE,
        (Step::Move { from, to }, _) => return why_no_move(position, from, to),
        (Step::Apply { number, block }, _) => return why_no_law(position, number, block),
        (Step::Done, _) => MOVE_OR_LAW,
    };
    Refusal::Rule(rule)
}

fn why_no_move(position: &YinYang, from: Point, to: Point) -> Refusal {
    let board = yinyang();
    if [from, to].iter().any(|point| point.index() >= board.len()) {
        return Refusal::NoSuchPoint(board.title.clone());
    }
    let (start, end) = (board.name(from).to_string(), board.name(to).to_string());
    if position.stones.has(position.act.other(), from) {
        Refusal::NotYours(start)
    } else if !position.stones.has(position.act, from) {
        Refusal::Empty(start)
    } else if board.neighbours(from).contains(&to) {
        Refusal::Occupied(end)
    } else {
        Refusal::OutOfReach(start, end)
    }
}

fn why_no_law(position: &YinYang, number: u8, block: Point) -> Refusal {
    let Some(law) = position.hands[position.act].law(number) else {
        return Refusal::Rule(NO_LAW);
    };
    let board = yinyang();
    if block.index() >= board.len() {
        return Refusal::NoSuchPoint(board.title.clone());
    }
    let name = board.name(block).to_string();
    let law = law.on_board(position.act);
    if !BLOCKS.contains(&block) {
        Refusal::RuleAt(NO_BLOCK, name)
    } else if position.stones.block(block) != law.cause() {
        Refusal::RuleAt(NO_CAUSE, name)
    } else {
        match position.contradicted_by(law) {
            Some((owner, number)) => Refusal::RuleAt(CONTRADICTION, law_name(owner, number)),
            None => Refusal::NotLegal,
        }
    }
}

/// Why the last touch is not a legal continuation.
pub(super) fn why_not_touch(position: &YinYang, touches: &[Touch]) -> Refusal {
    let step = match *touches {
        [Touch::Text(ref text)] => match Law::parse(text) {
            Err(why) => return Refusal::Rule(why),
            Ok(law) => Step::Text(law),
        },
        [Touch::Point(from)] if position.stage == Stage::Open && position.stones.has(position.act, from) => {
            return match position.in_setup() {
                true => Refusal::Rule(WRITE_FIRST),
                false => Refusal::RuleAt(STUCK, yinyang().name(from).into()),
            };
        }
        [Touch::Point(from)] => Step::Move { from, to: from },
        [Touch::Point(from), Touch::Point(to)] => Step::Move { from, to },
        [Touch::Law(number)] => match position.stage {
            Stage::Open | Stage::Moved if !position.in_setup() => return explain_no_block(position, number),
            _ => Step::Rewrite(number),
        },
        [Touch::Law(number), Touch::Point(block)] => Step::Apply { number, block },
        [Touch::Word("done")] => Step::Done,
        _ => return Refusal::NotLegal,
    };
    explain(position, step)
}

/// Why a law of the side to act can be applied to no block.
fn explain_no_block(position: &YinYang, number: u8) -> Refusal {
    let Some(law) = position.hands[position.act].law(number) else {
        return Refusal::Rule(NO_LAW);
    };
    let cause = law.on_board(position.act).cause();
    let shown = BLOCKS.into_iter().find(|&block| position.stones.block(block) == cause);
    match shown {
        Some(block) => why_no_law(position, number, block),
        None => Refusal::RuleAt(NOWHERE, format!("L{number}")),
    }
}
