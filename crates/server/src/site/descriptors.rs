//! File descriptors: every connection takes one, and so does the database.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors kept for what is not a connection of a client: the database with its log and backups, the bus, the
/// listening sockets, threads' wake-up pipes.
const RESERVE: usize = 128;

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

/// How many connections a limit of descriptors allows: all but the reserve, at least half of them.
pub(crate) fn connections_within(limit: usize) -> usize {
    limit.saturating_sub(RESERVE).max(limit / 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_keeps_its_share() {
        assert_eq!(connections_within(1024), 896);
        assert_eq!(connections_within(100), 50);
        assert_eq!(connections_within(0), 1);
    }

    #[test]
    fn the_limit_is_the_hard_one() {
        let limit = raise_descriptor_limit();
        let now = getrlimit(Resource::Nofile);
        assert_eq!(now.current, now.maximum);
        assert!(now.current.is_none_or(|current| current == limit as u64));
    }
}
