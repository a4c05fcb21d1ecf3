//! Names that cannot impersonate: which may be taken, which look alike, and what guests are called.
//!
//! Two names look alike if their skeletons are equal. The skeleton is unique over all players, guests included, so
//! that no two players have names that look alike.

use crate::error::{ApiError, Result};
use taijitu_protocol::Code;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The fewest and the most characters of a name.
pub(crate) const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;
/// Longer input is not examined: a sign-in form may send anything.
const LOOKED_AT: usize = 64;

/// The field of requests that holds a name.
const FIELD: &str = "name";

/// How long the name of a deleted account stays reserved, in milliseconds: 90 days, so that nobody can pose
/// as its former owner.
pub(crate) const NAME_KEPT: i64 = 90 * 24 * 60 * 60 * 1000;

/// Reserved names: those of the site, of its engines and of other programs, of empty seats and of the rules.
const RESERVED: &[&str] = &[
    "abuse",
    "account",
    "compte",
    "all",
    "alphago",
    "alphazero",
    "anybody",
    "anyone",
    "archive",
    "billing",
    "board",
    "chat",
    "contact",
    "cpu",
    "daemon",
    "deepblue",
    "deepmind",
    "developer",
    "développeur",
    "direction",
    "draw",
    "nulle",
    "everybody",
    "tout le monde",
    "gérant",
    "hostmaster",
    "houdini",
    "imported",
    "importé",
    "inconnu",
    "unknown",
    "info",
    "katago",
    "komodo",
    "lc0",
    "leela zero",
    "lobby",
    "login",
    "logout",
    "machine",
    "maintainer",
    "manager",
    "master",
    "nan",
    "news",
    "none",
    "aucun",
    "noreply",
    "operator",
    "opérateur",
    "organizer",
    "organisateur",
    "postmaster",
    "proprietaire",
    "public",
    "quelqu un",
    "somebody",
    "someone",
    "register",
    "report",
    "robot",
    "security",
    "sécurité",
    "server",
    "serveur",
    "service",
    "settings",
    "site",
    "stockfish",
    "superuser",
    "sysop",
    "table",
    "test",
    "user",
    "utilisateur",
    "webmaster",
    "winner",
    "gagnant",
    "ai",
    "anonymous",
    "anonyme",
    "api",
    "arbiter",
    "arbitre",
    "black",
    "blanc",
    "bot",
    "computer",
    "deleted",
    "everyone",
    "help",
    "aide",
    "host",
    "hôte",
    "me",
    "moi",
    "mod",
    "nobody",
    "personne",
    "noir",
    "null",
    "nul",
    "ordinateur",
    "owner",
    "player",
    "joueur",
    "referee",
    "root",
    "seat",
    "siège",
    "spectator",
    "spectateur",
    "staff",
    "team",
    "équipe",
    "tous",
    "undefined",
    "white",
    "you",
    "vous",
];

/// Reserved prefixes: `Admin2` and `Taijitu Support` would look official.
const RESERVED_BEGINNINGS: &[&str] = &[
    "admin",
    "computer",
    "engine",
    "guest",
    "invité",
    "level",
    "moderat",
    "modérat",
    "moteur",
    "niveau",
    "official",
    "officiel",
    "ordinateur",
    "support",
    "sysadmin",
    "system",
    "système",
    "taijitu",
    "webadmin",
];

/// Reserved anywhere in a name: `TheTaijitu` would look official, too.
const RESERVED_ANYWHERE: &[&str] = &["taijitu", "moderator", "modérateur", "modératrice", "administrat"];

/// First words of guests' names, before a number: they read the same in English and in French.
const GUESTS: &[&str] = &[
    "Acacia", "Agate", "Banjo", "Bison", "Cactus", "Cobra", "Condor", "Cosmos", "Dingo", "Domino", "Dragon",
    "Gecko", "Hibiscus", "Igloo", "Impala", "Iris", "Jaguar", "Kayak", "Kiwi", "Koala", "Kumquat", "Lion",
    "Lotus", "Lynx", "Magnolia", "Mimosa", "Neptune", "Nova", "Okapi", "Onyx", "Orange", "Origami", "Orion",
    "Panda", "Paprika", "Piano", "Polka", "Puma", "Python", "Quartz", "Samba", "Sirius", "Sphinx", "Tango",
    "Tapir", "Tempo", "Totem", "Toucan", "Vega", "Wombat",
];

/// A name that passed all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is shown.
    pub shown: String,
    /// As it is compared.
    pub skeleton: String,
}

impl Name {
    /// The name of an account.
    ///
    /// # Errors
    /// `bad_name` if it is too short or too long, contains characters that names may not contain, or is
    /// reserved.
    pub fn of_account(text: &str) -> Result<Self> {
        if text.chars().count() > LOOKED_AT {
            return Err(wrong_length());
        }
        let shown: String = text.nfkc().collect::<String>().trim().to_owned();
        if !LENGTH.contains(&shown.chars().count()) {
            return Err(wrong_length());
        }
        if !is_well_formed(&shown) {
            return Err(bad(
                "a name consists of letters, digits and, between them, single spaces or one of - _ .; at least one letter",
                "un nom se compose de lettres, de chiffres et, entre eux, d’espaces simples ou de - _ . isolés ; il faut au moins une lettre",
            ));
        }
        let skeleton = skeleton(&shown);
        if is_reserved(&shown) {
            return Err(bad("this name is reserved", "ce nom est réservé"));
        }
        Ok(Self { shown, skeleton })
    }

    /// The name that a guest has chosen, with a number behind it, so that no account can be mistaken for a
    /// guest; the more tries failed, the more digits it has.
    ///
    /// # Errors
    /// `bad_name` if no account could be called so, or it is too long for a number.
    pub fn of_named_guest(text: &str, bits: u128, tries: usize) -> Result<Self> {
        let called = Self::of_account(text)?.shown;
        let most = LENGTH.end() - 1 - digits_of_named_guest(usize::MAX) as usize;
        if called.chars().count() > most {
            return Err(bad(
                format!("the name of a guest has at most {most} characters"),
                format!("le nom d’un invité compte au plus {most} caractères"),
            ));
        }
        let least = 10u128.pow(digits_of_named_guest(tries) - 1);
        Self::of_account(&format!("{called}-{}", least + (bits >> 16) % (9 * least)))
    }

    /// The name of a guest, drawn by chance; the more tries failed, the more digits it has.
    #[must_use]
    pub fn of_guest(bits: u128, tries: usize) -> Self {
        let word = GUESTS[(bits % GUESTS.len() as u128) as usize];
        let digits = 4 + tries as u32 / 2;
        let least = 10u128.pow(digits - 1);
        let number = least + (bits >> 16) % (9 * least);
        let shown = format!("{word}-{number}");
        Self { skeleton: skeleton(&shown), shown }
    }
}

/// Digits behind the name that a guest has chosen.
const fn digits_of_named_guest(tries: usize) -> u32 {
    if tries < 4 { 2 } else { 4 }
}

/// The name is taken.
pub(crate) fn taken() -> ApiError {
    ApiError::new(
        Code::NameTaken,
        "this name is taken, or too similar to another one",
        "ce nom est déjà pris, ou ressemble trop à un autre",
    )
    .with_field(FIELD)
}

fn wrong_length() -> ApiError {
    let (least, most) = (LENGTH.start(), LENGTH.end());
    bad(
        format!("a name has {least} to {most} characters"),
        format!("un nom compte de {least} à {most} caractères"),
    )
}

fn bad(en: impl Into<String>, fr: impl Into<String>) -> ApiError {
    ApiError::new(Code::BadName, en, fr).with_field(FIELD)
}

/// Letters of the Latin alphabet as they are written in Europe.
const fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ſ')
}

const fn is_separator(c: char) -> bool {
    matches!(c, '-' | '_' | '.' | ' ')
}

/// Letters and digits with single separators between them, and a letter somewhere.
fn is_well_formed(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|c| is_latin(c) || c.is_ascii_digit());
    name.split(is_separator).all(part) && name.chars().any(is_latin)
}

/// Whether a name, or one of its words, could be mistaken for an official one, with digits read as letters or
/// not.
fn is_reserved(name: &str) -> bool {
    let speaks = |name: &str, is_whole: bool| {
        let as_letters = letters_for_digits(name);
        [skeleton(name), skeleton(&as_letters)].iter().any(|name| {
            (is_whole && RESERVED.iter().any(|word| skeleton(word) == *name))
                || RESERVED_BEGINNINGS.iter().any(|word| name.starts_with(&skeleton(word)))
                || RESERVED_ANYWHERE.iter().any(|word| name.contains(&skeleton(word)))
        })
    };
    speaks(name, true) || name.split(is_separator).any(|part| speaks(part, false))
}

/// Digits read as the letters they resemble. The skeleton does not do that for all of them: `Anna4` and `Annaa` are two
/// players.
fn letters_for_digits(name: &str) -> String {
    let read = |c| match c {
        '3' => 'e',
        '4' => 'a',
        '6' | '9' => 'g',
        '7' => 't',
        other => other,
    };
    name.chars().map(read).collect()
}

/// A name reduced to what the eye sees of it at a glance: small letters without accents or separators, one letter for
/// all that look like it.
#[must_use]
pub fn skeleton(name: &str) -> String {
    let plain = name.chars().take(LOOKED_AT).collect::<String>().nfkc().collect::<String>().to_lowercase();
    let mut folded = String::with_capacity(plain.len());
    // No name contains control characters, and some databases reject them in queries.
    let seen = |c: &char| !is_combining_mark(*c) && !is_separator(*c) && !c.is_control();
    for c in plain.nfd().filter(seen) {
        match c {
            '0' | 'ø' => folded.push('o'),
            '1' | 'i' | 'ı' | 'ł' | '|' => folded.push('l'),
            '2' => folded.push('z'),
            '5' => folded.push('s'),
            '8' | 'ß' => folded.push('b'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ĸ' => folded.push('k'),
            'ŋ' => folded.push('n'),
            'þ' => folded.push('p'),
            'ŧ' => folded.push('t'),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ĳ' => folded.push_str("lj"),
            other => folded.push(other),
        }
    }
    folded.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(name: &str) -> Option<Code> {
        Name::of_account(name).err().map(|refused| refused.0.code)
    }

    #[test]
    fn names_of_people_are_allowed() {
        let names = [
            "Lo",
            "Ada",
            "Éloïse",
            "Jean-Luc",
            "Œdipe",
            "x_1",
            "Zoë 42",
            "Straße",
            "ŁÓDŹ",
            "Badminton",
            "Testa",
        ];
        for name in names {
            assert_eq!(code(name), None, "{name}");
        }
        assert_eq!(Name::of_account("  Ａｄａ ").unwrap().shown, "Ada", "compatible letters are made plain");
        assert_eq!(Name::of_account("E\u{301}va").unwrap().shown, "Éva");
    }

    #[test]
    fn everything_else_is_refused() {
        let long = "x".repeat(21);
        let huge = "x".repeat(100_000);
        let wrong = [
            "",
            "A",
            " ",
            "42",
            &long,
            &huge,
            "-Ada",
            "Ada-",
            "A--a",
            "A -a",
            "A\u{a0}\u{a0}a",
            "Аda",
            "Ада",
            "Ada\u{200b}x",
            "Ada\u{202e}x",
            "Ada\0x",
            "<b>Ada</b>",
            "Ada/x",
            "@Ada",
            "A\nda",
            "💥💥",
            "Ad\u{0336}a",
            "a\u{301}\u{301}x",
            "αβγ",
            "ʼnda",
            "A×b",
            "A÷b",
        ];
        for name in wrong {
            assert_eq!(code(name), Some(Code::BadName), "{:?}", &name[..name.len().min(40)]);
        }
    }

    #[test]
    fn similar_names_have_one_skeleton() {
        let alike = [
            ("Ada", "ada"),
            ("Ada", "Àdâ"),
            ("Bob", "B0b"),
            ("Ilia", "1lia"),
            ("Will", "WiIl"),
            ("Bernard", "Bemard"),
            ("Wanda", "VVanda"),
            ("Sisi", "5i5i"),
            ("JeanLuc", "Jean-Luc"),
            ("Jean Luc", "jean_luc"),
            ("Cœur", "Coeur"),
            ("Bea", "8ea"),
            ("Zoe", "2oé"),
            ("Panda-4821", "Panda.482l"),
        ];
        for (one, other) in alike {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in
            [("Ada", "Adam"), ("Panda-4821", "Panda-4822"), ("Nina", "Mina"), ("Clara", "Dara")]
        {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn nobody_speaks_for_the_house() {
        let wrong = [
            "admin",
            "Admin2",
            "ADM1N",
            "Àdmin",
            "a.d.m.i.n",
            "Administrateur",
            "Modérateur",
            "moderator",
            "Taijitu",
            "TaiJitu-Team",
            "ta1j1tu",
            "Engine",
            "Moteur 8",
            "Level-8",
            "Niveau 3",
            "System",
            "5ystem",
            "Système",
            "Guest-1",
            "Invité",
            "invite7",
            "Host",
            "Hôte",
            "b0t",
            "Nobody",
            "Support",
            "Site Admin",
            "the-moderator",
            "TheTaijitu",
            "4dmin",
            "Mod3rator",
            "Ordinateur 2",
            "computer-5",
            "Stockfish",
            "K4taGo",
            "Quelqu un",
            "SysAdmin",
            "Tout le monde",
        ];
        for name in wrong {
            assert_eq!(code(name), Some(Code::BadName), "{name}");
        }
    }

    #[test]
    fn a_guest_may_say_how_to_be_called() {
        let called = |text: &str, tries| Name::of_named_guest(text, 0, tries).map(|name| name.shown);
        assert_eq!(called(" Zoé ", 0).as_deref(), Ok("Zoé-10"));
        assert_eq!(called("Anne Marie", 4).as_deref(), Ok("Anne Marie-1000"));
        assert_eq!(called("abcdefghijklmno", 19).map(|name| name.chars().count()), Ok(20));
        for wrong in ["", "A", "admin", "<b>", "abcdefghijklmnop", "a\u{202e}b"] {
            assert_eq!(called(wrong, 0).map_err(|refused| refused.0.code), Err(Code::BadName), "{wrong}");
        }
    }

    #[test]
    fn guests_have_names_an_account_could_have() {
        for (at, _) in GUESTS.iter().enumerate() {
            for tries in [0, 1, 7] {
                let name = Name::of_guest(at as u128 | 0x1234_5678_9abc << 16, tries);
                assert_eq!(Name::of_account(&name.shown), Ok(name));
            }
        }
        assert_eq!(Name::of_guest(0, 0).shown, "Acacia-1000");
        assert!(Name::of_guest(u128::MAX, 19).shown.chars().count() <= *LENGTH.end());
    }
}
