//! A requested turn as a message, for an engine in another process, on another machine or in another worker of a browser.
//!
//! The message contains what one side may know and nothing else: of Yin Yang only what that side has seen.

use crate::turn::{CachedEngine, TurnRequest, TurnResult, TurnSettings};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taijitu_protocol::json;
use taijitu_rules::{AnyPlay, Audience, Record, Side, games};
use taijitu_search::yinyang::Observation;
use taijitu_search::{InformationSet, Stop};

/// The version of the messages. A worker refuses others.
const FORMAT: u32 = 1;

/// A position in which a turn is wanted.
#[derive(Debug, Serialize, Deserialize)]
pub struct WorkRequest {
    format: u32,
    /// The revision of the game's rules.
    rules: u32,
    game: String,
    white: bool,
    level: u8,
    seed: u64,
    /// What the clock allows, in milliseconds.
    time: Option<u64>,
    #[serde(rename = "told")]
    position: SentPosition,
}

/// What the side may know.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SentPosition {
    /// An open game, as a record.
    Record(String),
    /// What one side has seen of a game of Yin Yang.
    Sight(String),
}

impl WorkRequest {
    /// The request as it is sent; `None` if the position cannot be written.
    #[must_use]
    pub fn new(request: &TurnRequest) -> Option<Self> {
        let play = &*request.play;
        let known = InformationSet::to(request.side, play);
        let position = match known.sight() {
            // A text that does not read back as it was is not sent.
            Some(sight) => {
                let text = sight.to_text();
                (Observation::from_text(&text).as_ref() == Some(sight))
                    .then_some(SentPosition::Sight(text))?
            }
            None => SentPosition::Record(Record::of(play, Audience::Omniscient).to_string()),
        };
        Some(Self {
            format: FORMAT,
            rules: play.meta().revision(),
            game: play.meta().id.into(),
            white: request.side == Side::White,
            level: request.level,
            seed: request.seed,
            time: request.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            position,
        })
    }
}

/// A request that was read: the position as its side knows it, and how to search it.
pub struct ReceivedRequest {
    game: String,
    settings: TurnSettings,
    position: ReceivedPosition,
}

/// A position as it was received.
#[derive(Debug)]
enum ReceivedPosition {
    Open(Side, Box<dyn AnyPlay>),
    Seen(Observation),
}

impl ReceivedRequest {
    /// Reads a message.
    ///
    /// # Errors
    /// A message, in English, if the request is malformed, not legal, or of other rules than this program has.
    pub fn read(message: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(message).map_err(|error| error.to_string())?;
        let request: WorkRequest = json::read_stored(text).map_err(|error| error.to_string())?;
        let known = games::find(&request.game).map(|kind| kind.meta().revision());
        if request.format != FORMAT || known != Some(request.rules) {
            return Err(format!(
                "this program has no revision {} of the rules of {}",
                request.rules, request.game
            ));
        }
        let position = ReceivedPosition::read(&request)?;
        let settings = TurnSettings {
            level: request.level,
            seed: request.seed,
            share: 1.0,
            time: request.time.map(Duration::from_millis),
        };
        Ok(Self { game: request.game, settings, position })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Finds the turn.
    pub fn find(&self, engine: &mut CachedEngine, stop: &Stop) -> TurnResult {
        engine.find(&self.game, &self.position.known(), &self.settings, stop)
    }
}

impl ReceivedPosition {
    fn read(request: &WorkRequest) -> Result<Self, String> {
        let side = if request.white { Side::White } else { Side::Black };
        match &request.position {
            SentPosition::Record(text) => {
                let record = Record::read(text).map_err(|error| error.to_string())?;
                Ok(Self::Open(side, record.replay().map_err(|error| error.to_string())?))
            }
            SentPosition::Sight(text) => {
                Observation::from_text(text).map(Self::Seen).ok_or_else(|| "an unreadable observation".into())
            }
        }
    }

    /// What the side knows.
    fn known(&self) -> InformationSet<'_> {
        match self {
            Self::Open(side, play) => InformationSet::to(*side, &**play),
            Self::Seen(sight) => InformationSet::from_observation(sight.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::Options;
    use taijitu_rules::playout::Random;

    /// Every position of a random game of each kind is read as it was written, and thought about the same.
    #[test]
    fn a_position_arrives_as_it_was_sent() {
        for kind in games::GAMES {
            let mut random = Random::new(7);
            let options = Options::parse(kind.meta().options, []).expect("options");
            let mut play = kind.start(options.drawn(kind.meta().options, &mut random)).expect("a start");
            for _ in 0..30 {
                for side in Side::BOTH {
                    let request =
                        TurnRequest { side, level: 3, seed: 5, time: None, play: play.boxed_clone() };
                    let wanted = WorkRequest::new(&request).expect("it can travel");
                    let text = serde_json::to_string(&wanted).expect("plain data");
                    let position = ReceivedRequest::read(text.as_bytes()).expect("it is understood").position;
                    match (&position, InformationSet::to(side, &*play).sight()) {
                        (ReceivedPosition::Seen(seen), Some(sight)) => assert_eq!(seen, sight),
                        (ReceivedPosition::Open(to_move, arrived), None) => {
                            let setup = |play: &dyn AnyPlay| play.setup(Audience::Omniscient);
                            assert_eq!(
                                (*to_move, setup(&**arrived)),
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
            let request = TurnRequest { side: Side::Black, level: 3, seed: 5, time: None, play };
            serde_json::to_string(&WorkRequest::new(&request).expect("it can travel")).expect("plain data")
        };
        let one = sent("laws_white=bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw");
        assert_eq!(one, sent("laws_white=....>*,....>*,....>*,....>*"));
        assert!(one.contains("bwbw>b.bw") && !one.contains(".b..>bbw."), "{one}");
    }

    /// Nodes and workers of different versions share a bus: what they send each other must not change.
    #[test]
    fn messages_are_written_as_they_always_were() {
        let kind = games::find("quinta").expect("a game");
        let play = kind.start(Options::parse(kind.meta().options, []).expect("options")).expect("a start");
        let record = Record::of(&*play, Audience::Omniscient).to_string();
        let time = Some(Duration::from_millis(250));
        let request = TurnRequest { side: Side::Black, level: 3, seed: 5, time, play };
        let sent = WorkRequest::new(&request).expect("it can be sent");
        let record = serde_json::to_string(&record).expect("plain data");
        let rules = kind.meta().revision();
        let expected = format!(
            r#"{{"format":1,"rules":{rules},"game":"quinta","white":false,"level":3,"seed":5,"time":250,"#,
        ) + &format!(r#""told":{{"record":{record}}}}}"#);
        assert_eq!(serde_json::to_string(&sent).expect("plain data"), expected);
    }
}
