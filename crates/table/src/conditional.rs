//! Conditional turns: "if they play this, I answer that", a small tree that only its author knows.
//!
//! It is kept beside the log and never changes: where the game stands in it is found by comparing the turns since it was written
//! with its branches. A turn that is in no branch is a surprise, after which nothing of it is played.

use crate::game::{TableGame, acting_in};
use crate::problems;
use crate::table::Table;
use crate::view::Viewer;
use taijitu_protocol::{ConditionalTurn, PlayerId, Problem, Seat, Side, Time};
use taijitu_rules::{AnyPlay, Outcome};

/// Answers in one tree.
pub const CONDITIONAL_MOST: usize = 60;
/// Answers one after the other.
pub const CONDITIONAL_DEPTH: usize = 8;
/// Characters of a turn.
const TURN_MOST: usize = 400;

/// A tree, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalTurns {
    /// The number of the game.
    pub game: u32,
    /// The number of turns after which it begins.
    pub after: u32,
    /// What follows.
    pub tree: Vec<ConditionalTurn>,
}

/// Where a game stands in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalState {
    /// The opponent has to play; these branches are left.
    Waiting(Vec<ConditionalTurn>),
    /// The author has to play this turn, with this number.
    Reply {
        /// The number of the turn.
        turn: u32,
        /// The turn.
        text: String,
    },
    /// Nothing of it is left: the opponent, or the author, has played something else, or it is all played.
    Over,
}

impl Table {
    /// What a tree of a player who waits for the opponent is checked against.
    ///
    /// # Errors
    /// `not_seated`, `not_running`, `not_now` if the game is not by correspondence or the opponent does not have to play.
    pub fn conditional_check(&self, player: PlayerId) -> Result<ConditionalCheck, Problem> {
        let (game, seat) = self.conditional_game(player)?;
        if game.paused || game.acts(seat) {
            return Err(problems::conditional_turn());
        }
        let has_secrets = crate::setup::has_secrets(&self.setup.game);
        let play = (!has_secrets).then(|| game.play.boxed_clone());
        let (even, seats) = (game.even_at_start(), game.seats());
        Ok(ConditionalCheck { game: game.number, after: game.turns, seat, even, seats, play })
    }

    /// The running game by correspondence between two in which a player has one seat.
    fn conditional_game(&self, player: PlayerId) -> Result<(&TableGame, Seat), Problem> {
        let seats: Vec<Seat> = self.seats_of(player).collect();
        let [seat] = seats[..] else { return Err(problems::not_seated()) };
        let game = self.game_running()?;
        if !matches!(self.setup.time, Time::Days { .. }) || game.has_partners() {
            return Err(problems::not_correspondence());
        }
        Ok((game, seat))
    }

    /// Where the game stands in a tree of a player.
    #[must_use]
    pub fn conditional_state(&self, player: PlayerId, turns: &ConditionalTurns) -> ConditionalState {
        let Ok((game, seat)) = self.conditional_game(player) else { return ConditionalState::Over };
        let (played, after) = (self.turns_seen(game, Viewer(Some(player))), turns.after as usize);
        if game.number != turns.game || played.len() < after {
            return ConditionalState::Over;
        }
        match walk(&turns.tree, &played[after..]) {
            ConditionalState::Reply { text, .. } if game.acts(seat) => {
                ConditionalState::Reply { turn: game.turns + 1, text }
            }
            // The opponent has to act again before the answer: it does not fit any more.
            ConditionalState::Reply { .. } => ConditionalState::Over,
            state => state,
        }
    }
}

/// A position in which a tree is tried out, apart from the table, which goes on meanwhile.
#[derive(Debug)]
pub struct ConditionalCheck {
    game: u32,
    after: u32,
    seat: Seat,
    /// The colour of the even seats at the start.
    even: Side,
    seats: usize,
    /// None in a game with secrets.
    play: Option<Box<dyn AnyPlay>>,
}

impl ConditionalCheck {
    /// Checks a tree, and spells its turns as the log does. In a game with secrets turns are not tried out: whether one is
    /// possible may be a secret of the opponent's.
    ///
    /// # Errors
    /// `illegal_turn`, `too_large` or `invalid`.
    pub fn run(&self, tree: &[ConditionalTurn]) -> Result<ConditionalTurns, Problem> {
        check_size(tree)?;
        let tree = match &self.play {
            Some(play) => self.spelled(&**play, tree)?,
            None => trimmed(tree),
        };
        Ok(ConditionalTurns { game: self.game, after: self.after, tree })
    }

    /// Plays a tree out, and returns it as the log would spell it.
    fn spelled(&self, play: &dyn AnyPlay, tree: &[ConditionalTurn]) -> Result<Vec<ConditionalTurn>, Problem> {
        let mut spelled: Vec<ConditionalTurn> = vec![];
        for branch in tree {
            let mut next = play.boxed_clone();
            let turn = play_next(&mut *next, &branch.turn)?;
            let acts = acting_in(&*next, self.even, self.seats);
            if is_over(next.outcome()) || acts != [self.seat] {
                return Err(problems::nothing_to_answer(&turn));
            }
            let reply = play_next(&mut *next, &branch.reply)?;
            let then = match (is_over(next.outcome()), &branch.then[..]) {
                (_, []) => vec![],
                (true, _) => return Err(problems::nothing_to_answer(&reply)),
                (false, then) => self.spelled(&*next, then)?,
            };
            if spelled.iter().any(|known| known.turn == turn) {
                return Err(problems::answered_twice(&turn));
            }
            spelled.push(ConditionalTurn { turn, reply, then });
        }
        Ok(spelled)
    }
}

/// Where turns that were played, the opponent's first, lead in a tree.
fn walk(tree: &[ConditionalTurn], played: &[String]) -> ConditionalState {
    let mut level = tree;
    for pair in played.chunks(2) {
        let Some(branch) = level.iter().find(|branch| branch.turn == pair[0]) else {
            return ConditionalState::Over;
        };
        match pair.get(1) {
            None => return ConditionalState::Reply { turn: 0, text: branch.reply.clone() },
            Some(reply) if *reply == branch.reply => level = &branch.then,
            Some(_) => return ConditionalState::Over,
        }
    }
    if level.is_empty() { ConditionalState::Over } else { ConditionalState::Waiting(level.to_vec()) }
}

fn play_next(play: &mut dyn AnyPlay, text: &str) -> Result<String, Problem> {
    let side = play.to_act().side();
    let opens_round = text.trim().to_ascii_lowercase().starts_with("round");
    play.turn_by(side, if opens_round { "-" } else { text }).map_err(|error| problems::illegal(&error))
}

const fn is_over(outcome: Option<Outcome>) -> bool {
    outcome.is_some()
}

fn check_size(tree: &[ConditionalTurn]) -> Result<(), Problem> {
    fn measure(tree: &[ConditionalTurn], depth: usize, count: &mut usize) -> bool {
        *count += tree.len();
        let fits = |text: &str| !text.trim().is_empty() && text.chars().count() <= TURN_MOST;
        depth <= CONDITIONAL_DEPTH
            && *count <= CONDITIONAL_MOST
            && tree.iter().all(|branch| {
                fits(&branch.turn)
                    && fits(&branch.reply)
                    && (branch.then.is_empty() || measure(&branch.then, depth + 1, count))
            })
    }
    if !tree.is_empty() && measure(tree, 1, &mut 0) {
        Ok(())
    } else {
        Err(problems::conditional_size(CONDITIONAL_MOST, CONDITIONAL_DEPTH))
    }
}

/// A tree without spaces around its turns.
fn trimmed(tree: &[ConditionalTurn]) -> Vec<ConditionalTurn> {
    let branch = |branch: &ConditionalTurn| ConditionalTurn {
        turn: branch.turn.trim().to_owned(),
        reply: branch.reply.trim().to_owned(),
        then: trimmed(&branch.then),
    };
    tree.iter().map(branch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(turn: &str, reply: &str, then: Vec<ConditionalTurn>) -> ConditionalTurn {
        ConditionalTurn { turn: turn.into(), reply: reply.into(), then }
    }

    #[test]
    fn a_game_is_found_in_a_tree_until_it_leaves_it() {
        let tree = vec![branch("a", "b", vec![branch("c", "d", vec![])]), branch("x", "y", vec![])];
        let walk = |played: &[&str]| {
            super::walk(&tree, &played.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
        };
        let reply = |text: &str| ConditionalState::Reply { turn: 0, text: text.into() };
        assert_eq!(walk(&[]), ConditionalState::Waiting(tree.clone()));
        assert_eq!((walk(&["a"]), walk(&["x"])), (reply("b"), reply("y")));
        assert_eq!(walk(&["z"]), ConditionalState::Over, "a surprise");
        assert_eq!(walk(&["a", "b"]), ConditionalState::Waiting(vec![branch("c", "d", vec![])]));
        assert_eq!(walk(&["a", "b", "c"]), reply("d"));
        assert_eq!(walk(&["a", "e"]), ConditionalState::Over, "the author played something else");
        assert_eq!(walk(&["x", "y"]), ConditionalState::Over, "it is all played");
    }

    #[test]
    fn a_tree_is_small() {
        let mut deep = vec![];
        for _ in 0..CONDITIONAL_DEPTH {
            deep = vec![branch("a", "b", deep)];
        }
        assert!(check_size(&deep).is_ok());
        assert!(check_size(&[branch("a", "b", deep)]).is_err());
        let wide = |count: usize| (0..count).map(|_| branch("a", "b", vec![])).collect::<Vec<_>>();
        assert!(
            check_size(&wide(CONDITIONAL_MOST)).is_ok() && check_size(&wide(CONDITIONAL_MOST + 1)).is_err()
        );
        assert!(check_size(&[]).is_err() && check_size(&[branch(" ", "b", vec![])]).is_err());
        assert!(check_size(&[branch("a", &"b".repeat(TURN_MOST + 1), vec![])]).is_err());
    }
}
