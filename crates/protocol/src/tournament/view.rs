//! A tournament as it is shown: lists, standings, pairings.

use super::{EntrantId, GameResult, PairingId, TournamentAct, TournamentSettings, Venue};
use crate::account::Profile;
use crate::event::Sitter;
use crate::scene::Words;
use crate::table::Side;
use serde::{Deserialize, Serialize};
use taijitu_ids::{GameId, TableId, TournamentId};
use ts_rs::TS;
use utoipa::ToSchema;

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentPhase {
    /// It waits for entrants.
    Open,
    /// It is being played.
    Running,
    /// The standings are final.
    Finished,
    /// There is no winner.
    CalledOff,
}

/// Whether an entrant is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum EntrantPresence {
    /// A team whose second player has not agreed yet: it is not paired.
    Invited,
    /// Paired in the next round.
    Present,
    /// Not paired until it comes back.
    Absent,
    /// Out of the tournament.
    Withdrawn,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentLine {
    /// Its id, which is also its link.
    pub id: TournamentId,
    /// Where it stands.
    pub phase: TournamentPhase,
    /// Its settings.
    pub settings: TournamentSettings,
    /// Who made it.
    pub host: Profile,
    /// How many take part.
    pub entrants: u32,
    /// The last round that was paired; 0 before the start.
    pub round: u32,
    /// When it starts, if that is set, or started; milliseconds since 1970.
    #[ts(type = "number | null")]
    pub starts: Option<i64>,
    /// When it ended, or an arena ends.
    #[ts(type = "number | null")]
    pub ends: Option<i64>,
    /// The name of the winner, if there is one.
    pub winner: Option<String>,
    /// Whether I take part.
    pub entered: bool,
}

/// Tournaments in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentsPage {
    /// The tournaments.
    pub tournaments: Vec<TournamentLine>,
    /// Where the next page begins: give it back as `before`.
    pub next: Option<String>,
    /// Server time, for countdowns.
    #[ts(type = "number")]
    pub now: i64,
}

/// Where a new tournament is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentDoor {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its link.
    pub link: String,
}

/// Somebody who takes part: a player, a team of two, or a level of the computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct EntrantView {
    /// Its number.
    pub id: EntrantId,
    /// The name of a team; others are named after their player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub team: Option<String>,
    /// Who plays: one, or two of a team.
    pub players: Vec<Sitter>,
    /// The rating at entry.
    pub rating: Option<u16>,
    /// Whether it is paired.
    pub presence: EntrantPresence,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct StandingView {
    /// From 1; those who are equal in everything share a rank.
    pub rank: u16,
    /// The entrant.
    pub entrant: EntrantId,
    /// The points as people write them: `3½`.
    pub points: String,
    /// The tie-breaks in the order of `tie_breaks` of the tournament, as people write them.
    pub ties: Vec<String>,
    /// Games won at the board.
    pub wins: u16,
    /// Games drawn.
    pub draws: u16,
    /// Games lost at the board.
    pub losses: u16,
}

/// One game of a pairing. Only knockouts have more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PairingGameView {
    /// Its table, once it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// The finished game, to be replayed. In live views it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<GameId>,
    /// Its result, by the colours of this game: they are exchanged after each game of a pairing.
    pub result: Option<GameResult>,
    /// Whether the host has corrected the result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub corrected: bool,
}

/// Two entrants who play each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PairingView {
    /// Its number in the tournament.
    pub id: PairingId,
    /// The round, from 1.
    pub round: u16,
    /// The table number, from 1.
    pub board: u16,
    /// White in the first game.
    pub white: EntrantId,
    /// Black in the first game.
    pub black: EntrantId,
    /// Where it is played.
    pub venue: Venue,
    /// The games; the last one may be running.
    pub games: Vec<PairingGameView>,
    /// The result of the whole pairing, White of the first game first: `1–0`. None while it runs.
    pub score: Option<String>,
    /// The results of the running game that White and Black of the pairing have entered, at a real board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub claims: Option<(Option<GameResult>, Option<GameResult>)>,
    /// Whether these differ: the host decides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub disputed: bool,
}

/// A tournament as everybody sees it: the answer to a request, and what a socket sends when something has changed. Long lists
/// are cut; the pages of standings and pairings have everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentView {
    /// Its id, which is also its link.
    pub id: TournamentId,
    /// The number of the last entry of its log.
    #[ts(type = "number")]
    pub head: u64,
    /// Where it stands.
    pub phase: TournamentPhase,
    /// Whether it is paused.
    pub paused: bool,
    /// Its settings.
    pub settings: TournamentSettings,
    /// Who made it.
    pub host: Profile,
    /// How many take part; those who left are not counted.
    pub taking_part: u32,
    /// The last round that was paired; 0 before the start. In an arena batches are counted, and not shown.
    pub round: u16,
    /// How many rounds there are in all, if that is known.
    pub rounds: Option<u16>,
    /// The next start or the pairing of the next round, if it is set.
    #[ts(type = "number | null")]
    pub next_at: Option<i64>,
    /// When an arena ends.
    #[ts(type = "number | null")]
    pub ends_at: Option<i64>,
    /// Why it was called off, in the words of the host.
    pub reason: Option<String>,
    /// The entrants that `standings`, `pairings` and `byes` name; before the start the first 50.
    pub entrants: Vec<EntrantView>,
    /// The names of the tie-breaks.
    pub tie_breaks: Vec<Words>,
    /// The first 50 lines of the standings; empty before the start.
    pub standings: Vec<StandingView>,
    /// The pairings of the round, by table number: those without a result first, 50 at most. In an arena the running ones.
    pub pairings: Vec<PairingView>,
    /// How many pairings the round has; in an arena how many games run.
    pub pairing_count: u32,
    /// Those without an opponent in this round.
    pub byes: Vec<EntrantId>,
    /// Server time.
    #[ts(type = "number")]
    pub now: i64,
}

/// What a tournament is to me.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct MyEntry {
    /// Whether I am the host.
    pub host: bool,
    /// My entry, if I have entered.
    pub entrant: Option<EntrantView>,
    /// Teams that wait for my agreement.
    pub invited: Vec<EntrantView>,
    /// My place.
    pub standing: Option<StandingView>,
    /// My game, or one of mine without a result; the next one to play comes first.
    pub pairings: Vec<PairingView>,
    /// The opponents in these.
    pub opponents: Vec<EntrantView>,
    /// What I may do now.
    pub may: Vec<TournamentAct>,
    /// Why I cannot enter, if I have not and cannot.
    pub not_enter: Option<Words>,
}

/// Lines of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct StandingsPage {
    /// The names of the tie-breaks.
    pub tie_breaks: Vec<Words>,
    /// The lines, the best first.
    pub standings: Vec<StandingView>,
    /// The entrants they name.
    pub entrants: Vec<EntrantView>,
    /// Give it back as `from` for the next page.
    pub next: Option<u32>,
}

/// Pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PairingsPage {
    /// The pairings, the latest first; those of one round by table number.
    pub pairings: Vec<PairingView>,
    /// Those without an opponent, if one round was asked for.
    pub byes: Vec<EntrantId>,
    /// The entrants they name.
    pub entrants: Vec<EntrantView>,
    /// Give it back as `from` for the next page.
    pub next: Option<u32>,
}

/// What an entrant did in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CrossCell {
    /// The round, from 1.
    pub round: u16,
    /// The opponent; none for a bye.
    pub opponent: Option<EntrantId>,
    /// The colour in the first game.
    pub side: Option<Side>,
    /// Half points; none while the game runs.
    pub half_points: Option<u32>,
    /// Whether a game was played.
    pub played: bool,
}

/// A line of the cross table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CrossLine {
    /// The entrant.
    pub entrant: EntrantId,
    /// The rank.
    pub rank: u16,
    /// The points as people write them.
    pub points: String,
    /// Games and byes, in order; rounds in which the entrant was absent are missing. In an arena the last 30.
    pub cells: Vec<CrossCell>,
}

/// Lines of the cross table, in the order of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct CrossTablePage {
    /// The lines.
    pub lines: Vec<CrossLine>,
    /// The entrants they name.
    pub entrants: Vec<EntrantView>,
    /// Give it back as `from` for the next page.
    pub next: Option<u32>,
}

/// The points of an entrant after each round; in an arena after each game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProgressLine {
    /// The entrant.
    pub entrant: EntrantId,
    /// In half points; in an arena in points.
    pub points: Vec<u32>,
}

/// How the first ten of the standings came there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProgressPage {
    /// One line each, the best first.
    pub lines: Vec<ProgressLine>,
    /// The entrants they name.
    pub entrants: Vec<EntrantView>,
}

/// Why two entrants were paired, to each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct WhyPaired {
    /// To White of the first game.
    pub white: Vec<Words>,
    /// To Black.
    pub black: Vec<Words>,
}

/// Something that happened in a tournament, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentNote {
    /// The number of its entry.
    #[ts(type = "number")]
    pub n: u64,
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The sentence, in both languages.
    pub words: Words,
}

/// What happened in a tournament, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TournamentNotes {
    /// What happened.
    pub notes: Vec<TournamentNote>,
    /// Where the next page begins: give it back as `before`.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}
