//! A socket that watches the page of a tournament, as a browser does.

use std::net::SocketAddr;
use std::time::Duration;
use taijitu_protocol::{FromClient, FromServer, TournamentId};
use taijitu_testkit::{Client, Socket};
use tokio::sync::watch;

/// How long it waits for a message before it looks whether the tournament is over.
const GLANCE: Duration = Duration::from_millis(500);
/// How long after a lost connection it connects again.
const AGAIN: Duration = Duration::from_secs(1);

/// Watches until the tournament is over, and returns how many views it was sent. A connection that is lost is made again:
/// nodes are killed.
pub(super) async fn watch_until_over(
    address: SocketAddr,
    tournament: TournamentId,
    is_over: watch::Receiver<bool>,
) -> usize {
    let mut views = 0;
    while !*is_over.borrow() {
        if let Ok(mut socket) = Socket::connect(&Client::new(address)).await
            && socket.try_send(&FromClient::WatchTournament { tournament }).await.is_ok()
        {
            while !*is_over.borrow() {
                match socket.try_next_within(GLANCE).await {
                    Ok(Some(FromServer::Tournament { .. })) => views += 1,
                    Ok(_) => (),
                    Err(_) => break,
                }
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
    views
}
