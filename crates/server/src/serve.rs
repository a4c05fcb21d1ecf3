//! Starting and stopping a server.

use crate::bus::{Bus, BusError};
use crate::config::Config;
use crate::house::House;
use crate::random::Chance;
use crate::{housekeeping, http};
use axum::extract::Extension;
use axum::serve::ListenerExt;
use metrics_exporter_prometheus::PrometheusHandle;
use std::net::SocketAddr;
use std::time::Duration;
use taijitu_store::{Settings, Store, StoreError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How long sockets and requests may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

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
    house: House,
    address: SocketAddr,
    task: JoinHandle<std::io::Result<()>>,
}

impl Server {
    /// Opens the database, takes up where the last server left off, and listens.
    ///
    /// # Errors
    /// If the database cannot be opened or the address is taken.
    pub async fn start(config: Config, metrics: Option<PrometheusHandle>) -> Result<Self, ServeError> {
        let store = Store::open(&config.database, Settings::default()).await?;
        let bus = match &config.nats {
            Some(url) => Bus::nats(url).await?,
            None => Bus::default(),
        };
        Self::start_with(config, store, bus, Chance::System, metrics).await
    }

    /// The same on a store and a bus that others use too.
    ///
    /// # Errors
    /// If the address is taken or the tables cannot be taken up.
    pub async fn start_with(
        config: Config,
        store: Store,
        bus: Bus,
        chance: Chance,
        metrics: Option<PrometheusHandle>,
    ) -> Result<Self, ServeError> {
        let wanted = config.listen;
        let failed = |error| ServeError::Listen { address: wanted, error };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = config.engine_threads.unwrap_or(cores - 1).max(1);
        let house = House::new(config, store, bus, chance);
        house.engines.start_threads(threads);
        housekeeping::resume(&house).await.map_err(|refused| ServeError::Resume(refused.0.message.en))?;
        house.passwords.prepare().await;
        housekeeping::start(&house);
        let mut app = http::router(house.clone());
        if let Some(metrics) = metrics {
            app = app.layer(Extension(metrics));
        }
        let closing = house.clone();
        // An event and an acknowledgement are two small packets: the second must not wait for the first to arrive.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection stays slow");
            }
        });
        let service = app.into_make_service_with_connect_info::<SocketAddr>();
        let stop = async move { closing.closed().await };
        let task =
            tokio::spawn(async move { axum::serve(listener, service).with_graceful_shutdown(stop).await });
        Ok(Self { house, address, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it shares.
    #[must_use]
    pub const fn house(&self) -> &House {
        &self.house
    }

    /// Stops in two stages: nothing new is taken on and clients are told to come back; then what is being
    /// committed is finished and the database closed.
    pub async fn stop(self) {
        self.house.close();
        // The framework does not wait for sockets; without this a process would end before it has said goodbye.
        if tokio::time::timeout(PATIENCE, self.house.open_sockets.write()).await.is_err() {
            tracing::warn!("some clients did not hear the goodbye in time");
        }
        if tokio::time::timeout(PATIENCE, self.task).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
        self.house.store.close().await;
    }
}
