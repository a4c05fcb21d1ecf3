//! The inputs of the actor of a table, with their origin.

use super::outbox::Outbox;
use crate::engines::TurnResult;
use crate::error::Result;
use taijitu_protocol::{ChatLine, Command, EventsPage, TableView};
use taijitu_store::HiddenRoom;
use taijitu_table::{Actor, EngineTurn, SystemEvent, Table, Viewer};
use tokio::sync::oneshot;

/// Who wants something, with what the server has measured of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandContext {
    /// Who.
    pub(crate) actor: Actor,
    /// Measured lag in milliseconds.
    pub(crate) lag: i64,
    /// How long an engine thought, in milliseconds.
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
    /// Another one, which does that.
    Remote,
}

/// Where an actor sends its answer.
pub(super) type ReplySender<T> = oneshot::Sender<Result<T>>;

/// A question about a table; it is asked with an error if the log cannot be read.
pub(super) type TableReader = Box<dyn FnOnce(Result<&Table>) + Send>;

/// What an actor is asked.
pub(super) enum ActorInput {
    /// To do something at the table.
    Command {
        context: CommandContext,
        command: Box<Command>,
        request: Option<String>,
        reply: ReplySender<u64>,
    },
    /// To consider something the server noticed.
    System { event: SystemEvent, reply: ReplySender<()> },
    /// To play what an engine has found; none if it found nothing.
    EngineTurn { turn: EngineTurn, found: Option<TurnResult> },
    /// To take note of rooms that players have hidden through any node.
    HiddenRooms(Vec<HiddenRoom>),
    /// To read the log up to a number.
    CatchUp { head: u64, reply: ReplySender<()> },
    /// To answer a question about the table.
    Read(TableReader),
    /// For the table as a viewer sees it.
    View { viewer: Viewer, scenes: bool, reply: ReplySender<TableView> },
    /// For entries after a number, as a viewer sees them.
    Events { viewer: Viewer, since: u64, limit: usize, reply: ReplySender<EventsPage> },
    /// To send a socket everything from now on.
    Subscribe { subscription: Box<Subscription>, reply: ReplySender<()> },
}

/// A socket that wants to see what happens at a table.
pub(crate) struct Subscription {
    /// Who looks.
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
