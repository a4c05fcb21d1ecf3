//! The contract of [`Game`], checked for every game and variant on random games.

use crate::common::VARIANTS;
use std::collections::HashSet;
use taijitu_rules::playout::Random;
use taijitu_rules::setup::Fields;
use taijitu_rules::turns::{children, legal_turns};
use taijitu_rules::{Audience, Game, Play, games, hash};

/// How many turns of a random game are looked at.
const TURNS: usize = 60;
/// Where a position has more turns than this, its list is not compared one by one.
const MANY: usize = 3000;

/// Runs the checks of one game on each of its variants.
fn check<G: Game>() {
    for (seed, variant) in (1..).zip(VARIANTS.iter().filter(|variant| variant.game == G::meta().id)) {
        for game in 0..3 {
            let play = Play::<G>::start(variant.options).expect("an option of the game");
            Check { play, random: Random::new(seed * 100 + game), foreign: vec![] }.run();
        }
    }
}

struct Check<G: Game> {
    play: Play<G>,
    random: Random,
    /// Steps from earlier positions, most of them illegal by now.
    foreign: Vec<G::Step>,
}

impl<G: Game> Check<G> {
    fn run(&mut self) {
        for _ in 0..TURNS {
            if self.play.outcome().is_some() {
                break;
            }
            self.set_up_round_trip();
            self.turns_read_back();
            self.play_a_turn_by_touches();
        }
        self.undo_everything();
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len() as u32) as usize].clone()
    }

    fn steps(position: &G) -> Vec<G::Step> {
        let mut steps = vec![];
        position.steps(&mut steps);
        steps
    }

    /// `steps` and `play` agree, and a refused step changes nothing.
    fn steps_are_exact(&mut self, position: &G) {
        let steps = Self::steps(position);
        let listed: HashSet<G::Step> = steps.iter().copied().collect();
        assert_eq!(listed.len(), steps.len(), "a step twice");
        assert_eq!(position.outcome().is_some(), steps.is_empty(), "{position:?}");
        for _ in 0..5 {
            let step = self.pick(&steps);
            let (mut checked, mut unchecked) = (position.clone(), position.clone());
            checked.play(step).expect("a listed step is accepted");
            unchecked.play_unchecked(step);
            assert!(checked == unchecked && hash::of(&checked) == hash::of(&unchecked));
            if checked.mid_turn() {
                assert!(checked.outcome().is_none(), "no game ends in the middle of a turn");
                self.can_be_completed(checked);
            }
        }
        for &step in self.foreign.iter().filter(|step| !listed.contains(step)).take(20) {
            let mut copy = position.clone();
            if copy.play(step).is_err() {
                assert!(copy == *position, "a refused step leaves the position as it was");
                assert!(!position.explain(step).to_string().is_empty());
            } else {
                // Zen's manual announcement: what is left unsaid is accepted, but not listed.
                assert!(
                    self.play.options().get("announce") == "manual",
                    "{step:?} is accepted but not listed"
                );
            }
        }
        self.foreign.extend(steps.iter().take(10));
        Self::touches_tell_steps_apart(position, &steps);
    }

    /// No step is made by the first touches of another: a turn can be built without asking what was meant.
    fn touches_tell_steps_apart(position: &G, steps: &[G::Step]) {
        let mut touches: Vec<_> =
            steps.iter().map(|&step| (G::made_by(step), position.touches(step))).collect();
        touches.sort();
        for pair in touches.windows(2) {
            let [(by, first), (next_by, next)] = pair else { continue };
            assert!(by != next_by || !next.starts_with(first), "{first:?} {next:?} {position:?}");
        }
    }

    /// Goes on at random until the turn is complete: there is always a way on, and an end within reach.
    fn can_be_completed(&mut self, mut position: G) {
        for _ in 0..2000 {
            if !position.mid_turn() {
                return;
            }
            let steps = Self::steps(&position);
            assert!(!steps.is_empty(), "every step can be completed");
            let step = self.pick(&steps);
            position.play_unchecked(step);
        }
        panic!("a turn that does not end");
    }

    fn set_up_round_trip(&self) {
        let (position, options) = (self.play.position(), self.play.options());
        let text = position.setup(Audience::Omniscient);
        let mut fields = Fields::parse(&text).expect(&text);
        let back = G::from_setup(options, &mut fields).unwrap_or_else(|error| panic!("{text}: {error}"));
        fields.finish().expect(&text);
        assert!(
            back == *position && hash::of(&back) == hash::of(position),
            "{text} gives {back:?}, not {position:?}"
        );
        assert_eq!(back.outcome(), position.outcome(), "{text}");
    }

    /// Every printed turn parses to itself and leads where it says; the list is sorted and has no position twice.
    fn turns_read_back(&self) {
        let position = self.play.position();
        let Ok(turns) = legal_turns(position) else { return };
        let ends = children(position).expect("as many as turns");
        assert_eq!(turns.len(), ends.len());
        assert!(turns.windows(2).all(|pair| pair[0].text < pair[1].text), "sorted, each once");
        let stride = turns.len() / MANY + 1;
        for turn in turns.iter().step_by(stride) {
            let by = position.to_act().side();
            let by = if position.read(by, &turn.text).is_ok() { by } else { by.other() };
            let shouted = turn.text.to_uppercase();
            for text in [&turn.text, &shouted] {
                let steps = position.read(by, text).unwrap_or_else(|error| panic!("{text}: {error}"));
                let mut after = position.clone();
                steps.iter().for_each(|&step| after.play_unchecked(step));
                assert!(after == turn.after && !after.mid_turn(), "{text}");
                assert_eq!(position.spell(&steps, Audience::Omniscient).len(), turn.text.len(), "{text}");
            }
            assert!(ends.contains(&turn.after));
        }
    }

    /// Builds a turn as a person would, sometimes stepping back, and commits it.
    fn play_a_turn_by_touches(&mut self) {
        let to_act = self.play.position().to_act();
        let mut draft = self.play.draft(to_act.side());
        while !draft.is_complete() {
            if draft.pending().is_empty() {
                self.steps_are_exact(&draft.position().clone());
            }
            let before = (draft.position().clone(), draft.pending().to_vec());
            let choices = draft.choices();
            assert!(!choices.is_empty(), "something can be touched");
            let touch = self.pick(&choices);
            draft.touch(touch.clone()).expect("a choice is accepted");
            if self.random.below(4) == 0 {
                draft.back();
                // A step made by its last touch goes back as a whole.
                assert!(*draft.position() == before.0);
                draft = if draft.pending() == before.1 { draft } else { self.play.draft(to_act.side()) };
            }
            if draft.steps().len() > 300 {
                draft = self.play.draft(to_act.side());
            }
        }
        let mut twin = self.play.clone();
        let text = draft.text(Audience::Omniscient);
        twin.turn_by(draft.by(), &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        self.play.commit(&draft).expect("a complete draft is a turn");
        assert!(twin.position() == self.play.position(), "step by step equals turn by turn: {text}");
        assert_eq!(twin.outcome(), self.play.outcome());
    }

    fn undo_everything(&mut self) {
        let turns: Vec<G> = self.play.rounds()[0].turns.iter().map(|turn| turn.before.clone()).collect();
        for before in turns.iter().rev() {
            assert!(self.play.undo());
            assert!(self.play.position() == before && self.play.outcome().is_none());
        }
        assert!(!self.play.undo(), "nothing left to take back");
    }
}

macro_rules! check_games {
    ($($module:ident :: $Game:ident,)*) => {$(
        #[test]
        fn $module() {
            assert_eq!(games::$module::$Game::meta().id, stringify!($module), "a module is named like its game");
            check::<games::$module::$Game>();
        }
    )*};
}

taijitu_rules::for_each_game!(check_games);
