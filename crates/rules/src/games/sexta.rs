//! Sexta: all six stones in one line, which may bend but neither branch nor close.
//!
//! ```text
//!   ●─●     ●      Every stone touches two others, the two ends one: a line of six. Six in a ring are
//!      ╲   ╱       none, nor are six of which one touches three.
//!       ●─●
//! ```
//!
//! The second player may take over the first turn, if that was agreed (the pie rule).

use super::slide::{LineGame, LineRules, PIE_OPTION};
use crate::board::Point;
use crate::board::kadon::kadon;
use crate::game::Meta;
use crate::outcome::Reason;
use crate::pointset::PointSet;
use crate::rating_class::RatingClass;
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
        words: &[Button::PASS, Button::SWAP],
        placement: false,
        options: &[PIE_OPTION],
        rating_classes: &[RatingClass::of_game("sexta", Text { en: "Sexta", fr: "Sexta" })],
        variants: &[&["pie=on"]],
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
    fn the_first_turn_may_be_taken_over_if_that_was_agreed() {
        let setup = |play: &Play<Sexta>| play.position().setup(Audience::Everyone);
        let mut play = Play::<Sexta>::start(&["pie=on"]).unwrap();
        let start = "w=a6,a7,a14,a15,a22,a23 b=a2,a3,a10,a11,a18,a19 swap=yes act=black";
        assert_eq!(setup(&play), start);
        assert!(play.turn("swap").is_err(), "there is nothing to take over yet");
        play.turn("a2-b2").unwrap();
        let offered = "w=a6,a7,a14,a15,a22,a23 b=a3,a10,a11,a18,a19,b2 swap=yes act=white";
        assert_eq!(setup(&play), offered);
        let turned = "w=a4,a3,a20,a19,a12,a11 b=a8,a7,a24,a23,a16,a15 swap=yes act=black";
        assert!(Play::<Sexta>::from_setup(play.options().clone(), turned).is_ok(), "the board mirrored");
        for text in [start, offered] {
            let again = Play::<Sexta>::from_setup(play.options().clone(), text).unwrap();
            assert_eq!(setup(&again), text);
            assert!(
                Play::<Sexta>::from_setup(Play::<Sexta>::start(&[]).unwrap().options().clone(), text)
                    .is_err()
            );
        }
        let mut swapped = play.clone();
        swapped.turn("swap").unwrap();
        assert!(swapped.swapped() && !play.swapped());
        assert_eq!(
            setup(&swapped),
            offered.replace(" swap=yes", ""),
            "White is to act, now the other player"
        );
        assert!(swapped.turn("swap").is_err(), "only once");
        play.turn("a7-b7").unwrap();
        let error = play.turn("swap").unwrap_err().to_string();
        assert_eq!(error, "`swap`: swap can only answer the first turn, and only with pie=on");
        for turn in ["b2-a2", "b7-a7"] {
            play.turn(turn).unwrap();
        }
        assert_eq!(setup(&play), start.replace(" swap=yes", ""), "the start again, without the swap");
        play.turn("a2-b2").unwrap();
        assert!(play.turn("swap").is_err());
        let mut usual = Play::<Sexta>::start(&[]).unwrap();
        usual.turn("a2-b2").unwrap();
        assert!(usual.turn("swap").is_err());
    }

    #[test]
    fn a_set_up_offers_a_swap_only_after_a_first_turn() {
        let options = || Play::<Sexta>::start(&["pie=on"]).unwrap().options().clone();
        for wrong in [
            "w=a6,a7,a14,a15,a22,a23 b=a3,a10,a11,a18,a19,b2 swap=yes act=black",
            "w=a6,a7,a14,a15,a22,a23 b=a2,a3,a10,a11,a18,a19 swap=yes act=white",
            "w=a6,a7,a14,a15,a22,a23 b=a3,a10,a11,a18,a19,c5 swap=yes act=white",
            "w=a6,a7,a14,a15,a22,b8 b=a3,a10,a11,a18,a19,b2 swap=yes act=white",
            "b=a3 swap=yes act=white",
            "swap=yes act=black",
        ] {
            let error = Play::<Sexta>::from_setup(options(), wrong).unwrap_err().to_string();
            assert!(error.contains("swap=yes needs pie=on"), "{wrong}: {error}");
        }
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
    fn a_set_up_with_a_line_is_won_the_last_mover_first() {
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
