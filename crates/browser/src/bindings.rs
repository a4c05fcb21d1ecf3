//! The functions that JavaScript calls. Every argument and answer is JSON in the types of the protocol.

use crate::table_in_use::TableInUse;
use crate::thinker::ThinkerState;
use js_sys::Function;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Answers a `DeviceQuestion`.
#[wasm_bindgen(js_name = answer)]
#[must_use]
pub fn answer_question(question: &str) -> String {
    crate::answer(question)
}

/// Supplies the file with the learned weights of a game, before the game is first searched. Without it the evaluation made
/// by hand is used.
#[wasm_bindgen(js_name = supplyWeights)]
pub fn supply_weights(game: &str, file: &[u8]) {
    taijitu_search::supply_weights(game, file);
}

/// Tables on the device.
#[wasm_bindgen]
#[derive(Default)]
pub struct Tables(TableInUse);

#[wasm_bindgen]
impl Tables {
    /// No table yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a `DeviceTableRequest`.
    pub fn request(&mut self, request: &str) -> String {
        self.0.request(request)
    }
}

/// Engines.
#[wasm_bindgen]
#[derive(Default)]
pub struct Thinker(ThinkerState);

#[wasm_bindgen]
impl Thinker {
    /// An engine without a search.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the turn a table on the device asks for: `DeviceFound`.
    pub fn find(&mut self, request: &str) -> String {
        self.0.find(request)
    }

    /// The turn an engine would play, for a `StudyReply`: `Reply`. The seed decides random choices.
    pub fn reply(&mut self, query: &str, seed: u32) -> String {
        self.0.reply(query, u64::from(seed))
    }

    /// Analyses a position, for an `Analyse`. `news` is called with each `AnalysisNews`; if it returns false, the search
    /// ends.
    pub fn analyse(&mut self, query: &str, news: &Function) -> String {
        self.0.analyse(query, &mut |text| call(news, text))
    }

    /// Searches within limits, for a `DeviceSearch`: `Insight`. `news` is called with an `Insight` after each depth; if it
    /// returns false, the search ends.
    pub fn search(&mut self, query: &str, news: &Function) -> String {
        self.0.search(query, &mut |text| call(news, text))
    }

    /// The same with a table of this many mebibytes and without news.
    #[wasm_bindgen(js_name = searchWithMemory)]
    pub fn search_with_memory(&mut self, query: &str, mebibytes: u32) -> String {
        self.0.search_with_memory(query, mebibytes as usize)
    }
}

/// Calls a function with a text; false if it returned false or threw.
fn call(function: &Function, text: &str) -> bool {
    function.call1(&JsValue::NULL, &JsValue::from_str(text)).is_ok_and(|answer| answer != JsValue::FALSE)
}
