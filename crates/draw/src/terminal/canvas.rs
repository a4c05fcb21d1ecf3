//! Painted characters at any coordinates, printed from the upper left one on.

use std::collections::BTreeMap;

/// How a character is painted when colours are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Paint {
    #[default]
    Plain,
    Bold,
    Faint,
    White,
    Black,
    Red,
    Mark,
}

impl Paint {
    /// White is yellow and Black is cyan: both stand out on dark and on light backgrounds.
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Bold => "1",
            Self::Faint => "2",
            Self::White => "1;33",
            Self::Black => "1;36",
            Self::Red => "1;31",
            Self::Mark => "1;32",
        }
    }
}

/// A drawing in characters; x to the right, y downwards, the origin anywhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    cells: BTreeMap<(i32, i32), (char, Paint)>,
}

impl Canvas {
    /// A single line of text.
    pub(super) fn line(text: &str, paint: Paint) -> Self {
        let mut canvas = Self::default();
        canvas.write((0, 0), text, paint);
        canvas
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn put(&mut self, (x, y): (i32, i32), c: char, paint: Paint) {
        self.cells.insert((y, x), (c, paint));
    }

    /// Writes text from a place on; returns the place after it.
    pub(super) fn write(&mut self, (x, y): (i32, i32), text: &str, paint: Paint) -> (i32, i32) {
        let mut at = x;
        for c in text.chars() {
            self.put((at, y), c, paint);
            at += 1;
        }
        (at, y)
    }

    /// Prints it, rows and columns without anything in front left out, no blanks at the ends of lines.
    pub(super) fn print(&self, colour: bool) -> String {
        let left = self.cells.keys().map(|&(_, x)| x).min().unwrap_or(0);
        let (Some(&(first, _)), Some(&(last, _))) = (self.cells.keys().next(), self.cells.keys().last())
        else {
            return String::new();
        };
        (first..=last).map(|y| self.print_row(y, left, colour)).collect()
    }

    fn print_row(&self, y: i32, left: i32, colour: bool) -> String {
        let mut row = String::new();
        let (mut at, mut paint) = (left, Paint::Plain);
        let inked = self.cells.range((y, i32::MIN)..=(y, i32::MAX)).filter(|(_, (c, _))| *c != ' ');
        for (&(_, x), &(c, with)) in inked {
            if colour && with != paint {
                row += &format!("\x1b[0;{}m", with.code());
                paint = with;
            }
            row.extend((at..x).map(|_| ' '));
            row.push(c);
            at = x + 1;
        }
        if paint != Paint::Plain {
            row += "\x1b[0m";
        }
        row.push('\n');
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_from_the_first_character_on() {
        let mut canvas = Canvas::default();
        canvas.write((-2, -1), "ab ", Paint::Plain);
        canvas.put((3, 1), 'c', Paint::Red);
        assert_eq!(canvas.print(false), "ab\n\n     c\n");
        assert_eq!(canvas.print(true), "ab\n\n\x1b[0;1;31m     c\x1b[0m\n");
        assert_eq!(Canvas::default().print(true), "");
    }
}
