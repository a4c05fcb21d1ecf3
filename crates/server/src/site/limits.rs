//! Rate limits: by player, by address and by name, for each class of requests.
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
    /// Having a link sent by mail, to any address.
    Mail,
    /// Gathering everything that is stored about a player.
    Export,
    /// Challenging a player, who gets a notice.
    Challenge,
    /// Changing one's own settings and lists, which is stored.
    Settings,
    /// Adding a browser to which push messages are sent.
    Subscribe,
    /// Reporting something to the moderators.
    Report,
    /// Bringing a game along, which is kept.
    Import,
    /// Listing legal turns: part of playing, and some work.
    List,
    /// Anything that keeps a processor busy: an engine's advice, a picture in pixels.
    Think,
    /// Watching over the site: readiness and metrics.
    Probe,
}

impl Class {
    /// What the requests of the class are, for documents.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Read => "looking",
            Self::Write => "commands at a table",
            Self::Chat => "chat",
            Self::Open => "opening tables",
            Self::Guest => "new guests",
            Self::Password => "passwords: signing in, registering, tokens, deleting the account",
            Self::Mail => "links by mail, to any mail address",
            Self::Export => "exports of personal data",
            Self::Import => "importing games",
            Self::List => "listing legal turns and touches",
            Self::Challenge => "challenges, and invitations to a team",
            Self::Settings => {
                "own settings: lists, privacy, notices, conditional turns; answers to challenges"
            }
            Self::Subscribe => "registering browsers for push messages",
            Self::Report => "reports to the moderators",
            Self::Think => "hints, analyses, pictures in pixels",
            Self::Probe => "`/readyz` and `/metrics`",
        }
    }
}

/// Requests a minute, how many at once, for a player and for an address.
struct Rates {
    class: Class,
    player: (u32, u32),
    address: (u32, u32),
}

const RATES: [Rates; 16] = [
    Rates { class: Class::Read, player: (3000, 200), address: (18_000, 1500) },
    Rates { class: Class::Write, player: (1200, 100), address: (18_000, 1500) },
    Rates { class: Class::Chat, player: (60, 8), address: (1200, 100) },
    Rates { class: Class::Open, player: (60, 20), address: (1200, 200) },
    Rates { class: Class::Guest, player: (60, 10), address: (120, 60) },
    Rates { class: Class::Password, player: (30, 10), address: (60, 20) },
    // Strangers choose where these go.
    Rates { class: Class::Mail, player: (1, 3), address: (2, 10) },
    Rates { class: Class::Export, player: (2, 3), address: (20, 20) },
    Rates { class: Class::Challenge, player: (6, 12), address: (60, 60) },
    Rates { class: Class::Settings, player: (120, 40), address: (1200, 200) },
    // Each may be a service that takes its time to answer.
    Rates { class: Class::Subscribe, player: (6, 12), address: (60, 60) },
    Rates { class: Class::Report, player: (2, 6), address: (30, 30) },
    // Imports are stored: one address can fill at most half a gigabyte of disk a day.
    Rates { class: Class::Import, player: (2, 20), address: (6, 60) },
    Rates { class: Class::List, player: (600, 100), address: (6000, 500) },
    Rates { class: Class::Think, player: (60, 20), address: (600, 100) },
    // Requests there are anonymous. Proxies send one every second or so, and on behalf of many nodes.
    Rates { class: Class::Probe, player: (600, 120), address: (600, 120) },
];

/// Passwords tried for one name from one address: about four thousand guesses a day.
const NAME_AND_ADDRESS: (u32, u32) = (3, 10);
/// The same from an address from which the account has signed in before: guesses from elsewhere do not lock
/// out the owner.
const NAME_AND_KNOWN_ADDRESS: (u32, u32) = (30, 60);
/// Passwords tried for one name from all other addresses together: many addresses guess no faster than this.
const NAME: (u32, u32) = (30, 100);

/// Factor for a club evening: under `--lan` everybody may come from one address, all at the same time.
pub(crate) const LAN_FACTOR: u32 = 4;

/// Codes of a second factor tried for one account, by a client that has its password, from addresses where the account signed in
/// before and from all others: six digits are guessed with a probability of less than one in a hundred a day.
const CODE: (u32, u32) = (1, 6);
/// Mails to one address, from all callers together.
const MAIL: (u32, u32) = (1, 3);

/// Messages a second that one socket may send, and how many at once.
const SOCKET: (u32, u32) = (40, 120);

/// Factor for the machine itself.
const LOCAL: u32 = 10;
/// Factor for an IPv6 network of 48 bits: many providers assign a /48 to any customer, and it holds 65,536 networks of 64 bits.
pub(crate) const WIDE: u32 = 16;

/// Maximum number of keys with a bucket of their own.
const BUCKETS: u64 = 1 << 18;

/// The rates as documents show them: who or what is counted, then requests a minute and at once, for a player and for an
/// address.
pub(crate) fn documented() -> Vec<[String; 3]> {
    let pair = |(rate, burst): (u32, u32)| format!("{rate}, {burst} at once");
    let class = |rates: &Rates| {
        // Who watches over a site is not signed in.
        let player = if rates.class == Class::Probe { String::new() } else { pair(rates.player) };
        [rates.class.meaning().to_owned(), player, pair(rates.address)]
    };
    let mut rows: Vec<_> = RATES.iter().map(class).collect();
    rows.push([
        "wrong or right passwords for one name, from an address where the account signed in before".into(),
        String::new(),
        pair(NAME_AND_KNOWN_ADDRESS),
    ]);
    rows.push(["the same from any other address".into(), String::new(), pair(NAME_AND_ADDRESS)]);
    rows.push(["the same from all other addresses together".into(), String::new(), pair(NAME)]);
    rows.push([
        "codes of a second factor, from addresses where the account signed in before".into(),
        pair(CODE),
        String::new(),
    ]);
    rows.push(["the same from all other addresses together".into(), pair(CODE), String::new()]);
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
    /// IPv6 networks of 48 bits.
    wide: Limiter,
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

/// The limit of one socket: only its own messages are counted.
pub(crate) struct SocketLimit(DefaultDirectRateLimiter);

impl SocketLimit {
    /// Counts a message.
    ///
    /// # Errors
    /// `too_fast` if there were too many within the last minutes.
    pub(crate) fn check(&self) -> Result<()> {
        self.0.check().map_err(|until| too_fast(until.wait_time_from(DefaultClock::default().now())))
    }
}

/// The refusal that says when to try again, in whole seconds.
fn too_fast(wait: Duration) -> ApiError {
    ApiError::too_fast((wait.as_secs_f64().ceil() as u32).max(1))
}

/// What counts as one address: with IPv6 a household has 2^64 of them.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        local if local.is_loopback() => local,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The network of 48 bits of an IPv6 address.
fn wide_network(address: IpAddr) -> Option<u128> {
    match address {
        IpAddr::V6(address) => Some(address.to_bits() >> 80),
        IpAddr::V4(_) => None,
    }
}

/// The factor for the limits of an address. The machine itself has ten times the limits of any other: enough
/// to try a site out, and still a limit if a proxy hides all clients behind it. All clients with an unknown
/// address count as one address.
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
            wide: limiter(rates.address, of_addresses.saturating_mul(WIDE)),
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

    /// Counts a request. Requests with an unknown address share the limits of one; the machine itself has
    /// more, see [`address_factor`].
    ///
    /// # Errors
    /// `too_fast` if there were too many within the last minutes.
    pub fn check(&self, class: Class, player: Option<PlayerId>, address: Option<IpAddr>) -> Result<()> {
        let Some(limit) = self.classes.iter().find(|limit| limit.class == class) else {
            return Ok(());
        };
        if let Some(player) = player {
            self.count(&limit.players, &player)?;
        }
        match address.map(network) {
            Some(address) if address.is_loopback() => self.count(&limit.local, &address),
            address => {
                self.count(&limit.addresses, &address)?;
                address.and_then(wide_network).map_or(Ok(()), |wide| self.count(&limit.wide, &wide))
            }
        }
    }

    /// Counts a secret tried for a name, by its skeleton, whether such an account exists or not. `is_known`
    /// says whether the account has signed in from the address before: guesses from elsewhere do not lock
    /// out the owner.
    ///
    /// # Errors
    /// `too_fast` if there were too many within the last minutes.
    pub fn check_sign_in(&self, skeleton: &str, address: Option<IpAddr>, is_known: bool) -> Result<()> {
        let both = (skeleton, address.map(network));
        if is_known {
            return self.count(&self.names_and_known_addresses, &both);
        }
        self.count(&self.names_and_addresses, &both)?;
        self.count(&self.names, &skeleton)
    }

    /// Counts a code of a second factor tried for an account, from an address from which it has signed in before or not.
    ///
    /// # Errors
    /// `too_fast` if there were too many within the last minutes.
    pub fn check_code(&self, player: PlayerId, is_known: bool) -> Result<()> {
        self.count(&self.codes, &(player, is_known))
    }

    /// Counts a mail to an address, whether it belongs to an account or not.
    ///
    /// # Errors
    /// `too_fast` if there were too many within the last minutes.
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

    /// Drops clients without recent requests.
    pub fn forget_old(&self) {
        for limit in &self.classes {
            limit.players.retain_recent();
            limit.addresses.retain_recent();
            limit.wide.retain_recent();
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
    fn an_ipv6_network_of_48_bits_has_limits_too() {
        let limits = RateLimits::new(1);
        let from = |wide: u16, narrow: u16, host: u16| {
            let address = Ipv6Addr::new(0x2001, 0xdb9, wide, narrow, 0, 0, 0, host);
            limits.check(Class::Guest, None, Some(address.into())).is_ok()
        };
        assert_eq!((0..1000).filter(|host| from(1, 1, *host)).count(), 60, "one network of 64 bits");
        let all = (0..2000).filter(|narrow| from(2, *narrow, 1)).count();
        assert!((60 * WIDE as usize..=60 * WIDE as usize + 2).contains(&all), "{all}");
        assert!(from(3, 1, 1), "others are not concerned");
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
        assert_eq!((0..100).filter(|_| limits.check_code(PlayerId(1), false).is_ok()).count(), 6);
        assert!(limits.check_code(PlayerId(2), false).is_ok());
        assert!(limits.check_code(PlayerId(1), true).is_ok(), "its owner is not kept out");
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
