//! What may be written for `taijitu learn`.

use super::EvaluationName;
use super::engine::threads;
use clap::builder::PossibleValuesParser;
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct LearnArgs {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(taijitu_learn::learner::KNOWN))]
    pub(crate) game: String,
    /// Where games and networks are kept [default: learned/GAME]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// The evaluation to begin with and to beat: learned, plain, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value = "learned")]
    pub(crate) eval: EvaluationName,
    /// How many times to play, train and match
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) generations: u32,
    /// Games of the engine against itself in each generation, at the most [default: 10000; with --hours as many as there
    /// is time for]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: Option<u32>,
    /// Nodes for a turn of these games
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Passes of the training over all positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,
    /// The rate of learning at the beginning
    #[arg(long, default_value_t = 5e-4, value_parser = rate)]
    pub(crate) rate: f32,
    /// Games of a match between a network and the evaluation before it, at the most
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u32).range(2..))]
    pub(crate) match_games: u32,
    /// Nodes for a turn of a match; the faster side gets more
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) match_nodes: u64,
    /// Hours for all generations together
    #[arg(long, value_name = "H", value_parser = hours)]
    pub(crate) hours: Option<Duration>,
    /// How many games are played at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// The same seed and games learn the same weights
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate: &f32| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "write a number above 0, up to 1".into())
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().filter(|hours: &f64| *hours > 0.0 && *hours <= 10_000.0);
    let time = hours.map(|hours| Duration::from_secs_f64(3600.0 * hours));
    time.ok_or_else(|| "write a number of hours above 0, up to 10000".into())
}
