//! Engines on other machines.
//!
//! A node publishes each position an engine has to think about; one of the subscribed workers receives it.
//! The worker answers at once whether it has a thread for it, then every 300 ms that it still thinks, and finally what
//! it found.
//! A worker that sends nothing is given up and the request goes to another one; without any, the node searches itself.
//!
//! A worker receives what one side may know and nothing else: of Yin Yang only what that side has seen.
//!
//! No turn is played twice: each attempt has an inbox of its own, only that of the last attempt is read, and the log takes
//! one turn of each number.

mod client;
mod message;
mod worker;

pub(crate) use client::WorkerClient;
pub(super) use message::WorkRequest;
pub use worker::Worker;
