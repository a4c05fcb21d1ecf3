//! Recovery codes: a way back into an account for somebody who has lost the password, or the phone with the codes.
//!
//! A code has 80 random bits, so that a fast hash is enough to store it under.

use super::sessions::hash;
use crate::site::entropy::Entropy;
use taijitu_protocol::PlayerId;

/// How many codes an account gets.
pub(crate) const CODES: usize = 10;
/// Characters of a code, five bits each.
const LENGTH: usize = 16;
/// Longer input than this is no code.
const LOOKED_AT: usize = 64;

/// New codes, as they are shown: in groups of four letters and digits.
pub(crate) fn draw(entropy: &Entropy) -> Vec<String> {
    (0..CODES).map(|_| draw_one(entropy)).collect()
}

fn draw_one(entropy: &Entropy) -> String {
    // Ids are written in digits that can be read aloud; the first digits of one hold fewer than five bits.
    let digits = PlayerId(entropy.u128()).to_string();
    let digits: Vec<char> = digits.chars().rev().take(LENGTH).collect();
    digits.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// The hash under which a code is stored. Case, spaces and hyphens do not matter, nor do letters that look like
/// digits.
pub(crate) fn hash_code(code: &str) -> String {
    let letters = code.chars().take(LOOKED_AT).filter(char::is_ascii_alphanumeric);
    let folded: String = letters
        .map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        })
        .collect();
    hash(&format!("recovery {folded}"))
}

/// The hashes of some codes.
pub(crate) fn hash_codes(codes: &[String]) -> Vec<String> {
    codes.iter().map(|code| hash_code(code)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_are_drawn_and_read_back_however_they_are_typed() {
        let codes = draw(&Entropy::System);
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), CODES);
        for code in &codes {
            assert_eq!(code.len(), LENGTH + 3, "{code}");
            let typed = format!(" {} ", code.replace('-', "").to_uppercase().replace('0', "O"));
            assert_eq!(hash_code(&typed), hash_code(code));
        }
        assert_ne!(hash_code("abcd"), hash_code("abce"));
        assert_eq!(hash_code("abcd efgh"), hash_code("abcd-efgh\u{200b}"));
    }
}
