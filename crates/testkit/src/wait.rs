//! Waiting for a condition.

use std::time::Duration;

/// How long a test waits for something that should happen at once; a busy machine may take time.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Polls until there is a value; panics after [`PATIENCE`].
pub async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("{what} did not happen"))
}
