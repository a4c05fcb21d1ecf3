//! What needs agreement: draws, taking back, pausing, another game, a new player in place of one who left.

use super::Facts;
use crate::clock::Moment;
use crate::fact::{Fact, Matter, Who};
use crate::game::Pending;
use crate::problems;
use crate::quota::{OfferLimit, Offerer};
use crate::table::Table;
use taijitu_protocol::{Problem, Seat};
use taijitu_rules::{Outcome, Reason};

impl Table {
    /// Puts an offer on the table, or lets it happen at once where nobody has to agree.
    pub(super) fn put_offer(&self, by: Option<Seat>, matter: Matter, moment: &Moment<'_>) -> Facts {
        if self.must_agree(by, &matter).is_empty() {
            return self.agreed(matter, moment);
        }
        match self.pending() {
            Some(pending) => match by {
                Some(seat) if pending.matter == matter && pending.waits.contains(&seat) => {
                    self.accept(&[seat], None, moment)
                }
                _ => Err(problems::offer_pending()),
            },
            None => {
                self.check_offer_limit(by, &matter)?;
                Ok(vec![Fact::Offered { by, matter }])
            }
        }
    }

    /// Checks the limits of offers.
    fn check_offer_limit(&self, by: Option<Seat>, matter: &Matter) -> Result<(), Problem> {
        let (Some(game), Some(by)) = (&self.game, Offerer::of(by, matter)) else { return Ok(()) };
        let checked = game.quota.check_offer(by, matter.into(), game.turns, game.has_partners());
        checked.map_err(|limit| match limit {
            OfferLimit::Turn => problems::offered_this_turn(),
            OfferLimit::Game => problems::too_many_offers(),
        })
    }

    fn pending(&self) -> Option<&Pending> {
        self.game.as_ref()?.pending.as_ref()
    }

    /// Withdraws the pending offer, because its subject has changed.
    pub(super) fn overtaken(&self) -> Option<Fact> {
        self.pending().map(|_| Fact::Declined { seat: None })
    }

    /// Whether somebody asks for this seat.
    pub(super) fn is_asked_for(&self, seat: Seat) -> bool {
        self.pending().is_some_and(
            |pending| matches!(pending.matter, Matter::Replace { seat: asked, .. } if asked == seat),
        )
    }

    pub(super) fn offer_draw(&self, seat: Seat, moment: &Moment<'_>) -> Facts {
        self.game_running()?;
        self.put_offer(Some(seat), Matter::Draw, moment)
    }

    pub(super) fn ask_takeback(&self, seats: &[Seat], moment: &Moment<'_>) -> Facts {
        let game = self.game_running()?;
        let best = seats.iter().filter_map(|&seat| Some((game.turns_after_takeback(seat)?, seat))).max();
        let (turns, seat) = best.ok_or_else(problems::nothing_to_take_back)?;
        self.put_offer(Some(seat), Matter::Takeback(turns), moment)
    }

    pub(super) fn ask_pause(&self, seat: Seat, moment: &Moment<'_>) -> Facts {
        if self.game_running()?.paused {
            return Err(problems::paused());
        }
        self.put_offer(Some(seat), Matter::Pause, moment)
    }

    pub(super) fn ask_resume(&self, seat: Seat, moment: &Moment<'_>) -> Facts {
        if !self.game_running()?.paused {
            return Err(problems::not_paused());
        }
        self.put_offer(Some(seat), Matter::Resume, moment)
    }

    pub(super) fn ask_rematch(&self, seat: Seat, moment: &Moment<'_>) -> Facts {
        match &self.game {
            None => Err(problems::not_running()),
            Some(game) if game.over.is_none() => Err(problems::game_runs()),
            Some(_) if self.seats.iter().any(Option::is_none) => Err(problems::seats_free()),
            Some(_) => self.put_offer(Some(seat), Matter::Rematch, moment),
        }
    }

    pub(super) fn accept(&self, seats: &[Seat], offer: Option<u64>, moment: &Moment<'_>) -> Facts {
        let pending = self.offer_meant(offer)?;
        let seat = *seats
            .iter()
            .find(|seat| pending.waits.contains(seat))
            .ok_or_else(problems::not_yours_to_answer)?;
        if pending.waits.len() > 1 {
            return Ok(vec![Fact::Agreed { seat }]);
        }
        self.agreed(pending.matter, moment)
    }

    pub(super) fn refuse(&self, seats: &[Seat], offer: Option<u64>) -> Facts {
        let pending = self.offer_meant(offer)?;
        let concerns = |seat: &&Seat| pending.waits.contains(seat) || pending.by == Some(**seat);
        let seat = *seats.iter().find(concerns).ok_or_else(problems::not_yours_to_answer)?;
        Ok(vec![Fact::Declined { seat: Some(seat) }])
    }

    fn offer_meant(&self, offer: Option<u64>) -> Result<&Pending, Problem> {
        let meant = |pending: &&Pending| offer.is_none_or(|n| n == pending.n);
        self.pending().filter(meant).ok_or_else(problems::no_offer)
    }

    /// Everybody has agreed.
    fn agreed(&self, matter: Matter, moment: &Moment<'_>) -> Facts {
        let left = || Ok::<_, Problem>(self.left(self.game_running()?, moment));
        Ok(match matter {
            Matter::Draw => self.ended(Outcome::draw(Reason::Agreed), left()?)?,
            Matter::Takeback(turns) => {
                let acts = self.game_running()?.acting_after_takeback(turns);
                vec![Fact::Takenback { turns, acts, left: left()? }]
            }
            Matter::Pause => vec![Fact::Paused { left: left()? }],
            Matter::Resume => vec![Fact::Resumed { left: left()? }],
            Matter::Rematch => self.started(moment)?,
            Matter::Replace { seat, newcomer } => {
                // The newcomer may have sat down elsewhere meanwhile.
                if self.seats_of(newcomer).next().is_some() {
                    return Err(problems::already_seated());
                }
                vec![Fact::Declined { seat: None }, Fact::Seated { seat, who: Who::Player(newcomer) }]
            }
        })
    }
}
