//! From steps to turns: every distinct position one turn can produce, with its preferred spelling.
//!
//! Half-built turns that reach the same position are followed only once, so that chains of jumps in circles,
//! or the orders of placing a handicap, do not multiply.

use crate::game::{Notation, Rules};
use crate::hash::{self, PositionMap, PositionSet};
use crate::short::sort_long;
use crate::side::Audience;
use std::collections::HashSet;

/// A position has more turns than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} turns here: too many to list or count one by one")]
pub struct TooManyTurns {
    /// The limit.
    pub limit: usize,
}

/// Why turns were not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// There are too many.
    #[error(transparent)]
    TooMany(#[from] TooManyTurns),
    /// `stop` returned true.
    #[error("stopped before all turns were found")]
    Stopped,
}

/// Maximum number of positions of [`children`] and [`legal_turns`], for position counts, which may use much
/// time and memory.
pub const LIMIT: usize = 3_000_000;

/// Maximum number of turns in a list for players.
/// Every game has fewer (Yin Yang up to 18,468, where a law rewrites another), except where many stones are
/// placed in one turn (Y with a handicap of three) or all laws are written at once.
pub const LISTED: usize = 20_000;

/// Half-built turns followed for each turn that may be listed: bounds the work where many ways lead to few
/// turns.
const HALF_BUILT: usize = 4;

type Set<G> = HashSet<G, hash::PositionHasherBuilder>;

/// One legal turn: where it leads and how it is spelled.
#[derive(Clone, Debug)]
pub struct Turn<G: Rules> {
    /// Its steps.
    pub steps: Vec<G::Step>,
    /// The position after it.
    pub after: G,
    /// Its spelling, secrets included.
    pub text: String,
}

/// The positions one turn can produce, each once.
///
/// # Errors
/// [`TooManyTurns`] if there are more than [`LIMIT`].
pub fn children<G: Rules>(position: &G) -> Result<Set<G>, TooManyTurns> {
    let too_many = TooManyTurns { limit: LIMIT };
    if position.has_countless_turns() {
        return Err(too_many);
    }
    let (mut ends, mut begun) = (Set::<G>::default(), Set::<G>::default());
    let (mut open, mut steps) = (vec![position.clone()], vec![]);
    while let Some(from) = open.pop() {
        from.steps(&mut steps);
        ends.reserve(if ends.is_empty() { steps.len() } else { 0 });
        for &step in &steps {
            let mut to = from.clone();
            to.play_unchecked(step);
            if !to.mid_turn() {
                ends.insert(to);
            } else if begun.insert(to.clone()) {
                open.push(to);
            }
        }
        if ends.len() + begun.len() > LIMIT {
            return Err(too_many);
        }
    }
    Ok(ends)
}

/// The legal turns in the order of a list: sorted by their spelling.
///
/// # Errors
/// [`TooManyTurns`] if there are more than [`LIMIT`].
pub fn legal_turns<G: Notation>(position: &G) -> Result<Vec<Turn<G>>, TooManyTurns> {
    match list_turns(position, LIMIT, &|| false) {
        Ok(turns) => Ok(turns),
        Err(ListError::TooMany(error)) => Err(error),
        Err(ListError::Stopped) => unreachable!("nobody asks it to stop"),
    }
}

/// The same with a limit chosen by the caller. Work and memory grow with the limit, not with the number of
/// turns: it fails as soon as it has found more turns, or more half-built ones.
/// `stop` is called repeatedly meanwhile.
///
/// # Errors
/// [`ListError`] if there are more turns than `limit`, or `stop` returned true.
pub fn list_turns<G: Notation>(
    position: &G,
    limit: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Turn<G>>, ListError> {
    let too_many = TooManyTurns { limit };
    if position.has_countless_turns() {
        return Err(too_many.into());
    }
    let mut best = PositionMap::<G, Vec<G::Step>>::default();
    // Level by level: all half-built turns of the same number of steps, each with its preferred steps so far.
    let mut level = vec![(position.clone(), vec![])];
    let mut begun = PositionSet::<G>::default();
    let mut steps = vec![];
    while !level.is_empty() {
        let mut next = PositionMap::<G, Vec<G::Step>>::default();
        for (from, so_far) in level {
            from.steps(&mut steps);
            for &step in &steps {
                let mut to = from.clone();
                to.play_unchecked(step);
                let path = [so_far.as_slice(), &[step]].concat();
                if !to.mid_turn() {
                    keep_preferred(position, &mut best, to, path);
                } else if !begun.contains(&to) {
                    keep_preferred(position, &mut next, to, path);
                }
            }
            if best.len() + next.len() > limit || begun.len() > limit.saturating_mul(HALF_BUILT) {
                return Err(too_many.into());
            }
            if stop() {
                return Err(ListError::Stopped);
            }
        }
        for (to, _) in next.entries() {
            begun.insert(to.clone());
        }
        level = next.into_entries();
    }
    let mut found: Vec<Option<(G, Vec<G::Step>)>> = best.into_entries().into_iter().map(Some).collect();
    let spell = |steps: &[G::Step]| position.spell(steps, Audience::Omniscient);
    let mut order: Vec<(String, usize)> =
        found.iter().flatten().map(|(_, steps)| spell(steps)).zip(0..).collect();
    sort_long(&mut order, |a, b| a.0 < b.0);
    let turn = |(text, at): (String, usize)| {
        let (after, steps) = found[at].take()?;
        Some(Turn { steps, after, text })
    };
    Ok(order.into_iter().filter_map(turn).collect())
}

/// Stores a way to a position unless a preferred one is known.
fn keep_preferred<G: Notation>(
    start: &G,
    best: &mut PositionMap<G, Vec<G::Step>>,
    to: G,
    path: Vec<G::Step>,
) {
    let (known, is_new) = best.get_or_insert(to, vec![]);
    if is_new || start.prefers(&path, known) {
        *known = path;
    }
}
