//! The four laws of one side, numbered 1 to 4 in the order they were written: secret or face up.

use super::law::Law;

/// The numbers of the laws.
pub(super) const NUMBERS: std::ops::RangeInclusive<u8> = 1..=4;

/// A side's laws. During the set-up the last ones may still be unwritten.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hand {
    laws: [Option<Law>; 4],
    /// Bit `number - 1` is set for a law that lies face up.
    up: u8,
}

/// What is wrong with four laws, in English and in French.
#[derive(Debug)]
pub(super) struct LawsError {
    pub(super) en: String,
    pub(super) fr: String,
}

impl Hand {
    /// Reads four laws separated by commas.
    ///
    /// # Errors
    /// [`LawsError`] if a law is malformed, or there are not four.
    pub(super) fn parse(text: &str) -> Result<Self, LawsError> {
        let wrong = |en: &str, fr: &str| LawsError { en: en.into(), fr: fr.into() };
        let mut hand = Self::default();
        for word in text.split(',') {
            let law = Law::parse(word).map_err(|why| LawsError {
                en: format!("`{word}`: {}", why.text.en),
                fr: format!("« {word} » : {}", why.text.fr),
            })?;
            if hand.is_complete() {
                return Err(wrong("a side has four laws, not more", "un camp a quatre lois, pas plus"));
            }
            hand.write(law);
        }
        if hand.is_complete() {
            Ok(hand)
        } else {
            Err(wrong(
                "a side has four laws, separated by commas",
                "un camp a quatre lois, séparées par des virgules",
            ))
        }
    }

    /// The law with this number; `None` if it is unwritten, or there is no such number.
    #[inline(always)]
    pub(super) fn law(&self, number: u8) -> Option<Law> {
        *self.laws.get(usize::from(number).checked_sub(1)?)?
    }

    #[inline(always)]
    pub(super) fn is_up(&self, number: u8) -> bool {
        self.up >> (number - 1) & 1 != 0
    }

    /// The laws that lie face up, with their numbers.
    #[inline(always)]
    pub(super) fn face_up(&self) -> impl Iterator<Item = (u8, Law)> + '_ {
        NUMBERS.filter(|&number| self.is_up(number)).filter_map(|number| Some((number, self.law(number)?)))
    }

    pub(super) fn is_unwritten(&self) -> bool {
        self.laws[0].is_none()
    }

    #[inline(always)]
    pub(super) fn is_complete(&self) -> bool {
        self.laws[3].is_some()
    }

    /// Writes the next law.
    pub(super) fn write(&mut self, law: Law) {
        if let Some(slot) = self.laws.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(law);
        }
    }

    /// Lays a law face up.
    #[inline(always)]
    pub(super) fn lay(&mut self, number: u8) {
        self.up |= 1 << (number - 1);
    }

    /// Gives a law another text; it is secret again.
    #[inline(always)]
    pub(super) fn rewrite(&mut self, number: u8, law: Law) {
        self.laws[usize::from(number - 1)] = Some(law);
        self.up &= !(1 << (number - 1));
    }

    /// The same hand as others see it: all secret laws are equal.
    pub(super) fn without_secrets(mut self) -> Self {
        for number in NUMBERS {
            if !self.is_up(number) && self.law(number).is_some() {
                self.rewrite(number, Law::UNKNOWN);
            }
        }
        self
    }

    /// The hand as bits, for hashing: four laws, and which lie face up.
    #[inline(always)]
    pub(super) fn bits(&self) -> (u64, u8) {
        let bits = |bits: u64, law: &Option<Law>| bits << 16 | u64::from(law.map_or(0, Law::bits));
        (self.laws.iter().fold(0, bits), self.up)
    }
}
