//! Chat rooms that players hide from themselves at a table for four, where an entry of the log would reveal it to
//! their partner something. They are stored apart, and no other player can see the change.

use super::services::Services;
use crate::error::Result;
use crate::site::bus::Signal;
use crate::stored;
use taijitu_protocol::{Event, EventView, PlayerId, Room};
use taijitu_store::HiddenRoom;
use taijitu_table::{Table, Viewer};

/// Hides a room from a player, or shows it again. Returns the event for the player, with the number of the
/// last entry because there is no new one; `None` if nothing has changed.
///
/// # Errors
/// `not_seated` for players who do not sit there, `table_closed`; `unavailable` if the database fails.
pub(super) async fn hide(
    services: &Services,
    table: &mut Table,
    (player, room, off): (PlayerId, Room, bool),
) -> Result<Option<EventView>> {
    let seat = table.seat_that_hides(player)?;
    if table.listens(Viewer(Some(player)), room) != off {
        return Ok(None);
    }
    let site = &services.site;
    let choice = HiddenRoom { player, room: stored::room(room), hidden: off };
    site.store.hide_room(table.id(), choice).await?;
    apply(table, &[choice]);
    // Other nodes read it with the chat.
    site.bus.publish(Signal::Chat(table.id()));
    Ok(Some(EventView { n: table.head(), at: site.clock.now(), event: Event::Silenced { seat, room, off } }))
}

/// Applies the stored choices to a table.
pub(super) fn apply(table: &mut Table, choices: &[HiddenRoom]) {
    for choice in choices {
        table.hide_room(choice.player, stored::wire_room(choice.room), choice.hidden);
    }
}

impl Services {
    /// Applies the stored choices to a table that was folded from its log.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn load_hidden_rooms(&self, table: &mut Table) -> Result<()> {
        if table.seats().len() > 2 {
            apply(table, &self.site.store.hidden_rooms(table.id()).await?);
        }
        Ok(())
    }
}
