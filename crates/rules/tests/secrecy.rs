//! Nobody but the owner learns anything about a secret law of Yin Yang.
//!
//! Two games are played side by side that differ only in secrets of one side, the *owner*. As long as none
//! of those secrets is laid, everything that anybody else can get out of the two games must be the same.

use proptest::prelude::*;
use taijitu_rules::games::yinyang::{Law, Step, YinYang};
use taijitu_rules::playout::Random;
use taijitu_rules::{
    AnyPlay, Audience, Notation, Play, Presentation, Reason, Record, Refusal, Rules, Side, Touch, TurnError,
};

/// Two games that look the same to everybody but one side.
struct Twins {
    games: [Play<YinYang>; 2],
    owner: Side,
    /// Which of the owner's four laws differ.
    differ: [bool; 4],
}

/// What a run of twins has seen, to show that it was worth running.
#[derive(Default)]
struct Tally {
    turns: usize,
    laid: usize,
    rewritten: usize,
}

fn pick<T: Clone>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len() as u32) as usize].clone()
}

/// A law, most often one whose cause the start position shows, and adaptations more often than by chance.
fn random_law(random: &mut Random, side: Side) -> Law {
    const SHOWN: [&str; 6] = ["bbbb", "bwbw", "bwbb", "wwbb", "wwbw", "wwww"];
    let cause: String = match (random.below(4), side) {
        (0, _) => return pick(random, Law::all()),
        (_, Side::Black) => pick(random, &SHOWN).into(),
        (_, Side::White) => pick(random, &SHOWN).chars().rev().collect(),
    };
    let adaptation = random.below(4) == 0;
    let fits = |law: &Law| law.cause().to_string() == cause && law.effect().is_none() == adaptation;
    let fitting: Vec<Law> = Law::all().iter().copied().filter(fits).collect();
    pick(random, &fitting)
}

fn laws_turn(laws: [Law; 4]) -> String {
    format!("laws {}", laws.map(|law| law.to_string()).join(" "))
}

impl Twins {
    /// Both games with their laws written, in an order that chance decides.
    fn new(random: &mut Random) -> Self {
        let owner = pick(random, &Side::BOTH);
        let new_game = || Play::<YinYang>::start(&[]).expect("no options are fine");
        let mut twins = Self { games: [new_game(), new_game()], owner, differ: [false; 4] };
        let first: [Law; 4] = std::array::from_fn(|_| random_law(random, owner));
        let mut second = first;
        for (at, law) in second.iter_mut().enumerate() {
            if at == 0 || random.below(2) == 0 {
                *law = random_law(random, owner);
                twins.differ[at] = *law != first[at];
            }
        }
        let open = laws_turn(std::array::from_fn(|_| random_law(random, owner.other())));
        twins.assert_alike();
        let owner_first = random.below(2) == 0;
        if owner_first {
            twins.play(owner, [&laws_turn(first), &laws_turn(second)]);
        }
        twins.play(owner.other(), [&open, &open]);
        if !owner_first {
            twins.play(owner, [&laws_turn(first), &laws_turn(second)]);
        }
        twins
    }

    fn play(&mut self, by: Side, texts: [&str; 2]) {
        for (game, text) in self.games.iter_mut().zip(texts) {
            game.turn_by(by, text).expect("legal in both games");
        }
        if self.games.iter().all(|game| game.outcome().is_none()) {
            self.assert_alike();
        }
    }

    /// Plays one turn in both games; false when they end, or the owner has nothing to play that keeps the secret.
    fn turn(&mut self, random: &mut Random, tally: &mut Tally) -> bool {
        let outcomes = [0, 1].map(|i| self.games[i].outcome());
        if outcomes.iter().any(Option::is_some) {
            // Only a player without a turn may end one game and not the other, and the end shows all laws.
            let stuck = |end: &Option<taijitu_rules::Outcome>| {
                end.is_none_or(|end| end.reason == Reason::NoTurn && end.winner == Some(self.owner.other()))
            };
            assert!(outcomes[0] == outcomes[1] || outcomes.iter().all(stuck));
            return false;
        }
        let by = self.games[0].position().to_act().side();
        let lists = [0, 1].map(|i| self.games[i].turns_within(usize::MAX, &|| false).expect("no limit"));
        tally.turns += 1;
        if by != self.owner {
            assert_eq!(lists[0], lists[1], "the opponent's turns");
            let text = pick(random, &lists[0]);
            self.play(by, [&text, &text]);
            return true;
        }
        let chosen = (0..40).find_map(|_| {
            let text = pick(random, &lists[0]);
            self.disguise(random, &text, tally)
        });
        let Some(texts) = chosen else { return false };
        self.play(by, [&texts[0], &texts[1]]);
        true
    }

    /// The same turn for both games as others read it, if it lays no law in which they differ. A rewriting
    /// gets another text in the second game.
    fn disguise(&mut self, random: &mut Random, text: &str, tally: &mut Tally) -> Option<[String; 2]> {
        let steps = self.games[0].read(self.owner, text).expect("a listed turn");
        let (mut laid, mut rewritten) = (None, None);
        for step in steps {
            match step {
                Step::Apply { number, .. } => laid = Some(number),
                Step::Rewrite(number) => rewritten = Some(usize::from(number - 1)),
                _ => (),
            }
        }
        if laid.is_some_and(|number| self.differ[usize::from(number - 1)]) {
            return None;
        }
        let mut other = text.to_string();
        if rewritten.is_some() {
            let (before, _) = text.split_once(':')?;
            other = format!("{before}:{}", random_law(random, self.owner));
        }
        self.games[1].read(self.owner, &other).ok()?;
        tally.laid += usize::from(laid.is_some());
        if let Some(at) = rewritten {
            tally.rewritten += 1;
            self.differ[at] = text != other;
        }
        Some([text.into(), other])
    }

    /// Everything anybody but the owner can get out of the two games.
    fn assert_alike(&self) {
        let opponent = self.owner.other();
        for audience in [Audience::Everyone, Audience::Side(opponent)] {
            let shown = self.games.each_ref().map(|game| Shown::to(game, audience));
            assert_eq!(shown[0], shown[1]);
        }
        let answers = self.games.each_ref().map(|game| Answers::to(game, opponent));
        assert!(answers[0] == answers[1], "answers to {opponent}");
        let own = |i: usize| self.games[i].position().setup(Audience::Side(self.owner));
        if self.differ.contains(&true) && self.games[0].rounds()[0].turns.len() > 1 {
            assert_ne!(own(0), own(1), "the games do differ");
        }
    }
}

/// What is shown of a game.
#[derive(Debug, PartialEq)]
struct Shown {
    view: String,
    setup: String,
    history: String,
    record: String,
    debug: [String; 3],
    rest: String,
}

impl Shown {
    fn to(game: &Play<YinYang>, audience: Audience) -> Self {
        let position = game.position();
        let rest = (
            game.prompt(),
            game.to_act(),
            game.last_points(),
            position.mid_turn(),
            position.counts_as_turn(),
        );
        Self {
            view: serde_json::to_string(&position.view(audience)).expect("a view is data"),
            setup: position.setup(audience),
            history: format!("{:?} {:?}", game.history(audience), game.start_setup(audience)),
            record: Record::of(game, audience).to_string(),
            debug: [format!("{game:?}"), format!("{position:?}"), format!("{position:#?}")],
            rest: format!("{rest:?}"),
        }
    }
}

/// The answers that one side gets.
#[derive(PartialEq)]
struct Answers {
    read: Vec<Result<Vec<Step>, TurnError>>,
    choices: Vec<Touch>,
    seen: taijitu_rules::games::yinyang::VisiblePosition,
    visible: YinYang,
    unlisted: Vec<Refusal>,
}

impl Answers {
    fn to(game: &Play<YinYang>, side: Side) -> Self {
        let position = game.position();
        let squares: Vec<String> = position.board().points.iter().map(|node| node.name.clone()).collect();
        let mut texts = vec![String::new(), "laws ? ? ? ?".into(), "nonsense".into()];
        for square in &squares {
            texts.extend(squares.iter().map(|to| format!("{square}-{to}")));
            texts.extend((0..6).map(|number| format!("L{number}@{square}")));
            texts.extend((1..5).map(|number| format!("L{number}@{square}=L1:bbbb>*")));
        }
        let read = |text: &String| [game.read(side, text), position.read(side, text)];
        let unlisted = if position.to_act().includes(side) {
            vec![position.explain(Step::Done), position.explain(Step::Rewrite(1))]
        } else {
            vec![]
        };
        Self {
            read: texts.iter().flat_map(read).collect(),
            choices: game.draft(side).choices(),
            seen: position.seen_by(side),
            visible: position.visible(),
            unlisted,
        }
    }
}

fn run(seed: u64, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let mut twins = Twins::new(&mut random);
    for _ in 0..14 {
        if !twins.turn(&mut random, tally) {
            return;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn secrets_change_nothing_for_others(seed: u64) {
        run(seed, &mut Tally::default());
    }
}

#[test]
fn the_games_compared_are_worth_comparing() {
    let mut tally = Tally::default();
    for seed in 0..40 {
        run(seed, &mut tally);
    }
    assert!(tally.turns > 100, "{} turns", tally.turns);
    assert!(tally.laid > 40, "{} laws laid by the owner", tally.laid);
    assert!(tally.rewritten > 10, "{} laws rewritten by the owner", tally.rewritten);
}
