//! What needs agreement: draws, takebacks, pauses, rematches, a new player in place of one who left.

use super::CommandResult;
use crate::clock::DecisionContext;
use crate::game::PendingOffer;
use crate::log_event::{LogEvent, Occupant, OfferTerms};
use crate::problems;
use crate::quota::{OfferLimit, Offerer};
use crate::table::Table;
use taijitu_protocol::{Problem, Seat};
use taijitu_rules::{Outcome, Reason};

impl Table {
    /// Makes an offer, or carries it out at once where no agreement is needed.
    pub(super) fn put_offer(
        &self,
        by: Option<Seat>,
        matter: OfferTerms,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        if self.must_agree(by, &matter).is_empty() {
            return self.agreed(matter, context);
        }
        match self.pending() {
            Some(pending) => match by {
                Some(seat) if pending.matter == matter && pending.waits.contains(&seat) => {
                    self.accept(&[seat], None, context)
                }
                _ => Err(problems::offer_pending()),
            },
            None => {
                self.check_offer_limit(by, &matter)?;
                Ok(vec![LogEvent::Offered { by, matter }])
            }
        }
    }

    /// Checks the limits of offers.
    fn check_offer_limit(&self, by: Option<Seat>, matter: &OfferTerms) -> Result<(), Problem> {
        let (Some(game), Some(by)) = (&self.game, Offerer::of(by, matter)) else { return Ok(()) };
        let checked = game.quota.check_offer(by, matter.into(), game.turns, game.has_partners());
        checked.map_err(|limit| match limit {
            OfferLimit::Turn => problems::offered_this_turn(),
            OfferLimit::Game => problems::too_many_offers(),
        })
    }

    fn pending(&self) -> Option<&PendingOffer> {
        self.game.as_ref()?.pending.as_ref()
    }

    /// Withdraws the pending offer, because its subject has changed.
    pub(super) fn overtaken(&self) -> Option<LogEvent> {
        self.pending().map(|_| LogEvent::Declined { seat: None })
    }

    /// Whether a newcomer has requested this seat.
    pub(super) fn is_asked_for(&self, seat: Seat) -> bool {
        self.pending().is_some_and(
            |pending| matches!(pending.matter, OfferTerms::Replace { seat: wanted, .. } if wanted == seat),
        )
    }

    pub(super) fn offer_draw(&self, seat: Seat, context: &DecisionContext<'_>) -> CommandResult {
        self.game_running()?;
        self.put_offer(Some(seat), OfferTerms::Draw, context)
    }

    pub(super) fn ask_takeback(&self, seats: &[Seat], context: &DecisionContext<'_>) -> CommandResult {
        let game = self.game_running()?;
        if game.setup.rated {
            return Err(problems::rated_takeback());
        }
        let best = seats.iter().filter_map(|&seat| Some((game.turns_after_takeback(seat)?, seat))).max();
        let (turns, seat) = best.ok_or_else(problems::nothing_to_take_back)?;
        self.put_offer(Some(seat), OfferTerms::Takeback(turns), context)
    }

    pub(super) fn ask_pause(&self, seat: Seat, context: &DecisionContext<'_>) -> CommandResult {
        if self.game_running()?.paused {
            return Err(problems::paused());
        }
        self.put_offer(Some(seat), OfferTerms::Pause, context)
    }

    pub(super) fn ask_resume(&self, seat: Seat, context: &DecisionContext<'_>) -> CommandResult {
        if !self.game_running()?.paused {
            return Err(problems::not_paused());
        }
        self.put_offer(Some(seat), OfferTerms::Resume, context)
    }

    pub(super) fn ask_rematch(&self, seat: Seat, context: &DecisionContext<'_>) -> CommandResult {
        match &self.game {
            None => Err(problems::not_running()),
            Some(game) if game.over.is_none() => Err(problems::game_runs()),
            Some(_) if self.seats.iter().any(Option::is_none) => Err(problems::seats_free()),
            Some(_) => self.put_offer(Some(seat), OfferTerms::Rematch, context),
        }
    }

    pub(super) fn accept(
        &self,
        seats: &[Seat],
        offer: Option<u64>,
        context: &DecisionContext<'_>,
    ) -> CommandResult {
        let pending = self.offer_meant(offer)?;
        let seat = *seats
            .iter()
            .find(|seat| pending.waits.contains(seat))
            .ok_or_else(problems::not_yours_to_answer)?;
        if pending.waits.len() > 1 {
            return Ok(vec![LogEvent::Agreed { seat }]);
        }
        self.agreed(pending.matter, context)
    }

    pub(super) fn refuse(&self, seats: &[Seat], offer: Option<u64>) -> CommandResult {
        let pending = self.offer_meant(offer)?;
        let concerns = |seat: &&Seat| pending.waits.contains(seat) || pending.by == Some(**seat);
        let seat = *seats.iter().find(concerns).ok_or_else(problems::not_yours_to_answer)?;
        Ok(vec![LogEvent::Declined { seat: Some(seat) }])
    }

    fn offer_meant(&self, offer: Option<u64>) -> Result<&PendingOffer, Problem> {
        let meant = |pending: &&PendingOffer| offer.is_none_or(|n| n == pending.n);
        self.pending().filter(meant).ok_or_else(problems::no_offer)
    }

    /// Carries out an offer that everybody has accepted.
    fn agreed(&self, matter: OfferTerms, context: &DecisionContext<'_>) -> CommandResult {
        let left = || Ok::<_, Problem>(self.left(self.game_running()?, context));
        Ok(match matter {
            OfferTerms::Draw => self.ended(Outcome::draw(Reason::Agreed), left()?)?,
            OfferTerms::Takeback(turns) => {
                let acts = self.game_running()?.acting_after_takeback(turns);
                vec![LogEvent::Takenback { turns, acts, left: left()? }]
            }
            OfferTerms::Pause => vec![LogEvent::Paused { left: left()? }],
            OfferTerms::Resume => vec![LogEvent::Resumed { left: left()? }],
            OfferTerms::Rematch => self.started(context)?,
            OfferTerms::Replace { seat, newcomer } => {
                // The newcomer may have sat down elsewhere meanwhile.
                if self.seats_of(newcomer).next().is_some() {
                    return Err(problems::already_seated());
                }
                vec![
                    LogEvent::Declined { seat: None },
                    LogEvent::Seated { seat, who: Occupant::Player(newcomer) },
                ]
            }
        })
    }
}
