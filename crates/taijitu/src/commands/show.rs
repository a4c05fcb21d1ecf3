//! `taijitu show`: the board on the terminal, as SVG or as PNG.

use super::play::words::status;
use crate::cli::ShowArgs;
use crate::output;
use crate::screen::Screen;
use anyhow::{Context, Result};
use std::path::Path;
use taijitu_draw::{DrawOptions, PointNames, png, svg};
use taijitu_rules::{AnyPlay, Lang};

pub(crate) fn run(show: &ShowArgs, lang: Lang) -> Result<()> {
    let play = show.position.play(lang)?;
    let options = DrawOptions {
        lang,
        names: if show.names { PointNames::All } else { PointNames::Edges },
        caption: show.caption.clone(),
        game: Some(play.meta().id),
        ..DrawOptions::default()
    };
    if show.svg.is_none() && show.png.is_none() {
        let board = Screen { options, ascii: show.ascii }.draw_play(&*play, show.eyes.into());
        return Ok(output::print(&format!("{board}{}\n", status(&*play, lang)))?);
    }
    let picture = picture(&*play, show, options);
    if let Some(file) = &show.svg {
        write(file, picture.as_bytes())?;
    }
    if let Some(file) = &show.png {
        write(file, &png::render(&picture, show.width)?)?;
    }
    Ok(())
}

fn picture(play: &dyn AnyPlay, show: &ShowArgs, options: DrawOptions) -> String {
    let caption = options.caption.or_else(|| play.outcome().map(|_| status(play, options.lang)));
    let to_act = play.outcome().is_none().then(|| play.to_act());
    let (last, decisive) = (play.last_points(), play.decisive());
    let options = DrawOptions { last, decisive, caption, to_act, ..options };
    svg::draw(&play.view(show.eyes.into()), &options, show.width)
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}
