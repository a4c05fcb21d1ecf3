//! The lines of a board as curves: a row that goes straight on in the game is smooth to the eye. The page bends them in the
//! same way.

use super::board::BoardPlacement;
use super::plate::SheetPoint;
use super::sheet::num;
use std::fmt::Write as _;
use taijitu_rules::{Board, Point};

/// The cosine of 42 degrees: what turns off more is another line.
const STRAIGHT: f64 = 0.743_144_825;
/// Lines nearly as straight as the best one fork.
const FORK: f64 = 0.06;

/// The curve along points that are joined by lines.
pub(super) fn along(place: &BoardPlacement, points: &[Point]) -> String {
    let mut path = String::new();
    let Some(&first) = points.first() else {
        return path;
    };
    let (x, y) = place.centre(first);
    // Writing to a string cannot fail.
    let _ = write!(path, "M{} {}", num(x), num(y));
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let (start, end, (x, y)) = (handle(place, from, to), handle(place, to, from), place.centre(to));
        let (a, b) = (format!("{} {}", num(start.0), num(start.1)), format!("{} {}", num(end.0), num(end.1)));
        let _ = write!(path, "C{a} {b} {} {}", num(x), num(y));
    }
    path
}

/// Whether a line borders one triangle only.
pub(super) fn is_rim(board: &Board, (a, b): (Point, Point)) -> bool {
    board.neighbours(a).iter().filter(|point| board.neighbours(b).contains(point)).count() < 2
}

/// The sides of a board with corners, each with the corners at both of its ends.
pub(super) fn sides(board: &Board) -> Vec<Vec<Point>> {
    let rim = rim(board);
    let degree = |point: &Point| board.neighbours(*point).len();
    let least = rim.iter().map(degree).min().unwrap_or(0);
    let corners: Vec<usize> = (0..rim.len()).filter(|&at| degree(&rim[at]) == least).collect();
    let ends = corners.iter().skip(1).copied().chain(corners.first().map(|first| first + rim.len()));
    let side = |(&from, to): (&usize, usize)| (from..=to).map(|at| rim[at % rim.len()]).collect();
    corners.iter().zip(ends).map(side).collect()
}

/// The points of the rim, in order around the board.
fn rim(board: &Board) -> Vec<Point> {
    let lines: Vec<(Point, Point)> =
        board.lines.iter().copied().filter(|&line| is_rim(board, line)).collect();
    let mut round: Vec<Point> = lines.first().map(|line| line.0).into_iter().collect();
    while let Some(&here) = round.last() {
        let ends = lines.iter().filter_map(|&(a, b)| (a == here).then_some(b).or((b == here).then_some(a)));
        match ends.into_iter().find(|point| !round.contains(point)) {
            Some(next) => round.push(next),
            None => break,
        }
    }
    round
}

/// The handle of a line's curve at its end `a`: it continues what lies behind.
fn handle(place: &BoardPlacement, a: Point, b: Point) -> SheetPoint {
    let (from, to) = (place.centre(a), place.centre(b));
    let around: Vec<SheetPoint> =
        place.board.neighbours(a).iter().map(|&point| place.centre(point)).collect();
    let behind = opposite(from, to, &around);
    let count = behind.len() as f64;
    let back = if behind.is_empty() {
        (2.0 * from.0 - to.0, 2.0 * from.1 - to.1)
    } else {
        (
            behind.iter().map(|point| point.0).sum::<f64>() / count,
            behind.iter().map(|point| point.1).sum::<f64>() / count,
        )
    };
    let third = distance(from, to) / 3.0 / distance(back, to).max(1e-9);
    (from.0 + (to.0 - back.0) * third, from.1 + (to.1 - back.1) * third)
}

/// Of the points around one, those that lie opposite another: two of them at a fork, none at an edge.
fn opposite(here: SheetPoint, ahead: SheetPoint, around: &[SheetPoint]) -> Vec<SheetPoint> {
    let straightness = |point: &SheetPoint| {
        let across = (point.0 - here.0) * (here.0 - ahead.0) + (point.1 - here.1) * (here.1 - ahead.1);
        across / (distance(*point, here) * distance(here, ahead)).max(1e-9)
    };
    let best = around.iter().map(straightness).fold(f64::MIN, f64::max);
    if best < STRAIGHT {
        return vec![];
    }
    let least = STRAIGHT.max(best - FORK) - 1e-9;
    around.iter().copied().filter(|point| straightness(point) > least).collect()
}

fn distance(a: SheetPoint, b: SheetPoint) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::{Audience, Options, games};

    #[test]
    fn the_board_of_y_has_three_sides_that_meet_in_its_corners() {
        let game = games::find("y").unwrap();
        let options = Options::parse(game.meta().options, []).unwrap();
        let board = game.start(options).unwrap().view(Audience::Everyone).board;
        let sides = sides(board);
        assert_eq!(sides.len(), 3);
        for (i, side) in sides.iter().enumerate() {
            assert_eq!(side.last(), sides[(i + 1) % 3].first());
            assert!(side.len() > 3);
        }
    }

    #[test]
    fn a_straight_way_is_continued_and_a_bend_is_not() {
        let (here, ahead) = ((0.0, 0.0), (1.0, 0.0));
        assert_eq!(opposite(here, ahead, &[(-1.0, 0.1), (0.0, 1.0)]), [(-1.0, 0.1)]);
        assert!(opposite(here, ahead, &[(0.0, 1.0), (1.0, 1.0)]).is_empty());
    }
}
