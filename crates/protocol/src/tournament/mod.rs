//! Tournaments: their settings, commands and views.

mod command;
mod number;
mod result;
mod settings;
mod view;
mod wall;

pub use command::{TournamentAct, TournamentCommand, TournamentRequest};
pub use number::{BadNumber, EntrantId, PairingId};
pub use result::GameResult;
pub use settings::{NextRound, TournamentKind, TournamentSettings, TournamentStart, Venue};
pub use view::{
    CrossCell, CrossLine, CrossTablePage, EntrantPresence, EntrantView, MyEntry, PairingGameView,
    PairingView, PairingsPage, ProgressLine, ProgressPage, StandingView, StandingsPage, TournamentDoor,
    TournamentLine, TournamentNote, TournamentNotes, TournamentPhase, TournamentView, TournamentsPage,
    WhyPaired,
};
pub use wall::{WallBoard, WallView};
