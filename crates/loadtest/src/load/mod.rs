//! The capacity of a server, measured from a process of its own: durable turns a second, how fast a turn
//! reaches the opponent and the spectators, the cost of an idle socket, an hour of constant load; beside the
//! speed of the disk and of a bare echo server in the same run. Every client checks that it misses no event.

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
pub use idle::{IdleMeasurement, idle};
pub use report::{Grid, Latencies, LoadReport};
pub use site::{Database, LoadSite};
pub use soak::{SoakReport, fit, soak};
pub use spectator::SpectatorLatencies;
pub use turns::{TurnPace, Turns, run};
pub use usage::{MemoryUsage, Processor};
