//! Files that are generated from the types: the types of the page, and the guide for those who write clients.

use taijitu_protocol::{Code, typescript};

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let committed = include_str!("../../../web/src/lib/api/types.ts");
    assert!(
        committed == typescript::declarations(),
        "web/src/lib/api/types.ts is not what the types say now: run `cargo xtask gen`"
    );
}

const GUIDE: &str = include_str!("../../../docs/PROTOCOL.md");

/// The name of a code on the wire.
fn word(code: Code) -> String {
    serde_json::to_value(code).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn the_guide_lists_every_error_with_its_status() {
    for &code in Code::ALL {
        let row = format!("| `{}` | {} |", word(code), code.status());
        assert!(GUIDE.contains(&row), "docs/PROTOCOL.md lacks a row that begins with {row}");
    }
}

/// The tags that distinguish the messages of a type, from the type's TypeScript.
fn words_of<'a>(name: &str, tag: &str, declarations: &'a str) -> Vec<&'a str> {
    let start = format!("export type {name} =");
    let declared = declarations.split(&start).nth(1).expect("the type is declared");
    let declared = declared.split("\nexport ").next().expect("a text has a beginning");
    declared.split(&format!("\"{tag}\": \"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_guide_shows_every_message_command_and_event() {
    let declarations = typescript::declarations();
    for (name, tag) in [("FromClient", "type"), ("FromServer", "type"), ("Command", "do"), ("Event", "type")]
    {
        let words = words_of(name, tag, &declarations);
        assert!(words.len() >= 6, "{name}: {words:?}");
        for word in words {
            let shown = format!("\"{tag}\":\"{word}\"");
            assert!(GUIDE.contains(&shown), "docs/PROTOCOL.md has no example of {shown} ({name})");
        }
    }
}
