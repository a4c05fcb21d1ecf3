//! Evaluation of Leap Over.
//!
//! A race by jumps only.
//! Jumps never leave one of two parts of the board: three stones of each side live on 27 nodes and have three
//! goals there, the other seven live on the remaining 66.
//! So the way that is left is counted in jumps, every stone sent to a goal of its own: a stone close to goals
//! that are taken, or on the wrong side of a penta, has a long way yet.
//! Stones far behind cost most, since a straggler finds nothing left to jump over: the steps of a stone count
//! squared too, the last stone counts separately, and so do stones at home and every stone that has no jump
//! forward, by the distance of its nearest friend.
//! A side that is arriving needs the opponent's stones to leave, and room for them.
//! A side that is behind could leave a stone at home forever, so repeating positions has a cost.
//! Tactical steps are those that bring the last stone home.
//!
//! The weights were chosen by games. A fit to the results of games of the engine against itself (`taijitu tune leapover`)
//! makes stones far behind worth more than stones near the goal, for reasons unknown; its stones stray. At 4000 nodes a
//! turn and by the rules alone such weights score 72 % of 48 games against the baseline; of a dozen sets in which
//! nothing far behind is good these score most, 88 % of 40. With them and its plans ([`leapover_planner`](crate::leapover_planner)) the engine
//! beats the one with fitted weights and without plans by 8 games to 1, 21 drawn.

use super::{Weight, WeightedEvaluation, for_white, named, set_up};
use crate::alphabeta::Evaluate;
use crate::baseline::{Baseline, Count};
use crate::descriptor::SearchGame;
use crate::engine::Engine;
use crate::information_set::InformationSet;
use crate::leapover_planner::LeapOverPlanner;
use crate::level::LevelTable;
use crate::self_play::random_turn;
use crate::tune::{TuningPlan, TuningResult, fit_weights};
use crate::win_probability::ScoreUnit;
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::{Jump, NODES, kadon};
use taijitu_rules::games::leapover::{LeapOver, Step};
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Notation, Pair, Play, Point, PointSet, Rules, Side, hash};

/// How far apart two nodes are.
type Distances = Box<[[u8; NODES]; NODES]>;

/// Farther apart than any two nodes that jumps connect.
const UNREACHABLE: u8 = 20;

fn distances(next: impl Fn(Point) -> PointSet) -> Distances {
    let mut all = Box::new([[UNREACHABLE; NODES]; NODES]);
    for from in kadon().board.all() {
        let (mut known, mut front) = (PointSet::EMPTY, PointSet::of(from));
        for distance in 0..UNREACHABLE {
            front.iter().for_each(|node| all[from.index()][node.index()] = distance);
            known |= front;
            front = front.iter().fold(PointSet::EMPTY, |all, node| all | next(node)) - known;
        }
    }
    all
}

/// What a race is measured with.
struct RaceTables {
    /// Jumps from node to node, whatever stands there.
    jumps: Distances,
    /// Steps from node to node.
    apart: Distances,
    /// The smaller of the two parts of the board that jumps do not connect.
    part: PointSet,
    /// For the stones of each side: steps from a node to the goal.
    steps: Pair<[i32; NODES]>,
    /// For the stones of each side: the jumps from a node that lead nearer to the goal.
    forward: Pair<[Vec<Jump>; NODES]>,
}

static WAYS: LazyLock<RaceTables> = LazyLock::new(|| {
    let jumps = distances(|from| kadon().jumps[from.index()].iter().map(|jump| jump.to).collect());
    let steps = distances(|from| kadon().neighbours[from.index()]);
    let to_goal = |distances: &Distances, side: Side, from: usize| {
        let goals = LeapOver::home(side.other()).iter();
        goals.map(|goal| i32::from(distances[from][goal.index()])).min().unwrap_or(0)
    };
    let reached = |from: Point| jumps[from.index()].iter().map(|&distance| distance < UNREACHABLE);
    let part =
        |from| reached(from).zip(0..).filter(|(reached, _)| *reached).map(|(_, at)| Point(at)).collect();
    let forward = |side, from: usize| {
        let nearer = |jump: &&Jump| to_goal(&steps, side, jump.to.index()) < to_goal(&steps, side, from);
        kadon().jumps[from].iter().filter(nearer).copied().collect()
    };
    let sides = [Side::White, Side::Black];
    let parts = kadon().board.all().map(part);
    RaceTables {
        part: parts.min_by_key(|part: &PointSet| part.len()).unwrap_or_default(),
        steps: Pair(sides.map(|side| std::array::from_fn(|from| to_goal(&steps, side, from)))),
        forward: Pair(sides.map(|side| std::array::from_fn(|from| forward(side, from)))),
        apart: steps,
        jumps,
    }
});

/// For the stones of a side: steps from each node to the goal.
pub(crate) fn steps_to_goal(side: Side) -> &'static [i32; NODES] {
    &WAYS.steps.0[side.index()]
}

/// No part of a home has more nodes.
const MOST_GOALS: usize = 7;

/// The fewest jumps that bring every stone to a goal of its own.
///
/// Goals are handed out one stone after the other; for each set of goals taken so far only the best way counts.
#[inline]
fn jumps_to_go(ways: &RaceTables, stones: PointSet, goals: PointSet) -> i32 {
    let count = goals.len().min(MOST_GOALS);
    if stones.len() != count {
        return i32::from(UNREACHABLE) * stones.len() as i32;
    }
    let mut ends = [0; MOST_GOALS];
    for (end, goal) in ends.iter_mut().zip(goals) {
        *end = goal.index();
    }
    let mut costs = [[0; MOST_GOALS]; MOST_GOALS];
    for (costs, stone) in costs.iter_mut().zip(stones) {
        *costs = ends.map(|end| ways.jumps[stone.index()][end]);
    }
    let mut least = [0; 1 << MOST_GOALS];
    for taken in 1..1_usize << count {
        let costs = &costs[taken.count_ones() as usize - 1];
        let (mut left, mut best) = (taken, u8::MAX);
        while left != 0 {
            let goal = left.trailing_zeros() as usize;
            left &= left - 1;
            best = best.min(least[taken & !(1 << goal)] + costs[goal]);
        }
        least[taken] = best;
    }
    i32::from(least[(1 << count) - 1])
}

/// The counts that depend on the stones of one side alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RaceCounts {
    jumps: i32,
    steps: i32,
    squares: i32,
    last: i32,
    home: i32,
}

/// Slots for the counts of a side.
const KEPT: usize = 1 << 12;

thread_local! {
    /// The counts of each side by its stones, as chess programs keep what they know of pawns: a turn leaves the other side
    /// as it was, and many orders of turns lead to the same stones.
    static RACES: Pair<Vec<Cell<(PointSet, RaceCounts)>>> =
        Pair([(); 2].map(|()| vec![Cell::default(); KEPT]));
}

impl RaceCounts {
    fn of(own: PointSet, side: Side) -> Self {
        let (ways, goal) = (&*WAYS, LeapOver::home(side.other()));
        let (away, open) = (own - goal, goal - own);
        let jumps = jumps_to_go(ways, away & ways.part, open & ways.part)
            + jumps_to_go(ways, away - ways.part, open - ways.part);
        let home = (own & LeapOver::home(side)).len() as i32;
        let mut counts = Self { jumps, home, ..Self::default() };
        for stone in away {
            let way = ways.steps[side][stone.index()];
            counts.steps += way;
            counts.squares += way * way;
            counts.last = counts.last.max(way);
        }
        counts
    }

    /// The same, counted only if it is not known from another position.
    #[inline]
    fn kept(own: PointSet, side: Side) -> Self {
        RACES.with(|races| {
            let slot = &races[side][hash::of(&own) as usize % KEPT];
            let (stones, counts) = slot.get();
            if stones == own {
                return counts;
            }
            let counts = Self::of(own, side);
            slot.set((own, counts));
            counts
        })
    }
}

/// How many random turns scatter the stones of a game to learn from.
const SCATTERED: Range<u32> = 10..80;

/// With as many stones in the goal a side may wait for the opponent with its last one.
const WAITING: usize = 8;

/// With fewer stones in the goal a side does not care yet who stands in its way there.
const ARRIVING: usize = 5;

impl WeightedEvaluation for LeapOver {
    const WEIGHTS: &'static [Weight] = &[
        ("jumps to go", [-20, -20]),
        ("steps to the goal", [-20, -20]),
        ("their squares", [-2, -2]),
        ("steps of the last stone", [-30, -30]),
        ("steps from stuck stones to the next own stone", [-30, -30]),
        ("opponents stuck in the goal, when arriving", [-80, -80]),
        ("stones at home", [-40, -40]),
    ];
    const TEMPO: i32 = 0;

    /// Random turns from the usual start, and then the colours exchanged: as if both came from there, each stands around
    /// its goal, and a side arrives. Games from the usual start end in draws.
    fn lesson(random: &mut Random) -> Option<Play<Self>> {
        let mut play = Play::<Self>::start(&[]).ok()?;
        for _ in 0..SCATTERED.start + random.below(SCATTERED.end - SCATTERED.start) {
            random_turn(&mut play, random)?;
        }
        let [white, black] = Side::BOTH.map(|side| named(play.position().stones(side.other())));
        set_up(&format!("w={white} b={black} act=black"))
    }

    fn counts(&self, side: Side) -> impl AsRef<[i32]> {
        let ways = &*WAYS;
        let (own, enemy, goal) = (self.stones(side), self.stones(side.other()), Self::home(side.other()));
        let occupied = own | enemy;
        let can_jump = |jump: &Jump| occupied.contains(jump.over) && !occupied.contains(jump.to);
        let is_stuck = |side: Side, stone: Point| !ways.forward[side][stone.index()].iter().any(can_jump);
        let RaceCounts { jumps, steps, squares, last, home } = RaceCounts::kept(own, side);
        let mut apart = 0;
        for stone in own - goal {
            if is_stuck(side, stone) {
                let others = (own - PointSet::of(stone)).iter();
                let next = others.map(|other| ways.apart[stone.index()][other.index()]).min();
                apart += next.map_or(0, |next| i32::from(next) - 1);
            }
        }
        let arriving = (own & goal).len() >= ARRIVING;
        let blocking = |stone: &Point| arriving && is_stuck(side.other(), *stone);
        let blocked = (enemy & goal).iter().filter(blocking).count() as i32;
        [jumps, steps, squares, last, apart, blocked, home]
    }
}

impl Evaluate for LeapOver {
    const REPETITION: i32 = 200;

    /// A side whose last stone waits at home may repeat positions: the opponent, who cannot finish, has to undo what it has.
    fn contempt(&self, side: Side) -> i32 {
        let (own, home, goal) = (self.stones(side), Self::home(side), Self::home(side.other()));
        let waits = (own & home).len() == 1 && (own & goal).len() >= WAITING;
        if waits { -Self::REPETITION } else { 0 }
    }

    fn evaluate(&self) -> i32 {
        for_white(self.weigh(), self.to_act().side())
    }

    fn order_score(&self, step: Step) -> i32 {
        let Step::Leap { from, to } = step else { return 0 };
        let steps = &WAYS.steps[self.to_act().side()];
        let cost = |node: Point| steps[node.index()] * (steps[node.index()] + 5);
        cost(from) - cost(to)
    }

    fn is_tactical(&self, step: Step) -> bool {
        let side = self.to_act().side();
        let goal = Self::home(side.other());
        matches!(step, Step::Leap { from, to } if (self.stones(side) - goal) == PointSet::of(from) && goal.contains(to))
    }

    fn tactical_steps(&self, out: &mut Vec<Step>) {
        let side = self.to_act().side();
        out.clear();
        if (self.stones(side) - Self::home(side.other())).len() == 1 {
            self.steps(out);
            out.retain(|&step| self.is_tactical(step));
        }
    }

    fn key(step: Step) -> u16 {
        match step {
            Step::Leap { from, to } => from.0 << 7 | to.0,
            Step::Pass => 127 << 7,
        }
    }
}

impl SearchGame for LeapOver {
    /// Many games between neighbours are drawn, and the upper levels plan ahead with what they have.
    const LEVELS: LevelTable =
        [(30, 850), (200, 450), (600, 200), (1_500, 70), (4_000, 0), (30_000, 0), (120_000, 0)];
    /// As `taijitu tune leapover --games 300` printed it.
    const SCORE_UNIT: ScoreUnit = ScoreUnit::Points(676.0);
    const REVIEW_NODES: u64 = 100_000;

    fn engine() -> Box<dyn Engine> {
        Box::new(LeapOverPlanner::new())
    }

    fn baseline() -> Box<dyn Engine> {
        Baseline::<Self>::boxed()
    }

    fn tune(plan: TuningPlan, report: &mut dyn FnMut(u32)) -> TuningResult {
        fit_weights::<Self>(plan, report)
    }

    fn known(play: &Play<Self>, side: Side) -> InformationSet<'_> {
        InformationSet::everything(side, play)
    }

    fn known_position<'a>(known: &InformationSet<'a>) -> Option<Cow<'a, Self>> {
        known.open_position()
    }

    fn puzzle_start(random: &mut Random) -> Option<Play<Self>> {
        Self::lesson(random)
    }

    fn puzzle_setup(&self) -> String {
        self.setup(Audience::Omniscient)
    }
}

/// The stones' steps to the nearest goal.
impl Count for LeapOver {
    fn count(&self) -> i32 {
        let total =
            |side| self.stones(side).iter().map(|stone| steps_to_goal(side)[stone.index()]).sum::<i32>();
        total(Side::Black) - total(Side::White)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::playout::Random;

    /// Tries every order of the goals.
    fn plain(stones: &[Point], goals: &[Point]) -> i32 {
        let Some((&first, rest)) = stones.split_first() else { return 0 };
        let each = (0..goals.len()).map(|at| {
            let others = [&goals[..at], &goals[at + 1..]].concat();
            i32::from(WAYS.jumps[first.index()][goals[at].index()]) + plain(rest, &others)
        });
        each.min().unwrap_or(0)
    }

    #[test]
    fn the_fewest_jumps_are_what_trying_every_order_finds() {
        let mut random = Random::new(5);
        let others: Vec<Point> = kadon().board.all().filter(|&node| !WAYS.part.contains(node)).collect();
        for count in [0, 1, 2, 3, 4, 5, 6] {
            let mut some = || -> PointSet {
                let mut set = PointSet::EMPTY;
                while set.len() < count {
                    set.insert(others[random.below(others.len() as u32) as usize]);
                }
                set
            };
            let (stones, goals) = (some(), some());
            let list = |set: PointSet| set.iter().collect::<Vec<_>>();
            assert_eq!(jumps_to_go(&WAYS, stones, goals), plain(&list(stones), &list(goals)));
        }
    }

    #[test]
    fn what_is_kept_is_what_counting_again_gives() {
        let mut random = Random::new(6);
        for _ in 0..20 {
            let play = LeapOver::lesson(&mut random).expect("a game");
            for side in Side::BOTH {
                let own = play.position().stones(side);
                let counted = RaceCounts::of(own, side);
                assert_eq!([(); 2].map(|()| RaceCounts::kept(own, side)), [counted; 2]);
            }
        }
    }

    #[test]
    fn jumps_do_not_connect_the_two_parts_and_both_homes_have_three_nodes_in_the_smaller() {
        assert_eq!(WAYS.part.len(), 27);
        for side in [Side::White, Side::Black] {
            assert_eq!((LeapOver::home(side) & WAYS.part).len(), 3);
        }
        let connects =
            |from: Point| kadon().jumps[from.index()].iter().any(|jump| !WAYS.part.contains(jump.to));
        assert!(!WAYS.part.iter().any(connects));
    }
}
