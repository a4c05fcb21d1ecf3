//! Which file or page answers a request, and how it may be cached.
//!
//! Files are looked up by their exact name in a table in memory, so there is no path traversal. The page
//! answers at every address people may have a link to; it parses the address itself.

use crate::accept;
use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

#[cfg(test)]
mod tests;

/// The languages of the page; the first is for clients that prefer neither.
const LANGUAGES: [&str; 2] = ["en", "fr"];
/// The screens of the page: the first word of an address, or the second after a language. Without a language the page
/// adds the reader's.
pub(crate) const SCREENS: [&str; 32] = [
    "tournaments",
    "tournament",
    "people",
    "conditional",
    "notices",
    "unsubscribe",
    "leaderboards",
    "new",
    "table",
    "device",
    "watch",
    "games",
    "settings",
    "account",
    "recover",
    "confirm",
    "learn",
    "rules",
    "print",
    "archive",
    "game",
    "embed",
    "analysis",
    "import",
    "numbers",
    "player",
    "moderation",
    "puzzles",
    "puzzle",
    "about",
    "credits",
    "privacy",
];
/// The page, which answers at many addresses.
const INDEX: &str = "index.html";
/// Files below this have a hash of their content in their name: they never change.
const HASHED: &str = "assets/";
const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK_EACH_TIME: &str = "no-cache";
/// Encodings with the endings of their files, the better first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A built page: its files, and the page in each language.
pub(crate) struct BuiltPage {
    files: HashMap<&'static str, PageFile>,
    /// In the order of their languages.
    pages: [Content; LANGUAGES.len()],
}

/// A file with its compressed variants.
struct PageFile {
    kind: &'static str,
    cache: &'static str,
    plain: Content,
    /// In the order of their encodings.
    compressed: [Option<Content>; ENCODINGS.len()],
}

/// Bytes with their tag.
struct Content {
    bytes: Bytes,
    tag: String,
}

impl Content {
    fn new(bytes: Bytes) -> Self {
        // A tag only has to change with the content; it needs no resistance against collisions.
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self { tag: format!("\"{:016x}-{:x}\"", hasher.finish(), bytes.len()), bytes }
    }
}

impl BuiltPage {
    /// A page from its files: names relative to its folder, and their contents. Where `x` has an `x.br` or an
    /// `x.gz` beside it, those are sent to clients that accept the encoding.
    pub(crate) fn new(files: &[(&'static str, &'static [u8])]) -> Self {
        let content = |name: &str| files.iter().find(|(own, _)| *own == name).map(|(_, bytes)| *bytes);
        let index = content(INDEX).unwrap_or_default();
        let is_compressed = |name: &str| {
            let original = ENCODINGS.iter().find_map(|(_, ending)| name.strip_suffix(ending));
            original.is_some_and(|original| content(original).is_some())
        };
        let plain = files.iter().filter(|(name, _)| *name != INDEX && !is_compressed(name));
        let file = |name: &str, bytes| PageFile {
            kind: kind(name),
            cache: if name.starts_with(HASHED) { FOREVER } else { ASK_EACH_TIME },
            plain: Content::new(Bytes::from_static(bytes)),
            compressed: ENCODINGS.map(|(_, ending)| {
                content(&format!("{name}{ending}")).map(Bytes::from_static).map(Content::new)
            }),
        };
        Self {
            files: plain.map(|(name, bytes)| (*name, file(name, bytes))).collect(),
            pages: LANGUAGES.map(|language| Content::new(in_language(index, language))),
        }
    }

    /// Answers a request with a file or the page, with lines added to its head; `None` if it is for neither.
    pub(crate) fn answer(&self, request: &Parts, head: Option<&str>) -> Option<Response> {
        if request.method != Method::GET && request.method != Method::HEAD {
            return None;
        }
        let name = request.uri.path().strip_prefix('/')?;
        let answer = match self.files.get(name) {
            Some(file) => file.answer(request),
            None if is_page(name) => self.page(name, request, StatusCode::OK, head),
            None if accept::asks_for_a_page(&request.headers) => {
                self.page(name, request, StatusCode::NOT_FOUND, head)
            }
            None => return None,
        };
        Some(answer)
    }

    fn page(&self, name: &str, request: &Parts, status: StatusCode, head: Option<&str>) -> Response {
        let first = name.split('/').next().unwrap_or_default();
        let in_address = LANGUAGES.iter().position(|language| *language == first);
        let language = in_address.unwrap_or_else(|| accept::language(&request.headers, &LANGUAGES));
        let page = &self.pages[language];
        let mut answer = match head.and_then(|head| with_head(&page.bytes, head)) {
            Some(bytes) => send(&Content::new(bytes), request, status),
            None => send(page, request, status),
        };
        let headers = answer.headers_mut();
        set(headers, header::CONTENT_TYPE, kind(INDEX));
        set(headers, header::CONTENT_LANGUAGE, LANGUAGES[language]);
        set(headers, header::VARY, "accept-language");
        set(headers, header::CACHE_CONTROL, ASK_EACH_TIME);
        answer
    }
}

impl PageFile {
    fn answer(&self, request: &Parts) -> Response {
        let best = ENCODINGS.iter().zip(&self.compressed).find_map(|((encoding, _), content)| {
            let content = content.as_ref()?;
            accept::takes_encoding(&request.headers, encoding).then_some((*encoding, content))
        });
        let content = best.map_or(&self.plain, |(_, content)| content);
        let mut answer = send(content, request, StatusCode::OK);
        let headers = answer.headers_mut();
        set(headers, header::CONTENT_TYPE, self.kind);
        set(headers, header::CACHE_CONTROL, self.cache);
        if self.compressed.iter().any(Option::is_some) {
            set(headers, header::VARY, "accept-encoding");
        }
        if let Some((encoding, _)) = best {
            set(headers, header::CONTENT_ENCODING, encoding);
        }
        answer
    }
}

/// Sends content, or 304 if the client has it. Ranges are not served: nothing here is large.
fn send(content: &Content, request: &Parts, status: StatusCode) -> Response {
    let known = status == StatusCode::OK && accept::has_already(&request.headers, &content.tag);
    let is_head = request.method == Method::HEAD;
    let body = if known || is_head { Body::empty() } else { Body::from(content.bytes.clone()) };
    let mut answer = Response::new(body);
    *answer.status_mut() = if known { StatusCode::NOT_MODIFIED } else { status };
    let headers = answer.headers_mut();
    if is_head && !known {
        headers.insert(header::CONTENT_LENGTH, content.bytes.len().into());
    }
    if status == StatusCode::OK {
        headers.insert(header::ETAG, HeaderValue::from_str(&content.tag).expect("a tag is plain text"));
    }
    answer
}

fn set(headers: &mut HeaderMap, name: header::HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

/// Whether an address is one of the page's own.
fn is_page(name: &str) -> bool {
    let in_language = LANGUAGES.iter().find_map(|language| {
        let rest = name.strip_prefix(language)?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
    });
    let (first, rest) =
        in_language.unwrap_or(name).split_once('/').unwrap_or((in_language.unwrap_or(name), ""));
    match first {
        "" => rest.is_empty() && (in_language.is_some() || name.is_empty()),
        "table" | "device" => !rest.is_empty(),
        _ => name == INDEX || SCREENS.contains(&first),
    }
}

/// The page with its language in it, so that it is right before, and without, any script.
fn in_language(index: &'static [u8], language: &str) -> Bytes {
    const BEFORE: &str = "<html lang=\"";
    let text = String::from_utf8_lossy(index);
    let parts = text.split_once(BEFORE).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)));
    match parts {
        Some((before, after)) => Bytes::from(format!("{before}{BEFORE}{language}\"{after}")),
        None => Bytes::from_static(index),
    }
}

/// The page with more lines in its head.
fn with_head(page: &Bytes, lines: &str) -> Option<Bytes> {
    const END: &str = "</head>";
    let text = std::str::from_utf8(page).ok()?;
    let (before, after) = text.split_once(END)?;
    Some(Bytes::from(format!("{before}{lines}{END}{after}")))
}

/// The media type of a file, by its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
