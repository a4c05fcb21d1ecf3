//! The policy: which stones are promising before any playout.
//!
//! A point is described by what stands around it, six points or twelve ([`surroundings`]), however turned or mirrored, by
//! the bridges it would make or break, by its row, and by how it lies to the last stone of either side.
//! Every description has a weight; the weights are those that make the stones likely which the search chose in
//! games against itself ([`learn`]).
//! The search prefers stones by this policy, less and less as playouts come in.

pub(crate) mod learn;
mod surroundings;
mod weights;

use super::playout_board::{CELLS, EMPTY, PlayoutBoard, PlayoutGround, stone};
use std::sync::LazyLock;
use surroundings::Surroundings;
use taijitu_rules::Side;
use taijitu_rules::short::SmallMap;
use weights::{PolicyWeights, WEIGHTS};

/// Descriptions that hold of a point at the same time, one of each kind, besides its surroundings.
pub(super) const KINDS: usize = 7;

/// How a point lies to the last stone of a side.
const NO_STONE: u8 = 0;
const SAVES_BRIDGE: u8 = 1;
const BESIDE: u8 = 2;
const ACROSS: u8 = 3;
const TWO_AWAY: u8 = 4;
const THREE_AWAY: u8 = 5;
const FAR: u8 = 6;

/// Rows told apart, and the stones on the board with which a new part of the game begins.
const ROWS: usize = 6;
const PARTS: [usize; 2] = [6, 16];

/// How many descriptions each kind but the last has: the last stone of the opponent and the own one, bridges to
/// own stones, to those of the opponent and to the edge, the row in each part of the game. The last are the shapes.
const SIZES: [usize; KINDS - 1] = [FAR as usize + 1, FAR as usize + 1, 4, 4, 2, ROWS * (PARTS.len() + 1)];

/// The surroundings of a point: shapes that differ only by rotation or reflection are one.
static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::new);

struct Shapes {
    /// By the number of neighbours, inside the board and on the rim: the shape of each ring, read as a number.
    inside: [Vec<u16>; 7],
    rim: [Vec<u16>; 7],
    count: usize,
}

/// Nothing, an own stone, one of the opponent.
const STATES: usize = 3;

impl Shapes {
    fn new() -> Self {
        let mut known: SmallMap<(bool, Vec<usize>), u16> = SmallMap::new();
        let mut shapes = |rim: bool, neighbours: usize| {
            let number = |ring: usize| {
                let next = known.len() as u16;
                *known.get_or_insert_with((rim, first_alike(&digits(ring, neighbours), rim)), || next)
            };
            (0..STATES.pow(neighbours as u32)).map(number).collect()
        };
        let inside = std::array::from_fn(|degree| if degree >= 5 { shapes(false, degree) } else { vec![] });
        let rim = std::array::from_fn(|degree| if degree <= 4 { shapes(true, degree) } else { vec![] });
        Self { inside, rim, count: known.len() }
    }
}

fn digits(number: usize, places: usize) -> Vec<usize> {
    (0..places as u32).map(|place| number / STATES.pow(place) % STATES).collect()
}

/// The first of all rings that look the same. On the rim a ring is open and can only be mirrored.
fn first_alike(ring: &[usize], rim: bool) -> Vec<usize> {
    let turns = if rim { 1 } else { ring.len().max(1) };
    let turned = |by: usize| -> Vec<usize> { ring[by..].iter().chain(&ring[..by]).copied().collect() };
    let mirrored = |ring: Vec<usize>| ring.into_iter().rev().collect();
    (0..turns).flat_map(|by| [turned(by), mirrored(turned(by))]).min().unwrap_or_default()
}

/// The input of the policy.
pub(super) struct PolicyView<'a> {
    ground: &'a PlayoutGround,
    board: &'a PlayoutBoard,
    side: Side,
    /// How each point lies to the last stone of the opponent, and to the own one.
    lies: [[u8; CELLS]; 2],
    weights: &'static PolicyWeights,
}

impl<'a> PolicyView<'a> {
    /// The input for the side to act; `last` are the last stones of White and Black.
    pub(super) fn new(
        ground: &'a PlayoutGround,
        board: &'a PlayoutBoard,
        side: Side,
        last: [Option<u16>; 2],
    ) -> Self {
        let mut lies = [side.other(), side].map(|of| around(ground, last[of.index()]));
        if let Some(cut) = last[side.other().index()] {
            let saving = board.places_that_save(ground, side, cut);
            for (place, &point) in ground.spot(cut).neighbours().iter().enumerate() {
                if saving >> place & 1 != 0 {
                    lies[0][usize::from(point)] = SAVES_BRIDGE;
                }
            }
        }
        Self { ground, board, side, lies, weights: &WEIGHTS }
    }

    /// Numbers of the descriptions that hold of a stone on this empty point.
    pub(super) fn describe(&self, at: u16) -> [u16; KINDS] {
        let cell = usize::from(at);
        let [own, opposed, edge] = self.bridges(at);
        let stones = self.ground.spots.len() - usize::from(self.board.empty);
        let part = PARTS.iter().filter(|&&begins| stones >= begins).count();
        let row = usize::from(self.ground.spot(at).row).min(ROWS - 1);
        let holds = [
            usize::from(self.lies[0][cell]),
            usize::from(self.lies[1][cell]),
            own.min(SIZES[2] - 1),
            opposed.min(SIZES[3] - 1),
            edge.min(SIZES[4] - 1),
            part * ROWS + row,
            self.shape(at),
        ];
        let mut first = 0;
        std::array::from_fn(|kind| {
            let number = first + holds[kind];
            first += SIZES.get(kind).unwrap_or(&0);
            number as u16
        })
    }

    /// Bridges from here to stones of this side, to stones of the other, and to the edge.
    fn bridges(&self, at: u16) -> [usize; 3] {
        let spot = self.ground.spot(at);
        let around = spot.neighbours();
        let mut bridges = [0; 3];
        let pairs = if spot.sides == 0 { around.len() } else { around.len() - 1 };
        for place in 0..pairs {
            let over = [around[place], around[(place + 1) % around.len()]];
            if over.iter().any(|&point| self.board.at(point) != EMPTY) {
                continue;
            }
            let across = spot.across[place];
            let to_edge = over.iter().all(|&point| self.ground.spot(point).sides != 0) && spot.sides == 0;
            match self.board.at(across) {
                _ if usize::from(across) >= self.ground.spots.len() => bridges[2] += usize::from(to_edge),
                EMPTY => bridges[2] += usize::from(to_edge),
                own if own == stone(self.side) => bridges[0] += 1,
                _ => bridges[1] += 1,
            }
        }
        bridges
    }

    fn shape(&self, at: u16) -> usize {
        let spot = self.ground.spot(at);
        let read = |ring: usize, &point: &u16| ring * STATES + self.state(point);
        let ring = spot.neighbours().iter().rev().fold(0, read);
        let shapes = if spot.sides == 0 { &SHAPES.inside } else { &SHAPES.rim };
        usize::from(shapes[spot.neighbours().len()][ring])
    }

    /// What a point of the board holds, as the shapes have it.
    fn state(&self, at: u16) -> usize {
        match self.board.at(at) {
            EMPTY => 0,
            own if own == stone(self.side) => 1,
            _ => 2,
        }
    }

    /// What stands around this point, and across from it.
    pub(super) fn surroundings(&self, at: u16) -> Surroundings {
        let spot = self.ground.spot(at);
        let inside = usize::from(spot.sides == 0);
        let cell = |place: usize| {
            let across = usize::from(spot.across[place]);
            let is_outside = across >= self.ground.spots.len();
            let beyond = if is_outside { surroundings::OUTSIDE } else { self.state(spot.across[place]) };
            (self.state(spot.ring[place]), beyond)
        };
        Surroundings::of(inside == 0, (0..spot.neighbours().len()).map(cell))
    }

    /// The probability of each of these points: its square root, as a part of 255.
    pub(super) fn judge(&self, points: &[u16], out: &mut Vec<u8>) {
        let looks = |&at: &u16| self.weights.sum(&self.describe(at), self.surroundings(at)) as f32 / 100.0;
        let mut odds: Vec<f32> = points.iter().map(looks).collect();
        let best = odds.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        odds.iter_mut().for_each(|odds| *odds = libm::expf(*odds - best));
        let sum: f32 = odds.iter().sum();
        out.clear();
        out.extend(odds.iter().map(|odds| (255.0 * (odds / sum).sqrt()) as u8));
    }
}

/// The relation of the points to this one; the nearest relation wins.
fn around(ground: &PlayoutGround, from: Option<u16>) -> [u8; CELLS] {
    let Some(from) = from else { return [NO_STONE; CELLS] };
    let mut lies = [FAR; CELLS];
    let near = |at: u16| ground.spot(at).neighbours().iter().copied();
    let mut mark = |at: u16, how: u8| lies[usize::from(at)] = how;
    near(from).flat_map(near).flat_map(near).for_each(|at| mark(at, THREE_AWAY));
    near(from).flat_map(near).for_each(|at| mark(at, TWO_AWAY));
    ground.spot(from).across.iter().for_each(|&at| mark(at, ACROSS));
    near(from).for_each(|at| mark(at, BESIDE));
    lies
}

/// How many descriptions there are.
fn all_descriptions() -> usize {
    SIZES.iter().sum::<usize>() + SHAPES.count
}

#[cfg(test)]
mod tests {
    use super::super::playout_board::PlayoutTurn;
    use super::*;
    use taijitu_rules::Play;
    use taijitu_rules::games::y::Y;

    fn empty(board: &str) -> Y {
        let play = Play::<Y>::start(&[&format!("board={board}"), "pie=off"]).expect("a board");
        play.position().clone()
    }

    #[test]
    fn every_description_has_a_weight_on_every_board() {
        assert_eq!(WEIGHTS.kinds.len(), all_descriptions());
        for board in ["kadon", "triangle-3", "triangle-13", "triangle-25"] {
            let y = empty(board);
            let ground = PlayoutGround::of(&y);
            let board = PlayoutBoard::of(&y, &ground);
            let view = PolicyView::new(&ground, &board, PlayoutTurn::of(&y).side, [Some(1), Some(4)]);
            for at in ground.points() {
                assert!(view.describe(at).iter().all(|&number| usize::from(number) < WEIGHTS.kinds.len()));
            }
        }
    }

    #[test]
    fn shapes_are_the_same_however_they_are_turned_or_mirrored() {
        let ring = [0, 0, 1, 2, 0, 1];
        let first = first_alike(&ring, false);
        assert_eq!(first_alike(&[1, 0, 0, 1, 2, 0], false), first);
        assert_eq!(first_alike(&[1, 0, 2, 1, 0, 0], false), first);
        assert_eq!(first_alike(&[2, 1, 0], true), first_alike(&[0, 1, 2], true));
        assert_ne!(first_alike(&[1, 0, 2], true), first_alike(&[0, 1, 2], true));
    }

    #[test]
    fn the_point_that_saves_a_bridge_looks_best() {
        let y = empty("triangle-7");
        let ground = PlayoutGround::of(&y);
        let mut board = PlayoutBoard::of(&y, &ground);
        let middle = ground.points().find(|&at| ground.spot(at).row == 2).expect("a point inside");
        let spot = ground.spot(middle);
        let (across, cut, saves) = (spot.across[0], spot.ring[0], spot.ring[1]);
        board.place(Side::White, middle);
        board.place(Side::White, across);
        board.place(Side::Black, cut);
        let view = PolicyView::new(&ground, &board, Side::White, [Some(across), Some(cut)]);
        let points: Vec<u16> = ground.points().filter(|&at| board.at(at) == EMPTY).collect();
        let mut chances = vec![];
        view.judge(&points, &mut chances);
        let (_, &best) = chances.iter().zip(&points).max_by_key(|(chance, _)| **chance).expect("a point");
        assert_eq!(best, saves);
    }
}
