//! How turns are written and read, and why a step is refused.
//!
//! `e5` places a ring, `e5-e8` moves one, `xb2-f6:c3` removes the five markers from b2 to f6 and takes off
//! the ring on c3.

use super::geometry::{between, cell, cells, direction, first, five, name, only, row_ends};
use super::moves::MoveTask;
use super::{Step, Yinsh};
use crate::board::{Point, yinsh};
use crate::game::{Presentation, Rules, read_step};
use crate::notation::{Word, words};
use crate::refusal::{Refusal, Rule, STUCK, TurnError};
use crate::side::Text;
use crate::view::Touch;

const RING_BETWEEN: Rule =
    Rule::new("yinsh.ring-between", "a ring stands in between, at {}", "un anneau barre le chemin, en {}");
const MUST_STOP: Rule = Rule::new(
    "yinsh.must-stop",
    "after jumping markers the ring must stop on the first empty point behind them, at {}",
    "après avoir sauté des marqueurs, l’anneau s’arrête sur le premier point libre derrière eux, en {}",
);
const NOT_IN_LINE: Rule = Rule::new(
    "yinsh.not-in-line",
    "a ring moves along a line of the board, and {} is not one",
    "un anneau suit une ligne du plateau, et {} n’en est pas une",
);
const NO_RING: Rule = Rule::new(
    "yinsh.no-ring",
    "there is a marker on {}, not a ring",
    "il y a un marqueur en {}, et non un anneau",
);
const ROW_FIRST: Rule = Rule::new(
    "yinsh.row-first",
    "a row of yours has to be removed first, for example {}",
    "il faut d’abord retirer un de vos alignements, par exemple {}",
);
const RING_FIRST: Rule = Rule::new(
    "yinsh.ring-first",
    "a ring has to be taken off first, for the row just removed",
    "il faut d’abord retirer un anneau pour l’alignement qui vient d’être retiré",
);
const STILL_PLACING: Rule = Rule::new(
    "yinsh.still-placing",
    "nothing moves before all rings are placed; write one point, such as e5",
    "rien ne bouge avant que tous les anneaux soient posés ; écrivez un point, par exemple e5",
);
const ALL_PLACED: Rule = Rule::new(
    "yinsh.all-placed",
    "all your rings are placed; to move one write both points, such as e5-e8",
    "tous vos anneaux sont posés ; pour en déplacer un, écrivez deux points, par exemple e5-e8",
);
const NOT_FIVE: Rule = Rule::new(
    "yinsh.not-five",
    "a row is five adjacent points in a line; these two points are not its ends",
    "un alignement compte cinq points voisins en ligne ; ces deux points n’en sont pas les bouts",
);
const NO_ROW: Rule = Rule::new(
    "yinsh.no-row",
    "not a row: no marker of yours on {}",
    "pas un alignement : aucun marqueur à vous en {}",
);
const ROW_BEGINS: Rule = Rule::new(
    "yinsh.row-begins",
    "choose the row by its ends, the one on {} first",
    "choisissez l’alignement par ses bouts, d’abord celui en {}",
);
const NOT_IN_A_ROW: Rule = Rule::new(
    "yinsh.not-in-a-row",
    "the marker on {} is not part of a row of five",
    "le marqueur en {} ne fait partie d’aucun alignement de cinq",
);
const NO_ROW_REMOVED: Rule = Rule::new(
    "yinsh.no-row-removed",
    "a ring is only taken off for a row that was removed",
    "on ne retire un anneau que pour un alignement retiré",
);
const CAN_MOVE: Rule = Rule::new(
    "yinsh.can-move",
    "pass is only allowed when no ring can move",
    "on ne passe que si aucun anneau ne peut bouger",
);
const CAN_PLACE: Rule = Rule::new(
    "yinsh.can-place",
    "you cannot pass: you have rings to place",
    "vous ne pouvez pas passer : il vous reste des anneaux à poser",
);
const SPELLINGS: Text = Text {
    en: "a point (e5), a move (e5-e8), a removal (xb2-f6:c3) or pass",
    fr: "un point (e5), un déplacement (e5-e8), un retrait (xb2-f6:c3) ou pass",
};

/// Spells a turn, or the beginning of one.
pub(super) fn spell(steps: &[Step]) -> String {
    let mut text = String::new();
    for &step in steps {
        let (before, written) = match step {
            Step::Ring(at) => (":", yinsh().name(at).to_string()),
            Step::Place(at) => (" ", yinsh().name(at).to_string()),
            Step::Row { first, last } => (" ", format!("x{}", ends(first, last))),
            Step::Move { from, to } => (" ", ends(from, to)),
            Step::Pass => (" ", "pass".to_string()),
        };
        if !text.is_empty() {
            text.push_str(before);
        }
        text.push_str(&written);
    }
    text
}

fn ends(from: Point, to: Point) -> String {
    format!("{}-{}", yinsh().name(from), yinsh().name(to))
}

impl Yinsh {
    /// Reads a turn; the ends of a row may be named in either order.
    pub(super) fn read_turn(&self, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let mut position = self.clone();
        let mut steps = vec![];
        for word in words(&lower) {
            if !steps.is_empty() && !position.mid_turn() {
                return Err(word.refuse(Refusal::TooMuch));
            }
            if let Some(removal) = word.strip("x") {
                position.read_removal(word, removal, &mut steps)?;
            } else {
                let step = step_of(word)?;
                steps.push(read_step(&mut position, step, word)?);
            }
        }
        if steps.is_empty() || position.mid_turn() {
            return Err(Word::whole(text).refuse(Refusal::Incomplete(position.prompt())));
        }
        Ok(steps)
    }

    fn read_removal(
        &mut self,
        word: Word<'_>,
        removal: Word<'_>,
        steps: &mut Vec<Step>,
    ) -> Result<(), TurnError> {
        let (row, ring) = match removal.split_once(':') {
            Some((row, ring)) => (row, Some(ring)),
            None => (removal, None),
        };
        let (a, b) = row.split_once('-').ok_or_else(|| word.refuse(Refusal::Unreadable(SPELLINGS)))?;
        let (a, b) = (a.point(yinsh())?, b.point(yinsh())?);
        let step = Step::Row { first: a.min(b), last: a.max(b) };
        steps.push(read_step(self, step, word)?);
        let ring = ring.ok_or_else(|| word.refuse(Refusal::Incomplete(self.prompt())))?;
        steps.push(read_step(self, Step::Ring(ring.point(yinsh())?), ring)?);
        Ok(())
    }

    /// Why a step that is not listed is not legal.
    pub(super) fn why_not(&self, step: Step) -> Refusal {
        match (self.task(), step) {
            (MoveTask::Over, _) => Refusal::Over,
            (MoveTask::Place, Step::Place(at)) => Refusal::Occupied(yinsh().name(at).into()),
            (MoveTask::Place, Step::Pass) => Refusal::Rule(CAN_PLACE),
            (MoveTask::Place | MoveTask::Wait, Step::Move { .. } | Step::Row { .. }) => {
                Refusal::Rule(STILL_PLACING)
            }
            (_, Step::Place(_)) => Refusal::Rule(ALL_PLACED),
            (MoveTask::Ring, Step::Ring(at)) => self.no_ring_of_mine(cell(at)),
            (_, Step::Ring(_)) => Refusal::Rule(NO_ROW_REMOVED),
            (MoveTask::Ring, _) => Refusal::Rule(RING_FIRST),
            (_, Step::Row { first, last }) => self.no_row(cell(first), cell(last)),
            (MoveTask::Row, Step::Move { .. } | Step::Pass) => {
                self.some_row().map_or(Refusal::NotLegal, |row| Refusal::RuleAt(ROW_FIRST, row))
            }
            (_, Step::Move { from, to }) => self.no_move(cell(from), cell(to)),
            (_, Step::Pass) => Refusal::Rule(CAN_MOVE),
        }
    }

    /// Why the last touch is not a legal continuation.
    pub(super) fn why_not_touched(&self, touches: &[Touch]) -> Refusal {
        match (touches, self.task()) {
            ([Touch::Point(at)], MoveTask::Place) => self.why_not(Step::Place(*at)),
            ([Touch::Point(at)], MoveTask::Ring) => self.why_not(Step::Ring(*at)),
            ([Touch::Point(at)], MoveTask::Row) => self.no_row_from(cell(*at)),
            ([Touch::Point(at)], MoveTask::Move) if only(cell(*at)) & self.rings[self.act] != 0 => {
                Refusal::RuleAt(STUCK, yinsh().name(*at).into())
            }
            ([Touch::Point(at)], MoveTask::Move) => self.no_ring_of_mine(cell(*at)),
            ([Touch::Point(a), Touch::Point(b)], MoveTask::Row) => {
                self.why_not(Step::Row { first: *a.min(b), last: *a.max(b) })
            }
            ([Touch::Point(from), Touch::Point(to)], _) => self.why_not(Step::Move { from: *from, to: *to }),
            ([Touch::Word("pass")], _) => self.why_not(Step::Pass),
            ([Touch::Point(_)], MoveTask::Wait) => Refusal::Incomplete(self.prompt()),
            _ => Refusal::NotLegal,
        }
    }

    /// Why no row can be chosen by touching this point first.
    fn no_row_from(&self, at: u8) -> Refusal {
        let own = self.markers[self.act];
        if only(at) & own == 0 {
            return Refusal::RuleAt(NO_ROW, name(at).into());
        }
        let holds = |&(first, last): &(u8, u8)| five(first, last).is_some_and(|row| row & only(at) != 0);
        match row_ends(own).find(holds) {
            Some((first, _)) => Refusal::RuleAt(ROW_BEGINS, name(first).into()),
            None => Refusal::RuleAt(NOT_IN_A_ROW, name(at).into()),
        }
    }

    /// A row that could be removed, as it is written.
    fn some_row(&self) -> Option<String> {
        let (first, last) = row_ends(self.markers[self.act]).next()?;
        Some(format!("x{}-{}", name(first), name(last)))
    }

    fn no_row(&self, first: u8, last: u8) -> Refusal {
        let Some(five) = five(first, last) else {
            return Refusal::Rule(NOT_FIVE);
        };
        let missing = cells(five & !self.markers[self.act]).next();
        missing.map_or(Refusal::NotLegal, |at| Refusal::RuleAt(NO_ROW, name(at).into()))
    }

    fn no_ring_of_mine(&self, at: u8) -> Refusal {
        if only(at) & self.rings[self.act.other()] != 0 {
            Refusal::NotYours(name(at).into())
        } else if only(at) & self.all_markers() != 0 {
            Refusal::RuleAt(NO_RING, name(at).into())
        } else {
            Refusal::Empty(name(at).into())
        }
    }

    /// The first obstacle on the way of a move.
    fn no_move(&self, from: u8, to: u8) -> Refusal {
        if only(from) & self.rings[self.act] == 0 {
            return self.no_ring_of_mine(from);
        }
        let Some(direction) = direction(from, to) else {
            return Refusal::RuleAt(NOT_IN_LINE, format!("{}-{}", name(from), name(to)));
        };
        let at = |set: u128| name(set.trailing_zeros() as u8).to_string();
        let path = between(from, to, direction);
        let ring = first(path & self.all_rings(), direction);
        let marker = first(path & self.all_markers(), direction);
        let before = |set: u128| {
            if set == 0 { path } else { between(from, set.trailing_zeros() as u8, direction) }
        };
        let free_behind = if marker == 0 {
            0
        } else {
            let passed = before(marker) | marker;
            first(path & !passed & !self.all_markers() & !self.all_rings(), direction)
        };
        if free_behind != 0 && (ring == 0 || before(ring) & free_behind != 0) {
            return Refusal::RuleAt(MUST_STOP, at(free_behind));
        }
        if ring != 0 {
            return Refusal::RuleAt(RING_BETWEEN, at(ring));
        }
        Refusal::Occupied(name(to).into())
    }
}

/// A placing, a move or a pass.
fn step_of(word: Word<'_>) -> Result<Step, TurnError> {
    if word.text == "pass" {
        return Ok(Step::Pass);
    }
    match word.split_once('-') {
        Some((from, to)) => Ok(Step::Move { from: from.point(yinsh())?, to: to.point(yinsh())? }),
        None if word.text.starts_with(|c: char| c.is_ascii_lowercase())
            && word.text[1..].bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            Ok(Step::Place(word.point(yinsh())?))
        }
        None => Err(word.refuse(Refusal::Unreadable(SPELLINGS))),
    }
}
