//! The language of the terminal.

use taijitu_rules::{Lang, Text};

/// French if the locale is French, otherwise English.
pub(crate) fn of_terminal() -> Lang {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
    if locale.is_some_and(|locale| locale.starts_with("fr")) { Lang::Fr } else { Lang::En }
}

/// A sentence in both languages.
pub(crate) const fn text(en: &'static str, fr: &'static str) -> Text {
    Text { en, fr }
}
