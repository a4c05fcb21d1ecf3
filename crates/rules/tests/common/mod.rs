//! What several test files share: every variant of every game.

use std::sync::LazyLock;
use taijitu_rules::games::GAMES;

/// A game with some options.
pub(crate) struct Variant {
    pub(crate) game: &'static str,
    pub(crate) options: &'static [&'static str],
}

/// Every game with its usual options, then each of its variants.
pub(crate) static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let of_game = |meta: &'static taijitu_rules::Meta| {
        let usual: &[&str] = &[];
        let all = std::iter::once(usual).chain(meta.variants.iter().copied());
        all.map(|options| Variant { game: meta.id, options })
    };
    GAMES.iter().flat_map(|game| of_game(game.meta())).collect()
});
