//! No help in a running game against somebody else, by any way the site can see.

use crate::app::App;
use crate::error::Result;
use crate::http::auth::{SignedIn, Visitor};
use crate::site::work::WorkCaller;
use crate::tables::AskedPosition;
use taijitu_protocol::{OpenTable, Problem, Study};
use taijitu_rules::{AnyPlay, Record};
use taijitu_table::StudyPosition;

/// The position of a study, worked out where it keeps no other request waiting, unless helping with it is unfair.
/// `worked_out` is what the caller wants to know of it.
///
/// # Errors
/// If the study cannot be played; if the client plays this game against somebody, or the position is played
/// from the same address; or if the database fails.
pub(super) async fn fair_study<T: Send + 'static>(
    app: &App,
    who: &Visitor,
    study: Study,
    worked_out: impl FnOnce(StudyPosition) -> std::result::Result<T, Problem> + Send + 'static,
) -> Result<T> {
    let game = study.game.clone();
    fair_work(app, who, &game, move || {
        let studied = StudyPosition::read(&study)?;
        let asked = AskedPosition::of(studied.play());
        Ok((asked, worked_out(studied)?))
    })
    .await
}

/// Works something out about a position, unless helping with it is unfair. `work` returns the position and what was worked
/// out.
///
/// # Errors
/// As [`fair_study`].
pub(super) async fn fair_work<T: Send + 'static>(
    app: &App,
    who: &Visitor,
    game: &str,
    work: impl FnOnce() -> std::result::Result<(AskedPosition, T), Problem> + Send + 'static,
) -> Result<T> {
    app.tables.check_not_playing(who.player, game).await?;
    let (asked, known) = app.site.work.quick.run(who.work_caller(), move |_| work()).await??;
    app.tables.check_position(who.address, &asked).await?;
    Ok(known)
}

/// Checks a table somebody opens: with engines, or alone at a hot seat, no position of a game one is playing against
/// somebody; and from no position that is played from the same address.
///
/// # Errors
/// If so, or the database fails.
pub(super) async fn check_opening(app: &App, me: &SignedIn, open: &OpenTable) -> Result<()> {
    let Some(from) = open.from.clone() else { return Ok(()) };
    if !open.engines.is_empty() || open.hotseat {
        app.tables.check_not_playing(Some(me.player), &open.game).await?;
    }
    let (game, options) = (open.game.clone(), open.options.clone());
    let study = Study { game, options, setup: Some(from), turns: vec![], side: None };
    let read = move || StudyPosition::read(&study).ok().map(|studied| AskedPosition::of(studied.play()));
    let caller = WorkCaller::new(Some(me.player), me.address);
    // A position that cannot be is refused where the table is opened.
    match app.site.work.quick.run(caller, move |_| read()).await? {
        Some(asked) => app.tables.check_position(me.address, &asked).await,
        None => Ok(()),
    }
}

/// Checks the review of a game that was imported: it may be the one that is being played.
///
/// # Errors
/// If it is, or the database fails.
pub(super) async fn check_imported(app: &App, who: &Visitor, kind: &str, record: &str) -> Result<()> {
    app.tables.check_not_playing(who.player, kind).await?;
    let record = record.to_owned();
    let read = move || {
        let play: Box<dyn AnyPlay> = Record::read(&record).ok()?.replay().ok()?;
        Some(AskedPosition::of(&*play))
    };
    // A record that cannot be played again has no review.
    match app.site.work.quick.run(who.work_caller(), move |_| read()).await? {
        Some(asked) => app.tables.check_position(who.address, &asked).await,
        None => Ok(()),
    }
}
