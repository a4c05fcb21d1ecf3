//! A file of many games, cut into games while it is read: only one of them is in memory.

use std::io::{self, BufRead};
use taijitu_rules::record::FORMAT;

/// No game is longer than this; a file without an end must not fill the memory.
const MOST: usize = 4 << 20;

/// One game of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GameText {
    /// The line it begins on, from 1.
    pub(crate) line: usize,
    /// Its text.
    pub(crate) text: String,
}

/// How the games of a file follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileLayout {
    /// Records, each with its first line.
    Records,
    /// JSON objects, one a line.
    JsonLines,
    /// One game in the whole file.
    Whole,
}

/// The games of a file.
pub(crate) struct GameTexts<R> {
    from: R,
    kind: Option<FileLayout>,
    line: usize,
    begun: GameText,
    ended: bool,
}

impl<R: BufRead> GameTexts<R> {
    pub(crate) fn new(from: R) -> Self {
        Self { from, kind: None, line: 0, begun: GameText { line: 1, text: String::new() }, ended: false }
    }

    /// The next line, with its end; nothing at the end of the file.
    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = vec![];
        let most = (MOST - self.begun.text.len().min(MOST)) as u64 + 1;
        io::Read::take(&mut self.from, most).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if self.begun.text.len() + bytes.len() > MOST {
            let why = format!("line {}: a game has at most {MOST} bytes", self.line);
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        // Old SGF files are in Latin-1, whose letters have the numbers they have in Unicode.
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        Ok(Some(text))
    }

    fn kind_of(text: &str) -> Option<FileLayout> {
        let text = text.trim_start_matches('\u{feff}').trim();
        match text.as_bytes().first()? {
            // An object that ends on its first line has the line to itself.
            b'{' if text.ends_with('}') => Some(FileLayout::JsonLines),
            b'{' | b'(' => Some(FileLayout::Whole),
            _ => Some(FileLayout::Records),
        }
    }

    /// Whether the game read so far is complete before this line.
    fn is_cut_by(&self, line: &str) -> bool {
        match self.kind {
            Some(FileLayout::Records) => {
                let begun = self.begun.text.lines().any(|line| line.trim() == FORMAT);
                begun && (line.trim() == FORMAT || names_a_game(line))
            }
            Some(FileLayout::JsonLines) => !self.begun.text.trim().is_empty() && !line.trim().is_empty(),
            Some(FileLayout::Whole) | None => false,
        }
    }

    fn cut(&mut self) -> Option<GameText> {
        let next = GameText { line: self.line.max(1), text: String::new() };
        Some(std::mem::replace(&mut self.begun, next)).filter(|piece| !piece.text.trim().is_empty())
    }
}

impl<R: BufRead> Iterator for GameTexts<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<io::Result<GameText>> {
        while !self.ended {
            let line = match self.read_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.ended = true;
                    return self.cut().map(Ok);
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            };
            self.kind = self.kind.or_else(|| Self::kind_of(&line));
            let done = if self.is_cut_by(&line) { self.cut() } else { None };
            self.begun.text += &line;
            if let Some(done) = done {
                return Some(Ok(done));
            }
        }
        None
    }
}

/// Whether a line is the remark `# game ID` that a stream of games has before each of them.
fn names_a_game(line: &str) -> bool {
    line.strip_prefix("# game ").is_some_and(|id| id.trim().len() == 26)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, String)> {
        GameTexts::new(text.as_bytes())
            .map(|piece| piece.unwrap())
            .map(|piece| (piece.line, piece.text))
            .collect()
    }

    #[test]
    fn records_are_cut_where_the_next_one_begins() {
        let id = "# game 0123456789abcdefghjkmnpqrs\n";
        let one = format!("{FORMAT}\ngame: y\nrules: 1\n\n1. c3\n# game on\n2. d3\n\n");
        assert_eq!(cut(&one), [(1, one.clone())]);
        assert_eq!(cut(&format!("{one}{one}")), [(1, one.clone()), (9, one.clone())]);
        let two = format!("{id}{one}");
        assert_eq!(cut(&format!("{two}{two}")), [(1, two.clone()), (10, two.clone())]);
        assert_eq!(cut("\n\n"), []);
    }

    #[test]
    fn objects_stand_on_lines_of_their_own_or_fill_the_file() {
        assert_eq!(cut("{\"a\":1}\n\n{\"b\":2}\n"), [(1, "{\"a\":1}\n\n".into()), (3, "{\"b\":2}\n".into())]);
        assert_eq!(cut("{\n\"a\":1\n}\n").len(), 1);
        assert_eq!(cut("(;GM[24]\n)\n").len(), 1);
    }

    #[test]
    fn a_file_without_an_end_is_given_up() {
        let endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let found: Vec<_> = GameTexts::new(endless).collect();
        assert_eq!(found.len(), 1);
        assert!(found[0].as_ref().unwrap_err().to_string().contains("at most 4194304 bytes"));
    }
}
