//! `taijitu match`: a series of games between two programs.

use crate::cli::MatchArgs;
use crate::contest::{ContestGame, Pace, Series, SeriesPlan, chart, words};
use crate::{bars, output, start};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Write as _;
use taijitu_rules::{Audience, Lang, Record, Side};
use taijitu_search::Limits;
use taijitu_search::elo::Sprt;

pub(crate) fn run(asked: &MatchArgs, lang: Lang) -> Result<()> {
    let pace = asked.timing.pace();
    if pace.is_none() && (asked.a.needs_limits() || asked.b.needs_limits()) {
        bail!("say how long programs may think: --movetime MS, --nodes N or --time SECONDS");
    }
    let options = start::options(asked.game, &asked.set)?;
    let table = asked.game.start(options.clone())?;
    let sit_down = |_| Ok([asked.a.sit_down(&*table, 1.0)?, asked.b.sit_down(&*table, 1.0)?]);
    let minds = (0..asked.jobs).map(sit_down).collect::<Result<Vec<_>>>()?;
    let names = [asked.a.to_string(), asked.b.to_string()];
    let plan = SeriesPlan {
        kind: asked.game,
        options,
        games: asked.games,
        openings: asked.openings.unwrap_or(asked.games.div_ceil(2)),
        turns: asked.opening_turns,
        fair: asked.fair,
        pace: pace.unwrap_or(Pace::Turn(Limits::default())),
        most_turns: asked.most_turns.unwrap_or(u32::MAX),
        seed: asked.seed,
        sprt: asked.sprt.map(Sprt::new),
    };
    let mut records = match &asked.records {
        Some(file) => Some(File::create(file).with_context(|| format!("cannot write {}", file.display()))?),
        None => None,
    };
    let bar = bars::games(u64::from(plan.games));
    let series = Series::play(&plan, minds, &mut |series, finished, colour| {
        bar.set_message(words::elo_with_error(&series.total(), lang));
        bar.inc(1);
        if let Some(file) = &mut records {
            writeln!(file, "{}", record(finished, &names, colour, series.course.len()))?;
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    output::print(&words::summary(&series, [&names[0], &names[1]], lang))?;
    if let Some(file) = &asked.svg {
        let title = format!("{}: {} – {}", asked.game.meta().id, names[0], names[1]);
        std::fs::write(file, chart::draw(&series.course, &title))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn record(finished: &ContestGame, names: &[String; 2], first: Side, number: usize) -> Record {
    let [white, black] = if first == Side::White { [0, 1] } else { [1, 0] };
    Record::of(&*finished.play, Audience::Omniscient)
        .with_header("white", &names[white])
        .with_header("black", &names[black])
        .with_header("event", &format!("game {number}"))
}
