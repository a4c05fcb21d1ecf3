//! A game at a table: who plays which colour, its turns, the pending offer, absent players.

use crate::clock::{GameClock, Outages};
use crate::log_event::{Occupant, OfferTerms};
use crate::quota::{OfferKind, Offerer, Quota};
use crate::seats::{seat_of, side_of};
use crate::setup;
use crate::table::CorruptLog;
use crate::wire::rules_side;
use std::collections::BTreeMap;
use taijitu_protocol::{GameId, GameResult, Seat, Setup, Side};
use taijitu_rules::playout::Random;
use taijitu_rules::record::{Line, Remark};
use taijitu_rules::short::{SmallMap, SmallSet};
use taijitu_rules::{Actors, AnyPlay, Outcome, games};

/// How long a live game waits for its first turn before it is aborted, in milliseconds.
const FIRST_TURN_WITHIN_MS: i64 = 30_000;

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingOffer {
    /// The number of its event.
    pub(crate) n: u64,
    pub(crate) by: Option<Seat>,
    pub(crate) matter: OfferTerms,
    pub(crate) waits: SmallSet<Seat>,
}

/// A line of the record: a turn with the time its player had used by then, a remark between turns, a further
/// round.
#[derive(Clone, Debug)]
pub(crate) enum RecordLine {
    Turn { seat: Seat, used: i64 },
    Remark(taijitu_rules::Side, Remark),
    Round,
}

/// A game at a table, running or over.
#[derive(Debug)]
pub struct TableGame {
    /// 1, 2, … at this table.
    pub number: u32,
    /// Its id.
    pub id: GameId,
    /// Its options.
    pub setup: Setup,
    /// When it started.
    pub started: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// The game as the rules play it.
    pub(crate) play: Box<dyn AnyPlay>,
    /// The colour of seats 0 and 2 at the start.
    even: Side,
    /// Turns so far, in all rounds.
    pub(crate) turns: u32,
    /// Whether all players make their first turn at the same time.
    pub(crate) at_once: bool,
    pub(crate) clock: GameClock,
    pub(crate) paused: bool,
    pub(crate) pending: Option<PendingOffer>,
    pub(crate) resigning: SmallSet<Seat>,
    /// Counts of limited actions per seat.
    pub(crate) quota: Quota,
    /// Absent players, and from when the game may be claimed.
    pub(crate) absent: SmallMap<Seat, i64>,
    pub(crate) record_lines: Vec<RecordLine>,
    /// The numbers of the events that hold turns, to erase them after a game without a log.
    pub(crate) turn_events: Vec<u64>,
    /// The result for the table: a match continues after a round.
    pub(crate) over: Option<Outcome>,
    seats: usize,
}

pub(crate) struct GameStart<'a> {
    pub(crate) number: u32,
    pub(crate) id: GameId,
    pub(crate) setup: &'a Setup,
    pub(crate) even: Side,
    pub(crate) options: &'a BTreeMap<String, String>,
    pub(crate) revision: u32,
    pub(crate) at: i64,
    pub(crate) seats: usize,
}

/// The seats that have to act in a play whose even seats began with a colour.
pub(crate) fn acting_in(play: &dyn AnyPlay, even: Side, seats: usize) -> Vec<Seat> {
    let even = if play.swapped() { crate::seats::other(even) } else { even };
    match play.to_act() {
        Actors::One(seat) => vec![seat_of(seat, even)],
        Actors::Both => Seat::all(seats).collect(),
    }
}

impl TableGame {
    pub(crate) fn start(start: &GameStart<'_>) -> Result<Self, CorruptLog> {
        let kind =
            games::find(&start.setup.game).ok_or_else(|| CorruptLog::Game(start.setup.game.clone()))?;
        let known = kind.meta().revision();
        if start.revision != known {
            return Err(CorruptLog::Revision { found: start.revision, known });
        }
        // All random choices were made before the start was logged.
        let play = setup::begin(kind, start.options, start.setup.from.as_deref(), &mut Random::new(0))
            .map_err(|why| CorruptLog::Start(why.to_string()))?;
        Ok(Self {
            number: start.number,
            id: start.id,
            setup: Setup { options: start.options.clone(), ..start.setup.clone() },
            started: start.at,
            ended: None,
            at_once: play.to_act() == Actors::Both,
            play,
            even: start.even,
            turns: 0,
            clock: GameClock::new(start.setup.time, start.seats, start.at),
            paused: false,
            pending: None,
            resigning: SmallSet::new(),
            quota: Quota::default(),
            absent: SmallMap::new(),
            record_lines: vec![],
            turn_events: vec![],
            over: None,
            seats: start.seats,
        })
    }

    /// The game as the rules play it, secrets included.
    #[must_use]
    pub fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// How it ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    /// How many turns have been played.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The colour of seats 0 and 2 now: Y's swap exchanges colours.
    pub(crate) fn even(&self) -> Side {
        if self.play.swapped() { crate::seats::other(self.even) } else { self.even }
    }

    /// The colour of the even seats at the start.
    pub(crate) const fn even_at_start(&self) -> Side {
        self.even
    }

    /// How many seats there are.
    pub(crate) const fn seats(&self) -> usize {
        self.seats
    }

    /// The colour of a seat now.
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        side_of(seat, self.even())
    }

    pub(crate) fn rules_side(&self, seat: Seat) -> taijitu_rules::Side {
        rules_side(self.side(seat))
    }

    /// The colours of all seats.
    pub(crate) fn sides(&self) -> Vec<Side> {
        let even = self.even();
        Seat::all(self.seats).map(|seat| side_of(seat, even)).collect()
    }

    /// The seats that have to act; none once the game is over.
    #[must_use]
    pub fn acting(&self) -> Vec<Seat> {
        if self.over.is_some() {
            return vec![];
        }
        acting_in(&*self.play, self.even, self.seats)
    }

    /// The result for a tournament, by the colours at the start; none while it runs. Who had to act when the game was broken
    /// off did not play.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let outcome = self.over?;
        let first_side = self.rules_side(Seat::FIRST);
        let is_white = |side: taijitu_rules::Side| (side == first_side) == (self.even == Side::White);
        if let Some(winner) = outcome.winner {
            return Some(if is_white(winner) { GameResult::White } else { GameResult::Black });
        }
        if outcome.reason != taijitu_rules::Reason::Aborted {
            return Some(GameResult::Draw);
        }
        let missing = acting_in(&*self.play, self.even, self.seats);
        let is_missing = |side: Side| missing.iter().any(|seat| side_of(*seat, self.even) == side);
        Some(match (is_missing(Side::White), is_missing(Side::Black)) {
            (true, false) => GameResult::WhiteForfeit,
            (false, true) => GameResult::BlackForfeit,
            (true, true) | (false, false) => GameResult::DoubleForfeit,
        })
    }

    /// The seats that would have to act if turns were taken back until `turns` are left.
    pub(crate) fn acting_after_takeback(&self, turns: u32) -> Vec<Seat> {
        let mut play = self.play.boxed_clone();
        for _ in turns..self.turns {
            play.undo();
        }
        acting_in(&*play, self.even, self.seats)
    }

    /// Whether a seat has to act.
    #[must_use]
    pub fn acts(&self, seat: Seat) -> bool {
        self.acting().contains(&seat)
    }

    /// The seats whose clocks run: those of people who have to act.
    pub(crate) fn running(&self, sitters: &[Option<Occupant>]) -> Vec<Seat> {
        if self.paused {
            return vec![];
        }
        let person = |seat: &Seat| matches!(sitters.get(seat.index()), Some(Some(Occupant::Player(_))));
        self.acting().into_iter().filter(person).collect()
    }

    /// Whether this is a live game without any turn: nobody wins it on time.
    pub(crate) const fn is_untouched(&self) -> bool {
        self.clock.counts_whole_game() && self.turn_events.is_empty()
    }

    /// When the game is aborted unless its first turn is played. Writing the laws of a simultaneous set-up
    /// takes longer, and an engine that has to begin may wait for a thread: both have no such deadline.
    pub(crate) fn first_turn_due(&self, running: &[Seat], outages: &Outages) -> Option<i64> {
        let is_due = self.is_untouched() && !self.at_once && !running.is_empty();
        is_due.then(|| outages.after(self.clock.since, FIRST_TURN_WITHIN_MS))
    }

    /// Whether a turn may carry this number: in a simultaneous set-up the first turn of every seat has number 1.
    /// At a hot seat the numbers differ: otherwise a second click would be the other side's turn.
    pub(crate) fn expects(&self, turn: u32, alone: bool) -> bool {
        turn == self.turns + 1 || (self.others_still_write() && turn == 1 && !alone)
    }

    /// Whether in a simultaneous set-up a seat has not written yet.
    pub(crate) const fn others_still_write(&self) -> bool {
        self.at_once && self.turns < self.seats as u32
    }

    /// Whether it is a four-player game, whose partners must not communicate while it runs.
    pub(crate) const fn has_partners(&self) -> bool {
        self.seats > 2
    }

    pub(crate) fn partner(&self, seat: Seat) -> Option<Seat> {
        self.has_partners().then(|| seat.partner())
    }

    /// How many turns would be left if a seat took back its last turn; `None` if it has none in this round,
    /// or only one that was made at the same time as the opponent's.
    pub(crate) fn turns_after_takeback(&self, seat: Seat) -> Option<u32> {
        let turns: Vec<Seat> = self.turn_seats().collect();
        let at = turns.iter().rposition(|&by| by == seat)?;
        let at_once = if self.at_once { self.seats } else { 0 };
        let in_round = self.play.turns_in_round();
        (at >= at_once && turns.len() - at <= in_round).then_some(at as u32)
    }

    fn turn_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.record_lines.iter().filter_map(|line| match line {
            RecordLine::Turn { seat, .. } => Some(*seat),
            RecordLine::Remark(..) | RecordLine::Round => None,
        })
    }

    /// Plays a turn of the log on the board.
    pub(crate) fn play_turn(&mut self, seat: Seat, text: &str) -> Result<(), CorruptLog> {
        let played = self.play.turn_by(self.rules_side(seat), text);
        played.map(drop).map_err(|error| CorruptLog::Turn(error.to_string()))
    }

    /// Records a turn that was played on the board: its number, its time, the entry that holds it.
    pub(crate) fn note_turn(&mut self, n: u64, seat: Seat, (spent, lag): (i64, i64), left: &[i64]) {
        self.turns += 1;
        self.clock.pay(seat, lag);
        let used = self.clock.used(seat, spent, left);
        self.record_lines.push(RecordLine::Turn { seat, used });
        self.turn_events.push(n);
        let quota = &self.quota;
        self.resigning.retain(|&seat| quota.resignation_stands(seat));
    }

    /// Takes turns back until `turns` are left.
    pub(crate) fn take_back(&mut self, turns: u32) {
        while self.turns > turns && self.play.undo() {
            self.turns -= 1;
            let last = self.record_lines.iter().rposition(|line| matches!(line, RecordLine::Turn { .. }));
            self.record_lines.truncate(last.unwrap_or(0));
        }
    }

    /// Ends the game, or the round of a match, by a decision of the table.
    pub(crate) fn end(&mut self, outcome: Outcome, at: i64) {
        if self.play.outcome().is_none() {
            // It was not over before.
            let _ = self.play.end(outcome);
        }
        self.over = Some(outcome);
        self.ended = Some(at);
        self.pending = None;
        self.resigning.clear();
        self.absent.clear();
        self.paused = false;
    }

    /// Marks a pending offer of this kind as accepted.
    pub(crate) fn note_accepted(&mut self, kind: OfferKind) {
        let Some(pending) = &self.pending else { return };
        if let (true, Some(by)) =
            (OfferKind::from(&pending.matter) == kind, Offerer::of(pending.by, &pending.matter))
        {
            self.quota.note_accepted(by, kind, self.seats > 2);
        }
    }

    /// Adds the remark that a pending draw offer was accepted.
    pub(crate) fn remark_accepted_draw(&mut self) {
        if let Some(PendingOffer { by: Some(by), matter: OfferTerms::Draw, .. }) = self.pending {
            self.remark(by.opposite(), Remark::AcceptsDraw);
        }
    }

    pub(crate) fn remark(&mut self, seat: Seat, remark: Remark) {
        self.record_lines.push(RecordLine::Remark(self.rules_side(seat), remark));
    }

    /// The lines of the record with times and remarks, from the lines of the rules.
    pub(crate) fn annotate(&self, lines: Vec<Line>) -> Vec<Line> {
        let mut out: Vec<Line> = vec![];
        let mut record_lines = self.in_record_order().into_iter().peekable();
        for line in lines {
            let is_turn = matches!(line, Line::Turn { .. });
            // Remarks precede the turn after them, and the result.
            while let Some(RecordLine::Remark(side, remark)) =
                record_lines.next_if(|line| matches!(line, RecordLine::Remark(..)))
            {
                out.push(Line::Event(side, remark));
            }
            match (line, is_turn) {
                (Line::Turn { text, .. }, true) => {
                    let time = match record_lines.next() {
                        Some(RecordLine::Turn { used, .. }) => {
                            u64::try_from(used).ok().map(std::time::Duration::from_millis)
                        }
                        _ => None,
                    };
                    out.push(Line::Turn { text, used: time });
                }
                (line, _) => {
                    if matches!(line, Line::Round(_)) {
                        record_lines.next_if(|line| matches!(line, RecordLine::Round));
                    }
                    out.push(line);
                }
            }
        }
        out
    }

    /// Of simultaneous turns a record lists Black's first, and White's only with it.
    fn in_record_order(&self) -> Vec<RecordLine> {
        let mut record_lines = self.record_lines.clone();
        if !self.at_once {
            return record_lines;
        }
        let white = |line: &RecordLine| match line {
            RecordLine::Turn { seat, .. } => self.side(*seat) == Side::White,
            RecordLine::Remark(..) | RecordLine::Round => false,
        };
        let at: Vec<usize> = (0..record_lines.len())
            .filter(|&i| matches!(record_lines[i], RecordLine::Turn { .. }))
            .take(2)
            .collect();
        match at[..] {
            [first, second] if white(&record_lines[first]) => record_lines.swap(first, second),
            [only] if white(&record_lines[only]) => drop(record_lines.remove(only)),
            _ => (),
        }
        record_lines
    }
}
