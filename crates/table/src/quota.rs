//! Limits on actions that other players see: offers, gifts of time, silences, leaving the table.
//!
//! Repeated offers are harassment. Between partners, who must not communicate while their game runs, they are
//! also signals, so a four-player game has lower limits and gifts of time of one size.
//! The counts are folded from the log and only used to refuse new commands: a log that exceeds them is folded
//! all the same.

use crate::log_event::OfferTerms;
use taijitu_protocol::{PlayerId, Seat};
use taijitu_rules::short::SmallMap;

/// Offers of one seat that were not accepted, per game.
const OFFERS: u32 = 20;
/// The same in a four-player game, where accepted offers count too.
const OFFERS_BETWEEN_PARTNERS: u32 = 6;
/// Offers of a rematch by one seat, after each game.
const REMATCHES: u32 = 3;
/// Requests of one newcomer to replace a player who left, per game.
const REPLACEMENTS: u32 = 3;
/// Requests of all newcomers together, per game.
const ALL_REPLACEMENTS: u32 = 20;
/// The size of a gift of time in a four-player game, in seconds.
pub(crate) const GIFT_STEP: u32 = 15;
/// Gifts of time that one seat may get in a four-player game.
const GIFTS: u32 = 4;
/// Times that one seat may show or hide a room in a four-player game.
const SILENCES: u32 = 4;
/// Wishes to resign of one seat in a four-player game that lapse with the next turn. The one after them
/// stands until the game ends: a player can always resign, and repeating it gives the partner no signal.
const LAPSING_RESIGNATIONS: u32 = 3;
/// After this many absences in one game a seat can no longer be left by command.
const ABSENCES: u32 = 5;

/// What an offer is about, without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OfferKind {
    Draw,
    Takeback,
    Pause,
    Resume,
    Rematch,
    Replace,
}

impl From<&OfferTerms> for OfferKind {
    fn from(matter: &OfferTerms) -> Self {
        match matter {
            OfferTerms::Draw => Self::Draw,
            OfferTerms::Takeback(_) => Self::Takeback,
            OfferTerms::Pause => Self::Pause,
            OfferTerms::Resume => Self::Resume,
            OfferTerms::Rematch => Self::Rematch,
            OfferTerms::Replace { .. } => Self::Replace,
        }
    }
}

/// Who makes an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Offerer {
    Seat(Seat),
    Newcomer(PlayerId),
}

impl Offerer {
    /// `None` for an offer without an author, which no log contains.
    pub(crate) const fn of(by: Option<Seat>, matter: &OfferTerms) -> Option<Self> {
        match (by, matter) {
            (Some(seat), _) => Some(Self::Seat(seat)),
            (None, OfferTerms::Replace { newcomer, .. }) => Some(Self::Newcomer(*newcomer)),
            (None, _) => None,
        }
    }
}

/// Why an offer is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfferLimit {
    /// One of this kind was made since the last turn.
    Turn,
    /// The game has had enough of them.
    Game,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Offers {
    count: u32,
    /// The number of turns when the last unaccepted one was made.
    at_turn: Option<u32>,
}

/// The counts of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quota {
    offers: SmallMap<(Offerer, OfferKind), Offers>,
    gifts: SmallMap<Seat, u32>,
    silences: SmallMap<Seat, u32>,
    resignations: SmallMap<Seat, u32>,
    absences: SmallMap<Seat, u32>,
}

impl Quota {
    /// Counts an offer made after this number of turns.
    pub(crate) fn note_offer(&mut self, by: Offerer, kind: OfferKind, turns: u32) {
        let offers = self.offers.get_or_default((by, kind));
        offers.count += 1;
        offers.at_turn = Some(turns);
    }

    /// Counts an accepted offer: the same may be offered again at once. Between partners it still counts.
    pub(crate) fn note_accepted(&mut self, by: Offerer, kind: OfferKind, partners: bool) {
        if let Some(offers) = self.offers.get_mut(&(by, kind)) {
            offers.at_turn = None;
            offers.count -= u32::from(!partners && offers.count > 0);
        }
    }

    pub(crate) fn note_gift(&mut self, to: Seat) {
        *self.gifts.get_or_default(to) += 1;
    }

    pub(crate) fn note_silence(&mut self, seat: Seat) {
        *self.silences.get_or_default(seat) += 1;
    }

    pub(crate) fn note_resigning(&mut self, seat: Seat) {
        *self.resignations.get_or_default(seat) += 1;
    }

    pub(crate) fn note_absence(&mut self, seat: Seat) {
        *self.absences.get_or_default(seat) += 1;
    }

    /// Clears the counts of a seat that another player has taken.
    pub(crate) fn forget(&mut self, seat: Seat) {
        self.offers.retain(|(by, _), _| *by != Offerer::Seat(seat));
        for counts in [&mut self.gifts, &mut self.silences, &mut self.resignations, &mut self.absences] {
            counts.remove(&seat);
        }
    }

    /// Whether one more offer may be made after this number of turns.
    pub(crate) fn check_offer(
        &self,
        by: Offerer,
        kind: OfferKind,
        turns: u32,
        partners: bool,
    ) -> Result<(), OfferLimit> {
        let made = self.offers.get(&(by, kind)).copied().unwrap_or_default();
        let total = |wanted: &dyn Fn(&Offerer, &OfferKind) -> bool| -> u32 {
            self.offers.iter().filter(|((by, kind), _)| wanted(by, kind)).map(|(_, made)| made.count).sum()
        };
        let is_enough = match kind {
            OfferKind::Rematch => made.count >= REMATCHES,
            OfferKind::Replace => {
                made.count >= REPLACEMENTS
                    || total(&|_, kind| *kind == OfferKind::Replace) >= ALL_REPLACEMENTS
            }
            _ => {
                let most = if partners { OFFERS_BETWEEN_PARTNERS } else { OFFERS };
                total(&|maker, kind| *maker == by && *kind != OfferKind::Rematch) >= most
            }
        };
        match is_enough {
            true => Err(OfferLimit::Game),
            // After the game there are no turns to wait for.
            false if kind != OfferKind::Rematch && made.at_turn == Some(turns) => Err(OfferLimit::Turn),
            false => Ok(()),
        }
    }

    /// Whether a seat of a four-player game may get one more gift.
    pub(crate) fn may_get_gift(&self, to: Seat) -> bool {
        count(&self.gifts, to) < GIFTS
    }

    /// Whether a seat of a four-player game may hide or show one more room.
    pub(crate) fn may_silence(&self, seat: Seat) -> bool {
        count(&self.silences, seat) < SILENCES
    }

    /// Whether the wish of a seat to resign outlasts the next turn.
    pub(crate) fn resignation_stands(&self, seat: Seat) -> bool {
        count(&self.resignations, seat) > LAPSING_RESIGNATIONS
    }

    /// Whether a seat may be left by command once more.
    pub(crate) fn may_leave(&self, seat: Seat) -> bool {
        count(&self.absences, seat) < ABSENCES
    }
}

fn count(counts: &SmallMap<Seat, u32>, seat: Seat) -> u32 {
    counts.get(&seat).copied().unwrap_or(0)
}
