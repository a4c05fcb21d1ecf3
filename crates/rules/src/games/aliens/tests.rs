use super::*;
use crate::Play;
use crate::playout::Random;
use crate::turns::legal_turns;
use std::collections::BTreeMap;

fn set_up(setup: &str) -> Play<Aliens> {
    Play::from_setup(Options::default(), setup).expect(setup)
}

fn setup_of(play: &Play<Aliens>) -> String {
    play.position().setup(Audience::Everyone)
}

fn turns(position: &Aliens) -> Vec<String> {
    let turns = legal_turns(position).expect("few turns");
    turns.into_iter().map(|turn| turn.text).collect()
}

/// The legal turns that begin with this node.
fn turns_from(play: &Play<Aliens>, from: &str) -> Vec<String> {
    let begins = |turn: &String| turn.split('-').next() == Some(from);
    turns(play.position()).into_iter().filter(begins).collect()
}

fn refused(setup: &str, turn: &str) -> String {
    set_up(setup).turn(turn).expect_err(turn).to_string()
}

fn impossible(setup: &str) -> String {
    Play::<Aliens>::from_setup(Options::default(), setup).expect_err(setup).to_string()
}

fn node(name: &str) -> Point {
    kadon().board.find(name).expect("a node")
}

#[test]
fn pieces_are_placed_before_they_move() {
    let mut play = Play::<Aliens>::start(&[]).unwrap();
    assert_eq!(setup_of(&play), "whand=3 bhand=30 act=white");
    for turn in ["a1", "B1", "a9", "c7", "f1", "f2"] {
        play.turn(turn).unwrap();
    }
    assert_eq!(setup_of(&play), "w=a1,a9,f1 b=b1,c7,f2 bhand=27 act=white");
    assert!(play.clone().turn("d1").unwrap_err().to_string().contains("no piece left to place"));
    play.turn("a1-a2").unwrap();
    assert!(play.turn("c7-c8").unwrap_err().to_string().contains("once your hand is empty"));
    play.turn("a1").unwrap();
    assert_eq!(setup_of(&play), "w=a2,a9,f1 b=a1,b1,c7,f2 bhand=26 act=white");
}

#[test]
fn an_amazon_steps_and_never_jumps() {
    let play = set_up("w=a1,a9,a17 b=c4,c5,f1,f2,f3,e2,e4,e6,e8,e10 act=black");
    assert_eq!(turns_from(&play, "c4"), ["c4-b4", "c4-b5", "c4-c3", "c4-d3", "c4-d4"]);
}

#[test]
fn a_jumped_amazon_is_captured_and_the_chain_may_stop() {
    let line = "w=a1,a5,a17 b=b5,d5 bhand=20 act=white";
    assert_eq!(turns_from(&set_up(line), "a5"), ["a5-a4", "a5-a6", "a5-b4", "a5-c5", "a5-c5-e5"]);
    let mut one = set_up(line);
    one.turn("a5-c5").unwrap();
    assert_eq!(setup_of(&one), "w=a1,a17,c5 b=d5 bhand=20 act=black");
    let mut two = set_up(line);
    two.turn("a5-c5-e5").unwrap();
    assert_eq!(setup_of(&two), "w=a1,a17,e5 bhand=20 act=black");
}

#[test]
fn a_jumped_alien_stays() {
    let mut play = set_up("w=a1,a5,b5 b=d5 bhand=20 act=white");
    assert!(turns_from(&play, "a5").contains(&"a5-c5-e5".into()));
    play.turn("a5-c5").unwrap();
    assert_eq!(setup_of(&play), "w=a1,b5,c5 b=d5 bhand=20 act=black");
}

#[test]
fn a_chain_ends_by_itself_only_when_no_jump_is_left() {
    let mut position = set_up("w=a1,a5,a17 b=b5,d5 bhand=20 act=white").position().clone();
    let mut steps = vec![];
    position.play(Step::Move { from: node("a5"), to: node("c5") }).unwrap();
    position.steps(&mut steps);
    assert_eq!(steps, [Step::Jump(node("e5")), Step::Done]);
    assert!(position.mid_turn() && position.outcome().is_none());
    position.play(Step::Jump(node("e5"))).unwrap();
    assert!(!position.mid_turn());
    assert_eq!(position.to_act().side(), Side::Black);
}

#[test]
fn a_chain_back_at_its_start_without_a_capture_goes_on() {
    let pair = "w=a5,b5,a17 bhand=20 act=white";
    let mut position = set_up(pair).position().clone();
    let (start, end) = (node("a5"), node("c5"));
    let mut steps = vec![];
    position.play(Step::Move { from: start, to: end }).unwrap();
    position.play(Step::Jump(start)).unwrap();
    position.steps(&mut steps);
    assert_eq!(steps, [Step::Jump(end)], "no Done, but the way back");
    assert_eq!(
        refused(pair, "a5-c5-a5"),
        "`a5-c5-a5`: a chain of jumps may end where it began only after a capture"
    );
    assert_eq!(set_up(pair).turn("a5-c5-a5-c5").unwrap(), "a5-c5");
}

#[test]
fn a_chain_may_end_where_it_began_after_a_capture() {
    let mut play = set_up("w=a5,a17,a9 b=b4,b5,c4 bhand=20 act=white");
    assert_eq!(play.turn("a5-c5-c3-a5").unwrap(), "a5-c3-c5-a5", "the first by board order");
    assert_eq!(setup_of(&play), "w=a5,a9,a17 bhand=20 act=black");
}

#[test]
fn two_aliens_with_one_loop_are_listed_once() {
    // a5 and c4 can each go round, take b5 and come home: the same position.
    let rhombus = "w=a5,b4,c4 b=b5 bhand=20 act=white";
    let loops = |list: Vec<String>| list.into_iter().filter(|turn| turn.matches('-').count() == 3);
    let listed: Vec<String> = loops(turns(set_up(rhombus).position())).collect();
    assert_eq!(listed, ["a5-c3-c5-a5"]);
    let (mut a5, mut c4) = (set_up(rhombus), set_up(rhombus));
    assert_eq!(a5.turn("a5-c5-c3-a5").unwrap(), "a5-c3-c5-a5");
    assert_eq!(c4.turn("c4-a6-a4-c4").unwrap(), "c4-a4-a6-c4");
    assert_eq!(a5.position(), c4.position());
}

#[test]
fn a_captureless_chain_to_a_neighbour_is_the_step() {
    // Around the penta e1, which an alien occupies: d1 jumps to e12, and from there to d2.
    let around = "w=d1,e1,a17 bhand=20 act=white";
    assert_eq!(set_up(around).turn("d1-e12-d2").unwrap(), "d1-d2");
    let list = turns_from(&set_up(around), "d1");
    assert!(list.contains(&"d1-d2".into()) && list.contains(&"d1-d15".into()));
    assert_eq!(list.iter().filter(|turn| turn.matches('-').count() > 1).count(), 0);
}

#[test]
fn a_draft_is_printed_as_a_shortest_chain() {
    let mut play = set_up("w=d1,e1,a17 bhand=20 act=white");
    let mut draft = play.draft(Side::White);
    for name in ["d1", "e12", "d2"] {
        draft.touch(Touch::Point(node(name))).unwrap();
    }
    assert_eq!(draft.text(Audience::Everyone), "d1-e12-d2", "as it is being made");
    assert!(draft.choices().contains(&Touch::Word("done")));
    draft.touch(Touch::Word("done")).unwrap();
    assert_eq!(play.commit(&draft).unwrap(), "d1-d2");
}

#[test]
fn says_why_a_turn_is_refused() {
    let white = "w=a1,a5,a17 b=b5,d5 bhand=20 act=white";
    assert_eq!(refused(white, "b5-b6"), "`b5-b6`: the piece on b5 is not yours");
    assert_eq!(refused(white, "c5-c6"), "`c5-c6`: nothing stands on c5");
    assert_eq!(refused(white, "a5-b5"), "`a5-b5`: b5 is occupied");
    assert_eq!(refused(white, "a5-a7"), "`a5-a7`: there is nothing to jump over at a6");
    assert_eq!(refused(white, "a5-f1"), "`a5-f1`: f1 cannot be reached from a5");
    assert_eq!(refused(white, "a5-c5-a5"), "`a5`: there is nothing to jump over at b5", "b5 is captured");
    assert_eq!(refused(white, "a5-c5-d5"), "`d5`: d5 is occupied");
    let step = "is a step away: a step is a whole move, and after a jump only jumps are possible";
    assert_eq!(refused(white, "a5-a6-a7"), format!("`a7`: a7 {step}"));
    assert_eq!(refused(white, "a5-c5-c6"), format!("`c6`: c6 {step}"));
    assert_eq!(refused(white, "a5-c5-e5-f1"), "`f1`: f1 cannot be reached from e5");
    assert_eq!(refused(white, "a5-h1"), "`h1`: no such point on the 93-node board");
    assert_eq!(refused(white, "a5-c5 done"), "`done`: the move was already complete");
    assert!(refused(white, "pass").contains("there is no passing"));
    assert!(refused(white, "").contains("the move is not complete: move an alien"));
    let amazons = "b=c4,c5,f1,f2,f3,e2,e4,e6,e8,e10";
    let black = format!("w=a1,a9,a17 {amazons} act=black");
    assert_eq!(refused(&black, "c4-c6"), "`c4-c6`: an amazon never jumps: it steps to a neighbouring node");
    assert_eq!(refused("w=a1 whand=2 bhand=30 act=black", "a1"), "`a1`: a1 is occupied");
    for unreadable in ["a5-", "-", "-a5", "a5--c5"] {
        assert!(refused(white, unreadable).contains("cannot be read; write a node (c7)"));
    }
    for noise in ["é-İ", "a5-c5-é", "a5\tc5", "☃"] {
        assert!(set_up(white).turn(noise).is_err());
    }
}

#[test]
fn a_chain_that_is_open_admits_nothing_else() {
    let mut position = set_up("w=a1,a5,a17 b=b5,d5 bhand=20 act=white").position().clone();
    position.play(Step::Move { from: node("a5"), to: node("c5") }).unwrap();
    let other = Step::Move { from: node("a1"), to: node("a2") };
    let why = position.play(other).unwrap_err().to_string();
    assert_eq!(why, "go on jumping with the same alien, or end the turn");
}

const STUCK: &str = "w=a1,a2,a24 b=a3,a4,a22,a23,b1,b2,b21,c1,c2,c18";

#[test]
fn three_stuck_aliens_lose_when_they_are_to_act() {
    let over = set_up(&format!("{STUCK} act=white"));
    assert_eq!(over.outcome().unwrap().to_string(), "black (immobilised)");
    assert_eq!(turns(over.position()), [""; 0]);
    assert!(set_up(&format!("{STUCK} act=black")).outcome().is_none());

    let last = "w=a1,a2,a24 b=a3,a4,a22,a23,b1,b2,b21,c1,c3,c18 act=black";
    let mut play = set_up(last);
    play.turn("c3-c2").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "black (immobilised)");

    let in_hand = "w=a1 whand=2 b=a2,a3,a24,a23,b1,c1 bhand=20 act=white";
    assert!(set_up(in_hand).outcome().is_none(), "two aliens can still be placed");
}

#[test]
fn fewer_than_ten_amazons_lose() {
    let mut play = set_up("w=a1,a5,a17 b=b5 bhand=9 act=white");
    assert!(play.outcome().is_none());
    play.turn("a5-c5").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "white (too few amazons)");
    assert_eq!(play.position().to_act().side(), Side::Black);
    assert!(set_up("w=a1,a5,a17 b=b5 bhand=8 act=black").outcome().is_some());
    assert!(set_up("whand=3 act=white").outcome().is_some());
}

#[test]
fn a_chain_may_go_on_when_too_few_amazons_are_left() {
    let mut play = set_up("w=a1,a5,a17 b=b5,d5 bhand=8 act=white");
    assert!(turns_from(&play, "a5").contains(&"a5-c5".into()));
    play.turn("a5-c5-e5").unwrap();
    assert_eq!(play.outcome().unwrap().to_string(), "white (too few amazons)");
}

#[test]
fn refuses_impossible_set_ups() {
    let three = "there are three aliens, on the board or in hand; w= and whand= list";
    assert_eq!(impossible("w=a1 whand=1 bhand=30 act=white"), format!("{three} 2"));
    assert_eq!(impossible("w=a1,a2,a3 whand=1 act=white"), format!("{three} 4"));
    assert_eq!(impossible("bhand=30 act=white"), format!("{three} 0"));
    assert_eq!(
        impossible("whand=3 b=a1 bhand=30 act=white"),
        "there are at most 30 amazons, on the board and in hand; b= and bhand= give 31"
    );
    assert_eq!(impossible("whand=4 act=white"), "`whand=4`: whand takes a number from 0 to 3");
    assert_eq!(impossible("w=a1,a2,a3,a4 act=white"), "too many pieces in w=: 4 of at most 3");
    assert_eq!(impossible("w=a1,a2,a3 b=a3 act=white"), "two pieces on a3");
    assert!(impossible("w=a1,a2,a3 bhand=20 passed=yes act=white").starts_with("there is no passing"));
    assert!(impossible("whand=3 bhand=30").starts_with("a set-up needs act="));
    assert!(impossible("whand=3 reserve=2 act=white").starts_with("unknown key `reserve`"));
    assert_eq!(setup_of(&set_up("passed=no bhand=30 whand=3 act=white")), "whand=3 bhand=30 act=white");
}

/// One alien's chains, as the rules describe them, followed jump by jump on the board itself.
struct PlainChains {
    aliens: PointSet,
    way: Vec<Point>,
    /// Node and amazons after each jump: a chain that meets one again has a shorter form.
    met: Vec<(Point, PointSet)>,
    best: BTreeMap<(Point, PointSet), (usize, Vec<Point>)>,
}

impl PlainChains {
    fn follow(&mut self, at: Point, amazons: PointSet) {
        let board = &kadon().board;
        let stands = |node: Point| self.aliens.contains(node) || amazons.contains(node);
        let mut next = vec![];
        for &over in board.neighbours(at).iter().filter(|&&over| stands(over)) {
            let landings = board.straight_on(at, over).iter().filter(|&&to| !stands(to));
            next.extend(landings.map(|&to| (to, amazons - PointSet::of(over))));
        }
        for (to, amazons) in next {
            if self.met.contains(&(to, amazons)) {
                continue;
            }
            self.way.push(to);
            self.met.push((to, amazons));
            let found = (self.way.len(), self.way.clone());
            let known = self.best.entry((to, amazons)).or_insert_with(|| found.clone());
            *known = found.min(known.clone());
            self.follow(to, amazons);
            self.way.pop();
            self.met.pop();
        }
    }
}

/// White's turns: each once by start, end and captures, then once by position.
fn plain_turns(position: &Aliens) -> Vec<String> {
    let [aliens, amazons] = position.pieces.0;
    let mut by_position = BTreeMap::<(PointSet, PointSet), String>::new();
    for from in aliens {
        let others = aliens - PointSet::of(from);
        let mut chains = PlainChains {
            aliens: others,
            way: vec![from],
            met: vec![(from, amazons)],
            best: BTreeMap::new(),
        };
        chains.follow(from, amazons);
        for &to in kadon().board.neighbours(from) {
            if !(aliens | amazons).contains(to) {
                chains.best.insert((to, amazons), (2, vec![from, to]));
            }
        }
        for ((to, left), (_, way)) in chains.best {
            let text = joined(way);
            let known = by_position.entry((others | PointSet::of(to), left)).or_insert_with(|| text.clone());
            *known = text.min(known.clone());
        }
    }
    let mut list: Vec<String> = by_position.into_values().collect();
    list.sort();
    list
}

/// Three aliens close together and some amazons around them.
fn crowd(random: &mut Random) -> Aliens {
    let heart = Point(random.below(93) as u16);
    let mut near = PointSet::of(heart);
    for _ in 0..3 {
        near |= near.iter().fold(near, |set, at| set | kadon().neighbours[at.index()]);
    }
    let mut pick = |count: usize, free: PointSet| {
        let mut set = PointSet::EMPTY;
        for _ in 0..count {
            let left: Vec<Point> = (free - set).iter().collect();
            set.insert(left[random.below(left.len() as u32) as usize]);
        }
        set
    };
    let aliens = pick(3, near);
    let amazons = pick(10, near - aliens);
    Aliens { pieces: Pair([aliens, amazons]), hand: Pair::default(), act: Side::White, chain: None }
}

#[test]
fn agrees_with_a_plain_search() {
    let mut random = Random::new(5);
    for _ in 0..400 {
        let position = crowd(&mut random);
        assert_eq!(turns(&position), plain_turns(&position), "{}", position.setup(Audience::Everyone));
    }
}

#[test]
fn listed_turns_and_set_ups_read_back() {
    let mut random = Random::new(8);
    for _ in 0..30 {
        let position = crowd(&mut random);
        for turn in legal_turns(&position).unwrap() {
            let steps = position.read(Side::White, &turn.text.to_uppercase()).unwrap();
            assert_eq!(position.spell(&steps, Audience::Everyone), turn.text);
            let mut after = position.clone();
            steps.iter().for_each(|&step| after.play(step).unwrap());
            assert_eq!(after, turn.after);
            assert_eq!(set_up(&after.setup(Audience::Everyone)).position(), &after);
        }
    }
}
