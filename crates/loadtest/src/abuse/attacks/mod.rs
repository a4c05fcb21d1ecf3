//! The attacks, one file each.

mod accounts;
mod analyses;
mod archive;
mod challenges;
mod chat;
mod deaf_sockets;
mod engines;
mod event_streams;
mod forwarded;
mod frames;
mod headers;
mod hosts;
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
mod settings;
mod slow_bodies;
mod slow_headers;
mod slow_readers;
mod studies;
mod subscriptions;
mod tables;
mod tournaments;
mod trickle;
mod turns_list;
mod watches;

use super::attack::Attack;

/// Every attack, in the order they are run.
pub(super) const ATTACKS: [&dyn Attack; 33] = [
    &turns_list::TurnsListAttack,
    &passwords::PasswordsAttack,
    &methods::MethodsAttack,
    &idle_connections::IdleConnectionsAttack,
    &slow_headers::SlowHeadersAttack,
    &slow_bodies::SlowBodiesAttack,
    &slow_readers::SlowReadersAttack,
    &deaf_sockets::DeafSocketsAttack,
    &frames::FramesAttack,
    &pings::PingsAttack,
    &joins::JoinsAttack,
    &engines::EnginesAttack,
    &chat::ChatAttack,
    &imports::ImportsAttack,
    &pictures::PicturesAttack,
    &archive::ArchiveAttack,
    &studies::StudiesAttack,
    &analyses::AnalysesAttack,
    &accounts::AccountsAttack,
    &forwarded::ForwardedAttack,
    &tables::TablesAttack,
    &reconnects::ReconnectsAttack,
    &long_polls::LongPollsAttack,
    &watches::WatchesAttack,
    &illegal_turns::IllegalTurnsAttack,
    &challenges::ChallengesAttack,
    &event_streams::EventStreamsAttack,
    &subscriptions::SubscriptionsAttack,
    &settings::SettingsAttack,
    &tournaments::TournamentsAttack,
    &hosts::HostsAttack,
    &headers::HeadersAttack,
    &malformed::MalformedAttack,
];
