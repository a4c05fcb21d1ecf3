//! What may be touched next: every path ends in a turn that is accepted and does what it showed.

use crate::help::*;
use std::collections::BTreeMap;
use taijitu_protocol::{Branch, Code, OpenTable, PlacedPiece, PlayerId, Scene, Touch};
use taijitu_rules::games::yinyang::Law;
use taijitu_rules::playout::Random;
use taijitu_table::{Names, Viewer};

/// "About 16 kB", with room for estimating instead of counting.
const BYTES: usize = 20 * 1024;

type Pieces = BTreeMap<u16, Vec<PlacedPiece>>;

fn by_point(pieces: &[PlacedPiece]) -> Pieces {
    let mut points = Pieces::new();
    for piece in pieces {
        points.entry(piece.at).or_default().push(piece.clone());
    }
    points
}

fn scene(house: &House, player: PlayerId) -> Scene {
    house.table.scene_for(Viewer(Some(player)), &house.context()).expect("a game is played")
}

/// The first level is always sent; only the largest boards have more points than fit.
fn check_size(branches: &[Branch]) {
    let bytes = serde_json::to_string(branches).unwrap().len();
    let first_level_only = branches.iter().all(|branch| branch.next.is_empty());
    assert!(bytes < BYTES || (first_level_only && bytes < 2 * BYTES), "{bytes} bytes");
}

/// Walks down the branches as a page would; the turn at the end, and the board as it was shown.
fn walk(house: &House, player: PlayerId, random: &mut Random) -> (String, Pieces) {
    let scene = scene(house, player);
    let mut pieces = by_point(&scene.pieces);
    let mut next: Vec<Branch> = scene.next.expect("the player who has to act gets the possible touches");
    check_size(&next);
    let mut touches = vec![];
    for _ in 0..400 {
        assert!(!next.is_empty(), "{touches:?} leads nowhere");
        let mut branch = next.swap_remove(random.below(next.len() as u32) as usize);
        let mut law = String::new();
        if branch.touch == Touch::Text(String::new()) {
            let laws = Law::all();
            law = laws[random.below(laws.len() as u32) as usize].to_string();
            branch.touch = Touch::Text(law.clone());
        }
        touches.push(branch.touch);
        for change in branch.changes {
            pieces.remove(&change.at);
            if !change.pieces.is_empty() {
                pieces.insert(change.at, change.pieces);
            }
        }
        if let Some(turn) = branch.turn {
            assert!(branch.next.is_empty() && !branch.more, "a complete turn is complete");
            return (turn + &law, pieces);
        }
        next = if branch.more {
            assert!(branch.next.is_empty());
            let next_branches = house.table.branch(Viewer(Some(player)), &touches);
            let next_branches = next_branches.unwrap_or_else(|problem| panic!("{touches:?}: {problem}"));
            check_size(&next_branches);
            next_branches
        } else {
            branch.next
        };
    }
    panic!("no turn has that many touches: {touches:?}");
}

fn walk_through(open: &OpenTable, turns: usize, seed: u64) {
    let mut house = House::two(open);
    let mut random = Random::new(seed);
    for _ in 0..turns {
        if house.table.running().is_none() {
            return;
        }
        let player = house.player_at(house.to_act());
        let (text, shown) = walk(&house, player, &mut random);
        let (game, turn) = (house.game().number, house.game().turns() + 1);
        house.must(player, &play(game, turn, &text));
        let after = scene(&house, player);
        assert_eq!(by_point(&after.pieces), shown, "{text}");
    }
}

#[test]
fn every_path_ends_in_a_turn() {
    for game in games() {
        for seed in 0..3 {
            walk_through(&open(game), 60, seed);
        }
    }
}

#[test]
fn every_path_of_the_variants_ends_in_a_turn() {
    for (game, options) in [
        ("yinsh", "variant=blitz"),
        ("y", "pie=off handicap=4"),
        ("y", "board=triangle-25"),
        ("zen", "variant=1"),
        ("zen", "variant=1 announce=manual"),
        ("zen", "variant=3"),
    ] {
        for seed in 0..2 {
            walk_through(&with(game, options), 40, seed);
        }
    }
}

#[test]
fn only_the_player_to_act_gets_the_possible_touches() {
    let mut house = House::two(&coloured(open("y")));
    for (player, acts) in [(ADA, false), (BOB, true), (EVE, false)] {
        assert_eq!(scene(&house, player).next.is_some(), acts);
        assert_eq!(house.table.branch(Viewer(Some(player)), &[]).is_ok(), acts);
    }
    assert!(house.table.branch(Viewer(Some(BOB)), &[Touch::Point(u16::MAX)]).is_err());
    assert!(house.table.branch(Viewer(Some(BOB)), &[Touch::Word("fly".into())]).is_err());
    house.must(ADA, &taijitu_protocol::Command::Pause);
    house.must(BOB, &accept());
    assert!(scene(&house, BOB).next.is_none(), "nothing is played in a pause");
}

/// Every turn below some touches, asking where there is more.
fn all_turns(house: &House, player: PlayerId, touches: &[Touch], next: Vec<Branch>, found: &mut Vec<String>) {
    for branch in next {
        let touches = [touches, &[branch.touch]].concat();
        found.extend(branch.turn);
        let below = if branch.more {
            house.table.branch(Viewer(Some(player)), &touches).expect("what is offered can be asked for")
        } else {
            branch.next
        };
        all_turns(house, player, &touches, below, found);
    }
}

/// In these games a turn has one spelling, so the rules' list is exactly what can be touched.
#[test]
fn every_legal_turn_can_be_touched() {
    for game in ["y", "tetra", "quinta", "sexta", "singularity", "zen"] {
        let mut house = House::two(&open(game));
        let mut random = Random::new(21);
        for _ in 0..25 {
            let player = house.player_at(house.to_act());
            let next = scene(&house, player).next.expect("somebody has to act");
            let mut found = vec![];
            all_turns(&house, player, &[], next, &mut found);
            found.sort();
            assert_eq!(found, house.game().play().turns().unwrap(), "{game}");
            if !house.random_turn(&mut random) || house.table.running().is_none() {
                break;
            }
        }
    }
}

/// With `announce = manual` nothing reveals which turns give check: each is offered in every spelling.
#[test]
fn a_turn_of_zen_is_offered_with_every_announcement() {
    let open = coloured(with("zen", "variant=1 announce=manual first=white"));
    let mate = "w=a1,d2 b=e8,a11,k11 act=white";
    let mut house = House::two(&OpenTable { from: Some(mate.into()), ..open.clone() });
    let scene = |house: &House| house.table.scene_for(Viewer(Some(ADA)), &house.context()).unwrap();
    let next = scene(&house).next.expect("it is Ada's turn");
    let mut turns = vec![];
    for branch in next.iter().flat_map(|piece| &piece.next).chain(next.iter().filter(|b| b.next.is_empty())) {
        let turn = branch.turn.clone().expect("a whole turn");
        assert!(!turn.contains(['+', '#']), "{turn}");
        assert_eq!(branch.spellings, [turn.clone(), format!("{turn}+"), format!("{turn}#")]);
        turns.push(turn);
    }
    let (_, drafted) = house.table.drafting(Viewer(Some(ADA))).unwrap();
    let listed = taijitu_table::list_turns(&*drafted, &|| false).unwrap();
    assert!(turns.contains(&"d2-c2".into()) && listed.iter().all(|turn| !turn.contains(['+', '#'])));
    let quiet = OpenTable { from: Some("w=a1,e2 b=h1,a11,k11 act=white".into()), ..open };
    let mut other = House::two(&quiet);
    for false_one in ["e2-e3+", "e2-e3#"] {
        let problem = other.by(ADA, &play(1, 1, false_one)).unwrap_err();
        assert_eq!((problem.code, problem.message.en.contains("not give check")), (Code::IllegalTurn, true));
    }
    house.must(ADA, &play(1, 1, "d2-c2#"));
    assert_eq!(house.ended().unwrap(), "white (mate)");
    let decisive = scene(&house).decisive;
    assert_eq!(decisive.len(), 2, "the pawns that cannot be stopped");
    let sentences = house.table.view(Viewer(Some(ADA)), &Names::default(), &[], 0, false, &house.context());
    let outcome = sentences.game.unwrap().outcome.unwrap();
    assert_eq!(outcome.sentences.unwrap().winner.en, "You win: your check cannot be stopped.");
}

#[test]
fn announced_by_the_rules_a_turn_has_one_spelling() {
    let open = coloured(with("zen", "variant=1 first=white"));
    let house = House::two(&OpenTable { from: Some("w=a1,d2 b=e8,a11,k11 act=white".into()), ..open });
    let next = house.table.scene_for(Viewer(Some(ADA)), &house.context()).unwrap().next.unwrap();
    let all: Vec<_> = next.iter().flat_map(|piece| &piece.next).collect();
    assert!(all.iter().all(|branch| branch.spellings.is_empty()));
    assert!(all.iter().any(|branch| branch.turn.as_deref() == Some("d2-c2#")));
}
