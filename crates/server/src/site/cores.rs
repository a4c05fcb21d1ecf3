//! Which cores a thread may use.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Keeps the calling thread, which keeps a core busy for a while, off the first of the cores it may use, if there are others.
///
/// A low priority is not enough: the kernel lets a thread finish its time slice, some milliseconds, before a thread that was just
/// woken gets the core, and a turn of a game waits for several such wake-ups.
pub(crate) fn leave_a_core_free() {
    // Where it is not possible, the threads compete.
    if let Ok(cores) = sched_getaffinity(None)
        && let Some(others) = without_the_first(cores)
    {
        let _ = sched_setaffinity(None, &others);
    }
}

/// All cores but the first one; none if there is only one.
fn without_the_first(mut cores: CpuSet) -> Option<CpuSet> {
    let first = (0..CpuSet::MAX_CPU).find(|core| cores.is_set(*core))?;
    cores.unset(first);
    (cores.count() > 0).then_some(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cores: &[usize]) -> CpuSet {
        let mut set = CpuSet::new();
        cores.iter().for_each(|core| set.set(*core));
        set
    }

    #[test]
    fn the_first_core_is_left_free_if_there_are_others() {
        assert_eq!(without_the_first(set(&[0, 1, 2])), Some(set(&[1, 2])));
        assert_eq!(without_the_first(set(&[3, 7])), Some(set(&[7])));
        assert_eq!(without_the_first(set(&[3])), None);
        assert_eq!(without_the_first(set(&[])), None);
    }

    #[test]
    fn a_thread_uses_the_others() {
        let before = sched_getaffinity(None).expect("this thread has cores");
        let after = std::thread::spawn(|| {
            leave_a_core_free();
            sched_getaffinity(None).expect("that thread has cores")
        });
        let after = after.join().expect("it does not panic");
        assert_eq!(after, without_the_first(before).unwrap_or(before));
        assert_eq!(
            sched_getaffinity(None).expect("this thread has cores"),
            before,
            "other threads are not concerned"
        );
    }
}
