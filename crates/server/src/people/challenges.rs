//! Challenges: one player invites another to a game.
//!
//! The row of a challenge changes its state once, by one statement, so that of several answers at the same time one counts. The
//! id of the table is drawn with the challenge: if a node stops before it opens the table, another node opens it under the same
//! id, and never twice.

use super::People;
use super::lists::not_welcome;
use super::notice_body::NoticeBody;
use crate::error::{ApiError, Result};
use crate::ratings::Standings;
use crate::site::bus::Signal;
use crate::stored;
use crate::tables::Opener;
use std::net::IpAddr;
use taijitu_protocol::{
    Challenge, ChallengeId, ChallengeStatus, ChallengeTerms, Challenges, Code, DeclineReason, OpenTable,
    PlayerId, Side, TableId, Time,
};
use taijitu_store::{
    ChallengeChange, ChallengeLimits, ChallengeOutcome, ChallengeRow, ChallengeState, FollowUpSubject,
    PlayerRow,
};
use taijitu_table::{Names, Table, nearest_rating_class};

/// Open challenges of one player, and to one player.
pub(crate) const SENT_MOST: i64 = 20;
pub(crate) const RECEIVED_MOST: i64 = 50;
/// Challenges within a day: from one player to another that were not accepted, and to one player from all others.
pub(crate) const UNACCEPTED_MOST: i64 = 10;
pub(crate) const RECEIVED_A_DAY: i64 = 200;
/// How long a challenge to a live game waits, to one without a clock, and to one by correspondence, in milliseconds.
const LIVE_FOR_MS: i64 = 15 * 60_000;
const UNTIMED_FOR_MS: i64 = DAY;
const DAYS_FOR_MS: i64 = 7 * DAY;
const DAY: i64 = 24 * 60 * 60_000;
/// Challenges in one answer.
const SHOWN_MOST: i64 = 100;
/// How long after a challenge was accepted a table that is missing is opened, in milliseconds.
const REPAIRED_FOR_MS: i64 = 60 * 60_000;
const REPAIRED_AT_ONCE: i64 = 50;
/// How long after a challenge expired its notice is looked for, in milliseconds: a few rounds of this task. A mail is due later than
/// the first of them.
const EXPIRED_LATELY_MS: i64 = 2 * 60_000;
const EXPIRED_AT_ONCE: i64 = 200;

impl People {
    /// Challenges a player.
    ///
    /// # Errors
    /// `invalid` if that is the player themselves, or the game is not one for two; `bad_option` if an option is not possible;
    /// `not_welcome` if the other player has blocked this one or takes no challenges from them; `too_many` if either has too many
    /// open ones, or too many were not accepted lately; `not_now` if there is an open one between the two; `unavailable` if the
    /// database fails.
    pub(crate) async fn challenge(
        &self,
        challenger: PlayerId,
        challenged: &PlayerRow,
        terms: ChallengeTerms,
    ) -> Result<Challenge> {
        let open = to_open(&terms);
        Table::opening_for_two(&open, challenger, challenged.id)?;
        for player in [challenger, challenged.id] {
            self.tables.check_may_rate(player, &open).await?;
        }
        self.check_may_challenge(challenger, challenged.id).await?;
        let (now, entropy) = (self.site.clock.now(), &self.site.entropy);
        let row = ChallengeRow {
            id: ChallengeId(entropy.u128()),
            challenger,
            challenged: challenged.id,
            terms: serde_json::to_string(&terms).unwrap_or_default(),
            table: TableId(entropy.u128()),
            created: now,
            expires: now + lasts(terms.time),
            state: ChallengeState::Open,
            reason: None,
            settled: None,
        };
        let factor = i64::from(self.site.config.rate_factor);
        let limits = ChallengeLimits {
            sent: SENT_MOST * factor,
            received: RECEIVED_MOST * factor,
            since: now - DAY,
            unaccepted: UNACCEPTED_MOST * factor,
            received_since: RECEIVED_A_DAY * factor,
        };
        match self.site.store.create_challenge(&row, limits).await? {
            ChallengeOutcome::Made => {
                self.announce_challenge(&row).await?;
                self.view(row).await
            }
            outcome => Err(not_made(outcome)),
        }
    }

    /// Tells the players of a challenge that it was made, if it is open.
    pub(super) async fn announce_challenge(&self, row: &ChallengeRow) -> Result<()> {
        if self.check_is_open(row).is_ok() {
            let (challenge, from, game) = (row.id, row.challenger, read_terms(row).game);
            let body = NoticeBody::Challenged { challenge, from, game };
            self.notify(row.challenged, ChallengeChange::Made.number(), &body).await?;
            self.site.bus.publish(Signal::News(row.challenger));
        }
        self.settle_challenge_follow_up(row, ChallengeChange::Made).await
    }

    /// Carries out what follows from the answer to a challenge: its table is opened, or the challenger gets a notice that there is none.
    pub(super) async fn announce_answer(&self, row: &ChallengeRow) -> Result<()> {
        if row.state == ChallengeState::Accepted {
            return match self.open_table(row, None).await {
                // The game is over.
                Err(refused) if refused.0.code == Code::TableClosed => {
                    self.settle_challenge_follow_up(row, ChallengeChange::Settled).await
                }
                opened => opened.map(drop),
            };
        }
        self.retract_challenge_notice(row).await?;
        if row.state == ChallengeState::Declined {
            let (challenge, by, game) = (row.id, row.challenged, read_terms(row).game);
            let body = NoticeBody::Declined { challenge, by, game };
            self.notify(row.challenger, ChallengeChange::Settled.number(), &body).await?;
        }
        self.settle_challenge_follow_up(row, ChallengeChange::Settled).await
    }

    async fn settle_challenge_follow_up(&self, row: &ChallengeRow, change: ChallengeChange) -> Result<()> {
        self.settle_follow_up(FollowUpSubject::Challenge(row.id), change.number()).await
    }

    /// Checks that a player takes challenges from another one.
    ///
    /// # Errors
    /// `invalid` if both are the same, `not_welcome`, or `unavailable` if the database fails.
    pub(crate) async fn check_may_challenge(&self, challenger: PlayerId, challenged: PlayerId) -> Result<()> {
        if challenger == challenged {
            return Err(ApiError::new(
                Code::Invalid,
                "you cannot challenge yourself",
                "vous ne pouvez pas vous défier vous-même",
            ));
        }
        let circle = self.privacy(challenged).await?.challenges;
        let is_wanted = !self.accounts.has_block_between(challenger, challenged).await?
            && self.is_in(circle, challenged, Some(challenger)).await?;
        if is_wanted { Ok(()) } else { Err(not_welcome()) }
    }

    /// A challenge, for one of its two players.
    ///
    /// # Errors
    /// `no_such_thing` for everybody else, `unavailable` if the database fails.
    pub(crate) async fn find_challenge(&self, player: PlayerId, id: &str) -> Result<Challenge> {
        let row = self.challenge_row(player, id).await?;
        self.view(row).await
    }

    async fn challenge_row(&self, player: PlayerId, id: &str) -> Result<ChallengeRow> {
        let row = match id.parse() {
            Ok(id) => self.site.store.challenge(id).await?,
            Err(_) => None,
        };
        let is_part = |row: &ChallengeRow| row.challenger == player || row.challenged == player;
        row.filter(is_part).ok_or_else(|| {
            ApiError::new(Code::NoSuchThing, "there is no such challenge", "ce défi n’existe pas")
        })
    }

    /// Accepts a challenge: opens its table and starts the game. A repeated call returns the same table.
    ///
    /// # Errors
    /// `no_such_thing` for everybody but the challenged player, `challenge_over` if it was declined or withdrawn or has expired,
    /// `not_welcome` if one of the two has blocked the other, `too_many` if one of them has too many tables, `unavailable` if the
    /// database fails.
    pub(crate) async fn accept(
        &self,
        player: PlayerId,
        address: Option<IpAddr>,
        id: &str,
    ) -> Result<TableId> {
        let row = self.received_row(player, id).await?;
        if row.state != ChallengeState::Accepted {
            self.check_is_open(&row)?;
            if self.accounts.has_block_between(row.challenger, row.challenged).await? {
                return Err(not_welcome());
            }
            let time = read_terms(&row).time;
            for who in [row.challenged, row.challenger] {
                self.tables.check_may_play(who, time).await?;
            }
            let (state, now) = (ChallengeState::Accepted, self.site.clock.now());
            if !self.site.store.settle_challenge(row.id, state, None, now).await? {
                let row = self.received_row(player, id).await?;
                if row.state != ChallengeState::Accepted {
                    self.check_is_open(&row)?;
                    return Err(ApiError::unavailable());
                }
            }
        }
        self.open_table(&row, address).await
    }

    /// Opens the table of an accepted challenge, or finds it.
    async fn open_table(&self, row: &ChallengeRow, address: Option<IpAddr>) -> Result<TableId> {
        let opener = Opener { player: row.challenger, address };
        let terms = read_terms(row);
        let table = self.tables.open_for_two(row.table, opener, &to_open(&terms), row.challenged).await?.id();
        let (challenge, by, game) = (row.id, row.challenged, terms.game);
        let body = NoticeBody::Accepted { challenge, by, game, table };
        self.notify(row.challenger, ChallengeChange::Settled.number(), &body).await?;
        self.retract_challenge_notice(row).await?;
        self.settle_challenge_follow_up(row, ChallengeChange::Settled).await?;
        Ok(table)
    }

    /// Removes the notice of a challenge that is over, and wakes both players.
    pub(super) async fn retract_challenge_notice(&self, row: &ChallengeRow) -> Result<()> {
        let (challenge, from) = (row.id, row.challenger);
        let body = NoticeBody::Challenged { challenge, from, game: String::new() };
        self.retract_notice(row.challenged, &body.subject()).await?;
        for player in [row.challenger, row.challenged] {
            self.site.bus.publish(Signal::News(player));
        }
        Ok(())
    }

    async fn received_row(&self, player: PlayerId, id: &str) -> Result<ChallengeRow> {
        let row = self.challenge_row(player, id).await?;
        if row.challenged == player {
            return Ok(row);
        }
        Err(ApiError::new(
            Code::NoSuchThing,
            "this challenge is not addressed to you: you can only withdraw it",
            "ce défi ne vous est pas adressé : vous pouvez seulement le retirer",
        ))
    }

    fn check_is_open(&self, row: &ChallengeRow) -> Result<()> {
        let (en, fr) = match status(row, self.site.clock.now()) {
            ChallengeStatus::Open => return Ok(()),
            ChallengeStatus::Accepted => ("this challenge was accepted", "ce défi a été accepté"),
            ChallengeStatus::Declined => ("this challenge was declined", "ce défi a été refusé"),
            ChallengeStatus::Withdrawn => ("this challenge was withdrawn", "ce défi a été retiré"),
            ChallengeStatus::Expired => ("this challenge has expired", "ce défi a expiré"),
        };
        Err(ApiError::new(Code::ChallengeOver, en, fr))
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// `no_such_thing` for everybody but the challenged player, `challenge_over` if it is not open any more, `unavailable` if the
    /// database fails.
    pub(crate) async fn decline(
        &self,
        player: PlayerId,
        id: &str,
        reason: DeclineReason,
    ) -> Result<Challenge> {
        let row = self.received_row(player, id).await?;
        self.settle(row, ChallengeState::Declined, Some(reason)).await
    }

    /// Takes a challenge back.
    ///
    /// # Errors
    /// `no_such_thing` for everybody but the challenger, `challenge_over` if it is not open any more, `unavailable` if the
    /// database fails.
    pub(crate) async fn withdraw(&self, player: PlayerId, id: &str) -> Result<Challenge> {
        let row = self.challenge_row(player, id).await?;
        if row.challenger != player {
            return Err(ApiError::new(
                Code::NoSuchThing,
                "you did not send this challenge: you can decline it",
                "ce défi n’est pas de vous : vous pouvez le refuser",
            ));
        }
        self.settle(row, ChallengeState::Withdrawn, None).await
    }

    async fn settle(
        &self,
        row: ChallengeRow,
        state: ChallengeState,
        reason: Option<DeclineReason>,
    ) -> Result<Challenge> {
        self.check_is_open(&row)?;
        let (reason, now) = (reason.map(stored::decline_reason), self.site.clock.now());
        let is_settled = self.site.store.settle_challenge(row.id, state, reason, now).await?;
        let row = self.site.store.challenge(row.id).await?.ok_or_else(ApiError::unavailable)?;
        if !is_settled {
            self.check_is_open(&row)?;
            return Err(ApiError::unavailable());
        }
        self.announce_answer(&row).await?;
        self.view(row).await
    }

    /// The challenges of a player that are open or were answered within a day, the latest first.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn challenges(&self, player: PlayerId) -> Result<Challenges> {
        let now = self.site.clock.now();
        let mut rows =
            self.site.store.challenges_of(player, now - DAYS_FOR_MS - DAY, now, SHOWN_MOST).await?;
        rows.retain(|row| now < row.settled.unwrap_or(row.expires) + DAY);
        let players: Vec<PlayerId> = rows.iter().flat_map(|row| [row.challenger, row.challenged]).collect();
        let names = self.accounts.names(players).await?;
        let standings = self.ratings.of_names(&names).await?;
        let (sent, received): (Vec<ChallengeRow>, Vec<ChallengeRow>) =
            rows.into_iter().partition(|row| row.challenger == player);
        let views =
            |rows: Vec<ChallengeRow>| rows.iter().map(|row| view(row, (&names, &standings), now)).collect();
        Ok(Challenges { received: views(received), sent: views(sent) })
    }

    async fn view(&self, row: ChallengeRow) -> Result<Challenge> {
        let names = self.accounts.names([row.challenger, row.challenged]).await?;
        let standings = self.ratings.of_names(&names).await?;
        Ok(view(&row, (&names, &standings), self.site.clock.now()))
    }

    /// Deletes challenges that expired a day ago and the notices of those that have just expired, and opens the tables of accepted
    /// ones that are missing.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn maintain_challenges(&self) -> Result<()> {
        let (store, now) = (&self.site.store, self.site.clock.now());
        store.sweep_challenges(now - DAY).await?;
        for row in store.expired_challenges(now - EXPIRED_LATELY_MS, now, EXPIRED_AT_ONCE).await? {
            self.retract_challenge_notice(&row).await?;
        }
        for row in store.accepted_without_table(now - REPAIRED_FOR_MS, REPAIRED_AT_ONCE).await? {
            if let Err(refused) = self.open_table(&row, None).await {
                // One that fails does not stop the others.
                let code = refused.0.code;
                tracing::warn!(challenge = %row.id, ?code, "the table of a challenge was not opened");
            }
        }
        Ok(())
    }
}

/// What is to be played; stored terms were checked when the challenge was made.
fn read_terms(row: &ChallengeRow) -> ChallengeTerms {
    serde_json::from_str(&row.terms).unwrap_or_default()
}

fn to_open(terms: &ChallengeTerms) -> OpenTable {
    let seat = terms.colour.map(|colour| match colour {
        Side::White => 1,
        Side::Black => 2,
    });
    OpenTable {
        game: terms.game.clone(),
        options: terms.options.clone(),
        time: terms.time,
        public: terms.public,
        rated: terms.rated,
        seat,
        ..OpenTable::default()
    }
}

const fn lasts(time: Time) -> i64 {
    match time {
        Time::Total { .. } => LIVE_FOR_MS,
        Time::None => UNTIMED_FOR_MS,
        Time::Days { .. } => DAYS_FOR_MS,
    }
}

fn status(row: &ChallengeRow, now: i64) -> ChallengeStatus {
    match row.state {
        ChallengeState::Open if row.expires <= now => ChallengeStatus::Expired,
        ChallengeState::Open => ChallengeStatus::Open,
        ChallengeState::Accepted => ChallengeStatus::Accepted,
        ChallengeState::Declined => ChallengeStatus::Declined,
        ChallengeState::Withdrawn => ChallengeStatus::Withdrawn,
    }
}

/// A challenge with the ratings of both in the game they would play.
fn view(row: &ChallengeRow, (names, standings): (&Names, &Standings), now: i64) -> Challenge {
    let terms = read_terms(row);
    let setup = Table::setup_for(&to_open(&terms), false).ok();
    let class = setup.as_ref().and_then(nearest_rating_class).map(|class| class.id);
    let player = |id| standings.rated(names.profile(id), class);
    Challenge {
        id: row.id,
        from: player(row.challenger),
        to: player(row.challenged),
        terms,
        created: row.created,
        expires: row.expires,
        status: status(row, now),
        reason: row.reason.map(stored::wire_decline_reason),
        table: (row.state == ChallengeState::Accepted).then_some(row.table),
    }
}

fn not_made(outcome: ChallengeOutcome) -> ApiError {
    match outcome {
        ChallengeOutcome::Already => ApiError::new(
            Code::NotNow,
            "you have challenged this player already; wait for the answer, or withdraw the challenge",
            "vous avez déjà défié ce joueur ; attendez sa réponse ou retirez le défi",
        ),
        ChallengeOutcome::TooManySent => ApiError::new(
            Code::TooMany,
            format!("you have {SENT_MOST} open challenges, which is the maximum; withdraw one first"),
            format!("vous avez {SENT_MOST} défis en attente, le maximum ; retirez-en un d’abord"),
        ),
        ChallengeOutcome::TooManyReceived => ApiError::new(
            Code::TooMany,
            "too many players have challenged this player; try again later",
            "trop de joueurs ont défié ce joueur ; réessayez plus tard",
        ),
        ChallengeOutcome::TooOften => ApiError::new(
            Code::TooMany,
            "you have challenged this player too often today",
            "vous avez défié ce joueur trop souvent aujourd’hui",
        ),
        ChallengeOutcome::Made => ApiError::unavailable(),
    }
}
