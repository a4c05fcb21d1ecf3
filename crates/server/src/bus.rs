//! How nodes tell each other that something was committed. A signal says where to look, never what happened: whoever
//! hears it reads the log. A lost signal costs time, not truth, because the heads of watched tables are read
//! every two seconds anyway.

use taijitu_protocol::{PlayerId, TableId};
use tokio::sync::broadcast;

/// Something was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The log of a table has grown to this number.
    Log(TableId, u64),
    /// Something was said at a table.
    Chat(TableId),
    /// A player's name or sign-ins have changed: what is remembered of them may be wrong.
    Player(PlayerId),
}

/// The bus between the nodes of one process; a site on one machine has one node.
#[derive(Clone, Debug)]
pub struct Bus(broadcast::Sender<Signal>);

impl Default for Bus {
    fn default() -> Self {
        Self(broadcast::channel(1024).0)
    }
}

impl Bus {
    /// Tells every node.
    pub fn publish(&self, signal: Signal) {
        // Nobody listening is no error: then nobody has to know.
        let _ = self.0.send(signal);
    }

    /// Hears what is published from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Signal> {
        self.0.subscribe()
    }
}
