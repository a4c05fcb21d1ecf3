//! Themes of puzzles: what their solutions have in common.
//!
//! A theme is read off the solution that was proved, by the rules alone: what is captured, what is written, how the game ends,
//! how many turns win at the end. It does not depend on an engine, so the same puzzle always has the same themes.

use taijitu_rules::Text;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $en:literal, $fr:literal;)*) => {
        /// What a puzzle is about. The ids are stable: files, databases and programs contain them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PuzzleTheme { $($(#[$doc])* $name),* }

        impl PuzzleTheme {
            /// Every theme, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its id.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// Its name for players.
            #[must_use]
            pub const fn name(self) -> Text {
                match self { $(Self::$name => Text { en: $en, fr: $fr }),* }
            }
        }
    };
}

themes! {
    /// At the end several turns win: the opponent cannot prevent all of them.
    SeveralWays = "several-ways", "Several ways to win", "Plusieurs façons de gagner";
    /// At the end only one turn wins, as at the beginning.
    OneWay = "one-way", "One way each time", "Une seule façon à chaque fois";
    /// The opponent has no choice: each reply is the only legal one.
    ForcedReplies = "forced-replies", "Forced replies", "Réponses forcées";
    /// The winner captures.
    Capture = "capture", "Captures", "Prises";
    /// The winner lets pieces be captured.
    Sacrifice = "sacrifice", "Sacrifice", "Sacrifice";
    /// A turn of the winner goes over several points.
    SeveralLeaps = "several-leaps", "Several leaps in a turn", "Plusieurs sauts en un coup";
    /// YINSH: the winner completes two rows.
    TwoRows = "two-rows", "Two rows", "Deux alignements";
    /// Yin Yang: the winner uses a law.
    Law = "law", "Use of a law", "Emploi d’une loi";
    /// Aliens & Amazons: the aliens are immobilised.
    Immobilised = "immobilised", "Immobilisation", "Immobilisation";
    /// Aliens & Amazons: too few amazons are left.
    TooFewAmazons = "too-few-amazons", "Too few amazons", "Trop peu d’amazones";
    /// Tetra: a line by nodes.
    LineByNodes = "line-by-nodes", "Line by nodes", "Ligne par les nœuds";
    /// Tetra: a line by lines.
    LineByLines = "line-by-lines", "Line by lines", "Ligne par les lignes";
    /// Tetra: a rhombus by nodes.
    RhombusByNodes = "rhombus-by-nodes", "Rhombus by nodes", "Losange par les nœuds";
    /// Tetra: a rhombus by lines.
    RhombusByLines = "rhombus-by-lines", "Rhombus by lines", "Losange par les lignes";
    /// Zen: the pawns are connected.
    Connected = "connected", "Connection", "Connexion";
    /// Zen: no pawns of a colour are left.
    NoPawns = "no-pawns", "No pawns left", "Plus de pions";
    /// Zen: mate.
    Mate = "mate", "Mate", "Mat";
    /// Yin Yang: the opposite corner is reached.
    Corner = "corner", "The corner", "Le coin";
    /// Yin Yang: the opponent has nothing to play.
    NoTurn = "no-turn", "Nothing to play", "Plus aucun coup";
}

impl PuzzleTheme {
    /// The theme with an id.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|theme| theme.id() == id)
    }
}

/// Themes as one word of a file: `capture,law`, or a dash for none.
#[must_use]
pub fn write_themes(themes: &[PuzzleTheme]) -> String {
    if themes.is_empty() {
        return "-".into();
    }
    themes.iter().map(|theme| theme.id()).collect::<Vec<_>>().join(",")
}

/// Reads what [`write_themes`] writes; words of other versions are left out.
#[must_use]
pub fn read_themes(text: &str) -> Vec<PuzzleTheme> {
    text.split(',').filter_map(|id| PuzzleTheme::find(id.trim())).collect()
}

#[cfg(not(target_family = "wasm"))]
mod finding {
    use super::PuzzleTheme;
    use crate::exhaustive::{TurnCount, count_turns};
    use crate::puzzle::SolvedPuzzle;
    use taijitu_rules::any::HistoryLine;
    use taijitu_rules::{AnyPlay, Audience, Reason};

    /// Positions looked at to count the turns of one position.
    const NODE_LIMIT: u64 = 1_000_000;

    /// What is seen while a solution is played through.
    #[derive(Default)]
    struct SolutionFacts {
        captured: bool,
        sacrificed: bool,
        leapt: bool,
        used_law: bool,
        rows: usize,
        replies: usize,
        forced: usize,
        last_choice: Option<TurnCount>,
    }

    /// The themes of a puzzle, in their order; none if its line cannot be played.
    #[must_use]
    pub fn find_themes(puzzle: &SolvedPuzzle) -> Vec<PuzzleTheme> {
        let Some(mut play) = puzzle.play() else { return vec![] };
        let mut facts = SolutionFacts::default();
        for text in &puzzle.line {
            let is_own = play.to_act().side() == puzzle.side;
            facts.look_ahead(&*play, is_own);
            if play.turn(text).is_err() {
                return vec![];
            }
            facts.look_back(text, captured(&*play), is_own);
        }
        let ending = play.outcome().filter(|outcome| outcome.winner == Some(puzzle.side));
        let ending = ending.and_then(|outcome| of_ending(outcome.reason));
        PuzzleTheme::ALL
            .iter()
            .copied()
            .filter(|theme| Some(*theme) == ending || facts.have(*theme))
            .collect()
    }

    /// The theme of an ending, in games that are won in more than one way.
    const fn of_ending(reason: Reason) -> Option<PuzzleTheme> {
        Some(match reason {
            Reason::Immobilised => PuzzleTheme::Immobilised,
            Reason::TooFewAmazons => PuzzleTheme::TooFewAmazons,
            Reason::LineByNodes => PuzzleTheme::LineByNodes,
            Reason::LineByLines => PuzzleTheme::LineByLines,
            Reason::RhombusByNodes => PuzzleTheme::RhombusByNodes,
            Reason::RhombusByLines => PuzzleTheme::RhombusByLines,
            Reason::Connected => PuzzleTheme::Connected,
            Reason::NoPawns => PuzzleTheme::NoPawns,
            Reason::Mate => PuzzleTheme::Mate,
            Reason::Corner => PuzzleTheme::Corner,
            Reason::NoTurn => PuzzleTheme::NoTurn,
            _ => return None,
        })
    }

    /// How many pieces the turn played last captured.
    fn captured(play: &dyn AnyPlay) -> u32 {
        match play.history(Audience::Omniscient).last() {
            Some(HistoryLine::Turn { captured, .. }) => *captured,
            _ => 0,
        }
    }

    impl SolutionFacts {
        /// Before a turn of the line.
        fn look_ahead(&mut self, play: &dyn AnyPlay, is_own: bool) {
            let count = count_turns(play, NODE_LIMIT);
            if is_own {
                self.last_choice = count;
            } else {
                self.replies += 1;
                self.forced += usize::from(count.is_some_and(|count| count.all == 1));
            }
        }

        /// After a turn of the line.
        fn look_back(&mut self, text: &str, captured: u32, is_own: bool) {
            if !is_own {
                self.sacrificed |= captured > 0;
                return;
            }
            self.captured |= captured > 0;
            let moved = text.split_whitespace().next().unwrap_or_default();
            self.leapt |= moved.split('-').count() > 2;
            self.used_law |= text.contains('@');
            self.rows += text.split_whitespace().filter(|word| word.starts_with('x')).count();
        }

        fn have(&self, theme: PuzzleTheme) -> bool {
            let ways = self.last_choice.filter(|_| self.replies > 0).map(|count| count.winning);
            match theme {
                PuzzleTheme::SeveralWays => ways.is_some_and(|ways| ways > 1),
                PuzzleTheme::OneWay => ways == Some(1),
                PuzzleTheme::ForcedReplies => self.replies > 0 && self.forced == self.replies,
                PuzzleTheme::Capture => self.captured,
                PuzzleTheme::Sacrifice => self.sacrificed,
                PuzzleTheme::SeveralLeaps => self.leapt,
                PuzzleTheme::TwoRows => self.rows > 1,
                PuzzleTheme::Law => self.used_law,
                _ => false,
            }
        }
    }
}

#[cfg(not(target_family = "wasm"))]
pub use finding::find_themes;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::SolvedPuzzle;

    /// The themes of a puzzle that comes with the program, whatever its line says they are.
    fn themes_of(file: &str, id: &str) -> Vec<PuzzleTheme> {
        let line = file.lines().find(|line| line.starts_with(&format!("{id} "))).expect("a line");
        let (_, puzzle) = SolvedPuzzle::read(line).expect("a puzzle");
        find_themes(&SolvedPuzzle { themes: vec![], ..puzzle })
    }

    #[test]
    fn themes_are_read_off_the_solution() {
        let yinyang = include_str!("../../study/puzzles/yinyang.txt");
        assert!(themes_of(yinyang, "yinyang-2").contains(&PuzzleTheme::Law), "c4-b4 L4@b1");
        assert!(!themes_of(yinyang, "yinyang-1").contains(&PuzzleTheme::Law), "a2-a1");
        let yinsh = include_str!("../../study/puzzles/yinsh.txt");
        assert!(themes_of(yinsh, "yinsh-11").contains(&PuzzleTheme::TwoRows), "two rings are taken off");
        assert!(!themes_of(yinsh, "yinsh-12").contains(&PuzzleTheme::TwoRows));
        let leapover = include_str!("../../study/puzzles/leapover.txt");
        assert_eq!(themes_of(leapover, "leapover-1"), [PuzzleTheme::SeveralLeaps], "b6-d4-d6-d8");
        assert_eq!(themes_of(leapover, "leapover-2"), [], "a leap that wins at once");
        let zen = include_str!("../../study/puzzles/zen.txt");
        assert!(themes_of(zen, "zen-4").contains(&PuzzleTheme::Capture), "d9-e9; j3-j4; h3xf3");
        assert!(!themes_of(zen, "zen-5").contains(&PuzzleTheme::Capture), "h4-g3; f5-i5; g3-d6");
        let singularity = include_str!("../../study/puzzles/singularity.txt");
        // Of two turns or more it is always known how many win at the end.
        for n in 2..=12 {
            let themes = themes_of(singularity, &format!("singularity-{n}"));
            let ways = [PuzzleTheme::SeveralWays, PuzzleTheme::OneWay];
            assert_eq!(themes.iter().filter(|theme| ways.contains(theme)).count(), 1, "{themes:?}");
        }
    }

    #[test]
    fn ids_are_words_of_their_own_and_are_read_back() {
        let mut ids: Vec<&str> = PuzzleTheme::ALL.iter().map(|theme| theme.id()).collect();
        assert!(ids.iter().all(|id| id.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), PuzzleTheme::ALL.len());
        assert_eq!(read_themes(&write_themes(PuzzleTheme::ALL)), PuzzleTheme::ALL);
        assert_eq!(
            (write_themes(&[]), read_themes("-"), read_themes("of-tomorrow")),
            ("-".into(), vec![], vec![])
        );
        assert_eq!(read_themes("law, capture,of-tomorrow"), [PuzzleTheme::Law, PuzzleTheme::Capture]);
    }
}
