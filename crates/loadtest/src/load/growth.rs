//! How the cost of a turn grows with the number of tables and with spectators, on one node.

use super::command::Load;
use super::plot::{LinePanel, Panel, PlotSeries};
use super::report::{Grid, LoadReport};
use super::site::LoadSite;
use super::turns::{TurnPace, Turns, run};
use anyhow::{Context, Result};
use std::time::Duration;

/// Tables that play at the same time.
const TABLES: [usize; 4] = [25, 100, 400, 1600];
/// Spectators of each of [`WATCHED`] tables.
const SPECTATORS: [usize; 4] = [0, 2, 8, 32];
const WATCHED: usize = 50;
/// Turns a second while spectators are added.
const RATE: f64 = 50.0;

/// Measures both.
pub(super) async fn growth(load: &Load, report: &mut LoadReport) -> Result<()> {
    tables(load, report).await.context("more tables")?;
    spectators(load, report).await.context("more spectators")
}

fn pace(load: &Load, tables: usize) -> TurnPace {
    let time = Duration::from_secs(load.seconds.div_ceil(2));
    TurnPace { tables, time, ..TurnPace::default() }
}

async fn tables(load: &Load, report: &mut LoadReport) -> Result<()> {
    let store = load.best_store();
    let mut grid = Grid::new(&[
        "tables",
        "full speed: turns/s",
        "p50/p99/p99.9 ms",
        "CPU µs/turn: server",
        "database",
        "steady: turns/s",
        "p50/p99/p99.9 ms",
        "CPU µs/turn: server",
        "database",
        "server kB/table",
    ]);
    let (mut rates, mut slow, mut server, mut database) = (vec![], vec![], vec![], vec![]);
    for tables in TABLES {
        let site = LoadSite::start(&load.server, &load.database(store), 1).await?;
        let mut full = run(&site, pace(load, tables)).await?;
        drop(site);
        let site = LoadSite::start(&load.server, &load.database(store), 1).await?;
        let mut steady = run(&site, pace(load, tables).at_rate(load.growth_rate())).await?;
        let each = |turns: &Turns| turns.processor.of_each(turns.turns);
        let memory = steady.memory[1].servers.saturating_sub(steady.memory[0].servers) as f64 * 1.024;
        grid.row(vec![
            tables.to_string(),
            format!("{:.0}", full.rate()),
            full.acknowledged.say(),
            format!("{:.0}", each(&full)[0]),
            format!("{:.0}", each(&full)[1]),
            format!("{:.0}", steady.rate()),
            steady.acknowledged.say(),
            format!("{:.0}", each(&steady)[0]),
            format!("{:.0}", each(&steady)[1]),
            format!("{:.0}", memory / tables as f64),
        ]);
        let x = tables as f64;
        rates.push((x, full.rate()));
        slow.push((x, full.acknowledged.milliseconds()[1]));
        server.push((x, each(&steady)[0]));
        database.push((x, each(&steady)[1]));
    }
    report.section(&format!("More tables ({store}, one node)"));
    report.keep(&grid);
    report.draw(lines("Turns a second at full speed", "tables", "", [("turns", rates)]));
    report.draw(lines("Acknowledged after at full speed, p99", "tables", "ms", [("p99", slow)]));
    let title = format!("Processor time a turn at {:.0} turns/s", load.growth_rate());
    report.draw(lines(&title, "tables", "µs", [("server", server), ("database", database)]));
    Ok(())
}

async fn spectators(load: &Load, report: &mut LoadReport) -> Result<()> {
    let store = load.best_store();
    let mut grid = Grid::new(&[
        "spectators a table",
        "turns/s",
        "acknowledged p50/p99/p99.9 ms",
        "at spectators",
        "server CPU µs/turn",
        "µs a spectator and turn",
    ]);
    let (mut server, mut bare) = (vec![], 0.0);
    for spectators in SPECTATORS {
        let site = LoadSite::start(&load.server, &load.database(store), 1).await?;
        let pace = TurnPace { spectators: spectators * WATCHED, ..pace(load, WATCHED) }.at_rate(RATE);
        let mut turns = run(&site, pace).await?;
        let [each, ..] = turns.processor.of_each(turns.turns);
        if spectators == 0 {
            bare = each;
        }
        grid.row(vec![
            spectators.to_string(),
            format!("{:.0}", turns.rate()),
            turns.acknowledged.say(),
            turns.watched.each.say(),
            format!("{each:.0}"),
            if spectators == 0 { "–".into() } else { format!("{:.1}", (each - bare) / spectators as f64) },
        ]);
        server.push((spectators as f64, each));
    }
    report.section(&format!("More spectators ({WATCHED} tables, {store}, one node)"));
    report.keep(&grid);
    report.draw(lines(
        "Processor time of the server a turn",
        "spectators a table",
        "µs",
        [("server", server)],
    ));
    Ok(())
}

fn lines<const N: usize>(title: &str, across: &str, up: &str, series: [(&str, Vec<(f64, f64)>); N]) -> Panel {
    let series = series.into_iter().map(|(name, points)| PlotSeries { name: name.into(), points }).collect();
    Panel::Lines(LinePanel { title: title.into(), across: across.into(), up: up.into(), series })
}
