//! `taijitu admin`: for hosts, while the server runs or not.

use super::serve::{must_exist, runtime};
use crate::cli::{AdminCommand, DataArgs};
use crate::output::{self, harmless};
use anyhow::{Result, bail};
use taijitu_server::admin::{Admin, PlayerLine, RatingsLine, Recomputation, TableLine};

pub(crate) fn run(data: &DataArgs, what: &AdminCommand) -> Result<()> {
    let database = data.database()?;
    must_exist(&database)?;
    runtime()?.block_on(async {
        let admin = Admin::open(&database).await?;
        let done = carry_out(&admin, what).await;
        admin.done().await;
        let text = done?;
        if text.is_empty() {
            // Programs that read the lines read none; people see that the command did look.
            eprintln!("there are none");
        }
        output::print(&text)?;
        Ok(())
    })
}

/// Carries out a command; returns the text to print.
async fn carry_out(admin: &Admin, what: &AdminCommand) -> Result<String> {
    Ok(match what {
        AdminCommand::Tables { state } => lines(&admin.tables(state.map(Into::into)).await?, table),
        AdminCommand::Players { query } => lines(&admin.players(query).await?, player),
        AdminCommand::Mute { name, minutes, why } => {
            format!("{} may not write for {minutes} min\n", admin.mute(name, *minutes, &why.reason).await?)
        }
        AdminCommand::Unmute { name, why } => {
            format!("{} may write\n", admin.unmute(name, &why.reason).await?)
        }
        AdminCommand::Close { table, why } => {
            format!("{} is closed\n", admin.close_table(table, &why.reason).await?)
        }
        AdminCommand::Ban { whom, minutes, why } => {
            let (whom, until) = admin.ban(whom, *minutes, &why.reason).await?;
            match until {
                Some(until) => format!("{whom} is banned until {until}\n"),
                None => format!("{whom} is banned\n"),
            }
        }
        AdminCommand::Unban { whom, why } => {
            format!("{} is not banned any more\n", admin.unban(whom, &why.reason).await?)
        }
        AdminCommand::Bans => lines(&admin.bans().await?, String::clone),
        AdminCommand::Chat { table } => lines(&admin.chat(table).await?, String::clone),
        AdminCommand::DeleteMessage { table, message, why } => {
            admin.delete_message(table, message, &why.reason).await?;
            format!("{message} is deleted\n")
        }
        AdminCommand::Rename { name, new, why } => {
            let (old, new) = admin.rename(name, new.as_deref(), &why.reason).await?;
            format!("{old} is now called {new}\n")
        }
        AdminCommand::Revoke { name, why } => {
            format!("{} is signed out everywhere\n", admin.revoke(name, &why.reason).await?)
        }
        AdminCommand::Reports { closed } => lines(&admin.reports(*closed).await?, String::clone),
        AdminCommand::Dismiss { report, why } => {
            admin.settle(report, false, &why.reason).await?;
            format!("{report} is dismissed\n")
        }
        AdminCommand::Resolve { report, why } => {
            admin.settle(report, true, &why.reason).await?;
            format!("{report} is resolved\n")
        }
        AdminCommand::Moderator { name: None, .. } => lines(&admin.moderators().await?, String::clone),
        AdminCommand::Moderator { name: Some(name), remove, why } => {
            let (name, changed) = admin.set_moderator(name, !remove, &why.reason).await?;
            match (remove, changed) {
                (false, _) => format!("{name} is a moderator\n"),
                (true, true) => format!("{name} is not a moderator any more\n"),
                (true, false) => format!("{name} was not a moderator\n"),
            }
        }
        AdminCommand::Audit { last } => {
            let (all, forged) = admin.audit(*last).await?;
            let shown = lines(&all, String::clone);
            if let Some(n) = forged {
                output::print(&shown)?;
                bail!("the log was changed: line {n} differs from what was written, or is missing");
            }
            shown + "the log is complete\n"
        }
        AdminCommand::Ratings { recompute } => {
            let all = admin.check_ratings(*recompute).await?;
            let verdict = match (all.iter().map(|line| line.found.differing).sum::<u64>(), recompute) {
                (0, _) => "every rating matches the archive\n".to_owned(),
                (differing, true) => format!("{differing} rows were corrected\n"),
                (differing, false) => {
                    format!("{differing} rows differ: `taijitu admin ratings --recompute` corrects them\n")
                }
            };
            lines(&all, ratings) + &verdict
        }
        AdminCommand::ResetPassword { name, two_factor } => {
            let (name, password) = admin.reset_password(name, *two_factor).await?;
            format!("{name}: {password}\n")
        }
    })
}

/// One line each, so that other programs can parse them; empty if there are none.
fn lines<T>(all: &[T], line: impl Fn(&T) -> String) -> String {
    all.iter().map(|one| harmless(&line(one)) + "\n").collect()
}

fn table(table: &TableLine) -> String {
    let lobby = if table.public { "public" } else { "by link" };
    let (turns, seats, idle) = (table.turns, table.seats.join(", "), ago(table.idle));
    format!(
        "{}  {:<8}  {:<11}  {turns:>4} turns  {lobby:<7}  {idle:>6}  {seats}",
        table.id, table.state, table.game
    )
}

fn player(player: &PlayerLine) -> String {
    let kind = if player.guest { "guest" } else { "account" };
    let muted = player.muted.map(|left| format!("  muted for {}", ago(left + 59_999))).unwrap_or_default();
    format!("{}  {kind:<7}  {:>6}  {}{muted}", player.id, ago(player.idle), player.name)
}

fn ratings(line: &RatingsLine) -> String {
    let Recomputation { games, players, differing } = line.found;
    format!("{:<12}  {games:>8} games  {players:>8} players  {differing:>6} differ", line.class)
}

/// A time in one word.
fn ago(milliseconds: i64) -> String {
    let minutes = milliseconds.max(0) / 60_000;
    match minutes {
        0..=119 => format!("{minutes}min"),
        120..=2879 => format!("{}h", minutes / 60),
        _ => format!("{}d", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_one_word() {
        let minute = 60_000;
        assert_eq!([-1, minute - 1, minute, 119 * minute].map(ago), ["0min", "0min", "1min", "119min"]);
        assert_eq!([120 * minute, 47 * 60 * minute, 49 * 60 * minute].map(ago), ["2h", "47h", "2d"]);
    }
}
