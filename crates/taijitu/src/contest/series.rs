//! A series of games: every opening is played twice, once with either colour.

use super::{ContestGame, Mind, Pace, opening, play_on};
use anyhow::Result;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use taijitu_rules::{GameType, Options, Pair, Side};
use taijitu_search::Stop;
use taijitu_search::elo::{SeriesResults, Sprt, SprtVerdict};

/// What is to be played.
pub(crate) struct SeriesPlan {
    /// The game.
    pub(crate) kind: &'static dyn GameType,
    /// Its options.
    pub(crate) options: Options,
    /// How many games at the most.
    pub(crate) games: u32,
    /// How many different openings; they come again when all have been played.
    pub(crate) openings: u32,
    /// How many random turns an opening has.
    pub(crate) turns: u32,
    /// Nodes of the search that has to find an opening fair, if one has to.
    pub(crate) fair: Option<u64>,
    /// How long players may think.
    pub(crate) pace: Pace,
    /// Games with more turns are called drawn.
    pub(crate) most_turns: u32,
    /// Decides openings and what the levels leave to chance.
    pub(crate) seed: u64,
    /// When to stop early.
    pub(crate) sprt: Option<Sprt>,
}

/// What was played so far, from the eyes of the first player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series {
    /// The games in which the first player began as White, and as Black.
    pub(crate) by_colour: Pair<SeriesResults>,
    /// Turns that took too long, by player.
    pub(crate) overruns: [u32; 2],
    /// Illegal turns.
    pub(crate) illegal: Vec<String>,
    /// The sum after each game.
    pub(crate) course: Vec<SeriesResults>,
    /// What the test said, if it ended the series.
    pub(crate) verdict: Option<SprtVerdict>,
}

impl Series {
    /// All games.
    pub(crate) fn total(&self) -> SeriesResults {
        let [a, b] = self.by_colour.0;
        SeriesResults { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
    }

    fn add(&mut self, colour: Side, finished: &ContestGame) {
        self.by_colour[colour].add(finished.first_won);
        self.overruns = [0, 1].map(|player| self.overruns[player] + finished.overruns[player]);
        self.illegal.extend(finished.illegal.clone());
        self.course.push(self.total());
    }

    /// Plays a series, as many openings at a time as there are pairs of `minds`; calls `heard` with every game
    /// and the colour of the first player in it.
    ///
    /// # Errors
    /// If another program fails.
    pub(crate) fn play(
        plan: &SeriesPlan,
        minds: Vec<[Mind; 2]>,
        heard: &mut dyn FnMut(&Self, &ContestGame, Side) -> Result<()>,
    ) -> Result<Self> {
        let mut series = Self::default();
        let (next, done) = (AtomicU32::new(0), Stop::default());
        std::thread::scope(|scope| {
            let (sender, games) = channel();
            for pair in minds {
                let (sender, next, done) = (sender.clone(), &next, &done);
                scope.spawn(move || plan.play_openings(pair, next, done, &sender));
            }
            drop(sender);
            let told = games.into_iter().try_for_each(|game| {
                let (colour, finished) = game?;
                if done.is_set() {
                    return Ok(());
                }
                series.add(colour, &finished);
                // Only after both games of an opening: one alone may favour a colour.
                let even = series.total().games().is_multiple_of(2);
                series.verdict = plan.sprt.filter(|_| even).and_then(|test| test.verdict(&series.total()));
                if series.verdict.is_some() {
                    done.stop();
                }
                heard(&series, &finished, colour)
            });
            done.stop();
            told
        })?;
        Ok(series)
    }
}

/// A game that was played, with the colour of the first player in it.
type ContestResult = Result<(Side, ContestGame)>;

impl SeriesPlan {
    /// Plays the openings that nobody else has taken yet, each with both colours.
    fn play_openings(
        &self,
        mut minds: [Mind; 2],
        next: &AtomicU32,
        done: &Stop,
        told: &Sender<ContestResult>,
    ) {
        loop {
            let first = 2 * next.fetch_add(1, Ordering::Relaxed);
            for (game, colour) in (first..self.games.min(first + 2)).zip(Side::BOTH) {
                let played = self.one_game(&mut minds, game, colour);
                let failed = played.is_err();
                if told.send(played.map(|finished| (colour, finished))).is_err() || failed || done.is_set() {
                    return;
                }
            }
            if first >= self.games {
                return;
            }
        }
    }

    fn one_game(&self, minds: &mut [Mind; 2], game: u32, colour: Side) -> Result<ContestGame> {
        let number = u64::from(game / 2 % self.openings.max(1));
        let start = opening(self.kind, &self.options, self.turns, self.fair, self.seed.wrapping_add(number))?;
        for (player, mind) in (0..).zip(minds.iter_mut()) {
            mind.new_game(self.seed.wrapping_mul(31).wrapping_add(u64::from(game) * 2 + player))?;
        }
        play_on(start, minds, colour.index(), self.pace, self.most_turns)
    }
}
