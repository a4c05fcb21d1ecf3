//! What has happened at a table, as one viewer may see it.

use crate::account::Profile;
use crate::chat::Room;
use crate::seat::Seat;
use crate::table::{Level, Outcome, Setup, Side};
use serde::{Deserialize, Serialize};
use taijitu_ids::GameId;
use ts_rs::TS;
use utoipa::ToSchema;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    /// A guest or an account.
    Player(Profile),
    /// An engine of this level.
    Engine(Level),
    /// Somebody of another site: a name in an imported game.
    Named(String),
}

/// Something that needs the others' agreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back turns until this number of turns is left.
    Takeback {
        /// Turns that would be left.
        turns: u32,
    },
    /// To stop the clocks.
    Pause,
    /// To let them run again.
    Resume,
    /// Another game.
    Rematch,
    /// Somebody would take the seat of a player who left.
    Replace {
        /// Which seat.
        seat: Seat,
        /// The player who wants the seat.
        newcomer: Profile,
    },
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// The table was opened.
    Opened {
        /// What was agreed.
        setup: Setup,
        /// The player who opened it.
        host: Profile,
    },
    /// What is agreed has changed.
    Changed {
        /// Everything that is agreed now.
        setup: Setup,
    },
    /// Somebody sat down.
    Seated {
        /// The seat.
        seat: Seat,
        /// The player or engine on it.
        sitter: Sitter,
    },
    /// A seat is free.
    Freed {
        /// The seat that is free now.
        seat: Seat,
    },
    /// A game has started.
    Started {
        /// 1, 2, … at this table.
        number: u32,
        /// Its id.
        game: GameId,
        /// The colour of each seat.
        sides: Vec<Side>,
        /// The game's options, with what was left to chance drawn.
        options: std::collections::BTreeMap<String, String>,
        /// The seats that have to act, from 1.
        acts: Vec<Seat>,
        /// What each seat has on its clock, in milliseconds; nothing without clocks.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// A turn was played.
    Played {
        /// Its number, from 1.
        turn: u32,
        /// The seat that played it.
        seat: Seat,
        /// The turn, as the viewer may read it.
        text: String,
        /// The seats that have to act now; none if the game or the round has ended.
        acts: Vec<Seat>,
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// A further round of a match.
    Round {
        /// 2, 3, …
        number: u32,
        /// Points of White and Black so far.
        points: (u32, u32),
        /// The seats that have to act.
        acts: Vec<Seat>,
    },
    /// Something was offered.
    Offered {
        /// By which seat.
        by: Option<Seat>,
        /// The offer.
        offer: Offer,
    },
    /// A seat agrees to what was offered; others still have to.
    Agreed {
        /// Which seat.
        seat: Seat,
    },
    /// The offer is gone: refused, withdrawn or overtaken by a turn.
    Declined {
        /// By which seat.
        seat: Option<Seat>,
    },
    /// Turns were taken back.
    Takenback {
        /// How many turns are left.
        turns: u32,
        /// The seats that have to act now.
        acts: Vec<Seat>,
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// The clocks stand.
    Paused {
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// The clocks run again.
    Resumed {
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// A player is on vacation, or back: the clock of the seat stands until then.
    Vacation {
        /// Which seat.
        seat: Seat,
        /// Until when, milliseconds since 1970.
        #[ts(type = "number")]
        until: i64,
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// A player got time from another.
    Gift {
        /// Who got it.
        to: Seat,
        /// How much.
        seconds: u32,
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// A partner wishes to resign.
    Resigning {
        /// Which seat.
        seat: Seat,
    },
    /// A player is missing.
    Absent {
        /// Which seat.
        seat: Seat,
        /// When the opponent may claim the game.
        #[ts(type = "number")]
        claim_at: i64,
    },
    /// The player is back.
    Back {
        /// Which seat.
        seat: Seat,
    },
    /// The game has ended.
    Ended {
        /// The result.
        outcome: Outcome,
        /// What each seat has on its clock.
        #[ts(type = "Array<number>")]
        left: Vec<i64>,
    },
    /// Somebody hid a room's chat from themselves.
    Silenced {
        /// Which seat.
        seat: Seat,
        /// Which room.
        room: Room,
        /// Hidden or shown again.
        off: bool,
    },
    /// Nothing more happens here.
    Closed,
    /// Something this viewer may not see, or a turn of a finished game played without a log.
    Hidden,
}

/// An event with its number and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct EventView {
    /// Its number at the table, from 1, without gaps.
    #[ts(type = "number")]
    pub n: u64,
    /// When, milliseconds since 1970, server time.
    #[ts(type = "number")]
    pub at: i64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}
