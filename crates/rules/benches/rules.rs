//! Generation, play, position counts and random games of every game, so that a change of speed shows.
//!
//! `cargo bench -p taijitu-rules`; to compare two commits run it on the first, check out the second, run it again:
//! criterion prints the change.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use taijitu_rules::playout::{Random, Scratch, by_steps};
use taijitu_rules::{Game, Options, Play, games, perft};

/// The sample position of a game.
fn sample<G: Game>() -> G {
    let options = Options::parse(G::meta().options, []).expect("the usual options");
    Play::<G>::from_setup(options, G::meta().sample).expect("a legal position").position().clone()
}

fn bench<G: Game>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(G::meta().id);
    let position = sample::<G>();
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
    let (mut random, mut scratch) = (Random::new(1), Scratch::default());
    group.bench_function("playout", |b| b.iter(|| position.playout(&mut random, &mut scratch)));
    group.bench_function("playout by steps", |b| b.iter(|| by_steps(&position, &mut random, &mut scratch)));
    group.finish();
}

macro_rules! bench_games {
    ($($module:ident :: $Game:ident,)*) => {
        fn every_game(criterion: &mut Criterion) {
            $(bench::<games::$module::$Game>(criterion);)*
        }
    };
}

taijitu_rules::for_each_game!(bench_games);

criterion_group!(benches, every_game);
criterion_main!(benches);
