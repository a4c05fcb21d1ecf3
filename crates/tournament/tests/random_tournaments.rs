//! Random tournaments of all kinds, with everything that can happen in them. Every invariant is checked by
//! [`Checker`], and the stored log folds to the live tournament.

use crate::checker::{Checker, Tally};
use crate::club::*;
use taijitu_protocol::{
    EntrantId, EntrantPresence, GameResult, PairingId, TournamentCommand, TournamentKind, TournamentPhase,
    TournamentSettings, Venue,
};
use taijitu_tournament::{Applicant, Members, SystemEvent, TournamentPairing};

/// A size between 2 and 300; most are small.
fn field(dice: &mut Dice) -> usize {
    let most = [8, 8, 8, 12, 12, 12, 20, 20, 40, 40, 100, 300][dice.below(12)];
    2 + dice.below(most - 1)
}

fn random_settings(dice: &mut Dice, n: usize) -> TournamentSettings {
    let kind = match dice.below(10) {
        0..=4 => TournamentKind::Swiss { rounds: 1 + dice.below(if n < 12 { 12 } else { 9 }) as u16 },
        5..=6 => TournamentKind::Arena { minutes: 10 + dice.below(20) as u16, streaks: dice.one_in(2) },
        7 if n <= 60 || dice.one_in(6) => {
            let at_once = n <= 30 && dice.one_in(3);
            TournamentKind::RoundRobin { twice: n <= 60 && dice.one_in(2), at_once }
        }
        _ => TournamentKind::Knockout { third_place: dice.one_in(2) },
    };
    TournamentSettings {
        filler: dice.one_in(4).then_some(3),
        teams: dice.one_in(6),
        late_entry: !dice.one_in(4),
        venue: if dice.one_in(4) { Venue::Room } else { Venue::Page },
        ..settings(kind)
    }
}

struct Evening {
    club: Club,
    /// Numbers of players who have come so far.
    players: u128,
    is_calm: bool,
}

impl Evening {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let n = field(&mut dice);
        let settings = random_settings(&mut dice, n);
        let is_calm = dice.one_in(3);
        let mut evening = Self { club: Club::new(settings, seed), players: 0, is_calm };
        for _ in 0..n {
            evening.come();
        }
        evening.club.host(TournamentCommand::Start {}).expect("two are enough");
        evening
    }

    /// Somebody enters, alone or with a partner.
    fn come(&mut self) {
        let first = self.players + 1;
        let rating =
            if self.club.dice.one_in(3) { None } else { Some(1000 + self.club.dice.below(1500) as u16) };
        let who = |number| Applicant { rating, ..person(number) };
        if self.club.tournament.settings().teams {
            let partner = Some(person(first + 1).id);
            let enter = TournamentCommand::Enter { partner, team: Some(format!("Team {first}")) };
            if self.club.by(who(first), enter).is_ok() {
                let entrant = self.club.tournament.entrant_of(person(first).id).expect("a team").id;
                self.club.by(who(first + 1), TournamentCommand::Agree { entrant }).expect("a partner");
            }
            self.players += 2;
        } else {
            let _ = self.club.by(who(first), TournamentCommand::Enter { partner: None, team: None });
            self.players += 1;
        }
    }

    fn somebody(&mut self) -> u128 {
        1 + self.club.dice.below(self.players as usize) as u128
    }

    /// A running game ends, at its table or on a real board.
    fn end_game(&mut self, id: PairingId) {
        let result = self.club.dice.result();
        let pairing = self.club.tournament.pairing(id).expect("a pairing").clone();
        if pairing.venue == Venue::Page {
            let game = pairing.running_game().expect("a running game") as u8;
            if self.club.dice.one_in(2) {
                self.club.notice(SystemEvent::TableOpened { pairing: id, game });
            }
            self.club.end(id, result);
            // A second report changes nothing.
            let again = SystemEvent::GameEnded { pairing: id, game, result: GameResult::Draw };
            assert_eq!(self.club.tournament.decide_system_event(again), [], "counted twice");
            return;
        }
        self.end_on_real_board(&pairing, result);
    }

    fn end_on_real_board(&mut self, pairing: &TournamentPairing, result: GameResult) {
        let id = pairing.id;
        let player = |id: EntrantId| match &self.club.tournament.entrant(id).expect("an entrant").members {
            Members::Player(player) => *player,
            Members::Team { players, .. } => players[1],
            Members::Level(_) => panic!("the computer plays on the page"),
        };
        let (white, black) = (player(pairing.white), player(pairing.black));
        let claim = |result| TournamentCommand::Claim { pairing: id, result };
        let who = |id| Applicant { id, ..person(1) };
        let other = self.club.dice.result();
        match self.club.dice.below(4) {
            0 => drop(self.club.host(TournamentCommand::Decide { pairing: id, result })),
            1 if other != result => {
                self.club.by(who(white), claim(result)).expect("a claim");
                self.club.by(who(black), claim(other)).expect("a claim");
                assert!(self.club.tournament.pairing(id).expect("a pairing").is_disputed());
                self.club.host(TournamentCommand::Decide { pairing: id, result }).expect("the host decides");
            }
            _ => {
                self.club.by(who(black), claim(result)).expect("a claim");
                self.club.by(who(white), claim(result)).expect("a claim");
            }
        }
    }

    /// Something that does not happen in every tournament.
    fn disturb(&mut self) {
        let somebody = self.somebody();
        let pairings = self.club.tournament.pairings().len();
        match self.club.dice.below(14) {
            0 => drop(self.club.player(somebody, TournamentCommand::Withdraw {})),
            1..=3 => drop(self.club.player(somebody, TournamentCommand::Absent {})),
            4..=6 => drop(self.club.player(somebody, TournamentCommand::Return {})),
            7..=8 => self.come(),
            9 => drop(self.club.host(TournamentCommand::Pause {})),
            10 | 11 if pairings > 0 => {
                let id = pairing(1 + self.club.dice.below(pairings) as u32);
                let result = self.club.dice.result();
                let reason = "the score sheet says so".into();
                let _ = self.club.host(TournamentCommand::Correct { pairing: id, result, reason });
            }
            12 if pairings > 0 => {
                let id = pairing(1 + self.club.dice.below(pairings) as u32);
                let _ = self.club.host(TournamentCommand::Move { pairing: id, venue: Venue::Room });
            }
            _ => drop(self.club.host(TournamentCommand::Resume {})),
        }
    }

    /// Nobody can be paired: all entrants come back, or the time passes.
    fn revive(&mut self) {
        let _ = self.club.host(TournamentCommand::Resume {});
        let absent: Vec<u128> = self
            .club
            .tournament
            .entrants()
            .iter()
            .filter(|entrant| entrant.presence == EntrantPresence::Absent)
            .filter_map(|entrant| entrant.members.players().first().map(|player| player.0))
            .collect();
        for player in absent {
            let _ = self.club.player(player, TournamentCommand::Return {});
        }
        self.club.wait(5_000);
    }

    fn play(&mut self) {
        let arena = matches!(self.club.tournament.settings().kind, TournamentKind::Arena { .. });
        let mut idle = 0;
        while self.club.tournament.phase() == TournamentPhase::Running {
            if !self.is_calm && self.club.dice.one_in(12) {
                self.disturb();
            }
            let open = self.club.open_pairings();
            if open.is_empty() || (arena && self.club.dice.one_in(3)) {
                let time = 1000 + self.club.dice.below(20_000) as i64;
                self.club.wait(time);
                if self.club.tournament.phase() != TournamentPhase::Running {
                    break;
                }
            }
            if open.is_empty() {
                idle += 1;
                if idle > 3 {
                    self.revive();
                }
                if idle > 2000 {
                    let why = "nobody is left".into();
                    self.club
                        .host(TournamentCommand::CallOff { reason: why })
                        .expect("the host calls it off");
                }
                continue;
            }
            idle = 0;
            let id = open[self.club.dice.below(open.len())];
            if self.club.tournament.pairing(id).is_some_and(|pairing| pairing.running_game().is_some()) {
                self.end_game(id);
            }
        }
    }
}

fn play_and_check(seed: u64) -> Tally {
    let mut evening = Evening::new(seed);
    evening.play();
    let club = &evening.club;
    assert_eq!(club.folded(), club.tournament, "the log is the tournament");
    let checker = Checker::check(club.events().cloned());
    checker.finish(&club.tournament);
    checker.tally
}

fn play_all(seeds: std::ops::Range<u64>) -> Tally {
    let mut total = Tally::default();
    for seed in seeds {
        let tally = std::panic::catch_unwind(|| play_and_check(seed));
        let tally = tally.unwrap_or_else(|_| panic!("tournament {seed} is wrong"));
        total.rounds += tally.rounds;
        total.pairings += tally.pairings;
        total.repeats += tally.repeats;
        total.threes += tally.threes;
        total.uneven += tally.uneven;
        total.exhaustive += tally.exhaustive;
    }
    total
}

#[test]
fn random_tournaments_keep_every_promise() {
    let tally = play_all(0..300);
    assert!(tally.exhaustive > 50 && tally.pairings > 5000, "{tally:?}");
}

/// `cargo test -p taijitu-tournament --test tournament ten_thousand -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes; run it after a change of the pairing"]
fn ten_thousand_random_tournaments_keep_every_promise() {
    println!("{:?}", play_all(0..10_000));
}
