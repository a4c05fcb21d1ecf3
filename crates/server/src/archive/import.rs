//! Imports: a game as a record, JSON or SGF becomes the row it is stored as.

use super::dates;
use crate::stored;
use crate::text;
use sha2::{Digest, Sha256};
use taijitu_protocol::GameId;
use taijitu_rules::record::{ImportError, Line, RecordProblem};
use taijitu_rules::{Lang, Outcome, Reason, Record, Side};
use taijitu_store::{FinishedGame, GamePlayerRow, GameRow, Participant, Source};

/// Maximum length of the name of a player who has no account here.
pub(crate) const NAME: usize = 80;
/// The longest value of any other header of a record.
pub(crate) const HEADER: usize = 200;
/// Headers of a record that are kept.
pub(crate) const HEADERS: usize = 40;

/// Why a game was not imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportRefusal {
    /// The text cannot be parsed, or a turn is against the rules.
    #[error(transparent)]
    Unreadable(Box<ImportError>),
    /// The game has no turns.
    #[error("nothing was played in this game")]
    NoTurns,
    /// A record that was built by a program and is not legal; parsed records are.
    #[error(transparent)]
    Illegal(#[from] RecordProblem),
}

impl From<ImportError> for ImportRefusal {
    fn from(error: ImportError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

impl ImportRefusal {
    /// The line of the text that caused the refusal, from 1, if it is known.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Unreadable(error) => error.line(),
            Self::NoTurns | Self::Illegal(_) => None,
        }
    }

    /// The same in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, _) => self.to_string(),
            (Lang::Fr, Self::Unreadable(error)) => error.say(lang),
            (Lang::Fr, Self::NoTurns) => "rien n’a été joué dans cette partie".into(),
            (Lang::Fr, Self::Illegal(problem)) => problem.say(lang),
        }
    }
}

/// The id in a link to a game, or the id itself.
#[must_use]
pub fn id_in(text: &str) -> Option<&str> {
    let words = text.split(['/', '#', '?']);
    words.into_iter().find(|word| word.parse::<GameId>().is_ok())
}

/// The id a game had when it was exported: from a comment `# game ID` before it, or from its JSON.
#[must_use]
pub fn embedded_id(text: &str) -> Option<GameId> {
    #[derive(serde::Deserialize)]
    struct EmbeddedId {
        id: GameId,
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return serde_json::from_str::<EmbeddedId>(text).ok().map(|embedded| embedded.id);
    }
    let remarks = text.lines().take_while(|line| line.starts_with('#'));
    remarks.filter_map(|line| line.strip_prefix("# game ")).find_map(|id| id.trim().parse().ok())
}

/// Parses a game in any supported format into the row it is stored as. The same game has the same id however
/// it is spelled; `id` is for a game that already has one.
///
/// # Errors
/// [`ImportRefusal::Unreadable`] with the line, [`ImportRefusal::NoTurns`], or [`ImportRefusal::Illegal`].
pub fn parse_import(
    text: &str,
    id: Option<GameId>,
    public: bool,
    now: i64,
) -> Result<FinishedGame, ImportRefusal> {
    let mut record = Record::import(text)?.canonical()?;
    record.headers = headers(&record.headers);
    let turns = record.lines.iter().filter(|line| matches!(line, Line::Turn { .. })).count();
    if turns == 0 {
        return Err(ImportRefusal::NoTurns);
    }
    let play = record.replay()?;
    let decided = play.match_state().is_none_or(|state| state.winner.is_some());
    // An unfinished game has no result.
    let outcome = play.outcome().filter(|_| decided).unwrap_or_else(|| Outcome::draw(Reason::Aborted));
    let text = record.to_string();
    let id = id.unwrap_or_else(|| id_of(&text));
    let ended = record.header("date").and_then(dates::read).unwrap_or(now).min(now);
    let options = record.options.iter().filter(|(_, value)| !value.is_empty());
    Ok(FinishedGame {
        players: players(&record),
        game: GameRow {
            id,
            table: None,
            number: 0,
            kind: record.game.clone(),
            options: options.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" "),
            revision: i64::from(record.revision),
            result: stored::winner(outcome.winner),
            reason: outcome.reason.text().en.into(),
            started: ended,
            ended,
            turns: turns as i64,
            logged: true,
            public,
            source: Source::Import,
            record: text,
        },
    })
}

/// The headers of a record as they are stored: cleaned and shortened, because others read them. Where two
/// names share a header, each may have the length of one.
fn headers(given: &[(String, String)]) -> Vec<(String, String)> {
    let colours = Side::BOTH.map(|side| side.name().en);
    let kept = given.iter().filter(|(key, _)| key.len() <= NAME).filter_map(|(key, value)| {
        let most = if colours.contains(&key.as_str()) { 2 * NAME + " & ".len() } else { HEADER };
        let value = text::clean_to(value, most)?;
        // Whitespace is normalised as the parser does it: a game has one text, and one id.
        Some((key.clone(), value.split_whitespace().collect::<Vec<_>>().join(" ")))
    });
    kept.take(HEADERS).collect()
}

/// The id of a game that had none: the beginning of a hash of its text.
fn id_of(text: &str) -> GameId {
    let hash = Sha256::digest(text.as_bytes());
    GameId(hash.iter().take(16).fold(0, |bits, &byte| bits << 8 | u128::from(byte)))
}

/// The players according to the headers: one name for a colour, or two with two against two.
fn players(record: &Record) -> Vec<GamePlayerRow> {
    let four = record.options.get("players") == "4";
    let mut rows = vec![];
    for (parity, side) in (0..).zip(Side::BOTH) {
        let all = record.header(side.name().en).filter(|name| !name.is_empty()).unwrap_or("?");
        let names: Vec<&str> = if four { all.splitn(2, " & ").collect() } else { vec![all] };
        for (place, name) in (0..).zip(names) {
            let name = text::clean_to(name, NAME).unwrap_or_else(|| "?".into());
            let (player, side) = (Participant::Named(name), stored::side(side));
            rows.push(GamePlayerRow { player, seat: parity + 2 * place, side });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_store::Winner;

    const GAME: &str = "taijitu record 1\ngame: y\nrules: 1\noptions: board=triangle-3 pie=off\nwhite: Ada\n\
                        date: 2026-11-15\n\n1. B2\n2. a3\nresult: white (resigned)\n";

    #[test]
    fn one_game_has_one_id() {
        let import = |text: &str| parse_import(text, None, false, 2_000_000_000_000).expect("a game");
        let game = import(GAME);
        let again = GAME
            .replace("B2", "b2")
            .replace("options: ", "options: handicap=1 ")
            .replace("2. a3", "# x\n2.  A3");
        assert_eq!(import(&again), game);
        let json = Record::import(&game.game.record).expect("a record").to_json(None);
        assert_eq!(import(&json), game);
        assert_ne!(import(&GAME.replace("Ada", "Bea")).game.id, game.game.id);
        assert_eq!((game.game.ended, game.game.turns), (1_794_700_800_000, 2));
        let id = GameId(77);
        assert_eq!(embedded_id(&format!("# from afar\n# game {id}\n{GAME}")), Some(id));
        let record = Record::import(GAME).expect("a record");
        assert_eq!(embedded_id(&record.to_json(Some(&id.to_string()))), Some(id));
        assert_eq!([embedded_id(GAME), embedded_id(&json), embedded_id("")], [None; 3]);
        assert_eq!(id_in(&format!("https://club.example/fr/game/{id}#17")), Some(id.to_string().as_str()));
        let players: Vec<String> = game.players.iter().map(|row| row.player.to_string()).collect();
        assert_eq!(players, ["name:Ada", "name:?"]);
        let record = crate::archive::export::record(&game, &[]);
        assert_eq!(record.expect("its record").to_string(), game.game.record);
    }

    #[test]
    fn names_and_headers_are_plain() {
        let import = |text: &str| parse_import(text, None, false, 2_000_000_000_000).expect("a game");
        let names = |game: &FinishedGame| -> Vec<String> {
            game.players.iter().map(|row| row.player.to_string()).collect()
        };
        let long = "x".repeat(500);
        for (name, kept) in [
            ("A\u{202e}da\u{200b}", "name:Ada"),
            ("\u{200b}\u{2060}", "name:?"),
            ("\u{3164}", "name:?"),
            ("A\u{1b}[2Jda", "name:A [2Jda"),
            (long.as_str(), &format!("name:{}", "x".repeat(NAME))),
        ] {
            let game = import(&GAME.replace("white: Ada", &format!("white: {name}\nevent: {long}\u{202e}")));
            assert_eq!(names(&game)[0], kept, "{name:?}");
            assert!(!game.game.record.contains('\u{202e}') && !game.game.record.contains('\u{1b}'));
            assert!(
                game.game.record.lines().all(|line| line.chars().count() <= HEADER + 10),
                "headers are short"
            );
        }
        let many: String = (0..200).map(|n| format!("note{n}: x\n")).collect();
        let game = import(&GAME.replace("white: Ada\n", &format!("white: Ada\n{many}")));
        assert!(game.game.record.matches(": x\n").count() <= HEADERS);
        assert_eq!(names(&game)[0], "name:Ada");
    }

    #[test]
    fn a_game_that_was_broken_off_has_no_result() {
        let game =
            parse_import(&GAME.replace("result: white (resigned)\n", ""), None, false, 0).expect("a game");
        assert_eq!((game.game.result, game.game.reason.as_str()), (Winner::Nobody, "aborted"));
        assert_eq!(game.game.ended, 0, "nothing ends in the future");
        let empty = GAME.lines().take(7).collect::<Vec<_>>().join("\n");
        assert_eq!(parse_import(&empty, None, false, 0).unwrap_err(), ImportRefusal::NoTurns);
        let illegal = parse_import(&GAME.replace("a3", "b2"), None, false, 0).unwrap_err();
        assert_eq!(illegal.say(Lang::En), "line 9: `b2`: b2 is occupied");
        assert!(illegal.say(Lang::Fr).starts_with("ligne 9 : « b2 » : "));
    }
}
