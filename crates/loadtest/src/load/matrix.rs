//! The same turns on each database with each number of nodes: at full speed, and at a steady pace.

use super::command::{Load, StoreChoice};
use super::plot::{BarPanel, Panel, Percentiles};
use super::report::{Grid, LoadReport};
use super::site::LoadSite;
use super::turns::{TurnPace, Turns, run};
use anyhow::{Context, Result};

/// Measurements of one kind of site.
struct MatrixCell {
    store: StoreChoice,
    nodes: usize,
    full: Turns,
    steady: Turns,
}

impl MatrixCell {
    fn name(&self) -> String {
        let nodes = if self.nodes == 1 { "1 node".into() } else { format!("{} nodes", self.nodes) };
        format!("{}, {nodes}", self.store)
    }
}

/// Measures each kind of site requested.
pub(super) async fn matrix(load: &Load, report: &mut LoadReport) -> Result<()> {
    let mut cells = vec![];
    for store in load.stores() {
        for &nodes in &load.nodes {
            let cell =
                measure(load, store, nodes).await.with_context(|| format!("{store}, nodes: {nodes}"))?;
            report.add(&grid(&[&cell]));
            cells.push(cell);
        }
    }
    report.section("Turns");
    report.keep(&grid(&cells.iter().collect::<Vec<_>>()));
    for line in coordination(&cells) {
        report.say(&line);
    }
    draw(&mut cells, report);
    Ok(())
}

async fn measure(load: &Load, store: StoreChoice, nodes: usize) -> Result<MatrixCell> {
    let pace = load.pace();
    let site = LoadSite::start(&load.server, &load.database(store), nodes).await?;
    let full = run(&site, TurnPace { think: None, ..pace }).await.context("as fast as it goes")?;
    drop(site);
    let site = LoadSite::start(&load.server, &load.database(store), nodes).await?;
    let steady = run(&site, load.steady(pace)).await.context("at a steady pace")?;
    Ok(MatrixCell { store, nodes, full, steady })
}

/// One line for each way to play.
fn grid(cells: &[&MatrixCell]) -> Grid {
    let mut grid = Grid::new(&[
        "site",
        "pace",
        "turns/s",
        "acknowledged p50/p99/p99.9 ms",
        "at the opponent",
        "at spectators",
        "after a lost connection",
        "lost",
        "CPU µs/turn: server",
        "database",
        "NATS",
        "driver",
        "server kB/socket",
        "kB/turn",
        "MiB: server",
        "database",
        "NATS",
    ]);
    for cell in cells {
        for (pace, turns) in [("full", &cell.full), ("steady", &cell.steady)] {
            grid.row(cells_of(&cell.name(), pace, turns));
        }
    }
    grid
}

fn cells_of(name: &str, pace: &str, turns: &Turns) -> Vec<String> {
    let mut turns = turns.clone();
    let [server, database, bus, driver] =
        turns.processor.of_each(turns.turns).map(|time| format!("{time:.0}"));
    let mib = |kib: u64| format!("{:.0}", kib as f64 / 1024.0);
    let [empty, full, after] = turns.memory;
    let per = |from: u64, to: u64, count: usize| to.saturating_sub(from) as f64 * 1.024 / count.max(1) as f64;
    vec![
        name.into(),
        pace.into(),
        format!("{:.0}", turns.rate()),
        turns.acknowledged.say(),
        turns.delivered.say(),
        turns.watched.each.say(),
        turns.returned.say(),
        turns.returned.len().to_string(),
        server,
        database,
        bus,
        driver,
        format!("{:.0}", per(empty.servers, full.servers, turns.sockets)),
        format!("{:.2}", per(full.servers, after.servers, turns.turns as usize)),
        mib(after.servers),
        mib(after.database),
        mib(after.bus),
    ]
}

/// What coordination costs with more nodes on the same machine.
fn coordination(cells: &[MatrixCell]) -> Vec<String> {
    let one = |store: StoreChoice| cells.iter().find(|cell| cell.store == store && cell.nodes == 1);
    let more = cells.iter().filter(|cell| cell.nodes > 1);
    more.filter_map(|cell| Some((cell, one(cell.store)?)))
        .map(|(cell, one)| {
            let loss = 100.0 * (1.0 - cell.full.rate() / one.full.rate());
            let [a, b] =
                [cell, one].map(|cell| cell.full.processor.total() * 1e6 / cell.full.turns.max(1) as f64);
            format!(
                "{} on one machine lose {loss:.0} % of the turns to coordination: \
                 {a:.0} µs of processor time a turn instead of {b:.0}",
                cell.name()
            )
        })
        .collect()
}

fn draw(cells: &mut [MatrixCell], report: &mut LoadReport) {
    let bars = cells.iter().map(|cell| (cell.name(), cell.full.rate())).collect();
    report.draw(Panel::Bars(BarPanel { title: "Durable turns a second, as fast as it goes".into(), bars }));
    let rows = cells.iter_mut().map(|cell| (cell.name(), cell.steady.acknowledged.milliseconds())).collect();
    report
        .draw(Panel::Percentiles(Percentiles { title: "Acknowledged after, at a steady pace".into(), rows }));
    let rows = cells.iter_mut().map(|cell| (cell.name(), cell.steady.delivered.milliseconds())).collect();
    report.draw(Panel::Percentiles(Percentiles {
        title: "At the opponent after, at a steady pace".into(),
        rows,
    }));
}
