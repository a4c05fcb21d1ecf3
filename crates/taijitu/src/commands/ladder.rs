//! `taijitu ladder`: is each level stronger than the one below it, and the highest far stronger than the lowest?
//!
//! What it prints is Markdown, to be kept as a page of the documentation.

use crate::cli::LadderArgs;
use crate::contest::{Contender, Pace, Series, SeriesPlan, words};
use crate::language::text;
use crate::{bars, output, start};
use anyhow::Result;
use taijitu_rules::{GameType, Lang, Side, games};
use taijitu_search::elo::{SeriesResults, Sprt};
use taijitu_search::{LEVELS, Limits};

/// What a level should be better than the one below by, in Elo: 60 %.
const STEP: f64 = 70.4;

/// What a level should score against the one below, the lower bound of it, and the highest against the lowest.
const WANTED: f64 = 0.60;
const AT_LEAST: f64 = 0.50;
const TOP_WANTED: f64 = 0.95;

/// Games between the highest level and the lowest.
const TOP_GAMES: u32 = 40;

/// In Tetra the side to act after a random opening nearly always wins by force, and soon: there only openings
/// are used that a search of this many nodes finds even.
const FAIR: (&str, u64) = ("tetra", 2000);

pub(crate) fn run(asked: &LadderArgs, lang: Lang) -> Result<()> {
    let kinds = if asked.games.is_empty() { games::GAMES.to_vec() } else { asked.games.clone() };
    for kind in kinds {
        output::line(&format!("## {}\n", kind.meta().name.in_lang(lang)))?;
        let head = text(
            "| levels | games | score | 95 % | as White | as Black | Elo | |",
            "| niveaux | parties | score | 95 % | avec les Blancs | avec les Noirs | Elo | |",
        );
        output::line(head.in_lang(lang))?;
        output::line("|---|---|---|---|---|---|---|---|")?;
        let levels = *LEVELS.start() + 1..=*LEVELS.end();
        for level in levels.filter(|level| asked.level.is_none_or(|only| only == *level)) {
            step(asked, kind, level)?;
        }
        if asked.level.is_none_or(|only| only == *LEVELS.start()) {
            let (top, low) = (*LEVELS.end(), *LEVELS.start());
            let series = measure(asked, kind, [top, low], None)?;
            let enough = series.total().score() >= TOP_WANTED;
            output::line(&row([top, low], &series, enough))?;
        }
        output::line("")?;
    }
    Ok(())
}

fn step(asked: &LadderArgs, kind: &'static dyn GameType, level: u8) -> Result<()> {
    let levels = [level, level - 1];
    let series = measure(asked, kind, levels, Some(Sprt::new(STEP)))?;
    let total = series.total();
    let enough = total.score() >= WANTED && total.score_between().0 > AT_LEAST;
    Ok(output::line(&row(levels, &series, enough))?)
}

/// A series between two levels; without a test to stop it, that of the highest against the lowest.
fn measure(
    asked: &LadderArgs,
    kind: &'static dyn GameType,
    levels: [u8; 2],
    sprt: Option<Sprt>,
) -> Result<Series> {
    let games = if sprt.is_some() { asked.most } else { TOP_GAMES };
    let options = start::options(kind, &[])?;
    let table = kind.start(options.clone())?;
    let plan = SeriesPlan {
        kind,
        options,
        games,
        openings: games.div_ceil(2),
        turns: asked.opening_turns,
        fair: asked.fair.or((kind.meta().id == FAIR.0).then_some(FAIR.1)),
        pace: Pace::Turn(Limits::default()),
        most_turns: asked.most_turns.unwrap_or(u32::MAX),
        seed: asked.seed,
        sprt,
    };
    let sit_down = |level: u8| Contender::Level(level).sit_down(&*table, asked.scale);
    let minds = (0..asked.jobs).map(|_| Ok([sit_down(levels[0])?, sit_down(levels[1])?]));
    let minds = minds.collect::<Result<Vec<_>>>()?;
    let bar = bars::games(u64::from(plan.games));
    let series = Series::play(&plan, minds, &mut |series, _, _| {
        let [level, below] = levels;
        bar.set_message(format!("{} {level}–{below} {:.1} %", kind.meta().id, percent(series.total())));
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(series)
}

fn percent(tally: SeriesResults) -> f64 {
    100.0 * tally.score()
}

fn row([level, below]: [u8; 2], series: &Series, enough: bool) -> String {
    let total = series.total();
    let (low, high) = total.score_between();
    let colour = |side| percent(series.by_colour[side]);
    format!(
        "| {level}–{below} | {} | {:.1} % | {:.1} … {:.1} % | {:.0} % | {:.0} % | {} | {} |",
        total.games(),
        percent(total),
        100.0 * low,
        100.0 * high,
        colour(Side::White),
        colour(Side::Black),
        words::elo(total.elo()),
        if enough { "✓" } else { "✗" },
    )
}
