//! `taijitu match`: a series of games between two programs.

use crate::cli::{EvaluationName, MatchArgs};
use crate::contest::{ContestGame, ContestPlayer, Pace, Series, SeriesPlan, chart, words};
use crate::{bars, output, start};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{IsTerminal as _, Write as _, stderr};
use taijitu_rules::{Audience, Lang, Record, Side};
use taijitu_search::Limits;
use taijitu_search::elo::Sprt;

pub(crate) fn run(args: &MatchArgs, lang: Lang) -> Result<()> {
    let paces = args.timing.paces();
    if paces.is_none() && (args.a.needs_limits() || args.b.needs_limits()) {
        bail!("set a limit for the programs: --movetime MS, --nodes N or --time SECONDS");
    }
    if args.timing.is_too_long() || args.eval.len() > 2 {
        bail!("a match has two programs: give one limit for both, or two with a comma between them");
    }
    let evaluations = args.eval.iter().map(EvaluationName::load).collect::<Result<Vec<_>>>()?;
    let evaluation =
        |player: usize| evaluations.get(player).or(evaluations.first()).cloned().unwrap_or_default();
    let options = start::options(args.game, &args.set)?;
    let table = args.game.start(options.clone())?;
    let sit_down = |_| {
        let [a, b] = [(&args.a, 0), (&args.b, 1)]
            .map(|(contender, player)| contender.sit_down_with(&*table, 1.0, &evaluation(player)));
        Ok([a?, b?])
    };
    let players = (0..args.jobs).map(sit_down).collect::<Result<Vec<_>>>()?;
    let names = names(args, &players);
    let plan = SeriesPlan {
        kind: args.game,
        options,
        games: args.games,
        openings: args.openings.unwrap_or(args.games.div_ceil(2)),
        turns: args.opening_turns,
        fair: args.fair,
        paces: paces.unwrap_or([Pace::Turn(Limits::default()); 2]),
        most_turns: args.most_turns.unwrap_or(u32::MAX),
        seed: args.seed,
        sprt: args.sprt.map(Sprt::new),
    };
    let mut records = match &args.records {
        Some(file) => Some(File::create(file).with_context(|| format!("cannot write {}", file.display()))?),
        None => None,
    };
    let bar = bars::games(u64::from(plan.games));
    let series = Series::play(&plan, players, &mut |series, finished, colour| {
        let total = series.total();
        bar.set_message(words::elo_with_error(&total, lang));
        bar.inc(1);
        if !stderr().is_terminal() && total.games().is_multiple_of(plan.games.div_ceil(TOLD).max(1)) {
            eprintln!("{}/{} {}", total.games(), plan.games, words::elo_with_error(&total, lang));
        }
        if let Some(file) = &mut records {
            writeln!(file, "{}", record(finished, &names, colour, series.course.len(), lang))?;
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    output::print(&words::summary(&series, [&names[0], &names[1]], lang))?;
    if let Some(file) = &args.svg {
        let title = format!("{}: {} – {}", args.game.meta().id, names[0], names[1]);
        std::fs::write(file, chart::draw(&series.course, &title))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// Where standard error is no terminal, the course of a match is reported this often.
const TOLD: u32 = 20;

/// What the programs call themselves; two of the same name are distinguished by how they were started, by what they evaluate
/// with, or as A and B.
fn names(args: &MatchArgs, players: &[[ContestPlayer; 2]]) -> [String; 2] {
    let Some([a, b]) = players.first() else { return [args.a.to_string(), args.b.to_string()] };
    let names = [a.name().to_string(), b.name().to_string()];
    if names[0] != names[1] {
        return names;
    }
    let contenders = [&args.a, &args.b].map(ToString::to_string);
    if contenders[0] != contenders[1] {
        return contenders.map(|contender| format!("{} ({contender})", names[0]));
    }
    match &args.eval[..] {
        [first, second] if first != second => [first, second].map(|eval| format!("{} ({eval})", names[0])),
        _ => ["A", "B"].map(|place| format!("{} ({place})", names[0])),
    }
}

fn record(finished: &ContestGame, names: &[String; 2], first: Side, number: usize, lang: Lang) -> Record {
    let [white, black] = if first == Side::White { [0, 1] } else { [1, 0] };
    let effort = |player: usize| words::effort_of(finished.efforts[player], lang);
    Record::of(&*finished.play, Audience::Omniscient)
        .with_header("white", &names[white])
        .with_header("black", &names[black])
        .with_header("event", &format!("game {number}"))
        .with_header("white-effort", &effort(white))
        .with_header("black-effort", &effort(black))
}
