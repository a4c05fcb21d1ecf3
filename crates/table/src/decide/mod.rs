//! Decides commands: who may do what, and which events follow.
//! Only a turn changes the table here, because it is played on the board once; [`Table::step`] applies the
//! other events.

mod ending;
mod offers;
mod playing;
mod seating;

use crate::clock::{DecisionContext, Outages};
use crate::game::TableGame;
use crate::log_event::{LogEvent, Occupant};
use crate::problems;
use crate::table::Table;
use taijitu_protocol::{Command, OpenTable, PlayerId, Problem, Room, Seat, Setup, TournamentId};

/// The author of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A guest or an account.
    Player(PlayerId),
    /// The engine on a seat.
    Engine(Seat),
    /// The host of the site.
    Admin,
}

/// Something the server observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemEvent {
    /// The deadline of the table has passed.
    Deadline,
    /// A player has been away for a while.
    Away(PlayerId),
    /// A player is present.
    Here(PlayerId),
    /// A player is on vacation until a time, which may be now.
    Vacation(PlayerId, i64),
    /// The tournament of the game is paused: its clocks stand.
    Pause,
    /// It goes on.
    Resume,
}

/// The result of a command.
/// A refused command may have events: a turn that arrived after the flag fell ends the game.
#[derive(Debug)]
pub(crate) struct Decision {
    /// The events, in this order.
    pub(crate) events: Vec<LogEvent>,
    /// Whether the command was granted.
    pub(crate) answer: Result<(), Problem>,
    /// The first event is a turn that the board shows already.
    pub(crate) on_board: bool,
}

type CommandResult = Result<Vec<LogEvent>, Problem>;

impl From<CommandResult> for Decision {
    fn from(events: CommandResult) -> Self {
        match events {
            Ok(events) => Self { events, answer: Ok(()), on_board: false },
            Err(problem) => Self { events: vec![], answer: Err(problem), on_board: false },
        }
    }
}

/// Maximum number of entries of a table's log: a few hundred games.
/// Loading the table reads all of them.
/// A running game goes on beyond it.
pub const MAX_ENTRIES: u64 = 50_000;

/// Whether a command is allowed at a table whose log is full.
const fn leads_to_an_end(command: &Command) -> bool {
    matches!(
        command,
        Command::Leave
            | Command::Close
            | Command::Resign
            | Command::Draw
            | Command::Accept { .. }
            | Command::Refuse { .. }
            | Command::Abort
            | Command::Claim { .. }
    )
}

impl Table {
    /// The events with which a table begins.
    ///
    /// # Errors
    /// `bad_option`, `invalid` or `too_large`.
    pub fn opening(open: &OpenTable, host: PlayerId, quick: bool) -> CommandResult {
        seating::opening(open, host, quick)
    }

    /// The events with which a table for two players begins.
    ///
    /// # Errors
    /// `bad_option` or `invalid`; `invalid` if the game is not one for two.
    pub fn opening_for_two(open: &OpenTable, host: PlayerId, other: PlayerId) -> CommandResult {
        seating::opening_for_two(open, host, other)
    }

    /// The events with which the table of a pairing of a tournament begins. Those on the first and third seat have White.
    ///
    /// # Errors
    /// `bad_option` or `invalid`; `invalid` if the game has another number of seats, or no person sits there.
    pub fn opening_for_pairing(
        open: &OpenTable,
        tournament: TournamentId,
        seats: &[Occupant],
    ) -> CommandResult {
        seating::opening_for_pairing(open, tournament, seats)
    }

    /// The refusal of a guest who seeks a rated game.
    #[must_use]
    pub fn rated_guest_problem() -> Problem {
        problems::rated_guest()
    }

    /// The set-up of a table opened with this request.
    ///
    /// # Errors
    /// `bad_option`, `invalid` or `too_large`.
    pub fn setup_for(open: &OpenTable, quick: bool) -> Result<Setup, Problem> {
        Ok(Setup { quick, ..crate::setup::read(open)? })
    }

    /// Decides a command. A legal turn is played on the board; nothing else of the table changes.
    pub(crate) fn decide(
        &mut self,
        who: Actor,
        command: &Command,
        context: &DecisionContext<'_>,
    ) -> Decision {
        if self.closed {
            return Err(problems::closed()).into();
        }
        match (who, command) {
            (Actor::Player(player), Command::Play { game, turn, text }) => {
                self.play(player, (*game, *turn), text, context)
            }
            (Actor::Player(player), command) => self.decide_lobby_command(player, command, context).into(),
            (Actor::Engine(seat), Command::Play { game, turn, text }) => {
                self.engine_plays(seat, (*game, *turn), text, context)
            }
            (Actor::Engine(seat), Command::Accept { offer }) => self.accept(&[seat], *offer, context).into(),
            (Actor::Engine(seat), Command::Refuse { offer }) => self.refuse(&[seat], *offer).into(),
            (Actor::Admin, Command::Close) => Ok(self.close_down(context)).into(),
            _ => Err(problems::not_seated()).into(),
        }
    }

    fn decide_lobby_command(
        &self,
        player: PlayerId,
        command: &Command,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        if self.head() >= MAX_ENTRIES && !leads_to_an_end(command) {
            return Err(problems::log_is_full());
        }
        if self.setup.tournament.is_some() && !self.is_for_tournaments(player, command) {
            return Err(problems::of_tournament());
        }
        match command {
            Command::Join { seat } => self.join(player, seat.as_ref(), context),
            Command::Leave => self.leave(player, context),
            Command::Engine { seat, level } => self.seat_engine(player, seat, *level, context),
            Command::Free { seat } => self.free(player, seat),
            Command::Move { from, to } => self.exchange(player, from, to),
            Command::Option { name, value } => self.change(player, name, value, context),
            Command::Start => self.start(player, context),
            Command::Close => self.close(player),
            command => self.decide_game_command(player, command, context),
        }
    }

    /// Whether a command is possible at a table of a tournament: who sits there, what is played and how often is settled, and
    /// only the host of the tournament stops clocks.
    fn is_for_tournaments(&self, player: PlayerId, command: &Command) -> bool {
        match command {
            Command::Join { .. } => self.seats_of(player).next().is_some(),
            Command::Engine { .. }
            | Command::Free { .. }
            | Command::Move { .. }
            | Command::Option { .. }
            | Command::Pause
            | Command::Resume
            | Command::Abort
            | Command::Rematch => false,
            Command::Start => self.game.is_none(),
            Command::Leave
            | Command::Play { .. }
            | Command::Resign
            | Command::Draw
            | Command::Takeback
            | Command::Claim { .. }
            | Command::Accept { .. }
            | Command::Refuse { .. }
            | Command::Time { .. }
            | Command::Silence { .. }
            | Command::Close => true,
        }
    }

    fn decide_game_command(
        &self,
        player: PlayerId,
        command: &Command,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        let seats: Vec<Seat> = self.seats_of(player).collect();
        let first = *seats.first().ok_or_else(problems::not_seated)?;
        // At a hot seat the command counts for the side to act.
        let acting = |game: &TableGame| seats.iter().copied().find(|&seat| game.acts(seat)).unwrap_or(first);
        let seat = self.running().map_or(first, acting);
        match command {
            Command::Resign => self.resign(seat, context),
            Command::Draw => self.offer_draw(seat, context),
            Command::Takeback => self.ask_takeback(&seats, context),
            Command::Pause => self.ask_pause(seat, context),
            Command::Resume => self.ask_resume(seat, context),
            Command::Rematch => self.ask_rematch(seat, context),
            Command::Accept { offer } => self.accept(&seats, *offer, context),
            Command::Refuse { offer } => self.refuse(&seats, *offer),
            Command::Abort => self.abort(context),
            Command::Claim { what } => self.claim(seat, *what, context),
            Command::Time { seat: to, seconds } => self.give_time(seat, to, *seconds, context),
            Command::Silence { room, off } => self.silence(seat, *room, *off),
            _ => Err(problems::not_seated()),
        }
    }

    /// Hides a room from a seat, or shows it again. No events if nothing changes.
    fn silence(&self, seat: Seat, room: Room, off: bool) -> CommandResult {
        let is_off = self.silenced.get(&seat).is_some_and(|rooms| rooms.contains(&room.into()));
        if is_off == off {
            return Ok(vec![]);
        }
        let partners = self.running().filter(|game| game.has_partners());
        if partners.is_some_and(|game| !game.quota.may_silence(seat)) {
            return Err(problems::too_many_silences());
        }
        Ok(vec![LogEvent::Silenced { seat, room, off }])
    }

    /// The events that follow from a system input; often none.
    pub(crate) fn decide_system_event(
        &self,
        event: SystemEvent,
        context: &DecisionContext<'_>,
    ) -> Vec<LogEvent> {
        match event {
            _ if self.closed => vec![],
            SystemEvent::Deadline => self.deadline_passed(context),
            SystemEvent::Away(player) => self.away(player, context),
            SystemEvent::Here(player) => self.here(player),
            SystemEvent::Vacation(player, until) => self.vacation(player, until, context),
            SystemEvent::Pause => self.set_paused(true, context),
            SystemEvent::Resume => self.set_paused(false, context),
        }
    }

    /// Whether the deadline has certainly passed, outages considered.
    #[must_use]
    pub fn is_due(&self, now: i64, outages: &Outages) -> bool {
        self.deadline(outages).is_some_and(|deadline| deadline <= now)
    }

    pub(crate) fn game_running(&self) -> Result<&TableGame, Problem> {
        self.running().ok_or_else(problems::not_running)
    }

    /// Time left of each seat now.
    pub(crate) fn left(&self, game: &TableGame, context: &DecisionContext<'_>) -> Vec<i64> {
        game.clock.settled(&game.running(&self.seats), context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Outages;
    use taijitu_protocol::{Code, TableId};

    #[test]
    fn a_table_whose_log_is_full_comes_to_an_end() {
        let (host, outages) = (PlayerId(1), Outages::default());
        let open = OpenTable { game: "y".into(), ..OpenTable::default() };
        let events = Table::opening(&open, host, false).expect("a table");
        let entries = (1..).zip(events).map(|(n, event)| crate::LogEntry { n, at: 0, request: None, event });
        let mut table = Table::fold(TableId(1), &entries.collect::<Vec<_>>()).expect("a log");
        let context = DecisionContext { now: 1, lag: 0, thought: 0, outages: &outages, seed: 1, guests: &[] };
        let option = Command::Option { name: "time".into(), value: "300".into() };
        let decide = |table: &mut Table, command: &Command| {
            table.decide(Actor::Player(host), command, &context).answer.map_err(|problem| problem.code)
        };
        assert_eq!(decide(&mut table, &option), Ok(()));
        table.head = MAX_ENTRIES;
        assert_eq!(decide(&mut table, &option), Err(Code::TooMany));
        assert_eq!(decide(&mut table, &Command::Close), Ok(()));
    }
}
