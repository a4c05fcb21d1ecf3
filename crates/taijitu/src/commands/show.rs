//! `taijitu show`: the board on the terminal, as SVG or as PNG.

use super::play::words::status;
use crate::cli::Show;
use crate::output;
use crate::screen::Screen;
use anyhow::{Context, Result};
use std::path::Path;
use taijitu_draw::{Names, Options, png, svg};
use taijitu_rules::{AnyPlay, Audience, Lang};

pub(crate) fn run(show: &Show, lang: Lang) -> Result<()> {
    let play = show.position.play()?;
    let audience = show.eyes.into();
    if show.svg.is_none() && show.png.is_none() {
        let names = if show.names { Names::All } else { Names::Edges };
        let screen = Screen { names, ascii: show.ascii, ..Screen::new(lang) };
        return Ok(output::print(&format!(
            "{}{}\n",
            screen.draw_play(&*play, audience),
            status(&*play, lang)
        ))?);
    }
    let picture = picture(&*play, audience, show, lang);
    if let Some(file) = &show.svg {
        write(file, picture.as_bytes())?;
    }
    if let Some(file) = &show.png {
        write(file, &png::render(&picture, show.width)?)?;
    }
    Ok(())
}

fn picture(play: &dyn AnyPlay, audience: Audience, show: &Show, lang: Lang) -> String {
    let names = if show.names { Names::All } else { Names::Edges };
    let caption = show.caption.clone().or_else(|| play.outcome().map(|_| status(play, lang)));
    let to_act = play.outcome().is_none().then(|| play.to_act());
    svg::draw(
        &play.view(audience),
        &Options { lang, names, last: play.last_points(), caption, to_act },
        show.width,
    )
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}
