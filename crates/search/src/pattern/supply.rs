//! Weights that are not compiled in: in a browser they are files of their own, and come before their game is first searched.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// The files that were supplied, with their games.
static SUPPLIED: Mutex<Vec<(String, Vec<u8>)>> = Mutex::new(vec![]);

/// Supplies the file with the weights of a game. It has to come before the game is first searched: later it changes
/// nothing. Programs that have their weights compiled in do not look at it.
pub fn supply_weights(game: &str, file: &[u8]) {
    let mut supplied = SUPPLIED.lock().unwrap_or_else(PoisonError::into_inner);
    supplied.retain(|(known, _)| known != game);
    supplied.push((game.into(), file.into()));
}

/// The weights of a game: those that are compiled in, or in a browser those that were supplied. An empty file if there are
/// none.
pub(crate) fn weights_of(game: &str, compiled_in: &'static [u8]) -> Cow<'static, [u8]> {
    if !cfg!(target_arch = "wasm32") {
        return compiled_in.into();
    }
    let supplied = SUPPLIED.lock().unwrap_or_else(PoisonError::into_inner);
    supplied.iter().find(|(known, _)| known == game).map(|(_, file)| file.clone()).unwrap_or_default().into()
}
