//! A player's clock for a whole game, and the time for one turn.

use std::time::Duration;

/// One turn may take one part in this many of the time left.
const SHARE: u32 = 25;

/// Reserve for the transmission of the turn.
const ON_THE_WAY: Duration = Duration::from_millis(20);

/// The clock of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingTime {
    /// Time left.
    pub left: Duration,
    /// Increment per turn.
    pub increment: Duration,
}

impl RemainingTime {
    /// The time for the next turn: a share of the time left and most of the increment, but never more than
    /// half.
    ///
    /// ```
    /// use std::time::Duration;
    /// let clock = taijitu_search::RemainingTime { left: Duration::from_secs(50), increment: Duration::ZERO };
    /// assert_eq!(clock.turn(), Duration::from_secs(2));
    /// ```
    #[must_use]
    pub fn turn(self) -> Duration {
        let wish = self.left / SHARE + self.increment * 3 / 4;
        let most = (self.left / 2).saturating_sub(ON_THE_WAY).max(Duration::from_millis(1));
        wish.min(most)
    }

    /// Charges a turn; false if the flag has fallen.
    pub fn spend(&mut self, took: Duration) -> bool {
        let Some(left) = self.left.checked_sub(took) else {
            self.left = Duration::ZERO;
            return false;
        };
        self.left = left + self.increment;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64) -> RemainingTime {
        RemainingTime { left: Duration::from_millis(left), increment: Duration::from_millis(increment) }
    }

    #[test]
    fn a_turn_takes_a_share_of_the_clock_and_never_more_than_half() {
        let millis = |left, increment| clock(left, increment).turn().as_millis();
        assert_eq!(millis(50_000, 0), 2000);
        assert_eq!(millis(25_000, 400), 1300);
        assert_eq!(millis(100, 5000), 30);
        assert_eq!(millis(0, 0), 0);
    }

    #[test]
    fn a_flag_falls_when_more_is_spent_than_is_left() {
        let mut running = clock(100, 10);
        assert!(running.spend(Duration::from_millis(60)));
        assert_eq!(running, clock(50, 10));
        assert!(!running.spend(Duration::from_millis(51)));
        assert_eq!(running, clock(0, 10));
    }
}
