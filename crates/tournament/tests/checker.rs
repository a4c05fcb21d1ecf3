//! A plain checker of tournaments: it reads the log and nothing else, and shares no code with the pairing.

use crate::matching::exists;
use std::collections::{BTreeMap, BTreeSet};
use taijitu_protocol::{EntrantId, GameResult, TournamentKind, TournamentSettings};
use taijitu_tournament::{LogEvent, Members, PairedRow, Tournament};

/// Fields up to this size are compared with every possible pairing.
const EXHAUSTIVE: usize = 10;

/// What was met on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) rounds: usize,
    pub(crate) pairings: usize,
    pub(crate) repeats: usize,
    pub(crate) threes: usize,
    pub(crate) uneven: usize,
    pub(crate) exhaustive: usize,
}

#[derive(Clone, Debug, Default)]
struct Line {
    is_present: bool,
    is_computer: bool,
    byes: usize,
}

#[derive(Clone, Debug)]
struct Played {
    white: usize,
    black: usize,
    round: u16,
    results: Vec<GameResult>,
    is_over: bool,
}

/// What the log says so far.
pub(crate) struct Checker {
    settings: TournamentSettings,
    lines: Vec<Line>,
    order: Vec<usize>,
    pairs: Vec<Played>,
    byes_of_round: Vec<Vec<usize>>,
    pub(crate) tally: Tally,
}

/// White wins, Black wins, in half points.
const fn halves(result: GameResult) -> (u32, u32) {
    match result {
        GameResult::White | GameResult::BlackForfeit => (2, 0),
        GameResult::Black | GameResult::WhiteForfeit => (0, 2),
        GameResult::Draw => (1, 1),
        GameResult::DoubleForfeit => (0, 0),
    }
}

const fn at_the_board(result: GameResult) -> bool {
    matches!(result, GameResult::White | GameResult::Black | GameResult::Draw)
}

impl Checker {
    pub(crate) fn check(log: impl Iterator<Item = LogEvent>) -> Self {
        let mut log = log.peekable();
        let Some(LogEvent::Opened { settings, .. }) = log.next() else {
            panic!("no opening");
        };
        let mut checker = Self {
            settings,
            lines: vec![],
            order: vec![],
            pairs: vec![],
            byes_of_round: vec![],
            tally: Tally::default(),
        };
        log.for_each(|event| checker.read(&event));
        checker
    }

    fn read(&mut self, event: &LogEvent) {
        match event {
            LogEvent::Changed { settings } => self.settings = settings.clone(),
            LogEvent::Entered { entrant, members, .. } => {
                assert_eq!(entrant.index(), self.lines.len());
                let is_team = matches!(members, Members::Team { .. });
                let is_computer = matches!(members, Members::Level(_));
                self.lines.push(Line { is_present: !is_team, is_computer, byes: 0 });
            }
            LogEvent::Agreed { entrant } | LogEvent::Back { entrant } => {
                self.lines[entrant.index()].is_present = true;
            }
            LogEvent::Absent { entrant } | LogEvent::Withdrew { entrant } => {
                self.lines[entrant.index()].is_present = false;
            }
            LogEvent::Started { order, .. } => self.order = order.iter().map(|id| id.index()).collect(),
            LogEvent::Paired { round, rows, byes, .. } => self.read_round(*round, rows, byes),
            LogEvent::Result { pairing, game, result, .. } => {
                let pair = &mut self.pairs[pairing.index()];
                assert!(!pair.is_over, "a result counts once");
                assert_eq!(usize::from(*game), pair.results.len(), "games have results in order");
                pair.results.push(*result);
                self.close(pairing.index());
            }
            LogEvent::Corrected { pairing, game, result, reason, .. } => {
                assert!(!reason.is_empty());
                let pair = &mut self.pairs[pairing.index()];
                assert_eq!(usize::from(*game) + 1, pair.results.len(), "the last result is corrected");
                pair.results[usize::from(*game)] = *result;
                self.close(pairing.index());
            }
            _ => (),
        }
    }

    fn close(&mut self, at: usize) {
        let is_knockout = matches!(self.settings.kind, TournamentKind::Knockout { .. });
        let pair = &mut self.pairs[at];
        let is_drawn = pair.results.last() == Some(&GameResult::Draw);
        pair.is_over = !(is_knockout && is_drawn && pair.results.len() < 3);
    }

    fn read_round(&mut self, round: u16, rows: &[PairedRow], byes: &[EntrantId]) {
        let rows: Vec<(usize, usize, u16)> =
            rows.iter().map(|row| (row.white.index(), row.black.index(), row.slot)).collect();
        let byes: Vec<usize> = byes.iter().map(|id| id.index()).collect();
        let mut seen = BTreeSet::new();
        let players = rows.iter().flat_map(|row| [row.0, row.1]).chain(byes.iter().copied());
        assert!(players.into_iter().all(|player| seen.insert(player)), "nobody plays twice in a round");
        self.tally.rounds += 1;
        self.tally.pairings += rows.len();
        match self.settings.kind {
            TournamentKind::Swiss { .. } => self.check_swiss(&rows, &byes),
            TournamentKind::Arena { .. } => self.check_arena(&rows),
            TournamentKind::RoundRobin { .. } => assert_eq!(seen, self.order.iter().copied().collect()),
            TournamentKind::Knockout { third_place } => self.check_knockout(round, &rows, &byes, third_place),
        }
        for (white, black, _) in rows {
            self.pairs.push(Played { white, black, round, results: vec![], is_over: false });
        }
        byes.iter().for_each(|bye| self.lines[*bye].byes += 1);
        self.byes_of_round.push(byes);
    }

    fn points(&self) -> Vec<u32> {
        let bye = if matches!(self.settings.kind, TournamentKind::Swiss { .. }) { 2 } else { 0 };
        let mut points: Vec<u32> = self.lines.iter().map(|line| bye * line.byes as u32).collect();
        for pair in self.pairs.iter().filter(|pair| pair.is_over) {
            let (white, black) = halves(*pair.results.last().expect("a result"));
            points[pair.white] += white;
            points[pair.black] += black;
        }
        points
    }

    /// The colours of each entrant's games, true for White.
    fn colours(&self) -> Vec<Vec<bool>> {
        let mut colours = vec![vec![]; self.lines.len()];
        for pair in &self.pairs {
            if pair.results.first().is_some_and(|result| at_the_board(*result)) {
                colours[pair.white].push(true);
                colours[pair.black].push(false);
            }
        }
        colours
    }

    fn seeds(&self) -> Vec<usize> {
        let place = |at: usize| self.order.iter().position(|id| *id == at);
        (0..self.lines.len()).map(|at| place(at).unwrap_or(self.order.len() + at)).collect()
    }

    fn check_swiss(&mut self, rows: &[(usize, usize, u16)], byes: &[usize]) {
        let mut field: Vec<usize> = (0..self.lines.len()).filter(|at| self.lines[*at].is_present).collect();
        let mut paired: Vec<usize> =
            rows.iter().flat_map(|row| [row.0, row.1]).chain(byes.iter().copied()).collect();
        paired.sort_unstable();
        assert_eq!(paired, field, "everybody who is there is paired, and nobody else");
        assert_eq!(byes.len(), field.len() % 2);
        let people = field.iter().filter(|at| !self.lines[**at].is_computer).count();
        let has_computer = people < field.len();
        assert!(!has_computer || people % 2 == 1, "the computer plays only in an odd field");
        assert!(self.settings.filler.is_none() || byes.is_empty(), "the computer makes the field even");

        let (points, seeds) = (self.points(), self.seeds());
        field.sort_by_key(|at| (std::cmp::Reverse(points[*at]), seeds[*at]));
        let round = SwissCheck::new(self, &field, &points);
        let place = |id: usize| field.iter().position(|at| *at == id).expect("in the field");
        let rows: Vec<(usize, usize)> = rows.iter().map(|row| (place(row.0), place(row.1))).collect();
        let bye = byes.first().map(|bye| place(*bye));
        let cost = round.check(&rows, bye);
        self.tally.exhaustive += usize::from(field.len() <= EXHAUSTIVE);
        self.tally.repeats += cost[0] as usize;
        self.tally.threes += cost[1] as usize;
        self.tally.uneven += cost[3] as usize;
    }

    fn check_arena(&self, rows: &[(usize, usize, u16)]) {
        let plays: BTreeSet<usize> = self
            .pairs
            .iter()
            .filter(|pair| !pair.is_over)
            .flat_map(|pair| [pair.white, pair.black])
            .collect();
        let mut last = BTreeMap::new();
        for pair in &self.pairs {
            last.insert(pair.white, pair.black);
            last.insert(pair.black, pair.white);
        }
        let just_met = |one: usize, two: usize| last.get(&one) == Some(&two) || last.get(&two) == Some(&one);
        let waits = |at: &usize| self.lines[*at].is_present && !plays.contains(at);
        let paired: BTreeSet<usize> = rows.iter().flat_map(|row| [row.0, row.1]).collect();
        assert!(paired.iter().all(waits), "only those who wait are paired");
        let waiting: Vec<usize> = (0..self.lines.len()).filter(waits).collect();
        if rows.iter().any(|row| just_met(row.0, row.1)) {
            assert!(plays.is_empty(), "an opponent is repeated only if nobody else plays");
            // The computer plays only if the number of the others is odd.
            let mut people = waiting.clone();
            people.retain(|at| !self.lines[*at].is_computer);
            if people.len() % 2 == 1 {
                people.clone_from(&waiting);
            }
            let possible =
                people.iter().any(|one| people.iter().any(|two| one < two && !just_met(*one, *two)));
            assert!(!possible, "an opponent is repeated only if there is no other");
        }
        let left: Vec<usize> = waiting
            .iter()
            .copied()
            .filter(|at| !paired.contains(at) && !self.lines[*at].is_computer)
            .collect();
        let possible = left.iter().any(|one| left.iter().any(|two| one < two && !just_met(*one, *two)));
        assert!(!possible, "nobody waits who could play: {left:?}");
    }

    fn check_knockout(&self, round: u16, rows: &[(usize, usize, u16)], byes: &[usize], third_place: bool) {
        let field = self.order.len();
        let size = field.next_power_of_two();
        let total = size.trailing_zeros() as u16;
        assert!(round <= total);
        let seeds = self.seeds();
        let third: Vec<_> = rows.iter().filter(|row| round == total && total > 1 && row.2 == 1).collect();
        let plain: Vec<_> = rows.iter().filter(|row| !third.contains(row)).collect();
        let mut players: Vec<usize> =
            plain.iter().flat_map(|row| [row.0, row.1]).chain(byes.iter().copied()).collect();
        players.sort_unstable();
        if round == 1 {
            let mut free: Vec<usize> = byes.iter().map(|id| seeds[*id]).collect();
            free.sort_unstable();
            assert_eq!(free, (0..size - field).collect::<Vec<_>>(), "the best seeds have the byes");
            assert!(plain.iter().all(|row| seeds[row.0] + seeds[row.1] == size - 1));
            let mut all = self.order.clone();
            all.sort_unstable();
            assert_eq!(players, all);
        } else {
            let mut winners = self.byes_of_round[usize::from(round) - 2].clone();
            let before = self.pairs.iter().filter(|pair| pair.round == round - 1);
            winners.extend(before.filter_map(knockout_winner));
            winners.sort_unstable();
            assert_eq!(players, winners, "the winners go on");
        }
        for row in &plain {
            let meet = seeds[row.0].min(seeds[row.1]) == 0 && seeds[row.0].max(seeds[row.1]) == 1;
            assert!(!meet || round == total, "the first two seeds meet in the final");
        }
        let semis: Vec<&Played> =
            self.pairs.iter().filter(|pair| total > 1 && pair.round + 1 == total).collect();
        if round == total && third_place && total > 1 {
            let losers: Vec<usize> = semis
                .iter()
                .filter_map(|pair| Some(pair.white + pair.black - knockout_winner(pair)?))
                .collect();
            assert_eq!(third.len(), usize::from(losers.len() == 2));
            assert!(third.iter().all(|row| losers.contains(&row.0) && losers.contains(&row.1)));
        } else {
            assert!(third.is_empty());
        }
    }

    /// Checks the end, and counts the standings again.
    pub(crate) fn finish(&self, tournament: &Tournament) {
        if let TournamentKind::RoundRobin { twice, .. } = self.settings.kind {
            self.check_round_robin(twice);
        }
        let rows = tournament.standings();
        assert_eq!(rows.len(), self.lines.len());
        assert!(rows.windows(2).all(|two| two[0].rank <= two[1].rank && two[0].points >= two[1].points));
        let points = self.points();
        for row in &rows {
            let at = row.entrant.index();
            match self.settings.kind {
                TournamentKind::Swiss { .. } | TournamentKind::RoundRobin { .. } => {
                    assert_eq!(row.points, points[at]);
                    assert_eq!(row.progress.last().copied().unwrap_or(0), points[at]);
                    assert_eq!((row.buchholz, row.sonneborn_berger), self.tie_breaks(at, &points));
                }
                TournamentKind::Arena { streaks, .. } => {
                    assert_eq!(row.points, self.arena_points(at, streaks));
                }
                TournamentKind::Knockout { .. } => (),
            }
        }
    }

    fn tie_breaks(&self, at: usize, points: &[u32]) -> (u32, u32) {
        let byes = if matches!(self.settings.kind, TournamentKind::Swiss { .. }) {
            self.lines[at].byes as u32
        } else {
            0
        };
        let (mut buchholz, mut berger) = (byes * points[at], byes * 2 * points[at]);
        for pair in self.pairs.iter().filter(|pair| pair.is_over && (pair.white == at || pair.black == at)) {
            let result = pair.results[0];
            let (white, black) = halves(result);
            let (mine, other) = if pair.white == at { (white, pair.black) } else { (black, pair.white) };
            let worth = match (at_the_board(result), mine) {
                (true, _) => points[other],
                (false, 0) => 0,
                (false, _) => points[at],
            };
            buchholz += worth;
            berger += worth * mine;
        }
        (buchholz, berger)
    }

    fn arena_points(&self, at: usize, streaks: bool) -> u32 {
        let mut results = vec![];
        for pair in self.pairs.iter().filter(|pair| pair.is_over) {
            let (white, black) = halves(pair.results[0]);
            if pair.white == at {
                results.push(white);
            } else if pair.black == at {
                results.push(black);
            }
        }
        let doubled = |game: usize| streaks && game >= 2 && results[game - 2..game] == [2, 2];
        (0..results.len()).map(|game| results[game] * if doubled(game) { 2 } else { 1 }).sum()
    }

    fn check_round_robin(&self, twice: bool) {
        let field = self.order.len();
        let rounds = (field + field % 2 - 1) * if twice { 2 } else { 1 };
        if self.byes_of_round.len() < rounds {
            return;
        }
        let mut met = BTreeMap::new();
        let mut balance = vec![0_i32; self.lines.len()];
        for pair in &self.pairs {
            *met.entry((pair.white, pair.black)).or_insert(0) += 1;
            balance[pair.white] += 1;
            balance[pair.black] -= 1;
        }
        let count = |one: usize, two: usize| met.get(&(one, two)).copied().unwrap_or(0);
        for (at, one) in self.order.iter().enumerate() {
            assert!(balance[*one].abs() <= if twice { 0 } else { 1 }, "colours are balanced");
            for two in &self.order[at + 1..] {
                let games = (count(*one, *two), count(*two, *one));
                assert!(if twice { games == (1, 1) } else { games.0 + games.1 == 1 }, "{games:?}");
            }
        }
    }
}

fn knockout_winner(pair: &Played) -> Option<usize> {
    assert!(pair.is_over);
    let game = pair.results.len() - 1;
    let (white, black) =
        if game.is_multiple_of(2) { (pair.white, pair.black) } else { (pair.black, pair.white) };
    match pair.results[game] {
        GameResult::Draw => Some(black),
        GameResult::DoubleForfeit => None,
        result if halves(result).0 == 2 => Some(white),
        _ => Some(black),
    }
}

/// A round of a Swiss, with the field in the order of the standings.
struct SwissCheck {
    n: usize,
    points: Vec<u32>,
    colours: Vec<Vec<bool>>,
    had_bye: Vec<bool>,
    met: Vec<u64>,
}

/// Repeats, three in a row, the bye, imbalance, squared differences of points.
type Cost = [u64; 5];

impl SwissCheck {
    fn new(checker: &Checker, field: &[usize], points: &[u32]) -> Self {
        let n = field.len();
        let colours = checker.colours();
        let mut met = vec![0; n * n];
        let place: BTreeMap<usize, usize> = field.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        for pair in &checker.pairs {
            if let (Some(one), Some(two)) = (place.get(&pair.white), place.get(&pair.black)) {
                met[one * n + two] += 1;
                met[two * n + one] += 1;
            }
        }
        Self {
            n,
            points: field.iter().map(|at| points[*at]).collect(),
            colours: field.iter().map(|at| colours[*at].clone()).collect(),
            had_bye: field.iter().map(|at| checker.lines[*at].byes > 0).collect(),
            met,
        }
    }

    fn balance(&self, at: usize) -> i64 {
        self.colours[at].iter().map(|white| if *white { 1 } else { -1 }).sum()
    }

    /// Three in a row, and the difference beyond one.
    fn colour(&self, at: usize, white: bool) -> (u64, u64) {
        let three = self.colours[at].iter().rev().take(2).filter(|colour| **colour == white).count() == 2;
        let balance = self.balance(at) + if white { 1 } else { -1 };
        (u64::from(three), balance.unsigned_abs().saturating_sub(1))
    }

    fn colours_of(&self, white: usize, black: usize) -> (u64, u64) {
        let (one, two) = (self.colour(white, true), self.colour(black, false));
        (one.0 + two.0, one.1 + two.1)
    }

    fn edge(&self, one: usize, two: usize) -> Cost {
        if two == self.n {
            let again = if self.had_bye[one] { self.n as u64 } else { 0 };
            let uneven = self.balance(one).unsigned_abs().saturating_sub(1);
            return [0, 0, again + (self.n - 1 - one) as u64, uneven, 0];
        }
        let (three, uneven) = self.colours_of(one, two).min(self.colours_of(two, one));
        let gap = u64::from(self.points[one].abs_diff(self.points[two]));
        [self.met[one * self.n + two], three, 0, uneven, gap * gap]
    }

    fn least(&self, free: &mut Vec<usize>) -> Cost {
        let Some(one) = free.pop() else {
            return [0; 5];
        };
        let mut best = [u64::MAX; 5];
        for at in 0..free.len() {
            let two = free.remove(at);
            let rest = self.least(free);
            let edge = self.edge(one.min(two), one.max(two));
            best = best.min(std::array::from_fn(|level| rest[level] + edge[level]));
            free.insert(at, two);
        }
        free.push(one);
        best
    }

    /// Checks a round and returns its cost.
    fn check(&self, rows: &[(usize, usize)], bye: Option<usize>) -> Cost {
        let mut cost: Cost = [0; 5];
        for &(white, black) in rows {
            let edge = self.edge(white.min(black), white.max(black));
            assert_eq!(self.colours_of(white, black), (edge[1], edge[3]), "the better colours are given");
            cost = std::array::from_fn(|level| cost[level] + edge[level]);
        }
        if let Some(bye) = bye {
            let edge = self.edge(bye, self.n);
            cost = std::array::from_fn(|level| cost[level] + edge[level]);
        }
        let vertices = self.n + self.n % 2;
        if vertices <= EXHAUSTIVE {
            assert_eq!(cost, self.least(&mut (0..vertices).collect()), "no pairing is better");
        }
        let none = |levels: &'static [usize]| {
            move |one: usize, two: usize| {
                let edge = self.edge(one, two);
                levels.iter().all(|level| edge[*level] == 0)
            }
        };
        if cost[0] > 0 {
            assert!(!exists(vertices, &none(&[0])), "a pairing without repeated opponents exists");
            return cost;
        }
        if cost[1] > 0 {
            assert!(!exists(vertices, &none(&[0, 1])), "a pairing without three in a row exists");
            return cost;
        }
        // Nobody below the bye could have had it.
        for lower in bye.map_or(self.n..self.n, |bye| bye + 1..self.n) {
            let bye_again = self.had_bye[bye.expect("a bye")];
            if !self.had_bye[lower] || bye_again {
                assert!(
                    !self.exists_without(Some(lower), &[0, 1]),
                    "the bye belongs to the lowest without one"
                );
            }
        }
        if bye.is_some_and(|bye| self.had_bye[bye]) {
            let first = (0..self.n).filter(|at| !self.had_bye[*at]);
            for other in first {
                assert!(
                    !self.exists_without(Some(other), &[0, 1]),
                    "nobody has a second bye before all have one"
                );
            }
        }
        let were_even = (0..self.n).all(|at| self.balance(at).abs() <= 1);
        if cost[3] > 0 && were_even {
            assert!(!self.exists_without(bye, &[0, 1, 3]), "a pairing with balanced colours exists");
        }
        cost
    }

    /// Whether the field without one can be paired with these levels at zero.
    fn exists_without(&self, out: Option<usize>, levels: &[usize]) -> bool {
        let rest: Vec<usize> = (0..self.n).filter(|at| Some(*at) != out).collect();
        let edge = |one: usize, two: usize| {
            let edge = self.edge(rest[one], rest[two]);
            levels.iter().all(|level| edge[*level] == 0)
        };
        exists(rest.len(), &edge)
    }
}
