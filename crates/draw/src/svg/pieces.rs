//! The pieces, each drawn once in a step of 100 units and referred to wherever it stands.
//!
//! Shapes differ without colour: stones are discs, rings are open, markers are small, pawns have a rim, the alien
//! is a head, the amazon a shield, the Zen an open circle on red.

use super::lit;
use crate::Theme;
use taijitu_rules::{Piece, Side};

/// Gradients for shading; a piece refers to one of these by `url(#name)`.
const SHADES: [(&str, &str); 3] = [
    ("white", r##"<stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#d9d9dc"/>"##),
    (
        "black",
        r##"<stop offset="0" stop-color="#77777c"/><stop offset=".5" stop-color="#2c2c2f"/><stop offset="1" stop-color="#0b0b0c"/>"##,
    ),
    (
        "red",
        r##"<stop offset="0" stop-color="#e5575c"/><stop offset=".55" stop-color="#c0272d"/><stop offset="1" stop-color="#8d161b"/>"##,
    ),
];

const ALL: [Piece; 11] = [
    Piece::Stone(Side::White),
    Piece::Stone(Side::Black),
    Piece::Ring(Side::White),
    Piece::Ring(Side::Black),
    Piece::Marker(Side::White),
    Piece::Marker(Side::Black),
    Piece::Alien,
    Piece::Amazon,
    Piece::Pawn(Side::White),
    Piece::Pawn(Side::Black),
    Piece::Zen,
];

/// The name of a piece's drawing.
pub(super) const fn id(piece: Piece) -> &'static str {
    match piece {
        Piece::Stone(Side::White) => "stone-white",
        Piece::Stone(Side::Black) => "stone-black",
        Piece::Ring(Side::White) => "ring-white",
        Piece::Ring(Side::Black) => "ring-black",
        Piece::Marker(Side::White) => "marker-white",
        Piece::Marker(Side::Black) => "marker-black",
        Piece::Alien => "alien",
        Piece::Amazon => "amazon",
        Piece::Pawn(Side::White) => "pawn-white",
        Piece::Pawn(Side::Black) => "pawn-black",
        Piece::Zen => "zen",
    }
}

/// How far a piece reaches from its centre.
pub(super) const fn radius(piece: Piece) -> f64 {
    match piece {
        Piece::Ring(_) => 46.0,
        Piece::Marker(_) => 26.0,
        _ => 43.0,
    }
}

const fn shape(piece: Piece) -> &'static str {
    match piece {
        Piece::Stone(Side::White) => {
            r##"<circle r="42" fill="url(#white)" stroke="#1d1d1f" stroke-width="3"/>"##
        }
        Piece::Stone(Side::Black) => {
            r##"<circle r="42" fill="url(#black)" stroke="#0b0b0c" stroke-width="3"/>"##
        }
        Piece::Ring(Side::White) => {
            r##"<g fill="none"><circle r="37" stroke="#1d1d1f" stroke-width="18"/><circle r="37" stroke="#fff" stroke-width="12.5"/><path d="M37 0A37 37 0 0 1 -26 26" stroke="#d9d9dc" stroke-width="4" stroke-linecap="round"/></g>"##
        }
        Piece::Ring(Side::Black) => {
            r##"<g fill="none"><circle r="37" stroke="#0b0b0c" stroke-width="18"/><path d="M-37 0A37 37 0 0 1 26 -26" stroke="#77777c" stroke-width="4" stroke-linecap="round"/></g>"##
        }
        Piece::Marker(Side::White) => {
            r##"<circle r="24" fill="url(#white)" stroke="#1d1d1f" stroke-width="3"/><circle r="16" fill="none" stroke="#1d1d1f" stroke-width="1.5"/>"##
        }
        Piece::Marker(Side::Black) => {
            r##"<circle r="24" fill="url(#black)" stroke="#0b0b0c" stroke-width="3"/><circle r="16" fill="none" stroke="#c9c9cc" stroke-width="1.5"/>"##
        }
        Piece::Alien => {
            r##"<path d="M0 43C-20 30 -40 8 -40 -13C-40 -34 -22 -43 0 -43C22 -43 40 -34 40 -13C40 8 20 30 0 43Z" fill="url(#white)" stroke="#1d1d1f" stroke-width="3.5"/><g fill="#1d1d1f"><ellipse rx="8.5" ry="15" transform="translate(-16 -7) rotate(-32)"/><ellipse rx="8.5" ry="15" transform="translate(16 -7) rotate(32)"/></g><path d="M-6 24Q0 27 6 24" fill="none" stroke="#1d1d1f" stroke-width="3" stroke-linecap="round"/>"##
        }
        Piece::Amazon => {
            r##"<path d="M0 -43C12 -37 25 -34 37 -34C40 -4 29 26 0 43C-29 26 -40 -4 -37 -34C-25 -34 -12 -37 0 -43Z" fill="url(#black)" stroke="#0b0b0c" stroke-width="3.5" stroke-linejoin="round"/><g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"><path d="M-22 2Q0 -38 22 2" stroke-width="5"/><path d="M-22 2H22" stroke-width="2.5"/><path d="M0 20V-28M-8 -19L0 -29L8 -19" stroke-width="4"/></g>"##
        }
        Piece::Pawn(Side::White) => {
            r##"<circle r="40" fill="url(#white)" stroke="#1d1d1f" stroke-width="3"/><circle r="22" fill="#fff" stroke="#1d1d1f" stroke-width="2.5"/>"##
        }
        Piece::Pawn(Side::Black) => {
            r##"<circle r="40" fill="url(#black)" stroke="#0b0b0c" stroke-width="3"/><circle r="22" fill="none" stroke="#c9c9cc" stroke-width="2.5"/>"##
        }
        Piece::Zen => {
            r##"<circle r="41" fill="url(#red)" stroke="#5c0d11" stroke-width="3"/><path d="M12 -18A21.6 21.6 0 1 0 20 -8" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round"/>"##
        }
    }
}

/// The drawings that a picture refers to, and the shades these refer to.
pub(super) fn definitions(body: &str, look: Theme) -> String {
    let mut defs = String::new();
    for piece in ALL {
        if body.contains(&format!(r##"href="#{}""##, id(piece))) {
            let drawn = match look {
                Theme::Paper => shape(piece).to_owned(),
                Theme::Wood => lit::shape(piece),
            };
            defs += &format!("<g id=\"{}\">{drawn}</g>\n", id(piece));
        }
    }
    if look == Theme::Wood {
        return lit::shades(&defs) + &defs;
    }
    let shades = SHADES.iter().filter(|(name, _)| defs.contains(&format!("url(#{name})")));
    let shades: String = shades
        .map(|(name, stops)| {
            format!(
                "<radialGradient id=\"{name}\" cx=\".38\" cy=\".32\" r=\".75\">{stops}</radialGradient>\n"
            )
        })
        .collect();
    shades + &defs
}
