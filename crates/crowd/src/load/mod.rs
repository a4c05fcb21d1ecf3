//! How much a server carries, measured from a process of its own: durable turns a second, how fast a turn reaches the
//! opponent, what an idle socket costs; beside what the disk and a bare echo server do in the same run.

mod baseline;
mod engines;
mod idle;
mod report;
mod turns;

pub use baseline::{echo_server, echoes, single_commits, syncs};
pub use engines::beside_engines;
pub use idle::{Idle, idle};
pub use report::{Latencies, table};
pub use turns::{Pace, Turns, run};
