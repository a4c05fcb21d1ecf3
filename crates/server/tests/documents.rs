//! Files that are generated from the routes: the description of the interface, and the guide for those who write clients.

use std::collections::BTreeSet;
use taijitu_server::documented_limits;
use taijitu_server::http::openapi;

#[test]
fn the_description_of_the_interface_is_up_to_date() {
    let committed = include_str!("../../../docs/openapi.json");
    let now = openapi().to_pretty_json().unwrap();
    assert!(
        committed.trim_end() == now.trim_end(),
        "docs/openapi.json is not what the routes say now: run `cargo xtask gen`"
    );
}

/// The routes that a text shows, each as `METHOD /path` between backticks, without a query.
fn routes_in(text: &str) -> BTreeSet<String> {
    let is_route = |code: &&str| {
        code.split_once(' ').is_some_and(|(method, path)| {
            ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&method) && path.starts_with("/api/")
        })
    };
    let shown = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).filter(is_route);
    shown.map(|route| route.split('?').next().unwrap_or(route).to_owned()).collect()
}

/// The rows of the table that follows a heading such as `| what | limit |` in a document.
fn table_after<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let at = document.find(heading).unwrap_or_else(|| panic!("there is no table {heading}"));
    document[at..].lines().skip(2).take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn limits_are_documented_as_they_are() {
    let (protocol, hosting) =
        (include_str!("../../../docs/PROTOCOL.md"), include_str!("../../../docs/HOSTING.md"));
    let tables = [
        (protocol, "| requests a minute | one player | one address |", documented_limits::rates()),
        (hosting, "| requests a minute | one player | one address |", documented_limits::rates()),
        (protocol, "| what | limit |", documented_limits::limits()),
        (hosting, "| what | how long |", documented_limits::lifetimes()),
    ];
    for (document, heading, rows) in tables {
        assert_eq!(table_after(document, heading), rows, "the table should be\n{}\n", rows.join("\n"));
    }
}

#[test]
fn limits_that_are_repeated_are_the_same() {
    let (protocol, hosting) =
        (include_str!("../../../docs/PROTOCOL.md"), include_str!("../../../docs/HOSTING.md"));
    let documents = [
        ("PROTOCOL.md", protocol, documented_limits::sentences_of_protocol()),
        ("HOSTING.md", hosting, documented_limits::sentences_of_hosting()),
    ];
    for (name, document, sentences) in documents {
        for sentence in sentences {
            assert!(document.contains(&sentence), "{name} should have: {sentence}");
        }
    }
}

#[test]
fn the_guide_shows_every_route_and_no_other() {
    let mut routes = BTreeSet::new();
    for (path, item) in openapi().paths.paths {
        let methods = [
            ("GET", item.get),
            ("POST", item.post),
            ("PUT", item.put),
            ("PATCH", item.patch),
            ("DELETE", item.delete),
        ];
        let methods = methods.into_iter().filter(|(_, operation)| operation.is_some());
        routes.extend(methods.map(|(method, _)| format!("{method} {path}")));
    }
    assert_eq!(
        routes_in(include_str!("../../../docs/PROTOCOL.md")),
        routes,
        "docs/PROTOCOL.md and the routes"
    );
}
