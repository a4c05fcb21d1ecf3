//! What the server has to do in the present state of a tournament, as data.

use crate::entrant::Members;
use crate::log_event::{LogEntry, LogEvent};
use crate::tournament::Tournament;
use taijitu_protocol::{
    EntrantId, EntrantPresence, Level, PairingId, PlayerId, TableId, TournamentPhase, TournamentSettings,
    Venue,
};

/// Tables that are opened at once, at most; the others follow when these are open.
pub const MAX_TABLES_AT_ONCE: usize = 64;

/// The player or engine on a seat of a table to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatHolder {
    /// A player.
    Player(PlayerId),
    /// The computer.
    Level(Level),
}

/// A table to be opened. Game, options, clock and the rest are in [`Tournament::settings`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRequest {
    /// The pairing.
    pub pairing: PairingId,
    /// The game of the pairing, from 0.
    pub game: u8,
    /// The id the table has to have: opening it twice opens it once.
    pub table: TableId,
    /// By seat: White on the first and third, Black on the second and fourth.
    pub seats: Vec<SeatHolder>,
}

/// What the server has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// When the server has to send a deadline input, unless another input comes first.
    pub deadline: Option<i64>,
    /// Tables to be opened, the oldest pairings first. The server reports each with
    /// [`crate::SystemEvent::TableOpened`].
    pub open: Vec<TableRequest>,
    /// Whether the clocks of running games have to be stopped.
    pub pause_tables: bool,
}

/// A message to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentNotice {
    /// The recipient.
    pub to: PlayerId,
    /// The event.
    pub about: TournamentNoticeKind,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentNoticeKind {
    /// There is an opponent.
    Paired(PairingId),
    /// There is no opponent in this round.
    Bye(u16),
    /// A player asks to play in a team.
    Invited(EntrantId),
    /// The players of a real board disagree: the host decides.
    Disputed(PairingId),
    /// The host corrected a result.
    Corrected(PairingId),
    /// The tournament was called off.
    CalledOff,
    /// The standings are final.
    Finished,
}

impl Tournament {
    /// What the server has to do in the present state.
    #[must_use]
    pub fn effects(&self) -> Effects {
        let open = if self.is_paused() || self.phase != TournamentPhase::Running {
            vec![]
        } else {
            self.unopened.iter().filter_map(|id| self.table_request(*id)).take(MAX_TABLES_AT_ONCE).collect()
        };
        Effects { deadline: self.deadline(), open, pause_tables: self.is_paused() }
    }

    /// The table of the running game of a pairing, whether it has been opened or not. None if no game is running, or
    /// it is played on a real board.
    #[must_use]
    pub fn table_request(&self, id: PairingId) -> Option<TableRequest> {
        let pairing = self.pairing(id).filter(|pairing| pairing.venue == Venue::Page)?;
        let running = pairing.running_game()?;
        let game = u8::try_from(running).ok()?;
        let (white, black) = pairing.colours(running);
        let (white, black) = (self.seat_holders(white)?, self.seat_holders(black)?);
        let seats = white.into_iter().zip(black).flat_map(|(white, black)| [white, black]).collect();
        Some(TableRequest { pairing: id, game, table: self.table_id(id, game), seats })
    }

    fn seat_holders(&self, id: EntrantId) -> Option<Vec<SeatHolder>> {
        let TournamentSettings { teams, .. } = self.settings;
        Some(match &self.entrant(id)?.members {
            Members::Level(level) => vec![SeatHolder::Level(*level); if teams { 2 } else { 1 }],
            members => members.players().iter().map(|player| SeatHolder::Player(*player)).collect(),
        })
    }

    /// The notices for an entry that has just been applied.
    #[must_use]
    pub fn notices(&self, entry: &LogEntry) -> Vec<TournamentNotice> {
        let to_all = |about| {
            let stays = self.entrants.iter().filter(|entrant| entrant.presence != EntrantPresence::Withdrawn);
            let players =
                stays.filter(|entrant| entrant.is_agreed).flat_map(|entrant| entrant.members.players());
            players.map(|to| TournamentNotice { to: *to, about }).collect()
        };
        let to_entrant = |id: EntrantId, about| {
            let players = self.entrant(id).map_or(&[][..], |entrant| entrant.members.players());
            players.iter().map(move |to| TournamentNotice { to: *to, about }).collect::<Vec<_>>()
        };
        let to_pairing = |id: PairingId, about| {
            let both = self.pairing(id).map_or(vec![], |pairing| vec![pairing.white, pairing.black]);
            both.into_iter().flat_map(|entrant| to_entrant(entrant, about)).collect::<Vec<_>>()
        };
        match &entry.event {
            LogEvent::Paired { first, rows, byes, round } => {
                let ids = (first.index()..).filter_map(PairingId::at).take(rows.len());
                let paired = ids.flat_map(|id| to_pairing(id, TournamentNoticeKind::Paired(id)));
                paired
                    .chain(byes.iter().flat_map(|id| to_entrant(*id, TournamentNoticeKind::Bye(*round))))
                    .collect()
            }
            LogEvent::Entered { entrant, members: Members::Team { players, .. }, .. } => {
                vec![TournamentNotice { to: players[1], about: TournamentNoticeKind::Invited(*entrant) }]
            }
            LogEvent::Claimed { pairing, .. } => {
                let disputed =
                    self.pairing(*pairing).is_some_and(crate::pairing_log::TournamentPairing::is_disputed);
                let notice =
                    TournamentNotice { to: self.host, about: TournamentNoticeKind::Disputed(*pairing) };
                if disputed { vec![notice] } else { vec![] }
            }
            LogEvent::Corrected { pairing, .. } => {
                to_pairing(*pairing, TournamentNoticeKind::Corrected(*pairing))
            }
            LogEvent::CalledOff { .. } => to_all(TournamentNoticeKind::CalledOff),
            LogEvent::Finished {} => to_all(TournamentNoticeKind::Finished),
            _ => vec![],
        }
    }
}
