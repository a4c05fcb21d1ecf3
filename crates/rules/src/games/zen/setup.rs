//! Set-up strings of Zen: `w= b= zen= ko= seat= check= act= passed=`, and three extensions.
//!
//! * `passed=twice`, `check=mate`: the game is over by two passes, or by a mate the mover announced;
//! * `first=`: with four players, the colour that began the round, where it is not the option's;
//! * `was=`: with `announce=manual`, the position `takeback` would restore. It is written like a set-up, with
//!   `;` for spaces, and comes last, so that a `was=` inside it needs no quoting:
//!   `w=… act=white was=w=…;act=black;was=w=…;act=white`.

use super::Zen;
use super::check::{Check, MoverClaim};
use super::field::{PAWNS, ZenField, board};
use super::options::ZenRules;
use crate::options::Options;
use crate::pointset::PointSet;
use crate::setup::{COLOURS, Fields, SetupError, SetupWriter, bad};
use crate::side::{Pair, Side, Text};
use std::sync::Arc;

/// Separates a position from the earlier one inside a `was=`.
const EARLIER: &str = ";was=";

/// Maximum nesting of earlier positions: no game is longer.
const MOST_EARLIER: usize = crate::play::TURN_LIMIT as usize;

impl Zen {
    /// The set-up string.
    pub(super) fn write_setup(&self) -> String {
        let mut line = self.write_without_memory();
        let mut earlier = self.before_reply.as_deref();
        let mut key = " was=";
        while let Some(zen) = earlier {
            line = line + key + &zen.write_without_memory().replace(' ', ";");
            key = EARLIER;
            earlier = zen.before_reply.as_deref();
        }
        line
    }

    fn write_without_memory(&self) -> String {
        let check = match self.check {
            Check::Settled => "",
            Check::Open => "open",
            Check::Mate => "mate",
        };
        let first = if self.began == self.rules.first { "" } else { self.began.name().en };
        SetupWriter::default()
            .points("w", board(), self.field.pawns[Side::White])
            .points("b", board(), self.field.pawns[Side::Black])
            .points("zen", board(), self.field.zen)
            .points("ko", board(), self.ko)
            .text("seat", if self.seat == 2 { "2" } else { "" })
            .text("first", first)
            .text("check", check)
            .act(self.act)
            .passes(self.passes)
            .finish()
    }

    /// The position of a set-up string.
    pub(super) fn read_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let rules = ZenRules::of(options).map_err(|error| SetupError::of_options(&error))?;
        let mut zen = Self::read_without_memory(rules, fields)?;
        let was = fields.text("was");
        if was.is_empty() {
            return Ok(zen);
        }
        let levels: Vec<&str> = was.split(EARLIER).collect();
        if levels.len() > MOST_EARLIER {
            return impossible(
                "was= goes back further than any game",
                "was= remonte plus loin que toute partie",
            );
        }
        let mut earlier: Option<Arc<Self>> = None;
        for level in levels.into_iter().rev() {
            let mut fields = Fields::parse(&level.replace(';', " "))?;
            let mut before = Self::read_without_memory(rules, &mut fields)?;
            fields.finish()?;
            before.remember(earlier)?;
            earlier = Some(Arc::new(before));
        }
        zen.remember(earlier)?;
        Ok(zen)
    }

    fn read_without_memory(rules: ZenRules, fields: &mut Fields) -> Result<Self, SetupError> {
        let mut set = |key, most| Ok(fields.pieces(key, board(), most)?.into_iter().collect::<PointSet>());
        let pawns = Pair([set("w", PAWNS)?, set("b", PAWNS)?]);
        let zen = set("zen", 1)?;
        if pawns.0[0].is_empty() && pawns.0[1].is_empty() {
            return impossible("there are no pawns on the board", "il n’y a pas de pions sur le plateau");
        }
        let mut position = Self {
            field: ZenField { pawns, zen },
            ko: fields.point("ko", board())?,
            seat: read_seat(rules, fields)?,
            began: read_first(rules, fields)?,
            ..Self::new_round(rules, rules.first)
        };
        let check = fields.text("check");
        position.act = fields.act()?;
        position.passes = fields.passes()?;
        position.check_ko()?;
        position.check = position.read_check(&check)?;
        Ok(position)
    }

    fn check_ko(&self) -> Result<(), SetupError> {
        match self.ko {
            Some(_) if self.field.zen.is_empty() => {
                impossible("ko= needs the Zen on the board", "ko= demande que le Zen soit sur le plateau")
            }
            Some(_) if self.passes > 0 => impossible(
                "ko= and passed= exclude each other: a pass moves nothing",
                "ko= et passed= s’excluent : qui passe ne déplace rien",
            ),
            Some(ko) if self.field.pieces().contains(ko) => impossible(
                "ko= is the square the Zen has just left: it is empty",
                "ko= est la case que le Zen vient de quitter : elle est vide",
            ),
            _ => Ok(()),
        }
    }

    fn read_check(&self, value: &str) -> Result<Check, SetupError> {
        let check = match value {
            "" => return Ok(Check::Settled),
            "open" => Check::Open,
            "mate" => Check::Mate,
            _ => return Err(bad("check", value, Text { en: "open or mate", fr: "open ou mate" })),
        };
        if !self.rules.manual {
            return impossible(
                "check= is for variants 1 and 2 with announce=manual",
                "check= est pour les variantes 1 et 2 avec announce=manual",
            );
        }
        let due = self.due();
        match check {
            Check::Open if due == MoverClaim::Nothing => impossible(
                "check=open, but the player not to act does not give check",
                "check=open, mais le joueur qui vient de jouer ne fait pas échec",
            ),
            Check::Mate if due != MoverClaim::Mate => impossible(
                "check=mate, but the player to act is not mated",
                "check=mate, mais le joueur au trait n’est pas mat",
            ),
            _ => Ok(check),
        }
    }

    /// Adds the position a takeback would restore, if it can be one.
    fn remember(&mut self, earlier: Option<Arc<Self>>) -> Result<(), SetupError> {
        let Some(before) = earlier else { return Ok(()) };
        if !self.rules.manual {
            return impossible(
                "was= is for variants 1 and 2 with announce=manual",
                "was= est pour les variantes 1 et 2 avec announce=manual",
            );
        }
        let restorable = before.check == Check::Settled && before.due() != MoverClaim::Nothing;
        if !restorable {
            return impossible(
                "was= is a position in announced check that is not over",
                "was= est une position en échec annoncé qui n’est pas finie",
            );
        }
        let attacker = before.mover();
        let fits = match self.field.ending() {
            None => self.act == attacker && self.passes < 2 && self.check != Check::Mate,
            Some(end) => end.winner == Some(attacker),
        };
        if !fits {
            return impossible(
                "was= is the position before the last reply to a check",
                "was= est la position avant la dernière réponse à un échec",
            );
        }
        if self.field.ending().is_none() && !self.can_win_at_once() {
            return impossible(
                "was= is not needed where the last reply has parried the check",
                "was= est inutile quand la dernière réponse a paré l’échec",
            );
        }
        self.before_reply = Some(before);
        Ok(())
    }
}

fn impossible<T>(en: &str, fr: &str) -> Result<T, SetupError> {
    Err(SetupError::impossible(en, fr))
}

fn read_seat(rules: ZenRules, fields: &mut Fields) -> Result<u8, SetupError> {
    match fields.text("seat").as_str() {
        "" | "1" => Ok(1),
        "2" if rules.four => Ok(2),
        "2" => impossible("seat=2 needs players=4", "seat=2 demande players=4"),
        value => Err(bad("seat", value, Text { en: "1 or 2", fr: "1 ou 2" })),
    }
}

fn read_first(rules: ZenRules, fields: &mut Fields) -> Result<Side, SetupError> {
    let value = fields.text("first");
    if value.is_empty() {
        return Ok(rules.first);
    }
    if !rules.four {
        return impossible("first= needs players=4", "first= demande players=4");
    }
    Side::parse(&value).ok_or_else(|| bad("first", &value, COLOURS))
}
