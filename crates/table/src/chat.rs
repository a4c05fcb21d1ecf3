//! Who may read the chat of a table.
//!
//! Players write to the room of the players, which everybody may read; spectators write to theirs.
//!
//! In a four-player game partners must not communicate.
//! While it runs, a player's messages reach the opponents only: any other reader may be the partner without a
//! cookie, or may pass the message on.
//! Spectators' messages reach only spectators who have a name: a partner could write through a spectator.
//! Once that game is over everybody may read everything.
//! Who may read a message is computed from the log on each read, so that every route filters alike.

use crate::problems;
use crate::table::{HiddenChat, Table};
use crate::view::Viewer;
use taijitu_protocol::{PlayerId, Problem, Room, Seat};

/// The room of a new message, and who must not read it while the game runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatAudience {
    /// The room the author writes to.
    pub room: Room,
    /// The players it is withheld from until the game is over.
    /// Not empty for a message of a running four-player game, so that a node that has not read the start of the
    /// game yet withholds it too.
    pub hidden_from: Vec<PlayerId>,
    /// The earliest time the message may carry: later than everything in the log.
    pub not_before: i64,
}

/// What decides who may read a message.
#[derive(Clone, Copy, Debug)]
pub struct ChatMessage<'a> {
    /// The author.
    pub author: PlayerId,
    /// The room it was written to.
    pub room: Room,
    /// When, in milliseconds.
    pub at: i64,
    /// The value of [`ChatAudience::hidden_from`] when the message was written.
    pub hidden_from: &'a [PlayerId],
}

impl Table {
    /// The room of a message that a player writes now, and the players it is withheld from.
    #[must_use]
    pub fn chat_audience(&self, author: PlayerId) -> ChatAudience {
        let seats: Vec<Seat> = self.seats_of(author).collect();
        let room = if seats.is_empty() { Room::Spectators } else { Room::Players };
        let hidden_from = match self.running().filter(|game| game.has_partners()) {
            None => vec![],
            Some(_) if room == Room::Spectators => self.players_at(|_| true),
            Some(game) => self.players_at(|seat| seats.iter().any(|&own| game.partner(own) == Some(seat))),
        };
        let hidden_from = hidden_from.into_iter().filter(|&player| player != author).collect();
        ChatAudience { room, hidden_from, not_before: self.last_at() }
    }

    fn players_at(&self, wanted: impl Fn(Seat) -> bool) -> Vec<PlayerId> {
        let player = |(seat, who): (Seat, &Option<crate::Occupant>)| match who {
            Some(crate::Occupant::Player(player)) if wanted(seat) => Some(*player),
            _ => None,
        };
        Seat::all(self.seats.len()).zip(&self.seats).filter_map(player).collect()
    }

    /// Whether a viewer may read a message now; its author always may.
    #[must_use]
    pub fn may_read_chat(&self, viewer: Viewer, message: &ChatMessage<'_>) -> bool {
        if viewer.0 == Some(message.author) || !self.is_withheld(message) {
            return true;
        }
        // Somebody without a cookie may be a partner.
        let Some(reader) = viewer.0 else { return false };
        let own: Vec<Seat> = self.seats_of(reader).collect();
        match message.room {
            Room::Spectators => own.is_empty(),
            Room::Players => {
                let mut theirs = self.seats_of(message.author).peekable();
                let sit = !own.is_empty() && theirs.peek().is_some();
                sit && theirs.all(|seat| own.iter().all(|mine| mine.team() != seat.team()))
            }
        }
    }

    /// Whether a message was written during a four-player game that is not over.
    fn is_withheld(&self, message: &ChatMessage<'_>) -> bool {
        let is_marked = !message.hidden_from.is_empty();
        match &self.game {
            None => is_marked,
            Some(game) => match game.ended {
                None => game.has_partners() && message.at >= game.started,
                // Written during the next game, whose start this node has not read yet.
                Some(ended) => is_marked && message.at > ended,
            },
        }
    }

    /// Whether a viewer reads a room: players may hide one from themselves.
    #[must_use]
    pub fn listens(&self, viewer: Viewer, room: Room) -> bool {
        let (seats, silent) = (self.seats_of_viewer(viewer), HiddenChat::from(room));
        let chosen = viewer.0.and_then(|player| self.hidden_rooms.get(&(player, silent)));
        match chosen {
            Some(is_hidden) => seats.is_empty() || !is_hidden,
            None => {
                !seats.iter().any(|seat| self.silenced.get(seat).is_some_and(|rooms| rooms.contains(&silent)))
            }
        }
    }

    /// Whether a player hides a room without an entry of the log: where there are partners, who would see the
    /// entry; and where the player has done so before.
    #[must_use]
    pub fn hides_unseen(&self, player: PlayerId, room: Room) -> bool {
        self.seats.len() > 2 || self.hidden_rooms.contains_key(&(player, room.into()))
    }

    /// The seat of a player who hides a room.
    ///
    /// # Errors
    /// `not_seated` if the player does not sit here, `table_closed`.
    pub fn seat_that_hides(&self, player: PlayerId) -> Result<Seat, Problem> {
        if self.closed {
            return Err(problems::closed());
        }
        self.seats_of(player).next().ok_or_else(problems::not_seated)
    }

    /// Hides a room from a player or shows it again, without an entry of the log. Folding the log again loses
    /// it: see [`Self::keep_hidden_rooms_of`].
    pub fn hide_room(&mut self, player: PlayerId, room: Room, is_hidden: bool) {
        self.hidden_rooms.insert((player, room.into()), is_hidden);
    }

    /// Takes over the hidden rooms of the same table from before it was folded again.
    pub fn keep_hidden_rooms_of(&mut self, before: &Self) {
        self.hidden_rooms.clone_from(&before.hidden_rooms);
    }
}
