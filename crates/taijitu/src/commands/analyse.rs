//! `taijitu analyse`: prints the engine's lines of a position while it searches.
//!
//! On a terminal the best turns are written over and over in place; into a file goes a line for every report.

use super::play::words::side_name;
use crate::cli::AnalyseArgs;
use crate::contest::no_engine;
use crate::language::text;
use crate::{clock, output};
use anyhow::{Context, Result, anyhow, bail};
use std::io::{IsTerminal, stdout};
use std::time::Duration;
use taijitu_rules::games::yinyang::YinYang;
use taijitu_rules::{AnyPlay, Audience, Lang, Notation, Play};
use taijitu_search::yinyang::{self, SolvedValue};
use taijitu_search::{Choice, InformationSet, Limits, Player, SearchScore, Stop, Thought};

/// The default search time.
const UNASKED: Duration = Duration::from_secs(3);

/// Where a line on the terminal ends that is to be written over: it must not wrap.
const WIDTH: usize = 79;

pub(crate) fn run(args: &AnalyseArgs, lang: Lang) -> Result<()> {
    let play = args.position.play(lang)?;
    let id = play.meta().id;
    let mut player = Player::full(id).ok_or_else(|| no_engine(id))?;
    if let Some(outcome) = play.outcome() {
        bail!("the game is over: {outcome}");
    }
    if args.solve {
        return solve(args, &*play, lang);
    }
    player.set_evaluation(&args.eval.load()?)?;
    player.set_threads(args.threads);
    player.set_others(args.lines - 1);
    let limits = args.limits.limits().unwrap_or(Limits::time(UNASKED));
    let (live, begun) = (stdout().is_terminal(), clock::now());
    let seconds = || clock::now().duration_since(begun).as_secs_f64();
    let mut written = 0;
    let mut report = |thought: &Thought| {
        // Output that cannot be written is noticed with the last line.
        let _ = if live {
            let lines = table(thought, seconds(), lang);
            let lines: Vec<String> = lines.iter().map(|line| line.chars().take(WIDTH).collect()).collect();
            let drawn = output::print(&over(&lines, written));
            written = lines.len();
            drawn
        } else {
            output::line(&format!("{}  {}", head(thought, seconds(), lang), choice(&best(thought), lang)))
        };
    };
    let thought = player
        .think(&InformationSet::to_actor(&*play), limits, &Stop::default(), &mut report)
        .ok_or_else(|| anyhow!("nothing can be played here"))?;
    Ok(output::print(&over(&table(&thought, seconds(), lang), written))?)
}

/// What perfect play leads to, and the best turns.
fn solve(args: &AnalyseArgs, play: &dyn AnyPlay, lang: Lang) -> Result<()> {
    let play = play.as_any().downcast_ref::<Play<YinYang>>();
    let position = play.context("only Yin Yang can be solved, with all laws written")?.position();
    let solution = yinyang::solve(position, args.memory, &Stop::default())?;
    let verdict = solution.verdict(position).context("the position was not reached")?;
    output::line(&format!("{} ({})", verdict_text(verdict, lang), solution.positions()))?;
    let turns = solution.turns(position).unwrap_or_default();
    for (number, (steps, verdict)) in (1..).zip(turns.iter().take(args.lines)) {
        let turn = position.spell(steps, Audience::Omniscient);
        output::line(&format!("{number}. {turn}  {}", verdict_text(*verdict, lang)))?;
    }
    Ok(())
}

/// What a verdict means for the side to act.
fn verdict_text(verdict: SolvedValue, lang: Lang) -> String {
    let (words, turns) = match verdict {
        SolvedValue::Draw => return text("a draw", "nulle").in_lang(lang).into(),
        SolvedValue::Win(turns) => (text("wins in", "gagne en"), turns),
        SolvedValue::Loss(turns) => (text("loses in", "perd en"), turns),
    };
    format!("{} {turns} {}", words.in_lang(lang), text("turns", "coups").in_lang(lang))
}

/// Lines written over the last ones.
fn over(lines: &[String], last: usize) -> String {
    let up = if last > 0 { format!("\x1b[{last}A\x1b[J") } else { String::new() };
    format!("{up}{}\n", lines.join("\n"))
}

/// What is thought, then the best turns, each with what would follow.
fn table(thought: &Thought, seconds: f64, lang: Lang) -> Vec<String> {
    let choices = [best(thought)].into_iter().chain(thought.others.iter().cloned());
    let numbered = (1..).zip(choices).map(|(number, found)| format!("{number}. {}", choice(&found, lang)));
    [head(thought, seconds, lang)].into_iter().chain(numbered).collect()
}

fn best(thought: &Thought) -> Choice {
    Choice { line: thought.line.clone(), score: thought.score }
}

fn head(thought: &Thought, seconds: f64, lang: Lang) -> String {
    let words = [text("depth", "profondeur"), text("nodes", "nœuds")].map(|word| word.in_lang(lang));
    format!("{} {:>2}  {:>9} {}  {seconds:.1} s", words[0], thought.depth, thought.nodes, words[1])
}

fn choice(choice: &Choice, lang: Lang) -> String {
    format!("{:>9}  {}", score(choice.score, lang), choice.line.join("; "))
}

fn score(score: SearchScore, lang: Lang) -> String {
    match score {
        SearchScore::Points(points) => format!("{points:+}"),
        SearchScore::Chance(chance) => format!("{:.1} %", 100.0 * chance),
        SearchScore::Wins(side) => {
            format!("{} {}", side_name(side, lang), text("wins", "gagnent").in_lang(lang))
        }
    }
}
