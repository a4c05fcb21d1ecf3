//! The WebSocket: one socket for any number of tables.

mod client;
mod in_reply_to;
mod requests;

use crate::app::App;
use crate::error::Result;
use crate::http::auth::{Visitor, check_origin};
use crate::site::limits::Class;
use crate::tables::{MessageText, OutgoingMessages, json};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use client::{End, SocketClient};
use futures_util::SinkExt;
pub(crate) use requests::MAX_WATCHED;
use std::time::Duration;
use taijitu_protocol::{FRAME_LIMIT, FromServer, Goodbye, Problem};

/// Bytes of messages sent in one write.
const WRITE_BUFFER: usize = 16 * 1024;
/// Maximum size of the write buffer. Nothing is added before what is beyond [`WRITE_BUFFER`] has been
/// written, so it holds at most that and one message; the largest messages, snapshots with a long chat, have
/// some 200 KiB.
const MAX_WRITE_BUFFER: usize = 4 * 1024 * 1024;
/// Bytes taken from the outbox before they are flushed.
const BATCH: usize = 64 * 1024;
/// A client that has sent nothing for this long is gone.
pub(crate) const SILENCE_TIMEOUT: Duration = Duration::from_secs(40);
/// A client that takes nothing of what is written to it for this long is gone.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a client may take to close its end after a goodbye.
const LINGER: Duration = Duration::from_secs(10);
/// How long a connection that cannot be read any further stays open, so that the client can read the reason.
const LINGER_UNREAD: Duration = Duration::from_secs(1);

/// The route of the socket.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/api/socket", get(upgrade))
}

/// Upgrades a request to a socket. Browsers have to come from our own pages.
///
/// # Errors
/// `wrong_origin` if they do not, `too_fast` if there were too many requests, `too_many` if too many sockets
/// are open.
async fn upgrade(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    app.site.limits.check(Class::Read, visitor.player, visitor.address)?;
    visitor.check_not_banned(&app)?;
    if visitor.session.is_some() || headers.contains_key(axum::http::header::ORIGIN) {
        check_origin(&app, &headers)?;
    }
    let admission = app.site.connections.admit(visitor.player, visitor.address)?;
    let sized = upgrade
        .max_message_size(FRAME_LIMIT)
        .max_frame_size(FRAME_LIMIT)
        // Buffers are a socket's main cost, and ours are idle most of the time. The write buffer grows only when several
        // messages are sent at once.
        .read_buffer_size(2 * 1024)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER);
    Ok(sized.on_upgrade(move |socket| async move {
        run(app, visitor, socket).await;
        drop(admission);
    }))
}

async fn run(app: App, visitor: Visitor, mut socket: WebSocket) {
    let (number, open) = app.site.connections.open().await;
    metrics::gauge!("taijitu_sockets").increment(1.0);
    let (outbox, mut outgoing) = app.tables.new_outbox(number);
    let mut client = SocketClient::new(app.clone(), visitor, outbox);
    let end = client.serve(&mut socket, &mut outgoing).await;
    client.leave_all();
    metrics::gauge!("taijitu_sockets").decrement(1.0);
    let ban = client.ban.take();
    let end = if ban.is_some() { End::Goodbye(Goodbye::Banned) } else { end };
    let has_goodbye = say_goodbye(&mut socket, end, ban).await;
    drop(open);
    match end {
        End::Goodbye(Goodbye::TooLarge) | End::Violation(_) if has_goodbye => {
            // Unread data cannot be skipped, and closing now would reset the connection: see below.
            tokio::time::sleep(LINGER_UNREAD).await;
        }
        End::Goodbye(_) if has_goodbye => {
            // Drain incoming data before closing: closing a TCP socket with unread data sends RST, and the client may
            // lose the goodbye.
            let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = tokio::time::timeout(LINGER, rest).await;
        }
        _ => (),
    }
}

/// Sends the reason why the connection ends; false if the client is gone.
async fn say_goodbye(socket: &mut WebSocket, end: End, problem: Option<Problem>) -> bool {
    let (code, reason) = match end {
        End::Gone => return false,
        End::Goodbye(reason) => {
            let goodbye = json(&FromServer::Goodbye { reason, retry: reason.retry(), problem });
            if !deliver(socket, &goodbye).await {
                return false;
            }
            (reason.close_code(), reason.as_str())
        }
        End::Violation(code) => (code, ""),
    };
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    matches!(tokio::time::timeout(WRITE_TIMEOUT, socket.send(close)).await, Ok(Ok(())))
}

/// Sends a message; false if the client is gone or has not taken anything within the timeout: waiting for
/// ever would keep its player present and its subscription alive.
async fn deliver(socket: &mut WebSocket, text: &MessageText) -> bool {
    matches!(tokio::time::timeout(WRITE_TIMEOUT, socket.send(message(text))).await, Ok(Ok(())))
}

/// Sends a message and some of those that wait behind it with as few writes as possible: an event and the answer to the
/// command that made it are usually one. False if the client is gone, or has not taken them in time.
async fn deliver_waiting(socket: &mut WebSocket, first: MessageText, waiting: &mut OutgoingMessages) -> bool {
    let write = async {
        let mut bytes = first.len();
        socket.feed(message(&first)).await?;
        while bytes < BATCH
            && let Some(next) = waiting.try_next()
        {
            bytes += next.len();
            socket.feed(message(&next)).await?;
        }
        socket.flush().await
    };
    matches!(tokio::time::timeout(WRITE_TIMEOUT, write).await, Ok(Ok(())))
}

fn message(text: &MessageText) -> Message {
    Message::Text((&**text).into())
}
