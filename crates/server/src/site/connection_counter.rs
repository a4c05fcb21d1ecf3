//! Counts connections, in total and per address.
//!
//! A connection on which no request is being answered is idle. When a new client would exceed a limit, the
//! connection that has been idle longest is closed: idle connections lock nobody out. If all connections are
//! in use, the new client is refused.

use super::limits::{address_factor, network};
use crate::error::{ApiError, Result};
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::Code;
use tokio::sync::Notify;

/// Seconds after which a client who was refused may try again.
const RETRY: u32 = 5;
/// Bytes of answers that may wait to be read by clients, in total and by one address. Only large ones are counted.
pub(crate) const UNREAD_IN_TOTAL: usize = 256 << 20;
pub(crate) const UNREAD_BY_ADDRESS: usize = 32 << 20;

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionCaps {
    /// In total.
    pub(crate) total: usize,
    /// From one address; the machine itself may have ten times as many. `None` where all come from a proxy.
    pub(crate) per_address: Option<usize>,
}

/// The connections of a node.
pub(crate) struct ConnectionCounter {
    caps: ConnectionCaps,
    state: Mutex<CounterState>,
}

#[derive(Default)]
struct CounterState {
    next: u64,
    open: HashMap<u64, CountedConnection>,
    addresses: HashMap<IpAddr, Usage>,
    /// The addresses with idle connections, by their number.
    by_idle: BTreeSet<(usize, IpAddr)>,
    unread: usize,
}

/// The usage of one address.
#[derive(Default)]
struct Usage {
    connections: usize,
    /// The idle ones: since when, and their number.
    idle: BTreeSet<(u64, u64)>,
    unread: usize,
}

impl Usage {
    /// Changes since when a connection is idle.
    fn set_idle(&mut self, number: u64, before: Option<u64>, since: Option<u64>) {
        if let Some(before) = before {
            self.idle.remove(&(before, number));
        }
        self.idle.extend(since.map(|since| (since, number)));
    }
}

struct CountedConnection {
    address: IpAddr,
    /// The sequence number of the moment it became idle; `None` while a request is answered.
    idle_since: Option<u64>,
    evicted: Arc<Notify>,
}

impl CounterState {
    fn tick(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn insert(&mut self, address: IpAddr, evicted: Arc<Notify>) -> u64 {
        let number = self.tick();
        self.open.insert(number, CountedConnection { address, idle_since: Some(number), evicted });
        self.update(address, |usage| {
            usage.connections += 1;
            usage.set_idle(number, None, Some(number));
        });
        number
    }

    fn close(&mut self, number: u64) -> Option<CountedConnection> {
        let connection = self.open.remove(&number)?;
        self.update(connection.address, |usage| {
            usage.connections -= 1;
            usage.set_idle(number, connection.idle_since, None);
        });
        Some(connection)
    }

    /// Notes that a connection is idle from now on, or that it is in use.
    fn set_idle(&mut self, number: u64, idle: bool) {
        let since = idle.then(|| self.tick());
        let Some(connection) = self.open.get_mut(&number) else { return };
        let (address, before) = (connection.address, std::mem::replace(&mut connection.idle_since, since));
        self.update(address, |usage| usage.set_idle(number, before, since));
    }

    /// Changes the usage of an address; an address without usage is removed.
    fn update(&mut self, address: IpAddr, change: impl FnOnce(&mut Usage)) {
        let usage = self.addresses.entry(address).or_default();
        let before = usage.idle.len();
        change(usage);
        let after = usage.idle.len();
        if usage.connections == 0 && usage.unread == 0 {
            self.addresses.remove(&address);
        }
        if before != after {
            self.by_idle.remove(&(before, address));
            self.by_idle.extend((after > 0).then_some((after, address)));
        }
    }

    /// Closes the connection of an address that has been idle longest; false if all are in use.
    fn evict_from(&mut self, address: IpAddr) -> bool {
        let idlest = self.addresses.get(&address).and_then(|usage| usage.idle.first()).copied();
        let Some(connection) = idlest.and_then(|(_, number)| self.close(number)) else { return false };
        connection.evicted.notify_one();
        true
    }

    /// The same for the address with the most idle connections.
    fn evict(&mut self) -> bool {
        self.by_idle.last().copied().is_some_and(|(_, address)| self.evict_from(address))
    }
}

impl ConnectionCounter {
    /// No connections yet.
    pub(crate) fn new(caps: ConnectionCaps) -> Arc<Self> {
        Arc::new(Self { caps, state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, CounterState> {
        self.state.lock().expect("no panic while the lock is held")
    }

    fn cap_of(&self, address: IpAddr) -> Option<usize> {
        self.caps.per_address.map(|cap| cap.saturating_mul(address_factor(Some(address)) as usize))
    }

    /// Admits a new connection, if need be in place of an idle one.
    ///
    /// # Errors
    /// `too_many` if all connections of its address are in use, `unavailable` if all connections are.
    pub(crate) fn admit(self: &Arc<Self>, from: IpAddr) -> Result<OpenConnection> {
        let address = network(from);
        let mut state = self.lock();
        let from_address = state.addresses.get(&address).map_or(0, |usage| usage.connections);
        if self.cap_of(address).is_some_and(|cap| from_address >= cap) && !state.evict_from(address) {
            return Err(too_many_from_address());
        }
        if state.open.len() >= self.caps.total && !state.evict() {
            return Err(too_many_in_total());
        }
        let evicted = Arc::new(Notify::new());
        let number = state.insert(address, evicted.clone());
        Ok(OpenConnection { counter: self.clone(), number, address, evicted })
    }
}

fn too_many_from_address() -> ApiError {
    ApiError::new(
        Code::TooMany,
        "too many connections from your address; close some",
        "trop de connexions depuis votre adresse ; fermez-en",
    )
    .with_retry(RETRY)
}

fn too_many_in_total() -> ApiError {
    ApiError::new(
        Code::Unavailable,
        "the server has too many connections; try again in a moment",
        "le serveur a trop de connexions ; réessayez dans un instant",
    )
    .with_retry(RETRY)
}

/// An open connection; released on drop.
pub(crate) struct OpenConnection {
    counter: Arc<ConnectionCounter>,
    number: u64,
    address: IpAddr,
    evicted: Arc<Notify>,
}

impl OpenConnection {
    /// Waits until the connection has to be closed in favour of another one.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// Notes that a request is being answered until the result is dropped.
    pub(crate) fn begin_request(self: &Arc<Self>) -> AnswerInProgress {
        self.set_idle(false);
        AnswerInProgress { ticket: self.clone(), unread: 0, for_ever: false }
    }

    fn set_idle(&self, idle: bool) {
        self.counter.lock().set_idle(self.number, idle);
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.counter.lock().close(self.number);
    }
}

/// A request that is being answered, until its answer has been read.
pub(crate) struct AnswerInProgress {
    ticket: Arc<OpenConnection>,
    unread: usize,
    for_ever: bool,
}

impl AnswerInProgress {
    /// Marks the connection as a socket: it does not become idle again.
    pub(crate) fn keep(mut self) {
        self.for_ever = true;
    }

    /// Counts a large answer until it has been read.
    ///
    /// # Errors
    /// `too_fast` if too many bytes are unread already.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<()> {
        let (caps, address) = (self.ticket.counter.caps, self.ticket.address);
        let mut state = self.ticket.counter.lock();
        let by_address = state.addresses.get(&address).map_or(0, |usage| usage.unread);
        let is_over = caps.per_address.is_some() && by_address + bytes > UNREAD_BY_ADDRESS;
        if is_over || state.unread + bytes > UNREAD_IN_TOTAL {
            return Err(ApiError::busy(RETRY));
        }
        state.unread += bytes;
        state.update(address, |usage| usage.unread += bytes);
        self.unread += bytes;
        Ok(())
    }
}

impl Drop for AnswerInProgress {
    fn drop(&mut self) {
        if self.unread > 0 {
            let mut state = self.ticket.counter.lock();
            state.unread -= self.unread;
            state.update(self.ticket.address, |usage| usage.unread -= self.unread);
        }
        if !self.for_ever {
            self.ticket.set_idle(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn counter(total: usize, per_address: usize) -> Arc<ConnectionCounter> {
        ConnectionCounter::new(ConnectionCaps { total, per_address: Some(per_address) })
    }

    fn from(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    fn is_evicted(ticket: &OpenConnection) -> bool {
        ticket.evicted().now_or_never().is_some()
    }

    #[test]
    fn idle_connections_make_room_and_busy_ones_do_not() {
        let counter = counter(100, 3);
        let tickets: Vec<_> = (0..3).map(|_| Arc::new(counter.admit(from(1)).unwrap())).collect();
        let busy = tickets[0].begin_request();
        let second = counter.admit(from(1)).unwrap();
        assert_eq!(tickets.iter().map(|ticket| is_evicted(ticket)).collect::<Vec<_>>(), [false, true, false]);
        drop(second);
        drop(busy);
        let all: Vec<_> = tickets.iter().map(OpenConnection::begin_request).collect();
        // The second was closed: its place is free.
        let third = Arc::new(counter.admit(from(1)).unwrap());
        let third_busy = third.begin_request();
        let refused = counter.admit(from(1)).err().unwrap().0;
        assert_eq!((refused.code, refused.retry), (Code::TooMany, Some(RETRY)));
        assert!(counter.admit(from(2)).is_ok(), "others are not refused");
        drop((all, third_busy, tickets, third));
        let state = counter.lock();
        assert!(state.open.is_empty() && state.addresses.is_empty() && state.by_idle.is_empty());
    }

    #[test]
    fn a_storm_at_the_limit_is_cheap() {
        let counter = ConnectionCounter::new(ConnectionCaps { total: 20_000, per_address: None });
        let address = |n: u32| IpAddr::from((0x0a00_0000 + n).to_be_bytes());
        let mut tickets: Vec<_> = (0..20_000).map(|n| counter.admit(address(n)).unwrap()).collect();
        let begun = crate::site::clock::instant();
        for n in 20_000..60_000 {
            tickets.push(counter.admit(address(n)).unwrap());
        }
        assert!(begun.elapsed().as_secs() < 5, "each takes the place of one, which is not searched for");
        assert_eq!(counter.lock().open.len(), 20_000);
    }

    #[test]
    fn the_address_with_the_most_idle_connections_makes_room() {
        let counter = counter(4, 10);
        let honest = counter.admit(from(1)).unwrap();
        let greedy: Vec<_> = (0..3).map(|_| counter.admit(from(2)).unwrap()).collect();
        let other = counter.admit(from(3)).unwrap();
        assert!(!is_evicted(&honest) && !is_evicted(&other));
        assert_eq!(greedy.iter().map(is_evicted).collect::<Vec<_>>(), [true, false, false]);
    }

    #[test]
    fn a_node_full_of_sockets_is_full() {
        let counter = counter(2, 2);
        let tickets = [1, 2].map(|last| Arc::new(counter.admit(from(last)).unwrap()));
        for ticket in &tickets {
            ticket.begin_request().keep();
        }
        assert_eq!(counter.admit(from(3)).err().unwrap().0.code, Code::Unavailable);
        drop(tickets);
        assert!(counter.admit(from(3)).is_ok());
    }

    #[test]
    fn answers_that_nobody_reads_are_bounded() {
        let counter = counter(10, 10);
        let tickets: Vec<_> = (0..3).map(|_| Arc::new(counter.admit(from(1)).unwrap())).collect();
        let mut busy: Vec<_> = tickets.iter().map(OpenConnection::begin_request).collect();
        busy[0].hold(UNREAD_BY_ADDRESS / 2).unwrap();
        busy[1].hold(UNREAD_BY_ADDRESS / 2).unwrap();
        assert_eq!(busy[2].hold(1).unwrap_err().0.code, Code::TooFast);
        busy.remove(0);
        busy[1].hold(1).unwrap();
        drop((busy, tickets));
        assert_eq!(counter.lock().unread, 0);
        assert!(counter.lock().addresses.is_empty());
    }
}
