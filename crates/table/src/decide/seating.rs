//! Before the start: opening, sitting down, standing up, options, starting.

use super::CommandResult;
use crate::clock::DecisionContext;
use crate::log_event::{LogEvent, Occupant, OfferTerms};
use crate::problems;
use crate::seats::{chosen, other};
use crate::setup;
use crate::table::Table;
use taijitu_protocol::{
    Colours, GameId, Level, OpenTable, PlayerId, Problem, Seat, SeatChoice, Setup, Side, Time, TournamentId,
};
use taijitu_rules::playout::Random;

/// How long after `/leave` in a running game the opponent may claim it.
const CLAIM_AFTER_LEAVING: i64 = 90_000;

/// The levels of engines.
const LEVELS: std::ops::RangeInclusive<Level> = 1..=8;

pub(super) fn opening(open: &OpenTable, host: PlayerId, quick: bool) -> CommandResult {
    let setup = Table::setup_for(open, quick)?;
    if setup.rated && !open.engines.is_empty() {
        return Err(problems::rated_engine());
    }
    let seats = setup::seat_count(&setup);
    let mut free: Vec<Seat> = Seat::all(seats).collect();
    let mut events = vec![LogEvent::Opened { host, setup }];
    if open.hotseat {
        if !open.engines.is_empty() {
            return Err(problems::hotseat_alone());
        }
        events.extend(free.drain(..).map(|seat| LogEvent::Seated { seat, who: Occupant::Player(host) }));
    } else if open.seat != Some(0) {
        let wanted = chosen(&SeatChoice::Number(open.seat.unwrap_or(1)), seats, Side::White)?;
        free.retain(|&seat| seat != wanted);
        events.push(LogEvent::Seated { seat: wanted, who: Occupant::Player(host) });
    }
    if open.engines.len() > free.len() {
        return Err(problems::no_free_seat());
    }
    for (&level, &seat) in open.engines.iter().zip(&free) {
        events.push(LogEvent::Seated { seat, who: engine(level)? });
    }
    Ok(events)
}

/// The opening of a table where two players sit already.
pub(super) fn opening_for_two(open: &OpenTable, host: PlayerId, other: PlayerId) -> CommandResult {
    let mut events = opening(open, host, false)?;
    let [LogEvent::Opened { setup, .. }, LogEvent::Seated { seat, .. }] = &events[..] else {
        return Err(problems::not_for_two());
    };
    if setup::seat_count(setup) != 2 || setup.hotseat {
        return Err(problems::not_for_two());
    }
    let free = if *seat == Seat::FIRST { Seat::new(1) } else { Seat::FIRST };
    events.push(LogEvent::Seated { seat: free, who: Occupant::Player(other) });
    Ok(events)
}

/// The opening of a table where everybody sits already, at the colours a tournament has given.
pub(super) fn opening_for_pairing(
    open: &OpenTable,
    tournament: TournamentId,
    seats: &[Occupant],
) -> CommandResult {
    let setup = Table::setup_for(open, false)?;
    let setup = Setup { colours: Colours::Chosen, tournament: Some(tournament), ..setup };
    let person = seats.iter().find_map(|who| match who {
        Occupant::Player(player) => Some(*player),
        Occupant::Engine(_) => None,
    });
    let (Some(host), true) = (person, setup::seat_count(&setup) == seats.len()) else {
        return Err(problems::not_for_pairing());
    };
    let seated = Seat::all(seats.len()).zip(seats).map(|(seat, who)| LogEvent::Seated { seat, who: *who });
    Ok([LogEvent::Opened { host, setup }].into_iter().chain(seated).collect())
}

fn engine(level: Level) -> Result<Occupant, Problem> {
    if LEVELS.contains(&level) { Ok(Occupant::Engine(level)) } else { Err(problems::engine_level()) }
}

impl Table {
    /// The seat a choice refers to. Colours are those of the last game, or those given to the seats.
    fn seat_meant(&self, choice: &SeatChoice) -> Result<Seat, Problem> {
        let even = self.game.as_ref().map_or(Side::White, crate::game::TableGame::even);
        chosen(choice, self.seats.len(), even)
    }

    /// Checks who may change the set-up: the host; or any seated player, if the host does not sit and has not
    /// reserved it.
    fn may_arrange(&self, player: PlayerId) -> Result<(), Problem> {
        let host_decides = self.setup.colours == Colours::Host || self.seats_of(self.host).next().is_some();
        if player == self.host || (!host_decides && self.seats_of(player).next().is_some()) {
            Ok(())
        } else {
            Err(problems::not_host())
        }
    }

    fn before_start(&self) -> Result<(), Problem> {
        if self.running().is_some() { Err(problems::already_started()) } else { Ok(()) }
    }

    pub(super) fn join(
        &self,
        player: PlayerId,
        seat: Option<&SeatChoice>,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        if self.seats_of(player).next().is_some() {
            return self.rejoin(player);
        }
        let wanted = seat.map(|seat| self.seat_meant(seat)).transpose()?;
        if self.running().is_some() {
            return self.ask_to_replace(player, wanted, context);
        }
        if self.setup.hotseat && self.seats.iter().any(Option::is_some) {
            return Err(problems::hotseat_alone());
        }
        if self.setup.rated && context.guests.contains(&player) {
            return Err(problems::rated_guest());
        }
        if wanted.is_some() && self.setup.colours == Colours::Host && player != self.host {
            return Err(problems::host_seats());
        }
        let is_free = |seat: &Seat| self.seats[seat.index()].is_none();
        let seat = match wanted {
            Some(seat) => Some(seat).filter(is_free).ok_or_else(problems::seat_taken)?,
            None => Seat::all(self.seats.len()).find(is_free).ok_or_else(problems::no_free_seat)?,
        };
        let who = Occupant::Player(player);
        let mut events: Vec<LogEvent> = self.overtaken().into_iter().collect();
        if self.setup.hotseat {
            events.extend(Seat::all(self.seats.len()).map(|seat| LogEvent::Seated { seat, who }));
        } else {
            events.push(LogEvent::Seated { seat, who });
        }
        if self.starts_with_next() {
            events.extend(self.started(context)?);
        }
        Ok(events)
    }

    /// Whether the first game starts by itself when one more seat is taken.
    fn starts_with_next(&self) -> bool {
        let free = self.seats.iter().filter(|who| who.is_none()).count();
        (self.setup.quick || self.setup.autostart) && free == 1 && self.game.is_none()
    }

    /// `/join` of a seated player: back after `/leave`, otherwise nothing to do.
    fn rejoin(&self, player: PlayerId) -> CommandResult {
        let back = self.here(player);
        if back.is_empty() { Err(problems::already_seated()) } else { Ok(back) }
    }

    fn ask_to_replace(
        &self,
        newcomer: PlayerId,
        wanted: Option<Seat>,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        let game = self.game_running()?;
        if game.setup.rated {
            return Err(problems::rated_replacement());
        }
        let empty = Seat::all(self.seats.len()).find(|&seat| self.seats[seat.index()].is_none());
        let seat = wanted.or(empty).or_else(|| game.absent.keys().next().copied());
        let seat = seat.ok_or_else(problems::no_free_seat)?;
        if self.seats[seat.index()].is_some() && !game.absent.contains_key(&seat) {
            return Err(problems::replaced_only_absent());
        }
        let matter = OfferTerms::Replace { seat, newcomer };
        // A newcomer does not get a seat, and its secrets, without agreement.
        if self.must_agree(None, &matter).is_empty() {
            return Err(problems::nobody_to_agree());
        }
        self.put_offer(None, matter, context)
    }

    pub(super) fn leave(&self, player: PlayerId, context: &DecisionContext<'_>) -> CommandResult {
        let seats: Vec<Seat> = self.seats_of(player).collect();
        if seats.is_empty() {
            return Err(problems::not_seated());
        }
        let Some(game) = self.running() else {
            let freed = seats.into_iter().map(|seat| LogEvent::Freed { seat });
            return Ok(self.overtaken().into_iter().chain(freed).collect());
        };
        if seats.iter().any(|&seat| !game.quota.may_leave(seat)) {
            return Err(problems::left_too_often());
        }
        let claim_at = context.now + CLAIM_AFTER_LEAVING;
        let absent = |seat: &Seat| !game.absent.contains_key(seat);
        let events: Vec<LogEvent> =
            seats.into_iter().filter(absent).map(|seat| LogEvent::Absent { seat, claim_at }).collect();
        if events.is_empty() { Err(problems::not_seated()) } else { Ok(events) }
    }

    pub(super) fn seat_engine(
        &self,
        player: PlayerId,
        seat: &SeatChoice,
        level: Level,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        self.may_arrange(player)?;
        self.before_start()?;
        if self.setup.rated {
            return Err(problems::rated_engine());
        }
        let seat = self.seat_meant(seat)?;
        if matches!(self.seats[seat.index()], Some(Occupant::Player(_))) {
            return Err(problems::seat_taken());
        }
        let seated = LogEvent::Seated { seat, who: engine(level)? };
        let mut events: Vec<LogEvent> = self.overtaken().into_iter().chain([seated]).collect();
        if self.starts_with_next() {
            events.extend(self.started(context)?);
        }
        Ok(events)
    }

    pub(super) fn free(&self, player: PlayerId, seat: &SeatChoice) -> CommandResult {
        self.may_arrange(player)?;
        self.before_start()?;
        let seat = self.seat_meant(seat)?;
        match self.seats[seat.index()] {
            Some(_) => Ok(self.overtaken().into_iter().chain([LogEvent::Freed { seat }]).collect()),
            None => Err(problems::no_such_seat(self.seats.len())),
        }
    }

    pub(super) fn exchange(&self, player: PlayerId, from: &SeatChoice, to: &SeatChoice) -> CommandResult {
        self.may_arrange(player)?;
        self.before_start()?;
        let (from, to) = (self.seat_meant(from)?, self.seat_meant(to)?);
        let put = |seat: Seat, who: Option<Occupant>| match who {
            Some(who) => LogEvent::Seated { seat, who },
            None => LogEvent::Freed { seat },
        };
        let (a, b) = (self.seats[from.index()], self.seats[to.index()]);
        Ok(self.overtaken().into_iter().chain([put(from, b), put(to, a)]).collect())
    }

    /// Refuses rated games of those who sit at the table, unless they are all accounts.
    fn check_rateable_sitters(&self, context: &DecisionContext<'_>) -> Result<(), Problem> {
        if self.seats.iter().any(|who| matches!(who, Some(Occupant::Engine(_)))) {
            return Err(problems::rated_engine());
        }
        if self.seated_players().any(|player| context.guests.contains(&player)) {
            return Err(problems::rated_guests_seated());
        }
        Ok(())
    }

    pub(super) fn change(
        &self,
        player: PlayerId,
        name: &str,
        value: &str,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        self.may_arrange(player)?;
        self.before_start()?;
        let new = setup::changed(&self.setup, name, value)?;
        if new.rated {
            self.check_rateable_sitters(context)?;
        }
        let seats = setup::seat_count(&new);
        let host = Some(Occupant::Player(self.host));
        let sitter = |seat: Seat| self.seats.get(seat.index()).copied().flatten();
        // At a hot seat the host has all seats, and keeps only the first one when it ends.
        let first = Seat::all(seats).find(|&seat| sitter(seat) == host);
        let cools = self.setup.hotseat && !new.hotseat;
        let given_up = |seat: Seat| cools && sitter(seat) == host && Some(seat) != first;
        let mut events: Vec<LogEvent> = self.overtaken().into_iter().collect();
        for seat in Seat::all(self.seats.len()).filter(|&seat| sitter(seat).is_some()) {
            if seat.index() >= seats || given_up(seat) {
                events.push(LogEvent::Freed { seat });
            }
        }
        let to_take = Seat::all(seats).filter(|&seat| new.hotseat && sitter(seat) != host);
        let who = Occupant::Player(self.host);
        let taken: Vec<LogEvent> = to_take.map(|seat| LogEvent::Seated { seat, who }).collect();
        events.push(LogEvent::Changed { setup: new });
        events.extend(taken);
        Ok(events)
    }

    pub(super) fn start(&self, player: PlayerId, context: &DecisionContext<'_>) -> CommandResult {
        if player != self.host && self.seats_of(player).next().is_none() {
            return Err(problems::not_seated());
        }
        self.before_start()?;
        if self.seats.iter().any(Option::is_none) {
            return Err(problems::seats_free());
        }
        if !self.seats.iter().any(|who| matches!(who, Some(Occupant::Player(_)))) {
            return Err(problems::no_person());
        }
        if self.game.is_some() {
            // A rematch needs the agreement of all players.
            return self.put_offer(self.seats_of(player).next(), OfferTerms::Rematch, context);
        }
        self.started(context)
    }

    /// The start of the next game: after the first one the colours are swapped.
    pub(super) fn started(&self, context: &DecisionContext<'_>) -> CommandResult {
        if self.setup.rated {
            self.check_rateable_sitters(context)?;
        }
        let kind = setup::kind(&self.setup.game)?;
        let mut random = Random::new(context.seed as u64);
        let even = match (&self.game, self.setup.colours) {
            (Some(last), _) => other(last.even_at_start()),
            (None, Colours::Random) if random.below(2) == 0 => Side::Black,
            (None, _) => Side::White,
        };
        // Options that contradict each other are refused here, while they can still be changed.
        let play = setup::begin(kind, &self.setup.options, self.setup.from.as_deref(), &mut random)?;
        let options = play.options().given();
        let left = crate::clock::GameClock::new(self.setup.time, self.seats.len(), context.now).left;
        Ok(vec![LogEvent::Started {
            number: self.game.as_ref().map_or(0, |game| game.number) + 1,
            game: GameId(context.seed),
            even,
            options,
            revision: kind.meta().revision(),
            acts: crate::game::acting_in(&*play, even, self.seats.len()),
            left,
        }])
    }

    pub(super) fn close(&self, player: PlayerId) -> CommandResult {
        if player != self.host {
            return Err(problems::not_host());
        }
        if self.running().is_some() { Err(problems::game_runs()) } else { Ok(vec![LogEvent::Closed]) }
    }

    /// A player has been away for half a minute of a live game.
    pub(super) fn away(&self, player: PlayerId, context: &DecisionContext<'_>) -> Vec<LogEvent> {
        let Some(game) = self.running() else {
            return vec![];
        };
        if !game.clock.is_live() || self.setup.hotseat || matches!(self.setup.time, Time::Days { .. }) {
            return vec![];
        }
        let claim_at = context.now + super::ending::COUNTDOWN;
        let missing = |seat: &Seat| !game.absent.contains_key(seat);
        self.seats_of(player).filter(missing).map(|seat| LogEvent::Absent { seat, claim_at }).collect()
    }

    /// A player is back.
    pub(super) fn here(&self, player: PlayerId) -> Vec<LogEvent> {
        let Some(game) = self.running() else {
            return vec![];
        };
        let missing = |seat: &Seat| game.absent.contains_key(seat);
        let seats: Vec<Seat> = self.seats_of(player).filter(missing).collect();
        let kept = seats.iter().any(|&seat| self.is_asked_for(seat)).then(|| self.overtaken()).flatten();
        seats.into_iter().map(|seat| LogEvent::Back { seat }).chain(kept).collect()
    }
}
