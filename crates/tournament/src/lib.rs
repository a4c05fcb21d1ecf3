#![doc = include_str!("../README.md")]

mod apply;
mod command;
mod decide;
mod effects;
mod entrant;
mod log_event;
mod pairing;
mod pairing_log;
mod random;
mod refusal;
mod settings;
mod standings;
mod step;
mod tournament;

pub use command::{Actor, Applicant, Context, Input, SystemEvent};
pub use decide::{
    ARENA_BATCH, MAX_CORRECTIONS, MAX_MOVES, MAX_PAUSES, MAX_SETTINGS_CHANGES, OPEN_FOR, STALE_AFTER,
};
pub use effects::{
    Effects, MAX_TABLES_AT_ONCE, SeatHolder, TableRequest, TournamentNotice, TournamentNoticeKind,
};
pub use entrant::{Entrant, Members};
pub use log_event::{LOG_VERSION, LogEntry, LogEvent, Source, UnreadableEntry};
pub use pairing_log::{
    KNOCKOUT_GAMES, PairedRow, PairingGame, PairingReasons, ReasonSide, TournamentPairing,
};
pub use refusal::Refusal;
pub use settings::{
    MAX_AHEAD, MAX_BREAK, MAX_MINUTES, MAX_NAME, MAX_NOTES, MAX_OPTIONS, MAX_REASON, MAX_ROUNDS, MAX_WORD,
    check_settings,
};
pub use standings::{
    Cell, CrossRow, CrossTable, EntrantNames, EntrantStanding, ExportLanguage, format_half_points,
};
pub use step::StepOutcome;
pub use tournament::{CorruptLog, MAX_ENTRIES, Round, Tournament};
