//! The networks that come with the program load, agree with floating point, and beat the hand-made evaluations.

use taijitu_rules::games::leapover::LeapOver;
use taijitu_rules::games::quinta::Quinta;
use taijitu_rules::games::sexta::Sexta;
use taijitu_rules::games::singularity::Singularity;
use taijitu_rules::games::tetra::Tetra;
use taijitu_rules::games::yinsh::Yinsh;
use taijitu_rules::games::zen::Zen;
use taijitu_rules::playout::Random;
use taijitu_rules::{Game, Play, Side};
use taijitu_search::alphabeta::{Evaluate, SearchSetup, search_with};
use taijitu_search::elo::SeriesResults;
use taijitu_search::pattern::{PatternList, PatternNetwork};
use taijitu_search::table::TranspositionTable;
use taijitu_search::{Limits, Stop};

/// A game after random turns.
fn opening<G: Game>(turns: u32, random: &mut Random) -> Play<G> {
    loop {
        let mut play = Play::<G>::start(&[]).expect("a start");
        for _ in 0..turns {
            play.random_turn(random, 1);
        }
        if play.outcome().is_none() {
            return play;
        }
    }
}

fn agrees_with_floating_point<G: Evaluate + Game>() {
    let id = G::meta().id;
    let Some(network) = G::shipped_network() else { return };
    assert_eq!((network.game(), Some(network.shape())), (id, G::SHAPE));
    assert!(network.encode().len() < 300_000, "{id}");
    assert!(network.notes().iter().any(|note| note.starts_with("made by taijitu learn")), "{id}");
    let mut random = Random::new(3);
    let mut values = vec![];
    for _ in 0..60 {
        let turns = 4 + random.below(40);
        let play = opening::<G>(turns, &mut random);
        let mut list = PatternList::default();
        play.position().list_patterns(&mut list);
        let value = network.value(&list, play.position().phase());
        let reference = network.reference_value(&list, play.position().phase());
        assert!((f64::from(value) - reference).abs() <= 1.0, "{id}: {value} is not {reference}");
        values.push(value);
    }
    assert!(values.iter().any(|value| value.abs() > 20), "{id}: {values:?}");
}

#[test]
fn shipped_networks_load_and_agree_with_floating_point() {
    agrees_with_floating_point::<Yinsh>();
    agrees_with_floating_point::<Zen>();
    agrees_with_floating_point::<Quinta>();
    agrees_with_floating_point::<Sexta>();
    agrees_with_floating_point::<Singularity>();
    agrees_with_floating_point::<Tetra>();
    agrees_with_floating_point::<LeapOver>();
}

/// Whether the network wins, which plays this side; `None` is a draw.
fn network_wins<G: Evaluate + Game>(
    mut play: Play<G>,
    network: &PatternNetwork,
    side: Side,
    nodes: u64,
) -> Option<bool> {
    let tables = [(); 2].map(|()| TranspositionTable::with_mebibytes(1));
    for _ in 0..150 {
        if let Some(outcome) = play.outcome() {
            return outcome.winner.map(|winner| winner == side);
        }
        let act = play.position().to_act().side();
        let network = (act == side).then_some(network);
        let setup =
            SearchSetup { table: &tables[usize::from(act == side)], network, threads: 1, multi_pv: 0 };
        let found =
            search_with(&play, Limits::nodes(nodes), &Stop::default(), setup, &mut |_| ()).expect("a turn");
        let mut draft = play.draft(act);
        found.turn(play.position()).into_iter().for_each(|step| draft.step(step).expect("a legal step"));
        play.commit(&draft).expect("a legal turn");
    }
    None
}

/// The score of the shipped network against the hand-made evaluation, in pairs of games from the same openings.
fn score<G: Evaluate + Game>(pairs: u64, nodes: u64) -> Option<f64> {
    let network = G::shipped_network()?;
    let mut results = SeriesResults::default();
    for pair in 0..pairs {
        for side in Side::BOTH {
            let play = opening::<G>(6, &mut Random::new(pair));
            results.add(network_wins(play, &network, side, nodes));
        }
    }
    Some(results.score())
}

#[test]
fn shipped_networks_beat_the_hand_made_evaluations() {
    for (id, score) in SCORES.map(|(id, score, pairs)| (id, score(pairs, 400))) {
        assert!(score.is_none_or(|score| score > 0.5), "{id}: {score:?}");
    }
}

type Score = fn(u64, u64) -> Option<f64>;

/// How many pairs of games each needs for a clear answer.
const SCORES: [(&str, Score, u64); 7] = [
    ("yinsh", score::<Yinsh>, 6),
    ("zen", score::<Zen>, 8),
    ("quinta", score::<Quinta>, 10),
    ("sexta", score::<Sexta>, 16),
    ("singularity", score::<Singularity>, 10),
    ("tetra", score::<Tetra>, 10),
    ("leapover", score::<LeapOver>, 6),
];
