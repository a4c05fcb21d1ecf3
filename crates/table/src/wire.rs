//! Values of the rules as those of the protocol, and back.

use taijitu_protocol::Side;

/// A client's side for the rules.
#[must_use]
pub const fn rules_side(side: Side) -> taijitu_rules::Side {
    match side {
        Side::White => taijitu_rules::Side::White,
        Side::Black => taijitu_rules::Side::Black,
    }
}

/// A side of the rules for a client.
#[must_use]
pub const fn wire_side(side: taijitu_rules::Side) -> Side {
    match side {
        taijitu_rules::Side::White => Side::White,
        taijitu_rules::Side::Black => Side::Black,
    }
}
