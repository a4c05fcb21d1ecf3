//! One step of a table: an input becomes log entries, which the table has applied when [`Table::step`] returns, and an
//! answer.
//!
//! The caller appends the entries to the log.
//! Until that has succeeded the table is ahead of its log: if the append fails, or another writer was faster, the table
//! has to be folded again from the log.

use crate::clock::DecisionContext;
use crate::decide::{Actor, Decision, SystemEvent};
use crate::log_event::{LogEntry, LogEvent};
use crate::table::{CorruptLog, Table};
use taijitu_protocol::{Command, PlayerId, Problem};

/// The input of a step.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A command of a player, an engine or the host.
    /// A player may give the request an id: a repeated id is not executed again.
    Command {
        /// The author.
        actor: Actor,
        /// The command.
        command: &'a Command,
        /// The id the player gave the request.
        request: Option<&'a str>,
    },
    /// Something the server observed.
    System(SystemEvent),
}

/// The outcome of one input.
#[derive(Debug, PartialEq, Eq)]
pub struct StepOutcome {
    /// The entries to append to the log, in this order; the table has applied them already. A refused command
    /// may have entries: a turn that arrived after the flag fell ends the game.
    pub entries: Vec<LogEntry>,
    /// The number of the entry that answers the input, or why it was refused.
    pub answer: Result<u64, Problem>,
}

impl Input<'_> {
    fn request(&self) -> Option<(PlayerId, &str)> {
        match *self {
            Self::Command { actor: Actor::Player(player), request: Some(id), .. } => Some((player, id)),
            _ => None,
        }
    }
}

impl Table {
    /// Decides an input and applies the resulting events.
    /// A turn is parsed and played once.
    ///
    /// # Errors
    /// [`CorruptLog`] if an event cannot be applied; the table has to be folded again then.
    pub fn step(
        &mut self,
        input: &Input<'_>,
        context: &DecisionContext<'_>,
    ) -> Result<StepOutcome, CorruptLog> {
        self.undo_future(context.now);
        if let Some(n) = input.request().and_then(|(player, id)| self.answered(player, id)) {
            return Ok(StepOutcome { entries: vec![], answer: Ok(n) });
        }
        let Decision { events, answer, on_board } = match input {
            Input::Command { actor, command, .. } => self.decide(*actor, command, context),
            Input::System(event) => Decision::from(Ok(self.decide_system_event(*event, context))),
        };
        let request = input.request().filter(|_| answer.is_ok());
        let request = request.map(|(player, id)| (player, id.to_owned()));
        let first = if events.is_empty() { self.head() } else { self.head() + 1 };
        let entries = self.number(events, request, context.now);
        for (at, entry) in entries.iter().enumerate() {
            if on_board && at == 0 { self.apply_on_board(entry)? } else { self.apply(entry)? }
        }
        Ok(StepOutcome { entries, answer: answer.map(|()| first) })
    }

    /// Numbers events in the order of the log.
    /// The time of an entry is never before that of its predecessor, unless the predecessor was written by a
    /// clock that was far ahead.
    fn number(&self, events: Vec<LogEvent>, request: Option<(PlayerId, String)>, now: i64) -> Vec<LogEntry> {
        let at = now.max(self.last_at());
        let mut request = request;
        let entry = |(n, event)| LogEntry { n, at, request: request.take(), event };
        (self.head() + 1..).zip(events).map(entry).collect()
    }
}
