//! Engines: one pool that finds turns for engine seats, gives hints, analyses positions and reviews games.
//!
//! A caller submits a [`Task`](pool::Task) and gets a stream of [`TaskProgress`]; dropping the stream cancels the task
//! ([`EnginePool::submit`]).
//! All tasks wait in one queue, the most urgent first: turns at tables, hints, analyses, reviews ([`Priority`](job::Priority)).
//! Turns and hints run to their end on a thread of the pool or on a worker on another machine ([`workers`]); the more
//! of them wait, the less time each gets.
//! Analyses and reviews run here when nothing more urgent waits; they are suspended by more urgent tasks and continue
//! where they were.
//! Exact solutions cannot be suspended and have a thread of their own ([`Lane::Exact`](job::Lane)).
//!
//! The layer depends on games and positions, not on tables, requests or the database.
//! An engine is given only what its side may know.

mod analysis;
mod callers;
mod fair_queue;
mod find_turn;
mod job;
mod journal;
mod pool;
mod priority;
mod queue;
mod review;
mod scheduler;
mod stream;
mod workers;

pub(crate) use analysis::AnalysisTask;
pub(crate) use callers::Caller;
pub(crate) use find_turn::FindTurn;
pub(crate) use journal::TaskProgress;
pub use pool::EnginePool;
pub(crate) use review::{ReviewTask, ReviewUpdate};
pub use workers::Worker;
pub(crate) use workers::WorkerClient;
