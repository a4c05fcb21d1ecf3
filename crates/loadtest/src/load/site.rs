//! A site to be loaded: a database, one node or more, and a bus between them if there are more.

use super::usage::{MemoryUsage, Processor, own_time, processor_time, proportional, resident};
use anyhow::{Context, Result, bail};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use taijitu_test_services::{Durability, Nats, Postgres};
use taijitu_testkit::ServerProcess;
use tempfile::TempDir;

/// The database of a site.
#[derive(Clone, Debug)]
pub enum Database {
    /// SQLite in a new folder below this one.
    Sqlite(PathBuf),
    /// A PostgreSQL of one's own, with every commit synced to the disk.
    Postgres,
    /// A PostgreSQL that runs already.
    At(String),
}

/// A running site; everything ends when it is dropped.
pub struct LoadSite {
    // The servers go first: they would complain about a database that is gone.
    servers: Vec<ServerProcess>,
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    _folder: Option<TempDir>,
}

impl LoadSite {
    /// Starts the database, the bus and a number of nodes.
    ///
    /// # Errors
    /// If something is not installed or does not start.
    pub async fn start(program: &Path, database: &Database, nodes: usize) -> Result<Self> {
        if nodes == 0 {
            bail!("a site has at least one node");
        }
        let postgres = match database {
            Database::Postgres => Some(Postgres::start(Durability::Durable).context(
                "measuring PostgreSQL needs one installed (Debian: postgresql); --store sqlite goes without",
            )?),
            Database::Sqlite(_) | Database::At(_) => None,
        };
        let folder = match database {
            Database::Sqlite(parent) => Some(tempfile::tempdir_in(parent)?),
            Database::Postgres | Database::At(_) => None,
        };
        let data: PathBuf = match (database, &postgres, &folder) {
            (Database::At(url), ..) => url.into(),
            (_, Some(postgres), _) => postgres.url().into(),
            (_, None, Some(folder)) => folder.path().into(),
            (_, None, None) => bail!("a site has a database"),
        };
        let nats = if nodes == 1 {
            None
        } else {
            Some(
                Nats::start()
                    .context("more than one node need NATS (Debian: nats-server); --nodes 1 goes without")?,
            )
        };
        let url = nats.as_ref().map(Nats::url);
        let mut extra: Vec<&str> = url.iter().flat_map(|url| ["--nats", url]).collect();
        if nodes > 1 && folder.is_some() {
            extra.push("--share-data");
        }
        let mut servers = vec![];
        for _ in 0..nodes {
            servers.push(ServerProcess::start(program, &data, &extra).await?);
        }
        Ok(Self { servers, postgres, nats, _folder: folder })
    }

    /// Where the nodes listen.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(ServerProcess::address).collect()
    }

    /// Processor time used so far.
    #[must_use]
    pub fn processor(&self) -> Processor {
        Processor {
            servers: self.pids().map(processor_time).sum(),
            database: self.postgres.as_ref().and_then(Postgres::pid).map_or(0.0, processor_time),
            bus: self.nats.as_ref().and_then(Nats::pid).map_or(0.0, processor_time),
            driver: own_time(std::process::id()),
        }
    }

    /// Memory in use now.
    #[must_use]
    pub fn memory(&self) -> MemoryUsage {
        MemoryUsage {
            servers: self.pids().map(resident).sum(),
            database: self.postgres.as_ref().and_then(Postgres::pid).map_or(0, proportional),
            bus: self.nats.as_ref().and_then(Nats::pid).map_or(0, resident),
        }
    }

    fn pids(&self) -> impl Iterator<Item = u32> {
        self.servers.iter().filter_map(ServerProcess::pid)
    }
}
