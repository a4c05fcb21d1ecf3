//! `/api/me/export`: everything that is stored about a player, as a file.
//!
//! A player may have a hundred thousand games. The file is streamed page by page, so that it needs no more
//! memory than one page.

use super::account::{me_of, row_of, token};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Browser;
use crate::rated_puzzles::try_line;
use crate::ratings::rated_game_line;
use crate::site::limits::Class;
use crate::site::work::WorkCaller;
use crate::stored;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use taijitu_protocol::{
    Challenges, ConditionalTurn, Export, GameId, MailState, Me, MyReport, MyTable, NoticeChoices, Notices,
    OwnMessage, PeopleView, PlayerId, Privacy, Problem, PuzzleTryLine, RatedGameLine, Security, SessionView,
    TableId, Token, TournamentId,
};
use taijitu_store::{ChatRow, ComplaintRow, GameFilter, MailPurpose, SessionRow, TableState};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Rows in memory at a time; games come with their records.
const TABLES: i64 = 200;
const MESSAGES: i64 = 2000;
const GAMES: i64 = 20;
const RATED_GAMES: i64 = 2000;
const TOURNAMENTS: i64 = 200;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Everything that is stored about me, as a file.
#[utoipa::path(get, path = "/api/me/export", tag = "account",
    responses((status = 200, body = Export), (status = 401, body = Problem)))]
async fn export(State(app): State<App>, me: Browser) -> Result<Response> {
    app.site.limits.check(Class::Export, Some(me.player), me.address)?;
    let first = head(&app, me.player, &me.session).await?;
    let (player, caller) = (me.player, WorkCaller::new(Some(me.player), me.address));
    let begin = (Some(first), Some(ExportCursor::Tables(None)));
    let parts = stream::unfold(begin, move |(first, place)| {
        let app = app.clone();
        async move {
            if let Some(first) = first {
                return Some((Ok(Bytes::from(first)), (None, place)));
            }
            match next_part(&app, player, caller, place?).await {
                Ok((part, next)) => Some((Ok(Bytes::from(part)), (None, next))),
                // The client sees that the file is incomplete.
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

/// The part of an [`Export`] with one or few values.
#[derive(Serialize)]
struct ExportHead {
    me: Me,
    seen: i64,
    muted_until: Option<i64>,
    sessions: Vec<SessionView>,
    tokens: Vec<Token>,
    security: Security,
    people: PeopleView,
    privacy: Privacy,
    challenges: Challenges,
    notices: Notices,
    notice_choices: NoticeChoices,
    push: Vec<String>,
    vacations: Vec<(i64, i64)>,
    conditional_turns: Vec<(TableId, Vec<ConditionalTurn>)>,
}

/// How far the file has been written.
enum ExportCursor {
    /// Up to a table, by the time it was last changed.
    Tables(Option<(i64, TableId)>),
    /// Up to a message, and whether any was written: deleted ones are not.
    Chat(Option<(TableId, i64)>, bool),
    /// Up to a game, by the time it ended.
    Games(Option<(i64, GameId)>),
    /// Up to a rated game, by its class and number.
    Ratings(Option<(String, i64)>),
    /// Up to a puzzle that was tried.
    Puzzles(String),
    /// Up to a tournament.
    Tournaments(Option<TournamentId>),
    /// Everything but reports.
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
    let mut me = me_of(&row);
    me.profile.bot = !row.guest && store.is_bot(player).await?;
    let head = ExportHead {
        me,
        seen: row.seen,
        muted_until: row.muted_until,
        sessions: store.sessions(player).await?.iter().map(session).collect(),
        tokens: store.tokens(player).await?.iter().map(token).collect(),
        security: security(app, player).await?,
        people: app.people.lists(player).await?,
        privacy: app.people.privacy(player).await?,
        challenges: app.people.challenges(player).await?,
        notices: app.people.notices(player).await?,
        notice_choices: app.people.notice_choices(player).await?,
        push: store.push_endpoints(player).await?.into_iter().map(|row| row.endpoint).collect(),
        vacations: store.vacations(player, 0).await?.iter().map(|row| (row.began, row.ends)).collect(),
        conditional_turns: conditional_turns(app, player).await?,
    };
    let written = json(&head)?;
    let open = written.strip_suffix('}').ok_or_else(ApiError::unavailable)?;
    Ok(format!("{open},\"tables\":["))
}

async fn conditional_turns(app: &App, player: PlayerId) -> Result<Vec<(TableId, Vec<ConditionalTurn>)>> {
    let rows = app.site.store.conditional_turns_of(player).await?;
    Ok(rows.iter().map(|row| (row.table, serde_json::from_str(&row.body).unwrap_or_default())).collect())
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

/// The next rows as JSON, and the cursor after them.
async fn next_part(
    app: &App,
    player: PlayerId,
    caller: WorkCaller,
    place: ExportCursor,
) -> Result<(String, Option<ExportCursor>)> {
    let store = &app.site.store;
    match place {
        ExportCursor::Tables(before) => {
            let states = [TableState::Open, TableState::Running, TableState::Finished, TableState::Closed];
            let mine = store.tables_of(player, &states, before, TABLES).await?;
            let tables: Vec<MyTable> = app.tables.my_tables(&mine).await?;
            let last = mine.last().filter(|_| mine.len() as i64 == TABLES).map(|my| &my.table);
            let part = items(&tables, before.is_some())?;
            Ok(match last {
                Some(last) => (part, Some(ExportCursor::Tables(Some((last.updated, last.id))))),
                None => (format!("{part}],\"chat\":["), Some(ExportCursor::Chat(None, false))),
            })
        }
        ExportCursor::Chat(after, has_some) => {
            let rows = store.chat_of(player, after, MESSAGES).await?;
            // Deleted messages are no longer stored.
            let words: Vec<OwnMessage> = rows.iter().filter(|row| !row.is_deleted()).map(written).collect();
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
            let last = rows.last().filter(|_| rows.len() as i64 == GAMES);
            let last = last.map(|last| (last.game.ended, last.game.id));
            let mut games = vec![];
            for game in rows {
                games.push(app.archive.whole(caller, game).await?);
            }
            let part = items(&games, before.is_some())?;
            Ok(match last {
                Some(last) => (part, Some(ExportCursor::Games(Some(last)))),
                None => (format!("{part}],\"ratings\":["), Some(ExportCursor::Ratings(None))),
            })
        }
        ExportCursor::Ratings(after) => {
            let cursor = after.as_ref().map(|(class, number)| (class.as_str(), *number));
            let rows = store.rating_changes_of(player, cursor, RATED_GAMES).await?;
            let lines: Vec<RatedGameLine> = rows.iter().map(rated_game_line).collect();
            let part = items(&lines, after.is_some())?;
            Ok(match rows.into_iter().next_back().filter(|_| lines.len() as i64 == RATED_GAMES) {
                Some(last) => (part, Some(ExportCursor::Ratings(Some((last.class, last.number))))),
                None => (format!("{part}],\"puzzles\":["), Some(ExportCursor::Puzzles(String::new()))),
            })
        }
        ExportCursor::Puzzles(after) => {
            let rows = store.puzzle_tries_of(player, &after, RATED_GAMES).await?;
            let lines: Vec<PuzzleTryLine> = rows.iter().map(try_line).collect();
            let part = items(&lines, !after.is_empty())?;
            Ok(match rows.into_iter().next_back().filter(|_| lines.len() as i64 == RATED_GAMES) {
                Some(last) => (part, Some(ExportCursor::Puzzles(last.puzzle))),
                None => (format!("{part}],\"tournaments\":["), Some(ExportCursor::Tournaments(None))),
            })
        }
        ExportCursor::Tournaments(after) => {
            let lines = app.tournaments.all_of(player, after, TOURNAMENTS).await?;
            let part = items(&lines, after.is_some())?;
            Ok(match lines.last().filter(|_| lines.len() as i64 == TOURNAMENTS) {
                Some(last) => (part, Some(ExportCursor::Tournaments(Some(last.id)))),
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

/// The items of an array without its brackets, with a leading comma if others precede.
fn items<T: Serialize>(values: &[T], behind_others: bool) -> Result<String> {
    let list = json(&values)?;
    let inner = list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
    Ok(if behind_others && !inner.is_empty() { format!(",{inner}") } else { inner.to_owned() })
}

fn written(row: &ChatRow) -> OwnMessage {
    let message = &row.message;
    OwnMessage { table: message.table, at: message.at, text: message.text.clone() }
}

fn reported(row: &ComplaintRow) -> MyReport {
    MyReport { at: row.at, reason: stored::wire_reason(row.reason), note: row.note.clone() }
}
