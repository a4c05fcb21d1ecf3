//! The inputs of the actor of a tournament.

use crate::error::Result;
use crate::tables::ReplySender;
use taijitu_protocol::{TableId, TournamentCommand};
use taijitu_tournament::{Actor, Input, SystemEvent, Tournament};

/// Reads a tournament; called with an error if the log cannot be read.
pub(super) type TournamentReader = Box<dyn FnOnce(Result<&Tournament>) + Send>;

/// An input of [`Tournament::step`] that owns its parts.
#[derive(Clone, Debug)]
pub(super) enum OwnedInput {
    /// A command.
    Command {
        /// Who sent it.
        actor: Actor,
        /// The command.
        command: Box<TournamentCommand>,
        /// The id the player gave the request.
        request: Option<String>,
    },
    /// Something the server noticed.
    System(SystemEvent),
}

impl OwnedInput {
    /// The same without ownership.
    pub(super) fn borrowed(&self) -> Input<'_> {
        match self {
            Self::Command { actor, command, request } => {
                Input::Command { actor: *actor, command, request: request.as_deref() }
            }
            Self::System(event) => Input::System(*event),
        }
    }
}

/// An input of an actor.
pub(super) enum TournamentInput {
    /// Decide something.
    Step { input: OwnedInput, reply: ReplySender<u64> },
    /// The deadline has passed, or tables wait to be opened.
    Wake,
    /// The tables that were opened, of all that were requested.
    Opened(Vec<SystemEvent>),
    /// The game at a table may be over.
    TableEnded { table: TableId, reply: ReplySender<()> },
    /// Apply what other nodes have written, up to a number.
    CatchUp { head: u64, reply: ReplySender<()> },
    /// Do what follows from the commit of some entries, unless it is done.
    FollowUp { first: u64, last: u64, reply: ReplySender<()> },
    /// Read the tournament.
    Read(TournamentReader),
}
