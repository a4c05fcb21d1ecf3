//! The texts about a series of games, in English and French.

use super::{ContestEffort, Forfeit, ForfeitReason, Series};
use crate::language::text;
use std::fmt::Write as _;
use taijitu_rules::{Lang, Side, Text};
use taijitu_search::elo::{SeriesResults, SprtVerdict};

/// The colon, with a no-break space before it in French.
pub(crate) const COLON: Text = text(":", "\u{a0}:");

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
        v if v.abs() < 0.5 => "0".into(),
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
            verdict_text(verdict, lang)
        );
    }
    for (player, effort) in players.iter().zip(series.efforts) {
        if effort.turns > 0 {
            let _ = writeln!(out, "{player}: {}", effort_of(effort, lang));
        }
    }
    for (game, Forfeit { player, why }) in &series.forfeits {
        let (what, why) = match why {
            ForfeitReason::Illegal(why) => (text("illegal turn", "coup illégal"), why),
            ForfeitReason::Failed(why) => (text("failed", "défaillance"), why),
        };
        let number = text("game", "partie").in_lang(lang);
        let (what, colon) = (what.in_lang(lang), COLON.in_lang(lang));
        let _ = writeln!(out, "{number} {game}, {}, {what}{colon} {why}", players[*player]);
    }
    out
}

/// What the turns of a program took: `812 turns, 25 ms (longest 31 ms), 41203 nodes, depth 7.2 a turn`.
pub(crate) fn effort_of(effort: ContestEffort, lang: Lang) -> String {
    let turns = f64::from(effort.turns.max(1));
    let mut out = format!(
        "{} {}, {:.1} ms ({} {} ms)",
        effort.turns,
        text("turns", "coups").in_lang(lang),
        1000.0 * effort.time.as_secs_f64() / turns,
        text("longest", "au plus").in_lang(lang),
        effort.longest.as_millis()
    );
    if effort.nodes > 0 {
        let nodes = text("nodes", "nœuds").in_lang(lang);
        let _ = write!(out, ", {:.0} {nodes}", effort.nodes as f64 / turns);
    }
    let (depths, searched) = effort.depths;
    if searched > 0 {
        let depth = text("depth", "profondeur").in_lang(lang);
        let _ = write!(out, ", {depth} {:.1}", depths as f64 / f64::from(searched));
    }
    let _ = write!(out, " {}", text("a turn", "par coup").in_lang(lang));
    if effort.overruns > 0 {
        let late = text("turns over time", "coups hors du temps").in_lang(lang);
        let _ = write!(out, "; {} {late}", effort.overruns);
    }
    out
}

/// What a test says of the first player.
pub(crate) fn verdict_text(verdict: SprtVerdict, lang: Lang) -> &'static str {
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
        let time = std::time::Duration::from_millis(50);
        let effort =
            ContestEffort { turns: 2, time, longest: time, nodes: 3000, depths: (7, 2), overruns: 2 };
        let forfeit = Forfeit { player: 1, why: ForfeitReason::Illegal("z9 is no point".into()) };
        let series = Series {
            by_colour: Pair([white, black]),
            efforts: [ContestEffort::default(), effort],
            forfeits: vec![(4, forfeit)],
            ..Series::default()
        };
        let out = summary(&series, ["a", "b"], Lang::En);
        assert!(out.contains("all                8       5       1       2  68.8 %"), "{out}");
        let took = "b: 2 turns, 25.0 ms (longest 50 ms), 1500 nodes, depth 3.5 a turn; 2 turns over time";
        assert!(out.contains("Elo +137 (") && out.contains(took), "{out}");
        assert!(out.contains("game 4, b, illegal turn: z9 is no point"), "{out}");
        assert!(!out.contains("a: "), "{out}");
    }

    #[test]
    fn no_difference_has_no_sign() {
        assert_eq!([elo(0.0), elo(-0.4), elo(-0.6), elo(12.0)], ["0", "0", "−1", "+12"]);
    }
}
