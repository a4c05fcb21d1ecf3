//! One client: answers its messages, sends what happens at its tables, and pings it.

use super::in_reply_to::RepliedMessage;
use super::{SILENCE_TIMEOUT, deliver, deliver_waiting};
use crate::accounts::sessions::SocketSession;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::people::SharedBell;
use crate::site::clock::instant;
use crate::site::limits::SocketLimit;
use crate::tables::{Outbox, OutgoingMessages, TableHandle, json};
use crate::tournaments::TournamentHandle;
use axum::extract::ws::{Message, WebSocket, close_code};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use taijitu_protocol::{Code, FromServer, Goodbye, Head, Problem, State, TableId, TournamentId};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

/// How often a client that sits at a running game is pinged, and every other client. An opponent learns of a connection that
/// breaks right after a ping within this time and that for an answer ([`ConnectionTimes::pong`]), together 2.9 s.
///
/// [`ConnectionTimes::pong`]: crate::site::config::ConnectionTimes::pong
const PING_SEATED: Duration = Duration::from_secs(2);
const PING_OTHERS: Duration = Duration::from_secs(14);
/// After this many ticks a socket checks its session: another node may have ended it without a signal.
const TICKS_PER_CHECK: u64 = 30;
/// The least time between two reads of a player's notices.
const RINGS_APART: Duration = Duration::from_millis(250);

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The client has closed it or is gone.
    Gone,
    /// The server ends it with a reason.
    Goodbye(Goodbye),
    /// The client violates the WebSocket protocol: the close code says how.
    Violation(u16),
}

/// One client.
pub(super) struct SocketClient {
    pub(super) app: App,
    pub(super) visitor: Visitor,
    pub(super) outbox: Outbox,
    pub(super) watched: HashMap<TableId, TableHandle>,
    pub(super) watched_tournaments: HashMap<TournamentId, TournamentHandle>,
    pub(super) limit: SocketLimit,
    /// When the client last sent something.
    last_received: Instant,
    /// When the first ping was sent since then.
    unanswered_since: Option<Instant>,
    /// Whether presence reports the connection of this client as lost.
    is_quiet: bool,
    pings: u64,
    pinged: Option<(u64, Instant)>,
    lag: Option<Duration>,
    /// The refusal of a client that was banned while it was connected.
    pub(super) ban: OnceLock<Problem>,
    /// The request that is being worked on, if there is one; the work ends with the client. Nothing is read
    /// meanwhile, so that answers keep the order of the requests.
    pub(super) questions: JoinSet<()>,
    /// What was last sent of the player's notices.
    rung: FromServer,
    /// When the notices were last read, when they last changed, and when they are to be read
    /// again.
    looked: Option<Instant>,
    wanted: Option<Instant>,
    ring_due: Option<Instant>,
    /// What all sockets of the player share.
    bell: Option<SharedBell>,
    /// The read in progress; messages do not wait for it.
    ringing: JoinSet<Result<Arc<FromServer>>>,
}

impl SocketClient {
    pub(super) fn new(app: App, visitor: Visitor, outbox: Outbox) -> Self {
        Self {
            limit: app.site.limits.for_socket(),
            bell: visitor.player.map(|player| app.people.shared_bell(player)),
            app,
            visitor,
            outbox,
            watched: HashMap::new(),
            watched_tournaments: HashMap::new(),
            last_received: instant(),
            unanswered_since: None,
            is_quiet: false,
            pings: 0,
            pinged: None,
            lag: None,
            ban: OnceLock::new(),
            questions: JoinSet::new(),
            rung: FromServer::Notices { unread: 0, latest: None },
            looked: None,
            wanted: None,
            ring_due: None,
            ringing: JoinSet::new(),
        }
    }

    /// Serves the client until one side ends the connection.
    pub(super) async fn serve(&mut self, socket: &mut WebSocket, outgoing: &mut OutgoingMessages) -> End {
        let hello = self.hello().await;
        if !deliver(socket, &json(&hello)).await {
            return End::Gone;
        }
        let app = self.app.clone();
        let mut closed = std::pin::pin!(app.site.closed());
        let held = self.visitor.player.map(|player| app.accounts.sessions.hold(player));
        let signed_out = async || match &held {
            Some(held) => held.changed().await,
            None => std::future::pending().await,
        };
        let news = self.visitor.player.map(|player| app.people.sockets.listen(player));
        let has_news = async || match &news {
            Some(news) => news.woken().await,
            None => std::future::pending().await,
        };
        self.ring();
        let mut banned_networks = app.accounts.banned_networks.subscribe();
        if !self.session_is_valid().await {
            // Signed out while the socket was opened.
            return End::Goodbye(Goodbye::SignedOut);
        }
        let mut ticks = interval(PING_SEATED);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tick = 0u64;
        loop {
            if held.as_ref().is_some_and(SocketSession::take_changed) && !self.session_is_valid().await {
                return End::Goodbye(Goodbye::SignedOut);
            }
            let (answer_due, ring_due) = (self.answer_due(), self.ring_due);
            tokio::select! {
                // A client that does not read its answers is not read from until it has taken some of them.
                message = socket.recv(), if !outgoing.is_backed_up() && self.questions.is_empty() => match message {
                    Some(Ok(Message::Text(text))) => {
                        if held.as_ref().is_some_and(SocketSession::take_changed) && !self.session_is_valid().await {
                            return End::Goodbye(Goodbye::SignedOut);
                        }
                        self.on_text(&text).await;
                    }
                    Some(Ok(Message::Binary(bytes))) => self.refuse(RepliedMessage::read(&bytes), not_text()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.on_received(),
                    Some(Err(error)) => return end_of(error),
                    Some(Ok(Message::Close(_))) | None => return End::Gone,
                },
                Some(first) = outgoing.next() => {
                    if !deliver_waiting(socket, first, outgoing).await {
                        return End::Gone;
                    }
                }
                Some(_) = self.questions.join_next() => (),
                _ = ticks.tick() => {
                    tick += 1;
                    if self.last_received.elapsed() > SILENCE_TIMEOUT {
                        return End::Goodbye(Goodbye::Silent);
                    }
                    if tick.is_multiple_of(TICKS_PER_CHECK) {
                        if !self.session_is_valid().await {
                            return End::Goodbye(Goodbye::SignedOut);
                        }
                        // A signal may have been lost.
                        self.ring();
                    }
                    if self.is_ping_due(tick) && !deliver(socket, &json(&self.ping())).await {
                        return End::Gone;
                    }
                }
                () = sleep_until(answer_due) => self.set_quiet(true),
                () = signed_out() => (),
                () = has_news() => self.schedule_ring(),
                () = sleep_until(ring_due) => self.ring(),
                Some(Ok(bell)) = self.ringing.join_next() => self.on_bell(bell),
                () = banned_networks.changed() => {
                    if !self.session_is_valid().await {
                        return End::Goodbye(Goodbye::SignedOut);
                    }
                }
                () = &mut closed => return End::Goodbye(Goodbye::Restart),
            }
            if self.outbox.is_slow() {
                return End::Goodbye(Goodbye::Slow);
            }
        }
    }

    /// Whether the client's session or token is still valid; assumed to be while the database does not
    /// answer. Stores the refusal of a client that was banned.
    async fn session_is_valid(&self) -> bool {
        match self.visitor.is_still_good(&self.app).await {
            Err(refused) if refused.0.code == Code::Banned => {
                // If it was set before, it is the same.
                let _ = self.ban.set(refused.0);
                false
            }
            valid => valid.unwrap_or(true),
        }
    }

    /// The player's notices may have changed: they are read soon.
    fn schedule_ring(&mut self) {
        let now = instant();
        self.wanted = Some(now);
        self.ring_due.get_or_insert(self.looked.map_or(now, |looked| now.max(looked + RINGS_APART)));
    }

    /// Looks at the player's notices, from a task of its own.
    fn ring(&mut self) {
        let now = instant();
        if !self.ringing.is_empty() {
            // That read may have begun before the last change.
            self.ring_due = Some(now + RINGS_APART);
            return;
        }
        let since = self.wanted.take().unwrap_or(now);
        (self.looked, self.ring_due) = (Some(now), None);
        let (Some(player), Some(bell)) = (self.visitor.player, self.bell.clone()) else { return };
        let people = self.app.people.clone();
        self.ringing.spawn(async move { people.bell(player, &bell, since).await });
    }

    /// Sends what has changed about the player's notices, if anything has.
    fn on_bell(&mut self, bell: Result<Arc<FromServer>>) {
        // While the database does not answer, the next ring has what this one misses.
        let Ok(bell) = bell else { return };
        if *bell != self.rung {
            self.send(&bell);
            self.rung = (*bell).clone();
        }
    }

    async fn hello(&self) -> FromServer {
        let names = self.app.accounts.names(self.visitor.player).await.unwrap_or_default();
        let you = self.visitor.player.map(|player| names.profile(player));
        FromServer::Hello { you, now: self.app.site.clock.now() }
    }

    /// Whether the client sits at a running game that it watches.
    fn plays(&self) -> bool {
        let viewer = self.visitor.viewer();
        let sits = |table: &TableHandle| {
            let status = table.status();
            status.state == State::Running && status.is_seated(viewer)
        };
        self.watched.values().any(sits)
    }

    fn is_ping_due(&self, tick: u64) -> bool {
        let others = PING_OTHERS.as_millis() / PING_SEATED.as_millis();
        u128::from(tick) % others == 1 || self.plays()
    }

    fn ping(&mut self) -> FromServer {
        self.pings += 1;
        let now = instant();
        self.pinged = Some((self.pings, now));
        self.unanswered_since.get_or_insert(now);
        let head = |table: &TableHandle| Head { table: table.id(), n: table.status().head };
        FromServer::Ping {
            ping: self.pings,
            now: self.app.site.clock.now(),
            lag: self.lag.map(|lag| u32::try_from(lag.as_millis()).unwrap_or(u32::MAX)),
            heads: self.watched.values().map(head).collect(),
        }
    }

    /// When an answer to the ping is due before the connection is reported as lost; `None` if none is due, or
    /// it is lost already.
    fn answer_due(&self) -> Option<Instant> {
        let since = self.unanswered_since.filter(|_| !self.is_quiet)?;
        // A client with a constant high latency is not lost.
        let time = self.app.site.config.connection_times.pong.max(2 * self.lag.unwrap_or_default());
        Some(since + time)
    }

    /// Called for everything the client sends.
    pub(super) fn on_received(&mut self) {
        self.last_received = instant();
        self.unanswered_since = None;
        if self.is_quiet {
            self.set_quiet(false);
        }
    }

    /// Notes whether the client leaves pings unanswered, and updates its presence at tables.
    fn set_quiet(&mut self, quiet: bool) {
        self.is_quiet = quiet;
        let Some(player) = self.visitor.player else { return };
        for table in self.watched.values() {
            table.presence().set_quiet(player, quiet);
            let is_visible = {
                let status = table.status();
                status.is_seated(self.visitor.viewer()) && !status.has_partners_playing()
            };
            if is_visible {
                table.presence().note();
                self.app.tables.broadcast_presence(table);
            }
        }
    }

    /// The answer to a ping: the time it took is the client's lag.
    pub(super) fn on_pong(&mut self, ping: u64) {
        if let Some((_, at)) = self.pinged.take_if(|(number, _)| *number == ping) {
            self.lag = Some(at.elapsed());
        }
    }

    /// The client's lag as measured here, in milliseconds.
    pub(super) fn lag(&self) -> i64 {
        self.lag.map_or(0, |lag| i64::try_from(lag.as_millis()).unwrap_or(i64::MAX))
    }

    pub(super) fn send(&self, message: &FromServer) {
        self.outbox.put(json(message));
    }

    /// Refuses a message.
    pub(super) fn refuse(&self, in_reply_to: RepliedMessage, refused: ApiError) {
        self.send(&refusal(in_reply_to, refused));
    }

    /// Ends watching a table.
    pub(super) fn leave(&self, table: &TableHandle) {
        table.unsubscribe(self.outbox.socket);
        match self.visitor.player {
            Some(player) => {
                if self.is_quiet {
                    table.presence().set_quiet(player, false);
                }
                table.presence().depart(player, self.app.site.clock.now());
            }
            None => table.presence().note(),
        }
    }

    /// Ends watching every table.
    pub(super) fn leave_all(&mut self) {
        for (_, table) in std::mem::take(&mut self.watched) {
            self.leave(&table);
        }
        for (_, tournament) in std::mem::take(&mut self.watched_tournaments) {
            tournament.unwatch(self.outbox.socket);
        }
    }
}

/// The refusal of a message.
pub(super) fn refusal(RepliedMessage { id, table }: RepliedMessage, refused: ApiError) -> FromServer {
    FromServer::Refused { id, table, problem: refused.into_sent() }
}

/// Waits until a time; forever if there is none.
async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

/// The end of a connection from which nothing more can be read.
fn end_of(error: axum::Error) -> End {
    match error.into_inner().downcast::<tungstenite::Error>().map(|error| *error) {
        Ok(tungstenite::Error::Capacity(_)) => End::Goodbye(Goodbye::TooLarge),
        Ok(tungstenite::Error::Utf8(_)) => End::Violation(close_code::INVALID),
        Ok(tungstenite::Error::Protocol(error)) if !is_lost(&error) => End::Violation(close_code::PROTOCOL),
        _ => End::Gone,
    }
}

/// Whether the connection is broken, so that no close frame can be sent.
const fn is_lost(error: &tungstenite::error::ProtocolError) -> bool {
    matches!(error, tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)
}

fn not_text() -> ApiError {
    ApiError::new(Code::BadRequest, "send text, not bytes", "envoyez du texte, pas des octets")
}
