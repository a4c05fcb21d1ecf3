#![doc = include_str!("../README.md")]

mod answer;
mod client;
mod follow;
pub mod guest;
mod http;
mod lines;
mod mail_sink;
pub mod process;
pub mod script;
#[cfg(feature = "site")]
mod site;
mod socket;
pub mod synthetic;
mod wait;

pub use answer::Answer;
pub use client::{Client, OriginHeader, credentials};
pub use follow::TableFollower;
pub use guest::{Guest, GuestLog, Misbehaviour};
pub use lines::Lines;
pub use mail_sink::{MailSink, ReceivedMail};
pub use process::ServerProcess;
#[cfg(feature = "site")]
pub use site::TestSite;
pub use socket::{ConnectError, Socket};
pub use wait::{PATIENCE, until};
