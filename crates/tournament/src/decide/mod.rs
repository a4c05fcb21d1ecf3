//! Decides commands: who may do what, and which events follow. Nothing changes here.

mod due;
mod entering;
mod results;
mod rounds;

use crate::command::{Actor, Context, SystemEvent};
use crate::log_event::LogEvent;
use crate::refusal::Refusal;
use crate::settings::check_settings;
use crate::tournament::{MAX_ENTRIES, Tournament};
use taijitu_protocol::{PlayerId, TournamentCommand, TournamentPhase, TournamentSettings};

pub use due::{ARENA_BATCH, OPEN_FOR, STALE_AFTER};
pub(crate) use entering::forfeit;
pub use results::{MAX_CORRECTIONS, MAX_MOVES};
pub use rounds::{MAX_PAUSES, MAX_SETTINGS_CHANGES};

pub(crate) type Decision = Result<Vec<LogEvent>, Refusal>;

/// Whether a command is possible in a tournament whose log is full.
const fn leads_to_an_end(command: &TournamentCommand) -> bool {
    matches!(
        command,
        TournamentCommand::Withdraw {}
            | TournamentCommand::Decide { .. }
            | TournamentCommand::Correct { .. }
            | TournamentCommand::CallOff { .. }
            | TournamentCommand::Resume {}
            | TournamentCommand::NextRound {}
            | TournamentCommand::Rename { .. }
    )
}

impl Tournament {
    /// The event with which a tournament begins.
    ///
    /// # Errors
    /// The [`Refusal`] of [`check_settings`] for the first wrong setting.
    pub fn opening(settings: TournamentSettings, host: PlayerId, now: i64) -> Result<LogEvent, Refusal> {
        check_settings(&settings, now)?;
        Ok(LogEvent::Opened { host, settings })
    }

    /// The events that follow from a command.
    ///
    /// # Errors
    /// [`Refusal`]; nothing follows then.
    pub fn decide(&self, actor: &Actor, command: &TournamentCommand, context: &Context) -> Decision {
        if !self.phase_allows(command) {
            return Err(Refusal::Over);
        }
        if self.head >= MAX_ENTRIES && !leads_to_an_end(command) {
            return Err(Refusal::LogFull);
        }
        match command {
            TournamentCommand::Enter { partner, team } => self.enter_as(actor, *partner, team.as_deref()),
            TournamentCommand::Agree { entrant } => self.agree(actor, *entrant),
            TournamentCommand::Withdraw {} => self.withdraw(actor),
            TournamentCommand::Absent {} => self.be_absent(actor),
            TournamentCommand::Return {} => self.come_back(actor),
            TournamentCommand::Claim { pairing, result } => self.claim_result(actor, *pairing, *result),
            TournamentCommand::Move { pairing, venue } => self.move_pairing(actor, *pairing, *venue),
            command => {
                self.must_be_host(actor)?;
                self.decide_host_command(actor, command, context)
            }
        }
    }

    /// Whether a command is possible in this phase; most have further conditions.
    fn phase_allows(&self, command: &TournamentCommand) -> bool {
        match (self.phase, command) {
            (_, TournamentCommand::Rename { .. }) => true,
            (TournamentPhase::CalledOff, _) => false,
            (TournamentPhase::Finished, command) => matches!(command, TournamentCommand::Correct { .. }),
            _ => true,
        }
    }

    fn decide_host_command(&self, actor: &Actor, command: &TournamentCommand, context: &Context) -> Decision {
        match command {
            TournamentCommand::Change { settings } => self.change(actor, settings, context),
            TournamentCommand::Start {} => self.start_by_hand(context),
            TournamentCommand::NextRound {} => self.next_round_by_hand(),
            TournamentCommand::Pause {} => self.pause(),
            TournamentCommand::Resume {} => self.resume(),
            TournamentCommand::Remove { entrant } => self.remove(*entrant),
            TournamentCommand::Decide { pairing, result } => self.decide_result(*pairing, *result),
            TournamentCommand::Correct { pairing, result, reason } => {
                self.correct_result(actor, *pairing, *result, reason)
            }
            TournamentCommand::CallOff { reason } => self.call_off(reason),
            TournamentCommand::Rename { name, entrant } => self.rename(actor, name, *entrant),
            _ => Err(Refusal::NotHost),
        }
    }

    /// The events that follow from something the server noticed; often none.
    #[must_use]
    pub fn decide_system_event(&self, event: SystemEvent) -> Vec<LogEvent> {
        match event {
            _ if self.phase != TournamentPhase::Running => vec![],
            // What is due is done before and after each input.
            SystemEvent::Deadline => vec![],
            SystemEvent::TableOpened { pairing, game } => self.table_opened(pairing, game),
            SystemEvent::GameEnded { pairing, game, result } => self.game_ended(pairing, game, result),
        }
    }

    fn must_be_host(&self, actor: &Actor) -> Result<(), Refusal> {
        match actor {
            Actor::Admin => Ok(()),
            Actor::Player(person) if person.id == self.host => Ok(()),
            Actor::Player(_) => Err(Refusal::NotHost),
        }
    }

    fn must_run(&self) -> Result<(), Refusal> {
        match self.phase {
            TournamentPhase::Running => Ok(()),
            TournamentPhase::Open => Err(Refusal::NotBefore),
            TournamentPhase::Finished | TournamentPhase::CalledOff => Err(Refusal::Over),
        }
    }
}
