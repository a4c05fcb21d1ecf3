//! Texts in addresses.

use std::fmt::Write;

/// A text as a part of an address: everything but letters, digits and `-._~` is escaped.
pub(crate) fn percent_encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_an_address_are_escaped() {
        assert_eq!(percent_encode("wr=e5,f6 Zoë&~"), "wr%3De5%2Cf6%20Zo%C3%AB%26~");
    }
}
