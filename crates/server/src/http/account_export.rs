//! `/api/me/export`: everything that is stored about somebody, as a file.
//!
//! Somebody may have played a hundred thousand games. The file is written while it is read, some rows at a time, so that it
//! takes no more memory than one of these pages.

use super::account::{me_of, row_of, token};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Browser;
use crate::site::limits::Class;
use crate::stored;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use std::collections::HashSet;
use taijitu_protocol::{
    Export, GameId, MailState, Me, MyReport, MyTable, PlayerId, Problem, Security, SessionView, TableId,
    Token, Written,
};
use taijitu_store::{ChatRow, ComplaintRow, GameFilter, MailPurpose, SessionRow, TableRow, TableState};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Rows in memory at a time; games come with their records.
const TABLES: i64 = 200;
const MESSAGES: i64 = 2000;
const GAMES: i64 = 20;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Everything that is stored about me, as a file.
#[utoipa::path(get, path = "/api/me/export", tag = "account",
    responses((status = 200, body = Export), (status = 401, body = Problem)))]
async fn export(State(app): State<App>, me: Browser) -> Result<Response> {
    app.site.limits.check(Class::Export, Some(me.player), me.address)?;
    let first = head(&app, me.player, &me.session).await?;
    let (player, begin) = (me.player, (Some(first), Some(ExportCursor::Tables(None))));
    let parts = stream::unfold(begin, move |(first, place)| {
        let app = app.clone();
        async move {
            if let Some(first) = first {
                return Some((Ok(Bytes::from(first)), (None, place)));
            }
            match next_part(&app, player, place?).await {
                Ok((part, next)) => Some((Ok(Bytes::from(part)), (None, next))),
                // The client sees that the file broke off.
                Err(refused) => Some((Err(std::io::Error::other(refused.0.message.en)), (None, None))),
            }
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"taijitu.json\""),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// What there is one of, or a few: the beginning of an [`Export`].
#[derive(Serialize)]
struct ExportHead {
    me: Me,
    seen: i64,
    muted_until: Option<i64>,
    sessions: Vec<SessionView>,
    tokens: Vec<Token>,
    security: Security,
}

/// How far the file has been written.
enum ExportCursor {
    /// Up to a table, by the time it was last changed.
    Tables(Option<(i64, TableId)>),
    /// Up to a message, and whether any was written: deleted ones are not.
    Chat(Option<(TableId, i64)>, bool),
    /// Up to a game, by the time it ended.
    Games(Option<(i64, GameId)>),
    /// All but what was reported.
    Reports,
}

async fn head(app: &App, player: PlayerId, this: &str) -> Result<String> {
    let (store, row) = (&app.site.store, row_of(app, player).await?);
    let session = |row: &SessionRow| SessionView {
        created: row.created,
        seen: row.seen,
        expires: row.expires,
        this: row.hash == this,
    };
    let head = ExportHead {
        me: me_of(&row),
        seen: row.seen,
        muted_until: row.muted_until,
        sessions: store.sessions(player).await?.iter().map(session).collect(),
        tokens: store.tokens(player).await?.iter().map(token).collect(),
        security: security(app, player).await?,
    };
    let written = json(&head)?;
    let open = written.strip_suffix('}').ok_or_else(ApiError::unavailable)?;
    Ok(format!("{open},\"tables\":["))
}

/// What is stored for getting back in, without codes and secrets; a mail address also where mail was turned off since.
async fn security(app: &App, player: PlayerId) -> Result<Security> {
    let store = &app.site.store;
    let address = store.mail_address(player).await?.map(|row| row.address);
    let unconfirmed = store.mail_token_of(MailPurpose::Confirm, player, 0).await?.map(|row| row.address);
    let has_mail = address.is_some() || unconfirmed.is_some();
    let factor = store.second_factor(player).await?.filter(|factor| factor.confirmed > 0);
    Ok(Security {
        recovery_codes: u32::try_from(store.recovery_codes(player).await?).unwrap_or(u32::MAX),
        second_factor: factor.map(|factor| factor.confirmed),
        mail: has_mail.then_some(MailState { address, unconfirmed }),
    })
}

/// The next rows as JSON, and where those after them begin.
async fn next_part(
    app: &App,
    player: PlayerId,
    place: ExportCursor,
) -> Result<(String, Option<ExportCursor>)> {
    let store = &app.site.store;
    match place {
        ExportCursor::Tables(before) => {
            let states = [TableState::Open, TableState::Running, TableState::Finished, TableState::Closed];
            let mine = store.tables_of(player, &states, before, TABLES).await?;
            let acts: HashSet<TableId> = mine.iter().filter(|my| my.acts).map(|my| my.table.id).collect();
            let rows: Vec<TableRow> = mine.into_iter().map(|my| my.table).collect();
            let lines = app.tables.lobby_lines(&rows).await?.into_iter();
            let tables: Vec<MyTable> =
                lines.map(|table| MyTable { my_turn: acts.contains(&table.id), table }).collect();
            let last = rows.last().filter(|_| rows.len() as i64 == TABLES);
            let part = items(&tables, before.is_some())?;
            Ok(match last {
                Some(last) => (part, Some(ExportCursor::Tables(Some((last.updated, last.id))))),
                None => (format!("{part}],\"chat\":["), Some(ExportCursor::Chat(None, false))),
            })
        }
        ExportCursor::Chat(after, has_some) => {
            let rows = store.chat_of(player, after, MESSAGES).await?;
            // What moderators deleted is not stored any more.
            let words: Vec<Written> = rows.iter().filter(|row| !row.is_deleted()).map(written).collect();
            let last = rows.last().filter(|_| rows.len() as i64 == MESSAGES);
            let part = items(&words, has_some)?;
            let has_some = has_some || !words.is_empty();
            Ok(match last {
                Some(last) => (part, Some(ExportCursor::Chat(Some((last.message.table, last.m)), has_some))),
                None => (format!("{part}],\"games\":["), Some(ExportCursor::Games(None))),
            })
        }
        ExportCursor::Games(before) => {
            let filter = GameFilter { player: Some(player), ..GameFilter::default() };
            let rows = store.finished_games(filter, before, GAMES).await?;
            let mut games = vec![];
            for game in &rows {
                games.push(app.archive.whole(game).await?);
                // Records are written out one by one: others want to be served between two.
                tokio::task::yield_now().await;
            }
            let last = rows.last().filter(|_| rows.len() as i64 == GAMES);
            let part = items(&games, before.is_some())?;
            Ok(match last {
                Some(last) => (part, Some(ExportCursor::Games(Some((last.game.ended, last.game.id))))),
                None => (format!("{part}],\"reports\":"), Some(ExportCursor::Reports)),
            })
        }
        ExportCursor::Reports => {
            let reports: Vec<MyReport> = store.complaints_of(player).await?.iter().map(reported).collect();
            Ok((format!("{}}}", json(&reports)?), None))
        }
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|_| ApiError::unavailable())
}

/// Items of an array without its brackets, behind others if there are some.
fn items<T: Serialize>(values: &[T], behind_others: bool) -> Result<String> {
    let list = json(&values)?;
    let inner = list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
    Ok(if behind_others && !inner.is_empty() { format!(",{inner}") } else { inner.to_owned() })
}

fn written(row: &ChatRow) -> Written {
    let message = &row.message;
    Written { table: message.table, at: message.at, text: message.text.clone() }
}

fn reported(row: &ComplaintRow) -> MyReport {
    MyReport { at: row.at, reason: stored::wire_reason(row.reason), note: row.note.clone() }
}
