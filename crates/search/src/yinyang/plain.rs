//! The straightforward solver that the fast one is compared with: positions in a map, turns in lists, and the
//! whole face-up state as part of a position.

use super::determinization::Determinization;
use super::solve::SolvedValue;
use std::collections::HashMap;
use taijitu_rules::hash::PositionHasherBuilder;

/// All reachable positions with their values; `None` if there are more than `most`.
pub(super) fn solve(start: Determinization, most: usize) -> Option<Vec<(Determinization, SolvedValue)>> {
    let mut worlds = vec![start];
    let mut index: HashMap<u64, usize, PositionHasherBuilder> = [(start.outside(), 0)].into_iter().collect();
    let (mut next, mut turns) = (vec![], vec![]);
    while next.len() < worlds.len() {
        let world = worlds[next.len()];
        turns.clear();
        if world.winner().is_none() {
            world.turns(&mut turns);
        }
        let mut place = |after: Determinization| {
            *index.entry(after.outside()).or_insert_with(|| {
                worlds.push(after);
                worlds.len() - 1
            })
        };
        let to: Vec<usize> = turns.iter().map(|&turn| place(world.after(turn))).collect();
        next.push(to);
        if worlds.len() > most {
            return None;
        }
    }
    let verdicts = decide(&worlds, &next);
    Some(worlds.into_iter().zip(verdicts).collect())
}

/// Iterates over all positions for each number of turns until nothing changes.
fn decide(worlds: &[Determinization], next: &[Vec<usize>]) -> Vec<SolvedValue> {
    let at_once = |(world, next): (&Determinization, &Vec<usize>)| match world.winner() {
        Some(side) if side == world.act => SolvedValue::Win(0),
        None if !next.is_empty() => SolvedValue::Draw,
        _ => SolvedValue::Loss(0),
    };
    let mut verdicts: Vec<SolvedValue> = worlds.iter().zip(next).map(at_once).collect();
    for turns in 1.. {
        let mut fresh = vec![];
        for at in (0..next.len()).filter(|&at| verdicts[at] == SolvedValue::Draw) {
            let mut after = next[at].iter().map(|&to| verdicts[to]);
            if after.clone().any(|verdict| matches!(verdict, SolvedValue::Loss(_))) {
                fresh.push((at, SolvedValue::Win(turns)));
            } else if after.all(|verdict| matches!(verdict, SolvedValue::Win(_))) {
                fresh.push((at, SolvedValue::Loss(turns)));
            }
        }
        if fresh.is_empty() {
            break;
        }
        for (at, verdict) in fresh {
            verdicts[at] = verdict;
        }
    }
    verdicts
}
