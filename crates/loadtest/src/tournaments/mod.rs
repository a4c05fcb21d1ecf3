//! Tournaments through real sockets, with lost connections and killed servers: every game counts once, and the standings are
//! what a plain recount of the log says.

mod command;
mod field;
mod player;
mod recount;
mod watcher;

pub use command::TournamentArgs;
pub use field::{TournamentFormat, TournamentReport, TournamentTerms, on_postgres, on_sqlite};
