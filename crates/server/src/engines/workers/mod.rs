//! Engines on other machines.
//!
//! A node publishes each position in which an engine has to move; one of the subscribed workers receives it.
//! The worker replies at once whether it has a free thread, then every 300 ms that it is still searching, and
//! finally with its result.
//! A worker that falls silent is abandoned and the request goes to another one; without any, the node
//! searches itself.
//!
//! A worker receives only what one side may know: of Yin Yang what that side has seen.
//!
//! No turn is played twice: each attempt has an inbox of its own, only that of the last attempt is read, and
//! the log accepts one turn of each number.

mod client;
mod message;
mod worker;

pub(crate) use client::WorkerClient;
pub use worker::Worker;
