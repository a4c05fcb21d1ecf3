//! How fast anybody may do anything: by player and by address, for each class of requests.

use crate::error::{Refused, Result};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
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
}

/// Requests a second, how many at once, for a player and for an address.
struct Rates {
    class: Class,
    player: (u32, u32),
    address: (u32, u32),
}

const RATES: [Rates; 6] = [
    Rates { class: Class::Read, player: (50, 200), address: (300, 1500) },
    Rates { class: Class::Write, player: (20, 100), address: (300, 1500) },
    Rates { class: Class::Chat, player: (1, 8), address: (20, 100) },
    Rates { class: Class::Open, player: (1, 20), address: (20, 200) },
    Rates { class: Class::Guest, player: (1, 10), address: (2, 60) },
    Rates { class: Class::Password, player: (1, 10), address: (1, 20) },
];

struct Limit {
    class: Class,
    players: DefaultKeyedRateLimiter<PlayerId>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
}

/// All limits of a node.
pub struct Limits(Vec<Limit>);

fn quota((rate, burst): (u32, u32), factor: u32) -> Quota {
    let times = |number: u32| NonZeroU32::new(number.saturating_mul(factor)).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(times(rate)).allow_burst(times(burst))
}

impl Limits {
    /// The limits, multiplied by a factor.
    #[must_use]
    pub fn new(factor: u32) -> Self {
        let limit = |rates: &Rates| Limit {
            class: rates.class,
            players: RateLimiter::keyed(quota(rates.player, factor)),
            addresses: RateLimiter::keyed(quota(rates.address, factor)),
        };
        Self(RATES.iter().map(limit).collect())
    }

    /// Counts a request. The machine itself is not limited by address: behind a proxy that hides
    /// addresses everybody seems to come from there.
    ///
    /// # Errors
    /// If there were too many lately.
    pub fn check(&self, class: Class, player: Option<PlayerId>, address: Option<IpAddr>) -> Result<()> {
        let Some(limit) = self.0.iter().find(|limit| limit.class == class) else {
            return Ok(());
        };
        let clock = DefaultClock::default();
        let wait = |until: governor::NotUntil<_>| {
            let seconds = until.wait_time_from(clock.now()).as_secs_f64().ceil();
            Refused::too_fast((seconds as u32).max(1))
        };
        if let Some(player) = player {
            limit.players.check_key(&player).map_err(wait)?;
        }
        if let Some(address) = address.filter(|address| !address.is_loopback()) {
            limit.addresses.check_key(&address).map_err(wait)?;
        }
        Ok(())
    }

    /// Forgets those who have not come lately.
    pub fn forget_old(&self) {
        for limit in &self.0 {
            limit.players.retain_recent();
            limit.addresses.retain_recent();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_refused_and_others_are_not() {
        let limits = Limits::new(1);
        let chat = |player| limits.check(Class::Chat, Some(PlayerId(player)), None);
        let allowed = (0..20).filter(|_| chat(1).is_ok()).count();
        assert_eq!(allowed, 8);
        assert_eq!(chat(1).unwrap_err().0.retry, Some(1));
        assert!(chat(2).is_ok());
        let address = "203.0.113.9".parse().ok();
        let guests = (0..100).filter(|_| limits.check(Class::Guest, None, address).is_ok()).count();
        assert_eq!(guests, 60);
    }
}
