//! Standings as a picture to share: a title, and one line for each entrant.

use super::{ACCENT, FAINT, INK};
use std::fmt::Write;

/// Heights of the title and of a line, and the margin.
const TITLE: u32 = 90;
const LINE: u32 = 40;
const MARGIN: u32 = 40;
/// Characters of a title and of a name; more are cut off.
const TITLE_LENGTH: usize = 44;
const NAME_LENGTH: usize = 46;

/// The standings of a tournament: rank, name and points of the first ones, and a line below them.
#[must_use]
pub fn standings(title: &str, lines: &[[String; 3]], below: &str, width: u32) -> String {
    let rows = u32::try_from(lines.len()).unwrap_or(0) + u32::from(!below.is_empty());
    let height = TITLE + rows * LINE + MARGIN;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="'DejaVu Sans', Verdana, sans-serif" fill="{INK}"><title>{name}</title><rect width="{width}" height="{height}" fill="#ffffff"/><text x="{MARGIN}" y="58" font-size="28" font-weight="bold">{shown}</text><rect x="{MARGIN}" y="74" width="{bar}" height="3" fill="{ACCENT}"/>"##,
        name = escape(title),
        shown = escape(&cut(title, TITLE_LENGTH)),
        bar = width.saturating_sub(2 * MARGIN),
    );
    for ([rank, name, points], top) in lines.iter().zip((0u32..).map(|at| TITLE + at * LINE)) {
        let y = top + 28;
        let weight = if rank == "1" { r#" font-weight="bold""# } else { "" };
        let _ = write!(
            svg,
            r##"<text x="{rank_x}" y="{y}" font-size="20" text-anchor="end" fill="{FAINT}">{rank}</text><text x="{name_x}" y="{y}" font-size="20"{weight}>{name}</text><text x="{points_x}" y="{y}" font-size="20" text-anchor="end"{weight}>{points}</text>"##,
            rank_x = MARGIN + 34,
            name_x = MARGIN + 54,
            points_x = width.saturating_sub(MARGIN),
            rank = escape(rank),
            name = escape(&cut(name, NAME_LENGTH)),
            points = escape(points),
        );
    }
    if !below.is_empty() {
        let y = TITLE + rows * LINE - 12;
        let x = MARGIN + 54;
        let below = escape(below);
        let _ = write!(svg, r#"<text x="{x}" y="{y}" font-size="18" fill="{FAINT}">{below}</text>"#);
    }
    svg + "</svg>"
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_not_markup() {
        let line = |rank: &str, name: &str| [rank.to_owned(), name.to_owned(), "3½".to_owned()];
        let long = "x".repeat(100);
        let svg = standings("Ada & Bob", &[line("1", "<script>"), line("2", &long)], "and 3 more", 800);
        assert!(svg.contains("Ada &amp; Bob") && svg.contains("&lt;script&gt;") && svg.contains("3½"));
        assert!(!svg.contains("<script>") && !svg.contains(&long) && svg.contains("and 3 more"));
    }
}
