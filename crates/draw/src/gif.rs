//! A whole game as an animated GIF, drawn from one SVG for each position.
//!
//! All positions share one palette, and after the first one only the rectangle that has changed is written: a game of
//! two hundred turns is a few hundred kilobytes.

use crate::png::{Colour, DrawError, MAX_SIDE, nearest_in, palette, pixels};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::{tiny_skia, usvg};
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

/// The most pictures of an animation.
pub const MOST: usize = 400;

/// Pictures that are sampled for the palette.
const SAMPLED: usize = 8;

/// Draws SVGs one after the other, `width` pixels wide, as an endless animation; the last picture stays longer.
/// Calls `stop` before each picture.
///
/// # Errors
/// [`DrawError`] if a text is not an SVG, if there are no pictures or more than [`MOST`], if the animation
/// would be too large, or if `stop` returned true.
pub fn animate(
    svgs: &[String],
    width: u32,
    each: Duration,
    last: Duration,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, DrawError> {
    if !(1..=MOST).contains(&svgs.len()) {
        return Err(DrawError::Pictures(svgs.len()));
    }
    let height = svgs.iter().map(|svg| height(svg, width)).try_fold(1, |tall, next| Ok(tall.max(next?)));
    let height = height.map_err(DrawError::Svg)?;
    let wrong_size = DrawError::Size { width, height };
    let (Ok(wide), Ok(high)) = (u16::try_from(width), u16::try_from(height)) else {
        return Err(wrong_size);
    };
    if width == 0 || width.max(height) > MAX_SIDE {
        return Err(wrong_size);
    }
    let mut paint = GifPalette::new(sampled(svgs, width)?);
    let mut file = vec![];
    let mut encoder = Encoder::new(&mut file, wide, high, &paint.palette.concat())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Option<Vec<u8>> = None;
    for (number, svg) in (1..).zip(svgs) {
        if stop() {
            return Err(DrawError::Stopped);
        }
        let canvas = paint.canvas(&pixels(svg, width)?, height);
        let part = shown.as_ref().map_or(Rectangle { left: 0, top: 0, width: wide, height: high }, |shown| {
            changed(shown, &canvas, wide)
        });
        let time = if number == svgs.len() { last } else { each };
        encoder.write_frame(&Frame {
            // In hundredths of a second.
            delay: u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            left: part.left,
            top: part.top,
            width: part.width,
            height: part.height,
            buffer: Cow::Owned(cut(&canvas, wide, part)),
            ..Frame::default()
        })?;
        shown = Some(canvas);
    }
    drop(encoder);
    Ok(file)
}

/// How high a picture becomes, without drawing it.
fn height(svg: &str, width: u32) -> Result<u32, usvg::Error> {
    let document = usvg::roxmltree::Document::parse(svg).map_err(usvg::Error::ParsingFailed)?;
    let root = document.root_element();
    let numbers = root.attribute("viewBox").unwrap_or_default().split_whitespace();
    let numbers: Vec<f32> = numbers.filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [_, _, own_width, own_height] if own_width > 0.0 => {
            Ok((own_height * (width as f32 / own_width)).ceil() as u32)
        }
        _ => Err(usvg::Error::InvalidSize),
    }
}

/// The colours of some of the pictures, the first and the last among them.
fn sampled(svgs: &[String], width: u32) -> Result<Vec<Colour>, DrawError> {
    let step = svgs.len().div_ceil(SAMPLED).max(1);
    let mut some: Vec<&String> = svgs.iter().step_by(step).collect();
    some.extend(svgs.last());
    let mut colours = vec![[255; 3]];
    for svg in some {
        colours.extend(pixels(svg, width)?.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]));
    }
    Ok(palette(&colours))
}

/// The palette, and what it has for colours seen so far.
struct GifPalette {
    palette: Vec<Colour>,
    known: HashMap<Colour, u8>,
}

impl GifPalette {
    fn new(palette: Vec<Colour>) -> Self {
        Self { palette, known: HashMap::new() }
    }

    fn index(&mut self, colour: Colour) -> u8 {
        let palette = &self.palette;
        *self.known.entry(colour).or_insert_with(|| nearest_in(palette, colour))
    }

    /// A picture as places in the palette, with paper below it as far as the highest one reaches.
    fn canvas(&mut self, picture: &tiny_skia::Pixmap, height: u32) -> Vec<u8> {
        let paper = self.index([255; 3]);
        let mut canvas = Vec::with_capacity((picture.width() * height) as usize);
        // Most pixels have the colour of their neighbour.
        let mut last = ([255; 3], paper);
        for pixel in picture.pixels() {
            let colour = [pixel.red(), pixel.green(), pixel.blue()];
            if colour != last.0 {
                last = (colour, self.index(colour));
            }
            canvas.push(last.1);
        }
        canvas.resize((picture.width() * height) as usize, paper);
        canvas
    }
}

/// A rectangle of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

/// The smallest rectangle with everything that differs; a single pixel if nothing does.
fn changed(old: &[u8], new: &[u8], wide: u16) -> Rectangle {
    let row = usize::from(wide);
    let (mut left, mut right, mut top, mut bottom) = (row, 0, usize::MAX, 0);
    for (y, (old, new)) in old.chunks_exact(row).zip(new.chunks_exact(row)).enumerate() {
        if old == new {
            continue;
        }
        let differs = |&x: &usize| old[x] != new[x];
        left = left.min((0..row).find(differs).unwrap_or(row));
        right = right.max((0..row).rfind(differs).unwrap_or(0));
        (top, bottom) = (top.min(y), y);
    }
    if top == usize::MAX {
        return Rectangle { left: 0, top: 0, width: 1, height: 1 };
    }
    let (width, height) = (right - left + 1, bottom - top + 1);
    Rectangle { left: left as u16, top: top as u16, width: width as u16, height: height as u16 }
}

fn cut(canvas: &[u8], wide: u16, part: Rectangle) -> Vec<u8> {
    let (from, to) = (usize::from(part.left), usize::from(part.left) + usize::from(part.width));
    let rows = canvas.chunks_exact(usize::from(wide));
    let rows = rows.skip(usize::from(part.top)).take(usize::from(part.height));
    rows.flat_map(|row| &row[from..to]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_square(x: u32, height: u32) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 {height}"><rect x="{x}" y="2" width="3" height="3" fill="#c0272d"/></svg>"##
        )
    }

    fn played(svgs: &[String], width: u32) -> Vec<u8> {
        animate(svgs, width, Duration::from_millis(500), Duration::from_secs(3), &|| false)
            .expect("an animation")
    }

    #[test]
    fn every_picture_is_a_frame_and_the_last_one_stays() {
        let file = played(&[with_square(2, 10), with_square(6, 12), with_square(6, 12)], 40);
        let mut decoder = ::gif::DecodeOptions::new().read_info(&file[..]).expect("a GIF");
        assert_eq!((decoder.width(), decoder.height()), (40, 24), "the highest of them");
        let mut frames = vec![];
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 40, 24, 50), (4, 4, 14, 6, 50), (0, 0, 1, 1, 300)]);
    }

    #[test]
    fn a_red_square_stays_red() {
        let file = played(&[with_square(2, 10)], 40);
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&file[..]).expect("a GIF");
        let frame = decoder.read_next_frame().expect("a frame").expect("one");
        let at = |x: usize, y: usize| &frame.buffer[(y * 40 + x) * 4..][..3];
        assert_eq!((at(6, 6), at(0, 0)), (&[0xc0, 0x27, 0x2d][..], &[255; 3][..]));
    }

    #[test]
    fn refuses_what_is_no_animation() {
        let animate =
            |svgs: &[String], width| animate(svgs, width, Duration::ZERO, Duration::ZERO, &|| false);
        assert!(matches!(animate(&[], 40), Err(DrawError::Pictures(0))));
        let many = vec![with_square(1, 10); MOST + 1];
        assert!(matches!(animate(&many, 40), Err(DrawError::Pictures(401))));
        assert!(matches!(animate(&many[..1], 0), Err(DrawError::Size { .. })));
        assert!(matches!(animate(&many[..1], MAX_SIDE + 1), Err(DrawError::Size { .. })));
        assert!(matches!(animate(&["a stone".into()], 40), Err(DrawError::Svg(_))));
    }
}
