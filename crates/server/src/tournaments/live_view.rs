//! The view of a tournament: made once for everybody who looks at it, on the threads for work.

use super::handle::TournamentHandle;
use super::kept_view::KeptView;
use super::services::TournamentServices;
use super::shared::TournamentShared;
use super::view::{render, shown_players};
use crate::error::Result;
use crate::site::work::WorkCaller;
use crate::tables::Outbox;
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{PlayerId, TournamentView};

/// How often a view that could not be made is tried again for its watchers, and the pause between two attempts.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_secs(1);

impl TournamentServices {
    /// Passes on the view of the last entry: one that was made a moment ago, or a new one. One at a time: views are passed on
    /// in their order.
    ///
    /// # Errors
    /// `too_fast` if too much waits for the threads for work, `unavailable` if the database fails.
    pub(super) async fn with_view<T>(
        &self,
        shared: &TournamentShared,
        caller: WorkCaller,
        pass_on: impl FnOnce(&KeptView) -> T,
    ) -> Result<T> {
        let mut kept = shared.view.lock().await;
        let now = self.site.clock.now();
        if let Some(view) = kept.as_ref().filter(|view| view.is_fresh(shared.head(), now)) {
            return Ok(pass_on(view));
        }
        let (work, tournament) = (&self.site.work.quick, shared.latest());
        let chosen = tournament.clone();
        let players = work.run(caller, move |_| shown_players(&chosen)).await?;
        let names = self.rated_names(players, tournament.settings()).await?;
        let view = work.run(caller, move |_| KeptView::new(render(&tournament, &names, now))).await?;
        Ok(pass_on(kept.insert(view)))
    }

    /// A tournament as everybody sees it.
    ///
    /// # Errors
    /// As [`Self::with_view`].
    pub(super) async fn view(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
    ) -> Result<Arc<TournamentView>> {
        self.with_view(handle.shared(), caller, |kept| kept.view.clone()).await
    }

    /// Sends a socket the view, now and after changes.
    ///
    /// # Errors
    /// As [`Self::with_view`]; the socket does not watch then.
    pub(super) async fn watch(
        &self,
        (handle, caller): (&TournamentHandle, WorkCaller),
        outbox: Outbox,
    ) -> Result<()> {
        let (shared, socket) = (handle.shared(), outbox.socket);
        // First, so that nothing is committed in between.
        shared.watchers.add(outbox.clone());
        let sent = self.with_view(shared, caller, |kept| outbox.put(kept.message.clone())).await;
        sent.inspect_err(|_| shared.watchers.remove(socket))
    }

    /// Sends the watchers the view, on behalf of the host. While too much waits it is tried again.
    pub(super) async fn send_view(&self, shared: &TournamentShared, host: PlayerId) {
        let caller = WorkCaller::Player(Some(host));
        for _ in 0..ATTEMPTS {
            if self.with_view(shared, caller, |kept| shared.watchers.send(&kept.message)).await.is_ok() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
