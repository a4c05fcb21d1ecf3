//! Commands at a table. Buttons, chat commands, sockets and HTTP all send these.

use crate::json::tagged;
use crate::table::{Level, SeatChoice};
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Something to do at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Sit down; in a running game, ask to take the place of a player who left.
    Join {
        /// Which seat; the first free one by default.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<SeatChoice>,
    },
    /// Stand up; in a running game this is absence, not resignation.
    Leave,
    /// Host: put an engine on a seat.
    Engine {
        /// The seat for the engine.
        seat: SeatChoice,
        /// 1 to 8.
        level: Level,
    },
    /// Host: free a seat, before the start.
    Free {
        /// The seat to free.
        seat: SeatChoice,
    },
    /// Host: move a seated player, by name or seat, to another seat, whose player changes places with them.
    Move {
        /// From which seat.
        from: SeatChoice,
        /// To which.
        to: SeatChoice,
    },
    /// Change an option before the start.
    Option {
        /// Its name: `game`, `time`, `increment`, `days`, `log`, `public`, `colours`, or one of the game's own.
        name: String,
        /// Its value.
        value: String,
    },
    /// Start the game.
    Start,
    /// Play a turn.
    Play {
        /// The number of the game at this table, from 1.
        game: u32,
        /// The number of the turn, from 1. In a simultaneous set-up every player's turn is 1; at a hot seat, where
        /// one player writes for both sides, Black's is 1 and White's 2.
        turn: u32,
        /// The turn in notation.
        text: String,
    },
    /// Give up; with two against two both partners have to.
    Resign,
    /// Offer a draw.
    Draw,
    /// Ask to take back one's last turn, and the reply if there was one.
    Takeback,
    /// Ask to stop the clocks.
    Pause,
    /// Ask to let them run again.
    Resume,
    /// Abort a game in which a player has not played a turn yet.
    Abort,
    /// Claim the game from an absent opponent.
    Claim {
        /// A win or a draw.
        what: Claim,
    },
    /// Ask for another game, seats swapped.
    Rematch,
    /// Accept the offer on the table.
    Accept {
        /// The number of the offer's event; the pending one by default.
        #[serde(default)]
        #[ts(optional, type = "number")]
        offer: Option<u64>,
    },
    /// Refuse it, or withdraw one's own.
    Refuse {
        /// The number of the offer's event; the pending one by default.
        #[serde(default)]
        #[ts(optional, type = "number")]
        offer: Option<u64>,
    },
    /// Give an opponent time.
    Time {
        /// To which seat.
        seat: SeatChoice,
        /// How many seconds.
        seconds: u32,
    },
    /// Hide a room's chat from oneself at this table, or show it again.
    Silence {
        /// Which room.
        room: crate::chat::Room,
        /// Hidden or not.
        off: bool,
    },
    /// Host: close a table at which no game runs.
    Close,
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// The same, named outside.
        #[derive(Deserialize)]
        #[serde(remote = "Command", rename_all = "lowercase", deny_unknown_fields)]
        enum NamedCommand {
            Join {
                #[serde(default)]
                seat: Option<SeatChoice>,
            },
            #[serde(deserialize_with = "crate::strict::nothing")]
            Leave,
            Engine {
                seat: SeatChoice,
                level: Level,
            },
            Free {
                seat: SeatChoice,
            },
            Move {
                from: SeatChoice,
                to: SeatChoice,
            },
            Option {
                name: String,
                value: String,
            },
            #[serde(deserialize_with = "crate::strict::nothing")]
            Start,
            Play {
                game: u32,
                turn: u32,
                text: String,
            },
            #[serde(deserialize_with = "crate::strict::nothing")]
            Resign,
            #[serde(deserialize_with = "crate::strict::nothing")]
            Draw,
            #[serde(deserialize_with = "crate::strict::nothing")]
            Takeback,
            #[serde(deserialize_with = "crate::strict::nothing")]
            Pause,
            #[serde(deserialize_with = "crate::strict::nothing")]
            Resume,
            #[serde(deserialize_with = "crate::strict::nothing")]
            Abort,
            Claim {
                what: Claim,
            },
            #[serde(deserialize_with = "crate::strict::nothing")]
            Rematch,
            Accept {
                #[serde(default)]
                offer: Option<u64>,
            },
            Refuse {
                #[serde(default)]
                offer: Option<u64>,
            },
            Time {
                seat: SeatChoice,
                seconds: u32,
            },
            Silence {
                room: crate::chat::Room,
                off: bool,
            },
            #[serde(deserialize_with = "crate::strict::nothing")]
            Close,
        }
        tagged(from, "do", NamedCommand::deserialize)
    }
}

/// What is claimed from an absent opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The game.
    Win,
    /// Half of it.
    Draw,
}

/// A command with an id chosen by the client: sent twice, it happens once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Request {
    /// Any text of up to 64 characters, new for each thing to do.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}
