//! Malformed requests and frames: valid ones from the documents of the protocol, changed at random from a seed.

use serde_json::{Value, json};
use taijitu_rules::playout::Random;

const OPENAPI: &str = include_str!("../../../../docs/openapi.json");
const PROTOCOL: &str = include_str!("../../../../docs/PROTOCOL.md");

/// Words that are wrong nearly everywhere.
const ODD_WORDS: [&str; 14] = [
    "",
    "-1",
    "0",
    "1e400",
    "18446744073709551616",
    "null",
    "../../../etc/passwd",
    "%00",
    "%ff%fe",
    "\u{202e}\u{200b}",
    "'; DROP TABLE players; --",
    "<script>",
    "{{7*7}}",
    "00000000000000000000000000",
];

/// A valid request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Example {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) body: Option<Value>,
}

/// A stream of events: its answer has no end.
const ENDLESS: &str = "/api/me/events";

/// The requests of the documents: every route of the OpenAPI description, and every example of the guide, except the
/// stream of events.
pub(super) fn requests() -> Vec<Example> {
    let description: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let mut examples = vec![];
    for (path, methods) in description["paths"].as_object().into_iter().flatten() {
        for (method, about) in methods.as_object().into_iter().flatten() {
            let query: Vec<String> = about["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|parameter| parameter["in"] == "query")
                .filter_map(|parameter| Some(format!("{}=1", parameter["name"].as_str()?)))
                .collect();
            let path = if query.is_empty() { path.clone() } else { format!("{path}?{}", query.join("&")) };
            let body = about.get("requestBody").map(|_| json!({}));
            examples.push(Example { method: method.to_uppercase(), path, body });
        }
    }
    let lines: Vec<&str> = PROTOCOL.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let Some((method, path)) = line.strip_prefix("    ").and_then(|line| line.split_once(' ')) else {
            continue;
        };
        if ["GET", "POST", "DELETE"].contains(&method) && path.starts_with('/') {
            let body = lines.get(number + 1).and_then(|line| serde_json::from_str(line.trim()).ok());
            examples.push(Example { method: method.into(), path: path.into(), body });
        }
    }
    examples.retain(|example| !example.path.starts_with(ENDLESS));
    examples
}

/// The messages of the guide that a client sends by its socket.
pub(super) fn messages() -> Vec<Value> {
    let is_sent = |message: &Value| {
        ["watch", "unwatch", "do", "say", "branch", "why", "pong"].iter().any(|kind| message["type"] == *kind)
    };
    let lines = PROTOCOL.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("    ")?).ok());
    let commands = PROTOCOL.split('`').filter_map(|text| serde_json::from_str::<Value>(text).ok());
    let commands = commands.filter(|command| command.get("do").is_some());
    let of_command = |command| json!({"type": "do", "table": "{id}", "id": "m-1", "command": command});
    lines.filter(is_sent).chain(commands.map(of_command)).collect()
}

/// Changes valid messages into others.
pub(super) struct Mutator {
    random: Random,
}

impl Mutator {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// A number below a limit.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.random.below(u32::try_from(limit.max(1)).unwrap_or(u32::MAX)) as usize
    }

    /// One of several.
    pub(super) fn choose<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Replaces a part of a JSON value, adds to it or takes from it.
    pub(super) fn value(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) if !fields.is_empty() && self.below(4) > 0 => {
                let name = fields.keys().nth(self.below(fields.len())).cloned().unwrap_or_default();
                match self.below(6) {
                    0 => drop(fields.remove(&name)),
                    1 => {
                        fields.insert("unknown".into(), json!(1));
                    }
                    _ => fields.get_mut(&name).into_iter().for_each(|field| self.value(field)),
                }
            }
            Value::Array(items) if !items.is_empty() && self.below(3) > 0 => {
                let at = self.below(items.len());
                match self.below(4) {
                    0 => {
                        let many = vec![items[at].clone(); 2000];
                        items.extend(many);
                    }
                    _ => self.value(&mut items[at]),
                }
            }
            value => *value = self.odd_value(),
        }
    }

    fn odd_value(&mut self) -> Value {
        match self.below(10) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(-1),
            3 => json!(u64::MAX),
            4 => json!(1e308),
            5 => json!([]),
            6 => json!({}),
            7 => json!("x".repeat(self.random.below(9000) as usize)),
            8 => {
                serde_json::from_str(&format!("{}1{}", "[".repeat(100), "]".repeat(100))).unwrap_or_default()
            }
            _ => json!(self.unusual_word()),
        }
    }

    /// Damages text: bytes changed, lost, doubled, or the end cut off.
    pub(super) fn bytes(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            if bytes.is_empty() {
                return;
            }
            let at = self.below(bytes.len());
            match self.below(6) {
                0 => bytes[at] = self.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, *b"\0\"{}[]\\\r\n \xff\xc3,:".get(self.below(14)).unwrap_or(&0)),
                3 => bytes.truncate(at),
                4 => {
                    let to = (at + 1 + self.below(40)).min(bytes.len());
                    let part = bytes[at..to].to_vec();
                    bytes.splice(at..at, part);
                }
                _ => bytes.splice(at..at, "[".repeat(500).into_bytes()).for_each(drop),
            }
        }
    }

    /// A path with its places filled in and perhaps damaged.
    pub(super) fn path(&mut self, path: &str, table: &str) -> String {
        let mut filled = String::new();
        for part in path.split_inclusive(['/', '?', '&', '=']) {
            let place = part.starts_with('{');
            let end = part.chars().last().filter(|end| "/?&=".contains(*end) && part.len() > 1);
            match self.below(12) {
                0 if !place => filled.push_str(self.unusual_word()),
                _ if place && self.below(4) > 0 => filled.push_str(table),
                _ if place => filled.push_str(self.unusual_word()),
                _ => {
                    filled.push_str(part);
                    continue;
                }
            }
            filled.extend(end);
        }
        // What would break the line of the request is tried elsewhere.
        filled.retain(|letter| letter.is_ascii_graphic());
        if filled.starts_with('/') { filled } else { format!("/{filled}") }
    }

    fn unusual_word(&mut self) -> &'static str {
        ODD_WORDS[self.below(ODD_WORDS.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_have_valid_requests_and_messages_of_every_kind() {
        let requests = requests();
        assert!(requests.len() > 80, "{}", requests.len());
        assert!(
            requests.iter().any(|example| example.path == "/api/tables/{id}/do" && example.body.is_some())
        );
        let study = |example: &Example| {
            example.path == "/api/study" && example.body.as_ref().is_some_and(|body| body["game"] == "y")
        };
        assert!(requests.iter().any(study));
        let messages = messages();
        for kind in ["watch", "unwatch", "do", "say", "branch", "why", "pong"] {
            assert!(messages.iter().any(|message| message["type"] == kind), "{kind}");
        }
        assert!(messages.iter().any(|message| message["command"]["do"] == "takeback"));
    }

    #[test]
    fn the_same_seed_makes_the_same_mutations() {
        let mutate = |seed| {
            let mut mutator = Mutator::new(seed);
            let mut value = json!({"game": "y", "options": {"board": "triangle-5"}, "turns": ["c3", "swap"]});
            mutator.value(&mut value);
            let mut bytes = value.to_string().into_bytes();
            mutator.bytes(&mut bytes);
            (mutator.path("/api/tables/{id}/events?since=1", "abc"), bytes)
        };
        assert_eq!(mutate(4), mutate(4));
        assert!((0..20).any(|seed| mutate(seed) != mutate(4)));
        assert!((0..50).all(|seed| mutate(seed).0.starts_with('/')));
    }
}
