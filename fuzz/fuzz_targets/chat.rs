//! What is typed in the chat: words, a command, or a refusal with words in both languages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taijitu_protocol::Seat;
use taijitu_table::{ChatInput, parse_chat};

fuzz_target!(|text: &str| {
    match parse_chat(text, None, |name| (name == "Ada").then_some(Seat::FIRST)) {
        Ok(ChatInput::Words) => assert!(!text.trim().starts_with('/')),
        Ok(ChatInput::Command(command)) => {
            let written = serde_json::to_string(&command).expect("a command can be written");
            assert_eq!(
                serde_json::from_str::<taijitu_protocol::Command>(&written).expect("and read"),
                command
            );
        }
        Ok(_) => (),
        Err(problem) => assert!(!problem.message.en.is_empty() && !problem.message.fr.is_empty()),
    }
});
