//! Engines on other machines. A node puts each position an engine has to think about on the bus; of the workers that listen one
//! gets it, says at once whether it has a thread for it, then every now and then that it still thinks, and at last what it
//! found. A worker that falls silent is given up and the position goes to another one; if there is none, the node
//! thinks itself.
//!
//! A worker is told what one side may know and nothing else: of Yin Yang only what that side has seen.
//!
//! Nobody's turn is played twice: an answer is taken from the worker that was asked last, and the log takes one turn of each
//! number.

mod hire;
mod worker;

pub(crate) use hire::Hiring;
pub use worker::Worker;

use crate::bots::{Found, Request};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taijitu_rules::{AnyPlay, Audience, Record, Side};
use taijitu_search::Known;
use taijitu_search::yinyang::Sight;

/// Where positions are put.
const SUBJECT: &str = "taijitu.engine";
/// Of those in this group one gets each.
const GROUP: &str = "workers";
/// How positions are written. A worker that reads another way says so.
const FORMAT: u32 = 1;

/// A position an engine is wanted for.
#[derive(Debug, Serialize, Deserialize)]
struct Wanted {
    format: u32,
    /// The revision of the game's rules.
    rules: u32,
    game: String,
    white: bool,
    level: u8,
    seed: u64,
    /// What the clock allows, in milliseconds.
    time: Option<u64>,
    told: Told,
}

/// What the side may know.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    /// An open game, as a record.
    Record(String),
    /// What one side has seen of a game of Yin Yang.
    Sight(String),
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    /// It has begun; what is sent to this subject ends it.
    Accepted {
        /// Where to say that it is no longer wanted.
        cancel: String,
    },
    /// All its threads are busy, or it is closing.
    Busy,
    /// It cannot: it knows other rules, or could not read what it was told.
    Cannot {
        /// Why.
        reason: String,
    },
    /// It still thinks.
    Thinking,
    /// It has found a turn, or that there is none.
    Found {
        /// The turn.
        turn: Option<String>,
        /// Whether it thinks its side is better off.
        better: bool,
        /// How long it thought, in milliseconds.
        spent: u64,
    },
}

impl Word {
    fn found(found: Option<Found>, spent: Duration) -> Self {
        let better = found.as_ref().is_some_and(|found| found.better);
        let spent = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
        Self::Found { turn: found.map(|found| found.turn), better, spent }
    }
}

impl Wanted {
    /// A position as it travels; none if it cannot.
    fn of(request: &Request) -> Option<Self> {
        let play = &*request.play;
        let known = Known::to(request.side, play);
        let told = match known.sight() {
            // Whatever cannot be read back as it was is thought about here.
            Some(sight) => {
                let text = sight.to_text();
                (Sight::from_text(&text).as_ref() == Some(sight)).then_some(Told::Sight(text))?
            }
            None => Told::Record(Record::of(play, Audience::Omniscient).to_string()),
        };
        Some(Self {
            format: FORMAT,
            rules: play.meta().revision(),
            game: play.meta().id.into(),
            white: request.side == Side::White,
            level: request.level,
            seed: request.seed,
            time: request.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            told,
        })
    }
}

/// A position as a worker holds it.
enum Position {
    Open(Side, Box<dyn AnyPlay>),
    Seen(Sight),
}

impl Position {
    fn read(wanted: &Wanted) -> Result<Self, String> {
        let side = if wanted.white { Side::White } else { Side::Black };
        match &wanted.told {
            Told::Record(text) => {
                let record = Record::read(text).map_err(|error| error.to_string())?;
                Ok(Self::Open(side, record.replay().map_err(|error| error.to_string())?))
            }
            Told::Sight(text) => {
                Sight::from_text(text).map(Self::Seen).ok_or_else(|| "an unreadable sight".into())
            }
        }
    }

    fn known(&self) -> Known<'_> {
        match self {
            Self::Open(side, play) => Known::to(*side, &**play),
            Self::Seen(sight) => Known::told(sight.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::playout::Random;
    use taijitu_rules::{Options, games};

    /// Every position of a random game of each kind is read as it was written, and thought about the same.
    #[test]
    fn a_position_arrives_as_it_was_sent() {
        for kind in games::GAMES {
            let mut random = Random::new(7);
            let options = Options::parse(kind.meta().options, []).expect("options");
            let mut play = kind.start(options.drawn(kind.meta().options, &mut random)).expect("a start");
            for _ in 0..30 {
                for side in Side::BOTH {
                    let request = Request { side, level: 3, seed: 5, time: None, play: play.boxed_clone() };
                    let wanted = Wanted::of(&request).expect("it can travel");
                    let text = serde_json::to_string(&wanted).expect("plain data");
                    let wanted: Wanted = serde_json::from_str(&text).expect("it is read back");
                    let position = Position::read(&wanted).expect("it is understood");
                    match (&position, Known::to(side, &*play).sight()) {
                        (Position::Seen(seen), Some(sight)) => assert_eq!(seen, sight),
                        (Position::Open(told, arrived), None) => {
                            let setup = |play: &dyn AnyPlay| play.setup(Audience::Omniscient);
                            assert_eq!(
                                (*told, setup(&**arrived)),
                                (side, setup(&*play)),
                                "{}",
                                kind.meta().id
                            );
                        }
                        _ => panic!("{}: open and secret games are told apart", kind.meta().id),
                    }
                }
                if play.outcome().is_some() || play.random_turn(&mut random, 1).is_none() {
                    break;
                }
            }
        }
    }

    /// Two games that differ in what White wrote are the same to Black, also on the way to a worker.
    #[test]
    fn a_worker_is_not_told_secrets() {
        let kind = games::find("yinyang").expect("a game");
        let sent = |white: &str| {
            let black = "laws_black=bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>w.bb";
            let options = Options::parse(kind.meta().options, [black, white]).expect("options");
            let play = kind.start(options).expect("a start");
            let request = Request { side: Side::Black, level: 3, seed: 5, time: None, play };
            serde_json::to_string(&Wanted::of(&request).expect("it can travel")).expect("plain data")
        };
        let one = sent("laws_white=bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw");
        assert_eq!(one, sent("laws_white=....>*,....>*,....>*,....>*"));
        assert!(one.contains("bwbw>b.bw") && !one.contains(".b..>bbw."), "{one}");
    }
}
