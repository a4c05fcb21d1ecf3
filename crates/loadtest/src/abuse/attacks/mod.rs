//! The attacks, one file each.

mod accounts;
mod analyses;
mod archive;
mod chat;
mod deaf_sockets;
mod engines;
mod forwarded;
mod frames;
mod headers;
mod idle_connections;
mod illegal_turns;
mod imports;
mod joins;
mod long_polls;
mod malformed;
mod methods;
mod passwords;
mod pictures;
mod pings;
mod reconnects;
mod slow_bodies;
mod slow_headers;
mod slow_readers;
mod studies;
mod tables;
mod turns_list;
mod watches;

use super::attack::Attack;

/// Every attack, in the order they are run.
pub(super) const ATTACKS: [&dyn Attack; 27] = [
    &turns_list::TurnsList,
    &passwords::Passwords,
    &methods::Methods,
    &idle_connections::IdleConnections,
    &slow_headers::SlowHeaders,
    &slow_bodies::SlowBodies,
    &slow_readers::SlowReaders,
    &deaf_sockets::DeafSockets,
    &frames::Frames,
    &pings::Pings,
    &joins::Joins,
    &engines::Engines,
    &chat::Chat,
    &imports::Imports,
    &pictures::Pictures,
    &archive::Archive,
    &studies::Studies,
    &analyses::Analyses,
    &accounts::Accounts,
    &forwarded::Forwarded,
    &tables::Tables,
    &reconnects::Reconnects,
    &long_polls::LongPolls,
    &watches::Watches,
    &illegal_turns::IllegalTurns,
    &headers::Headers,
    &malformed::Malformed,
];
