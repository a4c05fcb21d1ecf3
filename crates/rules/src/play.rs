//! A game being played: a position with its history, which owns repetition, the turn limit, rounds and
//! matches, and who plays which colour.

use crate::draft::Draft;
use crate::game::Game;
use crate::hash;
use crate::options::{OptionError, Options};
use crate::outcome::{Outcome, Reason};
use crate::playout::Random;
use crate::refusal::{Refusal, Rule, TurnError};
use crate::setup::{Fields, SetupError};
use crate::short::sort_short;
use crate::side::{Audience, Pair, Side};
use serde::Serialize;
use std::fmt;

/// A game that reaches this many turns is a draw.
pub const TURN_LIMIT: u32 = 2000;

/// A match is won with this many points.
pub const MATCH_POINTS: u32 = 7;

const ROUND_RUNNING: Rule =
    Rule::new("match.round-running", "this round is not over yet", "cette manche n’est pas terminée");
const NO_MATCH: Rule = Rule::new("match.none", "this game has no rounds", "ce jeu n’a pas de manches");
const MATCH_OVER: Rule = Rule::new("match.over", "the match is over", "le match est terminé");
const WRONG_ROUND: Rule = Rule::new(
    "match.wrong-round",
    "this is not the next round: it is {}",
    "ce n’est pas la manche suivante : c’est {}",
);

/// A turn that was played.
#[derive(Clone)]
pub struct PlayedTurn<G: Game> {
    /// The position before it.
    pub before: G,
    /// Its steps.
    pub steps: Vec<G::Step>,
    /// Who played it.
    pub by: Side,
    seen: u64,
    restarts: bool,
    counts: bool,
}

/// One round: a whole game where there is no match.
#[derive(Clone)]
pub struct Round<G: Game> {
    /// Where it started.
    pub start: G,
    /// What was played.
    pub turns: Vec<PlayedTurn<G>>,
    /// Where it stands.
    pub position: G,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Match {
    /// The number of the current round, from 1.
    pub round: usize,
    /// Points of White and Black.
    pub points: [u32; 2],
    /// Who won the match.
    pub winner: Option<Side>,
}

/// A position plus its history.
///
/// ```
/// use taijitu_rules::{Play, games::y::Y};
/// let mut play = Play::<Y>::start(&["board=triangle-3", "pie=off"]).unwrap();
/// for turn in ["b2", "a3", "a2", "c3"] { play.turn(turn).unwrap(); }
/// assert_eq!(play.turn("b3").unwrap(), "b3");
/// assert_eq!(play.outcome().unwrap().to_string(), "black (three sides)");
/// play.undo();
/// assert!(play.outcome().is_none());
/// ```
#[derive(Clone)]
pub struct Play<G: Game> {
    options: Options,
    from_setup: bool,
    rounds: Vec<Round<G>>,
}

impl<G: Game> Play<G> {
    /// A new game with `key=value` options.
    ///
    /// # Errors
    /// [`OptionError`] if an option is unknown, or its value is not allowed.
    pub fn start(options: &[&str]) -> Result<Self, OptionError> {
        Self::with_options(Options::parse(G::meta().options, options.iter().copied())?)
    }

    /// A new game with options already read.
    ///
    /// # Errors
    /// [`OptionError`] if the options contradict each other.
    pub fn with_options(options: Options) -> Result<Self, OptionError> {
        let start = G::start(&options)?;
        Ok(Self::at(options, start, false))
    }

    /// A game that starts from a set-up string.
    ///
    /// # Errors
    /// [`SetupError`] if the position is not legal.
    pub fn from_setup(options: Options, setup: &str) -> Result<Self, SetupError> {
        let mut fields = Fields::parse(setup)?;
        let start = G::from_setup(&options, &mut fields)?;
        fields.finish()?;
        Ok(Self::at(options, start, true))
    }

    fn at(options: Options, start: G, from_setup: bool) -> Self {
        Self { options, from_setup, rounds: vec![Round::new(start)] }
    }

    /// The options it is played with.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The set-up it started from, unless that was the usual start.
    pub fn start_setup(&self, audience: Audience) -> Option<String> {
        self.from_setup.then(|| self.rounds[0].start.setup(self.audience(audience)))
    }

    /// The rounds so far; the last one is being played or has just ended.
    pub fn rounds(&self) -> &[Round<G>] {
        &self.rounds
    }

    fn round(&self) -> &Round<G> {
        self.rounds.last().expect("there is always a round")
    }

    fn round_mut(&mut self) -> &mut Round<G> {
        self.rounds.last_mut().expect("there is always a round")
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.round().position
    }

    /// How the game, or the current round, ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.round().outcome
    }

    /// What an audience may see now: everything once the game is over.
    pub fn audience(&self, audience: Audience) -> Audience {
        if self.outcome().is_some() { Audience::Omniscient } else { audience }
    }

    /// Plays a turn of the side to act; `round 2` (3, …) opens the next round of a match. Returns the turn as
    /// spelled for its player.
    ///
    /// # Errors
    /// [`TurnError`] if it is not a legal turn; nothing has changed then.
    pub fn turn(&mut self, text: &str) -> Result<String, TurnError> {
        self.turn_by(self.position().to_act().side(), text)
    }

    /// Plays a turn of a given side.
    ///
    /// # Errors
    /// [`TurnError`] if it is not a legal turn, or not that side's; nothing has changed then.
    pub fn turn_by(&mut self, by: Side, text: &str) -> Result<String, TurnError> {
        let text = text.trim();
        if let Some(number) = text.to_ascii_lowercase().strip_prefix("round ") {
            return self.open_round(number.trim()).map_err(|why| TurnError::whole(text, why));
        }
        let steps = self.read(by, text)?;
        let spelled = self.position().spell(&steps, Audience::Side(by));
        self.push(by, steps);
        Ok(spelled)
    }

    /// Reads a turn of a given side without playing it.
    ///
    /// # Errors
    /// [`TurnError`] if it is not a legal turn, or not that side's.
    pub fn read(&self, by: Side, text: &str) -> Result<Vec<G::Step>, TurnError> {
        let text = text.trim();
        let to_act = self.position().to_act();
        if self.outcome().is_some() {
            return Err(TurnError::whole(text, Refusal::Over));
        }
        if !to_act.includes(by) {
            return Err(TurnError::whole(text, Refusal::NotYourTurn(to_act.side())));
        }
        self.position().read(by, text).map_err(|error| error.quoting(text))
    }

    /// Plays a random turn of the side to act and spells it.
    /// Each step is the first in board order among `draws` random steps: one draw is uniform, more of them
    /// prefer some steps to others.
    /// `None` if the game is over.
    pub fn random_turn(&mut self, random: &mut Random, draws: u32) -> Option<String> {
        if self.outcome().is_some() {
            return None;
        }
        let by = self.position().to_act().side();
        let mut position = self.position().clone();
        let (mut steps, mut legal) = (vec![], vec![]);
        loop {
            position.steps(&mut legal);
            legal.retain(|&step| G::made_by(step).is_none_or(|side| side == by));
            let drawn = (0..draws.max(1)).map(|_| random.below(legal.len() as u32)).min()?;
            let step = *legal.get(drawn as usize)?;
            position.play_unchecked(step);
            steps.push(step);
            if !position.mid_turn() {
                break;
            }
        }
        let spelled = self.position().spell(&steps, Audience::Omniscient);
        self.push(by, steps);
        Some(spelled)
    }

    /// A turn to be built step by step for one side; [`commit`](Self::commit) plays it.
    pub fn draft(&self, by: Side) -> Draft<G> {
        Draft::new(self.position().clone(), by, self.outcome().is_some())
    }

    /// Plays a turn built step by step.
    ///
    /// # Errors
    /// [`TurnError`] if it is incomplete, or was begun in another position. Where both sides act at once, the
    /// other side may have played since.
    pub fn commit(&mut self, draft: &Draft<G>) -> Result<String, TurnError> {
        let spelled = draft.text(Audience::Side(draft.by()));
        if self.outcome().is_some() {
            return Err(TurnError::whole(&spelled, Refusal::Over));
        }
        if !draft.is_complete() {
            return Err(TurnError::whole(&spelled, Refusal::Incomplete(draft.position().prompt())));
        }
        if draft.start() != self.position() && !self.still_fits(draft) {
            return Err(TurnError::whole(&spelled, Refusal::NotLegal));
        }
        self.push(draft.by(), draft.steps().to_vec());
        Ok(spelled)
    }

    /// Whether a turn of one of two sides that act at once is legal now, whatever position it was begun in.
    fn still_fits(&self, draft: &Draft<G>) -> bool {
        let mut position = self.position().clone();
        let own = |step| G::made_by(step) == Some(draft.by());
        draft.steps().iter().all(|&step| own(step) && position.play(step).is_ok())
    }

    fn push(&mut self, by: Side, steps: Vec<G::Step>) {
        let round = self.round_mut();
        let before = round.position.clone();
        for &step in &steps {
            round.position.play_unchecked(step);
        }
        debug_assert!(!round.position.mid_turn(), "a turn is complete when it is pushed");
        let restarts = steps.iter().any(|&step| G::restarts_repetition(step));
        let (seen, counts) = (hash::of(&before.visible()), before.counts_as_turn());
        round.turns.push(PlayedTurn { before, steps, by, seen, restarts, counts });
        round.outcome = round.outcome_by_rules();
    }

    /// Takes back the last turn, the event that ended the game, or the opening of a round in which nothing has
    /// happened yet; false if there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        let round = self.round_mut();
        let by_event = round.outcome.is_some() && round.outcome != round.outcome_by_rules();
        if by_event {
            round.outcome = round.outcome_by_rules();
        } else if let Some(last) = round.turns.pop() {
            round.position = last.before;
            round.outcome = None;
        } else if self.rounds.len() > 1 {
            self.rounds.pop();
        } else {
            return false;
        }
        true
    }

    /// A side resigns; in a match that loses the match.
    ///
    /// # Errors
    /// [`Refusal`] if the game is over.
    pub fn resign(&mut self, side: Side) -> Result<Outcome, Refusal> {
        self.end(Outcome::win(side.other(), Reason::Resigned))
    }

    /// A side has used up its time; in a match that loses the match.
    ///
    /// # Errors
    /// [`Refusal`] if the game is over.
    pub fn flag(&mut self, side: Side) -> Result<Outcome, Refusal> {
        self.end(Outcome::win(side.other(), Reason::Time))
    }

    /// Ends the game by an event at the table: an agreed draw, a claim, an abort. In a match a draw ends the
    /// round, a win the match.
    ///
    /// # Errors
    /// [`Refusal`] if it is over already.
    pub fn end(&mut self, outcome: Outcome) -> Result<Outcome, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.round_mut().outcome = Some(outcome);
        Ok(outcome)
    }

    /// The state of the match, where the game is played as one.
    pub fn match_state(&self) -> Option<Match> {
        if !self.in_match() {
            return None;
        }
        let mut points = Pair([0, 0]);
        let mut winner = None;
        for round in &self.rounds {
            let Some(Outcome { winner: Some(side), reason }) = round.outcome else {
                continue;
            };
            if matches!(reason, Reason::Resigned | Reason::Time | Reason::Claimed) {
                winner = Some(side);
            } else {
                points[side] += round.position.round_score(side);
                winner = winner.or((points[side] >= MATCH_POINTS).then_some(side));
            }
        }
        Some(Match { round: self.rounds.len(), points: points.0, winner })
    }

    fn in_match(&self) -> bool {
        self.rounds[0].start.next_round(Side::White).is_some()
    }

    /// Starts the next round of a match: the loser of the last one begins, after a draw the other colour
    /// than the one that began it.
    ///
    /// # Errors
    /// [`Refusal`] if there is no match, it is over, or the round still runs.
    pub fn next_round(&mut self) -> Result<usize, Refusal> {
        let state = self.match_state().ok_or(Refusal::Rule(NO_MATCH))?;
        if state.winner.is_some() {
            return Err(Refusal::Rule(MATCH_OVER));
        }
        let outcome = self.outcome().ok_or(Refusal::Rule(ROUND_RUNNING))?;
        let began = self.round().start.to_act().side();
        let first = outcome.winner.unwrap_or(began).other();
        let start = self.rounds[0].start.next_round(first).ok_or(Refusal::Rule(NO_MATCH))?;
        self.rounds.push(Round::new(start));
        Ok(self.rounds.len())
    }

    fn open_round(&mut self, number: &str) -> Result<String, Refusal> {
        let next = (self.rounds.len() + 1).to_string();
        if self.match_state().is_some() && number != next {
            return Err(Refusal::RuleAt(WRONG_ROUND, next));
        }
        self.next_round().map(|number| format!("round {number}"))
    }

    /// Whether the players have swapped colours (Y's swap) in this round.
    pub fn swapped(&self) -> bool {
        let swaps = self.round().turns.iter().flat_map(|turn| &turn.steps).filter(|&&step| G::swaps(step));
        swaps.count() % 2 == 1
    }

    /// The points that show why the game, or this round of a match, ended; none if it goes on, or did not end
    /// on the board.
    pub fn decisive(&self) -> Vec<crate::Point> {
        let round = self.round();
        if round.outcome.is_none() || round.outcome != round.position.outcome() {
            return vec![];
        }
        let last = round.turns.last().map_or(&[][..], |turn| &turn.steps);
        let mut points = round.position.decisive(last);
        sort_short(&mut points, |a, b| a < b);
        points.dedup();
        points
    }

    /// The points that show what happened in the last turn, in the order in which it happened.
    pub fn last_points(&self) -> Vec<crate::Point> {
        let Some(last) = self.round().turns.last() else {
            return vec![];
        };
        let mut position = last.before.clone();
        let mut points = vec![];
        for &step in &last.steps {
            points.extend(position.marked_points(step));
            position.play_unchecked(step);
        }
        points.dedup();
        points
    }
}

impl<G: Game> Round<G> {
    fn new(start: G) -> Self {
        let outcome = start.outcome();
        Self { position: start.clone(), start, turns: vec![], outcome }
    }

    /// The turns as a record lists them: of turns that both sides make at once Black's comes first, whichever
    /// was played first.
    /// White's waits for it: a record does not say whose turn it lists, so on its own it would be read as
    /// Black's.
    pub fn in_record_order(&self) -> Vec<&PlayedTurn<G>> {
        let at_once = self.turns.iter().take_while(|turn| !turn.counts).count();
        let (at_once, later) = self.turns.split_at(at_once);
        let of = |side| at_once.iter().filter(move |turn| turn.by == side);
        let turns: Vec<&PlayedTurn<G>> = of(Side::Black).chain(of(Side::White)).chain(later).collect();
        let waits = turns.first().is_some_and(|first| first.by != self.start.to_act().side());
        if waits { vec![] } else { turns }
    }

    fn outcome_by_rules(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| self.drawn_by_history())
    }

    /// Threefold repetition, or the limit of turns.
    fn drawn_by_history(&self) -> Option<Outcome> {
        if G::CYCLES && self.occurrences() >= 3 {
            return Some(Outcome::draw(Reason::Repetition));
        }
        let counted = self.turns.iter().filter(|turn| turn.counts).count();
        (counted >= TURN_LIMIT as usize).then_some(Outcome::draw(Reason::TurnLimit))
    }

    fn occurrences(&self) -> usize {
        let now = self.position.visible();
        let hash = hash::of(&now);
        let same = |turn: &&PlayedTurn<G>| turn.seen == hash && turn.before.visible() == now;
        1 + self.turns.iter().rev().take_while(|turn| !turn.restarts).filter(same).count()
    }
}

/// Only what everybody may see: secrets do not leak through logs.
impl<G: Game> fmt::Debug for Play<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let audience = self.audience(Audience::Everyone);
        let turns = self.round().turns.iter().map(|turn| turn.before.spell(&turn.steps, audience));
        f.debug_struct("Play")
            .field("game", &G::meta().id)
            .field("round", &self.rounds.len())
            .field("turns", &turns.collect::<Vec<_>>())
            .field("position", &self.position().setup(audience))
            .field("outcome", &self.outcome())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::y::Y;
    use crate::games::zen::Zen;

    fn match_of_zen() -> Play<Zen> {
        Play::start(&["variant=3"]).unwrap()
    }

    #[test]
    fn a_win_at_the_table_wins_the_match_without_points() {
        for reason in [Reason::Resigned, Reason::Time, Reason::Claimed] {
            let mut play = match_of_zen();
            play.turn("f6-i9").unwrap();
            play.end(Outcome::win(Side::Black, reason)).unwrap();
            let over = Match { round: 1, points: [0, 0], winner: Some(Side::Black) };
            assert_eq!(play.match_state(), Some(over), "{reason}");
            assert_eq!(play.next_round(), Err(Refusal::Rule(MATCH_OVER)));
        }
    }

    #[test]
    fn everything_in_a_match_can_be_taken_back() {
        let mut play = match_of_zen();
        play.turn("f6-i9").unwrap();
        play.end(Outcome::draw(Reason::Agreed)).unwrap();
        play.turn("round 2").unwrap();
        play.flag(Side::White).unwrap();
        assert!(play.undo(), "the flag");
        assert_eq!(play.match_state(), Some(Match { round: 2, points: [0, 0], winner: None }));
        assert!(play.undo(), "the second round");
        assert_eq!(play.outcome(), Some(Outcome::draw(Reason::Agreed)));
        assert!(play.undo(), "the agreement");
        assert_eq!((play.outcome(), play.rounds()[0].turns.len()), (None, 1));
        assert!(play.undo() && !play.undo(), "the turn, and nothing before it");
    }

    #[test]
    fn an_error_quotes_the_turn_as_it_was_written() {
        let error = Play::<Y>::start(&["pie=off", "handicap=2"]).unwrap().turn(" C7 A99 ").unwrap_err();
        assert_eq!((error.token.as_str(), error.at), ("A99", 3));
    }
}
