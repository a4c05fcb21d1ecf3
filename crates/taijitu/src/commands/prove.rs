//! `taijitu prove`: who wins Tetra or Y on a small board, and after which first stone; who wins Yin Yang with which laws.

use super::play::words::side_name;
use crate::cli::{ProveArgs, ProvedGame};
use crate::language::text;
use crate::{bars, output};
use anyhow::{Context, Result, bail};
use std::io::{IsTerminal as _, stderr};
use taijitu_rules::board::kadon::kadon;
use taijitu_rules::{Lang, Point, Side};
use taijitu_search::Stop;
use taijitu_search::mcts::solved::{TRIANGLES, winning_first_stones};
use taijitu_search::proof::{self, FirstStone, TetraProof};
use taijitu_search::yinyang::{self, HandsResult};

/// Memory to solve one game of Yin Yang: laws that contradict each other can lie face up in several ways.
const HANDS_MEBIBYTES: usize = 1000;

pub(crate) fn run(args: &ProveArgs, lang: Lang) -> Result<()> {
    match args.game {
        ProvedGame::Y => return triangles(args, lang),
        ProvedGame::YinYang => return hands(args, lang),
        ProvedGame::Tetra => (),
    }
    let found = match (&args.find, &args.check) {
        (Some(file), _) => {
            let found = find(args.nodes, lang);
            std::fs::write(file, found.encode()).with_context(|| file.display().to_string())?;
            found
        }
        (_, Some(file)) => proof::verify(&std::fs::read(file).with_context(|| file.display().to_string())?)?,
        _ => proof::shipped()?,
    };
    Ok(output::print(&summary(&found, lang))?)
}

/// The first stones that win on the small triangles.
fn triangles(args: &ProveArgs, lang: Lang) -> Result<()> {
    if args.find.is_some() || args.check.is_some() {
        bail!("only Tetra has files of strategies");
    }
    let wins = text("wins with a first stone on", "gagnent avec une première pierre en").in_lang(lang);
    for (side, _) in TRIANGLES {
        let stones = winning_first_stones(side).join(" ");
        output::line(&format!("triangle-{side}: {} {wins} {stones}", side_name(Side::Black, lang)))?;
    }
    Ok(())
}

/// The hands of Yin Yang that do not adapt, ranked by the exact results of all games between them.
fn hands(args: &ProveArgs, lang: Lang) -> Result<()> {
    if args.find.is_some() || args.check.is_some() {
        bail!("only Tetra has files of strategies");
    }
    let bar = bars::games(yinyang::pairs() as u64);
    let ranking = yinyang::rank(HANDS_MEBIBYTES, &Stop::default(), &mut |hands, result| {
        bar.inc(1);
        if !stderr().is_terminal() {
            let result = match result {
                HandsResult::Won(side) => side_name(side, lang),
                HandsResult::Drawn => text("a draw", "nulle").in_lang(lang),
                HandsResult::Unsolved => text("not decided", "indécis").in_lang(lang),
            };
            eprintln!("{} | {}: {result}", hands[0], hands[1]);
        }
    });
    bar.finish_and_clear();
    let ranking = ranking?;
    let words = text("won, drawn, lost", "gagnées, nulles, perdues").in_lang(lang);
    for (side, hands) in Side::BOTH.into_iter().zip(&ranking.hands) {
        output::line(&format!("{} ({words})", side_name(side, lang)))?;
        for hand in hands {
            let [won, drawn, lost] = hand.results;
            output::line(&format!("{won:3} {drawn:3} {lost:3}  {}", hand.hand))?;
        }
    }
    Ok(())
}

/// Searches strategies, with progress.
fn find(nodes: u64, lang: Lang) -> TetraProof {
    let firsts = proof::first_stones();
    let bar = bars::games(firsts.len() as u64);
    let found = proof::find(nodes, &firsts, &mut |node, winner, positions| {
        bar.inc(1);
        if !stderr().is_terminal() {
            eprintln!("{}: {}, {positions}", kadon().board.name(node), winner_text(winner, lang));
        }
    });
    bar.finish_and_clear();
    found
}

/// Who wins from the empty board, and after each first stone.
fn summary(found: &TetraProof, lang: Lang) -> String {
    let start = text("from the empty board", "à partir du plateau vide").in_lang(lang);
    let mut out = format!("{start}: {}\n", winner_text(found.winner(), lang));
    let most =
        |side: Side| found.stones.iter().filter(|stone| stone.winner == side).map(|stone| stone.stones).max();
    for side in Side::BOTH.into_iter().rev() {
        let names: Vec<String> =
            found.stones.iter().filter(|stone| stone.winner == side).map(spelled).collect();
        if let Some(most) = most(side) {
            let after = text("after a first stone on", "après une première pierre en").in_lang(lang);
            let stones = text("stones at the most", "pierres au plus").in_lang(lang);
            out +=
                &format!("{} {after} {} ({most} {stones})\n", winner_text(Some(side), lang), names.join(" "));
        }
    }
    let replayed = text(
        "positions in the strategies, each replayed against every reply",
        "positions des stratégies, chacune rejouée contre toutes les réponses",
    )
    .in_lang(lang);
    out + &format!("{} {replayed}\n", found.positions)
}

/// The nodes that are alike, by the first of them: `a1×3`.
fn spelled(stone: &FirstStone) -> String {
    let alike = kadon().board.all().filter(|&node: &Point| proof::alike(node) == stone.node).count();
    format!("{}×{alike}", kadon().board.name(stone.node))
}

fn winner_text(winner: Option<Side>, lang: Lang) -> String {
    winner.map_or_else(
        || text("not decided", "indécis").in_lang(lang).into(),
        |side| format!("{} {}", side_name(side, lang), text("wins", "gagnent").in_lang(lang)),
    )
}
