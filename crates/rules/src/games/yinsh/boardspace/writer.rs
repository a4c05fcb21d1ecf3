//! Writing a game as a file.

use super::sgf::property;
use super::{Header, SgfError, Yinsh};
use crate::board::{Point, yinsh};
use crate::games::yinsh::Step;
use crate::outcome::Reason;
use crate::play::Play;
use crate::side::{Audience, Pair, Side};
use std::fmt::Write as _;

/// Writes a game; White is player 0. `clocks` may be shorter than the game.
///
/// # Errors
/// [`SgfError`] if it did not start from the empty board.
pub fn write(header: &Header, play: &Play<Yinsh>, clocks: &[Option<u64>]) -> Result<String, SgfError> {
    if play.start_setup(Audience::Omniscient).is_some() {
        return Err(SgfError::SetUp);
    }
    let mut file = SgfWriter { text: head(header, play), number: 0, used: Pair([None; 2]) };
    file.command(Side::White, "Start White", None);
    let played = play.rounds().iter().flat_map(|round| &round.turns);
    for (at, turn) in played.enumerate() {
        let clock = clocks.get(at).copied().flatten();
        for &step in &turn.steps {
            file.command(turn.by, &command(turn.by, step), clock);
            file.command(turn.by, "Done ", clock);
        }
    }
    if let Some(outcome) = play.outcome().filter(|outcome| outcome.reason == Reason::Resigned)
        && let Some(loser) = outcome.winner.map(Side::other)
    {
        file.command(loser, "Resign ", file.used[loser]);
        file.command(loser, "Done ", file.used[loser]);
    }
    Ok(file.finish())
}

fn head(header: &Header, play: &Play<Yinsh>) -> String {
    let variant = match play.options().get("variant") {
        "blitz" => "Yinsh-Blitz",
        _ => "Yinsh",
    };
    let mut text = format!("(;\nGM[24]VV[2]\nCM[0,1]\nSU[{variant}]\n");
    for (key, value) in &header.other {
        text += &property(key, value);
        text.push('\n');
    }
    let result = header.result.clone().or_else(|| result(header, play));
    let properties = [("DT", header.date.as_ref()), ("GN", header.name.as_ref()), ("RE", result.as_ref())];
    for (key, value) in properties {
        if let Some(value) = value {
            text += &property(key, value);
            text.push('\n');
        }
    }
    for (key, side) in [("P0", Side::White), ("P1", Side::Black)] {
        text += &property(key, &format!("id \"{}\"", header.players[side]));
        text.push('\n');
    }
    text
}

/// The result as Boardspace writes it in English.
fn result(header: &Header, play: &Play<Yinsh>) -> Option<String> {
    Some(match play.outcome()?.winner {
        Some(side) => format!("Game won by {}", header.players[side]),
        None => "The game is a draw".into(),
    })
}

fn command(by: Side, step: Step) -> String {
    let colour = match by {
        Side::White => "w",
        Side::Black => "b",
    };
    match step {
        Step::Place(at) => format!("place {colour}r  {}", spaced(at)),
        Step::Move { from, to } => format!("move {} {}", spaced(from), spaced(to)),
        Step::Row { first, last } => format!("remove {colour} {} {}", spaced(first), spaced(last)),
        Step::Ring(at) => format!("remove {colour}r {}", spaced(at)),
        Step::Pass => "Pass ".into(),
    }
}

/// `G 11`.
fn spaced(point: Point) -> String {
    let (letter, number) = yinsh().name(point).split_at(1);
    format!("{} {number}", letter.to_ascii_uppercase())
}

struct SgfWriter {
    text: String,
    number: usize,
    /// The last clock of each side.
    used: Pair<Option<u64>>,
}

impl SgfWriter {
    fn command(&mut self, by: Side, command: &str, clock: Option<u64>) {
        let (player, number) = (by.index(), self.number);
        write!(self.text, "; P{player}[{number} {command}]").expect("writing to a string");
        if let Some(clock) = clock {
            write!(self.text, "TM[{clock}]").expect("writing to a string");
            self.used[by] = Some(clock);
        }
        self.text.push('\n');
        self.number += 1;
    }

    fn finish(mut self) -> String {
        self.text.push_str(";\n");
        for side in Side::BOTH {
            let seconds = self.used[side].unwrap_or(0) / 1000;
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let player = side.index();
            writeln!(self.text, "P{player}[time {hours}:{minutes:02}:{seconds:02} ]")
                .expect("writing to a string");
        }
        self.text.push_str(")\n");
        self.text
    }
}
