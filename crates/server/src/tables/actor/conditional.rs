//! Conditional turns, as the actor of a table plays them.

use super::TableActor;
use crate::error::Result;
use crate::site::clock::instant;
use crate::tables::input::CommandContext;
use std::time::Duration;
use taijitu_protocol::{Code, Command, PlayerId, Time};
use taijitu_store::ConditionalRow;
use taijitu_table::{Actor, ConditionalState, Input};
use tokio::time::Instant;

/// How long after a failure of the store conditional turns are looked for again.
const CONDITIONAL_RETRY: Duration = Duration::from_secs(1);

/// A conditional turn that is to be played now.
struct DueReply {
    /// The tree it is of, as it is stored.
    row: ConditionalRow,
    turn: u32,
    text: String,
}

impl TableActor {
    /// Looks for conditional turns again after a failure of the store.
    pub(super) async fn retry_conditional_turns(&mut self) {
        (self.conditional_retry, self.conditional_head) = (None, 0);
        if self.rebuild_if_stale().await.is_err() {
            self.retry_conditional_turns_later();
        }
    }

    fn retry_conditional_turns_later(&mut self) {
        self.conditional_retry = Some(Instant::from_std(instant()) + CONDITIONAL_RETRY);
    }

    /// Plays the conditional turns of players who have to act by correspondence, one after the other. If the store fails,
    /// they are looked for again a moment later: nobody else may come to this table for days.
    pub(super) async fn play_conditional_turns(&mut self) {
        while self.conditional_head < self.table.head() && !self.is_stale {
            self.conditional_head = self.table.head();
            let DueReply { row, turn, text } = match self.due_reply().await {
                Ok(Some(due)) => due,
                Ok(None) => continue,
                Err(error) => {
                    tracing::debug!(table = %self.table.id(), code = ?error.0.code, "conditional turns were not read");
                    return self.retry_conditional_turns_later();
                }
            };
            let Some(game) = self.table.running().map(|game| game.number) else { return };
            let context = CommandContext::of(Actor::Player(row.player));
            let command = Command::Play { game, turn, text };
            let input = Input::Command { actor: context.actor, command: &command, request: None };
            if let Err(refused) = self.process(&input, context).await {
                // Another node was faster; or the turn is not legal, which games with secrets find out only here.
                tracing::debug!(table = %self.table.id(), code = ?refused.0.code, "no conditional turn");
                match refused.0.code {
                    Code::IllegalTurn => self.drop_conditional_turns(&row).await,
                    Code::Unavailable => return self.retry_conditional_turns_later(),
                    _ => (),
                }
            }
        }
    }

    /// The conditional turn that is to be played now. A tree that the game has left is dropped.
    async fn due_reply(&mut self) -> Result<Option<DueReply>> {
        if !matches!(self.table.setup().time, Time::Days { .. }) || self.table.running().is_none() {
            return Ok(None);
        }
        let players: Vec<PlayerId> = self.table.seated_players().collect();
        for player in players {
            let Some((row, turns)) = self.services.conditional_turns(self.table.id(), player).await? else {
                continue;
            };
            match self.table.conditional_state(player, &turns) {
                ConditionalState::Reply { turn, text } => return Ok(Some(DueReply { row, turn, text })),
                ConditionalState::Waiting(_) => (),
                // The row may be newer than this node's copy of the log.
                ConditionalState::Over if self.apply_new_entries().await? => return Ok(None),
                ConditionalState::Over => self.drop_conditional_turns(&row).await,
            }
        }
        Ok(None)
    }

    async fn drop_conditional_turns(&self, row: &ConditionalRow) {
        if let Err(error) = self.services.site.store.drop_conditional_turns(row).await {
            // They are found to be over the next time, too.
            tracing::debug!(%error, "conditional turns were not deleted");
        }
    }
}

/// Waits until a time; forever if there is none.
pub(super) async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
