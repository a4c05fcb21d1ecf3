//! A table while somebody is there: its fold in memory, who watches, what was said lately.
//!
//! Nothing is shown before it is committed: facts are applied under the lock of the table, committed, and only then
//! published. If the commit fails or another node was faster, the fold is thrown away and read again from the log.

use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use crate::presence::Presence;
use crate::watchers::Watchers;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use taijitu_protocol::{Code, Command, PlayerId, Problem, TableId};
use taijitu_store::{Append, Appended, NewEvent};
use taijitu_table::{Actor, Entry, Fact, Input, Moment, Notice, Step, Table};
use tokio::sync::{Mutex, MutexGuard, watch};

/// How often a command is decided anew because another node was faster.
const TRIES: usize = 16;
/// Entries kept in memory for clients that missed a few.
const RECENT: usize = 64;

/// A table in memory.
pub struct Live {
    /// Its id.
    pub id: TableId,
    state: Mutex<State>,
    head: watch::Sender<u64>,
    /// Who is told what happens.
    pub watchers: Watchers,
    /// Who is there.
    pub presence: Presence,
    /// What was said lately.
    pub chat: crate::chat::ChatLog,
    /// What engines do here.
    pub engines: crate::table_turns::TableEngines,
    used: AtomicI64,
}

/// The fold, and how far it was published.
pub struct State {
    /// The table.
    pub table: Table,
    recent: VecDeque<Arc<Entry>>,
    published: u64,
    /// Something was applied of which nobody knows whether it was committed.
    stale: bool,
}

/// Who does something, with what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Doer {
    /// Who.
    pub actor: Actor,
    /// Measured lag in milliseconds.
    pub lag: i64,
    /// How long an engine thought.
    pub thought: i64,
}

impl Doer {
    /// A player.
    #[must_use]
    pub const fn player(player: PlayerId, lag: i64) -> Self {
        Self { actor: Actor::Player(player), lag, thought: 0 }
    }
}

/// Who committed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// This node: it tells the others, and lets engines think.
    Us,
    /// Another one, which does that.
    Others,
}

impl Live {
    /// A table just opened or just folded.
    #[must_use]
    pub fn new(table: Table, now: i64) -> Self {
        let (id, head) = (table.id(), table.head());
        let state = State { table, recent: VecDeque::new(), published: head, stale: false };
        Self {
            id,
            state: Mutex::new(state),
            head: watch::Sender::new(head),
            watchers: Watchers::default(),
            presence: Presence::new(now),
            chat: crate::chat::ChatLog::default(),
            engines: crate::table_turns::TableEngines::default(),
            used: AtomicI64::new(now),
        }
    }

    /// When somebody last used it.
    pub fn used(&self) -> i64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Waits until the log has grown beyond a number.
    pub async fn grown_beyond(&self, n: u64) {
        // The sender lives as long as the table: this only ends when the number has grown.
        let _ = self.head.subscribe().wait_for(|head| *head > n).await;
    }

    /// The table, true to the log as far as this node has heard.
    ///
    /// # Errors
    /// If it has to be read again and cannot be.
    pub async fn lock(&self, house: &House) -> Result<MutexGuard<'_, State>> {
        self.used.store(house.clock.now(), Ordering::Relaxed);
        let mut state = self.state.lock().await;
        if state.stale {
            self.reload(house, &mut state).await?;
        }
        Ok(state)
    }

    /// The table, if nobody has it just now.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, State>> {
        self.state.try_lock().ok().filter(|state| !state.stale)
    }

    /// Reads the log again, and publishes what was missed.
    async fn reload(&self, house: &House, state: &mut State) -> Result<()> {
        let entries = house.read_log(self.id, 0).await?;
        state.table = Table::fold(self.id, &entries)?;
        state.recent.clear();
        state.stale = false;
        let missed: Vec<Entry> = entries.into_iter().filter(|entry| entry.n > state.published).collect();
        self.publish(house, state, missed, house.by_whom()).await;
        Ok(())
    }

    /// Catches up with a log that another node has written to.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub async fn catch_up(&self, house: &House, head: u64) -> Result<()> {
        let mut state = self.lock(house).await?;
        if state.table.head() >= head {
            return Ok(());
        }
        self.read_on(house, &mut state).await
    }

    /// Reads what the log has beyond what is known here, and publishes it.
    async fn read_on(&self, house: &House, state: &mut State) -> Result<()> {
        let entries = house.read_log(self.id, state.table.head()).await?;
        for entry in &entries {
            if let Err(error) = state.table.apply(entry) {
                state.stale = true;
                return Err(error.into());
            }
        }
        self.publish(house, state, entries, house.by_whom()).await;
        Ok(())
    }

    /// Does something at the table; answers with the number of the event it made, once that is committed.
    ///
    /// # Errors
    /// If it is refused, or cannot be committed.
    pub async fn execute(
        &self,
        house: &House,
        doer: Doer,
        command: &Command,
        request: Option<&str>,
    ) -> Result<u64> {
        let input = Input::Command { actor: doer.actor, command, request };
        self.consider(house, doer, &input).await
    }

    /// Lets the table consider something the server noticed.
    ///
    /// # Errors
    /// If what follows cannot be committed.
    pub async fn notice(&self, house: &House, notice: Notice) -> Result<()> {
        let nobody = Doer { actor: Actor::Admin, lag: 0, thought: 0 };
        self.consider(house, nobody, &Input::System(notice)).await.map(drop)
    }

    async fn consider(&self, house: &House, context: Doer, input: &Input<'_>) -> Result<u64> {
        let began = instant();
        house.know_of_outages().await?;
        let mut state = self.lock(house).await?;
        let mut read_on = false;
        for _ in 0..TRIES {
            let stepped = house.at_moment(|moment| {
                let moment = Moment { lag: context.lag, thought: context.thought, ..moment };
                state.table.step(input, &moment)
            });
            let Step { entries, answer } = stepped.inspect_err(|_| state.stale = true)?;
            if entries.is_empty() {
                // Before refusing anything, read what other nodes may have committed unheard.
                if answer.is_err() && !std::mem::replace(&mut read_on, true) {
                    let known = state.table.head();
                    self.read_on(house, &mut state).await?;
                    if state.table.head() > known {
                        continue;
                    }
                }
                return answer.map_err(Refused);
            }
            match self.commit(house, &mut state, entries).await? {
                Appended::Committed => {
                    metrics::histogram!("taijitu_commit_seconds").record(began.elapsed());
                    return answer.map_err(Refused);
                }
                Appended::Conflict { .. } => self.reload(house, &mut state).await?,
            }
        }
        Err(Refused::unavailable())
    }

    /// Commits entries the table has applied, and publishes them.
    async fn commit(&self, house: &House, state: &mut State, entries: Vec<Entry>) -> Result<Appended> {
        state.stale = true;
        let append = to_append(house, &state.table, &entries);
        let appended = house.store.append(append).await?;
        if appended == Appended::Committed {
            state.stale = false;
            self.publish(house, state, entries, By::Us).await;
        }
        Ok(appended)
    }

    /// Tells everybody who watches, and whoever has to act on it.
    async fn publish(&self, house: &House, state: &mut State, entries: Vec<Entry>, by: By) {
        let Some(last) = entries.last().map(|entry| entry.n) else {
            return;
        };
        let entries: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
        // Without the names of those it speaks of an event would be told wrongly. Then it is not told: whoever watches is
        // pinged the head, and asks.
        match house.names_in(&entries).await {
            Ok(names) => self.watchers.tell(house, &state.table, &entries, &names),
            Err(_) => metrics::counter!("taijitu_untold_total").increment(entries.len() as u64),
        }
        state.published = last;
        state.recent.extend(entries.iter().cloned());
        let ended = entries.iter().any(|entry| matches!(entry.fact, Fact::Ended { .. } | Fact::Closed));
        if ended && !state.table.setup().log {
            // Without a log the turns are gone: from memory too, as soon as everybody has been told the end.
            state.recent.clear();
            state.stale = true;
        }
        let surplus = state.recent.len().saturating_sub(RECENT);
        state.recent.drain(..surplus);
        self.head.send_replace(last);
        if by == By::Us {
            count(&entries);
        }
        house.committed(self, &state.table, by);
    }

    /// The entries after a number, from memory if they are there.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub async fn since(&self, house: &House, state: &State, n: u64) -> Result<Vec<Arc<Entry>>> {
        let missing = state.table.head().saturating_sub(n) as usize;
        if missing <= state.recent.len() {
            return Ok(state.recent.iter().skip(state.recent.len() - missing).cloned().collect());
        }
        let entries = house.read_log(self.id, n).await?;
        Ok(entries.into_iter().filter(|entry| entry.n <= state.table.head()).map(Arc::new).collect())
    }
}

/// What is written with some entries; the table has seen them already.
pub(crate) fn to_append(house: &House, table: &Table, entries: &[Entry]) -> Append {
    let ended = entries.iter().any(|entry| matches!(entry.fact, Fact::Ended { .. }));
    let started = entries.iter().any(|entry| matches!(entry.fact, Fact::Started { .. }));
    let erased =
        if ended && !table.game().is_none_or(|game| game.setup.log) { table.turn_entries() } else { vec![] };
    let body = |entry: &Entry| {
        if erased.contains(&entry.n) {
            Entry { fact: Fact::Erased, ..entry.clone() }.body()
        } else {
            entry.body()
        }
    };
    let events = entries.iter().map(|entry| NewEvent { at: entry.at, body: body(entry) }).collect();
    let first = entries.first().map_or(0, |entry| entry.n);
    let mut append = Append::new(first as i64, events, house.row(table));
    append.erase = erased
        .into_iter()
        .filter(|&n| n < first)
        .map(|n| (n as i64, Entry { n, at: 0, request: None, fact: Fact::Erased }.body()))
        .collect();
    let seats_changed = |entry: &Entry| matches!(entry.fact, Fact::Seated { .. } | Fact::Freed { .. });
    if started || ended || entries.iter().any(seats_changed) {
        append.seats = Some(house.seat_rows(table));
    } else {
        append.acts = table.running().map(|game| game.acting().into_iter().map(i64::from).collect());
    }
    append.finished =
        if ended { table.finished().map(|game| crate::archive::row(table.id(), game)) } else { None };
    append
}

fn count(entries: &[Arc<Entry>]) {
    for entry in entries {
        match &entry.fact {
            Fact::Played { .. } => metrics::counter!("taijitu_turns_total").increment(1),
            Fact::Started { .. } => metrics::counter!("taijitu_games_total").increment(1),
            _ => (),
        }
    }
}

impl State {
    /// What a request that names an event beyond the log is told.
    ///
    /// # Errors
    /// If the number is beyond the head.
    pub fn check_since(&self, n: u64) -> Result<()> {
        if n <= self.table.head() {
            return Ok(());
        }
        Err(Refused(Problem::new(
            Code::Invalid,
            format!("the last event is number {}", self.table.head()),
            format!("le dernier événement est le numéro {}", self.table.head()),
        )))
    }
}
