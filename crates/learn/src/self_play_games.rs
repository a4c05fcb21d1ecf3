//! The games of a generation: played by several threads, appended to a file as they end.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use taijitu_search::self_play::{Learnable, SelfPlayGame, SelfPlayPlan, SelfPlayer};
use taijitu_search::{PatternNetwork, Stop};

/// The games of a file, by number; what a killed run left unfinished at its end is cut off.
///
/// # Errors
/// [`std::io::Error`] if the file cannot be read or shortened; a missing file has no games.
pub fn load(file: &Path) -> io::Result<Vec<SelfPlayGame>> {
    let bytes = match std::fs::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        read => read?,
    };
    let mut left = &bytes[..];
    let games: BTreeMap<u32, SelfPlayGame> =
        std::iter::from_fn(|| SelfPlayGame::decode(&mut left)).map(|game| (game.number, game)).collect();
    if !left.is_empty() {
        OpenOptions::new().write(true).open(file)?.set_len((bytes.len() - left.len()) as u64)?;
    }
    Ok(games.into_values().collect())
}

/// Plays games until there are `wanted` in the file or `stop` is set, by `jobs` threads; calls `report` with every game.
///
/// # Errors
/// [`std::io::Error`] if the file cannot be written.
pub fn play<G: Learnable>(
    file: &Path,
    (plan, network): (SelfPlayPlan, Option<&PatternNetwork>),
    (wanted, jobs): (u32, usize),
    stop: &Stop,
    report: &mut dyn FnMut(&SelfPlayGame),
) -> io::Result<Vec<SelfPlayGame>> {
    let mut games = load(file)?;
    let first = games.last().map_or(0, |game| game.number + 1);
    let next = AtomicU32::new(first);
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let mut player = SelfPlayer::new(plan, network);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= wanted || stop.is_set() {
                        return;
                    }
                    // A game without anything to learn from is skipped.
                    if player.play::<G>(number).is_some_and(|game| send.send(game).is_err()) {
                        return;
                    }
                }
            });
        }
        drop(send);
        for game in receive {
            append(&mut out, &game)?;
            report(&game);
            games.push(game);
        }
        Ok::<(), io::Error>(())
    })?;
    games.sort_by_key(|game| game.number);
    Ok(games)
}

fn append(file: &mut File, game: &SelfPlayGame) -> io::Result<()> {
    let mut bytes = vec![];
    game.encode(&mut bytes);
    file.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_rules::games::quinta::Quinta;

    #[test]
    fn a_killed_run_goes_on_where_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
        let plan = SelfPlayPlan { nodes: 30, opening: 6, seed: 1 };
        let play = |file: &Path, wanted| {
            play::<Quinta>(file, (plan, None), (wanted, 2), &Stop::default(), &mut |_| ()).expect("games")
        };
        let all = play(&whole, 6);
        assert_eq!(all.len(), 6);
        play(&cut, 3);
        let mut bytes = std::fs::read(&cut).expect("games");
        bytes.extend([1, 2, 3]);
        std::fs::write(&cut, bytes).expect("a damaged file");
        assert_eq!(play(&cut, 6), all);
        assert_eq!(load(&cut).expect("games"), all);
    }
}
