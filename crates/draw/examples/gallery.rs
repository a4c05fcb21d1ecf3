//! Writes a picture of a hand-made position on each board: `cargo run --example gallery -- FOLDER`.

use std::path::Path;
use taijitu_draw::terminal::Ink;
use taijitu_draw::{Names, Options, png, svg, terminal};
use taijitu_rules::board::{kadon::kadon, triangle, yinsh, yinyang, zen};
use taijitu_rules::view::LawCard;
use taijitu_rules::{Actors, Board, Lang, Piece, Point, Side, Text, View};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".into());
    std::fs::create_dir_all(&folder)?;
    for (name, view, options) in positions() {
        let picture = svg::draw(&view, &options, 800);
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), &picture)?;
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), png::render(&picture, 800)?)?;
        for ink in [Ink::default(), Ink { colour: true, ascii: true }] {
            println!("{}", terminal::draw(&view, &options, ink));
        }
    }
    Ok(())
}

fn positions() -> Vec<(&'static str, View, Options)> {
    vec![
        ("yinsh", rings_and_markers(), about(yinsh(), "YINSH, position after 12. f6-f9", "f6 f9")),
        ("y", stones(&kadon().board), about(&kadon().board, "Y", "c8")),
        ("aliens", aliens(), about(&kadon().board, "Aliens & Amazons", "e2 c3")),
        ("names", aliens(), Options { names: Names::All, ..about(&kadon().board, "Where is d7?", "e2 c3") }),
        ("triangle-13", stones(triangle(13)), about(triangle(13), "Y on 13 a side", "g9")),
        ("triangle-25", stones(triangle(25)), about(triangle(25), "Y on 25 a side", "m20")),
        ("zen", pawns(), about(zen(), "Zen l’initié", "f6 h8")),
        ("yinyang", stones_and_laws(), about(yinyang(), "Yin Yang", "a2 a3")),
    ]
}

fn about(board: &Board, caption: &str, last: &str) -> Options {
    Options {
        lang: if board.id == "zen" { Lang::Fr } else { Lang::En },
        caption: Some(caption.into()),
        last: board.named(last).collect(),
        to_act: Some(Actors::only(BLACK)),
        ..Options::default()
    }
}

fn rings_and_markers() -> View {
    let board = yinsh();
    let text = |en, fr| Text { en, fr };
    View::new(board)
        .with(Piece::Ring(WHITE), board.named("f9 c3 h8 a2 k10"))
        .with(Piece::Ring(BLACK), board.named("g7 d5 f4 f8 b1"))
        .with(Piece::Marker(WHITE), board.named("f6 f7 e5 e6 g6 f9"))
        .with(Piece::Marker(BLACK), board.named("d4 d3 c4 h9"))
        .tray(None, text("reserve", "réserve"), Piece::Marker(WHITE), 41)
        .tray(Some(WHITE), text("rings taken", "anneaux pris"), Piece::Ring(WHITE), 2)
        .tray(Some(BLACK), text("rings taken", "anneaux pris"), Piece::Ring(BLACK), 0)
}

/// Stones strewn by a rule without meaning.
fn stones(board: &'static Board) -> View {
    let every = |rest| {
        board.all().filter(move |p: &Point| (usize::from(p.0) * 37 + usize::from(p.0) / 4) % 11 % 6 == rest)
    };
    View::new(board).with(Piece::Stone(WHITE), every(1)).with(Piece::Stone(BLACK), every(2))
}

fn aliens() -> View {
    let board = &kadon().board;
    let in_hand = Text { en: "in hand", fr: "en main" };
    View::new(board)
        .with(Piece::Alien, board.named("c3 e7 a12"))
        .with(Piece::Amazon, board.named("a1 a2 b1 b2 c1 d1 d2 e3 f2 f3 e5 a13 a11 b11 c10 c12"))
        .tray(Some(WHITE), in_hand, Piece::Alien, 0)
        .tray(Some(BLACK), in_hand, Piece::Amazon, 14)
}

fn pawns() -> View {
    let board = zen();
    let ko = Text { en: "ko: the Zen may not go back", fr: "ko : le Zen ne peut pas revenir" };
    View::new(board)
        .with(Piece::Pawn(WHITE), board.named("a1 a11 k1 k11 c4 c8 d3 d9 h3 h9 i4 i8"))
        .with(Piece::Pawn(BLACK), board.named("a6 f1 f11 k6 b5 b7 e2 e10 g2 g10 j5 j7"))
        .with(Piece::Zen, board.named("h8"))
        .note(ko, board.find("f6"))
}

fn stones_and_laws() -> View {
    let board = yinyang();
    let mut view = View::new(board)
        .with(Piece::Stone(WHITE), board.named("b4 c4 d4 b3 c3 d3 d2"))
        .with(Piece::Stone(BLACK), board.named("a4 a3 b2 c2 a1 b1 c1"));
    let texts = [
        (BLACK, ["wb..>w...", "b...>bwb.", "bb.w>*", "wwww>.www"]),
        (WHITE, ["bb..>bbww", "?", "w..b>*", "?"]),
    ];
    for (owner, laws) in texts {
        view.laws.extend(laws.iter().zip(1..).map(|(text, number)| LawCard {
            owner,
            number,
            text: (*text != "?").then(|| (*text).into()),
            face_up: owner == WHITE && *text != "?" || number == 2 && owner == BLACK,
        }));
    }
    view
}
