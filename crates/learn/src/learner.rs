//! Generations: play, train, quantise, match, keep the winner.
//!
//! Everything is kept in a folder, so that the same command continues a run that was killed: the games of generation 2 are in
//! `2.games`, its network in `2.network`, and the result of its match in `2.result`. The best network
//! so far is `GAME.network`.

use crate::duel::{DuelPlan, duel, speed_ratio};
use crate::quantise::quantise;
use crate::samples::SampleSet;
use crate::self_play_games;
use crate::train::{Epoch, TrainingPlan, train};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use taijitu_rules::games;
use taijitu_search::elo::{SeriesResults, Sprt, SprtVerdict};
use taijitu_search::limits::Watch;
use taijitu_search::pattern::WeightsError;
use taijitu_search::self_play::{Learnable, SelfPlayGame, SelfPlayPlan};
use taijitu_search::win_probability::ScoreUnit;
use taijitu_search::{Evaluation, Limits, PatternNetwork, Stop, descriptor};
use thiserror::Error;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct LearnPlan {
    /// The folder of the run.
    pub folder: PathBuf,
    /// The evaluation to begin with and to beat.
    pub from: Evaluation,
    /// Generations.
    pub generations: u32,
    /// Games of each generation, at the most.
    pub games: u32,
    /// Nodes of a turn in these games.
    pub nodes: u64,
    /// Passes over the positions.
    pub epochs: u32,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// Games of a match, at the most, and nodes of a turn in it.
    pub match_games: u32,
    /// Nodes of a turn in a match.
    pub match_nodes: u64,
    /// The time limit of the whole run.
    pub time: Option<Duration>,
    /// Threads for games and matches; the training has one.
    pub jobs: usize,
    /// The same seed, games and nodes learn the same weights on one machine.
    pub seed: u64,
}

/// Why nothing was learned.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The game has no patterns.
    #[error("{0} has no patterns to learn; taijitu learn knows {known}", known = KNOWN.join(", "))]
    NoPatterns(String),
    /// A file cannot be read or written.
    #[error("cannot use {file}")]
    File {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A network that was written earlier does not fit.
    #[error("cannot use {file}")]
    Network {
        /// The file of the network.
        file: PathBuf,
        /// The reason it is refused.
        source: WeightsError,
    },
    /// There are no positions to learn from.
    #[error("the games of generation {0} have no quiet positions: play more of them")]
    NoPositions(u32),
}

/// The games that can be learned.
pub const KNOWN: [&str; 8] =
    ["yinsh", "zen", "quinta", "sexta", "singularity", "tetra", "leapover", "yinyang"];

/// The progress of a generation.
#[derive(Clone, Copy, Debug)]
pub enum GenerationProgress {
    /// A game was played: how many there are now, of how many.
    Games(u32, u32),
    /// Training begins on this many positions.
    Training(usize),
    /// A pass over the positions is done, of how many.
    Epoch(Epoch, u32),
    /// The match begins: how many times as fast as the evaluation in use the network is.
    Speed(f64),
    /// A game of the match was played.
    Match(SeriesResults),
    /// The generation is over: whether its network is kept.
    Done(SeriesResults, bool),
}

/// The difference in Elo worth keeping.
const BETTER: f64 = 20.0;

/// Random turns of an opening, at least: in games, and in matches.
const OPENING: u32 = 6;
const MATCH_OPENING: u32 = 4;

/// The parts of a generation's time after which games and matches end.
const GAMES_UNTIL: f64 = 0.65;
const MATCH_UNTIL: f64 = 1.0;

/// One of this many games is set aside to measure the training.
const SET_ASIDE: u32 = 16;

/// Learns a game. `report` is called with the number of the generation and its progress. Returns the file of the best
/// network, or `None` if no network was better than the evaluation in use.
///
/// # Errors
/// [`LearnError`] if the game has no patterns or files cannot be used.
pub fn learn(
    id: &str,
    plan: &LearnPlan,
    stop: &Stop,
    report: &mut dyn FnMut(u32, GenerationProgress),
) -> Result<Option<PathBuf>, LearnError> {
    use games::{leapover::LeapOver, quinta::Quinta, sexta::Sexta, singularity::Singularity};
    use games::{tetra::Tetra, yinsh::Yinsh, yinyang::YinYang, zen::Zen};
    let run = match id {
        "yinsh" => learn_game::<Yinsh>,
        "zen" => learn_game::<Zen>,
        "quinta" => learn_game::<Quinta>,
        "sexta" => learn_game::<Sexta>,
        "singularity" => learn_game::<Singularity>,
        "tetra" => learn_game::<Tetra>,
        "leapover" => learn_game::<LeapOver>,
        "yinyang" => learn_game::<YinYang>,
        _ => return Err(LearnError::NoPatterns(id.into())),
    };
    run(id, plan, stop, report)
}

/// A run in one game.
struct LearningRun<'a> {
    id: &'a str,
    plan: &'a LearnPlan,
    stop: &'a Stop,
    /// The points of a chance of 73 %.
    scale: f64,
    clock: Watch,
}

fn learn_game<G: Learnable>(
    id: &str,
    plan: &LearnPlan,
    stop: &Stop,
    report: &mut dyn FnMut(u32, GenerationProgress),
) -> Result<Option<PathBuf>, LearnError> {
    let scale = match descriptor::find(id).map(descriptor::Descriptor::score_unit) {
        Some(ScoreUnit::Points(scale)) => scale,
        _ => G::POINTS,
    };
    std::fs::create_dir_all(&plan.folder).map_err(file_error(&plan.folder))?;
    let clock = Watch::start(Limits::default(), Stop::default());
    let run = LearningRun { id, plan, stop, scale, clock };
    let best_file = plan.folder.join(format!("{id}.network"));
    let mut in_use = plan.from.clone();
    let mut kept = None;
    let mut earlier = vec![];
    for generation in 1..=plan.generations {
        let mut report = |progress| report(generation, progress);
        let result_file = run.file(generation, "result");
        let games = run.play::<G>(generation, &in_use, &mut report)?;
        earlier.extend(games);
        if stop.is_set() {
            break;
        }
        let network_file = run.file(generation, "network");
        if !network_file.exists() {
            let network = run.train::<G>(generation, &earlier, &mut report)?;
            write(&network_file, &network.encode())?;
        }
        let mut network = read_network::<G>(&network_file)?;
        if !result_file.exists() {
            let candidate = Evaluation::Network(Arc::new(network.clone()));
            let (results, ratio) = run.contest(generation, &candidate, &in_use, &mut report);
            if stop.is_set() {
                break;
            }
            let better = is_better(&results);
            report(GenerationProgress::Done(results, better));
            let SeriesResults { wins, draws, losses } = results;
            let (low, high) = results.elo_between();
            let verdict = if better { "kept" } else { "dropped" };
            let line = format!(
                "{verdict}: won {wins}, drawn {draws}, lost {losses} against the evaluation before it, {:+.0} Elo \
                 [{low:+.0}, {high:+.0}] at {} nodes a turn, {ratio:.2} times as fast",
                results.elo(),
                plan.match_nodes
            );
            network.add_note(&line);
            write(&network_file, &network.encode())?;
            write(&result_file, line.as_bytes())?;
        }
        let line = std::fs::read_to_string(&result_file).map_err(file_error(&result_file))?;
        if line.starts_with("kept") {
            write(&best_file, &network.encode())?;
            in_use = Evaluation::Network(Arc::new(network));
            kept = Some(best_file.clone());
        }
    }
    Ok(kept)
}

impl LearningRun<'_> {
    fn file(&self, generation: u32, ending: &str) -> PathBuf {
        self.plan.folder.join(format!("{generation}.{ending}"))
    }

    /// Whether a part of a generation's time is over.
    fn is_late(&self, generation: u32, part: f64) -> bool {
        let until = |time: Duration| {
            time.mul_f64((f64::from(generation) - 1.0 + part) / f64::from(self.plan.generations.max(1)))
        };
        self.plan.time.is_some_and(|time| self.clock.elapsed() > until(time))
    }

    /// The games of a generation, those of a killed run among them.
    fn play<G: Learnable>(
        &self,
        generation: u32,
        in_use: &Evaluation,
        report: &mut dyn FnMut(GenerationProgress),
    ) -> Result<Vec<SelfPlayGame>, LearnError> {
        let file = self.file(generation, "games");
        if self.file(generation, "network").exists() {
            return self_play_games::load(&file).map_err(file_error(&file));
        }
        let LearnPlan { nodes, seed, games, jobs, .. } = *self.plan;
        let seed = seed.wrapping_mul(1000).wrapping_add(u64::from(generation));
        let plan = SelfPlayPlan { nodes, opening: OPENING, seed };
        let network = in_use
            .network::<G>()
            .map_err(|source| LearnError::Network { file: "the evaluation to begin with".into(), source })?;
        let over = Stop::default();
        let played = self_play_games::play::<G>(
            &file,
            (plan, network.as_deref()),
            (games, jobs),
            &over,
            &mut |game| {
                report(GenerationProgress::Games(game.number + 1, games));
                if self.stop.is_set() || self.is_late(generation, GAMES_UNTIL) {
                    over.stop();
                }
            },
        );
        played.map_err(file_error(&file))
    }

    /// Trains a network on all games so far.
    fn train<G: Learnable>(
        &self,
        generation: u32,
        games: &[SelfPlayGame],
        report: &mut dyn FnMut(GenerationProgress),
    ) -> Result<PatternNetwork, LearnError> {
        let shape = G::SHAPE.ok_or_else(|| LearnError::NoPatterns(self.id.into()))?;
        let [mut positions, mut set_aside] = [(); 2].map(|()| SampleSet::new(shape));
        for game in games {
            let to = if game.number % SET_ASIDE == 0 { &mut set_aside } else { &mut positions };
            to.extend(game.positions::<G>(self.scale).unwrap_or_default());
        }
        if positions.is_empty() {
            return Err(LearnError::NoPositions(generation));
        }
        report(GenerationProgress::Training(positions.len()));
        let LearnPlan { epochs, rate, seed, nodes, .. } = *self.plan;
        let plan = TrainingPlan { epochs, rate, scale: self.scale, seed };
        let mut last = None;
        let weights = train(plan, &positions, &set_aside, &G::first_weights(), &mut |epoch| {
            report(GenerationProgress::Epoch(epoch, epochs));
            last = Some(epoch);
            !self.stop.is_set()
        });
        let loss = last.map_or(f64::NAN, |epoch| epoch.set_aside);
        let note = format!(
            "made by taijitu learn: generation {generation}, {} positions of {} games, {nodes} nodes a turn, seed \
             {seed}, {epochs} epochs, loss {loss:.4}",
            positions.len(),
            games.len()
        );
        let unit = format!("a chance of 73 % is {:.0} points", self.scale);
        quantise(self.id, &weights, self.scale, vec![note, unit])
            .ok_or_else(|| LearnError::NoPatterns(self.id.into()))
    }

    /// Plays the network against the evaluation in use; also how many times as fast it is.
    fn contest(
        &self,
        generation: u32,
        candidate: &Evaluation,
        in_use: &Evaluation,
        report: &mut dyn FnMut(GenerationProgress),
    ) -> (SeriesResults, f64) {
        let ratio = speed_ratio(self.id, [candidate, in_use]);
        report(GenerationProgress::Speed(ratio));
        let LearnPlan { match_games, match_nodes, seed, jobs, .. } = *self.plan;
        let plan = DuelPlan {
            games: match_games,
            nodes: match_nodes,
            opening: MATCH_OPENING,
            sprt: Some(Sprt::new(BETTER)),
            seed: seed.wrapping_add(u64::from(generation)),
            jobs,
        };
        let over = Stop::default();
        let results = duel(self.id, [candidate, in_use], ratio, plan, &over, &mut |results| {
            report(GenerationProgress::Match(*results));
            if self.stop.is_set() || self.is_late(generation, MATCH_UNTIL) {
                over.stop();
            }
        });
        (results, ratio)
    }
}

/// Whether a match shows that the network is better: by the sequential test or, if that did not end, with 95 % confidence.
fn is_better(results: &SeriesResults) -> bool {
    let verdict = Sprt::new(BETTER).verdict(results);
    verdict == Some(SprtVerdict::Better) || verdict.is_none() && results.score_between().0 > 0.5
}

fn read_network<G: Learnable>(file: &Path) -> Result<PatternNetwork, LearnError> {
    let bytes = std::fs::read(file).map_err(file_error(file))?;
    PatternNetwork::decode_for::<G>(&bytes)
        .map_err(|source| LearnError::Network { file: file.into(), source })
}

/// Writes a file whole or not at all.
fn write(file: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    let new = file.with_extension("new");
    std::fs::write(&new, bytes).and_then(|()| std::fs::rename(&new, file)).map_err(file_error(file))
}

fn file_error(file: &Path) -> impl FnOnce(std::io::Error) -> LearnError + use<> {
    let file = file.to_path_buf();
    move |source| LearnError::File { file, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(folder: &Path) -> LearnPlan {
        LearnPlan {
            folder: folder.into(),
            from: Evaluation::Plain,
            generations: 2,
            games: 4,
            nodes: 40,
            epochs: 2,
            rate: 5e-4,
            match_games: 4,
            match_nodes: 40,
            time: None,
            jobs: 2,
            seed: 1,
        }
    }

    #[test]
    fn a_run_goes_through_its_generations_and_is_not_repeated() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = plan(folder.path());
        let mut reported = vec![];
        let mut run = |plan: &LearnPlan| {
            reported.clear();
            learn("quinta", plan, &Stop::default(), &mut |generation, progress| {
                reported.push((generation, progress));
            })
            .expect("a run");
            reported.clone()
        };
        let first = run(&plan);
        let done = |reported: &[(u32, GenerationProgress)]| {
            reported.iter().filter(|(_, progress)| matches!(progress, GenerationProgress::Done(..))).count()
        };
        assert_eq!(done(&first), 2);
        assert!(folder.path().join("2.network").exists() && folder.path().join("1.result").exists());
        assert!(run(&plan).is_empty(), "everything was done already");
        assert_eq!(done(&run(&LearnPlan { generations: 3, ..plan })), 1);
    }

    #[test]
    fn a_game_without_patterns_and_a_damaged_network_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = plan(folder.path());
        let mut quiet = |_, _| ();
        let learned = learn("y", &plan, &Stop::default(), &mut quiet);
        assert!(matches!(learned, Err(LearnError::NoPatterns(_))), "{learned:?}");
        std::fs::write(folder.path().join("1.network"), "taijitu").expect("a file");
        let learned = learn("quinta", &plan, &Stop::default(), &mut quiet);
        assert!(matches!(learned, Err(LearnError::Network { .. })), "{learned:?}");
    }
}
