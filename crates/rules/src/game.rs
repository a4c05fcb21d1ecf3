//! The interface of all games, in three parts: [`Rules`] for a search, [`Notation`] for text, [`Presentation`] for people.
//! A [`Game`] has all three, and metadata.

use crate::board::{Board, Point};
use crate::credits::Credits;
use crate::options::{OptionError, OptionSpec, Options};
use crate::outcome::Outcome;
use crate::playout::{self, Playout, Random, Scratch};
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Side, Text};
use crate::view::{Button, Piece, Touch, View};
use std::fmt::Debug;
use std::hash::Hash;

/// The metadata of a game.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// Its id, as commands and records spell it.
    pub id: &'static str,
    /// Its name in French and English.
    pub name: Text,
    /// In one sentence: what it is and how it is won.
    pub blurb: Text,
    /// Its inventors and publishers, and the rights they reserve.
    pub credits: Credits,
    /// The kinds of pieces it is played with.
    pub pieces: &'static [Piece],
    /// The words one can play instead of touching a point.
    pub words: &'static [Button],
    /// Whether an ordinary turn is a single placement from the first turn to the last.
    pub placement: bool,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its rating classes, that of the usual game first.
    pub rating_classes: &'static [RatingClass],
    /// Sets of options, `key=value` each, that play differently from the default. Tests, benchmarks and load
    /// generators cover them all.
    pub variants: &'static [&'static [&'static str]],
    /// A typical middle-game position with the default options, as a set-up string: for pictures and
    /// benchmarks.
    pub sample: &'static str,
    /// Incremented whenever a change of the rules gives an old record another meaning.
    pub(crate) revision: u32,
}

impl Meta {
    /// The rating class of games with these options; none if they cannot be rated.
    #[must_use]
    pub fn rating_class(&self, options: &Options) -> Option<&'static RatingClass> {
        self.rating_classes.iter().find(|class| (class.covers)(options))
    }

    /// Incremented whenever a change of the rules gives an old record another meaning.
    #[must_use]
    pub fn revision(&self) -> u32 {
        let revision = self.revision;
        #[cfg(feature = "test-hooks")]
        let revision = revision + crate::test_hooks::newer_by();
        revision
    }
}

/// Which of several spellings of the same turn is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreferredSpelling {
    /// The one that sorts first as text.
    Text,
    /// The one with the fewest steps, among equals the first by board order of its steps.
    Steps,
}

/// A position of one game with the rules that apply to it: what a search needs.
///
/// A position is a value: cheap to clone, compare and hash. A turn is made of steps, each one decision (a
/// point, a move, a row, a ring, a law). To take a step back, keep the clone from before it.
///
/// # Contract (checked for every game by `tests/contract.rs`)
/// * `steps` lists exactly the steps `play` accepts, none twice; a refused `play` leaves the position as it was;
/// * `outcome` is `Some` exactly when there are no steps; it is `None` while `mid_turn`;
/// * every listed step can be completed to a legal turn; where going on is optional, ending is a step of its own;
/// * a turn is complete when `mid_turn` turns false;
/// * equal positions have equal futures; `mid_turn` positions differ from those between turns.
///
/// History (repetition, the turn limit, rounds, which player owns which colour) belongs to
/// [`Play`](crate::Play), not to a position.
pub trait Rules: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One decision. Ordered by board order of the points it names.
    ///
    /// Most games call theirs `Step`, and their pieces `Stones`: the path names the game, `games::y::Step`.
    type Step: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// Whether a position can come back; if so the third occurrence is a draw.
    const CYCLES: bool;

    /// The start position. `options` have been checked one by one against [`Meta::options`].
    ///
    /// # Errors
    /// [`OptionError`] if the options contradict each other.
    fn start(options: &Options) -> Result<Self, OptionError>;

    /// The board.
    fn board(&self) -> &'static Board;

    /// Who has to act.
    fn to_act(&self) -> Actors;

    /// Whether a turn has begun and is not complete.
    fn mid_turn(&self) -> bool;

    /// Lists the legal steps into `out`, which is cleared first.
    fn steps(&self, out: &mut Vec<Self::Step>);

    /// Plays a step that [`steps`](Self::steps) lists. With any other step the position is meaningless
    /// afterwards (never memory-unsafe); use [`play`](Self::play) for what a person chose.
    fn play_unchecked(&mut self, step: Self::Step);

    /// The result of the game, as far as it follows from the position.
    fn outcome(&self) -> Option<Outcome>;

    /// Why a step is not legal; called only for steps that are not listed.
    fn explain(&self, step: Self::Step) -> Refusal;

    /// Plays a step if it is legal.
    ///
    /// # Errors
    /// [`Refusal`] if the step is not legal; the position is unchanged.
    fn play(&mut self, step: Self::Step) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let mut legal = Vec::new();
        self.steps(&mut legal);
        if !legal.contains(&step) {
            return Err(self.explain(step));
        }
        self.play_unchecked(step);
        Ok(())
    }

    /// Whose step this is where both sides act at once; `None` is the side to act.
    fn made_by(_step: Self::Step) -> Option<Side> {
        None
    }

    /// Whether a turn from here has too many possibilities to list (Yin Yang's laws have 513⁴).
    fn has_countless_turns(&self) -> bool {
        false
    }

    /// Whether this step swaps the players' colours (Y's swap).
    fn swaps(_step: Self::Step) -> bool {
        false
    }

    /// What repetition compares: the position without what its players cannot see.
    fn visible(&self) -> Self {
        self.clone()
    }

    /// Whether a turn with this step makes the position after it a first occurrence.
    fn restarts_repetition(_step: Self::Step) -> bool {
        false
    }

    /// Whether a turn from here counts towards the limit of turns.
    fn counts_as_turn(&self) -> bool {
        true
    }

    /// Whether a symmetry of the board keeps the rules: the image of every legal game is a legal game with the same end.
    /// `map[p]` is where point p goes.
    fn keeps_rules(_map: &[Point]) -> bool {
        true
    }

    /// In a match: the start of another round, `first` to begin. `None` where games are single.
    fn next_round(&self, _first: Side) -> Option<Self> {
        None
    }

    /// In a match: what the winner of a round that ended here scores.
    fn round_score(&self, _winner: Side) -> u32 {
        0
    }

    /// A random game from here to its end, uniform among the legal steps. A game may have a faster
    /// implementation than [`playout::by_steps`], with the same distribution.
    fn playout(&self, random: &mut Random, scratch: &mut Scratch<Self>) -> Playout {
        playout::by_steps(self, random, scratch)
    }
}

/// Positions and turns as text.
///
/// # Contract (checked for every game by `tests/contract.rs`)
/// * a set-up string that was written reads back to the same position;
/// * a turn that was spelled reads back to the same steps, in any mixture of upper and lower case;
/// * what an audience may not see is in no text made for it.
pub trait Notation: Rules {
    /// Which spelling of a turn is printed.
    const PREFERRED: PreferredSpelling = PreferredSpelling::Text;

    /// The position of a set-up string. Takes every key of the game from `fields`; the caller finishes them.
    ///
    /// # Errors
    /// [`SetupError`] if the position is not legal.
    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError>;

    /// The set-up string of a position between two turns, without what `audience` may not see.
    fn setup(&self, audience: Audience) -> String;

    /// Reads a turn of `by` as steps and checks them one by one. `text` is trimmed.
    ///
    /// # Errors
    /// [`TurnError`] if it is not a legal turn: which word, and why.
    fn read(&self, by: Side, text: &str) -> Result<Vec<Self::Step>, TurnError>;

    /// Spells a turn that starts in this position, or the beginning of one, for an audience.
    fn spell(&self, steps: &[Self::Step], audience: Audience) -> String;

    /// Whether `new` is printed rather than `old`, another way from here to the same position.
    fn prefers(&self, new: &[Self::Step], old: &[Self::Step]) -> bool {
        let spelled = |steps| self.spell(steps, Audience::Omniscient);
        match Self::PREFERRED {
            PreferredSpelling::Text => spelled(new) < spelled(old),
            PreferredSpelling::Steps => (new.len(), new) < (old.len(), old),
        }
    }
}

/// What a person sees of a position and does to it.
///
/// # Contract (checked for every game by `tests/contract.rs`)
/// * the touches of two steps of one position are different, and neither begins with the other;
/// * what an audience may not see is in no view made for it.
pub trait Presentation: Rules {
    /// The position as an audience sees it.
    fn view(&self, audience: Audience) -> View;

    /// What a person touches to make this step, in order.
    fn touches(&self, step: Self::Step) -> Vec<Touch>;

    /// The points to mark once this step has been played: those touched, unless the step changes others.
    fn marked_points(&self, step: Self::Step) -> Vec<Point> {
        let point = |touch| if let Touch::Point(point) = touch { Some(point) } else { None };
        self.touches(step).into_iter().filter_map(point).collect()
    }

    /// What the player to act has to do now, in a few words.
    fn prompt(&self) -> Text;

    /// What has to follow these touches, which begin a step and do not complete it.
    fn prompt_after(&self, _begun: &[Touch]) -> Text {
        Text { en: "choose where it goes", fr: "choisissez sa destination" }
    }

    /// The points that show why the game ended in this position: a chain, a row, a figure, the stones that cannot move.
    /// `last` is the last turn; a set-up has none. Empty where no point of the board shows it.
    /// Only called for positions with an [`outcome`](Rules::outcome).
    fn decisive(&self, last: &[Self::Step]) -> Vec<Point>;

    /// Whether the players announce check themselves (Zen): a turn built by touches is then offered plain and
    /// with every announcement, true or not, so that the choice does not reveal which one is true.
    fn is_announced_by_hand(&self) -> bool {
        false
    }

    /// The number of pieces of the other side that a turn from this position takes off the board; 0 in games without
    /// captures. The turn is legal.
    fn captured(&self, _turn: &[Self::Step]) -> u32 {
        0
    }

    /// Explains why the last touch is not a legal continuation of the earlier ones.
    /// Only called for illegal continuations, with points of the board.
    fn why_not_touch(&self, touches: &[Touch]) -> Refusal;
}

/// A game: its rules, its notation, its presentation and its metadata.
pub trait Game: Notation + Presentation {
    /// Id, names, options, sample position.
    fn meta() -> &'static Meta;
}

/// The position after a turn, or after the beginning of one, that is legal in `position`.
#[must_use]
pub fn after<G: Rules>(position: &G, steps: &[G::Step]) -> G {
    let mut after = position.clone();
    for &step in steps {
        after.play_unchecked(step);
    }
    after
}

/// Plays a step that was read from a word on `position`; the error names the word.
///
/// # Errors
/// [`TurnError`] if the step is not legal.
pub fn read_step<G: Rules>(
    position: &mut G,
    step: G::Step,
    word: crate::notation::Word<'_>,
) -> Result<G::Step, TurnError> {
    position.play(step).map_err(|why| word.refuse(why))?;
    Ok(step)
}
