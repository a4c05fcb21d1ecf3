//! The stream of a player's own events: challenges, starts, turns, ends.
//!
//! Stored rows are compared with what was sent before, after each wake and also at regular intervals, so that a lost wake only
//! costs time. A new stream begins with the present state: open challenges, running games, turns.

use super::People;
use super::shared_reads::PlayerReads;
use super::wakes::WakeListener;
use crate::error::{ApiError, Result};
use crate::site::clock::instant;
use crate::site::connections::Admission;
use crate::stored;
use futures_util::{Stream, stream};
use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taijitu_protocol::{
    Challenge, ChallengeId, ChallengeStatus, Challenges, Code, MyTable, OwnEvent, PlayerId, State, TableId,
    TournamentId, TournamentPhase,
};
use taijitu_store::{TableState, TournamentRow};

/// Streams of one player at a node.
pub(crate) const STREAMS_MOST: usize = 8;
/// How long a stream waits before it reads the database without a wake.
const READ_INTERVAL: Duration = Duration::from_secs(15);
/// How long a stream waits after a wake, so that events at the same time need one read.
const SETTLES_FOR: Duration = Duration::from_millis(30);
/// The least time between two reads: a busy player is woken with every turn.
const READ_PAUSE: Duration = Duration::from_millis(200);
/// Tables of a player that a stream follows.
const TABLES_MOST: i64 = 300;
/// Tournaments of a player that a stream follows.
const TOURNAMENTS_MOST: i64 = 50;

/// The stored state of a player that streams report.
pub(super) struct OwnState {
    challenges: Challenges,
    /// Those with a running game.
    tables: Vec<MyTable>,
    /// Those that are not over.
    tournaments: Vec<TournamentRow>,
}

/// What a stream has sent.
#[derive(Default)]
struct SentEvents {
    challenges: HashMap<ChallengeId, ChallengeStatus>,
    /// Running games by table: the number of the game, and the turns after which it was the player's turn.
    games: HashMap<TableId, (u32, Option<u32>)>,
    /// Tournaments: where they stand, and the last round.
    tournaments: HashMap<TournamentId, (TournamentPhase, u16)>,
}

/// A stream and where it is.
struct OwnEvents {
    people: People,
    player: PlayerId,
    listener: WakeListener,
    reads: Arc<PlayerReads<OwnState>>,
    sent: SentEvents,
    waiting: VecDeque<OwnEvent>,
    /// When it last read the database.
    last_read: Option<Instant>,
    /// Counts the stream as long as it is open.
    _admission: Admission,
}

impl People {
    /// The present state of a player as events, then the events from now on. The stream ends when the node stops.
    ///
    /// # Errors
    /// `too_many` if the player, or the address, has too many streams.
    pub(crate) fn own_events(
        &self,
        player: PlayerId,
        address: Option<IpAddr>,
    ) -> Result<impl Stream<Item = OwnEvent> + Send + use<>> {
        let most = STREAMS_MOST.saturating_mul(self.site.config.rate_factor as usize);
        if self.streams.count(player) >= most {
            return Err(ApiError::new(
                Code::TooMany,
                format!("you have {most} streams of events open, which is the maximum"),
                format!("vous avez {most} flux d’événements ouverts, le maximum"),
            ));
        }
        let stream = OwnEvents {
            _admission: self.site.connections.admit_waiting(Some(player), address)?,
            people: self.clone(),
            player,
            listener: self.streams.listen(player),
            reads: self.states.of(player),
            sent: SentEvents::default(),
            waiting: VecDeque::new(),
            last_read: None,
        };
        Ok(stream::unfold(stream, |mut stream| async move {
            let event = stream.next().await?;
            Some((event, stream))
        }))
    }
}

impl OwnEvents {
    /// The next event; none when the node stops.
    async fn next(&mut self) -> Option<OwnEvent> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let woken = match self.last_read {
                None => Some(instant()),
                Some(last_read) => self.wait(last_read).await?,
            };
            self.last_read = Some(instant());
            // A read since the wake, or a moment ago, is recent enough.
            let since = woken.unwrap_or_else(|| instant().checked_sub(READ_PAUSE).unwrap_or_else(instant));
            // While the database does not answer the stream waits; what it misses it finds later.
            let people = self.people.clone();
            let refreshed = tokio::select! {
                refreshed = self.refresh(since) => refreshed,
                () = people.site.closed() => return None,
            };
            if let Err(refused) = refreshed {
                tracing::debug!(code = ?refused.0.code, "a stream of events could not read");
            }
            if woken.is_none() && self.waiting.is_empty() {
                return Some(OwnEvent::Ping {});
            }
        }
    }

    /// Waits until something may have happened, or for a while; when it was woken, if it was. None when the node stops.
    async fn wait(&self, last_read: Instant) -> Option<Option<Instant>> {
        tokio::select! {
            () = self.listener.woken() => (),
            () = tokio::time::sleep(READ_INTERVAL) => return Some(None),
            () = self.people.site.closed() => return None,
        }
        let woken = instant();
        tokio::time::sleep(SETTLES_FOR.max(READ_PAUSE.saturating_sub(last_read.elapsed()))).await;
        Some(Some(woken))
    }

    /// Compares stored rows with what was sent. Uses a read of another stream of the player if it began after `since`.
    async fn refresh(&mut self, since: Instant) -> Result<()> {
        let people = &self.people;
        let state = people.states.after(&self.reads, since, people.own_state(self.player)).await?;
        let all = state.challenges.received.iter().chain(&state.challenges.sent);
        let mut events = self.sent.note_challenges(self.player, all.cloned().collect());
        events.extend(self.sent.note_tables(state.tables.clone()));
        let known: Vec<TournamentId> = self.sent.tournaments.keys().copied().collect();
        let tournaments = people.standings_of(&state.tournaments, &known).await?;
        events.extend(self.sent.note_tournaments(tournaments));
        self.listener.listen_to_tables(self.sent.games.keys().copied().collect::<HashSet<_>>());
        self.waiting.extend(events);
        Ok(())
    }
}

impl People {
    /// What is stored of a player.
    async fn own_state(&self, player: PlayerId) -> Result<OwnState> {
        let store = &self.site.store;
        let challenges = self.challenges(player).await?;
        let mine = store.tables_of(player, &[TableState::Running], None, TABLES_MOST).await?;
        let tables = self.tables.my_tables(&mine).await?;
        let tournaments = store.tournaments_of(player, TOURNAMENTS_MOST).await?;
        Ok(OwnState { challenges, tables, tournaments })
    }

    /// Where the tournaments of a player stand, and those the stream knows of that are over. Those that the player has left are
    /// forgotten: they would be read again and again.
    async fn standings_of(
        &self,
        open: &[TournamentRow],
        known: &[TournamentId],
    ) -> Result<Vec<(TournamentId, TournamentPhase, u16)>> {
        let is_open = |id: &TournamentId| open.iter().any(|row| row.id == *id);
        let gone: Vec<TournamentId> = known.iter().copied().filter(|id| !is_open(id)).collect();
        let mut rows = open.to_vec();
        if !gone.is_empty() {
            let gone = self.site.store.tournaments_with_ids(&gone).await?;
            rows.extend(gone.into_iter().filter(|row| row.state.is_over()));
        }
        Ok(rows
            .iter()
            .map(|row| (row.id, stored::tournament_phase(row.state), last_round(&row.summary)))
            .collect())
    }
}

/// The last round, from what is listed of a tournament.
fn last_round(summary: &str) -> u16 {
    #[derive(serde::Deserialize)]
    struct ListedRound {
        round: u16,
    }
    serde_json::from_str(summary).map_or(0, |ListedRound { round }| round)
}

impl SentEvents {
    /// What is new among the challenges of a player.
    fn note_challenges(&mut self, player: PlayerId, challenges: Vec<Challenge>) -> Vec<OwnEvent> {
        let mut events = vec![];
        let known = std::mem::take(&mut self.challenges);
        for challenge in challenges {
            let (id, status) = (challenge.id, challenge.status);
            self.challenges.insert(id, status);
            match (known.get(&id), status) {
                (None, ChallengeStatus::Open) if challenge.to.id == player => {
                    events.push(OwnEvent::Challenge { challenge });
                }
                (Some(before), _) if *before != status => events.push(OwnEvent::ChallengeOver { challenge }),
                _ => (),
            }
        }
        events
    }

    /// What is new in the tournaments of a player. Those that are over are reported once, and forgotten.
    fn note_tournaments(&mut self, tournaments: Vec<(TournamentId, TournamentPhase, u16)>) -> Vec<OwnEvent> {
        let known = std::mem::take(&mut self.tournaments);
        let mut events = vec![];
        for (tournament, phase, round) in tournaments {
            if known.get(&tournament) != Some(&(phase, round)) {
                events.push(OwnEvent::Tournament { tournament, phase, round });
            }
            if matches!(phase, TournamentPhase::Open | TournamentPhase::Running) {
                self.tournaments.insert(tournament, (phase, round));
            }
        }
        events
    }

    /// What is new among the running games of a player.
    fn note_tables(&mut self, tables: Vec<MyTable>) -> Vec<OwnEvent> {
        let mut events = vec![];
        let mut known = std::mem::take(&mut self.games);
        for table in tables {
            let (id, number, turns) = (table.table.id, table.table.number, table.table.turns);
            if table.table.state != State::Running {
                continue;
            }
            let before = known.remove(&id);
            let is_same = before.is_some_and(|(of, _)| of == number);
            if before.is_some() && !is_same {
                events.push(OwnEvent::GameEnd { table: id });
            }
            if !is_same {
                events.push(OwnEvent::GameStart { table: table.clone() });
            }
            let last_turn = before.filter(|_| is_same).and_then(|(_, turns)| turns);
            let mine = table.my_turn.then_some(turns);
            self.games.insert(id, (number, mine));
            if mine.is_some() && mine != last_turn {
                events.push(OwnEvent::Turn { table });
            }
        }
        events.extend(known.into_keys().map(|table| OwnEvent::GameEnd { table }));
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_protocol::{Colours, LobbyTable, Setup, Time};

    fn table(id: u128, number: u32, turns: u32, my_turn: bool) -> MyTable {
        let setup = Setup {
            game: "y".into(),
            options: [].into(),
            time: Time::None,
            log: true,
            listed: None,
            public: false,
            colours: Colours::Random,
            hotseat: false,
            quick: false,
            autostart: false,
            rated: false,
            from: None,
            tournament: None,
        };
        let (id, state, seats) = (TableId(id), State::Running, vec![]);
        MyTable {
            table: LobbyTable { id, state, setup, seats, number, turns, updated: 0 },
            my_turn,
            deadline: None,
        }
    }

    fn words(events: &[OwnEvent]) -> Vec<&'static str> {
        let word = |event: &OwnEvent| match event {
            OwnEvent::GameStart { .. } => "start",
            OwnEvent::Turn { .. } => "turn",
            OwnEvent::GameEnd { .. } => "end",
            _ => "other",
        };
        events.iter().map(word).collect()
    }

    #[test]
    fn a_tournament_is_told_until_it_is_over() {
        let mut sent = SentEvents::default();
        let mut note = |phase, round| sent.note_tournaments(vec![(TournamentId(1), phase, round)]).len();
        assert_eq!(note(TournamentPhase::Open, 0), 1);
        assert_eq!(note(TournamentPhase::Open, 0), 0);
        assert_eq!(note(TournamentPhase::Running, 1), 1);
        assert_eq!(note(TournamentPhase::Running, 2), 1);
        assert_eq!(note(TournamentPhase::Finished, 2), 1);
        assert!(sent.tournaments.is_empty());
    }

    #[test]
    fn each_turn_is_told_once() {
        let mut sent = SentEvents::default();
        let mut note = |tables: Vec<MyTable>| words(&sent.note_tables(tables));
        assert_eq!(note(vec![table(1, 1, 0, true)]), ["start", "turn"]);
        assert_eq!(note(vec![table(1, 1, 0, true)]), [""; 0]);
        assert_eq!(note(vec![table(1, 1, 1, false)]), [""; 0]);
        assert_eq!(note(vec![table(1, 1, 2, true)]), ["turn"]);
        assert_eq!(note(vec![table(1, 1, 0, true)]), ["turn"], "after a take back");
        assert_eq!(
            note(vec![table(1, 2, 0, false)]),
            ["end", "start"],
            "a rematch that was not seen to begin"
        );
        assert_eq!(note(vec![]), ["end"]);
    }
}
