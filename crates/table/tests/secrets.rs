//! Yin Yang's secrets: two games that differ only in what one side wrote look the same to everybody else.

use crate::help::*;
use proptest::prelude::*;
use taijitu_protocol::{Code, Command, PlayerId, Seat, Side, Touch};
use taijitu_rules::games::yinyang::Law;
use taijitu_rules::playout::Random;
use taijitu_table::{Actor, Names, SystemEvent, Viewer};

/// Two tables at which the same is played, but for the secret laws of one side.
struct Twins {
    houses: [House; 2],
    secret: Side,
}

fn any_law(random: &mut Random) -> String {
    let laws = Law::all();
    laws[random.below(laws.len() as u32) as usize].to_string()
}

/// Two laws that are not the same.
fn two_laws(random: &mut Random) -> [String; 2] {
    loop {
        let laws = [any_law(random), any_law(random)];
        if laws[0] != laws[1] {
            return laws;
        }
    }
}

impl Twins {
    fn new(secret: Side, secret_first: bool, random: &mut Random) -> Self {
        let open = timed(coloured(open("yinyang")), 600, 3);
        let mut twins = Self { houses: [House::two(&open), House::two(&open)], secret };
        let (third, fourth) = (two_laws(random), two_laws(random));
        let common = if secret == Side::White { "wwww>www. wbwb>*" } else { "bbbb>bbb. bwbw>*" };
        let opponents = if secret == Side::White { BLACK_LAWS } else { WHITE_LAWS };
        let (owner, opponent) = (twins.owner(), twins.opponent());
        for step in 0..2 {
            for at in 0..2 {
                let own = format!("laws {common} {} {}", third[at], fourth[at]);
                let (who, text) =
                    if (step == 0) == secret_first { (owner, own.as_str()) } else { (opponent, opponents) };
                twins.houses[at].must(who, &play(1, 1, text));
            }
            twins.compare();
        }
        twins
    }

    fn owner(&self) -> PlayerId {
        self.houses[0].player_of(self.secret)
    }

    fn opponent(&self) -> PlayerId {
        if self.owner() == ADA { BOB } else { ADA }
    }

    fn wait(&mut self, milliseconds: i64) {
        for house in &mut self.houses {
            house.wait(milliseconds);
        }
    }

    fn both(&mut self, player: PlayerId, command: &Command) {
        let answers = self.houses.each_mut().map(|house| house.by(player, command));
        assert_eq!(answers[0], answers[1], "{player} {command:?}");
        self.compare();
    }

    /// Turns that leave the game running at both tables and look the same: a pair of texts.
    fn a_turn(&self, random: &mut Random) -> Option<[String; 2]> {
        let [a, b] = self
            .houses
            .each_ref()
            .map(|house| house.game().play().turns_within(usize::MAX, &|| false).expect("few"));
        let side = self.houses[0].game().side(Seat::new(self.houses[0].to_act()));
        let mut pairs: Vec<[String; 2]> = vec![];
        if side == self.secret {
            let tells = |text: &&String| text.contains("L3@") || text.contains("L4@") || text.contains('=');
            let plain = a.iter().filter(|text| !tells(text) && b.contains(text));
            pairs.extend(plain.map(|text| [text.clone(), text.clone()]));
            let mut blocks: Vec<&str> =
                a.iter().filter_map(|text| text.split_once("=L3:")).map(|t| t.0).collect();
            blocks.retain(|block| !block.contains("L3@") && !block.contains("L4@"));
            blocks.dedup();
            for block in blocks {
                let number = 3 + random.below(2);
                let rewritten = two_laws(random).map(|law| format!("{block}=L{number}:{law}"));
                if b.iter().any(|text| text.starts_with(&format!("{block}=L3:"))) {
                    pairs.extend([rewritten.clone(), rewritten]);
                }
            }
        } else {
            assert_eq!(a, b, "what the opponent may play tells nothing");
            pairs.extend(a.into_iter().map(|text| [text.clone(), text]));
        }
        let goes_on = |pair: &[String; 2]| {
            (0..2).all(|at| {
                let mut play = self.houses[at].game().play().boxed_clone();
                play.turn(&pair[at]).is_ok() && play.outcome().is_none()
            })
        };
        for _ in 0..20 {
            let pair =
                (!pairs.is_empty()).then(|| pairs.swap_remove(random.below(pairs.len() as u32) as usize))?;
            if goes_on(&pair) {
                return Some(pair);
            }
        }
        None
    }

    fn play(&mut self, pair: &[String; 2]) {
        for (house, text) in self.houses.iter_mut().zip(pair) {
            house.turn(text);
        }
        self.compare();
    }

    /// Everything anybody but the owner of the secrets can get is the same, byte for byte.
    fn compare(&mut self) {
        let opponent = self.opponent();
        for viewer in [Some(opponent), Some(EVE), None] {
            let [a, b] = self.houses.each_ref().map(|house| everything_seen(house, viewer));
            assert_eq!(a, b, "{viewer:?}");
        }
        for player in [opponent, EVE] {
            let [a, b] = self.houses.each_mut().map(|house| everything_tried(house, player));
            assert_eq!(a, b, "{player}");
        }
        let [a, b] = self.houses.each_ref().map(|house| format!("{:?}", house.table));
        assert_eq!(a, b, "nor is it in a log");
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

fn everything_seen(house: &House, viewer: Option<PlayerId>) -> Vec<String> {
    let mut seen = vec![house.view(viewer, false), house.view(viewer, true)];
    let scene = house.table.scene_for(Viewer(viewer), &house.context());
    seen.push(json(&scene));
    seen.push(json(&house.table.summary()));
    for entry in &house.log {
        seen.push(json(&house.table.event(entry, Viewer(viewer), &Names::default())));
    }
    let touches =
        [vec![], vec![Touch::Law(1)], vec![Touch::Law(3)], vec![Touch::Point(0)], vec![Touch::Point(5)]];
    for touches in touches {
        match house.table.branch(Viewer(viewer), &touches) {
            Ok(branches) => seen.push(json(&branches)),
            Err(problem) => seen.push(json(&problem)),
        }
    }
    seen
}

/// What a player would be answered, and what would follow.
fn everything_tried(house: &mut House, player: PlayerId) -> Vec<String> {
    let turn = house.game().turns() + 1;
    let turns = [
        BLACK_LAWS,
        WHITE_LAWS,
        "L1@a1",
        "L3@a1",
        "L4@b2",
        "L3@c3=L1:wwww>*",
        "L2@a3=L4:b...>....",
        "a2-a3",
        "d3-d2",
        "b1-c1 L2@a1",
        "",
        "?",
        "round 2",
    ];
    let mut commands: Vec<Command> = turns.iter().map(|text| play(1, turn, text)).collect();
    commands.extend([play(1, 1, WHITE_LAWS), play(2, turn, "L1@a1"), join(), Command::Leave]);
    commands.extend([Command::Resign, Command::Draw, Command::Takeback, Command::Pause, Command::Abort]);
    commands.extend([claim_win(), Command::Rematch, accept(), refuse(), option("laws_white", "?")]);
    let answered = |decision: Decision| {
        let problem = decision.answer.err().map(|problem| json(&problem));
        format!("{problem:?} {:?}", decision.events)
    };
    let mut tried: Vec<String> =
        commands.iter().map(|command| answered(house.decide(Actor::Player(player), command))).collect();
    for notice in [SystemEvent::Deadline, SystemEvent::Away(player), SystemEvent::Here(player)] {
        tried.push(format!("{:?}", house.would_notice(notice)));
    }
    tried
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn secrets_show_to_nobody_else(seed in any::<u64>(), white in any::<bool>(), first in any::<bool>()) {
        let mut random = Random::new(seed);
        let secret = if white { Side::White } else { Side::Black };
        let mut twins = Twins::new(secret, first, &mut random);
        let mut played = 0;
        for _ in 0..14 {
            twins.wait(i64::from(random.below(9_000)));
            let Some(pair) = twins.a_turn(&mut random) else { break };
            twins.play(&pair);
            played += 1;
            match random.below(6) {
                asks @ (0 | 1) => {
                    let (owner, opponent) = (twins.owner(), twins.opponent());
                    let (by, to) = if asks == 0 { (owner, opponent) } else { (opponent, owner) };
                    twins.both(by, &Command::Draw);
                    twins.both(to, &refuse());
                }
                2 => {
                    let (owner, opponent) = (twins.owner(), twins.opponent());
                    twins.both(owner, &Command::Takeback);
                    twins.both(opponent, &accept());
                }
                _ => (),
            }
        }
        prop_assert!(played > 0, "there is always a first turn");
        let owner = twins.owner();
        let [a, b] = twins.houses.each_ref().map(|house| house.view(Some(owner), false));
        prop_assert_ne!(a, b, "the owner sees the difference");
        for house in &twins.houses {
            house.check_fold();
        }
    }
}

#[test]
fn when_the_game_is_over_everybody_reads_everything() {
    let mut house = House::two(&coloured(open("yinyang")));
    house.write_laws();
    house.turn("L2@c1=L3:wwww>*");
    let hidden = ["w...>....", "wwww>*", "wwww>www."];
    for law in hidden {
        assert!(!house.view(Some(EVE), true).contains(law), "{law}");
    }
    assert!(house.view(Some(BOB), true).contains("wwww>*"), "the owner knows");
    assert!(house.view(Some(ADA), true).contains("wwww>www."), "and White her own");
    house.must(ADA, &Command::Resign);
    for viewer in [Some(ADA), Some(BOB), Some(EVE), None] {
        for law in hidden {
            assert!(house.view(viewer, true).contains(law), "{viewer:?} {law}");
        }
    }
    let record = house.finished().record.unwrap();
    assert!(record.contains("1. laws bbbb>bbb. bwbw>* w...>.... b...>...."), "{record}");
    assert!(record.contains("L2@c1=L3:wwww>*"), "{record}");
}

#[test]
fn one_who_was_replaced_reads_no_more_than_a_spectator() {
    let mut house = House::two(&coloured(open("yinyang")));
    house.write_laws();
    house.must(BOB, &Command::Leave);
    house.must(EVE, &join());
    let laws = "b...>....";
    assert!(!house.view(Some(EVE), true).contains(laws), "asking is not sitting");
    house.must(ADA, &accept());
    assert!(house.view(Some(EVE), true).contains(laws));
    assert!(!house.view(Some(BOB), true).contains("bwbw>*"));
    assert_eq!(house.refused(BOB, &play(1, 3, "L1@a1")), Code::NotSeated);
}

/// The text of a law is what the next player must not read over the shoulder of a request.
#[test]
fn a_turn_that_is_not_ones_own_is_refused_before_it_is_read() {
    let mut house = House::two(&coloured(open("yinyang")));
    house.write_laws();
    for text in ["L1@c3", "L3@a1", "laws", "nonsense"] {
        assert_eq!(house.refused(ADA, &play(1, 3, text)), Code::NotYourTurn);
    }
}
