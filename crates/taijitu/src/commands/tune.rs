//! `taijitu tune`: fits the parameters of an engine to games of the engine against itself.

use crate::cli::TuneArgs;
use crate::{bars, output};
use anyhow::{Result, anyhow, bail};
use taijitu_search::tune::{TuningPlan, hands, openings, settings, tune};

pub(crate) fn run(args: &TuneArgs) -> Result<()> {
    let plan =
        TuningPlan { games: args.games, nodes: args.nodes, opening: args.opening_turns, seed: args.seed };
    let id = args.game.meta().id;
    if args.hands && id != "yinyang" {
        bail!("only Yin Yang has hands");
    }
    if args.settings && id != "y" {
        bail!("only Y has settings to compare; without --settings the weights of a game are tuned");
    }
    if args.openings && id != "y" {
        bail!("only for Y first stones are searched; without --openings the weights of a game are tuned");
    }
    let bar = bars::games(u64::from(plan.games));
    let mut report = |game| bar.set_position(u64::from(game));
    let tuned = match args {
        TuneArgs { hands: true, .. } => hands(plan, &mut report),
        TuneArgs { settings: true, .. } => settings(plan, &mut report),
        TuneArgs { openings: true, .. } => openings(plan, &mut report),
        _ => tune(id, plan, &mut report).ok_or_else(|| anyhow!("there is no game {id}"))?.to_string(),
    };
    bar.finish_and_clear();
    Ok(output::print(&tuned)?)
}
