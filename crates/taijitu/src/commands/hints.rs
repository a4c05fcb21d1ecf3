//! `taijitu hints`: does a beginner who follows every hint beat the weakest computer, and in how many turns?
//!
//! It prints Markdown for the documentation.

use crate::cli::HintsArgs;
use crate::contest::{Contender, Pace, Series, SeriesPlan};
use crate::language::text;
use crate::{bars, output, start};
use anyhow::Result;
use taijitu_rules::{GameType, Lang, games};
use taijitu_search::{ADVISER, LEVELS, Limits};

pub(crate) fn run(args: &HintsArgs, lang: Lang) -> Result<()> {
    let kinds = if args.games.is_empty() { games::GAMES.to_vec() } else { args.games.clone() };
    let head = text(
        "| game | games | won | drawn | lost | won as White | won as Black | turns of both: median | longest |",
        "| jeu | parties | gagnées | nulles | perdues | gagnées avec les Blancs | gagnées avec les Noirs | coups des deux : médiane | la plus longue |",
    );
    output::line(head.in_lang(lang))?;
    output::line("|---|---|---|---|---|---|---|---|---|")?;
    for kind in kinds {
        let (series, lengths) = measure(args, kind)?;
        output::line(&row(kind.meta().name.in_lang(lang), &series, lengths))?;
    }
    Ok(())
}

/// Plays the games of one kind from its usual start, with either colour in turn; how long each was.
fn measure(args: &HintsArgs, kind: &'static dyn GameType) -> Result<(Series, Vec<usize>)> {
    let options = start::options(kind, &[])?;
    let table = kind.start(options.clone())?;
    let plan = SeriesPlan {
        kind,
        options,
        games: args.count,
        openings: args.count.div_ceil(2),
        turns: 0,
        fair: None,
        paces: [Pace::Turn(Limits::default()); 2],
        most_turns: args.most_turns,
        seed: args.seed,
        sprt: None,
    };
    let sit_down = |level: u8| Contender::Level(level).sit_down(&*table, args.scale);
    let players = (0..args.jobs).map(|_| Ok([sit_down(ADVISER)?, sit_down(*LEVELS.start())?]));
    let players = players.collect::<Result<Vec<_>>>()?;
    let bar = bars::games(u64::from(plan.games));
    let mut lengths = vec![];
    let series = Series::play(&plan, players, &mut |_, finished, _| {
        lengths.push(finished.play.turns_in_round());
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok((series, lengths))
}

fn row(game: &str, series: &Series, mut lengths: Vec<usize>) -> String {
    let (total, [white, black]) = (series.total(), &series.by_colour.0);
    lengths.sort_unstable();
    let (median, longest) = (lengths.get(lengths.len() / 2).unwrap_or(&0), lengths.last().unwrap_or(&0));
    format!(
        "| {game} | {} | {} | {} | {} | {}/{} | {}/{} | {median} | {longest} |",
        total.games(),
        total.wins,
        total.draws,
        total.losses,
        white.wins,
        white.games(),
        black.wins,
        black.games(),
    )
}
