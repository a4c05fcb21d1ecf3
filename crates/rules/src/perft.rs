//! Position counts: how many positions a given number of turns can lead to.

use crate::game::{Notation, Rules};
use crate::turns::{TooManyTurns, children, legal_turns};

/// Progress callback of a long count: how many of the first turns are done, and how many there are.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize);

/// `perft(position, depth)`: 1 for depth 0, otherwise the sum over the distinct positions one turn produces.
///
/// # Errors
/// [`TooManyTurns`] if a position on the way has too many turns to count.
pub fn perft<G: Rules>(position: &G, depth: u32) -> Result<u64, TooManyTurns> {
    perft_with_progress(position, depth, &mut |_, _| ())
}

/// The same, reporting after each of the first turns.
///
/// # Errors
/// [`TooManyTurns`] if a position on the way has too many turns to count.
pub fn perft_with_progress<G: Rules>(
    position: &G,
    depth: u32,
    progress: Progress<'_>,
) -> Result<u64, TooManyTurns> {
    if depth == 0 {
        return Ok(1);
    }
    let children = children(position)?;
    if depth == 1 {
        return Ok(children.len() as u64);
    }
    let total = children.len();
    let mut sum = 0;
    for (done, child) in children.iter().enumerate() {
        sum += perft(child, depth - 1)?;
        progress(done + 1, total);
    }
    Ok(sum)
}

/// The count behind each legal turn, in the order of a list of turns.
///
/// # Errors
/// [`TooManyTurns`] if a position on the way has too many turns to count.
pub fn divide<G: Notation>(
    position: &G,
    depth: u32,
    progress: Progress<'_>,
) -> Result<Vec<(String, u64)>, TooManyTurns> {
    let turns = legal_turns(position)?;
    let total = turns.len();
    let mut counts = vec![];
    for turn in turns {
        counts.push((turn.text, perft(&turn.after, depth.saturating_sub(1))?));
        progress(counts.len(), total);
    }
    Ok(counts)
}
