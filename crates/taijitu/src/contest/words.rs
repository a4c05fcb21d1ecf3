//! What is said of a series of games, in English and French.

use super::Series;
use crate::language::text;
use std::fmt::Write as _;
use taijitu_rules::{Lang, Side, Text};
use taijitu_search::elo::{SeriesResults, SprtVerdict};

const ALL: Text = text("all", "tout");
const AS: [Text; 2] = [text("as White", "Blancs"), text("as Black", "Noirs")];
const COLUMNS: [Text; 5] = [
    text("games", "parties"),
    text("won", "gagnées"),
    text("drawn", "nulles"),
    text("lost", "perdues"),
    text("score", "score"),
];

/// Elo with a sign; all or nothing has no number.
pub(crate) fn elo(value: f64) -> String {
    match value {
        v if v == f64::INFINITY => "+∞".into(),
        v if v == f64::NEG_INFINITY => "−∞".into(),
        v => format!("{v:+.0}").replace('-', "−"),
    }
}

/// `Elo +86 (+20 … +160)`.
pub(crate) fn elo_with_error(tally: &SeriesResults, lang: Lang) -> String {
    let (low, high) = tally.elo_between();
    let sure = text("at 95 %", "à 95 %").in_lang(lang);
    format!("Elo {} ({} … {} {sure})", elo(tally.elo()), elo(low), elo(high))
}

/// The table of a series by colour, the Elo, and what went wrong.
pub(crate) fn summary(series: &Series, players: [&str; 2], lang: Lang) -> String {
    let mut out = format!("{} – {}\n", players[0], players[1]);
    let head = COLUMNS.map(|column| format!("{:>8}", column.in_lang(lang))).concat();
    let rows = [
        (AS[0], series.by_colour[Side::White]),
        (AS[1], series.by_colour[Side::Black]),
        (ALL, series.total()),
    ];
    let _ = writeln!(out, "{:12}{head}", "");
    for (name, tally) in rows {
        let counts = [tally.games(), tally.wins, tally.draws, tally.losses];
        let counts = counts.map(|count| format!("{count:>8}")).concat();
        let _ = writeln!(out, "{:12}{counts}{:>6.1} %", name.in_lang(lang), 100.0 * tally.score());
    }
    let _ = writeln!(out, "{}", elo_with_error(&series.total(), lang));
    if let Some(verdict) = series.verdict {
        let _ = writeln!(
            out,
            "{}: {}",
            text("stopped early", "arrêt anticipé").in_lang(lang),
            said(verdict, lang)
        );
    }
    for (player, overruns) in players.iter().zip(series.overruns) {
        if overruns > 0 {
            let late = text("turns over time", "coups hors du temps").in_lang(lang);
            let _ = writeln!(out, "{player}: {overruns} {late}");
        }
    }
    for illegal in &series.illegal {
        let _ = writeln!(out, "{}: {illegal}", text("illegal turn", "coup illégal").in_lang(lang));
    }
    out
}

/// What a test says of the first player.
pub(crate) fn said(verdict: SprtVerdict, lang: Lang) -> &'static str {
    match verdict {
        SprtVerdict::Better => text("stronger", "plus fort").in_lang(lang),
        SprtVerdict::NotBetter => text("not stronger", "pas plus fort").in_lang(lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Pair;

    #[test]
    fn the_summary_adds_up_and_names_what_went_wrong() {
        let white = SeriesResults { wins: 3, draws: 0, losses: 1 };
        let black = SeriesResults { wins: 2, draws: 1, losses: 1 };
        let series = Series { by_colour: Pair([white, black]), overruns: [0, 2], ..Series::default() };
        let out = summary(&series, ["a", "b"], Lang::En);
        assert!(out.contains("all                8       5       1       2  68.8 %"), "{out}");
        assert!(out.contains("Elo +137 (") && out.contains("b: 2 turns over time"), "{out}");
        assert!(!out.contains("a: "), "{out}");
    }
}
