//! Zen l'initié: bring all pawns that are left, and the red Zen, into one chain.
//!
//! On 11 × 11 squares a piece moves as far as its line holds pieces.
//! The Zen belongs to the side on turn.
//! The variants add check and mate, a match to seven points, and a Zen that may stand apart; two or four play.
//!
//! * `field` – the pieces and how far they go; `moves` – steps and refusals;
//! * `ending` – who is connected; `check` – check, mate and announcing; `scoring` – rounds of a match;
//! * `notation`, `setup` – turns and positions as text; `playout` – random games.

mod check;
mod ending;
mod features;
mod field;
mod moves;
mod notation;
mod options;
mod playout;
mod scoring;
mod setup;
#[cfg(test)]
mod tests;

pub use check::MoverClaim;
pub use features::Shape;
pub use moves::Step;

use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, Presentation, Rules, after};
use crate::options::{OptionError, Options};
use crate::outcome::{Outcome, Reason};
use crate::playout::{self as playouts, Playout, Random, Scratch};
use crate::refusal::{Refusal, STUCK, TurnError};
use crate::setup::{Fields, SetupError};
use crate::side::{Actors, Audience, Seat, Side, Text};
use crate::view::{Piece, Touch, View};
use check::Check;
use field::{ZenField, board};
use options::{META, ZenRules};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of Zen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zen {
    rules: ZenRules,
    field: ZenField,
    /// The square the Zen left in the previous turn.
    ko: Option<Point>,
    act: Side,
    /// Which of the partners is to act: 1 or 2, always 1 with two players.
    seat: u8,
    /// With four players the colour that began this round, on which the cycle of seats depends; with two
    /// players it makes no difference and is the one of the options.
    began: Side,
    /// How many of the last turns were passes, up to 2.
    passes: u8,
    check: Check,
    /// The position before a reply to an unannounced check, for a takeback.
    before_reply: Option<Arc<Self>>,
}

impl Zen {
    /// The start of a round.
    fn new_round(rules: ZenRules, first: Side) -> Self {
        Self {
            rules,
            field: ZenField::start(),
            ko: None,
            act: first,
            seat: 1,
            began: if rules.four { first } else { rules.first },
            passes: 0,
            check: Check::Settled,
            before_reply: None,
        }
    }

    /// The end by connection: at once, or once an unannounced check is conceded.
    fn end_on_board(&self, end: Outcome) -> Option<Outcome> {
        if self.must_answer() {
            None
        } else if self.before_reply.is_some() {
            Some(Outcome { reason: Reason::Conceded, ..end })
        } else {
            Some(end)
        }
    }

    fn is_mated(&self) -> bool {
        if self.rules.manual { self.check == Check::Mate } else { self.due() == MoverClaim::Mate }
    }
}

/// The rules are the same in all positions of a game: they need not be hashed.
impl Hash for Zen {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let square = |point: Option<Point>| point.map_or(127, |point| u64::from(point.0));
        for pawns in self.field.pawns.0 {
            state.write_u128(pawns.0);
        }
        let turn = [self.act as u8, self.seat, self.began as u8, self.passes, self.check as u8];
        let turn = turn.iter().fold(0, |word, &part| word << 2 | u64::from(part));
        state.write_u64(turn << 14 | square(self.field.zen.lowest()) << 7 | square(self.ko));
        if let Some(before) = &self.before_reply {
            before.hash(state);
        }
    }
}

impl Game for Zen {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for Zen {
    type Step = Step;
    const CYCLES: bool = true;

    fn start(options: &Options) -> Result<Self, OptionError> {
        let rules = ZenRules::of(options)?;
        Ok(Self::new_round(rules, rules.first))
    }

    #[inline(always)]
    fn to_act(&self) -> Actors {
        Actors::One(Seat { side: self.act, number: self.seat })
    }

    #[inline(always)]
    fn mid_turn(&self) -> bool {
        false
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.outcome().is_none() {
            self.list_steps(out);
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Move { claim, .. } | Step::Pass(claim) if self.rules.manual => {
                self.make_with_claim(step, claim);
            }
            Step::Move { .. } | Step::Pass(_) => self.make(step),
            Step::Concede => {
                self.ko = None;
                self.hand_over();
            }
            Step::Takeback => {
                if let Some(before) = self.before_reply.take() {
                    *self = Arc::unwrap_or_clone(before);
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(end) = self.field.ending() {
            return self.end_on_board(end);
        }
        if self.passes == 2 {
            return Some(Outcome::draw(Reason::TwoPasses));
        }
        self.is_mated().then(|| Outcome::win(self.mover(), Reason::Mate))
    }

    fn explain(&self, step: Step) -> Refusal {
        self.refusal(step).unwrap_or_else(|| self.why_claim_is_wrong())
    }

    /// Where the players announce check they may forget to, or call a mate only check. Such turns are legal,
    /// but a list and a count contain each turn once, with the true announcement; so this accepts more than
    /// `steps` lists.
    fn play(&mut self, step: Step) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        match self.refusal(step) {
            Some(why) => Err(why),
            None => {
                self.play_unchecked(step);
                Ok(())
            }
        }
    }

    fn board(&self) -> &'static Board {
        board()
    }

    fn next_round(&self, first: Side) -> Option<Self> {
        let is_match = self.rules.variant.is_match();
        is_match.then(|| Self::new_round(self.rules, first))
    }

    fn round_score(&self, winner: Side) -> u32 {
        self.field.score(winner)
    }

    fn playout(&self, random: &mut Random, scratch: &mut Scratch<Self>) -> Playout {
        if self.rules.variant.has_check() {
            playouts::by_steps(self, random, scratch)
        } else {
            self.random_game(random, scratch)
        }
    }
}

impl Notation for Zen {
    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        Self::read_setup(options, fields)
    }

    fn setup(&self, _: Audience) -> String {
        self.write_setup()
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        self.read_turn(text).map(|step| vec![step])
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        steps.first().map_or_else(String::new, |&step| self.spell_step(step))
    }
}

impl Presentation for Zen {
    /// Pawns of the other side, and the Zen.
    fn captured(&self, turn: &[Step]) -> u32 {
        let takeable =
            |position: &Self| position.field.pawns[self.act.other()].len() + position.field.zen.len();
        // A turn that was taken back gives its captures back.
        takeable(self).saturating_sub(takeable(&after(self, turn))) as u32
    }

    /// The pawns that are connected, or that are about to be and cannot be stopped; where a colour was captured whole, what
    /// is left of the other one.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        match self.outcome() {
            Some(Outcome { reason: Reason::BothConnected, .. }) => {
                (self.field.own(Side::White) | self.field.own(Side::Black)).iter().collect()
            }
            Some(Outcome { winner: Some(side), reason: Reason::NoPawns }) => {
                self.field.pawns[side].iter().collect()
            }
            Some(Outcome { winner: Some(side), .. }) => self.field.own(side).iter().collect(),
            _ => vec![],
        }
    }

    /// An unannounced check is not in the view: the player in check has to notice it.
    fn view(&self, _: Audience) -> View {
        let mut view = View::new(board()).with(Piece::Zen, self.field.zen);
        for side in Side::BOTH {
            view = view.with(Piece::Pawn(side), self.field.pawns[side]);
        }
        if let Some(ko) = self.ko {
            view = view.note(KO_NOTE, Some(ko));
        }
        if self.check != Check::Open && self.due() != MoverClaim::Nothing {
            view = view.note(CHECK_NOTE, None);
        }
        view
    }

    /// The announcement is not touched but written: touching the squares of a listed step gives the true one.
    fn is_announced_by_hand(&self) -> bool {
        self.rules.manual && !self.must_answer()
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Move { from, to, .. } => vec![Touch::Point(from), Touch::Point(to)],
            Step::Pass(_) => vec![Touch::Word("pass")],
            Step::Concede => vec![Touch::Word("concede")],
            Step::Takeback => vec![Touch::Word("takeback")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        let claim = MoverClaim::Nothing;
        match *touches {
            [Touch::Point(from)] if !self.must_answer() && self.field.own(self.act).contains(from) => {
                Refusal::RuleAt(STUCK, board().name(from).into())
            }
            [Touch::Point(from)] => self.explain(Step::Move { from, to: from, claim }),
            [Touch::Point(from), Touch::Point(to)] => self.explain(Step::Move { from, to, claim }),
            [Touch::Word("pass")] => self.explain(Step::Pass(claim)),
            [Touch::Word("concede" | "takeback")] => self.explain(Step::Concede),
            _ => Refusal::NotLegal,
        }
    }

    fn prompt(&self) -> Text {
        if self.must_answer() {
            ANSWER
        } else if !self.can_move() {
            PASS
        } else if self.rules.manual {
            MOVE_AND_SAY
        } else {
            MOVE
        }
    }
}

const KO_NOTE: Text =
    Text { en: "the Zen may not go straight back here", fr: "le Zen ne peut pas revenir ici tout de suite" };
const CHECK_NOTE: Text = Text { en: "check", fr: "échec" };
const ANSWER: Text = Text {
    en: "the check was not announced: concede, or take your reply back (takeback)",
    fr: "l’échec n’avait pas été annoncé : concédez (concede) ou reprenez votre coup (takeback)",
};
const PASS: Text = Text { en: "no move is possible: pass", fr: "aucun coup possible : passez (pass)" };
const MOVE_AND_SAY: Text = Text {
    en: "move a pawn or the Zen; announce check with +, mate with #",
    fr: "déplacez un pion ou le Zen ; annoncez l’échec par +, le mat par #",
};
const MOVE: Text = Text { en: "move a pawn or the Zen", fr: "déplacez un pion ou le Zen" };
