//! The live connection: one socket for any number of tables.

use crate::auth::{SignedIn, Visitor, check_origin};
use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use crate::http::{check_request, read_json};
use crate::limits::{Class, SocketLimit};
use crate::live::Live;
use crate::sessions::Held;
use crate::talk;
use crate::watchers::{Outbox, json, messages};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use taijitu_protocol::{
    Code, Command, FromClient, FromServer, Head, MESSAGE_LIMIT, MessageId, Problem, TableId,
};
use taijitu_table::Notice;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

/// Messages that may wait for a socket before its client has to start over.
const OUTBOX: usize = 256;
/// Missed messages that are sent one by one; whoever missed more gets a snapshot, because more would not fit.
const RESENT: usize = OUTBOX / 2;
/// Tables one socket may watch.
const TABLES: usize = 64;
/// How often somebody who sits at a running game is pinged, and everybody else.
const PING_SEATED: Duration = Duration::from_millis(2500);
const PING_OTHERS: Duration = Duration::from_secs(15);
/// A client that has said nothing for so long is gone.
const SILENT: Duration = Duration::from_secs(40);
/// How long a client may take to close its end after a goodbye.
const LINGER: Duration = Duration::from_secs(10);
/// How often a socket asks by itself whether its session is still good: another node may have ended it unheard.
const ASK_AGAIN: u64 = 24;

/// Begins a socket. Browsers have to come from our own pages.
///
/// # Errors
/// If they do not.
pub(crate) async fn upgrade(
    State(house): State<House>,
    who: Visitor,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    house.limits.check(Class::Read, who.player, who.address)?;
    if who.session.is_some() || headers.contains_key(axum::http::header::ORIGIN) {
        check_origin(&house, &headers)?;
    }
    let sized = upgrade
        .max_message_size(MESSAGE_LIMIT)
        .max_frame_size(MESSAGE_LIMIT)
        // Buffers are a socket's main cost, and ours are idle most of the time.
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0);
    Ok(sized.on_upgrade(move |socket| run(house, who, socket)))
}

/// One client.
struct Client {
    house: House,
    who: Visitor,
    outbox: Outbox,
    watched: HashMap<TableId, Arc<Live>>,
    limit: SocketLimit,
    heard: Instant,
    pings: u64,
    pinged: Option<(u64, Instant)>,
    lag: Option<Duration>,
}

async fn run(house: House, who: Visitor, mut socket: WebSocket) {
    let number = house.sockets.fetch_add(1, Ordering::Relaxed);
    let open = house.open_sockets.clone();
    let counted = open.read().await;
    metrics::gauge!("taijitu_sockets").increment(1.0);
    let (outbox, mut letters) = Outbox::new(number, OUTBOX);
    let limit = house.limits.for_socket();
    let mut client = Client {
        house,
        who,
        outbox,
        watched: HashMap::new(),
        limit,
        heard: instant(),
        pings: 0,
        pinged: None,
        lag: None,
    };
    let goodbye = client.serve(&mut socket, &mut letters).await;
    client.leave_all().await;
    metrics::gauge!("taijitu_sockets").decrement(1.0);
    if let Some((reason, retry)) = goodbye {
        // Whoever is not there any more need not be told.
        if deliver(&mut socket, json(&FromServer::Goodbye { reason: reason.into(), retry })).await {
            let close = Message::Close(Some(CloseFrame { code: 1012, reason: reason.into() }));
            let _ = tokio::time::timeout(SILENT, socket.send(close)).await;
        }
        drop(counted);
        // What the client still says is read: a connection closed with words unread is reset, and a client that had much
        // to read would lose the goodbye with the rest.
        let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = tokio::time::timeout(LINGER, rest).await;
    }
}

/// Sends a message; false if the client is gone, or reads so slowly that it might as well be: waiting for ever would
/// keep its player present and its place among the watchers.
async fn deliver(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    matches!(tokio::time::timeout(SILENT, socket.send(Message::Text(text))).await, Ok(Ok(())))
}

type Goodbye = Option<(&'static str, u32)>;

/// The player signed out, here or elsewhere: whoever comes back comes as nobody, or as somebody else.
const SIGNED_OUT: Goodbye = Some(("signed-out", 500));

impl Client {
    /// Serves the client until one side has enough; says why, if it is ours.
    async fn serve(&mut self, socket: &mut WebSocket, letters: &mut mpsc::Receiver<Utf8Bytes>) -> Goodbye {
        let hello = self.hello().await;
        if !deliver(socket, json(&hello)).await {
            return None;
        }
        let house = self.house.clone();
        let mut closed = std::pin::pin!(house.closed());
        let held = self.who.player.map(|player| house.sessions.hold(player));
        let signed_out = async || match &held {
            Some(held) => held.changed().await,
            None => std::future::pending().await,
        };
        if !self.may_stay().await {
            // Signed out between the question and the answer to it.
            return SIGNED_OUT;
        }
        let mut ticks = interval(PING_SEATED);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tick = 0u64;
        loop {
            if held.as_ref().is_some_and(Held::take_changed) && !self.may_stay().await {
                return SIGNED_OUT;
            }
            tokio::select! {
                // A client that asks for much is heard again when it has taken some of it.
                message = socket.recv(), if letters.len() <= OUTBOX / 4 => match message {
                    Some(Ok(Message::Text(text))) => {
                        if held.as_ref().is_some_and(Held::take_changed) && !self.may_stay().await {
                            return SIGNED_OUT;
                        }
                        self.hear(&text).await;
                    }
                    Some(Ok(Message::Binary(_))) => self.refuse(None, not_text()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.heard = instant(),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                },
                Some(letter) = letters.recv() => {
                    if !deliver(socket, letter).await {
                        return None;
                    }
                }
                _ = ticks.tick() => {
                    tick += 1;
                    if self.heard.elapsed() > SILENT {
                        return Some(("silent", 1000));
                    }
                    if tick.is_multiple_of(ASK_AGAIN) && !self.may_stay().await {
                        return SIGNED_OUT;
                    }
                    let others = PING_OTHERS.as_millis() / PING_SEATED.as_millis();
                    if (self.plays() || u128::from(tick) % others == 1)
                        && !deliver(socket, json(&self.ping())).await
                    {
                        return None;
                    }
                }
                () = signed_out() => (),
                () = &mut closed => return Some(("restart", 2000)),
            }
            if self.outbox.is_slow() {
                return Some(("slow", 500));
            }
        }
    }

    /// Whether the client's session or token is still good; while the database does not answer, it is believed.
    async fn may_stay(&self) -> bool {
        self.who.is_still_good(&self.house).await.unwrap_or(true)
    }

    async fn hello(&self) -> FromServer {
        let names = self.house.directory.names(&self.house.store, self.who.player).await.unwrap_or_default();
        let you = self.who.player.map(|player| names.profile(player));
        FromServer::Hello { you, now: self.house.clock.now() }
    }

    /// Whether the client sits at a running game that it watches.
    fn plays(&self) -> bool {
        let Some(player) = self.who.player else {
            return false;
        };
        let sits = |live: &Arc<Live>| {
            live.try_lock().is_some_and(|state| {
                state.table.running().is_some() && state.table.seats_of(player).next().is_some()
            })
        };
        self.watched.values().any(sits)
    }

    fn ping(&mut self) -> FromServer {
        self.pings += 1;
        self.pinged = Some((self.pings, instant()));
        let head =
            |live: &Arc<Live>| live.try_lock().map(|state| Head { table: live.id, n: state.table.head() });
        FromServer::Ping {
            ping: self.pings,
            now: self.house.clock.now(),
            lag: self.lag.map(|lag| u32::try_from(lag.as_millis()).unwrap_or(u32::MAX)),
            heads: self.watched.values().filter_map(head).collect(),
        }
    }

    fn send(&self, message: &FromServer) {
        self.outbox.put(json(message));
    }

    fn refuse(&self, id: Option<String>, refused: Refused) {
        self.send(&FromServer::Refused { id, problem: refused.0 });
    }

    async fn hear(&mut self, text: &str) {
        self.heard = instant();
        if let Err(refused) = self.limit.check() {
            return self.refuse(None, refused);
        }
        match read_json::<FromClient>(text.as_bytes()) {
            Ok(message) => self.answer(message).await,
            Err(refused) => self.refuse(id_in(text), refused),
        }
    }

    async fn answer(&mut self, message: FromClient) {
        match message {
            FromClient::Watch { table, since, chat, scenes } => {
                if let Err(refused) = self.watch(table, since, chat, scenes).await {
                    self.refuse(None, refused);
                }
            }
            FromClient::Unwatch { table } => {
                if let Some(live) = self.watched.remove(&table) {
                    self.leave(&live);
                }
            }
            FromClient::Do { table, id, command } => match self.act(table, &id, command).await {
                Ok(n) => self.send(&FromServer::Done { id, n }),
                Err(refused) => self.refuse(Some(id), refused),
            },
            FromClient::Say { table, id, text } => match self.say(table, &id, &text).await {
                Ok(said) => self.send(&FromServer::Said { id, said }),
                Err(refused) => self.refuse(Some(id), refused),
            },
            FromClient::Branch { table, id, touches } => {
                let next = async {
                    let live = self.house.table(table).await?;
                    let state = live.lock(&self.house).await?;
                    state.table.branch(self.who.viewer(), &touches).map_err(Refused)
                };
                match next.await {
                    Ok(next) => self.send(&FromServer::Branches { id, next }),
                    Err(refused) => self.refuse(Some(id), refused),
                }
            }
            FromClient::Why { table, id, touches, touch } => {
                let why = async {
                    let live = self.house.table(table).await?;
                    let state = live.lock(&self.house).await?;
                    state.table.why(self.who.viewer(), &touches, &touch).map_err(Refused)
                };
                match why.await {
                    Ok(why) => self.send(&FromServer::Why { id, why }),
                    Err(refused) => self.refuse(Some(id), refused),
                }
            }
            FromClient::Pong { ping } => {
                if let Some((number, at)) = self.pinged
                    && number == ping
                {
                    self.lag = Some(at.elapsed());
                    self.pinged = None;
                }
            }
        }
    }

    fn signed_in(&self) -> Result<SignedIn> {
        let player = self.who.player.ok_or_else(Refused::not_signed_in)?;
        Ok(SignedIn { player, session: self.who.session.clone(), address: self.who.address })
    }

    /// The client's lag as measured here, in milliseconds.
    fn lag(&self) -> i64 {
        self.lag.map_or(0, |lag| i64::try_from(lag.as_millis()).unwrap_or(i64::MAX))
    }

    async fn act(&self, table: TableId, id: &str, command: Command) -> Result<u64> {
        check_request(Some(id))?;
        let me = self.signed_in()?;
        self.house.limits.check(Class::Write, Some(me.player), me.address)?;
        let live = self.house.table(table).await?;
        talk::act(&self.house, &live, me.player, self.lag(), command, Some(id.to_owned())).await
    }

    async fn say(&self, table: TableId, id: &str, text: &str) -> Result<taijitu_protocol::Said> {
        check_request(Some(id))?;
        let me = self.signed_in()?;
        let live = self.house.table(table).await?;
        talk::say(&self.house, &live, &me, self.lag(), text, Some(id.to_owned())).await
    }

    /// Begins to watch: what was missed, or a snapshot, then everything as it is committed.
    async fn watch(
        &mut self,
        id: TableId,
        since: Option<u64>,
        chat: Option<MessageId>,
        scenes: bool,
    ) -> Result<()> {
        if self.watched.len() >= TABLES && !self.watched.contains_key(&id) {
            return Err(Refused(Problem::new(
                Code::TooMany,
                format!("one socket watches at most {TABLES} tables"),
                format!("une connexion suit au plus {TABLES} tables"),
            )));
        }
        let live = self.house.table(id).await?;
        // Whoever comes from another node may know more than has been heard here: the table must not go back for them.
        live.catch_up(&self.house, since.unwrap_or(0)).await?;
        let viewer = self.who.viewer();
        let lines = live.heard(&self.house, viewer, chat).await?;
        let is_new = self.watched.insert(id, live.clone()).is_none();
        if is_new {
            match self.who.player {
                Some(player) => live.presence.arrive(player, self.house.clock.now()),
                None => live.presence.note(),
            }
        }
        {
            // Under the lock nothing can be committed between what is sent now and what is told from now on.
            let state = live.lock(&self.house).await?;
            let head = state.table.head();
            let fits = |n: u64| usize::try_from(head - n).is_ok_and(|missed| missed + lines.len() <= RESENT);
            let known = since.filter(|&n| n > 0 && n <= head && fits(n));
            match known {
                Some(n) => {
                    let entries = live.since(&self.house, &state, n).await?;
                    let names = self.house.names_for(&state.table, &entries).await?;
                    for message in messages(&self.house, &state.table, &entries, &names, viewer, scenes) {
                        self.outbox.put(message);
                    }
                    for line in lines {
                        self.send(&FromServer::Chat { table: id, line });
                    }
                }
                None => {
                    let names = self.house.names_for(&state.table, &[]).await?;
                    let (present, watching) =
                        self.house.who_is_here(&live, &state.table, self.house.clock.now());
                    let table = self.house.at_moment(|moment| {
                        state.table.view(viewer, &names, &present, watching, scenes, &moment)
                    });
                    self.send(&FromServer::Snapshot { table: Box::new(table), chat: lines });
                }
            }
            live.watchers.add(viewer, scenes, self.outbox.clone());
        }
        if let Some(player) = self.who.player {
            live.notice(&self.house, Notice::Here(player)).await?;
        }
        Ok(())
    }

    fn leave(&self, live: &Arc<Live>) {
        live.watchers.remove(self.outbox.socket);
        match self.who.player {
            Some(player) => live.presence.depart(player, self.house.clock.now()),
            None => live.presence.note(),
        }
    }

    async fn leave_all(&mut self) {
        for (_, live) in std::mem::take(&mut self.watched) {
            self.leave(&live);
        }
    }
}

/// The id of a message that could not be read otherwise, so that the refusal finds its question.
fn id_in(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(value.get("id")?.as_str()?.chars().take(taijitu_protocol::REQUEST_LIMIT).collect())
}

fn not_text() -> Refused {
    Refused::new(Code::BadRequest, "send text, not bytes", "envoyez du texte, pas des octets")
}
