//! The text of a Yin Yang law as cells to draw: `wb..>w...`, `bb.w>*`.

use taijitu_rules::Side;

/// A 2 × 2 pattern: upper left, upper right, lower left, lower right; `None` is empty.
pub(crate) type LawPattern = [Option<Side>; 4];

/// A law's two halves; an effect of `None` is adaptation, the red mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnLaw {
    pub(crate) cause: LawPattern,
    pub(crate) effect: Option<LawPattern>,
}

impl DrawnLaw {
    /// Parses a law. It is not checked whether the game allows it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (cause, effect) = text.split_once('>')?;
        let effect = match effect {
            "*" => None,
            cells => Some(pattern(cells)?),
        };
        Some(Self { cause: pattern(cause)?, effect })
    }
}

fn pattern(text: &str) -> Option<LawPattern> {
    let cell = |c| match c {
        '.' => Some(None),
        'w' => Some(Some(Side::White)),
        'b' => Some(Some(Side::Black)),
        _ => None,
    };
    let cells: Vec<_> = text.chars().map(cell).collect::<Option<_>>()?;
    cells.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cells_and_the_red_mark() {
        let (w, b) = (Some(Side::White), Some(Side::Black));
        let law = DrawnLaw::parse("wb..>w...").expect("a law");
        assert_eq!((law.cause, law.effect), ([w, b, None, None], Some([w, None, None, None])));
        assert_eq!(DrawnLaw::parse("bb.w>*").map(|law| law.effect), Some(None));
        for text in ["", "?", "wb..", "wb.>w...", "wb...>w...", "wx..>w...", "wb..>**", "é...>*"] {
            assert_eq!(DrawnLaw::parse(text), None, "{text}");
        }
    }
}
