//! One step of a tournament: an input becomes log entries, which the tournament has applied when
//! [`Tournament::step`] returns, and an answer.
//!
//! The caller appends the entries to the log.
//! Until that has succeeded the tournament is ahead of its log: if the append fails, or another writer was faster, it
//! has to be folded again from the log.

use crate::command::{Actor, Context, Input};
use crate::log_event::{LogEntry, LogEvent};
use crate::refusal::Refusal;
use crate::tournament::{CorruptLog, Tournament};
use taijitu_protocol::PlayerId;

/// Rounds that can follow from one input, at most: in a round robin in which nearly everybody is absent.
const MAX_FOLLOWING: usize = 2000;

/// The outcome of one input.
#[derive(Debug, PartialEq, Eq)]
pub struct StepOutcome {
    /// What has to be appended to the log, in this order; the tournament has applied it already.
    /// A refused command may have entries: what was due before it.
    pub entries: Vec<LogEntry>,
    /// The number of the entry that answers the input, or why it was refused.
    pub answer: Result<u64, Refusal>,
}

impl Input<'_> {
    fn request(&self) -> Option<(PlayerId, &str)> {
        match *self {
            Self::Command { actor: Actor::Player(person), request: Some(id), .. } => Some((person.id, id)),
            _ => None,
        }
    }
}

impl Tournament {
    /// Decides an input and applies what follows from it: what was due before, the input, and what is due after it,
    /// such as the next round.
    ///
    /// # Errors
    /// [`CorruptLog`] if what was decided cannot be applied; the tournament has to be folded again then.
    pub fn step(&mut self, input: &Input<'_>, context: &Context) -> Result<StepOutcome, CorruptLog> {
        self.undo_future(context.now);
        if let Some(n) = input.request().and_then(|(player, id)| self.answered(player, id)) {
            return Ok(StepOutcome { entries: vec![], answer: Ok(n) });
        }
        let mut entries = vec![];
        self.apply_due_events(&mut entries, context)?;
        let decision = match input {
            Input::Command { actor, command, .. } => self.decide(actor, command, context),
            Input::System(event) => Ok(self.decide_system_event(*event)),
        };
        let answer = match decision {
            Ok(events) => {
                let first = if events.is_empty() { self.head } else { self.head + 1 };
                let request = input.request().map(|(player, id)| (player, id.to_owned()));
                self.append(&mut entries, events, request, context.now)?;
                self.apply_due_events(&mut entries, context)?;
                Ok(first)
            }
            Err(refusal) => Err(refusal),
        };
        Ok(StepOutcome { entries, answer })
    }

    fn apply_due_events(&mut self, entries: &mut Vec<LogEntry>, context: &Context) -> Result<(), CorruptLog> {
        for _ in 0..MAX_FOLLOWING {
            let events = self.due_events(context);
            if events.is_empty() {
                break;
            }
            self.append(entries, events, None, context.now)?;
        }
        Ok(())
    }

    /// Numbers events in the order of the log and applies them.
    fn append(
        &mut self,
        entries: &mut Vec<LogEntry>,
        events: Vec<LogEvent>,
        mut request: Option<(PlayerId, String)>,
        now: i64,
    ) -> Result<(), CorruptLog> {
        for event in events {
            let entry =
                LogEntry { n: self.head + 1, at: now.max(self.last_at), request: request.take(), event };
            self.apply(&entry)?;
            entries.push(entry);
        }
        Ok(())
    }
}
