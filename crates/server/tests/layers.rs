//! The server is made of layers: dependencies point downwards only, and only the transports use axum.
//!
//! What counts as a dependency is a path that begins with `crate::` or `super::`, read from the sources.
//! A `mod.rs` that declares and re-exports its files does not depend on them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Modules by path, such as `tables::actor`, with the modules each one names.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_two_layers_depend_on_each_other() {
    let layer = |module: &str| module.split("::").next().unwrap_or_default().to_owned();
    let mut layers = Graph::new();
    for (module, named) in graph() {
        let own = layer(&module);
        let others = named.iter().map(|other| layer(other)).filter(|other| *other != own);
        layers.entry(own.clone()).or_default().extend(others);
    }
    assert!(layers.len() > 8, "the sources were found: {layers:?}");
    assert_eq!(cycle(&layers), None);
}

#[test]
fn no_two_modules_depend_on_each_other() {
    let graph = graph();
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 150, "dependencies were found");
    assert_eq!(cycle(&graph), None);
}

#[test]
fn only_the_doors_know_axum() {
    let doors = ["http", "socket", "serve"];
    for (module, text) in modules() {
        let layer = module.split("::").next().unwrap_or_default();
        let knows = code(&text).any(|line| line.contains("axum::") || line.contains("axum_extra::"));
        assert!(!knows || doors.contains(&layer), "{module} knows axum");
    }
}

#[test]
fn a_cycle_is_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry((*from).into()).or_default().insert((*to).into());
        }
        graph
    };
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let found = cycle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")]));
    assert_eq!(found, Some(vec!["b".to_owned(), "c".to_owned(), "b".to_owned()]));
    let all = BTreeSet::from(["tables".into(), "tables::actor".into(), "site".into(), "site::clock".into()]);
    let named = |line: &str| named_in(line, "tables::actor", &all).into_iter().collect::<Vec<_>>();
    assert_eq!(named("use crate::site::clock::instant;"), ["site::clock"]);
    assert_eq!(named("use super::Tables;"), ["tables"]);
    assert_eq!(named("use crate::{site, tables::Tables};"), ["site", "tables"]);
    assert_eq!(named("let x = crate::site::Site::new();"), ["site"]);
}

/// The walkthroughs and the list "Where is …?" of ARCHITECTURE.md name functions as `file` `function`, and files of the page.
#[test]
fn the_walkthroughs_name_files_and_functions_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let walks = text.split("### Walkthroughs").nth(1).unwrap().split("\n## ").next().unwrap();
    let (mut stations, mut files) = (0, 0);
    for line in walks.lines() {
        // Code is at the odd places, the text between at the even ones.
        let parts: Vec<&str> = line.split('`').collect();
        let mut named = 0;
        for at in (1..parts.len()).step_by(2).filter(|&at| is_source(parts[at])) {
            let file = parts[at];
            let source =
                std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            files += 1;
            if let Some(function) = parts.get(at + 2).filter(|_| parts[at + 1] == " ") {
                let is_there = [format!("fn {function}("), format!("fn {function}<")];
                assert!(
                    is_there.iter().any(|start| source.contains(start)),
                    "{file} has no function {function}"
                );
                named += 1;
            }
        }
        assert!(named > 0 || !line.starts_with(|c: char| c.is_ascii_digit()), "no function in: {line}");
        stations += named;
    }
    assert!(stations > 100 && files > 120, "{stations} functions and {files} files were found");
}

/// Whether this is the path of a source file from the root of the repository.
fn is_source(code: &str) -> bool {
    let is_below = ["crates/", "web/"].iter().any(|folder| code.starts_with(folder));
    is_below && [".rs", ".ts", ".svelte", ".css", ".js"].iter().any(|ending| code.ends_with(ending))
}

/// Every source file with its module; the root of the crate has none.
fn modules() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut modules = vec![];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().with_extension("");
                let name = name.to_str().unwrap().replace('/', "::");
                let name = name.strip_suffix("::mod").unwrap_or(&name).to_owned();
                modules.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    modules.retain(|(name, _)| name != "lib");
    modules
}

/// The lines of a file that are code of the product: no comments, no tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    product.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn graph() -> Graph {
    let modules = modules();
    let all: BTreeSet<String> = modules.iter().map(|(name, _)| name.clone()).collect();
    let dependencies = |(name, text): &(String, String)| {
        // Statements, not lines: an import may have several.
        let code = code(text).collect::<Vec<_>>().join(" ");
        let mut named: BTreeSet<String> =
            code.split(';').flat_map(|statement| named_in(statement, name, &all)).collect();
        named.remove(name);
        (name.clone(), named)
    };
    modules.iter().map(dependencies).collect()
}

/// The modules that paths in a statement lead to.
fn named_in(statement: &str, module: &str, all: &BTreeSet<String>) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let above = parent.rsplit_once("::").map_or("", |(parent, _)| parent);
    for (prefix, base) in [("crate::", ""), ("super::super::", above), ("super::", parent)] {
        for (at, _) in statement.match_indices(prefix) {
            let starts = statement[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != ':');
            if starts && !(prefix == "super::" && statement[at..].starts_with("super::super::")) {
                for path in paths(&statement[at + prefix.len()..]) {
                    named.extend(deepest(base, &path, all));
                }
            }
        }
    }
    named
}

/// The paths that follow a prefix: one, or several in braces.
fn paths(text: &str) -> Vec<String> {
    let word = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
        text[..end].trim_end_matches("::").to_owned()
    };
    match text.strip_prefix('{') {
        Some(group) => {
            group.split('}').next().unwrap_or_default().split(',').map(|p| word(p.trim())).collect()
        }
        None => vec![word(text)],
    }
}

/// The innermost module a path names, seen from another one.
fn deepest(base: &str, path: &str, all: &BTreeSet<String>) -> Option<String> {
    let mut found = all.contains(base).then(|| base.to_owned());
    let mut walked = base.to_owned();
    for word in path.split("::") {
        walked = if walked.is_empty() { word.to_owned() } else { format!("{walked}::{word}") };
        if !all.contains(&walked) {
            break;
        }
        found = Some(walked.clone());
    }
    found
}

/// Some cycle in a graph, with its first module at the end again.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| search(graph, start, &mut vec![], &mut done))
}

fn search(
    graph: &Graph,
    at: &str,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(first) = way.iter().position(|module| module == at) {
        return Some(way[first..].iter().cloned().chain([at.to_owned()]).collect());
    }
    if !done.insert(at.to_owned()) {
        return None;
    }
    way.push(at.to_owned());
    let found = graph.get(at).into_iter().flatten().find_map(|next| search(graph, next, way, done));
    way.pop();
    found
}
