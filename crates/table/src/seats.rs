//! Seats and colours. Seats 0 and 2 play one colour, 1 and 3 the other; with two players there are 0 and 1.

use crate::problems;
use taijitu_protocol::{Problem, SeatChoice, Side};
use taijitu_rules::Seat;

/// The most seats a table has.
pub const SEATS_MOST: usize = 4;

/// How a seat is called: `white`, or `white-2` with two against two.
#[must_use]
pub fn seat_name(side: Side, seat: usize, seats: usize) -> String {
    let colour = rules_side(side);
    if seats > 2 { format!("{colour}-{}", seat / 2 + 1) } else { colour.to_string() }
}

pub(crate) const fn rules_side(side: Side) -> taijitu_rules::Side {
    match side {
        Side::White => taijitu_rules::Side::White,
        Side::Black => taijitu_rules::Side::Black,
    }
}

pub(crate) const fn wire_side(side: taijitu_rules::Side) -> Side {
    match side {
        taijitu_rules::Side::White => Side::White,
        taijitu_rules::Side::Black => Side::Black,
    }
}

pub(crate) const fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

/// The colour of a seat, if the even seats have this one.
pub(crate) const fn side_of(seat: u8, even: Side) -> Side {
    if seat.is_multiple_of(2) { even } else { other(even) }
}

/// The seat the rules mean, if the even seats have this colour.
pub(crate) fn seat_of(seat: Seat, even: Side) -> u8 {
    let parity = u8::from(wire_side(seat.side) != even);
    parity + 2 * seat.number.saturating_sub(1)
}

/// Which seat somebody means.
pub(crate) fn chosen(choice: &SeatChoice, seats: usize, even: Side) -> Result<u8, Problem> {
    let wrong = || problems::no_such_seat(seats);
    let seat = match choice {
        SeatChoice::Number(number) => number.checked_sub(1).ok_or_else(wrong)?,
        SeatChoice::Name(name) => {
            let name = name.to_lowercase();
            let named = |&seat: &usize| {
                let side = side_of(seat as u8, even);
                let full = seat_name(side, seat, seats);
                full == name || (seats > 2 && full == format!("{name}-1"))
            };
            let seat = name.parse().ok().and_then(|number: usize| number.checked_sub(1));
            seat.or_else(|| (0..seats).find(named))
                .and_then(|seat| u8::try_from(seat).ok())
                .ok_or_else(wrong)?
        }
    };
    if usize::from(seat) < seats { Ok(seat) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_numbers_and_names() {
        let seat = |text: &str, seats| chosen(&SeatChoice::Name(text.into()), seats, Side::White).ok();
        assert_eq!([seat("white", 2), seat("Black", 2), seat("2", 2)], [Some(0), Some(1), Some(1)]);
        assert_eq!([seat("white-2", 4), seat("black", 4), seat("black-2", 4)], [Some(2), Some(1), Some(3)]);
        assert_eq!([seat("0", 2), seat("3", 2), seat("white-2", 2), seat("red", 4)], [None; 4]);
        assert_eq!(chosen(&SeatChoice::Name("white".into()), 2, Side::Black).ok(), Some(1));
    }

    #[test]
    fn the_rules_seats_are_found_again() {
        for even in [Side::White, Side::Black] {
            for seat in 0..4 {
                let meant = Seat { side: rules_side(side_of(seat, even)), number: seat / 2 + 1 };
                assert_eq!(seat_of(meant, even), seat);
            }
        }
    }
}
