//! A tournament on a projector.

use super::{PairingId, TournamentView};
use crate::scene::Clocks;
use crate::table::{Invitation, Side};
use serde::{Deserialize, Serialize};
use taijitu_ids::TableId;
use ts_rs::TS;
use utoipa::ToSchema;

/// A running game on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct WallBoard {
    /// Its pairing.
    pub pairing: PairingId,
    /// Its table.
    pub table: TableId,
    /// The clocks, by seat: White of this game first.
    pub clocks: Option<Clocks>,
    /// Who is to move.
    pub to_move: Option<Side>,
    /// How many turns were played.
    pub turns: u32,
}

/// Everything a projector shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct WallView {
    /// The tournament.
    pub tournament: TournamentView,
    /// The running games of `tournament.pairings` on the page.
    pub boards: Vec<WallBoard>,
    /// Its link, also as a QR code.
    pub invitation: Invitation,
}
