//! Games of the engine against itself, as data to learn from.
//!
//! The data are clean: after a random opening nearly every turn is the engine's best. One in a hundred is random and one in
//! twelve that of a tiny search, for variety; what a position is worth is then never judged by what came after such a
//! turn ([`SelfPlayGame::positions`]).
//! A game is stored as the numbers of its steps in the lists of legal steps, two bytes each.

use crate::alphabeta::{PROVED, SearchSetup, search_with};
use crate::eval::{WeightedEvaluation, for_white};
use crate::limits::{Limits, Stop};
use crate::pattern::{PatternNetwork, Patterns};
use crate::table::TranspositionTable;
use crate::win_probability::logistic;
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Play, Side};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlayPlan {
    /// Nodes of each turn.
    pub nodes: u64,
    /// Random turns at the beginning of a game, at least.
    pub opening: u32,
    /// The same seed plays the same games.
    pub seed: u64,
}

/// Games longer than this are called drawn.
const MOST_TURNS: usize = 300;

/// Of a thousand turns, how many are random, and how many those of a tiny search.
const RANDOM_PER_MILLE: u32 = 10;
const SPOILED_PER_MILLE: u32 = RANDOM_PER_MILLE + 80;
const WEAK_NODES: u64 = 60;

/// Mebibytes of the transposition tables of the search and of the tiny one.
const TABLE: usize = 4;
const WEAK_TABLE: usize = 1;

/// How far values count that follow later: the λ of TD(λ).
const LAMBDA: f64 = 0.85;

/// The part of the result of the game in a target.
const RESULT: f64 = 0.15;

/// A turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnNote {
    /// What the search found for the side to act; `None` where nothing was searched, in the opening.
    pub value: Option<i32>,
    /// Whether the turn played is the one the search found.
    pub is_best: bool,
    /// How many steps the turn has.
    pub steps: u16,
}

/// A game of the engine against itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// Its number: the same plan, number and evaluation give the same game.
    pub number: u32,
    seed: u64,
    turns: Vec<TurnNote>,
    /// The number of each step in the list of legal steps.
    steps: Vec<u16>,
    /// Who won, as far as the game was played or proved.
    pub winner: Option<Side>,
}

/// A training position.
#[derive(Clone, Debug)]
pub struct TrainingPosition<G> {
    /// The position, between two turns.
    pub position: G,
    /// What it is worth to the side to act, from 0 to 1.
    pub target: f64,
    /// What the search found for the side to act, in points, and the result of the game for it.
    pub searched: (i32, f64),
}

/// A game that is learned from games of the engine against itself.
pub trait Learnable: Patterns + Game {
    /// The target of a position is the credit this many turns later, unless this is `usize::MAX`.
    const HORIZON: usize = usize::MAX;

    /// Points that make a chance of 73 % where the engine does not count in points.
    const POINTS: f64;

    /// A game before its first turn.
    fn lesson(random: &mut Random) -> Option<Play<Self>>;

    /// The value for White of a game that goes on, or was drawn, from 0 to 1.
    fn credit(&self) -> f64 {
        0.5
    }

    /// The weights with which those of the counts begin, in points: those of the hand-made evaluation.
    fn first_weights() -> Vec<i32>;

    /// Whether a static evaluation says what this position is worth: nothing wins or is lost at once.
    fn is_quiet(&self) -> bool;

    /// The value of a position for the side to act, beyond [`PROVED`] if it is proved, and the steps of the best turn.
    fn search(
        play: &Play<Self>,
        nodes: u64,
        table: &TranspositionTable,
        network: Option<&PatternNetwork>,
    ) -> Option<(i32, Vec<Self::Step>)>;
}

impl<G: WeightedEvaluation> Learnable for G {
    const HORIZON: usize = <Self as WeightedEvaluation>::HORIZON;
    const POINTS: f64 = <Self as WeightedEvaluation>::POINTS;

    fn lesson(random: &mut Random) -> Option<Play<Self>> {
        <Self as WeightedEvaluation>::lesson(random)
    }

    fn credit(&self) -> f64 {
        <Self as WeightedEvaluation>::credit(self)
    }

    fn first_weights() -> Vec<i32> {
        let side = |which: usize, sign| Self::WEIGHTS.iter().map(move |(_, weight)| sign * weight[which]);
        side(0, 1).chain(side(1, -1)).collect()
    }

    fn is_quiet(&self) -> bool {
        let mut tactical = vec![];
        self.tactical_steps(&mut tactical);
        tactical.is_empty()
    }

    fn search(
        play: &Play<Self>,
        nodes: u64,
        table: &TranspositionTable,
        network: Option<&PatternNetwork>,
    ) -> Option<(i32, Vec<Self::Step>)> {
        let setup = SearchSetup { table, network, threads: 1, multi_pv: 0 };
        let found = search_with(play, Limits::nodes(nodes), &Stop::default(), setup, &mut |_| ())?;
        Some((found.value, found.turn(play.position())))
    }
}

/// Plays games.
pub struct SelfPlayer<'a> {
    plan: SelfPlayPlan,
    network: Option<&'a PatternNetwork>,
    table: TranspositionTable,
    weak_table: TranspositionTable,
}

impl<'a> SelfPlayer<'a> {
    /// A player with a learned evaluation, or with the hand-made one.
    #[must_use]
    pub fn new(plan: SelfPlayPlan, network: Option<&'a PatternNetwork>) -> Self {
        let [table, weak_table] = [TABLE, WEAK_TABLE].map(TranspositionTable::with_mebibytes);
        Self { plan, network, table, weak_table }
    }

    /// Plays the game with this number; `None` if the game is not usable for training.
    pub fn play<G: Learnable>(&mut self, number: u32) -> Option<SelfPlayGame> {
        let seed = self.plan.seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(number));
        let mut random = Random::new(seed);
        let mut play = G::lesson(&mut random)?;
        let mut game = SelfPlayGame { number, seed, ..SelfPlayGame::default() };
        self.table.clear();
        let opening = (self.plan.opening + random.below(4)) as usize;
        for turn in 0..MOST_TURNS {
            if let Some(outcome) = play.outcome() {
                game.winner = outcome.winner;
                break;
            }
            if turn < opening {
                let steps = random_steps(&play, &mut random)?;
                game.add(&mut play, &steps, None, false)?;
                continue;
            }
            let (value, best) = self.search(&play, false)?;
            if value.abs() > PROVED {
                let side = play.position().to_act().side();
                game.winner = Some(if value > 0 { side } else { side.other() });
                break;
            }
            let steps = match random.below(1000) {
                0..RANDOM_PER_MILLE => random_steps(&play, &mut random)?,
                RANDOM_PER_MILLE..SPOILED_PER_MILLE => self.search(&play, true)?.1,
                _ => best.clone(),
            };
            game.add(&mut play, &steps, Some(value), steps == best)?;
        }
        Some(game)
    }

    /// The value of a position and the steps of the best turn.
    fn search<G: Learnable>(&mut self, play: &Play<G>, weak: bool) -> Option<(i32, Vec<G::Step>)> {
        let (table, nodes) = if weak {
            self.weak_table.clear();
            (&self.weak_table, WEAK_NODES)
        } else {
            self.table.next_search();
            (&self.table, self.plan.nodes)
        };
        G::search(play, nodes, table, self.network)
    }
}

/// The steps of any turn.
fn random_steps<G: Game>(play: &Play<G>, random: &mut Random) -> Option<Vec<G::Step>> {
    let mut position = play.position().clone();
    let (mut turn, mut steps) = (vec![], vec![]);
    loop {
        position.steps(&mut steps);
        let step = *steps.get(random.below(steps.len() as u32) as usize)?;
        position.play_unchecked(step);
        turn.push(step);
        if !position.mid_turn() {
            return Some(turn);
        }
    }
}

/// Plays any turn.
pub(crate) fn random_turn<G: Game>(play: &mut Play<G>, random: &mut Random) -> Option<()> {
    let steps = random_steps(play, random)?;
    commit(play, &steps)
}

fn commit<G: Game>(play: &mut Play<G>, steps: &[G::Step]) -> Option<()> {
    let mut draft = play.draft(play.position().to_act().side());
    for &step in steps {
        draft.step(step).ok()?;
    }
    play.commit(&draft).ok().map(|_| ())
}

impl SelfPlayGame {
    /// How many turns it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether it has no turns.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Plays a turn and writes it down.
    fn add<G: Game>(
        &mut self,
        play: &mut Play<G>,
        turn: &[G::Step],
        value: Option<i32>,
        is_best: bool,
    ) -> Option<()> {
        let (mut position, mut legal) = (play.position().clone(), vec![]);
        for step in turn {
            position.steps(&mut legal);
            self.steps.push(legal.iter().position(|other| other == step)? as u16);
            position.play_unchecked(*step);
        }
        self.turns.push(TurnNote { value, is_best, steps: turn.len() as u16 });
        commit(play, turn)
    }

    /// The training positions: quiet ones, whose value was searched.
    ///
    /// The target is TD(λ) over the chances that the searches found, mixed with the result. Nothing that followed a
    /// turn other than the best counts: the chain starts again there.
    /// `scale` is the points of a chance of 73 %. `None` if the steps do not fit the rules any more.
    #[must_use]
    pub fn positions<G: Learnable>(&self, scale: f64) -> Option<Vec<TrainingPosition<G>>> {
        let mut position = G::lesson(&mut Random::new(self.seed))?.position().clone();
        let (mut at, mut legal) = (0, vec![]);
        let mut met = Vec::with_capacity(self.turns.len());
        for turn in &self.turns {
            met.push(position.clone());
            for &step in self.steps.get(at..at + usize::from(turn.steps))? {
                position.steps(&mut legal);
                position.play_unchecked(*legal.get(usize::from(step))?);
            }
            at += usize::from(turn.steps);
        }
        let result = self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)));
        let targets = self.targets(&met, result, scale);
        let positions = met.into_iter().zip(&self.turns).zip(targets);
        let positions = positions.filter_map(|((position, turn), target)| {
            let value = turn.value?;
            let for_side =
                |white: f64| if position.to_act().side() == Side::White { white } else { 1.0 - white };
            let (target, searched) = (for_side(target?), (value, for_side(result)));
            position.is_quiet().then_some(TrainingPosition { position, target, searched })
        });
        Some(positions.collect())
    }

    /// What each position was worth to White.
    fn targets<G: Learnable>(&self, met: &[G], result: f64, scale: f64) -> Vec<Option<f64>> {
        if G::HORIZON != usize::MAX {
            let credit = |at: usize| {
                let later = met.get(at.saturating_add(G::HORIZON)).map(G::credit);
                later.or(self.winner.map(|_| result)).or(met.last().map(G::credit))
            };
            return (0..met.len()).map(credit).collect();
        }
        let mut targets = vec![None; met.len()];
        // What followed is worth, and the result as far as only best turns led to it.
        let (mut later, mut end) = (Some(result), Some(result));
        for ((turn, position), target) in self.turns.iter().zip(met).zip(&mut targets).rev() {
            let Some(value) = turn.value else { break };
            if !turn.is_best {
                (later, end) = (None, None);
            }
            let chance = logistic(f64::from(for_white(value, position.to_act().side())) / scale);
            let chain = later.map_or(chance, |later| (1.0 - LAMBDA) * chance + LAMBDA * later);
            *target = Some(end.map_or(chain, |end| (1.0 - RESULT) * chain + RESULT * end));
            later = Some(chain);
        }
        targets
    }

    /// The game as bytes, at the end of `out`.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let winner = self.winner.map_or(2, |side| side.index() as u8);
        out.extend(self.number.to_le_bytes());
        out.extend(self.seed.to_le_bytes());
        out.push(winner);
        out.extend((self.turns.len() as u16).to_le_bytes());
        out.extend((self.steps.len() as u16).to_le_bytes());
        for turn in &self.turns {
            out.extend(turn.value.unwrap_or(i32::MIN).to_le_bytes());
            out.extend((turn.steps << 1 | u16::from(turn.is_best)).to_le_bytes());
        }
        self.steps.iter().for_each(|step| out.extend(step.to_le_bytes()));
    }

    /// Reads a game from the beginning of `bytes` and shortens them by it; `None` if they end before the game does.
    pub fn decode(bytes: &mut &[u8]) -> Option<Self> {
        fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            let (taken, left) = bytes.split_first_chunk()?;
            *bytes = left;
            Some(*taken)
        }
        let mut left = *bytes;
        let (number, seed) = (u32::from_le_bytes(take(&mut left)?), u64::from_le_bytes(take(&mut left)?));
        let [winner] = take(&mut left)?;
        let [turns, steps] = [take(&mut left)?, take(&mut left)?].map(u16::from_le_bytes);
        let turn = |_| {
            let value = i32::from_le_bytes(take(&mut left)?);
            let packed = u16::from_le_bytes(take(&mut left)?);
            let value = (value != i32::MIN).then_some(value);
            Some(TurnNote { value, is_best: packed & 1 == 1, steps: packed >> 1 })
        };
        let turns = (0..turns).map(turn).collect::<Option<_>>()?;
        let steps = (0..steps).map(|_| Some(u16::from_le_bytes(take(&mut left)?))).collect::<Option<_>>()?;
        let winner = Side::BOTH.get(usize::from(winner)).copied();
        *bytes = left;
        Some(Self { number, seed, turns, steps, winner })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games::quinta::Quinta;
    use taijitu_rules::games::yinsh::Yinsh;

    const PLAN: SelfPlayPlan = SelfPlayPlan { nodes: 60, opening: 8, seed: 3 };

    #[test]
    fn a_game_comes_back_from_its_bytes_and_the_same_number_plays_it_again() {
        let mut player = SelfPlayer::new(PLAN, None);
        let games: Vec<_> = (0..3).map(|number| player.play::<Quinta>(number).expect("a game")).collect();
        let mut bytes = vec![];
        games.iter().for_each(|game| game.encode(&mut bytes));
        let mut left = &bytes[..];
        let read: Vec<_> = std::iter::from_fn(|| SelfPlayGame::decode(&mut left)).collect();
        assert_eq!((read, left.len()), (games.clone(), 0));
        for length in 0..bytes.len().min(200) {
            drop(SelfPlayGame::decode(&mut &bytes[..length]));
        }
        assert_eq!(SelfPlayer::new(PLAN, None).play::<Quinta>(1).as_ref(), games.get(1));
    }

    #[test]
    fn positions_are_those_of_the_game_and_quiet() {
        let game = SelfPlayer::new(PLAN, None).play::<Yinsh>(5).expect("a game");
        let positions = game.positions::<Yinsh>(100.0).expect("its own steps");
        assert!(positions.len() > 5 && positions.len() <= game.len());
        let mut tactical = vec![];
        for TrainingPosition { position, target, .. } in &positions {
            use crate::alphabeta::Evaluate as _;
            position.tactical_steps(&mut tactical);
            assert!(tactical.is_empty() && (0.0..=1.0).contains(target));
        }
    }

    /// White is even, makes a mistake, and wins all the same.
    #[test]
    fn turns_after_a_mistake_are_no_target_for_earlier_ones() {
        let start = Play::<Yinsh>::start(&[]).expect("a start").position().clone();
        let turn = |is_best| TurnNote { value: Some(0), is_best, steps: 1 };
        let turns = vec![turn(true), turn(false), turn(true), turn(true)];
        let game = SelfPlayGame { turns, winner: Some(Side::White), ..SelfPlayGame::default() };
        let targets = game.targets(&[(); 4].map(|()| start.clone()), 1.0, 100.0);
        let targets: Vec<f64> = targets.into_iter().map(|target| target.expect("a target")).collect();
        assert_eq!(targets[..2], [0.5, 0.5]);
        let chain = |later: f64| 0.15 * 0.5 + 0.85 * later;
        let [third, fourth] = [chain(chain(1.0)), chain(1.0)].map(|chain| 0.85 * chain + 0.15);
        assert!((targets[2] - third).abs() < 1e-9 && (targets[3] - fourth).abs() < 1e-9, "{targets:?}");
    }
}
