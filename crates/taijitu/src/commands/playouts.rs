//! `taijitu playouts`: how fast random games are, how long, and how they end.

use crate::{clock, output, start};
use anyhow::Result;
use taijitu_rules::playout::{Playout, Random};
use taijitu_rules::{GameType, Pair};

#[derive(Default)]
struct PlayoutTally {
    games: u64,
    turns: u64,
    wins: Pair<u64>,
}

impl PlayoutTally {
    fn add(&mut self, playout: Playout) {
        self.games += 1;
        self.turns += u64::from(playout.turns);
        if let Some(side) = playout.outcome.winner {
            self.wins[side] += 1;
        }
    }

    fn line(&self, seconds: f64) -> String {
        let games = self.games as f64;
        let percent = |count: u64| 100.0 * count as f64 / games;
        let [white, black] = self.wins.0;
        format!(
            "{:.0} playouts/s, mean length {:.1} turns, white {:.1} %, black {:.1} %, draws {:.1} %",
            games / seconds,
            self.turns as f64 / games,
            percent(white),
            percent(black),
            percent(self.games - white - black),
        )
    }
}

pub(crate) fn run(kind: &dyn GameType, set: &[String], seconds: f64, seed: u64, generic: bool) -> Result<()> {
    let options = start::options(kind, set)?;
    let mut tally = PlayoutTally::default();
    let begun = clock::now();
    let elapsed = || clock::now().duration_since(begun).as_secs_f64();
    let mut report = |playout| {
        tally.add(playout);
        elapsed() < seconds
    };
    kind.playouts(&options, generic, &mut Random::new(seed), &mut report)?;
    Ok(output::line(&tally.line(elapsed()))?)
}
