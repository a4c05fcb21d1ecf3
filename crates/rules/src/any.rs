//! Any game behind one object-safe handle, for servers, terminals and pages.
//!
//! [`GameType`] starts games, [`AnyPlay`] is one being played, [`AnyDraft`] a turn being built. All three are
//! implemented once, for every [`Game`].

use crate::board::{Board, Point};
use crate::canonical::{self, Symmetries};
use crate::draft::Draft;
use crate::game::{Game, Meta};
use crate::options::{OptionError, OptionSpec, Options};
use crate::outcome::Outcome;
use crate::perft::{self, Progress};
use crate::play::{Match, Play, PlayedTurn};
use crate::playout::{self, Playout, Random, Scratch};
use crate::refusal::{Refusal, TurnError};
use crate::setup::SetupError;
use crate::side::{Actors, Audience, Side, Text};
use crate::turns::{LISTED, ListError, TooManyTurns, list_turns};
use crate::view::{Touch, View};
use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A game that can be started.
pub trait GameType: Sync {
    /// Id, names, options.
    fn meta(&self) -> &'static Meta;

    /// A new game.
    ///
    /// # Errors
    /// [`OptionError`] if the options contradict each other.
    fn start(&self, options: Options) -> Result<Box<dyn AnyPlay>, OptionError>;

    /// A game from a set-up string.
    ///
    /// # Errors
    /// [`SetupError`] if the position is not legal.
    fn set_up(&self, options: Options, setup: &str) -> Result<Box<dyn AnyPlay>, SetupError>;

    /// Plays random games from the start until `go_on` returns false, and reports each.
    ///
    /// `generic` uses the common interface even where the game has a faster implementation.
    ///
    /// # Errors
    /// [`OptionError`] if the options contradict each other.
    #[cfg(not(target_family = "wasm"))]
    fn playouts(
        &self,
        options: &Options,
        generic: bool,
        random: &mut Random,
        report: &mut dyn FnMut(Playout) -> bool,
    ) -> Result<(), OptionError>;
}

/// The registry entry of a game: its type without a value.
pub struct Entry<G>(PhantomData<fn() -> G>);

impl<G: Game> Entry<G> {
    /// The entry as an object.
    pub const GAME_TYPE: &'static dyn GameType = &Self(PhantomData);
}

impl<G: Game> GameType for Entry<G> {
    fn meta(&self) -> &'static Meta {
        G::meta()
    }

    fn start(&self, options: Options) -> Result<Box<dyn AnyPlay>, OptionError> {
        Ok(Box::new(Play::<G>::with_options(options)?))
    }

    fn set_up(&self, options: Options, setup: &str) -> Result<Box<dyn AnyPlay>, SetupError> {
        Ok(Box::new(Play::<G>::from_setup(options, setup)?))
    }

    #[cfg(not(target_family = "wasm"))]
    fn playouts(
        &self,
        options: &Options,
        generic: bool,
        random: &mut Random,
        report: &mut dyn FnMut(Playout) -> bool,
    ) -> Result<(), OptionError> {
        let start = G::start(options)?;
        let mut scratch = Scratch::default();
        let mut one = || {
            if generic {
                playout::by_steps(&start, random, &mut scratch)
            } else {
                start.playout(random, &mut scratch)
            }
        };
        while report(one()) {}
        Ok(())
    }
}

/// A turn of the history, as an audience may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryLine {
    /// The number of a round that begins here; the first is not mentioned.
    Round(usize),
    /// A turn.
    Turn {
        /// Who played it.
        by: Side,
        /// Its notation.
        text: String,
        /// The number of pieces it captured.
        captured: u32,
    },
}

/// A game being played, of any type.
pub trait AnyPlay: Debug + Send + Sync {
    /// The concrete play, for callers that need one game: `play.as_any().downcast_ref::<Play<Yinsh>>()`.
    fn as_any(&self) -> &dyn Any;
    /// Id, names, options of the game.
    fn meta(&self) -> &'static Meta;
    /// The options it is played with.
    fn options(&self) -> &Options;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPlay>;
    /// Who has to act.
    fn to_act(&self) -> Actors;
    /// What the player to act has to do.
    fn prompt(&self) -> Text;
    /// How the game, or the current round of a match, ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The match, where there is one.
    fn match_state(&self) -> Option<Match>;
    /// Opens the next round of a match.
    ///
    /// # Errors
    /// [`Refusal`] if there is no next round.
    fn next_round(&mut self) -> Result<usize, Refusal>;
    /// Whether the players have swapped colours.
    fn swapped(&self) -> bool;
    /// The legal turns, spelled and sorted.
    /// The list reveals secrets of the side to act: send it to that side only.
    ///
    /// # Errors
    /// [`ListError`] if there are more than [`LISTED`].
    fn turns(&self) -> Result<Vec<String>, ListError> {
        self.turns_within(LISTED, &|| false)
    }
    /// The same with a limit chosen by the caller; ends early if `stop` returns true. See [`list_turns`].
    ///
    /// # Errors
    /// [`ListError`] if there are more turns than `limit`, or `stop` returned true.
    fn turns_within(&self, limit: usize, stop: &dyn Fn() -> bool) -> Result<Vec<String>, ListError>;
    /// Whether the position has too many turns for any list: laws are being written.
    fn has_countless_turns(&self) -> bool;
    /// Plays a turn of the side to act; see [`Play::turn`].
    ///
    /// # Errors
    /// [`TurnError`] if it is not legal.
    fn turn(&mut self, text: &str) -> Result<String, TurnError>;
    /// Plays a turn of a given side.
    ///
    /// # Errors
    /// [`TurnError`] if it is not legal.
    fn turn_by(&mut self, by: Side, text: &str) -> Result<String, TurnError>;
    /// Plays a random turn of the side to act; see [`Play::random_turn`].
    fn random_turn(&mut self, random: &mut Random, draws: u32) -> Option<String>;
    /// Takes back the last turn.
    fn undo(&mut self) -> bool;
    /// A side gives up.
    ///
    /// # Errors
    /// [`Refusal`] if the game is over.
    fn resign(&mut self, side: Side) -> Result<Outcome, Refusal>;
    /// A side's time is up.
    ///
    /// # Errors
    /// [`Refusal`] if the game is over.
    fn flag(&mut self, side: Side) -> Result<Outcome, Refusal>;
    /// Ends the game by an event at the table.
    ///
    /// # Errors
    /// [`Refusal`] if it is over already.
    fn end(&mut self, outcome: Outcome) -> Result<Outcome, Refusal>;
    /// How each round so far ended; a single game is one round.
    fn round_outcomes(&self) -> Vec<Option<Outcome>>;
    /// The options without what an audience may not see.
    fn options_for(&self, audience: Audience) -> Options;
    /// The board.
    fn board(&self) -> &'static Board;
    /// The symmetries of the board that keep the rules.
    fn symmetries(&self) -> Symmetries;
    /// The turns so far, as an audience may see them.
    fn history(&self, audience: Audience) -> Vec<HistoryLine>;
    /// The turn played last in this round, as an audience may see it.
    fn last_turn(&self, audience: Audience) -> Option<String>;
    /// How many turns this round has.
    fn turns_in_round(&self) -> usize;
    /// The set-up string of the position, as an audience may see it.
    fn setup(&self, audience: Audience) -> String;
    /// The set-up it started from, unless that was the usual start.
    fn start_setup(&self, audience: Audience) -> Option<String>;
    /// The position as an audience sees it.
    fn view(&self, audience: Audience) -> View;
    /// The points touched in the last turn.
    fn last_points(&self) -> Vec<Point>;
    /// The number of pieces captured by the turn played last in this round.
    fn last_captured(&self) -> u32;
    /// Whether the players announce check themselves; see [`Presentation`](crate::game::Presentation).
    fn is_announced_by_hand(&self) -> bool;
    /// The points that show why the game ended; see [`Play::decisive`].
    fn decisive(&self) -> Vec<Point>;
    /// Begins to build a turn.
    fn draft(&self, by: Side) -> Box<dyn AnyDraft>;
    /// Counts positions.
    ///
    /// # Errors
    /// [`TooManyTurns`] if there are too many to count.
    #[cfg(not(target_family = "wasm"))]
    fn perft(&self, depth: u32, progress: Progress<'_>) -> Result<u64, TooManyTurns>;
    /// Counts positions behind each turn.
    ///
    /// # Errors
    /// [`TooManyTurns`] if there are too many to count.
    #[cfg(not(target_family = "wasm"))]
    fn divide(&self, depth: u32, progress: Progress<'_>) -> Result<Vec<(String, u64)>, TooManyTurns>;
}

impl Clone for Box<dyn AnyPlay> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A turn being built, of any game.
pub trait AnyDraft: Send + Sync {
    /// What may be touched next.
    fn choices(&self) -> Vec<Touch>;
    /// Touches something.
    ///
    /// # Errors
    /// [`Refusal`] if nothing legal begins this way.
    fn touch(&mut self, touch: Touch) -> Result<(), Refusal>;
    /// Why something cannot be touched next; `None` if it can.
    fn why_not(&self, touch: &Touch) -> Option<Refusal>;
    /// One touch or step back.
    fn back(&mut self) -> bool;
    /// The touches of a step that is only half made.
    fn pending(&self) -> &[Touch];
    /// Whether the turn is complete.
    fn is_complete(&self) -> bool;
    /// What has to be done now.
    fn prompt(&self) -> Text;
    /// The turn so far.
    fn text(&self, audience: Audience) -> String;
    /// The complete turn in every spelling it is offered in; see [`Draft::spellings`].
    fn spellings(&self, audience: Audience) -> Vec<String>;
    /// The position with the steps made so far.
    fn view(&self, audience: Audience) -> View;
}

impl<G: Game> AnyPlay for Play<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn meta(&self) -> &'static Meta {
        G::meta()
    }
    fn options(&self) -> &Options {
        self.options()
    }
    fn boxed_clone(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }
    fn to_act(&self) -> Actors {
        self.position().to_act()
    }
    fn prompt(&self) -> Text {
        self.position().prompt()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
    fn match_state(&self) -> Option<Match> {
        self.match_state()
    }
    fn next_round(&mut self) -> Result<usize, Refusal> {
        self.next_round()
    }
    fn swapped(&self) -> bool {
        self.swapped()
    }
    fn turns_within(&self, limit: usize, stop: &dyn Fn() -> bool) -> Result<Vec<String>, ListError> {
        if self.outcome().is_some() {
            return Ok(vec![]);
        }
        Ok(list_turns(self.position(), limit, stop)?.into_iter().map(|turn| turn.text).collect())
    }
    fn has_countless_turns(&self) -> bool {
        self.outcome().is_none() && self.position().has_countless_turns()
    }
    fn turn(&mut self, text: &str) -> Result<String, TurnError> {
        self.turn(text)
    }
    fn turn_by(&mut self, by: Side, text: &str) -> Result<String, TurnError> {
        self.turn_by(by, text)
    }
    fn random_turn(&mut self, random: &mut Random, draws: u32) -> Option<String> {
        self.random_turn(random, draws)
    }
    fn undo(&mut self) -> bool {
        self.undo()
    }
    fn resign(&mut self, side: Side) -> Result<Outcome, Refusal> {
        self.resign(side)
    }
    fn flag(&mut self, side: Side) -> Result<Outcome, Refusal> {
        self.flag(side)
    }
    fn end(&mut self, outcome: Outcome) -> Result<Outcome, Refusal> {
        self.end(outcome)
    }
    fn round_outcomes(&self) -> Vec<Option<Outcome>> {
        self.rounds().iter().map(|round| round.outcome).collect()
    }
    fn options_for(&self, audience: Audience) -> Options {
        let audience = self.audience(audience);
        let hidden =
            |spec: &&OptionSpec| spec.values.secret_of().is_some_and(|owner| !audience.may_see(owner));
        let hide = |options: Options, spec: &OptionSpec| options.with(spec.key, "");
        G::meta().options.iter().filter(hidden).fold(self.options().clone(), hide)
    }
    fn board(&self) -> &'static Board {
        self.position().board()
    }
    fn symmetries(&self) -> Symmetries {
        canonical::symmetries::<G>(self.position().board())
    }
    fn history(&self, audience: Audience) -> Vec<HistoryLine> {
        let audience = self.audience(audience);
        let mut lines = vec![];
        for (number, round) in (1..).zip(self.rounds()) {
            if number > 1 {
                lines.push(HistoryLine::Round(number));
            }
            let spelled = |turn: &PlayedTurn<G>| HistoryLine::Turn {
                by: turn.by,
                text: turn.before.spell(&turn.steps, audience),
                captured: turn.before.captured(&turn.steps),
            };
            lines.extend(round.in_record_order().into_iter().map(spelled));
        }
        lines
    }
    fn last_turn(&self, audience: Audience) -> Option<String> {
        let turn = self.rounds().last()?.turns.last()?;
        Some(turn.before.spell(&turn.steps, self.audience(audience)))
    }
    fn turns_in_round(&self) -> usize {
        self.rounds().last().map_or(0, |round| round.turns.len())
    }
    fn setup(&self, audience: Audience) -> String {
        self.position().setup(self.audience(audience))
    }
    fn start_setup(&self, audience: Audience) -> Option<String> {
        self.start_setup(audience)
    }
    fn view(&self, audience: Audience) -> View {
        self.position().view(self.audience(audience))
    }
    fn last_captured(&self) -> u32 {
        let last = self.rounds().last().and_then(|round| round.turns.last());
        last.map_or(0, |turn| turn.before.captured(&turn.steps))
    }
    fn last_points(&self) -> Vec<Point> {
        self.last_points()
    }
    fn is_announced_by_hand(&self) -> bool {
        self.position().is_announced_by_hand()
    }
    fn decisive(&self) -> Vec<Point> {
        self.decisive()
    }
    fn draft(&self, by: Side) -> Box<dyn AnyDraft> {
        Box::new(self.draft(by))
    }
    #[cfg(not(target_family = "wasm"))]
    fn perft(&self, depth: u32, progress: Progress<'_>) -> Result<u64, TooManyTurns> {
        if self.outcome().is_some() {
            return Ok(u64::from(depth == 0));
        }
        perft::perft_with_progress(self.position(), depth, progress)
    }
    #[cfg(not(target_family = "wasm"))]
    fn divide(&self, depth: u32, progress: Progress<'_>) -> Result<Vec<(String, u64)>, TooManyTurns> {
        if self.outcome().is_some() {
            return Ok(vec![]);
        }
        perft::divide(self.position(), depth, progress)
    }
}

impl<G: Game> AnyDraft for Draft<G> {
    fn choices(&self) -> Vec<Touch> {
        self.choices()
    }
    fn touch(&mut self, touch: Touch) -> Result<(), Refusal> {
        self.touch(touch)
    }
    fn why_not(&self, touch: &Touch) -> Option<Refusal> {
        self.why_not(touch)
    }
    fn back(&mut self) -> bool {
        self.back()
    }
    fn pending(&self) -> &[Touch] {
        self.pending()
    }
    fn is_complete(&self) -> bool {
        self.is_complete()
    }
    fn prompt(&self) -> Text {
        self.prompt()
    }
    fn text(&self, audience: Audience) -> String {
        self.text(audience)
    }
    fn spellings(&self, audience: Audience) -> Vec<String> {
        self.spellings(audience)
    }
    fn view(&self, audience: Audience) -> View {
        self.position().view(audience)
    }
}
