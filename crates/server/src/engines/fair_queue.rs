//! Jobs of one priority, round-robin over addresses, and within an address over callers.
//!
//! However many jobs one caller or one address has submitted, the others wait for one of them at a time.

use super::callers::{Caller, CallerKey};
use super::job::{JobWork, Lane, Priority};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Duration;

/// The number of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct JobId(pub(super) u64);

/// A task that waits.
pub(super) struct QueuedJob {
    pub(super) ticket: JobId,
    pub(super) caller: Caller,
    pub(super) priority: Priority,
    pub(super) lane: Lane,
    pub(super) work: JobWork,
    /// How long threads have worked on it.
    pub(super) spent: Duration,
}

impl QueuedJob {
    /// A job that has not run yet.
    pub(super) const fn new(
        ticket: JobId,
        caller: Caller,
        priority: Priority,
        lane: Lane,
        work: JobWork,
    ) -> Self {
        Self { ticket, caller, priority, lane, work, spent: Duration::ZERO }
    }
}

/// The jobs of one caller, the first submitted first.
struct Share {
    caller: CallerKey,
    jobs: VecDeque<QueuedJob>,
}

/// The callers of one address, the one whose turn it is first. A caller whose address is not known is alone.
struct CallerGroup {
    key: GroupKey,
    shares: VecDeque<Share>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKey {
    Address(IpAddr),
    Caller(CallerKey),
}

impl GroupKey {
    fn of(caller: Caller) -> Self {
        caller.network().map_or(Self::Caller(caller.key()), Self::Address)
    }
}

/// Waiting jobs; the group whose turn it is comes first.
#[derive(Default)]
pub(super) struct FairQueue {
    groups: VecDeque<CallerGroup>,
    length: usize,
}

impl FairQueue {
    /// How many jobs wait.
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// Adds a job behind the others of its caller.
    pub(super) fn push_back(&mut self, job: QueuedJob) {
        self.length += 1;
        let (key, caller) = (GroupKey::of(job.caller), job.caller.key());
        let at = self.groups.iter().position(|group| group.key == key).unwrap_or_else(|| {
            self.groups.push_back(CallerGroup { key, shares: VecDeque::new() });
            self.groups.len() - 1
        });
        let shares = &mut self.groups[at].shares;
        match shares.iter_mut().find(|share| share.caller == caller) {
            Some(share) => share.jobs.push_back(job),
            None => shares.push_back(Share { caller, jobs: VecDeque::from([job]) }),
        }
    }

    /// Adds a job that is the next to run.
    pub(super) fn push_front(&mut self, job: QueuedJob) {
        self.length += 1;
        let (key, caller) = (GroupKey::of(job.caller), job.caller.key());
        let mut group = take(&mut self.groups, |group| group.key == key)
            .unwrap_or_else(|| CallerGroup { key, shares: VecDeque::new() });
        let mut share = take(&mut group.shares, |share| share.caller == caller)
            .unwrap_or_else(|| Share { caller, jobs: VecDeque::new() });
        share.jobs.push_front(job);
        group.shares.push_front(share);
        self.groups.push_front(group);
    }

    /// Takes the next job; its caller and its address then wait for the others.
    pub(super) fn pop_front(&mut self) -> Option<QueuedJob> {
        let mut group = self.groups.pop_front()?;
        let mut share = group.shares.pop_front()?;
        let job = share.jobs.pop_front();
        if !share.jobs.is_empty() {
            group.shares.push_back(share);
        }
        if !group.shares.is_empty() {
            self.groups.push_back(group);
        }
        self.length -= usize::from(job.is_some());
        job
    }

    /// Removes a job.
    pub(super) fn remove(&mut self, ticket: JobId) -> Option<QueuedJob> {
        let has_job = |share: &Share| share.jobs.iter().any(|job| job.ticket == ticket);
        let group_at = self.groups.iter().position(|group| group.shares.iter().any(has_job))?;
        let group = &mut self.groups[group_at];
        let share_at = group.shares.iter().position(has_job)?;
        let share = &mut group.shares[share_at];
        let job_at = share.jobs.iter().position(|job| job.ticket == ticket)?;
        let job = share.jobs.remove(job_at)?;
        if share.jobs.is_empty() {
            group.shares.remove(share_at);
        }
        if group.shares.is_empty() {
            self.groups.remove(group_at);
        }
        self.length -= 1;
        Some(job)
    }

    /// The jobs in the order in which they would run if none were added.
    pub(super) fn in_order(&self) -> Vec<JobId> {
        let share = |share: &Share| share.jobs.iter().map(|job| job.ticket).collect::<VecDeque<JobId>>();
        let mut groups: VecDeque<VecDeque<VecDeque<JobId>>> =
            self.groups.iter().map(|group| group.shares.iter().map(share).collect()).collect();
        let mut order = Vec::with_capacity(self.length);
        while let Some(mut group) = groups.pop_front() {
            let Some(mut share) = group.pop_front() else { continue };
            order.extend(share.pop_front());
            if !share.is_empty() {
                group.push_back(share);
            }
            if !group.is_empty() {
                groups.push_back(group);
            }
        }
        order
    }

    /// How many jobs are ahead of the next one of a caller, and of all further ones of that caller on
    /// average: jobs of others count only as often as their turn comes.
    pub(super) fn load_for(&self, caller: Caller) -> usize {
        let key = GroupKey::of(caller);
        let group = self.groups.iter().find(|group| group.key == key);
        let other_groups = self.groups.len() - usize::from(group.is_some());
        let own_share = |share: &&Share| share.caller == caller.key();
        let own = group.and_then(|group| group.shares.iter().find(own_share));
        let others = group.map_or(0, |group| group.shares.len()) - usize::from(own.is_some());
        let own = own.map_or(0, |share| share.jobs.len());
        let in_turn = (1 + others) * (1 + other_groups);
        (own * in_turn + in_turn - 1).min(self.length)
    }
}

fn take<T>(from: &mut VecDeque<T>, is_wanted: impl FnMut(&T) -> bool) -> Option<T> {
    let at = from.iter().position(is_wanted)?;
    from.remove(at)
}
