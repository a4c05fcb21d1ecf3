//! The board of a playout: stones, and for each point which of its neighbours hold which colour.
//!
//! Around a point its neighbours stand in a ring, clockwise; on the rim the edge is one more place of the ring
//! and counts as a stone of both colours. Two bits a place make a number of the ring, and a table says for each
//! number where a bridge was cut: an empty place between two of mine. A playout fills the whole board, one colour
//! then has a chain that touches all three sides.

use std::sync::LazyLock;
use taijitu_rules::games::y::Y;
use taijitu_rules::playout::Random;
use taijitu_rules::{Point, Rules, Side};

/// More cells than any board has points; the last one stands for what lies outside.
pub(super) const CELLS: usize = 512;
const OUTSIDE: u16 = CELLS as u16 - 1;

/// All three sides of the board.
pub(super) const THREE_SIDES: u8 = 0b111;

/// The geometry of a point.
#[derive(Clone, Debug)]
pub(super) struct PlayoutSpot {
    /// The points around it, clockwise; places that are not there are outside.
    pub(super) ring: [u16; 6],
    /// The points seen across the line from each of them to the next.
    pub(super) across: [u16; 6],
    /// How many neighbours it has.
    pub(super) degree: u8,
    /// Places of the ring, the edge included.
    places: u8,
    /// The sides it lies on, one bit each.
    pub(super) sides: u8,
    /// Steps to the nearest side.
    pub(super) row: u8,
}

/// A board prepared for playouts.
#[derive(Clone, Debug)]
pub(super) struct PlayoutGround {
    pub(super) spots: Vec<PlayoutSpot>,
    /// [`SAVING`].
    saving: &'static [Vec<[u8; RINGS]>; 2],
    first_side: Vec<u16>,
    /// The same as sets, where the board is small enough for them.
    sets: Option<Sets>,
}

/// A board of at most 128 points as sets: its sides, and the neighbours of each point.
#[derive(Clone, Debug)]
struct Sets {
    sides: [u128; 3],
    near: [u128; 128],
}

impl Sets {
    fn of(spots: &[PlayoutSpot]) -> Option<Self> {
        let set = |points: &[u16]| points.iter().fold(0, |set, &at| set | 1 << at);
        let side = |side: usize| {
            let on_it = |at: &u16| spots[usize::from(*at)].sides >> side & 1 != 0;
            set(&(0..spots.len() as u16).filter(on_it).collect::<Vec<_>>())
        };
        let near = |at: usize| spots.get(at).map_or(0, |spot| set(spot.neighbours()));
        (spots.len() <= 128)
            .then(|| Self { sides: [side(0), side(1), side(2)], near: std::array::from_fn(near) })
    }

    /// Whether a chain of these stones touches all three sides.
    fn are_joined(&self, stones: u128) -> bool {
        let mut starts = stones & self.sides[0];
        while starts != 0 {
            let mut chain = starts & starts.wrapping_neg();
            let mut front = chain;
            while front != 0 {
                let fresh = self.near[front.trailing_zeros() as usize % 128] & stones & !chain;
                chain |= fresh;
                front = front & (front - 1) | fresh;
            }
            if chain & self.sides[1] != 0 && chain & self.sides[2] != 0 {
                return true;
            }
            starts &= !chain;
        }
        false
    }
}

impl PlayoutGround {
    pub(super) fn of(y: &Y) -> Self {
        let mut spots: Vec<PlayoutSpot> = y.board().all().map(|point| PlayoutSpot::of(y, point)).collect();
        number_rows(&mut spots);
        let first_side =
            (0..spots.len() as u16).filter(|&at| spots[usize::from(at)].sides & 1 != 0).collect();
        Self { sets: Sets::of(&spots), spots, saving: &SAVING, first_side }
    }

    pub(super) fn points(&self) -> std::ops::Range<u16> {
        0..self.spots.len() as u16
    }

    #[inline]
    pub(super) fn spot(&self, at: u16) -> &PlayoutSpot {
        &self.spots[usize::from(at)]
    }
}

impl PlayoutSpot {
    fn of(y: &Y, point: Point) -> Self {
        let neighbours = y.board().neighbours(point);
        let (mut ring, mut across) = ([OUTSIDE; 6], [OUTSIDE; 6]);
        for (place, facing) in y.board().node(point).facing.iter().enumerate() {
            across[place] = facing.map_or(OUTSIDE, |point| point.0);
        }
        for (place, &other) in ring.iter_mut().zip(neighbours) {
            *place = other.0;
        }
        let degree = neighbours.len() as u8;
        let sides = y.sides_at(point);
        Self { ring, across, degree, places: degree + u8::from(sides != 0), sides, row: 0 }
    }

    /// The points around it.
    #[inline]
    pub(super) fn neighbours(&self) -> &[u16] {
        &self.ring[..usize::from(self.degree)]
    }
}

/// Counts the steps from the rim.
fn number_rows(spots: &mut [PlayoutSpot]) {
    let on_rim = |&at: &u16| spots[usize::from(at)].sides != 0;
    let mut reached: Vec<u16> = (0..).take(spots.len()).filter(on_rim).collect();
    let mut seen: Vec<bool> = spots.iter().map(|spot| spot.sides != 0).collect();
    for next in 0.. {
        let Some(&at) = reached.get(next) else { return };
        let spot = &spots[usize::from(at)];
        let (ring, degree, row) = (spot.ring, usize::from(spot.degree), spot.row + 1);
        for other in ring.into_iter().take(degree) {
            if !std::mem::replace(&mut seen[usize::from(other)], true) {
                spots[usize::from(other)].row = row;
                reached.push(other);
            }
        }
    }
}

/// A cell without a stone.
pub(super) const EMPTY: u8 = 0;

/// What lies outside counts as a stone of both colours.
const BOTH: u8 = 0b11;

/// The stone of a side in a cell.
#[inline]
pub(super) const fn stone(side: Side) -> u8 {
    1 << side.index()
}

/// For each side, number of places and ring, the places that save a bridge of that side: empty ones between two of its
/// stones.
static SAVING: LazyLock<[Vec<[u8; RINGS]>; 2]> = LazyLock::new(|| {
    Side::BOTH
        .map(|side| (0..=6).map(|places| std::array::from_fn(|ring| saving(side, places, ring))).collect())
});

/// How many rings there are: six places of two bits.
const RINGS: usize = 1 << 12;

fn saving(side: Side, places: usize, ring: usize) -> u8 {
    let cell = |place: usize| (ring >> (2 * (place % places)) & 3) as u8;
    let own = |place: usize| cell(place) & stone(side) != 0;
    let saves =
        |&place: &usize| places >= 3 && cell(place) == EMPTY && own(place + places - 1) && own(place + 1);
    (0..places).filter(saves).fold(0, |bits, place| bits | 1 << place)
}

/// The stones on a board.
#[derive(Clone, Debug)]
pub(super) struct PlayoutBoard {
    stones: [u8; CELLS],
    pub(super) empty: u16,
}

impl PlayoutBoard {
    pub(super) fn of(y: &Y, ground: &PlayoutGround) -> Self {
        let mut board = Self { stones: [EMPTY; CELLS], empty: ground.spots.len() as u16 };
        board.stones[usize::from(OUTSIDE)] = BOTH;
        for side in Side::BOTH {
            for point in y.stones_of(side) {
                board.place(side, point.0);
            }
        }
        board
    }

    /// The [`stone`] on a point, or [`EMPTY`]; outside it is neither.
    #[inline]
    pub(super) const fn at(&self, at: u16) -> u8 {
        self.stones[at as usize % CELLS]
    }

    /// The stones of a side, one byte a point.
    #[inline]
    pub(super) const fn bytes(&self, side: Side) -> PlayoutBytes<'_> {
        PlayoutBytes { stones: &self.stones, side }
    }

    #[inline]
    pub(super) fn place(&mut self, side: Side, at: u16) {
        self.stones[usize::from(at) % CELLS] = stone(side);
        self.empty -= 1;
    }

    /// The places around the opponent's stone on `at` that save a bridge of `side` which it has cut.
    #[inline]
    pub(super) fn places_that_save(&self, ground: &PlayoutGround, side: Side, at: u16) -> u8 {
        let spot = ground.spot(at);
        let ring = (0..6).fold(0, |ring, place| ring | usize::from(self.at(spot.ring[place])) << (2 * place));
        ground.saving[side.index()][usize::from(spot.places)][ring % RINGS]
    }

    /// The point that saves a bridge of `side` which the opponent's stone on `at` has cut.
    #[inline]
    fn saves_bridge(&self, ground: &PlayoutGround, side: Side, at: u16, random: &mut Random) -> Option<u16> {
        let mut places = self.places_that_save(ground, side, at);
        if places == 0 {
            return None;
        }
        if !places.is_power_of_two() {
            for _ in 0..random.below(places.count_ones()) {
                places &= places - 1;
            }
        }
        Some(ground.spot(at).ring[places.trailing_zeros() as usize])
    }

    /// Fills the board from this turn on. A cut bridge is saved at once if `BRIDGES`,
    /// everything else is random. `order` lists the points, in any order; `last` is the last stone placed.
    pub(super) fn fill<const BRIDGES: bool>(
        &mut self,
        ground: &PlayoutGround,
        turn: PlayoutTurn,
        mut last: Option<u16>,
        order: &mut [u16],
        random: &mut Random,
    ) -> Side {
        let mut turn = turn;
        let mut next = 0;
        while self.empty > 0 {
            let saved = match last {
                Some(at) if BRIDGES => self.saves_bridge(ground, turn.side, at, random),
                _ => None,
            };
            let at = saved.unwrap_or_else(|| {
                loop {
                    let pick = next + random.below((order.len() - next) as u32) as usize;
                    order.swap(next, pick);
                    next += 1;
                    let at = order[next - 1];
                    if self.at(at) == EMPTY {
                        return at;
                    }
                }
            });
            self.place(turn.side, at);
            let by = turn.side;
            turn.next();
            last = (turn.side != by).then_some(at);
        }
        self.winner(ground)
    }

    /// Who has won on a full board.
    fn winner(&self, ground: &PlayoutGround) -> Side {
        match &ground.sets {
            Some(sets) if sets.are_joined(self.bytes(Side::Black).first_points()) => Side::Black,
            Some(_) => Side::White,
            None => self.winner_by_chains(ground),
        }
    }

    /// The same on a board of any size, chain by chain.
    fn winner_by_chains(&self, ground: &PlayoutGround) -> Side {
        let black = stone(Side::Black);
        let mut seen = [0u64; CELLS / 64];
        let mut open = [0u16; CELLS];
        let mut fresh = |at: u16| {
            let (word, bit) = (&mut seen[usize::from(at) / 64 % (CELLS / 64)], 1 << (at % 64));
            let fresh = *word & bit == 0;
            *word |= bit;
            fresh
        };
        for &start in &ground.first_side {
            if self.at(start) != black || !fresh(start) {
                continue;
            }
            open[0] = start;
            let (mut waiting, mut sides) = (1, 0);
            while waiting > 0 {
                waiting -= 1;
                let spot = ground.spot(open[waiting]);
                sides |= spot.sides;
                for &other in &spot.ring {
                    if self.at(other) == black && fresh(other) {
                        open[waiting] = other;
                        waiting += 1;
                    }
                }
            }
            if sides == THREE_SIDES {
                return Side::Black;
            }
        }
        Side::White
    }
}

/// The stones of a side, one byte a point: 1 if it has a stone there, else 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutBytes<'a> {
    stones: &'a [u8; CELLS],
    side: Side,
}

impl<'a> PlayoutBytes<'a> {
    /// 1 if the side has a stone on a point, else 0.
    #[inline]
    pub(super) fn holds(self, at: u16) -> u64 {
        u64::from(self.stones[usize::from(at) % CELLS] >> self.side.index() & 1)
    }

    /// The first 128 points as a set.
    #[inline]
    fn first_points(self) -> u128 {
        // The product moves the lowest bits of the eight bytes next to each other, into the highest byte.
        let bits = |bytes: u64| bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        self.words()
            .take(16)
            .enumerate()
            .fold(0, |set, (word, bytes)| set | u128::from(bits(bytes)) << (8 * word))
    }

    /// Eight points at a time, the first one in the lowest byte.
    #[inline]
    pub(super) fn words(self) -> impl Iterator<Item = u64> + 'a {
        let (words, _) = self.stones.as_chunks::<8>();
        words.iter().map(move |&word| u64::from_le_bytes(word) >> self.side.index() & 0x0101_0101_0101_0101)
    }
}

/// Whose turn it is and how many stones are left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayoutTurn {
    pub(super) side: Side,
    pub(super) left: u8,
}

impl PlayoutTurn {
    pub(super) fn of(y: &Y) -> Self {
        Self { side: y.to_act().side(), left: y.stones_to_place() }
    }

    /// After one more stone.
    #[inline]
    pub(super) const fn next(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            *self = Self { side: self.side.other(), left: 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Play;
    use taijitu_rules::Rules;

    fn start(options: &[&str]) -> Y {
        Play::<Y>::start(options).expect("options").position().clone()
    }

    #[test]
    fn rows_are_counted_from_the_nearest_side() {
        let ground = PlayoutGround::of(&start(&["board=triangle-7", "pie=off"]));
        let rows: Vec<usize> =
            (0..4).map(|row| ground.spots.iter().filter(|spot| spot.row == row).count()).collect();
        assert_eq!(rows, [18, 9, 1, 0]);
    }

    #[test]
    fn a_full_board_is_won_by_the_one_the_rules_say() {
        let mut random = Random::new(3);
        for option in ["board=kadon", "board=triangle-3", "board=triangle-8", "board=triangle-25"] {
            let y = start(&[option, "pie=off"]);
            let ground = PlayoutGround::of(&y);
            let mut order: Vec<u16> = ground.points().collect();
            for round in 0..60 {
                let mut board = PlayoutBoard::of(&y, &ground);
                let winner = if round % 2 == 0 {
                    board.fill::<true>(&ground, PlayoutTurn::of(&y), None, &mut order, &mut random)
                } else {
                    board.fill::<false>(&ground, PlayoutTurn::of(&y), None, &mut order, &mut random)
                };
                // In any order of the same stones: the side that is connected stays so, the other never is.
                for side in Side::BOTH {
                    let setup: Vec<&str> = ground
                        .points()
                        .filter(|&at| board.at(at) == stone(side))
                        .map(|at| y.board().name(Point(at)))
                        .collect();
                    let key = if side == Side::White { "w" } else { "b" };
                    let text = format!("{key}={} act=white", setup.join(","));
                    let options = Play::<Y>::start(&[option]).expect("options").options().clone();
                    let alone = Play::<Y>::from_setup(options, &text).expect("a set-up");
                    assert_eq!(alone.position().outcome().is_some(), side == winner);
                }
            }
        }
    }
}
