//! Moves, the Zen's own rules, passing, seats, and how turns are written and refused.

use super::{basic, from, refused, result, set_up, start, turns};
use crate::game::Rules;
use crate::options::OptionError;
use crate::play::Play;
use crate::side::{Actors, Lang, Seat, Side};
use crate::view::Touch;

#[test]
fn the_moves_of_the_start_that_the_rulebook_names() {
    let black = start(&["first=black"]);
    assert_eq!(from(&black, "f11"), ["f11-c11", "f11-f8", "f11-i11"]);
    assert_eq!(from(&black, "b7"), ["b7-b9", "b7-d5", "b7-d7"]);
    let white = start(&[]);
    assert_eq!(from(&white, "k1"), ["k1-h1", "k1-h4", "k1-k4"]);
    assert_eq!((turns(&white).len(), turns(&black).len()), (68, 44));
}

#[test]
fn pawns_pass_over_friends_and_capture_enemies_exactly_at_the_end() {
    // Row 1 holds three pieces: three squares, over the friend on b1.
    let mut play = basic("w=a1,b1,k5 b=d1,a11,k11 act=white");
    assert!(from(&play, "a1").contains(&"a1xd1".into()));
    assert_eq!(refused(&mut play, "a1-d1"), "`a1-d1`: this captures: write a1xd1");
    assert_eq!(play.turn("A1XD1").unwrap(), "a1xd1");
    assert_eq!(play.position().write_setup(), "w=b1,d1,k5 b=a11,k11 act=black");
}

#[test]
fn refusals_say_what_would_be_right() {
    let mut play = start(&[]);
    let three = "`k1-k5`: the line holds 3 pieces: move exactly 3 squares";
    assert_eq!(refused(&mut play, "k1-k5"), three);
    assert_eq!(refused(&mut play, "f1-f4"), "`f1-f4`: the piece on f1 is not yours");
    assert_eq!(refused(&mut play, "b2-b3"), "`b2-b3`: nothing stands on b2");
    assert!(refused(&mut play, "a1-b3").contains("straight line"));
    assert!(refused(&mut play, "a1-a1").contains("straight line"));
    assert_eq!(refused(&mut play, "a1xa4"), "`a1xa4`: this captures nothing: write a1-a4");
    assert_eq!(refused(&mut play, "a1-l4"), "`l4`: no such point on the Zen board");
    assert!(refused(&mut play, "a1").contains("write a move such as b7-b9"));
    assert_eq!(refused(&mut play, "a1-a4 b2"), "`b2`: the move was already complete");
    assert_eq!(refused(&mut play, ""), "``: the move is not complete: move a pawn or the Zen");
    assert_eq!(refused(&mut play, "pass"), "`pass`: you may pass only if you have no legal move");
    assert!(refused(&mut play, "takeback").contains("only a player who has just lost"));
    assert_eq!(refused(&mut play, "a1-a4+"), "`a1-a4+`: check is not announced in this variant");
    let french = play.turn("k1-k5").unwrap_err().say(Lang::Fr);
    assert_eq!(french, "« k1-k5 » : la ligne porte 3 pièces : avancez d’exactement 3 cases");

    let mut play = basic("w=a1,k11,e9 b=b1,k1,d4 act=white");
    assert_eq!(refused(&mut play, "a1-d1"), "`a1-d1`: an opposing piece is in the way, at b1");
    assert_eq!(refused(&mut play, "e9-e11"), "`e9-e11`: the line holds 1 piece: move exactly 1 square");
    let mut play = basic("w=a1,c1,k5 b=k11,a11 act=white");
    assert_eq!(refused(&mut play, "a1-c1"), "`a1-c1`: your own pawn stands on c1");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let play = start(&["variant=1", "announce=manual"]);
    for text in [
        "+",
        "#",
        "-",
        "x",
        "a1-",
        "-a1",
        "a1--a4",
        "a1-a4++",
        "é-ß",
        "İ1-K4",
        "\u{0}",
        "pass pass",
        "f6-h8é+",
    ] {
        assert!(play.read(Side::White, text).is_err(), "{text}");
    }
    assert!(play.read(Side::White, "  K1-h4\t").is_ok());
}

#[test]
fn the_zen_is_friend_or_enemy_as_suits() {
    // Own pawns pass over it, and capture it.
    assert!(from(&basic("w=a1,k5 b=a11,k11 zen=b1 act=white"), "a1").contains(&"a1-c1".into()));
    let mut play = basic("w=a1,k5 b=a11,k11 zen=c1 act=white");
    play.turn("a1xc1").unwrap();
    assert_eq!(play.position().write_setup(), "w=c1,k5 b=a11,k11 act=black");
    // Moved, it passes over the mover's pawns but not over the enemy's: row 1 holds three.
    let setup = "w=a1,k5 b=c1,f2 zen=b1 act=";
    let mut white = basic(&format!("{setup}white"));
    assert_eq!(refused(&mut white, "b1-e1"), "`b1-e1`: an opposing piece is in the way, at c1");
    assert!(from(&basic(&format!("{setup}black")), "b1").contains(&"b1-e1".into()));
    // It captures enemy pawns, never the mover's own: row 2 holds two.
    assert!(turns(&basic("w=a1,k5 b=d2,d3 zen=b2 act=white")).contains(&"b2xd2".into()));
    assert!(
        refused(&mut basic("w=a1,k5 b=d2,d3 zen=b2 act=black"), "b2xd2")
            .contains("your own pawn stands on d2")
    );
}

#[test]
fn the_zen_stays_in_contact_but_in_variant_3() {
    let lonely = "w=a1,k1 b=a11,k11 zen=f6 act=white";
    // The diagonals hold three pieces and lead to c3, i9, c9, i3, next to nothing; so do the short moves.
    assert_eq!(from(&basic(lonely), "f6"), [""; 0]);
    assert_eq!(refused(&mut basic(lonely), "f6-g6"), "`f6-g6`: on g6 the Zen would touch no pawn");
    let free = from(&set_up(&["variant=3"], lonely), "f6");
    assert_eq!(free, ["f6-c3", "f6-c9", "f6-e6", "f6-f5", "f6-f7", "f6-g6", "f6-i3", "f6-i9"]);
    // The pawn it captures is no contact: two pieces in row 6, nothing else near h6.
    let only = "w=a1,k1 b=h6,a11 zen=f6 act=white";
    assert!(refused(&mut basic(only), "f6xh6").contains("would touch no pawn"));
    assert!(from(&basic("w=a1,h7 b=h6,a11 zen=f6 act=white"), "f6").contains(&"f6xh6".into()));
}

#[test]
fn the_zen_does_not_go_straight_back() {
    let mut play = basic("w=a1,k1,e3 b=a11,k11,g3 zen=f2 act=white");
    play.turn("f2-f3").unwrap();
    assert_eq!(play.position().write_setup(), "w=a1,k1,e3 b=g3,a11,k11 zen=f3 ko=f2 act=black");
    assert_eq!(refused(&mut play, "f3-f2"), "`f3-f2`: the Zen has just left f2: it may not go straight back");
    // Any other turn lifts the ko.
    play.turn("g3-g4").unwrap();
    assert!(from(&play, "f3").contains(&"f3-f2".into()));
}

/// White is shut in: every line out of a1 and k11 holds two pieces or more, and starts with an enemy.
const SHUT_IN: &str = "w=a1,k11 b=b1,a2,b2,j10,k10,j11";

#[test]
fn who_cannot_move_passes_and_two_passes_draw() {
    let mut play = basic(&format!("{SHUT_IN} act=white"));
    assert_eq!(turns(&play), ["pass"]);
    assert_eq!(play.turn("pass").unwrap(), "pass");
    assert_eq!(play.position().write_setup(), "w=a1,k11 b=b1,a2,b2,j10,k10,j11 act=black passed=yes");
    assert_eq!(result(&play), "none");
    let mut play = basic(&format!("{SHUT_IN} act=white passed=yes"));
    play.turn("PASS").unwrap();
    assert_eq!(result(&play), "draw (two passes)");
    assert!(turns(&play).is_empty());
    assert_eq!(refused(&mut play, "pass"), "`pass`: the game is over");
}

fn seats(options: &[&str]) -> Vec<(Side, u8)> {
    let mut play = start(options);
    let mut seats = vec![];
    for _ in 0..5 {
        let Actors::One(Seat { side, number }) = play.position().to_act() else { panic!("one seat acts") };
        seats.push((side, number));
        let turn = turns(&play)[0].clone();
        play.turn(&turn).unwrap();
    }
    seats
}

#[test]
fn seats_act_in_their_cycle() {
    use Side::{Black, White};
    let white = [(White, 1), (Black, 1), (White, 2), (Black, 2), (White, 1)];
    let black = [(Black, 1), (White, 1), (Black, 2), (White, 2), (Black, 1)];
    assert_eq!(seats(&["players=4"]), white);
    assert_eq!(seats(&["players=4", "first=black"]), black);
    assert_eq!(seats(&[])[2..4], [(White, 1), (Black, 1)]);
}

#[test]
fn an_undrawn_first_player_is_refused() {
    let error = Play::<super::Zen>::start(&["first=random"]).unwrap_err();
    assert!(
        matches!(error, OptionError::Conflict { key: "first", en, .. } if en.contains("has to be drawn"))
    );
    // Where nobody announces, the option has no effect.
    assert_eq!(start(&["announce=manual"]).position(), start(&[]).position());
}

#[test]
fn a_move_is_two_touches() {
    let play = start(&["variant=2", "announce=manual"]);
    let mut draft = play.draft(Side::White);
    let square = |name| Touch::Point(play.position().board().find(name).unwrap());
    draft.touch(square("k1")).unwrap();
    assert_eq!(draft.choices(), ["h1", "h4", "k4"].map(square));
    draft.touch(square("h4")).unwrap();
    assert_eq!(draft.text(crate::Audience::Everyone), "k1-h4");
}
