//! The games, one module each, and the registry.

pub mod aliens;
mod jumps;
pub mod leapover;
pub mod quinta;
pub mod sexta;
pub mod singularity;
pub mod slide;
pub mod tetra;
pub mod y;
pub mod yinsh;
pub mod yinyang;
pub mod zen;

use crate::any::{Entry, GameType};
use crate::rating_class::RatingClass;

/// The registry: calls a macro with one line `module::Type` for each game, in the order of menus and lists.
///
/// This is the only list of games in the workspace.
/// Code that needs the concrete type of each game (a table of descriptors, one test for each game) takes it from here;
/// the name of a module is the id of its game.
///
/// ```
/// macro_rules! count {
///     ($($module:ident :: $Game:ident,)*) => { [$(stringify!($Game)),*].len() };
/// }
/// assert_eq!(taijitu_rules::for_each_game!(count), taijitu_rules::games::GAMES.len());
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            yinsh::Yinsh,
            y::Y,
            aliens::Aliens,
            singularity::Singularity,
            leapover::LeapOver,
            tetra::Tetra,
            quinta::Quinta,
            sexta::Sexta,
            zen::Zen,
            yinyang::YinYang,
        }
    };
}

macro_rules! registry {
    ($($module:ident :: $Game:ident,)*) => {
        /// Every game, in the order of menus and lists.
        pub static GAMES: &[&dyn GameType] = &[$(Entry::<$module::$Game>::GAME_TYPE),*];
    };
}

for_each_game!(registry);

/// The game with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn GameType> {
    GAMES.iter().copied().find(|game| game.meta().id == id)
}

/// The rating class with this id, and its game.
#[must_use]
pub fn rating_class(id: &str) -> Option<(&'static dyn GameType, &'static RatingClass)> {
    let classes = |game: &&'static dyn GameType| {
        let game = *game;
        game.meta().rating_classes.iter().map(move |class| (game, class))
    };
    GAMES.iter().flat_map(classes).find(|(_, class)| class.id == id)
}

/// The ids of all games, for messages.
#[must_use]
pub fn ids() -> String {
    GAMES.iter().map(|game| game.meta().id).collect::<Vec<_>>().join(", ")
}
