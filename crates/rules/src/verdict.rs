//! The end of a game in a sentence: who won, and what on the board or at the table decided it.
//!
//! `You win: your chain joins all three sides.`

use crate::outcome::{Outcome, Reason};
use crate::side::{Lang, Side, Text};

/// A noun that belongs to a side.
struct Noun {
    en: &'static str,
    fr: &'static str,
    /// `votre`, `la`, `adverse` in French, as the noun requires.
    possessive: &'static str,
    article: &'static str,
    opposing: &'static str,
}

const fn feminine(en: &'static str, fr: &'static str) -> Noun {
    Noun { en, fr, possessive: "votre", article: "la ", opposing: "adverse" }
}

const fn masculine(en: &'static str, fr: &'static str, article: &'static str) -> Noun {
    Noun { en, fr, possessive: "votre", article, opposing: "adverse" }
}

const fn plural(en: &'static str, fr: &'static str) -> Noun {
    Noun { en, fr, possessive: "vos", article: "les ", opposing: "adverses" }
}

/// The owner of a thing.
#[derive(Clone, Copy)]
enum Owner {
    Winner,
    Loser,
}

/// What decided a game.
enum Clause {
    /// The same for everybody.
    Fixed(Text),
    /// Something of a side, and what is true of it.
    Thing(Owner, Noun, Text),
    /// What the loser did, addressed to the loser, to the winner, and about a colour.
    Loser { you: Text, opponent: Text, colour: Text },
}

const fn text(en: &'static str, fr: &'static str) -> Text {
    Text { en, fr }
}

const STONES: Noun = plural("stones", "pierres");

/// The clause of a reason.
const fn clause(reason: Reason) -> Clause {
    use Owner::{Loser, Winner};
    match reason {
        Reason::Repetition => Clause::Fixed(text(
            "the same position occurred three times",
            "la même position s’est présentée trois fois",
        )),
        Reason::TurnLimit => Clause::Fixed(text("2,000 moves were played", "2 000 coups ont été joués")),
        Reason::TwoPasses => Clause::Fixed(text("nobody can move", "personne ne peut plus jouer")),
        Reason::Agreed => Clause::Fixed(text("by agreement", "d’un commun accord")),
        Reason::Aborted => Clause::Fixed(text("the game was aborted", "la partie a été annulée")),
        Reason::Resigned => Clause::Loser {
            you: text("you resigned", "vous avez abandonné"),
            opponent: text("your opponent resigned", "votre adversaire a abandonné"),
            colour: text("{} resigned", "les {} ont abandonné"),
        },
        Reason::Time => Clause::Loser {
            you: text("your time is up", "votre temps est écoulé"),
            opponent: text("your opponent’s time is up", "le temps de votre adversaire est écoulé"),
            colour: text("{} ran out of time", "le temps des {} est écoulé"),
        },
        Reason::Claimed => Clause::Loser {
            you: text("you were away too long", "vous étiez absent trop longtemps"),
            opponent: text("your opponent was away too long", "votre adversaire était absent trop longtemps"),
            colour: text("{} was away too long", "les {} étaient absents trop longtemps"),
        },
        Reason::ThirdRing => Clause::Thing(
            Winner,
            masculine("third ring", "troisième anneau", "le "),
            text("is off the board", "est retiré du plateau"),
        ),
        Reason::FirstRing => Clause::Thing(
            Winner,
            masculine("first ring", "premier anneau", "le "),
            text("is off the board", "est retiré du plateau"),
        ),
        Reason::ReserveEmpty => Clause::Fixed(text(
            "all markers are used, and the rings taken off are counted",
            "la réserve est épuisée ; on compte les anneaux retirés",
        )),
        Reason::ThreeSides => Clause::Thing(
            Winner,
            feminine("chain", "chaîne"),
            text("joins all three sides", "relie les trois côtés"),
        ),
        Reason::Immobilised => Clause::Thing(
            Loser,
            plural("aliens", "envahisseurs"),
            text("cannot move", "ne peuvent plus bouger"),
        ),
        Reason::TooFewAmazons => Clause::Thing(
            Loser,
            plural("amazons", "amazones"),
            text("are fewer than ten", "sont moins de dix"),
        ),
        Reason::LastStone => Clause::Thing(
            Winner,
            feminine("last stone", "dernière pierre"),
            text("is in the centre", "est au centre"),
        ),
        Reason::Arrived => Clause::Thing(Winner, STONES, text("have all arrived", "sont toutes arrivées")),
        Reason::LineByNodes => {
            Clause::Thing(Winner, STONES, text("form a line by nodes", "forment une ligne par les nœuds"))
        }
        Reason::LineByLines => {
            Clause::Thing(Winner, STONES, text("form a line by lines", "forment une ligne par les lignes"))
        }
        Reason::RhombusByNodes => {
            Clause::Thing(Winner, STONES, text("form a rhombus by nodes", "forment un losange par les nœuds"))
        }
        Reason::RhombusByLines => Clause::Thing(
            Winner,
            STONES,
            text("form a rhombus by lines", "forment un losange par les lignes"),
        ),
        Reason::FiveInLine => {
            Clause::Thing(Winner, STONES, text("make a line of five", "forment une ligne de cinq"))
        }
        Reason::LineOfSix => {
            Clause::Thing(Winner, STONES, text("form one line of six", "forment une ligne de six"))
        }
        Reason::Connected => {
            Clause::Thing(Winner, plural("pawns", "pions"), text("are all connected", "sont tous reliés"))
        }
        Reason::BothConnected => {
            Clause::Fixed(text("both sides are connected", "les deux camps sont reliés"))
        }
        Reason::NoPawns => {
            Clause::Thing(Loser, plural("pawns", "pions"), text("are all captured", "sont tous capturés"))
        }
        Reason::Mate => Clause::Thing(
            Winner,
            masculine("check", "échec", "l’"),
            text("cannot be stopped", "ne peut pas être paré"),
        ),
        Reason::Conceded => Clause::Fixed(text(
            "the check that was not announced was conceded",
            "l’échec non annoncé a été concédé",
        )),
        Reason::Corner => Clause::Thing(
            Winner,
            feminine("stone", "pierre"),
            text("has reached the opposite corner", "a atteint le coin opposé"),
        ),
        Reason::NoTurn => Clause::Loser {
            you: text("you have no legal move", "vous n’avez plus aucun coup"),
            opponent: text("your opponent has no legal move", "votre adversaire n’a plus aucun coup"),
            colour: text("{} has no legal move", "les {} n’ont plus aucun coup"),
        },
    }
}

/// A colour as a sentence names its side: `White`, `Blancs`.
pub(crate) const fn colour(side: Side) -> Text {
    match side {
        Side::White => text("White", "Blancs"),
        Side::Black => text("Black", "Noirs"),
    }
}

impl Noun {
    /// `your chain`, `the opponent’s chain`, `White’s chain`.
    fn of(&self, owner: Side, viewer: Option<Side>, lang: Lang) -> String {
        let name = colour(owner).in_lang(lang);
        let Self { en, fr, possessive, article, opposing } = self;
        match (lang, viewer) {
            (Lang::En, Some(side)) if side == owner => format!("your {en}"),
            (Lang::En, Some(_)) => format!("the opponent’s {en}"),
            (Lang::En, None) => format!("{name}’s {en}"),
            (Lang::Fr, Some(side)) if side == owner => format!("{possessive} {fr}"),
            (Lang::Fr, Some(_)) => format!("{article}{fr} {opposing}"),
            (Lang::Fr, None) => format!("{article}{fr} des {name}"),
        }
    }
}

impl Outcome {
    /// The end of the game in one sentence, for a player of a side, or for everybody else (`None`).
    #[must_use]
    pub fn sentence(&self, viewer: Option<Side>, lang: Lang) -> String {
        let Some(winner) = self.winner else {
            return draw(self.reason, lang);
        };
        let loser = winner.other();
        let who = match (viewer, lang) {
            (Some(side), Lang::En) => if side == winner { "You win" } else { "You lose" }.to_owned(),
            (Some(side), Lang::Fr) => if side == winner { "Vous gagnez" } else { "Vous perdez" }.to_owned(),
            (None, Lang::En) => format!("{} wins", colour(winner).en),
            (None, Lang::Fr) => format!("Les {} gagnent", colour(winner).fr),
        };
        let why = match clause(self.reason) {
            Clause::Fixed(text) => text.in_lang(lang).to_owned(),
            Clause::Thing(whose, noun, predicate) => {
                let owner = match whose {
                    Owner::Winner => winner,
                    Owner::Loser => loser,
                };
                format!("{} {}", noun.of(owner, viewer, lang), predicate.in_lang(lang))
            }
            Clause::Loser { you, opponent, colour: by_colour } => match viewer {
                Some(side) if side == loser => you.in_lang(lang).to_owned(),
                Some(_) => opponent.in_lang(lang).to_owned(),
                None => by_colour.in_lang(lang).replace("{}", colour(loser).in_lang(lang)),
            },
        };
        sentence(&who, &why, lang)
    }
}

fn draw(reason: Reason, lang: Lang) -> String {
    let head = text("Draw", "Partie nulle").in_lang(lang);
    let why = match (reason, clause(reason)) {
        (Reason::Aborted, Clause::Fixed(_)) => {
            return text("The game was aborted.", "La partie a été annulée.").in_lang(lang).to_owned();
        }
        (_, Clause::Fixed(why)) => why.in_lang(lang).to_owned(),
        // A claim or a flag without a winner.
        _ => reason.text().in_lang(lang).to_owned(),
    };
    sentence(head, &why, lang)
}

fn sentence(who: &str, why: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{who}: {why}."),
        Lang::Fr => format!("{who}\u{a0}: {why}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(outcome: &str, viewer: Option<Side>) -> [String; 2] {
        let outcome = Outcome::parse(outcome).expect("an outcome");
        [Lang::En, Lang::Fr].map(|lang| outcome.sentence(viewer, lang).replace('\u{a0}', " "))
    }

    #[test]
    fn the_sentence_addresses_its_reader() {
        let white = Some(Side::White);
        assert_eq!(
            sentences("white (three sides)", white),
            [
                "You win: your chain joins all three sides.",
                "Vous gagnez : votre chaîne relie les trois côtés."
            ]
        );
        assert_eq!(
            sentences("black (three sides)", white),
            [
                "You lose: the opponent’s chain joins all three sides.",
                "Vous perdez : la chaîne adverse relie les trois côtés."
            ]
        );
        assert_eq!(
            sentences("black (three sides)", None),
            [
                "Black wins: Black’s chain joins all three sides.",
                "Les Noirs gagnent : la chaîne des Noirs relie les trois côtés."
            ]
        );
        assert_eq!(
            sentences("black (immobilised)", white),
            ["You lose: your aliens cannot move.", "Vous perdez : vos envahisseurs ne peuvent plus bouger."]
        );
        assert_eq!(
            sentences("white (no turn)", white),
            [
                "You win: your opponent has no legal move.",
                "Vous gagnez : votre adversaire n’a plus aucun coup."
            ]
        );
        assert_eq!(
            sentences("draw (both connected)", white),
            ["Draw: both sides are connected.", "Partie nulle : les deux camps sont reliés."]
        );
        assert_eq!(
            sentences("black (mate)", white),
            [
                "You lose: the opponent’s check cannot be stopped.",
                "Vous perdez : l’échec adverse ne peut pas être paré."
            ]
        );
    }

    #[test]
    fn every_reason_has_a_sentence() {
        for &reason in Reason::ALL {
            for outcome in [Outcome::draw(reason), Outcome::win(Side::Black, reason)] {
                for viewer in [None, Some(Side::White), Some(Side::Black)] {
                    for lang in [Lang::En, Lang::Fr] {
                        let sentence = outcome.sentence(viewer, lang);
                        assert!(
                            sentence.ends_with('.') && !sentence.contains("{}") && !sentence.contains('\''),
                            "{sentence}"
                        );
                    }
                }
            }
        }
    }
}
