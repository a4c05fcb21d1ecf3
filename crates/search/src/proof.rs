//! Who wins Tetra: proofs by a strategy, found by the engine and replayed by the rules alone.
//!
//! A strategy names a stone for the winner in every position that its own stones and any replies can lead to, so it needs
//! no search has to be trusted: [`verify`] plays every reply to every stone and fails unless each line ends in a figure of
//! the winner. Only what is not obvious is written down: where the winner completes a figure, or where a reply leaves a
//! figure to be completed, the replay finds the stone itself. Positions that differ by a symmetry of the board are one.
//! The winner wins while it still places stones, so no position can come back.
//!
//! The claims are one for each first stone, up to symmetry; who wins from the empty board follows.

use crate::alphabeta::{PROVED, SearchSetup, search_with};
use crate::limits::{Limits, Stop};
use crate::table::TranspositionTable;
use std::collections::HashMap;
use taijitu_rules::board::kadon::{NODES, kadon};
use taijitu_rules::games::tetra::{Step, Tetra};
use taijitu_rules::{Audience, Game, Notation, Options, Play, Point, PointSet, Rules, Side};

/// The first line of a file of strategies.
const TITLE: &str = "strategies of Tetra";

/// Mebibytes of the table of the search for a strategy.
const TABLE: usize = 256;

/// Nodes of the first search of a position; each further one has ten times as many.
const FIRST_LOOK: u64 = 2_000;

/// Why a strategy proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The file has another form.
    #[error("this is not a file of strategies: {0}")]
    Form(&'static str),
    /// The strategy ends before the game does.
    #[error("the strategy has no stone for {0}")]
    NoStone(String),
    /// A stone cannot be placed there.
    #[error("the strategy places a stone that is not legal: {0}")]
    Illegal(String),
    /// The other side wins against it.
    #[error("the strategy loses: {0}")]
    Refuted(String),
    /// The search found no win within its nodes.
    #[error("no win was found within {nodes} nodes: {position}")]
    NotFound {
        /// The nodes of the last search.
        nodes: u64,
        /// The position.
        position: String,
    },
    /// Stones of the strategy are left.
    #[error("the strategy of {0} has more stones than its game")]
    TooLong(String),
}

/// What is proved of one first stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstStone {
    /// The node, the first in board order of those that are alike.
    pub node: Point,
    /// Who wins.
    pub winner: Side,
    /// How many stones the winner needs at the most.
    pub stones: u8,
    /// The strategy, a node for each position that needs one.
    strategy: Vec<u8>,
}

/// All that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TetraProof {
    /// For each first stone that was decided, in board order.
    pub stones: Vec<FirstStone>,
    /// Positions for which the strategies name a stone.
    pub positions: usize,
}

/// Who wins after each first stone, as the shipped strategies prove.
///
/// # Errors
/// [`ProofError`] if a shipped strategy does not win: then the file or the rules were changed.
pub fn shipped() -> Result<TetraProof, ProofError> {
    verify(include_bytes!("../proofs/tetra.proof"))
}

impl TetraProof {
    /// Who wins from the empty board: Black if any first stone wins, White if every one was decided and loses.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        if self.stones.iter().any(|stone| stone.winner == Side::Black) {
            return Some(Side::Black);
        }
        (self.stones.len() == first_stones().len()).then_some(Side::White)
    }

    /// The strategies as a file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let line = |stone: &FirstStone| {
            format!("{} {} {}\n", kadon().board.name(stone.node), stone.winner, stone.strategy.len())
        };
        let lines: String = self.stones.iter().map(line).collect();
        let mut out = format!("{TITLE}\n{lines}\n").into_bytes();
        self.stones.iter().for_each(|stone| out.extend(&stone.strategy));
        out
    }
}

/// The first stones, one for each set of nodes that are alike.
#[must_use]
pub fn first_stones() -> Vec<Point> {
    let maps = kadon().board.symmetries();
    let is_first = |node: &Point| maps.iter().all(|map| map[node.index()] >= *node);
    kadon().board.all().filter(is_first).collect()
}

/// The first of the nodes that are alike.
#[must_use]
pub fn alike(node: Point) -> Point {
    kadon().board.symmetries().iter().map(|map| map[node.index()]).min().unwrap_or(node)
}

/// Replays a file of strategies by the rules alone.
///
/// # Errors
/// [`ProofError`] if it proves less than it says.
pub fn verify(file: &[u8]) -> Result<TetraProof, ProofError> {
    let end = file
        .windows(2)
        .position(|two| two == b"\n\n")
        .ok_or(ProofError::Form("it has no list of first stones"))?;
    let head = std::str::from_utf8(&file[..end]).map_err(|_| ProofError::Form("its list is not text"))?;
    let mut body = &file[end + 2..];
    let mut lines = head.lines();
    if lines.next() != Some(TITLE) {
        return Err(ProofError::Form("it begins with another title"));
    }
    let mut replay = StrategyReplay::new();
    let mut stones = vec![];
    for line in lines {
        let (node, winner, length) = claim(line).ok_or(ProofError::Form("a line is not a first stone"))?;
        let strategy = body.split_off(..length).ok_or(ProofError::Form("it ends too early"))?;
        let mut left = strategy.iter();
        let needed = replay.after(node, winner, &mut |game| {
            let node = left.next().ok_or_else(|| ProofError::NoStone(setup(game)))?;
            Ok(Point(u16::from(*node)))
        })?;
        if left.next().is_some() {
            return Err(ProofError::TooLong(kadon().board.name(node).into()));
        }
        stones.push(FirstStone { node, winner, stones: needed, strategy: strategy.to_vec() });
    }
    if !body.is_empty() {
        return Err(ProofError::Form("it goes on after the last strategy"));
    }
    Ok(TetraProof { stones, positions: replay.proved.len() })
}

/// A line of the list: `a1 white 1234`.
fn claim(line: &str) -> Option<(Point, Side, usize)> {
    let mut words = line.split(' ');
    let node = kadon().board.find(words.next()?)?;
    let name = words.next()?;
    let winner = Side::BOTH.into_iter().find(|side| side.to_string() == name)?;
    Some((node, winner, words.next()?.parse().ok()?))
}

/// Finds strategies for these first stones, each by searches of at most this many nodes a position; those that are not
/// decided are left out. Calls `report` after each first stone, with the positions so far.
pub fn find(nodes: u64, firsts: &[Point], report: &mut dyn FnMut(Point, Option<Side>, usize)) -> TetraProof {
    let mut replay = StrategyReplay::new();
    let mut search = StrategySearch { nodes, table: TranspositionTable::with_mebibytes(TABLE) };
    let mut stones = vec![];
    for &node in firsts {
        let found = search.winner(node).and_then(|winner| {
            let mut strategy = vec![];
            let needed = replay.after(node, winner, &mut |game| {
                let point = search.winning_stone(game)?;
                strategy.push(point.0 as u8);
                Ok(point)
            });
            Some(FirstStone { node, winner, stones: needed.ok()?, strategy })
        });
        report(node, found.as_ref().map(|stone| stone.winner), replay.proved.len());
        stones.extend(found);
    }
    TetraProof { stones, positions: replay.proved.len() }
}

/// Names stones by searches, with more and more nodes.
struct StrategySearch {
    nodes: u64,
    table: TranspositionTable,
}

impl StrategySearch {
    /// Who wins after this first stone, if the search finds out.
    fn winner(&mut self, node: Point) -> Option<Side> {
        let game = first(node)?;
        let value = self.looks().find_map(|nodes| {
            let (value, _) = self.search(&game, nodes)?;
            (value.abs() > PROVED).then_some(value)
        })?;
        Some(if value > 0 { Side::White } else { Side::Black })
    }

    /// A stone that wins, if the search finds one.
    fn winning_stone(&mut self, game: &Tetra) -> Result<Point, ProofError> {
        let found = self.looks().find_map(|nodes| match self.search(game, nodes)? {
            (value, Step::Place(point)) if value > PROVED => Some(point),
            _ => None,
        });
        found.ok_or_else(|| ProofError::NotFound { nodes: self.nodes, position: setup(game) })
    }

    /// The nodes of one search after another.
    fn looks(&self) -> impl Iterator<Item = u64> + use<> {
        let most = self.nodes;
        let more = move |&nodes: &u64| (nodes < most).then(|| nodes.saturating_mul(10).min(most));
        std::iter::successors(Some(FIRST_LOOK.min(most)), more)
    }

    fn search(&mut self, game: &Tetra, nodes: u64) -> Option<(i32, Step)> {
        let options = Options::parse(Tetra::meta().options, []).ok()?;
        let play = Play::<Tetra>::from_setup(options, &setup(game)).ok()?;
        self.table.next_search();
        let setup = SearchSetup { table: &self.table, network: None, threads: 1, multi_pv: 0 };
        let found = search_with(&play, Limits::nodes(nodes), &Stop::default(), setup, &mut |_| ())?;
        Some((found.value, *found.line.first()?))
    }
}

fn setup(game: &Tetra) -> String {
    game.setup(Audience::Everyone)
}

/// The position after the first stone.
fn first(node: Point) -> Option<Tetra> {
    let options = Options::parse(Tetra::meta().options, []).ok()?;
    let mut game = Tetra::start(&options).ok()?;
    game.play_unchecked(Step::Place(node));
    Some(game)
}

/// Names the winner’s stone in a position.
type StoneOracle<'a> = &'a mut dyn FnMut(&Tetra) -> Result<Point, ProofError>;

/// Plays a strategy against every reply.
struct StrategyReplay {
    figures: Vec<PointSet>,
    /// The symmetries of the board.
    maps: Vec<Vec<Point>>,
    /// Positions with the winner to act for which a strategy named a stone, with the stones it needs; its stones and
    /// those of the other side, in the first of all symmetrical arrangements.
    proved: HashMap<(PointSet, PointSet), u8>,
}

impl StrategyReplay {
    fn new() -> Self {
        Self { figures: Tetra::figures().collect(), maps: kadon().board.symmetries(), proved: HashMap::new() }
    }

    /// Proves that a side wins after this first stone; returns how many stones it needs at the most.
    fn after(&mut self, node: Point, winner: Side, name: StoneOracle<'_>) -> Result<u8, ProofError> {
        let game = first(node)
            .filter(|_| node.index() < NODES)
            .ok_or(ProofError::Form("a first stone is off the board"))?;
        match winner {
            Side::White => self.attack(&game, name),
            Side::Black => self.defend(&game, name),
        }
    }

    /// The winner is to act.
    fn attack(&mut self, game: &Tetra, name: StoneOracle<'_>) -> Result<u8, ProofError> {
        let side = game.to_act().side();
        if game.hand(side) == 0 {
            return Err(ProofError::Refuted(setup(game)));
        }
        if let Some(gap) = self.gaps(game, side).lowest() {
            return completes(game, gap);
        }
        let key = self.key(game, side);
        if let Some(&stones) = self.proved.get(&key) {
            return Ok(stones);
        }
        let point = name(game)?;
        if point.index() >= NODES || (game.stones(side) | game.stones(side.other())).contains(point) {
            return Err(ProofError::Illegal(format!("{} in {}", point.0, setup(game))));
        }
        let mut next = game.clone();
        next.play_unchecked(Step::Place(point));
        let stones = 1 + self.defend(&next, name)?;
        self.proved.insert(key, stones);
        Ok(stones)
    }

    /// The other side is to act: every one of its turns has to lose.
    fn defend(&mut self, game: &Tetra, name: StoneOracle<'_>) -> Result<u8, ProofError> {
        let winner = game.to_act().side().other();
        let gaps = if game.hand(winner) > 0 { self.gaps(game, winner) } else { PointSet::EMPTY };
        let (mut steps, mut most) = (vec![], 0);
        game.steps(&mut steps);
        for step in steps {
            let mut next = game.clone();
            next.play_unchecked(step);
            if next.outcome().is_some() {
                return Err(ProofError::Refuted(setup(&next)));
            }
            let taken = next.stones(winner.other());
            most = most.max(match (gaps - taken).lowest() {
                Some(gap) => completes(&next, gap)?,
                None => self.attack(&next, name)?,
            });
        }
        Ok(most)
    }

    /// The empty nodes that complete a figure of a side.
    fn gaps(&self, game: &Tetra, side: Side) -> PointSet {
        let (own, other) = (game.stones(side), game.stones(side.other()));
        let open = self.figures.iter().filter(|&&figure| !figure.meets(other) && (figure - own).len() == 1);
        open.fold(PointSet::EMPTY, |gaps, &figure| gaps | (figure - own))
    }

    /// The position up to symmetry.
    fn key(&self, game: &Tetra, side: Side) -> (PointSet, PointSet) {
        let turned =
            |set: PointSet, map: &[Point]| set.iter().map(|point| map[point.index()]).collect::<PointSet>();
        let both = (game.stones(side), game.stones(side.other()));
        let all = self.maps.iter().map(|map| (turned(both.0, map), turned(both.1, map)));
        all.min().unwrap_or(both)
    }
}

/// Checks by the rules that a stone on this node wins at once.
fn completes(game: &Tetra, gap: Point) -> Result<u8, ProofError> {
    let mut next = game.clone();
    next.play_unchecked(Step::Place(gap));
    match next.outcome() {
        Some(outcome) if outcome.winner == Some(game.to_act().side()) => Ok(1),
        _ => Err(ProofError::Refuted(setup(&next))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_player_wins() {
        let proof = shipped().expect("strategies that win");
        assert_eq!(proof.winner(), Some(Side::Black));
        assert_eq!(verify(&proof.encode()), Ok(proof));
    }

    /// Each of these is a strategy that proves nothing.
    #[test]
    fn a_strategy_with_an_error_is_refused() {
        let file = include_bytes!("../proofs/tetra.proof");
        let start = file.windows(2).position(|two| two == b"\n\n").expect("a list") + 2;
        let wrong = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut changed = file.to_vec();
            change(&mut changed);
            verify(&changed).expect_err("no proof")
        };
        assert!(matches!(wrong(&|file| file.truncate(start + 10)), ProofError::Form(_)));
        assert!(matches!(wrong(&|file| file[start] = 200), ProofError::Illegal(_)));
        assert!(matches!(wrong(&|file| file.push(0)), ProofError::Form(_)));
        assert!(matches!(wrong(&|file| file[0] = b'S'), ProofError::Form(_)));
        // Another stone at the beginning needs another strategy, and the one that follows does not fit it.
        for node in [1, 50, 92].into_iter().filter(|&node| node != file[start]) {
            wrong(&|file| file[start] = node);
        }
    }
}
