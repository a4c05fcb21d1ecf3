//! French texts of all crates are written with ’, never with the straight apostrophe of the keyboard.

use std::path::{Path, PathBuf};

/// Words that lose their last letter before a vowel: `l'un`, `qu'il`, `aujourd'hui`.
const ELIDED: [&str; 16] = [
    "c", "d", "j", "l", "m", "n", "s", "t", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu", "quelqu",
    "aujourd",
];
const VOWELS: &str = "aeiouyhàâéèêëîïôûœ«{";

/// Where a line has a straight apostrophe of French in a string: the byte of each.
fn straight(line: &str) -> Vec<usize> {
    let found = line.match_indices('\'').filter(|(at, _)| {
        let (before, after) = (&line[..*at], &line[at + 1..]);
        let is_quoted = before.matches('"').count() - before.matches("\\\"").count();
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
        let vowel = after.chars().next().is_some_and(|c| c.to_lowercase().any(|c| VOWELS.contains(c)));
        is_quoted % 2 == 1 && vowel && ELIDED.contains(&word.as_str())
    });
    found.map(|(at, _)| at).collect()
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

#[test]
fn no_french_text_has_a_straight_apostrophe() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = vec![];
    for entry in std::fs::read_dir(&crates).expect("the crates").flatten() {
        let src = entry.path().join("src");
        if src.is_dir() {
            sources(&src, &mut files);
        }
    }
    assert!(files.len() > 200, "{} files", files.len());
    let mut wrong = vec![];
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            if !straight(line).is_empty() {
                wrong.push(format!("{}:{number}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "write ’:\n{}", wrong.join("\n"));
}

#[test]
fn straight_apostrophes_are_found_in_strings_only() {
    assert_eq!(straight("fr: \"ce n\u{27}est pas qu\u{27}un jeu\",").len(), 2);
    for right in [
        "fr: \"ce n’est pas l’heure\",",
        "en: \"White's laws, and it isn't so\",",
        "fn of<'a>(l: &'a str) {}",
    ] {
        assert!(straight(right).is_empty(), "{right}");
    }
}
