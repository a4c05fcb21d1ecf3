//! The progress that a task reports.
//!
//! A task writes into a journal; each caller reads it from the beginning at its own pace.
//! A slow caller delays nothing else.

use taijitu_protocol::Words;
use tokio::sync::watch;

/// Progress of a task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TaskProgress<U> {
    /// The task waits for a thread.
    Waiting {
        /// How many analyses and reviews are ahead of it.
        ahead: u32,
    },
    /// A result: the final one, or the best so far.
    Update(U),
    /// There is nothing more to come.
    Done,
    /// The task was ended early. Nothing follows.
    Stopped(StopReason),
}

/// Why a task was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// The caller has submitted another task.
    Replaced,
    /// It waited too long.
    Overloaded,
    /// The pool is closing, or the engine failed.
    Interrupted,
    /// The engine cannot evaluate the position.
    PositionNotJudged,
    /// The engine cannot evaluate the game.
    GameNotJudged,
}

impl StopReason {
    /// The message for the caller.
    #[must_use]
    pub(crate) fn message(self) -> Words {
        let (en, fr) = match self {
            Self::Replaced => (
                "replaced by your next request: the engine works on one at a time",
                "remplacée par votre demande suivante : le moteur n’en traite qu’une à la fois",
            ),
            Self::Overloaded => (
                "too many requests are waiting; try again later",
                "trop de demandes en attente ; réessayez plus tard",
            ),
            Self::Interrupted => {
                ("the engine had to stop; try again", "le moteur a dû s’arrêter ; réessayez")
            }
            Self::PositionNotJudged => {
                ("the engine cannot analyse this position", "le moteur ne peut pas analyser cette position")
            }
            Self::GameNotJudged => {
                ("the engine cannot review this game", "le moteur ne peut pas analyser cette partie")
            }
        };
        Words::new(en, fr)
    }
}

/// What a task has reported so far.
struct Journal<U> {
    /// How many updates were dropped because a later one replaced them.
    dropped: usize,
    updates: Vec<U>,
    end: Option<Result<(), StopReason>>,
}

impl<U: Clone> Journal<U> {
    /// The next progress after `read` updates; advances `read`.
    fn after(&self, read: &mut usize) -> Option<TaskProgress<U>> {
        let at = read.saturating_sub(self.dropped);
        if let Some(update) = self.updates.get(at) {
            *read = self.dropped + at + 1;
            return Some(TaskProgress::Update(update.clone()));
        }
        self.end.map(|end| end.map_or_else(TaskProgress::Stopped, |()| TaskProgress::Done))
    }
}

/// Where a task writes what it reports. Dropped before the end, it reports [`StopReason::Interrupted`].
pub(super) struct Reporter<U>(watch::Sender<Journal<U>>);

impl<U> Reporter<U> {
    /// An empty journal: its writing and its reading end.
    pub(super) fn new() -> (Self, JournalReader<U>) {
        let (sender, receiver) = watch::channel(Journal { dropped: 0, updates: vec![], end: None });
        (Self(sender), JournalReader { journal: receiver, read: 0 })
    }

    /// Adds an update to those before.
    pub(super) fn report(&self, update: U) {
        self.0.send_modify(|journal| journal.updates.push(update));
    }

    /// Reports an update that replaces those before: a caller that has not read them yet skips them.
    pub(super) fn replace(&self, update: U) {
        self.0.send_modify(|journal| {
            journal.dropped += journal.updates.len();
            journal.updates = vec![update];
        });
    }

    /// Ends the report.
    pub(super) fn end(&self, end: Result<(), StopReason>) {
        self.0.send_modify(|journal| journal.end = Some(end));
    }
}

/// Reads what a task reports.
pub(super) struct JournalReader<U> {
    journal: watch::Receiver<Journal<U>>,
    /// How many updates were read or skipped.
    read: usize,
}

impl<U> Clone for JournalReader<U> {
    fn clone(&self) -> Self {
        Self { journal: self.journal.clone(), read: self.read }
    }
}

impl<U: Clone> JournalReader<U> {
    /// The next progress that was not read yet.
    pub(super) fn next(&mut self) -> Option<TaskProgress<U>> {
        self.journal.borrow_and_update().after(&mut self.read)
    }
}

impl<U> JournalReader<U> {
    /// Waits until more was reported; false if nothing more will be.
    pub(super) async fn changed(&mut self) -> bool {
        self.journal.changed().await.is_ok()
    }

    /// Whether the task has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.journal.borrow().end.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(mut reader: JournalReader<u32>) -> (Vec<TaskProgress<u32>>, JournalReader<u32>) {
        let mut all = vec![];
        while let Some(progress) = reader.next() {
            let is_last = progress == TaskProgress::Done;
            all.push(progress);
            if is_last {
                break;
            }
        }
        (all, reader)
    }

    #[test]
    fn each_caller_reads_everything_that_was_not_replaced() {
        let (reporter, late) = Reporter::new();
        reporter.report(1);
        reporter.report(2);
        let (read, early) = unread(late.clone());
        assert_eq!(read, [TaskProgress::Update(1), TaskProgress::Update(2)]);
        reporter.replace(3);
        reporter.replace(4);
        assert!(!late.has_ended());
        reporter.end(Ok(()));
        assert!(late.has_ended());
        for reader in [early, late] {
            assert_eq!(unread(reader).0, [TaskProgress::Update(4), TaskProgress::Done]);
        }
    }
}
