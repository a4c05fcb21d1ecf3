//! `taijitu migrate`: a site moves to another database, while its server runs; the last run is made when it is stopped.

use super::serve::runtime;
use crate::cli::MigrateArgs;
use crate::language::text;
use crate::{bars, output};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use std::cell::{Cell, OnceCell};
use std::fmt::Write;
use std::time::Duration;
use taijitu_rules::Lang;
use taijitu_store::{Copy, CopyOutcome, CopyProgress, CopyStage, TableCopy};

/// A server writes a heartbeat every second; without one for this long it is not running.
const SILENCE: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &MigrateArgs, lang: Lang) -> Result<()> {
    let (from, to) = args.databases()?;
    let bars = StageBars { lang, copying: OnceCell::new(), verifying: OnceCell::new(), last: Cell::new("") };
    let copy = Copy { from: &from, to: &to, silence: SILENCE };
    let done = runtime()?.block_on(copy.run(|progress| bars.show(progress)));
    bars.clear();
    let outcome = done?;
    output::print(&listed(&outcome, lang))?;
    if !outcome.agrees() {
        bail!("{}", DIFFERENT.in_lang(lang));
    }
    let words = if outcome.served { SERVED } else { COMPLETE };
    Ok(output::line(words.in_lang(lang))?)
}

const DIFFERENT: taijitu_rules::Text = text(
    "source and target differ: the copy cannot be used. Run the same command again",
    "la source et la cible diffèrent : la copie n’est pas utilisable. Relancez la même commande",
);
const SERVED: taijitu_rules::Text = text(
    "the copy matches the start of this run, but a server runs on the source: stop it, then run the same command \
     again. It copies what has changed; until then the target cannot be served",
    "la copie correspond au début de ce passage, mais un serveur tourne sur la source : arrêtez-le, puis relancez la même \
     commande. Elle copie ce qui a changé ; d’ici là, la cible ne peut pas servir",
);
const COMPLETE: taijitu_rules::Text = text(
    "the copy is complete: serve it with `taijitu serve --data` and the address given as --to",
    "la copie est complète : lancez `taijitu serve --data` avec l’adresse donnée à --to",
);

/// One bar for each stage.
struct StageBars {
    lang: Lang,
    copying: OnceCell<ProgressBar>,
    verifying: OnceCell<ProgressBar>,
    last: Cell<&'static str>,
}

impl StageBars {
    fn show(&self, progress: CopyProgress) {
        let (bar, words) = match progress.stage {
            CopyStage::Copying => (&self.copying, text("copying", "copie")),
            CopyStage::Verifying => (&self.verifying, text("verifying", "vérification")),
        };
        let bar = bar.get_or_init(|| {
            self.clear();
            bars::rows(progress.of).with_prefix(words.in_lang(self.lang))
        });
        bar.set_position(progress.done);
        if self.last.replace(progress.table) != progress.table {
            bar.set_message(progress.table);
        }
    }

    fn clear(&self) {
        for bar in [self.copying.get(), self.verifying.get()].into_iter().flatten() {
            bar.finish_and_clear();
        }
    }
}

/// A line for each table: rows and checksum at both ends, and the changes of this run.
fn listed(outcome: &CopyOutcome, lang: Lang) -> String {
    let head =
        text("rows    checksum         written   deleted", "lignes  somme            écrites   effacées");
    let mut lines = format!("{:<14}{:>10}{}\n", text("table", "table").in_lang(lang), "", head.in_lang(lang));
    for table in &outcome.tables {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{}", line(table, lang));
    }
    lines
}

fn line(copied: &TableCopy, lang: Lang) -> String {
    let TableCopy { table, written, deleted, source, target } = copied;
    let same = format!("{table:<14}{:>14}  {source}  {written:>9} {deleted:>9}", source.rows);
    if copied.agrees() {
        return same;
    }
    let words = text("DIFFERENT, the target has", "DIFFÉRENT, la cible a");
    format!("{same}  {} {}  {target}", words.in_lang(lang), target.rows)
}
