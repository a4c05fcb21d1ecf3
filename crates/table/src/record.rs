//! A finished game as one row: its record without names, which are added when the row is read.

use crate::game::TableGame;
use crate::log_event::Occupant;
use crate::setup::rating_class;
use crate::table::Table;
use taijitu_protocol::{GameId, Outcome, Seat, Side};
use taijitu_rules::short::SmallSet;
use taijitu_rules::{Audience, Reason, Record};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedTableGame {
    /// Its id.
    pub id: GameId,
    /// 1, 2, … at its table.
    pub number: u32,
    /// The game.
    pub game: String,
    /// Its options, as in a record.
    pub options: String,
    /// The revision of its rules.
    pub revision: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// When it started.
    pub started: i64,
    /// When it ended.
    pub ended: i64,
    /// How many turns.
    pub turns: u32,
    /// The id of the rating class in which it counts; none if it is casual, or was over before it began.
    pub rated: Option<&'static str>,
    /// Whether its turns are kept.
    pub logged: bool,
    /// Whether the archive lists it.
    pub public: bool,
    /// The players, and their colours at the end.
    pub players: Vec<(Occupant, Side)>,
    /// The complete record; `None` without a log.
    pub record: Option<String>,
}

/// Games with fewer turns are not rated.
const MIN_RATED_TURNS: u32 = 2;

impl Table {
    /// The rating class in which a game that is over counts.
    fn rated_in(&self, game: &TableGame, reason: Reason) -> Option<&'static str> {
        let is_played = game.turns >= MIN_RATED_TURNS && reason != Reason::Aborted;
        let players: SmallSet<_> = self.seated_players().collect();
        let are_players = players.len() == game.seats();
        let class = rating_class(&game.setup)?;
        (game.setup.rated && is_played && are_players).then_some(class.id)
    }

    /// The row of the last game, if it is over.
    #[must_use]
    pub fn finished(&self) -> Option<FinishedTableGame> {
        let game = self.game.as_ref()?;
        let (outcome, ended) = (game.over?, game.ended?);
        let mut record = Record::of(&*game.play, Audience::Omniscient);
        record.lines = game.annotate(record.lines);
        let record = record.with_header("time", &crate::replay::time_header(game.setup.time));
        let options: Vec<String> =
            game.setup.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let seated = Seat::all(self.seats.len()).zip(&self.seats);
        Some(FinishedTableGame {
            id: game.id,
            number: game.number,
            game: game.setup.game.clone(),
            options: options.join(" "),
            revision: record.revision,
            outcome: crate::wire::outcome(Self::wire_winner(&outcome), outcome.reason.text().en),
            started: game.started,
            ended,
            turns: game.turns,
            rated: self.rated_in(game, outcome.reason),
            logged: game.setup.log,
            public: game.setup.lists_games(),
            players: seated.filter_map(|(seat, who)| Some(((*who)?, game.side(seat)))).collect(),
            record: game.setup.log.then(|| record.to_string()),
        })
    }
}
