//! Values of the rules as those of the protocol, and back.

use taijitu_protocol::{Law, Outcome, PlacedPiece, Sentences, Side, Threat, Touch, Tray, Words};
use taijitu_rules::{Lang, Point, Reason, Text, View};

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

/// A text of the rules as [`Words`].
#[must_use]
pub fn words(text: Text) -> Words {
    Words::new(text.en, text.fr)
}

/// Why a game ended, in both languages; an unknown reason is returned as it is, in both languages.
#[must_use]
pub fn reason(reason: &str) -> Words {
    let known = Reason::parse(reason).map(|reason| words(reason.text()));
    known.unwrap_or_else(|| Words::new(reason, reason))
}

/// The sentences about the end of a game for the winner, the loser and everybody else; `None` for an unknown
/// reason.
fn sentences(winner: Option<Side>, why: &str) -> Option<Sentences> {
    let end = taijitu_rules::Outcome { winner: winner.map(rules_side), reason: Reason::parse(why)? };
    let sentence = |viewer| Words::new(end.sentence(viewer, Lang::En), end.sentence(viewer, Lang::Fr));
    let loser = end.winner.map(taijitu_rules::Side::other);
    Some(Sentences { winner: sentence(end.winner), loser: sentence(loser), others: sentence(None) })
}

/// How a game ended, for a client.
#[must_use]
pub fn outcome(winner: Option<Side>, why: &str) -> Outcome {
    Outcome { winner, reason: why.into(), words: reason(why), sentences: sentences(winner, why) }
}

/// The places of points in their board's list.
#[must_use]
pub fn points(points: &[Point]) -> Vec<u16> {
    points.iter().map(|point| point.0).collect()
}

/// The number of captured pieces for a client: `None` instead of 0.
#[must_use]
pub fn some_captured(captured: u32) -> Option<u32> {
    (captured > 0).then_some(captured)
}

/// A touch of the rules for a client.
#[must_use]
pub fn touch(touch: &taijitu_rules::Touch) -> Touch {
    match touch {
        taijitu_rules::Touch::Point(point) => Touch::Point(point.0),
        taijitu_rules::Touch::Word(word) => Touch::Word((*word).into()),
        taijitu_rules::Touch::Law(number) => Touch::Law(*number),
        taijitu_rules::Touch::Text(text) => Touch::Text(text.clone()),
    }
}

/// The pieces on the board.
#[must_use]
pub fn pieces(view: &View) -> Vec<PlacedPiece> {
    let placed = |placed: &taijitu_rules::view::PlacedPiece| PlacedPiece {
        at: placed.at.0,
        piece: placed.piece.id().into(),
        side: placed.piece.side().map(wire_side),
    };
    view.pieces.iter().map(placed).collect()
}

/// The pieces beside the board.
#[must_use]
pub fn trays(view: &View) -> Vec<Tray> {
    let tray = |tray: &taijitu_rules::view::Tray| Tray {
        side: tray.side.map(wire_side),
        label: words(tray.label),
        piece: tray.piece.id().into(),
        count: tray.count,
    };
    view.trays.iter().map(tray).collect()
}

/// The laws of Yin Yang.
#[must_use]
pub fn laws(view: &View) -> Vec<Law> {
    let law = |law: &taijitu_rules::view::LawCard| Law {
        owner: wire_side(law.owner),
        number: law.number,
        text: law.text.clone(),
        face_up: law.face_up,
    };
    view.laws.iter().map(law).collect()
}

/// Threats: what the next turn could complete.
#[must_use]
pub fn threats(view: &View) -> Vec<Threat> {
    let threat = |threat: &taijitu_rules::Threat| Threat {
        side: wire_side(threat.side),
        points: points(&threat.points),
        missing: threat.missing.0,
    };
    view.threats.iter().map(threat).collect()
}
