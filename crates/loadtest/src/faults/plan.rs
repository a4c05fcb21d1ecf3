//! The plan of a run: each fault with its time and duration. It depends on the seed only, so the same command injects the
//! same faults.

use crate::proxy::{Direction, LinkState};
use std::fmt;
use taijitu_rules::playout::Random;

/// No fault before this time, in milliseconds, so that games have started.
const QUIET_MS: u64 = 2000;
/// How long a fault is delayed if all its possible targets are in use.
const LATER: u64 = 200;

/// One end of a link that a node uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// To the database.
    Database,
    /// To the bus.
    Bus,
    /// From its clients.
    Clients,
}

/// A fault. Nodes and workers are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A node is killed, and started again.
    Kill(usize),
    /// A node is stopped gracefully, and started again.
    Drain(usize),
    /// A node is frozen (SIGSTOP), and resumed.
    Freeze(usize),
    /// An additional node starts, and is drained again.
    Extra,
    /// The clock of a node is set forward or back, and corrected again.
    Step(usize, bool),
    /// A link of a node is slow, broken or cut.
    LinkState(usize, Link, LinkState),
    /// No node reaches the database.
    NoDatabase(LinkState),
    /// The database crashes, and is started again on the same data.
    RestartDatabase,
    /// All processes of the database are frozen.
    FreezeDatabase,
    /// The bus is killed, and started again.
    RestartBus,
    /// The bus is frozen.
    FreezeBus,
    /// A worker is killed, and started again.
    KillWorker(usize),
    /// A worker is frozen.
    FreezeWorker(usize),
}

/// The target of a fault. Only one fault at a time holds a target: undoing one would undo the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultTarget {
    Node(usize),
    Link(usize, Link),
    Database,
    Bus,
    Worker(usize),
}

impl Fault {
    fn target(self, nodes: usize) -> FaultTarget {
        match self {
            Self::Kill(node) | Self::Drain(node) | Self::Freeze(node) | Self::Step(node, _) => {
                FaultTarget::Node(node)
            }
            Self::Extra => FaultTarget::Node(nodes),
            Self::LinkState(node, link, _) => FaultTarget::Link(node, link),
            Self::NoDatabase(_) | Self::RestartDatabase | Self::FreezeDatabase => FaultTarget::Database,
            Self::RestartBus | Self::FreezeBus => FaultTarget::Bus,
            Self::KillWorker(worker) | Self::FreezeWorker(worker) => FaultTarget::Worker(worker),
        }
    }

    /// Its name in a report.
    #[must_use]
    pub fn kind(self) -> String {
        let of = |link: Link| match link {
            Link::Database => "node – database",
            Link::Bus => "node – bus",
            Link::Clients => "clients – node",
        };
        match self {
            Self::Kill(_) => "node killed (SIGKILL)".into(),
            Self::Drain(_) => "node drained (SIGTERM)".into(),
            Self::Freeze(_) => "node frozen (SIGSTOP, SIGCONT)".into(),
            Self::Extra => "one more node for a while".into(),
            Self::Step(_, _) => "clock of a node stepped".into(),
            Self::LinkState(_, link, state) => format!("link {}: {}", of(link), word(state)),
            Self::NoDatabase(state) => format!("all links to the database: {}", word(state)),
            Self::RestartDatabase => "PostgreSQL restarted after a crash".into(),
            Self::FreezeDatabase => "PostgreSQL frozen".into(),
            Self::RestartBus => "NATS killed and restarted".into(),
            Self::FreezeBus => "NATS frozen".into(),
            Self::KillWorker(_) => "worker killed".into(),
            Self::FreezeWorker(_) => "worker frozen".into(),
        }
    }
}

const fn word(state: LinkState) -> &'static str {
    match state {
        LinkState::Clear => "clear",
        LinkState::Delayed { .. } => "delayed",
        LinkState::Slow { .. } => "slow",
        LinkState::Held => "held",
        LinkState::Hole(_) => "black hole",
        LinkState::HalfClosed(_) => "half-closed",
        LinkState::Cut => "cut",
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind())?;
        match self {
            Self::Kill(node) | Self::Drain(node) | Self::Freeze(node) => write!(f, ", node {}", node + 1),
            Self::Step(node, true) => write!(f, " forward, node {}", node + 1),
            Self::Step(node, false) => write!(f, " back, node {}", node + 1),
            Self::LinkState(node, _, state) => write!(f, ", node {} ({state:?})", node + 1),
            Self::NoDatabase(state) => write!(f, " ({state:?})"),
            Self::KillWorker(worker) | Self::FreezeWorker(worker) => write!(f, ", worker {}", worker + 1),
            _ => Ok(()),
        }
    }
}

/// A fault with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedFault {
    /// Its start, in milliseconds after the start of the run.
    pub at: u64,
    /// Its duration.
    pub lasts: u64,
    /// The fault.
    pub fault: Fault,
}

/// The parameters of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The seed of all random choices.
    pub seed: u64,
    /// How long the run takes.
    pub seconds: u64,
    /// How many faults.
    pub faults: usize,
    /// How many nodes.
    pub nodes: usize,
    /// How many workers.
    pub workers: usize,
}

/// All faults of a run, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultPlan {
    /// The faults.
    pub faults: Vec<PlannedFault>,
}

impl fmt::Display for FaultPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, PlannedFault { at, lasts, fault }) in (1..).zip(&self.faults) {
            let (at, lasts) = (*at as f64 / 1000.0, *lasts as f64 / 1000.0);
            writeln!(f, "{number:4}  {at:7.1} s  for {lasts:4.1} s  {fault}")?;
        }
        Ok(())
    }
}

/// The cards a plan is dealt from: each kind of fault occurs in proportion to its cards, evenly over the run.
#[derive(Clone, Copy, Debug)]
enum FaultCard {
    Kill,
    Drain,
    Freeze,
    Extra,
    Step,
    Link(Link),
    NoDatabase,
    RestartDatabase,
    FreezeDatabase,
    RestartBus,
    FreezeBus,
    KillWorker,
    FreezeWorker,
}

const DECK: [(FaultCard, usize); 15] = [
    (FaultCard::Kill, 3),
    (FaultCard::Drain, 2),
    (FaultCard::Freeze, 3),
    (FaultCard::Extra, 1),
    (FaultCard::Step, 2),
    (FaultCard::Link(Link::Database), 5),
    (FaultCard::Link(Link::Bus), 4),
    (FaultCard::Link(Link::Clients), 2),
    (FaultCard::NoDatabase, 1),
    (FaultCard::RestartDatabase, 1),
    (FaultCard::FreezeDatabase, 1),
    (FaultCard::RestartBus, 1),
    (FaultCard::FreezeBus, 1),
    (FaultCard::KillWorker, 1),
    (FaultCard::FreezeWorker, 1),
];

impl FaultPlan {
    /// The plan of a seed.
    #[must_use]
    pub fn new(terms: Terms) -> Self {
        let mut random = Random::new(terms.seed);
        let mut faults: Vec<PlannedFault> = vec![];
        let mut deck = vec![];
        let slot = (terms.seconds * 1000).saturating_sub(QUIET_MS) / (terms.faults as u64).max(1);
        for number in 0..terms.faults as u64 {
            let mut at = QUIET_MS + number * slot + below(&mut random, slot.max(1));
            let planned = loop {
                if deck.is_empty() {
                    deck = shuffled(terms, &mut random);
                }
                let dealt = (0..deck.len()).find_map(|place| {
                    let planned = deal(deck[place], at, terms, &mut random);
                    let busy = faults.iter().any(|other| in_the_way(other, &planned, terms.nodes));
                    (!busy).then_some((place, planned))
                });
                match dealt {
                    Some((place, planned)) => {
                        deck.remove(place);
                        break planned;
                    }
                    None => at += LATER,
                }
            };
            faults.push(planned);
        }
        faults.sort_by_key(|planned| planned.at);
        Self { faults }
    }

    /// When the last fault is over, in milliseconds after the start.
    #[must_use]
    pub fn ends(&self) -> u64 {
        self.faults.iter().map(|planned| planned.at + planned.lasts).max().unwrap_or(0)
    }
}

fn below(random: &mut Random, bound: u64) -> u64 {
    u64::from(random.below(u32::try_from(bound).unwrap_or(u32::MAX)))
}

fn shuffled(terms: Terms, random: &mut Random) -> Vec<FaultCard> {
    let kept = |card: &FaultCard| {
        terms.workers > 0 || !matches!(card, FaultCard::KillWorker | FaultCard::FreezeWorker)
    };
    let mut cards: Vec<FaultCard> =
        DECK.iter().flat_map(|(card, count)| std::iter::repeat_n(*card, *count)).filter(kept).collect();
    for place in (1..cards.len()).rev() {
        cards.swap(place, random.below(place as u32 + 1) as usize);
    }
    cards
}

/// Whether two faults hit the same thing at the same time. A link to the database is part of all links to it.
fn in_the_way(one: &PlannedFault, other: &PlannedFault, nodes: usize) -> bool {
    /// The pause of a target between two faults, in milliseconds.
    const PEACE_MS: u64 = 700;
    let at_once = one.at < other.at + other.lasts + PEACE_MS && other.at < one.at + one.lasts + PEACE_MS;
    let (hit, hits) = (one.fault.target(nodes), other.fault.target(nodes));
    let database = |target| matches!(target, FaultTarget::Database | FaultTarget::Link(_, Link::Database));
    let whole = |target| matches!(target, FaultTarget::Database);
    at_once && (hit == hits || (database(hit) && database(hits) && (whole(hit) || whole(hits))))
}

fn deal(card: FaultCard, at: u64, terms: Terms, random: &mut Random) -> PlannedFault {
    let node = random.below(terms.nodes as u32) as usize;
    let worker = random.below(terms.workers.max(1) as u32) as usize;
    let (fault, least, most) = match card {
        FaultCard::Kill => (Fault::Kill(node), 100, 2500),
        FaultCard::Drain => (Fault::Drain(node), 100, 1500),
        FaultCard::Freeze => (Fault::Freeze(node), 500, 6000),
        FaultCard::Extra => (Fault::Extra, 5000, 12_000),
        FaultCard::Step => (Fault::Step(node, random.below(2) == 0), 1500, 6000),
        FaultCard::Link(link) => (Fault::LinkState(node, link, any_link_state(random)), 800, 6000),
        FaultCard::NoDatabase => (Fault::NoDatabase(closed_link_state(random)), 2500, 7000),
        FaultCard::RestartDatabase => (Fault::RestartDatabase, 100, 3500),
        FaultCard::FreezeDatabase => (Fault::FreezeDatabase, 1000, 6000),
        FaultCard::RestartBus => (Fault::RestartBus, 100, 5000),
        FaultCard::FreezeBus => (Fault::FreezeBus, 1000, 6000),
        FaultCard::KillWorker => (Fault::KillWorker(worker), 100, 3000),
        FaultCard::FreezeWorker => (Fault::FreezeWorker(worker), 500, 6000),
    };
    PlannedFault { at, lasts: least + below(random, most - least), fault }
}

fn any_link_state(random: &mut Random) -> LinkState {
    match random.below(3) {
        0 => LinkState::Delayed { ms: 20 + random.below(180), jitter: random.below(200) },
        1 if random.below(3) == 0 => LinkState::Slow { bytes: 4000 + random.below(20_000) },
        _ => closed_link_state(random),
    }
}

/// A link state in which no request is answered.
fn closed_link_state(random: &mut Random) -> LinkState {
    match random.below(6) {
        0 => LinkState::Hole(None),
        1 => LinkState::Hole(Some(Direction::Up)),
        2 => LinkState::Hole(Some(Direction::Down)),
        3 => LinkState::Held,
        4 => LinkState::HalfClosed(if random.below(2) == 0 { Direction::Up } else { Direction::Down }),
        _ => LinkState::Cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn long(seed: u64) -> FaultPlan {
        FaultPlan::new(Terms { seed, seconds: 600, faults: 200, nodes: 3, workers: 2 })
    }

    #[test]
    fn the_same_seed_makes_the_same_plan_and_another_one_another() {
        assert_eq!(long(1), long(1));
        assert_ne!(long(1), long(2));
    }

    #[test]
    fn a_plan_has_all_faults_of_every_kind_in_time() {
        let plan = long(7);
        assert_eq!(plan.faults.len(), 200);
        assert!(plan.faults.is_sorted_by_key(|planned| planned.at));
        assert!(plan.ends() < 625_000, "{}", plan.ends());
        let kinds: BTreeSet<String> = plan.faults.iter().map(|planned| planned.fault.kind()).collect();
        assert!(kinds.len() > 20, "{kinds:?}");
        assert_eq!(plan.to_string().lines().count(), 200);
    }

    #[test]
    fn nothing_is_hit_twice_at_once() {
        for seed in 0..20 {
            let plan = long(seed);
            for (place, one) in plan.faults.iter().enumerate() {
                assert!(
                    !plan.faults[..place].iter().any(|other| in_the_way(one, other, 3)),
                    "{seed} {one:?}"
                );
            }
        }
    }

    #[test]
    fn without_workers_none_is_hit() {
        let plan = FaultPlan::new(Terms { seed: 3, seconds: 30, faults: 60, nodes: 2, workers: 0 });
        let hits =
            |planned: &PlannedFault| matches!(planned.fault, Fault::KillWorker(_) | Fault::FreezeWorker(_));
        assert!(!plan.faults.iter().any(hits));
        assert_eq!(plan.faults.len(), 60);
    }
}
