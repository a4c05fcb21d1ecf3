//! Turns in words: `laws LAW LAW LAW LAW`, `a2-a3`, `L2@b3`, `a2-a3 L2@b3`, `L1@b3=L3:wb..>w...`.

use super::refusals::{MOVE_FIRST, NO_LAW, NOT_ADAPTATION, ONE_LAW, ONE_MOVE, WRITTEN};
use super::{Law, Stage, Step, YinYang};
use crate::board::yinyang;
use crate::game::{Presentation, Rules, read_step};
use crate::notation::{Word, words};
use crate::refusal::{Refusal, TurnError};
use crate::side::{Audience, Side, Text};
use std::fmt::Write as _;

const LAWS: Text = Text {
    en: "laws and your four laws, such as: laws wb..>w... b...>bwb. bb.w>* bbbb>bb.b",
    fr: "laws et vos quatre lois, par exemple : laws wb..>w... b...>bwb. bb.w>* bbbb>bb.b",
};
const TURN: Text = Text {
    en: "a move (a2-a3), a law (L2@b3, or L1@b3=L3:wb..>w... to rewrite one), or a move and then a law",
    fr: "un déplacement (a2-a3), une loi (L2@b3, ou L1@b3=L3:wb..>w... pour en réécrire une), ou les deux",
};

/// Reads a turn of one side.
pub(super) fn read(position: &YinYang, by: Side, text: &str) -> Result<Vec<Step>, TurnError> {
    // Small letters of ASCII take as many bytes as capitals: places in `lower` are places in `text`.
    let lower = text.to_ascii_lowercase();
    let mut reader = LawReader { position: position.clone(), steps: vec![] };
    if position.in_setup() {
        reader.laws(by, &lower)?;
    } else {
        reader.turn(by, &lower)?;
    }
    Ok(reader.steps)
}

/// The steps read so far and where they lead.
struct LawReader {
    position: YinYang,
    steps: Vec<Step>,
}

impl LawReader {
    fn take(&mut self, step: Step, word: Word<'_>) -> Result<(), TurnError> {
        self.steps.push(read_step(&mut self.position, step, word)?);
        Ok(())
    }

    fn has(&self, made: impl Fn(&Step) -> bool) -> bool {
        self.steps.iter().any(made)
    }

    fn laws(&mut self, by: Side, text: &str) -> Result<(), TurnError> {
        let whole = Word::whole(text);
        let mut words = words(text);
        if words.next().is_none_or(|word| word.text != "laws") {
            return Err(whole.refuse(Refusal::Unreadable(LAWS)));
        }
        for word in words {
            if self.steps.len() == 4 {
                return Err(word.refuse(Refusal::TooMuch));
            }
            let law = Law::parse(word.text).map_err(|why| word.refuse(Refusal::Rule(why)))?;
            self.take(Step::Write { side: by, law }, word)?;
        }
        self.finish(whole)
    }

    fn turn(&mut self, by: Side, text: &str) -> Result<(), TurnError> {
        let whole = Word::whole(text);
        if by != self.position.act {
            // The errors below would mention the laws of the side to act.
            return Err(whole.refuse(Refusal::NotYourTurn(self.position.act)));
        }
        for word in words(text) {
            if let Some((name, rest)) = word.split_once('@') {
                self.law(word, name, rest)?;
            } else if let Some((from, to)) = word.split_once('-') {
                self.walk(word, from, to)?;
            } else if word.text == "laws" {
                return Err(word.refuse(Refusal::Rule(WRITTEN)));
            } else {
                return Err(word.refuse(Refusal::Unreadable(TURN)));
            }
        }
        if self.position.stage == Stage::Moved {
            self.take(Step::Done, whole)?;
        }
        self.finish(whole)
    }

    /// `a2-a3`.
    fn walk(&mut self, word: Word<'_>, from: Word<'_>, to: Word<'_>) -> Result<(), TurnError> {
        if self.has(|step| matches!(step, Step::Apply { .. })) {
            return Err(word.refuse(Refusal::Rule(MOVE_FIRST)));
        }
        if self.has(|step| matches!(step, Step::Move { .. })) {
            return Err(word.refuse(Refusal::Rule(ONE_MOVE)));
        }
        let (from, to) = (from.point(yinyang())?, to.point(yinyang())?);
        self.take(Step::Move { from, to }, word)
    }

    /// `L2@b3`, and for an adaptation law `=L3:wb..>w...` behind it.
    fn law(&mut self, word: Word<'_>, name: Word<'_>, rest: Word<'_>) -> Result<(), TurnError> {
        if self.has(|step| matches!(step, Step::Apply { .. })) {
            return Err(word.refuse(Refusal::Rule(ONE_LAW)));
        }
        let number = law_number(name)?;
        let (block, rewriting) =
            rest.split_once('=').map_or((rest, None), |(block, rewriting)| (block, Some(rewriting)));
        let block = block.point(yinyang())?;
        self.take(Step::Apply { number, block }, word)?;
        let Some(rewriting) = rewriting else {
            return Ok(());
        };
        if self.position.stage != Stage::Adapting {
            return Err(rewriting.refuse(Refusal::Rule(NOT_ADAPTATION)));
        }
        let (name, text) =
            rewriting.split_once(':').map_or((rewriting, None), |(name, text)| (name, Some(text)));
        self.take(Step::Rewrite(law_number(name)?), name)?;
        let Some(text) = text else { return Ok(()) };
        let law = Law::parse(text.text).map_err(|why| text.refuse(Refusal::Rule(why)))?;
        self.take(Step::Text(law), text)
    }

    /// Refuses a turn that stops too early.
    fn finish(&self, whole: Word<'_>) -> Result<(), TurnError> {
        if self.steps.is_empty() || self.position.mid_turn() {
            return Err(whole.refuse(Refusal::Incomplete(self.position.prompt())));
        }
        Ok(())
    }
}

/// `l1` to `l4`.
fn law_number(name: Word<'_>) -> Result<u8, TurnError> {
    match name.text {
        "l1" => Ok(1),
        "l2" => Ok(2),
        "l3" => Ok(3),
        "l4" => Ok(4),
        _ => Err(name.refuse(Refusal::Rule(NO_LAW))),
    }
}

/// Spells a turn, or the beginning of one; texts that the audience may not see are `?`.
pub(super) fn spell(position: &YinYang, steps: &[Step], audience: Audience) -> String {
    let name = |point| yinyang().name(point);
    let text = |owner, law: Law| {
        if audience.may_see(owner) { law.to_string() } else { "?".into() }
    };
    let mut out = String::new();
    for &step in steps {
        let space = if out.is_empty() { "" } else { " " };
        match step {
            Step::Write { side, law } => {
                let laws = if out.is_empty() { "laws" } else { "" };
                write!(out, "{laws} {}", text(side, law))
            }
            Step::Move { from, to } => write!(out, "{}-{}", name(from), name(to)),
            Step::Apply { number, block } => write!(out, "{space}L{number}@{}", name(block)),
            Step::Done => Ok(()),
            Step::Rewrite(number) => write!(out, "=L{number}"),
            Step::Text(law) => write!(out, ":{}", text(position.act, law)),
        }
        .expect("writing to a string");
    }
    out
}
