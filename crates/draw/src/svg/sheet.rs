//! The paper: a column of fixed width that grows downwards, with the few marks the other parts draw on it.

use super::look::ThemeColours;
use super::{INK, pieces};
use crate::Theme;
use std::fmt::Write as _;
use taijitu_rules::Piece;

/// The width of the paper in its own units.
pub(super) const WIDTH: f64 = 1000.0;
/// The height of a page of A4 of that width.
pub(super) const PAGE: f64 = WIDTH * 297.0 / 210.0;
/// White on the left and on the right.
pub(super) const MARGIN: f64 = 36.0;
/// The size of running text.
pub(super) const TEXT: f64 = 25.0;

/// A picture being drawn.
pub(super) struct SvgSheet {
    body: String,
    y: f64,
    look: Theme,
    pub(super) colours: ThemeColours,
}

impl SvgSheet {
    pub(super) fn new(look: Theme) -> Self {
        Self { body: String::new(), y: 24.0, look, colours: look.colours() }
    }

    /// Reserves a strip of the whole width; returns its upper edge.
    pub(super) fn take(&mut self, height: f64) -> f64 {
        let top = self.y;
        self.y += height;
        top
    }

    /// Writes SVG as it is.
    pub(super) fn raw(&mut self, svg: &str) {
        self.body.push_str(svg);
        self.body.push('\n');
    }

    /// Text from (x, baseline) on, with further attributes.
    pub(super) fn text(&mut self, (x, y): (f64, f64), size: f64, attributes: &str, text: &str) {
        let (x, y, size, text) = (num(x), num(y), num(size), escape(text));
        let space = if attributes.is_empty() { "" } else { " " };
        self.raw(&format!(r#"<text x="{x}" y="{y}" font-size="{size}"{space}{attributes}>{text}</text>"#));
    }

    /// A piece around a centre, `size` units for one step of the board.
    pub(super) fn piece(&mut self, piece: Piece, (x, y): (f64, f64), size: f64) {
        let (id, x, y, scale) = (pieces::id(piece), num(x), num(y), num(size / 100.0));
        self.raw(&format!(r##"<use href="#{id}" transform="translate({x} {y}) scale({scale})"/>"##));
    }

    /// A bold, centred title.
    pub(super) fn heading(&mut self, text: &str) {
        const SIZE: f64 = 34.0;
        for line in wrap(text, SIZE * 1.15) {
            let y = self.take(SIZE * 1.3) + SIZE;
            let attributes = r#"text-anchor="middle" font-weight="bold""#;
            self.text((WIDTH / 2.0, y), SIZE, attributes, &line);
        }
        self.take(8.0);
    }

    /// Running text, centred, broken into lines.
    pub(super) fn paragraph(&mut self, text: &str) {
        for line in wrap(text, TEXT) {
            let y = self.take(TEXT * 1.4) + TEXT;
            self.text((WIDTH / 2.0, y), TEXT, r#"text-anchor="middle""#, &line);
        }
    }

    /// Small lines at the foot of a page.
    pub(super) fn foot(&mut self, lines: &[String]) {
        const SIZE: f64 = 17.0;
        let wrapped: Vec<String> = lines.iter().flat_map(|line| wrap(line, SIZE)).collect();
        let mut y = PAGE - 30.0 - SIZE * 1.4 * wrapped.len() as f64;
        for line in wrapped {
            y += SIZE * 1.4;
            let attributes = format!(r#"text-anchor="middle" fill="{}""#, super::FAINT);
            self.text((WIDTH / 2.0, y), SIZE, &attributes, &line);
        }
    }

    /// The whole document as a page of A4.
    pub(super) fn finish_page(self, title: &str) -> String {
        let page = format!(r#"width="210mm" height="297mm" viewBox="0 0 {WIDTH} {}""#, num(PAGE));
        self.document(title, &page)
    }

    /// The whole document, as high as what is on it.
    pub(super) fn finish(self, title: &str, width: u32) -> String {
        let height = self.y + 28.0;
        let pixels = (f64::from(width) * height / WIDTH).round();
        let size = format!(
            r#"width="{width}" height="{pixels}" viewBox="0 0 {WIDTH} {height}""#,
            height = num(height)
        );
        self.document(title, &size)
    }

    fn document(self, title: &str, size: &str) -> String {
        let (title, defs, body) = (escape(title), pieces::definitions(&self.body, self.look), self.body);
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r##"<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="'DejaVu Sans', Verdana, sans-serif" fill="{INK}">
<title>{title}</title>
<defs>
{defs}</defs>
<rect width="100%" height="100%" fill="{paper}"/>
{body}</svg>
"##,
            paper = self.colours.paper,
        );
        svg
    }
}

/// A number as short as a picture needs it: at most two decimals.
pub(super) fn num(value: f64) -> String {
    // Integers only: the code that writes floating-point numbers is as large as that of a game.
    let hundredths = (value * 100.0).round_ties_even() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (rest / 10, rest % 10) {
        (0, 0) => format!("{sign}{whole}"),
        (tenths, 0) => format!("{sign}{whole}.{tenths}"),
        (tenths, last) => format!("{sign}{whole}.{tenths}{last}"),
    }
}

/// Text as XML. Characters that XML cannot hold at all are left out.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// About how wide a text will be: fonts differ, but not by much.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

/// Breaks a text between words into lines that fit the paper; a word that is too long itself, such as an
/// address, anywhere.
fn wrap(text: &str, size: f64) -> Vec<String> {
    let most = ((WIDTH - 2.0 * MARGIN) / text_width("x", size)) as usize - 1;
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        for part in word.chars().collect::<Vec<_>>().chunks(most) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + part.len() <= most => {
                    line.push(' ');
                    line.extend(part);
                }
                _ => lines.push(part.iter().collect()),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.001, 2.5, 1.0 / 3.0, -10.0].map(num), ["1", "0", "2.5", "0.33", "-10"]);
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("<b a=\"1\">&'\u{0}\n"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;  ");
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        let text = "a rather long sentence about nothing ".repeat(5);
        let lines = wrap(&text, TEXT);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| text_width(line, TEXT) < WIDTH));
        assert_eq!(lines.join(" "), text.trim());
        let address = "x".repeat(100);
        let lines = wrap(&address, 40.0);
        assert!(lines.iter().all(|line| text_width(line, 40.0) < WIDTH));
        assert_eq!(lines.concat(), address);
    }
}
