//! The information set of one seat: the only input of the engine.
//!
//! An [`Observation`] holds the position as the [`VisiblePosition`] of its side, and the turns so far without
//! any text that the side could not read. Two games that differ only in what is secret to a side give it
//! equal observations, and the engine gets nothing else.

use taijitu_rules::board::yinyang;
use taijitu_rules::games::yinyang::{Step, VisiblePosition, YinYang};
use taijitu_rules::{Play, Point, Side};

/// A turn as the other side saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessedTurn {
    /// What the side could see before it.
    pub before: VisiblePosition,
    /// Who played it.
    pub by: Side,
    /// Its steps, without the texts of laws that were written or rewritten.
    pub steps: Vec<Step>,
}

impl WitnessedTurn {
    /// The law it rewrote.
    #[must_use]
    pub fn rewrote(&self) -> Option<u8> {
        self.steps.iter().find_map(|step| match step {
            Step::Rewrite(number) => Some(*number),
            _ => None,
        })
    }
}

/// Everything one side knows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    now: VisiblePosition,
    turns: Vec<WitnessedTurn>,
}

impl WitnessedTurn {
    /// `black a1-a2 3@b2 | ` and what was seen before.
    fn to_text(&self) -> String {
        let name = |point: Point| yinyang().name(point);
        let steps = self.steps.iter().map(|step| match *step {
            Step::Move { from, to } => format!("{}-{}", name(from), name(to)),
            Step::Apply { number, block } => format!("{number}@{}", name(block)),
            Step::Rewrite(number) => format!("~{number}"),
            // Texts of laws are not witnessed; nothing but this is left.
            Step::Done | Step::Write { .. } | Step::Text(_) => ".".to_owned(),
        });
        let steps: Vec<String> = steps.collect();
        format!("{} {} | {}", self.by, steps.join(" "), self.before.to_text())
    }

    fn from_text(line: &str) -> Option<Self> {
        let (turn, before) = line.split_once(" | ")?;
        let mut words = turn.split_whitespace();
        let by = words.next()?;
        let by = Side::BOTH.into_iter().find(|side| side.to_string() == by)?;
        let steps = words.map(read_step).collect::<Option<_>>()?;
        Some(Self { before: VisiblePosition::from_text(before)?, by, steps })
    }
}

fn read_step(word: &str) -> Option<Step> {
    let point = |name: &str| yinyang().find(name);
    if word == "." {
        return Some(Step::Done);
    }
    if let Some(number) = word.strip_prefix('~') {
        return Some(Step::Rewrite(number.parse().ok()?));
    }
    if let Some((number, block)) = word.split_once('@') {
        return Some(Step::Apply { number: number.parse().ok()?, block: point(block)? });
    }
    let (from, to) = word.split_once('-')?;
    Some(Step::Move { from: point(from)?, to: point(to)? })
}

impl Observation {
    /// As text, to search it in another process: the position, then a line for each turn. It contains no more
    /// than this value.
    #[must_use]
    pub fn to_text(&self) -> String {
        let turns = self.turns.iter().map(WitnessedTurn::to_text);
        [self.now.to_text()].into_iter().chain(turns).collect::<Vec<_>>().join("\n")
    }

    /// Parses the output of [`to_text`](Self::to_text); `None` if it is something else.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let now = VisiblePosition::from_text(lines.next()?)?;
        Some(Self { now, turns: lines.map(WitnessedTurn::from_text).collect::<Option<_>>()? })
    }

    /// The knowledge of a side about a game.
    #[must_use]
    pub fn of(play: &Play<YinYang>, side: Side) -> Self {
        let turns = play.rounds().last().map_or(&[][..], |round| &round.turns);
        let witnessed = turns
            .iter()
            // While laws are written nothing is visible, and the order of writing reveals nothing.
            .filter(|turn| !turn.steps.iter().any(|step| matches!(step, Step::Write { .. })))
            .map(|turn| WitnessedTurn {
                before: turn.before.seen_by(side),
                by: turn.by,
                steps: turn.steps.iter().copied().filter(|step| !matches!(step, Step::Text(_))).collect(),
            });
        Self { now: play.position().seen_by(side), turns: witnessed.collect() }
    }

    /// The side of the observer.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.now.side()
    }

    /// The position now.
    #[must_use]
    pub const fn now(&self) -> &VisiblePosition {
        &self.now
    }

    /// The turns so far, the two set-up turns left out.
    #[must_use]
    pub fn turns(&self) -> &[WitnessedTurn] {
        &self.turns
    }
}
