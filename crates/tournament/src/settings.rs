//! The limits of the settings of a tournament.

use crate::refusal::Refusal;
use taijitu_protocol::{NextRound, Time, TournamentKind, TournamentSettings, TournamentStart, Venue};

/// The most characters of the name of a tournament or a team.
pub const MAX_NAME: usize = 60;
/// The most characters of the notes of the host.
pub const MAX_NOTES: usize = 500;
/// The most characters of the reason of a correction.
pub const MAX_REASON: usize = 300;
/// The most options of the game.
pub const MAX_OPTIONS: usize = 32;
/// The most characters of the game's id, of the name of an option, and of its value.
pub const MAX_WORD: usize = 200;
/// The most rounds of a Swiss.
pub const MAX_ROUNDS: u16 = 30;
/// The most minutes of an arena.
pub const MAX_MINUTES: u16 = 720;
/// The most seconds between two rounds.
pub const MAX_BREAK: u32 = 7 * 24 * 60 * 60;
/// How far ahead a tournament can be announced, in milliseconds.
pub const MAX_AHEAD: i64 = 366 * 24 * 60 * 60 * 1000;

/// Whether a text has between `least` and `most` characters and no control characters.
pub(crate) fn is_text(text: &str, least: usize, most: usize) -> bool {
    let length = text.chars().count();
    (least..=most).contains(&length) && !text.chars().any(|letter| letter.is_control() && letter != '\n')
}

/// Checks everything that does not depend on the game: the game's id and options are checked where tables are
/// opened.
///
/// # Errors
/// The [`Refusal`] for the first wrong setting.
pub fn check_settings(settings: &TournamentSettings, now: i64) -> Result<(), Refusal> {
    check_texts(settings)?;
    check_kind(settings)?;
    if !(2..=settings.kind.most_entrants()).contains(&settings.places) {
        return Err(Refusal::Places(settings.kind.most_entrants()));
    }
    if settings.filler.is_some_and(|level| !(1..=8).contains(&level)) {
        return Err(Refusal::BadLevel);
    }
    if matches!(settings.next_round, NextRound::After(seconds) if seconds > MAX_BREAK) {
        return Err(Refusal::BadBreak);
    }
    if settings.rated && settings.venue == Venue::Room {
        return Err(Refusal::RatedInRoom);
    }
    match settings.start {
        TournamentStart::At(at) if at < now || at > now.saturating_add(MAX_AHEAD) => Err(Refusal::BadStart),
        _ => Ok(()),
    }
}

fn check_texts(settings: &TournamentSettings) -> Result<(), Refusal> {
    if !is_text(&settings.name, 1, MAX_NAME)
        || settings.name.trim().is_empty()
        || settings.name.contains('\n')
    {
        return Err(Refusal::BadName);
    }
    if !is_text(&settings.notes, 0, MAX_NOTES) {
        return Err(Refusal::LongNotes);
    }
    let words = settings.options.iter().flat_map(|(name, value)| [name, value]).chain([&settings.game]);
    let long = words.into_iter().any(|word| !is_text(word, 0, MAX_WORD));
    if long || settings.game.is_empty() || settings.options.len() > MAX_OPTIONS {
        return Err(Refusal::BadOptions);
    }
    Ok(())
}

fn check_kind(settings: &TournamentSettings) -> Result<(), Refusal> {
    let correspondence = matches!(settings.time, Time::Days { .. });
    match settings.kind {
        TournamentKind::Arena { minutes, .. } if !(1..=MAX_MINUTES).contains(&minutes) => {
            Err(Refusal::BadMinutes)
        }
        TournamentKind::Arena { .. } if correspondence => Err(Refusal::ArenaByDays),
        TournamentKind::Swiss { rounds } if !(1..=MAX_ROUNDS).contains(&rounds) => Err(Refusal::BadRounds),
        _ => Ok(()),
    }
}
