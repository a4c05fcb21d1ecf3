//! The machine: files a process may open, room on the disk.

use super::finding::Finding;
use rustix::process::{Resource, getrlimit};
use std::path::Path;

/// Fewer files than this are few for a public site.
const FILES: u64 = 4096;
/// Less room than this, in bytes, and turns will soon be refused.
const ROOM: u64 = 100 << 20;
/// Less free space than this is worth a warning.
const PLENTY: u64 = 1 << 30;

/// How many files a process started like this one may open. A server raises the soft limit to the hard one by itself.
pub(super) fn file_limit() -> Finding {
    let limit = getrlimit(Resource::Nofile);
    judge_files(limit.current, limit.maximum)
}

fn judge_files(soft: Option<u64>, hard: Option<u64>) -> Finding {
    let shown = |limit: Option<u64>| limit.map_or_else(|| "unlimited".to_owned(), |limit| limit.to_string());
    let seen = format!("{} files may be open, {} at most", shown(soft), shown(hard));
    if hard.is_none_or(|hard| hard >= FILES) {
        return Finding::ok("file limit", seen);
    }
    Finding::warning("file limit", seen)
        .because("every connection is a file: at the limit, no further client can connect")
        .change(format!(
            "LimitNOFILE=65536 in the systemd unit, or `ulimit -n {FILES}` where the server is started"
        ))
}

/// How much room there is where the data is.
pub(super) fn disk(folder: &Path) -> Finding {
    match rustix::fs::statvfs(folder) {
        Ok(disk) => judge_disk(disk.f_bavail * disk.f_frsize, disk.f_favail, disk.f_files),
        Err(error) => Finding::warning("disk", format!("{}: {error}", folder.display()))
            .because("on a full disk every turn is refused")
            .change("look with `df -h`"),
    }
}

fn judge_disk(free: u64, free_files: u64, files: u64) -> Finding {
    let seen = format!("{} free", bytes(free));
    // Some file systems do not count files.
    let finding = if free < ROOM || (files > 0 && free_files < 100) {
        Finding::wrong("disk", seen)
    } else if free < PLENTY {
        Finding::warning("disk", seen)
    } else {
        return Finding::ok("disk", seen);
    };
    finding
        .because("on a full disk every turn is refused and all clocks are stopped")
        .change("make room: old backups and logs first, never taijitu.db-wal")
}

/// A number of bytes in words.
pub(super) fn bytes(number: u64) -> String {
    match number {
        0..1_048_576 => format!("{} kB", number >> 10),
        1_048_576..1_073_741_824 => format!("{} MB", number >> 20),
        _ => format!("{} GB", number >> 30),
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Severity;
    use super::*;

    #[test]
    fn limits_are_judged() {
        assert_eq!(judge_files(Some(1024), Some(1024)).status, Severity::Warning);
        assert_eq!(judge_files(Some(1024), Some(524_288)).status, Severity::Ok);
        assert_eq!(judge_files(None, None).status, Severity::Ok);
        assert_eq!(judge_disk(50 << 20, 1000, 1000).status, Severity::Wrong);
        assert_eq!(judge_disk(50 << 30, 3, 1000).status, Severity::Wrong);
        assert_eq!(judge_disk(500 << 20, 1000, 1000).status, Severity::Warning);
        assert_eq!(judge_disk(50 << 30, 0, 0).status, Severity::Ok);
    }
}
