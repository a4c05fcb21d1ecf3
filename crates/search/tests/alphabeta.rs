//! Alpha-beta finds what a plain search finds, and never plays what is not legal.

use taijitu_rules::games::yinsh::Yinsh;
use taijitu_rules::games::zen::Zen;
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Play, Rules, Side};
use taijitu_search::alphabeta::{
    Evaluate, SearchResult, SearchSetup, WIN, search, search_with, search_without,
};
use taijitu_search::table::TranspositionTable;
use taijitu_search::{Limits, Stop};

/// Every step to the end of `depth` turns, then the loud ones, without a table, an order or a window.
fn plain<G: Evaluate>(position: &G, depth: i32, ply: i32) -> i32 {
    let side = position.to_act().side();
    let sign = |of: Side| if of == side { 1 } else { -1 };
    let mut steps = vec![];
    let mut standing = None;
    if !position.mid_turn() {
        if let Some(outcome) = position.outcome() {
            return outcome.winner.map_or(0, |winner| sign(winner) * (WIN - ply));
        }
        if depth <= 0 {
            standing = Some(sign(Side::White) * position.evaluate());
        }
    }
    match standing {
        Some(_) => position.tactical_steps(&mut steps),
        None => position.steps(&mut steps),
    }
    let value = |step| {
        let mut next = position.clone();
        next.play_unchecked(step);
        let depth = if next.mid_turn() { depth } else { depth - 1 };
        let value = plain(&next, depth, ply + 1);
        if next.to_act().side() == side { value } else { -value }
    };
    steps.into_iter().map(value).chain(standing).max().expect("a position without outcome has steps")
}

fn random_play<G: Game>(turns: usize, random: &mut Random) -> Play<G> {
    let mut play = Play::<G>::start(&[]).expect("a start");
    for _ in 0..turns {
        if play.outcome().is_some() {
            play.undo();
            break;
        }
        let mut draft = play.draft(play.position().to_act().side());
        let mut steps = vec![];
        while !draft.is_complete() {
            draft.position().steps(&mut steps);
            draft.step(steps[random.below(steps.len() as u32) as usize]).expect("a listed step");
        }
        play.commit(&draft).expect("a turn");
    }
    play
}

fn find<G: Evaluate + Game>(play: &Play<G>, limits: Limits) -> Option<SearchResult<G>> {
    search(play, limits, &Stop::default(), &TranspositionTable::with_mebibytes(4), 1, &mut |_| ())
}

fn agrees<G: Evaluate + Game>(turns: usize, random: &mut Random) {
    let play = random_play::<G>(turns, random);
    let found = find(&play, Limits::depth(2)).expect("a game that runs");
    assert_eq!(found.value, plain(play.position(), 2, 0), "{play:?}");
}

#[test]
fn two_turns_deep_it_agrees_with_a_plain_search() {
    let mut random = Random::new(1);
    for turns in (12..60).step_by(6) {
        agrees::<Yinsh>(turns, &mut random);
    }
    for turns in 0..8 {
        agrees::<Zen>(turns, &mut random);
    }
}

#[test]
fn the_fast_list_of_loud_steps_is_the_slow_one() {
    let mut random = Random::new(3);
    let (mut fast, mut slow) = (vec![], vec![]);
    for turns in 12..80 {
        let play = random_play::<Yinsh>(turns, &mut random);
        let position = play.position();
        position.tactical_steps(&mut fast);
        position.steps(&mut slow);
        slow.retain(|&step| position.is_tactical(step));
        fast.sort_unstable();
        slow.sort_unstable();
        assert_eq!(fast, slow, "{play:?}");
    }
}

#[test]
fn a_search_cut_short_still_plays_a_legal_turn_and_the_same_every_time() {
    let mut random = Random::new(2);
    for nodes in [1, 2, 10, 100, 3000] {
        let play = random_play::<Yinsh>(20, &mut random);
        let found = find(&play, Limits::nodes(nodes)).expect("a game that runs");
        assert_eq!(Some(&found), find(&play, Limits::nodes(nodes)).as_ref());
        let mut position = play.position().clone();
        for step in found.turn(play.position()) {
            position.play(step).expect("a legal step");
        }
        assert!(!position.mid_turn());
    }
}

#[test]
fn threads_keep_the_limit_of_nodes_together() {
    let play = random_play::<Yinsh>(30, &mut Random::new(4));
    let (limits, table) = (Limits::nodes(5000), TranspositionTable::with_mebibytes(4));
    let found = search(&play, limits, &Stop::default(), &table, 3, &mut |_| ()).expect("a game that runs");
    assert!(found.nodes <= 5000, "{} nodes", found.nodes);
    let mut position = play.position().clone();
    for step in found.turn(play.position()) {
        position.play(step).expect("a legal step");
    }
}

#[test]
fn the_next_best_turns_begin_otherwise_wherever_the_search_is_cut() {
    let mut random = Random::new(6);
    let play = random_play::<Yinsh>(24, &mut random);
    for nodes in (200..40_000).step_by(700) {
        let table = TranspositionTable::with_mebibytes(1);
        let setup = SearchSetup { table: &table, network: None, threads: 1, multi_pv: 3 };
        let found = search_with(&play, Limits::nodes(nodes), &Stop::default(), setup, &mut |_| ());
        let found = found.expect("a game that runs");
        let lines = [&found.line].into_iter().chain(found.others.iter().map(|(_, line)| line));
        let mut firsts: Vec<_> = lines.map(|line| line[0]).collect();
        let all = firsts.len();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), all, "{nodes} nodes: {found:?}");
    }
}

#[test]
fn an_excluded_step_is_not_played() {
    let play = random_play::<Yinsh>(14, &mut Random::new(4));
    let table = TranspositionTable::with_mebibytes(1);
    let setup = SearchSetup { table: &table, network: None, threads: 1, multi_pv: 1 };
    let mut excluded = vec![];
    for _ in 0..4 {
        let limits = Limits::nodes(2000);
        let found =
            search_without(&play, &excluded, limits, &Stop::default(), setup, &mut |_| ()).expect("a turn");
        let others = found.others.iter().map(|(_, line)| line[0]);
        assert!(
            others.chain([found.line[0]]).all(|first| !excluded.contains(&first)),
            "{excluded:?} {found:?}"
        );
        excluded.push(found.line[0]);
    }
    play.position().steps(&mut excluded);
    let found = search_without(&play, &excluded, Limits::nodes(9), &Stop::default(), setup, &mut |_| ());
    assert_eq!(found, None);
}
