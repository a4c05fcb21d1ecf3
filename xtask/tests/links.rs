//! Every relative link of the documents leads somewhere: to a file that exists, and to a heading it has.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// All Markdown files of the repository, without what is built or installed.
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

/// What is wrong with a link of a document.
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
