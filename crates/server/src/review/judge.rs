//! What each position of a game is worth: by the engine with a fixed number of nodes, or in Yin Yang with all laws
//! known and none that adapts exactly.

use crate::analysis::{exact, insight};
use crate::house::House;
use std::sync::Arc;
use taijitu_protocol::{Score, Side as WireSide};
use taijitu_rules::{AnyPlay, Record, Side};
use taijitu_search::engine::Score as Said;
use taijitu_search::yinyang::Solution;
use taijitu_search::{Known, Limits, Player, Stop, chance};

/// Steps or playouts for each position, the same everywhere.
const NODES: u64 = 100_000;
/// A playout of Y is worth more than a step of the others, and takes longer.
const PLAYOUTS: u64 = 15_000;

/// Decides what chance decides in an engine.
const SEED: u64 = 1;

/// What a position is worth.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// In colours, as it is shown.
    pub(super) score: Score,
    /// The chance of whoever held White at the beginning: colours may have been exchanged since.
    pub(super) first: f64,
    /// Whether that is proved.
    pub(super) certain: bool,
    /// The turns expected from here.
    pub(super) line: Vec<String>,
    /// Whether a turn here can be good or bad: not where laws are written, nor at the end.
    pub(super) counts: bool,
}

/// Judges the positions of one game.
pub(super) struct Judge {
    house: House,
    game: &'static str,
    player: Option<Player>,
    exact: Exact,
}

enum Exact {
    /// The position to solve from.
    Wanted(Box<dyn AnyPlay>),
    Solved(Arc<Solution>),
    No,
}

impl Judge {
    /// A judge of a recorded game; none if there is no engine for it.
    pub(super) fn new(house: House, record: &Record) -> Option<Self> {
        let mut play = record.start().ok()?;
        let mut lines = record.lines.iter();
        let game = play.meta().id;
        let exact = loop {
            if exact::game(&*play).is_some() {
                break Exact::Wanted(play);
            }
            // Only where laws are still being written something may change.
            if game != "yinyang" || play.turns().is_ok() {
                break Exact::No;
            }
            let Some(line) = lines.next() else { break Exact::No };
            line.apply(&mut *play).ok()?;
        };
        Some(Self { house, game, player: None, exact })
    }

    /// Whether it may have to solve the game.
    pub(super) const fn may_solve(&self) -> bool {
        matches!(self.exact, Exact::Wanted(_))
    }

    /// Steps looked at for a position; none where the game was solved.
    pub(super) fn nodes(&self) -> u64 {
        match self.exact {
            Exact::Solved(_) => 0,
            _ if self.game == "y" => PLAYOUTS,
            _ => NODES,
        }
    }

    /// Solves the game if that is to be done.
    pub(super) fn prepare(&mut self, stop: &Stop) {
        if let Exact::Wanted(play) = &self.exact
            && let Some(game) = exact::game(&**play)
        {
            match self.house.solved.from(game.position(), stop) {
                Ok(solution) => self.exact = Exact::Solved(solution),
                Err(_) if stop.is_set() => (),
                Err(_) => self.exact = Exact::No,
            }
        }
    }

    /// What a position is worth; none if there is nothing to say.
    pub(super) fn judge(&mut self, play: &dyn AnyPlay) -> Option<Judged> {
        if let Some(outcome) = play.outcome() {
            return Some(certain(play, insight::result(outcome), vec![], false));
        }
        // Where laws are written, nothing can be said of them.
        if play.turns().is_err() {
            let score = Score::Chance { white: 0.5, points: None };
            return Some(Judged { score, first: 0.5, certain: false, line: vec![], counts: false });
        }
        self.exactly(play).or_else(|| self.by_engine(play))
    }

    fn exactly(&self, play: &dyn AnyPlay) -> Option<Judged> {
        let Exact::Solved(solution) = &self.exact else { return None };
        let game = exact::game(play)?;
        let score = exact::score(solution, game.position())?;
        let best = exact::insight(solution, game, 1, 0).lines.pop();
        Some(certain(play, score, best.map(|best| best.turns).unwrap_or_default(), true))
    }

    fn by_engine(&mut self, play: &dyn AnyPlay) -> Option<Judged> {
        if self.player.is_none() {
            let mut player = Player::full(self.game)?;
            player.new_game(SEED);
            self.player = Some(player);
        }
        let side = play.to_act().side();
        let (known, limits) = (Known::to(side, play), Limits::nodes(self.nodes()));
        // A search that is cut short is not the same everywhere: it is never told to stop, for it is short.
        let thought = self.player.as_mut()?.think(&known, limits, &Stop::default(), &mut |_| ())?;
        let own = chance::to_win(self.game, thought.score, side);
        let shown = insight::variation(play, side, &thought.line, thought.score);
        Some(Judged {
            score: shown.score,
            first: if held_first(play, side) == Side::White { own } else { 1.0 - own },
            certain: matches!(thought.score, Said::Wins(_)),
            line: thought.line,
            counts: true,
        })
    }
}

fn certain(play: &dyn AnyPlay, score: Score, line: Vec<String>, counts: bool) -> Judged {
    let first = match &score {
        Score::Wins { side, .. } => {
            let winner = if *side == WireSide::White { Side::White } else { Side::Black };
            f64::from(u8::from(held_first(play, winner) == Side::White))
        }
        other => insight::white_chance(other),
    };
    Judged { score, first, certain: true, line, counts }
}

/// The colour that the player of a colour held at the beginning of the round.
pub(super) fn held_first(play: &dyn AnyPlay, side: Side) -> Side {
    if play.swapped() { side.other() } else { side }
}
