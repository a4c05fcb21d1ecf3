//! `/api/finished`: one finished game, to look at, to replay and to download: as a record, as pictures, as an
//! animation.
//!
//! Pictures contain nothing that can change, not even names, so they may be cached indefinitely.

use super::packed::{PackedJson, Packing};
use super::pictures::{GameCaption, PictureStyle, invalid};
use super::preview;
use crate::app::App;
use crate::archive::export;
use crate::archive::no_such_game;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::site::work::{AbandonFlag, WorkCaller};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::ops::ControlFlow;
use std::time::Duration;
use taijitu_draw::{gif, png};
use taijitu_protocol::{ArchivedGame, Code, GameLine, Problem, Replay, Side};
use taijitu_rules::games::yinsh::boardspace;
use taijitu_rules::record::Line;
use taijitu_rules::{Lang, Record};
use taijitu_store::{FinishedGame, Source};
use taijitu_table::{frames, perspective, time_of, walk};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// For pictures with names, which may change.
const A_DAY: &str = "public, max-age=86400";
/// For answers with names that are requested again soon.
const A_MINUTE: &str = "public, max-age=60";
/// How long a position of an animation may stay, in milliseconds.
const DELAYS: std::ops::RangeInclusive<u64> = 50..=10_000;
const DELAY: u64 = 800;
/// How wide an animation may be, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 120..=800;
const WIDTH: u32 = 400;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(finished)).routes(routes!(file)).routes(routes!(replay))
}

fn not_logged() -> ApiError {
    ApiError::new(
        Code::NoSuchGame,
        "the moves of this game were not kept",
        "les coups de cette partie n’ont pas été conservés",
    )
}

/// The record of a stored game. It was legal when it was stored, but perhaps by rules that this program no
/// longer has.
fn stored_record(game: &FinishedGame) -> Result<Record> {
    if !game.game.logged {
        return Err(not_logged());
    }
    Record::read_unplayed(&game.game.record).map_err(|error| unreplayable(&error.problem))
}

fn unreplayable(problem: &taijitu_rules::record::RecordProblem) -> ApiError {
    tracing::error!(%problem, "a stored game cannot be replayed");
    ApiError::new(
        Code::Unavailable,
        format!("this game cannot be replayed: {problem}"),
        format!("cette partie ne peut pas être rejouée : {}", problem.say(Lang::Fr)),
    )
}

/// A finished game: who, how it ended, and its record if it was logged.
#[utoipa::path(get, path = "/api/finished/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = ArchivedGame), (status = 404, body = Problem)))]
async fn finished(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ArchivedGame>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let game = app.archive.find(&id).await?;
    Ok(Json(app.archive.whole(who.work_caller(), game).await?))
}

/// From whose perspective.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PerspectiveQuery {
    /// `white` or `black`: as that side saw it. Without it, everything.
    eyes: Option<Side>,
}

async fn line(app: &App, game: &FinishedGame) -> Result<GameLine> {
    let mut lines = app.archive.lines(std::slice::from_ref(game)).await?;
    lines.pop().ok_or_else(no_such_game)
}

/// A finished game position by position: the start, then the position after each turn; each further round of a match
/// begins with its start.
#[utoipa::path(get, path = "/api/finished/{id}/replay", tag = "games", params(("id" = String, Path), PerspectiveQuery),
    responses((status = 200, body = Replay), (status = 404, body = Problem)))]
async fn replay(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
    Query(query): Query<PerspectiveQuery>,
) -> Result<Response> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let game = app.archive.find(&id).await?;
    let line = line(&app, &game).await?;
    let make = move |_: &AbandonFlag| -> Result<PackedJson> {
        let record = stored_record(&game)?;
        let first = line.players.first().map_or(Side::White, |(side, _)| *side);
        let frames = frames(&record, first, query.eyes).map_err(|problem| unreplayable(&problem))?;
        let source = ["source", "event", "site", "name"].iter().find_map(|key| record.header(key));
        let replay = Replay {
            source: source.filter(|_| game.game.source == Source::Import).map(str::to_owned),
            options: record
                .options
                .iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect(),
            time: time_of(&record),
            eyes: query.eyes,
            line,
            frames,
        };
        // Hundreds of positions are mostly the same.
        packing.pack(&replay)
    };
    let replay = app.site.work.quick.run(who.work_caller(), make).await??;
    Ok(([(header::CACHE_CONTROL, A_MINUTE)], replay).into_response())
}

/// How a picture or an animation looks.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PictureQuery {
    /// `en` or `fr`.
    #[param(value_type = Option<String>)]
    lang: Option<Lang>,
    /// The names of the points: `edges`, `none` or `all`.
    names: Option<String>,
    /// `white` or `black`: as that side saw it. Without it, everything.
    eyes: Option<Side>,
    /// In pixels: a picture has 64 to 1600, an animation 120 to 800.
    width: Option<u32>,
    /// Of an animation: how long each position stays, 50 to 10000 milliseconds; the last one stays longer.
    delay: Option<u64>,
}

/// Files of a game besides its replay.
enum FileFormat {
    Text,
    Json,
    Sgf,
    Animation,
    /// The number of a position; `None` is the last one.
    Picture {
        number: Option<usize>,
        pixels: bool,
    },
}

impl FileFormat {
    fn read(name: &str) -> Option<Self> {
        match name {
            "record.txt" => Some(Self::Text),
            "record.json" => Some(Self::Json),
            "record.sgf" => Some(Self::Sgf),
            "game.gif" => Some(Self::Animation),
            _ => {
                let (number, kind) = name.split_once('.')?;
                let number = if number == "last" { None } else { Some(number.parse().ok()?) };
                let pixels = match kind {
                    "svg" => false,
                    "png" => true,
                    _ => return None,
                };
                Some(Self::Picture { number, pixels })
            }
        }
    }

    const fn class(&self) -> Class {
        match self {
            Self::Animation | Self::Picture { pixels: true, .. } => Class::Think,
            _ => Class::Read,
        }
    }
}

/// A game to take along: `record.txt`, `record.json`, of YINSH also `record.sgf` in Boardspace's form; `17.svg` or
/// `17.png`, the position of that number in its replay (`last.png` the last one); `game.gif`, all of them.
#[utoipa::path(get, path = "/api/finished/{id}/{file}", tag = "games",
    params(("id" = String, Path), ("file" = String, Path), PictureQuery),
    responses((status = 200, description = "the file"), (status = 400, body = Problem), (status = 404, body = Problem)))]
async fn file(
    State(app): State<App>,
    who: Visitor,
    Path((id, name)): Path<(String, String)>,
    Query(looks): Query<PictureQuery>,
) -> Result<Response> {
    let form = FileFormat::read(&name).ok_or_else(|| {
        ApiError::new(
            Code::NoSuchPage,
            "the files of a finished game are record.txt, record.json, record.sgf, game.gif, 17.svg and 17.png",
            "les fichiers d’une partie terminée sont record.txt, record.json, record.sgf, game.gif, 17.svg et 17.png",
        )
    })?;
    app.site.limits.check(form.class(), who.player, who.address)?;
    let game = app.archive.find(&id).await?;
    let caller = who.work_caller();
    match form {
        FileFormat::Text => {
            download(&app, caller, game, "txt", "text/plain; charset=utf-8", |record| Ok(record.to_string()))
                .await
        }
        FileFormat::Json => {
            download(&app, caller, game, "json", "application/json", |record| Ok(record.to_json(None))).await
        }
        FileFormat::Sgf => {
            download(&app, caller, game, "sgf", "application/x-go-sgf; charset=utf-8", |record| {
                boardspace::export(record)
                    .map_err(|why| ApiError::new(Code::Invalid, why.say(Lang::En), why.say(Lang::Fr)))
            })
            .await
        }
        FileFormat::Animation => animation(&app, caller, game, looks).await,
        FileFormat::Picture { number, pixels } => picture(&app, caller, game, looks, (number, pixels)).await,
    }
}

/// A record as a file to keep.
async fn download(
    app: &App,
    caller: WorkCaller,
    game: FinishedGame,
    ending: &str,
    kind: &'static str,
    form: impl FnOnce(&Record) -> Result<String> + Send + 'static,
) -> Result<Response> {
    let players = line(app, &game).await?.players;
    let name = format!("attachment; filename=\"{}-{}.{ending}\"", game.game.kind, game.game.id);
    let write = move |_: &AbandonFlag| {
        stored_record(&game)?;
        form(&export::record(&game, &players).ok_or_else(not_logged)?)
    };
    let text = app.site.work.quick.run(caller, write).await??;
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

fn draw_or_unavailable(file: std::result::Result<Vec<u8>, png::DrawError>) -> Result<Vec<u8>> {
    file.map_err(|error| {
        if !matches!(error, png::DrawError::Stopped) {
            tracing::error!(%error, "a picture was not drawn");
        }
        ApiError::unavailable()
    })
}

/// The names and the result that stand around the pictures of a game.
async fn shared(app: &App, game: &FinishedGame, lang: Option<Lang>) -> Result<GameCaption> {
    let (line, lang) = (line(app, game).await?, lang.unwrap_or(Lang::En));
    Ok(GameCaption { players: preview::title(&line, lang), result: preview::about(&line, lang) })
}

/// The position of a number, or the last one, in pixels or as SVG.
async fn picture(
    app: &App,
    caller: WorkCaller,
    game: FinishedGame,
    looks: PictureQuery,
    (number, pixels): (Option<usize>, bool),
) -> Result<Response> {
    let look = PictureStyle::new(looks.lang, looks.names.as_deref(), looks.width)?;
    let shared = shared(app, &game, looks.lang).await?;
    let draw = move |_: &AbandonFlag| {
        let record = stored_record(&game)?;
        let last = stops(&record) - 1;
        let number = number.unwrap_or(last);
        let mut found = None;
        let walked = walk(&record, |play, stop| {
            if stop.number < number {
                return ControlFlow::Continue(());
            }
            found = Some(look.draw_shared(play, perspective(looks.eyes), &shared, stop.number == last));
            ControlFlow::Break(())
        });
        walked.map_err(|problem| unreplayable(&problem))?;
        let svg = found.ok_or_else(|| {
            ApiError::new(
                Code::NoSuchThing,
                "this game has fewer moves",
                "cette partie compte moins de coups",
            )
        })?;
        if pixels { draw_or_unavailable(png::render(&svg, look.width)) } else { Ok(svg.into_bytes()) }
    };
    let pool = if pixels { &app.site.work.slow } else { &app.site.work.quick };
    let bytes = pool.run(caller, draw).await??;
    let kind = if pixels { "image/png" } else { "image/svg+xml; charset=utf-8" };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, A_DAY)], bytes).into_response())
}

/// A whole game as an animation of at most 400 positions, the last one included. They are drawn one at a
/// time.
async fn animation(
    app: &App,
    caller: WorkCaller,
    game: FinishedGame,
    looks: PictureQuery,
) -> Result<Response> {
    let delay = looks.delay.unwrap_or(DELAY);
    if !DELAYS.contains(&delay) {
        return Err(invalid("`delay` is 50 to 10000", "`delay` va de 50 à 10000").into());
    }
    let width = looks.width.unwrap_or(WIDTH);
    if !WIDTHS.contains(&width) {
        return Err(invalid("`width` is 120 to 800", "`width` va de 120 à 800").into());
    }
    let look = PictureStyle::new(looks.lang, looks.names.as_deref(), Some(width))?;
    let shared = shared(app, &game, looks.lang).await?;
    let draw = move |abandoned: &AbandonFlag| {
        let record = stored_record(&game)?;
        let stops = stops(&record);
        let each = stops.div_ceil(gif::MOST);
        let mut svgs = vec![];
        let walked = walk(&record, |play, stop| {
            // Counted from the end, so that the last position is included.
            if (stops - 1 - stop.number).is_multiple_of(each) {
                svgs.push(look.draw_shared(play, perspective(looks.eyes), &shared, stop.number == stops - 1));
            }
            ControlFlow::Continue(())
        });
        walked.map_err(|problem| unreplayable(&problem))?;
        let each = Duration::from_millis(delay);
        let last = (each * 4).max(Duration::from_secs(3));
        draw_or_unavailable(gif::animate(&svgs, width, each, last, &|| abandoned.is_set()))
    };
    let bytes = app.site.work.animations.run(caller, draw).await??;
    Ok(([(header::CONTENT_TYPE, "image/gif"), (header::CACHE_CONTROL, A_DAY)], bytes).into_response())
}

/// How many positions a replay has.
fn stops(record: &Record) -> usize {
    1 + record.lines.iter().filter(|line| matches!(line, Line::Turn { .. } | Line::Round(_))).count()
}
