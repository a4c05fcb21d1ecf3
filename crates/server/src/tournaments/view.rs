//! A tournament as it is shown: the fold with names.

use super::rows::taking_part;
use std::collections::BTreeSet;
use taijitu_protocol::{
    EntrantId, EntrantView, GameId, PairingGameView, PairingView, PlayerId, Sitter, StandingView,
    TournamentKind, TournamentPhase, TournamentView, Words,
};
use taijitu_table::Names;
use taijitu_tournament::{
    Entrant, EntrantStanding, Members, Tournament, TournamentPairing, format_half_points,
};

/// Lines of the standings, and pairings, in a view.
const SHOWN: usize = 50;

/// The finished games of a pairing, by the number of the game.
pub(super) type GameLookup<'a> = &'a dyn Fn(&TournamentPairing, u8) -> Option<GameId>;

/// The parts of a view that contain names, chosen before the names are read.
struct ViewParts<'a> {
    standings: Vec<EntrantStanding>,
    pairings: Vec<&'a TournamentPairing>,
    pairing_count: usize,
    byes: Vec<EntrantId>,
    entrants: BTreeSet<EntrantId>,
}

fn shown(tournament: &Tournament) -> ViewParts<'_> {
    let is_open = tournament.phase() == TournamentPhase::Open;
    let mut standings = if is_open { vec![] } else { tournament.standings() };
    standings.truncate(SHOWN);
    let mut pairings = current_pairings(tournament);
    let pairing_count = pairings.len();
    pairings.truncate(SHOWN);
    let is_arena = matches!(tournament.settings().kind, TournamentKind::Arena { .. });
    let last = tournament.rounds().last().filter(|_| !is_arena);
    let byes: Vec<EntrantId> = last.map_or(vec![], |round| round.byes.iter().copied().take(SHOWN).collect());
    let first: Vec<EntrantId> = if is_open {
        tournament.entrants().iter().map(|entrant| entrant.id).take(SHOWN).collect()
    } else {
        vec![]
    };
    let named = standings.iter().map(|row| row.entrant);
    let paired = pairings.iter().flat_map(|pairing| [pairing.white, pairing.black]);
    let entrants = named.chain(paired).chain(byes.iter().copied()).chain(first).collect();
    ViewParts { standings, pairings, pairing_count, byes, entrants }
}

/// The pairings of the last round, those without a result first; in an arena, and where all games are played at once, the
/// running ones.
fn current_pairings(tournament: &Tournament) -> Vec<&TournamentPairing> {
    let runs_on = matches!(
        tournament.settings().kind,
        TournamentKind::Arena { .. } | TournamentKind::RoundRobin { at_once: true, .. }
    );
    let mut pairings: Vec<&TournamentPairing> = if runs_on {
        tournament.undecided().collect()
    } else {
        let round = tournament.rounds().last();
        let ids = round.map_or(&[][..], |round| &round.pairings);
        ids.iter().filter_map(|id| tournament.pairing(*id)).collect()
    };
    pairings.sort_by_key(|pairing| (pairing.result().is_some(), pairing.board));
    pairings
}

/// The players a view names.
pub(super) fn shown_players(tournament: &Tournament) -> Vec<PlayerId> {
    let mut players = players_of(tournament, shown(tournament).entrants);
    players.push(tournament.host());
    players
}

/// The players of some entrants.
pub(super) fn players_of(
    tournament: &Tournament,
    entrants: impl IntoIterator<Item = EntrantId>,
) -> Vec<PlayerId> {
    let entrants = entrants.into_iter().filter_map(|id| tournament.entrant(id));
    entrants.flat_map(|entrant| entrant.members.players().iter().copied()).collect()
}

/// The tournament as everybody sees it.
pub(super) fn render(tournament: &Tournament, names: &Names, now: i64) -> TournamentView {
    let ViewParts { standings, pairings, pairing_count, byes, entrants } = shown(tournament);
    let is_arena = matches!(tournament.settings().kind, TournamentKind::Arena { .. });
    let is_over = matches!(tournament.phase(), TournamentPhase::Finished | TournamentPhase::CalledOff);
    // The deadline that calls off a tournament that was not started is not shown as a countdown.
    let has_start =
        tournament.phase() == TournamentPhase::Running || tournament.starts_or_started_at().is_some();
    let between =
        !is_arena && tournament.undecided().next().is_none() && has_start && !tournament.is_paused();
    let soon = |at: &i64| at.saturating_sub(now) < taijitu_tournament::MAX_AHEAD;
    let starts = tournament.starts_or_started_at().filter(|_| tournament.phase() == TournamentPhase::Open);
    TournamentView {
        id: tournament.id(),
        head: tournament.head(),
        phase: tournament.phase(),
        paused: tournament.is_paused(),
        settings: tournament.settings().clone(),
        host: names.profile(tournament.host()),
        taking_part: taking_part(tournament),
        round: tournament.rounds().last().map_or(0, |round| round.number),
        rounds: tournament.round_count(),
        next_at: starts.or_else(|| tournament.deadline().filter(|_| between && !is_over).filter(soon)),
        ends_at: tournament.ends_at(now).filter(|_| !is_over),
        reason: tournament.reason().map(str::to_owned),
        entrants: entrant_views(tournament, entrants, names),
        tie_breaks: tie_breaks(tournament),
        standings: standings.iter().map(|row| standing_view(tournament, row)).collect(),
        pairings: pairings.iter().map(|pairing| pairing_view(tournament, pairing, &|_, _| None)).collect(),
        pairing_count: u32::try_from(pairing_count).unwrap_or(u32::MAX),
        byes,
        now,
    }
}

pub(super) fn entrant_views(
    tournament: &Tournament,
    ids: impl IntoIterator<Item = EntrantId>,
    names: &Names,
) -> Vec<EntrantView> {
    let ids: BTreeSet<EntrantId> = ids.into_iter().collect();
    ids.into_iter().filter_map(|id| Some(entrant_view(tournament.entrant(id)?, names))).collect()
}

pub(super) fn entrant_view(entrant: &Entrant, names: &Names) -> EntrantView {
    let (team, players) = match &entrant.members {
        Members::Player(player) => (None, vec![Sitter::Player(names.profile(*player))]),
        Members::Team { name, players } => {
            let players = players.iter().map(|player| Sitter::Player(names.profile(*player)));
            (Some(name.clone()), players.collect())
        }
        Members::Level(level) => (None, vec![Sitter::Engine(*level)]),
    };
    EntrantView { id: entrant.id, team, players, rating: entrant.rating, presence: entrant.presence }
}

/// The names of the tie-breaks of a kind.
pub(super) fn tie_breaks(tournament: &Tournament) -> Vec<Words> {
    let words = |(en, fr): &(&str, &str)| Words::new(*en, *fr);
    let names: &[(&str, &str)] = match tournament.settings().kind {
        TournamentKind::Arena { .. } => &[("Performance", "Performance")],
        TournamentKind::Knockout { .. } => &[],
        TournamentKind::Swiss { .. } | TournamentKind::RoundRobin { .. } => &[
            ("Direct encounter", "Confrontation directe"),
            ("Buchholz", "Buchholz"),
            ("Sonneborn–Berger", "Sonneborn–Berger"),
            ("Wins", "Victoires"),
        ],
    };
    names.iter().map(words).collect()
}

/// The points of a line of the standings as people write them.
pub(crate) fn points_text(tournament: &Tournament, points: u32) -> String {
    match tournament.settings().kind {
        TournamentKind::Arena { .. } => points.to_string(),
        TournamentKind::Knockout { .. } => (points / 2).to_string(),
        TournamentKind::Swiss { .. } | TournamentKind::RoundRobin { .. } => format_half_points(points),
    }
}

pub(super) fn standing_view(tournament: &Tournament, row: &EntrantStanding) -> StandingView {
    let quarters = |quarters: u32| match quarters % 4 {
        0 => (quarters / 4).to_string(),
        rest => format!("{}{}", quarters / 4, ["", ".25", ".5", ".75"][rest as usize]),
    };
    let ties = match tournament.settings().kind {
        TournamentKind::Arena { .. } => {
            vec![row.performance.map_or_else(String::new, |rating| rating.to_string())]
        }
        TournamentKind::Knockout { .. } => vec![],
        TournamentKind::Swiss { .. } | TournamentKind::RoundRobin { .. } => vec![
            format_half_points(row.direct),
            format_half_points(row.buchholz),
            quarters(row.sonneborn_berger),
            row.wins.to_string(),
        ],
    };
    StandingView {
        rank: row.rank,
        entrant: row.entrant,
        points: points_text(tournament, row.points),
        ties,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
    }
}

pub(super) fn pairing_view(
    tournament: &Tournament,
    pairing: &TournamentPairing,
    games: GameLookup<'_>,
) -> PairingView {
    let game_view = |(number, game): (u8, &taijitu_tournament::PairingGame)| PairingGameView {
        table: game.opened.then(|| tournament.table_id(pairing.id, number)),
        game: games(pairing, number),
        result: game.result,
        corrected: game.corrected,
    };
    let [white, black] = pairing.claims;
    PairingView {
        id: pairing.id,
        round: pairing.round,
        board: pairing.board,
        white: pairing.white,
        black: pairing.black,
        venue: pairing.venue,
        games: (0..).zip(&pairing.games).map(game_view).collect(),
        score: score(pairing),
        claims: (white.is_some() || black.is_some()).then_some((white, black)),
        disputed: pairing.is_disputed(),
    }
}

/// The result of a pairing that is over, White of the first game first.
pub(crate) fn score(pairing: &TournamentPairing) -> Option<String> {
    pairing.result()?;
    let (game, result) = pairing.last_result()?;
    let score = result.score();
    if game.is_multiple_of(2) {
        return Some(score.to_owned());
    }
    // Colours were exchanged: the second game's White is the Black of the pairing.
    let (white, black) = score.split_once('–')?;
    Some(format!("{black}–{white}"))
}
