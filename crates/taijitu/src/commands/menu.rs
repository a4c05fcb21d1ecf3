//! `taijitu menu`: choose a game and play it.

use crate::input::ask;
use crate::language::text;
use crate::{output, start};
use anyhow::Result;
use std::io::{IsTerminal, stdin};
use taijitu_rules::{GameType, Lang, Meta, Text, games};

pub(crate) fn run(lang: Lang) -> Result<()> {
    output::print(
        text("Taijitu: games of black and white.\n\n", "Taijitu : des jeux en noir et blanc.\n\n")
            .in_lang(lang),
    )?;
    for (number, kind) in (1..).zip(games::GAMES) {
        output::line(&format!("{number:>3}  {:<12} {}", kind.meta().id, kind.meta().name.in_lang(lang)))?;
    }
    output::line("")?;
    if !stdin().is_terminal() {
        let hint = text(
            "`taijitu play GAME` plays one; `taijitu --help` lists the other commands.",
            "`taijitu play JEU` en lance un ; `taijitu --help` liste les autres commandes.",
        );
        return Ok(output::line(hint.in_lang(lang))?);
    }
    choose(lang)
}

fn choose(lang: Lang) -> Result<()> {
    const QUESTION: Text =
        text("Which one (number or name, Enter to quit)? ", "Lequel (numéro ou nom, Entrée pour quitter) ? ");
    const NO_SUCH_GAME: Text = text(
        "No such game: type a number or a name from the list.",
        "Ce jeu n’existe pas : tapez un numéro ou un nom de la liste.",
    );
    while let Some(answer) = ask(QUESTION.in_lang(lang))?.filter(|answer| !answer.is_empty()) {
        match find(&answer.to_lowercase()) {
            Some(kind) => return super::play::run(kind.start(start::options(kind, &[])?)?, None, lang),
            None => eprintln!("{}", NO_SUCH_GAME.in_lang(lang)),
        }
    }
    Ok(())
}

/// A game by its number in the list, its id or its name in either language.
fn find(answer: &str) -> Option<&'static dyn GameType> {
    let named = |kind: &&'static dyn GameType| {
        let Meta { id, name, .. } = kind.meta();
        [*id, name.en, name.fr].iter().any(|name| name.to_lowercase() == answer)
    };
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match number {
        Some(index) => games::GAMES.get(index).copied(),
        None => games::GAMES.iter().copied().find(named),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_number_id_and_name() {
        let id = |answer: &str| find(answer).map(|kind| kind.meta().id);
        for (number, game) in (1..).zip(games::GAMES) {
            assert_eq!(id(&format!("{number}")), Some(game.meta().id));
        }
        assert_eq!(id("yin yang"), Some("yinyang"));
        assert_eq!(id("leapover"), Some("leapover"));
        assert_eq!(id("singularité"), Some("singularity"));
        let beyond = (games::GAMES.len() + 1).to_string();
        assert_eq!([id("0"), id(&beyond), id("-1"), id("go")], [None; 4]);
    }
}
