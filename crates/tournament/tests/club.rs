//! A tournament with its log and its clock, and people who play in it.

use std::collections::BTreeMap;
use taijitu_protocol::{
    EntrantId, GameResult, NextRound, PairingId, PlayerId, Time, TournamentCommand, TournamentId,
    TournamentKind, TournamentSettings, TournamentStart, Venue,
};
use taijitu_tournament::{
    Actor, Applicant, Context, Entrant, Input, LogEntry, LogEvent, Refusal, StepOutcome, SystemEvent,
    Tournament, TournamentPairing,
};

pub(crate) const HOST: PlayerId = PlayerId(1_000_000);
pub(crate) const ID: TournamentId = TournamentId(77);

/// Random numbers from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 33) % bound.max(1) as u64) as usize
    }

    /// True with a probability of one in `throws`.
    pub(crate) fn one_in(&mut self, throws: usize) -> bool {
        self.below(throws) == 0
    }

    pub(crate) fn result(&mut self) -> GameResult {
        match self.below(40) {
            0 => GameResult::WhiteForfeit,
            1 => GameResult::BlackForfeit,
            2 => GameResult::DoubleForfeit,
            3..=10 => GameResult::Draw,
            11..=26 => GameResult::White,
            _ => GameResult::Black,
        }
    }
}

pub(crate) fn settings(kind: TournamentKind) -> TournamentSettings {
    TournamentSettings {
        name: "An evening".into(),
        notes: String::new(),
        kind,
        game: "yinsh".into(),
        options: BTreeMap::new(),
        time: Time::Total { seconds: 300, increment: 3 },
        teams: false,
        rated: false,
        public: true,
        start: TournamentStart::Hand,
        places: kind.most_entrants(),
        late_entry: true,
        bots: false,
        filler: None,
        venue: Venue::Page,
        next_round: NextRound::After(0),
    }
}

pub(crate) const fn person(number: u128) -> Applicant {
    Applicant { id: PlayerId(number), guest: true, bot: false, rating: None }
}

pub(crate) fn entrant(number: u32) -> EntrantId {
    EntrantId::try_from(number).expect("a number from 1")
}

pub(crate) fn pairing(number: u32) -> PairingId {
    PairingId::try_from(number).expect("a number from 1")
}

/// A tournament, its log, and the time.
pub(crate) struct Club {
    pub(crate) tournament: Tournament,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) now: i64,
    pub(crate) dice: Dice,
}

impl Club {
    pub(crate) fn new(settings: TournamentSettings, seed: u64) -> Self {
        let now = 1_000_000;
        let event = Tournament::opening(settings, HOST, now).expect("settings are fine");
        let first = LogEntry { n: 1, at: now, request: None, event };
        let tournament = Tournament::open(ID, &first).expect("an opening");
        Self { tournament, log: vec![first], now, dice: Dice::new(seed) }
    }

    /// A tournament of a kind with players 1 to `n`, rated in this order, started.
    pub(crate) fn started(kind: TournamentKind, n: u128) -> Self {
        let mut club = Self::new(settings(kind), 1);
        club.enter(n);
        club.host(TournamentCommand::Start {}).expect("a start");
        club
    }

    /// Players 1 to `n` enter; player 1 has the highest rating.
    pub(crate) fn enter(&mut self, n: u128) {
        for number in 1..=n {
            let rating = Some(2500 - number as u16);
            self.by(
                Applicant { rating, ..person(number) },
                TournamentCommand::Enter { partner: None, team: None },
            )
            .expect("an entry");
        }
    }

    pub(crate) fn step(&mut self, input: &Input<'_>) -> StepOutcome {
        let context = Context { now: self.now, seed: self.dice.next() };
        let outcome = self.tournament.step(input, &context).expect("a decision can be applied");
        self.log.extend(outcome.entries.iter().cloned());
        outcome
    }

    pub(crate) fn command(&mut self, actor: Actor, command: &TournamentCommand) -> Result<u64, Refusal> {
        self.step(&Input::Command { actor, command, request: None }).answer
    }

    #[expect(clippy::needless_pass_by_value, reason = "commands are written where they are given")]
    pub(crate) fn by(&mut self, who: Applicant, command: TournamentCommand) -> Result<u64, Refusal> {
        self.command(Actor::Player(who), &command)
    }

    pub(crate) fn player(&mut self, number: u128, command: TournamentCommand) -> Result<u64, Refusal> {
        self.by(person(number), command)
    }

    pub(crate) fn host(&mut self, command: TournamentCommand) -> Result<u64, Refusal> {
        self.by(Applicant { id: HOST, ..person(1) }, command)
    }

    pub(crate) fn notice(&mut self, event: SystemEvent) -> StepOutcome {
        self.step(&Input::System(event))
    }

    /// The running game of a pairing ends.
    pub(crate) fn end(&mut self, id: PairingId, result: GameResult) {
        let game =
            self.tournament.pairing(id).and_then(TournamentPairing::running_game).expect("a running game");
        self.notice(SystemEvent::GameEnded { pairing: id, game: game as u8, result });
    }

    pub(crate) fn wait(&mut self, milliseconds: i64) {
        self.now += milliseconds;
        self.notice(SystemEvent::Deadline);
    }

    pub(crate) fn open_pairings(&self) -> Vec<PairingId> {
        self.tournament.undecided().map(|pairing| pairing.id).collect()
    }

    /// All running games end as `result` says.
    pub(crate) fn play_round(&mut self, result: impl Fn(&TournamentPairing) -> GameResult) {
        for id in self.open_pairings() {
            let result = result(self.tournament.pairing(id).expect("a pairing"));
            self.end(id, result);
        }
    }

    /// The tournament that the stored text of the log folds to.
    pub(crate) fn folded(&self) -> Tournament {
        let read =
            |entry: &LogEntry| LogEntry::read(entry.n, entry.at, &entry.body()).expect("a stored entry");
        let log: Vec<LogEntry> = self.log.iter().map(read).collect();
        assert_eq!(log, self.log);
        Tournament::fold(ID, &log).expect("a log")
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = &LogEvent> {
        self.log.iter().map(|entry| &entry.event)
    }
}

/// The better seed wins.
pub(crate) fn favourite(club: &Tournament) -> impl Fn(&TournamentPairing) -> GameResult + use<> {
    let seeds: Vec<u32> = club.entrants().iter().map(|entrant: &Entrant| club.seed_of(entrant.id)).collect();
    move |pairing| {
        let (white, black) = pairing.colours(pairing.running_game().unwrap_or(0));
        if seeds[white.index()] < seeds[black.index()] { GameResult::White } else { GameResult::Black }
    }
}
