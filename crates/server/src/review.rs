//! Reviews: a whole game, position by position from the last to the first, with the turns that were not the best.
//!
//! Every position gets the same number of nodes, so a review is the same on every machine; it is made once and kept.
//! The engine goes backwards because its table then knows what followed, and a position is worth at least what the
//! turn that was played led to. Two who ask for the same game share one run; when nobody listens any more, it ends.

mod backwards;
mod judge;
mod marks;

use crate::analysis::listening::{Heard, InLine, Listening, Place, What};
use crate::auth::Visitor;
use crate::bots::{Lane, Task};
use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use backwards::Backwards;
use futures_util::Stream;
use judge::{Judge, Judged};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use taijitu_protocol::{Code, Mark, Review, ReviewNews, Score, Words};
use taijitu_rules::{Audience, Record};
use taijitu_search::Stop;
use tokio::sync::watch;

/// So long it works without looking whether others wait.
const SLICE: Duration = Duration::from_secs(2);

/// The reviews being made.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<String, Weak<Run>>>);

/// A review being made.
struct Run {
    line: Arc<InLine>,
    heard: watch::Receiver<Progress>,
}

/// How far it is.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// How many frames there are.
    of: u32,
    /// The scores, from the last frame backwards.
    scores: Vec<Score>,
    end: Option<End>,
}

/// How it ended.
#[derive(Clone, Debug)]
enum End {
    Done(Arc<Review>),
    /// The engine has nothing to say about it.
    Nothing,
}

/// A review in the pool.
struct Reviewing {
    house: House,
    runtime: tokio::runtime::Handle,
    game: String,
    backwards: Backwards,
    judge: Judge,
    /// The frame judged last, and how its position is set up.
    after: Option<(Judged, String)>,
    marks: Vec<Mark>,
    /// What the turns of White and of Black cost.
    costs: [Vec<f64>; 2],
    tell: watch::Sender<Progress>,
}

impl Task for Reviewing {
    fn work(&mut self, pause: &Stop) -> bool {
        let began = instant();
        self.judge.prepare(pause);
        loop {
            if pause.is_set() || began.elapsed() > SLICE {
                return true;
            }
            if self.judge_frame().is_none() {
                self.tell.send_modify(|progress| progress.end = Some(End::Nothing));
                return false;
            }
            if !self.backwards.back() {
                self.finish();
                return false;
            }
        }
    }
}

impl Reviewing {
    /// Judges the position it has come back to, and the turn that was played there.
    fn judge_frame(&mut self) -> Option<()> {
        let play = self.backwards.play();
        let mut judged = self.judge.judge(play)?;
        if let (Some((after, setup)), Some(played)) = (&self.after, self.backwards.played())
            && let Some((cost, mark)) = marks::compare(play, &mut judged, after, setup, &played)
        {
            self.costs[played.by.index()].push(cost);
            self.marks.extend(mark);
        }
        let (score, setup) = (judged.score.clone(), play.setup(Audience::Omniscient));
        self.after = Some((judged, setup));
        self.tell.send_modify(|progress| progress.scores.push(score));
        Some(())
    }

    /// Keeps the review, then tells it.
    fn finish(&mut self) {
        self.marks.reverse();
        let [white, black] = &self.costs;
        let review = Review {
            scores: self.tell.borrow().scores.iter().rev().cloned().collect(),
            marks: std::mem::take(&mut self.marks),
            accuracy: (marks::accuracy(white), marks::accuracy(black)),
            nodes: self.judge.nodes(),
        };
        let (house, game, tell) = (self.house.clone(), self.game.clone(), self.tell.clone());
        self.runtime.spawn(async move {
            let body = serde_json::to_string(&review).unwrap_or_default();
            let (white, black) = review.accuracy;
            if let Err(error) = house.store.keep_review(&game, &body, white, black).await {
                tracing::error!(%error, game, "a review was not kept");
            }
            tell.send_modify(|progress| progress.end = Some(End::Done(Arc::new(review))));
        });
    }
}

/// The review of a game, if it was made.
///
/// # Errors
/// If the database fails or holds something unreadable.
pub(crate) async fn kept(house: &House, game: &str) -> Result<Option<Review>> {
    let body = house.store.review(game).await?;
    body.map(|body| serde_json::from_str(&body).map_err(|_| Refused::unavailable())).transpose()
}

/// Takes part in the review of a game: its news, until it is done.
///
/// # Errors
/// If the record cannot be played, or too many wait.
pub(crate) fn begin(
    house: &House,
    who: &Visitor,
    game: &str,
    record: &str,
) -> Result<impl Stream<Item = ReviewNews> + use<>> {
    let place = Place::take(house, who, What::Review)?;
    let run = run(house, game, record)?;
    // Whoever joins later hears everything from the beginning.
    let mut heard = run.heard.clone();
    heard.mark_changed();
    let listening = Listening::new(place, run.line.clone(), heard, true);
    let telling = Telling { listening, told: 0, so_far: Progress::default(), _run: run };
    Ok(futures_util::stream::unfold(Some(telling), tell_next))
}

/// The run of a review, begun if there is none.
fn run(house: &House, game: &str, record: &str) -> Result<Arc<Run>> {
    let mut runs = house.reviews.0.lock().map_err(|_| Refused::unavailable())?;
    runs.retain(|_, run| run.strong_count() > 0);
    if let Some(run) = runs.get(game).and_then(Weak::upgrade) {
        return Ok(run);
    }
    let unreadable = || {
        Refused::new(
            Code::NotNow,
            "this game was played by other rules than this server knows: it cannot be reviewed",
            "cette partie a été jouée avec d'autres règles que celles de ce serveur : elle ne peut pas être analysée",
        )
    };
    let record = Record::read(record).map_err(|_| unreadable())?;
    let backwards = Backwards::read(&record).ok_or_else(unreadable)?;
    let judge = Judge::new(house.clone(), &record).ok_or_else(unreadable)?;
    let lane = if judge.may_solve() { Lane::Exact } else { Lane::Pool };
    let of = u32::try_from(backwards.frames()).unwrap_or(u32::MAX);
    let (tell, heard) = watch::channel(Progress { of, ..Progress::default() });
    let reviewing = Reviewing {
        house: house.clone(),
        runtime: tokio::runtime::Handle::current(),
        game: game.to_owned(),
        backwards,
        judge,
        after: None,
        marks: vec![],
        costs: [vec![], vec![]],
        tell,
    };
    let ticket = house.bots.line_up(lane, Box::new(reviewing))?;
    let run = Arc::new(Run { line: Arc::new(InLine::new(house.clone(), ticket)), heard });
    runs.insert(game.to_owned(), Arc::downgrade(&run));
    Ok(run)
}

/// Somebody who is told.
struct Telling {
    listening: Listening<Progress>,
    /// How many scores were told.
    told: usize,
    so_far: Progress,
    _run: Arc<Run>,
}

/// The next line of a review, and what is left to tell.
async fn tell_next(telling: Option<Telling>) -> Option<(ReviewNews, Option<Telling>)> {
    let mut telling = telling?;
    loop {
        let Progress { of, scores, end } = &telling.so_far;
        if let Some(score) = scores.get(telling.told).cloned() {
            telling.told += 1;
            let frame = of.saturating_sub(u32::try_from(telling.told).unwrap_or(u32::MAX));
            return Some((ReviewNews::Position { frame, of: *of, score }, Some(telling)));
        }
        match end {
            Some(End::Done(review)) => return Some((ReviewNews::Done(Review::clone(review)), None)),
            Some(End::Nothing) => return Some((ReviewNews::Stopped { message: nothing() }, None)),
            None => (),
        }
        match telling.listening.next().await {
            Heard::Waiting(ahead) => return Some((ReviewNews::Waiting { ahead }, Some(telling))),
            Heard::Stopped(message) => return Some((ReviewNews::Stopped { message }, None)),
            Heard::Enough => (),
            Heard::News(progress) => telling.so_far = progress,
        }
    }
}

fn nothing() -> Words {
    Words {
        en: "the engine cannot judge this game".into(),
        fr: "le moteur ne peut pas juger cette partie".into(),
    }
}
