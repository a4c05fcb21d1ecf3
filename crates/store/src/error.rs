//! What can go wrong with the database, in words a person can read.

use std::path::PathBuf;
use std::sync::Arc;
use taijitu_ids::PlayerId;

/// The answer of every method of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Why the store could not do what it was asked.
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
    /// Someone else has this name, or one that looks like it.
    #[error("this name is taken")]
    NameTaken,
    /// There is no such player, or the account was deleted.
    #[error("there is no player {0}")]
    NoPlayer(PlayerId),
    /// The caller handed over something that cannot be stored.
    #[error("cannot be stored: {0}")]
    Invalid(&'static str),
    /// The database holds something this program does not understand.
    #[error("the database holds {what} {value:?}, which this version does not know")]
    Unreadable {
        /// What kind of thing it is.
        what: &'static str,
        /// What was found.
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
    /// Backups of PostgreSQL are the business of its own tools.
    #[error("only SQLite is backed up from here; use pg_dump for PostgreSQL")]
    BackupWithPgDump,
    /// The database is being copied to and has not everything yet.
    #[error(
        "this database is an unfinished copy of {source_name}: run `taijitu migrate` to it again, it goes on where it was"
    )]
    HalfCopied {
        /// What it is a copy of.
        source_name: String,
    },
    /// The database is a copy of a site that went on while it was copied.
    #[error(
        "this database is a copy of {source_name}, made while a server ran there: \
         stop that server and run `taijitu migrate` once more, so that nothing is lost"
    )]
    CopiedWhileServed {
        /// What it is a copy of.
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
    /// The same error, for a commit whose outcome nobody knows.
    pub(crate) fn during_commit(error: sqlx::Error) -> Self {
        Self::Unknown(Arc::new(error))
    }

    /// The error of the operating system about a file.
    pub(crate) fn file(path: impl Into<PathBuf>, error: std::io::Error) -> Self {
        Self::File { path: path.into(), error: Arc::new(error) }
    }

    /// A unique key was there already.
    pub(crate) fn is_duplicate(&self) -> bool {
        let Self::Database(error) = self else { return false };
        error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }

    /// One of the rows was refused for what it holds, so that others may well be accepted without it.
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
