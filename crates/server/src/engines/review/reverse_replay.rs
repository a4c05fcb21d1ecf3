//! A finished game that is taken back turn by turn.
//! One play serves all positions: a copy of each, with its history, would need a lot of memory.

use taijitu_rules::record::Line;
use taijitu_rules::{AnyPlay, Record, Side};

/// A turn that was played.
#[derive(Clone, Debug)]
pub(super) struct ReplayedTurn {
    /// The turn in notation.
    pub(super) text: String,
    /// The colour that played it.
    pub(super) by: Side,
    /// The frame it led to.
    pub(super) frame: u32,
}

/// A replay from the last position to the first.
pub(super) struct ReverseReplay {
    play: Box<dyn AnyPlay>,
    /// The turns that led to each frame and who played them; none at a start.
    turns: Vec<Option<(String, Side)>>,
    /// The current frame.
    frame: usize,
}

impl ReverseReplay {
    /// Plays a record, except a result on which the players agreed at its end: the last position is judged as if the
    /// game went on.
    pub(super) fn read(record: &Record) -> Option<Self> {
        let mut play = record.start().ok()?;
        let mut turns = vec![None];
        for (number, line) in (1..).zip(&record.lines) {
            match line {
                Line::Turn { text, .. } => turns.push(Some((text.clone(), play.to_act().side()))),
                Line::Round(_) => turns.push(None),
                Line::Event(..) => continue,
                Line::Result(_) if number == record.lines.len() && play.outcome().is_none() => continue,
                Line::Result(_) => (),
            }
            line.apply(&mut *play).ok()?;
        }
        Some(Self { play, frame: turns.len() - 1, turns })
    }

    /// How many frames there are.
    pub(super) fn frames(&self) -> u32 {
        u32::try_from(self.turns.len()).unwrap_or(u32::MAX)
    }

    /// The current frame, from 0.
    pub(super) fn frame(&self) -> u32 {
        u32::try_from(self.frame).unwrap_or(u32::MAX)
    }

    /// The current position.
    pub(super) fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// The turn that was played in the current position; none at the end of a round.
    pub(super) fn played(&self) -> Option<ReplayedTurn> {
        let next = self.frame + 1;
        let (text, by) = self.turns.get(next)?.clone()?;
        Some(ReplayedTurn { text, by, frame: u32::try_from(next).ok()? })
    }

    /// Takes the last turn back, or the beginning of a round; false at the start.
    pub(super) fn back(&mut self) -> bool {
        let place = |play: &dyn AnyPlay| (play.round_outcomes().len(), play.turns_in_round());
        let now = place(&*self.play);
        // A resignation or an agreed result is undone on the way.
        while place(&*self.play) == now && self.play.undo() {}
        let goes_on = self.frame > 0;
        self.frame = self.frame.saturating_sub(1);
        goes_on
    }
}
