//! From commands to turns.
//!
//! A command can be taken back until the next one of another kind, or `Done`, confirms it: a ring placed a
//! second time, a moved ring picked up again. Confirmed, it is a step; the rules decide when the steps make a
//! turn.

use super::sgf::Property;
use super::{BoardspaceGame, Header, NOT_THEIR_COLOUR, NOTHING_HELD, SgfError, Yinsh};
use crate::board::{Point, yinsh};
use crate::draft::Draft;
use crate::game::{Game, Rules};
use crate::games::yinsh::Step;
use crate::play::Play;
use crate::refusal::Refusal;
use crate::side::{Pair, Side};

/// Reads the nodes of a file.
pub(super) fn read(nodes: &[Vec<Property>]) -> Result<BoardspaceGame, SgfError> {
    let Some((root, moves)) = nodes.split_first() else {
        return Err(SgfError::Truncated { line: 1 });
    };
    let (header, white, variant) = read_root(root)?;
    let options =
        crate::Options::parse(Yinsh::meta().options, [variant]).expect("one of the game’s variants");
    let play = Play::with_options(options).expect("YINSH has a single option");
    let mut reader = BoardspaceReader {
        play,
        clocks: vec![],
        draft: None,
        open: None,
        held: None,
        resigning: None,
        used: Pair([None; 2]),
        line: 1,
    };
    for node in moves {
        reader.node(node, white)?;
    }
    reader.finish()?;
    Ok(BoardspaceGame { header, play: reader.play, clocks: reader.clocks })
}

/// The properties of the first node that are interpreted, not only kept.
pub(super) const ROOT_KEYS: [&str; 9] = ["GM", "VV", "CM", "SU", "DT", "GN", "RE", "P0", "P1"];

/// The first node: the header, the player who has White, and the variant.
fn read_root(root: &[Property]) -> Result<(Header, &'static str, &'static str), SgfError> {
    let game = root.iter().find(|property| property.key == "GM");
    let value = game.map_or("missing", |property| property.value.trim());
    if value != "24" && !value.eq_ignore_ascii_case("yinsh") {
        return Err(SgfError::WrongGame(value.into()));
    }
    let mut header = Header::default();
    let (mut white, mut variant) = ("P0", Err(misfit("SU", VARIANTS, None)));
    for property in root {
        match property.key.as_str() {
            "GM" => {}
            "VV" if matches!(property.value.trim(), "1" | "2" | "3") => {}
            "VV" => return Err(misfit("VV", "1, 2 or 3", Some(property))),
            "CM" => white = white_player(property)?,
            "SU" => variant = Ok(variant_of(property)?),
            "DT" => header.date = Some(property.value.clone()),
            "GN" => header.name = Some(property.value.clone()),
            "RE" => header.result = Some(property.value.clone()),
            "P0" => header.players.0[0] = player_name(property)?,
            "P1" => header.players.0[1] = player_name(property)?,
            _ => header.other.push((property.key.clone(), property.value.clone())),
        }
    }
    if white == "P1" {
        header.players.0.swap(0, 1);
    }
    Ok((header, white, variant?))
}

const VARIANTS: &str = "Yinsh or Yinsh-Blitz";

fn misfit(key: &'static str, right: &'static str, property: Option<&Property>) -> SgfError {
    SgfError::Header {
        line: property.map_or(1, |property| property.line),
        key,
        value: property.map_or_else(String::new, |property| property.value.trim().into()),
        right,
    }
}

/// Who has White: the colour map lists the players in the order White, Black.
fn white_player(property: &Property) -> Result<&'static str, SgfError> {
    match property.value.replace(' ', "").as_str() {
        "0,1" => Ok("P0"),
        "1,0" => Ok("P1"),
        _ => Err(misfit("CM", "0,1 or 1,0", Some(property))),
    }
}

fn variant_of(property: &Property) -> Result<&'static str, SgfError> {
    match property.value.trim().to_ascii_lowercase().as_str() {
        "yinsh" => Ok("variant=standard"),
        "yinsh-blitz" => Ok("variant=blitz"),
        _ => Err(misfit("SU", VARIANTS, Some(property))),
    }
}

/// `id "name"`.
fn player_name(property: &Property) -> Result<String, SgfError> {
    let quoted = property.value.trim().strip_prefix("id").map(str::trim_start);
    let name = quoted.and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
    name.map(str::to_string).ok_or_else(|| unknown(property))
}

fn unknown(property: &Property) -> SgfError {
    SgfError::UnknownToken { line: property.line, token: property.value.trim().into() }
}

/// A command of the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ViewerCommand {
    /// Irrelevant for the game: who starts, how long it took.
    Nothing,
    Done,
    Resign,
    /// A whole step, with the colour it names.
    Step(Step, Option<Side>),
    /// Takes something up, or puts a marker into a ring: the ring is then in hand.
    Hold(HeldPiece, Option<Side>),
    Drop(Point),
    PutBack,
    PickUp(Point),
}

/// What a player has in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeldPiece {
    NewRing,
    Marker,
    /// The ring from this point; its marker lies there.
    Ring(Point),
}

fn command(property: &Property) -> Result<ViewerCommand, SgfError> {
    let lower = property.value.to_ascii_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    if words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
        words.remove(0);
    }
    let found = match words[..] {
        ["start", "white" | "black"] | ["time", _] => Some(ViewerCommand::Nothing),
        ["done"] => Some(ViewerCommand::Done),
        ["resign"] => Some(ViewerCommand::Resign),
        ["pass"] => Some(ViewerCommand::Step(Step::Pass, None)),
        ["move", a, b, c, d] => {
            both(a, b, c, d, |from, to| ViewerCommand::Step(Step::Move { from, to }, None))
        }
        ["remove", what, a, b, c, d] => side(what, false).and_then(|side| {
            let row = |a: Point, b: Point| Step::Row { first: a.min(b), last: a.max(b) };
            both(a, b, c, d, |a, b| ViewerCommand::Step(row(a, b), Some(side)))
        }),
        ["remove", what, a, b] => {
            side(what, true).zip(at(a, b)).map(|(side, at)| ViewerCommand::Step(Step::Ring(at), Some(side)))
        }
        ["place", what @ ("wr" | "br"), a, b] => {
            at(a, b).map(|at| ViewerCommand::Step(Step::Place(at), side(what, true)))
        }
        ["place", what @ ("w" | "b"), a, b] => {
            at(a, b).map(|at| ViewerCommand::Hold(HeldPiece::Ring(at), side(what, false)))
        }
        ["pick", "board", a, b] => at(a, b).map(ViewerCommand::PickUp),
        ["pick", what @ ("wr" | "br")] => Some(ViewerCommand::Hold(HeldPiece::NewRing, side(what, true))),
        ["pick", what @ ("w" | "b")] => Some(ViewerCommand::Hold(HeldPiece::Marker, side(what, false))),
        ["drop", "board", a, b] => at(a, b).map(ViewerCommand::Drop),
        ["drop", "w" | "b" | "wr" | "br"] => Some(ViewerCommand::PutBack),
        _ => None,
    };
    found.ok_or_else(|| unknown(property))
}

/// The side of `w` or `b`, with an `r` for a ring.
fn side(what: &str, ring: bool) -> Option<Side> {
    match (what, ring) {
        ("w", false) | ("wr", true) => Some(Side::White),
        ("b", false) | ("br", true) => Some(Side::Black),
        _ => None,
    }
}

fn at(letter: &str, number: &str) -> Option<Point> {
    yinsh().find(&format!("{letter}{number}"))
}

fn both(
    a: &str,
    b: &str,
    c: &str,
    d: &str,
    make: impl Fn(Point, Point) -> ViewerCommand,
) -> Option<ViewerCommand> {
    Some(make(at(a, b)?, at(c, d)?))
}

/// A step that may still be taken back.
struct OpenStep {
    by: Side,
    step: Step,
    line: usize,
    token: String,
}

struct BoardspaceReader {
    play: Play<Yinsh>,
    clocks: Vec<Option<u64>>,
    draft: Option<Draft<Yinsh>>,
    open: Option<OpenStep>,
    held: Option<HeldPiece>,
    resigning: Option<Side>,
    /// The time of each side's last command.
    used: Pair<Option<u64>>,
    line: usize,
}

impl BoardspaceReader {
    fn node(&mut self, node: &[Property], white: &str) -> Result<(), SgfError> {
        let clock = match node.iter().find(|property| property.key == "TM") {
            Some(time) => Some(time.value.trim().parse().map_err(|_| unknown(time))?),
            None => None,
        };
        for property in node {
            self.line = property.line;
            match property.key.as_str() {
                "TM" | "C" => {}
                player @ ("P0" | "P1") => {
                    let by = if player == white { Side::White } else { Side::Black };
                    self.command(by, clock, property)?;
                }
                key => {
                    let token = super::sgf::property(key, &property.value);
                    return Err(SgfError::UnknownToken { line: self.line, token });
                }
            }
        }
        Ok(())
    }

    fn command(&mut self, by: Side, clock: Option<u64>, property: &Property) -> Result<(), SgfError> {
        let refuse =
            |why| Err(SgfError::Illegal { line: property.line, token: property.value.trim().into(), why });
        let command = command(property)?;
        if command == ViewerCommand::Nothing {
            return Ok(());
        }
        if self.open.as_ref().is_some_and(|open| open.by != by) {
            self.confirm()?;
        }
        if clock.is_some() {
            self.used[by] = clock;
        }
        if self.resigning.is_some() && !matches!(command, ViewerCommand::Done | ViewerCommand::Resign) {
            return refuse(Refusal::Over);
        }
        match command {
            ViewerCommand::Nothing => {}
            ViewerCommand::Done => self.done(by)?,
            // A second click takes the resignation back.
            ViewerCommand::Resign => self.resigning = self.resigning.is_none().then_some(by),
            ViewerCommand::Step(_, Some(side)) | ViewerCommand::Hold(_, Some(side)) if side != by => {
                return refuse(Refusal::Rule(NOT_THEIR_COLOUR));
            }
            ViewerCommand::Step(step, _) => self.begin(by, step, property)?,
            ViewerCommand::Hold(held, _) => {
                self.confirm()?;
                self.held = Some(held);
            }
            ViewerCommand::Drop(at) => match self.held.take() {
                Some(HeldPiece::NewRing) => self.begin(by, Step::Place(at), property)?,
                Some(HeldPiece::Ring(from)) => self.begin(by, Step::Move { from, to: at }, property)?,
                Some(HeldPiece::Marker) => self.held = Some(HeldPiece::Ring(at)),
                None => return refuse(Refusal::Rule(NOTHING_HELD)),
            },
            ViewerCommand::PutBack if self.held.take().is_some() => {}
            ViewerCommand::PickUp(at) => match self.open.take().map(|open| open.step) {
                Some(Step::Place(to)) if to == at => self.held = Some(HeldPiece::NewRing),
                Some(Step::Move { from, to }) if to == at => self.held = Some(HeldPiece::Ring(from)),
                _ => return refuse(Refusal::Rule(NOTHING_HELD)),
            },
            ViewerCommand::PutBack => return refuse(Refusal::Rule(NOTHING_HELD)),
        }
        Ok(())
    }

    /// A step that stays open until it is taken back or confirmed.
    fn begin(&mut self, by: Side, step: Step, property: &Property) -> Result<(), SgfError> {
        let place = |step: Step| matches!(step, Step::Place(_));
        let replaced = self.open.as_ref().is_some_and(|open| place(open.step) && place(step));
        if !replaced {
            self.confirm()?;
        }
        self.open = Some(OpenStep { by, step, line: property.line, token: property.value.trim().into() });
        Ok(())
    }

    fn done(&mut self, by: Side) -> Result<(), SgfError> {
        if self.resigning.is_some() {
            return Ok(());
        }
        self.confirm()?;
        // The clock stops at the last `Done` of a turn.
        let last = self.play.rounds()[0].turns.last().map(|turn| turn.by);
        if self.draft.is_none()
            && last == Some(by)
            && let Some(clock) = self.used[by].take()
        {
            self.clocks.pop();
            self.clocks.push(Some(clock));
        }
        Ok(())
    }

    /// Plays the step that is open; the turn is played when it is complete.
    fn confirm(&mut self) -> Result<(), SgfError> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let refuse = |why| SgfError::Illegal { line: open.line, token: open.token.clone(), why };
        let to_act = self.play.position().to_act();
        if self.play.outcome().is_some() {
            return Err(refuse(Refusal::Over));
        }
        if !to_act.includes(open.by) {
            return Err(refuse(Refusal::NotYourTurn(to_act.side())));
        }
        let mut draft = self.draft.take().unwrap_or_else(|| self.play.draft(open.by));
        draft.step(open.step).map_err(refuse)?;
        if !draft.is_complete() {
            self.draft = Some(draft);
            return Ok(());
        }
        self.play.commit(&draft).map_err(|error| SgfError::Illegal {
            line: open.line,
            token: open.token.clone(),
            why: error.why,
        })?;
        self.clocks.push(self.used[open.by].take());
        Ok(())
    }

    fn finish(&mut self) -> Result<(), SgfError> {
        if let Some(side) = self.resigning {
            // Unconfirmed commands of a player who resigns were not played.
            if self.open.as_ref().is_some_and(|open| open.by != side) {
                self.confirm()?;
            }
            return match self.play.resign(side) {
                Ok(_) => Ok(()),
                Err(why) => Err(SgfError::Illegal { line: self.line, token: "Resign".into(), why }),
            };
        }
        self.confirm()?;
        if self.draft.is_some() || self.held.is_some() {
            return Err(SgfError::Unfinished { line: self.line });
        }
        Ok(())
    }
}
