//! The patterns of the games with a learned evaluation, one file for each game.
//!
//! Patterns are local: windows of a line, blocks of squares, a node with its neighbours. What is the same up to a
//! symmetry of the board has the same row, so that every game teaches all of them.

mod kadon;
mod leapover;
mod quinta;
mod sexta;
mod singularity;
mod tetra;
mod yinsh;
mod zen;

pub(super) use quinta::list_quinta;
pub(super) use sexta::{list_sexta, sexta_phase};
pub(super) use tetra::list_tetra;

use crate::pattern::{PatternNetwork, Patterns, weights_of};
use std::sync::Arc;
use taijitu_rules::games::aliens::Aliens;
use taijitu_rules::short::sort_short;
use taijitu_rules::{Board, Game, Point};

impl Patterns for Aliens {}

/// The network of a file that comes with the program; `None` if it is damaged, which a test excludes, or if it was not
/// supplied to a program without it.
fn shipped<G: Patterns + Game>(file: &'static [u8]) -> Option<Arc<PatternNetwork>> {
    PatternNetwork::decode_for::<G>(&weights_of(G::meta().id, file)).ok().map(Arc::new)
}

/// The class of each point of a board: points that a symmetry exchanges have the same one. Classes are counted
/// in board order.
fn orbits(board: &Board) -> Vec<u16> {
    let maps = board.symmetries();
    let first = |point: Point| maps.iter().map(|map| map[point.index()]).min().unwrap_or(point);
    let mut firsts: Vec<Point> = board.all().map(first).collect();
    sort_short(&mut firsts, |a, b| a < b);
    firsts.dedup();
    board.all().map(|point| firsts.partition_point(|&other| other < first(point)) as u16).collect()
}

/// Numbers the states `0..N` so that a state and its images share a number: the classes are counted in the order of
/// their least states, so that state 0 has number 0.
fn classes<const N: usize>(images: impl Fn(usize) -> Vec<usize>) -> [u16; N] {
    let (mut class, mut count) = ([u16::MAX; N], 0);
    for state in 0..N {
        if class[state] == u16::MAX {
            for image in images(state) {
                class[image] = count;
            }
            class[state] = count;
            count += 1;
        }
    }
    class
}

/// The states of five places with `states` possibilities each, read from either end.
fn reversed(state: usize, states: usize) -> usize {
    (0..5).fold((0, state), |(turned, left), _| (states * turned + left % states, left / states)).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::board::{kadon::kadon, yinsh, zen};

    #[test]
    fn points_that_look_the_same_share_a_class() {
        for (board, count) in [(yinsh(), 11), (zen(), 21), (&kadon().board, 20)] {
            let orbits = orbits(board);
            assert_eq!(orbits.iter().max(), Some(&(count - 1)), "{}", board.id);
            for map in board.symmetries() {
                assert!(board.all().all(|p| orbits[p.index()] == orbits[map[p.index()].index()]));
            }
        }
    }

    #[test]
    fn a_window_and_its_reverse_share_a_class() {
        let of_three = classes::<243>(|state| vec![reversed(state, 3)]);
        assert_eq!((of_three[0], of_three.iter().max()), (0, Some(&134)));
        assert_eq!(of_three[1], of_three[81]);
        let of_five = classes::<3125>(|state| vec![reversed(state, 5)]);
        assert_eq!(of_five.iter().max(), Some(&1624));
    }
}
