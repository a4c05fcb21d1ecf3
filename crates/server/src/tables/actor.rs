//! The actor of a table in use: one task that owns the fold of its log.
//!
//! It receives an input, lets the table step, appends the new entries to the log, and carries out the
//! effects: broadcast, deadline, engine, signal. Nothing is shown before it is committed.
//! If a commit fails, or another node was faster, the fold is discarded and rebuilt from the log.

mod conditional;

use super::engine_seats::EngineSeats;
use super::fold::fold_log;
use super::hidden_rooms;
use super::input::{ActorInput, CommandContext, Origin, Subscription};
use super::news::{WaitingOffer, needs_follow_up, news_of, news_of_start, waiting_offer};
use super::outbox::MessageText;
use super::rows::to_append;
use super::services::Services;
use super::shared::ActorShared;
use super::status::TableStatus;
use super::subscribers::{json, messages};
use crate::error::{ApiError, Result};
use crate::site::bus::Signal;
use crate::site::clock::instant;
use std::collections::VecDeque;
use std::sync::Arc;
use taijitu_protocol::{
    ChatLine, Code, Command, EventsPage, FromServer, GameId, PlayerId, Problem, RatingChange, Room, Seat,
    TableView,
};
use taijitu_store::AppendOutcome;
use taijitu_study::TurnResult;
use taijitu_table::{
    Actor, DecisionContext, EngineTurn, Input, LogEntry, LogEvent, Names, StepOutcome, Table, Viewer,
    nearest_rating_class,
};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How often a command is decided again because another node was faster.
const MAX_ATTEMPTS: usize = 16;
/// Entries kept in memory for clients that missed a few.
const RECENT_ENTRIES: usize = 64;

/// The task of one table.
pub(super) struct TableActor {
    services: Services,
    shared: Arc<ActorShared>,
    inbox: mpsc::Receiver<ActorInput>,
    table: Table,
    recent: VecDeque<Arc<LogEntry>>,
    /// The last entry that was broadcast.
    published: u64,
    /// Whether the fold may differ from the log: entries were applied that may not be committed.
    is_stale: bool,
    engines: EngineSeats,
    /// The offer that waited when entries were last published.
    offer: WaitingOffer,
    /// The last entry after which conditional turns were looked for.
    conditional_head: u64,
    /// When they are looked for again, because the store failed.
    conditional_retry: Option<Instant>,
    /// What the last rated game changed, which is read once.
    rating_changes: Option<(GameId, Vec<RatingChange>)>,
}

impl TableActor {
    /// The actor of a table that was just opened here, or just folded from its log.
    pub(super) fn new(
        services: Services,
        shared: Arc<ActorShared>,
        inbox: mpsc::Receiver<ActorInput>,
        table: Table,
        engines: EngineSeats,
    ) -> Self {
        let (published, offer) = (table.head(), waiting_offer(&table));
        let recent = VecDeque::new();
        Self {
            services,
            shared,
            inbox,
            table,
            recent,
            published,
            is_stale: false,
            engines,
            offer,
            conditional_head: 0,
            conditional_retry: None,
            rating_changes: None,
        }
    }

    /// Runs until the last handle is dropped. `origin` says which node wrote the last entry.
    pub(super) async fn run(mut self, origin: Origin) {
        if origin == Origin::Local {
            self.report_opening();
        }
        self.follow_effects(origin);
        loop {
            tokio::select! {
                input = self.inbox.recv() => match input {
                    Some(input) => self.receive(input).await,
                    None => return,
                },
                () = self.engines.wake() => self.follow_effects(Origin::Local),
                () = conditional::until(self.conditional_retry) => self.retry_conditional_turns().await,
            }
            self.answer_draw_offer().await;
            self.play_conditional_turns().await;
        }
    }

    async fn receive(&mut self, input: ActorInput) {
        // A caller that no longer waits misses only the answer.
        match input {
            ActorInput::Command { context, command, request, reply } => {
                if let (Actor::Player(player), Command::Silence { room, off }) = (context.actor, &*command)
                    && self.table.hides_unseen(player, *room)
                {
                    let _ = reply.send(self.hide_room(player, *room, *off).await);
                    return;
                }
                let input =
                    Input::Command { actor: context.actor, command: &command, request: request.as_deref() };
                let _ = reply.send(self.process(&input, context).await);
            }
            ActorInput::System { event, reply } => {
                let context = CommandContext::of(Actor::Admin);
                let _ = reply.send(self.process(&Input::System(event), context).await.map(drop));
            }
            ActorInput::EngineTurn { turn, found } => self.play_engine_turn(turn, found).await,
            ActorInput::ConditionalTurns => self.conditional_head = 0,
            ActorInput::HiddenRooms(choices) => hidden_rooms::apply(&mut self.table, &choices),
            ActorInput::CatchUp { head, reply } => drop(reply.send(self.catch_up_to(head).await)),
            ActorInput::Read(read) => read(self.fresh_table().await),
            ActorInput::View { viewer, scenes, reply } => drop(reply.send(self.view(viewer, scenes).await)),
            ActorInput::Events { viewer, since, limit, reply } => {
                drop(reply.send(self.events(viewer, since, limit).await));
            }
            ActorInput::Subscribe { subscription, reply } => {
                drop(reply.send(self.subscribe(*subscription).await));
            }
        }
    }

    /// Decides an input, commits the new entries, and carries out the effects. Returns the number of the
    /// entry that grants it.
    async fn process(&mut self, input: &Input<'_>, context: CommandContext) -> Result<u64> {
        let began = instant();
        self.rebuild_if_stale().await?;
        let mut is_caught_up = false;
        for _ in 0..MAX_ATTEMPTS {
            let guests = self.guests_for(input).await?;
            // Nothing may be awaited between this and the step: reading the log may take as long as an
            // outage, which the step must not charge to a clock.
            self.services.site.ensure_outages_known().await?;
            let StepOutcome { entries, answer } = self.step(input, context, &guests)?;
            if entries.is_empty() {
                // Before refusing anything, read entries of other nodes whose signals may have been lost.
                if answer.is_err()
                    && !std::mem::replace(&mut is_caught_up, true)
                    && self.apply_new_entries().await?
                {
                    continue;
                }
                return answer.map_err(ApiError);
            }
            // Names are looked up before the commit: after it, nothing waits for the database.
            let names = self.names_in(&entries).await;
            match self.append(&entries).await? {
                AppendOutcome::Committed => {
                    self.publish(entries, names, Origin::Local);
                    metrics::histogram!("taijitu_commit_seconds").record(began.elapsed());
                    return answer.map_err(ApiError);
                }
                AppendOutcome::Conflict { .. } => self.rebuild_from_log().await?,
            }
        }
        Err(ApiError::unavailable())
    }

    /// Hides a room from a player without an entry of the log, and updates the player's sockets if it
    /// changed. Returns the number of the last entry.
    async fn hide_room(&mut self, player: PlayerId, room: Room, is_hidden: bool) -> Result<u64> {
        self.rebuild_if_stale().await?;
        let choice = (player, room, is_hidden);
        if let Some(event) = hidden_rooms::hide(&self.services, &mut self.table, choice).await? {
            let message = FromServer::Event { table: self.table.id(), event, scene: None };
            let is_own = |viewer: Viewer| viewer.0 == Some(player);
            self.shared.subscribers.send_each(|viewer| is_own(viewer).then(|| message.clone()));
        }
        Ok(self.table.head())
    }

    /// The guests among those who sit and the author of a command, if a rated game depends on it.
    async fn guests_for(&self, input: &Input<'_>) -> Result<Vec<PlayerId>> {
        let Input::Command { actor: Actor::Player(player), command, .. } = input else { return Ok(vec![]) };
        let may_rate = match command {
            Command::Option { .. } => true,
            Command::Join { .. } | Command::Start | Command::Rematch | Command::Accept { .. } => {
                self.table.setup().rated
            }
            _ => false,
        };
        if !may_rate {
            return Ok(vec![]);
        }
        let names = self.services.accounts.names(self.table.seated_players().chain([*player])).await?;
        Ok(names.0.values().filter(|profile| profile.guest).map(|profile| profile.id).collect())
    }

    fn step(
        &mut self,
        input: &Input<'_>,
        context: CommandContext,
        guests: &[PlayerId],
    ) -> Result<StepOutcome> {
        let table = &mut self.table;
        let CommandContext { lag, thought, .. } = context;
        let step = self
            .services
            .site
            .at_decision(|decision| table.step(input, &DecisionContext { lag, thought, guests, ..decision }));
        let step = step.inspect_err(|_| self.is_stale = true)?;
        // The entries may fail to be committed.
        self.is_stale = !step.entries.is_empty();
        Ok(step)
    }

    async fn append(&mut self, entries: &[LogEntry]) -> Result<AppendOutcome> {
        let mut append = to_append(&self.table, entries, &self.services.site.outages());
        append.has_follow_up = needs_follow_up(&self.table, entries, self.offer);
        let appended = self.services.site.store.append(append).await?;
        self.is_stale = appended != AppendOutcome::Committed;
        Ok(appended)
    }

    /// The names of players that entries mention; most mention nobody. None if they cannot be loaded.
    async fn names_in(&self, entries: &[LogEntry]) -> Option<Names> {
        let players: Vec<PlayerId> = entries.iter().filter_map(|entry| entry.event.mentions()).collect();
        if players.is_empty() {
            Some(Names::default())
        } else {
            self.services.accounts.names(players).await.ok()
        }
    }

    /// Broadcasts committed entries and carries out their effects.
    fn publish(&mut self, entries: Vec<LogEntry>, names: Option<Names>, origin: Origin) {
        let Some(last) = entries.last().map(|entry| entry.n) else { return };
        let entries: Vec<Arc<LogEntry>> = entries.into_iter().map(Arc::new).collect();
        match names {
            Some(names) => self.broadcast(&entries, &names),
            // Without names events would be wrong: skip the broadcast.
            // The next ping carries the log head, so clients notice the gap and refetch.
            None => metrics::counter!("taijitu_untold_total").increment(entries.len() as u64),
        }
        self.published = last;
        self.remember(&entries);
        self.forget_ratings(&entries);
        self.shared.status.send_replace(TableStatus::of(&self.table));
        let offer = std::mem::replace(&mut self.offer, waiting_offer(&self.table));
        if origin == Origin::Local {
            count(&entries);
            self.release_held_names(&entries);
            self.services.site.bus.publish(Signal::Log(self.table.id(), last));
            if let Some(news) = news_of(&self.table, &entries, offer) {
                self.services.news.push(news);
            }
        }
        self.follow_effects(origin);
    }

    /// Reports the start of a game that began with the opening of its table. Reporting it again, when the table is loaded, changes
    /// nothing.
    fn report_opening(&self) {
        if let Some(news) = news_of_start(&self.table) {
            self.services.news.push(news);
        }
    }

    /// After a rated game, the ratings of its players are read again.
    fn forget_ratings(&self, entries: &[Arc<LogEntry>]) {
        let is_over = entries.iter().any(|entry| matches!(entry.event, LogEvent::Ended { .. }));
        if is_over && self.table.game().is_some_and(|game| game.setup.rated) {
            self.table.seated_players().for_each(|player| self.services.ratings.forget(player));
        }
    }

    /// After a four-player game, names that were changed meanwhile are shown.
    fn release_held_names(&self, entries: &[Arc<LogEntry>]) {
        let is_over = entries.iter().any(|entry| matches!(entry.event, LogEvent::Ended { .. }));
        if is_over && self.table.seats().len() > 2 {
            self.table.seated_players().for_each(|player| self.services.accounts.player_changed(player));
        }
    }

    fn broadcast(&self, entries: &[Arc<LogEntry>], names: &Names) {
        let (site, table) = (&self.services.site, &self.table);
        let has_secrets = !entries.iter().all(|entry| entry.event.is_same_for_all());
        self.shared.subscribers.broadcast(table, has_secrets, |viewer, scenes| {
            messages(site, table, entries, names, viewer, scenes).into()
        });
    }

    /// Keeps the last entries in memory.
    fn remember(&mut self, entries: &[Arc<LogEntry>]) {
        self.recent.extend(entries.iter().cloned());
        let ended =
            entries.iter().any(|entry| matches!(entry.event, LogEvent::Ended { .. } | LogEvent::Closed));
        if ended && !self.table.setup().log {
            // The turns of a game without a log are also removed from memory, as soon as the end was
            // broadcast.
            self.recent.clear();
            self.is_stale = true;
        }
        let surplus = self.recent.len().saturating_sub(RECENT_ENTRIES);
        self.recent.drain(..surplus);
    }

    /// Sets the deadline of the table and starts or stops its engine.
    fn follow_effects(&mut self, origin: Origin) {
        let effects = self.table.effects(&self.services.site.outages());
        self.services.schedule.set(self.table.id(), effects.deadline);
        let play = || self.table.running().map(|game| game.play().boxed_clone());
        self.engines.follow(&effects, origin, play);
    }

    /// Lets an engine accept or refuse a draw it was offered.
    async fn answer_draw_offer(&mut self) {
        while let Some((seat, command)) = self.engines.take_answer() {
            self.act_for_engine(seat, 0, command).await;
        }
    }

    async fn play_engine_turn(&mut self, turn: EngineTurn, found: Option<TurnResult>) {
        let Some((text, spent)) = self.engines.end(turn, found) else { return };
        let thought = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
        let command = Command::Play { game: turn.game, turn: turn.turn, text };
        if !self.act_for_engine(turn.seat, thought, command).await {
            self.engines.retry_later();
        }
    }

    /// Whether the command of an engine was granted.
    async fn act_for_engine(&mut self, seat: Seat, thought: i64, command: Command) -> bool {
        let context = CommandContext { actor: Actor::Engine(seat), lag: 0, thought };
        let input = Input::Command { actor: context.actor, command: &command, request: None };
        let done = self.process(&input, context).await;
        if let Err(refused) = &done {
            tracing::warn!(table = %self.table.id(), code = ?refused.0.code, "the command of an engine was refused");
        }
        done.is_ok()
    }

    /// Makes sure that the table has applied the log up to a number, which another node has written.
    async fn catch_up_to(&mut self, head: u64) -> Result<()> {
        self.rebuild_if_stale().await?;
        if self.table.head() < head {
            self.apply_new_entries().await?;
        }
        Ok(())
    }

    /// Reads and publishes new entries of the log; returns whether there were any.
    async fn apply_new_entries(&mut self) -> Result<bool> {
        let entries = self.services.read_log(self.table.id(), self.table.head()).await?;
        for entry in &entries {
            self.table.apply(entry).inspect_err(|_| self.is_stale = true)?;
        }
        let names = self.names_in(&entries).await;
        let is_new = !entries.is_empty();
        self.publish(entries, names, self.services.origin_of_log());
        Ok(is_new)
    }

    async fn rebuild_if_stale(&mut self) -> Result<()> {
        if self.is_stale { self.rebuild_from_log().await } else { Ok(()) }
    }

    /// Folds the log again, and publishes what was missed.
    async fn rebuild_from_log(&mut self) -> Result<()> {
        self.is_stale = true;
        let id = self.table.id();
        let entries = self.services.read_log(id, 0).await?;
        let (mut table, entries) = fold_log(id, entries).await?;
        table.keep_hidden_rooms_of(&self.table);
        self.table = table;
        self.table.undo_future(self.services.site.clock.now());
        self.recent.clear();
        self.is_stale = false;
        let missed: Vec<LogEntry> = entries.into_iter().filter(|entry| entry.n > self.published).collect();
        let names = self.names_in(&missed).await;
        self.publish(missed, names, self.services.origin_of_log());
        Ok(())
    }

    async fn fresh_table(&mut self) -> Result<&Table> {
        self.rebuild_if_stale().await?;
        Ok(&self.table)
    }

    /// The names of everybody the table and some entries mention.
    async fn all_names(&self, entries: &[Arc<LogEntry>]) -> Result<Names> {
        let mentioned = entries.iter().filter_map(|entry| entry.event.mentions());
        self.services.accounts.names(self.table.players().chain(mentioned).collect::<Vec<_>>()).await
    }

    /// The names of everybody the table mentions, with their ratings in its games. Events have none: an event never
    /// changes, and ratings do.
    async fn rated_names(&self) -> Result<Names> {
        let mut names = self.all_names(&[]).await?;
        let class = nearest_rating_class(self.table.setup()).map(|class| class.id);
        self.services.ratings.add_to(&mut names, class).await?;
        Ok(names)
    }

    /// What the last game changed, if it is over and rated.
    async fn rating_changes(&mut self) -> Result<Vec<RatingChange>> {
        let Some(game) = self.table.game().filter(|game| game.setup.rated && game.outcome().is_some()) else {
            return Ok(vec![]);
        };
        let id = game.id;
        if let Some((_, changes)) = self.rating_changes.as_ref().filter(|(of, _)| *of == id) {
            return Ok(changes.clone());
        }
        let changes = self.services.ratings.changes_of(id).await?;
        self.rating_changes = Some((id, changes.clone()));
        Ok(changes)
    }

    /// The table as a viewer sees it now.
    async fn view(&mut self, viewer: Viewer, scenes: bool) -> Result<TableView> {
        self.rebuild_if_stale().await?;
        let names = self.rated_names().await?;
        let ratings = self.rating_changes().await?;
        let site = &self.services.site;
        let (present, watching) = self.shared.who_is_here(site.clock.now());
        let mut view =
            site.at_moment(|context| self.table.view(viewer, &names, &present, watching, scenes, &context));
        if let Some(game) = &mut view.game {
            game.ratings = ratings;
        }
        Ok(view)
    }

    /// Entries after a number, at most `limit`, as a viewer sees them.
    async fn events(&mut self, viewer: Viewer, since: u64, limit: usize) -> Result<EventsPage> {
        self.rebuild_if_stale().await?;
        let head = self.table.head();
        if since > head {
            return Err(beyond_head(head));
        }
        let entries = self.entries_after(since, limit).await?;
        let names = self.all_names(&entries).await?;
        Ok(EventsPage {
            events: entries.iter().map(|entry| self.table.event(entry, viewer, &names)).collect(),
            head,
            clocks: self.services.site.at_moment(|context| self.table.clocks(&context)),
        })
    }

    /// The first entries after a number, at most `limit`, from memory if they are there.
    async fn entries_after(&self, n: u64, limit: usize) -> Result<Vec<Arc<LogEntry>>> {
        let head = self.table.head();
        let missing = head.saturating_sub(n) as usize;
        if missing <= self.recent.len() {
            let missed = self.recent.iter().skip(self.recent.len() - missing);
            return Ok(missed.take(limit).cloned().collect());
        }
        let entries = self.services.read_page(self.table.id(), n, limit).await?;
        Ok(entries.into_iter().filter(|entry| entry.n <= head).map(Arc::new).collect())
    }

    /// Sends a socket what it missed, or a snapshot, and from now on everything that is committed; nothing
    /// can be committed in between.
    async fn subscribe(&mut self, subscription: Subscription) -> Result<()> {
        self.rebuild_if_stale().await?;
        let Subscription { viewer, scenes, since, chat, max_resent, outbox } = subscription;
        match self.missed(viewer, scenes, since, &chat, max_resent).await? {
            Some(missed) => missed.into_iter().for_each(|message| outbox.put(message)),
            None => {
                let table = Box::new(self.view(viewer, scenes).await?);
                outbox.put(json(&FromServer::Snapshot { table, chat }));
            }
        }
        self.shared.subscribers.add(viewer, scenes, outbox);
        Ok(())
    }

    /// The entries after a number and chat lines as messages; `None` if the log has no such number, or there
    /// are too many messages or bytes.
    async fn missed(
        &self,
        viewer: Viewer,
        scenes: bool,
        since: Option<u64>,
        chat: &[ChatLine],
        (max_messages, max_bytes): (usize, usize),
    ) -> Result<Option<Vec<MessageText>>> {
        let head = self.table.head();
        let fits = |n: u64| usize::try_from(head - n).is_ok_and(|missed| missed + chat.len() <= max_messages);
        let Some(n) = since.filter(|&n| n > 0 && n <= head && fits(n)) else { return Ok(None) };
        let entries = self.entries_after(n, max_messages).await?;
        let names = self.all_names(&entries).await?;
        let mut missed = messages(&self.services.site, &self.table, &entries, &names, viewer, scenes);
        let table = self.table.id();
        missed.extend(chat.iter().map(|line| json(&FromServer::Chat { table, line: line.clone() })));
        let bytes: usize = missed.iter().map(|message| message.len()).sum();
        Ok((bytes <= max_bytes).then_some(missed))
    }
}

fn beyond_head(head: u64) -> ApiError {
    ApiError(Problem::new(
        Code::Invalid,
        format!("the last event is number {head}"),
        format!("le dernier événement est le numéro {head}"),
    ))
}

fn count(entries: &[Arc<LogEntry>]) {
    for entry in entries {
        match &entry.event {
            LogEvent::Played { .. } => metrics::counter!("taijitu_turns_total").increment(1),
            LogEvent::Started { .. } => metrics::counter!("taijitu_games_total").increment(1),
            _ => (),
        }
    }
}
