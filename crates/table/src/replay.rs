//! A finished game, position by position, as one side saw it or with everything.
//!
//! A record is played again line by line, and every position is rendered by
//! [`position`](crate::scene::position) while its game still runs.
//! What was secret at that time is secret in the replay, until the end reveals it.

use crate::scene::position;
use crate::seats::{other, seat_of, side_of};
use crate::setup::seats_with;
use crate::wire::{rules_side, wire_side};
use std::ops::ControlFlow;
use std::time::Duration;
use taijitu_protocol::{Frame, Scene, Seat, Side, Time, Words};
use taijitu_rules::record::{Line, RecordProblem, Remark};
use taijitu_rules::{Actors, AnyPlay, Audience, Lang, Record};

/// A position of a replay: a start, or the position after a turn. The last one is the end of the game.
#[derive(Clone, Debug, Default)]
pub struct ReplayPoint {
    /// The number of positions before it; in a game of one round, the turns.
    pub number: usize,
    /// The turns before it, in all rounds.
    pub turns: u32,
    /// Who played the turn that led here; nobody at a start.
    by: Option<Actors>,
    /// Whether colours had been swapped before the turn: the player of a `swap` had the other colour.
    swapped: bool,
    /// The time its player had used by then.
    used: Option<Duration>,
    /// Events at the table before it; at the end of a round or game also those after it.
    events: Vec<(taijitu_rules::Side, Remark)>,
}

/// Plays a record and calls `visit` at every stop, until it returns [`ControlFlow::Break`].
///
/// # Errors
/// The [`RecordProblem`] of the first line that is not legal.
/// Records that were parsed are legal; this happens to those built in code.
pub fn walk(
    record: &Record,
    mut visit: impl FnMut(&dyn AnyPlay, &ReplayPoint) -> ControlFlow<()>,
) -> Result<(), RecordProblem> {
    let mut play = record.start()?;
    let mut stop = ReplayPoint::default();
    let mut events = vec![];
    for line in &record.lines {
        match line {
            Line::Event(side, event) => events.push((*side, *event)),
            Line::Result(_) => stop.events.append(&mut events),
            Line::Turn { .. } | Line::Round(_) => {
                if visit(&*play, &stop).is_break() {
                    return Ok(());
                }
                let (by, used) = match line {
                    Line::Turn { used, .. } => (Some(play.to_act()), *used),
                    _ => (None, None),
                };
                stop = ReplayPoint {
                    number: stop.number + 1,
                    turns: stop.turns + u32::from(by.is_some()),
                    by,
                    swapped: play.swapped(),
                    used,
                    events: std::mem::take(&mut events),
                };
            }
        }
        line.apply(&mut *play)?;
    }
    stop.events.append(&mut events);
    // It was the last one: there is nothing left to stop.
    let _ = visit(&*play, &stop);
    Ok(())
}

/// Which secrets a replay shows.
#[must_use]
pub const fn perspective(side: Option<Side>) -> Audience {
    match side {
        Some(side) => Audience::Side(rules_side(side)),
        None => Audience::Omniscient,
    }
}

/// A record position by position. `first` is the colour that seat 1 had in the end.
///
/// # Errors
/// The [`RecordProblem`] of the first line that is not legal.
/// Records that were parsed are legal; this happens to those built in code.
pub fn frames(record: &Record, first: Side, side: Option<Side>) -> Result<Vec<Frame>, RecordProblem> {
    let options = record.options.given();
    let seats = seats_with(&options);
    let even = if record.replay()?.swapped() { other(first) } else { first };
    let mut frames = vec![];
    walk(record, |play, stop| {
        frames.push(frame(play, stop, (seats, even), perspective(side)));
        ControlFlow::Continue(())
    })?;
    Ok(frames)
}

fn frame(play: &dyn AnyPlay, stop: &ReplayPoint, (seats, even): (usize, Side), audience: Audience) -> Frame {
    let now = if play.swapped() { other(even) } else { even };
    let acts = match play.to_act() {
        _ if play.outcome().is_some() => vec![],
        Actors::One(seat) => vec![seat_of(seat, now)],
        Actors::Both => Seat::all(seats).collect(),
    };
    let scene = Scene {
        turn: stop.turns,
        sides: Seat::all(seats).map(|seat| side_of(seat, now)).collect(),
        acts,
        ..position(play, audience)
    };
    let before = if stop.swapped { other(even) } else { even };
    let seat = stop.by.map(|by| match by {
        Actors::One(seat) => seat_of(seat, before),
        // A record lists Black's laws first.
        Actors::Both if before == Side::White => Seat::new(1),
        Actors::Both => Seat::FIRST,
    });
    let say = |(side, event): &(taijitu_rules::Side, Remark)| {
        Words::new(event.say(*side, Lang::En), event.say(*side, Lang::Fr))
    };
    Frame {
        scene,
        turn: stop.by.and_then(|_| play.last_turn(audience)),
        by: stop.by.map(|by| wire_side(by.side())),
        seat,
        used: stop.used.and_then(|used| i64::try_from(used.as_millis()).ok()),
        events: stop.events.iter().map(say).collect(),
        round: play.match_state().map_or(1, |state| state.round as u32),
        setup: play.setup(Audience::Omniscient),
    }
}

/// The clock as a header of the record: seconds with the increment, or days for each turn.
pub(crate) fn time_header(time: Time) -> String {
    match time {
        Time::None => "none".into(),
        Time::Total { seconds, increment: 0 } => seconds.to_string(),
        Time::Total { seconds, increment } => format!("{seconds}+{increment}"),
        Time::Days { days } => format!("{days} days"),
    }
}

/// The time control of a game; `None` if its record has none.
#[must_use]
pub fn time_of(record: &Record) -> Option<Time> {
    let text = record.header("time")?;
    if text == "none" {
        return Some(Time::None);
    }
    if let Some(days) = text.strip_suffix("days") {
        return Some(Time::Days { days: days.trim().parse().ok()? });
    }
    let (seconds, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some(Time::Total { seconds: seconds.trim().parse().ok()?, increment: increment.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_back() {
        let record = |text: &str| {
            let record = Record::read("taijitu record 1\ngame: y\nrules: 1\n\n").expect("a record");
            record.with_header("time", text)
        };
        for time in [
            Time::None,
            Time::Total { seconds: 300, increment: 0 },
            Time::Total { seconds: 60, increment: 5 },
            Time::Days { days: 3 },
        ] {
            assert_eq!(time_of(&record(&time_header(time))), Some(time));
        }
        for strange in ["", "soon", "5+", "a week", "days", "-3"] {
            assert_eq!(time_of(&record(strange)), None, "{strange}");
        }
    }
}
