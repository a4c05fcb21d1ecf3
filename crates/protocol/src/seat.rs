//! A seat of a table.

use serde::{Deserialize, Serialize};
use std::fmt;

// The number of a seat. `taijitu_rules::Seat` is the same seat by side and partner: the rules know colours and no numbers.
/// A seat. It is counted from 0 as an index and from 1 wherever people see it, in every message too.
///
/// Seats 0 and 2 play one colour, 1 and 3 the other; with two players there are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(try_from = "u8", into = "u8")]
#[ts(type = "number")]
pub struct Seat(u8);

/// Those who play one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// Seats 0 and 2.
    Even,
    /// Seats 1 and 3.
    Odd,
}

/// A number that no seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seats are numbered from 1")]
pub struct BadSeat;

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// The seat of this index, from 0.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The seat of this number, from 1.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// All seats of a table with this many.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> {
        (0..u8::try_from(count).unwrap_or(u8::MAX)).map(Self)
    }

    /// From 0, for the place in a list.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// From 1, as people see it.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.saturating_add(1)
    }

    /// Which of the two teams sits here.
    #[must_use]
    pub const fn team(self) -> Team {
        if self.0.is_multiple_of(2) { Team::Even } else { Team::Odd }
    }

    /// The place within the team, from 0.
    #[must_use]
    pub const fn place(self) -> u8 {
        self.0 / 2
    }

    /// The seat of the other team at the same place.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The other seat of the team, with two against two.
    #[must_use]
    pub const fn partner(self) -> Self {
        Self(self.0 ^ 2)
    }

    /// The seat of a team at a place, from 0.
    #[must_use]
    pub const fn at(team: Team, place: u8) -> Self {
        match team {
            Team::Even => Self(2 * place),
            Team::Odd => Self(2 * place + 1),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.number()
    }
}

impl TryFrom<u8> for Seat {
    type Error = BadSeat;
    fn try_from(number: u8) -> Result<Self, BadSeat> {
        Self::numbered(number).ok_or(BadSeat)
    }
}

impl utoipa::PartialSchema for Seat {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        u8::schema()
    }
}

impl utoipa::ToSchema for Seat {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_counted_from_one_in_messages() {
        for seat in Seat::all(4) {
            let text = serde_json::to_string(&seat).unwrap();
            assert_eq!(text, (seat.index() + 1).to_string());
            assert_eq!(serde_json::from_str::<Seat>(&text).unwrap(), seat);
            assert_eq!(Seat::at(seat.team(), seat.place()), seat);
        }
        assert!(serde_json::from_str::<Seat>("0").is_err());
        assert_eq!(Seat::numbered(0), None);
        let teams: Vec<Team> = Seat::all(4).map(Seat::team).collect();
        assert_eq!(teams, [Team::Even, Team::Odd, Team::Even, Team::Odd]);
    }
}
