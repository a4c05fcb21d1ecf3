//! What hosts and teams write, which others read: cleaned as chat is.

use crate::text::clean;
use taijitu_protocol::{TournamentCommand, TournamentSettings};

/// Settings with a clean name and clean notes. Where nothing visible remains, nothing does: a name of that kind is refused.
pub(super) fn clean_settings(settings: TournamentSettings) -> TournamentSettings {
    let (name, notes) = (one_line(&settings.name), lines(&settings.notes));
    TournamentSettings { name, notes, ..settings }
}

/// A command with clean texts.
pub(super) fn clean_command(command: TournamentCommand) -> TournamentCommand {
    match command {
        TournamentCommand::Enter { partner, team } => {
            TournamentCommand::Enter { partner, team: team.map(|name| one_line(&name)) }
        }
        TournamentCommand::Change { settings } => {
            TournamentCommand::Change { settings: Box::new(clean_settings(*settings)) }
        }
        TournamentCommand::Correct { pairing, result, reason } => {
            TournamentCommand::Correct { pairing, result, reason: one_line(&reason) }
        }
        TournamentCommand::Rename { name, entrant } => {
            TournamentCommand::Rename { name: one_line(&name), entrant }
        }
        TournamentCommand::CallOff { reason } => TournamentCommand::CallOff { reason: one_line(&reason) },
        other => other,
    }
}

fn one_line(text: &str) -> String {
    clean(text).unwrap_or_default()
}

fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(one_line).collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deceptive_characters_are_removed_and_lines_stay() {
        assert_eq!(one_line(" Tues\u{202e}day\tcup\u{200b} "), "Tuesday cup");
        assert_eq!(one_line("\u{200b}\u{3164}"), "");
        assert_eq!(lines("one\r\n\n t\u{202e}wo \n\u{200b}\n"), "one\n\ntwo");
    }
}
