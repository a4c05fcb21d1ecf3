#![doc = include_str!("../README.md")]

mod answers;
mod bindings;
mod device_table;
mod table_in_use;
mod thinker;

pub use answers::answer;
pub use bindings::{Tables, Thinker, answer_question, supply_weights};
pub use device_table::DeviceTable;
pub use table_in_use::TableInUse;
pub use thinker::{NewsFn, ThinkerState};

use serde::Serialize;
use serde::de::DeserializeOwned;
use taijitu_protocol::{Code, DeviceAnswer, Problem, json};

/// Reads a question.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    json::read(text).map_err(|error| {
        Problem::new(
            Code::BadRequest,
            format!("the message could not be read: {error}"),
            format!("le message n’a pas pu être lu : {error}"),
        )
    })
}

/// Writes an answer.
fn write<T: Serialize>(answer: Result<T, Problem>) -> String {
    let answer = answer.map_or_else(DeviceAnswer::Problem, DeviceAnswer::Ok);
    serde_json::to_string(&answer).unwrap_or_else(|_| r#"{"problem":null}"#.into())
}
