#![doc = include_str!("../README.md")]

mod archive;
mod backup;
mod batch;
mod challenges;
mod chat;
mod checkpoint;
mod copy;
mod correspondence;
mod error;
mod files;
mod follow_ups;
mod games;
mod heartbeat;
mod held_names;
mod hidden_rooms;
mod index;
mod inspect;
mod log;
mod mail;
mod moderation;
mod names;
mod notices;
mod open;
mod outgoing;
mod pairing;
mod participant;
mod people;
mod players;
mod puzzle_ratings;
mod puzzles;
mod race;
mod ratings;
mod reader;
mod recovery;
mod reviews;
mod rows;
mod second_factors;
mod sessions;
mod sign_ins;
mod sweep;
mod tables;
mod tournaments;
mod words;
mod write_lock;
mod writer;

pub use archive::{ArchiveFilter, ArchiveRows, NextRow, PlayerScore, PositionRow};
pub use challenges::{ChallengeChange, ChallengeLimits, ChallengeOutcome, ChallengeRow};
pub use chat::{ChatAppended, ChatRow, NewChat};
pub use copy::{
    Checksum, Column, ColumnType, Copy, CopyError, CopyOutcome, CopyProgress, CopyStage, TABLES, TableCopy,
    TableSchema,
};
pub use correspondence::{ConditionalRow, VacationRow};
pub use error::{Result, StoreError};
pub use files::{LEAST_ROOM, ServingLock};
pub use follow_ups::{FollowUp, FollowUpSubject};
pub use games::{FinishedGame, GameFilter, GamePlayerRow, GameRow};
pub use heartbeat::OutageRow;
pub use held_names::HeldName;
pub use hidden_rooms::HiddenRoom;
pub use index::{EndCounts, Listing, PositionVisit, TallyKey, TallyRow, UnindexedGames, number_at, time_of};
pub use inspect::Inspection;
pub use log::{Append, AppendOutcome, EventRow, NewEvent, RowChange};
pub use mail::{MailAddressRow, MailPurpose, MailTokenRow};
pub use moderation::{
    AuditRow, BanRow, ComplaintRow, FilingOutcome, NewAudit, NewReportRow, ReportLimits, ReportRow,
};
pub use names::Deletion;
pub use notices::{NewNotice, NoticeRow};
pub use open::{Backend, StoreSettings};
pub use outgoing::PushEndpointRow;
pub use pairing::PairingLock;
pub use participant::Participant;
pub use people::{ListOutcome, ListedPlayer, PeopleList};
pub use players::{PlayerExport, PlayerRow};
pub use puzzle_ratings::{NewPuzzleTry, PuzzleStanding, PuzzleTryRow, RatedPuzzleTry, SolverStanding};
pub use puzzles::PuzzleRow;
pub use ratings::{RatingChangeRow, RatingPointRow, RatingRow, Recomputation};
pub use recovery::ResetProof;
pub use second_factors::SecondFactorRow;
pub use sessions::{SessionRow, TokenRow};
pub use sweep::{SweepCursor, SweepOutcome};
pub use tables::{PlayerTableRow, SeatRow, TableProgress, TableRow};
pub use tournaments::{
    EndedTournamentGame, TournamentAppend, TournamentFilter, TournamentGameRow, TournamentRow,
};
pub use words::{
    AuditAction, BanKind, ChallengeState, DeclineReason, ReportReason, ReportSubject, Room, Source,
    StoredSide, TableState, TournamentState, Winner,
};

use sqlx::AnyPool;
use std::sync::Arc;
use tokio::sync::{Mutex, Semaphore, mpsc};

/// The durable state of a site: a handle that is cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<StoreInner>,
}

#[derive(Debug)]
struct StoreInner {
    kind: Backend,
    url: String,
    pool: AnyPool,
    /// For searches of the archive and other slow reads.
    archive_pool: AnyPool,
    /// The connection for holders of the write lock: they never wait for a connection that a reader has.
    write_pool: AnyPool,
    /// The same for rows that were never acknowledged to a client.
    unsynced_pool: AnyPool,
    write_lock: write_lock::WriteLock,
    /// Held while the nodes of this process pair players.
    pairing: Arc<Mutex<()>>,
    jobs: mpsc::Sender<writer::WriterJob>,
    requests: mpsc::Sender<reader::ReaderJob>,
    /// Limits how many searches of the archive run at once.
    archive_reads: Arc<Semaphore>,
    /// SQLite's checkpoints are made by a task of their own.
    checkpoints: Option<mpsc::Sender<checkpoint::CheckpointRequest>>,
}
