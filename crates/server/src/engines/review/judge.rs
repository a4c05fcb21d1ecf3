//! Evaluates each position of a game: by a search with a fixed number of nodes, or exactly in Yin Yang with
//! all laws known and none that adapts.

use std::sync::Arc;
use taijitu_protocol::Score;
use taijitu_rules::{AnyPlay, Record, Side};
use taijitu_search::engine::SearchScore;
use taijitu_search::yinyang::Solution;
use taijitu_search::{Descriptor, InformationSet, Limits, Player, Stop, descriptor, win_probability};
use taijitu_study::exact::{self, SolutionCache};
use taijitu_study::insight;

/// The seed of the engine's random numbers, the same everywhere.
const SEED: u64 = 1;

/// The evaluation of a position.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    /// By colour, as it is shown.
    pub(super) score: Score,
    /// The chance of the player who held White at the beginning: colours may have been swapped since.
    pub(super) first: f64,
    /// Whether it is proved.
    pub(super) certain: bool,
    /// The turns expected from here.
    pub(super) line: Vec<String>,
    /// Whether turns are judged here: not where laws are written, nor at the end.
    pub(super) counts: bool,
}

/// Judges the positions of one game.
pub(super) struct GameJudge {
    game: &'static dyn Descriptor,
    player: Option<Player>,
    exact: ExactState,
}

/// Whether the game is judged exactly.
enum ExactState {
    /// It has to be solved from this position.
    Pending(Box<dyn AnyPlay>),
    Solved(Arc<Solution>),
    Unsolvable,
}

impl GameJudge {
    /// A judge of a recorded game; none if the record cannot be played.
    pub(super) fn new(record: &Record) -> Option<Self> {
        let mut play = record.start().ok()?;
        let mut lines = record.lines.iter();
        let game = descriptor::of(&*play);
        let exact = loop {
            if exact::game(&*play).is_some() {
                break ExactState::Pending(play);
            }
            // Only while laws are being written a later position may be solvable.
            if game.id() != "yinyang" || !play.has_countless_turns() {
                break ExactState::Unsolvable;
            }
            let Some(line) = lines.next() else { break ExactState::Unsolvable };
            line.apply(&mut *play).ok()?;
        };
        Some(Self { game, player: None, exact })
    }

    /// Whether it may have to solve the game.
    pub(super) const fn may_solve(&self) -> bool {
        matches!(self.exact, ExactState::Pending(_))
    }

    /// Nodes searched for a position; none where the game was solved.
    pub(super) fn nodes(&self) -> u64 {
        match self.exact {
            ExactState::Solved(_) => 0,
            _ => self.game.review_nodes(),
        }
    }

    /// Solves the game if that is pending.
    pub(super) fn prepare(&mut self, stop: &Stop, solutions: &SolutionCache) {
        if let ExactState::Pending(play) = &self.exact
            && let Some(game) = exact::game(&**play)
        {
            match solutions.get_or_solve(game.position(), stop) {
                Ok(solution) => self.exact = ExactState::Solved(solution),
                Err(_) if stop.is_set() => (),
                Err(_) => self.exact = ExactState::Unsolvable,
            }
        }
    }

    /// Evaluates a position; `None` if the engine cannot.
    pub(super) fn judge(&mut self, play: &dyn AnyPlay) -> Option<Judgement> {
        if let Some(outcome) = play.outcome() {
            return Some(certain(play, insight::result(outcome), vec![], false));
        }
        // Laws that are being written cannot be judged.
        if play.has_countless_turns() {
            let score = Score::Chance { white: 0.5, points: None };
            return Some(Judgement { score, first: 0.5, certain: false, line: vec![], counts: false });
        }
        self.exactly(play).or_else(|| self.by_engine(play))
    }

    fn exactly(&self, play: &dyn AnyPlay) -> Option<Judgement> {
        let ExactState::Solved(solution) = &self.exact else { return None };
        let game = exact::game(play)?;
        let score = exact::score(solution, game.position())?;
        let best = exact::insight(solution, game, 1, 0).lines.pop();
        Some(certain(play, score, best.map(|best| best.turns).unwrap_or_default(), true))
    }

    fn by_engine(&mut self, play: &dyn AnyPlay) -> Option<Judgement> {
        if self.player.is_none() {
            let mut player = Player::full(self.game.id())?;
            player.new_game(SEED);
            self.player = Some(player);
        }
        let side = play.to_act().side();
        let (known, limits) = (InformationSet::to(side, play), Limits::nodes(self.nodes()));
        // Never stopped: the result of a search that is cut short depends on the machine. It takes a fraction of a second.
        let thought = self.player.as_mut()?.think(&known, limits, &Stop::default(), &mut |_| ())?;
        let own = win_probability::of_score(play, thought.score, side);
        let shown = insight::variation(play, side, &thought.line, thought.score);
        Some(Judgement {
            score: shown.score,
            first: if held_first(play, side) == Side::White { own } else { 1.0 - own },
            certain: matches!(thought.score, SearchScore::Wins(_)),
            line: thought.line,
            counts: true,
        })
    }
}

fn certain(play: &dyn AnyPlay, score: Score, line: Vec<String>, counts: bool) -> Judgement {
    let first = match &score {
        Score::Wins { side, .. } => {
            let winner = if *side == taijitu_protocol::Side::White { Side::White } else { Side::Black };
            f64::from(u8::from(held_first(play, winner) == Side::White))
        }
        other => insight::white_chance(other),
    };
    Judgement { score, first, certain: true, line, counts }
}

/// The colour that the player of a colour held at the beginning of the round.
pub(super) fn held_first(play: &dyn AnyPlay, side: Side) -> Side {
    if play.swapped() { side.other() } else { side }
}
