//! The legal steps, and their effect on the board.

use super::geometry::{
    BOARD, IN_LINE, NOWHERE, POINTS, REACH, cell, cells, direction, five, has_row, jumped_over, only, point,
    reaches, row_ends, targets,
};
use super::{Stage, Step, Yinsh};
use crate::board::Point;
use crate::game::Rules;
use crate::outcome::{Outcome, Reason};
use crate::playout::{Playout, Random, Scratch};
use crate::side::Side;

/// What kind of step comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveTask {
    /// Nothing: the game is over.
    Over,
    /// Place a ring.
    Place,
    /// Choose a row of five to remove.
    Row,
    /// Take off a ring for the row just removed.
    Ring,
    /// Move a ring, or pass if none can move.
    Move,
    /// Pass: the rings still to be placed are all the opponent's. Only a set-up leads here.
    Wait,
}

impl Yinsh {
    /// What the side to act has to do.
    #[inline(always)]
    pub(super) fn task(&self) -> MoveTask {
        match self.stage {
            Stage::Start if self.outcome().is_some() => MoveTask::Over,
            Stage::Start if self.is_placing() && self.hand[self.act] > 0 => MoveTask::Place,
            Stage::Start if self.is_placing() => MoveTask::Wait,
            Stage::Start | Stage::Early if has_row(self.markers[self.act]) => MoveTask::Row,
            Stage::Start | Stage::Early => MoveTask::Move,
            Stage::EarlyRing | Stage::LateRing => MoveTask::Ring,
            Stage::Late => MoveTask::Row,
        }
    }

    /// The result; only called between two turns.
    #[inline(always)]
    pub(super) fn end(&self) -> Option<Outcome> {
        let (goal, reason) = self.goal();
        for side in Side::BOTH {
            if self.out[side] >= goal {
                return Some(Outcome::win(side, reason));
            }
        }
        if self.passes >= 2 {
            return Some(self.scored(Reason::TwoPasses));
        }
        let empty = self.reserve == 0 && !has_row(self.markers[self.act]);
        empty.then(|| self.scored(Reason::ReserveEmpty))
    }

    /// More rings taken off wins.
    fn scored(&self, reason: Reason) -> Outcome {
        let [white, black] = self.out.0;
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(Side::White, reason),
            std::cmp::Ordering::Less => Outcome::win(Side::Black, reason),
            std::cmp::Ordering::Equal => Outcome::draw(reason),
        }
    }

    /// Lists the legal steps.
    #[inline]
    pub(super) fn list(&self, out: &mut Vec<Step>) {
        out.clear();
        match self.task() {
            MoveTask::Over => {}
            MoveTask::Place => {
                for free in cells(BOARD & !self.all_rings()) {
                    out.push(Step::Place(point(free)));
                }
            }
            MoveTask::Row => out.extend(
                row_ends(self.markers[self.act])
                    .map(|(first, last)| Step::Row { first: point(first), last: point(last) }),
            ),
            MoveTask::Ring => out.extend(cells(self.rings[self.act]).map(|ring| Step::Ring(point(ring)))),
            MoveTask::Move => {
                self.list_moves(out);
                if out.is_empty() {
                    out.push(Step::Pass);
                }
            }
            MoveTask::Wait => out.push(Step::Pass),
        }
    }

    /// Whether a ring of the side to act has somewhere to go.
    pub(super) fn can_move(&self) -> bool {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        cells(self.rings[self.act])
            .any(|ring| (0..6).any(|direction| targets(ring, direction, rings, markers) != 0))
    }

    #[inline]
    fn list_moves(&self, out: &mut Vec<Step>) {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        for ring in cells(self.rings[self.act]) {
            let from = point(ring);
            for direction in 0..6 {
                for to in cells(targets(ring, direction, rings, markers)) {
                    out.push(Step::Move { from, to: point(to) });
                }
            }
        }
    }

    /// Plays a legal step.
    #[inline(always)]
    pub(super) fn make(&mut self, step: Step) {
        match step {
            Step::Place(at) => self.place(cell(at)),
            Step::Row { first, last } => self.remove_row(cell(first), cell(last)),
            Step::Ring(at) => self.take_off(cell(at)),
            Step::Move { from, to } => {
                let (from, to) = (cell(from), cell(to));
                if let Some(direction) = direction(from, to) {
                    self.move_ring(from, to, direction);
                }
            }
            Step::Pass => {
                let passes = self.passes + 1;
                self.end_turn();
                self.passes = passes;
            }
        }
    }

    #[inline(always)]
    fn place(&mut self, at: u8) {
        self.rings[self.act] |= only(at);
        self.hand[self.act] = self.hand[self.act].saturating_sub(1);
        self.end_turn();
    }

    #[inline(always)]
    fn move_ring(&mut self, from: u8, to: u8, direction: usize) {
        let side = self.act;
        let flipped = jumped_over(from, to, direction, self.all_markers());
        self.rings[side] ^= only(from) | only(to);
        self.markers.0[0] ^= flipped;
        self.markers.0[1] ^= flipped;
        self.markers[side] |= only(from);
        self.reserve = self.reserve.saturating_sub(1);
        if has_row(self.markers[side]) {
            self.stage = Stage::Late;
        } else {
            self.end_turn();
        }
    }

    fn remove_row(&mut self, first: u8, last: u8) {
        self.markers[self.act] &= !five(first, last).unwrap_or(0);
        self.reserve += 5;
        self.stage = match self.stage {
            Stage::Late => Stage::LateRing,
            _ => Stage::EarlyRing,
        };
    }

    fn take_off(&mut self, at: u8) {
        let side = self.act;
        self.rings[side] &= !only(at);
        self.out[side] += 1;
        let won = self.out[side] >= self.goal().0;
        match self.stage {
            Stage::LateRing if !won && has_row(self.markers[side]) => self.stage = Stage::Late,
            Stage::EarlyRing if !won => self.stage = Stage::Early,
            _ => self.end_turn(),
        }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.stage = Stage::Start;
        self.passes = 0;
        self.act = self.act.other();
    }

    /// Plays a random game to its end.
    ///
    /// Placings and moves, nearly all the steps of a game, are not listed: a point, or a ring and a point in
    /// line with it, is drawn until it is legal. In each draw all legal steps are equally likely, so the
    /// result is uniform. After enough failures the steps are listed, as they are for rows and rings.
    pub(super) fn random_game(mut self, random: &mut Random, scratch: &mut Scratch<Self>) -> Playout {
        let mut turns = 0;
        loop {
            let drawn = match self.task() {
                MoveTask::Over => {
                    let outcome = self.end().expect("the task of a finished game is Over");
                    return Playout { outcome, turns };
                }
                MoveTask::Place => self.draw_placing(random),
                MoveTask::Move => self.draw_move(random),
                MoveTask::Row | MoveTask::Ring | MoveTask::Wait => false,
            };
            if !drawn {
                self.steps(&mut scratch.steps);
                let choice = random.below(scratch.steps.len() as u32) as usize;
                self.make(scratch.steps[choice]);
            }
            turns += u32::from(self.stage == Stage::Start);
        }
    }

    fn draw_placing(&mut self, random: &mut Random) -> bool {
        for _ in 0..DRAWS {
            let at = cell(Point(random.below(POINTS as u32) as u16));
            if only(at) & self.all_rings() == 0 {
                self.place(at);
                return true;
            }
        }
        false
    }

    fn draw_move(&mut self, random: &mut Random) -> bool {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        let mut own = [0; 5];
        let mut count = 0;
        for (slot, ring) in own.iter_mut().zip(cells(self.rings[self.act])) {
            *slot = ring;
            count += 1;
        }
        for _ in 0..DRAWS {
            let draw = random.below(count * REACH as u32) as usize;
            let from = own[draw / REACH];
            let (to, direction) = IN_LINE[usize::from(from)][draw % REACH];
            let direction = usize::from(direction);
            if to != NOWHERE && reaches(from, to, direction, rings, markers) {
                self.move_ring(from, to, direction);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
impl Yinsh {
    /// The position after a move a playout would draw.
    pub(super) fn after_draw(mut self, random: &mut Random) -> Self {
        assert!(self.draw_move(random), "a move is drawn long before the draws run out");
        self
    }
}

/// How often a playout draws blindly before it lists the steps.
const DRAWS: u32 = 40;
