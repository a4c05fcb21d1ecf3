//! Pictures as PNG, drawn from SVG with the crate's own font: the same on every machine.

use resvg::{tiny_skia, usvg};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// The widest and highest picture that is drawn, in pixels.
pub const MAX_SIDE: u32 = 8192;

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../fonts/DejaVuSans-Latin.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../fonts/DejaVuSans-Bold-Latin.ttf").to_vec());
    Arc::new(fonts)
});

/// Why a picture could not be drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    /// The text is no SVG.
    #[error("not a drawable SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// A side would have no pixel, or too many.
    #[error("a picture of {width} × {height} pixels: each side has 1 to {MAX_SIDE}")]
    Size {
        /// The requested width.
        width: u32,
        /// The height that follows from it.
        height: u32,
    },
    /// The pixels could not be packed.
    #[error("PNG: {0}")]
    Png(#[from] png::EncodingError),
    /// The same in an animation.
    #[error("GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// An animation without pictures, or with too many.
    #[error("an animation of {0} pictures: it has 1 to {most}", most = crate::gif::MOST)]
    Pictures(usize),
    /// The caller stopped it.
    #[error("stopped before it was drawn")]
    Stopped,
}

/// Draws an SVG `width` pixels wide, on white, and packs it as PNG.
///
/// # Errors
/// [`DrawError`] if the text is not an SVG, or the picture would be empty or too large.
/// Files and images that the SVG refers to are never opened.
pub fn render(svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    Ok(pack(&pixels(svg, width)?)?)
}

/// An SVG as pixels on white.
pub(crate) fn pixels(svg: &str, width: u32) -> Result<tiny_skia::Pixmap, DrawError> {
    let tree = usvg::Tree::from_str(svg, &options())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let size = DrawError::Size { width, height };
    if width.max(height) > MAX_SIDE {
        return Err(size);
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(size)?;
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Packs opaque pixels with a palette: a board has few colours, and the file is half as large.
fn pack(pixels: &tiny_skia::Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let colours: Vec<Colour> = pixels.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
    let palette = palette(&colours);
    let mut nearest = HashMap::new();
    let index = |colour: &Colour| *nearest.entry(*colour).or_insert_with(|| nearest_in(&palette, *colour));
    let indices: Vec<u8> = colours.iter().map(index).collect();
    let mut file = vec![];
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    // Neighbouring palette indices are unrelated.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(file)
}

pub(crate) type Colour = [u8; 3];

/// As many colours as a palette holds: the most frequent one of every shade first, so that one red piece among
/// hundreds of greys stays red, then the most frequent ones. The rest are rare mixtures along edges.
pub(crate) fn palette(colours: &[Colour]) -> Vec<Colour> {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for &colour in colours {
        *counts.entry(colour).or_default() += 1;
    }
    let mut frequent: Vec<(usize, Colour)> =
        counts.into_iter().map(|(colour, count)| (count, colour)).collect();
    frequent.sort_unstable_by(|a, b| b.cmp(a));
    let mut shades = HashSet::new();
    let (firsts, others): (Vec<Colour>, Vec<Colour>) = frequent
        .into_iter()
        .map(|(_, colour)| colour)
        .partition(|colour| shades.insert(colour.map(|part| part >> 5)));
    let mut palette = [firsts, others].concat();
    palette.truncate(256);
    palette
}

pub(crate) fn nearest_in(palette: &[Colour], colour: Colour) -> u8 {
    let distance = |other: &Colour| -> u32 {
        other.iter().zip(colour).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let nearest = (0..=u8::MAX).zip(palette).min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(index, _)| index)
}

fn options() -> usvg::Options<'static> {
    usvg::Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "DejaVu Sans".into(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"/>"#;

    #[test]
    fn keeps_the_proportions() {
        let png = render(SQUARE, 40).expect("a picture");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..24], [0, 0, 0, 40, 0, 0, 0, 20], "width and height in the header");
    }

    #[test]
    fn colours_beyond_a_palette_become_the_nearest_ones() {
        let grey = |level: u8| [level; 3];
        let colours: Vec<Colour> = (0..=255).chain(0..=255).map(grey).chain([[9, 9, 8]]).collect();
        let palette = palette(&colours);
        assert_eq!(palette.len(), 256);
        assert_eq!(palette[usize::from(nearest_in(&palette, [9, 9, 8]))], grey(9));
        assert_eq!(palette[usize::from(nearest_in(&palette, grey(200)))], grey(200));
    }

    #[test]
    fn a_rare_shade_keeps_its_colour() {
        let greys = (0..=255).map(|level| [level; 3]);
        let colours: Vec<Colour> = greys.clone().chain(greys).chain([[200, 30, 40]]).collect();
        assert!(palette(&colours).contains(&[200, 30, 40]));
    }

    #[test]
    fn text_leaves_ink() {
        let with = |text: &str| {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 40"><text x="5" y="30" font-size="20">{text}</text></svg>"#
            );
            render(&svg, 99).expect("a picture")
        };
        let blank = with("");
        for text in ["a", "é", "œ", "×", "→", "…", "’"] {
            assert_ne!(with(text), blank, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_picture() {
        assert!(matches!(render("a stone", 40), Err(DrawError::Svg(_))));
        assert!(matches!(render(SQUARE, 0), Err(DrawError::Size { .. })));
        let error = render(SQUARE, MAX_SIDE + 1).expect_err("too wide");
        assert_eq!(error.to_string(), "a picture of 8193 × 4097 pixels: each side has 1 to 8192");
    }
}
