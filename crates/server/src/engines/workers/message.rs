//! The messages between nodes and workers, JSON on NATS.

use crate::engines::turn::{BestTurn, TurnRequest, TurnResult};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taijitu_rules::{AnyPlay, Audience, Record, Side};
use taijitu_search::InformationSet;
use taijitu_search::yinyang::Observation;

/// Where positions are published.
pub(super) const SUBJECT: &str = "taijitu.engine";
/// The queue group of the workers: one of them receives each position.
pub(super) const GROUP: &str = "workers";
/// The version of the messages. A worker refuses others.
pub(super) const FORMAT: u32 = 1;

/// A position in which a turn is wanted.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::engines) struct WorkRequest {
    pub(super) format: u32,
    /// The revision of the game's rules.
    pub(super) rules: u32,
    pub(super) game: String,
    white: bool,
    pub(super) level: u8,
    pub(super) seed: u64,
    /// What the clock allows, in milliseconds.
    pub(super) time: Option<u64>,
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

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WorkerReply {
    /// It has begun.
    Accepted {
        /// A message to this subject cancels it.
        cancel: String,
    },
    /// All its threads are busy, or it is closing.
    Busy,
    /// It cannot: it knows other rules, or could not read the request.
    Cannot {
        /// Why.
        reason: String,
    },
    /// It still thinks.
    Thinking,
    /// It has finished.
    Found {
        /// The turn; none if nothing can be played.
        turn: Option<String>,
        /// Whether it thinks that its side is better off.
        better: bool,
        /// How long it thought, in milliseconds.
        spent: u64,
    },
}

impl From<TurnResult> for WorkerReply {
    fn from(result: TurnResult) -> Self {
        Self::Found {
            better: result.best.as_ref().is_some_and(|best| best.is_better),
            turn: result.best.map(|best| best.turn),
            spent: u64::try_from(result.spent.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl WorkerReply {
    /// The result of a worker that has finished.
    pub(super) fn into_result(self) -> Option<TurnResult> {
        let Self::Found { turn, better, spent } = self else { return None };
        let best = turn.map(|turn| BestTurn { turn, is_better: better });
        Some(TurnResult { best, spent: Duration::from_millis(spent) })
    }
}

impl WorkRequest {
    /// The request as it is sent; none if the position cannot be written.
    pub(in crate::engines) fn new(request: &TurnRequest) -> Option<Self> {
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

/// A position as a worker holds it.
pub(super) enum ReceivedPosition {
    Open(Side, Box<dyn AnyPlay>),
    Seen(Observation),
}

impl ReceivedPosition {
    /// Reads the position of a request.
    ///
    /// # Errors
    /// If it is malformed or not legal.
    pub(super) fn read(request: &WorkRequest) -> Result<Self, String> {
        let side = if request.white { Side::White } else { Side::Black };
        match &request.position {
            SentPosition::Record(text) => {
                let record = Record::read(text).map_err(|error| error.to_string())?;
                Ok(Self::Open(side, record.replay().map_err(|error| error.to_string())?))
            }
            SentPosition::Sight(text) => {
                Observation::from_text(text).map(Self::Seen).ok_or_else(|| "an unreadable sight".into())
            }
        }
    }

    /// What the side knows.
    pub(super) fn known(&self) -> InformationSet<'_> {
        match self {
            Self::Open(side, play) => InformationSet::to(*side, &**play),
            Self::Seen(sight) => InformationSet::told(sight.clone()),
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
                    let request =
                        TurnRequest { side, level: 3, seed: 5, time: None, play: play.boxed_clone() };
                    let wanted = WorkRequest::new(&request).expect("it can travel");
                    let text = serde_json::to_string(&wanted).expect("plain data");
                    let wanted: WorkRequest = serde_json::from_str(&text).expect("it is read back");
                    let position = ReceivedPosition::read(&wanted).expect("it is understood");
                    match (&position, InformationSet::to(side, &*play).sight()) {
                        (ReceivedPosition::Seen(seen), Some(sight)) => assert_eq!(seen, sight),
                        (ReceivedPosition::Open(told, arrived), None) => {
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

        let best = Some(BestTurn { turn: "a1".into(), is_better: true });
        let found = TurnResult { best, spent: Duration::from_millis(7) };
        let replies = [
            (WorkerReply::Accepted { cancel: "inbox".into() }, r#"{"accepted":{"cancel":"inbox"}}"#),
            (WorkerReply::Busy, r#""busy""#),
            (WorkerReply::Cannot { reason: "why".into() }, r#"{"cannot":{"reason":"why"}}"#),
            (WorkerReply::Thinking, r#""thinking""#),
            (found.into(), r#"{"found":{"turn":"a1","better":true,"spent":7}}"#),
        ];
        for (reply, expected) in replies {
            assert_eq!(serde_json::to_string(&reply).expect("plain data"), expected);
        }
    }
}
