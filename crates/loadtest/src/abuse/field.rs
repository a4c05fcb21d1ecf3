//! The server as an attacker meets it: where it is, from where one comes, and what it has answered so far.

use super::message::Mutator;
use super::tally::AttackTally;
use anyhow::{Context, Result};
use futures_util::future::join_all;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use taijitu_testkit::{Answer, Client};
use tokio::net::{TcpSocket, TcpStream};

/// How long an attacker waits after a lost connection.
const PAUSE: Duration = Duration::from_millis(100);
/// The receive buffer of a client that does not want to receive.
const NARROW: u32 = 4096;

/// How many attackers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackSize {
    /// The number that the report names.
    Full,
    /// A twentieth of them, for a test.
    Small,
}

/// Where clients come from: the kind of their address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressKind {
    /// Players.
    Honest,
    /// Attackers.
    Hostile,
}

/// A client with an address of its own: that of its connections, and with a trusted proxy also that in its headers.
pub(super) fn client_from(
    address: SocketAddr,
    is_proxied: bool,
    party: AddressKind,
    number: usize,
) -> Client {
    through_proxy(Client::new(address).keeping_connection(), is_proxied, party, number)
}

/// The same client with the address of a number. A proxy writes it below what the client has written.
fn through_proxy(client: Client, is_proxied: bool, party: AddressKind, number: usize) -> Client {
    let client = client.coming_from(source(party, number));
    if is_proxied { client.with_header("x-forwarded-for", &forwarded(party, number)) } else { client }
}

/// The local address of a client.
fn source(party: AddressKind, number: usize) -> IpAddr {
    let [_, _, high, low] = (number as u32 + 1).to_be_bytes();
    let net = if party == AddressKind::Honest { 1 } else { 2 };
    IpAddr::V4(Ipv4Addr::new(127, net, high, low))
}

/// What a proxy writes of a client.
fn forwarded(party: AddressKind, number: usize) -> String {
    let [_, _, high, low] = (number as u32 + 1).to_be_bytes();
    let net = if party == AddressKind::Honest { 18 } else { 19 };
    format!("198.{net}.{high}.{low}")
}

/// A server under attack.
pub(super) struct AttackField {
    address: SocketAddr,
    is_proxied: bool,
    size: AttackSize,
    /// The same seed makes the same mutations.
    pub(super) seed: u64,
    tally: RefCell<AttackTally>,
    next: Cell<usize>,
}

impl AttackField {
    pub(super) fn new(
        address: SocketAddr,
        is_proxied: bool,
        size: AttackSize,
        seed: u64,
        first: usize,
    ) -> Self {
        Self { address, is_proxied, size, seed, tally: RefCell::default(), next: Cell::new(first) }
    }

    /// What was noted.
    pub(super) fn into_tally(self) -> AttackTally {
        self.tally.into_inner()
    }

    /// A number of attackers, or of anything else that is smaller in a test.
    pub(super) fn many(&self, full: usize) -> usize {
        match self.size {
            AttackSize::Full => full,
            AttackSize::Small => (full / 20).max(2),
        }
    }

    /// A number of requests for an attack that ends when they are done.
    pub(super) fn requests(&self, full: usize) -> usize {
        match self.size {
            AttackSize::Full => full,
            AttackSize::Small => full / 60,
        }
    }

    /// Changes valid messages into others.
    pub(super) fn mutator(&self) -> Mutator {
        Mutator::new(self.seed)
    }

    /// Where the server listens.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of a stranger who was not there before: an attacker with a new address.
    pub(super) fn stranger(&self) -> usize {
        self.next.replace(self.next.get() + 1)
    }

    /// A browser of a stranger, not signed in.
    pub(super) fn browser(&self, stranger: usize) -> Client {
        client_from(self.address, self.is_proxied, AddressKind::Hostile, stranger)
    }

    /// A browser of a stranger that writes another client address into its headers.
    pub(super) fn forging_browser(&self, stranger: usize, forged: &str) -> Client {
        let client = Client::new(self.address).with_header("x-forwarded-for", forged);
        through_proxy(client, self.is_proxied, AddressKind::Hostile, stranger)
    }

    /// A guest with a stranger's address.
    pub(super) async fn guest(&self, stranger: usize) -> Result<Client> {
        self.browser(stranger).as_guest().await.context("the attacker could not become a guest")
    }

    /// A number of guests, each with its own address.
    pub(super) async fn guests(&self, count: usize) -> Result<Vec<Client>> {
        let mut guests = vec![];
        for _ in 0..count {
            guests.push(self.guest(self.stranger()).await?);
        }
        Ok(guests)
    }

    /// Opens a table; its id.
    pub(super) async fn open(&self, client: &Client, table: &Value) -> Result<String> {
        let answer = client.try_post("/api/tables", table).await?;
        self.note("POST /api/tables", &answer);
        Ok(answer.success()?["table"].as_str().context("an id")?.to_owned())
    }

    /// A connection of a stranger.
    pub(super) async fn wire(&self, stranger: usize) -> Result<TcpStream> {
        self.browser(stranger).connect().await
    }

    /// A connection of a stranger into which little fits.
    pub(super) async fn narrow_wire(&self, stranger: usize) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(NARROW)?;
        socket.bind(SocketAddr::new(source(AddressKind::Hostile, stranger), 0))?;
        Ok(socket.connect(self.address).await?)
    }

    /// The header in which a trusted proxy would name a client's address, with the end of its line.
    pub(super) fn forwarded_line(&self, stranger: usize) -> String {
        if self.is_proxied {
            format!("x-forwarded-for: {}\r\n", forwarded(AddressKind::Hostile, stranger))
        } else {
            String::new()
        }
    }

    /// Whether the attack is still being prepared.
    pub(super) fn has_sent_nothing(&self) -> bool {
        self.tally.borrow().sent == 0
    }

    /// Notes that something was sent.
    pub(super) fn sent(&self, count: u64) {
        self.tally.borrow_mut().sent += count;
    }

    /// Notes an answer to something that was sent.
    pub(super) fn note(&self, what: &str, answer: &Answer) {
        let mut tally = self.tally.borrow_mut();
        tally.sent += 1;
        tally.answer(what, answer);
    }

    /// Notes an answer to something that was counted when it was sent.
    pub(super) fn noted(&self, what: &str, answer: &Answer) {
        self.tally.borrow_mut().answer(&super::tally::shortened(what), answer);
    }

    /// Notes a refusal that came by a socket.
    pub(super) fn refused(&self, code: &str) {
        self.tally.borrow_mut().refuse(code);
    }

    /// Notes a connection that the server refused or closed.
    pub(super) fn closed(&self) {
        self.tally.borrow_mut().closed += 1;
    }

    /// Notes something a server must never do.
    pub(super) fn fail(&self, words: String) {
        self.tally.borrow_mut().fail(words);
    }

    /// Asks for something and notes the answer; a lost connection is noted too.
    pub(super) async fn get(&self, client: &Client, path: &str) -> Option<Answer> {
        self.send(client, "GET", path, None, b"").await
    }

    /// Sends JSON and notes the answer.
    pub(super) async fn post(&self, client: &Client, path: &str, body: &Value) -> Option<Answer> {
        self.send(client, "POST", path, Some("application/json"), body.to_string().as_bytes()).await
    }

    /// Sends anything and notes the answer.
    pub(super) async fn send(
        &self,
        client: &Client,
        method: &str,
        path: &str,
        kind: Option<&str>,
        body: &[u8],
    ) -> Option<Answer> {
        if let Ok(answer) = client.try_send(method, path, kind, body).await {
            self.note(path, &answer);
            return Some(answer);
        }
        self.sent(1);
        self.closed();
        tokio::time::sleep(PAUSE).await;
        None
    }

    /// Repeats an action for each of some attackers, with a pause between, until the attack is over. An error is a lost connection.
    pub(super) async fn run_attackers(
        &self,
        attackers: usize,
        pause: Duration,
        action: impl AsyncFn(usize, u64) -> Result<()>,
    ) {
        let action = &action;
        join_all((0..attackers).map(|attacker| async move {
            // Not all at the same moment.
            tokio::time::sleep(pause.mul_f64(attacker as f64 / attackers as f64)).await;
            for round in 0.. {
                if action(attacker, round).await.is_err() {
                    self.closed();
                    tokio::time::sleep(PAUSE).await;
                }
                tokio::time::sleep(pause).await;
            }
        }))
        .await;
    }
}
