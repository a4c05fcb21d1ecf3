//! Standings as CSV, plain text and JSON.

use super::{Cell, EntrantStanding, format_half_points};
use crate::entrant::{Entrant, Members};
use crate::pairing_log::TournamentPairing;
use crate::tournament::Tournament;
use serde::Serialize;
use taijitu_protocol::{EntrantId, Side, TournamentId, TournamentKind, TournamentSettings};

/// A function that names an entrant: this crate has the ids of players only.
pub type EntrantNames<'a> = &'a dyn Fn(&Entrant) -> String;

/// The language of a plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportLanguage {
    /// English.
    English,
    /// French.
    French,
}

/// A pairing as it is exported.
#[derive(Serialize)]
struct ExportedPairing {
    round: u16,
    board: u16,
    white: EntrantId,
    black: EntrantId,
    results: Vec<taijitu_protocol::GameResult>,
    corrected: bool,
}

impl From<&TournamentPairing> for ExportedPairing {
    fn from(pairing: &TournamentPairing) -> Self {
        Self {
            round: pairing.round,
            board: pairing.board,
            white: pairing.white,
            black: pairing.black,
            results: pairing.games.iter().filter_map(|game| game.result).collect(),
            corrected: pairing.games.iter().any(|game| game.corrected),
        }
    }
}

#[derive(Serialize)]
struct ExportedStanding {
    name: String,
    rating: Option<u16>,
    computer: bool,
    #[serde(flatten)]
    standing: EntrantStanding,
}

#[derive(Serialize)]
struct ExportedTournament<'a> {
    id: TournamentId,
    settings: &'a TournamentSettings,
    standings: Vec<ExportedStanding>,
    pairings: Vec<ExportedPairing>,
}

impl Tournament {
    /// Everything as JSON: settings, standings, pairings with their results.
    #[must_use]
    pub fn to_json(&self, names: EntrantNames<'_>) -> String {
        let standing = |standing: EntrantStanding| {
            let entrant = self.entrant(standing.entrant)?;
            let computer = entrant.is_filler();
            Some(ExportedStanding { name: names(entrant), rating: entrant.rating, computer, standing })
        };
        let exported = ExportedTournament {
            id: self.id,
            settings: &self.settings,
            standings: self.standings().into_iter().filter_map(standing).collect(),
            pairings: self.pairings.iter().map(ExportedPairing::from).collect(),
        };
        serde_json::to_string_pretty(&exported).expect("standings are plain data")
    }

    /// The standings as CSV (RFC 4180) with one line for each entrant. Columns `1`, `2`, … are the rounds, such as
    /// `1w12` for a win with White against rank 12; an arena has none.
    #[must_use]
    pub fn to_csv(&self, names: EntrantNames<'_>) -> String {
        let rounds = self.listed_rounds();
        let mut lines = vec![];
        let head = "rank,name,rating,points,direct,buchholz,sonneborn_berger,wins,draws,losses,performance";
        let numbers: String = (1..=rounds).map(|round| format!(",{round}")).collect();
        lines.push(format!("{head}{numbers}"));
        let standings = self.standings();
        let ranks = self.ranks(&standings);
        for row in &standings {
            let Some(entrant) = self.entrant(row.entrant) else {
                continue;
            };
            let optional = |number: Option<u16>| number.map_or(String::new(), |number| number.to_string());
            let mut fields = vec![
                row.rank.to_string(),
                csv_field(&names(entrant)),
                optional(entrant.rating),
                self.decimal_points(row.points),
                decimal(row.direct, 2),
                decimal(row.buchholz, 2),
                decimal(row.sonneborn_berger, 4),
                row.wins.to_string(),
                row.draws.to_string(),
                row.losses.to_string(),
                optional(row.performance),
            ];
            let cells = if rounds > 0 { self.cells(row.entrant) } else { vec![] };
            fields.extend((1..=rounds).map(|round| cell_text(&cells, round, &ranks)));
            lines.push(fields.join(","));
        }
        lines.push(String::new());
        lines.join("\r\n")
    }

    /// The standings as a table in plain text.
    #[must_use]
    pub fn to_text(&self, names: EntrantNames<'_>, language: ExportLanguage) -> String {
        let head = match (language, self.settings.kind) {
            (ExportLanguage::English, TournamentKind::Arena { .. }) => {
                ["", "Name", "Points", "Perf.", "", ""]
            }
            (ExportLanguage::French, TournamentKind::Arena { .. }) => ["", "Nom", "Points", "Perf.", "", ""],
            (ExportLanguage::English, TournamentKind::Knockout { .. }) => ["", "Name", "Rounds", "", "", ""],
            (ExportLanguage::French, TournamentKind::Knockout { .. }) => ["", "Nom", "Tours", "", "", ""],
            (ExportLanguage::English, _) => ["", "Name", "Points", "Buchholz", "S.-B.", "Wins"],
            (ExportLanguage::French, _) => ["", "Nom", "Points", "Buchholz", "S.-B.", "Victoires"],
        };
        let mut table = vec![head.map(str::to_owned)];
        table.extend(self.standings().iter().map(|row| self.text_row(row, names)));
        format!("{}\n\n{}", self.settings.name, align(&table))
    }

    fn text_row(&self, row: &EntrantStanding, names: EntrantNames<'_>) -> [String; 6] {
        let name = self.entrant(row.entrant).map_or(String::new(), names);
        let (rank, none) = (row.rank.to_string(), String::new());
        match self.settings.kind {
            TournamentKind::Arena { .. } => {
                let performance = row.performance.map_or(String::new(), |rating| rating.to_string());
                [rank, name, row.points.to_string(), performance, none.clone(), none]
            }
            TournamentKind::Knockout { .. } => {
                [rank, name, (row.points / 2).to_string(), none.clone(), none.clone(), none]
            }
            _ => {
                let points = format_half_points(row.points);
                let (buchholz, berger) = (decimal(row.buchholz, 2), decimal(row.sonneborn_berger, 4));
                [rank, name, points, buchholz, berger, row.wins.to_string()]
            }
        }
    }

    fn listed_rounds(&self) -> u16 {
        if matches!(self.settings.kind, TournamentKind::Arena { .. }) { 0 } else { self.rounds.len() as u16 }
    }

    fn ranks(&self, standings: &[EntrantStanding]) -> Vec<u16> {
        let mut ranks = vec![0; self.entrants.len()];
        standings.iter().for_each(|row| ranks[row.entrant.index()] = row.rank);
        ranks
    }

    fn decimal_points(&self, points: u32) -> String {
        if matches!(self.settings.kind, TournamentKind::Arena { .. }) {
            points.to_string()
        } else {
            decimal(points, 2)
        }
    }

    /// The name of an entrant without the names of players: the team, the level, or the number.
    #[must_use]
    pub fn plain_name(entrant: &Entrant) -> String {
        match &entrant.members {
            Members::Player(_) => entrant.id.to_string(),
            Members::Team { name, .. } => name.clone(),
            Members::Level(level) => format!("Level {level}"),
        }
    }
}

/// A fraction in decimal digits, without trailing zeros.
fn decimal(number: u32, parts: u32) -> String {
    let (whole, rest) = (number / parts, number % parts * 100 / parts);
    match rest {
        0 => whole.to_string(),
        _ if rest.is_multiple_of(10) => format!("{whole}.{}", rest / 10),
        _ => format!("{whole}.{rest:02}"),
    }
}

/// A field of CSV. A name that a spreadsheet would read as a formula gets an apostrophe in front.
fn csv_field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = format!("{}{text}", if is_formula { "'" } else { "" });
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// A cell of the cross table: result, colour, rank of the opponent.
fn cell_text(cells: &[Cell], round: u16, ranks: &[u16]) -> String {
    let Some(cell) = cells.iter().find(|cell| cell.round == round) else {
        return String::new();
    };
    let result = match (cell.half_points, cell.is_played) {
        (None, _) => "*",
        (Some(2), true) => "1",
        (Some(1), _) => "½",
        (Some(_), true) => "0",
        (Some(2), false) => "+",
        (Some(_), false) => "−",
    };
    let side = match cell.side {
        Some(Side::White) => "w",
        Some(Side::Black) => "b",
        None => "",
    };
    let opponent = cell.opponent.and_then(|opponent| ranks.get(opponent.index()));
    format!("{result}{side}{}", opponent.map_or(String::new(), ToString::to_string))
}

/// Columns of equal width; the second one, the name, is left-aligned, the others right-aligned.
fn align(table: &[[String; 6]]) -> String {
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; 6] = std::array::from_fn(width);
    let mut text = String::new();
    for row in table {
        let mut line = String::new();
        for (at, field) in row.iter().enumerate() {
            let pad = " ".repeat(widths[at] - field.chars().count());
            let gap = if at == 0 { "" } else { "  " };
            line += &if at == 1 { format!("{gap}{field}{pad}") } else { format!("{gap}{pad}{field}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_decimal() {
        assert_eq!([0, 1, 2, 7].map(|number| decimal(number, 2)), ["0", "0.5", "1", "3.5"]);
        assert_eq!([1, 2, 3, 8].map(|number| decimal(number, 4)), ["0.25", "0.5", "0.75", "2"]);
        assert_eq!([0, 1, 2, 7].map(format_half_points), ["0", "½", "1", "3½"]);
    }

    #[test]
    fn a_field_is_quoted_and_no_formula() {
        assert_eq!(csv_field("Ada, \"the\" first"), "\"Ada, \"\"the\"\" first\"");
        assert_eq!(csv_field("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(csv_field("Bob"), "Bob");
    }
}
