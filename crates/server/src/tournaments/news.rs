//! What has to be done after entries of a tournament were committed: players are told, tables closed, clocks stopped.
//!
//! A follow-up is stored with the commit and deleted when this is done: if the node is killed meanwhile, another one does it.

use super::games::running_tables;
use super::services::TournamentServices;
use super::shared::TournamentShared;
use crate::error::Result;
use crate::people::{TournamentEventWord, TournamentNews};
use crate::site::bus::Signal;
use taijitu_protocol::{PlayerId, TableId, TournamentKind, Venue};
use taijitu_store::FollowUpSubject;
use taijitu_tournament::{LogEntry, LogEvent, Source, Tournament, TournamentNoticeKind, TournamentPairing};

/// A notice with its recipient.
pub(super) struct AddressedNotice {
    to: PlayerId,
    version: i64,
    news: TournamentNews,
}

/// What has to be done after a commit.
pub(super) struct TournamentFollowUp {
    /// The number of the last entry.
    last: u64,
    notices: Vec<AddressedNotice>,
    /// The tables of games that are decided without them.
    close: Vec<TableId>,
    /// The tables whose clocks have to stop, or to run again.
    clocks: Vec<TableId>,
}

impl TournamentFollowUp {
    /// Whether there is nothing to do.
    pub(super) const fn is_empty(&self) -> bool {
        self.notices.is_empty() && self.close.is_empty() && self.clocks.is_empty()
    }
}

impl TournamentServices {
    /// What has to be done after entries, which the tournament has applied.
    pub(super) fn follow_up_of(&self, tournament: &Tournament, entries: &[LogEntry]) -> TournamentFollowUp {
        let has_clocks = entries.iter().any(changes_clocks);
        TournamentFollowUp {
            last: entries.last().map_or(0, |entry| entry.n),
            notices: self.notices_of(tournament, entries),
            close: decided_tables(tournament, entries),
            clocks: if has_clocks { running_tables(tournament) } else { vec![] },
        }
    }

    /// Does what has to be done after a commit. What fails is done later, by any node.
    pub(super) async fn carry_out(&self, shared: &TournamentShared, follow_up: TournamentFollowUp) {
        let TournamentFollowUp { last, notices, close, clocks } = follow_up;
        let id = shared.latest().id();
        let done: Result<()> = async {
            self.set_clocks(shared, clocks).await?;
            self.close_tables(close).await?;
            self.notify_players(notices).await?;
            let subject = FollowUpSubject::Tournament(id);
            Ok(self.site.store.settle_follow_up(subject, last.cast_signed()).await?)
        }
        .await;
        if let Err(refused) = done {
            tracing::warn!(tournament = %id, code = ?refused.0.code, "what follows from a commit was not done");
        }
    }

    /// The notices for players that follow from entries just applied. In an arena a pairing makes none: a waiting player sees the
    /// game begin.
    fn notices_of(&self, tournament: &Tournament, entries: &[LogEntry]) -> Vec<AddressedNotice> {
        let is_arena = matches!(tournament.settings().kind, TournamentKind::Arena { .. });
        let mut addressed = vec![];
        for entry in entries {
            for notice in tournament.notices(entry) {
                let event = match notice.about {
                    TournamentNoticeKind::Paired(_) | TournamentNoticeKind::Bye(_) if is_arena => continue,
                    about => word(tournament, about),
                };
                let (id, name) = (tournament.id(), tournament.settings().name.clone());
                let (event, table, round) = event;
                let news = TournamentNews { tournament: id, name, event, table, round };
                addressed.push(AddressedNotice { to: notice.to, version: entry.n.cast_signed(), news });
            }
        }
        addressed
    }

    /// Stores the notices, one after the other.
    async fn notify_players(&self, notices: Vec<AddressedNotice>) -> Result<()> {
        for AddressedNotice { to, version, news } in notices {
            self.people.notify_of_tournament(to, version, news).await?;
            self.site.bus.publish(Signal::News(to));
        }
        Ok(())
    }
}

/// Whether the clocks of running games stand or run from this entry on.
pub(super) const fn changes_clocks(entry: &LogEntry) -> bool {
    matches!(entry.event, LogEvent::Paused {} | LogEvent::Resumed {} | LogEvent::CalledOff { .. })
}

/// The tables of games that the host has decided, whose player has withdrawn, or that replay a game whose result was corrected.
/// Some may not have been opened.
fn decided_tables(tournament: &Tournament, entries: &[LogEntry]) -> Vec<TableId> {
    let decided = entries.iter().filter_map(|entry| match entry.event {
        LogEvent::Result { pairing, game, source: Source::Host | Source::Absence, .. } => {
            Some((pairing, game))
        }
        LogEvent::Corrected { pairing, game, .. } => Some((pairing, game + 1)),
        _ => None,
    });
    let runs = |pairing: &TournamentPairing, game| pairing.running_game() == Some(usize::from(game));
    let decided = decided.filter(|(pairing, game)| {
        let pairing = tournament.pairing(*pairing);
        pairing.is_some_and(|pairing| pairing.venue == Venue::Page && !runs(pairing, *game))
    });
    decided.map(|(pairing, game)| tournament.table_id(pairing, game)).collect()
}

/// The word of a notice, the table it leads to, and the round.
fn word(tournament: &Tournament, about: TournamentNoticeKind) -> (TournamentEventWord, Option<TableId>, u16) {
    let round = tournament.rounds().last().map_or(0, |round| round.number);
    match about {
        TournamentNoticeKind::Paired(pairing) => (
            TournamentEventWord::Paired,
            tournament.table_request(pairing).map(|request| request.table),
            round,
        ),
        TournamentNoticeKind::Bye(round) => (TournamentEventWord::Bye, None, round),
        TournamentNoticeKind::Invited(_) => (TournamentEventWord::Invited, None, round),
        TournamentNoticeKind::Disputed(_) => (TournamentEventWord::Disputed, None, round),
        TournamentNoticeKind::Corrected(_) => (TournamentEventWord::Corrected, None, round),
        TournamentNoticeKind::CalledOff => (TournamentEventWord::Off, None, round),
        TournamentNoticeKind::Finished => (TournamentEventWord::Finished, None, round),
    }
}
