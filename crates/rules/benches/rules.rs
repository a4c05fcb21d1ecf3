//! Generation, play, position counts and random games of every game, so that a change of speed shows.
//!
//! `cargo bench -p taijitu-rules`; to compare two commits run it on the first, check out the second, run it again:
//! criterion prints the change.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use taijitu_rules::playout::{Random, Scratch, by_steps};
use taijitu_rules::{Game, Play, games, perft};

/// A position after some random turns of a game, the same every time.
fn middle<G: Game>(options: &[&str], turns: usize) -> G {
    let mut random = Random::new(2);
    let mut play = Play::<G>::start(options).expect("options of the game");
    let mut steps = vec![];
    for _ in 0..turns {
        let mut draft = play.draft(play.position().to_act().side());
        while !draft.is_complete() && play.outcome().is_none() {
            draft.position().steps(&mut steps);
            draft.step(steps[random.below(steps.len() as u32) as usize]).expect("a listed step");
        }
        if play.commit(&draft).is_err() || play.outcome().is_some() {
            play.undo();
        }
    }
    play.position().clone()
}

fn bench<G: Game>(criterion: &mut Criterion, options: &[&str], turns: usize) {
    let mut group = criterion.benchmark_group(G::meta().id);
    let position = middle::<G>(options, turns);
    let mut steps = vec![];
    position.steps(&mut steps);
    group.bench_function("steps", |b| b.iter(|| position.steps(black_box(&mut steps))));
    let step = steps[steps.len() / 2];
    group.bench_function("clone and play", |b| {
        b.iter(|| {
            let mut copy = black_box(&position).clone();
            copy.play_unchecked(step);
            copy
        });
    });
    group.sample_size(10);
    group.bench_function("perft 2", |b| b.iter(|| perft::perft(&position, 2)));
    let start = Play::<G>::start(options).expect("options of the game").position().clone();
    let (mut random, mut scratch) = (Random::new(1), Scratch::default());
    group.bench_function("playout", |b| b.iter(|| start.playout(&mut random, &mut scratch)));
    group.bench_function("playout by steps", |b| b.iter(|| by_steps(&start, &mut random, &mut scratch)));
    group.finish();
}

const LAWS: [&str; 2] = [
    "laws_black=bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>w.bb",
    "laws_white=bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw",
];

fn every_game(criterion: &mut Criterion) {
    bench::<games::yinsh::Yinsh>(criterion, &[], 30);
    bench::<games::y::Y>(criterion, &[], 30);
    bench::<games::aliens::Aliens>(criterion, &[], 40);
    bench::<games::singularity::Singularity>(criterion, &[], 30);
    bench::<games::leapover::LeapOver>(criterion, &[], 30);
    bench::<games::tetra::Tetra>(criterion, &[], 22);
    bench::<games::quinta::Quinta>(criterion, &[], 30);
    bench::<games::sexta::Sexta>(criterion, &[], 30);
    bench::<games::zen::Zen>(criterion, &[], 10);
    bench::<games::yinyang::YinYang>(criterion, &LAWS, 4);
}

criterion_group!(benches, every_game);
criterion_main!(benches);
