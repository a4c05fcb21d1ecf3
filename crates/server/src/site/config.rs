//! The configuration of a server.

use super::mail::MailSettings;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// What hashing one password costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory: u32,
    /// Number of passes.
    pub passes: u32,
}

impl PasswordCost {
    /// For tests that sign in often: no protection against attackers.
    pub const CHEAP: Self = Self { memory: 8, passes: 1 };
}

impl Default for PasswordCost {
    /// 24 MiB in three passes, somewhat more than OWASP recommends (19 MiB, two passes): of the order of 50
    /// to 100 ms on one core of a small server.
    fn default() -> Self {
        Self { memory: 24 * 1024, passes: 3 }
    }
}

/// Timeouts for clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionTimes {
    /// From an idle connection to the complete head of the next request.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// Without reading anything of an answer.
    pub write: Duration,
    /// Time to answer a ping before presence reports the connection as lost.
    pub pong: Duration,
}

impl Default for ConnectionTimes {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            write: Duration::from_secs(45),
            pong: Duration::from_millis(900),
        }
    }
}

/// Connections from one address, times the rate factor: a room full of phones behind one router.
pub(crate) const CONNECTIONS_PER_ADDRESS: usize = 512;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The address players type, without a trailing slash: `https://club.example`. Without it, the host of
    /// each request is used.
    pub public_url: Option<String>,
    /// The database: `sqlite:FILE` or `postgres://…`.
    pub database: String,
    /// Whether other servers on this machine may use the same SQLite database, if they have this set too.
    /// PostgreSQL is always shared.
    pub share_data: bool,
    /// The address of a NATS server through which several nodes exchange signals; without it this node is
    /// alone, or polls the log.
    pub nats: Option<String>,
    /// The address of `/metrics`; without it, it is served with everything else.
    pub metrics_listen: Option<SocketAddr>,
    /// Whether the last address in `X-Forwarded-For` or `Forwarded` is the client's: only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// Maximum number of connections; by default what the limit of open files allows, less a reserve, and at most 32,768.
    pub max_connections: Option<usize>,
    /// Maximum number of connections from one address; by default 512 times the rate factor.
    pub max_connections_per_address: Option<usize>,
    /// How long clients may take.
    pub connection_times: ConnectionTimes,
    /// Threads for engines; by default the number of cores less one.
    pub engine_threads: Option<usize>,
    /// Whether threads that keep a core busy leave one core to those that serve. Not where several servers share a machine.
    pub leaves_a_core_free: bool,
    /// Whether this is the server of one room, whose people all come from one address: limits of addresses are higher.
    pub lan: bool,
    /// Rate limits are multiplied by this: a whole club may come from one address.
    pub rate_factor: u32,
    /// What hashing a password costs; tests that sign in often take [`PasswordCost::CHEAP`].
    pub password_cost: PasswordCost,
    /// Whether moderators need a second factor to moderate.
    pub moderators_need_totp: bool,
    /// The SMTP server; without it no mail is sent, and no address can be given.
    pub mail: Option<MailSettings>,
    /// Whether push messages may be sent to this machine: for tests that receive them.
    pub push_to_loopback: bool,
}

impl Default for Config {
    /// One machine and one server: port 8080, a file in the current folder.
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: None,
            database: "sqlite:taijitu.db".into(),
            share_data: false,
            nats: None,
            metrics_listen: None,
            trust_proxy: false,
            max_connections: None,
            max_connections_per_address: None,
            connection_times: ConnectionTimes::default(),
            engine_threads: None,
            leaves_a_core_free: false,
            lan: false,
            rate_factor: 1,
            password_cost: PasswordCost::default(),
            moderators_need_totp: true,
            mail: None,
            push_to_loopback: false,
        }
    }
}

impl Config {
    /// Connections from one address at a time.
    #[must_use]
    pub fn connections_per_address(&self) -> usize {
        let usual = || CONNECTIONS_PER_ADDRESS.saturating_mul(self.rate_factor as usize);
        self.max_connections_per_address.unwrap_or_else(usual).max(1)
    }

    /// Whether players come over https, so that cookies have to be `Secure`.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}
