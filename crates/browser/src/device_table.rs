//! A table on the device: the same fold over a log as at a server, with one player, engines at the other seats or a hot
//! seat, and no clock.
//!
//! The page stores the entries of a step before it shows anything of it, and loads the table again from its log if it
//! could not.

use taijitu_protocol::{
    Branch, Code, Command, DeviceEntry, DeviceFound, DeviceLine, DeviceMoment, DeviceNews, DeviceStep,
    DeviceThought, Log, OpenTable, PlayerId, Problem, Profile, Reply, Seat, TableId, Time, Touch,
    TouchExplanation,
};
use taijitu_rules::{Audience, Record};
use taijitu_search::ADVISER;
use taijitu_study::{TurnRequest, WorkRequest, reply};
use taijitu_table::{
    Actor, CorruptLog, DecisionContext, Input, LogEntry, Names, Occupant, Outages, StepOutcome, Table,
    Viewer, wire,
};

/// The id of the player: a device has one.
const PLAYER: PlayerId = PlayerId(1);
const VIEWER: Viewer = Viewer(Some(PLAYER));

/// A table with its player.
#[derive(Debug)]
pub struct DeviceTable {
    table: Table,
    /// The name of the player.
    name: String,
    /// Whether the engine on each seat judged its position as better when it last found a turn.
    is_better: [Option<bool>; 4],
    outages: Outages,
}

impl DeviceTable {
    /// Opens a table.
    ///
    /// # Errors
    /// The [`Problem`] of an option, a set-up or a seat that is not possible; [`Code::BadOption`] for a table with a clock.
    pub fn open(
        open: &OpenTable,
        name: String,
        moment: &DeviceMoment,
    ) -> Result<(Self, DeviceStep), Problem> {
        if open.time != Time::None {
            return Err(Problem::new(
                Code::BadOption,
                "a game on this device has no clock",
                "une partie sur cet appareil n’a pas de pendule",
            )
            .with_field("time"));
        }
        let random = random(moment)?;
        // The record is for its player, who may send it to an archive later; nobody sees whether the game was fair.
        let open = OpenTable { log: Some(Log::Link), public: false, rated: false, ..open.clone() };
        let events = Table::opening(&open, PLAYER, false)?;
        let entry = |(n, event)| LogEntry { n, at: moment.now, request: None, event };
        let mut entries: Vec<LogEntry> = (1..).zip(events).map(entry).collect();
        let table = Table::fold(TableId(random), &entries).map_err(|error| corrupt(&error))?;
        let mut table = Self::new(table, name);
        if open.start {
            let input =
                Input::Command { actor: Actor::Player(PLAYER), command: &Command::Start, request: None };
            // A game's id is not its table's.
            let StepOutcome { entries: started, answer } = table.step(&input, moment.now, !random, 0)?;
            answer?;
            entries.extend(started);
        }
        let step = table.report(&entries, None, moment.now);
        Ok((table, step))
    }

    /// Loads a table from its log.
    ///
    /// # Errors
    /// [`Code::Unavailable`] if an entry of the log cannot be read or applied.
    pub fn load(
        id: TableId,
        entries: &[DeviceEntry],
        name: String,
        moment: &DeviceMoment,
    ) -> Result<(Self, DeviceStep), Problem> {
        let read = |entry: &DeviceEntry| LogEntry::read(entry.n, entry.at, &entry.body);
        let entries: Vec<LogEntry> =
            entries.iter().map(read).collect::<Result<_, _>>().map_err(|error| unreadable(&error))?;
        let mut table = Table::fold(id, &entries).map_err(|error| corrupt(&error))?;
        table.undo_future(moment.now);
        let table = Self::new(table, name);
        let step = table.look(moment)?;
        Ok((table, step))
    }

    const fn new(table: Table, name: String) -> Self {
        Self { table, name, is_better: [None; 4], outages: Outages(vec![]) }
    }

    /// The id of the table.
    #[must_use]
    pub const fn id(&self) -> TableId {
        self.table.id()
    }

    /// The table as it is now.
    ///
    /// # Errors
    /// Returns no error at present.
    pub fn look(&self, moment: &DeviceMoment) -> Result<DeviceStep, Problem> {
        let context = self.context(moment.now, 0, 0);
        let seats: Vec<Seat> = Seat::all(self.table.seats().len()).collect();
        let view = self.table.view(VIEWER, &self.names(), &seats, 0, true, &context);
        let snapshot = DeviceNews::Snapshot { table: Box::new(view), chat: vec![] };
        Ok(DeviceStep { news: vec![snapshot], ..self.report(&[], None, moment.now) })
    }

    /// Carries out a command of the player. An engine that is offered a draw answers at once.
    ///
    /// # Errors
    /// [`Code::Unavailable`] if the fold and the log disagree: the table has to be loaded again. A refused command is not an error:
    /// the returned step contains the refusal.
    pub fn act(&mut self, command: &Command, moment: &DeviceMoment) -> Result<DeviceStep, Problem> {
        self.command(Actor::Player(PLAYER), command, moment, 0)
    }

    /// Plays the turn an engine has found. A turn for an earlier position is dropped.
    ///
    /// # Errors
    /// [`Code::Unavailable`] if the fold and the log disagree.
    pub fn found(
        &mut self,
        thought: &DeviceThought,
        found: DeviceFound,
        moment: &DeviceMoment,
    ) -> Result<DeviceStep, Problem> {
        let wanted = self.table.effects(&self.outages).think;
        let is_wanted = wanted.is_some_and(|turn| {
            (turn.game, turn.turn, turn.seat) == (thought.game, thought.turn, thought.seat)
        });
        let Some(text) = found.turn.filter(|_| is_wanted) else {
            return Ok(self.report(&[], None, moment.now));
        };
        if let Some(is_better) = self.is_better.get_mut(thought.seat.index()) {
            *is_better = Some(found.better);
        }
        let command = Command::Play { game: thought.game, turn: thought.turn, text };
        let spent = i64::try_from(found.spent).unwrap_or(i64::MAX);
        self.command(Actor::Engine(thought.seat), &command, moment, spent)
    }

    /// What may be touched after some touches.
    ///
    /// # Errors
    /// The [`Problem`] of the table if the touches do not begin a turn, or it is not the player's turn.
    pub fn branch(&self, touches: &[Touch]) -> Result<Vec<Branch>, Problem> {
        self.table.branch(VIEWER, touches)
    }

    /// Why something cannot be touched.
    ///
    /// # Errors
    /// The [`Problem`] of the table if the touches do not begin a turn, or no game runs.
    pub fn why(&self, touches: &[Touch], touch: &Touch) -> Result<TouchExplanation, Problem> {
        self.table.explaining(VIEWER)?.why(touches, touch)
    }

    /// The request to the engine for a hint.
    ///
    /// # Errors
    /// The [`Problem`] of the table if it is not the player's turn.
    pub fn hint(&self, moment: &DeviceMoment) -> Result<String, Problem> {
        let (side, play) = self.table.advisable(VIEWER)?;
        let seed = random(moment)? as u64;
        written(&reply::turn_request(side, play, ADVISER, seed)?)
    }

    /// A hint with the points it touches.
    ///
    /// # Errors
    /// The [`Problem`] of the table if it is not the player's turn.
    pub fn hinted(&self, turn: String) -> Result<Reply, Problem> {
        let (side, play) = self.table.advisable(VIEWER)?;
        Ok(taijitu_table::reply(&*play, side, turn))
    }

    /// The last game as a record, with the names of its players and a date.
    ///
    /// # Errors
    /// [`Code::NotRunning`] if no game was begun.
    pub fn record(&self, date: &str) -> Result<String, Problem> {
        let game = self.table.game().ok_or_else(no_game)?;
        let finished = self.table.finished().and_then(|finished| finished.record);
        let record = finished.and_then(|text| Record::read_unplayed(&text).ok());
        let mut record = record.unwrap_or_else(|| Record::of(game.play(), Audience::Omniscient));
        for side in taijitu_rules::Side::BOTH {
            let own = Seat::all(self.table.seats().len())
                .zip(self.table.seats())
                .filter(|(seat, _)| game.side(*seat) == wire::wire_side(side));
            let names: Vec<String> = own.map(|(_, who)| self.name_of(*who)).collect();
            record = record.with_header(side.name().en, &names.join(" & "));
        }
        Ok(record.with_header("date", date).to_string())
    }

    fn name_of(&self, who: Option<Occupant>) -> String {
        match who {
            Some(Occupant::Player(_)) => self.name.clone(),
            Some(Occupant::Engine(level)) => format!("Taijitu level {level}"),
            None => "?".into(),
        }
    }

    fn command(
        &mut self,
        actor: Actor,
        command: &Command,
        moment: &DeviceMoment,
        thought: i64,
    ) -> Result<DeviceStep, Problem> {
        let seed = random(moment)?;
        let input = Input::Command { actor, command, request: None };
        let StepOutcome { mut entries, answer } = self.step(&input, moment.now, seed, thought)?;
        while let Some(offer) = self.table.effects(&self.outages).draw_offer {
            let is_better = self.is_better.get(offer.seat.index()).copied().flatten();
            let command = offer.answer(is_better);
            let input = Input::Command { actor: Actor::Engine(offer.seat), command: &command, request: None };
            let answered = self.step(&input, moment.now, seed, 0)?;
            answered.answer?;
            entries.extend(answered.entries);
        }
        Ok(self.report(&entries, answer.err(), moment.now))
    }

    fn step(
        &mut self,
        input: &Input<'_>,
        now: i64,
        seed: u128,
        thought: i64,
    ) -> Result<StepOutcome, Problem> {
        let context = DecisionContext { now, lag: 0, thought, outages: &self.outages, seed, guests: &[] };
        self.table.step(input, &context).map_err(|error| corrupt(&error))
    }

    const fn context(&self, now: i64, seed: u128, thought: i64) -> DecisionContext<'_> {
        DecisionContext { now, lag: 0, thought, outages: &self.outages, seed, guests: &[] }
    }

    /// The step that the page stores and shows, for entries the table has applied.
    fn report(&self, entries: &[LogEntry], refused: Option<Problem>, now: i64) -> DeviceStep {
        let names = self.names();
        let context = self.context(now, 0, 0);
        let news = entries.iter().map(|entry| DeviceNews::Event {
            table: self.id(),
            event: Box::new(self.table.event(entry, VIEWER, &names)),
            scene: (entry.n == self.table.head())
                .then(|| self.table.scene_for(VIEWER, &context).map(Box::new))
                .flatten(),
        });
        let kept = |entry: &LogEntry| DeviceEntry { n: entry.n, at: entry.at, body: entry.body() };
        DeviceStep {
            table: self.id(),
            entries: entries.iter().map(kept).collect(),
            news: news.collect(),
            refused,
            think: self.think(),
            line: self.line(),
        }
    }

    /// The turn an engine has to find now.
    fn think(&self) -> Option<DeviceThought> {
        let turn = self.table.effects(&self.outages).think?;
        let play = self.table.running()?.play().boxed_clone();
        let request =
            TurnRequest { side: turn.side, level: turn.level, seed: turn.seed, time: turn.time, play };
        let request = written(&request).ok()?;
        Some(DeviceThought { game: turn.game, turn: turn.turn, seat: turn.seat, request })
    }

    fn line(&self) -> DeviceLine {
        let table = &self.table;
        let engine = |who: &Option<Occupant>| match who {
            Some(Occupant::Engine(level)) => Some(*level),
            _ => None,
        };
        let own: Vec<Seat> = table.seats_of(PLAYER).collect();
        let game = table.game();
        let one_side = own.iter().all(|seat| seat.team() == own[0].team());
        DeviceLine {
            id: table.id(),
            game: table.setup().game.clone(),
            state: table.state(),
            engines: table.seats().iter().filter_map(engine).collect(),
            my_turn: table.running().is_some_and(|game| own.iter().any(|&seat| game.acts(seat))),
            turns: game.map_or(0, taijitu_table::TableGame::turns),
            outcome: game
                .and_then(taijitu_table::TableGame::outcome)
                .map(|end| wire::outcome(end.winner.map(wire::wire_side), end.reason.text().en)),
            side: game.zip(own.first()).filter(|_| one_side).map(|(game, &seat)| game.side(seat)),
            updated: table.last_at(),
        }
    }

    fn names(&self) -> Names {
        let profile =
            Profile { id: PLAYER, name: Some(self.name.clone()), guest: true, bot: false, rating: None };
        Names([(PLAYER, profile)].into())
    }
}

/// A turn to find as a message.
fn written(request: &TurnRequest) -> Result<String, Problem> {
    let message = WorkRequest::new(request).and_then(|request| serde_json::to_string(&request).ok());
    message.ok_or_else(|| {
        Problem::new(
            Code::Unavailable,
            "the position cannot be given to the engine",
            "la position ne peut pas être donnée au moteur",
        )
    })
}

/// The random bits of a moment.
fn random(moment: &DeviceMoment) -> Result<u128, Problem> {
    let bits = Some(&moment.random).filter(|text| text.len() == 32);
    bits.and_then(|text| u128::from_str_radix(text, 16).ok()).ok_or_else(|| {
        Problem::new(
            Code::Invalid,
            "random takes 32 hexadecimal digits",
            "random prend 32 chiffres hexadécimaux",
        )
        .with_field("random")
    })
}

fn no_game() -> Problem {
    Problem::new(Code::NotRunning, "no game has been started", "aucune partie n’a commencé")
}

fn unreadable(error: &serde_json::Error) -> Problem {
    Problem::new(
        Code::Unavailable,
        format!("the game on this device cannot be read: {error}"),
        format!("la partie sur cet appareil est illisible : {error}"),
    )
}

fn corrupt(error: &CorruptLog) -> Problem {
    let (en, fr) = match error {
        CorruptLog::Revision { .. } => (
            "this game was played under rules that this page does not have; load the page again".to_owned(),
            "cette partie a été jouée selon des règles que cette page n’a pas ; rechargez la page".to_owned(),
        ),
        _ => (
            format!("the game on this device cannot be read: {error}"),
            format!("la partie sur cet appareil est illisible : {error}"),
        ),
    };
    Problem::new(Code::Unavailable, en, fr)
}
