//! `taijitu learn`: an evaluation from games of the engine against itself.

use crate::cli::LearnArgs;
use crate::contest::words;
use crate::language::text;
use crate::{bars, output};
use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use std::path::PathBuf;
use taijitu_learn::{GenerationProgress, LearnPlan, learn};
use taijitu_rules::Lang;
use taijitu_search::Stop;

/// Games of a generation where nothing else limits them.
const GAMES: u32 = 10_000;

pub(crate) fn run(args: &LearnArgs, lang: Lang) -> Result<()> {
    let id = args.game.as_str();
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("learned").join(id));
    let unlimited = if args.hours.is_some() { u32::MAX } else { GAMES };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = LearnPlan {
        folder: folder.clone(),
        from: args.eval.load()?,
        generations: args.generations,
        games: args.games.unwrap_or(unlimited),
        nodes: args.nodes,
        epochs: args.epochs,
        rate: args.rate,
        match_games: args.match_games,
        match_nodes: args.match_nodes,
        time: args.hours,
        jobs: args.jobs.unwrap_or(processors),
        seed: args.seed,
    };
    let mut progress = LearnProgress { lang, generation: 0, bar: ProgressBar::hidden() };
    let kept =
        learn(id, &plan, &Stop::default(), &mut |generation, event| progress.on_progress(generation, event));
    progress.bar.finish_and_clear();
    let kept = kept
        .with_context(|| format!("{} {id}", text("cannot learn", "impossible d’apprendre").in_lang(lang)))?;
    let line = match kept {
        Some(file) => format!(
            "{} {}\n{} taijitu match engine engine --game {id} --eval {},plain --movetime 100",
            text("the best network is", "le meilleur réseau est").in_lang(lang),
            file.display(),
            text("measure it with", "mesurez-le avec").in_lang(lang),
            file.display()
        ),
        None => format!(
            "{} ({})",
            text(
                "no network beat the current evaluation; more games or generations may help",
                "aucun réseau n’a battu l’évaluation actuelle ; essayez avec plus de parties ou de générations"
            )
            .in_lang(lang),
            folder.display()
        ),
    };
    Ok(output::line(&line)?)
}

/// A bar for what happens now, and a line for what is done.
struct LearnProgress {
    lang: Lang,
    generation: u32,
    bar: ProgressBar,
}

impl LearnProgress {
    fn on_progress(&mut self, generation: u32, event: GenerationProgress) {
        if generation != self.generation {
            self.generation = generation;
            self.begin(u64::MAX);
        }
        match event {
            GenerationProgress::Games(number, of) => {
                self.bar.set_length(if of == u32::MAX { u64::from(number) } else { u64::from(of) });
                self.bar.set_position(u64::from(number));
                self.bar.set_message(self.say(text("games", "parties")));
            }
            GenerationProgress::Training(positions) => {
                let words = self.say(text("training positions", "positions d’entraînement"));
                self.note(&format!("{words}{} {positions}", self.colon()));
                self.begin(1);
            }
            GenerationProgress::Epoch(epoch, of) => {
                self.bar.set_length(u64::from(of));
                self.bar.set_position(u64::from(epoch.number));
                let words = self.say(text("training, loss", "entraînement, perte"));
                self.bar.set_message(format!("{words} {:.4} / {:.4}", epoch.loss, epoch.set_aside));
                if epoch.number == of {
                    self.note(&format!("{words}{} {:.4} / {:.4}", self.colon(), epoch.loss, epoch.set_aside));
                }
            }
            GenerationProgress::Speed(ratio) => {
                let words = self.say(text(
                    "speed, the evaluation before it is 1",
                    "vitesse, l’évaluation précédente vaut 1",
                ));
                self.note(&format!("{words}{} {ratio:.2}", self.colon()));
                self.begin(0);
            }
            GenerationProgress::Match(results) => {
                self.bar.set_position(u64::from(results.games()));
                let words = self.say(text("match", "match"));
                self.bar.set_message(format!("{words} {}", words::elo_with_error(&results, self.lang)));
            }
            GenerationProgress::Done(results, kept) => {
                let verdict = if kept { text("kept", "gardé") } else { text("dropped", "écarté") };
                let elo = words::elo_with_error(&results, self.lang);
                let score = format!("+{} ={} −{}", results.wins, results.draws, results.losses);
                self.note(&format!("{}{} {score}, {elo}", self.say(verdict), self.colon()));
            }
        }
    }

    fn begin(&mut self, length: u64) {
        self.bar.finish_and_clear();
        self.bar = bars::games(length);
    }

    fn say(&self, words: taijitu_rules::Text) -> String {
        format!(
            "{} {}, {}",
            text("generation", "génération").in_lang(self.lang),
            self.generation,
            words.in_lang(self.lang)
        )
    }

    const fn colon(&self) -> &'static str {
        words::COLON.in_lang(self.lang)
    }

    /// Prints a line above the bar.
    fn note(&self, line: &str) {
        // Output that cannot be written is noticed with the last line.
        self.bar.suspend(|| drop(output::line(line)));
    }
}
