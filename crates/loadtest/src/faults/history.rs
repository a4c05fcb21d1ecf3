//! The injected faults with their times, and the times in which no node could commit.

use super::plan::{Fault, Link};
use std::fmt;

/// An interval in milliseconds since 1970, by the driver's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Its start.
    pub began: i64,
    /// Its end.
    pub ended: i64,
}

impl Interval {
    /// How long it is.
    #[must_use]
    pub const fn length(self) -> i64 {
        self.ended - self.began
    }

    /// The intersection; `None` if it is empty.
    #[must_use]
    pub fn common(self, other: Self) -> Option<Self> {
        let both = Self { began: self.began.max(other.began), ended: self.ended.min(other.ended) };
        (both.began < both.ended).then_some(both)
    }
}

/// A fault that was injected.
#[derive(Clone, Debug)]
pub struct InjectedFault {
    /// The fault.
    pub fault: Fault,
    /// When it was certainly in effect: from its confirmation until just before it was undone. For the additional node:
    /// from before its start until after its end.
    pub effect: Interval,
}

/// All injected faults, and the start of the run.
#[derive(Clone, Debug, Default)]
pub struct FaultHistory {
    /// The start of the run.
    pub began: i64,
    /// The faults, in the order in which they ended.
    pub happened: Vec<InjectedFault>,
}

impl FaultHistory {
    /// The times in which no node could commit: each was killed, frozen or cut off from the database, or the database
    /// was down.
    #[must_use]
    pub fn downtime(&self, nodes: usize, until: i64) -> Vec<Interval> {
        let run = Interval { began: self.began, ended: until };
        let effects = |hits: &dyn Fn(Fault) -> bool| -> Vec<Interval> {
            union(self.happened.iter().filter(|one| hits(one.fault)).map(|one| one.effect).collect())
        };
        let node_down = |node: usize| {
            effects(&|fault| match fault {
                Fault::Kill(hit) | Fault::Drain(hit) | Fault::Freeze(hit) => hit == node,
                Fault::LinkState(hit, Link::Database, state) => hit == node && state.is_closed(),
                _ => false,
            })
        };
        let extra_is_up = effects(&|fault| fault == Fault::Extra);
        let mut all_down = without(run, &extra_is_up);
        for node in 0..nodes {
            all_down = common(&all_down, &node_down(node));
        }
        let database_down = effects(&|fault| {
            matches!(fault, Fault::NoDatabase(_) | Fault::RestartDatabase | Fault::FreezeDatabase)
        });
        union([all_down, database_down].concat())
    }

    /// The faults around a time, to find the cause of a violation.
    #[must_use]
    pub fn around(&self, time: i64, margin: i64) -> Vec<String> {
        let near = Interval { began: time - margin, ended: time + margin };
        self.happened
            .iter()
            .filter(|one| one.effect.common(near).is_some())
            .map(|one| {
                let second = |time: i64| (time - self.began) as f64 / 1000.0;
                let Interval { began, ended } = one.effect;
                format!("{:.1} s to {:.1} s: {}", second(began), second(ended), one.fault)
            })
            .collect()
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {} ({} ms)", self.began, self.ended, self.length())
    }
}

/// The union of the intervals, without overlaps and in order.
fn union(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.retain(|one| one.began < one.ended);
    intervals.sort_by_key(|one| one.began);
    let mut joined: Vec<Interval> = vec![];
    for one in intervals {
        match joined.last_mut() {
            Some(last) if one.began <= last.ended => last.ended = last.ended.max(one.ended),
            _ => joined.push(one),
        }
    }
    joined
}

fn common(some: &[Interval], others: &[Interval]) -> Vec<Interval> {
    union(some.iter().flat_map(|one| others.iter().filter_map(|other| one.common(*other))).collect())
}

/// An interval minus others, which are in order and do not overlap.
fn without(whole: Interval, taken: &[Interval]) -> Vec<Interval> {
    let mut rest = vec![];
    let mut began = whole.began;
    for one in taken {
        rest.push(Interval { began, ended: one.began });
        began = one.ended;
    }
    rest.push(Interval { began, ended: whole.ended });
    union(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::LinkState;

    fn happened(fault: Fault, began: i64, ended: i64) -> InjectedFault {
        InjectedFault { fault, effect: Interval { began, ended } }
    }

    fn downtime(happened: Vec<InjectedFault>) -> Vec<(i64, i64)> {
        let history = FaultHistory { began: 0, happened };
        history.downtime(2, 1000).into_iter().map(|one| (one.began, one.ended)).collect()
    }

    #[test]
    fn nobody_is_down_while_somebody_is_up() {
        let cut = Fault::LinkState(1, Link::Database, LinkState::Cut);
        let late = Fault::LinkState(1, Link::Database, LinkState::Delayed { ms: 1, jitter: 1 });
        assert_eq!(downtime(vec![happened(Fault::Kill(0), 100, 300), happened(cut, 400, 500)]), []);
        assert_eq!(downtime(vec![happened(Fault::Kill(0), 100, 300), happened(cut, 200, 500)]), [(200, 300)]);
        assert_eq!(downtime(vec![happened(Fault::Kill(0), 100, 300), happened(late, 200, 500)]), []);
    }

    #[test]
    fn the_node_that_comes_for_a_while_counts_while_it_is_there() {
        let both = vec![happened(Fault::Kill(0), 100, 300), happened(Fault::Freeze(1), 100, 300)];
        let with_extra = [both, vec![happened(Fault::Extra, 150, 200)]].concat();
        assert_eq!(downtime(with_extra), [(100, 150), (200, 300)]);
    }

    #[test]
    fn without_a_database_everybody_is_down() {
        let faults =
            vec![happened(Fault::RestartDatabase, 100, 300), happened(Fault::FreezeDatabase, 250, 400)];
        assert_eq!(downtime(faults), [(100, 400)]);
    }
}
