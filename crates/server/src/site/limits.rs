//! How fast anybody may do anything: by player, by address and by name, for each class of requests.
//!
//! Clients are counted in a fixed number of buckets, chosen by a keyed hash: a flood from many addresses costs
//! a bounded amount of memory, and at worst two clients share a bucket and its limit.

use crate::error::{ApiError, Result};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;
use taijitu_protocol::PlayerId;

/// A class of requests with limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Looking.
    Read,
    /// Doing something at a table.
    Write,
    /// Saying something.
    Chat,
    /// Opening tables.
    Open,
    /// Becoming a guest.
    Guest,
    /// Anything that hashes a password.
    Password,
    /// Gathering everything that is stored about somebody.
    Export,
    /// Reporting something to the moderators.
    Report,
    /// Bringing a game along, which is kept.
    Import,
    /// Listing legal turns: part of playing, and some work.
    List,
    /// Anything that keeps a processor busy: an engine's advice, a picture in pixels.
    Think,
}

impl Class {
    /// What the requests of the class are, for documents.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Read => "looking",
            Self::Write => "doing something at a table",
            Self::Chat => "chat",
            Self::Open => "opening tables",
            Self::Guest => "new guests",
            Self::Password => "passwords: signing in, registering, tokens, deleting oneself",
            Self::Export => "\"everything about me\"",
            Self::Import => "importing games",
            Self::List => "listing legal turns and touches",
            Self::Report => "reports to the moderators",
            Self::Think => "engines' advice, analyses, pictures in pixels",
        }
    }
}

/// Requests a minute, how many at once, for a player and for an address.
struct Rates {
    class: Class,
    player: (u32, u32),
    address: (u32, u32),
}

const RATES: [Rates; 11] = [
    Rates { class: Class::Read, player: (3000, 200), address: (18_000, 1500) },
    Rates { class: Class::Write, player: (1200, 100), address: (18_000, 1500) },
    Rates { class: Class::Chat, player: (60, 8), address: (1200, 100) },
    Rates { class: Class::Open, player: (60, 20), address: (1200, 200) },
    Rates { class: Class::Guest, player: (60, 10), address: (120, 60) },
    Rates { class: Class::Password, player: (30, 10), address: (60, 20) },
    Rates { class: Class::Export, player: (2, 3), address: (20, 20) },
    Rates { class: Class::Report, player: (2, 6), address: (30, 30) },
    // Whatever is brought along is kept: an address fills a disk with half a gigabyte a day at the most.
    Rates { class: Class::Import, player: (2, 20), address: (6, 60) },
    Rates { class: Class::List, player: (600, 100), address: (6000, 500) },
    Rates { class: Class::Think, player: (60, 20), address: (600, 100) },
];

/// Passwords tried for one name from one address: about four thousand guesses a day.
const NAME_AND_ADDRESS: (u32, u32) = (3, 10);
/// The same from an address from which the account has signed in before: its owner is not kept out by somebody else's
/// guesses, wherever those come from.
const NAME_AND_KNOWN_ADDRESS: (u32, u32) = (30, 60);
/// Passwords tried for one name from all other addresses together: many addresses guess no faster than this.
const NAME: (u32, u32) = (30, 100);

/// What a room is allowed more than others: under `--lan` everybody may come from one address, and all at once.
pub(crate) const LAN_FACTOR: u32 = 4;

/// Codes of a second factor tried for one account, by somebody who has its password: six digits are guessed with a
/// probability of less than one in two hundred a day.
const CODE: (u32, u32) = (1, 6);
/// Mails to one address, asked for by whomever.
const MAIL: (u32, u32) = (1, 3);

/// Messages a second that one socket may send, and how many at once.
const SOCKET: (u32, u32) = (40, 120);

/// How many times the limits of an address the machine itself has.
const LOCAL: u32 = 10;

/// Maximum number of keys with a bucket of their own.
const BUCKETS: u64 = 1 << 18;

/// The rates as documents show them: who or what is counted, then requests a minute and at once, for a player and for an
/// address.
pub(crate) fn documented() -> Vec<[String; 3]> {
    let pair = |(rate, burst): (u32, u32)| format!("{rate}, {burst} at once");
    let class = |rates: &Rates| [rates.class.meaning().to_owned(), pair(rates.player), pair(rates.address)];
    let mut rows: Vec<_> = RATES.iter().map(class).collect();
    rows.push([
        "wrong or right passwords for one name, from an address where the account signed in before".into(),
        String::new(),
        pair(NAME_AND_KNOWN_ADDRESS),
    ]);
    rows.push(["the same from any other address".into(), String::new(), pair(NAME_AND_ADDRESS)]);
    rows.push(["the same from all other addresses together".into(), String::new(), pair(NAME)]);
    rows.push(["codes of a second factor".into(), pair(CODE), String::new()]);
    rows.push(["mails to one mail address".into(), String::new(), pair(MAIL)]);
    rows.push([
        "messages of one socket, a second".into(),
        format!("{}, {} at once", SOCKET.0, SOCKET.1),
        String::new(),
    ]);
    rows
}

type Limiter = DefaultKeyedRateLimiter<u32>;

struct Limit {
    class: Class,
    players: Limiter,
    addresses: Limiter,
    /// This machine.
    local: Limiter,
}

/// All limits of a node.
pub struct RateLimits {
    classes: Vec<Limit>,
    names: Limiter,
    codes: Limiter,
    mails: Limiter,
    names_and_addresses: Limiter,
    names_and_known_addresses: Limiter,
    socket: Quota,
    buckets: RandomState,
}

fn limiter((rate, burst): (u32, u32), factor: u32) -> Limiter {
    RateLimiter::keyed(Quota::per_minute(times(rate, factor)).allow_burst(times(burst, factor)))
}

fn times(number: u32, factor: u32) -> NonZeroU32 {
    NonZeroU32::new(number.saturating_mul(factor)).unwrap_or(NonZeroU32::MIN)
}

/// The limit of one socket: its own messages are counted, and nobody else's.
pub(crate) struct SocketLimit(DefaultDirectRateLimiter);

impl SocketLimit {
    /// Counts a message.
    ///
    /// # Errors
    /// If there were too many lately.
    pub(crate) fn check(&self) -> Result<()> {
        self.0.check().map_err(|until| too_fast(until.wait_time_from(DefaultClock::default().now())))
    }
}

/// The refusal that says when to try again, in whole seconds.
fn too_fast(wait: Duration) -> ApiError {
    ApiError::too_fast((wait.as_secs_f64().ceil() as u32).max(1))
}

/// What counts as one address: with IPv6 a home has 2^64 of them.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        local if local.is_loopback() => local,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// What the limits of one address are multiplied by for an address. The machine itself is an address like any other, with ten
/// times the limits: more than anybody needs who tries a site out there, and still limits if a proxy hides everybody behind
/// it. All clients whose address is not known are one address.
pub(crate) fn address_factor(address: Option<IpAddr>) -> u32 {
    if address.is_some_and(|address| address.to_canonical().is_loopback()) { LOCAL } else { 1 }
}

impl RateLimits {
    /// The limits, multiplied by a factor.
    #[must_use]
    pub fn new(factor: u32) -> Self {
        Self::with_address_factor(factor, factor)
    }

    /// The limits of a room: those of addresses are higher.
    #[must_use]
    pub fn for_room(factor: u32) -> Self {
        Self::with_address_factor(factor, factor.saturating_mul(LAN_FACTOR))
    }

    fn with_address_factor(factor: u32, of_addresses: u32) -> Self {
        let limit = |rates: &Rates| Limit {
            class: rates.class,
            players: limiter(rates.player, factor),
            addresses: limiter(rates.address, of_addresses),
            local: limiter(rates.address, of_addresses.saturating_mul(LOCAL)),
        };
        Self {
            classes: RATES.iter().map(limit).collect(),
            names: limiter(NAME, factor),
            codes: limiter(CODE, factor),
            mails: limiter(MAIL, factor),
            names_and_addresses: limiter(NAME_AND_ADDRESS, factor),
            names_and_known_addresses: limiter(NAME_AND_KNOWN_ADDRESS, factor),
            socket: Quota::per_second(times(SOCKET.0, factor)).allow_burst(times(SOCKET.1, factor)),
            buckets: RandomState::new(),
        }
    }

    /// Counts a request. Requests without an address come from one that is not known, and share the limits of one; the
    /// machine itself has more, see [`address_factor`].
    ///
    /// # Errors
    /// If there were too many lately.
    pub fn check(&self, class: Class, player: Option<PlayerId>, address: Option<IpAddr>) -> Result<()> {
        let Some(limit) = self.classes.iter().find(|limit| limit.class == class) else {
            return Ok(());
        };
        if let Some(player) = player {
            self.count(&limit.players, &player)?;
        }
        match address.map(network) {
            Some(address) if address.is_loopback() => self.count(&limit.local, &address),
            address => self.count(&limit.addresses, &address),
        }
    }

    /// Counts a secret tried for a name, by its skeleton, whether there is such an account or not, from an address from which
    /// the account has signed in before or not. Those who guess elsewhere do not keep the owner out.
    ///
    /// # Errors
    /// If there were too many lately.
    pub fn check_sign_in(&self, skeleton: &str, address: Option<IpAddr>, is_known: bool) -> Result<()> {
        let both = (skeleton, address.map(network));
        if is_known {
            return self.count(&self.names_and_known_addresses, &both);
        }
        self.count(&self.names_and_addresses, &both)?;
        self.count(&self.names, &skeleton)
    }

    /// Counts a code of a second factor tried for an account.
    ///
    /// # Errors
    /// If there were too many lately.
    pub fn check_code(&self, player: PlayerId) -> Result<()> {
        self.count(&self.codes, &player)
    }

    /// Counts a mail to an address, whether it belongs to an account or not.
    ///
    /// # Errors
    /// If there were too many lately.
    pub fn check_mail(&self, address: &str) -> Result<()> {
        self.count(&self.mails, &address)
    }

    /// The limit of a socket that begins.
    #[must_use]
    pub(crate) fn for_socket(&self) -> SocketLimit {
        SocketLimit(RateLimiter::direct(self.socket))
    }

    fn count(&self, limiter: &Limiter, key: &impl Hash) -> Result<()> {
        let bucket = (self.buckets.hash_one(key) % BUCKETS) as u32;
        limiter
            .check_key(&bucket)
            .map_err(|until| too_fast(until.wait_time_from(DefaultClock::default().now())))
    }

    /// Forgets those who have not come lately.
    pub fn forget_old(&self) {
        for limit in &self.classes {
            limit.players.retain_recent();
            limit.addresses.retain_recent();
            limit.local.retain_recent();
        }
        self.names.retain_recent();
        self.codes.retain_recent();
        self.mails.retain_recent();
        self.names_and_addresses.retain_recent();
        self.names_and_known_addresses.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_refused_and_others_are_not() {
        let limits = RateLimits::new(1);
        let chat = |player| limits.check(Class::Chat, Some(PlayerId(player)), None);
        let allowed = (0..20).filter(|_| chat(1).is_ok()).count();
        assert_eq!(allowed, 8);
        assert_eq!(chat(1).unwrap_err().0.retry, Some(1));
        assert!(chat(2).is_ok());
        let address = "203.0.113.9".parse().ok();
        let guests = (0..100).filter(|_| limits.check(Class::Guest, None, address).is_ok()).count();
        assert_eq!(guests, 60);
    }

    #[test]
    fn each_socket_has_a_limit_of_its_own() {
        let limits = RateLimits::new(2);
        let one = limits.for_socket();
        assert_eq!((0..1000).take_while(|_| one.check().is_ok()).count() / 10, 24);
        assert_eq!(one.check().unwrap_err().0.retry, Some(1));
        assert!(limits.for_socket().check().is_ok());
    }

    #[test]
    fn a_name_is_not_guessed_and_its_owner_not_kept_out() {
        let limits = RateLimits::new(1);
        let from = |n: u8| Some(IpAddr::from([203, 0, 113, n]));
        let guess = |name: &str, n: u8| limits.check_sign_in(name, from(n), false).is_ok();
        assert_eq!((0..100).filter(|_| guess("ada", 1)).count(), 10);
        assert!(guess("bob", 1) && guess("ada", 2), "others are not concerned, nor is the owner elsewhere");
        let guesses = (0..255).map(|n| (0..20).filter(|_| guess("ada", n)).count()).sum::<usize>();
        assert!((80..=100).contains(&guesses), "{guesses} from many addresses");
        assert!(
            limits.check_sign_in("ada", from(77), true).is_ok(),
            "but from where the owner was before it goes on"
        );
        assert!((0..100).filter(|_| limits.check_sign_in("ada", from(77), true).is_ok()).count() <= 61);
    }

    #[test]
    fn a_room_may_come_from_one_address() {
        let room = RateLimits::for_room(1);
        let address = "192.168.1.5".parse().ok();
        let count = |class, player| (0..1000).filter(|_| room.check(class, player, address).is_ok()).count();
        assert_eq!(count(Class::Password, None), 80);
        assert_eq!(count(Class::Chat, Some(PlayerId(1))), 8, "each of its people may do what others may");
    }

    #[test]
    fn codes_and_mails_are_counted_by_account_and_by_address() {
        let limits = RateLimits::new(1);
        assert_eq!((0..100).filter(|_| limits.check_code(PlayerId(1)).is_ok()).count(), 6);
        assert!(limits.check_code(PlayerId(2)).is_ok());
        assert_eq!((0..100).filter(|_| limits.check_mail("ada@example.org").is_ok()).count(), 3);
        assert!(limits.check_mail("bob@example.org").is_ok());
    }

    #[test]
    fn a_home_is_one_address() {
        let limits = RateLimits::new(1);
        let from = |n: u128| Some(IpAddr::from((0x2001_0db8 << 96 | n).to_be_bytes()));
        let guests = |n| limits.check(Class::Guest, None, from(n)).is_ok();
        assert_eq!((0..100).filter(|&n| guests(n)).count(), 60);
        assert!(guests(1 << 64));
        assert_eq!(network("::ffff:203.0.113.9".parse().unwrap()), "203.0.113.9".parse::<IpAddr>().unwrap());
        let own = |address: &str| {
            (0..1000).filter(|_| limits.check(Class::Guest, None, address.parse().ok()).is_ok()).count()
        };
        assert_eq!((own("127.0.0.1"), own("not an address"), own("nor this")), (600, 60, 0));
    }
}
