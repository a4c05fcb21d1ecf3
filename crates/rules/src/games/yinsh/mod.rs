//! YINSH: rings leave markers behind and flip the markers they jump; five markers of one colour in a line
//! are worth a ring, and the first to take off three rings wins.
//!
//! A turn is built from steps: remove rows the opponent made (a row, then a ring for it, as often as there
//! are rows), move a ring, remove rows the move made. [`boardspace`] reads and writes the game files of
//! Boardspace.

pub mod boardspace;
mod features;
mod geometry;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod threats;

use crate::board::{Board, Point, yinsh};
use crate::game::{Game, Meta, Notation, Presentation, Rules};
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::outcome::{Outcome, Reason};
use crate::playout::{Playout, Random, Scratch};
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, TurnError};
use crate::setup::{Fields, SetupError, SetupWriter};
use crate::side::{Actors, Audience, Pair, Side, Text};
use crate::verdict::colour;
use crate::view::{Button, Piece, Touch, View};
pub use features::{CompletingCells, Effect, Rows};
use geometry::{Cells, cell, has_row, only, points};
use moves::MoveTask;

const META: Meta = Meta {
    id: "yinsh",
    name: Text { en: "YINSH", fr: "YINSH" },
    blurb: Text {
        en: "Rings leave markers behind and flip those they jump over; make five in a row to remove one of your rings; three rings off wins.",
        fr: "Les anneaux sèment des marqueurs et retournent ceux qu’ils survolent ; alignez-en cinq pour retirer un anneau ; trois anneaux retirés, c’est gagné.",
    },
    credits: crate::credits::YINSH,
    pieces: &[Piece::Ring(Side::White), Piece::Marker(Side::White)],
    words: &[Button::PASS],
    placement: false,
    options: &[OptionSpec {
        key: "variant",
        about: Text { en: "the variant", fr: "la variante" },
        values: Values::Choice(&[
            ("standard", Text { en: "standard (three rings)", fr: "standard (trois anneaux)" }),
            ("blitz", Text { en: "blitz (one ring)", fr: "blitz (un anneau)" }),
        ]),
        default: "standard",
    }],
    rating_classes: &[
        RatingClass {
            id: "yinsh",
            name: Text { en: "YINSH", fr: "YINSH" },
            covers: |options| options.get("variant") == "standard",
        },
        RatingClass {
            id: "yinsh-blitz",
            name: Text { en: "YINSH blitz", fr: "YINSH blitz" },
            covers: |options| options.get("variant") == "blitz",
        },
    ],
    variants: &[&["variant=blitz"]],
    sample: "wr=c3,e7,f6,h6 br=b3,c6,e4,i7 wm=a3,b2,c5,d3,d5,d6,d7,e3,f4,f8 bm=b4,b6,c4,c7,d4,d8,g6,h7 wout=1 bout=1 act=white",
    revision: 1,
};

/// Rings each side begins with.
const RINGS: u8 = 5;

/// Markers in the game.
const MARKERS: u8 = 51;

/// A position of YINSH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yinsh {
    /// Rings on the board.
    rings: Pair<Cells>,
    /// Markers on the board, by the colour that is up.
    markers: Pair<Cells>,
    /// Rings still to be placed.
    hand: Pair<u8>,
    /// Rings taken off.
    out: Pair<u8>,
    /// Markers left to put on the board.
    reserve: u8,
    act: Side,
    stage: Stage,
    /// How many of the last turns were passes; the second ends the game.
    passes: u8,
    blitz: bool,
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Not begun.
    Start,
    /// A row was removed before the move; its ring comes next.
    EarlyRing,
    /// Rows were removed before the move, each with its ring.
    Early,
    /// The ring has moved and rows are left to remove.
    Late,
    /// A row was removed after the move; its ring comes next.
    LateRing,
}

/// A step of YINSH.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A ring on a point.
    Place(Point),
    /// A row of five to remove, by its end markers, the first in board order first.
    Row {
        /// One end.
        first: Point,
        /// The other.
        last: Point,
    },
    /// The ring taken off for the row just removed.
    Ring(Point),
    /// A ring moved; its marker stays behind.
    Move {
        /// From here.
        from: Point,
        /// To there.
        to: Point,
    },
    /// Nothing can move.
    Pass,
}

impl Yinsh {
    /// How many rings a side has taken off.
    #[must_use]
    pub const fn rings_taken(&self, side: Side) -> u8 {
        self.out.0[side.index()]
    }

    /// How many markers show a side's colour.
    #[must_use]
    pub const fn marker_count(&self, side: Side) -> u32 {
        self.markers.0[side.index()].count_ones()
    }

    fn empty(options: &Options) -> Self {
        Self {
            rings: Pair([0; 2]),
            markers: Pair([0; 2]),
            hand: Pair([RINGS; 2]),
            out: Pair([0; 2]),
            reserve: MARKERS,
            act: Side::White,
            stage: Stage::Start,
            passes: 0,
            blitz: options.get("variant") == "blitz",
        }
    }

    /// How many rings win, and the reason of that result.
    #[inline(always)]
    const fn goal(&self) -> (u8, Reason) {
        if self.blitz { (1, Reason::FirstRing) } else { (3, Reason::ThirdRing) }
    }

    #[inline(always)]
    const fn is_placing(&self) -> bool {
        self.hand.0[0] + self.hand.0[1] > 0
    }

    #[inline(always)]
    const fn all_rings(&self) -> Cells {
        self.rings.0[0] | self.rings.0[1]
    }

    #[inline(always)]
    const fn all_markers(&self) -> Cells {
        self.markers.0[0] | self.markers.0[1]
    }

    /// Refuses positions that no game can reach.
    fn check(&self) -> Result<(), SetupError> {
        let impossible = |en: String, fr: String| Err(SetupError::Impossible { en, fr });
        let goal = self.goal().0;
        if Side::BOTH.iter().all(|&side| self.out[side] >= goal) {
            return impossible(
                format!("both sides have taken off {goal}: the first to do so had won"),
                format!("les deux camps en ont retiré {goal} : le premier à le faire avait gagné"),
            );
        }
        for side in Side::BOTH {
            if self.hand[side] > 0 && self.all_markers() != 0 {
                return impossible(
                    format!("markers on the board while {} still has rings to place", colour(side).en),
                    format!(
                        "des marqueurs sur le plateau alors que les {} ont encore des anneaux à poser",
                        colour(side).fr
                    ),
                );
            }
        }
        let other = self.act.other();
        // The last ring of a game ends it at once: a further row of the winner's stays where it is.
        if has_row(self.markers[other]) && self.out[other] < goal {
            return impossible(
                format!(
                    "a row of five {other} markers, but {} is to act: it would have been removed",
                    colour(self.act).en
                ),
                format!(
                    "un alignement de cinq marqueurs {}s alors que c’est aux {} de jouer : il aurait été retiré",
                    other.name().fr,
                    colour(self.act).fr
                ),
            );
        }
        if self.passes == 2 && has_row(self.markers[self.act]) {
            return impossible(
                format!("a row of five {} markers after two passes", self.act),
                format!("un alignement de cinq marqueurs {}s après deux passes", self.act.name().fr),
            );
        }
        Ok(())
    }
}

impl std::hash::Hash for Yinsh {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let (Pair([white_rings, black_rings]), Pair([white_markers, black_markers])) =
            (self.rings, self.markers);
        state.write_u128(white_rings);
        state.write_u128(black_rings);
        state.write_u128(white_markers);
        state.write_u128(black_markers);
        // The rest follows from these: rings in hand and the reserve are what is not elsewhere.
        let [white, black] = self.out.0;
        state.write_u32(u32::from_le_bytes([
            self.act as u8 | (self.stage as u8) << 1,
            self.passes | u8::from(self.blitz) << 2,
            white,
            black,
        ]));
    }
}

/// The keys of rings, markers and rings taken off.
const KEYS: [(Side, [&str; 3]); 2] =
    [(Side::White, ["wr", "wm", "wout"]), (Side::Black, ["br", "bm", "bout"])];

impl Game for Yinsh {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for Yinsh {
    type Step = Step;
    const CYCLES: bool = false;

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Self::empty(options))
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::only(self.act)
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        self.stage != Stage::Start
    }

    #[inline]
    fn steps(&self, out: &mut Vec<Step>) {
        self.list(out);
    }

    fn play_unchecked(&mut self, step: Step) {
        self.make(step);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.mid_turn() { None } else { self.end() }
    }

    fn explain(&self, step: Step) -> Refusal {
        self.why_not(step)
    }

    fn board(&self) -> &'static Board {
        yinsh()
    }

    fn playout(&self, random: &mut Random, scratch: &mut Scratch<Self>) -> Playout {
        self.clone().random_game(random, scratch)
    }
}

impl Notation for Yinsh {
    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let mut position = Self::empty(options);
        let set = |points: Vec<Point>| points.into_iter().fold(0, |set, p| set | only(cell(p)));
        for (side, [rings, markers, out]) in KEYS {
            position.rings[side] = set(fields.pieces(rings, yinsh(), usize::from(RINGS))?);
            position.markers[side] = set(fields.pieces(markers, yinsh(), usize::from(MARKERS))?);
            position.out[side] = fields.number(out, u32::from(position.goal().0))? as u8;
            let used = position.rings[side].count_ones() as u8 + position.out[side];
            position.hand[side] = RINGS.checked_sub(used).ok_or_else(|| {
                SetupError::impossible(
                    format!("{used} {side} rings on the board and taken off; there are 5"),
                    format!("{used} anneaux {}s sur le plateau et retirés ; il y en a 5", side.name().fr),
                )
            })?;
        }
        let used = position.all_markers().count_ones();
        position.reserve = MARKERS.checked_sub(used as u8).ok_or_else(|| {
            SetupError::impossible(
                format!("{used} markers on the board; there are {MARKERS}"),
                format!("{used} marqueurs sur le plateau ; il y en a {MARKERS}"),
            )
        })?;
        position.act = fields.act()?;
        position.passes = fields.passes()?;
        position.check()?;
        Ok(position)
    }

    fn setup(&self, _: Audience) -> String {
        let mut writer = SetupWriter::default();
        for (side, [key, _, _]) in KEYS {
            writer = writer.points(key, yinsh(), points(self.rings[side]));
        }
        for (side, [_, key, _]) in KEYS {
            writer = writer.points(key, yinsh(), points(self.markers[side]));
        }
        for (side, [_, _, key]) in KEYS {
            writer = writer.number(key, u32::from(self.out[side]));
        }
        writer.passes(self.passes).act(self.act).finish()
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        self.read_turn(text)
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        notation::spell(steps)
    }
}

impl Presentation for Yinsh {
    /// The last row that was removed and the ring taken off for it.
    fn decisive(&self, last: &[Step]) -> Vec<Point> {
        let (goal, _) = self.goal();
        if self.out.0.iter().all(|&out| out < goal) {
            // The reserve is empty, or nobody can move: the rings beside the board decide.
            return vec![];
        }
        let row = last.iter().rev().find_map(|step| match *step {
            Step::Row { first, last } => Some((first, last)),
            _ => None,
        });
        let ring = last.iter().rev().find_map(|step| match *step {
            Step::Ring(at) => Some(at),
            _ => None,
        });
        let between = |(first, last): (Point, Point)| {
            let paths = yinsh().maximal_paths(first).into_iter();
            let mut to_last = paths.filter_map(|path| {
                let end = path.iter().position(|&at| at == last)?;
                Some(path[..=end].to_vec())
            });
            to_last.next().unwrap_or_default()
        };
        row.map(between).unwrap_or_default().into_iter().chain(ring).collect()
    }

    fn view(&self, _: Audience) -> View {
        let mut view = View::new(yinsh());
        for side in Side::BOTH {
            view = view
                .with(Piece::Ring(side), points(self.rings[side]))
                .with(Piece::Marker(side), points(self.markers[side]));
        }
        let reserve = Text { en: "reserve", fr: "réserve" };
        view = view.tray(None, reserve, Piece::Marker(Side::White), u32::from(self.reserve));
        for side in Side::BOTH {
            let (label, count) = if self.is_placing() {
                let label = Text { en: "to place", fr: "à poser" };
                (label, self.hand[side])
            } else {
                let label = Text { en: "taken off", fr: "retirés" };
                (label, self.out[side])
            };
            view = view.tray(Some(side), label, Piece::Ring(side), u32::from(count));
        }
        view.with_threats(self.threats())
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Place(at) | Step::Ring(at) => vec![Touch::Point(at)],
            Step::Row { first: a, last: b } | Step::Move { from: a, to: b } => {
                vec![Touch::Point(a), Touch::Point(b)]
            }
            Step::Pass => vec![Touch::Word("pass")],
        }
    }

    fn prompt_after(&self, _: &[Touch]) -> Text {
        match self.task() {
            MoveTask::Row => Text {
                en: "choose the last marker of the row",
                fr: "choisissez le dernier marqueur de l’alignement",
            },
            _ => Text { en: "choose where the ring goes", fr: "choisissez où va l’anneau" },
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        self.why_not_touched(touches)
    }

    fn prompt(&self) -> Text {
        match self.task() {
            MoveTask::Over => Text { en: "the game is over", fr: "la partie est terminée" },
            MoveTask::Place => Text { en: "place a ring", fr: "posez un anneau" },
            MoveTask::Row => Text {
                en: "choose a row of five of yours to remove: its first and its last marker",
                fr: "choisissez un de vos alignements de cinq à retirer : son premier et son dernier marqueur",
            },
            MoveTask::Ring => Text {
                en: "choose the ring you take off for this row",
                fr: "choisissez l’anneau que vous retirez pour cet alignement",
            },
            MoveTask::Move if self.can_move() => Text { en: "move a ring", fr: "déplacez un anneau" },
            MoveTask::Move => Text {
                en: "pass: none of your rings can move",
                fr: "passez : aucun de vos anneaux ne peut bouger",
            },
            MoveTask::Wait => Text {
                en: "pass: your opponent still has rings to place",
                fr: "passez : votre adversaire a encore des anneaux à poser",
            },
        }
    }
}
