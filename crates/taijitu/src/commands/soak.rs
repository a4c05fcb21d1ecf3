//! `taijitu soak`: many games of the engines against themselves, to find errors.
//!
//! The engines are called directly, without the check that keeps a player from an illegal turn.

use crate::cli::SoakArgs;
use crate::contest::{GRACE, no_engine, opening};
use crate::language::text;
use crate::{bars, clock, output, start};
use anyhow::{Result, bail};
use std::time::Duration;
use taijitu_rules::{GameType, Lang, games};
use taijitu_search::{Engine, InformationSet, Limits, Stop, for_game};

/// Random turns of an opening.
const OPENING: u32 = 4;

/// Maximum growth of memory between the first games and the last, in kibibytes.
const GROWTH: u64 = 32 * 1024;

#[derive(Default)]
struct SoakCounts {
    games: u32,
    turns: u64,
    illegal: u32,
    overruns: u32,
    slowest: Duration,
}

pub(crate) fn run(args: &SoakArgs, lang: Lang) -> Result<()> {
    let kinds: Vec<&'static dyn GameType> = match args.game {
        Some(kind) => vec![kind],
        None => games::GAMES.iter().copied().filter(|kind| for_game(kind.meta().id).is_some()).collect(),
    };
    let mut engines = vec![];
    for kind in kinds {
        let id = kind.meta().id;
        engines.push((kind, for_game(id).ok_or_else(|| no_engine(id))?));
    }
    let mut seen = SoakCounts::default();
    let mut warm = None;
    let bar = bars::games(u64::from(args.games));
    for game in 0..args.games {
        let at = game as usize % engines.len();
        if at == 0 && game > 0 {
            // Every engine has played once: tables are touched, lists have grown.
            warm = warm.or_else(memory);
        }
        let (kind, engine) = &mut engines[at];
        one_game(*kind, &mut **engine, args, u64::from(game), &mut seen)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let growth = warm.zip(memory()).map(|(before, after)| after.saturating_sub(before));
    output::print(&report(&seen, growth, lang))?;
    if seen.illegal > 0 || seen.overruns > 0 || growth.is_some_and(|growth| growth > GROWTH) {
        bail!("something went wrong");
    }
    Ok(())
}

fn one_game(
    kind: &dyn GameType,
    engine: &mut dyn Engine,
    args: &SoakArgs,
    number: u64,
    seen: &mut SoakCounts,
) -> Result<()> {
    let options = start::options(kind, &[])?;
    let mut play = opening(kind, &options, OPENING, None, args.seed.wrapping_add(number))?;
    let time = Duration::from_millis(args.movetime);
    engine.new_game(args.seed.wrapping_add(number));
    while play.outcome().is_none() {
        let begun = clock::now();
        let thought = engine.think(
            &InformationSet::to_actor(&*play),
            Limits::time(time),
            &Stop::default(),
            &mut |_| (),
        );
        let took = clock::now().duration_since(begun);
        seen.slowest = seen.slowest.max(took);
        seen.overruns += u32::from(took > time + GRACE);
        let turn = thought.map(|thought| thought.turn).unwrap_or_default();
        if let Err(error) = play.turn(&turn) {
            seen.illegal += 1;
            eprintln!("{}: {error}", kind.meta().id);
            break;
        }
        seen.turns += 1;
    }
    seen.games += 1;
    Ok(())
}

fn report(seen: &SoakCounts, growth: Option<u64>, lang: Lang) -> String {
    let words = [
        text("games", "parties"),
        text("turns", "coups"),
        text("illegal turns", "coups illégaux"),
        text("overruns", "dépassements"),
        text("slowest turn", "coup le plus lent"),
        text("memory growth", "croissance de la mémoire"),
    ]
    .map(|word| word.in_lang(lang));
    let growth = growth.map_or_else(|| "?".into(), |growth| format!("{growth} KiB"));
    format!(
        "{}: {}\n{}: {}\n{}: {}\n{}: {}\n{}: {} ms\n{}: {growth}\n",
        words[0],
        seen.games,
        words[1],
        seen.turns,
        words[2],
        seen.illegal,
        words[3],
        seen.overruns,
        words[4],
        seen.slowest.as_millis(),
        words[5],
    )
}

/// Resident memory in kibibytes, where the system reports it.
fn memory() -> Option<u64> {
    /// Pages of 4 KiB, as on every machine this runs on; a wrong guess only scales the growth.
    const PAGE: u64 = 4;
    let line = std::fs::read_to_string("/proc/self/statm").ok()?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE)
}
