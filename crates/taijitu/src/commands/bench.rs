//! `taijitu bench`: how fast the engines and the games are on this machine.

use crate::cli::EvaluationName;
use crate::contest::opening;
use crate::language::text;
use crate::{clock, output, start};
use anyhow::Result;
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_rules::{GameType, Lang, games};
use taijitu_search::{Evaluation, InformationSet, Limits, Player, Stop};

/// Random turns before the engine is measured: past the emptiest boards, far from the end.
const OPENING: u32 = 12;

pub(crate) fn run(
    only: Option<&'static dyn GameType>,
    seconds: f64,
    eval: &EvaluationName,
    lang: Lang,
) -> Result<()> {
    let evaluation = eval.load()?;
    let head = [text("game", "jeu"), text("nodes/s", "nœuds/s"), text("playouts/s", "parties/s")];
    let [game, nodes, playouts] = head.map(|word| word.in_lang(lang));
    output::line(&format!("{game:<12}{nodes:>12}{playouts:>12}"))?;
    let kinds = only.map_or_else(|| games::GAMES.to_vec(), |kind| vec![kind]);
    for kind in kinds {
        let nodes = nodes_a_second(kind, seconds, &evaluation)?
            .map_or_else(|| "–".into(), |speed| format!("{speed:.0}"));
        let playouts = playouts_a_second(kind, seconds)?;
        output::line(&format!("{:<12}{nodes:>12}{playouts:>12.0}", kind.meta().id))?;
    }
    Ok(())
}

/// `None` if the game has no engine.
fn nodes_a_second(kind: &'static dyn GameType, seconds: f64, evaluation: &Evaluation) -> Result<Option<f64>> {
    let Some(mut player) = Player::full(kind.meta().id) else {
        return Ok(None);
    };
    player.set_evaluation(evaluation)?;
    let mut play = opening(kind, &start::options(kind, &[])?, OPENING, None, 1)?;
    // Laws that have to be written first are no search.
    while play.has_countless_turns() {
        let written =
            player.think(&InformationSet::to_actor(&*play), Limits::nodes(1), &Stop::default(), &mut |_| ());
        play.turn(&written.map(|thought| thought.turn).unwrap_or_default())?;
    }
    let limits = Limits::time(Duration::from_secs_f64(seconds));
    let begun = clock::now();
    let thought = player.think(&InformationSet::to_actor(&*play), limits, &Stop::default(), &mut |_| ());
    let took = clock::now().duration_since(begun).as_secs_f64();
    Ok(thought.map(|thought| thought.nodes as f64 / took))
}

fn playouts_a_second(kind: &dyn GameType, seconds: f64) -> Result<f64> {
    let begun = clock::now();
    let elapsed = || clock::now().duration_since(begun).as_secs_f64();
    let mut count = 0_u64;
    let mut report = |_| {
        count += 1;
        elapsed() < seconds
    };
    kind.playouts(&start::options(kind, &[])?, false, &mut Random::new(1), &mut report)?;
    Ok(count as f64 / elapsed())
}
