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
    /// The copy is made under another name, brought to the disk and then renamed: a file with the given name
    /// is a whole backup. Nothing that is there already is overwritten.
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

    /// Copies with a connection of its own, which reads one state while the writer goes on.
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

/// The file in which the copy grows, for its owner only; what an interrupted backup left there is removed.
fn part_of(path: &Path) -> Result<PathBuf> {
    if path.exists() {
        return Err(StoreError::file(path, io::ErrorKind::AlreadyExists.into()));
    }
    let part = files::beside(path, ".part");
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(StoreError::file(part, error)),
        _ => (),
    }
    // SQLite fills an empty file, and keeps its permissions.
    files::make_file(&part).map_err(|error| StoreError::file(&part, error))?;
    Ok(part)
}

/// Brings the copy to the disk and gives it its name.
fn keep(part: &Path, path: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    std::fs::rename(part, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
