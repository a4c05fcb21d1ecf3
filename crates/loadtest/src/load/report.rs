//! Numbers as text: percentiles, tables, and the report.

use super::plot::{self, Panel};
use std::fmt::Write as _;
use std::time::Duration;

/// Latencies, for percentiles.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// Adds one.
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Adds many.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// How many.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The quantile of times, in thousandths.
    #[must_use]
    pub fn per_mille(&mut self, of_thousand: usize) -> Duration {
        self.0.sort_unstable();
        let at = (self.0.len() * of_thousand / 1000).min(self.0.len().saturating_sub(1));
        self.0.get(at).copied().unwrap_or_default()
    }

    /// The longest.
    #[must_use]
    pub fn longest(&self) -> Duration {
        self.0.iter().max().copied().unwrap_or_default()
    }

    /// p50, p99 and p99.9 in milliseconds.
    #[must_use]
    pub fn milliseconds(&mut self) -> [f64; 3] {
        [500, 990, 999].map(|of_thousand| self.per_mille(of_thousand).as_secs_f64() * 1000.0)
    }

    /// `p50 / p99 / p99.9` in milliseconds; a dash if there are none.
    #[must_use]
    pub fn say(&mut self) -> String {
        if self.is_empty() {
            return "–".into();
        }
        let [half, most, nearly_all] = self.milliseconds();
        format!("{half:.1} / {most:.1} / {nearly_all:.1}")
    }
}

/// A table; each column as wide as it has to be.
pub struct Grid {
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns.
    #[must_use]
    pub fn new(columns: &[&str]) -> Self {
        Self { rows: vec![columns.iter().map(|column| (*column).to_owned()).collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as Markdown, for a document.
    #[must_use]
    pub fn say(&self) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut out = String::new();
        for (k, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            // Writing to a string does not fail.
            let _ = writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "));
            if k == 0 {
                let rules = widths.iter().map(|width| "-".repeat(width + 2));
                let _ = writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"));
            }
        }
        out
    }
}

/// The report and its charts; the most important lines are printed at once.
#[derive(Default)]
pub struct LoadReport {
    text: String,
    panels: Vec<Panel>,
}

impl LoadReport {
    /// Begins a part.
    pub fn section(&mut self, title: &str) {
        let _ = write!(self.text, "\n{title}\n\n");
        eprintln!("\n{title}");
    }

    /// A line, now and at the end.
    pub fn say(&mut self, line: &str) {
        eprintln!("{line}");
        let _ = writeln!(self.text, "{line}");
    }

    /// Shows a table now.
    pub fn add(&self, grid: &Grid) {
        eprintln!("{}", grid.say());
    }

    /// Shows a table now and at the end.
    pub fn keep(&mut self, grid: &Grid) {
        self.add(grid);
        let _ = write!(self.text, "\n{}\n", grid.say());
    }

    /// Adds to the picture.
    pub fn draw(&mut self, panel: Panel) {
        self.panels.push(panel);
    }

    /// Everything as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The chart, if there is data.
    #[must_use]
    pub fn picture(&self, title: &str) -> Option<String> {
        (!self.panels.is_empty()).then(|| plot::draw(title, &self.panels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_taken_from_the_sorted_times() {
        let mut times = Latencies::default();
        for ms in (1..=1000).rev() {
            times.add(Duration::from_millis(ms));
        }
        assert_eq!(times.say(), "501.0 / 991.0 / 1000.0");
        assert_eq!(times.longest(), Duration::from_secs(1));
        assert_eq!(Latencies::default().say(), "–");
    }

    #[test]
    fn a_table_is_markdown_and_straight() {
        let mut grid = Grid::new(&["site", "turns/s"]);
        grid.row(vec!["SQLite, 1 node".into(), "1500".into()]);
        grid.row(vec!["–".into(), "7".into()]);
        let lines: Vec<String> = grid.say().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "| site           | turns/s |");
        assert_eq!(lines[1], "|----------------|---------|");
        assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()));
    }
}
