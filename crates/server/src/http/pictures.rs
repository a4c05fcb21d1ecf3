//! `/api/pictures`: a position as a picture, for links, lessons and bulletins. Only what everybody may see is drawn.

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use taijitu_draw::{DrawOptions, PointNames, png, svg};
use taijitu_protocol::{Code, Problem, Study};
use taijitu_rules::{AnyPlay, Audience, Lang};
use taijitu_table::StudyPosition;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How wide a picture may be, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 64..=1600;
/// Default width.
const WIDTH: u32 = 640;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(picture))
}

/// What to draw.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct PositionPictureQuery {
    /// The set-up it starts from, unless that is the usual start.
    setup: Option<String>,
    /// The turns played since, separated by `;`.
    turns: Option<String>,
    /// The options of the game: `key=value`, separated by `,`.
    options: Option<String>,
    /// `en` or `fr`.
    #[param(value_type = Option<String>)]
    lang: Option<Lang>,
    /// The names of the points: `edges`, `none` or `all`.
    names: Option<String>,
    /// In pixels, 64 to 1600.
    width: Option<u32>,
}

pub(super) fn invalid(en: &str, fr: &str) -> Problem {
    Problem::new(Code::Invalid, en, fr)
}

impl PositionPictureQuery {
    fn study(&self, game: &str) -> std::result::Result<Study, Problem> {
        let mut options = BTreeMap::new();
        for pair in self.options.iter().flat_map(|options| options.split(',')).filter(|pair| !pair.is_empty())
        {
            let (key, value) = pair.split_once('=').ok_or_else(|| {
                invalid(
                    "options are written key=value,key=value",
                    "les options s’écrivent clé=valeur,clé=valeur",
                )
            })?;
            options.insert(key.to_owned(), value.to_owned());
        }
        let turns = self.turns.iter().flat_map(|turns| turns.split(';')).map(|turn| turn.trim().to_owned());
        let turns = turns.filter(|turn| !turn.is_empty()).collect();
        Ok(Study { game: game.to_owned(), options, setup: self.setup.clone(), turns, side: None })
    }

    fn draw(&self, game: &str) -> std::result::Result<(String, u32), Problem> {
        let look = PictureStyle::new(self.lang, self.names.as_deref(), self.width)?;
        let (_, play) = StudyPosition::read(&self.study(game)?)?.into_play();
        Ok((look.draw(&*play, Audience::Everyone), look.width))
    }
}

/// The text around the pictures of a finished game.
pub(super) struct GameCaption {
    /// `Ada – Bob · YINSH`, White first.
    pub(super) players: String,
    /// How it ended.
    pub(super) result: String,
}

/// How a position is drawn.
pub(super) struct PictureStyle {
    lang: Lang,
    names: PointNames,
    /// In pixels.
    pub(super) width: u32,
}

impl PictureStyle {
    /// Validates the query.
    pub(super) fn new(
        lang: Option<Lang>,
        names: Option<&str>,
        width: Option<u32>,
    ) -> std::result::Result<Self, Problem> {
        let width = width.unwrap_or(WIDTH);
        if !WIDTHS.contains(&width) {
            return Err(invalid("`width` is 64 to 1600", "`width` va de 64 à 1600"));
        }
        let names = names.map_or(Some(PointNames::Edges), PointNames::parse);
        let names = names
            .ok_or_else(|| invalid("`names` is edges, none or all", "`names` vaut edges, none ou all"))?;
        Ok(Self { lang: lang.unwrap_or(Lang::En), names, width })
    }

    /// A position of a finished game as the page shows it: on wood, with the players above and, at the end,
    /// the result below.
    pub(super) fn draw_shared(
        &self,
        play: &dyn AnyPlay,
        audience: Audience,
        line: &GameCaption,
        ends: bool,
    ) -> String {
        let options = DrawOptions {
            lang: self.lang,
            names: self.names,
            last: play.last_points(),
            decisive: play.decisive(),
            caption: Some(line.players.clone()),
            to_act: (!ends && play.outcome().is_none()).then(|| play.to_act()),
            result: ends.then(|| line.result.clone()),
            look: taijitu_draw::Theme::Wood,
            game: Some(play.meta().id),
        };
        svg::draw(&play.view(audience), &options, self.width)
    }

    /// A position as an audience sees it, as SVG.
    pub(super) fn draw(&self, play: &dyn AnyPlay, audience: Audience) -> String {
        svg::draw_play(play, audience, self.lang, self.names, self.width)
    }
}

/// A position as a picture: `yinsh.svg` or `yinsh.png`, after a game's id.
#[utoipa::path(get, path = "/api/pictures/{picture}", tag = "study", params(("picture" = String, Path), PositionPictureQuery),
    responses((status = 200, description = "the picture"), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn picture(
    State(app): State<App>,
    who: Visitor,
    Path(picture): Path<String>,
    Query(query): Query<PositionPictureQuery>,
) -> Result<Response> {
    let pixels = match picture.rsplit_once('.') {
        Some((_, "svg")) => false,
        Some((_, "png")) => true,
        _ => {
            return Err(ApiError::new(
                Code::NoSuchPage,
                "a picture is named after its game: yinsh.svg or yinsh.png",
                "une image porte le nom de son jeu : yinsh.svg ou yinsh.png",
            ));
        }
    };
    app.site.limits.check(if pixels { Class::Think } else { Class::Read }, who.player, who.address)?;
    let work = move || -> Result<(&'static str, Vec<u8>)> {
        let game = picture.rsplit_once('.').map_or("", |(game, _)| game);
        let (drawing, width) = query.draw(game)?;
        if !pixels {
            return Ok(("image/svg+xml; charset=utf-8", drawing.into_bytes()));
        }
        let bytes = png::render(&drawing, width).map_err(|error| {
            tracing::error!(%error, "a picture was not drawn");
            ApiError::unavailable()
        })?;
        Ok(("image/png", bytes))
    };
    let pool = if pixels { &app.site.work.slow } else { &app.site.work.quick };
    let (kind, bytes) = pool.run(who.work_caller(), move |_| work()).await??;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=86400")], bytes)
        .into_response())
}
