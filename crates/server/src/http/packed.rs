//! Large answers as JSON, compressed for clients that accept it.
//!
//! Writing and compressing hundreds of kilobytes takes milliseconds, in which a thread that serves requests does nothing else.
//! What is made for one request is written and compressed on the threads for work; what is the same for everybody, once.

use super::listener::AnswerBytes;
use crate::error::{ApiError, Result};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::convert::Infallible;
use std::io::Write;

/// Smaller answers are sent as they are, in bytes: they fit into one packet either way.
const LEAST: usize = 1024;

/// How a client takes large answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    gzip: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Packing {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> std::result::Result<Self, Infallible> {
        Ok(Self { gzip: accepts_gzip(&parts.headers) })
    }
}

/// Whether one of the encodings a client accepts is gzip. An encoding with the weight 0 is refused.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let texts = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut encodings = texts.flat_map(|text| text.split(','));
    encodings.any(|encoding| {
        let (name, weight) = encoding.split_once(';').unwrap_or((encoding, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight != Some(0.0)
    })
}

impl Packing {
    /// Writes an answer. To be called on a thread for work.
    ///
    /// # Errors
    /// `unavailable` if it cannot be written as JSON.
    pub(super) fn pack(self, value: &impl Serialize) -> Result<PackedJson> {
        let text = serde_json::to_vec(value).map_err(|_| ApiError::unavailable())?;
        let compressed =
            if self.gzip && text.len() >= LEAST { compress(&text, Compression::default()) } else { None };
        let is_compressed = compressed.is_some();
        Ok(PackedJson { body: compressed.unwrap_or(text).into(), is_compressed })
    }
}

/// Compresses a text; none if it does not get shorter.
fn compress(text: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(text.len() / 4), level);
    encoder.write_all(text).ok()?;
    encoder.finish().ok().filter(|compressed| compressed.len() < text.len())
}

/// JSON, ready to be sent.
#[derive(Debug)]
pub(super) struct PackedJson {
    body: Bytes,
    is_compressed: bool,
}

impl IntoResponse for PackedJson {
    fn into_response(self) -> Response {
        let bytes = AnswerBytes(self.body.len());
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
        let mut response = (headers, Extension(bytes), self.body).into_response();
        if self.is_compressed {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// An answer that does not change while the program runs, written and compressed once.
#[derive(Debug)]
pub(super) struct ConstantJson {
    plain: Bytes,
    compressed: Option<Bytes>,
}

impl ConstantJson {
    pub(super) fn new(value: &impl Serialize) -> Self {
        let plain = serde_json::to_vec(value).unwrap_or_default();
        let compressed = compress(&plain, Compression::best()).map(Bytes::from);
        Self { plain: plain.into(), compressed }
    }

    /// The answer for a client. Its memory is shared by everybody who is being answered.
    pub(super) fn answer(&self, packing: Packing) -> PackedJson {
        match &self.compressed {
            Some(body) if packing.gzip => PackedJson { body: body.clone(), is_compressed: true },
            _ => PackedJson { body: self.plain.clone(), is_compressed: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn accepts(text: &'static str) -> bool {
        accepts_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]))
    }

    fn unpacked(packed: &PackedJson) -> Vec<u8> {
        let mut text = vec![];
        flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut text).unwrap();
        text
    }

    #[test]
    fn clients_say_what_they_accept() {
        for text in ["gzip", "gzip, br", "br;q=1.0, GZIP;q=0.5", "identity;q=0, gzip ; q=1"] {
            assert!(accepts(text), "{text}");
        }
        for text in ["", "br", "gzip;q=0", "gzip; q=0.0, br", "x-gzip", "gzipped"] {
            assert!(!accepts(text), "{text}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn large_answers_are_compressed_for_those_who_accept_it() {
        let large = vec!["a turn"; 1000];
        let packed = Packing { gzip: true }.pack(&large).unwrap();
        assert!(packed.is_compressed && packed.body.len() < 1000);
        assert_eq!(unpacked(&packed), serde_json::to_vec(&large).unwrap());
        let plain = Packing { gzip: false }.pack(&large).unwrap();
        assert_eq!((plain.is_compressed, plain.body.len()), (false, 9001));
        assert!(!Packing { gzip: true }.pack(&"short").unwrap().is_compressed);
    }

    #[test]
    fn answers_that_are_the_same_for_everybody_are_kept_once() {
        let constant = ConstantJson::new(&vec![7; 1000]);
        let [one, other] = [0; 2].map(|_| constant.answer(Packing { gzip: true }));
        assert_eq!(one.body.as_ptr(), other.body.as_ptr());
        assert_eq!(unpacked(&one), constant.answer(Packing { gzip: false }).body);
        let response = one.into_response();
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
    }
}
