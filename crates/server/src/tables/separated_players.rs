//! Players who must not be brought together, because one of them has blocked the other.

use super::directory::Tables;
use crate::error::Result;
use std::collections::HashSet;
use taijitu_protocol::PlayerId;

/// Pairs of players, each in both orders.
#[derive(Debug, Default)]
pub(super) struct SeparatedPlayers(HashSet<(PlayerId, PlayerId)>);

impl SeparatedPlayers {
    /// Whether a player may sit down with all of some others.
    pub(super) fn allows(&self, player: PlayerId, others: &[PlayerId]) -> bool {
        self.0.is_empty() || !others.iter().any(|other| self.0.contains(&(player, *other)))
    }
}

impl Tables {
    /// Those of some players who must not meet.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn separated(&self, players: &[PlayerId]) -> Result<SeparatedPlayers> {
        let pairs = self.services().site.store.blocks_among(players).await?;
        Ok(SeparatedPlayers(
            pairs.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]).collect(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_keeps_two_apart_and_nobody_else() {
        let (ada, bob, eve) = (PlayerId(1), PlayerId(2), PlayerId(3));
        let apart = SeparatedPlayers(HashSet::from([(ada, bob), (bob, ada)]));
        assert!(!apart.allows(ada, &[eve, bob]) && !apart.allows(bob, &[ada]));
        assert!(apart.allows(eve, &[ada, bob]) && apart.allows(ada, &[]));
    }
}
