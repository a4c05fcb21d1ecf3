#![doc = include_str!("../README.md")]

mod accept;
mod site;

use axum::http::request::Parts;
use axum::response::Response;
use site::Site;
use std::sync::LazyLock;

/// The files of the page with their names, listed by the build script.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

static SITE: LazyLock<Site> = LazyLock::new(|| Site::new(FILES));

/// Answers a request with a file of the page or the page itself, with lines of HTML added to its head; nothing if it asks
/// for neither.
#[must_use]
pub fn answer(request: &Parts, head: Option<&str>) -> Option<Response> {
    SITE.answer(request, head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    #[test]
    fn a_page_is_embedded_in_both_languages() {
        for path in ["/fr", "/en/"] {
            let (request, ()) = Request::get(path).body(()).unwrap().into_parts();
            let page = answer(&request, None).unwrap();
            assert_eq!(page.status(), 200);
            assert_eq!(page.headers()["content-language"], path.trim_matches('/'));
        }
        let index = FILES.iter().find(|(name, _)| *name == "index.html").expect("there is a page");
        assert!(
            index.1.windows(12).any(|part| part == b"<html lang=\""),
            "its language can be written into it"
        );
    }
}
