//! Who sits down where when players are paired: the plan, and how it is carried out.

use super::directory::Tables;
use super::handle::TableHandle;
use super::pairing_desk::PairingRequest;
use super::separated_players::SeparatedPlayers;
use super::waiting_tables::{ClassRatings, WaitingTable};
use crate::error::Result;
use taijitu_protocol::{Command, PairingResult, PlayerId, Setup};
use taijitu_ratings::{MAX_SEEKERS, Seeker, pair_seekers};

/// Those who wait for one game, and what decides who of them play.
pub(super) struct PairingQueue {
    waiting: Vec<WaitingTable>,
    apart: SeparatedPlayers,
    points: ClassRatings,
    seats: usize,
    now: i64,
}

/// Players who stay together: those at a waiting table, or one with a new request.
struct Party {
    table: Option<WaitingTable>,
    /// The requests of its players; those who already wait have none.
    requests: Vec<PairingRequest>,
}

impl Party {
    fn players(&self) -> Vec<PlayerId> {
        match &self.table {
            Some(table) => table.players.clone(),
            None => self.requests.iter().map(|request| request.opener.player).collect(),
        }
    }
}

/// The parties that sit down at one table, the longest wait first: that of the first party that has one, or a new one.
pub(super) struct SeatingPlan(Vec<Party>);

impl PairingQueue {
    /// Who sits down where: as many games as possible start; the others go on waiting, at tables of their own, or with
    /// others if the table has more than two seats.
    pub(super) fn plan(self, requests: Vec<PairingRequest>) -> Vec<SeatingPlan> {
        let Self { waiting, apart, points, seats, now } = self;
        let mut parties: Vec<Party> =
            waiting.into_iter().map(|table| Party { table: Some(table), requests: vec![] }).collect();
        let mut new = vec![];
        for request in requests {
            let player = request.opener.player;
            match parties.iter_mut().find(|party| party.players().contains(&player)) {
                Some(party) => party.requests.push(request),
                None => new.push(Party { table: None, requests: vec![request] }),
            }
        }
        // New requests are always considered, however many players wait already.
        let kept = MAX_SEEKERS.saturating_sub(new.len());
        let skipped = parties.split_off(parties.len().min(kept));
        parties.extend(new);
        let seekers: Vec<Seeker> = parties.iter().map(|party| seeker(party, &points, now)).collect();
        let groups =
            pair_seekers(&seekers, seats, |one, other| may_meet(&parties[one], &parties[other], &apart));
        let mut parties: Vec<Option<Party>> = parties.into_iter().map(Some).collect();
        let mut plans = vec![];
        for mut group in groups {
            group.sort_unstable();
            plans.push(SeatingPlan(group.into_iter().filter_map(|member| parties[member].take()).collect()));
        }
        let left: Vec<Party> = parties.into_iter().flatten().chain(skipped).collect();
        plans.extend(share_tables(left, seats, &apart, &points, now));
        plans
    }
}

/// Tables for parties that do not play yet. At tables of more than two seats new ones join those who wait.
fn share_tables(
    left: Vec<Party>,
    seats: usize,
    apart: &SeparatedPlayers,
    points: &ClassRatings,
    now: i64,
) -> Vec<SeatingPlan> {
    let mut plans: Vec<SeatingPlan> = vec![];
    for party in left {
        let fits = |plan: &&mut SeatingPlan| {
            let seated: usize = plan.0.iter().map(|party| party.players().len()).sum();
            let suits = |other: &Party| {
                may_meet(&party, other, apart)
                    && seeker(&party, points, now).accepts(seeker(other, points, now))
            };
            seated + 1 < seats && plan.0.iter().all(suits)
        };
        let shared = plans.iter_mut().find(fits).filter(|_| seats > 2 && party.table.is_none());
        match shared {
            Some(plan) => plan.0.push(party),
            None => plans.push(SeatingPlan(vec![party])),
        }
    }
    plans
}

/// The party whose table the others come to: one whose players have not asked just now, since those who ask learn of another
/// table at once. Without a table it is the party that opens one.
fn meeting_place(parties: &[Party]) -> Option<usize> {
    let waits = |party: &Party| party.table.is_some() && party.requests.is_empty();
    let has_table = |party: &Party| party.table.is_some();
    let first = parties.iter().position(waits).or_else(|| parties.iter().position(has_table));
    first.or_else(|| (!parties.is_empty()).then_some(0))
}

fn seeker(party: &Party, points: &ClassRatings, now: i64) -> Seeker {
    let players = party.players();
    let sum: i64 = players.iter().map(|player| i64::from(points.of(*player))).sum();
    let mean = sum / i64::try_from(players.len().max(1)).unwrap_or(i64::MAX);
    let waited = party.table.as_ref().map_or(0, |table| now - table.since);
    Seeker { points: i32::try_from(mean).unwrap_or_default(), waited, players: players.len() }
}

fn may_meet(one: &Party, other: &Party, apart: &SeparatedPlayers) -> bool {
    let others = other.players();
    one.players().iter().all(|player| apart.allows(*player, &others))
}

impl Tables {
    /// Reads who waits for a game, for the players of these requests.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn read_queue(&self, wanted: &Setup, asking: &[PlayerId]) -> Result<PairingQueue> {
        let waiting = self.waiting_tables(wanted).await?;
        let mut players: Vec<PlayerId> = waiting.iter().flat_map(|table| table.players.clone()).collect();
        players.extend(asking);
        let (separated, points) = (self.separated(&players).await?, self.points_of(&players, wanted).await?);
        let (seats, now) = (taijitu_table::seat_count(wanted), self.services().site.clock.now());
        Ok(PairingQueue { waiting, apart: separated, points, seats, now })
    }

    /// Seats the parties of a plan at one table and answers their requests; returns the requests of those who got no seat.
    pub(super) async fn carry_out(&self, plan: SeatingPlan) -> Vec<PairingRequest> {
        let mut parties = plan.0;
        let Some(first) = meeting_place(&parties) else { return vec![] };
        let Party { table, requests: mut seated } = parties.remove(first);
        let table = match (table, seated.pop()) {
            (Some(table), last) => {
                seated.extend(last);
                table.handle
            }
            (None, None) => return vec![],
            (None, Some(host)) => match self.open_to_wait(&host).await {
                Ok(table) => {
                    seated.push(host);
                    table
                }
                Err(refused) => {
                    host.answer(Err(refused));
                    return parties.into_iter().flat_map(|party| party.requests).collect();
                }
            },
        };
        let mut left_over = vec![];
        for party in parties {
            let (here, elsewhere) = self.seat_party(&table, party).await;
            seated.extend(here);
            left_over.extend(elsewhere);
        }
        let started = table.read(|table| table.running().is_some()).await;
        for request in seated {
            self.count_as_present(&table, request.opener.player);
            request.answer(started.clone().map(|started| PairingResult { table: table.id(), started }));
        }
        left_over
    }

    /// Opens a table to wait at, if the player may have another one.
    async fn open_to_wait(&self, host: &PairingRequest) -> Result<TableHandle> {
        self.check_may_open(host.opener, host.open.time).await?;
        self.open(host.opener, &host.open, true).await
    }

    /// Moves the players of a party to a table. Returns the requests of those who sit there, and of those who got no seat;
    /// the others are answered.
    async fn seat_party(
        &self,
        table: &TableHandle,
        party: Party,
    ) -> (Vec<PairingRequest>, Vec<PairingRequest>) {
        let (mut seated, mut left_over) = (vec![], vec![]);
        let (players, own) = (party.players(), party.table.map(|table| table.handle.id()));
        let mut requests = party.requests;
        for player in players {
            let asks = requests.iter().position(|request| request.opener.player == player);
            let request = asks.map(|at| requests.swap_remove(at));
            // The own table is left first, so that nobody has two games. A player who gets no seat then requests again.
            let stays = match own {
                Some(own) => self.stop_waiting(own, player).await.map(|started| started.then_some(own)),
                None => Ok(None),
            };
            let answer = match stays {
                Ok(None) => {
                    let join = Command::Join { seat: None };
                    if self.act(table, (player, 0), None, join, None).await.is_ok() {
                        self.count_as_present(table, player);
                        seated.extend(request);
                    } else {
                        left_over.extend(request);
                    }
                    continue;
                }
                Ok(Some(table)) => Ok(PairingResult { table, started: true }),
                Err(refused) => Err(refused),
            };
            if let Some(request) = request {
                request.answer(answer);
            }
        }
        (seated, left_over)
    }

    /// A player counts as present at a table even before the page has connected to it.
    fn count_as_present(&self, table: &TableHandle, player: PlayerId) {
        table.presence().touch(player, self.services().site.clock.now());
    }
}
