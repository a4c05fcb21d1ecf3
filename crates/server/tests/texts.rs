//! The texts of all crates that people read: apostrophes, French spaces, and phrases that were replaced by plainer ones.

use std::path::{Path, PathBuf};

/// Words that lose their last letter before a vowel: `l'un`, `qu'il`, `aujourd'hui`.
const ELIDED: [&str; 16] = [
    "c", "d", "j", "l", "m", "n", "s", "t", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu", "quelqu",
    "aujourd",
];
const VOWELS: &str = "aeiouyhàâéèêëîïôûœ«{";

/// Crates whose English texts are shown on the page, where they stand beside the texts of the page itself.
/// Those of the command line keep the apostrophe of the keyboard, like the help of its options.
const ON_THE_PAGE: [&str; 8] =
    ["browser", "draw", "protocol", "rules", "server", "study", "table", "tournament"];

/// Phrases no text has, in lower case: affected, wrong, or the second word for a thing.
const BANNED: [&str; 30] = [
    "whoever",
    "nobody passes",
    "is no value",
    "the most there may be",
    "say something",
    "take somebody off",
    "has nothing to say",
    "asks to go on",
    "take a turn back",
    "look at them together",
    "camp blanc",
    "camp noir",
    "de blanc ",
    "blanc gagne",
    "noir gagne",
    "réduit au silence",
    "dites quelque chose",
    "rien à dire",
    "partie interrompue",
    "qui veut ",
    "s’entendent pas",
    "sont-ce",
    "against somebody",
    "contre quelqu’un",
    "somebody who sits",
    "by other rules than",
    "often enough for today",
    "reads your messages",
    "gagne pas à temps",
    "; il y a {",
];

/// Where a line has a straight apostrophe of French in a string: the byte of each.
fn straight(line: &str) -> Vec<usize> {
    let found = line.match_indices('\'').filter(|(at, _)| {
        let (before, after) = (&line[..*at], &line[at + 1..]);
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
        let vowel = after.chars().next().is_some_and(|c| c.to_lowercase().any(|c| VOWELS.contains(c)));
        is_in_string(before) && vowel && ELIDED.contains(&word.as_str())
    });
    found.map(|(at, _)| at).collect()
}

/// Where a line has a straight apostrophe between two letters in a string: `White's`, `don't`.
fn straight_between_letters(line: &str) -> Vec<usize> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() || c == '}');
    let found = line.match_indices('\'').filter(|(at, _)| {
        let (before, after) = (&line[..*at], &line[at + 1..]);
        is_in_string(before) && letter(before.chars().next_back()) && letter(after.chars().next())
    });
    found.map(|(at, _)| at).collect()
}

/// Whether what follows this beginning of a line is in a string.
fn is_in_string(before: &str) -> bool {
    (before.matches('"').count() - before.matches("\\\"").count()) % 2 == 1
}

/// The strings of a line.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

/// A sign of a French text that lacks the space before it. Texts in `« »` are what somebody types.
fn lacks_space(text: &str) -> bool {
    let is_french = text.contains(['à', 'é', 'è', 'ê', 'ç', 'ù', 'î', 'ô', 'û', 'œ', '«'])
        || text.split(' ').any(|word| ["le", "la", "les", "une", "des", "est", "vous"].contains(&word));
    let mut quoted = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let ends = text[at + c.len_utf8()..].chars().next().is_none_or(char::is_whitespace);
        let is_glued = !matches!(before, ' ' | '\u{a0}' | '\u{202f}' | '}');
        match c {
            '«' => quoted += 1,
            '»' => quoted -= 1,
            // `\u{a0}` is written with a brace at its end.
            ':' | ';' | '!' | '?' if is_french && quoted == 0 && ends && is_glued && at > 0 => return true,
            _ => {}
        }
        before = c;
    }
    false
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The lines of all crates outside of comments and unit tests, each with the crate, the file and its number.
fn lines() -> Vec<(String, String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut found, mut files) = (vec![], 0);
    for entry in std::fs::read_dir(&crates).expect("the crates").flatten() {
        let mut own = vec![];
        let src = entry.path().join("src");
        if src.is_dir() {
            sources(&src, &mut own);
        }
        files += own.len();
        for file in own {
            let text = std::fs::read_to_string(&file).expect("a source");
            let relative = file.strip_prefix(&crates).expect("below the crates");
            let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for (number, line) in (1..).zip(product.lines()) {
                if !line.trim_start().starts_with("//") {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    found.push((name, format!("{}:{number}", relative.display()), line.to_owned()));
                }
            }
        }
    }
    assert!(files > 200, "{files} files");
    found
}

/// Fails with the lines that are wrong.
fn assert_none(what: &str, is_wrong: impl Fn(&str, &str, &str) -> bool) {
    let wrong: Vec<String> = lines()
        .iter()
        .filter(|(own, place, line)| is_wrong(own, place, line))
        .map(|(_, place, line)| format!("{place}: {}", line.trim()))
        .collect();
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn no_french_text_has_a_straight_apostrophe() {
    assert_none("write ’", |_, _, line| !straight(line).is_empty());
}

#[test]
fn no_text_of_the_page_has_a_straight_apostrophe() {
    assert_none("write ’", |own, place, line| {
        // The limits are a table of docs/PROTOCOL.md.
        let is_code = place.contains("test")
            || line.contains("expect(")
            || line.contains("panic!(")
            || place.contains("documented_limits");
        ON_THE_PAGE.contains(&own) && !is_code && !straight_between_letters(line).is_empty()
    });
}

#[test]
fn french_signs_have_a_space_before_them() {
    assert_none("write a space before the sign", |_, _, line| strings(line).any(lacks_space));
}

#[test]
fn no_text_has_a_phrase_that_was_replaced() {
    assert_none("say it plainly", |_, _, line| {
        let found = |text: &str| BANNED.iter().any(|banned| text.to_lowercase().contains(banned));
        strings(line).any(found)
    });
}

/// `Words::new` makes the spaces of French into no-break spaces.
#[test]
fn every_text_in_both_languages_is_made_by_its_constructor() {
    assert_none("use Words::new", |_, place, line| {
        let is_literal =
            line.contains("Words {") && (line.contains("en:") || line.trim_end().ends_with("Words {"));
        let is_other = ["struct ", "impl ", "fn ", "let "].iter().any(|word| line.contains(word));
        is_literal && !is_other && !place.contains("scene.rs")
    });
}

#[test]
fn straight_apostrophes_are_found_in_strings_only() {
    assert_eq!(straight("fr: \"ce n\u{27}est pas qu\u{27}un jeu\",").len(), 2);
    assert_eq!(straight_between_letters("en: \"White\u{27}s laws\",").len(), 1);
    for right in [
        "fr: \"ce n’est pas l’heure\",",
        "en: \"White's laws, and it isn't so\",",
        "fn of<'a>(l: &'a str) {}",
    ] {
        assert!(straight(right).is_empty(), "{right}");
    }
    assert!(straight_between_letters("fn of<'a>(l: &'a str) { 'x'.is_alphabetic() }").is_empty());
}

#[test]
fn missing_spaces_are_found() {
    for wrong in ["terminée; rejouez", "où?", "l’option prend une valeur: un nombre", "c’est gagné!"] {
        assert!(lacks_space(wrong), "{wrong}");
    }
    for right in [
        "terminée ; rejouez",
        "où\u{a0}?",
        "écrivez « clé: valeur »",
        "it is over: go on",
        "l’adresse http://a",
    ] {
        assert!(!lacks_space(right), "{right}");
    }
}
