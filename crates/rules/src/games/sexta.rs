//! Sexta: all six stones in one line, which may bend but neither branch nor close.
//!
//! ```text
//!   ●─●     ●      Every stone touches two others, the two ends one: a line of six. Six in a ring are
//!      ╲   ╱       none, nor are six of which one touches three.
//!       ●─●
//! ```

use super::slide::{LineGame, LineRules};
use crate::board::Point;
use crate::board::kadon::kadon;
use crate::game::Meta;
use crate::outcome::Reason;
use crate::pointset::PointSet;
use crate::side::{Side, Text};
use crate::view::{Button, Piece};
use std::ops::BitOr;

/// A position of Sexta.
pub type Sexta = LineGame<LineOfSix>;

/// Six stones that touch one after the other and not otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineOfSix;

impl LineRules for LineOfSix {
    const META: Meta = Meta {
        id: "sexta",
        name: Text { en: "Sexta", fr: "Sexta" },
        blurb: Text {
            en: "Slide six stones any distance along straight lines; the first to join all six into one line, which may bend but not branch, wins.",
            fr: "Faites glisser six pierres en ligne droite ; le premier à les réunir toutes en une seule file, coudée mais sans branche, gagne.",
        },
        credits: crate::credits::SEXTA,
        pieces: &[Piece::Stone(Side::White)],
        words: &[Button::PASS],
        placement: false,
        options: &[],
        variants: &[],
        sample: "w=a14,a15,b10,b12,d13,e5 b=a18,a19,a20,b14,b15,d11 act=black",
        revision: 1,
    };
    const WHITE: &'static str = "a6 a7 a14 a15 a22 a23";
    const BLACK: &'static str = "a2 a3 a10 a11 a18 a19";
    const REASON: Reason = Reason::LineOfSix;

    fn wins(own: PointSet, through: Point) -> bool {
        let near = &kadon().neighbours;
        let touched = |stone: Point| near[stone.index()] & own;
        let in_line = |stone: Point| matches!(touched(stone).len(), 1 | 2);
        // The stone that moved first: it is the one most likely to stand alone.
        if own.len() != 6 || !in_line(through) || !own.iter().all(in_line) {
            return false;
        }
        let ends = own.iter().filter(|&stone| touched(stone).len() == 1).count();
        let one_further = |line: PointSet, _| line.iter().map(touched).fold(line, PointSet::bitor);
        let connected = (1..6).fold(PointSet::of(through), one_further);
        ends == 2 && connected == own
    }
}

#[cfg(test)]
mod tests {
    use super::super::slide::tests::{at, result};
    use super::*;
    use crate::Notation;
    use crate::Play;
    use crate::playout::Random;
    use crate::side::Audience;

    #[test]
    fn pairs_stand_around_the_rim_with_gaps_of_two() {
        let play = Play::<Sexta>::start(&[]).unwrap();
        assert_eq!(
            play.position().setup(Audience::Everyone),
            "w=a6,a7,a14,a15,a22,a23 b=a2,a3,a10,a11,a18,a19 act=black"
        );
    }

    #[test]
    fn a_line_may_bend() {
        assert_eq!(result::<Sexta>("b=c3,b4,b5,c5,d4,e5 act=black", &["e5-e4"]), "black (line of six)");
        assert_eq!(result::<Sexta>("w=a2,a3,a4,a5,a6,b7 act=white", &["b7-a7"]), "white (line of six)");
        assert_eq!(
            result::<Sexta>("w=a2,a3,a24,a23,a22,c1 act=white", &["c1-a1"]),
            "white (line of six)",
            "around a corner of the board"
        );
    }

    #[test]
    fn rings_branches_and_pieces_are_no_line() {
        let ring = "b=c3,b4,b5,c5,d4,d3 act=white";
        assert_eq!(result::<Sexta>(ring, &[]), "-", "six around c4");
        let branch = "b=a2,a3,a4,a5,a6,b4 act=white";
        assert_eq!(result::<Sexta>(branch, &[]), "-", "b4 touches a4 and a5");
        let triangle_and_three = "b=a1,a2,b1,c10,c11,c12 act=white";
        assert_eq!(result::<Sexta>(triangle_and_three, &[]), "-");
        let in_two = "b=a2,a3,a4,a6,a7,a8 act=white";
        assert_eq!(result::<Sexta>(in_two, &[]), "-");
        let five = "b=a2,a3,a4,a5,a6 act=white";
        assert_eq!(result::<Sexta>(five, &[]), "-", "all six are needed");
    }

    #[test]
    fn a_set_up_is_won_by_whoever_has_a_line_the_last_mover_first() {
        let both = "w=a1,a2,a3,a4,a5,a6 b=a9,a10,a11,a12,a13,a14";
        assert_eq!(result::<Sexta>(&format!("{both} act=white"), &[]), "black (line of six)");
        assert_eq!(result::<Sexta>("b=a9,a10,a11,a12,a13,a14 w=a1 act=black", &[]), "black (line of six)");
        assert!(at::<Sexta>("b=a9,a10 act=black").outcome().is_none());
    }

    /// Tries every order of the stones: each touches the next and no other.
    fn some_order_is_a_line(own: PointSet, line: &[Point]) -> bool {
        let touch = |a: Point, b: Point| kadon().board.neighbours(a).contains(&b);
        let fits = |next: Point| {
            let (last, before) = line.split_last().expect("begun");
            touch(*last, next) && before.iter().all(|&stone| !touch(stone, next))
        };
        let longer = |next| some_order_is_a_line(own, &[line, &[next]].concat());
        line.len() == 6
            || own
                .iter()
                .filter(|next| !line.contains(next))
                .any(|next| (line.is_empty() || fits(next)) && longer(next))
    }

    #[test]
    fn agrees_with_trying_every_order() {
        let mut random = Random::new(6);
        let mut won = 0;
        for _ in 0..20_000 {
            // A crowd of six: each further stone beside one that stands, so that lines are common.
            let mut own = PointSet::of(Point(random.below(93) as u16));
            while own.len() < 6 {
                let near = own.iter().map(|stone| kadon().neighbours[stone.index()]);
                let near = near.fold(PointSet::EMPTY, PointSet::bitor) - own;
                let pick = random.below(near.len() as u32) as usize;
                own |= near.iter().nth(pick).into_iter().collect();
            }
            if random.below(4) == 0 {
                own.remove(own.lowest().expect("six stones"));
                own.insert(Point(random.below(93) as u16));
            }
            let plain = own.len() == 6 && some_order_is_a_line(own, &[]);
            assert!(own.iter().all(|stone| LineOfSix::wins(own, stone) == plain), "{own:?}");
            won += u32::from(plain);
        }
        assert!((500..19_500).contains(&won), "both cases are met: {won}");
    }
}
