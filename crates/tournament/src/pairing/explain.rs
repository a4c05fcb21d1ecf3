//! Why this opponent: the numbers of a pairing as sentences.

use crate::pairing_log::ReasonSide;
use crate::standings::format_half_points;
use crate::tournament::Tournament;
use taijitu_protocol::TournamentKind;
use taijitu_protocol::{EntrantId, PairingId, Side, Words};

/// The sentences to one of the two players of a pairing.
struct PairingSentences {
    mine: ReasonSide,
    theirs: ReasonSide,
    met: u16,
    side: Side,
}

impl Tournament {
    /// Why an entrant has this opponent and this colour, to that entrant. None if it does not play in the pairing.
    #[must_use]
    pub fn explain(&self, pairing: PairingId, entrant: EntrantId) -> Option<Vec<Words>> {
        let pairing = self.pairing(pairing)?;
        let side = pairing.side(entrant)?;
        let (white, black) = (pairing.why.white, pairing.why.black);
        let (mine, theirs) = if side == Side::White { (white, black) } else { (black, white) };
        let why = PairingSentences { mine, theirs, met: pairing.why.met, side };
        let mut sentences = match self.settings.kind {
            TournamentKind::Swiss { .. } => swiss_sentences(&why),
            TournamentKind::Arena { .. } => arena_sentences(&why),
            TournamentKind::RoundRobin { twice, .. } => vec![round_robin_sentence(twice)],
            TournamentKind::Knockout { .. } => {
                vec![knockout_sentence(self.seed_of(entrant), self.seed_of(pairing.opponent(entrant)))]
            }
        };
        sentences.extend(colour_sentence(&why));
        Some(sentences)
    }
}

fn swiss_sentences(why: &PairingSentences) -> Vec<Words> {
    let (mine, theirs) = (format_half_points(why.mine.points), format_half_points(why.theirs.points));
    // One and a half is plural in English and singular in French.
    let points = if matches!(why.mine.points, 1 | 2) { "point" } else { "points" };
    let fr_points = if why.mine.points < 4 { "point" } else { "points" };
    let mut sentences = vec![];
    if why.mine.points == why.theirs.points {
        sentences.push(Words::new(
            format!("You both have {mine} {points}."),
            format!("Vous avez tous deux {mine} {fr_points}."),
        ));
    } else {
        sentences.push(Words::new(
            format!("You have {mine} {points}, your opponent {theirs}: without repeats and with balanced colours, no pairing of the whole round is closer."),
            format!("Vous avez {mine} {fr_points}, votre adversaire {theirs} : sans répétition et à couleurs équilibrées, aucun appariement de la ronde n’est plus serré."),
        ));
    }
    match why.mine.nearer_met {
        0 => (),
        1 => sentences.push(Words::new(
            "One nearer opponent was not possible: you have played each other.",
            "Un adversaire plus proche était exclu : vous l’avez déjà rencontré.",
        )),
        count => sentences.push(Words::new(
            format!("{count} nearer opponents were not possible: you have played them."),
            format!("{count} adversaires plus proches étaient exclus : vous les avez déjà rencontrés."),
        )),
    }
    sentences.push(repeat_sentence(why.met));
    sentences
}

fn repeat_sentence(met: u16) -> Words {
    if met == 0 {
        return Words::new(
            "You have not played each other before.",
            "Vous ne vous êtes pas encore rencontrés.",
        );
    }
    Words::new(
        "You have played each other before: every complete pairing of this round has repeated opponents.",
        "Vous vous êtes déjà rencontrés : tout appariement complet de cette ronde répète des rencontres.",
    )
}

fn arena_sentences(why: &PairingSentences) -> Vec<Words> {
    let (mine, theirs) = (why.mine.points, why.theirs.points);
    vec![Words::new(
        format!(
            "You have {mine} points, your opponent {theirs}: among those who waited, you are neighbours in the standings and did not just play each other."
        ),
        format!(
            "Vous avez {mine} points, votre adversaire {theirs} : parmi ceux qui attendaient, vous êtes voisins au classement et ne venez pas de vous rencontrer."
        ),
    )]
}

fn round_robin_sentence(twice: bool) -> Words {
    if twice {
        Words::new(
            "Everybody plays everybody twice, with colours reversed.",
            "Chacun rencontre chacun deux fois, avec les couleurs inversées.",
        )
    } else {
        Words::new("Everybody plays everybody once.", "Chacun rencontre chacun une fois.")
    }
}

fn knockout_sentence(mine: u32, theirs: u32) -> Words {
    let (mine, theirs) = (mine + 1, theirs + 1);
    Words::new(
        format!("The bracket: you are seed {mine}, your opponent is seed {theirs}."),
        format!("Le tableau : vous êtes tête de série nᵒ {mine}, votre adversaire nᵒ {theirs}."),
    )
}

/// None if both had had the colours equally often: then the draw decided.
fn colour_sentence(why: &PairingSentences) -> Option<Words> {
    let (colour, couleur) = match why.side {
        Side::White => ("White", "les Blancs"),
        Side::Black => ("Black", "les Noirs"),
    };
    let toward_white = if why.side == Side::White { -1 } else { 1 };
    let (mine, theirs) = (why.mine.balance * toward_white, -why.theirs.balance * toward_white);
    if mine > 0 {
        return Some(Words::new(
            format!("You have {colour} because you have had it less often than the other colour."),
            format!("Vous avez {couleur} parce que vous les avez eus moins souvent que l’autre couleur."),
        ));
    }
    (theirs > 0).then(|| {
        Words::new(
            format!("You have {colour} because your opponent has had it more often than the other colour."),
            format!(
                "Vous avez {couleur} parce que votre adversaire les a eus plus souvent que l’autre couleur."
            ),
        )
    })
}
