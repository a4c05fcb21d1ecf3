//! What a viewer sees: the only functions through which data of a table is sent.
//!
//! Every numbered event is returned, as itself or as hidden, so that numbers have no gaps.
//! Secrets are removed here and in [`scene`](crate::scene), by the rules for an audience, and nowhere else.

use crate::clock::DecisionContext;
use crate::game::TableGame;
use crate::log_event::{LogEntry, LogEvent, Occupant, OfferTerms};
use crate::seats::side_of;
use crate::setup::{public_setup, seats_with};
use crate::table::Table;
use crate::wire::{self, wire_side};
use std::collections::HashMap;
use taijitu_protocol::{
    Absence, Clocks, Event, EventView, GameView, Offer, OfferView, PlayerId, Profile, Room, Seat,
    SeatVacation, SeatView, Side, Sitter, TableView, TurnFacts,
};
use taijitu_rules::any::HistoryLine;
use taijitu_rules::{Actors, Audience};

/// Maximum number of earlier games in a view of a table.
const MAX_EARLIER_GAMES: usize = 100;

/// A guest or an account; `None` is a visitor without either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Viewer(pub Option<PlayerId>);

/// Profiles by player id. A player without an entry was deleted.
#[derive(Clone, Debug, Default)]
pub struct Names(pub HashMap<PlayerId, Profile>);

impl Names {
    /// The public profile of a player.
    #[must_use]
    pub fn profile(&self, id: PlayerId) -> Profile {
        self.0.get(&id).cloned().unwrap_or(Profile { id, name: None, guest: false, bot: false, rating: None })
    }

    pub(crate) fn sitter(&self, who: Occupant) -> Sitter {
        match who {
            Occupant::Player(id) => Sitter::Player(self.profile(id)),
            Occupant::Engine(level) => Sitter::Engine(level),
        }
    }

    fn offer(&self, matter: OfferTerms) -> Offer {
        match matter {
            OfferTerms::Draw => Offer::Draw,
            OfferTerms::Takeback(turns) => Offer::Takeback { turns },
            OfferTerms::Pause => Offer::Pause,
            OfferTerms::Resume => Offer::Resume,
            OfferTerms::Rematch => Offer::Rematch,
            OfferTerms::Replace { seat, newcomer } => {
                Offer::Replace { seat, newcomer: self.profile(newcomer) }
            }
        }
    }
}

impl Table {
    /// The seats of a viewer.
    #[must_use]
    pub fn seats_of_viewer(&self, viewer: Viewer) -> Vec<Seat> {
        viewer.0.map(|player| self.seats_of(player).collect()).unwrap_or_default()
    }

    /// Which secrets a viewer may see. At a hot seat only those of the side to act.
    pub(crate) fn audience(&self, viewer: Viewer) -> Audience {
        let seats = self.seats_of_viewer(viewer);
        let Some(game) = self.game.as_ref() else {
            return Audience::Everyone;
        };
        let Some(&first) = seats.first() else {
            return Audience::Everyone;
        };
        let side = game.rules_side(first);
        if seats.iter().all(|&seat| game.rules_side(seat) == side) {
            return Audience::Side(side);
        }
        match game.play.to_act() {
            Actors::One(seat) => Audience::Side(seat.side),
            Actors::Both => Audience::Side(taijitu_rules::Side::Black),
        }
    }

    /// Whether a viewer may read a turn of a seat in full: its own side may, and only its own.
    fn may_read(&self, viewer: Viewer, seat: Seat) -> bool {
        let seats = self.seats_of_viewer(viewer);
        !seats.is_empty() && seats.iter().all(|own| own.team() == seat.team())
    }

    /// An event as a viewer sees it.
    #[must_use]
    pub fn event(&self, entry: &LogEntry, viewer: Viewer, names: &Names) -> EventView {
        EventView { n: entry.n, at: entry.at, event: self.redact(entry, viewer, names) }
    }

    fn redact(&self, entry: &LogEntry, viewer: Viewer, names: &Names) -> Event {
        match &entry.event {
            LogEvent::Opened { host, setup } => {
                Event::Opened { setup: public_setup(setup), host: names.profile(*host) }
            }
            LogEvent::Changed { setup } => Event::Changed { setup: public_setup(setup) },
            LogEvent::Seated { seat, who } => Event::Seated { seat: *seat, sitter: names.sitter(*who) },
            LogEvent::Freed { seat } => Event::Freed { seat: *seat },
            LogEvent::Started { number, game, even, options, acts, left, .. } => Event::Started {
                number: *number,
                game: *game,
                // The table may have other seats by now.
                sides: Seat::all(seats_with(options)).map(|seat| side_of(seat, *even)).collect(),
                options: options.clone(),
                acts: acts.clone(),
                left: left.clone(),
            },
            LogEvent::Played { turn, seat, text, shown, acts, left, .. } => {
                let readable = if self.may_read(viewer, *seat) { None } else { shown.as_ref() };
                let text = readable.unwrap_or(text).clone();
                Event::Played { turn: *turn, seat: *seat, text, acts: acts.clone(), left: left.clone() }
            }
            LogEvent::Round { number, points, acts } => {
                Event::Round { number: *number, points: *points, acts: acts.clone() }
            }
            LogEvent::Offered { by, matter } => Event::Offered { by: *by, offer: names.offer(*matter) },
            LogEvent::Agreed { seat } => Event::Agreed { seat: *seat },
            LogEvent::Declined { seat } => Event::Declined { seat: *seat },
            LogEvent::Takenback { turns, acts, left } => {
                Event::Takenback { turns: *turns, acts: acts.clone(), left: left.clone() }
            }
            LogEvent::Paused { left } => Event::Paused { left: left.clone() },
            LogEvent::Resumed { left } => Event::Resumed { left: left.clone() },
            LogEvent::Vacation { seat, until, left } => {
                Event::Vacation { seat: *seat, until: *until, left: left.clone() }
            }
            LogEvent::Gift { to, seconds, left } => {
                Event::Gift { to: *to, seconds: *seconds, left: left.clone() }
            }
            LogEvent::Resigning { seat } => Event::Resigning { seat: *seat },
            LogEvent::Absent { seat, claim_at } => Event::Absent { seat: *seat, claim_at: *claim_at },
            LogEvent::Back { seat } => Event::Back { seat: *seat },
            LogEvent::Ended { winner, reason, left } => {
                Event::Ended { outcome: wire::outcome(*winner, reason), left: left.clone() }
            }
            // Only the player who hides a room sees this event.
            LogEvent::Silenced { seat, .. } if !self.seats_of_viewer(viewer).contains(seat) => Event::Hidden,
            LogEvent::Silenced { seat, room, off } => Event::Silenced { seat: *seat, room: *room, off: *off },
            LogEvent::Closed => Event::Closed,
            LogEvent::Erased => Event::Hidden,
        }
    }

    /// The clocks as they stand now.
    #[must_use]
    pub fn clocks(&self, context: &DecisionContext<'_>) -> Option<Clocks> {
        let game = self.game.as_ref().filter(|game| !game.clock.left.is_empty())?;
        let running = game.running(&self.seats);
        let left = game.clock.settled(&running, context);
        let is_running = self.running().is_some();
        let abort_at = game.first_turn_due(&running, context.outages).filter(|_| is_running);
        let runs = |seat: &Seat| game.clock.away_until(*seat) <= context.now;
        let running = running.into_iter().filter(runs).collect();
        Some(Clocks { left, running, at: context.now, abort_at })
    }

    /// The whole table as a viewer sees it now. `present` are the seats whose player is connected.
    #[must_use]
    pub fn view(
        &self,
        viewer: Viewer,
        names: &Names,
        present: &[Seat],
        watching: u32,
        scenes: bool,
        context: &DecisionContext<'_>,
    ) -> TableView {
        let seat_view = |(seat, who): (Seat, &Option<Occupant>)| SeatView {
            seat,
            sitter: who.map(|who| names.sitter(who)),
            side: self.side_shown(seat),
            present: present.contains(&seat) || matches!(who, Some(Occupant::Engine(_))),
        };
        let yours = self.seats_of_viewer(viewer);
        let silenced =
            [Room::Players, Room::Spectators].into_iter().filter(|room| !self.listens(viewer, *room));
        TableView {
            id: self.id(),
            head: self.head(),
            state: self.state(),
            setup: public_setup(&self.setup),
            host: names.profile(self.host),
            seats: Seat::all(self.seats.len()).zip(&self.seats).map(seat_view).collect(),
            game: self.game.as_ref().map(|game| self.game_view(game, viewer, names, scenes, context)),
            earlier: self.earlier[self.earlier.len().saturating_sub(MAX_EARLIER_GAMES)..].to_vec(),
            silenced: silenced.collect(),
            yours,
            watching,
            now: context.now,
        }
    }

    /// The colour of a seat, if it is known: from the game, or because the seats have fixed colours.
    fn side_shown(&self, seat: Seat) -> Option<Side> {
        match &self.game {
            Some(game) => Some(game.side(seat)),
            None if self.setup.colours == taijitu_protocol::Colours::Random => None,
            None => Some(side_of(seat, Side::White)),
        }
    }

    fn game_view(
        &self,
        game: &TableGame,
        viewer: Viewer,
        names: &Names,
        scenes: bool,
        context: &DecisionContext<'_>,
    ) -> GameView {
        let offer = game.pending.as_ref().map(|pending| OfferView {
            n: pending.n,
            by: pending.by,
            offer: names.offer(pending.matter),
            waits_for: pending.waits.iter().copied().collect(),
        });
        let absence = |(&seat, &claim_at): (&Seat, &i64)| Absence { seat, claim_at };
        let (turns, facts) = self.turns_read(game, viewer);
        GameView {
            number: game.number,
            id: game.id,
            turns,
            facts,
            scene: self.scene(game, viewer, scenes, context),
            offer,
            resigning: game.resigning.iter().copied().collect(),
            paused: game.paused,
            absent: game.absent.iter().map(absence).collect(),
            vacations: vacations(game, context.now),
            outcome: game.over.map(|over| wire::outcome(over.winner.map(wire_side), over.reason.text().en)),
            // They are not in the log: the server adds them.
            ratings: vec![],
        }
    }

    /// The turns as a viewer may read them, without the lines that open rounds.
    pub(crate) fn turns_seen(&self, game: &TableGame, viewer: Viewer) -> Vec<String> {
        let (turns, facts) = self.turns_read(game, viewer);
        turns.into_iter().zip(facts).filter(|(_, facts)| facts.by.is_some()).map(|(turn, _)| turn).collect()
    }

    /// The turns as a viewer may read them, with the facts about each. At a hot seat the secret parts of both sides are
    /// left out.
    fn turns_read(&self, game: &TableGame, viewer: Viewer) -> (Vec<String>, Vec<TurnFacts>) {
        let seats = self.seats_of_viewer(viewer);
        let one_side =
            seats.first().is_some_and(|&first| seats.iter().all(|seat| seat.team() == first.team()));
        let audience = if one_side { self.audience(viewer) } else { Audience::Everyone };
        let line = |line: HistoryLine| match line {
            HistoryLine::Round(number) => (format!("round {number}"), TurnFacts::default()),
            HistoryLine::Turn { by, text, captured } => {
                (text, TurnFacts { by: Some(wire_side(by)), captured: wire::some_captured(captured) })
            }
        };
        game.play.history(audience).into_iter().map(line).unzip()
    }
}

/// The seats of a running game whose players are on vacation.
fn vacations(game: &TableGame, now: i64) -> Vec<SeatVacation> {
    let seats = Seat::all(game.seats()).filter(|_| game.outcome().is_none());
    let vacation = |seat| SeatVacation { seat, until: game.clock.away_until(seat) };
    seats.map(vacation).filter(|vacation| vacation.until > now).collect()
}
