//! Pictures as PNG, drawn from SVG with the crate's own font: the same on every machine.

use resvg::{tiny_skia, usvg};
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
        /// The width asked for.
        width: u32,
        /// The height that follows from it.
        height: u32,
    },
    /// The pixels could not be packed.
    #[error("PNG: {0}")]
    Png(String),
}

/// Draws an SVG `width` pixels wide, on white, and packs it as PNG.
///
/// # Errors
/// If the text is no SVG, or the picture would be empty or too large. Files and images that the SVG refers to
/// are never opened.
pub fn render(svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
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
    pixels.encode_png().map_err(|error| DrawError::Png(error.to_string()))
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
