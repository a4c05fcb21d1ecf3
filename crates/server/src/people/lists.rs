//! Following and blocking.

use super::People;
use crate::error::{ApiError, Result};
use taijitu_protocol::{Circle, Code, ListedPerson, PeopleView, PersonView, PlayerId};
use taijitu_store::{ListOutcome, ListedPlayer, PeopleList, PlayerRow};

/// Players one account may follow, and players it may block.
pub(crate) const LISTED_MOST: i64 = 200;

impl People {
    /// Adds a player to a list of another. Blocking ends following, and withdraws challenges between the two.
    ///
    /// # Errors
    /// `invalid` if it is the player themselves, `guests_cannot` if a guest is to be followed, `not_welcome` if they have blocked
    /// the player, `too_many` if the list is full, `unavailable` if the database fails.
    pub(crate) async fn add(&self, list: PeopleList, player: PlayerId, other: &PlayerRow) -> Result<()> {
        if other.id == player {
            return Err(ApiError::new(
                Code::Invalid,
                "you cannot add yourself",
                "vous ne pouvez pas vous ajouter vous-même",
            ));
        }
        if list == PeopleList::Follows {
            if other.guest {
                return Err(ApiError::new(
                    Code::GuestsCannot,
                    "only players with an account can be followed: a guest may not come back",
                    "seuls les joueurs avec un compte peuvent être suivis : un invité peut ne jamais revenir",
                ));
            }
            if self.accounts.has_block_between(player, other.id).await? {
                return Err(not_welcome());
            }
        }
        let (store, now) = (&self.site.store, self.site.clock.now());
        match store.add_to_list(list, player, other.id, now, LISTED_MOST).await? {
            ListOutcome::Full => Err(ApiError::new(
                Code::TooMany,
                format!("a list has at most {LISTED_MOST} players; remove somebody first"),
                format!("une liste compte au plus {LISTED_MOST} joueurs ; retirez-en un d’abord"),
            )),
            ListOutcome::Already => Ok(()),
            ListOutcome::Added => {
                if list == PeopleList::Blocks {
                    for row in store.withdraw_challenges_between(player, other.id, now).await? {
                        self.announce_answer(&row).await?;
                    }
                    // Every node forgets who has blocked this player.
                    self.accounts.player_changed(other.id);
                }
                Ok(())
            }
        }
    }

    /// Removes a player from a list of another.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn remove(&self, list: PeopleList, player: PlayerId, other: PlayerId) -> Result<()> {
        if self.site.store.remove_from_list(list, player, other).await? && list == PeopleList::Blocks {
            self.accounts.player_changed(other);
        }
        Ok(())
    }

    /// The lists of a player.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn lists(&self, player: PlayerId) -> Result<PeopleView> {
        let follows = self.site.store.list_of(PeopleList::Follows, player).await?;
        let blocks = self.site.store.list_of(PeopleList::Blocks, player).await?;
        let names = follows.iter().chain(&blocks).map(|listed| listed.player).collect::<Vec<_>>();
        let names = self.accounts.names(names).await?;
        let shown = self.who_shows_presence(player, &follows).await?;
        let person = |listed: &ListedPlayer, here: Option<bool>| ListedPerson {
            profile: names.profile(listed.player),
            since: listed.since,
            here,
        };
        let is_here =
            |listed: &ListedPlayer| shown.contains(&listed.player).then(|| self.is_here(listed.player));
        let mut follows: Vec<ListedPerson> =
            follows.iter().map(|listed| person(listed, is_here(listed))).collect();
        follows.sort_by_key(|person| person.here != Some(true));
        let blocks = blocks.iter().map(|listed| person(listed, None)).collect();
        Ok(PeopleView { follows, blocks })
    }

    /// Filters players: those whose presence an account may see.
    async fn who_shows_presence(&self, viewer: PlayerId, listed: &[ListedPlayer]) -> Result<Vec<PlayerId>> {
        let players: Vec<PlayerId> = listed.iter().map(|listed| listed.player).collect();
        let chosen = self.preferences_of(&players).await?;
        let followers = self.site.store.listed_by(PeopleList::Follows, viewer, &players).await?;
        let shows = |player: &PlayerId| match chosen
            .get(player)
            .map_or(Circle::Everybody, |chosen| chosen.privacy.presence)
        {
            Circle::Everybody | Circle::Accounts => true,
            Circle::Followed => followers.contains(player),
            Circle::Nobody => false,
        };
        Ok(players.into_iter().filter(shows).collect())
    }

    /// A player as a viewer may see them.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn person(&self, row: &PlayerRow, viewer: Option<PlayerId>) -> Result<PersonView> {
        let (store, privacy) = (&self.site.store, self.privacy(row.id).await?);
        let profile = self.accounts.names([row.id]).await?.profile(row.id);
        let (followed, blocked) = match viewer {
            Some(viewer) => (
                store.is_listed(PeopleList::Follows, viewer, row.id).await?,
                store.is_listed(PeopleList::Blocks, viewer, row.id).await?,
            ),
            None => (false, false),
        };
        let here = self.is_in(privacy.presence, row.id, viewer).await?;
        Ok(PersonView {
            profile,
            since: self.is_in(privacy.since, row.id, viewer).await?.then_some(row.created),
            here: here.then(|| self.is_here(row.id)),
            shows_games: self.is_in(privacy.games, row.id, viewer).await?,
            followed,
            blocked,
            may_challenge: match viewer {
                Some(viewer) if viewer != row.id => self.check_may_challenge(viewer, row.id).await.is_ok(),
                _ => false,
            },
        })
    }
}

/// The refusal for a player who is blocked, or whose challenges are not accepted. It does not say which.
pub(super) fn not_welcome() -> ApiError {
    ApiError::new(
        Code::NotWelcome,
        "this player does not accept that from you",
        "ce joueur ne l’accepte pas de votre part",
    )
}
