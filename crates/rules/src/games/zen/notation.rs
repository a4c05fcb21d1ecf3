//! Writing and reading turns: `b7-b9`, `b7xb9`, `f6-h8+`, `pass`, `concede`, `takeback`.

use super::Zen;
use super::check::MoverClaim;
use super::field::board;
use super::moves::Step;
use crate::game::{Presentation, read_step};
use crate::notation::{Word, single_word};
use crate::refusal::{Refusal, Rule, TurnError};
use crate::side::Text;

const A_MOVE: Text = Text {
    en: "a move such as b7-b9, or b7xb9 if it captures",
    fr: "un coup comme b7-b9, ou b7xb9 s’il prend",
};
const CAPTURES: Rule = Rule::new("zen.captures", "this captures: write {}", "ce coup prend : écrivez {}");
const CAPTURES_NOTHING: Rule = Rule::new(
    "zen.captures-nothing",
    "this captures nothing: write {}",
    "ce coup ne prend rien : écrivez {}",
);

impl Zen {
    /// Spells a step played from this position.
    pub(super) fn spell_step(&self, step: Step) -> String {
        let claim = if self.rules.manual { step.claim() } else { self.due_after(step) };
        self.spell_bare(step) + claim.suffix()
    }

    /// Spells a step without an announcement.
    fn spell_bare(&self, step: Step) -> String {
        match step {
            Step::Move { from, to, .. } => {
                let sign = if self.captures(to) { 'x' } else { '-' };
                format!("{}{sign}{}", board().name(from), board().name(to))
            }
            Step::Pass(_) => "pass".into(),
            Step::Concede => "concede".into(),
            Step::Takeback => "takeback".into(),
        }
    }

    /// Reads a turn.
    pub(super) fn read_turn(&self, text: &str) -> Result<Step, TurnError> {
        // Of letters outside ASCII none is part of a turn; left alone, they keep the places of words.
        let lower = text.to_ascii_lowercase();
        let word = single_word(&lower, self.prompt())?;
        let (bare, claim) = announced(word);
        let (step, sign) = read_bare(bare)?;
        let spoken = if self.rules.manual { step.with_claim(claim) } else { step };
        read_step(&mut self.clone(), spoken, word)?;
        self.wrong_sign(step, sign)
            .or_else(|| self.false_announcement(step, claim))
            .map_or(Ok(spoken), |why| Err(word.refuse(why)))
    }

    /// A capture is written with `x`, any other move with `-`.
    fn wrong_sign(&self, step: Step, sign: Option<char>) -> Option<Refusal> {
        let Step::Move { to, .. } = step else { return None };
        let rule = match (self.captures(to), sign?) {
            (true, '-') => CAPTURES,
            (false, 'x') => CAPTURES_NOTHING,
            _ => return None,
        };
        Some(Refusal::RuleAt(rule, self.spell_bare(step)))
    }
}

/// Splits an announcement off a turn.
fn announced(word: Word<'_>) -> (Word<'_>, MoverClaim) {
    let without = |suffix| word.text.strip_suffix(suffix).map(|text| Word { text, ..word });
    for claim in [MoverClaim::Check, MoverClaim::Mate] {
        if let Some(bare) = without(claim.suffix()) {
            return (bare, claim);
        }
    }
    (word, MoverClaim::Nothing)
}

/// Reads a turn without an announcement, and the sign between the squares of a move.
fn read_bare(word: Word<'_>) -> Result<(Step, Option<char>), TurnError> {
    let claim = MoverClaim::Nothing;
    match word.text {
        "pass" => return Ok((Step::Pass(claim), None)),
        "concede" => return Ok((Step::Concede, None)),
        "takeback" => return Ok((Step::Takeback, None)),
        _ => {}
    }
    let parts = |sign| word.split_once(sign).map(|parts| (sign, parts));
    let Some((sign, (from, to))) = parts('-').or_else(|| parts('x')) else {
        return Err(word.refuse(Refusal::Unreadable(A_MOVE)));
    };
    let (from, to) = (from.point(board())?, to.point(board())?);
    Ok((Step::Move { from, to, claim }, Some(sign)))
}
