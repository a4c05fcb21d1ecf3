//! `/api/games`: what can be played, and on which board. The page is told; it does not know.

use crate::error::{Refused, Result};
use crate::house::House;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use taijitu_protocol::{Archived, Code, Problem, Words};
use taijitu_rules::options::{OptionSpec, Values};
use taijitu_rules::{Audience, Board, Options, Text, games};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<House> {
    OpenApiRouter::new().routes(routes!(all)).routes(routes!(board)).routes(routes!(finished))
}

/// A game that can be played.
#[derive(Serialize, ToSchema)]
struct GameKind {
    /// Its id.
    id: &'static str,
    /// Its name.
    name: Words,
    /// What may be chosen before the start.
    options: Vec<GameOption>,
    /// The board of the usual start.
    board: String,
    /// The levels of its engine.
    levels: u8,
}

/// An option of a game.
#[derive(Serialize, ToSchema)]
struct GameOption {
    /// Its name.
    name: &'static str,
    /// What it means.
    about: Words,
    /// What it is unless said.
    default: &'static str,
    /// The words it may be, if it is one of a few.
    choices: Option<Vec<&'static str>>,
    /// The least and the most it may be, if it is a number.
    range: Option<(u32, u32)>,
}

fn words(text: Text) -> Words {
    Words { en: text.en.into(), fr: text.fr.into() }
}

fn option(spec: &'static OptionSpec) -> GameOption {
    let (choices, range) = match spec.values {
        Values::Choice(words) => (Some(words.to_vec()), None),
        Values::Number(least, most) => (None, Some((least, most))),
        Values::Described(..) | Values::Secret(..) => (None, None),
    };
    GameOption { name: spec.key, about: words(spec.about), default: spec.default, choices, range }
}

/// The board a game is played on with some options.
fn board_of(game: &str, options: &[String]) -> Option<&'static Board> {
    let kind = games::find(game)?;
    let options = Options::parse(kind.meta().options, options.iter().map(String::as_str)).ok()?;
    Some(kind.start(options).ok()?.view(Audience::Everyone).board)
}

/// The ten games with their options.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameKind>)))]
async fn all() -> Json<Vec<GameKind>> {
    let kind = |kind: &&'static dyn taijitu_rules::Kind| {
        let meta = kind.meta();
        GameKind {
            id: meta.id,
            name: words(meta.name),
            options: meta
                .options
                .iter()
                .filter(|spec| spec.values.secret_of().is_none())
                .map(option)
                .collect(),
            board: board_of(meta.id, &[]).map(|board| board.id.clone()).unwrap_or_default(),
            levels: *taijitu_search::LEVELS.end(),
        }
    };
    Json(games::GAMES.iter().map(kind).collect())
}

/// A board: points with names and coordinates, lines, marks. Ids: `yinsh`, `kadon`, `triangle-13`, `zen`, `yinyang`.
#[utoipa::path(get, path = "/api/boards/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404, body = Problem)))]
async fn board(Path(id): Path<String>) -> Result<Json<&'static Board>> {
    let of_game =
        games::GAMES.iter().filter_map(|kind| board_of(kind.meta().id, &[])).find(|board| board.id == id);
    let triangle = || board_of("y", &[format!("board={id}")]).filter(|board| board.id == id);
    of_game
        .or_else(triangle)
        .map(Json)
        .ok_or_else(|| Refused::new(Code::NoSuchThing, "there is no such board", "ce plateau n'existe pas"))
}

/// A finished game: who, how it ended, and its record if it was logged.
#[utoipa::path(get, path = "/api/finished/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Archived), (status = 404, body = Problem)))]
async fn finished(State(house): State<House>, Path(id): Path<String>) -> Result<Json<Archived>> {
    let none = || {
        Refused::new(
            Code::NoSuchGame,
            "there is no such finished game; a running one is at its table",
            "cette partie terminée n'existe pas ; une partie en cours est à sa table",
        )
    };
    let id: taijitu_protocol::GameId = id.parse().map_err(|_| none())?;
    let game = house.store.game(&id.to_string()).await?.ok_or_else(none)?;
    Ok(Json(crate::archive::whole(&house, &game).await?))
}
