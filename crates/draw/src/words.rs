//! The words around a board, in English and French.

use taijitu_rules::view::{Note, Tray};
use taijitu_rules::{Actors, Board, Lang, Piece, Side, Text};

/// The players of a colour, as the subject of a line: "White", « Blancs ».
pub(crate) const fn players(side: Side) -> Text {
    match side {
        Side::White => Text { en: "White", fr: "Blancs" },
        Side::Black => Text { en: "Black", fr: "Noirs" },
    }
}

/// The heading of a colour's laws.
pub(crate) const fn laws(owner: Side) -> Text {
    match owner {
        Side::White => {
            Text { en: "White’s laws, seen from White’s seat", fr: "Lois des Blancs, vues de leur place" }
        }
        Side::Black => {
            Text { en: "Black’s laws, seen from Black’s seat", fr: "Lois des Noirs, vues de leur place" }
        }
    }
}

/// Below a printed board.
pub(crate) const START: Text = Text {
    en: "Small marks show where the pieces stand at the start: open for White, filled for Black.",
    fr: "Les petites marques indiquent la position de départ : vides pour les Blancs, pleines pour les Noirs.",
};

/// Above the dominoes to cut out.
pub(crate) const DOMINOES: Text = Text {
    en: "Cut out the dominoes, glue them on cardboard and cover them with clear film: laws are written with erasable pens.",
    fr: "Découpez les dominos, collez-les sur du carton et recouvrez-les d’un film transparent : les lois s’écrivent au feutre effaçable.",
};

/// Above the screen.
pub(crate) const SCREEN: Text = Text {
    en: "A screen to write laws behind: fold along the lines and stand it up. Print it twice, once for each player.",
    fr: "Un paravent pour écrire ses lois : pliez le long des lignes et posez-le debout. À imprimer deux fois, un par joueur.",
};

/// The last turn, in a legend.
pub(crate) const LAST_TURN: Text = Text { en: "last move", fr: "dernier coup" };

/// What decided the game, in a legend.
pub(crate) const DECISIVE: Text = Text { en: "decides", fr: "décide" };

/// "White to play".
pub(crate) fn to_act(actors: Actors, lang: Lang) -> String {
    let seat = match actors {
        Actors::One(seat) => seat,
        Actors::Both => {
            let both = Text { en: "Both sides to play", fr: "Aux deux camps de jouer" };
            return both.in_lang(lang).to_owned();
        }
    };
    let side = players(seat.side).in_lang(lang);
    match (lang, seat.number) {
        (Lang::En, 1) => format!("{side} to play"),
        (Lang::En, n) => format!("{side}, seat {n}, to play"),
        (Lang::Fr, 1) => format!("Aux {side} de jouer"),
        (Lang::Fr, n) => format!("Aux {side}, place {n}, de jouer"),
    }
}

/// "White: rings taken".
pub(crate) fn tray(tray: &Tray, lang: Lang) -> String {
    let label = tray.label.in_lang(lang);
    match (tray.side.map(|side| players(side).in_lang(lang)), lang) {
        (Some(side), Lang::En) => format!("{side}: {label}"),
        (Some(side), Lang::Fr) => format!("{side} : {label}"),
        (None, _) => capitalised(label),
    }
}

/// A note, with the name of its point unless the sentence contains it.
pub(crate) fn note(note: &Note, board: &Board, lang: Lang) -> String {
    let text = capitalised(note.text.in_lang(lang));
    match note.at.map(|at| board.name(at)) {
        Some(name) if !text.contains(name) => format!("{text} ({name})"),
        _ => text,
    }
}

/// "white ring", « anneau blanc ».
pub(crate) fn piece(piece: Piece, lang: Lang) -> String {
    let name = piece.name().in_lang(lang);
    // Aliens, amazons and the Zen come in one colour only.
    let one_colour = matches!(piece, Piece::Alien | Piece::Amazon | Piece::Zen);
    match (piece.side().filter(|_| !one_colour), lang) {
        (None, _) => name.to_owned(),
        (Some(side), Lang::En) => format!("{} {name}", side.name().en),
        (Some(side), Lang::Fr) => format!("{name} {}", adjective(piece, side)),
    }
}

/// The French colour of a piece: « pierre » is feminine.
const fn adjective(piece: Piece, side: Side) -> &'static str {
    match (piece, side) {
        (Piece::Stone(_), Side::White) => "blanche",
        (Piece::Stone(_), Side::Black) => "noire",
        _ => side.name().fr,
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(capital).into_iter().chain(chars).collect()
}

/// The capital of a letter of English or French. The tables of the standard library, with all letters there are, would be in the
/// module that browsers load.
const fn capital(letter: char) -> char {
    match letter {
        'à' => 'À',
        'â' => 'Â',
        'ç' => 'Ç',
        'è' => 'È',
        'é' => 'É',
        'ê' => 'Ê',
        'î' => 'Î',
        'ô' => 'Ô',
        'ù' => 'Ù',
        'û' => 'Û',
        'œ' => 'Œ',
        other => other.to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::board::zen;

    #[test]
    fn the_first_letter_is_a_capital_in_both_languages() {
        for text in ["échec", "à vous", "œil", "ko", "Noirs", "4 pierres", ""] {
            let first: String = text.chars().take(1).flat_map(char::to_uppercase).collect();
            assert_eq!(capitalised(text), first + &text.chars().skip(1).collect::<String>());
        }
    }

    #[test]
    fn names_agree_in_gender() {
        assert_eq!(piece(Piece::Stone(Side::White), Lang::Fr), "pierre blanche");
        assert_eq!(piece(Piece::Ring(Side::Black), Lang::Fr), "anneau noir");
        assert_eq!(piece(Piece::Ring(Side::Black), Lang::En), "black ring");
        assert_eq!(piece(Piece::Amazon, Lang::En), "amazon");
    }

    #[test]
    fn a_note_names_its_point_once() {
        let text = Text { en: "ko", fr: "ko" };
        let at = zen().find("f6");
        assert_eq!(note(&Note { text, at }, zen(), Lang::En), "Ko (f6)");
        let text = Text { en: "not back to f6", fr: "pas de retour en f6" };
        assert_eq!(note(&Note { text, at }, zen(), Lang::Fr), "Pas de retour en f6");
    }
}
