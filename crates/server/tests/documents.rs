//! Files that repeat what the routes say: the description of the interface, and the guide for those who write clients.

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

#[test]
fn the_guide_shows_every_route() {
    let guide = include_str!("../../../docs/PROTOCOL.md");
    for (path, item) in openapi().paths.paths {
        let methods =
            [("GET", item.get.is_some()), ("POST", item.post.is_some()), ("DELETE", item.delete.is_some())];
        for (method, _) in methods.into_iter().filter(|(_, is_there)| *is_there) {
            let route = format!("`{method} {path}");
            assert!(guide.contains(&route), "docs/PROTOCOL.md has no {route}`");
        }
    }
}
