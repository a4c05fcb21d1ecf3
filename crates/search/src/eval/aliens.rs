//! Evaluation of Aliens & Amazons, where the sides are different: everything is counted for the aliens.
//!
//! The aliens win by captures, the amazons by leaving them no move.
//! For that the amazons fill a corner, then sweep the board with a wall of two rows, whose front cannot be
//! jumped: one node at a time the aliens can walk to fewer.
//! So the aliens count the amazons lost and their own freedom: the nodes they can walk to, the last of them
//! dearest, and the moves of each alien.
//! Against the amazons counts how many could be jumped from a node an alien can walk to, more so when an alien
//! is near or would land behind the wall, and how far others idle behind it.
//! An amazon that is lost counts by the room of the aliens: the narrower it is, the fewer amazons are needed around it,
//! and some may be given for the last nodes.
//! An amazon in hand counts as placed.
//! The constant makes the evaluation of thirty amazons in a corner favourable, so that they play on instead of
//! taking a draw.
//! Tactical steps are captures, and jumps over an alien that may lead to one.
//!
//! The weights are chosen by hand, in games against the baseline. Nearly all games of the engine against itself are
//! drawn, so `taijitu tune aliens` fits to what is captured and enclosed within forty turns, in games most of which begin
//! with the aliens surrounded. What it gives (500 games, 1000 nodes, no opening turns) draws 16 of 16 games against the
//! weights in use and does as well with the aliens, but its amazons only wait: it learns that idle amazons are safe ones,
//! and then draws with level 1, which the amazons of the weights in use beat at 20,000 nodes.

use super::sexta::apart;
use super::{Weight, WeightedEvaluation, for_white, named, set_up};
use crate::alphabeta::Evaluate;
use crate::baseline::Count;
use crate::descriptor::AlphaBetaGame;
use crate::level::{self, LevelTable};
use crate::win_probability::ScoreUnit;
use std::ops::Range;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{Jump, NODES, kadon};
use taijitu_rules::games::aliens::{Aliens, Step};
use taijitu_rules::playout::Random;
use taijitu_rules::{Play, Point, PointSet, Rules, Side};

/// What a step nearer to the aliens adds to the order score of an amazon.
const CLOSER: i32 = 20;

/// The narrower the aliens' space is, the fewer amazons are needed around it; from this many nodes on all count fully.
const WIDE: usize = 40;

/// With fewer amazons than this the aliens are not enclosed any more, and a draw is welcome.
const A_WALL: usize = 15;

/// What a draw costs more amazons than that.
const PLAY_ON: i32 = 2500;

/// For each node, the pairs of nodes with a jump over it from one to the other, each once.
static ACROSS: LazyLock<[Vec<[Point; 2]>; NODES]> = LazyLock::new(|| {
    let mut across = [const { vec![] }; NODES];
    for one in kadon().board.all() {
        for jump in kadon().jumps[one.index()].iter().filter(|jump| one < jump.to) {
            across[jump.over.index()].push([one, jump.to]);
        }
    }
    across
});

/// Moves of an alien beyond this many make it no freer.
const MOST_MOVES: usize = 8;

/// Steps and jumps of an alien.
fn moves(game: &Aliens, alien: Point) -> usize {
    let occupied = game.pieces(Side::White) | game.pieces(Side::Black);
    let steps = (kadon().neighbours[alien.index()] - occupied).len();
    let open = |jump: &&Jump| occupied.contains(jump.over) && !occupied.contains(jump.to);
    steps + kadon().jumps[alien.index()].iter().filter(open).count()
}

/// The nodes beside these.
fn around(nodes: PointSet) -> PointSet {
    let (near, mut all) = (&kadon().neighbours, PointSet::EMPTY);
    for node in nodes {
        all |= near[node.index()];
    }
    all
}

/// The nodes that aliens can walk to, their own included.
fn range(aliens: PointSet, amazons: PointSet) -> PointSet {
    let (mut all, mut front) = (aliens, aliens);
    while !front.is_empty() {
        front = around(front) - all - amazons;
        all |= front;
    }
    all
}

/// The amazons that could be jumped from a node of the range, and those of them where the landing is beyond
/// it.
fn exposed(aliens: PointSet, amazons: PointSet, range: PointSet) -> (PointSet, PointSet) {
    let (mut exposed, mut in_the_way) = (PointSet::EMPTY, PointSet::EMPTY);
    let jump = |from, to| range.contains(from) && !aliens.contains(to);
    for amazon in amazons {
        for &[one, other] in &ACROSS[amazon.index()] {
            if amazons.contains(one) || amazons.contains(other) || !(jump(one, other) || jump(other, one)) {
                continue;
            }
            exposed.insert(amazon);
            if !(range.contains(one) && range.contains(other)) {
                in_the_way.insert(amazon);
            }
        }
    }
    (exposed, in_the_way)
}

/// The steps by which amazons are farther from the aliens' range than a wall of two rows; none where no alien stands.
fn idle(range: PointSet, amazons: PointSet) -> usize {
    let wall = range | around(range);
    let (mut all, mut idle) = (wall | around(wall), 0);
    loop {
        let behind = (amazons - all).len();
        if behind == 0 || all.is_empty() {
            return idle;
        }
        idle += behind;
        all |= around(all);
    }
}

/// The landing of a capture.
fn captures(game: &Aliens, from: Point, to: Point) -> bool {
    let amazons = game.pieces(Side::Black);
    kadon().jumps[from.index()].iter().any(|jump| jump.to == to && amazons.contains(jump.over))
}

/// Whether a jump of an alien captures, or goes over another alien to where a capture is next.
fn may_capture(game: &Aliens, jump: &Jump) -> bool {
    let (aliens, amazons) = (game.pieces(Side::White), game.pieces(Side::Black));
    let free = |node| !(aliens | amazons).contains(node);
    let captures = |jump: &Jump| amazons.contains(jump.over) && free(jump.to);
    let leads_on = || kadon().jumps[jump.to.index()].iter().any(captures);
    captures(jump) || aliens.contains(jump.over) && free(jump.to) && leads_on()
}

/// In games to learn from, how many nodes the aliens begin with, and how many amazons are gone, less one.
const SPACE: Range<usize> = 4..40;
const MOST_LOST: u32 = 14;

/// All nodes, those near this one first, but not quite in order.
fn outwards(from: Point, random: &mut Random) -> Vec<Point> {
    let disorder = random.below(3);
    let (mut all, mut ranked) = (PointSet::of(from), vec![(0, from)]);
    for distance in (2..).step_by(2) {
        let next = around(all) - all;
        if next.is_empty() {
            break;
        }
        ranked
            .extend(next.iter().map(|node| (distance + disorder * random.below(2) + random.below(2), node)));
        all |= next;
    }
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, node)| node).collect()
}

impl WeightedEvaluation for Aliens {
    const WEIGHTS: &'static [Weight] = &[
        ("the aliens", [-1250, -1250]),
        ("amazons lost, times the nodes to walk to, as far as forty", [3, 3]),
        ("amazons in hand", [-12, -12]),
        ("nodes to walk to", [12, 12]),
        ("narrowness", [-5, -5]),
        ("aliens without a move", [-120, -120]),
        ("aliens with one", [-70, -70]),
        ("aliens with two", [-35, -35]),
        ("moves", [3, 3]),
        ("amazons that could be jumped", [8, 8]),
        ("of those beside an alien", [10, 10]),
        ("of those two steps away", [8, 8]),
        ("of those in the way out", [8, 8]),
        ("steps of idle amazons", [3, 3]),
    ];
    const TEMPO: i32 = 0;

    /// Three games in four begin with the aliens somewhere in a space that most of the amazons surround in disorder:
    /// from the usual start nearly all games are drawn.
    fn lesson(random: &mut Random) -> Option<Play<Self>> {
        if random.below(4) == 0 {
            return Play::start(&[]).ok();
        }
        let mut nodes = outwards(Point(random.below(NODES as u32) as u16), random);
        let mut amazons =
            nodes.split_off(SPACE.start + random.below((SPACE.end - SPACE.start) as u32) as usize);
        amazons.truncate(30 - random.below(MOST_LOST) as usize);
        let mut aliens = PointSet::EMPTY;
        while aliens.len() < 3 {
            aliens.insert(nodes[random.below(nodes.len() as u32) as usize]);
        }
        let amazons = amazons.into_iter().collect();
        set_up(&format!("w={} b={} act=white", named(aliens), named(amazons)))
    }

    const HORIZON: usize = 40;

    /// More than elsewhere: one more node to walk to is worth very little.
    const POINTS: f64 = 500.0;

    /// The aliens' way to a win are the amazons they captured, the amazons' is the space they took.
    fn credit(&self) -> f64 {
        let (aliens, amazons) = (self.pieces(Side::White), self.pieces(Side::Black));
        let left = amazons.len() + usize::from(self.hand(Side::Black));
        let captured = (30 - left) as f64 / 21.0;
        let room = (range(aliens, amazons) - aliens).len();
        let taken = 1.0 - room as f64 / (NODES - 3 - amazons.len()) as f64;
        (0.5 + 0.5 * captured - 0.5 * taken).clamp(0.02, 0.98)
    }

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        if side == Side::Black {
            return [0; Self::WEIGHTS.len()];
        }
        let (aliens, amazons) = (self.pieces(Side::White), self.pieces(Side::Black));
        let (occupied, range) = (aliens | amazons, range(aliens, amazons));
        let (mut with, mut all_moves) = ([0; 3], 0);
        for alien in aliens {
            let moves = moves(self, alien);
            all_moves += moves.min(MOST_MOVES);
            if let Some(with) = with.get_mut(moves) {
                *with += 1;
            }
        }
        let (exposed, in_the_way) = exposed(aliens, amazons, range);
        let beside = around(aliens);
        let near = around(beside - occupied) - beside;
        let lost = 30 - amazons.len() - usize::from(self.hand(Side::Black));
        let room = (range - aliens).len();
        [
            1,
            lost * room.min(WIDE),
            usize::from(self.hand(Side::Black)),
            room,
            200 / (room + 3),
            with[0],
            with[1],
            with[2],
            all_moves,
            exposed.len(),
            (exposed & beside).len(),
            (exposed & near).len(),
            in_the_way.len(),
            idle(range, amazons),
        ]
        .map(|count| count as i32)
    }
}

impl Evaluate for Aliens {
    /// The amazons sweep on as long as there are enough of them for a wall, even if they stand worse by what they lost.
    fn contempt(&self, side: Side) -> i32 {
        let amazons = self.pieces(Side::Black).len() + usize::from(self.hand(Side::Black));
        if side == Side::Black && amazons >= A_WALL { PLAY_ON } else { 0 }
    }

    fn evaluate(&self) -> i32 {
        for_white(self.weigh(), self.to_act().side())
    }

    fn order_score(&self, step: Step) -> i32 {
        match step {
            Step::Move { from, to } => 500 * i32::from(captures(self, from, to)),
            Step::Jump(to) => 500 * i32::from(self.jumping().is_some_and(|at| captures(self, at, to))),
            Step::Done => 100,
            Step::Place(node) if self.to_act().side() == Side::Black => {
                let near = kadon().neighbours[node.index()];
                let beside = |side| (near & self.pieces(side)).len() as i32;
                20 * beside(Side::White) + 5 * beside(Side::Black)
            }
            Step::Place(_) => 0,
        }
    }

    /// Amazons that close in are tried before those that retreat.
    fn order_scores(&self) -> impl Fn(Step) -> i32 {
        let closes_in = self.to_act().side() == Side::Black && self.hand(Side::Black) == 0;
        let aliens = if closes_in { self.pieces(Side::White) } else { PointSet::EMPTY };
        let mut distance = [0; NODES];
        for (node, distance) in distance.iter_mut().enumerate() {
            let each = aliens.iter().map(|alien| i32::from(apart()[alien.index()][node]));
            *distance = each.min().unwrap_or(0);
        }
        move |step| match step {
            Step::Move { from, to } if closes_in => CLOSER * (distance[from.index()] - distance[to.index()]),
            _ => self.order_score(step),
        }
    }

    fn is_tactical(&self, step: Step) -> bool {
        let Step::Move { from, to } = step else { return false };
        kadon().jumps[from.index()].iter().any(|jump| jump.to == to && may_capture(self, jump))
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.to_act().side() == Side::Black || self.hand(Side::White) > 0 {
            return;
        }
        for from in self.pieces(Side::White) {
            let jumps = kadon().jumps[from.index()].iter().filter(|jump| may_capture(self, jump));
            out.extend(jumps.map(|jump| Step::Move { from, to: jump.to }));
        }
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Move { from, to } => from.0 << 7 | to.0,
            Step::Place(node) => 1 << 14 | node.0,
            Step::Jump(to) => 2 << 14 | to.0,
            Step::Done => 3 << 14,
        }
    }
}

impl AlphaBetaGame for Aliens {
    const LEVELS: LevelTable = level::FAST;
    /// As `taijitu tune aliens --games 60` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(2560.0);
    const REVIEW_NODES: u64 = 100_000;
}

/// Amazons captured, then the room around the aliens.
impl Count for Aliens {
    fn count(&self) -> i32 {
        let (aliens, amazons) = (self.pieces(Side::White), self.pieces(Side::Black));
        let room = |alien: Point| (kadon().neighbours[alien.index()] - aliens - amazons).len() as i32;
        let left = amazons.len() as i32 + i32::from(self.hand(Side::Black));
        -100 * left + 5 * aliens.iter().map(room).sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_to_learn_from_have_three_aliens_and_enough_amazons() {
        let mut random = Random::new(2);
        let mut surrounded = 0;
        for _ in 0..60 {
            let play = Aliens::lesson(&mut random).expect("a game");
            let (aliens, amazons) =
                (play.position().pieces(Side::White), play.position().pieces(Side::Black));
            if aliens.is_empty() {
                continue;
            }
            surrounded += 1;
            assert_eq!(aliens.len(), 3);
            assert!((10..=30).contains(&amazons.len()) && play.outcome().is_none(), "{play:?}");
        }
        assert!((30..60).contains(&surrounded), "{surrounded}");
    }

    #[test]
    fn captures_are_to_the_credit_of_the_aliens_and_space_to_that_of_the_amazons() {
        let credit = |setup: &str| set_up::<Aliens>(setup).expect(setup).position().credit();
        let even = credit("w=a1,a9,a17 bhand=30 act=white");
        assert!((even - 0.5).abs() < 1e-9, "{even}");
        assert!(credit("w=a1,a9,a17 bhand=20 act=white") > 0.7);
        let aliens = nodes([0, 1, 2]);
        let wall = around(aliens) - aliens;
        let (left, wall) = (30 - wall.len(), named(wall));
        assert!(credit(&format!("w={} b={wall} bhand={left} act=white", named(aliens))) < 0.1);
    }

    #[test]
    fn amazons_that_suffice_for_a_wall_play_on_where_a_draw_would_be_better_than_what_they_count() {
        let mut play = set_up::<Aliens>(
            "w=a17,a18,c14 b=a1,a2,a3,a4,a5,a6,a7,a8,b1,b2,b3,b4,b5,b6,b7,c1,c2,c3,c4,c5 act=white",
        )
        .expect("a position");
        let position = play.position();
        assert_eq!(Side::BOTH.map(|side| position.contempt(side)), [0, PLAY_ON]);
        for turn in ["a18-a19", "a8-a9", "a19-a18"] {
            play.turn(turn).expect("a legal turn");
        }
        assert!(play.position().evaluate() > 0, "the aliens stand better");
        let known = crate::InformationSet::to_actor(&play);
        let mut engine = crate::for_game("aliens").expect("an engine");
        let limits = crate::Limits::nodes(3000);
        let thought = engine.think(&known, limits, &crate::Stop::default(), &mut |_| ()).expect("a turn");
        assert_ne!(thought.turn, "a9-a8", "the position of the start");
        let few = set_up::<Aliens>("w=a17,a18,c14 b=a1,a2,a3,a4,a5,a6,a7,a8,b1,b2,b3 act=black");
        assert_eq!(few.expect("a position").position().contempt(Side::Black), 0);
    }

    fn nodes(from: impl IntoIterator<Item = u16>) -> PointSet {
        from.into_iter().map(Point).collect()
    }

    #[test]
    fn amazons_idle_by_their_steps_behind_a_wall_of_two_rows() {
        let corner = nodes([0]);
        assert_eq!(idle(corner, nodes([1, 2])), 0);
        assert_eq!(idle(corner, nodes([2, 3, 4])), 1 + 2);
        assert_eq!(idle(PointSet::EMPTY, nodes([5])), 0, "no alien stands yet");
    }

    #[test]
    fn an_amazon_is_exposed_unless_another_stands_behind_it() {
        let alien = nodes([0]);
        let lone = nodes([1]);
        assert_eq!(exposed(alien, lone, range(alien, lone)).0, lone);
        let row = nodes([1, 2]);
        assert!(!exposed(alien, row, range(alien, row)).0.contains(Point(1)));
    }
}
