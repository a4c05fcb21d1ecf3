//! `taijitu ladder`: is each level stronger than the one below it, and the highest far stronger than the lowest?
//!
//! It prints Markdown for a page of the documentation.

use crate::cli::LadderArgs;
use crate::contest::{Contender, Pace, Series, SeriesPlan, words};
use crate::language::text;
use crate::{bars, output, start};
use anyhow::{Context, Result};
use taijitu_ratings::{LevelMatch, fit_levels};
use taijitu_rules::{GameType, Lang, Side, games};
use taijitu_search::elo::{SeriesResults, Sprt};
use taijitu_search::{LEVELS, Limits};

/// How much stronger than the one below a level should be, in Elo: 60 %.
const STEP: f64 = 70.4;

/// The score a level should reach against the one below, its lower bound, and that of the highest against the
/// lowest.
const WANTED: f64 = 0.60;
const AT_LEAST: f64 = 0.50;
const TOP_WANTED: f64 = 0.95;

/// Games between the highest level and the lowest.
const TOP_GAMES: u32 = 40;

/// In Tetra the side to act after a random opening nearly always wins by force, and soon: there only openings
/// are used that a search of this many nodes finds even.
const FAIR: (&str, u64) = ("tetra", 2000);

pub(crate) fn run(args: &LadderArgs, lang: Lang) -> Result<()> {
    if let Some(file) = &args.fit {
        let page = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        return Ok(output::print(&fitted(&page)?)?);
    }
    let kinds = if args.games.is_empty() { games::GAMES.to_vec() } else { args.games.clone() };
    for kind in kinds {
        output::line(&format!("## {}\n", kind.meta().name.in_lang(lang)))?;
        let head = text(
            "| levels | games | score | 95 % | as White | as Black | Elo | |",
            "| niveaux | parties | score | 95 % | avec les Blancs | avec les Noirs | Elo | |",
        );
        output::line(head.in_lang(lang))?;
        output::line("|---|---|---|---|---|---|---|---|")?;
        let levels = *LEVELS.start() + 1..=*LEVELS.end();
        for level in levels.filter(|level| args.level.is_none_or(|only| only == *level)) {
            step(args, kind, level)?;
        }
        if args.level.is_none_or(|only| only == *LEVELS.start()) {
            let (top, low) = (*LEVELS.end(), *LEVELS.start());
            let series = measure(args, kind, [top, low], None)?;
            let enough = series.total().score() >= TOP_WANTED;
            output::line(&row([top, low], &series, enough))?;
        }
        output::line("")?;
    }
    Ok(())
}

/// The ratings of the levels that fit the matches of a page: a line for each game.
fn fitted(page: &str) -> Result<String> {
    let mut lines = String::new();
    for section in page.split("\n## ").skip(1) {
        let heading = section.lines().next().unwrap_or_default().replace('\'', "’");
        let is_named =
            |kind: &&&dyn GameType| [kind.meta().name.en, kind.meta().name.fr].contains(&heading.as_str());
        let kind = games::GAMES.iter().find(is_named).with_context(|| format!("unknown game {heading}"))?;
        let matches = section.lines().filter(|line| line.contains('–')).map(level_match);
        let matches = matches.collect::<Result<Vec<LevelMatch>>>()?;
        let ratings = fit_levels(&matches);
        let ratings: Vec<String> = ratings.values().map(ToString::to_string).collect();
        lines += &format!("{} {}\n", kind.meta().id, ratings.join(" "));
    }
    Ok(lines)
}

/// A row of a table: `| 2–1 | 8 | 93.8 % | …`.
fn level_match(row: &str) -> Result<LevelMatch> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let read = || {
        let (level, opponent) = cells.get(1)?.split_once('–')?;
        let percent: f64 = cells.get(3)?.strip_suffix('%')?.trim().parse().ok()?;
        Some(LevelMatch {
            level: level.parse().ok()?,
            opponent: opponent.parse().ok()?,
            games: cells.get(2)?.parse().ok()?,
            score: percent / 100.0,
        })
    };
    read().with_context(|| format!("not a row of a ladder: {row}"))
}

fn step(args: &LadderArgs, kind: &'static dyn GameType, level: u8) -> Result<()> {
    let levels = [level, level - 1];
    let series = measure(args, kind, levels, Some(Sprt::new(STEP)))?;
    let total = series.total();
    let enough = total.score() >= WANTED && total.score_between().0 > AT_LEAST;
    Ok(output::line(&row(levels, &series, enough))?)
}

/// A series between two levels; without a test to stop it, that of the highest against the lowest.
fn measure(
    args: &LadderArgs,
    kind: &'static dyn GameType,
    levels: [u8; 2],
    sprt: Option<Sprt>,
) -> Result<Series> {
    let games = if sprt.is_some() { args.most } else { TOP_GAMES };
    let options = start::options(kind, &[])?;
    let table = kind.start(options.clone())?;
    let plan = SeriesPlan {
        kind,
        options,
        games,
        openings: games.div_ceil(2),
        turns: args.opening_turns,
        fair: args.fair.or((kind.meta().id == FAIR.0).then_some(FAIR.1)),
        paces: [Pace::Turn(Limits::default()); 2],
        most_turns: args.most_turns.unwrap_or(u32::MAX),
        seed: args.seed,
        sprt,
    };
    let sit_down = |level: u8| Contender::Level(level).sit_down(&*table, args.scale);
    let players = (0..args.jobs).map(|_| Ok([sit_down(levels[0])?, sit_down(levels[1])?]));
    let players = players.collect::<Result<Vec<_>>>()?;
    let bar = bars::games(u64::from(plan.games));
    let series = Series::play(&plan, players, &mut |series, _, _| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_ratings_are_those_of_the_ladder() {
        let published = include_str!("../../../ratings/src/levels.txt");
        let fitted = fitted(include_str!("../../../../docs/LADDER.md")).expect("a ladder");
        assert_eq!(
            fitted, published,
            "run `taijitu ladder --fit docs/LADDER.md > crates/ratings/src/levels.txt`"
        );
        assert_eq!(fitted.lines().count(), games::GAMES.len());
    }

    #[test]
    fn a_page_that_is_no_ladder_is_refused() {
        assert!(fitted("\n## Chess\n\n| 2–1 | 8 | 93.8 % |").is_err());
        assert!(fitted("\n## Y\n\n| 2–1 | many | 93.8 % |").is_err());
    }
}
