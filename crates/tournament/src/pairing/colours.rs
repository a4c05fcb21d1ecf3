//! Who has had which colour, and who should have which one next.

use crate::tournament::Tournament;
use taijitu_protocol::{EntrantId, GameResult, Side};

/// The colours of an entrant's games so far. Games that were not played do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ColourHistory {
    /// Games with White minus games with Black.
    pub(crate) balance: i16,
    /// The colour of the last game.
    pub(crate) last: Option<Side>,
    /// Whether the game before the last had the same colour.
    pub(crate) is_doubled: bool,
}

impl ColourHistory {
    fn add(&mut self, side: Side) {
        self.is_doubled = self.last == Some(side);
        self.last = Some(side);
        self.balance += if side == Side::White { 1 } else { -1 };
    }

    /// What a colour would cost: three in a row; a difference beyond one; the same colour again.
    pub(crate) fn cost(&self, side: Side) -> [u32; 3] {
        let again = self.last == Some(side);
        let balance = self.balance + if side == Side::White { 1 } else { -1 };
        let excess = u32::from(balance.unsigned_abs()).saturating_sub(1);
        [u32::from(again && self.is_doubled), excess, u32::from(again)]
    }

    /// The difference beyond one if there is no game.
    pub(crate) fn excess(&self) -> u32 {
        u32::from(self.balance.unsigned_abs()).saturating_sub(1)
    }

    /// The colour that is due; none without a game.
    const fn due(&self) -> Option<Side> {
        match (self.balance, self.last) {
            (1.., _) | (0, Some(Side::White)) => Some(Side::Black),
            (..=-1, _) | (0, Some(Side::Black)) => Some(Side::White),
            (0, None) => None,
        }
    }
}

/// The colours of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColourChoice {
    /// The colour of the first of the two.
    pub(crate) first: Side,
    /// What it costs both together, as [`ColourHistory::cost`].
    pub(crate) cost: [u32; 3],
}

/// The better distribution of colours between two. If both are equal, the one with the larger imbalance gets the colour
/// that is due, then the first; without any game `coin` decides.
pub(crate) fn choose(first: &ColourHistory, second: &ColourHistory, coin: bool) -> ColourChoice {
    let sum = |side| {
        let (one, two) = (first.cost(side), second.cost(opposite(side)));
        std::array::from_fn(|level| one[level] + two[level])
    };
    let (white, black): ([u32; 3], [u32; 3]) = (sum(Side::White), sum(Side::Black));
    let preferred = || {
        let second_first = second.balance.unsigned_abs() > first.balance.unsigned_abs();
        let (one, two) = (first.due(), second.due().map(opposite));
        let due = if second_first { two.or(one) } else { one.or(two) };
        due.unwrap_or(if coin { Side::White } else { Side::Black })
    };
    let first = match white.cmp(&black) {
        std::cmp::Ordering::Less => Side::White,
        std::cmp::Ordering::Greater => Side::Black,
        std::cmp::Ordering::Equal => preferred(),
    };
    ColourChoice { first, cost: white.min(black) }
}

/// The other colour.
pub(crate) const fn opposite(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

impl Tournament {
    /// The colours an entrant has had.
    pub(crate) fn colours_of(&self, id: EntrantId) -> ColourHistory {
        let mut history = ColourHistory::default();
        let Some(entrant) = self.entrant(id) else {
            return history;
        };
        for pairing in entrant.pairings.iter().filter_map(|pairing| self.pairing(*pairing)) {
            for (at, game) in pairing.games.iter().enumerate() {
                // A running game has its colour already.
                if game.result.is_none_or(GameResult::is_played) {
                    let is_white = pairing.colours(at).0 == id;
                    history.add(if is_white { Side::White } else { Side::Black });
                }
            }
        }
        history
    }
}
