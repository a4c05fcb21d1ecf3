//! Passwords that are guessed first: common words with a few digits, rows of the keyboard, repetitions, one's own name.
//!
//! Guessers try a list of words and a few ways to decorate them. So this is a list of words, and a password is weak if
//! nothing but decoration is around one of them: `Passw0rd2024!` is `password`.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The most common words of leaked password lists, in English, French and a few other languages, and rows of
/// keys. Lowercase, without accents; digits stand for themselves.
const WORDS: &str = include_str!("common_passwords.txt");

/// Maximum number of characters around a word that count as decoration.
const DECORATION: usize = 5;
/// Rows of keyboards and of counting; parts of them, forwards and backwards, are weak.
const ROWS: [&str; 11] = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "qwertzuiopasdfghjklyxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1a2z3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "a1b2c3d4e5f6g7h8i9j0",
    "1a2b3c4d5e6f7g8h9i0j",
];

/// Why a password is weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weakness {
    /// It is the account's name.
    Name,
    /// It is among the passwords that guessers try first.
    Common,
}

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// Returns why a password is weak; `None` if it is not.
pub(super) fn weakness(name: &str, password: &str) -> Option<Weakness> {
    let (password, own) = (plain(password), joined(&plain(name)));
    let is_own = |core: &str| [own.as_str(), &own.repeat(2)].contains(&joined(core).as_str());
    // A name of one or two letters occurs in many words.
    if own.chars().count() > 2 && is_decorated(&password, is_own) {
        return Some(Weakness::Name);
    }
    let in_row = |core: &str| core.chars().count() >= 4 && ROWS.iter().any(|row| is_part(core, row));
    let is_guessed = |core: &str| COMMON.contains(core) || in_row(core) || is_repetition(core);
    let is_weak = |core: &str| is_guessed(core) || is_guessed(&letters_for_digits(core));
    is_decorated(&password, is_weak).then_some(Weakness::Common)
}

/// Lowercase without accents.
fn plain(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;
    text.to_lowercase().nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// Letters and digits only.
fn joined(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Replaces digits and signs by the letters they imitate.
fn letters_for_digits(text: &str) -> String {
    let read = |c| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    text.chars().map(read).collect()
}

/// Whether a text is weak once decoration is removed from both ends: spaces, and up to [`DECORATION`]
/// characters that are not letters.
fn is_decorated(text: &str, is_weak: impl Fn(&str) -> bool) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let is_plain = |c: &char| !c.is_alphabetic();
    let before = chars.iter().take_while(|c| is_plain(c)).count();
    let after = chars.iter().rev().take_while(|c| is_plain(c)).count();
    for start in 0..=before.min(DECORATION) {
        for end in 0..=after.min(DECORATION - start) {
            if start + end < chars.len() && is_weak(&String::from_iter(&chars[start..chars.len() - end])) {
                return true;
            }
        }
    }
    false
}

/// Whether a text is part of a row, forwards or backwards.
fn is_part(text: &str, row: &str) -> bool {
    row.contains(text) || row.contains(&text.chars().rev().collect::<String>())
}

/// Whether a text repeats one character or a short group of characters.
fn is_repetition(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    (1..=3).any(|period| {
        chars.len() >= 2 * period + 2 && chars.iter().skip(period).eq(&chars[..chars.len() - period])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_guesses_are_weak() {
        let first = [
            "password",
            "Password1",
            "P@ssw0rd",
            "Passw0rd2024!",
            "12345678",
            "123456789",
            "87654321",
            "11111111",
            "abcdefgh",
            "abcd1234",
            "qwertyui",
            "azertyuiop",
            "Qwerty123",
            "1qaz2wsx",
            "1q2w3e4r",
            "iloveyou",
            "iloveyou2",
            "sunshine",
            "princess1",
            "football!",
            "motdepasse",
            "MotDePasse1",
            "soleil123",
            "doudou12",
            "bonjour1",
            "chouchou",
            "abababab",
            "xyzxyzxyz",
            "00000000",
            "letmein1",
            "welcome1",
            "trustno1",
            "dragon12",
            "superman",
            "batman123",
            "jetaime2",
            "marseille13",
            "administrator",
            "changeme",
            "99999999",
            "aaaaaaaaaaaa",
            "asdfghjkl",
            "taijitu1",
            "yinyang1",
        ];
        for password in first {
            assert_eq!(weakness("Ada", password), Some(Weakness::Common), "{password}");
        }
        for password in
            ["AdaLovelace", "adalovelace1", "ADALOVELACE!!", "Adalovelaceadalovelace", "1adalovelace"]
        {
            assert_eq!(weakness("AdaLovelace", password), Some(Weakness::Name), "{password}");
        }
    }

    #[test]
    fn others_are_not() {
        let fine = [
            "password of Ada",
            "long enough",
            "another password",
            "ça va bien",
            "correct horse",
            "k7-qpz-w2m",
            "violet hammer",
            "a most secret word",
            "tr0ub4dor&3",
            "éàùéàùoi",
            "sunshine over Paris",
            "3 petits chats",
        ];
        for password in fine {
            assert_eq!(weakness("Ada", password), None, "{password}");
        }
        assert_eq!(weakness("Al", "alabaster"), None, "a short name is in many words");
    }

    #[test]
    fn the_list_is_a_list() {
        assert!(COMMON.len() > 1500, "{}", COMMON.len());
        assert!(
            COMMON.iter().all(|word| **word == plain(word) && word.chars().count() >= 3),
            "lowercase, no accents"
        );
    }
}
