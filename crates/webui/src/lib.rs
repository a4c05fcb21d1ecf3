#![doc = include_str!("../README.md")]

mod accept;
mod site;

use axum::http::request::Parts;
use axum::response::Response;
use site::BuiltPage;
use std::sync::LazyLock;

/// The files of the page with their names, listed by the build script.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

static SITE: LazyLock<BuiltPage> = LazyLock::new(|| BuiltPage::new(FILES));

/// Answers a request with a file of the page or the page itself, with lines of HTML added to its head; `None`
/// if it is for neither.
#[must_use]
pub fn answer(request: &Parts, head: Option<&str>) -> Option<Response> {
    SITE.answer(request, head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    /// Addresses unknown to the page are answered with 404, so both have to have the same screens.
    #[test]
    fn the_page_has_these_screens_and_no_other() {
        let app = include_str!("../../../web/src/App.svelte");
        let listed = app.split_once("const SCREENS").and_then(|(_, rest)| rest.split_once("};")).unwrap().0;
        let names = listed.lines().filter(|line| line.contains("import("));
        let mut names: Vec<&str> =
            names.filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim()).collect();
        names.retain(|name| *name != "''");
        names.sort_unstable();
        let mut known = site::SCREENS.to_vec();
        known.sort_unstable();
        assert_eq!(names, known);
    }

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
