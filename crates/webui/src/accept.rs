//! Request headers about content: encodings, languages, media types, and cached copies.

use axum::http::{HeaderMap, HeaderName, header};

/// The entries of a header, each with its quality from 0 to 1: `fr, en;q=0.8`.
fn listed(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, f32)> {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(|item| {
        let mut words = item.split(';').map(str::trim);
        let what = words.next().unwrap_or_default();
        let weight = words.find_map(|word| word.strip_prefix("q=").or_else(|| word.strip_prefix("Q=")));
        // A malformed quality counts as 0.
        (what, weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0)))
    })
}

/// Whether an encoding may be sent: it is named, or `*` is and it is not.
pub(crate) fn takes_encoding(headers: &HeaderMap, encoding: &str) -> bool {
    let weight = |wanted: &str| {
        listed(headers, header::ACCEPT_ENCODING)
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, weight)| weight)
    };
    weight(encoding).or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

/// Whether HTML is requested by name: clients that accept anything (`*/*`) are programs or scripts.
pub(crate) fn asks_for_a_page(headers: &HeaderMap) -> bool {
    listed(headers, header::ACCEPT)
        .any(|(kind, weight)| kind.eq_ignore_ascii_case("text/html") && weight > 0.0)
}

/// The preferred one of some languages; the first if none is preferred.
pub(crate) fn language(headers: &HeaderMap, known: &[&str]) -> usize {
    let weight = |language: &str| {
        let is_it =
            |range: &str| range.split('-').next().is_some_and(|main| main.eq_ignore_ascii_case(language));
        let weights = listed(headers, header::ACCEPT_LANGUAGE).filter(|(range, _)| is_it(range));
        weights.map(|(_, weight)| weight).fold(0.0, f32::max)
    };
    // The last of several wins, so the search begins at the end.
    let most = |one: &usize, other: &usize| weight(known[*one]).total_cmp(&weight(known[*other]));
    (0..known.len()).rev().max_by(most).unwrap_or_default()
}

/// Whether the client has the content with this tag. Tags are compared weakly, as for every `If-None-Match`.
pub(crate) fn has_already(headers: &HeaderMap, tag: &str) -> bool {
    listed(headers, header::IF_NONE_MATCH).any(|(own, _)| own == "*" || own.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn encodings_are_taken_by_name_and_by_star_and_refused_by_zero() {
        let takes = |value: &str| {
            let headers = with(header::ACCEPT_ENCODING, value);
            ["br", "gzip"].map(|encoding| takes_encoding(&headers, encoding))
        };
        assert_eq!(takes("gzip, deflate, br, zstd"), [true, true]);
        assert_eq!(takes("gzip"), [false, true]);
        assert_eq!(takes("BR;q=1.0, gzip;q=0"), [true, false]);
        assert_eq!(takes("*"), [true, true]);
        assert_eq!(takes("br;q=0, *"), [false, true]);
        assert_eq!(takes("*;q=0"), [false, false]);
        assert_eq!(takes("br;q=much, gzip ; q=0.001"), [false, true]);
        assert_eq!(takes("identity"), [false, false]);
        assert_eq!(takes(""), [false, false]);
        assert!(!takes_encoding(&HeaderMap::new(), "br"));
    }

    #[test]
    fn the_language_that_is_wanted_most_is_spoken() {
        let known = ["en", "fr"];
        let speaks = |value: &str| known[language(&with(header::ACCEPT_LANGUAGE, value), &known)];
        assert_eq!(speaks("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"), "fr");
        assert_eq!(speaks("en-GB,en;q=0.9,fr;q=0.8"), "en");
        assert_eq!(speaks("de, en;q=0.3, FR;q=0.4"), "fr");
        assert_eq!(speaks("fr;q=0, en;q=0.1"), "en");
        assert_eq!(speaks("frr, de"), "en", "North Frisian is not French");
        assert_eq!(speaks("fr, en"), "en", "equally wanted");
        assert_eq!(language(&HeaderMap::new(), &known), 0);
    }

    #[test]
    fn pages_are_asked_for_by_name() {
        let asks = |value: &str| asks_for_a_page(&with(header::ACCEPT, value));
        assert!(asks("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        assert!(asks("application/json;q=0.1, text/html;q=0.5"));
        assert!(!asks("*/*") && !asks("application/json") && !asks("text/html;q=0") && !asks("text/*"));
        assert!(!asks_for_a_page(&HeaderMap::new()));
    }

    #[test]
    fn tags_match_weak_or_strong_alone_or_in_a_list() {
        let has = |value: &str| has_already(&with(header::IF_NONE_MATCH, value), "\"abc\"");
        assert!(has("\"abc\"") && has("W/\"abc\"") && has("\"x\", \"abc\"") && has("*"));
        assert!(!has("\"abcd\"") && !has("abc") && !has(""));
    }
}
