//! Prints the description of the interface; `cargo xtask gen` puts it into `docs/openapi.json`.

fn main() -> Result<(), serde_json::Error> {
    println!("{}", taijitu_server::http::openapi().to_pretty_json()?);
    Ok(())
}
