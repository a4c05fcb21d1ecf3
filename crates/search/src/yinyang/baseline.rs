//! The baseline of Yin Yang: random laws, and a search of one turn.
//!
//! At least one of its four laws can be used on the full board: otherwise it would lose before it could play.
//! It takes an immediate win, never leaves the opponent a visible one, and otherwise follows a simple
//! count: pieces, and the distance of the nearest one to the corner. Like the engine it gets only what its
//! seat may see.

use super::determinization::{Determinization, WorldTurn, code_of, is_adaptation};
use super::hands::can_begin;
use crate::engine::{Engine, ReportFn, SearchScore, Thought};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use taijitu_rules::games::yinyang::{Law, Step, VisiblePosition};
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Notation, PointSet, Side};

/// Plays Yin Yang with random laws and a one-turn search.
pub struct YinYangBaseline(Random);

impl YinYangBaseline {
    /// A baseline; the same seed writes and plays the same.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl Engine for YinYangBaseline {
    fn think(&mut self, known: &InformationSet<'_>, _: Limits, _: &Stop, _: ReportFn<'_>) -> Option<Thought> {
        let seen = known.sight().filter(|_| !known.is_over())?.now();
        let side = known.side();
        let steps = if seen.law(side, 1).is_none() {
            write(side, &mut self.0).map(|law| Step::Write { side, law }).to_vec()
        } else {
            choose(seen, &mut self.0)?
        };
        let turn = seen.with_guess([Law::all()[0]; 4]).spell(&steps, Audience::Side(side));
        Some(Thought {
            line: vec![turn.clone()],
            turn,
            score: SearchScore::Points(0),
            depth: 1,
            nodes: 1,
            others: vec![],
        })
    }

    fn new_game(&mut self, seed: u64) {
        self.0 = Random::new(seed);
    }
}

/// A random law.
pub(super) fn any_law(random: &mut Random) -> Law {
    Law::all()[random.below(Law::all().len() as u32) as usize]
}

/// Any four laws of which at least one can be used on the full board.
pub(super) fn write(side: Side, random: &mut Random) -> [Law; 4] {
    loop {
        let laws = [(); 4].map(|()| any_law(random));
        if can_begin(&laws, side) {
            return laws;
        }
    }
}

/// The turn with the best immediate count; `None` if there is none.
pub(super) fn choose(seen: &VisiblePosition, random: &mut Random) -> Option<Vec<Step>> {
    let (world, side) = (Determinization::seen(seen), seen.side());
    if let Some(turn) = world.winning_turn(side) {
        return Some(turn.steps(side));
    }
    let laws = world.laws[side.index()];
    let mut turns = vec![];
    world.turns(&mut turns);
    for turn in &mut turns {
        if turn.law.is_some_and(|(number, _)| is_adaptation(laws[usize::from(number - 1)])) {
            turn.rewrite = Some((1 + random.below(4) as u8, code_of(any_law(random), side)));
        }
    }
    let mut rank = |turn: &WorldTurn| {
        let after = world.after(*turn);
        let lost = after.winner() == Some(side.other()) || after.winning_turn(side.other()).is_some();
        let pieces = pieces_and_distance(&after, side) - pieces_and_distance(&after, side.other());
        (!lost, pieces, random.next())
    };
    turns
        .into_iter()
        .map(|turn| (rank(&turn), turn))
        .max_by_key(|(rank, _)| *rank)
        .map(|(_, turn)| turn.steps(side))
}

/// Two for each piece, and up to six for the nearest one to the corner.
fn pieces_and_distance(world: &Determinization, side: Side) -> i32 {
    let stones = PointSet(u128::from(world.stones[side.index()]));
    let away = |square: u16| match side {
        Side::White => square % 4 + square / 4,
        Side::Black => 6 - square % 4 - square / 4,
    };
    let nearest = stones.iter().map(|point| away(point.0)).min().unwrap_or(6);
    2 * stones.len() as i32 - i32::from(nearest)
}
