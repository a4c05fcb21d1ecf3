//! `/api/games`: what can be played, and on which board, for pages that know no rules.

use crate::app::App;
use crate::error::{ApiError, Result};
use axum::Json;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use taijitu_draw::svg;
use taijitu_protocol::{
    Block, Blocks, BoardData, BoardPoint, BoardStyle, Code, GameCredits, GameKind, GameOption, LawBook,
    LawKind, LawText, PaletteEntry, Placed, Problem, Side, Words,
};
use taijitu_rules::board::{Node, Style};
use taijitu_rules::games::{self, yinyang, yinyang::Law};
use taijitu_rules::options::{OptionSpec, Values};
use taijitu_rules::view::{self, Piece};
use taijitu_rules::{AnyPlay, Audience, Board, GameType, Meta, Options, Point};
use taijitu_table::wire::{self, wire_side, words};
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    // The front page asks for all games and most boards; as text they would be half of what it loads.
    let routes = OpenApiRouter::new().routes(routes!(all)).routes(routes!(board)).routes(routes!(laws));
    routes.layer(CompressionLayer::new())
}

fn option(spec: &'static OptionSpec) -> GameOption {
    let mut option = GameOption {
        name: spec.key.into(),
        about: words(spec.about),
        default: spec.default.into(),
        choices: None,
        labels: BTreeMap::new(),
        range: None,
        form: None,
    };
    match spec.values {
        Values::Choice(choices) => {
            option.choices = Some(choices.iter().map(|(word, _)| (*word).to_owned()).collect());
            option.labels = choices.iter().map(|(word, label)| ((*word).to_owned(), words(*label))).collect();
        }
        Values::Number(least, most) => option.range = Some((least, most)),
        Values::Described(form, _) | Values::Secret(_, form, _) => option.form = Some(words(form)),
    }
    option
}

/// A game with some options, at its start.
fn started(game: &str, options: &[String]) -> Option<Box<dyn AnyPlay>> {
    let kind = games::find(game)?;
    let options = Options::parse(kind.meta().options, options.iter().map(String::as_str)).ok()?;
    kind.start(options).ok()
}

/// The board a game is played on with some options.
fn board_of(game: &str, options: &[String]) -> Option<&'static Board> {
    Some(started(game, options)?.view(Audience::Everyone).board)
}

/// The colour that begins a game, unless that is an option.
fn first(meta: &Meta) -> Option<Side> {
    let chosen = meta.options.iter().any(|spec| spec.key == "first");
    started(meta.id, &[]).filter(|_| !chosen).map(|play| wire_side(play.to_act().side()))
}

fn palette_entry(piece: Piece) -> PaletteEntry {
    PaletteEntry {
        key: piece.setup_key().into(),
        piece: piece.id().into(),
        side: piece.side().map(wire_side),
    }
}

/// The pieces of a game's sample position.
fn sample(kind: &dyn GameType) -> Vec<Placed> {
    let options = Options::parse(kind.meta().options, []).ok();
    let play = options.and_then(|options| kind.set_up(options, kind.meta().sample).ok());
    let pieces = play.map(|play| play.view(Audience::Everyone).pieces).unwrap_or_default();
    let placed = |placed: &view::Placed| Placed {
        at: placed.at.0,
        piece: placed.piece.id().into(),
        side: placed.piece.side().map(wire_side),
    };
    pieces.iter().map(placed).collect()
}

fn described(kind: &'static dyn GameType) -> GameKind {
    let meta = kind.meta();
    let offered = meta.options.iter().filter(|spec| spec.values.secret_of().is_none());
    GameKind {
        id: meta.id.into(),
        name: words(meta.name),
        blurb: words(meta.blurb),
        credits: GameCredits {
            inventors: words(meta.credits.inventors),
            publisher: meta.credits.publisher.map(str::to_owned),
            reserved: words(meta.credits.reserved),
        },
        seats: taijitu_table::seat_counts(kind),
        first: first(meta),
        options: offered.map(option).collect(),
        board: board_of(meta.id, &[]).map(|board| board.id.clone()).unwrap_or_default(),
        sample: sample(kind),
        pieces: meta.pieces.iter().map(|piece| (piece.id().to_owned(), words(piece.name()))).collect(),
        palette: meta.pieces.iter().flat_map(|piece| piece.colours()).map(palette_entry).collect(),
        words: meta.words.iter().map(|button| (button.word.to_owned(), words(button.label))).collect(),
        placement: meta.placement,
        levels: *taijitu_search::LEVELS.end(),
        sheets: svg::sheet_count(meta.id) as u32,
    }
}

/// All games with their options, pieces and words.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameKind>)))]
async fn all() -> impl IntoResponse {
    static GAMES: LazyLock<Bytes> =
        LazyLock::new(|| json(&games::GAMES.iter().copied().map(described).collect::<Vec<_>>()));
    as_json(&GAMES)
}

/// What does not change while the program runs is written once: everybody asks for it.
fn json(value: &impl Serialize) -> Bytes {
    serde_json::to_vec(value).unwrap_or_default().into()
}

fn as_json(text: &Bytes) -> impl IntoResponse + use<> {
    ([(header::CONTENT_TYPE, "application/json")], text.clone())
}

fn data(board: &Board) -> BoardData {
    let point = |node: &Node| BoardPoint {
        name: node.name.clone(),
        x: node.x,
        y: node.y,
        neighbours: wire::points(&node.neighbours),
    };
    BoardData {
        id: board.id.clone(),
        title: Words { en: board.title.clone(), fr: board.title_fr.clone() },
        style: match board.style {
            Style::Lines => BoardStyle::Lines,
            Style::Squares => BoardStyle::Squares,
        },
        points: board.points.iter().map(point).collect(),
        lines: board.lines.iter().map(|(a, b)| (a.0, b.0)).collect(),
        marks: wire::points(&board.marks),
        rotations: board.rotations(),
    }
}

/// A board: points with names and coordinates, lines, marks. Ids: `yinsh`, `kadon`, `triangle-13`, `zen`, `yinyang`.
#[utoipa::path(get, path = "/api/boards/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = BoardData), (status = 404, body = Problem)))]
async fn board(Path(id): Path<String>) -> Result<Json<BoardData>> {
    let of_game =
        games::GAMES.iter().filter_map(|kind| board_of(kind.meta().id, &[])).find(|board| board.id == id);
    let triangle = || board_of("y", &[format!("board={id}")]).filter(|board| board.id == id);
    of_game
        .or_else(triangle)
        .map(|board| Json(data(board)))
        .ok_or_else(|| ApiError::new(Code::NoSuchThing, "there is no such board", "ce plateau n’existe pas"))
}

fn law(law: &Law) -> LawText {
    let kind = match law.kind() {
        yinyang::LawKind::Destruction => LawKind::Destruction,
        yinyang::LawKind::Peopling => LawKind::Peopling,
        yinyang::LawKind::Adaptation => LawKind::Adaptation,
    };
    LawText { text: law.to_string(), kind }
}

fn blocks(side: taijitu_rules::Side) -> Vec<Block> {
    let block = |(at, points): (Point, [Point; 4])| Block { at: at.0, points: points.map(|point| point.0) };
    yinyang::blocks_seen_by(side).into_iter().map(block).collect()
}

/// The laws of Yin Yang that can be written, and the blocks of the board as each side reads them.
#[utoipa::path(get, path = "/api/laws", tag = "games", responses((status = 200, body = LawBook)))]
async fn laws() -> impl IntoResponse {
    static LAWS: LazyLock<Bytes> = LazyLock::new(|| {
        let [white, black] = taijitu_rules::Side::BOTH.map(blocks);
        json(&LawBook { laws: Law::all().iter().map(law).collect(), blocks: Blocks { white, black } })
    });
    as_json(&LAWS)
}
