//! `taijitu tune`: fits what an engine knows to games of the engine against itself.

use crate::cli::TuneArgs;
use crate::{bars, output};
use anyhow::{Result, anyhow, bail};
use taijitu_search::tune::{TuningPlan, hands, settings, tune};

pub(crate) fn run(asked: &TuneArgs) -> Result<()> {
    let plan =
        TuningPlan { games: asked.games, nodes: asked.nodes, opening: asked.opening_turns, seed: asked.seed };
    let id = asked.game.meta().id;
    if asked.hands && id != "yinyang" {
        bail!("only Yin Yang has hands");
    }
    if asked.settings && id != "y" {
        bail!("only Y has settings to compare; without --settings the weights of a game are tuned");
    }
    let bar = bars::games(u64::from(plan.games));
    let mut report = |game| bar.set_position(u64::from(game));
    let tuned = match asked {
        TuneArgs { hands: true, .. } => hands(plan, &mut report),
        TuneArgs { settings: true, .. } => settings(plan, &mut report),
        _ => tune(id, plan, &mut report).ok_or_else(|| anyhow!("there is no game {id}"))?.to_string(),
    };
    bar.finish_and_clear();
    Ok(output::print(&tuned)?)
}
