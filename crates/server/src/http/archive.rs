//! `/api/archive` and `/api/positions`: finished games everyone may look up, and what was played from a position.

use super::Body;
use super::fair_play::fair_study;
use crate::app::App;
use crate::archive::dates;
use crate::archive::index;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::site::work::AbandonFlag;
use crate::text::quoted;
use axum::Json;
use axum::extract::{Query, State};
use std::collections::BTreeMap;
use taijitu_protocol::{
    ArchivePage, ArchiveQuery, Code, Ends, FirstTurnChance, NextTurn, PositionNumbers, Problem, Study,
};
use taijitu_rules::canonical::CanonicalKey;
use taijitu_rules::{AnyPlay, GameType, Options, Reason, games};
use taijitu_search::mcts::first_stones;
use taijitu_store::{ArchiveFilter, NextRow, PlayerScore, Winner, number_at};
use taijitu_table::StudyPosition;
use taijitu_table::wire;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Default number of games on a page.
const PAGE: u32 = 30;
/// The most games on a page.
pub(crate) const PAGE_MOST: u32 = 100;
/// Maximum number of next turns in the answer for a position.
const MAX_NEXT_TURNS: i64 = 50;
/// Maximum number of games in the answer for a position.
const MAX_GAMES: i64 = 10;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(look_up))
}

fn invalid(en: impl Into<String>, fr: impl Into<String>) -> ApiError {
    ApiError::new(Code::Invalid, en, fr)
}

/// The value of a field that is not empty: forms send empty fields too.
fn non_empty(field: &Option<String>) -> Result<Option<&str>> {
    match field.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) if text.contains('\0') => Err(invalid(
            "a text must not contain the character U+0000",
            "un texte ne doit pas contenir le caractère U+0000",
        )),
        text => Ok(text),
    }
}

/// A validated query.
struct ArchiveSearch {
    kind: Option<&'static dyn GameType>,
    variant: Option<String>,
    result: Option<Winner>,
    score: Option<PlayerScore>,
    reason: Option<String>,
    from: Option<i64>,
    below: Option<i64>,
    before: Option<i64>,
    limit: u32,
    /// The position that games have to reach.
    study: Option<Study>,
}

fn game(query: &ArchiveQuery) -> Result<Option<&'static dyn GameType>> {
    let Some(id) = non_empty(&query.game)? else { return Ok(None) };
    let unknown = || {
        let id = quoted(id);
        invalid(
            format!("unknown game `{id}`; the games are {}", games::ids()),
            format!("jeu « {id} » inconnu ; les jeux sont {}", games::ids()),
        )
    };
    games::find(id).map(Some).ok_or_else(unknown)
}

fn variant(query: &ArchiveQuery, kind: Option<&'static dyn GameType>) -> Result<Option<String>> {
    let Some(text) = non_empty(&query.variant)? else { return Ok(None) };
    let Some(kind) = kind else {
        return Err(invalid("`variant` needs `game`", "`variant` demande `game`"));
    };
    if text == "standard" {
        return Ok(Some(String::new()));
    }
    let specs = kind.meta().options;
    let options = Options::parse(specs, text.split_whitespace())
        .map_err(|error| ApiError::new(Code::BadOption, error.to_string(), error.to_string()))?;
    Ok(Some(options.unusual(specs)))
}

fn day(text: Option<&str>, field: &str) -> Result<Option<i64>> {
    let Some(text) = text else { return Ok(None) };
    let bad = || {
        invalid(
            format!("`{field}` is a day such as 2026-11-16, not `{text}`"),
            format!("`{field}` est un jour comme 2026-11-16, pas « {text} »"),
        )
    };
    dates::day(text).map(Some).ok_or_else(bad)
}

/// The position in a query, as a study.
fn study(
    query: &ArchiveQuery,
    kind: Option<&'static dyn GameType>,
    variant: Option<&str>,
) -> Result<Option<Study>> {
    let (opening, position) = (non_empty(&query.opening)?, non_empty(&query.position)?);
    if opening.is_none() && position.is_none() {
        return Ok(None);
    }
    let Some(kind) = kind else {
        return Err(invalid(
            "`opening` and `position` need `game`",
            "`opening` et `position` demandent `game`",
        ));
    };
    if opening.is_some() && position.is_some() {
        return Err(invalid(
            "give `opening` or `position`, not both",
            "donnez `opening` ou `position`, pas les deux",
        ));
    }
    let options: BTreeMap<String, String> = variant
        .unwrap_or_default()
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.into(), value.into()))
        .collect();
    let turns: Vec<String> = opening
        .into_iter()
        .flat_map(|turns| turns.split([',', ';']))
        .map(|turn| turn.trim().into())
        .collect();
    if turns.len() > index::TURNS {
        return Err(invalid(
            format!("an opening has at most {} turns", index::TURNS),
            format!("une ouverture a au plus {} coups", index::TURNS),
        ));
    }
    Ok(Some(Study {
        game: kind.meta().id.into(),
        options,
        setup: position.map(Into::into),
        turns,
        side: None,
    }))
}

fn check(query: &ArchiveQuery) -> Result<ArchiveSearch> {
    let kind = game(query)?;
    let variant = variant(query, kind)?;
    let (result, score) = match non_empty(&query.result)? {
        None => (None, None),
        Some(word) if Winner::parse(word).is_ok() => (Winner::parse(word).ok(), None),
        Some(word @ ("won" | "lost")) if non_empty(&query.player)?.is_some() => {
            (None, Some(if word == "won" { PlayerScore::Won } else { PlayerScore::Lost }))
        }
        Some("won" | "lost") => {
            return Err(invalid("`won` and `lost` need `player`", "`won` et `lost` demandent `player`"));
        }
        Some(word) => {
            return Err(invalid(
                format!("no result `{word}`: white, black or draw; with a player also won or lost"),
                format!(
                    "pas de résultat « {word} » : white, black ou draw ; avec un joueur aussi won ou lost"
                ),
            ));
        }
    };
    let reason = non_empty(&query.reason)?.map(|word| {
        let known = Reason::parse(word).map(|reason| reason.text().en.to_owned());
        known.ok_or_else(|| {
            let all: Vec<&str> = Reason::ALL.iter().map(|reason| reason.text().en).collect();
            invalid(
                format!("games do not end by `{word}`; they end by: {}", all.join(", ")),
                format!("aucune partie ne finit par « {word} » ; elles finissent par : {}", all.join(", ")),
            )
        })
    });
    if non_empty(&query.opponent)?.is_some() && non_empty(&query.player)?.is_none() {
        return Err(invalid("`opponent` needs `player`", "`opponent` demande `player`"));
    }
    let (from, to) = (day(non_empty(&query.from)?, "from")?, day(non_empty(&query.to)?, "to")?);
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(invalid("`from` is after `to`", "`from` est après `to`"));
    }
    if query.least.zip(query.most).is_some_and(|(least, most)| least > most) {
        return Err(invalid("`least` is more than `most`", "`least` dépasse `most`"));
    }
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=PAGE_MOST).contains(&limit) {
        return Err(invalid("`limit` is 1 to 100", "`limit` va de 1 à 100"));
    }
    let before = non_empty(&query.before)?.map(|text| {
        let number = text.parse::<i64>().ok().filter(|number| *number >= 0);
        number.ok_or_else(|| invalid("`before` is the `next` of a page", "`before` est le `next` d’une page"))
    });
    Ok(ArchiveSearch {
        study: study(query, kind, variant.as_deref())?,
        kind,
        variant,
        result,
        score,
        reason: reason.transpose()?,
        from: from.map(number_at),
        below: to.map(|to| number_at(to + dates::DAY)),
        before: before.transpose()?,
        limit,
    })
}

/// The position of a study, unless it belongs to a running game whose players must not be helped.
async fn played(app: &App, who: &Visitor, study: Study) -> Result<(Box<dyn AnyPlay>, CanonicalKey)> {
    let work = |studied: StudyPosition| {
        let (_, play) = studied.into_play();
        let canonical = CanonicalKey::of(&*play);
        Ok((play, canonical))
    };
    fair_study(app, who, study, work).await
}

/// Finished games anybody may see, newest first: by game, variant, players, result, reason, day, length, opening,
/// position.
#[utoipa::path(get, path = "/api/archive", tag = "archive", params(ArchiveQuery),
    responses((status = 200, body = ArchivePage), (status = 400, body = Problem), (status = 404, body = Problem)))]
async fn page(
    State(app): State<App>,
    who: Visitor,
    Query(query): Query<ArchiveQuery>,
) -> Result<Json<ArchivePage>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let search = check(&query)?;
    let position = match search.study {
        Some(study) => Some(index::position(&played(&app, &who, study).await?.1)),
        None => None,
    };
    let (mut player, mut opponent) = (None, None);
    for (name, found) in
        [(non_empty(&query.player)?, &mut player), (non_empty(&query.opponent)?, &mut opponent)]
    {
        if let Some(name) = name {
            *found = Some(app.archive.find_player(name).await?.0);
        }
    }
    let filter = ArchiveFilter {
        kind: search.kind.map(|kind| kind.meta().id),
        variant: search.variant.as_deref(),
        player: player.as_ref(),
        score: search.score,
        opponent: opponent.as_ref(),
        result: search.result,
        reason: search.reason.as_deref(),
        from: search.from,
        below: search.below,
        least: query.least.map(i64::from),
        most: query.most.map(i64::from),
        position,
    };
    let found = app.site.store.archive(&filter, search.before, i64::from(search.limit)).await?;
    Ok(Json(ArchivePage {
        next: found.next.map(|number| number.to_string()),
        searched: found.searched(),
        games: app.archive.lines(&found.games).await?,
    }))
}

pub(super) fn ends(ends: taijitu_store::EndCounts) -> Ends {
    let count = |count: i64| u64::try_from(count).unwrap_or(0);
    Ends { white: count(ends.white), black: count(ends.black), draws: count(ends.draws) }
}

/// A stored turn as it is written in this position; `None` if it cannot be played there.
pub(super) fn next_turn(play: &dyn AnyPlay, canonical: &CanonicalKey, row: &NextRow) -> Option<NextTurn> {
    let mut after = play.boxed_clone();
    let turn = after.turn(&canonical.here(&row.turn)).ok()?;
    let points = wire::points(&after.last_points());
    Some(NextTurn { turn, points, ends: ends(row.ends) })
}

/// The first turns of a play that has none yet, judged by long searches.
fn fairest(play: &dyn AnyPlay) -> Vec<FirstTurnChance> {
    let in_thousandths = |chance: f64| (1000.0 * chance).round() as u16;
    let judged = first_stones::of_start(play).into_iter();
    judged.map(|(turn, chance)| FirstTurnChance { turn, chance: in_thousandths(chance) }).collect()
}

/// Statistics of a position of the first 40 turns: how often it was reached, how the games ended, what was
/// played next. Mirror images count together and are shown in the orientation of the request.
#[utoipa::path(post, path = "/api/positions", tag = "archive", request_body = Study,
    responses((status = 200, body = PositionNumbers), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn look_up(
    State(app): State<App>,
    who: Visitor,
    Body(search): Body<Study>,
) -> Result<Json<PositionNumbers>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let (play, canonical) = played(&app, &who, search).await?;
    let position = index::position(&canonical);
    let row = app.site.store.position(position, MAX_NEXT_TURNS).await?;
    let filter = ArchiveFilter { position: Some(position), ..ArchiveFilter::default() };
    let games = app.site.store.archive(&filter, None, MAX_GAMES).await?;
    let games = app.archive.lines(&games.games).await?;
    let count = move |_: &AbandonFlag| {
        let next = row.next.iter().filter_map(|next| next_turn(&*play, &canonical, next)).collect();
        PositionNumbers { ends: ends(row.ends), next, games, fairest: fairest(&*play) }
    };
    Ok(Json(app.site.work.quick.run(who.work_caller(), count).await?))
}
