//! Connections: taken on, limited in number and time, told to end.

use super::error::text_of;
use crate::error::Refused;
use crate::site::Site;
use crate::site::connection_counter::{Busy, ConnectionCounter, Ticket};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use axum::response::IntoResponse;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Sleep;

/// Bytes of a request's head, and of what is read at a time.
const HEAD_BYTES: usize = 64 * 1024;
/// Connections that are being told why they are refused; any others are closed at once.
const REFUSALS: usize = 32;
/// How long a client may take to read why it is refused.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
/// How long to wait when the system has no descriptor for a new connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Answers of the interface larger than this are counted while clients read them.
const LARGE_ANSWER: usize = 64 * 1024;

/// How long the body of a request may take, for the extractors that read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyTime(pub(super) Duration);

/// The memory behind an answer whose length says nothing about it, because it is compressed on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerBytes(pub(super) usize);

/// What connections are served with.
#[derive(Clone)]
pub(crate) struct Listener {
    /// The node; its end ends every connection.
    pub(crate) site: Site,
    /// The connections there are.
    pub(crate) connections: Arc<ConnectionCounter>,
    /// What answers.
    pub(crate) router: Router,
}

impl Listener {
    /// Serves connections until the site closes, then waits for the requests that are being answered.
    pub(crate) async fn serve(self, listener: TcpListener) {
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        // Each connection has a receiver; the sender knows when the last one is gone.
        let (all_closed, open) = watch::channel(());
        let mut closed = pin!(self.site.closed());
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                        continue;
                    }
                },
                () = &mut closed => break,
            };
            match self.connections.admit(peer.ip()) {
                Ok(ticket) => {
                    tracing::trace!("a connection was accepted");
                    let (listener, open) = (self.clone(), open.clone());
                    tokio::spawn(async move {
                        listener.serve_connection(stream, peer, ticket).await;
                        drop(open);
                    });
                }
                Err(refused) => {
                    metrics::counter!("taijitu_connections_refused_total").increment(1);
                    // Without a permit it is closed at once.
                    if let Ok(permit) = refusals.clone().try_acquire_owned() {
                        tokio::spawn(refuse(stream, refused, permit));
                    }
                }
            }
        }
        drop((listener, open));
        all_closed.closed().await;
    }

    async fn serve_connection(&self, stream: TcpStream, peer: SocketAddr, ticket: Ticket) {
        // An event and an acknowledgement are two small packets: the second must not wait for the first to arrive.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
        let (ticket, times) = (Arc::new(ticket), self.site.config.connection_times);
        let io =
            TokioIo::new(TimedStream { stream, limit: times.write, stalled: None, _open: ticket.clone() });
        let router = TowerToHyperService::new(self.router.clone());
        let (tickets, body_time) = (ticket.clone(), BodyTime(times.body));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(body_time);
            answer(router.clone(), tickets.begin_request(), request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(times.head)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(io, service)
            .with_upgrades();
        let (mut connection, mut closed) = (pin!(connection), pin!(self.site.closed()));
        let mut is_closing = false;
        loop {
            tokio::select! {
                // Clients come and go: an error of a connection is nobody's business.
                _ = connection.as_mut() => return,
                () = &mut closed, if !is_closing => {
                    is_closing = true;
                    connection.as_mut().graceful_shutdown();
                }
                () = ticket.evicted() => return,
            }
        }
    }
}

/// Answers a request; its connection is in use until the answer has been read.
async fn answer(
    router: TowerToHyperService<Router>,
    mut busy: Busy,
    request: Request<Incoming>,
) -> Result<Response<AnswerBody>, Infallible> {
    let is_interface = request.uri().path().starts_with("/api/");
    let response = router.call(request).await?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        busy.keep();
        return Ok(response.map(|inner| AnswerBody { inner, _busy: None }));
    }
    let exact = response.body().size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
    let bytes = response.extensions().get::<AnswerBytes>().map(|AnswerBytes(bytes)| *bytes).or(exact);
    // The page is in the program's memory anyway.
    let response = match bytes.filter(|&bytes| is_interface && bytes > LARGE_ANSWER) {
        Some(bytes) => busy.hold(bytes).map_or_else(IntoResponse::into_response, |()| response),
        None => response,
    };
    Ok(response.map(|inner| AnswerBody { inner, _busy: Some(busy) }))
}

/// Tells a client why it is refused, without reading what it asks.
async fn refuse(mut stream: TcpStream, refused: Refused, _permit: OwnedSemaphorePermit) {
    let text = text_of(&refused);
    let tell = async {
        stream.write_all(text.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing with unread data would reset the connection, and the client would not see the answer.
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        Ok::<_, io::Error>(())
    };
    // A client that is gone need not be told.
    let _ = tokio::time::timeout(REFUSAL_TIME, tell).await;
}

/// The body of an answer, which keeps its connection in use.
struct AnswerBody {
    inner: Body,
    _busy: Option<Busy>,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.inner).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// A stream that fails when the other side reads nothing for too long. It is a connection as long as it exists, after it
/// has become a socket too.
struct TimedStream {
    stream: TcpStream,
    limit: Duration,
    /// Runs while something waits to be written.
    stalled: Option<Pin<Box<Sleep>>>,
    _open: Arc<Ticket>,
}

impl TimedStream {
    fn timed<T>(&mut self, context: &mut Context<'_>, write: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.stalled = None;
            return write;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, write)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let write = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, write)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.timed(context, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
