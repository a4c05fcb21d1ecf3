//! The numbers as a table and as a document.

use super::attacks::ATTACKS;
use super::measured::AttackMeasurement;
use crate::load::Grid;
use std::fmt::Write as _;

const HEAD: &str = "\
# Under attack

`cargo xtask abuse` starts a server with its default limits, on SQLite in a temporary folder, has honest players play at 50 tables, and runs one attack after the other for ten minutes.
It writes this page: `cargo xtask abuse --report docs/ABUSE.md`.
`--only NAME,…` runs some of the attacks, `--seconds N` sets the time of all together.
A short run of all of them is one of the tests (`crates/taijitu/tests/abuse.rs`).

The honest players use sockets, each from its own address, play legal turns about once a second, and check that no event is missing.
One of them plays against an engine of level 3, another client asks `/healthz` five times a second.
Attackers use other addresses, some attacks one, some hundreds.
The server runs with `--trust-proxy` and reads client addresses from the `X-Forwarded-For` header, as behind a reverse proxy; with `--direct` there is no proxy, and clients differ by their loopback addresses, which have ten times the limits of others.
Attackers run on a thread of the lowest priority, because real ones would have machines of their own; the server shares the processors with the honest players.

## Requirements

- Memory (resident set of the server) a few seconds after an attack is at most 1.5 times what it was before it.
- The 99th percentile of the time in which honest turns are acknowledged is at most 3 times that of the quiet times, and below 200 ms.
- The engine of an honest player replies within five seconds.
- Nothing is refused to honest players and they miss nothing; nothing is answered with a status of 500 or above except the documented `unavailable` and `closing`.

If one of these does not hold the command prints which, and ends with exit code 1.

## The attacks

";

/// The table of a run.
pub(super) fn grid(all: &[AttackMeasurement]) -> Grid {
    let mut grid = Grid::new(&[
        "attack",
        "memory before / peak / after MB",
        "honest p50, p99 before ms",
        "during",
        "engine's slowest reply before, during ms",
        "/healthz slowest ms",
        "sent",
        "refused",
        "closed",
        "",
    ]);
    let mb = |kib: u64| format!("{:.0}", kib as f64 * 1.024 / 1000.0);
    let mark = |is_good: bool| if is_good { "✓" } else { "✗" };
    for measured in all {
        let [before, peak, after] = measured.memory.map(mb);
        let pair = |[half, most]: [f64; 2]| format!("{half:.1}, {most:.1}");
        let [quiet, attacked] = measured.replies;
        grid.row(vec![
            measured.name.into(),
            format!("{before} / {peak} / {after} {}", mark(measured.is_memory_back())),
            pair(measured.before),
            format!("{} {}", pair(measured.during), mark(measured.is_fast())),
            format!("{quiet:.0}, {attacked:.0} {}", mark(measured.is_engine_fair())),
            format!("{:.0}", measured.health),
            measured.tally.sent.to_string(),
            measured.tally.refusals().to_string(),
            measured.tally.closed.to_string(),
            mark(measured.is_good()).into(),
        ]);
    }
    grid
}

/// The memory of the whole run in a sentence.
pub(super) fn whole(all: &[AttackMeasurement]) -> String {
    let first = all.first().map_or(0, |measured| measured.memory[0]);
    let peak = all.iter().map(|measured| measured.memory[1]).max().unwrap_or(0);
    let last = all.last().map_or(0, |measured| measured.memory[2]);
    let [first, peak, last] = [first, peak, last].map(|kib| kib as f64 * 1.024 / 1000.0);
    format!(
        "Memory of the server before the first attack {first:.0} MB, at its peak {peak:.0} MB, after the last attack {last:.0} MB."
    )
}

/// Everything that does not hold, a line each.
pub(super) fn complaints(all: &[AttackMeasurement]) -> String {
    let mut text = String::new();
    for measured in all {
        for complaint in measured.complaints() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}: {complaint}", measured.name);
        }
    }
    text
}

/// The document.
pub(super) fn document(all: &[AttackMeasurement], terms: &str) -> String {
    let mut text = HEAD.to_owned();
    for attack in ATTACKS {
        let _ = writeln!(text, "- **{}**: {}", attack.name(), attack.about());
    }
    let _ = write!(text, "\n## A run\n\n{terms}\n\n{}", grid(all).say());
    let _ = write!(text, "\n{}\n\nRefusals by code:\n\n", whole(all));
    for measured in all {
        let _ = writeln!(text, "- {}: {}", measured.name, measured.tally.codes());
    }
    let complaints = complaints(all);
    let verdict = if complaints.is_empty() {
        "Everything wanted holds.\n".to_owned()
    } else {
        let lines: Vec<String> = complaints.lines().map(|line| format!("- {line}\n")).collect();
        format!("What does not hold:\n\n{}", lines.concat())
    };
    let _ = write!(text, "\n{verdict}");
    text
}
