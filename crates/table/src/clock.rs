//! Time: what each player has left, how lag is compensated, and which time counts.
//!
//! Only the server's time counts, and only while a server was up: no clock is charged for an [`Outage`].

use serde::{Deserialize, Serialize};
use taijitu_protocol::{PlayerId, Seat, Time};

/// Lag that may be compensated at once, in milliseconds, and how much of that is restored with each turn.
const QUOTA_MOST_MS: i64 = 1000;
const QUOTA_BACK: i64 = 100;
/// Maximum lag of a single turn that is compensated.
const LAG_MOST: i64 = 500;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A stretch of time in which no server was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    /// The last heartbeat before it.
    pub began: i64,
    /// The first heartbeat after it.
    pub ended: i64,
}

/// The outages there have been, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outages(pub Vec<Outage>);

impl Outages {
    /// How much time passed for the players.
    #[must_use]
    pub fn elapsed(&self, since: i64, now: i64) -> i64 {
        let down = |outage: &Outage| (outage.ended.min(now) - outage.began.max(since)).max(0);
        (now - since).max(0) - self.0.iter().map(down).sum::<i64>()
    }

    /// The time at which `passes` milliseconds will have passed for the players, given the known outages.
    #[must_use]
    pub fn after(&self, since: i64, passes: i64) -> i64 {
        // Outages are in order, so those that lie before the end found so far push it back one by one.
        self.0.iter().filter(|outage| outage.ended > since).fold(since + passes, |end, outage| {
            let began = outage.began.max(since);
            if began < end { end + (outage.ended - began) } else { end }
        })
    }
}

/// The time of an input, and the random bits drawn for it.
#[derive(Clone, Copy, Debug)]
pub struct DecisionContext<'a> {
    /// Server time in milliseconds.
    pub now: i64,
    /// The player's lag as the server measured it, in milliseconds.
    pub lag: i64,
    /// How long an engine thought; waiting for a worker does not count.
    pub thought: i64,
    /// When no server was up.
    pub outages: &'a Outages,
    /// Random bits: the id of the next game if one starts now, and the seed of what is drawn by lot.
    pub seed: u128,
    /// The guests among the players of the table and the author of the command. Only rated tables need them.
    pub guests: &'a [PlayerId],
}

/// The clocks of one game.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    time: Time,
    /// Time left of each seat.
    pub(crate) left: Vec<i64>,
    /// The time for which `left` was computed.
    pub(crate) since: i64,
    /// Lag that may still be compensated for each seat.
    quota: Vec<i64>,
    /// Time granted to each seat for the whole game, or used of it where turns are timed one by one.
    granted: Vec<i64>,
    used: Vec<i64>,
    /// Until when each seat is on vacation: its clock stands until then.
    away: Vec<i64>,
}

/// The cost of a turn.
pub(crate) struct Cost {
    pub(crate) spent: i64,
    pub(crate) lag: i64,
    /// Time left of each seat after the turn.
    pub(crate) left: Vec<i64>,
    /// Whether the time was up before the turn arrived.
    pub(crate) too_late: bool,
}

impl GameClock {
    pub(crate) fn new(time: Time, seats: usize, now: i64) -> Self {
        let left = match time {
            Time::None => vec![],
            Time::Total { seconds, .. } => vec![i64::from(seconds) * 1000; seats],
            Time::Days { days } => vec![i64::from(days) * DAY; seats],
        };
        let granted = left.clone();
        let (quota, used, away) = (vec![QUOTA_MOST_MS; seats], vec![0; seats], vec![0; seats]);
        Self { time, left, since: now, quota, granted, used, away }
    }

    /// Whether there is a time for the whole game: neither no clock nor days for each turn.
    pub(crate) const fn counts_whole_game(&self) -> bool {
        matches!(self.time, Time::Total { .. })
    }

    pub(crate) const fn is_live(&self) -> bool {
        !matches!(self.time, Time::Days { .. })
    }

    /// Time left of each seat now, if the clocks of these seats run.
    pub(crate) fn settled(&self, running: &[Seat], context: &DecisionContext<'_>) -> Vec<i64> {
        let mut left = self.left.clone();
        for &seat in running {
            if let Some(left) = left.get_mut(seat.index()) {
                *left = (*left - self.elapsed(seat, context)).max(0);
            }
        }
        left
    }

    /// Since when the clock of a seat has run, or will run.
    fn since_of(&self, seat: Seat) -> i64 {
        self.since.max(self.away_until(seat))
    }

    /// The time that has passed for a seat since the clocks were last set.
    fn elapsed(&self, seat: Seat, context: &DecisionContext<'_>) -> i64 {
        context.outages.elapsed(self.since_of(seat), context.now)
    }

    /// Until when a seat is on vacation; 0 if it never was.
    pub(crate) fn away_until(&self, seat: Seat) -> i64 {
        self.away.get(seat.index()).copied().unwrap_or(0)
    }

    /// Lets the clock of a seat stand until a time.
    pub(crate) fn set_away(&mut self, seat: Seat, until: i64) {
        if let Some(away) = self.away.get_mut(seat.index()) {
            *away = until;
        }
    }

    /// What it costs a seat to play now.
    pub(crate) fn cost(
        &self,
        seat: Seat,
        engine: bool,
        running: &[Seat],
        context: &DecisionContext<'_>,
    ) -> Cost {
        let at = seat.index();
        let elapsed = if engine { context.thought } else { self.elapsed(seat, context) };
        let lag = if engine { 0 } else { context.lag.clamp(0, LAG_MOST).min(self.quota[at]).min(elapsed) };
        let spent = elapsed - lag;
        let mut left = self.settled(running, context);
        let mut too_late = false;
        match self.time {
            Time::None => (),
            Time::Total { increment, .. } => {
                // An engine does not lose on time: its search is stopped in time, and a late answer is the
                // fault of a worker.
                too_late = !engine && spent >= self.left[at];
                left[at] = (self.left[at] - spent).max(1) + i64::from(increment) * 1000;
            }
            Time::Days { days } => {
                too_late = !engine && spent >= self.left[at];
                // Seats whose clock does not run have the whole time for their next turn.
                for (other, left) in Seat::all(left.len()).zip(&mut left) {
                    if other == seat || !running.contains(&other) {
                        *left = i64::from(days) * DAY;
                    }
                }
            }
        }
        Cost { spent, lag, left, too_late }
    }

    /// Adds time that a seat was given.
    pub(crate) fn grant(&mut self, seat: Seat, time: i64) {
        if let Some(granted) = self.granted.get_mut(seat.index()) {
            *granted += time;
        }
    }

    /// Time used by a seat in the whole game, after a turn that leaves it `left`.
    pub(crate) fn used(&mut self, seat: Seat, spent: i64, left: &[i64]) -> i64 {
        let at = seat.index();
        self.used[at] += spent;
        if let (Time::Total { increment, .. }, Some(left)) = (self.time, left.get(at)) {
            self.granted[at] += i64::from(increment) * 1000;
            self.used[at] = self.granted[at] - left;
        }
        self.used[at]
    }

    /// Charges the quota of a seat for the lag of a turn.
    pub(crate) fn pay(&mut self, seat: Seat, lag: i64) {
        let quota = &mut self.quota[seat.index()];
        *quota = (*quota - lag + QUOTA_BACK).min(QUOTA_MOST_MS);
    }

    /// Sets the clocks to the values of a log entry.
    pub(crate) fn set(&mut self, left: &[i64], now: i64) {
        if !left.is_empty() {
            self.left = left.to_vec();
        }
        self.since = now;
    }

    /// The seat whose time is up, including lag that could still be compensated.
    pub(crate) fn fallen(&self, running: &[Seat], context: &DecisionContext<'_>) -> Option<Seat> {
        let over = |seat: &Seat| {
            self.allowance(*seat).is_some_and(|allowed| self.elapsed(*seat, context) >= allowed)
        };
        running.iter().copied().filter(over).min_by_key(|&seat| self.left[seat.index()])
    }

    /// When the next flag falls.
    pub(crate) fn deadline(&self, running: &[Seat], outages: &Outages) -> Option<i64> {
        let falls = |&seat: &Seat| Some(outages.after(self.since_of(seat), self.allowance(seat)?));
        running.iter().filter_map(falls).min()
    }

    fn allowance(&self, seat: Seat) -> Option<i64> {
        let at = seat.index();
        Some(self.left.get(at)? + self.quota[at].min(LAG_MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(outages: &Outages, now: i64, lag: i64) -> DecisionContext<'_> {
        DecisionContext { now, lag, thought: 0, outages, seed: 0, guests: &[] }
    }

    #[test]
    fn nobody_pays_for_an_outage() {
        let outages = Outages(vec![Outage { began: 100, ended: 300 }, Outage { began: 500, ended: 600 }]);
        assert_eq!(outages.elapsed(0, 1000), 700);
        assert_eq!(outages.elapsed(200, 550), 200);
        assert_eq!(outages.elapsed(300, 200), 0, "a clock that was set back takes no time");
        for (since, passes) in [(0, 50), (0, 100), (0, 250), (0, 301), (150, 10), (550, 10), (700, 5)] {
            let end = outages.after(since, passes);
            assert_eq!(outages.elapsed(since, end), passes, "{since} + {passes}");
        }
    }

    #[test]
    fn lag_is_forgiven_out_of_a_quota() {
        let none = Outages::default();
        let mut clock = GameClock::new(Time::Total { seconds: 10, increment: 2 }, 2, 0);
        let cost = clock.cost(Seat::new(0), false, &[Seat::new(0)], &context(&none, 3000, 9000));
        assert_eq!((cost.spent, cost.lag, cost.left), (2500, 500, vec![9500, 10_000]));
        for _ in 0..2 {
            clock.pay(Seat::new(0), 500);
        }
        assert_eq!(clock.cost(Seat::new(0), false, &[Seat::new(0)], &context(&none, 3000, 9000)).lag, 200);
    }

    #[test]
    fn a_flag_falls_when_even_forgiven_lag_is_used_up() {
        let none = Outages::default();
        let clock = GameClock::new(Time::Total { seconds: 10, increment: 0 }, 2, 0);
        assert_eq!(clock.deadline(&[Seat::new(1)], &none), Some(10_500));
        assert_eq!(clock.fallen(&[Seat::new(1)], &context(&none, 10_499, 0)), None);
        assert_eq!(clock.fallen(&[Seat::new(1)], &context(&none, 10_500, 0)), Some(Seat::new(1)));
        assert!(clock.cost(Seat::new(1), false, &[Seat::new(1)], &context(&none, 10_300, 200)).too_late);
        assert!(!clock.cost(Seat::new(1), false, &[Seat::new(1)], &context(&none, 10_300, 400)).too_late);
    }

    #[test]
    fn both_clocks_run_where_both_act() {
        let none = Outages::default();
        let clock = GameClock::new(Time::Total { seconds: 10, increment: 0 }, 2, 0);
        let cost = clock.cost(Seat::new(1), false, &[Seat::new(0), Seat::new(1)], &context(&none, 4000, 0));
        assert_eq!(cost.left, [6000, 6000]);
    }

    #[test]
    fn a_clock_stands_during_a_vacation() {
        let none = Outages::default();
        let mut clock = GameClock::new(Time::Days { days: 1 }, 2, 0);
        let (ada, bob) = (Seat::new(0), Seat::new(1));
        clock.set_away(ada, 10 * DAY);
        assert_eq!(clock.settled(&[ada], &context(&none, 9 * DAY, 0)), [DAY, DAY]);
        assert_eq!(clock.settled(&[ada], &context(&none, 10 * DAY + 1000, 0)), [DAY - 1000, DAY]);
        assert_eq!(clock.fallen(&[ada], &context(&none, 10 * DAY, 0)), None);
        assert_eq!(clock.deadline(&[ada], &none), Some(11 * DAY + LAG_MOST));
        assert_eq!(clock.deadline(&[bob], &none), Some(DAY + LAG_MOST), "the other one's runs");
        assert!(!clock.cost(ada, false, &[ada], &context(&none, 5 * DAY, 0)).too_late);
        clock.set(&[DAY, DAY], 12 * DAY);
        assert_eq!(clock.settled(&[ada], &context(&none, 12 * DAY + 5, 0)), [DAY - 5, DAY], "it is over");
    }

    #[test]
    fn an_engine_pays_for_thinking_not_for_waiting() {
        let none = Outages::default();
        let clock = GameClock::new(Time::Total { seconds: 10, increment: 0 }, 2, 0);
        let cost = clock.cost(
            Seat::new(1),
            true,
            &[],
            &DecisionContext { thought: 300, ..context(&none, 60_000, 0) },
        );
        assert_eq!((cost.left, cost.too_late), (vec![10_000, 9700], false));
    }
}
