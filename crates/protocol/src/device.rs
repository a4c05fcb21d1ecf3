//! Questions that are answered on the device, by the same functions that answer the routes of the server, and tables that
//! are kept there.

use crate::chat::ChatLine;
use crate::command::Command;
use crate::error::Problem;
use crate::event::EventView;
use crate::scene::{Scene, Touch};
use crate::seat::Seat;
use crate::study::{Study, StudyBranch, StudyWhy};
use crate::table::{OpenTable, Outcome, Side, State, TableView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use taijitu_ids::TableId;
use ts_rs::TS;

/// A question about games and positions: an object with the question as its only key, or the question alone. Each is
/// answered with what the route of the same subject answers.
///
/// A tag beside the content could come after it, and reading that takes a second copy of all the code that reads the
/// content; the page loads this code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DeviceQuestion {
    /// All games: a list of `GameKind`.
    Games,
    /// A board by its id: `BoardData`.
    Board(String),
    /// The laws of Yin Yang: `LawBook`.
    Laws,
    /// A position: `StudyView`.
    Look(Study),
    /// What may be touched after some touches: a list of `Branch`.
    Branch(StudyBranch),
    /// Why something cannot be touched: `TouchExplanation`.
    Why(StudyWhy),
    /// The legal turns: a list of texts.
    Turns(Study),
    /// The key that a position and its mirror images share: a text of sixteen hexadecimal digits.
    Key(Study),
    /// A position as a picture: the text of an SVG.
    Picture(DevicePicture),
    /// The puzzles that come with the program, of a game or of all: `Puzzles`.
    Puzzles(PuzzleFilter),
    /// The puzzle of a day: `Puzzle`.
    Daily(DailyPuzzle),
    /// A puzzle by its id: `Puzzle`.
    Puzzle(String),
    /// Whether a turn solves a puzzle: `PuzzleAnswer`.
    Attempt(PuzzleAttempt),
    /// The solution of a puzzle by its id: `PuzzleSolution`.
    Solution(String),
    /// A game as text, in any form that can be imported: `DeviceRecord`.
    ReadRecord(String),
    /// A game as a record: a text.
    WriteRecord(DeviceRecord),
}

/// A position to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct DevicePicture {
    /// The position.
    pub study: Study,
    /// `en` or `fr`.
    #[ts(optional)]
    pub lang: Option<String>,
    /// The names of the points: `edges`, `none` or `all`.
    #[ts(optional)]
    pub names: Option<String>,
}

/// Which puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct PuzzleFilter {
    /// Only this game.
    #[ts(optional)]
    pub game: Option<String>,
}

/// The puzzle of which day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct DailyPuzzle {
    /// Only this game.
    #[ts(optional)]
    pub game: Option<String>,
    /// A moment of the day, milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
}

/// A turn that is tried in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// The id of the puzzle.
    pub id: String,
    /// Every turn since the position of the puzzle: own, reply, own, …
    pub turns: Vec<String>,
}

/// A game that was read from a record, or is written as one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct DeviceRecord {
    /// The game from its start, with all turns.
    pub study: Study,
    /// Names, date and other headers.
    pub headers: BTreeMap<String, String>,
    /// How it ended, if it has ended. It is read from the turns when a record is written.
    #[ts(optional)]
    pub outcome: Option<Outcome>,
}

/// A search on the device, bounded by nodes, time or depth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct DeviceSearch {
    /// The position.
    pub study: Study,
    /// The level of the engine, 1 to 8; its full strength by default.
    #[ts(optional)]
    pub level: Option<u8>,
    /// The most nodes.
    #[ts(optional, type = "number")]
    pub nodes: Option<u64>,
    /// The most milliseconds.
    #[ts(optional)]
    pub movetime: Option<u32>,
    /// The most turns looked ahead.
    #[ts(optional)]
    pub depth: Option<u32>,
    /// How many turns to compare, 1 to 5; 1 by default.
    #[ts(optional)]
    pub lines: Option<u8>,
    /// The seed of what is left to chance.
    #[ts(optional, type = "number")]
    pub seed: Option<u64>,
}

/// A moment: what a table takes from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeviceMoment {
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// 32 hexadecimal digits from a source of random bits.
    pub random: String,
}

/// An entry of the log of a table on the device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeviceEntry {
    /// Its number, from 1.
    #[ts(type = "number")]
    pub n: u64,
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What, as the server would store it.
    pub body: String,
}

/// Something to be done at a table on the device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DeviceTableRequest {
    /// Opens a table; `DeviceStep`.
    Open {
        /// What is agreed; without a clock.
        open: OpenTable,
        /// How the player is called.
        name: String,
        /// Time and random bits of this request.
        moment: DeviceMoment,
    },
    /// Takes up a table from its log; `DeviceStep` without entries.
    Load {
        /// Its id.
        table: TableId,
        /// Its whole log.
        entries: Vec<DeviceEntry>,
        /// How the player is called.
        name: String,
        /// Time and random bits of this request.
        moment: DeviceMoment,
    },
    /// The table as it is now, in a `DeviceStep` without entries.
    Look {
        /// The table.
        table: TableId,
        /// Time and random bits of this request.
        moment: DeviceMoment,
    },
    /// The player does something; `DeviceStep`.
    Act {
        /// The table.
        table: TableId,
        /// The command.
        command: Command,
        /// Time and random bits of this request.
        moment: DeviceMoment,
    },
    /// The engine has found the turn that was requested; `DeviceStep`.
    Found {
        /// The table.
        table: TableId,
        /// Whose turn it was, as in the request.
        thought: DeviceThought,
        /// What it found.
        found: DeviceFound,
        /// Time and random bits of this request.
        moment: DeviceMoment,
    },
    /// What may be touched after some touches: a list of `Branch`.
    Branch {
        /// The table.
        table: TableId,
        /// The touches so far.
        touches: Vec<Touch>,
    },
    /// Why something cannot be touched: `TouchExplanation`.
    Why {
        /// The table.
        table: TableId,
        /// The touches so far.
        touches: Vec<Touch>,
        /// The one after them.
        touch: Touch,
    },
    /// The request for a hint, for the engine: a text.
    Hint {
        /// The table.
        table: TableId,
        /// Time and random bits of this request.
        moment: DeviceMoment,
    },
    /// A found hint with the points it touches: `Reply`.
    Hinted {
        /// The table.
        table: TableId,
        /// The turn.
        turn: String,
    },
    /// The game so far as a record with the names of its players: a text.
    Record {
        /// The table.
        table: TableId,
        /// Its date.
        date: String,
    },
}

/// A turn an engine has to find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeviceThought {
    /// The number of the game.
    pub game: u32,
    /// The number of the turn.
    pub turn: u32,
    /// The seat.
    pub seat: Seat,
    /// The position as the engine's side knows it, for the worker that thinks.
    pub request: String,
}

/// What an engine has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeviceFound {
    /// The turn; none if nothing can be played.
    pub turn: Option<String>,
    /// Whether it judges its side's position as the better one.
    pub better: bool,
    /// How long it thought, in milliseconds.
    #[ts(type = "number")]
    pub spent: u64,
}

/// What a table on the device says: those messages of a server that a table has when nobody else is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum DeviceNews {
    /// The table as it is now.
    Snapshot {
        /// The table.
        table: Box<TableView>,
        /// Nothing.
        chat: Vec<ChatLine>,
    },
    /// An event.
    Event {
        /// The table.
        table: TableId,
        /// The event.
        event: Box<EventView>,
        /// The position after it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        scene: Option<Box<Scene>>,
    },
}

/// What came of a request: what is to be kept, what is shown, and what an engine has to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct DeviceStep {
    /// The table.
    pub table: TableId,
    /// What is to be appended to its log, before anything of it is shown.
    pub entries: Vec<DeviceEntry>,
    /// What happened, as a server would send it.
    pub news: Vec<DeviceNews>,
    /// Why the command was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refused: Option<Problem>,
    /// The turn an engine has to find now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub think: Option<DeviceThought>,
    /// What a list shows of the table.
    pub line: DeviceLine,
}

/// A table on the device, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeviceLine {
    /// Its id.
    pub id: TableId,
    /// The game.
    pub game: String,
    /// Where it stands.
    pub state: State,
    /// The levels of its engines; none at a hot seat.
    pub engines: Vec<u8>,
    /// Whether it is the player's turn.
    pub my_turn: bool,
    /// How many turns were played in the last game.
    pub turns: u32,
    /// How the last game ended.
    pub outcome: Option<Outcome>,
    /// The colour of the player; none at a hot seat, or before the start.
    pub side: Option<Side>,
    /// When something last happened, milliseconds since 1970.
    #[ts(type = "number")]
    pub updated: i64,
}

/// The answer to a question or a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceAnswer<T> {
    /// What was asked for.
    Ok(T),
    /// Why not.
    Problem(Problem),
}
