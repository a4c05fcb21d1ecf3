//! Laws from options, and set-up strings: `w= b= lb= lw= up= act=`.
//!
//! `lb` and `lw` hold four laws each, `up` names those that lie face up (`b1,w3`). Where the laws of a side
//! are missing, they are those of the options, or else that side still has to write them; then Black is to
//! act, and plays when they are written. A law the audience may not see is printed as `?`, and such a
//! set-up cannot be read back.

use super::apply::Stones;
use super::hand::{Hand, LawsError, NUMBERS};
use super::{Stage, YinYang};
use crate::board::yinyang;
use crate::options::{OptionError, Options};
use crate::setup::{Fields, SetupError, SetupWriter, bad};
use crate::side::{Audience, Pair, Side, Text};
use crate::verdict::colour;

/// The laws the options give; unwritten hands if they give none.
pub(super) fn hands_of(options: &Options) -> Result<Pair<Hand>, OptionError> {
    let keys = ["laws_white", "laws_black"];
    let missing: Vec<_> = keys.into_iter().filter(|key| options.get(key).is_empty()).collect();
    match missing[..] {
        [] => {}
        [key] => {
            return Err(OptionError::conflict(
                key,
                "laws_black and laws_white go together: give both or neither",
                "laws_black et laws_white vont ensemble : donnez les deux ou aucune",
            ));
        }
        _ => return Ok(Pair::default()),
    }
    let mut hands = Pair::default();
    for (side, key) in Side::BOTH.into_iter().zip(keys) {
        hands[side] =
            Hand::parse(options.get(key)).map_err(|why| OptionError::conflict(key, why.en, why.fr))?;
    }
    Ok(hands)
}

/// The position of a set-up string.
pub(super) fn read(options: &Options, fields: &mut Fields) -> Result<YinYang, SetupError> {
    let hands = hands_of(options).map_err(|error| SetupError::of_options(&error))?;
    let mut position = YinYang { stones: Stones::NONE, hands, act: Side::Black, stage: Stage::Open };
    for (key, side) in [("w", Side::White), ("b", Side::Black)] {
        for point in fields.pieces(key, yinyang(), 16)? {
            position.stones.put(side, point);
        }
    }
    for (key, side) in [("lb", Side::Black), ("lw", Side::White)] {
        let text = fields.text(key);
        if !text.is_empty() {
            let why = |why: LawsError| {
                SetupError::impossible(format!("{key}=: {}", why.en), format!("{key}= : {}", why.fr))
            };
            position.hands[side] = Hand::parse(&text).map_err(why)?;
        }
    }
    lay_face_up(&mut position, &fields.text("up"))?;
    position.act = fields.act()?;
    if fields.flag("passed")? {
        return Err(SetupError::impossible("there is no passing in Yin Yang", "on ne passe pas au Yin Yang"));
    }
    if position.in_setup() && position.act == Side::White {
        return Err(SetupError::impossible(
            "laws are missing (lb=, lw=): they are written before Black’s first turn, so act=black",
            "il manque des lois (lb=, lw=) : on les écrit avant le premier coup des Noirs, donc act=black",
        ));
    }
    Ok(position)
}

const FACE_UP: Text = Text {
    en: "the laws that lie face up, each once, such as b1,w3",
    fr: "les lois visibles, chacune une fois, par exemple b1,w3",
};

fn lay_face_up(position: &mut YinYang, up: &str) -> Result<(), SetupError> {
    for name in up.split(',').filter(|_| !up.is_empty()) {
        let wrong = || bad("up", name, FACE_UP);
        let (side, number) = NUMBERS
            .flat_map(|number| Side::BOTH.map(|side| (side, number)))
            .find(|&(side, number)| name == law_name(side, number))
            .ok_or_else(wrong)?;
        let hand = &mut position.hands[side];
        if hand.law(number).is_none() {
            return Err(SetupError::impossible(
                format!("{name} cannot lie face up: {}’s laws are not written yet", colour(side).en),
                format!(
                    "{name} ne peut pas être visible : les lois des {} ne sont pas encore écrites",
                    colour(side).fr
                ),
            ));
        }
        if hand.is_up(number) {
            return Err(wrong());
        }
        hand.lay(number);
    }
    Ok(())
}

/// The set-up string of a position, without the laws `audience` may not see.
pub(super) fn write(position: &YinYang, audience: Audience) -> String {
    let mut up = vec![];
    for side in [Side::Black, Side::White] {
        up.extend(position.hands[side].face_up().map(|(number, _)| law_name(side, number)));
    }
    SetupWriter::default()
        .points("w", yinyang(), position.stones.of(Side::White))
        .points("b", yinyang(), position.stones.of(Side::Black))
        .text("lb", &position.laws_for(Side::Black, audience))
        .text("lw", &position.laws_for(Side::White, audience))
        .text("up", &up.join(","))
        .act(position.act)
        .finish()
}

impl YinYang {
    /// The written laws of a side, as an audience may see them.
    fn laws_for(&self, owner: Side, audience: Audience) -> String {
        let written = NUMBERS.filter(|&number| self.hands[owner].law(number).is_some());
        let text = |number| self.law_for(owner, number, audience).map_or("?".into(), |law| law.to_string());
        written.map(text).collect::<Vec<String>>().join(",")
    }
}

/// The name of a law in a set-up: `b1`.
pub(super) fn law_name(owner: Side, number: u8) -> String {
    match owner {
        Side::White => format!("w{number}"),
        Side::Black => format!("b{number}"),
    }
}
