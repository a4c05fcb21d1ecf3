//! Notices of a tournament for its players, and wakes for the streams of their own events.

use super::services::TournamentServices;
use crate::people::{TournamentEventWord, TournamentNews};
use crate::site::bus::Signal;
use taijitu_protocol::{PlayerId, TableId, TournamentKind};
use taijitu_tournament::{LogEntry, Tournament, TournamentNoticeKind};

/// A notice with its recipient.
pub(super) struct AddressedNotice {
    to: PlayerId,
    version: i64,
    news: TournamentNews,
}

impl TournamentServices {
    /// The notices for players that follow from entries just applied. In an arena a pairing makes none: a waiting player sees the
    /// game begin.
    pub(super) fn notices_of(&self, tournament: &Tournament, entries: &[LogEntry]) -> Vec<AddressedNotice> {
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
    pub(super) async fn notify_players(&self, notices: Vec<AddressedNotice>) {
        for AddressedNotice { to, version, news } in notices {
            if let Err(refused) = self.people.notify_of_tournament(to, version, news).await {
                tracing::warn!(code = ?refused.0.code, "a notice about a tournament was not created");
            }
            self.site.bus.publish(Signal::News(to));
        }
    }
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
