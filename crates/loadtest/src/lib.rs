#![doc = include_str!("../README.md")]

mod clock;
pub mod faults;
mod follow;
pub mod guest;
pub mod http;
pub mod load;
pub mod party;
pub mod proxy;
pub mod script;
pub mod server;
pub mod socket;

pub use guest::{Guest, Log, Manners};
pub use http::{Answer, Browser};
pub use server::ServerProcess;
pub use socket::Socket;
