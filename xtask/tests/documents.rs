//! The documents: every relative link leads to a file that exists and to a heading it has, and a line has one sentence.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// All Markdown files of the repository, except built or installed ones.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let is_ours = !["target", "node_modules", ".git", "dist", "test-results"].contains(&&*name);
            if is_ours {
                documents(&path, found);
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The lines of a document that are not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The targets of `[text](target)` and `src="target"` in a line, apart from code in backticks.
fn targets(line: &str) -> Vec<String> {
    let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
    let links = plain.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pictures = plain.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    links.chain(pictures).map(|(target, _)| target.to_owned()).collect()
}

/// The anchors of a document, made from its headings as GitHub makes them.
fn anchors(text: &str) -> HashSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let anchor = |line: &str| -> String {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// The problem of a link, if there is one.
fn broken(document: &Path, target: &str) -> Option<String> {
    let is_elsewhere = target.contains("://") || target.starts_with("mailto:");
    if is_elsewhere {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if file.is_empty() { document.to_owned() } else { document.parent().unwrap().join(file) };
    if !file.exists() {
        return Some(format!("{}: no file {target}", document.display()));
    }
    let has_anchor = || anchors(&fs::read_to_string(&file).unwrap()).contains(anchor);
    let is_markdown = file.extension().is_some_and(|extension| extension == "md");
    (!anchor.is_empty() && is_markdown && !has_anchor())
        .then(|| format!("{}: no heading for {target}", document.display()))
}

#[test]
fn every_relative_link_resolves() {
    let mut found = vec![];
    documents(&root(), &mut found);
    let mut links = 0;
    let mut wrong = vec![];
    for document in &found {
        let text = fs::read_to_string(document).unwrap();
        for target in prose(&text).flat_map(targets) {
            links += 1;
            wrong.extend(broken(document, &target));
        }
    }
    assert!(found.len() > 30 && links > 100, "{} documents, {links} links", found.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_link_is_noticed() {
    let readme = root().join("README.md");
    assert!(broken(&readme, "docs/NOWHERE.md").is_some());
    assert!(broken(&readme, "CONTRIBUTING.md#no-such-heading").is_some());
    assert!(broken(&readme, "CONTRIBUTING.md#set-up").is_none());
    assert_eq!(targets("[a](b.md), `[c](d.md)` and <img src=\"e.png\">"), ["b.md", "e.png"]);
}

/// The text of a line of prose, with code and the targets of links left out; `None` for headings, tables and markup.
fn sentence(line: &str) -> Option<String> {
    let text = line.trim_start();
    let is_markup = text.is_empty() || text.starts_with(['#', '|', '<']) || line.starts_with("    ");
    let mut plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join("X");
    while let Some((start, (_, rest))) =
        plain.split_once("](").and_then(|(start, rest)| Some((start, rest.split_once(')')?)))
    {
        plain = format!("{start}]{rest}");
    }
    (!is_markup).then_some(plain)
}

/// Whether a second sentence begins in a line. A question may have its answer behind it.
fn has_two_sentences(line: &str) -> bool {
    let breaks = line.match_indices(". ").filter(|&(at, _)| {
        let (before, after) = (&line[..at], &line[at + 2..]);
        let ends =
            before.ends_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || ")]*\"»X".contains(c));
        let is_item = before.trim_start().bytes().all(|byte| byte.is_ascii_digit());
        ends && !is_item && after.trim_start_matches(['[', '*', '"', '«']).starts_with(char::is_uppercase)
    });
    breaks.count() > 0
}

#[test]
fn a_line_of_a_document_has_one_sentence() {
    let mut found = vec![];
    documents(&root(), &mut found);
    let mut wrong = vec![];
    for document in &found {
        let text = fs::read_to_string(document).unwrap();
        let lines = prose(&text).filter_map(sentence);
        let long = lines.filter(|line| has_two_sentences(line));
        wrong.extend(long.map(|line| format!("{}: {line}", document.display())));
    }
    assert!(wrong.is_empty(), "one sentence a line, so that changes show sentences: {wrong:#?}");
}

#[test]
fn a_second_sentence_is_noticed() {
    assert!(has_two_sentences("The log is the table. Everything else is a fold over it."));
    assert!(has_two_sentences("- It is kept (see there). [This](x) is not."));
    assert!(!has_two_sentences("1. Where is the log? In the store, e.g. in SQLite."));
    assert!(!has_two_sentences("12. The list."));
    assert_eq!(sentence("| a. B |"), None);
    assert_eq!(sentence("See `a. B` in [c](d. E)."), Some("See X in [c].".to_owned()));
}
