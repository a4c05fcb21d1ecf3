//! Laws: a cause, an effect, and how they are written.
//!
//! ```text
//!                w b       w .      cells are written upper left, upper right,
//!   wb..>w...    . .   →   . .                        lower left, lower right
//! ```
//!
//! The effect is the cause with one piece gone (destruction) or with two pieces added on empty cells
//! (peopling), or it is the red mark `*` (adaptation). A [`Law`] is always one of the 513 well-formed ones.
//! It is written from the owner's seat and never turned: Black's laws lie on the board as written, White's
//! upside down, that is, with their cells in reverse order.
//!
//! A law may be secret: `Display` prints its text, `Debug` does not.

use crate::refusal::Rule;
use crate::short::sort_long;
use crate::side::Side;
use std::fmt;
use std::num::NonZeroU16;
use std::sync::LazyLock;

const FORM: Rule = Rule::new(
    "yinyang.law-form",
    "a law is four cells (. w b), >, and four cells or *, such as wb..>w... or bb.w>*",
    "une loi s’écrit avec quatre cases (. w b), >, puis quatre cases ou *, par exemple wb..>w... ou bb.w>*",
);
const EFFECT: Rule = Rule::new(
    "yinyang.law-effect",
    "the effect must be the cause with exactly one stone less or exactly two stones more, or *",
    "l’effet doit être la cause avec exactement une pierre de moins ou exactement deux de plus, ou *",
);
const HIDDEN: Rule = Rule::new(
    "yinyang.law-hidden",
    "? stands for a secret law; its text is needed here",
    "? remplace une loi secrète ; il faut ici son texte",
);

/// A 2 × 2 pattern of empty, white and black cells.
///
/// Bits 0 to 3 are the white cells (upper left, upper right, lower left, lower right), bits 4 to 7 the black.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern(u8);

impl Pattern {
    /// A pattern from the white and the black cells, four bits each, upper left first.
    #[inline(always)]
    pub(super) const fn new(white: u8, black: u8) -> Self {
        Self(white | black << 4)
    }

    /// The white cells, four bits.
    #[inline(always)]
    pub(super) const fn white(self) -> u8 {
        self.0 & 0xf
    }

    /// The black cells, four bits.
    #[inline(always)]
    pub(super) const fn black(self) -> u8 {
        self.0 >> 4
    }

    /// The cells as bits: 0 to 3 the white ones (upper left, upper right, lower left, lower right), 4 to 7 the
    /// black.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The pattern turned by 180°: its cells in reverse order.
    #[inline(always)]
    const fn turned(self) -> Self {
        Self(self.0.reverse_bits().rotate_left(4))
    }

    const fn parse(text: &str) -> Option<Self> {
        let cells = text.as_bytes();
        let (mut bits, mut at) = (0, 0);
        while at < cells.len() {
            match cells[at] {
                b'.' => (),
                b'w' if at < 4 => bits |= 1 << at,
                b'b' if at < 4 => bits |= 0x10 << at,
                _ => return None,
            }
            at += 1;
        }
        if cells.len() == 4 { Some(Self(bits)) } else { None }
    }
}

/// `wb..`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |at: u8| match (self.white() >> at & 1, self.black() >> at & 1) {
            (0, 0) => '.',
            (0, _) => 'b',
            _ => 'w',
        };
        (0..4).try_for_each(|at| write!(f, "{}", cell(at)))
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({self})")
    }
}

/// What a law does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawKind {
    /// Takes one piece off the board.
    Destruction,
    /// Puts two pieces on it.
    Peopling,
    /// Rewrites one of its owner's laws.
    Adaptation,
}

/// A well-formed law: the cause in the low byte, the effect in the high byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Law(NonZeroU16);

/// The effect of an adaptation law. No pattern looks like it: all cells would be white and black at once.
const MARK: u8 = 0xff;

impl Law {
    /// The law that stands for every secret law where its text may not be known.
    pub(super) const UNKNOWN: Self = Self(NonZeroU16::new(0xfff0).expect("bbbb>* is not zero"));

    /// All 513, sorted by their text.
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Law>> = LazyLock::new(|| {
            let pairs = (0..=u8::MAX).flat_map(|cause| (0..=u8::MAX).map(move |effect| (cause, effect)));
            let laws = pairs.filter_map(|(cause, effect)| Law::new(cause, effect));
            let mut laws: Vec<(String, Law)> = laws.map(|law| (law.to_string(), law)).collect();
            sort_long(&mut laws, |a, b| a.0 < b.0);
            laws.into_iter().map(|(_, law)| law).collect()
        });
        &ALL
    }

    fn new(cause: u8, effect: u8) -> Option<Self> {
        kind(cause, effect)?;
        NonZeroU16::new(u16::from_le_bytes([cause, effect])).map(Self)
    }

    /// Reads a law, lower case.
    ///
    /// # Errors
    /// [`Rule`] if it is not written like a law, or is not well-formed.
    pub fn parse(text: &str) -> Result<Self, Rule> {
        if text == "?" {
            return Err(HIDDEN);
        }
        let (cause, effect) = text.split_once('>').ok_or(FORM)?;
        let Pattern(cause) = Pattern::parse(cause).ok_or(FORM)?;
        let effect = match effect {
            "*" => MARK,
            cells => Pattern::parse(cells).ok_or(FORM)?.0,
        };
        Self::new(cause, effect).ok_or(EFFECT)
    }

    /// What it does.
    ///
    /// # Panics
    /// Never: every law is well-formed.
    #[must_use]
    pub fn kind(self) -> LawKind {
        let [cause, effect] = self.0.get().to_le_bytes();
        kind(cause, effect).expect("a law is well-formed")
    }

    /// The pattern it applies to.
    #[must_use]
    #[inline(always)]
    pub const fn cause(self) -> Pattern {
        Pattern(self.0.get().to_le_bytes()[0])
    }

    /// The pattern it leaves; `None` for an adaptation law.
    #[must_use]
    #[inline(always)]
    pub const fn effect(self) -> Option<Pattern> {
        match self.0.get().to_le_bytes()[1] {
            MARK => None,
            effect => Some(Pattern(effect)),
        }
    }

    /// The law as it lies on the board: turned by 180° if it is White's.
    ///
    /// # Panics
    /// Never: turning only changes the order of the cells.
    #[must_use]
    #[inline(always)]
    pub fn on_board(self, owner: Side) -> Self {
        match owner {
            Side::Black => self,
            Side::White => {
                // The mark stays the mark: all its bits are set.
                let turned = self.0.get().to_le_bytes().map(|cells| Pattern(cells).turned().0);
                Self(NonZeroU16::new(u16::from_le_bytes(turned)).expect("turning keeps every bit"))
            }
        }
    }

    /// Whether two laws, both as they lie on the board, have the same cause and different effects.
    #[must_use]
    #[inline(always)]
    pub fn contradicts(self, other: Self) -> bool {
        self.cause() == other.cause() && self != other
    }

    /// Its bits, for hashing.
    #[inline(always)]
    pub(super) const fn bits(self) -> u16 {
        self.0.get()
    }
}

/// What a law of this cause and effect does; `None` if it is not well-formed.
const fn kind(cause: u8, effect: u8) -> Option<LawKind> {
    // No cell of a pattern is both white and black.
    if cause & cause >> 4 != 0 {
        return None;
    }
    if effect == MARK {
        return Some(LawKind::Adaptation);
    }
    if effect & effect >> 4 != 0 {
        return None;
    }
    match ((cause & !effect).count_ones(), (effect & !cause).count_ones()) {
        (1, 0) => Some(LawKind::Destruction),
        (0, 2) => Some(LawKind::Peopling),
        _ => None,
    }
}

/// `wb..>w...` or `bb.w>*`.
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>", self.cause())?;
        match self.effect() {
            Some(effect) => write!(f, "{effect}"),
            None => f.write_str("*"),
        }
    }
}

/// Without its text: it may be a secret.
impl fmt::Debug for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Law(?)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(text: &str) -> Law {
        Law::parse(text).unwrap()
    }

    #[test]
    fn there_are_513_laws_and_all_read_back() {
        let count = |kind| Law::all().iter().filter(|law| law.kind() == kind).count();
        // 81 causes hold 108 white and 108 black pieces; each of their 54 pairs of empty cells has 4 colourings.
        assert_eq!(count(LawKind::Destruction), 216);
        assert_eq!(count(LawKind::Peopling), 216);
        assert_eq!(count(LawKind::Adaptation), 81);
        assert_eq!(Law::all().len(), 513);
        let texts: Vec<String> = Law::all().iter().map(Law::to_string).collect();
        assert!(texts.is_sorted());
        for (text, &known) in texts.iter().zip(Law::all()) {
            assert!(Law::parse(text).unwrap() == known, "{text}");
        }
    }

    #[test]
    fn every_text_of_nine_cells_is_read_as_the_plain_rule_says() {
        let cells = ['.', 'w', 'b'];
        let texts: Vec<String> =
            (0..81).map(|n| (0..4).map(|at| cells[n / 3_usize.pow(at) % 3]).collect()).collect();
        let mut found = 0;
        for cause in &texts {
            for effect in &texts {
                let changes: Vec<(char, char)> =
                    cause.chars().zip(effect.chars()).filter(|(a, b)| a != b).collect();
                let destruction = changes.len() == 1 && changes[0].1 == '.';
                let peopling = changes.len() == 2 && changes.iter().all(|&(a, _)| a == '.');
                let read = Law::parse(&format!("{cause}>{effect}"));
                assert_eq!(read.is_ok(), destruction || peopling, "{cause}>{effect}");
                found += usize::from(read.is_ok());
            }
            assert!(Law::parse(&format!("{cause}>*")).is_ok());
        }
        assert_eq!(found, 513 - 81);
    }

    #[test]
    fn whites_laws_lie_upside_down() {
        assert_eq!(law("wb..>w...").on_board(Side::White).to_string(), "..bw>...w");
        assert_eq!(law("wb..>w...").on_board(Side::Black).to_string(), "wb..>w...");
        assert_eq!(law("bb.w>*").on_board(Side::White).to_string(), "w.bb>*");
        for &law in Law::all() {
            let text = law.to_string();
            let (cause, effect) = text.split_once('>').unwrap();
            let back = |cells: &str| cells.chars().rev().collect::<String>();
            assert_eq!(law.on_board(Side::White).to_string(), format!("{}>{}", back(cause), back(effect)));
        }
    }

    #[test]
    fn same_cause_and_another_effect_is_a_contradiction() {
        let contradict = |a: &str, b: &str| law(a).contradicts(law(b));
        assert!(contradict("bbbb>bb.b", "bbbb>b.bb"));
        assert!(contradict("bbbb>bb.b", "bbbb>*"));
        assert!(!contradict("bbbb>*", "bbbb>*"));
        assert!(!contradict("bbbb>bb.b", "bbbb>bb.b"));
        assert!(!contradict("bbbb>bb.b", "bbbw>bb.w"));
    }

    #[test]
    fn bad_laws_are_refused_with_the_reason() {
        for text in
            ["", ">", "wb..", "wb..>", "wb..>w..", "wb.>w...", "xb..>w...", "wb..>**", "wb...>w...", "é>*"]
        {
            assert_eq!(Law::parse(text).unwrap_err().code, "yinyang.law-form", "{text}");
        }
        for text in ["wb..>wb..", "wb..>....", "wb..>wbw.", "wb..>bb..", "wb..>w.b.", "wb..>bwbw"] {
            assert_eq!(Law::parse(text).unwrap_err().code, "yinyang.law-effect", "{text}");
        }
        assert_eq!(Law::parse("?").unwrap_err().code, "yinyang.law-hidden");
    }

    #[test]
    fn a_law_does_not_print_itself() {
        assert_eq!(format!("{:?}", law("wb..>w...")), "Law(?)");
    }
}
