//! Signals between nodes that something was committed.
//! A signal says where to look, never what happened: the receiver reads the log.
//! A lost signal costs time, not truth, because the heads of watched tables are read every two seconds anyway,
//! and more often while the bus is down.

mod nats;

pub use nats::BusError;
pub(crate) use nats::connect;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use taijitu_protocol::{PlayerId, TableId, TournamentId};
use tokio::sync::{broadcast, watch};

/// How many signals a slow receiver may lag behind before it loses some.
const ROOM: usize = 1024;

/// Something was committed, or a player connected or left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The log of a table has grown to this number.
    Log(TableId, u64),
    /// There is a new chat message at a table.
    Chat(TableId),
    /// A player's name or sign-ins have changed: cached data may be stale.
    Player(PlayerId),
    /// The audit log has grown: a player was banned, a message deleted.
    Moderation,
    /// Who is at a table through one node.
    Here(TableId, TableAttendance),
    /// Whose connections to one node do not answer.
    Quiet(TableId, UnresponsivePlayers),
    /// Some of the players who are connected to one node.
    Online(Online),
    /// Something has happened that concerns a player: a challenge, a game, a notice.
    News(PlayerId),
    /// The log of a tournament has grown to this number.
    Tournament(TournamentId, u64),
}

/// Some of the players who are connected to one node. It is repeated: a player who is not mentioned for a while has gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Online {
    /// Which node.
    pub node: String,
    /// The players connected to that node.
    pub players: Vec<PlayerId>,
}

/// Those of the players at a table through one node whose connections leave pings unanswered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnresponsivePlayers {
    /// Which node.
    pub node: String,
    /// Who; nobody if all answer again.
    pub players: Vec<PlayerId>,
}

/// Who is connected to a table through one node. It is repeated: a player who is not mentioned for a while has gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableAttendance {
    /// Which node.
    pub node: String,
    /// How many only watch.
    pub watching: u32,
    /// Who sits at the table.
    pub players: Vec<PlayerId>,
}

/// A signal as it travels: `log ID 17`, `chat ID`, `player ID`, `moderation`, `here ID NODE 3 PLAYER PLAYER`,
/// `quiet ID NODE PLAYER`, `online NODE PLAYER PLAYER`, `news PLAYER`, `tournament ID 17`.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(table, head) => write!(f, "log {table} {head}"),
            Self::Chat(table) => write!(f, "chat {table}"),
            Self::Player(player) => write!(f, "player {player}"),
            Self::News(player) => write!(f, "news {player}"),
            Self::Tournament(tournament, head) => write!(f, "tournament {tournament} {head}"),
            Self::Moderation => write!(f, "moderation"),
            Self::Here(table, TableAttendance { node, watching, players }) => {
                write!(f, "here {table} {node} {watching}")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
            Self::Quiet(table, UnresponsivePlayers { node, players }) => {
                write!(f, "quiet {table} {node}")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
            Self::Online(Online { node, players }) => {
                write!(f, "online {node}")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
        }
    }
}

/// An unknown signal: a newer node may send kinds that this one does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSignal;

impl FromStr for Signal {
    type Err = UnknownSignal;
    fn from_str(text: &str) -> Result<Self, UnknownSignal> {
        let words: Vec<&str> = text.split(' ').collect();
        let signal = match words[..] {
            ["log", table, head] => table.parse().ok().zip(head.parse().ok()).map(|(id, n)| Self::Log(id, n)),
            ["chat", table] => table.parse().ok().map(Self::Chat),
            ["player", player] => player.parse().ok().map(Self::Player),
            ["news", player] => player.parse().ok().map(Self::News),
            ["tournament", id, head] => {
                id.parse().ok().zip(head.parse().ok()).map(|(id, n)| Self::Tournament(id, n))
            }
            ["moderation"] => Some(Self::Moderation),
            ["here", table, node, watching, ref players @ ..] => read_here(node, watching, players)
                .and_then(|here| Some(Self::Here(table.parse().ok()?, here))),
            ["quiet", table, node, ref players @ ..] => read_players(players).and_then(|players| {
                Some(Self::Quiet(table.parse().ok()?, UnresponsivePlayers { node: node.into(), players }))
            }),
            ["online", node, ref players @ ..] => {
                read_players(players).map(|players| Self::Online(Online { node: node.into(), players }))
            }
            _ => None,
        };
        signal.ok_or(UnknownSignal)
    }
}

fn read_here(node: &str, watching: &str, players: &[&str]) -> Option<TableAttendance> {
    Some(TableAttendance {
        node: node.into(),
        watching: watching.parse().ok()?,
        players: read_players(players)?,
    })
}

fn read_players(players: &[&str]) -> Option<Vec<PlayerId>> {
    players.iter().map(|player| player.parse().ok()).collect()
}

/// The bus: between the nodes of one process, or between machines by NATS. A site on one machine has one
/// node.
#[derive(Clone, Debug)]
pub struct Bus {
    signals: broadcast::Sender<Signal>,
    remote: Option<Arc<nats::Remote>>,
}

impl Default for Bus {
    fn default() -> Self {
        Self { signals: broadcast::channel(ROOM).0, remote: None }
    }
}

impl Bus {
    /// A bus by NATS. It need not be up: until it is, nodes poll the log.
    ///
    /// # Errors
    /// [`BusError::Address`] if the address is malformed.
    pub async fn nats(url: &str) -> Result<Self, BusError> {
        let signals = broadcast::channel(ROOM).0;
        let remote = nats::Remote::connect(url, signals.clone()).await?;
        Ok(Self { signals, remote: Some(Arc::new(remote)) })
    }

    /// Publishes a signal to every node, this one included.
    pub fn publish(&self, signal: Signal) {
        // Without a receiver there is nothing to do.
        let _ = self.signals.send(signal.clone());
        if let Some(remote) = &self.remote {
            remote.publish(signal);
        }
    }

    /// Returns a receiver of signals published from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Signal> {
        self.signals.subscribe()
    }

    /// Whether signals arrive; none if there is a single node. Await a change of it to be notified.
    #[must_use]
    pub fn is_up(&self) -> Option<watch::Receiver<bool>> {
        self.remote.as_ref().map(|remote| remote.is_up())
    }

    /// The NATS connection, for engine work.
    #[must_use]
    pub fn client(&self) -> Option<async_nats::Client> {
        self.remote.as_ref().map(|remote| remote.client.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_read_as_it_was_written() {
        let here = |players| TableAttendance { node: "a1".into(), watching: 3, players };
        for signal in [
            Signal::Log(TableId(7), 19),
            Signal::Chat(TableId(u128::MAX)),
            Signal::Player(PlayerId(3)),
            Signal::Moderation,
            Signal::News(PlayerId(3)),
            Signal::Tournament(TournamentId(7), 19),
            Signal::Here(TableId(7), here(vec![])),
            Signal::Here(TableId(7), here(vec![PlayerId(3), PlayerId(4)])),
            Signal::Quiet(TableId(7), UnresponsivePlayers { node: "a1".into(), players: vec![] }),
            Signal::Quiet(TableId(7), UnresponsivePlayers { node: "a1".into(), players: vec![PlayerId(3)] }),
            Signal::Online(Online { node: "a1".into(), players: vec![PlayerId(3), PlayerId(4)] }),
        ] {
            assert_eq!(signal.to_string().parse(), Ok(signal));
        }
        let no_player = "here 00000000000000000000000007 a1 3 x";
        for strange in
            ["", "log", "log x 1", "chat", "log 00000000000000000000000007 -1", "new thing", no_player]
        {
            assert_eq!(strange.parse::<Signal>(), Err(UnknownSignal), "{strange}");
        }
    }
}
