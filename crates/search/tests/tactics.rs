//! Wins in one turn and forced wins are found; what is called proved is proved by trying everything.

use taijitu_rules::games::yinsh::Yinsh;
use taijitu_rules::games::zen::Zen;
use taijitu_rules::options::Options;
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Play, Rules, Side};
use taijitu_search::{InformationSet, Limits, SearchScore, Stop, Thought, for_game};

fn think<G: Game>(play: &Play<G>, limits: Limits) -> Thought {
    let mut engine = for_game(G::meta().id).expect("an engine");
    engine
        .think(&InformationSet::to_actor(play), limits, &Stop::default(), &mut |_| ())
        .expect("a game that runs")
}

/// Whether the side to act wins within `turns` against every defence: every step is tried.
fn wins<G: Rules>(position: &G, turns: u32) -> bool {
    let winner = position.to_act().side();
    forced(position, winner, turns)
}

fn forced<G: Rules>(position: &G, winner: Side, turns: u32) -> bool {
    if !position.mid_turn() {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(winner);
        }
        if turns == 0 {
            return false;
        }
    }
    let mut steps = vec![];
    position.steps(&mut steps);
    let mut after = steps.into_iter().map(|step| {
        let mut next = position.clone();
        next.play_unchecked(step);
        let turns = if next.mid_turn() { turns } else { turns - 1 };
        forced(&next, winner, turns)
    });
    if position.to_act().side() == winner { after.any(|won| won) } else { after.all(|won| won) }
}

fn random_turns<G: Game>(options: &[&str], turns: usize, random: &mut Random) -> Play<G> {
    let mut play = Play::<G>::start(options).expect("a start");
    let mut steps = vec![];
    for _ in 0..turns {
        let mut draft = play.draft(play.position().to_act().side());
        while !draft.is_complete() {
            draft.position().steps(&mut steps);
            draft.step(steps[random.below(steps.len() as u32) as usize]).expect("a listed step");
        }
        play.commit(&draft).expect("a turn");
        if play.outcome().is_some() {
            play.undo();
            break;
        }
    }
    play
}

/// A few pawns of Zen somewhere, nobody connected yet.
fn few_pawns(options: &[&str], random: &mut Random) -> Option<Play<Zen>> {
    let mut square = || {
        let (column, row) = (random.below(5) + 3, random.below(5) + 3);
        format!("{}{row}", char::from(b'a' + column as u8))
    };
    let [a, b, c, d, e, f, g] = [(); 7].map(|()| square());
    let setup = format!("w={a},{b},{c} b={d},{e},{f} zen={g} act=white");
    let options = Options::parse(Zen::meta().options, options.iter().copied()).expect("options");
    let play = Play::from_setup(options, &setup).ok()?;
    play.outcome().is_none().then_some(play)
}

/// In every position with a win in one turn the engine plays it, and knows it.
fn takes_wins<G: Game>(plays: impl Iterator<Item = Play<G>>, at_least: u32) {
    let mut found = 0;
    for mut play in plays.filter(|play| wins(play.position(), 1)) {
        let side = play.position().to_act().side();
        let thought = think(&play, Limits::depth(1));
        assert_eq!(thought.score, SearchScore::Wins(side), "{play:?}");
        play.turn(&thought.turn).expect("a legal turn");
        assert_eq!(play.outcome().and_then(|end| end.winner), Some(side), "{play:?}");
        found += 1;
    }
    assert!(found >= at_least, "only {found} positions with a win in one turn");
}

#[test]
fn wins_in_one_turn_are_played() {
    let mut random = Random::new(5);
    takes_wins((0..150).map(|n| random_turns::<Yinsh>(&["variant=blitz"], 20 + n % 30, &mut random)), 10);
    for variant in ["variant=basic", "variant=1", "variant=2", "variant=3"] {
        takes_wins((0..300).filter_map(|_| few_pawns(&[variant], &mut random)), 5);
    }
    takes_wins((0..300).filter_map(|_| few_pawns(&["players=4"], &mut random)), 5);
}

/// A forced win of two own turns is found, and only such wins are said to be found.
fn agrees<G: Game>(play: &Play<G>) -> bool {
    let side = play.position().to_act().side();
    let really = wins(play.position(), 3);
    let thought = think(play, Limits { nodes: Some(300_000), depth: Some(5), time: None });
    let said = thought.score == SearchScore::Wins(side);
    assert!(said || !really, "a win was overlooked: {play:?}");
    assert!(really || !said || thought.line.len() > 3, "no win: {play:?} {thought:?}");
    really
}

#[test]
fn forced_wins_are_found_and_true() {
    let mut random = Random::new(8);
    let zen = (0..200).filter_map(|_| few_pawns(&[], &mut random)).filter(agrees).count();
    assert!(zen >= 10, "only {zen} forced wins of Zen");
    let yinsh = (0..60)
        .filter(|n| agrees(&random_turns::<Yinsh>(&["variant=blitz"], 22 + n % 12, &mut random)))
        .count();
    assert!(yinsh >= 2, "only {yinsh} forced wins of YINSH");
}

#[test]
fn every_way_to_play_zen_gets_legal_turns() {
    let mut random = Random::new(9);
    for options in [
        &["variant=1"][..],
        &["variant=2", "announce=manual"],
        &["variant=3", "players=4", "first=black"],
        &["variant=1", "players=4", "announce=manual"],
    ] {
        let mut play = random_turns::<Zen>(options, 6, &mut random);
        for _ in 0..4 {
            if play.outcome().is_none() {
                let thought = think(&play, Limits::nodes(500));
                play.turn(&thought.turn).expect("a legal turn");
            }
        }
    }
}

#[test]
fn an_unannounced_check_that_was_lost_is_taken_back() {
    let options = ["variant=1", "announce=manual"];
    let options = Options::parse(Zen::meta().options, options).expect("options");
    let mut play = Play::<Zen>::from_setup(options, "w=a1,d2 b=e8,a11,k11 act=white").expect("a position");
    for turn in ["d2-c2", "e8-e7", "c2-b2"] {
        play.turn(turn).expect("a legal turn");
    }
    assert_eq!(think(&play, Limits::nodes(1000)).turn, "takeback");
}
