//! Untrusted text that others will read: chat, names in imported games, headers of records, labels.
//!
//! One place decides what is allowed: no terminal control, no change of direction, nothing invisible, and few
//! combining marks. Names of accounts are stricter: see [`names`](crate::accounts::names).

use unicode_normalization::char::is_combining_mark;

/// Maximum number of combining marks on one letter: languages need two or three.
const MAX_MARKS: usize = 4;

/// Cleans a text: control characters and line breaks become spaces, direction marks and invisible characters
/// are removed, and so are spaces at both ends. `None` if nothing visible remains.
#[must_use]
pub fn clean(text: &str) -> Option<String> {
    let mut cleaned = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars().filter(|&c| !is_removed(c)) {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks <= MAX_MARKS {
            cleaned.push(if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c });
        }
    }
    let cleaned = cleaned.trim();
    cleaned.chars().any(is_seen).then(|| cleaned.to_owned())
}

/// The same, cut off after some characters.
#[must_use]
pub fn clean_to(text: &str, most: usize) -> Option<String> {
    clean(&clean(text)?.chars().take(most).collect::<String>())
}

/// A word of a request as a refusal repeats it: clean, and the beginning of a long one.
#[must_use]
pub(crate) fn quoted(word: &str) -> String {
    const MOST: usize = 60;
    let begin: String = word.chars().take(MOST).collect();
    let more = if begin.len() < word.len() { "…" } else { "" };
    clean(&begin).unwrap_or_default() + more
}

/// Characters that change the direction of text, are invisible, or are unassigned.
const fn is_removed(c: char) -> bool {
    matches!(c,
        // Direction.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        // Without width, or deprecated.
        | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fe00}'..='\u{fe0d}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        // Private use, and noncharacters.
        | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether a character is visible by itself. Joiners and emoji selectors stay in text, but are nothing on
/// their own.
fn is_seen(c: char) -> bool {
    !(c.is_whitespace()
        || c.is_control()
        || is_combining_mark(c)
        || matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_unchanged() {
        for text in
            ["bonne chance !", "Éloïse", "😀 👩‍👩‍👧 ❤️", "नमस्ते", "می‌خواهم", "ไม่เป็นไร", "a  b", "2 − 1 = 1"]
        {
            assert_eq!(clean(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_deceives_goes() {
        let cases = [
            ("  a\u{202e}b\tc\u{0}\n", "ab c"),
            ("a\u{200b}b\u{2060}c\u{ad}d\u{feff}", "abcd"),
            ("\u{2067}Ada\u{2069}\u{61c}", "Ada"),
            ("one\r\ntwo\u{2028}three", "one  two three"),
            ("x\u{1b}[31mred", "x [31mred"),
            ("A\u{e0041}\u{e0042}\u{fe01}B", "AB"),
            ("\u{f8ff}pple", "pple"),
        ];
        for (text, cleaned) in cases {
            assert_eq!(clean(text).as_deref(), Some(cleaned), "{text:?}");
        }
        let tower = format!("Z{}", "\u{301}".repeat(50));
        assert_eq!(clean(&tower).unwrap().chars().count(), 1 + MAX_MARKS);
    }

    #[test]
    fn repetitions_are_short_and_clean() {
        assert_eq!(quoted("Ada\u{202e} Lovelace"), "Ada Lovelace");
        assert_eq!(quoted(&"\u{1}x".repeat(50_000)).chars().count(), 60, "without the space it begins with");
        assert_eq!(quoted("\u{200b}"), "");
    }

    #[test]
    fn invisible_text_is_empty() {
        for text in [
            "",
            " \n\t",
            "\u{200b}\u{200b}",
            "\u{202e}",
            "\u{3164}\u{ffa0}",
            "\u{2800}",
            "\u{200d}\u{fe0f}",
            "\u{301}\u{302}",
        ] {
            assert_eq!(clean(text), None, "{text:?}");
        }
        assert_eq!(clean_to("abc def", 4).as_deref(), Some("abc"));
        assert_eq!(clean_to("ab", 0), None);
    }
}
