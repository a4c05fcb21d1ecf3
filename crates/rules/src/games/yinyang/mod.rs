//! Yin Yang: reach the opposite corner, under laws the players wrote in secret.
//!
//! ```text
//!   4  b w w w      Black, seated at a1, wants a black piece on d4;
//!   3  b w w w      White, seated at d4, a white one on a1.
//!   2  b b b w
//!   1  b b b w      A turn is a move, or a law, or a move and then a law.
//!      a b c d
//! ```
//!
//! A [`YinYang`] is the full position, secrets included, and belongs where the rules run.
//! Everything that is shown of it is made for an [`Audience`] or, for an engine that plays one side, is a
//! [`VisiblePosition`]; neither contains a law that is secret from its reader, and `Debug` prints what is public.

mod apply;
mod hand;
mod law;
mod notation;
mod refusals;
mod secrets;
mod setup;
#[cfg(test)]
mod tests;

pub use apply::blocks_seen_by;
pub use law::{Law, LawKind, Pattern};
pub use secrets::VisiblePosition;

use crate::board::{self, Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, after};
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::outcome::{Outcome, Reason};
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Pair, Side, Text};
use crate::view::{Button, Piece, Touch, View};
use apply::{Stones, target};
use hand::{Hand, NUMBERS};
use std::hash::{Hash, Hasher};

const FOUR_LAWS: Text = Text {
    en: "four laws separated by commas, or nothing",
    fr: "quatre lois séparées par des virgules, ou rien",
};

/// The laws of a side as an option: they stay that side's secret until the game is over.
const fn four_laws_of(side: Side) -> Values {
    Values::Secret(side, FOUR_LAWS, |value| value.is_empty() || Hand::parse(value).is_ok())
}

const META: Meta = Meta {
    id: "yinyang",
    name: Text { en: "Yin Yang", fr: "Yin Yang" },
    blurb: Text {
        en: "Each player writes four secret laws that change small patterns of stones; the first to get a stone into the opponent’s corner wins.",
        fr: "Chacun écrit en secret quatre lois qui transforment de petits motifs de pierres ; le premier à placer une pierre dans le coin adverse gagne.",
    },
    credits: crate::credits::YINYANG,
    pieces: &[Piece::Stone(Side::White)],
    words: &[Button::DONE],
    placement: false,
    options: &[
        OptionSpec {
            key: "laws_black",
            about: Text {
                en: "Black’s laws, for tests: the game starts after the set-up; needs laws_white",
                fr: "les lois des Noirs, pour les tests : la partie commence après leur rédaction ; exige laws_white",
            },
            values: four_laws_of(Side::Black),
            default: "",
        },
        OptionSpec {
            key: "laws_white",
            about: Text {
                en: "White’s laws, for tests; needs laws_black",
                fr: "les lois des Blancs, pour les tests ; exige laws_black",
            },
            values: four_laws_of(Side::White),
            default: "",
        },
    ],
    rating_classes: &[RatingClass::of_game("yinyang", Text { en: "Yin Yang", fr: "Yin Yang" })],
    variants: &[&[
        "laws_black=bbbb>bb.b,bwbw>b.bw,wwbb>*,b..b>bwwb",
        "laws_white=bbbb>.bbb,bwbw>*,.b..>bbw.,wwbw>.wbw",
    ]],
    sample: "w=d1,d2,b3,c3,d3,b4,c4 b=a1,b1,c1,a2,b2,a3,a4 lb=bbbb>b.bb,b.bb>*,wb..>wbbw,bwbw>b.bw lw=wwww>.www,w..b>wwbb,bwww>bww.,.bbb>* up=b1,b2,b3,b4,w1,w2,w3,w4 act=black",
    revision: 1,
};

/// How far a turn has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing of it is played; while laws are written it stays so.
    Open,
    /// A piece has moved; a law may follow.
    Moved,
    /// An adaptation law was applied: which law does it rewrite?
    Adapting,
    /// The law with this number gets a new text.
    Rewriting(u8),
}

/// A position of Yin Yang, secret laws included.
#[derive(Clone, PartialEq, Eq)]
pub struct YinYang {
    stones: Stones,
    hands: Pair<Hand>,
    /// Whose turn it is; Black's while the laws are written.
    act: Side,
    stage: Stage,
}

/// A step of Yin Yang. Laws are called by their numbers, 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// In the set-up: the next law of a side.
    Write {
        /// Who writes it.
        side: Side,
        /// What it says.
        law: Law,
    },
    /// A piece goes one square.
    Move {
        /// Where it stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// A law acts on a block.
    Apply {
        /// Which law.
        number: u8,
        /// The lower left square of the block.
        block: Point,
    },
    /// No law after the move.
    Done,
    /// The law an adaptation rewrites.
    Rewrite(u8),
    /// Its new text.
    Text(Law),
}

impl YinYang {
    /// Whether laws are still to be written.
    fn in_setup(&self) -> bool {
        !self.hands.0.iter().all(Hand::is_complete)
    }

    /// The side that has written some of its laws and not all.
    fn writing(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| !self.hands[side].is_unwritten() && !self.hands[side].is_complete())
    }

    /// Who may write a law now.
    fn writers(&self) -> impl Iterator<Item = Side> + use<> {
        let (only, hands) = (self.writing(), self.hands);
        Side::BOTH
            .into_iter()
            .filter(move |&side| !hands[side].is_complete() && only.is_none_or(|only| only == side))
    }

    fn end_turn(&mut self) {
        self.stage = Stage::Open;
        self.act = self.act.other();
    }

    /// Who stands on the corner he wants to reach; the side that has just played goes first.
    fn in_the_corner(&self) -> Option<Side> {
        [self.act.other(), self.act].into_iter().find(|&side| self.stones.has(side, target(side)))
    }
}

impl Hash for YinYang {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [(white, white_up), (black, black_up)] = self.hands.0.map(|hand| hand.bits());
        let stage = match self.stage {
            Stage::Open => 0,
            Stage::Moved => 1,
            Stage::Adapting => 2,
            Stage::Rewriting(number) => 2 + number,
        };
        let rest = [white_up | black_up << 4, stage | (self.act as u8) << 4];
        let stones = self.stones.0.0.map(u64::from);
        state.write_u64(white);
        state.write_u64(black);
        state.write_u64(u64::from(u16::from_le_bytes(rest)) << 32 | stones[0] << 16 | stones[1]);
    }
}

impl Game for YinYang {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for YinYang {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(options: &Options) -> Result<Self, OptionError> {
        let hands = setup::hands_of(options)?;
        Ok(Self { stones: Stones::START, hands, act: Side::Black, stage: Stage::Open })
    }

    fn to_act(&self) -> Actors {
        let mut writers = self.writers();
        match (writers.next(), writers.next()) {
            (Some(_), Some(_)) => Actors::Both,
            (Some(side), None) => Actors::only(side),
            _ => Actors::only(self.act),
        }
    }

    /// Laws are read from a seat: only the identity keeps what they say.
    fn keeps_rules(map: &[Point]) -> bool {
        (0..).map(Point).zip(map).all(|(from, to)| from == *to)
    }

    fn mid_turn(&self) -> bool {
        self.stage != Stage::Open || self.writing().is_some()
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        match self.stage {
            Stage::Open if self.in_the_corner().is_some() => return,
            Stage::Open if self.in_setup() => {
                for side in self.writers() {
                    out.extend(Law::all().iter().map(|&law| Step::Write { side, law }));
                }
                return;
            }
            Stage::Open => {
                let moves = self.stones.moves(self.act);
                out.extend(moves.map(|(from, to)| Step::Move { from, to }));
            }
            Stage::Moved => out.push(Step::Done),
            Stage::Adapting => return out.extend(NUMBERS.map(Step::Rewrite)),
            Stage::Rewriting(_) => return out.extend(Law::all().iter().copied().map(Step::Text)),
        }
        out.extend(self.applications().map(|(number, block)| Step::Apply { number, block }));
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Write { side, law } => self.hands[side].write(law),
            Step::Move { from, to } => {
                self.stones.shift(self.act, from, to);
                self.stage = Stage::Moved;
            }
            Step::Apply { number, block } => self.apply(number, block),
            Step::Done => self.end_turn(),
            Step::Rewrite(number) => self.stage = Stage::Rewriting(number),
            Step::Text(law) => {
                if let Stage::Rewriting(number) = self.stage {
                    self.hands[self.act].rewrite(number, law);
                    self.end_turn();
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.mid_turn() {
            return None;
        }
        if let Some(side) = self.in_the_corner() {
            return Some(Outcome::win(side, Reason::Corner));
        }
        let stuck = || self.stones.moves(self.act).next().is_none() && self.applications().next().is_none();
        (!self.in_setup() && stuck()).then(|| Outcome::win(self.act.other(), Reason::NoTurn))
    }

    fn explain(&self, step: Step) -> Refusal {
        refusals::explain(self, step)
    }

    fn board(&self) -> &'static Board {
        board::yinyang()
    }

    fn made_by(step: Step) -> Option<Side> {
        match step {
            Step::Write { side, .. } => Some(side),
            _ => None,
        }
    }

    fn visible(&self) -> Self {
        let hands = Pair(self.hands.0.map(Hand::without_secrets));
        Self { hands, ..self.clone() }
    }

    /// Any rewriting, even into the same text, restarts the count of repetitions, so that the count reveals
    /// nothing.
    fn restarts_repetition(step: Step) -> bool {
        matches!(step, Step::Text(_))
    }

    fn has_countless_turns(&self) -> bool {
        self.in_setup()
    }

    fn counts_as_turn(&self) -> bool {
        !self.in_setup()
    }
}

impl Notation for YinYang {
    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        setup::read(options, fields)
    }

    fn setup(&self, audience: Audience) -> String {
        setup::write(self, audience)
    }

    fn read(&self, by: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        notation::read(self, by, text)
    }

    fn spell(&self, steps: &[Step], audience: Audience) -> String {
        notation::spell(self, steps, audience)
    }
}

impl Presentation for YinYang {
    /// Stones of the other side that a law destroys.
    fn captured(&self, turn: &[Step]) -> u32 {
        let others = |position: &Self| position.stones.of(self.act.other()).count();
        others(self).saturating_sub(others(&after(self, turn))) as u32
    }

    /// The corner that was reached, or the stones of the side that cannot play.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        match self.outcome() {
            Some(Outcome { winner: Some(side), reason: Reason::Corner }) => vec![target(side)],
            Some(Outcome { winner: Some(side), .. }) => self.stones.of(side.other()).collect(),
            _ => vec![],
        }
    }

    fn view(&self, audience: Audience) -> View {
        secrets::view(self, audience)
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Move { from, to } => vec![Touch::Point(from), Touch::Point(to)],
            Step::Apply { number, block } => vec![Touch::Law(number), Touch::Point(block)],
            Step::Done => vec![Touch::Word("done")],
            Step::Rewrite(number) => vec![Touch::Law(number)],
            Step::Write { law, .. } | Step::Text(law) => vec![Touch::Text(law.to_string())],
        }
    }

    /// Marks what the law changes in its block. An adaptation changes nothing.
    fn marked_points(&self, step: Step) -> Vec<Point> {
        match step {
            Step::Move { from, to } => vec![from, to],
            Step::Apply { block, .. } => {
                let mut after = self.clone();
                after.play_unchecked(step);
                let changed: Vec<Point> = self.stones.changed(after.stones).collect();
                if changed.is_empty() { apply::cells(block).to_vec() } else { changed }
            }
            _ => vec![],
        }
    }

    fn prompt_after(&self, begun: &[Touch]) -> Text {
        match begun {
            [Touch::Law(_)] => {
                Text { en: "choose the block it is applied to", fr: "choisissez le bloc où l’appliquer" }
            }
            _ => Text { en: "choose where it goes", fr: "choisissez sa destination" },
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        refusals::why_not_touch(self, touches)
    }

    /// Reveals nothing about the laws: everybody may read it.
    fn prompt(&self) -> Text {
        let (en, fr) = match self.stage {
            Stage::Open if self.in_setup() => ("write your four laws", "écrivez vos quatre lois"),
            Stage::Open => (
                "move a piece, apply a law, or do both in this order",
                "déplacez une pièce, appliquez une loi, ou les deux dans cet ordre",
            ),
            Stage::Moved => ("apply a law, or end the turn", "appliquez une loi, ou terminez le coup"),
            Stage::Adapting => {
                ("choose which of your laws to rewrite", "choisissez laquelle de vos lois réécrire")
            }
            Stage::Rewriting(_) => ("write the law’s new text", "écrivez le nouveau texte de la loi"),
        };
        Text { en, fr }
    }
}
