//! What may be touched next, computed once for all viewers.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use taijitu_protocol::Branch;
use taijitu_rules::Side;

/// Cache of what may be touched next, valid until the log grows.
#[derive(Default)]
pub(crate) struct TouchCache(Mutex<Option<(u64, Side, Vec<Branch>)>>);

/// Prints no content: it may hold secrets of its side.
impl fmt::Debug for TouchCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TouchCache")
    }
}

impl TouchCache {
    /// The touches of a side after the entry `head`.
    pub(crate) fn get_or_make(
        &self,
        head: u64,
        side: Side,
        make: impl FnOnce() -> Vec<Branch>,
    ) -> Vec<Branch> {
        // A panic while the lock is held leaves nothing half written.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((at, of, branches)) if (*at, *of) == (head, side) => branches.clone(),
            _ => {
                let branches = make();
                *kept = Some((head, side, branches.clone()));
                branches
            }
        }
    }
}
