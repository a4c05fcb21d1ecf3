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
use taijitu_protocol::{PlayerId, TableId};
use tokio::sync::{broadcast, watch};

/// Signals a slow listener may be behind before it loses some.
const ROOM: usize = 1024;

/// Something was committed, or somebody came or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The log of a table has grown to this number.
    Log(TableId, u64),
    /// There is a new chat message at a table.
    Chat(TableId),
    /// A player's name or sign-ins have changed: what is remembered of them may be wrong.
    Player(PlayerId),
    /// The audit log has grown: somebody was banned, a message deleted.
    Moderation,
    /// Who is at a table through one node.
    Here(TableId, TableAttendance),
    /// Whose connections to one node do not answer.
    Quiet(TableId, Quiet),
}

/// Those of the players at a table through one node whose connections leave pings unanswered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
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
/// `quiet ID NODE PLAYER`.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(table, head) => write!(f, "log {table} {head}"),
            Self::Chat(table) => write!(f, "chat {table}"),
            Self::Player(player) => write!(f, "player {player}"),
            Self::Moderation => write!(f, "moderation"),
            Self::Here(table, TableAttendance { node, watching, players }) => {
                write!(f, "here {table} {node} {watching}")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
            Self::Quiet(table, Quiet { node, players }) => {
                write!(f, "quiet {table} {node}")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
        }
    }
}

/// Something that is no signal: a newer node may say what this one does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSignal;

impl FromStr for Signal {
    type Err = NoSignal;
    fn from_str(text: &str) -> Result<Self, NoSignal> {
        let words: Vec<&str> = text.split(' ').collect();
        let signal = match words[..] {
            ["log", table, head] => table.parse().ok().zip(head.parse().ok()).map(|(id, n)| Self::Log(id, n)),
            ["chat", table] => table.parse().ok().map(Self::Chat),
            ["player", player] => player.parse().ok().map(Self::Player),
            ["moderation"] => Some(Self::Moderation),
            ["here", table, node, watching, ref players @ ..] => read_here(node, watching, players)
                .and_then(|here| Some(Self::Here(table.parse().ok()?, here))),
            ["quiet", table, node, ref players @ ..] => read_players(players).and_then(|players| {
                Some(Self::Quiet(table.parse().ok()?, Quiet { node: node.into(), players }))
            }),
            _ => None,
        };
        signal.ok_or(NoSignal)
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

/// The bus: between the nodes of one process, or by NATS between machines. A site on one machine has one node.
#[derive(Clone, Debug)]
pub struct Bus {
    heard: broadcast::Sender<Signal>,
    remote: Option<Arc<nats::Remote>>,
}

impl Default for Bus {
    fn default() -> Self {
        Self { heard: broadcast::channel(ROOM).0, remote: None }
    }
}

impl Bus {
    /// A bus by NATS. It need not be up: until it is, nodes find out by reading the log.
    ///
    /// # Errors
    /// If the address is malformed.
    pub async fn nats(url: &str) -> Result<Self, BusError> {
        let heard = broadcast::channel(ROOM).0;
        let remote = nats::Remote::connect(url, heard.clone()).await?;
        Ok(Self { heard, remote: Some(Arc::new(remote)) })
    }

    /// Tells every node, this one too.
    pub fn publish(&self, signal: Signal) {
        // Nobody listening is no error: then nobody has to know.
        let _ = self.heard.send(signal.clone());
        if let Some(remote) = &self.remote {
            remote.publish(signal);
        }
    }

    /// Hears what is published from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Signal> {
        self.heard.subscribe()
    }

    /// Whether signals arrive; none if there is a single node. Await a change of it to be notified.
    #[must_use]
    pub fn is_up(&self) -> Option<watch::Receiver<bool>> {
        self.remote.as_ref().map(|remote| remote.is_up())
    }

    /// The connection, for engine work.
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
            Signal::Here(TableId(7), here(vec![])),
            Signal::Here(TableId(7), here(vec![PlayerId(3), PlayerId(4)])),
            Signal::Quiet(TableId(7), Quiet { node: "a1".into(), players: vec![] }),
            Signal::Quiet(TableId(7), Quiet { node: "a1".into(), players: vec![PlayerId(3)] }),
        ] {
            assert_eq!(signal.to_string().parse(), Ok(signal));
        }
        let no_player = "here 00000000000000000000000007 a1 3 x";
        for strange in
            ["", "log", "log x 1", "chat", "log 00000000000000000000000007 -1", "new thing", no_player]
        {
            assert_eq!(strange.parse::<Signal>(), Err(NoSignal), "{strange}");
        }
    }
}
