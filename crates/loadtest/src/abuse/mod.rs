//! Hostile clients beside honest players at a real server process, with the limits it is shipped with.
//!
//! Each attack runs for a while on a thread of its own with the lowest priority, because an attacker has a machine of their own.
//! Meanwhile honest tables play at a steady pace. For each attack the memory of the server before, at its peak and after, and
//! the time in which honest turns were acknowledged before and during it are measured and judged.

mod attack;
mod attacks;
mod command;
mod field;
mod honest;
mod measured;
mod message;
mod report;
mod run;
mod tally;
mod wire;

pub use command::AbuseArgs;
pub use field::AttackSize;
pub use measured::AttackMeasurement;
pub use run::{AbusePlan, run};
