//! `taijitu games`: the games and their options.

use crate::language::text;
use crate::output;
use anyhow::Result;
use std::fmt::Write as _;
use taijitu_rules::{Lang, Meta, games};

pub(crate) fn run(lang: Lang) -> Result<()> {
    let mut out = String::new();
    for kind in games::GAMES {
        describe(&mut out, kind.meta(), lang)?;
    }
    Ok(output::print(&out)?)
}

fn describe(out: &mut String, meta: &Meta, lang: Lang) -> Result<()> {
    let names = if meta.name.fr == meta.name.en {
        meta.name.en.into()
    } else {
        format!("{} / {}", meta.name.fr, meta.name.en)
    };
    writeln!(out, "{:<12} {names}", meta.id)?;
    for option in meta.options {
        let default = match option.default {
            "" => text("none", "aucune").in_lang(lang),
            value => value,
        };
        let word = text("default:", "par défaut :").in_lang(lang);
        writeln!(out, "             {} = {}   ({word} {default})", option.key, option.values.say(lang))?;
        writeln!(out, "                 {}", option.about.in_lang(lang))?;
    }
    Ok(())
}
