//! Starting and stopping a server.

use crate::app::App;
use crate::http::Front;
use crate::http::listener::Listener;
use crate::site::Site;
use crate::site::bus::{Bus, BusError};
use crate::site::config::Config;
use crate::site::entropy::Entropy;
use crate::{housekeeping, http, socket};
use std::net::SocketAddr;
use std::time::Duration;
use taijitu_store::{ServingLock, Settings, Store, StoreError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How long sockets and requests may take to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bus.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why not.
        error: std::io::Error,
    },
    /// What was found in the database.
    #[error("the tables in the database cannot be taken up: {0}")]
    Resume(String),
}

/// A running server.
pub struct Server {
    app: App,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    task: JoinHandle<()>,
    /// Held until the database is closed.
    lock: Option<ServingLock>,
}

/// Listens on an address; with port 0 on one that is free.
async fn bind(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |error| ServeError::Listen { address: wanted, error };
    let listener = TcpListener::bind(wanted).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

impl Server {
    /// Opens the database, continues where the last server left off, and listens.
    ///
    /// # Errors
    /// [`ServeError`] if the database cannot be opened, another server uses it, or the address is taken.
    pub async fn start(config: Config, front: Front) -> Result<Self, ServeError> {
        #[cfg(feature = "test-hooks")]
        crate::test_hooks::pretend_newer_rules();
        let lock = ServingLock::take(&config.database, config.share_data)?;
        let store = Store::open(&config.database, Settings::default()).await?;
        let bus = match &config.nats {
            Some(url) => Bus::nats(url).await?,
            None => Bus::default(),
        };
        let site = Site::new(config, store, bus, Entropy::System);
        #[cfg(feature = "test-hooks")]
        crate::test_hooks::set_clock_on_signals(&site);
        Ok(Self { lock: Some(lock), ..Self::start_on(site, front).await? })
    }

    /// The same on a site whose database and bus others may use too.
    ///
    /// # Errors
    /// [`ServeError`] if the address is taken or the tables cannot be read.
    pub async fn start_on(site: Site, front: Front) -> Result<Self, ServeError> {
        let (listener, address) = bind(site.config.listen).await?;
        let metrics = match site.config.metrics_listen {
            Some(wanted) => Some(bind(wanted).await?),
            None => None,
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = site.config.engine_threads.unwrap_or(cores - 1).max(1);
        let app = App::new(site);
        app.engines.start_threads(threads);
        housekeeping::resume(&app).await.map_err(|refused| ServeError::Resume(refused.0.message.en))?;
        app.accounts.passwords.prepare().await;
        housekeeping::start(&app);
        let counter = app.site.connection_counter.clone();
        let serves = |router| Listener { site: app.site.clone(), connections: counter.clone(), router };
        let metrics_address = metrics.as_ref().map(|(_, address)| *address);
        if let Some((listener, _)) = metrics {
            tokio::spawn(serves(http::metrics_router(app.clone(), front.clone())).serve(listener));
        }
        let task = tokio::spawn(serves(http::router(app.clone(), front, socket::routes())).serve(listener));
        Ok(Self { app, address, metrics_address, task, lock: None })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where `/metrics` is, if it has an address of its own.
    #[must_use]
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// The layers it is made of.
    #[must_use]
    pub const fn app(&self) -> &App {
        &self.app
    }

    /// Does once, in order and to the end, everything this node does by itself. A test that has called it has seen what
    /// would have happened, without waiting for the time at which it happens.
    #[cfg(feature = "test-hooks")]
    pub async fn tick(&self) {
        housekeeping::tick(&self.app).await;
    }

    /// Stops in two stages: nothing new is accepted and clients are told to come back; then what is being committed is
    /// finished and the database closed.
    pub async fn stop(self) {
        self.app.close();
        // axum does not wait for sockets; without this the process would end before they have said goodbye.
        let closed = self.app.site.connections.all_closed();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, closed).await.is_err() {
            tracing::warn!("some sockets did not close in time");
        }
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.task).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
        self.app.site.store.close().await;
        drop(self.lock);
    }
}
