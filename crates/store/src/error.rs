//! Errors of the store.

use std::path::PathBuf;
use std::sync::Arc;
use taijitu_ids::PlayerId;

/// The answer of every method of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Why an operation of the store failed.
///
/// It can be cloned, because one failed commit answers every caller whose append was in it.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database refused or could not be reached. Nothing was written.
    #[error("the database failed: {0}")]
    Database(#[source] Arc<sqlx::Error>),
    /// The commit was sent and no answer came back: it may have happened or not. Read the log again.
    #[error("the connection was lost during a commit, which may or may not have happened: {0}")]
    Unknown(#[source] Arc<sqlx::Error>),
    /// Another player has this name, or one that looks like it.
    #[error("this name is taken")]
    NameTaken,
    /// There is no such player, or the account was deleted.
    #[error("there is no player {0}")]
    NoPlayer(PlayerId),
    /// The caller passed something that cannot be stored.
    #[error("cannot be stored: {0}")]
    Invalid(&'static str),
    /// The database contains a value that this program cannot parse.
    #[error("the database holds {what} {value:?}, which this version does not know")]
    Unreadable {
        /// The kind of value.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// The database was written by a later version of the program.
    #[error("the database has schema version {found}, this program knows versions up to {known} only")]
    TooNew {
        /// The version found in the database.
        found: i64,
        /// The last version this program knows.
        known: i64,
    },
    /// The address of the database is not one the store understands.
    #[error("{0:?} is not the address of a database: use sqlite:/path/file.db or postgres://user@host/name")]
    Address(String),
    /// A file or folder could not be made, written or renamed.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: Arc<std::io::Error>,
    },
    /// Another server uses the SQLite database.
    #[error(
        "another server uses {} already: stop it, or start every server of this database with --share-data",
        .0.display()
    )]
    Served(PathBuf),
    /// There is a file where a backup was to be written.
    #[error("{} exists already, and a backup overwrites nothing: give it another name", .0.display())]
    BackupExists(PathBuf),
    /// The folder of a backup is missing.
    #[error("there is no folder {}: make it first", .0.display())]
    NoBackupFolder(PathBuf),
    /// PostgreSQL has its own tools for backups.
    #[error("only SQLite is backed up from here; use pg_dump for PostgreSQL")]
    BackupWithPgDump,
    /// The database is an incomplete copy.
    #[error(
        "this database is an unfinished copy of {source_name}: run `taijitu migrate` to it again, and it continues where it stopped"
    )]
    HalfCopied {
        /// The source of the copy.
        source_name: String,
    },
    /// The database is a copy of a site that was served while it was copied.
    #[error(
        "this database is a copy of {source_name}, made while a server ran there: \
         stop that server and run `taijitu migrate` once more, so that nothing is lost"
    )]
    CopiedWhileServed {
        /// The source of the copy.
        source_name: String,
    },
    /// The store gave up after too many conflicts with concurrent writers.
    #[error("too many writers at once; try again")]
    Contended,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            other => Self::Database(Arc::new(other)),
        }
    }
}

impl StoreError {
    /// The same error, for a commit whose outcome is unknown.
    pub(crate) fn during_commit(error: sqlx::Error) -> Self {
        Self::Unknown(Arc::new(error))
    }

    /// The error of the operating system about a file.
    pub(crate) fn file(path: impl Into<PathBuf>, error: std::io::Error) -> Self {
        Self::File { path: path.into(), error: Arc::new(error) }
    }

    /// Whether a unique key existed already.
    pub(crate) fn is_duplicate(&self) -> bool {
        let Self::Database(error) = self else { return false };
        error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }

    /// Whether one of the rows was refused for its contents, so that the others may be accepted without it.
    ///
    /// PostgreSQL: class 22 (data) and 23 (constraints). SQLite: too big, constraint, mismatch, out of range.
    pub(crate) fn blames_a_row(&self) -> bool {
        let Self::Database(error) = self else { return false };
        let Some(code) = error.as_database_error().and_then(|error| error.code().map(String::from)) else {
            return false;
        };
        if code.len() == 5 {
            return code.starts_with("22") || code.starts_with("23");
        }
        code.parse::<i64>().is_ok_and(|code| matches!(code & 0xff, 18 | 19 | 20 | 25))
    }
}
