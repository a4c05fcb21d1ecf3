//! Monte-Carlo tree search for Y: selection down to a leaf, expansion, playout, backpropagation.
//!
//! A stone is selected by its share of wins, at first by that of all playouts in which its point got this
//! colour (RAVE), which fades as playouts through the stone itself come in, and by the policy
//! ([`super::policy`]), which fades too. A leaf visited often enough is expanded: only with the relevant
//! stones if a win or a threat is found ([`super::bridges`]). Proved wins and losses are backed up.

use super::MctsSettings;
use super::backlog::{SHORT, ShortList};
use super::bridges::{BoardPoints, Links};
use super::playout_board::{EMPTY, PlayoutBoard, PlayoutGround, PlayoutTurn};
use super::policy::PolicyView;
use super::tree::{MctsTree, ROOT, TreeNode};
use std::sync::LazyLock;
use taijitu_rules::games::y::{Step, Y};
use taijitu_rules::playout::Random;
use taijitu_rules::{Play, Rules, Side};

/// Without RAVE, as for a stone that may be taken over, rarely tried stones need an exploration term.
const BALANCED_EXPLORATION: f32 = 0.3;

/// A node with few visits makes its short list of promising stones again after one part in this many of them.
const FRESH: u32 = 4;

/// The weight of the policy after n playouts; a table, because selection reads it for every stone of every
/// node.
static FADINGS: LazyLock<[f32; 1024]> = LazyLock::new(|| std::array::from_fn(|n| fading(n as u32)));

fn fading(playouts: u32) -> f32 {
    1.0 / (playouts as f32 + 1.0).sqrt()
}

/// A position to search.
#[derive(Debug)]
pub(super) struct SearchTask {
    pub(super) ground: PlayoutGround,
    pub(super) board: PlayoutBoard,
    pub(super) turn: PlayoutTurn,
    /// The stone may be taken over: its value should be as near to one half as possible.
    pub(super) balanced: bool,
    /// The last stones of White and Black.
    pub(super) last: [Option<u16>; 2],
    pub(super) settings: MctsSettings,
}

impl SearchTask {
    pub(super) fn of(play: &Play<Y>, settings: MctsSettings) -> Self {
        let y = play.position();
        let ground = PlayoutGround::of(y);
        let board = PlayoutBoard::of(y, &ground);
        let (turn, balanced) = (PlayoutTurn::of(y), y.may_be_swapped());
        Self { board, ground, turn, balanced, last: last_stones(play), settings }
    }
}

/// The last stones of White and Black.
pub(super) fn last_stones(play: &Play<Y>) -> [Option<u16>; 2] {
    let mut last = [None; 2];
    for turn in play.rounds().last().map_or(&[][..], |round| &round.turns) {
        for step in &turn.steps {
            if let Step::Place(point) = step {
                last[turn.before.to_act().side().index()] = Some(point.0);
            }
        }
    }
    last
}

/// The state of one searching thread.
pub(super) struct PlayoutWorker<'a> {
    task: &'a SearchTask,
    tree: &'a MctsTree,
    random: Random,
    /// Visits a leaf needs to get followers.
    ripe: u32,
    board: PlayoutBoard,
    order: Vec<u16>,
    /// Nodes from the root down, with the turn at each.
    path: Vec<(u32, PlayoutTurn)>,
    links: [Links; 2],
    points: Vec<u16>,
    looks: Vec<u8>,
}

impl<'a> PlayoutWorker<'a> {
    pub(super) fn new(task: &'a SearchTask, tree: &'a MctsTree, seed: u64, ripe: u32) -> Self {
        let order = task.ground.points().filter(|&at| task.board.at(at) == EMPTY).collect();
        let board = task.board.clone();
        let random = Random::new(seed);
        let (path, points, looks, links) = (vec![], vec![], vec![], <[Links; 2]>::default());
        Self { task, tree, random, ripe, board, order, path, links, points, looks }
    }

    /// One playout from the root.
    pub(super) fn playout(&mut self) {
        self.board.clone_from(&self.task.board);
        self.path.clear();
        let mut turn = self.task.turn;
        let mut at = ROOT;
        let mut last = None;
        self.tree.node(ROOT).own.begin();
        let proved = loop {
            self.path.push((at, turn));
            let node = self.tree.node(at);
            if let Some(winner) = node.proof() {
                break Some(winner);
            }
            if self.tree.children(at).1.is_empty() {
                if at != ROOT && node.own.get().0 <= self.ripe {
                    break None;
                }
                if let Some(winner) = self.expand(at, turn) {
                    node.prove(winner);
                    break Some(winner);
                }
            }
            let Some(child) = self.choose(at, turn.side) else { break None };
            let node = self.tree.node(child);
            node.own.begin();
            at = child;
            last = Some(node.point());
            self.board.place(turn.side, node.point());
            turn.next();
        };
        match proved {
            Some(winner) => {
                self.count(winner);
                self.back_up_proof();
            }
            None => {
                let last =
                    last.filter(|_| self.path.iter().rev().nth(1).is_some_and(|(_, t)| t.side != turn.side));
                let winner = self.fill(turn, last);
                self.count(winner);
                self.count_rave(winner);
            }
        }
    }

    fn fill(&mut self, turn: PlayoutTurn, last: Option<u16>) -> Side {
        let (ground, order, random) = (&self.task.ground, &mut self.order[..], &mut self.random);
        if self.task.settings.bridges {
            self.board.fill::<true>(ground, turn, last, order, random)
        } else {
            self.board.fill::<false>(ground, turn, last, order, random)
        }
    }

    /// Selection: the stone with the best mixture of wins, RAVE and policy; `None` if all are lost.
    fn choose(&self, at: u32, side: Side) -> Option<u32> {
        let (first, children) = self.tree.children(at);
        let visits = self.tree.node(at).own.get().0;
        let worth = StoneWorth::of(self.task, at, visits, side);
        let backlog = self.tree.backlog(at);
        let listed = backlog.and_then(|backlog| backlog.short_list(visits));
        if let Some(best) = listed.and_then(|places| worth.best(children, places).best()) {
            return Some(first + best);
        }
        if let Some(backlog) = backlog {
            MctsTree::settle(backlog, children);
        }
        let list = worth.best(children, 0..children.len() as u32);
        if let Some(backlog) = backlog {
            backlog.keep_list(&list, visits + (visits / FRESH).clamp(1, SHORT as u32));
        }
        list.best().map(|place| first + place)
    }

    /// Lists the stones that may follow a leaf; returns the winner if it is decided.
    fn expand(&mut self, at: u32, turn: PlayoutTurn) -> Option<Side> {
        let (ground, board) = (&self.task.ground, &self.board);
        self.points.clear();
        self.points.extend(ground.points().filter(|&at| board.at(at) == EMPTY));
        let mut winner = None;
        if turn.left == 1 && !(at == ROOT && self.task.balanced) && self.task.settings.links {
            winner = self.find_wins_and_threats(turn.side);
            // A lost game goes on: the root keeps its stones until each of them is refuted.
            if at == ROOT && winner == Some(turn.side.other()) {
                winner = None;
            }
        }
        let MctsSettings { prior, policy, .. } = self.task.settings;
        self.looks.clear();
        if policy > 0.0 {
            let view = PolicyView::new(&self.task.ground, &self.board, turn.side, self.last_stones());
            view.judge(&self.points, &mut self.looks);
        }
        self.tree.expand(at, &self.points, &self.looks, prior);
        if winner == Some(turn.side) {
            self.tree.children(at).1.iter().for_each(|node| node.prove(turn.side));
        }
        winner
    }

    /// The last stones of White and Black at the end of the path.
    fn last_stones(&self) -> [Option<u16>; 2] {
        let mut last = self.task.last;
        for pair in self.path.windows(2) {
            let [(_, turn), (node, _)] = pair else { continue };
            last[turn.side.index()] = Some(self.tree.node(*node).point());
        }
        last
    }

    /// Looks for wins and threats: keeps the relevant points, and returns the winner if it is decided.
    fn find_wins_and_threats(&mut self, side: Side) -> Option<Side> {
        let (ground, board) = (&self.task.ground, &self.board);
        let [own, other] = &mut self.links;
        other.find(ground, board, side.other());
        if other.have_won() {
            return Some(side.other());
        }
        own.find(ground, board, side);
        if let Some(&point) = self.points.iter().find(|&&at| own.completed_by(ground, board, at).is_some()) {
            self.points.clear();
            self.points.push(point);
            return Some(side);
        }
        let mut needed = BoardPoints::ALL;
        for &at in &self.points {
            if let Some(needs) = other.completed_by(ground, board, at) {
                needed.keep(&needs);
            }
        }
        if !self.points.iter().any(|&at| needed.contains(at)) {
            return Some(side.other());
        }
        self.points.retain(|&at| needed.contains(at));
        None
    }

    fn count(&self, winner: Side) {
        for pair in self.path.windows(2) {
            let [(_, turn), (node, _)] = pair else { continue };
            if turn.side == winner {
                self.tree.node(*node).own.win();
            }
        }
    }

    fn count_rave(&self, winner: Side) {
        for &(at, turn) in &self.path {
            self.tree.note_rave(at, self.board.bytes(turn.side), turn.side == winner);
        }
    }

    /// Backs up a proof from the last node as far as it proves something.
    fn back_up_proof(&self) {
        for &(at, turn) in self.path.iter().rev().skip(1) {
            if at == ROOT && self.task.balanced {
                return;
            }
            match judge(self.tree.children(at).1, turn.side) {
                Some(winner) => self.tree.node(at).prove(winner),
                None => return,
            }
        }
    }
}

/// What stones at a node are worth to the search.
struct StoneWorth {
    side: Side,
    /// The stone may be taken over.
    balanced: bool,
    rave_bias: f32,
    /// The weight of the policy, for a probability in parts of 255.
    policy: f32,
    /// The exploration term of a stone without playouts.
    explore: f32,
}

impl StoneWorth {
    fn of(task: &SearchTask, at: u32, visits: u32, side: Side) -> Self {
        let MctsSettings { rave_bias, exploration, policy, .. } = task.settings;
        let balanced = at == ROOT && task.balanced;
        let exploration = if balanced { BALANCED_EXPLORATION } else { exploration };
        let explore =
            if exploration > 0.0 { exploration * libm::logf(visits as f32 + 1.0).sqrt() } else { 0.0 };
        Self { side, balanced, rave_bias, policy: policy / f32::from(u8::MAX), explore }
    }

    /// The best of these children; only the winning one, if one is proved to win.
    #[inline]
    fn best(&self, children: &[TreeNode], places: impl Iterator<Item = u32>) -> ShortList {
        let fadings = &FADINGS[..];
        let mut list = ShortList::EMPTY;
        for place in places {
            let Some(node) = children.get(place as usize) else { break };
            let value = match node.proof() {
                None => self.value(node, fadings),
                Some(winner) if winner == self.side && !self.balanced => f32::INFINITY,
                Some(_) => continue,
            };
            list.offer(value, place as u16);
        }
        list
    }

    #[inline]
    fn value(&self, node: &TreeNode, fadings: &[f32]) -> f32 {
        let ((n, won), (rave_n, rave_won)) = (node.own.get(), node.rave.get());
        let fading = fadings.get(n as usize).copied().unwrap_or_else(|| fading(n));
        let (n, won, rave_n, rave_won) = (n as f32, won as f32, rave_n as f32, rave_won as f32);
        if self.balanced {
            let own = (won + 0.5) / (n + 1.0);
            return own.min(1.0 - own) + self.explore * fading;
        }
        // RAVE counts like playouts of the stone itself, but as no more than 1 / bias of them.
        let fade = 1.0 + self.rave_bias * rave_n;
        let mean = (fade * won + rave_won + 0.05) / (fade * n + rave_n + 0.1);
        mean + (self.policy * f32::from(node.looks()) + self.explore) * fading
    }
}

/// The winner if this side chooses: it wins if one stone wins, and loses if all lose.
fn judge(children: &[TreeNode], side: Side) -> Option<Side> {
    let mut all = !children.is_empty();
    for node in children {
        match node.proof() {
            Some(winner) if winner == side => return Some(side),
            Some(_) => (),
            None => all = false,
        }
    }
    all.then(|| side.other())
}
