//! Seats as the log writes them: counted from 0. Messages count them from 1.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use taijitu_protocol::Seat;

const fn index(seat: Seat) -> u8 {
    seat.index() as u8
}

pub(crate) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
    index(*seat).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    u8::deserialize(from).map(Seat::new)
}

/// Several seats.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, Seat, Serializer, index};

    pub(crate) fn serialize<S: Serializer>(seats: &[Seat], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(seats.iter().map(|seat| index(*seat)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Seat>, D::Error> {
        Vec::<u8>::deserialize(from).map(|seats| seats.into_iter().map(Seat::new).collect())
    }
}

/// A seat or none.
pub(crate) mod option {
    use super::{Deserialize, Deserializer, Seat, Serialize, Serializer, index};

    pub(crate) fn serialize<S: Serializer>(seat: &Option<Seat>, to: S) -> Result<S::Ok, S::Error> {
        seat.map(index).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
        Option::<u8>::deserialize(from).map(|seat| seat.map(Seat::new))
    }
}
