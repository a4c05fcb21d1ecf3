//! What is known of a table without a message to its actor.

use taijitu_protocol::{PlayerId, State};
use taijitu_table::{Occupant, Table, Viewer};

/// A table as of its last commit.
#[derive(Clone, Debug)]
pub(crate) struct TableStatus {
    /// The number of the last entry.
    pub(crate) head: u64,
    /// Where the table stands.
    pub(crate) state: State,
    /// Whether pairing has opened the table.
    pub(crate) is_quick: bool,
    /// Who sits where.
    pub(crate) seats: Vec<Option<Occupant>>,
    /// The players of the running game who are missing.
    pub(crate) absent: Vec<PlayerId>,
}

impl TableStatus {
    pub(super) fn of(table: &Table) -> Self {
        Self {
            head: table.head(),
            state: table.state(),
            is_quick: table.setup().quick,
            seats: table.seats().to_vec(),
            absent: table.absent_players(),
        }
    }

    /// The players who sit.
    pub(crate) fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.seats.iter().filter_map(|who| match who {
            Some(Occupant::Player(player)) => Some(*player),
            _ => None,
        })
    }

    /// Whether two play against two at this moment.
    pub(crate) fn has_partners_playing(&self) -> bool {
        self.state == State::Running && self.seats.len() > 2
    }

    /// Whether the table has a seated player.
    pub(crate) fn is_seated(&self, viewer: Viewer) -> bool {
        viewer.0.is_some_and(|player| self.players().any(|seated| seated == player))
    }
}
