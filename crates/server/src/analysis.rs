//! Analysis: what an engine thinks of a position, told while it thinks.
//!
//! It runs in the pool of [`bots`](crate::bots) behind the turns at tables, one at a time for a visitor, as long as
//! somebody listens. In Yin Yang with all laws given the game is solved instead.

pub(crate) mod exact;
pub(crate) mod insight;
pub(crate) mod listening;

use crate::auth::Visitor;
use crate::bots::{Lane, Task};
use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use futures_util::Stream;
use listening::{Heard, InLine, Listening, Place, What};
use std::sync::Arc;
use std::time::Duration;
use taijitu_protocol::{AnalysisNews, Code, Insight, PlayerId, Problem, Study, Words};
use taijitu_rules::{AnyPlay, Side};
use taijitu_search::engine::Score as Judged;
use taijitu_search::{Known, Limits, Player, Stop};
use taijitu_store::TableState;
use taijitu_table::Studied;
use tokio::sync::watch;

/// What the engine says before a game is solved.
const FIRST_LOOK: Duration = Duration::from_millis(500);

/// A law in place of one that is not known; the engine does not see it.
const UNKNOWN_LAW: &str = "....>*";

/// A position to be analysed.
pub(crate) struct Asked {
    /// The position.
    pub play: Box<dyn AnyPlay>,
    /// Whose turn is looked for.
    pub side: Side,
    /// Whether everything is known that there is to know.
    pub open: bool,
    /// How many turns to compare.
    pub lines: usize,
    /// How long to think.
    pub time: Duration,
}

/// Reads a position. In Yin Yang laws may be unknown, `?`: then the engine thinks from the other side's eyes.
///
/// # Errors
/// If it cannot be, or its laws cannot be unknown.
pub(crate) fn read(study: &Study, lines: usize, time: Duration) -> std::result::Result<Asked, Problem> {
    let known = study.setup.as_ref().map(|setup| setup.replace('?', UNKNOWN_LAW));
    let hides = |key: &str| {
        let mut fields = study.setup.as_deref().unwrap_or_default().split_whitespace();
        study.game == "yinyang" && fields.any(|field| field.starts_with(key) && field.contains('?'))
    };
    let hidden = [("lw=", Side::White), ("lb=", Side::Black)].map(|(key, side)| hides(key).then_some(side));
    let studied = if hidden == [None, None] {
        Studied::read(study)?
    } else {
        Studied::read(&Study { setup: known, ..study.clone() })?
    };
    let (eyes, play) = studied.into_play();
    let act = play.to_act();
    let side = if act.includes(eyes) { eyes } else { act.side() };
    if play.outcome().is_none() && hidden.contains(&Some(side)) {
        return Err(Problem::new(
            Code::NotNow,
            "the engine cannot choose for a side whose laws are not known: give them, or let the other side act",
            "le moteur ne peut pas choisir pour un camp dont les lois ne sont pas connues : donnez-les, ou laissez \
             jouer l'autre camp",
        ));
    }
    Ok(Asked { play, side, open: hidden == [None, None], lines, time })
}

/// Refuses whoever plays the same game against somebody else just now.
///
/// # Errors
/// If so, or the database fails.
pub(crate) async fn check_not_playing(house: &House, player: Option<PlayerId>, game: &str) -> Result<()> {
    let Some(player) = player else { return Ok(()) };
    let player = player.to_string();
    let tables = house.store.tables_of(&player, &[TableState::Running], None, i64::MAX).await?;
    for table in tables.iter().filter(|table| table.table.kind == game) {
        let seats = house.store.seats(&table.table.id).await?;
        if seats.iter().any(|seat| seat.player != player) {
            return Err(Refused::new(
                Code::NotNow,
                "you are playing this game against somebody: no engine helps you until it is over",
                "vous jouez à ce jeu contre quelqu'un : aucun moteur ne vous aide avant la fin de la partie",
            ));
        }
    }
    Ok(())
}

/// What is known so far.
#[derive(Clone, Debug, Default)]
struct Found {
    insight: Option<Insight>,
    end: Option<End>,
}

/// How an analysis ended.
#[derive(Clone, Copy, Debug)]
enum End {
    Done,
    /// There is nothing to say.
    Nothing,
}

/// An analysis in the pool.
struct Analysis {
    asked: Asked,
    player: Option<Player>,
    spent: Duration,
    /// The depth reached before it was laid aside, and the nodes looked at.
    before: (u32, u64),
    tell: watch::Sender<Found>,
}

impl Analysis {
    fn tell(&self, insight: Insight) {
        self.tell.send_modify(|found| found.insight = Some(insight));
    }

    fn end(&self, end: End) -> bool {
        self.tell.send_modify(|found| found.end = Some(end));
        false
    }

    /// Lets the engine think; false if it has nothing to say.
    fn think(&mut self, limit: Duration, pause: &Stop) -> bool {
        let Asked { play, side, lines, .. } = &self.asked;
        let Some(player) = self.player.as_mut() else { return false };
        player.set_others(lines - 1);
        let (began, spent, (depth, nodes)) = (instant(), self.spent, self.before);
        let mut reached = self.before;
        let mut hear = |thought: &taijitu_search::Thought| {
            // After a pause the first depths are gone through again: nobody wants to hear of them.
            let again = matches!(thought.score, Judged::Points(_)) && thought.depth < depth;
            reached = (reached.0.max(thought.depth), nodes + thought.nodes);
            if !again {
                let ms = (spent + began.elapsed()).as_millis();
                let thought = taijitu_search::Thought { nodes: reached.1, ..thought.clone() };
                let insight = insight::insight(&**play, *side, &thought, ms);
                self.tell.send_modify(|found| found.insight = Some(insight));
            }
        };
        let known = Known::to(*side, &**play);
        let thought = player.think(&known, Limits::time(limit.saturating_sub(spent)), pause, &mut hear);
        if let Some(thought) = &thought {
            hear(thought);
        }
        self.before = reached;
        self.spent += began.elapsed();
        thought.is_some()
    }

    fn ready(&mut self) {
        if self.player.is_none() {
            self.player = Player::full(self.asked.play.meta().id);
        }
    }
}

impl Task for Analysis {
    fn work(&mut self, pause: &Stop) -> bool {
        self.ready();
        let limit = self.asked.time;
        if !self.think(limit, pause) {
            return self.end(End::Nothing);
        }
        if pause.is_set() && self.spent < limit {
            return true;
        }
        self.end(End::Done)
    }
}

/// A game of Yin Yang to be solved.
struct Exact {
    house: House,
    analysis: Analysis,
}

impl Task for Exact {
    fn work(&mut self, pause: &Stop) -> bool {
        let began = instant();
        self.analysis.ready();
        self.analysis.think(FIRST_LOOK, pause);
        let Some(play) = exact::game(&*self.analysis.asked.play) else {
            return self.analysis.end(End::Nothing);
        };
        let solved = self.house.solved.from(play.position(), pause);
        match solved {
            Ok(solution) => {
                let ms = began.elapsed().as_millis();
                self.analysis.tell(exact::insight(&solution, play, self.analysis.asked.lines, ms));
                self.analysis.end(End::Done)
            }
            Err(_) if pause.is_set() => false,
            // Too large to solve: what the engine thinks has to do.
            Err(_) => {
                self.analysis.think(self.analysis.asked.time, pause);
                self.analysis.end(End::Done)
            }
        }
    }
}

/// Begins an analysis: its news, until it is over. Nobody who listens, nothing thought.
///
/// # Errors
/// If too many wait.
pub(crate) fn begin(
    house: &House,
    who: &Visitor,
    asked: Asked,
) -> Result<impl Stream<Item = AnalysisNews> + use<>> {
    let place = Place::take(house, who, What::Analysis)?;
    let (tell, heard) = watch::channel(Found::default());
    let solvable = asked.open && exact::game(&*asked.play).is_some();
    let lane = if solvable { Lane::Exact } else { Lane::Pool };
    let analysis = Analysis { asked, player: None, spent: Duration::ZERO, before: (0, 0), tell };
    let task: Box<dyn Task> =
        if solvable { Box::new(Exact { house: house.clone(), analysis }) } else { Box::new(analysis) };
    let line = Arc::new(InLine::new(house.clone(), house.bots.line_up(lane, task)?));
    let listening = Listening::new(place, line, heard, false);
    Ok(futures_util::stream::unfold(Some((listening, None)), tell_next))
}

type State = (Listening<Found>, Option<End>);

/// The next line of an analysis, and what is left to tell.
async fn tell_next(state: Option<State>) -> Option<(AnalysisNews, Option<State>)> {
    let (mut listening, mut end) = state?;
    loop {
        if let Some(end) = end {
            return Some((last_word(end), None));
        }
        match listening.next().await {
            Heard::Waiting(ahead) => return Some((AnalysisNews::Waiting { ahead }, Some((listening, None)))),
            Heard::Enough => return Some((AnalysisNews::Over {}, None)),
            Heard::Stopped(message) => return Some((AnalysisNews::Stopped { message }, None)),
            Heard::News(found) => {
                end = found.end;
                if let Some(insight) = found.insight {
                    return Some((AnalysisNews::Insight(insight), Some((listening, end))));
                }
            }
        }
    }
}

fn last_word(end: End) -> AnalysisNews {
    match end {
        End::Done => AnalysisNews::Over {},
        End::Nothing => AnalysisNews::Stopped {
            message: Words {
                en: "the engine has nothing to say about this position".into(),
                fr: "le moteur n'a rien à dire de cette position".into(),
            },
        },
    }
}
