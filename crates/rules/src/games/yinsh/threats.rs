//! Rows of five that lack one marker.

use super::Yinsh;
use super::geometry::{BOARD, Cells, cells, only, point, points, ray};
use crate::side::Side;
use crate::view::Threat;
use std::sync::LazyLock;

/// Every five adjacent cells in a line.
static FIVES: LazyLock<Vec<Cells>> = LazyLock::new(|| {
    let from = |cell: u8| {
        // In the first three directions a ray lists its cells from near to far.
        (0..3).filter_map(move |direction| {
            let next: Vec<u8> = cells(ray(cell, direction)).take(4).collect();
            (next.len() == 4).then(|| next.into_iter().fold(only(cell), |row, at| row | only(at)))
        })
    };
    cells(BOARD).flat_map(from).collect()
});

impl Yinsh {
    /// The rows in which a side has four markers, unless the fifth point is held by an enemy ring: it is empty, or
    /// an enemy marker that may be flipped, or an own ring that leaves a marker when it moves.
    pub(super) fn threats(&self) -> impl Iterator<Item = Threat> + '_ {
        FIVES.iter().flat_map(move |&five| {
            Side::BOTH.into_iter().filter_map(move |side| {
                let missing = five & !self.markers[side];
                let open = missing.count_ones() == 1 && missing & self.rings[side.other()] == 0;
                let missing = open.then(|| point(missing.trailing_zeros() as u8))?;
                Some(Threat { side, points: points(five).collect(), missing })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Yinsh;
    use super::FIVES;
    use crate::Presentation;
    use crate::board::yinsh;
    use crate::options::Options;
    use crate::{Audience, Game, Play};

    fn threats(setup: &str) -> Vec<String> {
        let options = Options::parse(Yinsh::meta().options, []).unwrap();
        let play = Play::<Yinsh>::from_setup(options, setup).unwrap();
        let name = |at| yinsh().name(at);
        let view = play.position().view(Audience::Everyone);
        let threat_lines = view.threats.iter().map(|threat| {
            assert!(threat.points.contains(&threat.missing) && threat.points.len() == 5);
            format!(
                "{} {}-{} {}",
                threat.side,
                name(threat.points[0]),
                name(threat.points[4]),
                name(threat.missing)
            )
        });
        threat_lines.collect()
    }

    #[test]
    fn there_are_as_many_rows_as_on_the_board() {
        // Three directions; the lines of each have 4, 7, 8, 9, 10, 9, 10, 9, 8, 7 and 4 points.
        let lines = [4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4_usize];
        let rows: usize = lines.iter().map(|points| points.saturating_sub(4)).sum();
        assert_eq!(FIVES.len(), 3 * rows);
    }

    const RINGS: &str = "wr=a2,b7,c8,d9,i4 br=k7,k8,k9,k10,j5";

    #[test]
    fn four_markers_and_a_point_that_is_not_lost() {
        let with = |markers: &str| threats(&format!("{RINGS} {markers} act=white"));
        assert_eq!(with("wm=e4,e5,e6,e7"), ["white e3-e7 e3", "white e4-e8 e8"], "both ends are empty");
        assert_eq!(with("wm=e4,e5,e7,e8 bm=e6,e3,e9"), ["white e4-e8 e6"], "a black marker can be flipped");
        assert_eq!(with("wm=e4,e5,e7"), [""; 0], "three");
        assert_eq!(
            with("bm=g5,h6,i7,j8 wm=f4"),
            ["black f4-j8 f4", "black g5-k9 k9"],
            "a marker to flip, a ring that leaves one"
        );
    }

    #[test]
    fn rings_in_the_gap() {
        let with = |rings: &str| threats(&format!("{rings} wm=e4,e5,e7,e8 act=black"));
        assert_eq!(
            with("wr=e6,b7,c8,d9,i4 br=k7,k8,k9,k10,j5"),
            ["white e4-e8 e6"],
            "an own ring leaves a marker"
        );
        assert_eq!(with("br=e6,b7,c8,d9,i4 wr=k7,k8,k9,k10,j5"), [""; 0], "an enemy ring does not");
    }
}
