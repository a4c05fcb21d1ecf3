//! The inventors and publishers of each game, and the rights they reserve. Pages and documents use these
//! texts.

use crate::side::Text;

/// The credits of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credits {
    /// The inventors.
    pub inventors: Text,
    /// The publisher; `None` if the inventor publishes it.
    pub publisher: Option<&'static str>,
    /// The rights they reserve.
    pub reserved: Text,
}

const KADON: Credits = Credits {
    inventors: Text { en: "published with the Y board", fr: "publié avec le plateau de Y" },
    publisher: Some("Kadon Enterprises"),
    reserved: Text {
        en: "Y and the six games of its 93-node board belong to Kadon Enterprises: no distribution or commercial use without their consent.",
        fr: "Y et les six jeux de son plateau de 93 nœuds appartiennent à Kadon Enterprises : aucune distribution ni exploitation commerciale sans leur accord.",
    },
};

const fn of_kadon(en: &'static str, fr: &'static str) -> Credits {
    Credits { inventors: Text { en, fr }, ..KADON }
}

const THE_BOX: Text = Text { en: "The name and the printed game.", fr: "Le nom et le jeu imprimé." };

pub(crate) const YINSH: Credits = Credits {
    inventors: Text { en: "Kris Burm", fr: "Kris Burm" },
    publisher: Some("Project GIPF"),
    reserved: THE_BOX,
};
pub(crate) const Y: Credits =
    of_kadon("Craig Schensted (Ea Ea) and Charles Titus", "Craig Schensted (Ea Ea) et Charles Titus");
pub(crate) const ALIENS: Credits = of_kadon("Richard May", "Richard May");
pub(crate) const SINGULARITY: Credits = KADON;
pub(crate) const LEAPOVER: Credits = of_kadon("Kate Jones", "Kate Jones");
pub(crate) const TETRA: Credits = ALIENS;
pub(crate) const QUINTA: Credits =
    of_kadon("suggested by Christopher Clark", "suggéré par Christopher Clark");
pub(crate) const SEXTA: Credits = KADON;
pub(crate) const ZEN: Credits = Credits {
    inventors: Text {
        en: "after a concept by E. Deluard and J. Barnéoud-Rousset",
        fr: "d’après un concept de E. Deluard et J. Barnéoud-Rousset",
    },
    publisher: Some("DJ Games"),
    reserved: THE_BOX,
};
pub(crate) const YINYANG: Credits = Credits {
    inventors: Text { en: "Gauthier Fourcade", fr: "Gauthier Fourcade" },
    publisher: None,
    reserved: Text {
        en: "May be reproduced for personal and club use, not commercially.",
        fr: "Reproduction permise pour un usage personnel ou associatif, à l’exclusion de toute utilisation commerciale.",
    },
};
