//! The engine for Y proves what exhaustive search proves, and never plays what is not legal.

use std::collections::HashMap;
use std::time::Duration;
use taijitu_rules::games::y::{Step, Y};
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Notation, Options, Play, Rules, Side};
use taijitu_search::mcts::{MctsSettings, MonteCarlo};
use taijitu_search::{Engine, InformationSet, Limits, SearchScore, Stop, Thought, for_game};

fn small() -> MonteCarlo {
    MonteCarlo::new(MctsSettings { memory: 8, ..MctsSettings::BEST })
}

fn think(engine: &mut MonteCarlo, play: &Play<Y>, limits: Limits) -> Thought {
    engine
        .think(&InformationSet::to_actor(play), limits, &Stop::default(), &mut |_| ())
        .expect("a game that runs")
}

fn setup(options: &[&str], text: &str) -> Play<Y> {
    let options = Options::parse(Y::meta().options, options.iter().copied()).expect("options");
    Play::from_setup(options, text).expect("a set-up")
}

/// The colour that wins if both play perfectly and nobody swaps.
fn perfect(y: &Y, known: &mut HashMap<Y, Side>) -> Side {
    if let Some(outcome) = y.outcome() {
        return outcome.winner.expect("no draws in Y");
    }
    if let Some(&winner) = known.get(y) {
        return winner;
    }
    let side = y.to_act().side();
    let mut steps = vec![];
    y.steps(&mut steps);
    let wins = |step: &Step| {
        let mut next = y.clone();
        next.play_unchecked(*step);
        perfect(&next, known) == side
    };
    let winner = if steps.iter().filter(|step| **step != Step::Swap).any(wins) { side } else { side.other() };
    known.insert(y.clone(), winner);
    winner
}

#[test]
fn a_win_in_one_is_played_and_a_loss_in_one_is_blocked() {
    let wins = setup(&["board=triangle-4", "pie=off"], "b=b2,b3 w=a2,c3 act=black");
    let thought = think(&mut small(), &wins, Limits::nodes(200));
    assert_eq!(thought.score, SearchScore::Wins(Side::Black));
    let mut won = wins.clone();
    won.turn(&thought.turn).expect("a legal turn");
    while won.outcome().is_none() {
        // Whatever White does, the proof holds.
        let any = won.turns_by_name()[0].clone();
        won.turn(&any).expect("a legal turn");
        if won.outcome().is_none() {
            let next = think(&mut small(), &won, Limits::nodes(200));
            assert_eq!(next.score, SearchScore::Wins(Side::Black));
            won.turn(&next.turn).expect("a legal turn");
        }
    }
    assert_eq!(won.outcome().and_then(|outcome| outcome.winner), Some(Side::Black));

    // Black needs a5 only: the chain c3 b3 b4 touches two sides already.
    let threat = setup(&["board=triangle-5", "pie=off"], "b=c3,b3,b4,a4 w=d5,d4,b2 act=white");
    let thought = think(&mut small(), &threat, Limits::nodes(2000));
    let mut after = threat.clone();
    after.turn(&thought.turn).expect("a legal turn");
    let black_wins_at_once = after.turns_by_name().iter().any(|turn| {
        let mut next = after.clone();
        next.turn(turn).is_ok() && next.outcome().is_some()
    });
    assert!(!black_wins_at_once || thought.score == SearchScore::Wins(Side::Black), "{thought:?}");
}

/// The legal turns, spelled.
trait Turns {
    fn turns_by_name(&self) -> Vec<String>;
}

impl Turns for Play<Y> {
    fn turns_by_name(&self) -> Vec<String> {
        taijitu_rules::AnyPlay::turns(self).expect("not too many turns")
    }
}

#[test]
fn small_triangles_are_solved_as_by_exhaustive_search() {
    let mut random = Random::new(4);
    for (board, games) in [("board=triangle-3", 40), ("board=triangle-4", 40)] {
        let mut known = HashMap::new();
        for game in 0..games {
            let mut play = Play::<Y>::start(&[board, "pie=off"]).expect("a start");
            for _ in 0..game % 5 {
                let turns = play.turns_by_name();
                play.turn(&turns[random.below(turns.len() as u32) as usize]).expect("a legal turn");
                if play.outcome().is_some() {
                    play.undo();
                    break;
                }
            }
            let thought = think(&mut small(), &play, Limits::nodes(200_000));
            let winner = perfect(play.position(), &mut known);
            assert_eq!(thought.score, SearchScore::Wins(winner), "{}", play.position().setup(AUDIENCE));
            // A won game stays won.
            if winner == play.position().to_act().side() {
                play.turn(&thought.turn).expect("a legal turn");
                assert_eq!(perfect(play.position(), &mut known), winner);
            }
        }
    }
}

const AUDIENCE: taijitu_rules::Audience = taijitu_rules::Audience::Omniscient;

#[test]
fn a_stone_is_taken_over_exactly_if_it_wins() {
    let start = Play::<Y>::start(&["board=triangle-4"]).expect("a start");
    for first in start.turns_by_name() {
        let mut play = start.clone();
        play.turn(&first).expect("a legal turn");
        let winner = perfect(play.position(), &mut HashMap::new());
        let thought = think(&mut small(), &play, Limits::nodes(200_000));
        assert_eq!(thought.turn == "swap", winner == Side::Black, "{first}");
        // Either way the side that chose wins.
        assert_eq!(thought.score, SearchScore::Wins(Side::White));
    }
    let first = think(&mut small(), &start, Limits::nodes(200_000));
    assert_eq!(
        first.score,
        SearchScore::Wins(Side::White),
        "whatever the first stone, the other player chooses"
    );
}

#[test]
fn the_first_stone_of_a_game_with_swap_is_not_the_best_one() {
    let chance = |options: &[&str]| {
        let thought = think(&mut small(), &Play::start(options).expect("a start"), Limits::nodes(20_000));
        match thought.score {
            SearchScore::Chance(chance) => chance,
            other => panic!("nothing is proved here: {other:?}"),
        }
    };
    assert!(chance(&["board=triangle-9"]) <= 0.5);
    assert!(chance(&["board=triangle-9", "pie=off"]) > 0.5);
}

#[test]
fn the_same_seed_gives_the_same_thoughts() {
    let think_twice = |seed| {
        let mut engine = MonteCarlo::new(MctsSettings { memory: 8, seed, ..MctsSettings::BEST });
        let mut play = Play::<Y>::start(&["pie=off"]).expect("a start");
        let mut thoughts = vec![];
        for _ in 0..3 {
            let thought = think(&mut engine, &play, Limits::nodes(3000));
            play.turn(&thought.turn).expect("a legal turn");
            thoughts.push(thought);
        }
        thoughts
    };
    assert_eq!(think_twice(5), think_twice(5));
    assert_ne!(think_twice(5), think_twice(6));
}

#[test]
fn every_turn_is_legal_however_little_is_thought() {
    let mut random = Random::new(8);
    let variants: [&[&str]; 6] = [
        &[],
        &["board=triangle-3"],
        &["board=triangle-6", "pie=off", "handicap=5"],
        &["pie=off", "handicap=8"],
        &["board=triangle-25"],
        &["board=triangle-12", "pie=off"],
    ];
    for options in variants {
        let mut engine = small();
        let mut play = Play::<Y>::start(options).expect("a start");
        let mut turn = 0;
        while play.outcome().is_none() {
            let chosen =
                if turn % 3 == 2 && !play.position().mid_turn() && play.position().stones_to_place() == 1 {
                    let turns = play.turns_by_name();
                    turns[random.below(turns.len() as u32) as usize].clone()
                } else {
                    let nodes = [1, 20, 400][random.below(3) as usize];
                    let thought = think(&mut engine, &play, Limits::nodes(nodes));
                    assert_eq!(thought.line.first(), Some(&thought.turn));
                    thought.turn
                };
            play.turn(&chosen).expect("a legal turn");
            turn += 1;
        }
        assert!(
            engine
                .think(&InformationSet::to_actor(&play), Limits::nodes(10), &Stop::default(), &mut |_| ())
                .is_none()
        );
    }
}

#[test]
fn the_expected_line_can_be_played() {
    let mut play = Play::<Y>::start(&["pie=off"]).expect("a start");
    let thought = think(&mut small(), &play, Limits::nodes(20_000));
    assert!(thought.line.len() > 2);
    thought.line.iter().for_each(|turn| drop(play.turn(turn).expect("a legal turn")));
}

#[test]
fn several_threads_play_legal_turns_and_can_be_stopped() {
    let mut engine = for_game("y").expect("an engine for Y");
    engine.set_threads(3);
    let mut play = Play::<Y>::start(&["pie=off"]).expect("a start");
    for _ in 0..3 {
        let limits = Limits::time(Duration::from_millis(60));
        let thought = engine
            .think(&InformationSet::to_actor(&play), limits, &Stop::default(), &mut |_| ())
            .expect("a thought");
        play.turn(&thought.turn).expect("a legal turn");
    }
    let stop = Stop::default();
    stop.stop();
    let thought = engine
        .think(&InformationSet::to_actor(&play), Limits::default(), &stop, &mut |_| ())
        .expect("a thought");
    assert!(thought.nodes < 10_000 && play.turn(&thought.turn).is_ok());
}

#[test]
fn a_first_stone_of_the_93_node_board_is_fair_and_a_strong_one_is_taken_over() {
    let start = Play::<Y>::start(&[]).expect("a start");
    let first = think(&mut small(), &start, Limits::nodes(100));
    let SearchScore::Chance(chance) = first.score else { panic!("{first:?}") };
    assert!(first.nodes == 0 && (0.4..=0.5).contains(&chance), "{first:?}");
    for stone in taijitu_search::mcts::first_stones::fairest() {
        let mut play = start.clone();
        play.turn(start.position().board().name(stone.point)).expect("a legal turn");
        let answer = think(&mut small(), &play, Limits::nodes(100));
        assert_eq!(answer.turn == "swap", stone.chance > 0.5, "{stone:?}");
    }
}
