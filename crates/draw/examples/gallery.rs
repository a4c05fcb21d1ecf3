//! Draws the sample position of every game: `cargo run --example gallery -- FOLDER` writes a PNG for each, and shows it in
//! the terminal with and without colours.

use std::path::Path;
use taijitu_draw::terminal::Ink;
use taijitu_draw::{DrawOptions, Theme, png, svg, terminal};
use taijitu_rules::{Audience, games};

/// The width of a picture in pixels.
const WIDTH: u32 = 800;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".into());
    std::fs::create_dir_all(&folder)?;
    for game in games::GAMES {
        let meta = game.meta();
        let play = game.set_up(taijitu_rules::Options::parse(meta.options, [])?, meta.sample)?;
        let view = play.view(Audience::Everyone);
        let options = DrawOptions {
            game: Some(meta.id),
            look: Theme::Wood,
            to_act: Some(play.to_act()),
            ..DrawOptions::default()
        };
        let picture = png::render(&svg::draw(&view, &options, WIDTH), WIDTH)?;
        std::fs::write(Path::new(&folder).join(format!("{}.png", meta.id)), picture)?;
        for ink in [Ink::default(), Ink { colour: true, ascii: true }] {
            println!("{}", terminal::draw(&view, &options, ink));
        }
    }
    Ok(())
}
