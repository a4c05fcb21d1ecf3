//! One attack after the other at one server, beside honest players.

use super::attack::Attack;
use super::attacks::ATTACKS;
use super::field::{AttackField, AttackSize};
use super::honest::{Habits, HonestPlayers, Window};
use super::measured::AttackMeasurement;
use super::tally::AttackTally;
use crate::load::usage::resident;
use anyhow::{Context, Result, bail};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taijitu_testkit::ServerProcess;
use tokio::task::JoinHandle;

/// How often the memory of the server is looked at.
const SAMPLE: Duration = Duration::from_millis(20);
/// Attackers get new addresses for each attack: buckets of one attack are not those of another.
const STRANGERS: usize = 1500;
/// An attack that ends when its requests are done may take this long.
const COUNTED_LIMIT: Duration = Duration::from_secs(900);
/// The guests and tables of an attack have to be there after this time, however busy the machine is.
const PREPARATION_LIMIT: Duration = Duration::from_secs(60);
/// The limit of open files a server is started with; it may raise it to the hard limit.
const USUAL_FILES: u32 = 1024;
/// Memory is taken to be back at this multiple of what it was; the rest of the recovery is not waited for.
const BACK: f64 = 1.25;

/// What is attacked, and for how long.
#[derive(Clone, Debug)]
pub struct AbusePlan {
    /// The names of the attacks, in order; all of them if there is none.
    pub only: Vec<String>,
    /// Honest tables.
    pub tables: usize,
    /// How long an honest player thinks on average.
    pub think: Duration,
    /// The quiet time before each attack.
    pub quiet: Duration,
    /// The time of an attack.
    pub attack: Duration,
    /// The longest time after an attack until memory is looked at.
    pub recovery: Duration,
    /// How many attackers there are.
    pub size: AttackSize,
    /// Whether client addresses come from a proxy that the server trusts.
    pub trust_proxy: bool,
    /// The same seed makes the same malformed requests.
    pub seed: u64,
}

impl AbusePlan {
    /// The attacks.
    ///
    /// # Errors
    /// If a name is not that of an attack.
    pub(super) fn attacks(&self) -> Result<Vec<&'static dyn Attack>> {
        if self.only.is_empty() {
            return Ok(ATTACKS.to_vec());
        }
        let find = |name: &String| {
            let names = || ATTACKS.iter().map(|attack| attack.name()).collect::<Vec<_>>().join(", ");
            let found = ATTACKS.iter().copied().find(|attack| attack.name() == name);
            found.with_context(|| format!("there is no attack `{name}`; there are {}", names()))
        };
        self.only.iter().map(find).collect()
    }
}

/// Starts a server with its usual limits on a folder of its own, and attacks it.
///
/// # Errors
/// If the server does not start, or refuses honest players before the first attack.
pub async fn run(
    program: &Path,
    plan: &AbusePlan,
    on_measured: impl Fn(&AttackMeasurement),
) -> Result<Vec<AttackMeasurement>> {
    let attacks = plan.attacks()?;
    let folder = tempfile::tempdir()?;
    let mut extra = vec!["--rate-factor", "1"];
    if plan.trust_proxy {
        extra.push("--trust-proxy");
    }
    let program = with_usual_limit(program, folder.path())?;
    let server = ServerProcess::start(&program, &folder.path().join("data"), &extra).await?;
    crate::load::allow_files(8192)?;
    let pid = server.pid().context("the server runs")?;
    let habits = Habits { tables: plan.tables, think: plan.think, is_proxied: plan.trust_proxy };
    let honest = HonestPlayers::start(server.address(), habits).await?;
    let mut arena = Arena {
        plan,
        address: server.address(),
        memory: MemoryWatch::watch(pid),
        honest,
        quiet: Window::default(),
    };
    arena.rest(plan.quiet).await;
    let mut all = vec![];
    for (number, attack) in attacks.into_iter().enumerate() {
        let measured = arena.attack(attack, number).await?;
        on_measured(&measured);
        all.push(measured);
    }
    if let Some(last) = all.last_mut() {
        last.errors.extend(arena.honest.stop().await);
    }
    Ok(all)
}

/// A script that starts a program with the limit of open files that most systems give a process, independent of the limit here.
fn with_usual_limit(program: &Path, folder: &Path) -> Result<PathBuf> {
    let script = folder.join("serve");
    let program = program.canonicalize().with_context(|| program.display().to_string())?;
    let program = program.to_str().context("the path of the program is text")?.replace('\'', r"'\''");
    std::fs::write(&script, format!("#!/bin/sh\nulimit -S -n {USUAL_FILES}\nexec '{program}' \"$@\"\n"))?;
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    Ok(script)
}

/// What all attacks of a run share.
struct Arena<'a> {
    plan: &'a AbusePlan,
    address: SocketAddr,
    memory: MemoryWatch,
    honest: HonestPlayers,
    /// What honest players have seen in all quiet times so far.
    quiet: Window,
}

impl Arena<'_> {
    /// Lets honest players play alone.
    async fn rest(&mut self, time: Duration) {
        // What is still left of an attack is not quiet.
        self.honest.take().await;
        tokio::time::sleep(time).await;
        let seen = self.honest.take().await;
        self.quiet.turns.extend(seen.turns);
        self.quiet.replies.extend(seen.replies);
        self.quiet.health.extend(seen.health);
    }

    async fn attack(&mut self, attack: &'static dyn Attack, number: usize) -> Result<AttackMeasurement> {
        self.rest(self.plan.quiet).await;
        let before = self.memory.now();
        self.memory.forget_peak();
        let tally = self.strike(attack, number).await?;
        let mut during = self.honest.take().await;
        let peak = self.memory.peak();
        let after = self.memory.settle(before, self.plan.recovery).await;
        let errors = self.honest.take_errors();
        let measured =
            AttackMeasurement::new(attack.name(), [before, peak, after], &mut self.quiet, &mut during);
        Ok(AttackMeasurement { tally, errors, ..measured })
    }

    /// Runs an attack on a thread of its own with the lowest priority: attackers have machines of their own, and must not
    /// take the processor from those whose turns are measured.
    async fn strike(&self, attack: &'static dyn Attack, number: usize) -> Result<AttackTally> {
        let limit = if attack.is_counted() { COUNTED_LIMIT } else { self.plan.attack };
        let AbusePlan { trust_proxy, size, seed, .. } = *self.plan;
        let field = AttackField::new(self.address, trust_proxy, size, seed, number * STRANGERS);
        let (done, result) = tokio::sync::oneshot::channel();
        let thread = std::thread::Builder::new().name(attack.name().into()).spawn(move || {
            // Refused in some containers; then they compete.
            let _ = rustix::process::nice(19);
            let _ = done.send(strike_here(attack, field, limit));
        })?;
        let result = result.await.context("the attack ends")?;
        thread.join().ok().context("the attack does not panic")?;
        result.with_context(|| format!("the attack `{}`", attack.name()))
    }
}

fn strike_here(attack: &dyn Attack, field: AttackField, limit: Duration) -> Result<AttackTally> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        tokio::select! {
            struck = attack.run(&field) => struck,
            late = time_is_up(&field, limit) => match late {
                Ok(()) if attack.is_counted() => bail!("it did not end within {} s", limit.as_secs()),
                late => late,
            },
        }
    })?;
    Ok(field.into_tally())
}

/// Returns when the time of an attack is over. It begins with the first request that counts: guests and tables are made before.
async fn time_is_up(field: &AttackField, limit: Duration) -> Result<()> {
    let begun = async {
        while field.has_sent_nothing() {
            tokio::time::sleep(SAMPLE).await;
        }
    };
    tokio::time::timeout(PREPARATION_LIMIT, begun).await.context("it sent nothing")?;
    tokio::time::sleep(limit).await;
    Ok(())
}

/// The memory of the server, watched.
struct MemoryWatch {
    pid: u32,
    peak: Arc<AtomicU64>,
    watching: JoinHandle<()>,
}

impl MemoryWatch {
    fn watch(pid: u32) -> Self {
        let peak = Arc::new(AtomicU64::new(0));
        let watched = peak.clone();
        let watching = tokio::spawn(async move {
            loop {
                watched.fetch_max(resident(pid), Ordering::Relaxed);
                tokio::time::sleep(SAMPLE).await;
            }
        });
        Self { pid, peak, watching }
    }

    fn now(&self) -> u64 {
        resident(self.pid)
    }

    fn forget_peak(&self) {
        self.peak.store(self.now(), Ordering::Relaxed);
    }

    fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed).max(self.now())
    }

    /// Waits until memory is back, at most so long; what it is then.
    async fn settle(&self, before: u64, limit: Duration) -> u64 {
        let mut waited = Duration::ZERO;
        while waited < limit && self.now() as f64 > BACK * before as f64 {
            tokio::time::sleep(SAMPLE).await;
            waited += SAMPLE;
        }
        self.now()
    }
}

impl Drop for MemoryWatch {
    fn drop(&mut self) {
        self.watching.abort();
    }
}
