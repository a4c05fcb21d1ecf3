//! Decides commands: who may do what, and which facts follow.
//! Only a turn changes the table here, because it is played on the board once; [`Table::step`] applies the
//! other facts.

mod ending;
mod offers;
mod playing;
mod seating;

use crate::clock::{Moment, Outages};
use crate::fact::Fact;
use crate::game::Game;
use crate::problems;
use crate::table::Table;
use taijitu_protocol::{Command, OpenTable, PlayerId, Problem, Room, Seat, Setup};

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

/// Something the server noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The deadline of the table has passed.
    Deadline,
    /// A player has been away for a while.
    Away(PlayerId),
    /// A player is here.
    Here(PlayerId),
}

/// What follows from a command.
/// A refused command may have facts: a turn that arrived after the flag fell ends the game.
#[derive(Debug)]
pub(crate) struct Decision {
    /// What happens, in this order.
    pub(crate) facts: Vec<Fact>,
    /// Whether the command was granted.
    pub(crate) answer: Result<(), Problem>,
    /// The first fact is a turn that the board shows already.
    pub(crate) on_board: bool,
}

type Facts = Result<Vec<Fact>, Problem>;

impl From<Facts> for Decision {
    fn from(facts: Facts) -> Self {
        match facts {
            Ok(facts) => Self { facts, answer: Ok(()), on_board: false },
            Err(problem) => Self { facts: vec![], answer: Err(problem), on_board: false },
        }
    }
}

/// Entries of a table's log: a few hundred games.
/// Loading the table reads all of them.
/// A running game goes on beyond it.
pub const MAX_ENTRIES: u64 = 50_000;

/// Whether a command is possible at a table whose log is full.
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
    /// The facts with which a table begins.
    ///
    /// # Errors
    /// `bad_option`, `invalid` or `too_large`.
    pub fn opening(open: &OpenTable, host: PlayerId, quick: bool) -> Facts {
        seating::opening(open, host, quick)
    }

    /// The set-up of a table opened with this request.
    ///
    /// # Errors
    /// `bad_option`, `invalid` or `too_large`.
    pub fn setup_for(open: &OpenTable, quick: bool) -> Result<Setup, Problem> {
        Ok(Setup { quick, ..crate::setup::read(open)? })
    }

    /// Decides a command. A legal turn is played on the board; nothing else of the table changes.
    pub(crate) fn decide(&mut self, who: Actor, command: &Command, moment: &Moment<'_>) -> Decision {
        if self.closed {
            return Err(problems::closed()).into();
        }
        match (who, command) {
            (Actor::Player(player), Command::Play { game, turn, text }) => {
                self.play(player, (*game, *turn), text, moment)
            }
            (Actor::Player(player), command) => self.wish(player, command, moment).into(),
            (Actor::Engine(seat), Command::Play { game, turn, text }) => {
                self.engine_plays(seat, (*game, *turn), text, moment)
            }
            (Actor::Engine(seat), Command::Accept { offer }) => self.accept(&[seat], *offer, moment).into(),
            (Actor::Engine(seat), Command::Refuse { offer }) => self.refuse(&[seat], *offer).into(),
            (Actor::Admin, Command::Close) => Ok(self.close_down(moment)).into(),
            _ => Err(problems::not_seated()).into(),
        }
    }

    fn wish(&self, player: PlayerId, command: &Command, moment: &Moment<'_>) -> Facts {
        if self.head() >= MAX_ENTRIES && !leads_to_an_end(command) {
            return Err(problems::log_is_full());
        }
        match command {
            Command::Join { seat } => self.join(player, seat.as_ref(), moment),
            Command::Leave => self.leave(player, moment),
            Command::Engine { seat, level } => self.seat_engine(player, seat, *level, moment),
            Command::Free { seat } => self.free(player, seat),
            Command::Move { from, to } => self.exchange(player, from, to),
            Command::Option { name, value } => self.change(player, name, value),
            Command::Start => self.start(player, moment),
            Command::Close => self.close(player),
            command => self.in_running(player, command, moment),
        }
    }

    fn in_running(&self, player: PlayerId, command: &Command, moment: &Moment<'_>) -> Facts {
        let seats: Vec<Seat> = self.seats_of(player).collect();
        let first = *seats.first().ok_or_else(problems::not_seated)?;
        // At a hot seat the command counts for the side that has to act.
        let acting = |game: &Game| seats.iter().copied().find(|&seat| game.acts(seat)).unwrap_or(first);
        let seat = self.running().map_or(first, acting);
        match command {
            Command::Resign => self.resign(seat, moment),
            Command::Draw => self.offer_draw(seat, moment),
            Command::Takeback => self.ask_takeback(&seats, moment),
            Command::Pause => self.ask_pause(seat, moment),
            Command::Resume => self.ask_resume(seat, moment),
            Command::Rematch => self.ask_rematch(seat, moment),
            Command::Accept { offer } => self.accept(&seats, *offer, moment),
            Command::Refuse { offer } => self.refuse(&seats, *offer),
            Command::Abort => self.abort(moment),
            Command::Claim { what } => self.claim(seat, *what, moment),
            Command::Time { seat: to, seconds } => self.give_time(seat, to, *seconds, moment),
            Command::Silence { room, off } => self.silence(seat, *room, *off),
            _ => Err(problems::not_seated()),
        }
    }

    /// Hides a room from a seat, or shows it again. No facts if nothing changes.
    fn silence(&self, seat: Seat, room: Room, off: bool) -> Facts {
        let is_off = self.silenced.get(&seat).is_some_and(|rooms| rooms.contains(&room.into()));
        if is_off == off {
            return Ok(vec![]);
        }
        let partners = self.running().filter(|game| game.has_partners());
        if partners.is_some_and(|game| !game.quota.may_silence(seat)) {
            return Err(problems::too_many_silences());
        }
        Ok(vec![Fact::Silenced { seat, room, off }])
    }

    /// The facts that follow from a system input; often none.
    pub(crate) fn notice(&self, notice: Notice, moment: &Moment<'_>) -> Vec<Fact> {
        match notice {
            _ if self.closed => vec![],
            Notice::Deadline => self.deadline_passed(moment),
            Notice::Away(player) => self.away(player, moment),
            Notice::Here(player) => self.here(player),
        }
    }

    /// Whether the deadline has passed for certain, outages considered.
    #[must_use]
    pub fn is_due(&self, now: i64, outages: &Outages) -> bool {
        self.deadline(outages).is_some_and(|deadline| deadline <= now)
    }

    pub(crate) fn game_running(&self) -> Result<&Game, Problem> {
        self.running().ok_or_else(problems::not_running)
    }

    /// What each seat has on its clock now.
    pub(crate) fn left(&self, game: &Game, moment: &Moment<'_>) -> Vec<i64> {
        game.clock.settled(&game.running(&self.seats), moment)
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
        let facts = Table::opening(&open, host, false).expect("a table");
        let entries = (1..).zip(facts).map(|(n, fact)| crate::Entry { n, at: 0, request: None, fact });
        let mut table = Table::fold(TableId(1), &entries.collect::<Vec<_>>()).expect("a log");
        let moment = Moment { now: 1, lag: 0, thought: 0, outages: &outages, fresh: 1 };
        let option = Command::Option { name: "time".into(), value: "300".into() };
        let decide = |table: &mut Table, command: &Command| {
            table.decide(Actor::Player(host), command, &moment).answer.map_err(|problem| problem.code)
        };
        assert_eq!(decide(&mut table, &option), Ok(()));
        table.head = MAX_ENTRIES;
        assert_eq!(decide(&mut table, &option), Err(Code::TooMany));
        assert_eq!(decide(&mut table, &Command::Close), Ok(()));
    }
}
