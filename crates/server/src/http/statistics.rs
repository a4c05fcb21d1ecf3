//! `/api/numbers` and `/api/players`: statistics of a game and of a player.

use super::archive::next_turn;
use crate::app::App;
use crate::archive::index;
use crate::error::{ApiError, Result};
use crate::http::auth::Visitor;
use crate::site::limits::Class;
use crate::site::work::AbandonFlag;
use crate::text::quoted;
use axum::Json;
use axum::extract::{Path, State};
use std::collections::BTreeMap;
use taijitu_protocol::{
    Code, Ends, GameNumbers, LengthBucket, NextTurn, PlayerGame, PlayerNumbers, Problem, Tally,
};
use taijitu_rules::canonical::CanonicalKey;
use taijitu_rules::{AnyPlay, GameType, Options, games};
use taijitu_store::{NextRow, Participant, TallyRow, Winner};
use taijitu_table::wire;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Maximum number of openings in the statistics of a game or a player.
const OPENINGS: usize = 12;
/// Maximum number of separate lengths; longer games are counted together.
const LENGTHS: u32 = 24;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(game)).routes(routes!(player))
}

/// The usual start of a game.
fn start(kind: &dyn GameType) -> Option<(Box<dyn AnyPlay>, CanonicalKey)> {
    let play = kind.start(Options::parse(kind.meta().options, []).ok()?).ok()?;
    let canonical = CanonicalKey::of(&*play);
    Some((play, canonical))
}

fn number(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// The numbers of a game: how its games ended, how long they were, how they began.
#[utoipa::path(get, path = "/api/numbers/{game}", tag = "archive", params(("game" = String, Path)),
    responses((status = 200, body = GameNumbers), (status = 404, body = Problem)))]
async fn game(State(app): State<App>, who: Visitor, Path(id): Path<String>) -> Result<Json<GameNumbers>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let kind = games::find(&id).ok_or_else(|| {
        let id = quoted(&id);
        ApiError::new(
            Code::NoSuchGame,
            format!("unknown game `{id}`; the games are {}", games::ids()),
            format!("jeu « {id} » inconnu ; les jeux sont {}", games::ids()),
        )
    })?;
    let tallies = app.site.store.tallies(None, Some(kind.meta().id)).await?;
    let (pool, caller) = (&app.site.work.quick, who.work_caller());
    let Some((play, canonical)) = pool.run(caller, move |_| start(kind)).await? else {
        return Ok(Json(game_numbers(id, &tallies, vec![])));
    };
    let row = app.site.store.position(index::position(&canonical), OPENINGS as i64).await?;
    let respond = move |_: &AbandonFlag| {
        let openings = row.next.iter().filter_map(|next| next_turn(&*play, &canonical, next));
        game_numbers(id, &tallies, openings.collect())
    };
    Ok(Json(pool.run(caller, respond).await?))
}

fn game_numbers(game: String, tallies: &[TallyRow], openings: Vec<NextTurn>) -> GameNumbers {
    let count = |what: &str| tallies.iter().find(|row| row.what == what).map_or(0, |row| number(row.count));
    GameNumbers {
        game,
        ends: Ends { white: count("white"), black: count("black"), draws: count("draw") },
        first_won: count("first won"),
        first_lost: count("first lost"),
        lengths: lengths(tallies),
        reasons: reasons(tallies),
        openings,
    }
}

/// Groups lengths without gaps, so that there are at most [`LENGTHS`] of them.
fn lengths(tallies: &[TallyRow]) -> Vec<LengthBucket> {
    let lengths: BTreeMap<u32, u64> = tallies
        .iter()
        .filter_map(|row| Some((row.what.strip_prefix("length ")?.parse().ok()?, number(row.count))))
        .collect();
    let (Some((&least, _)), Some((&most, _))) = (lengths.first_key_value(), lengths.last_key_value()) else {
        return vec![];
    };
    let widths = [1, 2, 5, 10, 20, 50, 100];
    let fits = |width: &u32| most / width - least / width < LENGTHS;
    let width = widths.into_iter().find(fits).unwrap_or(200);
    let bin = |bin: u32| {
        let (from, to) = (bin * width, bin * width + width - 1);
        LengthBucket { from, to, count: lengths.range(from..=to).map(|(_, count)| count).sum() }
    };
    (least / width..=most / width).map(bin).collect()
}

fn reasons(tallies: &[TallyRow]) -> Vec<Tally> {
    let mut reasons: Vec<Tally> = tallies
        .iter()
        .filter_map(|row| {
            let word = row.what.strip_prefix("reason ")?;
            Some(Tally { word: word.into(), label: wire::reason(word), count: number(row.count) })
        })
        .collect();
    reasons.sort_by(|a, b| (b.count, &a.word).cmp(&(a.count, &b.word)));
    reasons
}

/// The numbers of a player: games, results, favourite openings, accuracy. Engines are called `engine:1` to `engine:8`.
#[utoipa::path(get, path = "/api/players/{name}", tag = "archive", params(("name" = String, Path)),
    responses((status = 200, body = PlayerNumbers), (status = 404, body = Problem)))]
async fn player(
    State(app): State<App>,
    who: Visitor,
    Path(name): Path<String>,
) -> Result<Json<PlayerNumbers>> {
    app.site.limits.check(Class::Read, who.player, who.address)?;
    let (scope, player) = app.archive.find_player(name.trim()).await?;
    if let Participant::Player(id) = scope
        && !app.people.shows_games(id, who.player).await?
    {
        return Ok(Json(PlayerNumbers { player, games: vec![] }));
    }
    let tallies = app.site.store.tallies(Some(&scope), None).await?;
    let games = app.site.work.quick.run(who.work_caller(), move |_| by_game(tallies)).await?;
    Ok(Json(PlayerNumbers { player, games }))
}

/// The numbers of a player game by game, the most played first.
fn by_game(tallies: Vec<TallyRow>) -> Vec<PlayerGame> {
    let mut by_kind: BTreeMap<String, Vec<TallyRow>> = BTreeMap::new();
    for row in tallies {
        by_kind.entry(row.kind.clone()).or_default().push(row);
    }
    let mut games: Vec<PlayerGame> =
        by_kind.iter().filter_map(|(kind, rows)| Some(in_one_game(games::find(kind)?, rows))).collect();
    let played = |game: &PlayerGame| [game.white, game.black].map(|(won, lost, drawn)| won + lost + drawn);
    games.sort_by_key(|game| std::cmp::Reverse(played(game).iter().sum::<u64>()));
    games
}

fn in_one_game(kind: &dyn GameType, rows: &[TallyRow]) -> PlayerGame {
    let count = |what: &str| rows.iter().find(|row| row.what == what).map_or(0, |row| number(row.count));
    let scores = |side: &str| {
        let of = |score: &str| count(&format!("{side} {score}"));
        (of("won"), of("lost"), of("drawn"))
    };
    let reviewed = count("reviewed");
    let accuracy = (reviewed > 0).then(|| count("accuracy") as f64 / reviewed as f64 / 1000.0);
    PlayerGame {
        game: kind.meta().id.into(),
        white: scores("white"),
        black: scores("black"),
        openings: openings(kind, rows),
        accuracy,
        reviewed,
    }
}

fn openings(kind: &dyn GameType, rows: &[TallyRow]) -> Vec<NextTurn> {
    let Some((play, canonical)) = start(kind) else { return vec![] };
    let mut turns: BTreeMap<&str, taijitu_store::EndCounts> = BTreeMap::new();
    for row in rows {
        let opening = row.what.strip_prefix("opening ").and_then(|what| what.split_once(' '));
        let opening = opening.and_then(|(result, turn)| Some((Winner::parse(result).ok()?, turn)));
        if let Some((winner, turn)) = opening {
            let ends = turns.entry(turn).or_default();
            match winner {
                Winner::White => ends.white += row.count,
                Winner::Black => ends.black += row.count,
                Winner::Nobody => ends.draws += row.count,
            }
        }
    }
    let mut turns: Vec<(&str, taijitu_store::EndCounts)> = turns.into_iter().collect();
    turns.sort_by_key(|(turn, ends)| (-ends.games(), *turn));
    turns.truncate(OPENINGS);
    let row = |(turn, ends): (&str, taijitu_store::EndCounts)| NextRow { turn: turn.into(), ends };
    turns.into_iter().filter_map(|turn| next_turn(&*play, &canonical, &row(turn))).collect()
}
