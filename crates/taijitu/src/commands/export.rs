//! `taijitu export`: the public games of a site as one file.

use super::serve::{must_exist, runtime};
use crate::bars;
use crate::cli::{ExportArgs, RecordFormat};
use crate::game_files::is_packed;
use crate::language::text;
use crate::output;
use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use taijitu_ids::GameId;
use taijitu_rules::{Lang, Record};
use taijitu_server::archive::access::ArchiveAccess;
use taijitu_server::archive::export::Cursor;

/// Games in memory at a time.
const PAGE: i64 = 500;

pub(crate) fn run(args: &ExportArgs, lang: Lang) -> Result<()> {
    let database = args.data.database()?;
    must_exist(&database)?;
    runtime()?.block_on(async {
        let archive = ArchiveAccess::open(&database).await?;
        let done = export(&archive, args).await;
        archive.done().await;
        let games = done?;
        if args.out.is_some() {
            output::line(&format!("{games} {}", text("games", "parties").in_lang(lang)))?;
        }
        Ok(())
    })
}

/// Where games are written to.
enum ExportTarget {
    Plain(Box<dyn Write>),
    Packed(GzEncoder<Box<dyn Write>>),
}

impl ExportTarget {
    fn open(args: &ExportArgs) -> Result<Self> {
        let Some(path) = &args.out else {
            return Ok(Self::Plain(Box::new(io::stdout().lock())));
        };
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let file: Box<dyn Write> = Box::new(BufWriter::new(file));
        Ok(if is_packed(path) {
            Self::Packed(GzEncoder::new(file, Compression::default()))
        } else {
            Self::Plain(file)
        })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let written = match self {
            Self::Plain(to) => to.write_all(text.as_bytes()),
            Self::Packed(to) => to.write_all(text.as_bytes()),
        };
        match written {
            // The reader has closed the pipe: `taijitu export | head`.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
            done => done,
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut to) => to.flush(),
            Self::Packed(to) => to.finish()?.flush(),
        }
    }
}

async fn export(archive: &ArchiveAccess, args: &ExportArgs) -> Result<u64> {
    let kind = args.game.map(|kind| kind.meta().id);
    let mut target = ExportTarget::open(args)?;
    let bar = bars::endless();
    let (mut cursor, mut games) = (Some(Cursor::default()), 0);
    while let Some(at) = cursor {
        let page = archive.page(at, kind, PAGE).await?;
        for (id, record) in &page.games {
            target.write(&written(*id, record, args.format)).context("cannot write")?;
            bar.inc(1);
        }
        games += page.games.len() as u64;
        cursor = page.next;
    }
    target.finish().context("cannot write")?;
    bar.finish_and_clear();
    Ok(games)
}

fn written(id: GameId, record: &Record, format: RecordFormat) -> String {
    match format {
        RecordFormat::Text => format!("# game {id}\n{record}\n"),
        RecordFormat::Json => record.to_json(Some(&id.to_string())) + "\n",
    }
}
