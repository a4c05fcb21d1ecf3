//! `taijitu import`: games from files into the archive of a site, while its server runs or not.

use super::serve::runtime;
use crate::bars;
use crate::cli::ImportArgs;
use crate::game_files::{self, GameText};
use crate::language::text;
use crate::output::{self, harmless};
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use std::fs::File;
use std::path::Path;
use taijitu_rules::Lang;
use taijitu_rules::record::ImportError;
use taijitu_server::archive::access::ArchiveAccess;
use taijitu_server::archive::import::{ImportRefusal, embedded_id, parse_import};
use taijitu_store::FinishedGame;

/// Games that are checked, then stored in one transaction.
const BATCH: usize = 500;

/// Counts of imported games.
#[derive(Default)]
struct ImportCounts {
    taken: usize,
    there: usize,
    refused: usize,
}

pub(crate) fn run(args: &ImportArgs, lang: Lang) -> Result<()> {
    let database = args.data.database()?;
    let files = game_files::files(&args.paths)?;
    runtime()?.block_on(async {
        let archive = ArchiveAccess::open(&database).await.with_context(|| harmless_address(&database))?;
        let done = import(&archive, &files, lang).await;
        archive.done().await;
        let counts = done?;
        let words =
            text("taken {t}, already there {a}, refused {r}", "prises {t}, déjà là {a}, refusées {r}");
        let numbers = [("{t}", counts.taken), ("{a}", counts.there), ("{r}", counts.refused)];
        let line = numbers.iter().fold(words.in_lang(lang).to_owned(), |line, (mark, number)| {
            line.replace(mark, &number.to_string())
        });
        output::line(&line)?;
        if counts.refused > 0 {
            bail!("{}", text("some games were refused", "des parties ont été refusées").in_lang(lang));
        }
        Ok(())
    })
}

/// A database may have a password in its address.
fn harmless_address(database: &str) -> String {
    if database.starts_with("sqlite:") { database.to_owned() } else { "PostgreSQL".into() }
}

async fn import(archive: &ArchiveAccess, files: &[std::path::PathBuf], lang: Lang) -> Result<ImportCounts> {
    let length = |file: &std::path::PathBuf| std::fs::metadata(file).map_or(0, |about| about.len());
    let bar = bars::bytes(files.iter().map(length).sum());
    let mut counts = ImportCounts::default();
    for path in files {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let mut batch = vec![];
        for piece in game_files::pieces(path, bar.wrap_read(file)) {
            match piece {
                Ok(piece) => batch.push(piece),
                Err(error) => refuse(&bar, &mut counts, &format!("{name}: {error}")),
            }
            if batch.len() == BATCH {
                keep(archive, path, &std::mem::take(&mut batch), &mut counts, (&bar, lang)).await?;
            }
        }
        keep(archive, path, &batch, &mut counts, (&bar, lang)).await?;
    }
    bar.finish_and_clear();
    Ok(counts)
}

fn refuse(bar: &ProgressBar, counts: &mut ImportCounts, why: &str) {
    counts.refused += 1;
    bar.suspend(|| eprintln!("{}", harmless(why)));
}

async fn keep(
    archive: &ArchiveAccess,
    file: &Path,
    pieces: &[GameText],
    counts: &mut ImportCounts,
    (bar, lang): (&ProgressBar, Lang),
) -> Result<()> {
    let mut games = vec![];
    for (line, brought) in checked(pieces, archive.now()) {
        match brought {
            Ok(game) => games.push(game),
            Err(why) => refuse(bar, counts, &format!("{}: {}", file.display(), blame(line, &why, lang))),
        }
    }
    let new = archive.keep(&games).await?;
    counts.taken += new;
    counts.there += games.len() - new;
    Ok(())
}

/// Every game replayed, on all processors.
fn checked(pieces: &[GameText], now: i64) -> Vec<(usize, Result<FinishedGame, ImportRefusal>)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = pieces.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = pieces
            .chunks(share)
            .map(|pieces| {
                scope.spawn(move || pieces.iter().map(|piece| check(piece, now)).collect::<Vec<_>>())
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}

fn check(piece: &GameText, now: i64) -> (usize, Result<FinishedGame, ImportRefusal>) {
    // A game that was exported from a site keeps its id, and so its link.
    (piece.line, parse_import(&piece.text, embedded_id(&piece.text), true, now))
}

/// Which line of the file is to blame.
fn blame(first: usize, why: &ImportRefusal, lang: Lang) -> String {
    let unreadable = match why {
        ImportRefusal::Unreadable(error) => Some(&**error),
        ImportRefusal::NoTurns | ImportRefusal::Illegal(_) => None,
    };
    match unreadable {
        Some(ImportError::Record(error)) => {
            let mut error = error.clone();
            error.line += first - 1;
            error.say(lang)
        }
        Some(ImportError::Sgf(_)) => why.say(lang),
        Some(ImportError::Json(_)) | None => format!(
            "{} {first}{} {}",
            text("line", "ligne").in_lang(lang),
            text(":", " :").in_lang(lang),
            why.say(lang)
        ),
    }
}
