//! Ports for processes that are stopped and started again on the same one.

use anyhow::{Context, Result};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

/// Below the range from which Linux chooses ports itself (32768 and above): while a process is stopped, no connection and no
/// other listener gets its port.
const FIRST: u16 = 12_000;
const COUNT: u32 = 20_000;
/// Two processes that run at the same time begin this far apart, if the numbers of their processes are neighbours.
const STRIDE: u32 = 61;

/// A loopback address that nobody listens on, and that this process has not given out before.
///
/// # Errors
/// If all ports are taken.
pub fn free_address() -> Result<SocketAddr> {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(STRIDE);
    (0..COUNT)
        .map(|_| first.wrapping_add(GIVEN.fetch_add(1, Ordering::Relaxed)) % COUNT)
        .filter_map(|offset| u16::try_from(offset).ok())
        .map(|offset| SocketAddr::from((Ipv4Addr::LOCALHOST, FIRST + offset)))
        .find(|address| TcpListener::bind(address).is_ok())
        .context("every port from 12000 to 31999 is taken")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_is_given_twice_and_none_that_is_taken() {
        let first = free_address().unwrap();
        let listener = TcpListener::bind(first).unwrap();
        let others: Vec<SocketAddr> = (0..50).map(|_| free_address().unwrap()).collect();
        drop(listener);
        assert!(!others.contains(&first) && !others.contains(&free_address().unwrap()));
        assert!(others.iter().all(|address| (FIRST..32_768).contains(&address.port())));
    }
}
