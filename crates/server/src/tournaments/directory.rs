//! The directory of tournaments in use: loads a tournament when it is first requested, and starts its actor.

use super::actor::TournamentActor;
use super::check::check;
use super::handle::TournamentHandle;
use super::listing::TournamentPeriod;
use super::pages::{PairingSelection, why};
use super::rows::to_append;
use super::services::TournamentServices;
use super::shared::TournamentShared;
use super::texts::{clean_command, clean_settings};
use crate::accounts::Accounts;
use crate::error::{ApiError, Result};
use crate::people::People;
use crate::ratings::Ratings;
use crate::site::Site;
use crate::site::work::WorkCaller;
use crate::tables::{Outbox, Tables};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{
    Code, CrossTablePage, GameId, MyEntry, PairingId, PairingsPage, PlayerId, ProgressPage, StandingsPage,
    TournamentCommand, TournamentId, TournamentLine, TournamentNotes, TournamentSettings, TournamentView,
    TournamentsPage, WhyPaired,
};
use taijitu_store::AppendOutcome;
use taijitu_table::Names;
use taijitu_tournament::{Actor, Context, LogEntry, Tournament};
use tokio::sync::OnceCell;

/// The tournaments in use by id. One that is being loaded has a cell, so that its log is read only once.
type LoadedTournaments = HashMap<TournamentId, Arc<OnceCell<TournamentHandle>>>;

/// The tournaments of a node; cheap to clone.
#[derive(Clone)]
pub struct Tournaments(Arc<TournamentsInner>);

struct TournamentsInner {
    services: TournamentServices,
    loaded: Mutex<LoadedTournaments>,
}

impl Tournaments {
    /// The tournaments of a node, none of them in use yet.
    #[must_use]
    pub fn new(site: Site, accounts: Accounts, ratings: Ratings, tables: Tables, people: People) -> Self {
        let services = TournamentServices { site, accounts, ratings, tables, people };
        Self(Arc::new(TournamentsInner { services, loaded: Mutex::default() }))
    }

    pub(super) fn services(&self) -> &TournamentServices {
        &self.0.services
    }

    fn lock(&self) -> MutexGuard<'_, LoadedTournaments> {
        self.0.loaded.lock().expect("no panic while the lock is held")
    }

    /// The tournaments in use.
    pub(super) fn loaded(&self) -> Vec<TournamentHandle> {
        self.lock().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// A tournament, if it is in use.
    pub(super) fn loaded_tournament(&self, id: TournamentId) -> Option<TournamentHandle> {
        self.lock().get(&id).and_then(|cell| cell.get().cloned())
    }

    /// Drops the handles of tournaments nobody has used since a time; their actors end.
    pub(crate) fn evict_idle(&self, before: i64) {
        self.lock().retain(|_, cell| !cell.get().is_some_and(|handle| handle.is_idle(before)));
    }

    /// A tournament, in use or from its log.
    ///
    /// # Errors
    /// `no_such_thing`, or `unavailable` if the log cannot be read or folded.
    pub(crate) async fn get(&self, id: TournamentId) -> Result<TournamentHandle> {
        let cell = self.cell(id);
        let loaded = cell.get_or_try_init(|| self.load(id)).await;
        if loaded.is_err() {
            let mut tournaments = self.lock();
            if tournaments.get(&id).is_some_and(|cell| cell.get().is_none()) {
                tournaments.remove(&id);
            }
        }
        let handle = loaded?.clone();
        handle.shared().touch(self.services().site.clock.now());
        Ok(handle)
    }

    fn cell(&self, id: TournamentId) -> Arc<OnceCell<TournamentHandle>> {
        let mut loaded = self.lock();
        if loaded.get(&id).is_some_and(|cell| cell.get().is_some_and(TournamentHandle::is_dead)) {
            loaded.remove(&id);
        }
        loaded.entry(id).or_default().clone()
    }

    async fn load(&self, id: TournamentId) -> Result<TournamentHandle> {
        let entries = self.services().read_log(id, 0).await?;
        if entries.is_empty() {
            return Err(no_such_tournament());
        }
        let (tournament, _) = self.services().fold_log(id, entries).await?;
        Ok(self.start_actor(tournament))
    }

    fn start_actor(&self, tournament: Tournament) -> TournamentHandle {
        let services = self.services().clone();
        let tournament = Arc::new(tournament);
        let shared = Arc::new(TournamentShared::new(tournament.clone(), services.site.clock.now()));
        let (handle, inbox) = TournamentHandle::new(tournament.id(), shared.clone());
        let ends = (inbox, handle.downgrade());
        tokio::spawn(TournamentActor::new(services, shared, ends, tournament).run());
        handle
    }

    /// Makes a tournament.
    ///
    /// # Errors
    /// What is wrong with the settings; `guests_cannot`; `too_many`; `unavailable` if it cannot be committed.
    pub(crate) async fn open(&self, host: PlayerId, settings: TournamentSettings) -> Result<TournamentId> {
        let services = self.services();
        let (settings, now) = (clean_settings(settings), services.site.clock.now());
        check(&settings, now)?;
        services.check_may_host(host).await?;
        let id = TournamentId(services.site.entropy.u128());
        let event = Tournament::opening(settings, host, now).map_err(|refusal| ApiError(refusal.into()))?;
        let entries = vec![LogEntry { n: 1, at: now, request: None, event }];
        let tournament = services.fold(id, &entries)?;
        match services.site.store.append_to_tournament(to_append(&tournament, &entries, false)).await? {
            AppendOutcome::Committed => (),
            AppendOutcome::Conflict { .. } => return Err(ApiError::unavailable()),
        }
        let handle = self.start_actor(tournament);
        self.lock().insert(id, Arc::new(OnceCell::from(handle)));
        Ok(id)
    }

    /// Carries out a command of a player; `moderator` may do what the host may.
    ///
    /// # Errors
    /// The refusal of the tournament, or `unavailable` if it cannot be committed.
    pub(crate) async fn act(
        &self,
        handle: &TournamentHandle,
        (player, moderator): (PlayerId, bool),
        command: TournamentCommand,
        request: Option<String>,
    ) -> Result<u64> {
        let services = self.services();
        if services.site.is_closing() {
            return Err(ApiError::new(Code::Closing, "the server is closing", "le serveur s’arrête"));
        }
        let command = clean_command(command);
        let (settings, host) =
            handle.read(|tournament| (tournament.settings().clone(), tournament.host())).await?;
        match &command {
            TournamentCommand::Change { settings } => check(settings, services.site.clock.now())?,
            TournamentCommand::Enter { partner, .. } => {
                services.check_may_enter(player).await?;
                if let Some(partner) = partner.as_ref().filter(|partner| **partner != player) {
                    services.check_may_invite(player, *partner).await?;
                }
            }
            TournamentCommand::Agree { .. } => services.check_may_enter(player).await?,
            _ => (),
        }
        let actor = if moderator && player != host && is_of_host(&command) {
            Actor::Admin
        } else {
            Actor::Player(services.applicant(player, &settings).await?)
        };
        handle.command(actor, command, request).await
    }

    /// Whether a command is the host's, and this player may give it only as a moderator.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn is_for_moderators(
        &self,
        handle: &TournamentHandle,
        player: PlayerId,
        command: &TournamentCommand,
    ) -> Result<bool> {
        if !is_of_host(command) {
            return Ok(false);
        }
        // A player of a pairing may choose where it is played.
        let is_move = matches!(command, TournamentCommand::Move { .. });
        let is_own = move |tournament: &Tournament| {
            tournament.host() == player || (is_move && tournament.entrant_of(player).is_some())
        };
        Ok(!handle.read(is_own).await?)
    }

    /// Carries out a command of the moderators or the operator of the site.
    ///
    /// # Errors
    /// The refusal of the tournament, or `unavailable` if it cannot be committed.
    pub(crate) async fn act_as_moderator(
        &self,
        handle: &TournamentHandle,
        command: TournamentCommand,
    ) -> Result<u64> {
        handle.command(Actor::Admin, clean_command(command), None).await
    }

    /// Whether such a command is possible now; changes nothing.
    ///
    /// # Errors
    /// [`ApiError`] with the refusal of the tournament.
    pub(crate) async fn check_as_moderator(
        &self,
        handle: &TournamentHandle,
        command: TournamentCommand,
    ) -> Result<()> {
        let context = Context { now: self.services().site.clock.now(), seed: 0 };
        let command = clean_command(command);
        let decide =
            move |tournament: &Tournament| tournament.decide(&Actor::Admin, &command, &context).err();
        match handle.read(decide).await? {
            Some(refusal) => Err(ApiError(refusal.into())),
            None => Ok(()),
        }
    }

    /// A tournament as everybody sees it, as it was a moment ago.
    ///
    /// # Errors
    /// `too_fast` if too much waits for the threads for work, `unavailable` if the database fails.
    pub(crate) async fn view(&self, of: (&TournamentHandle, WorkCaller)) -> Result<Arc<TournamentView>> {
        self.services().view(of).await
    }

    /// Sends a socket the view, now and after changes.
    ///
    /// # Errors
    /// As [`Self::view`]; the socket does not watch then.
    pub(crate) async fn watch(&self, of: (&TournamentHandle, WorkCaller), outbox: Outbox) -> Result<()> {
        self.services().watch(of, outbox).await
    }

    /// Names of everybody in a tournament, for exports.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn all_names(&self, handle: &TournamentHandle) -> Result<Names> {
        let players = handle.read(|tournament| {
            let players = tournament.entrants().iter().flat_map(|entrant| entrant.members.players());
            players.copied().chain([tournament.host()]).collect::<Vec<_>>()
        });
        self.services().accounts.names(players.await?).await
    }

    /// A page of public tournaments.
    ///
    /// # Errors
    /// `invalid` if `before` is not the `next` of a page; `unavailable` if the database fails.
    pub(crate) async fn list(
        &self,
        when: TournamentPeriod,
        game: Option<&str>,
        before: Option<&str>,
        player: Option<PlayerId>,
    ) -> Result<TournamentsPage> {
        self.services().list(when, game, before, player).await
    }

    /// The tournaments a player takes part in or hosts that are not over.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn own(&self, player: PlayerId) -> Result<TournamentsPage> {
        self.services().own(player).await
    }

    /// A page of everything a player has made or taken part in, over or not; `after` is the last one of the page before.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn all_of(
        &self,
        player: PlayerId,
        after: Option<TournamentId>,
        limit: i64,
    ) -> Result<Vec<TournamentLine>> {
        self.services().all_of(player, after, limit).await
    }

    /// Withdraws a player from every tournament that is not over: nobody waits for an account that was deleted.
    pub(crate) async fn leave_all(&self, player: PlayerId) {
        let entered = self.services().site.store.tournaments_of(player, i64::MAX).await.unwrap_or_default();
        for id in entered.iter().map(|row| row.id) {
            // One that cannot be left is no reason to fail: who does not come loses without a game.
            if let Ok(handle) = self.get(id).await {
                let _ = self.act(&handle, (player, false), TournamentCommand::Withdraw {}, None).await;
            }
        }
    }

    /// What a tournament is to a player.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn mine(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        player: Option<PlayerId>,
    ) -> Result<MyEntry> {
        self.services().mine((handle, caller), player).await
    }

    /// A page of the standings.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn standings(
        &self,
        of: (&TournamentHandle, WorkCaller),
        from: u32,
    ) -> Result<StandingsPage> {
        self.services().standings(of, from).await
    }

    /// A page of the entrants.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn entrants(&self, handle: &TournamentHandle, from: u32) -> Result<StandingsPage> {
        self.services().entrants_page(handle, from).await
    }

    /// A page of pairings.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn pairings(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        of: PairingSelection,
        from: u32,
    ) -> Result<PairingsPage> {
        self.services().pairings((handle, caller), of, from).await
    }

    /// A page of the cross table.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn cross_table(
        &self,
        of: (&TournamentHandle, WorkCaller),
        from: u32,
    ) -> Result<CrossTablePage> {
        self.services().cross_table(of, from).await
    }

    /// The points of the first ones after each round.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn progress(
        &self,
        handle: &TournamentHandle,
        caller: WorkCaller,
    ) -> Result<ProgressPage> {
        self.services().progress(handle, caller).await
    }

    /// Why two were paired.
    ///
    /// # Errors
    /// `no_such_thing` if there is no such pairing.
    pub(crate) async fn why(&self, handle: &TournamentHandle, pairing: PairingId) -> Result<WhyPaired> {
        handle.read(move |tournament| why(tournament, pairing)).await?
    }

    /// What happened before an entry, the latest first.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn notes(
        &self,
        of: (&TournamentHandle, WorkCaller),
        before: Option<u64>,
    ) -> Result<TournamentNotes> {
        self.services().notes(of, before).await
    }

    /// Stores the record of a game on a real board; false if the pairing has one.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn put_record(
        &self,
        handle: &TournamentHandle,
        (pairing, game): (PairingId, u8),
        record: GameId,
    ) -> Result<bool> {
        let key = (i64::from(u32::from(pairing)), i64::from(game));
        Ok(self.services().site.store.put_tournament_record(handle.id(), key, record).await?)
    }
}

/// Whether a command is the host's.
const fn is_of_host(command: &TournamentCommand) -> bool {
    !matches!(
        command,
        TournamentCommand::Enter { .. }
            | TournamentCommand::Agree { .. }
            | TournamentCommand::Withdraw {}
            | TournamentCommand::Absent {}
            | TournamentCommand::Return {}
            | TournamentCommand::Claim { .. }
    )
}

fn no_such_tournament() -> ApiError {
    ApiError::new(Code::NoSuchThing, "there is no such tournament", "ce tournoi n’existe pas")
}
