//! Prints the types of the page; `cargo xtask gen` puts them into `web/src/lib/api/types.ts`.

fn main() {
    print!("{}", taijitu_protocol::typescript::declarations());
}
