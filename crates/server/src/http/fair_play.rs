//! No engine helps a player in a running game against somebody else.

use crate::app::App;
use crate::error::{Refused, Result};
use taijitu_protocol::{Code, PlayerId};
use taijitu_store::TableState;

/// Refuses a player who is playing the same game against somebody else.
///
/// # Errors
/// If so, or the database fails.
pub(super) async fn check_not_playing(app: &App, player: Option<PlayerId>, game: &str) -> Result<()> {
    let Some(player) = player else { return Ok(()) };
    let tables = app.site.store.tables_of(player, &[TableState::Running], None, i64::MAX).await?;
    for table in tables.iter().filter(|table| table.table.kind == game) {
        let seats = app.site.store.seats(table.table.id).await?;
        if seats.iter().any(|seat| seat.player != player) {
            return Err(Refused::new(
                Code::NotNow,
                "you are playing this game against somebody: no engine helps you until it is over",
                "vous jouez à ce jeu contre quelqu'un : aucun moteur ne vous aide avant la fin de la partie",
            ));
        }
    }
    Ok(())
}
