//! Synthetic games to fill an archive: legal to the last turn, of all kinds and variants, by few players with
//! many games and many players with few, over some years. The same number gives the same game.

use taijitu_protocol::{GameId, TableId};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Audience, Options, Outcome, Reason, Record, Side, games};
use taijitu_store::{FinishedGame, GamePlayerRow, GameRow, Participant, Source, StoredSide, Winner};

/// When the first one ended: 2020-01-01.
const BEGAN: i64 = 1_577_836_800_000;
/// The mean time between two ends, in milliseconds: a million games take six years.
const BETWEEN_MS: u32 = 200_000;
/// In the first turns, up to this number, some are preferred to others, so that openings are shared.
const FASHION: u32 = 8;
/// How many people play.
const PEOPLE: u32 = 5000;

/// Variants that are played occasionally.
const VARIANTS: [(&str, &str); 8] = [
    ("yinsh", "variant=blitz"),
    ("y", "board=triangle-13"),
    ("y", "pie=off handicap=2"),
    ("zen", "first=black"),
    ("zen", "players=4"),
    ("zen", "variant=1"),
    ("zen", "variant=2 announce=manual"),
    ("zen", "variant=3"),
];

/// The id of the game of a number.
#[must_use]
pub fn id(number: u64) -> GameId {
    let mut random = Random::new(number.wrapping_mul(2) + 1);
    GameId(u128::from(random.next()) << 64 | u128::from(random.next()))
}

/// The game of a number.
#[must_use]
pub fn game(number: u64) -> FinishedGame {
    let mut random = Random::new(number.wrapping_mul(2));
    let kind = games::GAMES[random.below(games::GAMES.len() as u32) as usize];
    let meta = kind.meta();
    let variants: Vec<&str> =
        VARIANTS.iter().filter(|(game, _)| *game == meta.id).map(|(_, variant)| *variant).collect();
    let chosen = random.below(100) as usize;
    let words = if chosen < 6 * variants.len() { variants[chosen / 6] } else { "" };
    let options = Options::parse(meta.options, words.split_whitespace());
    let options = options.unwrap_or_default().drawn(meta.options, &mut random);
    let mut play =
        kind.start(options.clone()).unwrap_or_else(|_| unreachable!("every variant above can be played"));
    let turns = play_on(&mut *play, &mut random);
    let outcome = play.match_state().and_then(|state| state.winner).map_or_else(
        || play.outcome().unwrap_or(Outcome::draw(Reason::Agreed)),
        |winner| Outcome::win(winner, play.outcome().map_or(Reason::Resigned, |end| end.reason)),
    );
    let ended = BEGAN + number as i64 * i64::from(BETWEEN_MS) + i64::from(random.below(BETWEEN_MS));
    let seats = if options.get("players") == "4" { 4 } else { 2 };
    let swapped = play.swapped();
    let seat = |seat: i64, random: &mut Random| GamePlayerRow {
        player: player(random),
        seat,
        side: if (seat % 2 == 0) == swapped { StoredSide::Black } else { StoredSide::White },
    };
    let players = (0..seats).map(|number| seat(number, &mut random)).collect();
    let pairs: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    FinishedGame {
        players,
        game: GameRow {
            id: id(number),
            table: Some(TableId(u128::from(number))),
            number: 1,
            kind: meta.id.into(),
            options: pairs.join(" "),
            revision: i64::from(meta.revision()),
            result: outcome.winner.map_or(Winner::Nobody, winner),
            reason: outcome.reason.text().en.into(),
            started: ended - i64::from(turns) * 15_000,
            ended,
            turns: i64::from(turns),
            logged: true,
            public: true,
            source: Source::Synthetic,
            record: Record::of(&*play, Audience::Omniscient).to_string(),
        },
    }
}

/// Plays until the game is over or a random limit is reached; returns the number of turns.
fn play_on(play: &mut dyn AnyPlay, random: &mut Random) -> u32 {
    let enough = 6 + random.below(38).min(random.below(76));
    let mut turns = 0;
    while turns < enough {
        if play.outcome().is_some() && play.next_round().is_err() {
            return turns;
        }
        let draws = if turns < FASHION { 3 } else { 1 };
        if play.random_turn(random, draws).is_none() {
            break;
        }
        turns += 1;
    }
    if play.outcome().is_some() && play.match_state().is_none_or(|state| state.winner.is_some()) {
        return turns;
    }
    if play.outcome().is_some() && play.next_round().is_err() {
        return turns;
    }
    let side = if random.below(2) == 0 { Side::White } else { Side::Black };
    // The game is not over: any of these can be.
    let _ = match random.below(20) {
        0..14 => play.resign(side),
        14..17 if play.match_state().is_none() => play.end(Outcome::draw(Reason::Agreed)),
        17..19 => play.end(Outcome::win(side, Reason::Claimed)),
        _ => play.flag(side),
    };
    turns
}

const fn winner(side: Side) -> Winner {
    match side {
        Side::White => Winner::White,
        Side::Black => Winner::Black,
    }
}

/// A random player: one in ten games has Ada, one in ten an engine, the others are played by few who play
/// much.
fn player(random: &mut Random) -> Participant {
    match random.below(20) {
        0 => Participant::Named("Ada".into()),
        1 | 2 => Participant::Engine(1 + random.below(8) as u8),
        _ => {
            let most = random.below(PEOPLE) + 1;
            Participant::Named(format!("Player {}", random.below(most)))
        }
    }
}
