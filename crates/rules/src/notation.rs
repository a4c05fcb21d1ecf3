//! Reading turns: words of a turn with their places, and points within words.
//!
//! Games compose these into their own readers, so that every refusal names the word that is wrong.

use crate::board::{Board, Point};
use crate::refusal::{Refusal, TurnError};
use crate::side::Text;

/// A word of a turn, or a part of one, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The text of this part.
    pub text: &'a str,
    /// Where it begins in the turn, in bytes.
    pub at: usize,
}

impl<'a> Word<'a> {
    /// A whole turn as one word.
    #[must_use]
    pub fn whole(turn: &'a str) -> Self {
        Self { text: turn, at: 0 }
    }

    /// Refuses this part.
    #[must_use]
    pub fn refuse(self, why: Refusal) -> TurnError {
        TurnError { token: self.text.into(), at: self.at, why }
    }

    /// Splits at the first `separator`; both parts keep their positions.
    #[must_use]
    pub fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let (left, right) = self.text.split_once(separator)?;
        let right = Self { text: right, at: self.at + left.len() + separator.len_utf8() };
        Some((Self { text: left, at: self.at }, right))
    }

    /// Splits at every `separator`.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let word = rest?;
            let (head, tail) =
                word.split_once(separator).map_or((word, None), |(head, tail)| (head, Some(tail)));
            rest = tail;
            Some(head)
        })
    }

    /// What follows a prefix, if the word has it.
    #[must_use]
    pub fn strip(self, prefix: &str) -> Option<Self> {
        let text = self.text.strip_prefix(prefix)?;
        Some(Self { text, at: self.at + prefix.len() })
    }

    /// The point this word names.
    ///
    /// # Errors
    /// [`TurnError`] if the board has no such point.
    pub fn point(self, board: &Board) -> Result<Point, TurnError> {
        board.find(self.text).ok_or_else(|| self.refuse(Refusal::NoSuchPoint(board.title.clone())))
    }
}

/// The words of a turn, separated by spaces.
pub fn words(turn: &str) -> impl Iterator<Item = Word<'_>> {
    Word::whole(turn).split(' ').filter(|word| !word.text.is_empty())
}

/// The only word of a turn, in the games that write a turn as one.
///
/// # Errors
/// [`TurnError`] if there is none (`next` describes what has to be written), or more than one.
pub fn single_word(turn: &str, next: Text) -> Result<Word<'_>, TurnError> {
    let mut words = words(turn);
    let word = words.next().ok_or_else(|| Word::whole(turn).refuse(Refusal::Incomplete(next)))?;
    match words.next() {
        Some(more) => Err(more.refuse(Refusal::TooMuch)),
        None => Ok(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let found: Vec<_> = words(" a1-b2  c3 ").map(|w| (w.text, w.at)).collect();
        assert_eq!(found, [("a1-b2", 1), ("c3", 8)]);
        let (left, right) = Word { text: "a1-b2", at: 1 }.split_once('-').unwrap();
        assert_eq!((left.at, right.at, right.text), (1, 4, "b2"));
    }

    #[test]
    fn a_wrong_point_names_itself_and_the_board() {
        let error = Word::whole("e12").point(crate::board::yinsh()).unwrap_err();
        assert_eq!(error.to_string(), "`e12`: no such point on the YINSH board");
    }
}
