//! The `go` command: how long to think.

use crate::clock::RemainingTime;
use crate::limits::Limits;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The parameters of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Limits of this turn.
    pub limits: Limits,
    /// Time left on the clocks of both players.
    pub clocks: [Option<Duration>; 2],
    /// Increments of the clocks.
    pub increments: [Duration; 2],
    /// Search until `stop`, even if nothing is left to find.
    pub infinite: bool,
}

impl FromStr for Go {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let number: Option<u64> = words.next().and_then(|number| number.parse().ok());
            let number = || number.ok_or_else(|| format!("`{word}` needs a whole number behind it"));
            let time = || number().map(Duration::from_millis);
            match word {
                "movetime" => go.limits.time = Some(time()?),
                "nodes" => go.limits.nodes = Some(number()?.max(1)),
                "depth" => go.limits.depth = Some(u32::try_from(number()?.max(1)).unwrap_or(u32::MAX)),
                "p1time" => go.clocks[0] = Some(time()?),
                "p2time" => go.clocks[1] = Some(time()?),
                "p1inc" => go.increments[0] = time()?,
                "p2inc" => go.increments[1] = time()?,
                _ => return Err(format!("`{word}` is not a limit; the limits are {KNOWN}")),
            }
        }
        go.infinite |= go == Self::default();
        Ok(go)
    }
}

const KNOWN: &str = "movetime, nodes, depth, p1time, p2time, p1inc, p2inc, infinite";

impl Go {
    /// The limits of a turn of player one or two.
    #[must_use]
    pub fn limits(&self, player_one: bool) -> Limits {
        let player = usize::from(!player_one);
        let Some(left) = self.clocks[player] else {
            return self.limits;
        };
        let turn = RemainingTime { left, increment: self.increments[player] }.turn();
        Limits { time: Some(self.limits.time.map_or(turn, |most| most.min(turn))), ..self.limits }
    }
}

/// Both clocks.
impl From<[RemainingTime; 2]> for Go {
    fn from(clocks: [RemainingTime; 2]) -> Self {
        let (left, increments) = (clocks.map(|clock| Some(clock.left)), clocks.map(|clock| clock.increment));
        Self { clocks: left, increments, ..Self::default() }
    }
}

impl From<Limits> for Go {
    fn from(limits: Limits) -> Self {
        Self { limits, infinite: limits == Limits::default(), ..Self::default() }
    }
}

/// `go movetime 100 nodes 5000`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut part = |word: &str, number: Option<u128>| match number {
            Some(number) => write!(f, " {word} {number}"),
            None => Ok(()),
        };
        part("movetime", self.limits.time.map(|time| time.as_millis()))?;
        part("nodes", self.limits.nodes.map(u128::from))?;
        part("depth", self.limits.depth.map(u128::from))?;
        part("p1time", self.clocks[0].map(|time| time.as_millis()))?;
        part("p2time", self.clocks[1].map(|time| time.as_millis()))?;
        let added = |player: usize| Some(self.increments[player].as_millis()).filter(|added| *added > 0);
        part("p1inc", added(0))?;
        part("p2inc", added(1))?;
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_values_read_back() {
        for text in [
            "movetime 50",
            "nodes 7 depth 3",
            "p1time 1000 p2time 2000 p1inc 10 p2inc 20",
            "movetime 9 infinite",
            "infinite",
        ] {
            let go: Go = text.parse().expect("a go");
            assert_eq!(go.to_string(), format!("go {text}"));
        }
        assert!("".parse::<Go>().expect("a go").infinite);
        assert!("movetime".parse::<Go>().is_err());
        assert!("movetime -5".parse::<Go>().is_err());
        assert!("wtime 5".parse::<Go>().unwrap_err().contains("p1time"));
    }

    #[test]
    fn each_player_has_a_clock_and_a_limit_of_the_turn_holds_too() {
        let millis = |text: &str, player_one| {
            text.parse::<Go>().expect("a go").limits(player_one).time.map(|time| time.as_millis())
        };
        assert_eq!(millis("p1time 50000 p2time 25000", true), Some(2000));
        assert_eq!(millis("p1time 50000 p2time 25000", false), Some(1000));
        assert_eq!(millis("p1time 50000 movetime 30", true), Some(30));
        assert_eq!(millis("nodes 5", true), None);
    }
}
