//! What each audience is allowed to see: the only functions that return the laws of a position.
//!
//! Views, set-up strings, `Debug` and [`VisiblePosition`] all use [`YinYang::law_for`], or work on hands
//! without secrets.

use super::hand::NUMBERS;
use super::law::Law;
use super::{Stage, YinYang};
use crate::board::yinyang;
use crate::game::{Notation, Rules};
use crate::options::Options;
use crate::play::Play;
use crate::side::{Audience, Side, Text};
use crate::view::{LawCard, Piece, View};
use crate::{Actors, PointSet};
use std::fmt;

impl YinYang {
    /// The text of a law, unless it is unwritten or a secret to this audience.
    pub(super) fn law_for(&self, owner: Side, number: u8, audience: Audience) -> Option<Law> {
        let hand = &self.hands[owner];
        hand.law(number).filter(|_| hand.is_up(number) || audience.may_see(owner))
    }

    /// Everything one side may know of this position, and nothing else.
    #[must_use]
    pub fn seen_by(&self, side: Side) -> VisiblePosition {
        let mut position = self.clone();
        let hidden = &mut position.hands[side.other()];
        *hidden = hidden.without_secrets();
        VisiblePosition { side, position }
    }
}

/// The position as an audience sees it.
pub(super) fn view(position: &YinYang, audience: Audience) -> View {
    let mut view = View::new(yinyang())
        .with(Piece::Stone(Side::White), position.stones.of(Side::White))
        .with(Piece::Stone(Side::Black), position.stones.of(Side::Black));
    for owner in [Side::Black, Side::White] {
        let hand = &position.hands[owner];
        view.laws.extend(NUMBERS.map(|number| LawCard {
            owner,
            number,
            text: position.law_for(owner, number, audience).map(|law| law.to_string()),
            face_up: hand.is_up(number),
        }));
        if !hand.is_complete() {
            view = view.note(still_writing(owner), None);
        }
    }
    view
}

const fn still_writing(side: Side) -> Text {
    match side {
        Side::Black => Text { en: "Black is writing laws", fr: "les Noirs écrivent leurs lois" },
        Side::White => Text { en: "White is writing laws", fr: "les Blancs écrivent leurs lois" },
    }
}

/// Only what everybody may see: secrets do not leak through logs.
impl fmt::Debug for YinYang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            Stage::Open => "",
            Stage::Moved => ", moved",
            Stage::Adapting | Stage::Rewriting(_) => ", adapting",
        };
        write!(f, "YinYang({}{stage})", self.setup(Audience::Everyone))
    }
}

/// Everything one side may know of a position: the board, its own laws, the laws that lie face up, and which
/// laws of the opponent are secret.
///
/// Two positions that differ only in secrets of the opponent give equal `VisiblePosition`s: the secrets are not in it.
/// An engine searches what [`with_guess`](Self::with_guess) makes of it.
///
/// ```
/// use taijitu_rules::{Play, Side, games::yinyang::{Law, YinYang}};
/// let laws = "laws_black=bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>w.bb";
/// let a = Play::<YinYang>::start(&[laws, "laws_white=bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw"]).unwrap();
/// let b = Play::<YinYang>::start(&[laws, "laws_white=....>*,....>*,....>*,....>*"]).unwrap();
/// let seen = a.position().seen_by(Side::Black);
/// assert_eq!(seen, b.position().seen_by(Side::Black));
/// assert_eq!(&seen.with_guess([Law::parse("....>*").unwrap(); 4]), b.position());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct VisiblePosition {
    side: Side,
    /// Every secret law of the opponent is replaced by the same one. Private, so that it is never mistaken
    /// for the position itself.
    position: YinYang,
}

impl VisiblePosition {
    /// Who sees it.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Who has to act.
    #[must_use]
    pub fn to_act(&self) -> Actors {
        self.position.to_act()
    }

    /// The pieces of a side.
    #[must_use]
    pub fn stones(&self, side: Side) -> PointSet {
        self.position.stones.of(side).collect()
    }

    /// The text of an own or face-up law; `None` if it is secret or unwritten.
    #[must_use]
    pub fn law(&self, owner: Side, number: u8) -> Option<Law> {
        self.position.law_for(owner, number, Audience::Side(self.side))
    }

    /// Whether a law lies face up.
    #[must_use]
    pub fn is_up(&self, owner: Side, number: u8) -> bool {
        NUMBERS.contains(&number) && self.position.hands[owner].is_up(number)
    }

    /// The numbers of the opponent's laws that are secret, or not written yet.
    pub fn hidden(&self) -> impl Iterator<Item = u8> + '_ {
        NUMBERS.filter(|&number| !self.is_up(self.side.other(), number))
    }

    /// As text, to search it in another process: the side, then a set-up in which every secret law is the same
    /// one.
    /// It contains no more than this value.
    ///
    /// ```
    /// use taijitu_rules::{Play, Side, games::yinyang::{VisiblePosition, YinYang}};
    /// let laws = ["laws_black=bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>w.bb", "laws_white=bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw"];
    /// let seen = Play::<YinYang>::start(&laws).unwrap().position().seen_by(Side::Black);
    /// assert!(seen.to_text().starts_with("black w="));
    /// assert!(!seen.to_text().contains(".bbb"), "White's laws are secret");
    /// assert_eq!(VisiblePosition::from_text(&seen.to_text()), Some(seen));
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("{} {}", self.side, self.position.setup(Audience::Omniscient))
    }

    /// Parses the output of [`to_text`](Self::to_text); `None` if it is something else.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (side, setup) = text.split_once(' ')?;
        let side = Side::BOTH.into_iter().find(|each| each.to_string() == side)?;
        let play = Play::<YinYang>::from_setup(Options::default(), setup).ok()?;
        Some(play.position().seen_by(side))
    }

    /// The full position with these laws of the opponent. Face-up laws stay as they are; unwritten laws count
    /// as written.
    #[must_use]
    pub fn with_guess(&self, laws: [Law; 4]) -> YinYang {
        let mut position = self.position.clone();
        let opponent = self.side.other();
        for number in self.hidden() {
            position.hands[opponent].rewrite(number, laws[usize::from(number - 1)]);
        }
        position
    }
}

/// Only public information, not even the own laws.
impl fmt::Debug for VisiblePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Seen").field(&self.side).field(&self.position).finish()
    }
}
