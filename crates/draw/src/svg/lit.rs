//! The pieces with light on them, as the page draws them: lenses of slate and shell, tubes, figures. In a step of 100 units.

use taijitu_rules::{Piece, Side};

/// Light, middle and shade of a material, and its edge.
struct Material {
    name: &'static str,
    stops: [&'static str; 3],
    edge: &'static str,
}

const WHITE: Material = Material { name: "white", stops: ["#ffffff", "#f3efe6", "#bdb5a6"], edge: "#6a6152" };
const BLACK: Material = Material { name: "black", stops: ["#77736f", "#2a2828", "#080808"], edge: "#000000" };
const RED: Material = Material { name: "red", stops: ["#ee8070", "#b8271f", "#6d100c"], edge: "#4d0a07" };

const fn material(side: Side) -> &'static Material {
    match side {
        Side::White => &WHITE,
        Side::Black => &BLACK,
    }
}

/// A piece around the origin.
pub(super) fn shape(piece: Piece) -> String {
    match piece {
        Piece::Stone(side) => stone(material(side)),
        Piece::Ring(side) => ring(material(side), side),
        Piece::Marker(side) => marker(material(side), material(side.other())),
        Piece::Pawn(side) => pawn(material(side)),
        Piece::Alien => alien(),
        Piece::Amazon => amazon(),
        Piece::Zen => zen(),
    }
}

fn stone(Material { name, edge, .. }: &Material) -> String {
    format!(
        r##"<circle cx="2.5" cy="5" r="50" fill="url(#cast)"/><circle r="45" fill="url(#{name})"/><ellipse cx="-15" cy="-19" rx="15" ry="10" transform="rotate(-38 -15 -19)" fill="url(#glint)"/><circle r="44.2" fill="none" stroke="{edge}" stroke-width="1.8"/>"##
    )
}

fn ring(Material { name, edge, .. }: &Material, side: Side) -> String {
    let (gleam, strength) = if side == Side::White { ("#ffffff", 0.9) } else { ("#bdb8b2", 0.7) };
    format!(
        r##"<g fill="none"><circle cx="2" cy="5" r="38.5" stroke="#180e04" stroke-opacity=".25" stroke-width="17"/><circle r="38.5" stroke="{edge}" stroke-width="17.5"/><circle r="38.5" stroke="url(#{name}-sheen)" stroke-width="14.5"/><circle r="34.6" stroke="url(#{name}-away)" stroke-width="6.6" stroke-opacity=".75"/><path d="M-37.4 6A38 38 0 0 1 6 -37.4" stroke="{gleam}" stroke-width="2.2" stroke-opacity="{strength}" stroke-linecap="round"/></g>"##
    )
}

fn marker(up: &Material, down: &Material) -> String {
    format!(
        r##"<circle cx="2" cy="5" r="29.5" fill="url(#cast)"/><circle cx=".8" cy="2.6" r="26.2" fill="{}" stroke="{}" stroke-width="1.4"/><circle r="25.8" fill="url(#{name}-sheen)" stroke="{}" stroke-width="1.6"/><circle r="20" fill="url(#{name})" fill-opacity=".55"/>"##,
        down.stops[1],
        down.edge,
        up.edge,
        name = up.name,
    )
}

fn pawn(Material { name, edge, .. }: &Material) -> String {
    format!(
        r##"<g transform="scale(114) translate(0 -.015)" stroke-width=".022" stroke-linejoin="round"><ellipse cx=".03" cy=".37" rx=".42" ry=".1" fill="url(#cast)"/><g stroke="{edge}"><path d="M-.3 .36C-.3 .27 -.22 .25 -.19 .17C-.16 .08 -.12 .02 -.11 -.04H-.17C-.21 -.04 -.21 -.11 -.17 -.11H.17C.21 -.11 .21 -.04 .17 -.04H.11C.12 .02 .16 .08 .19 .17C.22 .25 .3 .27 .3 .36C.3 .42 -.3 .42 -.3 .36Z" fill="url(#{name}-sheen)"/><circle cy="-.24" r=".155" fill="url(#{name})"/></g></g>"##
    )
}

fn zen() -> String {
    let edge = RED.edge;
    format!(
        r##"<g transform="scale(114) translate(0 -.015)" stroke-width=".022" stroke-linejoin="round"><ellipse cx=".03" cy=".37" rx=".42" ry=".1" fill="url(#cast)"/><g stroke="{edge}"><path d="M0 -.12C.13 -.12 .2 -.04 .22 .08C.24 .15 .26 .19 .34 .22C.43 .26 .42 .38 .32 .39H-.32C-.42 .38 -.43 .26 -.34 .22C-.26 .19 -.24 .15 -.22 .08C-.2 -.04 -.13 -.12 0 -.12Z" fill="url(#red-sheen)"/><circle cy="-.25" r=".145" fill="url(#red)"/><path d="M-.2 .3C-.1 .2 .1 .2 .2 .3" fill="none" stroke="#6d100c" stroke-linecap="round" stroke-width=".03"/></g></g>"##
    )
}

fn alien() -> String {
    let edge = WHITE.edge;
    format!(
        r##"<g transform="scale(100)"><ellipse cx=".03" cy=".06" rx=".46" ry=".5" fill="url(#cast)"/><path d="M0 -.46C.27 -.46 .42 -.3 .41 -.08C.4 .16 .18 .46 0 .46C-.18 .46 -.4 .16 -.41 -.08C-.42 -.3 -.27 -.46 0 -.46Z" fill="url(#white)" stroke="{edge}" stroke-width=".022"/><g fill="#080808"><path d="M.06 .06C.06 -.06 .2 -.16 .32 -.14C.33 0 .2 .12 .06 .06Z"/><path d="M.06 .06C.06 -.06 .2 -.16 .32 -.14C.33 0 .2 .12 .06 .06Z" transform="scale(-1 1)"/></g><path d="M-.06 .28Q0 .31 .06 .28" fill="none" stroke="{edge}" stroke-width=".028" stroke-linecap="round"/></g>"##
    )
}

fn amazon() -> String {
    let edge = BLACK.edge;
    format!(
        r##"<g transform="scale(100)"><ellipse cx=".03" cy=".06" rx=".46" ry=".5" fill="url(#cast)"/><path d="M0 -.46C.12 -.4 .26 -.37 .39 -.37C.42 -.02 .32 .28 0 .47C-.32 .28 -.42 -.02 -.39 -.37C-.26 -.37 -.12 -.4 0 -.46Z" fill="url(#black)" stroke="{edge}" stroke-width=".022" stroke-linejoin="round"/><path d="M-.03 -.32H.03V.3H-.03ZM.03 -.16C.1 -.16 .17 -.22 .22 -.28C.28 -.16 .28 -.04 .22 .08C.17 .02 .1 -.04 .03 -.04ZM-.03 -.16C-.1 -.16 -.17 -.22 -.22 -.28C-.28 -.16 -.28 -.04 -.22 .08C-.17 .02 -.1 -.04 -.03 -.04Z" fill="#e9d9b0"/></g>"##
    )
}

/// The gradients that drawings refer to.
pub(super) fn shades(drawings: &str) -> String {
    let mut shades = String::new();
    let used = |name: &str| drawings.contains(&format!("url(#{name})"));
    for Material { name, stops: [light, middle, shade], .. } in [&WHITE, &BLACK, &RED] {
        if used(name) {
            shades += &format!(
                "<radialGradient id=\"{name}\" cx=\".36\" cy=\".3\" r=\".78\"><stop offset=\"0\" stop-color=\"{light}\"/><stop offset=\".5\" stop-color=\"{middle}\"/><stop offset=\"1\" stop-color=\"{shade}\"/></radialGradient>\n"
            );
        }
        for (kind, from, to) in [("sheen", (0.15, 0.1), (0.85, 0.9)), ("away", (0.85, 0.9), (0.15, 0.1))] {
            if used(&format!("{name}-{kind}")) {
                let ((x1, y1), (x2, y2)) = (from, to);
                shades += &format!(
                    "<linearGradient id=\"{name}-{kind}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"><stop offset=\"0\" stop-color=\"{light}\"/><stop offset=\".55\" stop-color=\"{middle}\"/><stop offset=\"1\" stop-color=\"{shade}\"/></linearGradient>\n"
                );
            }
        }
    }
    if used("cast") {
        shades += "<radialGradient id=\"cast\"><stop offset=\".72\" stop-color=\"#180e04\" stop-opacity=\".45\"/><stop offset=\"1\" stop-color=\"#180e04\" stop-opacity=\"0\"/></radialGradient>\n";
    }
    if used("glint") {
        shades += "<radialGradient id=\"glint\"><stop offset=\"0\" stop-color=\"#fff\" stop-opacity=\".5\"/><stop offset=\"1\" stop-color=\"#fff\" stop-opacity=\"0\"/></radialGradient>\n";
    }
    shades
}
