//! The engine against the rules, the solver against a plain search, and secrets kept.

use super::baseline;
use super::determinization::{Determinization, WorldTurn, cause, code_of, effect, is_adaptation, law_of};
use super::judge::{Judge, desired_laws};
use super::leaf::LeafJudge;
use super::search::{PROVED, WIN, WorldSearcher};
use super::*;
use crate::limits::Watch;
use crate::table::TranspositionTable;
use std::collections::BTreeSet;
use taijitu_rules::{Notation, Outcome, Rules};

fn laws_that(random: &mut Random, fits: impl Fn(Law) -> bool) -> [Law; 4] {
    [(); 4].map(|()| {
        loop {
            let law = baseline::any_law(random);
            if fits(law) {
                return law;
            }
        }
    })
}

fn laws_text(laws: [Law; 4]) -> String {
    laws.map(|law| law.to_string()).join(",")
}

/// A position with pieces strewn about, nobody in the corner, and laws of some kind.
fn strewn(random: &mut Random, most_pieces: u32, fits: impl Fn(Law) -> bool) -> Play<YinYang> {
    loop {
        let mut pieces = [vec![], vec![]];
        for square in
            ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"]
        {
            if random.below(16) < most_pieces {
                pieces[random.below(2) as usize].push(square);
            }
        }
        let hands = [(); 2].map(|()| laws_text(laws_that(random, &fits)));
        let act = if random.below(2) == 0 { "white" } else { "black" };
        let [white, black] = pieces.map(|squares| squares.join(","));
        let setup = format!("w={white} b={black} lb={} lw={} act={act}", hands[1], hands[0]);
        let options = Play::<YinYang>::start(&[]).expect("a start").options().clone();
        let play = Play::from_setup(options, &setup).expect("a set-up");
        if play.outcome().is_none() {
            return play;
        }
    }
}

/// Every turn of a position by the rules, rewriting into one law only, with where it leads.
fn by_the_rules(position: &YinYang) -> Vec<(Vec<Step>, YinYang)> {
    let (mut found, mut open) = (vec![], vec![(vec![], position.clone())]);
    let mut steps = vec![];
    while let Some((turn, at)) = open.pop() {
        at.steps(&mut steps);
        let one_text = steps.iter().filter(|step| matches!(step, Step::Text(_))).count().saturating_sub(1);
        for &step in &steps[one_text..] {
            let (mut turn, mut next) = (turn.clone(), at.clone());
            turn.push(step);
            next.play_unchecked(step);
            if next.mid_turn() { open.push((turn, next)) } else { found.push((turn, next)) }
        }
    }
    found
}

#[test]
fn worlds_play_by_the_rules() {
    let mut random = Random::new(1);
    for pieces in [4, 8, 12, 15] {
        for _ in 0..100 {
            let mut play = strewn(&mut random, pieces, |_| true);
            for _ in 0..6 {
                if play.outcome().is_some() {
                    break;
                }
                let (position, world) = (play.position(), Determinization::of(play.position()));
                let side = world.act;
                let last = code_of(Law::all()[Law::all().len() - 1], side);
                let mut turns = vec![];
                world.turns(&mut turns);
                let adapting = |turn: &WorldTurn| {
                    turn.law.is_some_and(|(number, _)| {
                        is_adaptation(world.laws[side.index()][usize::from(number - 1)])
                    })
                };
                let mut mine = BTreeSet::new();
                for turn in turns {
                    let rewrites: Vec<Option<(u8, u16)>> =
                        if adapting(&turn) { (1..=4).map(|n| Some((n, last))).collect() } else { vec![None] };
                    mine.extend(
                        rewrites.into_iter().map(|rewrite| WorldTurn { rewrite, ..turn }.steps(side)),
                    );
                    for rewrite in
                        [None, Some((2, last))].into_iter().filter(|r| r.is_some() == adapting(&turn))
                    {
                        let mut next = position.clone();
                        let turn = WorldTurn { rewrite, ..turn };
                        turn.steps(side).into_iter().for_each(|step| next.play_unchecked(step));
                        assert!(Determinization::of(&next) == world.after(turn), "{play:?} {turn:?}");
                    }
                }
                let all = by_the_rules(position);
                assert_eq!(mine, all.iter().map(|(steps, _)| steps.clone()).collect(), "{play:?}");
                let wins = |next: &YinYang| next.outcome().and_then(|o: Outcome| o.winner) == Some(side);
                let corner = |next: &YinYang| Determinization::of(next).winner() == Some(side);
                let can_win = all.iter().any(|(_, next)| wins(next) && corner(next));
                // A law may also be read as reaching the corner with the opponent in his: the mover goes first.
                assert_eq!(world.winning_turn(side).is_some(), can_win, "{play:?}");
                let at = random.below(all.len() as u32) as usize;
                let text = position.spell(&all[at].0, Audience::Omniscient);
                play.turn(&text).expect("a legal turn");
            }
        }
    }
}

#[test]
fn laws_go_to_the_board_and_back() {
    for side in Side::BOTH {
        for &law in Law::all() {
            assert!(law_of(code_of(law, side), side) == Some(law), "{law} of {side}");
        }
    }
}

/// Within `depth` turns: 1 if the side to act can win, −1 if it must lose, 0 if neither is sure.
fn plain(position: &YinYang, depth: u32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |side| if side == position.to_act().side() { 1 } else { -1 });
    }
    if depth == 0 {
        return 0;
    }
    by_the_rules(position).iter().map(|(_, next)| -plain(next, depth - 1)).max().expect("a turn")
}

/// Compares a verdict with plain searches of up to `deepest` turns; returns how many of them decided the game.
fn compare_with_plain(play: &Play<YinYang>, verdict: SolvedValue, deepest: u32) -> u32 {
    let mut decided = 0;
    for depth in 0..=deepest {
        let expected = match verdict {
            SolvedValue::Win(turns) if turns <= depth => 1,
            SolvedValue::Loss(turns) if turns <= depth => -1,
            _ => 0,
        };
        assert_eq!(plain(play.position(), depth), expected, "{verdict:?} {depth} {play:?}");
        decided += u32::from(expected != 0);
    }
    decided
}

/// Solves a small game twice, by the solver and plainly, and compares all that can come up.
fn solved(play: &Play<YinYang>) -> Option<Solution> {
    let all = plain::solve(Determinization::of(play.position()), 20_000)?;
    let solution = solve(play.position(), 8000, &Stop::default()).expect("a small game");
    for (world, verdict) in all {
        assert_eq!(solution.value_of(&world), Some(verdict), "{:?} {play:?}", world.stones);
    }
    Some(solution)
}

/// Solves a game that is small, or has few pieces that only become fewer.
fn small(play: &Play<YinYang>) -> Option<Solution> {
    let world = Determinization::of(play.position());
    let peoples = |&code: &u16| effect(code).count_ones() > cause(code).count_ones();
    if world.laws.iter().flatten().any(peoples) {
        return solved(play);
    }
    let pieces = (world.stones[0] | world.stones[1]).count_ones();
    (pieces <= 6).then(|| solve(play.position(), 8000, &Stop::default()).expect("a small game"))
}

#[test]
fn the_solver_agrees_with_a_plain_search() {
    let mut random = Random::new(3);
    let (mut decided, mut drawn) = (0, 0);
    for case in 0..200 {
        // Few pieces, and only some cases people the board: everything can be listed.
        let kinds: &[LawKind] =
            if case % 3 == 0 { &[LawKind::Peopling, LawKind::Destruction] } else { &[LawKind::Destruction] };
        let play = strewn(&mut random, 5, |law| kinds.contains(&law.kind()));
        let Some(solution) = solved(&play) else { continue };
        let verdict = solution.verdict(play.position()).expect("the start is solved");
        if case < 60 {
            decided += compare_with_plain(&play, verdict, 3);
        }
        drawn += i32::from(verdict == SolvedValue::Draw);
    }
    assert!(decided > 20 && drawn > 0, "{decided} {drawn}");
}

/// All laws have one of two causes, so that which is laid first forbids others, and who cannot play loses. In some
/// cases laws lie face up that contradict each other, which only a set-up can bring about.
#[test]
fn laws_that_contradict_each_other_are_solved_exactly() {
    let mut random = Random::new(9);
    let (mut compared, mut differ) = (0, 0);
    for case in 0..300 {
        let causes = [(); 2].map(|()| baseline::any_law(&mut random).cause());
        let peopled = case % 4 == 0;
        let fits = |law: Law| {
            [law, law.on_board(Side::White)].iter().any(|law| causes.contains(&law.cause()))
                && (law.kind() == LawKind::Destruction || peopled && law.kind() == LawKind::Peopling)
        };
        if !Law::all().iter().any(|&law| fits(law)) {
            continue;
        }
        let mut play = strewn(&mut random, 3 + case % 4, fits);
        if case % 3 == 0 {
            let up: Vec<&str> =
                ["b1", "b2", "b3", "w1", "w2", "w3"].into_iter().filter(|_| random.below(3) == 0).collect();
            let setup = format!("{} up={}", play.position().setup(Audience::Omniscient), up.join(","));
            play = Play::from_setup(play.options().clone(), &setup).expect("a set-up");
        }
        if play.outcome().is_some() || solved(&play).is_none() {
            continue;
        }
        compared += 1;
        // Somewhere a law that lies face up forbids another: the same board, another list of turns.
        let laid = by_the_rules(play.position()).into_iter().map(|(_, next)| Determinization::of(&next));
        differ +=
            laid.filter(|world| world.laws.iter().flatten().any(|&law| world.is_contradicted(law))).count();
    }
    assert!(compared > 50 && differ > 50, "{compared} {differ}");
}

/// What alpha-beta calls won or lost is, in just as many turns, and it misses nothing within its depth.
#[test]
fn the_search_of_worlds_agrees_with_the_solver() {
    let mut random = Random::new(10);
    let table = TranspositionTable::with_mebibytes(1);
    let (mut proved, mut open) = (0, 0);
    for case in 0..150 {
        let kinds: &[LawKind] =
            if case % 3 == 0 { &[LawKind::Peopling, LawKind::Destruction] } else { &[LawKind::Destruction] };
        let play = strewn(&mut random, 5, |law| kinds.contains(&law.kind()));
        let Some(solution) = small(&play) else { continue };
        let verdict = solution.verdict(play.position()).expect("the start is solved");
        for depth in 0..=5 {
            let watch = Watch::start(Limits::default(), Stop::default());
            let leaf = LeafJudge { judge: Judge::BEST, network: None };
            let mut search = WorldSearcher::new(&table, watch, leaf, case * 10 + u64::from(depth));
            let value = search.value(&Determinization::of(play.position()), depth, -WIN, WIN, 0);
            let found = match value {
                value if value > PROVED => Some(SolvedValue::Win((WIN - value) as u32)),
                value if value < -PROVED => Some(SolvedValue::Loss((WIN + value) as u32)),
                _ => None,
            };
            match (found, verdict) {
                (Some(found), _) => assert_eq!(found, verdict, "{depth} {play:?}"),
                (None, SolvedValue::Win(turns) | SolvedValue::Loss(turns)) => {
                    assert!(turns > depth, "{depth} {play:?}");
                }
                (None, SolvedValue::Draw) => open += 1,
            }
            proved += u32::from(found.is_some());
        }
    }
    assert!(proved > 50 && open > 10, "{proved} {open}");
}

/// With all laws face up the engine says that it wins only where it does, and then plays a turn that wins.
#[test]
fn results_the_engine_calls_proved_are_correct() {
    let mut random = Random::new(11);
    let mut proved = 0;
    for _ in 0..150 {
        let strewn = strewn(&mut random, 5, |law| law.kind() == LawKind::Destruction);
        let setup = strewn.position().setup(Audience::Omniscient) + " up=b1,b2,b3,b4,w1,w2,w3,w4";
        let mut play = Play::from_setup(strewn.options().clone(), &setup).expect("a set-up");
        if play.outcome().is_some() {
            continue;
        }
        let Some(solution) = small(&play) else { continue };
        let verdict = solution.verdict(play.position()).expect("the start is solved");
        let thought = think(&play, 1, 5_000);
        if thought.score == SearchScore::Wins(play.position().to_act().side()) {
            assert!(matches!(verdict, SolvedValue::Win(_)), "{verdict:?} {play:?}");
            play.turn(&thought.turn).expect("a legal turn");
            let after = solution.verdict(play.position());
            assert!(matches!(after, Some(SolvedValue::Loss(_))), "{after:?} {play:?}");
            proved += 1;
        } else {
            assert!(!matches!(verdict, SolvedValue::Win(..=3)), "{verdict:?} {play:?}");
        }
    }
    assert!(proved > 20, "{proved}");
}

/// Plays a random game and compares every verdict with those of its turns, as a review would show them.
fn review(solution: &Solution, play: &mut Play<YinYang>, random: &mut Random) {
    while play.outcome().is_none() {
        let verdict = solution.verdict(play.position()).expect("what can come up is solved");
        let turns = solution.turns(play.position()).expect("what can come up is solved");
        assert_eq!(turns.first().map(|turn| turn.1), Some(verdict), "{play:?}");
        assert_eq!(turns.len(), by_the_rules(play.position()).len(), "{play:?}");
        let losing = turns.iter().filter(|turn| matches!(turn.1, SolvedValue::Loss(_))).count();
        assert_eq!(losing == turns.len(), matches!(verdict, SolvedValue::Loss(_)), "{play:?}");
        let (steps, expected) = &turns[random.below(turns.len() as u32) as usize];
        let text = play.position().spell(steps, Audience::Omniscient);
        play.turn(&text).expect("a legal turn");
        let after = solution.verdict(play.position()).expect("what can come up is solved");
        let seen_before = match after {
            SolvedValue::Win(turns) => SolvedValue::Loss(turns + 1),
            SolvedValue::Loss(turns) => SolvedValue::Win(turns + 1),
            SolvedValue::Draw => SolvedValue::Draw,
        };
        assert_eq!(*expected, seen_before, "{play:?}");
    }
}

#[test]
fn a_review_has_a_verdict_for_every_turn() {
    let mut random = Random::new(4);
    let mut reviewed = 0;
    for _ in 0..20 {
        let mut play = strewn(&mut random, 6, |law| law.kind() == LawKind::Destruction);
        let Some(solution) = small(&play) else { continue };
        review(&solution, &mut play, &mut random);
        reviewed += 1;
    }
    assert!(reviewed > 4, "{reviewed}");
}

/// Eight laws at random: `cargo test --release -p taijitu-search usual -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn the_usual_start_is_solved() {
    let known = [
        (0, SolvedValue::Loss(4), 37_246_358),
        (1, SolvedValue::Loss(0), 1),
        (3, SolvedValue::Win(17), 37_408_316),
    ];
    for (seed, verdict, positions) in known {
        let mut random = Random::new(seed);
        let [white, black] =
            [(); 2].map(|()| laws_text(laws_that(&mut random, |law| law.kind() != LawKind::Adaptation)));
        let options = [format!("laws_white={white}"), format!("laws_black={black}")];
        let start = Play::<YinYang>::start(&[&options[0], &options[1]]).expect("a start");
        let solution = solve(start.position(), 100, &Stop::default()).expect("one layer");
        assert_eq!(solution.verdict(start.position()), Some(verdict));
        assert_eq!(solution.positions(), positions);
        for _ in 0..100 {
            review(&solution, &mut start.clone(), &mut random);
        }
    }
}

#[test]
fn the_solver_says_why_it_does_not_solve() {
    let start = Play::<YinYang>::start(&[]).expect("a start");
    let because = |play: &Play<YinYang>, memory| solve(play.position(), memory, &Stop::default()).err();
    assert_eq!(because(&start, 100), Some(SolveError::NotBetweenTurns));
    let mut random = Random::new(5);
    let adapting = strewn(&mut random, 4, |law| law.kind() == LawKind::Adaptation);
    assert_eq!(because(&adapting, 100), Some(SolveError::Adaptation));
    let peopling = strewn(&mut random, 8, |law| law.kind() == LawKind::Peopling);
    assert!(matches!(because(&peopling, 10), Some(SolveError::Memory { allowed: 10, .. })));
    let stopped = Stop::default();
    stopped.stop();
    assert_eq!(solve(peopling.position(), 100, &stopped).err(), Some(SolveError::Stopped));
}

fn think(play: &Play<YinYang>, seed: u64, nodes: u64) -> Thought {
    let mut engine = YinYangEngine::new(seed);
    engine
        .think(&InformationSet::to_actor(play), Limits::nodes(nodes), &Stop::default(), &mut |_| ())
        .expect("a turn")
}

#[test]
fn every_win_in_one_is_found_with_a_single_node() {
    let mut random = Random::new(6);
    let mut found = 0;
    for _ in 0..600 {
        let mut play = strewn(&mut random, 9, |_| true);
        let side = play.position().to_act().side();
        let wins = |next: &YinYang| Determinization::of(next).winner() == Some(side);
        if by_the_rules(play.position()).iter().any(|(_, next)| wins(next)) {
            play.turn(&think(&play, 1, 1).turn).expect("a legal turn");
            assert_eq!(play.outcome().and_then(|outcome| outcome.winner), Some(side), "{play:?}");
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}

/// Boards of every kind with many adaptations: every law the engine would write is well-formed, and its turn is legal.
#[test]
fn every_wish_is_a_law_and_every_adaptation_complete() {
    let mut random = Random::new(7);
    let (mut wished, mut rewrote) = (vec![], 0);
    for case in 0..600 {
        let adapts = |law: Law| law.kind() == LawKind::Adaptation;
        let mut play = strewn(&mut random, 3 + case % 12, |law| case % 2 == 0 || adapts(law));
        for side in Side::BOTH {
            desired_laws(&Determinization::of(play.position()), side, &mut wished);
            assert!(wished.iter().all(|&code| law_of(code, side).is_some()), "{side} {play:?}");
        }
        let turn = think(&play, u64::from(case), 1 + u64::from(case)).turn;
        play.turn(&turn).unwrap_or_else(|why| panic!("{turn}: {why:?} {play:?}"));
        rewrote += u32::from(turn.contains('='));
    }
    assert!(rewrote > 50, "{rewrote}");
}

#[test]
fn the_baseline_plays_whole_games() {
    for seed in 0..40 {
        let mut play = Play::<YinYang>::start(&[]).expect("a start");
        let mut baseline = YinYangBaseline::new(seed);
        while play.outcome().is_none() && play.rounds()[0].turns.len() < 80 {
            let thought = baseline
                .think(&InformationSet::to_actor(&play), Limits::nodes(1), &Stop::default(), &mut |_| ())
                .expect("a turn");
            play.turn(&thought.turn).unwrap_or_else(|why| panic!("{}: {why:?}", thought.turn));
        }
    }
}

#[test]
fn hundreds_of_games_without_an_illegal_turn() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut play = Play::<YinYang>::start(&[]).expect("a start");
        let side = Side::BOTH[seed as usize % 2];
        let mut engine = YinYangEngine::new(seed);
        let laws = baseline::write(side.other(), &mut random);
        if side == Side::White || seed % 4 < 2 {
            play.turn_by(side.other(), &format!("laws {}", laws_text(laws).replace(',', " "))).expect("laws");
        }
        while play.outcome().is_none() && play.rounds()[0].turns.len() < 60 {
            let to_act = play.position().to_act();
            if to_act.side() == side {
                let limits = Limits::nodes(1 + seed % 200);
                let thought = engine
                    .think(&InformationSet::to_actor(&play), limits, &Stop::default(), &mut |_| ())
                    .expect("a turn");
                play.turn_by(side, &thought.turn).unwrap_or_else(|why| panic!("{}: {why:?}", thought.turn));
            } else if play.position().has_countless_turns() {
                play.turn(&format!("laws {}", laws_text(laws).replace(',', " "))).expect("laws");
            } else {
                let seen = play.position().seen_by(side.other());
                let steps = baseline::choose(&seen, &mut random).expect("a turn");
                let text = play.position().spell(&steps, Audience::Omniscient);
                play.turn(&text).expect("a legal turn");
            }
        }
    }
}

/// The same game twice, but for laws of the opponent that stay secret: the engine plays the same in both.
#[test]
fn secrets_change_nothing() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let side = Side::BOTH[seed as usize % 2];
        let own = YinYangSearch::new(seed).laws(side);
        let other = baseline::write(side.other(), &mut random);
        let start = |other: [Law; 4]| {
            let laws = |of, laws| format!("laws_{of}={}", laws_text(laws));
            let options = [laws(side, own), laws(side.other(), other)];
            Play::<YinYang>::start(&[&options[0], &options[1]]).expect("a start")
        };
        // First a game to see which laws come out, then the same game with other laws in the place of the rest.
        let mut play = start(other);
        let mut turns = vec![];
        while play.outcome().is_none() && turns.len() < 12 {
            let text = if play.position().to_act().side() == side {
                think(&play, seed, 300).turn
            } else {
                let steps =
                    baseline::choose(&play.position().seen_by(side.other()), &mut random).expect("a turn");
                if steps.iter().any(|step| matches!(step, Step::Rewrite(_))) {
                    break;
                }
                play.position().spell(&steps, Audience::Omniscient)
            };
            play.turn(&text).expect("a legal turn");
            turns.push(text);
        }
        let mut last = if play.outcome().is_some() { turns.len() - 1 } else { turns.len() };
        while last > 0 && turns.len() > last {
            play.undo();
            turns.pop();
            last = turns.len();
        }
        let shown = play.position().seen_by(side);
        let mut disguised = other;
        for number in shown.hidden() {
            disguised[usize::from(number - 1)] = baseline::any_law(&mut random);
        }
        let mut twin = start(disguised);
        for text in &turns {
            let by = twin.position().to_act().side();
            if by == side {
                assert_eq!(&think(&twin, seed, 300).turn, text, "{twin:?}");
                compared += 1;
            }
            twin.turn(text).expect("a turn that uses no secret law");
        }
        if twin.position().to_act().side() == side {
            assert_eq!(think(&play, seed, 300), think(&twin, seed, 300), "{twin:?}");
        }
        assert_eq!(Observation::of(&play, side), Observation::of(&twin, side));
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn it_writes_laws_for_the_side_to_act_and_not_always_the_same() {
    let mut play = Play::<YinYang>::start(&[]).expect("a start");
    let texts: BTreeSet<String> = (0..40).map(|seed| think(&play, seed, 10).turn).collect();
    assert!(texts.len() > 3, "{texts:?}");
    assert!(texts.iter().all(|text| play.clone().turn_by(Side::Black, text).is_ok()));
    let black = think(&play, 1, 10).turn;
    play.turn(&black).expect("Black's laws");
    play.turn(&think(&play, 1, 10).turn).expect("White's laws");
    assert!(!play.position().has_countless_turns());
}

#[test]
fn a_stopped_search_still_has_a_turn() {
    let mut random = Random::new(8);
    let stop = Stop::default();
    stop.stop();
    for _ in 0..20 {
        let mut play = strewn(&mut random, 9, |_| true);
        let thought = YinYangEngine::new(1)
            .think(&InformationSet::to_actor(&play), Limits::default(), &stop, &mut |_| ())
            .expect("a turn");
        assert!(thought.nodes < 1000, "{}", thought.nodes);
        play.turn(&thought.turn).expect("a legal turn");
    }
}

#[test]
fn several_threads_play_legal_turns_and_judge_several() {
    let mut random = Random::new(12);
    for _ in 0..10 {
        let mut play = strewn(&mut random, 9, |_| true);
        let mut engine = YinYangEngine::new(1);
        engine.set_threads(3);
        engine.set_others(2);
        let known = InformationSet::to_actor(&play);
        let thought =
            engine.think(&known, Limits::nodes(20_000), &Stop::default(), &mut |_| ()).expect("a turn");
        assert!(thought.nodes <= 20_000 && thought.others.len() <= 2);
        for other in &thought.others {
            assert!(
                other.line[0] != thought.turn && play.clone().turn(&other.line[0]).is_ok(),
                "{thought:?}"
            );
        }
        play.turn(&thought.turn).expect("a legal turn");
    }
}

#[test]
fn puzzles_lie_open() {
    let options = Play::<YinYang>::start(&[]).expect("a start").options().clone();
    let set_up = |setup: &str| Play::<YinYang>::from_setup(options.clone(), setup).expect("a set-up");
    let play = set_up(
        "w=b1 b=a2 lb=wwww>w.ww,.www>..ww,w.ww>w..w,w.wb>w.w. lw=bbbb>b.bb,.bbb>..bb,b.bb>b..b,wwww>w.ww up=b1 act=white",
    );
    let open = play.position().puzzle_setup();
    assert!(open.ends_with("up=b1,b2,b3,b4,w1,w2,w3,w4 act=white"), "{open}");
    assert_eq!(set_up(&open).position().setup(Audience::Everyone), open);
}
