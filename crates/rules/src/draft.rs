//! A turn being built, touch by touch, by a person: what may be touched next, one step back, complete or not.

use crate::game::Game;
use crate::refusal::Refusal;
use crate::side::{Audience, Side, Text};
use crate::view::Touch;

/// A half-built turn. Nothing is played until [`Play::commit`](crate::Play::commit).
#[derive(Clone)]
pub struct Draft<G: Game> {
    by: Side,
    /// The position before the turn, then after each step.
    positions: Vec<G>,
    steps: Vec<G::Step>,
    /// Touches of the step that is being made.
    pending: Vec<Touch>,
    /// Why nothing can be built: the game is over, or another side has to act.
    closed: Option<Refusal>,
}

impl<G: Game> Draft<G> {
    /// Begins a turn.
    pub(crate) fn new(start: G, by: Side, over: bool) -> Self {
        let to_act = start.to_act();
        let closed = if over {
            Some(Refusal::Over)
        } else {
            (!to_act.includes(by)).then(|| Refusal::NotYourTurn(to_act.side()))
        };
        Self { by, positions: vec![start], steps: vec![], pending: vec![], closed }
    }

    /// Who builds it.
    pub const fn by(&self) -> Side {
        self.by
    }

    /// The position before the turn.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position with the steps made so far.
    pub fn position(&self) -> &G {
        self.positions.last().expect("a draft has a start")
    }

    /// The steps made so far.
    pub fn steps(&self) -> &[G::Step] {
        &self.steps
    }

    /// The touches of a step that is only half made.
    pub fn pending(&self) -> &[Touch] {
        &self.pending
    }

    /// Whether the turn is complete.
    pub fn is_complete(&self) -> bool {
        !self.steps.is_empty() && !self.position().mid_turn()
    }

    /// The turn so far, in notation.
    pub fn text(&self, audience: Audience) -> String {
        self.start().spell(&self.steps, audience)
    }

    /// The complete turn in every spelling it is offered in: one, or plain and with each announcement where the players
    /// announce check themselves. The first one is plain.
    pub fn spellings(&self, audience: Audience) -> Vec<String> {
        let text = self.text(audience);
        if !self.start().is_announced_by_hand() {
            return vec![text];
        }
        let plain = text.trim_end_matches(['+', '#']);
        ["", "+", "#"].iter().map(|sign| format!("{plain}{sign}")).collect()
    }

    /// What may be touched next, each once, in order.
    pub fn choices(&self) -> Vec<Touch> {
        let mut next = vec![];
        self.reachable().for_each(|(_, touches)| add_choice(&mut next, &touches[self.pending.len()..]));
        next
    }

    /// What has to be done now.
    pub fn prompt(&self) -> Text {
        if self.pending.is_empty() {
            self.position().prompt()
        } else {
            self.position().prompt_after(&self.pending)
        }
    }

    /// Why something cannot be touched next; `None` if it can.
    pub fn why_not(&self, touch: &Touch) -> Option<Refusal> {
        if let Some(why) = self.refused() {
            return Some(why);
        }
        let board = self.position().board();
        if matches!(touch, Touch::Point(point) if point.index() >= board.len()) {
            return Some(Refusal::NoSuchPoint(board.title.clone()));
        }
        let touches = [&self.pending[..], std::slice::from_ref(touch)].concat();
        let possible = self.reachable().any(|(_, legal)| legal.starts_with(&touches));
        (!possible).then(|| self.position().why_not_touch(&touches))
    }

    /// Why nothing may follow, if that is the case.
    fn refused(&self) -> Option<Refusal> {
        self.closed.clone().or_else(|| self.is_complete().then_some(Refusal::TooMuch))
    }

    /// The legal steps that begin with the pending touches.
    fn reachable(&self) -> impl Iterator<Item = (G::Step, Vec<Touch>)> + '_ {
        let mut steps = vec![];
        if self.refused().is_none() {
            self.position().steps(&mut steps);
        }
        let touched = move |step: G::Step| (step, self.position().touches(step));
        steps
            .into_iter()
            .filter(|&step| G::made_by(step).is_none_or(|side| side == self.by))
            .map(touched)
            .filter(|(_, touches)| touches.starts_with(&self.pending))
    }

    /// Adds a touch; makes the step once it is complete.
    ///
    /// # Errors
    /// [`Refusal`] if nothing legal begins this way; the draft is unchanged.
    pub fn touch(&mut self, touch: Touch) -> Result<(), Refusal> {
        if let Some(why) = self.refused() {
            return Err(why);
        }
        self.pending.push(touch);
        let made = self.reachable().find(|(_, touches)| touches.len() == self.pending.len());
        if let Some((step, _)) = made {
            self.pending.clear();
            self.make(step);
        } else if self.reachable().next().is_none() {
            self.pending.pop();
            return Err(Refusal::NotLegal);
        }
        Ok(())
    }

    /// Makes a whole step.
    ///
    /// # Errors
    /// [`Refusal`] if it is not legal; the draft is unchanged.
    pub fn step(&mut self, step: G::Step) -> Result<(), Refusal> {
        if let Some(why) = self.refused() {
            return Err(why);
        }
        if let Some(side) = G::made_by(step).filter(|&side| side != self.by) {
            return Err(Refusal::NotYourTurn(side));
        }
        self.position().clone().play(step)?;
        self.pending.clear();
        self.make(step);
        Ok(())
    }

    fn make(&mut self, step: G::Step) {
        let mut next = self.position().clone();
        next.play_unchecked(step);
        self.positions.push(next);
        self.steps.push(step);
    }

    /// Takes back the last touch of a half-made step, or else the last step; false at the start.
    pub fn back(&mut self) -> bool {
        if self.pending.pop().is_some() {
            return true;
        }
        if self.steps.pop().is_none() {
            return false;
        }
        self.positions.pop();
        true
    }
}

/// Adds the first of some touches to a sorted list that has each touch once.
fn add_choice(choices: &mut Vec<Touch>, touches: &[Touch]) {
    let Some(next) = touches.first() else { return };
    if let Err(at) = choices.binary_search(next) {
        choices.insert(at, next.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Play;
    use crate::games::y::Y;

    #[test]
    fn says_why_nothing_can_be_built() {
        let mut play = Play::<Y>::start(&[]).unwrap();
        let touch = |play: &Play<Y>, by| {
            let mut draft = play.draft(by);
            assert_eq!(draft.choices(), []);
            draft.touch(Touch::Word("swap")).unwrap_err()
        };
        assert_eq!(touch(&play, Side::White), Refusal::NotYourTurn(Side::Black));
        play.resign(Side::White).unwrap();
        assert_eq!(touch(&play, Side::White), Refusal::Over);
        assert_eq!(touch(&play, Side::Black), Refusal::Over);
    }

    #[test]
    fn takes_nothing_more_once_it_is_complete() {
        let mut draft = Play::<Y>::start(&[]).unwrap().draft(Side::Black);
        let choices = draft.choices();
        draft.touch(choices[0].clone()).unwrap();
        assert!(draft.is_complete());
        assert_eq!(draft.touch(choices[1].clone()), Err(Refusal::TooMuch));
    }
}
