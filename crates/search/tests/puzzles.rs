//! Positions with a forced win, each proved by trying everything: the engines find them, and say that they are won.
//!
//! A puzzle is a line of `puzzles/<game>.txt`: how many turns the win takes, the set-up, and a turn that wins. The
//! plain search of this file, which uses nothing but the rules, proves every one before an engine searches it.
//! `cargo test --release -p taijitu-search --test puzzles -- --ignored --nocapture` looks for new ones.

use std::fmt::Write as _;
use taijitu_rules::playout::Random;
use taijitu_rules::turns::children;
use taijitu_rules::{AnyPlay, Audience, Game, Options, Play, Rules, Side, games};
use taijitu_search::{InformationSet, Limits, Player, SearchScore, Stop, Thought, one_ply};

/// What an engine may look at to find a win.
const NODES: u64 = 400_000;

/// A won game is finished within this many turns.
const MOST_TURNS: u32 = 60;

/// Whether a side wins within `turns` against every defence; `None` if that takes more than `left` positions.
fn forced<G: Rules>(position: &G, winner: Side, turns: u32, left: &mut u32) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.winner == Some(winner));
    }
    if turns == 0 {
        return Some(false);
    }
    let attacks = position.to_act().side() == winner;
    let mut after: Vec<G> = children(position).ok()?.into_iter().collect();
    // What ends the game decides at once.
    after.sort_by_key(|next| next.outcome().is_none());
    for next in after {
        *left = left.checked_sub(1)?;
        if forced(&next, winner, turns - 1, left)? == attacks {
            return Some(attacks);
        }
    }
    Some(!attacks)
}

/// The position after a turn.
fn after<G: Game>(play: &Play<G>, turn: &str) -> Play<G> {
    let mut play = play.clone();
    play.turn(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
    play
}

struct SolvedPuzzle<G: Game> {
    play: Play<G>,
    turns: u32,
    key: String,
}

impl<G: Game> SolvedPuzzle<G> {
    fn read(line: &str) -> Self {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [turns, setup, key] = parts[..] else { panic!("not a puzzle: {line}") };
        let options = Options::parse(G::meta().options, []).expect("defaults");
        let play = Play::from_setup(options, setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
        Self { play, turns: turns.parse().expect("a number of turns"), key: key.into() }
    }

    fn side(&self) -> Side {
        self.play.position().to_act().side()
    }

    /// The key wins in the given number of turns, and no turn wins sooner.
    fn is_proved(&self) -> bool {
        let next = after(&self.play, &self.key);
        let mut left = u32::MAX;
        forced(next.position(), self.side(), self.turns - 1, &mut left) == Some(true)
            && (self.turns < 3
                || forced(self.play.position(), self.side(), self.turns - 2, &mut left) == Some(false))
    }
}

fn think(play: &dyn AnyPlay, nodes: u64) -> Thought {
    let mut player = Player::full(play.meta().id).expect("an engine");
    player
        .think(&InformationSet::to_actor(play), Limits::nodes(nodes), &Stop::default(), &mut |_| ())
        .expect("a game that runs")
}

/// Whether the engine says that the game is won. Who cannot see every law proves a win in one turn only.
fn is_won<G: Game>(puzzle: &SolvedPuzzle<G>, thought: &Thought) -> bool {
    let has_secrets = InformationSet::to_actor(&puzzle.play).sight().is_some() && puzzle.turns > 1;
    match thought.score {
        SearchScore::Wins(winner) => winner == puzzle.side(),
        SearchScore::Chance(chance) => has_secrets && chance > 0.95,
        SearchScore::Points(_) => false,
    }
}

fn solves<G: Game>(text: &str) {
    let puzzles: Vec<SolvedPuzzle<G>> =
        text.lines().filter(|line| !line.starts_with('#')).map(SolvedPuzzle::read).collect();
    assert!(puzzles.len() >= 6, "{} puzzles are few", puzzles.len());
    for puzzle in puzzles {
        let (side, setup) = (puzzle.side(), puzzle.play.position().setup(Audience::Omniscient));
        assert!(puzzle.is_proved(), "{setup}: {} does not win in {}", puzzle.key, puzzle.turns);
        let thought = think(&puzzle.play, NODES);
        assert!(is_won(&puzzle, &thought), "{setup}: {thought:?}");
        let mut play = after(&puzzle.play, &thought.turn);
        for _ in 0..MOST_TURNS {
            if play.outcome().is_some() {
                break;
            }
            play = after(&play, &think(&play, NODES / 20).turn);
        }
        let winner = play.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(side), "{setup}: the win was not brought home");
    }
}

macro_rules! solved {
    ($($module:ident :: $Game:ident,)*) => {$(
        #[test]
        fn $module() {
            solves::<games::$module::$Game>(include_str!(concat!("puzzles/", stringify!($module), ".txt")));
        }
    )*};
}

taijitu_rules::for_each_game!(solved);

/// Looks for puzzles at the end of games in which a weak level and chance take turns.
fn search<G: Game>(random: &mut Random, wanted: usize) -> String {
    let mut out = String::new();
    let mut found = [0; 6];
    for seed in 0..1000 {
        let mut play = game::<G>(random, seed);
        let winner = play.outcome().and_then(|outcome| outcome.winner);
        for _ in 0..8 {
            if !play.undo() || Some(play.position().to_act().side()) != winner {
                continue;
            }
            let Some((turns, key)) = puzzle(&play) else { break };
            if found[turns as usize] < 4 {
                found[turns as usize] += 1;
                let setup = play.position().setup(Audience::Omniscient);
                let _ = writeln!(out, "{turns} | {setup} | {key}");
                break;
            }
        }
        if found.iter().sum::<usize>() >= wanted {
            break;
        }
    }
    out
}

/// A game of a weak level, at first two turns of three at random.
fn game<G: Game>(random: &mut Random, seed: u64) -> Play<G> {
    let mut play = Play::<G>::start(&[]).expect("a start");
    let mut player = Player::at_level(G::meta().id, 3, seed).expect("a level");
    for turn in 0..400 {
        let known = InformationSet::to_actor(&play);
        let turn = if turn < 60 && random.below(3) > 0 && !play.position().has_countless_turns() {
            one_ply::random_turn(&known, random)
        } else {
            let thought = player.think(&known, Limits::nodes(300), &Stop::default(), &mut |_| ());
            thought.map(|thought| thought.turn)
        };
        let Some(turn) = turn else { break };
        play = after(&play, &turn);
    }
    play
}

/// In how many turns the side to act wins, at most five, and with which turn.
fn puzzle<G: Game>(play: &Play<G>) -> Option<(u32, String)> {
    let side = play.position().to_act().side();
    let thought = think(play, 30_000);
    if thought.score != SearchScore::Wins(side) {
        return None;
    }
    for turns in [1, 3, 5] {
        let next = after(play, &thought.turn);
        if forced(next.position(), side, turns - 1, &mut 1_000_000)? {
            return Some((turns, thought.turn));
        }
        forced(play.position(), side, turns, &mut 1_000_000).filter(|sooner| !sooner)?;
    }
    None
}

#[test]
#[ignore = "looks for puzzles, which takes minutes"]
fn look_for_puzzles() {
    let only = std::env::var("GAME").unwrap_or_default();
    let mut random = Random::new(7);
    let mut look = |id: &str, search: fn(&mut Random, usize) -> String| {
        if only.is_empty() || only == id {
            println!("# {id}\n{}", search(&mut random, 8));
        }
    };
    macro_rules! look {
        ($($module:ident :: $Game:ident,)*) => {
            $(look(stringify!($module), search::<games::$module::$Game>);)*
        };
    }
    taijitu_rules::for_each_game!(look);
}
