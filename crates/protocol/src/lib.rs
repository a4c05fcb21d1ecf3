#![doc = include_str!("../README.md")]

mod account;
mod analysis;
mod archive;
mod chat;
mod command;
mod correspondence;
mod device;
mod error;
mod event;
pub mod json;
mod kind;
mod lobby;
mod moderation;
mod notice;
mod people;
mod puzzle;
mod rating;
mod recovery;
mod scene;
mod seat;
mod socket;
mod strict;
mod study;
mod table;
mod tournament;
pub mod typescript;

pub use account::{
    Credentials, Export, Me, MyReport, NewGuest, NewPassword, NewToken, OwnMessage, Profile, Proof,
    SessionView, Token, TokenMade,
};
pub use analysis::{Analyse, AnalysisNews, Insight, Mark, Review, ReviewNews, Score, Slip, Variation};
pub use archive::{
    ArchivePage, ArchiveQuery, Ends, FirstTurnChance, Frame, GameNumbers, Import, ImportResult, LengthBucket,
    NextTurn, PlayerGame, PlayerNumbers, PositionNumbers, Replay, Tally,
};
pub use chat::{ChatLine, ChatPage, ChatReply, ChatRequest, Room};
pub use command::{Claim, Command, Request};
pub use correspondence::{ConditionalTree, ConditionalTurn, TakeVacation, VacationView};
pub use device::{
    DailyPuzzle, DeviceAnswer, DeviceEntry, DeviceFound, DeviceLine, DeviceMoment, DeviceNews, DevicePicture,
    DeviceQuestion, DeviceRecord, DeviceSearch, DeviceStep, DeviceTableRequest, DeviceThought, PuzzleAttempt,
    PuzzleFilter,
};
pub use error::{Code, Problem};
pub use event::{Event, EventView, Offer, Sitter};
pub use kind::{
    Block, Blocks, BoardData, BoardPoint, BoardStyle, GameCredits, GameKind, GameOption, LawBook, LawKind,
    LawText, PaletteEntry, SeatCount,
};
pub use lobby::{
    GameLine, GamesPage, Lobby, LobbyTable, MyTable, OnlineCounts, PairingResult, PairingSearch, QuickPairing,
};
pub use moderation::{
    AuditLine, AuditPage, Ban, BansPage, Complaint, ExcerptLine, Moderate, ModerateRequest, NewReport,
    PlayerStatus, ReportReason, ReportResult, ReportSubject, ReportView, ReportedTeam, ReportsPage,
    Settlement,
};
pub use notice::{
    Notice, NoticeChoices, NoticeKind, NoticeKinds, Notices, OwnEvent, PushInfo, PushSubscription,
    QuietHours, ReadNotices,
};
pub use people::{
    BotMark, Challenge, ChallengeStatus, ChallengeTerms, Challenges, Circle, Decline, DeclineReason,
    ListedPerson, NewChallenge, PeopleView, PersonView, Privacy,
};
pub use puzzle::{
    Puzzle, PuzzleAnswer, PuzzleDay, PuzzleLine, PuzzleRated, PuzzleRecord, PuzzleSolution, PuzzleThemeView,
    PuzzleTry, PuzzleTryLine, Puzzles,
};
pub use rating::{
    ClassRating, Leaderboard, PlayerRatings, RankedPlayer, RatedGameLine, RatingChange, RatingClassView,
    RatingHistory, RatingPoint, RatingView,
};
pub use recovery::{
    MailLanguage, MailState, MailToken, NewMailAddress, QrPicture, Recover, RecoverByLink, RecoverByMail,
    RecoveryCodes, RecoveryWays, RegisteredAccount, SecondFactorProof, Security, SignIn, TotpCode,
    TotpSecret,
};
pub use scene::{
    Branch, Change, Clocks, Law, Note, PlacedPiece, Scene, Threat, Touch, Tray, Words, french_spaces,
};
pub use seat::{BadSeat, Seat, Team};
pub use socket::{FromClient, FromServer, Goodbye, Head};
pub use study::{Reply, Study, StudyBranch, StudyReply, StudyView, StudyWhy, TouchExplanation, WhyNot};
pub use table::{
    Absence, Ack, ArchivedGame, Colours, EventsPage, GameView, Invitation, Level, Log, NewTableLink,
    OfferView, OpenTable, Outcome, SeatChoice, SeatVacation, SeatView, Sentences, Setup, Side, State,
    TableView, Time, TurnFacts,
};
pub use taijitu_ids::{
    BadId, ChallengeId, GameId, MessageId, PlayerId, ReportId, TableId, TokenId, TournamentId,
};
pub use tournament::{
    BadNumber, CrossCell, CrossLine, CrossTablePage, EntrantId, EntrantPresence, EntrantView, GameResult,
    MyEntry, NextRound, PairingGameView, PairingId, PairingView, PairingsPage, ProgressLine, ProgressPage,
    StandingView, StandingsPage, TournamentAct, TournamentCommand, TournamentDoor, TournamentKind,
    TournamentLine, TournamentNote, TournamentNotes, TournamentPhase, TournamentRequest, TournamentSettings,
    TournamentStart, TournamentView, TournamentsPage, Venue, WallBoard, WallView, WhyPaired,
};

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
