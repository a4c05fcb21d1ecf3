//! The set-up of a table, and how `/option` changes it.

use crate::problems;
use std::collections::BTreeMap;
use taijitu_protocol::{Colours, Log, OpenTable, Problem, SeatCount, Setup, Time};
use taijitu_rules::games;
use taijitu_rules::options::{OptionError, OptionSpec, Options, Values};
use taijitu_rules::playout::Random;
use taijitu_rules::short::collect_map;
use taijitu_rules::{AnyPlay, Audience, GameType, Lang, RatingClass, Text};

/// The options every table has besides those of its game.
pub(crate) const COMMON: [(&str, &str, &str); 10] = [
    ("game", "one of the ten games", "un des dix jeux"),
    (
        "time",
        "seconds per player for the whole game, 10 … 86400, or none",
        "secondes par joueur pour toute la partie, 10 … 86400, ou none",
    ),
    (
        "increment",
        "seconds added after each move, 0 … 600 (with time)",
        "secondes ajoutées après chaque coup, 0 … 600 (avec time)",
    ),
    ("days", "correspondence: days per move, 1 … 30", "correspondance : jours par coup, 1 … 30"),
    (
        "log",
        "on | link | off: the finished game is in the archive, found by its link only, or its moves are not kept",
        "on | link | off : la partie terminée est dans les archives, trouvée par son lien seulement, ou ses coups ne sont pas conservés",
    ),
    (
        "public",
        "on | off: whether the public list shows the table",
        "on | off : la table est visible ou non dans la liste publique",
    ),
    ("colours", "random | chosen | host", "random | chosen | host"),
    (
        "hotseat",
        "on | off: one browser plays all seats",
        "on | off : un seul navigateur joue toutes les places",
    ),
    (
        "autostart",
        "on | off: whether the game starts by itself once all seats are taken",
        "on | off : la partie commence ou non d’elle-même quand toutes les places sont prises",
    ),
    (
        "rated",
        "on | off: whether games are rated; only for players with an account",
        "on | off : parties classées ou amicales ; classées : avec un compte seulement",
    ),
];

const SECONDS: std::ops::RangeInclusive<u32> = 10..=86_400;
const INCREMENT: std::ops::RangeInclusive<u32> = 0..=600;
const DAYS: std::ops::RangeInclusive<u32> = 1..=30;

/// The game of a table.
pub(crate) fn kind(game: &str) -> Result<&'static dyn GameType, Problem> {
    games::find(game).ok_or_else(|| {
        problems::bad_option(
            "game",
            format!("unknown game `{game}`; the games are {}", games::ids()),
            format!("jeu « {game} » inconnu ; les jeux sont {}", games::ids()),
        )
    })
}

/// How many seats a table has.
#[must_use]
pub fn seat_count(setup: &Setup) -> usize {
    seats_with(&setup.options)
}

/// How many play with these options of a game.
pub(crate) fn seats_with(options: &BTreeMap<String, String>) -> usize {
    if options.get("players").is_some_and(|players| players == "4") { 4 } else { 2 }
}

/// The possible numbers of players of a game, the usual one first, each with the options that select it.
#[must_use]
pub fn seat_counts(kind: &'static dyn GameType) -> Vec<SeatCount> {
    let players = kind.meta().options.iter().find(|spec| spec.key == "players");
    let Some(OptionSpec { key, values: Values::Choice(choices), .. }) = players else {
        return vec![SeatCount { players: seats_with(&BTreeMap::new()) as u8, options: BTreeMap::new() }];
    };
    let count = |(value, _): &(&str, Text)| {
        let options = collect_map(std::iter::once(((*key).to_owned(), (*value).to_owned())));
        SeatCount { players: seats_with(&options) as u8, options }
    };
    choices.iter().map(count).collect()
}

/// The options of a game that a table offers: not those that hold secrets.
pub(crate) fn offered(kind: &'static dyn GameType) -> impl Iterator<Item = &'static OptionSpec> {
    kind.meta().options.iter().filter(|spec| spec.values.secret_of().is_none())
}

/// Parses the request to open a table.
pub(crate) fn read(open: &OpenTable) -> Result<Setup, Problem> {
    let options = game_options(&open.game, &open.options)?;
    let colours = open.colours.unwrap_or(if open.seat.is_some_and(|seat| seat > 0) {
        Colours::Chosen
    } else {
        Colours::Random
    });
    let log = open.log.unwrap_or_default();
    rateable(Setup {
        from: checked_from(&open.game, &options, open.from.as_deref())?,
        game: open.game.clone(),
        options,
        time: checked_time(open.time)?,
        log: log != Log::Off,
        listed: Some(log == Log::On),
        public: open.public,
        colours,
        hotseat: open.hotseat,
        quick: false,
        autostart: open.autostart,
        rated: open.rated,
        tournament: None,
    })
}

/// The rating class of games with a set-up; none if they cannot be rated.
#[must_use]
pub fn rating_class(setup: &Setup) -> Option<&'static RatingClass> {
    let meta = games::find(&setup.game)?.meta();
    let pairs: Vec<String> = setup.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    meta.rating_class(&Options::parse(meta.options, pairs.iter().map(String::as_str)).ok()?)
}

/// The rating class in which players of a table are compared: that of its games, or that of the usual game where these
/// cannot be rated.
#[must_use]
pub fn nearest_rating_class(setup: &Setup) -> Option<&'static RatingClass> {
    rating_class(setup).or_else(|| games::find(&setup.game)?.meta().rating_classes.first())
}

/// The set-up, unless it is to be rated and cannot be.
fn rateable(setup: Setup) -> Result<Setup, Problem> {
    if !setup.rated {
        return Ok(setup);
    }
    if setup.hotseat {
        return Err(problems::rated_hotseat().with_field("hotseat"));
    }
    if setup.from.is_some() {
        return Err(problems::rated_from().with_field("from"));
    }
    if !setup.log {
        return Err(problems::rated_unlogged().with_field("log"));
    }
    if rating_class(&setup).is_none() {
        return Err(problems::rated_advantage().with_field("rated"));
    }
    Ok(setup)
}

/// The most letters of a set-up: that of a full board has a few hundred.
const FROM_MOST: usize = 2000;

/// A game at the agreed start, with random options drawn.
pub(crate) fn begin(
    kind: &'static dyn GameType,
    options: &BTreeMap<String, String>,
    from: Option<&str>,
    random: &mut Random,
) -> Result<Box<dyn AnyPlay>, Problem> {
    let bad = |why: OptionError| problems::bad_options(&why);
    let pairs: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let specs = kind.meta().options;
    let options = Options::parse(specs, pairs.iter().map(String::as_str)).map_err(bad)?.drawn(specs, random);
    match from {
        Some(setup) => kind.set_up(options, setup).map_err(|why| problems::bad_setup(&why)),
        None => kind.start(options).map_err(bad),
    }
}

/// The position a table's games begin from, in canonical spelling; `None` for the usual start.
fn checked_from(
    game: &str,
    options: &BTreeMap<String, String>,
    from: Option<&str>,
) -> Result<Option<String>, Problem> {
    let Some(from) = from else {
        return Ok(None);
    };
    if from.chars().count() > FROM_MOST {
        return Err(problems::long_setup());
    }
    let kind = kind(game)?;
    let begin = |from| begin(kind, options, from, &mut Random::new(0));
    let play = begin(Some(from))?;
    if let Some(outcome) = play.outcome() {
        return Err(problems::setup_over(&outcome));
    }
    let setup = play.setup(Audience::Omniscient);
    let usual = begin(None)?.setup(Audience::Omniscient);
    Ok(Some(setup).filter(|setup| *setup != usual))
}

/// Whether the players of a game have secrets from each other.
pub(crate) fn has_secrets(game: &str) -> bool {
    games::find(game).as_ref().is_some_and(keeps_secrets)
}

fn keeps_secrets(kind: &&'static dyn GameType) -> bool {
    kind.meta().options.iter().any(|spec| spec.values.secret_of().is_some())
}

/// The public part of a set-up.
/// The position a game begins from may contain secrets of either side: they are removed here, and their owner
/// gets them in the views of the game.
pub(crate) fn public_setup(setup: &Setup) -> Setup {
    let Some(kind) = games::find(&setup.game).filter(keeps_secrets) else {
        return setup.clone();
    };
    let from = setup.from.as_deref().and_then(|from| {
        let play = begin(kind, &setup.options, Some(from), &mut Random::new(0)).ok()?;
        Some(play.setup(Audience::Everyone))
    });
    Setup { from, ..setup.clone() }
}

/// The options of a game, complete and checked. Random ones are drawn at the start.
fn game_options(game: &str, given: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Problem> {
    let kind = kind(game)?;
    let specs = kind.meta().options;
    let is_secret = |spec: &&OptionSpec| spec.values.secret_of().is_some() && given.contains_key(spec.key);
    if let Some(spec) = specs.iter().find(is_secret) {
        return Err(problems::secret_option().with_field(spec.key));
    }
    let pairs: Vec<String> = given.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let options = Options::parse(specs, pairs.iter().map(String::as_str))
        .map_err(|error| problems::bad_options(&error))?;
    let mut options = options.given();
    if offered(kind).any(|spec| spec.key == "first") && !given.contains_key("first") {
        options.insert("first".into(), "random".into());
    }
    Ok(options)
}

fn checked_time(time: Time) -> Result<Time, Problem> {
    let fits = match time {
        Time::None => true,
        Time::Total { seconds, increment } => SECONDS.contains(&seconds) && INCREMENT.contains(&increment),
        Time::Days { days } => DAYS.contains(&days),
    };
    if fits { Ok(time) } else { Err(bad_value("time")) }
}

/// The set-up with one option changed.
pub(crate) fn changed(setup: &Setup, name: &str, value: &str) -> Result<Setup, Problem> {
    let (name, value) = (name.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase());
    let mut new = setup.clone();
    match name.as_str() {
        "game" => {
            new.options = game_options(&value, &BTreeMap::new())?;
            new.game = value;
            // A position belongs to one game.
            new.from = None;
        }
        "time" => new.time = checked_time(total(setup.time, &value)?)?,
        "increment" => new.time = checked_time(with_increment(setup.time, &value)?)?,
        "days" => new.time = checked_time(Time::Days { days: number("days", &value)? })?,
        "log" => {
            let log = Log::parse(&value).ok_or_else(|| bad_value("log"))?;
            (new.log, new.listed) = (log != Log::Off, Some(log == Log::On));
        }
        "public" => new.public = on_off("public", &value)?,
        "hotseat" => new.hotseat = on_off("hotseat", &value)?,
        "autostart" => new.autostart = on_off("autostart", &value)?,
        "rated" => new.rated = on_off("rated", &value)?,
        "colours" => new.colours = colours(&value)?,
        _ => {
            known(setup, &name)?;
            let mut options = setup.options.clone();
            options.insert(name, value);
            new.options = game_options(&setup.game, &options)?;
            new.from = checked_from(&setup.game, &new.options, setup.from.as_deref())?;
        }
    }
    rateable(new)
}

fn known(setup: &Setup, name: &str) -> Result<(), Problem> {
    let kind = kind(&setup.game)?;
    if kind.meta().options.iter().any(|spec| spec.key == name) {
        return Ok(());
    }
    let own = offered(kind).map(|spec| spec.key);
    let all = COMMON.iter().map(|(name, ..)| *name).chain(own).collect::<Vec<_>>().join(", ");
    Err(problems::bad_option(
        name,
        format!("unknown option `{name}`; the options are {all}"),
        format!("option « {name} » inconnue ; les options sont {all}"),
    ))
}

fn total(time: Time, value: &str) -> Result<Time, Problem> {
    if value == "none" {
        return Ok(Time::None);
    }
    let increment = if let Time::Total { increment, .. } = time { increment } else { 0 };
    Ok(Time::Total { seconds: number("time", value)?, increment })
}

fn with_increment(time: Time, value: &str) -> Result<Time, Problem> {
    let Time::Total { seconds, .. } = time else {
        return Err(problems::bad_option(
            "increment",
            "an increment needs a time first: /option time 300",
            "un incrément suppose un temps : /option time 300",
        ));
    };
    Ok(Time::Total { seconds, increment: number("increment", value)? })
}

fn colours(value: &str) -> Result<Colours, Problem> {
    match value {
        "random" => Ok(Colours::Random),
        "chosen" => Ok(Colours::Chosen),
        "host" => Ok(Colours::Host),
        _ => Err(bad_value("colours")),
    }
}

fn on_off(name: &str, value: &str) -> Result<bool, Problem> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(bad_value(name)),
    }
}

fn number(name: &str, value: &str) -> Result<u32, Problem> {
    value.parse().map_err(|_| bad_value(name))
}

fn bad_value(name: &str) -> Problem {
    let (en, fr) = COMMON
        .iter()
        .find(|(common, ..)| *common == name)
        .map_or(("something else", "autre chose"), |(_, en, fr)| (en, fr));
    problems::bad_option(name, format!("option {name} takes: {en}"), format!("l’option {name} prend : {fr}"))
}

/// Every option of a table with its possible values and its current value.
pub(crate) fn help(setup: &Setup, lang: Lang) -> String {
    let mut lines = vec![];
    for (name, en, fr) in COMMON {
        lines.push(format!("{name} — {}", if lang == Lang::En { en } else { fr }));
    }
    let Ok(kind) = kind(&setup.game) else {
        return lines.join("\n");
    };
    for spec in offered(kind) {
        let now = setup.options.get(spec.key).map_or("", String::as_str);
        let about = spec.about.in_lang(lang);
        lines.push(format!("{} = {now} — {about} ({})", spec.key, spec.values.say(lang)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_protocol::Code;

    fn open(game: &str) -> Setup {
        read(&OpenTable { game: game.into(), ..OpenTable::default() }).unwrap()
    }

    #[test]
    fn a_problem_names_the_option_to_change() {
        let y = open("y");
        let blamed = |name: &str, value: &str| changed(&y, name, value).unwrap_err().field;
        for (name, value) in
            [("pie", "perhaps"), ("colour", "red"), ("time", "5"), ("increment", "2"), ("game", "chess")]
        {
            assert_eq!(blamed(name, value).as_deref(), Some(name), "{name} {value}");
        }
        let conflict = BTreeMap::from([("handicap", "2"), ("pie", "on")].map(|(k, v)| (k.into(), v.into())));
        let problem = begin(kind("y").unwrap(), &conflict, None, &mut Random::new(0)).err().unwrap();
        assert_eq!(problem.field.as_deref(), Some("pie"));
    }

    #[test]
    fn options_are_checked_and_explained() {
        let zen = open("zen");
        assert_eq!((zen.options["first"].as_str(), seat_count(&zen)), ("random", 2));
        assert_eq!(seat_count(&changed(&zen, "players", "4").unwrap()), 4);
        assert_eq!(changed(&zen, "players", "3").unwrap_err().code, Code::BadOption);
        assert_eq!(changed(&zen, "colour", "red").unwrap_err().code, Code::BadOption);
        assert_eq!(
            changed(&zen, "time", "5").unwrap_err().message.en,
            "option time takes: seconds per player for the whole game, 10 … 86400, or none"
        );
        let timed = changed(&changed(&zen, "time", "300").unwrap(), "increment", "2").unwrap();
        assert_eq!(timed.time, Time::Total { seconds: 300, increment: 2 });
        assert_eq!(changed(&zen, "increment", "2").unwrap_err().code, Code::BadOption);
        assert_eq!(changed(&timed, "game", "yinsh").unwrap().options["variant"], "standard");
    }

    #[test]
    fn laws_are_not_an_option_of_a_table() {
        let yinyang = open("yinyang");
        assert!(yinyang.options.is_empty());
        let laws = "....>*,....>*,....>*,....>*";
        let problem = problems::secret_option().with_field("laws_black");
        assert_eq!(changed(&yinyang, "laws_black", laws).unwrap_err(), problem);
    }
}
