//! File descriptors: every connection takes one, and so does the database.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors kept for what is not a connection of a client: the database with its log and backups, the bus, the
/// listening sockets, threads' wake-up pipes.
const RESERVE: usize = 128;

/// Connections a server takes by default, independent of the limit of descriptors: busy ones need some 24 KiB each.
pub(crate) const USUAL_CONNECTIONS: usize = 32_768;

/// Raises the limit of this process to the highest one it may have, and returns the limit that holds then.
pub fn raise_descriptor_limit() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = current != maximum
        && setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })
            .inspect_err(|error| tracing::warn!(%error, "the limit of open files stays as it is"))
            .is_ok();
    let limit = if raised { maximum } else { current };
    limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

/// The number of connections that is wanted, or the usual one, as far as a limit of descriptors allows it: all but the reserve, at
/// least half of them.
pub(crate) fn connections_within(limit: usize, wanted: Option<usize>) -> usize {
    let allowed = limit.saturating_sub(RESERVE).max(limit / 2);
    wanted.unwrap_or(USUAL_CONNECTIONS).min(allowed).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_keeps_its_share() {
        assert_eq!(connections_within(1024, None), 896);
        assert_eq!(connections_within(100, None), 50);
        assert_eq!(connections_within(0, None), 1);
        assert_eq!(connections_within(1024, Some(2000)), 896);
        assert_eq!(connections_within(1024, Some(20)), 20);
    }

    #[test]
    fn an_unlimited_machine_has_a_limit_unless_another_is_wanted() {
        assert_eq!(connections_within(usize::MAX, None), USUAL_CONNECTIONS);
        assert_eq!(connections_within(1 << 20, Some(100_000)), 100_000);
    }

    #[test]
    fn the_limit_is_the_hard_one() {
        let limit = raise_descriptor_limit();
        let now = getrlimit(Resource::Nofile);
        assert_eq!(now.current, now.maximum);
        assert!(now.current.is_none_or(|current| current == limit as u64));
    }
}
