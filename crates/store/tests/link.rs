//! A link to the database that swallows everything without a word: callers that wait get an error, and the store goes on
//! once the link is mended.

use crate::help::{Site, event, row, table_id};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use taijitu_store::{Append, AppendOutcome, Store, StoreSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const TIMEOUT: Duration = Duration::from_millis(300);
/// What gives up does so long before an operating system would.
const LONG: Duration = Duration::from_secs(30);

/// Passes bytes on, or drops them: new connections too.
async fn carry(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    silent: Arc<AtomicBool>,
) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if !silent.load(Ordering::Relaxed) && to.write_all(&bytes[..count]).await.is_err() {
            break;
        }
    }
}

/// The address of a link to `server`, and the switch that silences it.
async fn link(server: String) -> (String, Arc<AtomicBool>) {
    let silent = Arc::new(AtomicBool::new(false));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let switch = silent.clone();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let (near_in, near_out) = near.into_split();
            let (far_in, far_out) = TcpStream::connect(&server).await.unwrap().into_split();
            tokio::spawn(carry(near_in, far_out, switch.clone()));
            tokio::spawn(carry(far_in, near_out, switch.clone()));
        }
    });
    (address, silent)
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by cargo xtask test"]
async fn a_silent_link_delays_callers_for_a_bounded_time() {
    let site = Site::postgres().await;
    let url = site.url();
    let server = url.split(['@', '/']).nth(3).unwrap().to_owned();
    let (address, silent) = link(server.clone()).await;
    let settings = StoreSettings { timeout: TIMEOUT, ..StoreSettings::default() };
    let store = Store::open(&url.replacen(&server, &address, 1), settings).await.unwrap();
    let append = |n| store.append(Append::new(n, vec![event("turn")], row("t")));
    assert_eq!(append(1).await.unwrap(), AppendOutcome::Committed);
    assert_eq!(store.events_after(table_id("t"), 0).await.unwrap().len(), 1);

    silent.store(true, Ordering::Relaxed);
    assert!(tokio::time::timeout(LONG, append(2)).await.expect("an answer").is_err());
    assert!(
        tokio::time::timeout(LONG, store.events_after(table_id("t"), 0)).await.expect("an answer").is_err()
    );

    silent.store(false, Ordering::Relaxed);
    assert_eq!(append(2).await.unwrap(), AppendOutcome::Committed);
    assert_eq!(store.events_after(table_id("t"), 0).await.unwrap().len(), 2);
}
