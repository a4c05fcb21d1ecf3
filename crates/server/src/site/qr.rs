//! QR codes.

use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write;
use taijitu_protocol::QrPicture;

/// Light squares around a QR code that readers need to find it.
const MARGIN: usize = 4;

/// A text as a QR code; `None` if it does not fit.
pub(crate) fn picture(text: &str) -> Option<QrPicture> {
    let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M).ok()?;
    let width = code.width();
    let mut path = String::new();
    for (at, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", at % width + MARGIN, at / width + MARGIN);
        }
    }
    Some(QrPicture { size: (width + 2 * MARGIN) as u32, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_corner_squares_and_a_margin() {
        let code = picture("https://club.example/fr/table/7fzj8bnydh1pwdkm0bp67e3xf7").unwrap();
        assert!(code.size > 33 && code.path.starts_with("M4 4h1v1h-1z"), "{code:?}");
        assert_eq!(picture(&"x".repeat(5000)), None);
    }
}
