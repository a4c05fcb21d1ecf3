//! Files that repeat what the routes say: the description of the interface, and the guide for those who write clients.

use std::collections::BTreeSet;
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
