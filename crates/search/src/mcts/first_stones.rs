//! The first stones of the 93-node board, judged by long searches: which are fair, and which are to be taken over.
//!
//! The file `weights/y_first_stones.txt` is what `taijitu tune y --openings` prints: of the stones that differ by more than a
//! symmetry of the board the first one, and the chance in thousandths that its owner wins if nobody swaps.
//! Where a first stone is to be chosen that may be taken over, the engine chooses among these without a search, and it
//! decides by them whether to swap.

use super::{MctsSettings, MonteCarlo};
use crate::engine::{Engine, SearchScore};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use std::fmt::Write as _;
use std::sync::LazyLock;
use taijitu_rules::board::kadon::kadon;
use taijitu_rules::games::y::Y;
use taijitu_rules::{AnyPlay, Play, Point, Rules};

/// A first stone and the chance of its owner to win if nobody swaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstStoneChance {
    /// Its point, the first of those that are alike.
    pub point: Point,
    /// The chance.
    pub chance: f64,
}

impl FirstStoneChance {
    /// The chance of the one who placed it if the other player knows whether to swap.
    #[must_use]
    pub const fn with_swap(self) -> f64 {
        self.chance.min(1.0 - self.chance)
    }
}

/// The first stones of the 93-node board, the fairest first; none if they were not searched.
#[must_use]
pub fn fairest() -> &'static [FirstStoneChance] {
    static FAIREST: LazyLock<Vec<FirstStoneChance>> =
        LazyLock::new(|| read(include_str!("../../weights/y_first_stones.txt")));
    &FAIREST
}

fn read(text: &str) -> Vec<FirstStoneChance> {
    let line = |line: &str| {
        let (name, chance) = line.split_once(':')?;
        // An integer: to read numbers with a point takes 15 kB of the module in the page.
        let thousandths: u16 = chance.trim().parse().ok()?;
        Some(FirstStoneChance { point: kadon().board.find(name)?, chance: f64::from(thousandths) / 1000.0 })
    };
    let mut stones: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect();
    stones.sort_by(|a, b| b.with_swap().total_cmp(&a.with_swap()));
    stones
}

/// The points that are like this one by a symmetry of the 93-node board, in board order.
fn alike(point: Point) -> Vec<Point> {
    let mut points: Vec<Point> = kadon().board.symmetries().iter().map(|map| map[point.index()]).collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// What is known of this first stone, on the 93-node board.
#[must_use]
pub fn known(y: &Y, stone: Point) -> Option<FirstStoneChance> {
    let first = *alike(stone).first().filter(|_| is_known(y))?;
    fairest().iter().find(|known| known.point == first).copied()
}

/// The first stones of a play without stones on which a swap decides, the fairest first, each with the chance of its owner
/// if nobody swaps; none of another game or board.
#[must_use]
pub fn of_start(play: &dyn AnyPlay) -> Vec<(String, f64)> {
    let Some(play) = play.as_any().downcast_ref::<Play<Y>>() else { return vec![] };
    let y = play.position();
    if !is_known(y) || !y.may_be_swapped() {
        return vec![];
    }
    fairest().iter().map(|stone| (y.board().name(stone.point).to_string(), stone.chance)).collect()
}

/// Whether this is the 93-node board; no other board has as many points.
fn is_known(y: &Y) -> bool {
    y.board().len() == kadon().board.len()
}

/// The first stones for a position without stones, the fairest first; of those alike the one that `choice` picks.
pub(super) fn choices(y: &Y, choice: u64) -> Vec<FirstStoneChance> {
    let picked = |stone: &FirstStoneChance| {
        let alike = alike(stone.point);
        FirstStoneChance { point: alike[choice as usize % alike.len()], ..*stone }
    };
    if is_known(y) { fairest().iter().map(picked).collect() } else { vec![] }
}

/// Searches all first stones with this many playouts each and returns the file; `report` is called after each.
pub(crate) fn search(nodes: u64, seed: u64, report: &mut dyn FnMut(u32)) -> String {
    let mut out = format!("# {nodes} playouts each, seed {seed}\n");
    let Ok(start) = Play::<Y>::start(&["pie=off"]) else { return out };
    let firsts = kadon().board.all().filter(|&point| alike(point).first() == Some(&point));
    for (number, point) in (1..).zip(firsts) {
        let mut play = start.clone();
        if play.turn(kadon().board.name(point)).is_err() {
            continue;
        }
        let mut engine = MonteCarlo::new(MctsSettings { seed, ..MctsSettings::BEST });
        let known = InformationSet::to_actor(&play);
        let found = engine.think(&known, Limits::nodes(nodes), &Stop::default(), &mut |_| ());
        let chance = match found.map(|thought| thought.score) {
            Some(SearchScore::Chance(chance)) => 1.0 - chance,
            Some(SearchScore::Wins(side)) if side == play.position().to_act().side() => 0.0,
            Some(SearchScore::Wins(_)) => 1.0,
            _ => continue,
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}: {:.0}", kadon().board.name(point), 1000.0 * chance);
        report(number);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_first_stone_is_judged_once_up_to_symmetry() {
        let all: Vec<Point> = kadon().board.all().collect();
        let y = Play::<Y>::start(&[]).expect("a start").position().clone();
        assert!(all.iter().all(|&point| known(&y, point).is_some()));
        let mut judged: Vec<Point> = fairest().iter().flat_map(|stone| alike(stone.point)).collect();
        judged.sort_unstable();
        assert_eq!(judged, all);
        assert!(fairest().windows(2).all(|pair| pair[0].with_swap() >= pair[1].with_swap()));
        assert!(fairest().iter().all(|stone| (0.0..=1.0).contains(&stone.chance)));
        let small = Play::<Y>::start(&["board=triangle-9"]).expect("a start").position().clone();
        assert!(known(&small, all[0]).is_none() && choices(&small, 0).is_empty());
    }

    #[test]
    fn some_first_stones_are_to_be_taken_over_and_some_are_not() {
        let takes = fairest().iter().filter(|stone| stone.chance > 0.5).count();
        assert!(takes > 0 && takes < fairest().len());
    }

    #[test]
    fn a_short_search_writes_what_is_read() {
        let mut searched = 0;
        let stones = read(&search(20, 1, &mut |number| searched = number));
        assert_eq!((stones.len(), searched as usize), (fairest().len(), stones.len()));
    }
}
