//! What every part of a node shares: configuration, time, entropy, the database, the bus, limits.
//!
//! It has no application logic and depends on no other layer.

pub mod bus;
pub(crate) mod clock;
pub(crate) mod config;
pub(crate) mod connection_counter;
pub(crate) mod connections;
pub(crate) mod cores;
pub(crate) mod descriptors;
pub(crate) mod entropy;
pub(crate) mod heartbeat;
pub(crate) mod limits;
pub(crate) mod mail;
pub(crate) mod push;
pub(crate) mod qr;
pub(crate) mod url;
pub(crate) mod work;

use bus::Bus;
use clock::Clock;
use config::Config;
use connection_counter::{ConnectionCaps, ConnectionCounter};
use connections::Connections;
use entropy::Entropy;
use heartbeat::Heartbeat;
use limits::RateLimits;
use mail::Mailer;
use std::ops::Deref;
use std::sync::Arc;
use taijitu_store::Store;
use tokio::sync::watch;
use work::WorkPools;

/// The limits of connections. Behind a trusted proxy all connections come from its address.
fn caps(config: &Config) -> ConnectionCaps {
    ConnectionCaps {
        total: descriptors::connections_within(descriptors::raise_descriptor_limit(), config.max_connections),
        per_address: (!config.trust_proxy).then(|| config.connections_per_address()),
    }
}

/// A handle to what the parts of a node share; cheap to clone.
#[derive(Clone)]
pub struct Site(Arc<SiteInner>);

/// What is behind the handle.
pub struct SiteInner {
    /// The configuration.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// Random numbers.
    pub entropy: Entropy,
    /// The database.
    pub store: Store,
    /// Signals between nodes.
    pub bus: Bus,
    /// Rate limits.
    pub limits: RateLimits,
    /// Mail.
    pub(crate) mailer: Mailer,
    /// Open connections and their limits.
    pub(crate) connection_counter: Arc<ConnectionCounter>,
    /// Threads for work that takes a while.
    pub(crate) work: WorkPools,
    /// Open sockets.
    pub(crate) connections: Connections,
    /// The name of this node.
    pub node: String,
    heartbeat: Heartbeat,
    closing: watch::Sender<bool>,
}

impl Deref for Site {
    type Target = SiteInner;
    fn deref(&self) -> &SiteInner {
        &self.0
    }
}

impl Site {
    /// A node on a database.
    #[must_use]
    pub fn new(config: Config, store: Store, bus: Bus, entropy: Entropy) -> Self {
        Self(Arc::new(SiteInner {
            node: format!("{:x}", entropy.u128()),
            limits: if config.lan {
                RateLimits::for_room(config.rate_factor)
            } else {
                RateLimits::new(config.rate_factor)
            },
            mailer: Mailer::start(config.mail.as_ref()),
            connections: Connections::new(config.rate_factor),
            connection_counter: ConnectionCounter::new(caps(&config)),
            work: WorkPools::new(config.leaves_a_core_free),
            config,
            clock: Clock::default(),
            entropy,
            store,
            bus,
            heartbeat: Heartbeat::default(),
            closing: watch::Sender::new(false),
        }))
    }

    /// Waits until the node shuts down.
    pub async fn closed(&self) {
        // The sender lives as long as the site: waiting ends only when the value changes.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }

    /// Whether the node shuts down.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Keeps all threads for work busy until the result is dropped.
    #[cfg(feature = "test-hooks")]
    #[must_use]
    pub fn stall_work(&self) -> work::StalledWork {
        self.work.stall()
    }

    /// How much waits for the quick threads.
    #[cfg(feature = "test-hooks")]
    #[must_use]
    pub fn waiting_work(&self) -> usize {
        self.work.waiting()
    }

    /// Begins to shut down: nothing new is accepted.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }
}
