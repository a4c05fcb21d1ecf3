//! Names of types: each is declared once, none is a bare participle or pronoun, and no import renames one.
//!
//! Rust and the page share one vocabulary, so both are searched together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Types that share a name, and why.
const SHARED: [(&[&str], &str); 7] = [
    (
        &["Law", "LawKind", "Note", "Outcome", "PlacedPiece", "Seat", "Side", "Threat", "Touch", "Tray"],
        "the type of the rules, and its form on the wire, which is converted in `crates/table/src/wire.rs`",
    ),
    (
        &[
            "Actor",
            "CorruptLog",
            "Decision",
            "Effects",
            "EntryBody",
            "Input",
            "LogEntry",
            "LogEvent",
            "Refusal",
            "StepOutcome",
            "StoredBody",
            "SystemEvent",
        ],
        "a tournament is a fold over a log like a table, and its parts have the same names; the crate says which",
    ),
    (&["Round"], "the word of players for both; the glossary has both meanings"),
    (&["Tables"], "the tables of a node, and a class of the module for browsers, whose name scripts use"),
    (
        &["Step", "Stage"],
        "each game has its own: `Step` is the associated type of `Rules`, `Stage` how far a turn has come",
    ),
    (
        &["StoneNeighbours", "StoredRow"],
        "one type, compiled in one form for WebAssembly and in another elsewhere",
    ),
    (&["Result"], "the usual alias of a crate with its error"),
];

/// Names that say nothing about a type: participles, pronouns, prepositions, questions.
const EMPTY: &str = "After Apart Archived Asked Asking At Blamed Both By Chosen Counted Done Drawn Elsewhere \
                     Explained Found Hear Heard Held How Imported Kept Known Listed Measured Met Named Nothing Of Out \
                     Paired Placed Played Quiet Ranked Recent Recomputed Refused Registered Replayed Reported Said \
                     Say Seen Sent Settled Shown Silent Since Stepped Stopped Swept Switched Tell Told Touched \
                     Turning Usable Waiting What When Where Which Who Whole Whose Why With Written Wrong";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// The source files below a folder, without tests, declarations of other code and generated files.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let is_ours = !["target", "node_modules", "tests", "benches", "dist"].contains(&&*name);
            if is_ours {
                sources(&path, found);
            }
            continue;
        }
        let is_source = [".rs", ".ts", ".svelte"].iter().any(|ending| name.ends_with(ending));
        let is_test = name == "tests.rs" || name.ends_with(".test.ts");
        let is_declared = name.ends_with(".d.ts") || path.ends_with("web/src/lib/api/types.ts");
        if is_source && !is_test && !is_declared {
            found.push(path);
        }
    }
}

/// The product code: path below the root, and text without the module of tests.
fn product_code() -> Vec<(String, String)> {
    let root = root();
    let mut files = vec![];
    for folder in ["crates", "xtask/src", "web/src"] {
        sources(&root.join(folder), &mut files);
    }
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        (file.strip_prefix(&root).unwrap().to_string_lossy().into_owned(), without_tests(&text).to_owned())
    };
    files.into_iter().map(read).collect()
}

/// The text before the module of tests at its end. A module of tests in a file of its own, `mod tests;`, ends nothing.
fn without_tests(text: &str) -> &str {
    let begins_tests = |&(_, after): &(usize, &str)| {
        let declaration = after.strip_prefix("#[cfg(test)]\nmod ").and_then(|rest| rest.lines().next());
        declaration.is_some_and(|line| line.ends_with('{'))
    };
    let mut attributes = text.match_indices("#[cfg(test)]").map(|(at, _)| (at, &text[at..]));
    attributes.find(begins_tests).map_or(text, |(at, _)| &text[..at])
}

#[test]
fn only_a_module_of_tests_is_left_out() {
    assert_eq!(without_tests("struct A;\n#[cfg(test)]\nmod tests {\n    struct B;\n}\n"), "struct A;\n");
    let outside = "#[cfg(test)]\nmod tests;\nstruct A;\n";
    assert_eq!(without_tests(outside), outside);
}

/// The type that a line declares, if it declares one. Associated types of Rust are not declarations.
fn declared(line: &str, is_rust: bool) -> Option<&str> {
    let mut rest = line.trim_start();
    let is_indented = rest.len() < line.len();
    if let Some((_, after)) = rest.strip_prefix("pub(").and_then(|inside| inside.split_once(") ")) {
        rest = after;
    }
    for prefix in ["export ", "declare ", "pub ", "abstract "] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    let (keyword, rest) = rest.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    let is_declaration = match keyword {
        "struct" | "enum" | "trait" | "union" => is_rust,
        "class" | "interface" => !is_rust,
        "type" => rest.contains('=') && !(is_rust && is_indented),
        _ => false,
    };
    (is_declaration && name.starts_with(char::is_uppercase)).then_some(name)
}

/// The places at which each type is declared. Every component of the page may have its `Props`.
fn declarations() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::<String, Vec<String>>::new();
    for (file, text) in product_code() {
        for (number, line) in (1..).zip(text.lines()) {
            let name = declared(line, file.ends_with(".rs"));
            if let Some(name) = name.filter(|name| !(*name == "Props" && file.ends_with(".svelte"))) {
                found.entry(name.to_owned()).or_default().push(format!("{file}:{number}"));
            }
        }
    }
    found
}

#[test]
fn a_name_of_a_type_is_declared_once() {
    let declarations = declarations();
    assert!(declarations.len() > 1000, "only {} types were found", declarations.len());
    let allowed: BTreeSet<&str> = SHARED.iter().flat_map(|(names, _)| names.iter().copied()).collect();
    let twice = || declarations.iter().filter(|(_, places)| places.len() > 1);
    let wrong: Vec<_> = twice().filter(|(name, _)| !allowed.contains(name.as_str())).collect();
    assert!(wrong.is_empty(), "declared more than once; rename one, or add the reason to SHARED: {wrong:#?}");
    let needed: BTreeSet<&str> = twice().map(|(name, _)| name.as_str()).collect();
    let stale: Vec<_> = allowed.difference(&needed).collect();
    assert!(stale.is_empty(), "not shared any more; remove from SHARED: {stale:?}");
}

/// Names that say who spoke or listened instead of what a value is or what a function does.
const SPOKEN: [&str; 6] = ["told", "asked", "said", "heard", "tell", "hear"];

#[test]
fn names_say_what_a_value_is_and_what_a_function_does() {
    let is_spoken = |line: &&str| {
        let mut words =
            line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let is_binding = matches!(words.next(), Some("let" | "const"));
        let is_spoken_function = SPOKEN.iter().any(|name| {
            let starts = ["fn", "function", "private"].map(|keyword| format!("{keyword} {name}("));
            starts.iter().any(|start| line.contains(start))
        });
        is_spoken_function
            || is_binding && words.find(|word| *word != "mut").is_some_and(|name| SPOKEN.contains(&name))
    };
    let mut wrong = vec![];
    for (file, text) in product_code() {
        wrong.extend(text.lines().filter(is_spoken).map(|line| format!("{file}: {}", line.trim())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(is_spoken(&"    let mut told = vec![];") && !is_spoken(&"    let retold = 1;"));
    assert!(is_spoken(&"    pub async fn hear(&self) {") && !is_spoken(&"    fn overhear() {"));
}

#[test]
fn a_type_is_a_noun() {
    let declarations = declarations();
    let wrong: Vec<_> =
        EMPTY.split_whitespace().filter_map(|name| Some((name, declarations.get(name)?))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The renamed types of an import of our own code, such as `Side as Colour`.
fn renamed(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let is_own_rust = ["use crate", "use super", "use self", "use taijitu_", "pub use "]
        .iter()
        .any(|use_| line.starts_with(use_));
    let is_own_page = line.starts_with("import ") && line.contains("from '.");
    let is_type = |word: Option<&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    let words: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let is_renamed =
        words.windows(3).any(|three| three[1] == "as" && is_type(Some(three[0])) && is_type(Some(three[2])));
    ((is_own_rust || is_own_page) && is_renamed).then_some(line)
}

#[test]
fn no_import_renames_a_type() {
    let mut wrong = vec![];
    for (file, text) in product_code() {
        wrong.extend(text.lines().filter_map(renamed).map(|line| format!("{file}: {line}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(renamed("use taijitu_protocol::{Code, People as PeopleView};").is_some());
    assert!(renamed("  import { Side as Colour } from '../lib/api/types';").is_some());
    assert!(renamed("use crate::pattern::Patterns as _;").is_none());
}
