//! `/api/tournaments/{id}/standings.csv` and the like: exports, a picture, a sheet to print.

use super::tournaments::find;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::tournaments::entrant_name;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use taijitu_draw::{png, svg};
use taijitu_protocol::Problem;
use taijitu_rules::Lang;
use taijitu_table::Names;
use taijitu_tournament::{ExportLanguage, Tournament, TournamentPairing};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Lines of the picture.
const PICTURE_LINES: usize = 16;
/// Width of the picture in pixels.
const PICTURE_WIDTH: u32 = 800;
/// What the sheet may load: nothing but its own style.
const SHEET_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(csv))
        .routes(routes!(text))
        .routes(routes!(json))
        .routes(routes!(drawing))
        .routes(routes!(picture))
        .routes(routes!(sheet))
}

/// In which language.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct LanguageQuery {
    /// `en` or `fr`.
    #[param(value_type = Option<String>)]
    lang: Option<Lang>,
}

/// Makes a file of a tournament: its fold and all names.
async fn file(
    app: &App,
    (who, class): (&Visitor, Class),
    id: &str,
    make: impl FnOnce(&Tournament, &Names) -> String + Send + 'static,
) -> Result<String> {
    app.site.limits.check(class, who.player, who.address)?;
    let tournament = find(app, id).await?;
    let names = app.tournaments.all_names(&tournament).await?;
    tournament.work(&app.site.work.quick, who.work_caller(), move |tournament| make(tournament, &names)).await
}

/// The standings as CSV.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings.csv", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, description = "the standings"), (status = 404, body = Problem)))]
async fn csv(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Response> {
    let make =
        |tournament: &Tournament, names: &Names| tournament.to_csv(&|entrant| entrant_name(entrant, names));
    let text = file(&app, (&who, Class::List), &id, make).await?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response())
}

/// The standings as plain text.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings.txt", tag = "tournaments",
    params(("id" = String, Path), LanguageQuery),
    responses((status = 200, description = "the standings"), (status = 404, body = Problem)))]
async fn text(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LanguageQuery>,
) -> Result<Response> {
    let language =
        if query.lang == Some(Lang::Fr) { ExportLanguage::French } else { ExportLanguage::English };
    let make = move |tournament: &Tournament, names: &Names| {
        tournament.to_text(&|entrant| entrant_name(entrant, names), language)
    };
    let text = file(&app, (&who, Class::List), &id, make).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Settings, standings and pairings as JSON.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings.json", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, description = "the tournament"), (status = 404, body = Problem)))]
async fn json(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Response> {
    let make =
        |tournament: &Tournament, names: &Names| tournament.to_json(&|entrant| entrant_name(entrant, names));
    let text = file(&app, (&who, Class::List), &id, make).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// The first lines of the standings: rank, name, points.
fn lines(tournament: &Tournament, names: &Names, most: usize) -> Vec<[String; 3]> {
    let standings = tournament.standings();
    let rows = standings.iter().take(most).filter_map(|row| {
        let name = entrant_name(tournament.entrant(row.entrant)?, names);
        Some([row.rank.to_string(), name, crate::tournaments::points_text(tournament, row.points)])
    });
    rows.collect()
}

fn draw(tournament: &Tournament, names: &Names, lang: Lang) -> String {
    let more = tournament.entrants().len().saturating_sub(PICTURE_LINES);
    let below = match (lang, more) {
        (_, 0) => String::new(),
        (Lang::Fr, more) => format!("et {more} autres"),
        (Lang::En, more) => format!("and {more} more"),
    };
    let lines = lines(tournament, names, PICTURE_LINES);
    svg::standings(&tournament.settings().name, &lines, &below, PICTURE_WIDTH)
}

/// The standings as a picture to share, as SVG.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings.svg", tag = "tournaments",
    params(("id" = String, Path), LanguageQuery),
    responses((status = 200, description = "the picture"), (status = 404, body = Problem)))]
async fn drawing(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LanguageQuery>,
) -> Result<Response> {
    let lang = query.lang.unwrap_or(Lang::En);
    let text = file(&app, (&who, Class::List), &id, move |tournament, names| draw(tournament, names, lang));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml; charset=utf-8")], text.await?).into_response())
}

/// The standings as a picture to share, in pixels.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings.png", tag = "tournaments",
    params(("id" = String, Path), LanguageQuery),
    responses((status = 200, description = "the picture"), (status = 404, body = Problem)))]
async fn picture(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LanguageQuery>,
) -> Result<Response> {
    let lang = query.lang.unwrap_or(Lang::En);
    let make = move |tournament: &Tournament, names: &Names| draw(tournament, names, lang);
    let text = file(&app, (&who, Class::Think), &id, make).await?;
    let work = move |_: &crate::site::work::AbandonFlag| png::render(&text, PICTURE_WIDTH);
    let bytes = app.site.work.slow.run(who.work_caller(), work).await?.map_err(|error| {
        tracing::error!(%error, "a picture of standings was not drawn");
        ApiError::unavailable()
    })?;
    Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
}

/// Pairings of the round and standings as a page to print.
#[utoipa::path(get, path = "/api/tournaments/{id}/sheet", tag = "tournaments",
    params(("id" = String, Path), LanguageQuery),
    responses((status = 200, description = "a page of HTML"), (status = 404, body = Problem)))]
async fn sheet(
    State(app): State<App>,
    who: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LanguageQuery>,
) -> Result<Response> {
    let lang = query.lang.unwrap_or(Lang::En);
    let text = file(&app, (&who, Class::List), &id, move |tournament, names| print(tournament, names, lang));
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, SHEET_POLICY)];
    Ok((headers, text.await?).into_response())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A table of HTML; the first row is its head.
fn table(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut html = String::from("<table>");
    for (at, row) in rows.into_iter().enumerate() {
        let tag = if at == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
        html += &format!("<tr>{cells}</tr>");
    }
    html + "</table>"
}

fn print(tournament: &Tournament, names: &Names, lang: Lang) -> String {
    let say = |en: &str, fr: &str| if lang == Lang::Fr { fr.to_owned() } else { en.to_owned() };
    let name = |id| tournament.entrant(id).map_or_else(String::new, |entrant| entrant_name(entrant, names));
    let title = escape(&tournament.settings().name);
    let mut html = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><title>{title}</title><style>\
         body{{font:12pt sans-serif;margin:2em}}table{{border-collapse:collapse;width:100%;margin:1em 0}}\
         th,td{{border:1px solid #999;padding:.3em .6em;text-align:left}}th{{background:#eee}}\
         h2{{page-break-before:auto}}</style><h1>{title}</h1>",
        if lang == Lang::Fr { "fr" } else { "en" }
    );
    if let Some(round) = tournament.rounds().last() {
        html += &format!("<h2>{} {}</h2>", say("Round", "Ronde"), round.number);
        let head = vec![
            say("Table", "Table"),
            say("White", "Blancs"),
            say("Black", "Noirs"),
            say("Result", "Résultat"),
        ];
        let row = |pairing: &TournamentPairing| {
            let score = crate::tournaments::score(pairing).unwrap_or_default();
            vec![pairing.board.to_string(), name(pairing.white), name(pairing.black), score]
        };
        let rows = round.pairings.iter().filter_map(|id| tournament.pairing(*id)).map(row);
        html += &table([head].into_iter().chain(rows));
        let byes: Vec<String> = round.byes.iter().map(|id| escape(&name(*id))).collect();
        if !byes.is_empty() {
            html += &format!("<p>{} {}</p>", say("Bye:", "Exempt\u{a0}:"), byes.join(", "));
        }
        html += &format!("<h2>{}</h2>", say("Standings", "Classement"));
    }
    let head = vec![String::new(), say("Name", "Nom"), say("Points", "Points")];
    let rows = lines(tournament, names, usize::MAX).into_iter().map(Vec::from);
    html += &table([head].into_iter().chain(rows));
    html
}
