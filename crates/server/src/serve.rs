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
use taijitu_store::{Backend, ServingLock, Store, StoreError, StoreSettings};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;

/// How long sockets and requests may take to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Bytes the kernel buffers for a connection in each direction; it needs as much again for bookkeeping.
pub(crate) const KERNEL_BUFFER: u32 = 64 * 1024;
/// Connections that may wait to be accepted, as far as the kernel allows it.
const BACKLOG: u32 = 4096;

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database could not be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bus could not be reached.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The address could not be bound.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: std::io::Error,
    },
    /// The stored tables could not be read.
    #[error("the tables in the database cannot be loaded: {0}")]
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
fn bind(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |error| ServeError::Listen { address: wanted, error };
    let listener = listen(wanted).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// Connections inherit the sizes of the buffers. By default the kernel lets a buffer grow to megabytes for a
/// client that reads nothing, or that is not read.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A port can be reused as soon as the previous server has ended.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(KERNEL_BUFFER)?;
    socket.set_recv_buffer_size(KERNEL_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
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
        let store = Store::open(&config.database, StoreSettings::default()).await?;
        let bus = match &config.nats {
            Some(url) => Bus::nats(url).await?,
            None => Bus::default(),
        };
        let site = Site::new(config, store, bus, Entropy::System);
        #[cfg(feature = "test-hooks")]
        crate::test_hooks::set_clock_on_signals(&site);
        let server = Self { lock: Some(lock), ..Self::start_on(site, front).await? };
        let site = &server.app.site;
        if site.store.kind() == Backend::Sqlite && !site.config.share_data {
            site.store.forget_other_nodes(&site.node).await?;
        }
        Ok(server)
    }

    /// The same on a site whose database and bus others may use too.
    ///
    /// # Errors
    /// [`ServeError`] if the address is taken or the tables cannot be read.
    pub async fn start_on(site: Site, front: Front) -> Result<Self, ServeError> {
        let (listener, address) = bind(site.config.listen)?;
        let metrics = site.config.metrics_listen.map(bind).transpose()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = site.config.engine_threads.unwrap_or(cores - 1).max(1);
        let app = App::new(site);
        app.engines.start_threads(threads, app.site.config.leaves_a_core_free);
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

    /// Runs every periodic task of this node once, in order and to its end. Tests call it instead of waiting
    /// for the intervals.
    #[cfg(feature = "test-hooks")]
    pub async fn tick(&self) {
        housekeeping::tick(&self.app).await;
    }

    /// Graceful shutdown in two stages: first nothing new is accepted and clients are asked to reconnect; then pending
    /// commits are finished and the database is closed.
    pub async fn stop(self) {
        self.app.close();
        // axum does not wait for WebSockets: without this the process would end before their close frames are sent.
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpStream;

    /// A connection as the server holds it, and its client with minimal buffers.
    async fn connection() -> (TcpStream, TcpStream) {
        let (listener, address) = bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let client = TcpSocket::new_v4().unwrap();
        client.set_recv_buffer_size(4096).unwrap();
        client.set_send_buffer_size(4096).unwrap();
        let client = client.connect(address).await.unwrap();
        (listener.accept().await.unwrap().0, client)
    }

    /// How many bytes one end accepts before the other one has to read.
    async fn write_until_full(stream: &mut TcpStream) -> usize {
        let mut written = 0;
        // Bytes not accepted within this time are not accepted at all.
        let pause = Duration::from_millis(300);
        while let Ok(Ok(count)) = tokio::time::timeout(pause, stream.write(&[0; 4096])).await {
            written += count;
        }
        written
    }

    #[tokio::test]
    async fn the_kernel_keeps_little_of_what_is_not_read() {
        let most = 4 * KERNEL_BUFFER as usize;
        let (mut server, _client) = connection().await;
        let written = write_until_full(&mut server).await;
        assert!(written > 0 && written <= most, "{written} bytes for a client that does not read");
        let (_server, mut client) = connection().await;
        let written = write_until_full(&mut client).await;
        assert!(written > 0 && written <= most, "{written} bytes of a client that is not read");
    }
}
