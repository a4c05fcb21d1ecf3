//! Refuses help in a running game against another person, as far as the site can see it.

use crate::app::App;
use crate::error::Result;
use crate::http::auth::{SignedIn, Visitor};
use crate::site::work::WorkCaller;
use crate::tables::RequestedPosition;
use taijitu_protocol::{OpenTable, Problem, Study};
use taijitu_rules::{AnyPlay, Record};
use taijitu_table::StudyPosition;

/// Runs `worked_out` on the position of a study, on the threads for work, unless helping with it is unfair.
///
/// # Errors
/// The refusal of a study that cannot be played; `not_now` if the client plays this game against another person, or
/// the position is played from the same address; `unavailable` if the database fails.
pub(super) async fn fair_study<T: Send + 'static>(
    app: &App,
    who: &Visitor,
    study: Study,
    worked_out: impl FnOnce(StudyPosition) -> std::result::Result<T, Problem> + Send + 'static,
) -> Result<T> {
    let game = study.game.clone();
    fair_work(app, who, &game, move || {
        let studied = StudyPosition::read(&study)?;
        let requested = RequestedPosition::of(studied.play());
        Ok((requested, worked_out(studied)?))
    })
    .await
}

/// Runs `work` on a position, unless helping with it is unfair. `work` returns the position and its result.
///
/// # Errors
/// As [`fair_study`].
pub(super) async fn fair_work<T: Send + 'static>(
    app: &App,
    who: &Visitor,
    game: &str,
    work: impl FnOnce() -> std::result::Result<(RequestedPosition, T), Problem> + Send + 'static,
) -> Result<T> {
    app.tables.check_not_playing(who.player, game).await?;
    let (requested, known) = app.site.work.quick.run(who.work_caller(), move |_| work()).await??;
    app.tables.check_position((who.work_caller(), who.address), requested).await?;
    Ok(known)
}

/// Checks a table that is being opened: with engines or at a hot seat, no position of a game that the player
/// plays against another person; and no position that is played from the same address.
///
/// # Errors
/// As [`fair_study`].
pub(super) async fn check_opening(app: &App, me: &SignedIn, open: &OpenTable) -> Result<()> {
    let Some(from) = open.from.clone() else { return Ok(()) };
    if !open.engines.is_empty() || open.hotseat {
        app.tables.check_not_playing(Some(me.player), &open.game).await?;
    }
    let (game, options) = (open.game.clone(), open.options.clone());
    let study = Study { game, options, setup: Some(from), turns: vec![], side: None };
    let read = move || StudyPosition::read(&study).ok().map(|studied| RequestedPosition::of(studied.play()));
    let caller = WorkCaller::new(Some(me.player), me.address);
    // An illegal position is refused when the table is opened.
    match app.site.work.quick.run(caller, move |_| read()).await? {
        Some(requested) => app.tables.check_position((caller, me.address), requested).await,
        None => Ok(()),
    }
}

/// Checks the review of an imported game: it may be a running one.
///
/// # Errors
/// As [`fair_study`].
pub(super) async fn check_imported(app: &App, who: &Visitor, kind: &str, record: &str) -> Result<()> {
    app.tables.check_not_playing(who.player, kind).await?;
    // A record that cannot be replayed has no review.
    let Some((requested, play)) = replay(app, who, record).await? else { return Ok(()) };
    app.tables.check_position((who.work_caller(), who.address), requested).await?;
    app.tables.check_review((who.player, who.address), kind, play).await
}

/// Checks the review of a game that was played here: it may have been played to get help in a running one.
///
/// # Errors
/// As [`fair_study`].
pub(super) async fn check_played(app: &App, who: &Visitor, kind: &str, record: &str) -> Result<()> {
    let client = (who.player, who.address);
    if !app.tables.may_be_reviewing_own(client, kind).await? {
        return Ok(());
    }
    match replay(app, who, record).await? {
        Some((_, play)) => app.tables.check_review(client, kind, play).await,
        None => Ok(()),
    }
}

/// A record that is played again, and its last position with all positions on the way.
async fn replay(
    app: &App,
    who: &Visitor,
    record: &str,
) -> Result<Option<(RequestedPosition, Box<dyn AnyPlay>)>> {
    let record = record.to_owned();
    let read = move || {
        let play: Box<dyn AnyPlay> = Record::read(&record).ok()?.replay().ok()?;
        Some((RequestedPosition::of(&*play), play))
    };
    app.site.work.quick.run(who.work_caller(), move |_| read()).await
}
