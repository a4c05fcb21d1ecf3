//! Seats, their colours and their names.

use crate::problems;
use crate::wire::{rules_side, wire_side};
use taijitu_protocol::{Problem, Seat, SeatChoice, Side, Team};

/// The largest number of seats of a table.
pub const SEATS_MOST: usize = 4;

/// The name of a seat: `white`, or `white-2` with two against two.
#[must_use]
pub fn seat_name(side: Side, seat: Seat, seats: usize) -> String {
    let colour = rules_side(side);
    if seats > 2 { format!("{colour}-{}", seat.place() + 1) } else { colour.to_string() }
}

pub(crate) const fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

/// The colour of a seat, if the even seats have this one.
pub(crate) const fn side_of(seat: Seat, even: Side) -> Side {
    match seat.team() {
        Team::Even => even,
        Team::Odd => other(even),
    }
}

/// The seat of the rules as a seat of the table, if the even seats have this colour.
pub(crate) fn seat_of(seat: taijitu_rules::Seat, even: Side) -> Seat {
    let team = if wire_side(seat.side) == even { Team::Even } else { Team::Odd };
    Seat::at(team, seat.number.saturating_sub(1))
}

/// The seat that a choice refers to.
pub(crate) fn chosen(choice: &SeatChoice, seats: usize, even: Side) -> Result<Seat, Problem> {
    let wrong = || problems::no_such_seat(seats);
    let seat = match choice {
        SeatChoice::Number(number) => Seat::numbered(*number).ok_or_else(wrong)?,
        SeatChoice::Name(name) => {
            let name = name.to_ascii_lowercase();
            let named = |&seat: &Seat| {
                let full = seat_name(side_of(seat, even), seat, seats);
                full == name || (seats > 2 && full == format!("{name}-1"))
            };
            let seat = name.parse().ok().and_then(Seat::numbered);
            seat.or_else(|| Seat::all(seats).find(named)).ok_or_else(wrong)?
        }
    };
    if seat.index() < seats { Ok(seat) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_numbers_and_names() {
        let seat = |text: &str, seats| {
            chosen(&SeatChoice::Name(text.into()), seats, Side::White).ok().map(Seat::index)
        };
        assert_eq!([seat("white", 2), seat("Black", 2), seat("2", 2)], [Some(0), Some(1), Some(1)]);
        assert_eq!([seat("white-2", 4), seat("black", 4), seat("black-2", 4)], [Some(2), Some(1), Some(3)]);
        assert_eq!([seat("0", 2), seat("3", 2), seat("white-2", 2), seat("red", 4)], [None; 4]);
        assert_eq!(chosen(&SeatChoice::Name("white".into()), 2, Side::Black).ok(), Some(Seat::new(1)));
    }

    #[test]
    fn the_rules_seats_are_found_again() {
        for even in [Side::White, Side::Black] {
            for seat in Seat::all(4) {
                let side = rules_side(side_of(seat, even));
                let meant = taijitu_rules::Seat { side, number: seat.place() + 1 };
                assert_eq!(seat_of(meant, even), seat);
            }
        }
    }
}
