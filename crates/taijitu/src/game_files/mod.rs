//! Files of games: finding them, opening them, cutting them into games.

mod pieces;

pub(crate) use pieces::{GameText, GameTexts};

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// How the names of files end that hold games.
const ENDINGS: [&str; 6] = ["txt", "json", "jsonl", "ndjson", "sgf", "gz"];

/// Whether a file is compressed, by its name.
pub(crate) fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// The games in a file, compressed or not.
pub(crate) fn pieces<'a>(path: &Path, bytes: impl Read + 'a) -> GameTexts<Box<dyn BufRead + 'a>> {
    let bytes = BufReader::new(bytes);
    let plain: Box<dyn BufRead + 'a> =
        if is_packed(path) { Box::new(BufReader::new(MultiGzDecoder::new(bytes))) } else { Box::new(bytes) };
    GameTexts::new(plain)
}

/// The files that are meant, those of folders sorted by name; a folder's other files are passed over.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    for path in paths {
        let about = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        if about.is_dir() {
            inside(path, &mut found)?;
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn inside(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut entries = vec![];
    for entry in std::fs::read_dir(folder).with_context(cannot)? {
        entries.push(entry.with_context(cannot)?);
    }
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().with_context(cannot)?);
        let known = || {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
        };
        // Links are not followed: they may lead in a circle.
        if kind.is_dir() {
            inside(&path, found)?;
        } else if kind.is_file() && known() {
            found.push(path);
        }
    }
    Ok(())
}
