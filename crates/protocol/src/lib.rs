#![doc = include_str!("../README.md")]

mod account;
mod analysis;
mod archive;
mod chat;
mod command;
mod error;
mod event;
mod kind;
mod lobby;
mod moderation;
mod puzzle;
mod recovery;
mod scene;
mod seat;
mod socket;
mod strict;
mod study;
mod table;
pub mod typescript;

pub use account::{
    Credentials, Export, Me, MyReport, NewPassword, NewToken, Profile, Proof, SessionView, Token, TokenMade,
    Written,
};
pub use analysis::{Analyse, AnalysisNews, Insight, Mark, Review, ReviewNews, Score, Slip, Variation};
pub use archive::{
    ArchivePage, ArchiveQuery, Ends, Frame, GameNumbers, Import, Imported, Length, NextTurn, PlayerGame,
    PlayerNumbers, PositionNumbers, Replay, Tally,
};
pub use chat::{ChatLine, ChatPage, Room, Said, Say};
pub use command::{Claim, Command, Request};
pub use error::{Code, Problem};
pub use event::{Event, EventView, Offer, Sitter};
pub use kind::{
    Block, Blocks, BoardData, BoardPoint, BoardStyle, GameCredits, GameKind, GameOption, LawBook, LawKind,
    LawText, PaletteEntry, SeatCount,
};
pub use lobby::{GameLine, GamesPage, Lobby, LobbyTable, MyTable, Online, Paired, Pairing};
pub use moderation::{
    AuditLine, AuditPage, Ban, BansPage, Complaint, ExcerptLine, Moderate, ModerateRequest, NewReport,
    ReportReason, ReportSubject, ReportView, Reported, ReportsPage, Settled, Standing,
};
pub use puzzle::{Puzzle, PuzzleAnswer, PuzzleLine, PuzzleSolution, PuzzleTry, Puzzles};
pub use recovery::{
    MailLanguage, MailState, MailToken, NewMailAddress, QrPicture, Recover, RecoverByLink, RecoverByMail,
    RecoveryCodes, RecoveryWays, Registered, SecondFactorProof, Security, SignIn, TotpCode, TotpSecret,
};
pub use scene::{Branch, Change, Clocks, Law, Note, Placed, Scene, Threat, Touch, Tray, Words};
pub use seat::{BadSeat, Seat, Team};
pub use socket::{FromClient, FromServer, Goodbye, Head};
pub use study::{Reply, Study, StudyBranch, StudyReply, StudyView, StudyWhy, Why, WhyNot};
pub use table::{
    Absence, Ack, Archived, Colours, Door, EventsPage, GameView, Invitation, Level, Log, OfferView,
    OpenTable, Outcome, SeatChoice, SeatView, Sentences, Setup, Side, State, TableView, Time, TurnFacts,
};
pub use taijitu_ids::{BadId, GameId, MessageId, PlayerId, ReportId, TableId, TokenId};

/// The most characters a request id may have.
pub const REQUEST_LIMIT: usize = 64;
/// The most characters of a chat message.
pub const CHAT_LIMIT: usize = 500;
/// The most characters of the note of a report, and of the reason of a moderator's action.
pub const NOTE_LIMIT: usize = 300;
/// The most bytes of a message a client sends, over HTTP or a socket.
pub const MESSAGE_LIMIT: usize = 16 * 1024;
/// The most bytes of a message that a socket reads at all: one between the two limits is refused with its id, a larger one
/// ends the connection.
pub const FRAME_LIMIT: usize = 4 * MESSAGE_LIMIT;
/// The most bytes of a game that is brought along.
pub const IMPORT_LIMIT: usize = 64 * 1024;
