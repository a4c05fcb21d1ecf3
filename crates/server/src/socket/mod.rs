//! The live connection: one socket for any number of tables.

mod client;
mod requests;

use crate::app::App;
use crate::error::Result;
use crate::http::auth::{Visitor, check_origin};
use crate::site::limits::Class;
use crate::tables::{Outbox, Text, json};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use client::Client;
use futures_util::SinkExt;
use std::time::Duration;
use taijitu_protocol::{FromServer, MESSAGE_LIMIT};
use tokio::sync::mpsc;

/// Messages that may wait for a socket before its client has to start over.
const OUTBOX: usize = 256;
/// Bytes of messages sent in one write.
const WRITE_BUFFER: usize = 16 * 1024;
/// A client that has sent nothing, or taken nothing, for this long is gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(40);
/// How long a client may take to close its end after a goodbye.
const LINGER: Duration = Duration::from_secs(10);

/// The route of the socket.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/api/socket", get(upgrade))
}

/// Begins a socket. Browsers have to come from our own pages.
///
/// # Errors
/// `wrong-origin` if they do not, `too-fast` if there were too many requests.
async fn upgrade(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    app.site.limits.check(Class::Read, visitor.player, visitor.address)?;
    if visitor.session.is_some() || headers.contains_key(axum::http::header::ORIGIN) {
        check_origin(&app, &headers)?;
    }
    let sized = upgrade
        .max_message_size(MESSAGE_LIMIT)
        .max_frame_size(MESSAGE_LIMIT)
        // Buffers are a socket's main cost, and ours are idle most of the time. The write buffer grows only when several
        // messages are sent at once.
        .read_buffer_size(2 * 1024)
        .write_buffer_size(WRITE_BUFFER);
    Ok(sized.on_upgrade(move |socket| run(app, visitor, socket)))
}

async fn run(app: App, visitor: Visitor, mut socket: WebSocket) {
    let (number, open) = app.site.connections.open().await;
    metrics::gauge!("taijitu_sockets").increment(1.0);
    let (outbox, mut outgoing) = Outbox::new(number, OUTBOX);
    let mut client = Client::new(app.clone(), visitor, outbox);
    let goodbye = client.serve(&mut socket, &mut outgoing).await;
    client.leave_all();
    metrics::gauge!("taijitu_sockets").decrement(1.0);
    let Some(reason) = goodbye else { return };
    // A client that is gone need not be told.
    if deliver(&mut socket, &json(&FromServer::Goodbye { reason, retry: reason.retry() })).await {
        let close = Message::Close(Some(CloseFrame { code: 1012, reason: reason.as_str().into() }));
        let _ = tokio::time::timeout(SILENCE_TIMEOUT, socket.send(close)).await;
    }
    drop(open);
    // Drain incoming data before closing: closing a TCP socket with unread data sends RST, and the client may lose the
    // goodbye.
    let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = tokio::time::timeout(LINGER, rest).await;
}

/// Sends a message; false if the client is gone, or takes nothing for so long that it might as well be: waiting for ever
/// would keep its player present and its place among the subscribers.
async fn deliver(socket: &mut WebSocket, text: &Text) -> bool {
    matches!(tokio::time::timeout(SILENCE_TIMEOUT, socket.send(message(text))).await, Ok(Ok(())))
}

/// Sends a message and those that wait behind it with as few writes as possible: an event and the answer to the command
/// that made it are usually one. False if the client is gone.
async fn deliver_waiting(socket: &mut WebSocket, first: Text, waiting: &mut mpsc::Receiver<Text>) -> bool {
    let write = async {
        socket.feed(message(&first)).await?;
        for _ in 0..OUTBOX {
            let Ok(next) = waiting.try_recv() else { break };
            socket.feed(message(&next)).await?;
        }
        socket.flush().await
    };
    matches!(tokio::time::timeout(SILENCE_TIMEOUT, write).await, Ok(Ok(())))
}

fn message(text: &Text) -> Message {
    Message::Text((&**text).into())
}
