//! A tournament from the point of view of one player: the entry, the games to play, the possible commands.

use super::handle::TournamentHandle;
use super::services::TournamentServices;
use super::view::{entrant_view, entrant_views, pairing_view, players_of, standing_view};
use crate::error::Result;
use crate::site::work::WorkCaller;
use taijitu_protocol::{
    EntrantId, EntrantPresence, GameResult, MyEntry, PairingId, PlayerId, Problem, TournamentAct,
    TournamentCommand, TournamentPhase, Words,
};
use taijitu_table::Names;
use taijitu_tournament::{Actor, Applicant, Context, Entrant, Refusal, Tournament};

/// Games of a player without a result in one answer.
const PAIRINGS: usize = 50;

impl TournamentServices {
    /// A tournament from the point of view of a player; `None` is a client without a session.
    pub(super) async fn mine(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        player: Option<PlayerId>,
    ) -> Result<MyEntry> {
        let settings = handle.read(|tournament| tournament.settings().clone()).await?;
        let Some(player) = player else { return Ok(nobody()) };
        let applicant = self.applicant(player, &settings).await?;
        let named = handle.read(move |tournament| players_of(tournament, named(tournament, player))).await?;
        let names = self.rated_names(named, &settings).await?;
        let context = Context { now: self.site.clock.now(), seed: 0 };
        let entry = move |tournament: &Tournament| my_entry(tournament, applicant, &names, &context);
        handle.work(&self.site.work.quick, caller, entry).await
    }
}

fn nobody() -> MyEntry {
    MyEntry {
        host: false,
        entrant: None,
        invited: vec![],
        standing: None,
        pairings: vec![],
        opponents: vec![],
        may: vec![],
        not_enter: None,
    }
}

/// Teams that wait for the agreement of a player.
fn invited(tournament: &Tournament, player: PlayerId) -> impl Iterator<Item = &Entrant> {
    tournament.entrants().iter().filter(move |entrant| {
        entrant.presence == EntrantPresence::Invited
            && entrant.members.players().get(1).is_some_and(|partner| *partner == player)
    })
}

/// The pairings of a player without a result.
fn running(tournament: &Tournament, player: PlayerId) -> Vec<PairingId> {
    let Some(entrant) = tournament.entrant_of(player) else { return vec![] };
    let mine = tournament.undecided().filter(|pairing| pairing.side(entrant.id).is_some());
    mine.map(|pairing| pairing.id).take(PAIRINGS).collect()
}

/// Everybody the answer names.
fn named(tournament: &Tournament, player: PlayerId) -> Vec<EntrantId> {
    let opponents = running(tournament, player).into_iter().filter_map(|id| tournament.pairing(id));
    let opponents = opponents.flat_map(|pairing| [pairing.white, pairing.black]);
    let own = tournament.entrant_of(player).map(|entrant| entrant.id);
    let invited = invited(tournament, player).map(|entrant| entrant.id);
    opponents.chain(own).chain(invited).collect()
}

fn my_entry(tournament: &Tournament, me: Applicant, names: &Names, context: &Context) -> MyEntry {
    let own = tournament.entrant_of(me.id).filter(|own| own.presence != EntrantPresence::Withdrawn);
    let pairings = running(tournament, me.id);
    let pairings: Vec<_> = pairings.into_iter().filter_map(|id| tournament.pairing(id)).collect();
    let is_open = tournament.phase() == TournamentPhase::Open;
    let standing = own
        .filter(|_| !is_open)
        .and_then(|own| tournament.standings().into_iter().find(|row| row.entrant == own.id));
    let opponents = pairings.iter().flat_map(|pairing| [pairing.white, pairing.black]);
    let opponents = opponents.filter(|id| own.is_none_or(|own| own.id != *id));
    let (may, not_enter) = possible_commands(tournament, me, context);
    MyEntry {
        host: tournament.host() == me.id,
        entrant: own.map(|own| entrant_view(own, names)),
        invited: invited(tournament, me.id).map(|entrant| entrant_view(entrant, names)).collect(),
        standing: standing.map(|row| standing_view(tournament, &row)),
        opponents: entrant_views(tournament, opponents.collect::<Vec<_>>(), names),
        pairings: pairings.iter().map(|pairing| pairing_view(tournament, pairing, &|_, _| None)).collect(),
        may,
        not_enter: not_enter.filter(|_| own.is_none()),
    }
}

/// The commands a player may use now, and why the player cannot enter. Tries them without changing the tournament.
fn possible_commands(
    tournament: &Tournament,
    me: Applicant,
    context: &Context,
) -> (Vec<TournamentAct>, Option<Words>) {
    let refusal = |command: &TournamentCommand| tournament.decide(&Actor::Player(me), command, context).err();
    // The name and the partner of a team are not known here, so their absence does not count as a reason.
    let enter = refusal(&TournamentCommand::Enter { partner: None, team: None })
        .filter(|refusal| *refusal != Refusal::TeamsOnly);
    let simple = [
        (TournamentAct::Withdraw, TournamentCommand::Withdraw {}),
        (TournamentAct::Absent, TournamentCommand::Absent {}),
        (TournamentAct::Return, TournamentCommand::Return {}),
        (TournamentAct::Start, TournamentCommand::Start {}),
        (TournamentAct::NextRound, TournamentCommand::NextRound {}),
        (TournamentAct::Pause, TournamentCommand::Pause {}),
        (TournamentAct::Resume, TournamentCommand::Resume {}),
        (TournamentAct::CallOff, TournamentCommand::CallOff { reason: "?".into() }),
    ];
    let mut may: Vec<TournamentAct> = vec![];
    if enter.is_none() {
        may.push(TournamentAct::Enter);
    }
    may.extend(simple.iter().filter(|(_, command)| refusal(command).is_none()).map(|(act, _)| *act));
    if tournament.host() == me.id {
        let is_open = tournament.phase() == TournamentPhase::Open;
        let is_running = tournament.phase() == TournamentPhase::Running;
        let has_results = tournament.pairings().iter().any(|pairing| pairing.last_result().is_some());
        let is_off = tournament.phase() == TournamentPhase::CalledOff;
        let has_undecided = tournament.undecided().any(|pairing| {
            let command = TournamentCommand::Decide { pairing: pairing.id, result: GameResult::Draw };
            refusal(&command).is_none()
        });
        let more = [
            (TournamentAct::Change, is_open),
            (TournamentAct::Remove, is_open || is_running),
            (TournamentAct::Decide, has_undecided),
            (TournamentAct::Correct, has_results && !is_off),
        ];
        may.extend(more.iter().filter(|(_, may)| *may).map(|(act, _)| *act));
    }
    let not_enter = enter.map(|refusal| Problem::from(refusal).message);
    (may, not_enter)
}
