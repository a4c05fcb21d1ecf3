//! Positions with which the site must not help: those of running games between people.
//!
//! A player gets no help in a game against another person. The site sees more than the account: a second browser
//! without a cookie, or with another guest, comes from the same address. For an address only the positions of
//! the games played from it are closed, because a whole school may share it.

use super::directory::Tables;
use super::handle::TableHandle;
use super::running_games::{NearGames, RequestedPosition, RunningGame, passes_near};
use crate::error::{ApiError, Result};
use crate::site::work::{AbandonFlag, WorkCaller};
use std::net::IpAddr;
use std::sync::Arc;
use taijitu_protocol::{Code, PlayerId, State, TableId};
use taijitu_rules::AnyPlay;
use taijitu_rules::canonical::Placement;
use taijitu_store::TableState;
use taijitu_table::{Occupant, Table};

/// Maximum number of running games of one player that are checked; the latest count.
const GAMES_PER_PLAYER: i64 = 200;

/// The refusal of help; its `rule` is `fair_play`.
fn refused(en: &str, fr: &str) -> ApiError {
    let mut refused = ApiError::new(Code::NotNow, en, fr);
    refused.0.rule = Some("fair_play".into());
    refused
}

fn plays_this_game() -> ApiError {
    refused(
        "you are playing this game against another person: engine and statistics are available again when it is over",
        "vous jouez à ce jeu contre une autre personne : moteur et statistiques seront disponibles à la fin de la partie",
    )
}

fn position_is_played() -> ApiError {
    refused(
        "this position occurs in a running game from your address: no help until it is over",
        "cette position se joue dans une partie en cours depuis votre adresse : aucune aide avant la fin de la partie",
    )
}

fn position_is_near() -> ApiError {
    refused(
        "this position is nearly that of a running game from your address: no help until it is over",
        "cette position est presque celle d’une partie en cours depuis votre adresse : aucune aide avant la fin de la partie",
    )
}

fn follows_own_game() -> ApiError {
    refused(
        "this is the position of a game you are playing against another person: no help until it is over",
        "c’est la position d’une partie que vous jouez contre une autre personne : aucune aide avant la fin de la partie",
    )
}

fn near_own_game() -> ApiError {
    refused(
        "this is nearly the position of a game you are playing against another person: no help until it is over",
        "c’est presque la position d’une partie que vous jouez contre une autre personne : aucune aide avant la fin de la partie",
    )
}

impl Tables {
    /// Notes that a player at a table uses an address.
    pub(crate) fn note_address(&self, table: &TableHandle, address: Option<IpAddr>) {
        let status = table.status();
        if let (State::Running, Some(address)) = (status.state, address)
            && status.players().any(|player| Some(player) != status.players().next())
        {
            self.0.running_games.note(address, table.id());
        }
    }

    /// Refuses help with a game that a player is playing against somebody else.
    ///
    /// # Errors
    /// `not_now` if so; `unavailable` if the database fails.
    pub(crate) async fn check_not_playing(&self, player: Option<PlayerId>, kind: &str) -> Result<()> {
        let Some(player) = player else { return Ok(()) };
        let playing = self.games_of(player, kind, None).await?;
        if playing.is_empty() { Ok(()) } else { Err(plays_this_game()) }
    }

    /// Refuses help with a position that is played from the address of the client, or that is near one.
    ///
    /// # Errors
    /// `not_now` if so; `too_fast` if too much waits for the threads for work; `unavailable` if the database fails.
    pub(crate) async fn check_position(
        &self,
        (caller, address): (WorkCaller, Option<IpAddr>),
        requested: RequestedPosition,
    ) -> Result<()> {
        let games = self.games_from(address, None).await?;
        let is_played =
            |game: &Arc<RunningGame>| game.has_position(&requested) || game.is_continued_by(&requested);
        if games.iter().any(is_played) {
            return Err(position_is_played());
        }
        if self.is_near(caller, games, requested.placement).await? { Err(position_is_near()) } else { Ok(()) }
    }

    /// Whether a position is near that of one of some running games.
    async fn is_near(
        &self,
        caller: WorkCaller,
        games: Vec<Arc<RunningGame>>,
        position: Placement,
    ) -> Result<bool> {
        if games.is_empty() {
            return Ok(false);
        }
        let (work, position) = (&self.services().site.work, Arc::new(position));
        let compared = position.clone();
        let near = work.quick.run(caller, move |_| NearGames::of(&games, &compared)).await?;
        Ok(near.is_near
            || (!near.is_empty() && work.slow.run(caller, move |_| near.lead_to(&position)).await?))
    }

    /// Refuses help at a table whose position is near that of another running game, unless it is an opening there.
    async fn check_near(
        &self,
        (player, address): (PlayerId, Option<IpAddr>),
        (own, others): (Vec<Arc<RunningGame>>, Vec<Arc<RunningGame>>),
        requested: RequestedPosition,
    ) -> Result<()> {
        if requested.is_opening {
            return Ok(());
        }
        let caller = WorkCaller::new(Some(player), address);
        if self.is_near(caller, own, requested.placement.clone()).await? {
            return Err(near_own_game());
        }
        if self.is_near(caller, others, requested.placement).await? {
            Err(position_is_near())
        } else {
            Ok(())
        }
    }

    /// Refuses a hint at a table that has reached the position of another game, or one near it, which the player or somebody
    /// at the same address plays against somebody.
    ///
    /// # Errors
    /// `not_now` if so; `too_fast` if too much waits for the threads for work; `unavailable` if the database fails.
    pub(crate) async fn check_hint(
        &self,
        table: &TableHandle,
        (player, address): (PlayerId, Option<IpAddr>),
        play: &dyn AnyPlay,
    ) -> Result<()> {
        let own = self.games_of(player, play.meta().id, Some(table.id())).await?;
        let others = self.games_from(address, Some(table.id())).await?;
        if own.is_empty() && others.is_empty() {
            return Ok(());
        }
        let requested = RequestedPosition::of(play);
        if own.iter().any(|game| game.is_at(&requested) || game.is_followed_by(&requested)) {
            return Err(follows_own_game());
        }
        let is_played = |game: &Arc<RunningGame>| game.is_at(&requested) || game.is_continued_by(&requested);
        if others.iter().any(is_played) {
            return Err(position_is_played());
        }
        self.check_near((player, address), (own, others), requested).await
    }

    /// Refuses a turn to which an engine would reply in the position of another game, or in one near it, that the player or
    /// somebody at the same address plays against somebody.
    ///
    /// # Errors
    /// `not_now` if so; `too_fast` if too much waits for the threads for work; `unavailable` if the database fails.
    pub(super) async fn check_turn_against_engine(
        &self,
        table: &TableHandle,
        (player, address): (PlayerId, Option<IpAddr>),
        text: &str,
    ) -> Result<()> {
        if !table.status().seats.iter().any(|who| matches!(who, Some(Occupant::Engine(_)))) {
            return Ok(());
        }
        let kind = table.read(|table| table.setup().game.clone()).await?;
        let own = self.games_of(player, &kind, Some(table.id())).await?;
        let others = self.games_from(address, Some(table.id())).await?;
        if own.is_empty() && others.is_empty() {
            return Ok(());
        }
        let text = text.to_owned();
        let requested = table.read(move |table| position_after(table, player, &text)).await?;
        let Some(requested) = requested else { return Ok(()) };
        if own.iter().any(|game| game.is_followed_by(&requested)) {
            return Err(follows_own_game());
        }
        // Beginners behind one address may play the same common opening.
        if others.iter().any(|game| game.is_continued_by(&requested)) {
            return Err(position_is_played());
        }
        self.check_near((player, address), (own, others), requested).await
    }

    /// Whether somebody plays a game of a kind against somebody, or any game is played from the address: then a review
    /// has to be checked.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn may_be_reviewing_own(
        &self,
        (player, address): (Option<PlayerId>, Option<IpAddr>),
        kind: &str,
    ) -> Result<bool> {
        if !self.games_from(address, None).await?.is_empty() {
            return Ok(true);
        }
        match player {
            Some(player) => Ok(!self.games_of(player, kind, None).await?.is_empty()),
            None => Ok(false),
        }
    }

    /// Refuses the review of a game that has gone the way of a running one, or passed near it, which the player or somebody at
    /// the same address plays against somebody: a game at a hot seat can be made to.
    ///
    /// # Errors
    /// `not_now` if so; `too_fast` if too much waits for the threads for work; `unavailable` if the database fails.
    pub(crate) async fn check_review(
        &self,
        (player, address): (Option<PlayerId>, Option<IpAddr>),
        kind: &str,
        play: Box<dyn AnyPlay>,
    ) -> Result<()> {
        let own = match player {
            Some(player) => self.games_of(player, kind, None).await?,
            None => vec![],
        };
        let others = self.games_from(address, None).await?;
        let compare = move |abandoned: &AbandonFlag| {
            let reviewed = RequestedPosition::of(&*play);
            let is_own =
                |game: &Arc<RunningGame>| game.is_followed_by(&reviewed) || game.is_passed_by(&reviewed);
            if own.iter().any(is_own) {
                return Err(follows_own_game());
            }
            let is_played =
                |game: &Arc<RunningGame>| game.is_at(&reviewed) || game.is_continued_by(&reviewed);
            if others.iter().any(is_played) {
                return Err(position_is_played());
            }
            let games: Vec<Arc<RunningGame>> = own.into_iter().chain(others).collect();
            if passes_near(&games, &*play, &|| abandoned.is_set()) { Err(position_is_near()) } else { Ok(()) }
        };
        self.services().site.work.slow.run(WorkCaller::new(player, address), compare).await?
    }

    /// Refuses engines and hot seats at a table that begins from a position, while the player plays this game against
    /// somebody.
    ///
    /// # Errors
    /// `not_now` if so; `unavailable` if the database fails.
    pub(super) async fn check_arrangement(&self, table: &TableHandle, player: PlayerId) -> Result<()> {
        let (kind, begins_elsewhere) =
            table.read(|table| (table.setup().game.clone(), table.setup().from.is_some())).await?;
        if begins_elsewhere { self.check_not_playing(Some(player), &kind).await } else { Ok(()) }
    }

    /// The running games of one kind that a player plays against somebody, except for one table.
    async fn games_of(
        &self,
        player: PlayerId,
        kind: &str,
        but: Option<TableId>,
    ) -> Result<Vec<Arc<RunningGame>>> {
        let store = &self.services().site.store;
        let rows = store.tables_of(player, &[TableState::Running], None, GAMES_PER_PLAYER).await?;
        let mut games = vec![];
        for row in rows.iter().map(|mine| &mine.table).filter(|row| row.kind == kind && Some(row.id) != but) {
            games.extend(self.running_game(row.id, row.head).await?);
        }
        games.retain(|game| game.players.contains(&player));
        Ok(games)
    }

    /// The running games that are played from an address, except for that of one table.
    async fn games_from(
        &self,
        address: Option<IpAddr>,
        but: Option<TableId>,
    ) -> Result<Vec<Arc<RunningGame>>> {
        let Some(address) = address else { return Ok(vec![]) };
        let mut tables = self.0.running_games.played_from(address);
        tables.retain(|table| Some(*table) != but);
        if tables.is_empty() {
            return Ok(vec![]);
        }
        let (mut games, mut over) = (vec![], vec![]);
        for (table, head) in self.services().site.store.heads(&tables).await? {
            match self.running_game(table, head).await? {
                Some(game) => games.push(game),
                None => over.push(table),
            }
        }
        self.0.running_games.forget(address, &over);
        Ok(games)
    }

    /// The running game of a table whose log has this head, from memory or from the log. A log that this
    /// program cannot fold has no game here.
    async fn running_game(&self, table: TableId, head: i64) -> Result<Option<Arc<RunningGame>>> {
        if let Some(game) = self.0.running_games.cached(table, head) {
            return Ok(Some(game));
        }
        let entries = self.services().read_log(table, 0).await?;
        let fold = move || Table::fold(table, &entries).ok().as_ref().and_then(RunningGame::of);
        let game =
            tokio::task::spawn_blocking(fold).await.map_err(|_| ApiError::unavailable())?.map(Arc::new);
        if let Some(game) = &game {
            self.0.running_games.keep(table, game.clone());
        }
        Ok(game)
    }
}

/// The position after a player's turn; none if it is not the player's turn, or the turn is not legal.
fn position_after(table: &Table, player: PlayerId, text: &str) -> Option<RequestedPosition> {
    let game = table.running()?;
    let mut play = game.play().boxed_clone();
    table.seats_of(player).find(|&seat| game.acts(seat))?;
    play.turn(text).ok()?;
    Some(RequestedPosition::of(&*play))
}
