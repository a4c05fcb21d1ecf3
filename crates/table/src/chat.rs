//! Who hears what is said at a table.
//!
//! Players speak in their room and everybody listens; spectators speak in theirs. While partners play, neither hears the
//! other, and no player hears the spectators, through whom a partner could speak. Who may not hear a message is
//! settled when it is said, so that what was filtered live is filtered for ever.

use crate::table::{Silent, Table};
use crate::view::Viewer;
use taijitu_protocol::{PlayerId, Room, Seat};

/// Who hears a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hearing {
    /// Where it is said.
    pub room: Room,
    /// Players at the table who do not hear it.
    pub hidden_from: Vec<PlayerId>,
}

/// Whether a viewer may hear a message that is hidden from some players; whoever said it always does.
#[must_use]
pub fn may_hear(viewer: Viewer, author: PlayerId, hidden_from: &[PlayerId]) -> bool {
    viewer.0.is_none_or(|player| player == author || !hidden_from.contains(&player))
}

impl Table {
    /// Who hears it if somebody speaks now.
    #[must_use]
    pub fn hearing(&self, author: PlayerId) -> Hearing {
        let seats: Vec<Seat> = self.seats_of(author).collect();
        let room = if seats.is_empty() { Room::Spectators } else { Room::Players };
        let partners = self.running().filter(|_| self.seats.len() > 2);
        let hidden_from = match partners {
            None => vec![],
            Some(_) if room == Room::Spectators => self.players_at(|_| true),
            Some(game) => self.players_at(|seat| seats.iter().any(|&own| game.partner(own) == Some(seat))),
        };
        let hidden_from = hidden_from.into_iter().filter(|&player| player != author).collect();
        Hearing { room, hidden_from }
    }

    fn players_at(&self, wanted: impl Fn(Seat) -> bool) -> Vec<PlayerId> {
        let player = |(seat, who): (Seat, &Option<crate::Who>)| match who {
            Some(crate::Who::Player(player)) if wanted(seat) => Some(*player),
            _ => None,
        };
        Seat::all(self.seats.len()).zip(&self.seats).filter_map(player).collect()
    }

    /// Whether a viewer listens to a room: players may switch one off for themselves.
    #[must_use]
    pub fn listens(&self, viewer: Viewer, room: Room) -> bool {
        let seats = self.yours(viewer);
        let silent = Silent::from(room);
        !seats.iter().any(|seat| self.silenced.get(seat).is_some_and(|rooms| rooms.contains(&silent)))
    }
}
