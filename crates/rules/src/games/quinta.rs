//! Quinta: five of twelve stones in a straight line, side by side.
//!
//! Stones start in pairs around the rim and slide any distance. A line that goes through a penta may take
//! either branch, as a slide may.
//!
//! The second player may take over the first turn, if that was agreed (the pie rule).

use super::slide::{LineGame, LineRules, PIE_OPTION, board};
use crate::board::Point;
use crate::board::kadon::NODES;
use crate::game::Meta;
use crate::outcome::Reason;
use crate::pointset::PointSet;
use crate::rating_class::RatingClass;
use crate::short::SmallSet;
use crate::side::{Side, Text};
use crate::view::{Button, Piece};
use std::sync::LazyLock;

/// A position of Quinta.
pub type Quinta = LineGame<FiveInLine>;

/// Five consecutive nodes of a straight path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FiveInLine;

impl LineRules for FiveInLine {
    const META: Meta = Meta {
        id: "quinta",
        name: Text { en: "Quinta", fr: "Quinta" },
        blurb: Text {
            en: "Slide stones any distance along straight lines; the first to have five side by side on one wins.",
            fr: "Faites glisser vos pierres aussi loin que vous voulez en ligne droite ; le premier à en aligner cinq côte à côte gagne.",
        },
        credits: crate::credits::QUINTA,
        pieces: &[Piece::Stone(Side::White)],
        words: &[Button::PASS, Button::SWAP],
        placement: false,
        options: &[PIE_OPTION],
        rating_classes: &[RatingClass::of_game("quinta", Text { en: "Quinta", fr: "Quinta" })],
        variants: &[&["pie=on"]],
        sample: "w=a4,a7,a12,a16,a18,a19,a24,c3,c16,d10,e3,f3 b=a5,a10,a13,a22,b7,d2,d3,d4,d5,d15,e1,e10 act=black",
        revision: 1,
    };
    const WHITE: &'static str = "a3 a4 a7 a8 a11 a12 a15 a16 a19 a20 a23 a24";
    const BLACK: &'static str = "a1 a2 a5 a6 a9 a10 a13 a14 a17 a18 a21 a22";
    const REASON: Reason = Reason::FiveInLine;

    fn lines() -> &'static [PointSet] {
        &LINES
    }

    fn wins(own: PointSet, through: Point) -> bool {
        FIVES[through.index()].iter().any(|five| five.is_subset_of(own))
    }
}

/// The lines of five, each once.
static LINES: LazyLock<Vec<PointSet>> = LazyLock::new(|| {
    let paths = board().all().flat_map(|from| board().straight_paths(from, 5));
    let lines: SmallSet<PointSet> = paths.map(|path| path.into_iter().collect()).collect();
    lines.into_iter().collect()
});

/// For each node the lines of five it is part of.
static FIVES: LazyLock<[Vec<PointSet>; NODES]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let through = |five: &&PointSet| five.contains(Point(i as u16));
        LINES.iter().filter(through).copied().collect()
    })
});

#[cfg(test)]
mod tests {
    use super::super::slide::tests::{at, paths_of, result, some_of};
    use super::*;
    use crate::Notation;
    use crate::Play;
    use crate::Presentation;
    use crate::playout::Random;
    use crate::side::Audience;

    #[test]
    fn four_and_an_empty_node_are_a_threat() {
        let threats = |setup: &str| {
            let view = at::<Quinta>(setup).position().view(Audience::Everyone);
            let threat_lines = view.threats.iter().map(|threat| {
                assert!(threat.points.len() == 5 && threat.points.contains(&threat.missing));
                format!("{} {}", threat.side, board().name(threat.missing))
            });
            threat_lines.collect::<Vec<_>>()
        };
        assert_eq!(threats("b=a3,a4,a5,a6 act=black"), ["black a2", "black a7"], "at either end");
        assert_eq!(
            threats("b=a3,a4,a6,a7 w=c1 act=white"),
            ["black a5"],
            "in the middle, for either side to act"
        );
        assert_eq!(threats("b=a3,a4,a5,a6 w=a7,a2 act=black"), [""; 0], "shut in");
        assert_eq!(
            threats("b=a3,a4,a5,a7,a8 act=black"),
            ["black a6", "black a6"],
            "two lines lack the same node"
        );
        assert_eq!(threats("b=a1,a2,a3 act=black"), [""; 0]);
    }

    #[test]
    fn pairs_stand_around_the_rim() {
        let play = Play::<Quinta>::start(&[]).unwrap();
        assert_eq!(
            play.position().setup(Audience::Everyone),
            "w=a3,a4,a7,a8,a11,a12,a15,a16,a19,a20,a23,a24 b=a1,a2,a5,a6,a9,a10,a13,a14,a17,a18,a21,a22 act=black"
        );
    }

    #[test]
    fn five_in_line_win() {
        assert_eq!(result::<Quinta>("b=a4,b4,c4,d4,e2 act=black", &["e2-e3"]), "-", "e3 is beside the line");
        assert_eq!(result::<Quinta>("b=a4,b4,c4,d4,e3 act=black", &["e3-e4"]), "black (five in line)");
        assert_eq!(
            result::<Quinta>("b=a4,b4,d4,e4,c3 act=black", &["c3-c4"]),
            "black (five in line)",
            "the stone that closes a gap"
        );
    }

    #[test]
    fn a_line_takes_either_branch_of_a_fork_and_ends_at_a_corner() {
        for (from, to) in [("e11", "e12"), ("e3", "e2")] {
            let setup = format!("w=b1,c1,d1,e1,{from} act=white");
            assert_eq!(result::<Quinta>(&setup, &[&format!("{from}-{to}")]), "white (five in line)");
        }
        assert_eq!(result::<Quinta>("b=a23,a24,a1,a2,b3 act=black", &["b3-a3"]), "-");
        assert_eq!(result::<Quinta>("b=a5,a2,a3,a4,b1 act=black", &["b1-a1"]), "black (five in line)");
    }

    #[test]
    fn a_set_up_with_five_in_line_is_won_the_last_mover_first() {
        let both = "w=a1,a2,a3,a4,a5 b=a9,a10,a11,a12,a13";
        assert_eq!(result::<Quinta>(&format!("{both} act=white"), &[]), "black (five in line)");
        assert_eq!(result::<Quinta>(&format!("{both} act=black"), &[]), "white (five in line)");
        assert_eq!(result::<Quinta>("w=a1,a2,a3,a4,a5 b=c3 act=white", &[]), "white (five in line)");
        assert!(at::<Quinta>("w=a1,a2,a3,a4 b=c3 act=white").outcome().is_none());
    }

    #[test]
    fn lines_of_five_are_all_straight_paths_of_five() {
        let plain = |own: PointSet| paths_of(5).any(|path| path.iter().all(|&node| own.contains(node)));
        let mut random = Random::new(5);
        let mut won = 0;
        for _ in 0..300 {
            let own = some_of(&mut random, PointSet::first(NODES), 3);
            let fast = own.iter().any(|stone| FiveInLine::wins(own, stone));
            assert_eq!(fast, plain(own), "{own:?}");
            won += u32::from(fast);
        }
        assert!((20..280).contains(&won), "both cases are met: {won}");
    }
}
