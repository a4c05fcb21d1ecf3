//! Connections: accepted, limited in number and time, closed at shutdown.

use super::error::text_of;
use crate::error::ApiError;
use crate::site::Site;
use crate::site::clock::instant;
use crate::site::connection_counter::{AnswerInProgress, ConnectionCounter, OpenConnection};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
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
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Sleep;

/// Bytes of a request's head, and of what is read at a time.
pub(crate) const HEAD_BYTES: usize = 64 * 1024;
/// Maximum number of refused connections that get an answer at the same time; others are closed without one.
const REFUSALS: usize = 32;
/// How long a client may take to read why it is refused.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
/// Connections that are accepted in a row, requests of one connection that are answered in a row, and the pause after them. What
/// comes all at once is served a few milliseconds later, and turns of games are not.
const ACCEPTED_IN_A_ROW: u32 = 4;
const ANSWERED_IN_A_ROW: u32 = 8;
const REST: Duration = Duration::from_millis(1);
/// Connections, and requests, this far apart are not in a row.
const GAP: Duration = Duration::from_millis(1);
/// How long to wait when the system has no descriptor for a new connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Answers of the interface larger than this are counted while clients read them.
pub(crate) const LARGE_ANSWER: usize = 64 * 1024;

/// Bytes of an answer passed to the connection at a time. The connection requests more when the client has
/// read: the rest of an answer is known to be unread.
const PIECE: usize = 16 * 1024;
/// How slowly a large answer may be read: after this time, and a second for [`READ_BYTES_PER_SECOND`] bytes each, the
/// connection is closed.
const READ_TIME: Duration = Duration::from_secs(60);
pub(crate) const READ_BYTES_PER_SECOND: usize = 4 * 1024;

/// How long the body of a request may take, for the extractors that read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyTime(pub(super) Duration);

/// The size of an answer before compression.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerBytes(pub(super) usize);

/// Connections that were accepted one right after the other, or requests of a connection that were.
struct BurstCounter {
    most: u32,
    in_a_row: u32,
    last: Option<Instant>,
}

impl BurstCounter {
    /// A rest is due after this many in a row.
    const fn new(most: u32) -> Self {
        Self { most, in_a_row: 0, last: None }
    }

    /// Counts one that came a moment before `now`; whether a rest is due before the next one.
    fn is_rest_due(&mut self, now: Instant) -> bool {
        let is_close = self.last.replace(now).is_some_and(|last| now - last < GAP);
        self.in_a_row = if is_close { self.in_a_row + 1 } else { 0 };
        if self.in_a_row < self.most {
            return false;
        }
        self.in_a_row = 0;
        true
    }
}

/// What serves connections.
#[derive(Clone)]
pub(crate) struct Listener {
    /// The node; shutting it down ends every connection.
    pub(crate) site: Site,
    /// The open connections.
    pub(crate) connections: Arc<ConnectionCounter>,
    /// The router.
    pub(crate) router: Router,
}

impl Listener {
    /// Serves connections until the site closes, then waits for the requests that are being answered.
    pub(crate) async fn serve(self, listener: TcpListener) {
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        // Each connection has a receiver; the sender knows when the last one is gone.
        let (all_closed, open) = watch::channel(());
        let mut closed = pin!(self.site.closed());
        let mut pace = BurstCounter::new(ACCEPTED_IN_A_ROW);
        loop {
            if pace.is_rest_due(instant()) {
                tokio::time::sleep(REST).await;
            }
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

    /// Serves a connection from its first byte on: until then it costs a fraction of the memory.
    async fn serve_connection(&self, stream: TcpStream, peer: SocketAddr, ticket: OpenConnection) {
        let begins = tokio::select! {
            first = tokio::time::timeout(self.site.config.connection_times.head, stream.readable()) => {
                matches!(first, Ok(Ok(())))
            }
            () = self.site.closed() => false,
            () = ticket.evicted() => false,
        };
        if begins {
            Box::pin(self.serve_requests(stream, peer, ticket)).await;
        }
    }

    async fn serve_requests(&self, stream: TcpStream, peer: SocketAddr, ticket: OpenConnection) {
        // An event and an acknowledgement are two small packets: the second must not wait for the first to arrive.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
        let (ticket, times) = (Arc::new(ticket), self.site.config.connection_times);
        let io =
            TokioIo::new(TimedStream { stream, limit: times.write, stalled: None, _open: ticket.clone() });
        let router = TowerToHyperService::new(self.router.clone());
        let (tickets, body_time) = (ticket.clone(), BodyTime(times.body));
        // Requests may wait in the connection by the thousand. Without the rests one poll of it would answer a hundred of them,
        // while turns of games wait for the thread.
        let pace = Mutex::new(BurstCounter::new(ANSWERED_IN_A_ROW));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(body_time);
            let rests = pace.lock().expect("no panic while the lock is held").is_rest_due(instant());
            let answered = answer(router.clone(), tickets.begin_request(), request);
            async move {
                if rests {
                    tokio::time::sleep(REST).await;
                }
                answered.await
            }
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
                // Clients disconnect at any time: errors of a connection are not logged.
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
    mut busy: AnswerInProgress,
    request: Request<Incoming>,
) -> Result<Response<AnswerBody>, Infallible> {
    if head_bytes(&request) > HEAD_BYTES {
        return Ok(head_too_large());
    }
    // The page is in memory anyway.
    let path = request.uri().path();
    let is_made = path.starts_with("/api/") || path == "/metrics";
    let response = router.call(request).await?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        busy.keep();
        return Ok(response.map(|inner| AnswerBody::new(inner, None)));
    }
    let exact = response.body().size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
    let bytes = response.extensions().get::<AnswerBytes>().map(|AnswerBytes(bytes)| *bytes).or(exact);
    let large = bytes.filter(|&bytes| is_made && bytes > LARGE_ANSWER);
    let response = match large {
        Some(bytes) => busy.hold(bytes).map_or_else(IntoResponse::into_response, |()| response),
        None => response,
    };
    let time = large.map(|bytes| READ_TIME + Duration::from_secs((bytes / READ_BYTES_PER_SECOND) as u64));
    let until = time.map(|time| instant() + time);
    Ok(response.map(|inner| AnswerBody { until, ..AnswerBody::new(inner, Some(busy)) }))
}

/// The bytes of a request's head. The connection, whose limit is that of its buffer, lets one through that has come in few pieces.
fn head_bytes(request: &Request<Incoming>) -> usize {
    let lines =
        request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    request.method().as_str().len() + target + lines.sum::<usize>()
}

/// The answer to a head that is too large, as the connection itself gives it.
fn head_too_large() -> Response<AnswerBody> {
    let mut response = Response::new(AnswerBody::new(Body::empty(), None));
    *response.status_mut() = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Tells a client why it is refused, without reading its request.
async fn refuse(mut stream: TcpStream, refused: ApiError, _permit: OwnedSemaphorePermit) {
    let text = text_of(&refused);
    let send = async {
        stream.write_all(text.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing with unread data would reset the connection, and the client would not see the answer.
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        Ok::<_, io::Error>(())
    };
    // The client may have closed the connection already.
    let _ = tokio::time::timeout(REFUSAL_TIME, send).await;
}

/// The body of an answer, which keeps its connection in use until nearly all of it has been read.
struct AnswerBody {
    inner: Body,
    /// Data from `inner` that the connection has not taken yet.
    rest: Bytes,
    /// The deadline for reading a large answer.
    until: Option<Instant>,
    _busy: Option<AnswerInProgress>,
}

impl AnswerBody {
    fn new(inner: Body, busy: Option<AnswerInProgress>) -> Self {
        Self { inner, rest: Bytes::new(), until: None, _busy: busy }
    }

    /// The next piece of what is left of a frame.
    fn next_piece(&mut self) -> Frame<Bytes> {
        Frame::data(self.rest.split_to(self.rest.len().min(PIECE)))
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.until.is_some_and(|until| instant() > until) {
            return Poll::Ready(Some(Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut)))));
        }
        if self.rest.is_empty() {
            let frame = match Pin::new(&mut self.inner).poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => frame,
                other => return other,
            };
            match frame.into_data() {
                Ok(data) => self.rest = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        Poll::Ready(Some(Ok(self.next_piece())))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (inner, rest) = (self.inner.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower().saturating_add(rest));
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint
    }
}

/// A stream that fails when the other side reads nothing for too long. It counts as a connection as long as
/// it exists, also after the upgrade to a socket.
struct TimedStream {
    stream: TcpStream,
    limit: Duration,
    /// Runs while something waits to be written.
    stalled: Option<Pin<Box<Sleep>>>,
    _open: Arc<OpenConnection>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::connection_counter::ConnectionCaps;

    async fn next(body: &mut AnswerBody) -> Option<Result<Frame<Bytes>, axum::Error>> {
        std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
    }

    fn busy() -> (Arc<ConnectionCounter>, AnswerInProgress) {
        let counter = ConnectionCounter::new(ConnectionCaps { total: 10, per_address: Some(10) });
        let ticket = Arc::new(counter.admit([203, 0, 113, 9].into()).unwrap());
        let busy = ticket.begin_request();
        (counter, busy)
    }

    #[test]
    fn a_storm_of_connections_makes_pauses_and_a_steady_stream_none() {
        let (mut pace, mut now) = (BurstCounter::new(ACCEPTED_IN_A_ROW), instant());
        let mut rests = |apart: Duration| {
            let accepted = (0..800).filter(|_| {
                now += apart;
                pace.is_rest_due(now)
            });
            accepted.count()
        };
        assert_eq!(rests(GAP), 0);
        assert!((195..=205).contains(&rests(Duration::from_micros(20))));
    }

    #[tokio::test]
    async fn a_large_answer_is_counted_until_it_has_been_taken() {
        let (counter, mut busy) = busy();
        let bytes = 20 << 20;
        busy.hold(bytes).unwrap();
        let other = Arc::new(counter.admit([203, 0, 113, 9].into()).unwrap());
        let is_full = || other.begin_request().hold(bytes).is_err();
        let mut body = AnswerBody::new(Body::from(vec![7; bytes]), Some(busy));
        assert_eq!(body.size_hint().exact(), Some(bytes as u64));
        let mut taken = 0;
        while !body.is_end_stream() {
            assert!(is_full(), "after {taken} bytes");
            let piece = next(&mut body).await.unwrap().unwrap().into_data().unwrap();
            assert!(piece.len() <= PIECE && piece.iter().all(|&byte| byte == 7));
            taken += piece.len();
            assert_eq!(body.size_hint().exact(), Some((bytes - taken) as u64));
        }
        assert_eq!(taken, bytes);
        // The connection drops a body that reports its end.
        drop(body);
        assert!(!is_full());
    }

    #[tokio::test]
    async fn a_large_answer_that_is_read_too_slowly_ends() {
        let mut body = AnswerBody::new(Body::from(vec![7; 3 * PIECE]), None);
        body.until = Some(instant() + READ_TIME);
        assert!(next(&mut body).await.unwrap().is_ok());
        body.until = Some(instant() - Duration::from_millis(1));
        assert!(next(&mut body).await.unwrap().is_err());
    }
}
