//! `taijitu` alone: choose a game and play it.

use crate::language::text;
use crate::{output, start};
use anyhow::Result;
use std::io::{IsTerminal, stdin};
use taijitu_rules::{Lang, games};

pub(crate) fn run(lang: Lang) -> Result<()> {
    output::print(
        text("Taijitu: ten games of black and white.\n\n", "Taijitu : dix jeux de noir et blanc.\n\n")
            .in_lang(lang),
    )?;
    for (number, kind) in (1..).zip(games::GAMES) {
        output::line(&format!("{number:>3}  {:<12} {}", kind.meta().id, kind.meta().name.in_lang(lang)))?;
    }
    output::line("")?;
    if !stdin().is_terminal() {
        let hint = text(
            "`taijitu play GAME` plays one; `taijitu --help` says what else there is.",
            "`taijitu play JEU` en lance un ; `taijitu --help` dit le reste.",
        );
        return Ok(output::line(hint.in_lang(lang))?);
    }
    choose(lang)
}

fn choose(lang: Lang) -> Result<()> {
    loop {
        output::print(
            text(
                "Which one (number or name, Enter to leave)? ",
                "Lequel (numéro ou nom, Entrée pour partir) ? ",
            )
            .in_lang(lang),
        )?;
        let mut line = String::new();
        if stdin().read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(());
        }
        let chosen = line.trim().to_lowercase();
        let by_number =
            chosen.parse::<usize>().ok().and_then(|n| games::GAMES.get(n.wrapping_sub(1)).copied());
        match by_number.or_else(|| games::find(&chosen)) {
            Some(kind) => return super::play::run(kind.start(start::options(kind, &[])?)?, lang),
            None => eprintln!(
                "{}",
                text(
                    "No such game: write a number or a name of the list.",
                    "Pas de tel jeu : écrivez un numéro ou un nom de la liste."
                )
                .in_lang(lang)
            ),
        }
    }
}
