//! `/api/games`: the games and their boards, for pages without rules.

use super::packed::{ConstantJson, PackedJson, Packing};
use crate::app::App;
use crate::error::Result;
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::extract::{Path, State};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use taijitu_draw::svg;
use taijitu_protocol::{BoardData, GameKind, LawBook, Problem};
use taijitu_study::catalogue;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(all)).routes(routes!(board)).routes(routes!(laws))
}

/// All games with their options, pieces and words.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameKind>)))]
async fn all(packing: Packing) -> PackedJson {
    static GAMES: LazyLock<ConstantJson> =
        LazyLock::new(|| ConstantJson::new(&catalogue::games(svg::sheet_count)));
    GAMES.answer(packing)
}

/// A board: points with names and coordinates, lines, marks. Ids: `yinsh`, `kadon`, `triangle-13`, `zen`, `yinyang`.
#[utoipa::path(get, path = "/api/boards/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = BoardData), (status = 404, body = Problem)))]
async fn board(
    State(app): State<App>,
    who: Visitor,
    packing: Packing,
    Path(id): Path<String>,
) -> Result<PackedJson> {
    static BOARDS: LazyLock<BTreeMap<String, ConstantJson>> = LazyLock::new(|| {
        let boards = catalogue::boards().into_iter();
        boards.map(|board| (board.id.clone(), ConstantJson::new(&board))).collect()
    });
    app.site.limits.check(Class::Read, who.player, who.address)?;
    if let Some(board) = BOARDS.get(&id) {
        return Ok(board.answer(packing));
    }
    let other = move || packing.pack(&catalogue::board(&id)?);
    app.site.work.quick.run(who.work_caller(), move |_| other()).await?
}

/// The laws of Yin Yang that can be written, and the blocks of the board as each side reads them.
#[utoipa::path(get, path = "/api/laws", tag = "games", responses((status = 200, body = LawBook)))]
async fn laws(packing: Packing) -> PackedJson {
    static LAWS: LazyLock<ConstantJson> = LazyLock::new(|| ConstantJson::new(&catalogue::law_book()));
    LAWS.answer(packing)
}
