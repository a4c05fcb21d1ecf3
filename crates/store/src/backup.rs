//! A copy of the database while the site runs.

use crate::open::{Backend, connect};
use crate::{Result, Store, StoreError, files};
use sqlx::any::AnyConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

impl Store {
    /// Writes a copy of the SQLite database with everything committed so far to a new file.
    ///
    /// The copy is written under another name, synced and then renamed: a file with the given name is a
    /// complete backup. Existing files are never overwritten.
    pub async fn backup(&self, path: impl AsRef<Path>) -> Result<()> {
        if self.inner.kind == Backend::Postgres {
            return Err(StoreError::BackupWithPgDump);
        }
        let path = path.as_ref();
        let part = part_of(path)?;
        self.copy_to(&part).await?;
        let (from, to) = (part.clone(), path.to_owned());
        let kept = tokio::task::spawn_blocking(move || keep(&from, &to)).await;
        kept.map_err(io::Error::other).flatten().map_err(|error| StoreError::file(path, error))
    }

    /// Copies with a connection of its own, which reads one snapshot while the writer continues.
    async fn copy_to(&self, part: &Path) -> Result<()> {
        let name = part.to_str().ok_or(StoreError::Invalid("a backup whose name is not Unicode"))?;
        let options = AnyConnectOptions::from_str(&self.inner.url)?.disable_statement_logging();
        let mut connection = connect(Backend::Sqlite, &options).await?;
        let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await;
        connection.close().await?;
        copied?;
        Ok(())
    }
}

/// The temporary file of the copy, readable by its owner only; the remains of an interrupted backup are
/// removed.
fn part_of(path: &Path) -> Result<PathBuf> {
    if path.exists() {
        return Err(StoreError::BackupExists(path.to_owned()));
    }
    if let Some(folder) = folder_of(path).filter(|folder| !folder.is_dir()) {
        return Err(StoreError::NoBackupFolder(folder.to_owned()));
    }
    let part = files::beside(path, ".part");
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(StoreError::file(part, error)),
        _ => (),
    }
    // SQLite fills an empty file and keeps its permissions.
    files::make_file(&part).map_err(|error| StoreError::file(&part, error))?;
    Ok(part)
}

/// Syncs the copy and renames it.
fn keep(part: &Path, path: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    std::fs::rename(part, path)?;
    File::open(folder_of(path).unwrap_or(Path::new(".")))?.sync_all()
}

/// The folder of a file, if its path names one.
fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}
