//! Signals by NATS. The client reconnects by itself; signals lost until then do no harm, because nodes poll
//! the log as well.

use super::Signal;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt;
use tokio::sync::{broadcast, mpsc, watch};

/// Subject of signals to every node.
const SUBJECT: &str = "taijitu.signal";
/// Signals that may wait to be sent; more than that are dropped.
const WAITING: usize = 4096;
/// Signals in one message.
const AT_ONCE: usize = 64;

/// Why the bus could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address is malformed.
    #[error("`{url}` is not the address of a NATS server, such as nats://127.0.0.1:4222: {reason}")]
    Address {
        /// The address as it was given.
        url: String,
        /// The reason.
        reason: String,
    },
    /// The server refused the connection.
    #[error("the NATS server at {url} refused: {reason}")]
    Refused {
        /// The address.
        url: String,
        /// The reason.
        reason: String,
    },
}

impl BusError {
    /// The server at an address has refused something.
    pub(crate) fn refused(url: &str, reason: &impl ToString) -> Self {
        Self::Refused { url: url.into(), reason: reason.to_string() }
    }
}

/// Connects to a NATS server, which need not be up yet; `on_event` is called when the connection changes.
///
/// # Errors
/// [`BusError::Address`] if the address is malformed, [`BusError::Refused`] if the server refuses.
pub(crate) async fn connect(
    url: &str,
    options: ConnectOptions,
    on_event: impl Fn(&Event) + Send + Sync + 'static,
) -> Result<Client, BusError> {
    let malformed = |error: std::io::Error| BusError::Address { url: url.into(), reason: error.to_string() };
    let server: async_nats::ServerAddr = url.parse().map_err(malformed)?;
    let options = options.retry_on_initial_connect().event_callback(move |event| {
        on_event(&event);
        async {}
    });
    options.connect(server).await.map_err(|error| BusError::refused(url, &error))
}

/// The connection to a NATS server.
#[derive(Debug)]
pub(super) struct Remote {
    pub(super) client: Client,
    outgoing: mpsc::Sender<Signal>,
    up: watch::Receiver<bool>,
}

impl Remote {
    pub(super) async fn connect(url: &str, signals: broadcast::Sender<Signal>) -> Result<Self, BusError> {
        let (connected, up) = watch::channel(false);
        let options = ConnectOptions::new().name("taijitu").no_echo();
        let client = connect(url, options, move |event| note(&connected, event)).await?;
        let incoming = client.subscribe(SUBJECT).await.map_err(|error| BusError::refused(url, &error))?;
        tokio::spawn(receive_signals(incoming, signals));
        let (outgoing, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send_signals(client.clone(), waiting));
        Ok(Self { client, outgoing, up })
    }

    pub(super) fn publish(&self, signal: Signal) {
        if self.outgoing.try_send(signal).is_err() {
            metrics::counter!("taijitu_bus_dropped_total").increment(1);
        }
    }

    pub(super) fn is_up(&self) -> watch::Receiver<bool> {
        self.up.clone()
    }
}

fn note(connected: &watch::Sender<bool>, event: &Event) {
    match event {
        Event::Connected => {
            tracing::info!("the bus is up");
            connected.send_replace(true);
        }
        Event::Disconnected | Event::Closed => {
            // A failed attempt is reported as another disconnection.
            if connected.send_replace(false) {
                tracing::warn!("the bus is down: the log is read more often instead");
            }
        }
        other => tracing::debug!(event = %other, "the bus"),
    }
}

async fn receive_signals(mut incoming: async_nats::Subscriber, signals: broadcast::Sender<Signal>) {
    while let Some(message) = incoming.next().await {
        // Signals of a newer node that this one cannot parse are skipped: their effect is found in the log.
        let lines = std::str::from_utf8(&message.payload).unwrap_or_default().lines();
        for signal in lines.filter_map(|line| line.parse().ok()) {
            // Without a receiver there is nothing to do.
            let _ = signals.send(signal);
        }
    }
}

/// Sends waiting signals, all of them in one message, one per line; ends with the bus.
async fn send_signals(client: Client, mut waiting: mpsc::Receiver<Signal>) {
    let mut signals = vec![];
    while waiting.recv_many(&mut signals, AT_ONCE).await > 0 {
        let lines: Vec<String> = signals.drain(..).map(|signal| signal.to_string()).collect();
        if let Err(error) = client.publish(SUBJECT, lines.join("\n").into()).await {
            tracing::debug!(%error, "signals were not sent");
        }
    }
}
