//! The options of a game, with defaults and ranges.

use crate::playout::Random;
use crate::short::collect_map;
use crate::side::{Lang, Side, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its key.
    pub key: &'static str,
    /// What it means.
    pub about: Text,
    /// Its possible values.
    pub values: Values,
    /// Its default.
    pub default: &'static str,
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words, each with its meaning for people.
    Choice(&'static [(&'static str, Text)]),
    /// A whole number in this range, ends included.
    Number(u32, u32),
    /// A text that the game itself parses: its description, and whether a value is well-formed.
    Described(Text, fn(&str) -> bool),
    /// The same, but secret to one side until the game is over.
    Secret(Side, Text, fn(&str) -> bool),
}

impl Values {
    /// Whose secret it is.
    #[must_use]
    pub const fn secret_of(&self) -> Option<Side> {
        match self {
            Self::Secret(owner, ..) => Some(*owner),
            _ => None,
        }
    }

    /// `standard | blitz`, `1 … 8`, or the description of the game.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Self::Choice(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" | "),
            Self::Number(low, high) => format!("{low} … {high}"),
            Self::Described(words, _) | Self::Secret(_, words, _) => words.in_lang(lang).into(),
        }
    }

    /// Whether a value fits.
    #[must_use]
    pub fn fit(&self, value: &str) -> bool {
        match self {
            Self::Choice(words) => words.iter().any(|(word, _)| *word == value),
            // The digits are compared again so that `+3` and `03` are not a second spelling of 3.
            Self::Number(low, high) => {
                value.parse().is_ok_and(|n: u32| (*low..=*high).contains(&n) && n.to_string() == value)
            }
            Self::Described(_, fits) | Self::Secret(_, _, fits) => fits(value),
        }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

/// A choice for every option of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, String>);

/// An invalid option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// Not `key=value`.
    #[error("`{0}` is not an option; write it as key=value")]
    Malformed(String),
    /// No such option.
    #[error("unknown option `{key}`; {}", if known.is_empty() { "this game has none".into() } else { format!("this game has: {known}") })]
    UnknownKey {
        /// The key given.
        key: String,
        /// The options there are.
        known: String,
    },
    /// Given twice.
    #[error("option `{0}` is given twice")]
    Repeated(String),
    /// Out of range.
    #[error("`{value}` is not a value of option {key}; it takes {right}")]
    BadValue {
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// What would fit, in English.
        right: String,
        /// The same in French.
        right_fr: String,
    },
    /// Values that do not go together.
    #[error("{en}")]
    Conflict {
        /// The option to change.
        key: &'static str,
        /// What does not go together, in English.
        en: String,
        /// The same in French.
        fr: String,
    },
}

impl OptionError {
    /// Values that do not go together.
    pub(crate) fn conflict(key: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::Conflict { key, en: en.into(), fr: fr.into() }
    }

    /// What is wrong, in a reader's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            Self::Malformed(text) => format!("« {text} » n’est pas une option ; écrivez clé=valeur"),
            Self::UnknownKey { key, known } if known.is_empty() => {
                format!("option « {key} » inconnue ; ce jeu n’en a aucune")
            }
            Self::UnknownKey { key, known } => format!("option « {key} » inconnue ; ce jeu a : {known}"),
            Self::Repeated(key) => format!("l’option « {key} » est donnée deux fois"),
            Self::BadValue { key, value, right_fr, .. } => {
                format!("« {value} » ne convient pas à l’option {key} ; valeurs possibles : {right_fr}")
            }
            Self::Conflict { fr, .. } => fr.clone(),
        }
    }

    /// The option that caused the error; `None` if the text does not name one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Malformed(_) => None,
            Self::UnknownKey { key, .. } | Self::Repeated(key) | Self::BadValue { key, .. } => Some(key),
            Self::Conflict { key, .. } => Some(key),
        }
    }
}

impl Options {
    /// Parses `key=value` pairs against the options of a game; missing ones get their default.
    ///
    /// # Errors
    /// [`OptionError`] if a pair is malformed, unknown, repeated or out of range.
    pub fn parse<'a>(
        specs: &[OptionSpec],
        given: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, OptionError> {
        let mut chosen = BTreeMap::new();
        for pair in given {
            let lower = pair.trim().to_ascii_lowercase();
            let (key, value) = lower.split_once('=').ok_or_else(|| OptionError::Malformed(pair.into()))?;
            let (key, value) = (key.trim(), value.trim());
            let spec = specs.iter().find(|spec| spec.key == key).ok_or_else(|| OptionError::UnknownKey {
                key: key.into(),
                known: specs.iter().map(|spec| spec.key).collect::<Vec<_>>().join(", "),
            })?;
            if !spec.values.fit(value) {
                let [right, right_fr] = [Lang::En, Lang::Fr].map(|lang| spec.values.say(lang));
                return Err(OptionError::BadValue { key: key.into(), value: value.into(), right, right_fr });
            }
            if chosen.insert(key.to_string(), value.to_string()).is_some() {
                return Err(OptionError::Repeated(key.into()));
            }
        }
        for spec in specs {
            chosen.entry(spec.key.into()).or_insert_with(|| spec.default.into());
        }
        Ok(Self(chosen))
    }

    /// The value of an option; empty if the game has none of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// A number option.
    #[must_use]
    pub fn number(&self, key: &str) -> u32 {
        self.get(key).parse().unwrap_or(0)
    }

    /// The same options with one changed.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.0.insert(key.into(), value.into());
        self
    }

    /// Draws random options: an option that is `random` becomes one of its other values.
    #[must_use]
    pub fn drawn(mut self, specs: &[OptionSpec], random: &mut Random) -> Self {
        for spec in specs {
            let Values::Choice(words) = spec.values else {
                continue;
            };
            if self.get(spec.key) == "random" {
                let others: Vec<&str> =
                    words.iter().map(|(word, _)| *word).filter(|&word| word != "random").collect();
                self = self.with(spec.key, others[random.below(others.len() as u32) as usize]);
            }
        }
        self
    }

    /// The variant: the options that differ from the defaults, `key=value key=value` in alphabetical order;
    /// empty if none does. Secret options are left out.
    #[must_use]
    pub fn unusual(&self, specs: &[OptionSpec]) -> String {
        let usual = |key: &str, value: &str| {
            specs
                .iter()
                .any(|spec| spec.key == key && (spec.default == value || spec.values.secret_of().is_some()))
        };
        let pairs = self.iter().filter(|(key, value)| !usual(key, value));
        pairs.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// The options that have a value, with their values.
    #[must_use]
    pub fn given(&self) -> BTreeMap<String, String> {
        let given = self.iter().filter(|(_, value)| !value.is_empty());
        collect_map(given.map(|(key, value)| (key.into(), value.into())))
    }

    /// All of them, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[OptionSpec {
        key: "handicap",
        about: Text { en: "", fr: "" },
        values: Values::Number(1, 8),
        default: "1",
    }];

    #[test]
    fn says_what_would_be_right() {
        let error = |given: &str| Options::parse(SPECS, [given]).unwrap_err().to_string();
        assert_eq!(error("pie"), "`pie` is not an option; write it as key=value");
        assert_eq!(error("pie=on"), "unknown option `pie`; this game has: handicap");
        assert_eq!(error("handicap=9"), "`9` is not a value of option handicap; it takes 1 … 8");
        assert_eq!(error("handicap=+3"), "`+3` is not a value of option handicap; it takes 1 … 8");
        assert_eq!(Options::parse(SPECS, []).unwrap().number("handicap"), 1);
    }

    #[test]
    fn says_it_in_french() {
        let error = |given: &[&str]| Options::parse(SPECS, given.iter().copied()).unwrap_err().say(Lang::Fr);
        assert_eq!(error(&["pie"]), "« pie » n’est pas une option ; écrivez clé=valeur");
        assert_eq!(error(&["pie=on"]), "option « pie » inconnue ; ce jeu a : handicap");
        assert_eq!(
            error(&["handicap=9"]),
            "« 9 » ne convient pas à l’option handicap ; valeurs possibles : 1 … 8"
        );
        assert_eq!(error(&["handicap=2", "handicap=2"]), "l’option « handicap » est donnée deux fois");
    }
}
