//! Why a site could not be copied.

use crate::StoreError;
use std::path::PathBuf;

/// Why a site could not be copied. In all cases nothing was written to the source.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// The source could not be read.
    #[error("the source: {0}")]
    Source(#[source] StoreError),
    /// The target could not be read or written.
    #[error("the target: {0}")]
    Target(#[source] StoreError),
    /// There is no such file.
    #[error("there is no database at {}", .0.display())]
    NoFile(PathBuf),
    /// The server of the target has no database of this name.
    #[error("the target: {0}; make it first, for instance with `createdb`")]
    NoDatabase(#[source] StoreError),
    /// The source is a database, but not of a site.
    #[error("the source holds no site: it has none of the tables of one")]
    NoSite,
    /// The source was written by an earlier version of the program.
    #[error(
        "the source has schema version {found}, this program copies version {known}: \
         serve it once with this version, which brings it up to date"
    )]
    TooOld {
        /// The version found.
        found: i64,
        /// The version this program copies.
        known: i64,
    },
    /// Source and target are the same database.
    #[error("source and target are the same database")]
    Same,
    /// The target contains rows that did not come from a copy.
    #[error(
        "the target has rows in `{table}` that no copy put there, or was taken into use after one: \
         it is not overwritten. Name an empty database"
    )]
    Occupied {
        /// The table that is not empty.
        table: &'static str,
    },
    /// The target holds a copy of another source.
    #[error("the target holds a copy of {0}: go on from there, or name an empty database")]
    OtherSource(String),
    /// Another run into the same target has started since, or the target was opened.
    #[error(
        "another copy into the target has begun, or a server has taken the target into use: this copy has stopped"
    )]
    Overtaken,
    /// PostgreSQL cannot store the character NUL.
    #[error(
        "`{table}` has a text with the character NUL in column `{column}` at {key}, which PostgreSQL cannot hold"
    )]
    Nul {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The key of the row.
        key: String,
    },
}

/// Adds which end an error belongs to.
pub(super) trait ErrorEnd<T> {
    fn source(self) -> Result<T, CopyError>;
    fn target(self) -> Result<T, CopyError>;
}

impl<T, E: Into<StoreError>> ErrorEnd<T> for Result<T, E> {
    fn source(self) -> Result<T, CopyError> {
        self.map_err(|error| CopyError::Source(error.into()))
    }

    fn target(self) -> Result<T, CopyError> {
        self.map_err(|error| CopyError::Target(error.into()))
    }
}
