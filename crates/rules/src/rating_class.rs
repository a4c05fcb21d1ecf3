//! Rating classes: games whose results are counted together.

use crate::options::Options;
use crate::side::Text;

/// Games of one kind whose results count for one rating. Variants that change the game have a class of their own.
#[derive(Clone, Copy, Debug)]
pub struct RatingClass {
    /// Its id, unique among all games: that of the game, or that with a word behind it, such as `yinsh-blitz`.
    pub id: &'static str,
    /// Its name, the name of the game included.
    pub name: Text,
    /// Whether it is the class of games with these options.
    pub(crate) covers: fn(&Options) -> bool,
}

impl RatingClass {
    /// The only class of a game, which covers all its options.
    pub(crate) const fn of_game(id: &'static str, name: Text) -> Self {
        Self { id, name, covers: |_| true }
    }
}

#[cfg(test)]
mod tests {
    use crate::games;
    use crate::options::Options;
    use std::collections::BTreeSet;

    fn class(game: &str, options: &[&str]) -> Option<&'static str> {
        let meta = games::find(game).expect("a game").meta();
        let options = Options::parse(meta.options, options.iter().copied()).expect("options");
        meta.rating_class(&options).map(|class| class.id)
    }

    #[test]
    fn the_first_class_is_that_of_the_usual_game_and_ids_are_unique() {
        let mut ids = BTreeSet::new();
        for game in games::GAMES {
            let meta = game.meta();
            assert_eq!(class(meta.id, &[]), Some(meta.id));
            assert_eq!(meta.rating_classes[0].name, meta.name);
            for class in meta.rating_classes {
                assert!(
                    class.id == meta.id || class.id.starts_with(&format!("{}-", meta.id)),
                    "{}",
                    class.id
                );
                assert!(ids.insert(class.id), "{} is there twice", class.id);
                assert_eq!(games::rating_class(class.id).map(|(game, _)| game.meta().id), Some(meta.id));
            }
        }
        assert_eq!(games::rating_class("chess").map(|(_, class)| class.id), None);
    }

    #[test]
    fn variants_that_change_the_game_are_rated_apart() {
        assert_eq!(class("yinsh", &["variant=blitz"]), Some("yinsh-blitz"));
        let zen = ["basic", "1", "2", "3"].map(|variant| class("zen", &[&format!("variant={variant}")]));
        assert_eq!(zen, ["zen", "zen-check", "zen-match", "zen-match"].map(Some));
        assert_eq!(class("zen", &["players=4", "first=black"]), Some("zen"));
        let y = [3, 10, 11, 15, 16, 25].map(|side| class("y", &[&format!("board=triangle-{side}")]));
        assert_eq!(y, ["y-small", "y-small", "y", "y", "y-large", "y-large"].map(Some));
    }

    #[test]
    fn an_advantage_cannot_be_rated() {
        assert_eq!(class("y", &["pie=off"]), None);
        assert_eq!(class("y", &["pie=off", "handicap=2"]), None);
        assert_eq!(class("y", &["board=triangle-20", "pie=off"]), None);
    }
}
