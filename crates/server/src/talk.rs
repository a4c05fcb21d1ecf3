//! What socket and HTTP have in common: looking at a table, doing something there, talking.

use crate::auth::SignedIn;
use crate::error::{Refused, Result};
use crate::house::House;
use crate::limits::Class;
use crate::live::{Doer, Live};
use std::sync::Arc;
use taijitu_protocol::{Code, Command, PlayerId, Said, SeatView, Sitter, TableView};
use taijitu_rules::Lang;
use taijitu_table::{Spoken, Viewer, help, option_help, speak};

/// A table as a viewer sees it now.
///
/// # Errors
/// If the database fails.
pub(crate) async fn snapshot(house: &House, live: &Live, viewer: Viewer, scenes: bool) -> Result<TableView> {
    let state = live.lock(house).await?;
    let names = house.names_for(&state.table, &[]).await?;
    let (present, watching) = house.who_is_here(live, &state.table, house.clock.now());
    Ok(house.at_moment(|moment| state.table.view(viewer, &names, &present, watching, scenes, &moment)))
}

/// Does something at a table. It goes on even if whoever asked has gone: a commit is not left half told.
///
/// # Errors
/// If it is refused or cannot be committed.
pub(crate) async fn act(
    house: &House,
    live: &Arc<Live>,
    player: PlayerId,
    lag: i64,
    command: Command,
    request: Option<String>,
) -> Result<u64> {
    if house.is_closing() {
        return Err(Refused::new(
            Code::Closing,
            "the server restarts; try again in a moment",
            "le serveur redémarre ; réessayez dans un instant",
        ));
    }
    let (house, live) = (house.clone(), live.clone());
    let done = tokio::spawn(async move {
        live.execute(&house, Doer::player(player, lag), &command, request.as_deref()).await
    });
    done.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a command was not carried out");
        Err(Refused::unavailable())
    })
}

/// Says something at a table, or does what the words command.
///
/// # Errors
/// If it is refused.
pub(crate) async fn say(
    house: &House,
    live: &Arc<Live>,
    me: &SignedIn,
    lag: i64,
    text: &str,
    request: Option<String>,
) -> Result<Said> {
    let view = if text.trim_start().starts_with('/') {
        Some(snapshot(house, live, Viewer(Some(me.player)), false).await?)
    } else {
        None
    };
    let seat_of = |name: &str| view.as_ref().and_then(|view| seat_named(&view.seats, name));
    match speak(text, seat_of)? {
        Spoken::Words => {
            house.limits.check(Class::Chat, Some(me.player), me.address)?;
            not_muted(house, me.player).await?;
            let id = live.say(house, me.player, text, request.as_deref()).await?;
            Ok(Said::Said { id })
        }
        Spoken::Command(command) => {
            house.limits.check(Class::Write, Some(me.player), me.address)?;
            let n = act(house, live, me.player, lag, command, request).await?;
            Ok(Said::Done { n })
        }
        Spoken::Help => Ok(answer(&help(Lang::En), &help(Lang::Fr))),
        Spoken::OptionHelp => {
            let setup = view.map(|view| view.setup).ok_or_else(Refused::no_such_table)?;
            Ok(answer(&option_help(&setup, Lang::En), &option_help(&setup, Lang::Fr)))
        }
        Spoken::Who => {
            let view = view.ok_or_else(Refused::no_such_table)?;
            Ok(Said::Answer { text: who(&view) })
        }
    }
}

/// An answer in both languages: the server does not know which one somebody reads.
fn answer(en: &str, fr: &str) -> Said {
    Said::Answer { text: format!("{en}\n\n{fr}") }
}

fn seat_named(seats: &[SeatView], name: &str) -> Option<u8> {
    let named = |seat: &&SeatView| match &seat.sitter {
        Some(Sitter::Player(profile)) => {
            profile.name.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
        }
        _ => false,
    };
    seats.iter().find(named).map(|seat| seat.seat - 1)
}

fn who(view: &TableView) -> String {
    let line = |seat: &SeatView| {
        let name = match &seat.sitter {
            None => "—".to_owned(),
            Some(Sitter::Engine(level)) => format!("Taijitu {level}"),
            Some(Sitter::Named(name)) => name.clone(),
            Some(Sitter::Player(profile)) => profile.name.clone().unwrap_or_else(|| "?".into()),
        };
        format!("{}: {name}{}", seat.seat, if seat.present { "" } else { " (…)" })
    };
    let seats: Vec<String> = view.seats.iter().map(line).collect();
    format!("{}\n+ {}", seats.join("\n"), view.watching)
}

async fn not_muted(house: &House, player: PlayerId) -> Result<()> {
    let row = house.store.player(&player.to_string()).await?;
    let until = row.and_then(|row| row.muted_until).unwrap_or(0);
    if until <= house.clock.now() {
        return Ok(());
    }
    Err(Refused::new(
        Code::Muted,
        "you may not write for a while",
        "vous ne pouvez pas écrire pour le moment",
    ))
}
