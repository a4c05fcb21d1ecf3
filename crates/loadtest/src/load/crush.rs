//! Thousands of spectators of one table: how long each turn takes to reach them all, and its effect on the
//! players at other tables.

use super::command::Load;
use super::report::{Grid, Latencies, LoadReport};
use super::site::LoadSite;
use super::turns::{TurnPace, Turns, run_together};
use anyhow::{Context, Result};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Barrier;

/// Mean think time at the watched table.
const THINK: Duration = Duration::from_secs(1);
/// The other tables, and how many turns a second they play altogether.
const OTHERS: usize = 50;
const RATE: f64 = 100.0;

/// Measures the same players without spectators, with them, and without them again.
pub(super) async fn crush(load: &Load, report: &mut LoadReport) -> Result<()> {
    let spectators = load.spectators.unwrap_or(5000);
    let store = load.best_store();
    for &nodes in &load.nodes {
        let site = LoadSite::start(&load.server, &load.database(store), nodes).await?;
        let time = Duration::from_secs(load.seconds.max(2));
        let (mut without, _) = phase(&site, 0, time).await.context("without spectators")?;
        let (mut with, watched) = phase(&site, spectators, 2 * time).await.context("with spectators")?;
        let (again, _) = phase(&site, 0, time).await.context("without spectators, again")?;
        without.acknowledged.extend(again.acknowledged);
        without.delivered.extend(again.delivered);
        report.section(&format!("{spectators} spectators of one table ({store}, nodes: {nodes})"));
        say(report, spectators, &watched, &mut without, &mut with);
    }
    Ok(())
}

/// The other tables and the watched one, measured at the same time.
async fn phase(site: &LoadSite, spectators: usize, time: Duration) -> Result<(Turns, Turns)> {
    let others = TurnPace { tables: OTHERS, time, ..TurnPace::default() }.at_rate(RATE);
    let watched = TurnPace { tables: 1, think: Some(THINK), spectators, time, ..TurnPace::default() };
    let begin = Arc::new(Barrier::new(2));
    tokio::try_join!(run_together(site, others, &begin), run_together(site, watched, &begin))
}

fn say(report: &mut LoadReport, spectators: usize, watched: &Turns, without: &mut Turns, with: &mut Turns) {
    let (mut all, missing) = watched.watched.by_all(spectators);
    let mut each = watched.watched.each.clone();
    report.say(&format!("a turn at each spectator, p50 / p99 / p99.9: {} ms", each.say()));
    report.say(&format!(
        "a turn at all of them, p50 / p99 / longest: {:.0} / {:.0} / {:.0} ms, of {} turns; turns that missed somebody: {missing}",
        all.milliseconds()[0],
        all.milliseconds()[1],
        all.longest().as_secs_f64() * 1000.0,
        all.len()
    ));
    let mut own = watched.acknowledged.clone();
    report.say(&format!("acknowledged to the player they watch, p50 / p99 / p99.9: {} ms", own.say()));
    let cost = watched.processor.servers * 1e6 / (watched.turns.max(1) as f64 * spectators.max(1) as f64);
    report.say(&format!("processor time of the server: at most {cost:.1} µs a spectator and turn"));
    let mut grid = Grid::new(&["players at 50 other tables", "without", "with", "ratio p50", "ratio p99"]);
    let rows: [(&str, &mut Latencies, &mut Latencies); 2] = [
        ("acknowledged p50/p99/p99.9 ms", &mut without.acknowledged, &mut with.acknowledged),
        ("at the opponent", &mut without.delivered, &mut with.delivered),
    ];
    for (name, before, after) in rows {
        let ([a50, a99, _], [b50, b99, _]) = (before.milliseconds(), after.milliseconds());
        let ratio = |before: f64, after: f64| format!("{:.2}", after / before);
        grid.row(vec![name.into(), before.say(), after.say(), ratio(a50, b50), ratio(a99, b99)]);
    }
    report.keep(&grid);
}
