//! How much a server carries, measured from a process of its own: durable turns a second, how fast a turn reaches the
//! opponent and those who watch, what an idle socket costs, what happens in an hour; beside what the disk and a bare echo
//! server do in the same run. Everybody checks that nothing is missing from what they are told.

mod against;
mod baseline;
mod command;
mod crush;
mod engines;
mod growth;
mod idle;
mod matrix;
pub(crate) mod player;
pub mod plot;
mod report;
mod site;
mod soak;
mod spectator;
mod turns;
pub(crate) mod usage;

pub use against::{ComparisonRound, ComparisonSample, Paces, round};
pub use baseline::{echo_server, echoes, single_commits, syncs};
pub(crate) use command::allow_files;
pub use command::{Load, LoadPart, StoreChoice, StoreChoices};
pub use engines::beside_engines;
pub use idle::{Idle, idle};
pub use report::{Grid, Latencies, LoadReport};
pub use site::{Database, LoadSite};
pub use soak::{SoakReport, fit, soak};
pub use spectator::SpectatorLatencies;
pub use turns::{TurnPace, Turns, run};
pub use usage::{MemoryUsage, Processor};
