//! The sockets of a node: numbered, and waited for at shutdown.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

/// The sockets of a node.
#[derive(Default)]
pub(crate) struct Connections {
    opened: AtomicU64,
    /// Read-locked by each open socket. Shutdown takes the write lock, which succeeds once every socket has closed.
    open: Arc<RwLock<()>>,
}

impl Connections {
    /// The number of a new socket, and a guard to hold until it has said goodbye.
    pub(crate) async fn open(&self) -> (u64, OwnedRwLockReadGuard<()>) {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        (number, self.open.clone().read_owned().await)
    }

    /// Waits until every socket has said goodbye.
    pub(crate) async fn all_closed(&self) {
        let _none_is_open = self.open.write().await;
    }
}
