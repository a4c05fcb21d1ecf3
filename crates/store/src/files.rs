//! The files of a SQLite database: readable by their owner only, and used by one server at a time unless the host allows more.

use crate::{Backend, Result, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Permissions of files the store creates: only their owner reads and writes them.
const FILE_MODE: u32 = 0o600;
/// Permissions of folders the store creates: only their owner opens them.
const FOLDER_MODE: u32 = 0o700;

/// A disk with less free space than this counts as full, in bytes: a checkpoint may need as much, and space
/// reserved for a file already would let writes succeed for a while.
pub const LEAST_ROOM: u64 = 2 << 20;

/// Marks a SQLite database as used by a server, until it is dropped or the process ends in any way.
#[derive(Debug)]
pub struct ServingLock {
    /// The lock is released with the open file. PostgreSQL needs none.
    _file: Option<File>,
}

impl ServingLock {
    /// Takes the lock of the database at this address exclusively, or, if `shared`, together with others who
    /// share it. Commands that only read or write a few rows beside a server need no lock. PostgreSQL is
    /// always shared.
    ///
    /// # Errors
    /// [`StoreError::Served`] if another server uses the database and one of the two does not share it;
    /// [`StoreError::File`] if the lock file cannot be created.
    pub fn take(url: &str, shared: bool) -> Result<Self> {
        if Backend::of(url)? == Backend::Postgres {
            return Ok(Self { _file: None });
        }
        let database = path_of(url)?;
        make_folder_of(&database)?;
        let path = beside(&database, ".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false).mode(FILE_MODE);
        let file = options.open(&path).map_err(|error| StoreError::file(&path, error))?;
        let taken = if shared { file.try_lock_shared() } else { file.try_lock() };
        match taken {
            Ok(()) => Ok(Self { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Served(database)),
            Err(TryLockError::Error(error)) => Err(StoreError::file(path, error)),
        }
    }
}

/// The file of a SQLite address.
pub(crate) fn path_of(url: &str) -> Result<PathBuf> {
    Ok(SqliteConnectOptions::from_str(url)?.get_filename().to_owned())
}

/// The path with a suffix appended to the name of the file.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Creates the file of a SQLite database and its folder if they are missing; returns the address that opens
/// it. SQLite gives its write-ahead log and its shared memory the permissions of the database.
pub(crate) fn prepare(url: &str) -> Result<String> {
    let path = path_of(url)?;
    make_folder_of(&path)?;
    let parameters = url.split_once('?').map(|(_, parameters)| parameters);
    if parameters.is_some_and(|parameters| parameters.contains("mode=")) {
        return Ok(url.to_owned());
    }
    if make_file(&path).map_err(|error| StoreError::file(&path, error))? {
        tracing::info!(path = %path.display(), "there is no database here yet: a new site is made");
    }
    Ok(format!("{url}{}mode=rwc", if parameters.is_some() { '&' } else { '?' }))
}

/// Creates an empty file for its owner only if there is none; returns whether it was created.
pub(crate) fn make_file(path: &Path) -> io::Result<bool> {
    match OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

impl Store {
    /// Whether the disk of a SQLite database has more than [`LEAST_ROOM`] bytes free; always true for
    /// PostgreSQL, whose disk only shows in failing writes.
    pub async fn has_room(&self) -> Result<bool> {
        if self.kind() == Backend::Postgres {
            return Ok(true);
        }
        let path = path_of(&self.inner.url)?;
        let check = tokio::task::spawn_blocking(move || -> Result<bool> {
            let disk = rustix::fs::statvfs(&path).map_err(|error| StoreError::file(&path, error.into()))?;
            Ok(disk.f_bavail.saturating_mul(disk.f_frsize) >= LEAST_ROOM)
        });
        check.await.map_err(|_| StoreError::Closed)?
    }
}

fn make_folder_of(path: &Path) -> Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let made = DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder);
    made.map_err(|error| StoreError::file(folder, error))
}
