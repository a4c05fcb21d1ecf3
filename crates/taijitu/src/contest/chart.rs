//! A picture of a series: the difference in Elo after each game, with its error as a band.

use std::fmt::Write as _;
use taijitu_search::elo::SeriesResults;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 50.0;

/// Elo beyond this is drawn at the edge.
const MOST: f64 = 400.0;

/// The chart as SVG.
pub(crate) fn draw(course: &[SeriesResults], title: &str) -> String {
    let across = |game: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * game as f64 / course.len().max(1) as f64;
    let points = |elo: fn(&SeriesResults) -> f64| -> Vec<String> {
        (1..).zip(course).map(|(game, tally)| format!("{:.1},{:.1}", across(game), up(elo(tally)))).collect()
    };
    let line = points(SeriesResults::elo);
    let mut band = points(|tally| tally.elo_between().1);
    band.extend(points(|tally| tally.elo_between().0).into_iter().rev());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"{:.0}\">{}</text>\n",
        MARGIN / 2.0,
        escape(title)
    );
    for elo in [-MOST, -MOST / 2.0, 0.0, MOST / 2.0, MOST] {
        let y = up(elo);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<path d=\"M{MARGIN} {y:.1}H{:.1}\" stroke=\"#ccc\"/><text x=\"4\" y=\"{:.1}\">{elo:+.0}</text>",
            WIDTH - MARGIN,
            y + 5.0
        );
    }
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"#88a\" opacity=\"0.3\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"black\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n</svg>",
        band.join(" "),
        line.join(" "),
        WIDTH - MARGIN,
        HEIGHT - MARGIN / 2.0,
        course.len()
    );
    out
}

fn up(elo: f64) -> f64 {
    HEIGHT / 2.0 - elo.clamp(-MOST, MOST) / MOST * (HEIGHT / 2.0 - MARGIN)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_or_nothing_stays_on_the_picture() {
        let course = [
            SeriesResults { wins: 1, ..SeriesResults::default() },
            SeriesResults { wins: 1, losses: 1, ..SeriesResults::default() },
        ];
        let svg = draw(&course, "a <b> – c");
        assert!(svg.contains("points=\"400.0,50.0 750.0,200.0\""), "{svg}");
        assert!(svg.contains("a &lt;b&gt; – c") && !svg.contains("inf") && !svg.contains("NaN"));
    }
}
