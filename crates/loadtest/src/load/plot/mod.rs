//! Charts of the measurements: panels with bars, percentiles or lines. Series differ by mark and dash, not by
//! colour alone, and the colours follow the reader's preference for light or dark.

mod panels;
mod scale;

pub use panels::{BarPanel, LinePanel, Percentiles, PlotSeries};

use std::fmt::Write as _;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 280.0;
/// Room around the axes of a panel: left, right, top, bottom.
const MARGIN: [f64; 4] = [62.0, 20.0, 44.0, 44.0];

const STYLE: &str = "text{fill:#222}.frame{fill:#fff}.grid{stroke:#ddd}.axis{stroke:#888}.ink{stroke:#1a4f8b}\
.fill{fill:#1a4f8b}.pale{fill:#9dbbdc}\
@media(prefers-color-scheme:dark){text{fill:#ddd}.frame{fill:#181a1f}.grid{stroke:#3a3d45}.axis{stroke:#888}\
.ink{stroke:#8ab8f0}.fill{fill:#8ab8f0}.pale{fill:#41618a}}";

/// A part of the picture.
pub enum Panel {
    /// Amounts side by side.
    Bars(BarPanel),
    /// Times, on a logarithmic scale.
    Percentiles(Percentiles),
    /// Lines over a variable.
    Lines(LinePanel),
}

impl Panel {
    fn title(&self) -> &str {
        match self {
            Self::Bars(panel) => &panel.title,
            Self::Percentiles(panel) => &panel.title,
            Self::Lines(panel) => &panel.title,
        }
    }

    fn draw(&self, out: &mut String) {
        match self {
            Self::Bars(panel) => panel.draw(out),
            Self::Percentiles(panel) => panel.draw(out),
            Self::Lines(panel) => panel.draw(out),
        }
    }
}

/// The picture as SVG, with two panels in a row.
#[must_use]
pub fn draw(title: &str, panels: &[Panel]) -> String {
    let columns = panels.len().clamp(1, 2);
    let rows = panels.len().div_ceil(columns);
    let (width, height) = (WIDTH * columns as f64, HEIGHT * rows as f64 + 34.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"frame\" width=\"100%\" height=\"100%\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n",
        title = escape(title)
    );
    for (number, panel) in panels.iter().enumerate() {
        let (x, y) = ((number % columns) as f64 * WIDTH, (number / columns) as f64 * HEIGHT + 34.0);
        // Writing to a string does not fail.
        let _ = writeln!(out, "<g transform=\"translate({x:.0} {y:.0})\">");
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"20\" font-weight=\"bold\">{}</text>",
            MARGIN[0],
            escape(panel.title())
        );
        panel.draw(&mut out);
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_every_panel_and_every_name() {
        let panels = [
            Panel::Bars(BarPanel {
                title: "turns <a second>".into(),
                bars: vec![("SQLite".into(), 1500.0), ("none".into(), 0.0)],
            }),
            Panel::Percentiles(Percentiles {
                title: "latency".into(),
                rows: vec![("one node".into(), [1.5, 20.0, 130.0])],
            }),
            Panel::Lines(LinePanel {
                title: "memory".into(),
                across: "sockets".into(),
                up: "MiB".into(),
                series: vec![
                    PlotSeries { name: "measured".into(), points: vec![(0.0, 1.0), (10.0, 3.0)] },
                    PlotSeries { name: "nothing".into(), points: vec![] },
                ],
            }),
        ];
        let svg = draw("load & more", &panels);
        for wanted in [
            "load &amp; more",
            "turns &lt;a second>".replace('>', "&gt;").as_str(),
            "SQLite",
            "1,500",
            "p99.9",
            "measured",
            "sockets",
        ] {
            assert!(svg.contains(wanted), "{wanted} in {svg}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        assert!(svg.contains("prefers-color-scheme:dark"));
    }
}
