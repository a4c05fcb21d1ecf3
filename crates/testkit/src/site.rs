//! A server in the process of the test, on a temporary database.

use crate::client::{Client, credentials};
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_server::http::{Front, Pages};
use taijitu_server::{App, Bus, Config, ConnectionTimes, Entropy, PasswordCost, Server, Site};
use taijitu_store::{Store, StoreSettings};
use tempfile::TempDir;

/// A server with a database of its own.
pub struct TestSite {
    server: Option<Server>,
    config: Config,
    seed: Option<u64>,
    front: Front,
    address: Arc<Mutex<SocketAddr>>,
    folder: TempDir,
}

impl TestSite {
    /// A server with rate limits that no test reaches, and cheap passwords.
    pub async fn start() -> Self {
        Self::with(|config| config.rate_factor = 100_000).await
    }

    /// A server with another configuration.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::prepared(change, None, Front::default()).await
    }

    /// A server whose random numbers come from a seed, under one public address: two of them answer the same to the same
    /// requests.
    pub async fn seeded(seed: u64) -> Self {
        let change = |config: &mut Config| {
            config.rate_factor = 100_000;
            config.public_url = Some("http://club.example".into());
        };
        Self::prepared(change, Some(seed), Front::default()).await
    }

    /// A server that is handed a page.
    pub async fn with_pages(pages: Pages) -> Self {
        Self::prepared(|_| (), None, Front { pages, ..Front::default() }).await
    }

    /// A server that shows its metrics.
    pub async fn measured(metrics: PrometheusHandle) -> Self {
        let front = Front { metrics: Some(metrics), ..Front::default() };
        Self::prepared(|config| config.rate_factor = 100_000, None, front).await
    }

    async fn prepared(change: impl FnOnce(&mut Config), seed: Option<u64>, front: Front) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            database: format!("sqlite:{}", folder.path().join("site.db").display()),
            engine_threads: Some(1),
            password_cost: PasswordCost::CHEAP,
            // A test answers pings only while it reads: that must not be reported as a lost connection.
            connection_times: ConnectionTimes {
                pong: Duration::from_secs(3600),
                ..ConnectionTimes::default()
            },
            ..Config::default()
        };
        change(&mut config);
        let server = serve(&config, seed, front.clone()).await;
        let address = Arc::new(Mutex::new(server.address()));
        Self { server: Some(server), config, seed, front, address, folder }
    }

    /// Stops the server and starts another on the same database, at another port; browsers follow.
    pub async fn restart(&mut self) {
        self.stop().await;
        let server = serve(&self.config, self.seed, self.front.clone()).await;
        *self.address.lock().unwrap() = server.address();
        self.server = Some(server);
    }

    /// Stops the server.
    pub async fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    fn server(&self) -> &Server {
        self.server.as_ref().expect("the server runs")
    }

    /// The layers of the server.
    #[must_use]
    pub fn app(&self) -> &App {
        self.server().app()
    }

    /// Runs the periodic tasks once, to their end; see [`Server::tick`].
    pub async fn tick(&self) {
        self.server().tick().await;
    }

    /// Another server on the same store: with the same bus, or with one of its own that no other node uses.
    pub async fn node(&self, bus: Bus) -> Server {
        let config = Config { listen: "127.0.0.1:0".parse().unwrap(), ..self.config.clone() };
        let store = self.app().site.store.clone();
        Server::start_on(Site::new(config, store, bus, Entropy::System), Front::default()).await.unwrap()
    }

    /// Advances the clock by this many milliseconds. A clock that leaps looks like an outage, which is
    /// charged to no player, unless there was a heartbeat in between.
    pub async fn pass(&self, milliseconds: i64) {
        pass(&[&self.app().site], milliseconds).await;
    }

    /// The same for this server and for another node.
    pub async fn pass_with(&self, node: &Server, milliseconds: i64) {
        pass(&[&self.app().site, &node.app().site], milliseconds).await;
    }

    /// The folder of the database.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where its numbers are, if they have an address of their own.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.server().metrics_address()
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        *self.address.lock().unwrap()
    }

    /// A browser that is not signed in.
    #[must_use]
    pub fn browser(&self) -> Client {
        Client::following(self.address.clone())
    }

    /// A browser with a guest.
    pub async fn guest(&self) -> Client {
        let browser = self.browser();
        browser.post("/api/guest", json!({})).await.ok();
        browser
    }

    /// A browser with an account whose password is `password of NAME`.
    pub async fn account(&self, name: &str) -> Client {
        let browser = self.browser();
        browser.post("/api/register", credentials(name)).await.ok();
        browser
    }

    /// A program with a token of an account.
    pub async fn program(&self, owner: &Client) -> Client {
        let made = owner.post("/api/tokens", json!({ "label": "a program" })).await.ok();
        self.bearer(made["token"].as_str().unwrap())
    }

    /// A program with some token.
    #[must_use]
    pub fn bearer(&self, token: &str) -> Client {
        self.browser().with_token(token)
    }
}

/// Sets the clocks of all nodes of one database forward, within a heartbeat: no other one is written between two of them.
async fn pass(sites: &[&Site], milliseconds: i64) {
    let set_forward = || {
        sites.iter().for_each(|site| site.clock.step(milliseconds));
        sites[0].clock.now()
    };
    sites[0].store.heartbeat("the wall", set_forward, i64::MAX, 0).await.unwrap();
}

async fn serve(config: &Config, seed: Option<u64>, front: Front) -> Server {
    let store = Store::open(&config.database, StoreSettings::default()).await.unwrap();
    let entropy = seed.map_or(Entropy::System, |seed| Entropy::Seeded(Mutex::new(Random::new(seed))));
    let bus = match &config.nats {
        Some(url) => Bus::nats(url).await.unwrap(),
        None => Bus::default(),
    };
    Server::start_on(Site::new(config.clone(), store, bus, entropy), front).await.unwrap()
}
