//! How a server is set up.

use crate::passwords::Cost;
use axum::http::request::Parts;
use axum::response::Response;
use std::net::{Ipv4Addr, SocketAddr};

/// What answers requests outside the interface, if anything does. The server knows no page: it is handed one, and hands
/// it lines for its head, as HTML, where there is something to say to those who run no script.
pub type Pages = fn(&Parts, Option<&str>) -> Option<Response>;

/// What a server needs to know before it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The address players type, without a trailing slash: `https://club.example`. Without it, the address each
    /// request names is taken.
    pub public_url: Option<String>,
    /// The database: `sqlite:FILE` or `postgres://…`.
    pub database: String,
    /// The address of a NATS server through which several nodes hear of each other; without it this node is alone, or
    /// finds out from the log.
    pub nats: Option<String>,
    /// Whether the last address in `X-Forwarded-For` is the client's: only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// Threads for engines; cores less one unless said.
    pub engine_threads: Option<usize>,
    /// Rate limits are multiplied by this: a whole club may come from one address.
    pub rate_factor: u32,
    /// What hashing a password costs; tests that sign in often take [`Cost::CHEAP`].
    pub password_cost: Cost,
    /// The page; none unless said.
    pub pages: Pages,
}

impl Default for Config {
    /// One machine, nobody else on it: port 8080, a file in the present folder.
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: None,
            database: "sqlite:taijitu.db".into(),
            nats: None,
            trust_proxy: false,
            engine_threads: None,
            rate_factor: 1,
            password_cost: Cost::default(),
            pages: |_, _| None,
        }
    }
}

impl Config {
    /// Whether players come over https, so that cookies have to be `Secure`.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}
