//! The texts that a page without rules gets: names, buttons, prompts, and why something cannot be touched.

use crate::common::VARIANTS;
use std::collections::BTreeSet;
use taijitu_rules::playout::Random;
use taijitu_rules::view::Piece;
use taijitu_rules::{AnyPlay, Audience, Lang, Options, Side, Touch, games};

fn start(game: &str, options: &[&str]) -> Box<dyn AnyPlay> {
    let kind = games::find(game).expect("a game");
    kind.start(Options::parse(kind.meta().options, options.iter().copied()).expect("options"))
        .expect("a start")
}

fn at(game: &str, options: &[&str], setup: &str) -> Box<dyn AnyPlay> {
    let kind = games::find(game).expect("a game");
    let options = Options::parse(kind.meta().options, options.iter().copied()).expect("options");
    kind.set_up(options, setup).expect("a position")
}

/// Plays at random by touching, and looks at everything on the way.
fn look_around(play: &mut dyn AnyPlay, random: &mut Random, mut look: impl FnMut(&dyn AnyPlay, &Touch)) {
    for _ in 0..60 {
        if play.outcome().is_some() {
            return;
        }
        let side = play.to_act().side();
        let mut draft = play.draft(side);
        while !draft.is_complete() {
            let choices = draft.choices();
            for touch in choices.iter().take(30) {
                look(play, touch);
                assert_eq!(draft.why_not(touch), None, "what may be touched may be touched");
            }
            assert!(!draft.prompt().en.is_empty() && !draft.prompt().fr.is_empty());
            let choice = choices[random.below(choices.len() as u32) as usize].clone();
            draft.touch(choice).expect("a choice");
        }
        play.turn_by(side, &draft.text(Audience::Side(side))).expect("what was built");
    }
}

#[test]
fn every_piece_and_every_button_of_a_game_is_listed_and_every_listed_word_is_its_own() {
    for variant in VARIANTS.iter() {
        let meta = games::find(variant.game).expect("a game").meta();
        let mut play = start(variant.game, variant.options);
        look_around(&mut *play, &mut Random::new(11), |play, touch| {
            let view = play.view(Audience::Everyone);
            let pieces =
                view.pieces.iter().map(|placed| placed.piece).chain(view.trays.iter().map(|tray| tray.piece));
            for piece in pieces {
                assert!(meta.pieces.iter().any(|known| known.id() == piece.id()), "{}: {piece:?}", meta.id);
            }
            if let Touch::Word(word) = touch {
                assert!(meta.words.iter().any(|button| button.word == *word), "{}: {word}", meta.id);
            }
        });
        // A word the game has is explained where it cannot be played.
        let play = start(variant.game, variant.options);
        let draft = play.draft(play.to_act().side());
        for button in meta.words {
            let why = draft.why_not(&Touch::Word(button.word)).expect("no game begins with it");
            assert!(meta.id == "aliens" || why.code() != "not-legal", "{} {}", meta.id, button.word);
        }
    }
}

/// An editor that knows the pieces of a game and their keys can write every set-up.
#[test]
fn the_key_of_a_piece_is_where_set_ups_list_it() {
    for variant in VARIANTS.iter() {
        let meta = games::find(variant.game).expect("a game").meta();
        let palette: Vec<Piece> = meta.pieces.iter().flat_map(|piece| piece.colours()).collect();
        let mut play = start(variant.game, variant.options);
        look_around(&mut *play, &mut Random::new(3), |play, _| {
            let (view, setup) = (play.view(Audience::Everyone), play.setup(Audience::Everyone));
            for piece in &palette {
                let key = piece.setup_key();
                let here = view.pieces.iter().filter(|placed| placed.piece == *piece);
                let seen: BTreeSet<&str> = here.map(|placed| view.board.name(placed.at)).collect();
                let listed = setup.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
                let listed: BTreeSet<&str> = listed.into_iter().flat_map(|names| names.split(',')).collect();
                assert_eq!(seen, listed, "{} {key}= of {setup}", variant.game);
            }
            assert!(view.pieces.iter().all(|placed| palette.contains(&placed.piece)), "{}", variant.game);
        });
    }
}

#[test]
fn errors_of_a_set_up_are_in_both_languages() {
    for (game, setup, en, fr) in [
        ("quinta", "w=a1 act", "`act` is not a part", "« act » n’est pas un élément"),
        ("quinta", "w=a1", "a set-up needs act=", "une position demande act="),
        ("quinta", "w=a1 b=a1 act=white", "two pieces on a1", "deux pièces en a1"),
        ("quinta", "w=z9 act=white", "`z9` in w=: no such point", "« z9 » dans w= : ce point n’existe pas"),
        ("quinta", "act=white act=black", "key `act` is given twice", "la clé « act » est donnée deux fois"),
        (
            "quinta",
            "act=red",
            "`act=red`: act takes white or black",
            "« act=red » : act prend white ou black",
        ),
        ("quinta", "ko=a1 act=white", "unknown key `ko`", "clé « ko » inconnue"),
        (
            "aliens",
            "whand=9 act=white",
            "`whand=9`: whand takes a number",
            "« whand=9 » : whand prend un nombre",
        ),
        ("aliens", "act=white", "there are three aliens", "il y a trois envahisseurs"),
        ("yinsh", "wm=e5 act=white", "markers on the board while", "des marqueurs sur le plateau alors"),
        ("zen", "act=white", "there are no pawns", "il n’y a pas de pions"),
        ("yinyang", "lb=x act=black", "lb=: `x`: ", "lb= : « x » : "),
    ] {
        let kind = games::find(game).expect("a game");
        let options = Options::parse(kind.meta().options, []).expect("options");
        let Err(error) = kind.set_up(options, setup) else { panic!("{game}: {setup} cannot be") };
        for (lang, begins) in [(Lang::En, en), (Lang::Fr, fr)] {
            assert!(error.say(lang).starts_with(begins), "{game}: {}", error.say(lang));
        }
        assert_eq!(error.say(Lang::En), error.to_string());
    }
}

#[test]
fn a_sentence_says_what_each_game_is() {
    for meta in games::GAMES.iter().map(|game| game.meta()) {
        for text in [meta.blurb.en, meta.blurb.fr] {
            assert!((60..=180).contains(&text.chars().count()) && text.ends_with('.'), "{}: {text}", meta.id);
        }
        assert_ne!(meta.blurb.en, meta.blurb.fr);
    }
}

/// A game says that its turns are placements exactly if every touch of a random game is a point that ends the turn.
#[test]
fn games_of_placement_say_so() {
    for game in games::GAMES {
        let mut play = start(game.meta().id, &[]);
        let mut only_placements = true;
        look_around(&mut *play, &mut Random::new(7), |play, touch| {
            let mut draft = play.draft(play.to_act().side());
            let empty = |point| play.view(Audience::Everyone).at(point).is_none();
            only_placements &= match touch {
                Touch::Point(point) => {
                    empty(*point) && draft.touch(touch.clone()).is_ok() && draft.is_complete()
                }
                _ => touch == &Touch::Word("swap"),
            };
        });
        assert_eq!(game.meta().placement, only_placements, "{}", game.meta().id);
    }
}

/// The sample position of a game is a legal one of the middle game, with pieces to show.
#[test]
fn every_game_has_a_sample_position() {
    for game in games::GAMES {
        let (id, sample) = (game.meta().id, game.meta().sample);
        let play = at(id, &[], sample);
        assert_eq!(
            play.setup(Audience::Everyone),
            play.setup(Audience::Omniscient),
            "{id}: a sample has no secrets"
        );
        assert!(play.outcome().is_none(), "{id}: {sample} is decided");
        assert!(play.view(Audience::Everyone).pieces.len() > 10, "{id}: {sample} is nearly empty");
    }
}

/// Any touch at any moment has an answer that is not a shrug.
#[test]
fn nothing_is_refused_without_a_reason() {
    for variant in VARIANTS.iter() {
        let (mut play, mut random) = (start(variant.game, variant.options), Random::new(5));
        for _ in 0..25 {
            if play.outcome().is_some() {
                break;
            }
            let side = play.to_act().side();
            let points = play.view(Audience::Everyone).board.len() as u32;
            let mut draft = play.draft(side);
            while !draft.is_complete() {
                for _ in 0..8 {
                    let touch = Touch::Point(taijitu_rules::Point(random.below(points) as u16));
                    if let Some(why) = draft.why_not(&touch) {
                        let pending = draft.pending();
                        assert!(why.code() != "not-legal", "{} {pending:?} {touch:?}", variant.game);
                        assert!(!why.say(Lang::En).is_empty() && !why.say(Lang::Fr).is_empty());
                    }
                }
                let choices = draft.choices();
                draft.touch(choices[random.below(choices.len() as u32) as usize].clone()).expect("a choice");
            }
            play.turn_by(side, &draft.text(Audience::Side(side))).expect("what was built");
        }
    }
}

/// Why the last of these words cannot be touched after the others: names of points, words, `L2` for a law, `>` in a
/// law's text.
fn why(play: &dyn AnyPlay, touches: &str) -> String {
    let board = play.view(Audience::Everyone).board;
    let touch = |word: &str| match board.find(word) {
        Some(point) => Touch::Point(point),
        None if word.contains('>') => Touch::Text(word.into()),
        None if word.starts_with('L') => Touch::Law(word[1..].parse().expect("a number")),
        None => Touch::Word(play.meta().words.iter().find(|button| button.word == word).expect(word).word),
    };
    let words: Vec<&str> = touches.split(' ').collect();
    let (last, first) = words.split_last().expect("a touch");
    let mut draft = play.draft(play.to_act().side());
    for word in first {
        draft.touch(touch(word)).expect(word);
    }
    draft.why_not(&touch(last)).map_or_else(|| "it can".into(), |why| why.to_string())
}

#[test]
fn yinsh_says_why() {
    let play = at("yinsh", &[], "wr=e5,e9 br=g5 act=white");
    assert_eq!(why(&*play, "g5"), "g5 is occupied");
    assert_eq!(why(&*play, "pass"), "you cannot pass: you have rings to place");
    let play = at("yinsh", &[], "wr=e5,e9,a2,k7,k10 br=g5,b1,c1,d1,e1 wm=f5 bm=e7 act=white");
    assert_eq!(why(&*play, "g5"), "the piece on g5 is not yours");
    assert_eq!(why(&*play, "e6"), "nothing stands on e6");
    assert_eq!(why(&*play, "f5"), "there is a marker on f5, not a ring");
    assert_eq!(
        why(&*play, "e5 e10"),
        "after jumping markers the ring must stop on the first empty point behind them, at e8"
    );
    assert_eq!(why(&*play, "e5 h5"), "a ring stands in between, at g5");
    assert_eq!(why(&*play, "e5 g6"), "a ring moves along a line of the board, and e5-g6 is not one");
    assert_eq!(why(&*play, "pass"), "pass is only allowed when no ring can move");
    let play = at("yinsh", &[], "wr=e5,e9,a2,k7,k10 br=g5,b1,c1,d1,e1 wm=g6,g7,g8,g9,g10,b2 act=white");
    assert_eq!(why(&*play, "g8"), "choose the row by its ends, the one on g6 first");
    assert_eq!(why(&*play, "b2"), "the marker on b2 is not part of a row of five");
    assert_eq!(why(&*play, "e5"), "not a row: no marker of yours on e5");
    assert_eq!(
        why(&*play, "g6 g9"),
        "a row is five adjacent points in a line; these two points are not its ends"
    );
    assert_eq!(why(&*play, "g6 g10 g5"), "the piece on g5 is not yours");
    let stuck = "wr=a2,e9,i11,k7,k10 br=a3,b2,b3,d1,e1 act=white";
    assert_eq!(why(&*at("yinsh", &[], stuck), "a2"), "the piece on a2 has nowhere to go");
}

#[test]
fn y_says_why() {
    let mut play = start("y", &["board=triangle-5"]);
    assert_eq!(why(&*play, "swap"), "swap can only answer the first stone, and only with pie=on");
    play.turn("c3").unwrap();
    assert_eq!(why(&*play, "c3"), "c3 is occupied");
    assert_eq!(why(&*play, "swap"), "it can");
    let draft = play.draft(Side::Black);
    assert_eq!(
        draft.why_not(&Touch::Point(taijitu_rules::Point(0))).unwrap().to_string(),
        "it is White’s turn"
    );
    let draft = play.draft(Side::White);
    let off = Touch::Point(taijitu_rules::Point(999));
    assert_eq!(draft.why_not(&off).unwrap().to_string(), "no such point on the triangular board of side 5");
}

#[test]
fn aliens_say_why() {
    let play = at("aliens", &[], "w=c7 whand=2 bhand=30 act=white");
    assert_eq!(why(&*play, "c7"), "c7 is occupied");
    let board = "w=a1,c3,d15 b=a2,a24,b1,a3,a23,b2,b21,c1,c2,a5,a6";
    let play = at("aliens", &[], &format!("{board} act=white"));
    assert_eq!(why(&*play, "a2"), "the piece on a2 is not yours");
    assert_eq!(why(&*play, "e1"), "nothing stands on e1");
    assert_eq!(why(&*play, "c3 e9"), "e9 cannot be reached from c3");
    assert_eq!(why(&*play, "a1"), "the piece on a1 has nowhere to go");
    let play = at("aliens", &[], &format!("{board} act=black"));
    assert_eq!(why(&*play, "c3"), "the piece on c3 is not yours");
    assert_eq!(why(&*play, "a5 a7"), "an amazon never jumps: it steps to a neighbouring node");
}

#[test]
fn stones_that_slide_say_why() {
    for game in ["quinta", "sexta", "singularity", "tetra"] {
        let play = at(game, &[], "b=a1,a5 w=a2,a24,b1,a7 act=black");
        assert_eq!(why(&*play, "a2"), "the piece on a2 is not yours", "{game}");
        assert_eq!(why(&*play, "a10"), "nothing stands on a10", "{game}");
        assert_eq!(why(&*play, "a1"), "the piece on a1 has nowhere to go", "{game}");
        assert_eq!(why(&*play, "a5 a7"), "a7 is occupied", "{game}");
        assert_eq!(why(&*play, "a5 f1"), "f1 cannot be reached from a5", "{game}");
        assert_eq!(why(&*play, "pass"), "you may pass only if nothing else is possible", "{game}");
    }
    assert_eq!(why(&*at("quinta", &[], "b=a5 w=a7 act=black"), "a5 a8"), "a piece stands in between, at a7");
    assert_eq!(why(&*at("tetra", &[], "b=a5 act=black"), "a5 a8"), "a stone slides 2 nodes at most");
    assert_eq!(why(&*at("tetra", &[], "b=a5 bhand=1 act=black"), "a5"), "a5 is occupied");
    let fusion = at("singularity", &[], "b=c3,e2,f1 w=e3 act=black");
    assert_eq!(
        why(&*fusion, "c3 d3 e3"),
        "the moved stone touches no stone of yours on e3 in the central region"
    );
    let two = at("singularity", &[], "b=f1,f2,a1 act=black");
    let only_one = "at the end of your turn you may hold only one of f1, f2 and f3";
    assert_eq!(why(&*two, "a1"), only_one, "it could slide, but nowhere near the centre");
}

#[test]
fn leap_over_says_why() {
    let play = at("leapover", &[], "b=a5,c3,a20 w=a6,a13 act=black");
    assert_eq!(why(&*play, "a6"), "the piece on a6 is not yours");
    assert_eq!(why(&*play, "a7"), "nothing stands on a7");
    assert_eq!(why(&*play, "a20"), "the stone on a20 has nothing to jump over");
    assert_eq!(why(&*play, "a5 a4"), "a4 is a step away, and stones only jump");
    assert_eq!(why(&*play, "a5 a3"), "there is no stone to jump over at a4");
    assert_eq!(why(&*play, "a5 a7"), "it can");
    assert_eq!(why(&*play, "pass"), "you may pass only if none of your stones can jump");
}

#[test]
fn zen_says_why() {
    let play = start("zen", &["first=white"]);
    let view = play.view(Audience::Everyone);
    let of = |side| {
        let placed = view.pieces.iter().find(|placed| placed.piece.side() == Some(side)).expect("pawns");
        view.board.name(placed.at)
    };
    assert_eq!(why(&*play, of(Side::Black)), format!("the piece on {} is not yours", of(Side::Black)));
    assert_eq!(why(&*play, "e5"), "nothing stands on e5");
    assert_eq!(why(&*play, "pass"), "you may pass only if you have no legal move");
    assert_eq!(
        why(&*play, "concede"),
        "only a player who has just lost to an unannounced check can concede or take back"
    );
    let movable = play.draft(Side::White).choices();
    let Touch::Point(from) = movable[0] else { panic!("a pawn") };
    let from = view.board.name(from);
    assert_eq!(
        why(&*play, &format!("{from} {from}")),
        "a piece moves in a straight line: along a row, a column or a diagonal"
    );
}

const LAWS: [&str; 2] =
    ["laws_black=b...>....,w...>....,bbbb>*,wwww>*", "laws_white=b...>....,w...>....,bbbb>*,wwww>*"];

#[test]
fn yin_yang_says_why() {
    let writing = start("yinyang", &[]);
    assert_eq!(why(&*writing, "a1"), "both players write their laws first: laws LAW LAW LAW LAW");
    assert!(why(&*writing, "wbwb>wbw").starts_with("a law is four cells"), "{}", why(&*writing, "wbwb>wbw"));
    assert_eq!(why(&*writing, "wwww>www."), "it can");
    let play = at("yinyang", &LAWS, "b=a1,a2,b1,c3 w=d4,d3,b2 act=black");
    assert_eq!(why(&*play, "d4"), "the piece on d4 is not yours");
    assert_eq!(why(&*play, "a4"), "nothing stands on a4");
    assert_eq!(why(&*play, "a1"), "the piece on a1 has nowhere to go");
    assert_eq!(why(&*play, "a2 b2"), "b2 is occupied");
    assert_eq!(why(&*play, "a2 c4"), "c4 cannot be reached from a2");
    assert_eq!(why(&*play, "L4"), "no block shows the cause of L4, seen from your seat");
    assert_eq!(why(&*play, "L9"), "laws are called L1, L2, L3 and L4");
    assert_eq!(why(&*play, "a2 a3 b1"), "a turn has at most one move");
    assert_eq!(why(&*play, "done"), "nothing is played yet: move a stone or apply a law");
}

#[test]
fn a_half_made_step_says_what_follows() {
    let prompt = |play: &dyn AnyPlay, touches: &[&str]| {
        let board = play.view(Audience::Everyone).board;
        let mut draft = play.draft(play.to_act().side());
        for name in touches {
            draft.touch(board.find(name).map_or(Touch::Law(1), Touch::Point)).expect(name);
        }
        draft.prompt().en
    };
    let rings = at("yinsh", &[], "wr=e5,e9,a2,k7,k10 br=g5,b1,c1,d1,e1 act=white");
    assert_eq!(prompt(&*rings, &["e5"]), "choose where the ring goes");
    let row = at("yinsh", &[], "wr=e5,e9,a2,k7,k10 br=g5,b1,c1,d1,e1 wm=g6,g7,g8,g9,g10 act=white");
    assert_eq!(prompt(&*row, &["g6"]), "choose the last marker of the row");
    assert_eq!(prompt(&*row, &["g6", "g10"]), "choose the ring you take off for this row");
    assert_eq!(prompt(&*start("leapover", &[]), &["c3"]), "choose where its jumps end");
    assert_eq!(prompt(&*start("quinta", &[]), &["a1"]), "choose where it goes");
    let laws = at("yinyang", &LAWS, "b=a1,c3 w=d4 act=black");
    assert_eq!(prompt(&*laws, &["L1"]), "choose the block it is applied to");
}

#[test]
fn boards_say_how_they_may_be_turned() {
    let rotations = |game, options: &[&str]| start(game, options).view(Audience::Everyone).board.rotations();
    assert_eq!(rotations("yinsh", &[]), [60, 120, 180, 240, 300]);
    assert_eq!(rotations("quinta", &[]), [120, 240]);
    assert_eq!(rotations("y", &["board=triangle-7"]), [120, 240]);
    assert_eq!(rotations("zen", &[]), [90, 180, 270]);
    assert_eq!(rotations("yinyang", &[]), [90, 180, 270]);
}
