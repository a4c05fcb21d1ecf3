//! A series of games: every opening is played twice, once with either colour.

use super::{ContestEffort, ContestGame, ContestPlayer, Forfeit, Pace, lost_at_once, opening, play_on};
use anyhow::Result;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use taijitu_rules::{GameType, Options, Pair, Side};
use taijitu_search::Stop;
use taijitu_search::elo::{SeriesResults, Sprt, SprtVerdict};

/// The parameters of a series.
pub(crate) struct SeriesPlan {
    /// The game.
    pub(crate) kind: &'static dyn GameType,
    /// Its options.
    pub(crate) options: Options,
    /// How many games at the most.
    pub(crate) games: u32,
    /// How many different openings; they repeat when all have been played.
    pub(crate) openings: u32,
    /// How many random turns an opening has.
    pub(crate) turns: u32,
    /// Nodes of the search that has to find an opening fair, if one has to.
    pub(crate) fair: Option<u64>,
    /// How long each of the players may think.
    pub(crate) paces: [Pace; 2],
    /// Games with more turns are called drawn.
    pub(crate) most_turns: u32,
    /// Seed of the openings and of the random choices of levels.
    pub(crate) seed: u64,
    /// When to stop early.
    pub(crate) sprt: Option<Sprt>,
}

/// The games so far, from the perspective of the first player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series {
    /// The games in which the first player began as White, and as Black.
    pub(crate) by_colour: Pair<SeriesResults>,
    /// What the turns took, by player.
    pub(crate) efforts: [ContestEffort; 2],
    /// The games that were lost other than by the rules, by number.
    pub(crate) forfeits: Vec<(usize, Forfeit)>,
    /// The sum after each game.
    pub(crate) course: Vec<SeriesResults>,
    /// The verdict of the test, if it ended the series.
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
        self.efforts.iter_mut().zip(finished.efforts).for_each(|(sum, effort)| sum.add(effort));
        self.course.push(self.total());
        self.forfeits.extend(finished.forfeit.clone().map(|forfeit| (self.course.len(), forfeit)));
    }

    /// Plays a series, as many openings at a time as there are pairs of `contestants`; calls `on_game` with every
    /// game and the colour of the first player in it.
    ///
    /// # Errors
    /// If openings cannot be found, or `on_game` fails. A program that fails loses its game.
    pub(crate) fn play(
        plan: &SeriesPlan,
        contestants: Vec<[ContestPlayer; 2]>,
        on_game: &mut dyn FnMut(&Self, &ContestGame, Side) -> Result<()>,
    ) -> Result<Self> {
        let mut series = Self::default();
        let (next, done) = (AtomicU32::new(0), Stop::default());
        std::thread::scope(|scope| {
            let (sender, games) = channel();
            for pair in contestants {
                let (sender, next, done) = (sender.clone(), &next, &done);
                scope.spawn(move || plan.play_openings(pair, next, done, &sender));
            }
            drop(sender);
            let result = games.into_iter().try_for_each(|game| {
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
                on_game(&series, &finished, colour)
            });
            done.stop();
            result
        })?;
        Ok(series)
    }
}

/// A game that was played, with the colour of the first player in it.
type ContestResult = Result<(Side, ContestGame)>;

impl SeriesPlan {
    /// Plays the openings that no other thread has taken yet, each with both colours.
    fn play_openings(
        &self,
        mut contestants: [ContestPlayer; 2],
        next: &AtomicU32,
        done: &Stop,
        result: &Sender<ContestResult>,
    ) {
        loop {
            let first = 2 * next.fetch_add(1, Ordering::Relaxed);
            for (game, colour) in (first..self.games.min(first + 2)).zip(Side::BOTH) {
                let played = self.one_game(&mut contestants, game, colour);
                let failed = played.is_err();
                if result.send(played.map(|finished| (colour, finished))).is_err() || failed || done.is_set()
                {
                    return;
                }
            }
            if first >= self.games {
                return;
            }
        }
    }

    fn one_game(&self, contestants: &mut [ContestPlayer; 2], game: u32, colour: Side) -> Result<ContestGame> {
        let number = u64::from(game / 2 % self.openings.max(1));
        let start = opening(self.kind, &self.options, self.turns, self.fair, self.seed.wrapping_add(number))?;
        for (player, contestant) in contestants.iter_mut().enumerate() {
            let seed = self.seed.wrapping_mul(31).wrapping_add(u64::from(game) * 2 + player as u64);
            if let Err(error) = contestant.new_game(seed) {
                return lost_at_once(start, player, colour.index(), error.to_string());
            }
        }
        play_on(start, contestants, colour.index(), self.paces, self.most_turns)
    }
}
