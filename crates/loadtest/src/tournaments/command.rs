//! The command line of the tournaments.

use super::field::{TournamentFormat, TournamentTerms, on_postgres, on_sqlite};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// What may be said about a run.
#[derive(Args)]
pub struct TournamentArgs {
    /// The program to hit
    server: PathBuf,
    /// How many players an arena has
    #[arg(long, default_value_t = 200)]
    arena: usize,
    /// How many minutes it lasts
    #[arg(long, default_value_t = 10)]
    minutes: u16,
    /// How many players a Swiss has
    #[arg(long, default_value_t = 64)]
    swiss: usize,
    /// How many rounds it has
    #[arg(long, default_value_t = 7)]
    rounds: u16,
    /// How many players a round robin has
    #[arg(long, default_value_t = 12)]
    robin: usize,
    /// How many players a knockout has
    #[arg(long, default_value_t = 32)]
    knockout: usize,
    /// How many teams a Swiss of Zen for four has
    #[arg(long, default_value_t = 8)]
    teams: usize,
    /// How often a node is killed in each tournament
    #[arg(long, default_value_t = 3)]
    kills: u32,
    /// How many sockets watch the page of each tournament
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// On PostgreSQL with three nodes and NATS instead of one node on SQLite
    #[arg(long)]
    postgres: bool,
    /// The same seed chooses the same winners and lost connections
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl TournamentArgs {
    /// Runs the tournaments one after the other, and prints what came of each. A number of 0 leaves one out.
    ///
    /// # Errors
    /// If a game was lost or counted twice, or standings are not what the log says.
    pub async fn run(self) -> Result<()> {
        let all = [
            (TournamentFormat::Arena { minutes: self.minutes }, self.arena),
            (TournamentFormat::Swiss { rounds: self.rounds }, self.swiss),
            (TournamentFormat::RoundRobin, self.robin),
            (TournamentFormat::Knockout, self.knockout),
            (TournamentFormat::Teams { rounds: 3 }, self.teams),
        ];
        for (kind, entrants) in all.into_iter().filter(|(_, entrants)| *entrants > 0) {
            let terms = TournamentTerms {
                kind,
                entrants,
                kills: self.kills,
                seed: self.seed,
                watchers: self.watchers,
            };
            let report = if self.postgres {
                on_postgres(&self.server, terms).await?
            } else {
                on_sqlite(&self.server, terms).await?
            };
            println!("{report}");
        }
        Ok(())
    }
}
