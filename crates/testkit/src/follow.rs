//! Follows a game by the events that a client receives.

use crate::script;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use taijitu_protocol::{Event, EventView, Seat};
use taijitu_rules::AnyPlay;

/// The state a client derives from the events it received.
#[derive(Default)]
pub struct TableFollower {
    /// The position; `None` where it has secrets, which cannot be followed from outside.
    play: Option<Box<dyn AnyPlay>>,
    /// The number of the game.
    pub game: u32,
    /// How many turns it has.
    pub turns: u32,
    /// The seats that have to act, from 1.
    pub acts: Vec<Seat>,
    /// Whether a game has been started.
    pub started: bool,
    /// Whether the last game has ended.
    pub ended: bool,
    /// The seats that wish to resign and wait for their partner.
    pub resigning: Vec<Seat>,
    /// How often each seat wished to in this game: the first three wishes lapse with the next turn.
    wishes: BTreeMap<Seat, u32>,
    /// The last event that was looked at.
    upto: u64,
}

impl TableFollower {
    /// The position, where it has no secrets.
    pub fn play(&self) -> Option<&dyn AnyPlay> {
        self.play.as_deref()
    }

    /// Applies the events received since the last call.
    pub fn follow(&mut self, log: &BTreeMap<u64, Value>) -> Result<()> {
        for (n, event) in log.range(self.upto + 1..) {
            let view: EventView = serde_json::from_value(event.clone())?;
            self.event(&view.event).with_context(|| format!("event {n}"))?;
            self.upto = *n;
        }
        Ok(())
    }

    /// Whether the partner of a seat wishes to resign and the seat does not yet.
    pub fn has_to_resign(&self, seat: Seat) -> bool {
        !self.resigning.contains(&seat) && self.resigning.iter().any(|other| other.team() == seat.team())
    }

    /// Follows one event.
    ///
    /// # Errors
    /// If an event is not possible in the current state.
    pub fn event(&mut self, event: &Event) -> Result<()> {
        match event {
            Event::Opened { setup, .. } => {
                let options: Vec<String> = setup.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
                let is_open =
                    setup.game != "yinyang" && setup.options.get("first").is_none_or(|f| f != "random");
                self.play = is_open.then(|| script::start(&setup.game, &options));
            }
            Event::Started { number, options, acts, .. } => {
                (self.game, self.turns, self.started, self.ended) = (*number, 0, true, false);
                self.resigning.clear();
                self.wishes.clear();
                self.acts.clone_from(acts);
                if self.play.is_none() && options.contains_key("first") {
                    let options: Vec<String> = options.iter().map(|(k, v)| format!("{k}={v}")).collect();
                    self.play = Some(script::start("zen", &options));
                }
            }
            Event::Played { turn, text, acts, .. } => {
                ensure!(*turn == self.turns + 1, "turn {turn} follows {}", self.turns);
                self.turns = *turn;
                let wishes = &self.wishes;
                self.resigning.retain(|seat| wishes.get(seat).is_some_and(|&count| count > 3));
                self.acts.clone_from(acts);
                if let Some(play) = &mut self.play {
                    play.turn(text).with_context(|| format!("the server let `{text}` pass"))?;
                }
            }
            Event::Resigning { seat } => {
                *self.wishes.entry(*seat).or_default() += 1;
                self.resigning.push(*seat);
            }
            Event::Round { acts, .. } => self.acts.clone_from(acts),
            Event::Ended { outcome, .. } => {
                self.ended = true;
                self.acts.clear();
                if let Some(found) = self.play.as_ref().and_then(|play| play.outcome()) {
                    ensure!(found.reason.text().en == outcome.reason, "{outcome:?} is not {found}");
                }
            }
            _ => (),
        }
        Ok(())
    }
}
