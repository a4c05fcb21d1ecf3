//! The inputs of the actor of a table, with their origin.

use super::outbox::Outbox;
use crate::error::Result;
use taijitu_protocol::{ChatLine, Command, EventsPage, TableView};
use taijitu_store::HiddenRoom;
use taijitu_study::TurnResult;
use taijitu_table::{Actor, EngineTurn, SystemEvent, Table, Viewer};
use tokio::sync::oneshot;

/// Who sends a command, with measured times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandContext {
    /// The actor.
    pub(crate) actor: Actor,
    /// Measured lag in milliseconds.
    pub(crate) lag: i64,
    /// How long an engine searched, in milliseconds.
    pub(crate) thought: i64,
}

impl CommandContext {
    /// A command without measured times.
    pub(crate) const fn of(actor: Actor) -> Self {
        Self { actor, lag: 0, thought: 0 }
    }
}

/// Which node committed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// This one: it signals to the others, and runs the engines.
    Local,
    /// Another one, which signals and runs the engines.
    Remote,
}

/// Where an actor sends its answer.
pub(crate) type ReplySender<T> = oneshot::Sender<Result<T>>;

/// Reads a table; called with an error if the log cannot be read.
pub(super) type TableReader = Box<dyn FnOnce(Result<&Table>) + Send>;

/// An input of an actor.
pub(super) enum ActorInput {
    /// Carry out a command.
    Command {
        context: CommandContext,
        command: Box<Command>,
        request: Option<String>,
        reply: ReplySender<u64>,
    },
    /// Handle an event that the server observed.
    System { event: SystemEvent, reply: ReplySender<()> },
    /// Play the result of a search; `None` if it found nothing.
    EngineTurn { turn: EngineTurn, found: Option<TurnResult> },
    /// Look whether a conditional turn is to be played.
    ConditionalTurns,
    /// Apply the rooms that players have hidden through any node.
    HiddenRooms(Vec<HiddenRoom>),
    /// Read the log up to a number.
    CatchUp { head: u64, reply: ReplySender<()> },
    /// Read the table.
    Read(TableReader),
    /// Render the table for a viewer.
    View { viewer: Viewer, scenes: bool, reply: ReplySender<TableView> },
    /// Render entries after a number for a viewer.
    Events { viewer: Viewer, since: u64, limit: usize, reply: ReplySender<EventsPage> },
    /// Send a socket everything from now on.
    Subscribe { subscription: Box<Subscription>, reply: ReplySender<()> },
}

/// A socket that starts to watch a table.
pub(crate) struct Subscription {
    /// The viewer.
    pub(crate) viewer: Viewer,
    /// Whether positions come with what may be touched next.
    pub(crate) scenes: bool,
    /// The last entry the client has.
    pub(crate) since: Option<u64>,
    /// The chat lines the client does not have.
    pub(crate) chat: Vec<ChatLine>,
    /// With more missed entries and lines, or more bytes of them, than this, the client gets a snapshot.
    pub(crate) max_resent: (usize, usize),
    /// Where messages go.
    pub(crate) outbox: Outbox,
}
