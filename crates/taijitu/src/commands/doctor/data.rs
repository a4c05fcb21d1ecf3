//! The database and its backups.

use super::finding::Finding;
use super::machine;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use taijitu_store::{Backend, Inspection, Store};

/// A node whose last heartbeat is at most this old is alive, in milliseconds. Heartbeats come every second, and may take
/// seconds on a disk that is busy.
const ALIVE_MS: i64 = 10_000;
/// A clock that is wrong by more than this many milliseconds is worth a look, or wrong.
pub(super) const CLOCK_OFF: i64 = 5_000;
pub(super) const CLOCK_WRONG: i64 = 60_000;
/// A backup that is older than this many days is worth a look, or too old.
const BACKUP_OLD: i64 = 2;
const BACKUP_TOO_OLD: i64 = 14;
/// The oldest PostgreSQL that is looked after by its makers.
const POSTGRES_OLDEST: i64 = 14;

/// The file of a SQLite database.
fn file_of(database: &str) -> Option<PathBuf> {
    let file = database.strip_prefix("sqlite:")?;
    Some(PathBuf::from(file.split('?').next().unwrap_or(file)))
}

/// Looks at the database, which is not made if it is missing.
pub(super) async fn check(database: &str, named: bool, has_url: bool, now: i64) -> Vec<Finding> {
    let file = file_of(database);
    if let Some(file) = &file
        && !file.exists()
    {
        return vec![missing(file, named, has_url)];
    }
    let mut findings = vec![];
    if let Some(file) = &file {
        findings.extend(permissions(file));
        findings
            .push(machine::disk(file.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."))));
    }
    match Store::inspect(database, now - ALIVE_MS).await {
        Ok(found) => {
            findings.push(version(&found));
            findings.extend(settings(&found));
            findings.extend(found.clock.map(|clock| judge_clock("the database's clock", clock - now)));
            findings.push(nodes(&found));
        }
        Err(error) => findings.push(
            Finding::wrong("database", format!("it cannot be read: {error}"))
                .because("without it nobody can play")
                .change("look at its permissions and address; `--data` has to be that of the server"),
        ),
    }
    findings
}

fn missing(file: &Path, named: bool, has_url: bool) -> Finding {
    let seen = format!("there is none at {}", file.display());
    if has_url && !named {
        return Finding::warning("database", seen)
            .because("its settings and the disk were not checked")
            .change("say --data with the folder or address the server has");
    }
    Finding::wrong("database", seen)
        .because("a server started here would make a new, empty site")
        .change("say --data with the folder or address the server has")
}

fn permissions(file: &Path) -> Vec<Finding> {
    let mut findings = vec![];
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mode = |path: &Path| std::fs::metadata(path).map(|found| found.permissions().mode() & 0o777);
    if let Ok(mode) = mode(file) {
        findings.push(if mode & 0o077 == 0 {
            Finding::ok("permissions", format!("the database is its owner's alone ({mode:o})"))
        } else {
            Finding::warning(
                "permissions",
                format!("others on this machine may open the database ({mode:o})"),
            )
            .because("it contains hashes of passwords, secrets of second factors and private messages")
            .change(format!("chmod 600 {0} {0}-wal {0}-shm", file.display()))
        });
    }
    if let Ok(mode) = mode(folder)
        && mode & 0o002 != 0
    {
        findings.push(
            Finding::wrong("permissions", format!("everybody may write to {} ({mode:o})", folder.display()))
                .because("anybody on this machine can replace the database")
                .change(format!("chmod 700 {}", folder.display())),
        );
    }
    findings
}

fn version(found: &Inspection) -> Finding {
    let Inspection { version, known, .. } = found;
    let seen = format!("schema version {version}, this program has {known}");
    match version.cmp(known) {
        std::cmp::Ordering::Equal => Finding::ok("versions", seen),
        std::cmp::Ordering::Greater => Finding::wrong("versions", seen)
            .because("this program is older than the database and will not serve it")
            .change("install the newer program"),
        std::cmp::Ordering::Less if *version == 0 => {
            Finding::wrong("versions", "this database holds no site")
                .because("a server started here would make a new, empty site")
                .change("say --data with the folder or address the server has")
        }
        std::cmp::Ordering::Less => Finding::warning("versions", seen)
            .because("the next start of this program brings the database up to date, with no way back")
            .change("make a backup, then restart the server"),
    }
}

/// Settings without which an acknowledged turn can be lost.
fn settings(found: &Inspection) -> Vec<Finding> {
    let setting =
        |name: &str| found.settings.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str());
    match found.kind {
        Backend::Sqlite => vec![match setting("journal_mode") {
            Some("wal") => Finding::ok("database settings", "SQLite, journal_mode wal"),
            mode => Finding::warning(
                "database settings",
                format!("journal_mode is {}", mode.unwrap_or("unknown")),
            )
            .because("a server changes it to wal when it starts; another program has changed it since")
            .change("leave the file to the server, and restart it"),
        }],
        Backend::Postgres => {
            let number: i64 = setting("server_version_num").and_then(|value| value.parse().ok()).unwrap_or(0);
            let mut findings = vec![if number / 10_000 >= POSTGRES_OLDEST {
                Finding::ok("database settings", format!("PostgreSQL {}", number / 10_000))
            } else {
                Finding::warning("database settings", format!("PostgreSQL {}", number / 10_000))
                    .because("its developers no longer fix its bugs")
                    .change("upgrade PostgreSQL")
            }];
            for name in ["fsync", "full_page_writes"] {
                if setting(name) != Some("on") {
                    findings.push(
                        Finding::wrong("database settings", format!("{name} is off"))
                            .because("a power cut can destroy the whole database")
                            .change(format!("{name} = on in postgresql.conf")),
                    );
                }
            }
            if setting("server_encoding") != Some("UTF8") {
                findings.push(
                    Finding::wrong("database settings", "its encoding is not UTF8")
                        .because("names and chat in other alphabets are refused")
                        .change("createdb --encoding=UTF8, then `taijitu migrate`"),
                );
            }
            findings
        }
    }
}

/// How far a clock is ahead of this machine's, in milliseconds, judged.
pub(super) fn judge_clock(whose: &str, ahead: i64) -> Finding {
    let seconds = ahead.abs() / 1000;
    let seen = format!("{whose} and this machine's differ by {seconds} s");
    let finding = match ahead.abs() {
        0..CLOCK_OFF => return Finding::ok("clock", format!("{whose} agrees with this machine's")),
        CLOCK_OFF..CLOCK_WRONG => Finding::warning("clock", seen),
        _ => Finding::wrong("clock", seen),
    };
    finding
        .because("codes of two-factor authentication depend on the time, and so do the dates of games")
        .change("synchronise the clocks of the machines: `timedatectl set-ntp true`")
}

fn nodes(found: &Inspection) -> Finding {
    match (found.kind, found.nodes) {
        (_, 0) => Finding::warning("server", "none runs on this database")
            .because("nobody can play, and all clocks are stopped")
            .change("start it, or give the --data of the one that runs"),
        (Backend::Sqlite, nodes @ 2..) => {
            Finding::wrong("server", format!("{nodes} servers run on one SQLite file"))
                .because("each learns of the other's changes late, and engines compute turns twice")
                .change("stop all but one; several nodes share a PostgreSQL database")
        }
        (_, nodes) => Finding::ok("server", format!("{nodes} running")),
    }
}

/// How old the latest backup is.
pub(super) async fn backups(database: &str, folder: Option<&Path>, now: i64) -> Vec<Finding> {
    let Some(folder) = folder else {
        return vec![
            Finding::warning("backups", "no folder of backups was given")
                .because("a disk that fails takes every game with it")
                .change(
                    "let cron run `taijitu backup` (or pg_dump) every night, and give its folder as --backups FOLDER",
                ),
        ];
    };
    let latest = match latest_file(folder) {
        Ok(latest) => latest,
        Err(error) => {
            return vec![
                Finding::wrong("backups", format!("{}: {error}", folder.display()))
                    .because("the backups could not be checked")
                    .change("say --backups with the folder they are in, and let this user read it"),
            ];
        }
    };
    let Some((file, at)) = latest else {
        return vec![
            Finding::wrong("backups", format!("there is none in {}", folder.display()))
                .because("a disk that fails takes every game with it")
                .change("taijitu backup FILE, every night"),
        ];
    };
    let mut findings = vec![judge_age(&file, (now - at) / 86_400_000)];
    if file.extension().is_some_and(|ending| ending == "db") {
        findings.extend(unreadable(&file).await);
    }
    let disk = |path: &Path| std::fs::metadata(path).map(|found| found.dev()).ok();
    if let Some(data) = file_of(database)
        && disk(&data).is_some()
        && disk(&data) == disk(folder)
    {
        findings.push(
            Finding::warning("backups", "they are on the same disk as the data")
                .because("a disk that fails takes both")
                .change("copy them to another machine, for example with rsync"),
        );
    }
    findings
}

/// The latest file of a folder with its time; files that are still being written do not count.
fn latest_file(folder: &Path) -> std::io::Result<Option<(PathBuf, i64)>> {
    let mut latest = None;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, found) = (entry.path(), entry.metadata()?);
        if !found.is_file() || found.len() == 0 || path.extension().is_some_and(|ending| ending == "part") {
            continue;
        }
        let at = found.mtime() * 1000;
        if latest.as_ref().is_none_or(|(_, best)| at > *best) {
            latest = Some((path, at));
        }
    }
    Ok(latest)
}

fn judge_age(file: &Path, days: i64) -> Finding {
    let seen = format!("the latest, {}, is {days} days old", file.display());
    if days <= BACKUP_OLD {
        return Finding::ok("backups", seen);
    }
    let finding = if days <= BACKUP_TOO_OLD {
        Finding::warning("backups", seen)
    } else {
        Finding::wrong("backups", seen)
    };
    finding
        .because("everything played since then would be lost")
        .change("let cron run `taijitu backup` every night")
}

/// A backup that cannot be opened does not count.
async fn unreadable(file: &Path) -> Option<Finding> {
    let address = format!("sqlite:{}", file.display());
    match Store::inspect(&address, 0).await {
        Ok(found) if found.version > 0 => None,
        Ok(_) => Some(Finding::wrong("backups", format!("{} holds no site", file.display()))),
        Err(error) => Some(Finding::wrong("backups", format!("{} cannot be read: {error}", file.display()))),
    }
    .map(|finding: Finding| {
        finding
            .because("it could not be restored")
            .change("make another one with `taijitu backup`, and test it")
    })
}

#[cfg(test)]
mod tests {
    use super::super::finding::Severity;
    use super::*;

    #[test]
    fn clocks_and_ages_are_judged() {
        let clock = |ahead| judge_clock("its clock", ahead).status;
        assert_eq!(
            [0, -4_999, 5_000, -60_000].map(clock),
            [Severity::Ok, Severity::Ok, Severity::Warning, Severity::Wrong]
        );
        let age = |days| judge_age(Path::new("a.db"), days).status;
        assert_eq!(
            [0, 2, 3, 14, 15].map(age)[1..],
            [Severity::Ok, Severity::Warning, Severity::Warning, Severity::Wrong]
        );
    }

    #[test]
    fn databases_are_judged() {
        let found = |kind, version, settings, nodes| Inspection {
            kind,
            version,
            known: 3,
            settings,
            clock: None,
            nodes,
        };
        let sqlite =
            |version, nodes| found(Backend::Sqlite, version, vec![("journal_mode", "wal".into())], nodes);
        let versions = [0, 2, 3, 4].map(|of| version(&sqlite(of, 1)).status);
        assert_eq!(versions, [Severity::Wrong, Severity::Warning, Severity::Ok, Severity::Wrong]);
        let running = [0, 1, 2].map(|of| nodes(&sqlite(3, of)).status);
        assert_eq!(running, [Severity::Warning, Severity::Ok, Severity::Wrong]);
        let postgres = |fsync: &str| {
            let on = |value: &str| value.to_owned();
            let all = vec![
                ("server_version_num", on("150004")),
                ("fsync", on(fsync)),
                ("full_page_writes", on("on")),
                ("server_encoding", on("UTF8")),
            ];
            found(Backend::Postgres, 3, all, 3)
        };
        assert!(settings(&postgres("on")).iter().all(|finding| finding.status == Severity::Ok));
        assert!(settings(&postgres("off")).iter().any(|finding| finding.status == Severity::Wrong));
        assert_eq!(nodes(&postgres("on")).status, Severity::Ok);
    }
}
