//! A table driven as a server drives it: step, write; and what it writes, read back and folded.

#![allow(dead_code, reason = "every file of tests uses another part of it")]

use std::collections::BTreeMap;
use taijitu_protocol::{
    Claim, Code, Command, OpenTable, PlayerId, Problem, Seat, SeatChoice, Side, TableId, Time,
};
use taijitu_rules::playout::Random;
use taijitu_table::{
    Actor, DecisionContext, FinishedTableGame, Input, LogEntry, LogEvent, Names, Outage, Outages,
    StepOutcome, SystemEvent, Table, TableGame, Viewer,
};

pub(crate) const ADA: PlayerId = PlayerId(1);
pub(crate) const BOB: PlayerId = PlayerId(2);
pub(crate) const CEM: PlayerId = PlayerId(3);
pub(crate) const DIA: PlayerId = PlayerId(4);
/// Somebody who only watches.
pub(crate) const EVE: PlayerId = PlayerId(5);

/// The ids of all games.
pub(crate) fn games() -> impl Iterator<Item = &'static str> {
    taijitu_rules::games::GAMES.iter().map(|game| game.meta().id)
}

/// Laws with which a full board of Yin Yang can be opened.
pub(crate) const BLACK_LAWS: &str = "laws bbbb>bbb. bwbw>* w...>.... b...>....";
pub(crate) const WHITE_LAWS: &str = "laws wwww>www. wbwb>* b...>.... w...>....";

/// When every table here is opened, in milliseconds.
pub(crate) const START: i64 = 1_000_000;

/// What would follow from something.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) events: Vec<LogEvent>,
    pub(crate) answer: Result<(), Problem>,
}

/// An entry as it is read back from the text it is stored as.
fn written(entry: &LogEntry) -> LogEntry {
    let read = LogEntry::read(entry.n, entry.at, &entry.body()).expect("what was written can be read");
    assert_eq!(read, *entry);
    read
}

pub(crate) struct House {
    pub(crate) table: Table,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) now: i64,
    pub(crate) lag: i64,
    pub(crate) thought: i64,
    pub(crate) outages: Outages,
    pub(crate) guests: Vec<PlayerId>,
    seed: u128,
}

pub(crate) fn open(game: &str) -> OpenTable {
    OpenTable { game: game.into(), ..OpenTable::default() }
}

/// Options as people write them: `pie=off board=triangle-5`.
pub(crate) fn with(game: &str, options: &str) -> OpenTable {
    let pairs = options.split_whitespace().filter_map(|pair| pair.split_once('='));
    let options: BTreeMap<String, String> = pairs.map(|(k, v)| (k.into(), v.into())).collect();
    OpenTable { options, ..open(game) }
}

/// The same table with seats that have colours: seat 1 is White.
pub(crate) fn coloured(open: OpenTable) -> OpenTable {
    OpenTable { colours: Some(taijitu_protocol::Colours::Chosen), ..open }
}

pub(crate) fn timed(open: OpenTable, seconds: u32, increment: u32) -> OpenTable {
    OpenTable { time: Time::Total { seconds, increment }, ..open }
}

pub(crate) fn option(name: &str, value: &str) -> Command {
    Command::Option { name: name.into(), value: value.into() }
}

pub(crate) fn seat(number: u8) -> SeatChoice {
    SeatChoice::Number(number)
}

pub(crate) const fn join() -> Command {
    Command::Join { seat: None }
}

pub(crate) const fn accept() -> Command {
    Command::Accept { offer: None }
}

pub(crate) const fn refuse() -> Command {
    Command::Refuse { offer: None }
}

pub(crate) const fn claim_win() -> Command {
    Command::Claim { what: Claim::Win }
}

pub(crate) fn play(game: u32, turn: u32, text: &str) -> Command {
    Command::Play { game, turn, text: text.into() }
}

impl House {
    pub(crate) fn opened(open: &OpenTable, quick: bool) -> Self {
        Self::begun(&Table::opening(open, ADA, quick).expect("these options can be"))
    }

    /// A table with its first events.
    pub(crate) fn begun(events: &[LogEvent]) -> Self {
        let first = LogEntry { n: 1, at: START, request: None, event: events[0].clone() };
        let table = Table::open(TableId(77), &first).expect("an opening comes first");
        let outages = Outages::default();
        let mut house = Self {
            table,
            log: vec![first],
            now: START,
            lag: 0,
            thought: 0,
            outages,
            guests: vec![],
            seed: 40,
        };
        house.commit(&events[1..], None);
        house
    }

    pub(crate) fn new(open: &OpenTable) -> Self {
        Self::opened(open, false)
    }

    /// Ada opens, Bob joins, and the game starts.
    pub(crate) fn two(open: &OpenTable) -> Self {
        let mut house = Self::new(open);
        house.must(BOB, &join());
        house.must(ADA, &Command::Start);
        house
    }

    /// Ada, Bob, Cem and Dia on seats 1 to 4.
    pub(crate) fn four(open: &OpenTable) -> Self {
        let mut house = Self::new(open);
        for player in [BOB, CEM, DIA] {
            house.must(player, &join());
        }
        house.must(ADA, &Command::Start);
        house
    }

    pub(crate) fn context(&self) -> DecisionContext<'_> {
        DecisionContext {
            now: self.now,
            lag: self.lag,
            thought: self.thought,
            outages: &self.outages,
            seed: self.seed,
            guests: &self.guests,
        }
    }

    /// The table as the log has it, used now.
    pub(crate) fn folded(&self) -> Table {
        let mut table = Table::fold(self.table.id(), &self.log).expect("the log can be folded");
        table.undo_future(self.now);
        table
    }

    /// What would follow from a command: decided by another table of the same log, so that this one stays as it is.
    pub(crate) fn decide(&self, who: Actor, command: &Command) -> Decision {
        self.consider(&Input::Command { actor: who, command, request: None })
    }

    /// What would follow from something the server noticed.
    pub(crate) fn would_notice(&self, notice: SystemEvent) -> Vec<LogEvent> {
        self.consider(&Input::System(notice)).events
    }

    fn consider(&self, input: &Input<'_>) -> Decision {
        let step = self.folded().step(input, &self.context()).expect("what is decided can be applied");
        Decision {
            events: step.entries.into_iter().map(|entry| entry.event).collect(),
            answer: step.answer.map(drop),
        }
    }

    /// Lets the table consider something, and keeps what is to be written, through the text it is stored as.
    pub(crate) fn step(&mut self, input: &Input<'_>) -> StepOutcome {
        let (outages, guests) = (self.outages.clone(), self.guests.clone());
        let (now, lag, thought, seed) = (self.now, self.lag, self.thought, self.seed);
        let context = DecisionContext { now, lag, thought, outages: &outages, seed, guests: &guests };
        let step = self.table.step(input, &context).expect("what is decided can be applied");
        self.log.extend(step.entries.iter().map(written));
        self.draw();
        step
    }

    /// Applies events, through the text they are stored as.
    pub(crate) fn commit(&mut self, events: &[LogEvent], request: Option<(PlayerId, &str)>) {
        for event in events {
            let entry = written(&LogEntry {
                n: self.table.head() + 1,
                at: self.now.max(self.table.last_at()),
                request: request.map(|(player, id)| (player, id.into())),
                event: event.clone(),
            });
            self.table.apply(&entry).unwrap_or_else(|broken| panic!("{event:?}: {broken}"));
            self.log.push(entry);
        }
        self.draw();
    }

    fn draw(&mut self) {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }

    pub(crate) fn act(&mut self, who: Actor, command: &Command) -> Result<u64, Problem> {
        self.step(&Input::Command { actor: who, command, request: None }).answer
    }

    /// A player does something; the number of the first entry that follows.
    pub(crate) fn by(&mut self, player: PlayerId, command: &Command) -> Result<u64, Problem> {
        self.act(Actor::Player(player), command)
    }

    pub(crate) fn must(&mut self, player: PlayerId, command: &Command) -> u64 {
        self.by(player, command).unwrap_or_else(|problem| panic!("{player} {command:?}: {problem}"))
    }

    /// Refused with this code, and nothing happened.
    pub(crate) fn refused(&mut self, player: PlayerId, command: &Command) -> Code {
        let head = self.table.head();
        let problem = self.by(player, command).expect_err(&format!("{player} {command:?} is refused"));
        assert_eq!(self.table.head(), head, "nothing follows from what is refused");
        self.check_fold();
        problem.code
    }

    pub(crate) fn notice(&mut self, notice: SystemEvent) -> Vec<LogEvent> {
        self.step(&Input::System(notice)).entries.into_iter().map(|entry| entry.event).collect()
    }

    pub(crate) fn wait(&mut self, milliseconds: i64) {
        self.now += milliseconds;
    }

    /// Some time without a server.
    pub(crate) fn outage(&mut self, milliseconds: i64) {
        self.outages.0.push(Outage { began: self.now, ended: self.now + milliseconds });
        self.now += milliseconds;
    }

    pub(crate) fn game(&self) -> &TableGame {
        self.table.game().expect("a game was started")
    }

    pub(crate) fn ended(&self) -> Option<String> {
        self.game().outcome().map(|outcome| outcome.to_string())
    }

    pub(crate) fn finished(&self) -> FinishedTableGame {
        self.table.finished().expect("the game is over")
    }

    /// Who sits on the seat that has to act, the first one if several have to.
    pub(crate) fn to_act(&self) -> u8 {
        self.game().acting().first().expect("somebody has to act").index() as u8
    }

    pub(crate) fn player_at(&self, seat: u8) -> PlayerId {
        match self.table.seats()[usize::from(seat)] {
            Some(taijitu_table::Occupant::Player(player)) => player,
            other => panic!("{other:?} is no player"),
        }
    }

    /// The seat of a colour, with two players.
    pub(crate) fn seat_of(&self, side: Side) -> u8 {
        u8::from(self.game().side(Seat::FIRST) != side)
    }

    pub(crate) fn player_of(&self, side: Side) -> PlayerId {
        self.player_at(self.seat_of(side))
    }

    /// The player who has to act plays.
    pub(crate) fn turn(&mut self, text: &str) {
        let player = self.player_at(self.to_act());
        let (game, turn) = (self.game().number, self.game().turns() + 1);
        self.must(player, &play(game, turn, text));
    }

    /// Both sides write laws with which a game can be played.
    pub(crate) fn write_laws(&mut self) {
        let (black, white) = (self.player_of(Side::Black), self.player_of(Side::White));
        let number = self.game().number;
        self.must(black, &play(number, 1, BLACK_LAWS));
        self.must(white, &play(number, 1, WHITE_LAWS));
    }

    /// Plays a turn drawn from the legal ones; false if the game is over.
    pub(crate) fn random_turn(&mut self, random: &mut Random) -> bool {
        if self.table.running().is_none() {
            return false;
        }
        let text = self.random_text(random);
        self.turn(&text);
        true
    }

    pub(crate) fn random_text(&self, random: &mut Random) -> String {
        match self.game().play().turns_within(usize::MAX, &|| false) {
            Ok(turns) => turns[random.below(turns.len() as u32) as usize].clone(),
            Err(_) if self.game().side(Seat::new(self.to_act())) == Side::Black => BLACK_LAWS.into(),
            Err(_) => WHITE_LAWS.into(),
        }
    }

    pub(crate) fn view(&self, viewer: Option<PlayerId>, scenes: bool) -> String {
        view_of(&self.table, viewer, scenes, &self.context())
    }

    /// The log, folded from its beginning, is the table.
    pub(crate) fn check_fold(&self) {
        let folded = self.folded();
        assert_eq!(format!("{folded:?}"), format!("{:?}", self.table));
        for viewer in [None, Some(ADA), Some(BOB), Some(CEM), Some(DIA), Some(EVE)] {
            let same = view_of(&folded, viewer, false, &self.context());
            assert_eq!(same, self.view(viewer, false));
        }
        assert_eq!(folded.deadline(&self.outages), self.table.deadline(&self.outages));
        assert_eq!(folded.finished(), self.table.finished());
    }
}

pub(crate) fn view_of(
    table: &Table,
    viewer: Option<PlayerId>,
    scenes: bool,
    context: &DecisionContext<'_>,
) -> String {
    let view = table.view(Viewer(viewer), &Names::default(), &[], 0, scenes, context);
    serde_json::to_string(&view).expect("a view is plain data")
}
