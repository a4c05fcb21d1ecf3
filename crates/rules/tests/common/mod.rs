//! What several test files share: every variant of every game.

/// A game with some options.
pub(crate) struct Variant {
    pub(crate) game: &'static str,
    pub(crate) options: &'static [&'static str],
}

const fn of(game: &'static str, options: &'static [&'static str]) -> Variant {
    Variant { game, options }
}

/// Laws of all three kinds for games of Yin Yang that start after the set-up.
const LAWS: &[&str] =
    &["laws_black=bbbb>bb.b,bwbw>b.bw,wwbb>*,b..b>bwwb", "laws_white=bbbb>.bbb,bwbw>*,.b..>bbw.,wwbw>.wbw"];

/// Every variant that plays differently.
pub(crate) const VARIANTS: &[Variant] = &[
    of("yinsh", &[]),
    of("yinsh", &["variant=blitz"]),
    of("y", &[]),
    of("y", &["pie=off", "handicap=2"]),
    of("y", &["board=triangle-4"]),
    of("y", &["board=triangle-13", "pie=off"]),
    of("y", &["board=triangle-25"]),
    of("aliens", &[]),
    of("singularity", &[]),
    of("leapover", &[]),
    of("tetra", &[]),
    of("quinta", &[]),
    of("sexta", &[]),
    of("zen", &[]),
    of("zen", &["first=black"]),
    of("zen", &["players=4", "first=black"]),
    of("zen", &["variant=1"]),
    of("zen", &["variant=1", "announce=manual"]),
    of("zen", &["variant=2", "players=4"]),
    of("zen", &["variant=3"]),
    of("yinyang", &[]),
    of("yinyang", LAWS),
];
