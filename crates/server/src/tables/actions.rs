//! Actions and chat at a table, shared by socket and HTTP.

use super::directory::Tables;
use super::handle::TableHandle;
use super::input::CommandContext;
use crate::error::{ApiError, Result};
use crate::site::limits::Class;
use std::net::IpAddr;
use taijitu_protocol::{
    ChatLine, ChatReply, Code, Command, MessageId, PlayerId, Seat, SeatView, Sitter, TableView,
};
use taijitu_rules::Lang;
use taijitu_table::{Actor, ChatInput, Viewer, help, option_help, parse_chat};

/// A player who acts, with measured data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sender {
    /// The player.
    pub(crate) player: PlayerId,
    /// The client's address.
    pub(crate) address: Option<IpAddr>,
    /// Measured lag in milliseconds.
    pub(crate) lag: i64,
    /// The language of answers to requests, if it is known.
    pub(crate) lang: Option<Lang>,
}

impl Tables {
    /// Carries out a command of a player, who sent it from an address, at a table. It continues even if the caller no
    /// longer waits.
    ///
    /// # Errors
    /// `closing` if the server stops, the refusal of the table, or `unavailable` if it cannot be committed.
    pub(crate) async fn act(
        &self,
        table: &TableHandle,
        (player, lag): (PlayerId, i64),
        address: Option<IpAddr>,
        command: Command,
        request: Option<String>,
    ) -> Result<u64> {
        let site = &self.services().site;
        if site.is_closing() {
            return Err(ApiError::new(
                Code::Closing,
                "the server is restarting; try again in a moment",
                "le serveur redémarre ; réessayez dans un instant",
            ));
        }
        table.touch(site.clock.now());
        match &command {
            Command::Play { text, .. } => {
                self.check_turn_against_engine(table, (player, address), text).await?;
            }
            Command::Engine { .. } | Command::Option { .. } => self.check_arrangement(table, player).await?,
            Command::Join { .. } => self.check_is_welcome(table, player).await?,
            _ => (),
        }
        let context = CommandContext { actor: Actor::Player(player), lag, thought: 0 };
        let n = table.command(context, command, request).await?;
        self.note_address(table, address);
        Ok(n)
    }

    /// Checks that no player at a table has blocked one who joins it. A player who sits there already keeps the seat.
    async fn check_is_welcome(&self, table: &TableHandle, player: PlayerId) -> Result<()> {
        let seated: Vec<PlayerId> = table.status().players().collect();
        if seated.is_empty() || seated.contains(&player) {
            return Ok(());
        }
        let blockers = self.services().accounts.blockers(&[player]).await?;
        if seated.iter().any(|other| blockers.has_blocked(Some(*other), player)) {
            return Err(ApiError::new(
                Code::NotWelcome,
                "a player at this table has blocked you",
                "un joueur de cette table vous a bloqué",
            ));
        }
        Ok(())
    }

    /// Says something at a table, or does what the words command.
    ///
    /// # Errors
    /// The refusal of the text or of the command; `unavailable` if it cannot be stored.
    pub(crate) async fn say(
        &self,
        table: &TableHandle,
        sender: &Sender,
        text: &str,
        request: Option<String>,
    ) -> Result<ChatReply> {
        let Sender { player, address, lag, .. } = *sender;
        let services = self.services();
        table.touch(services.site.clock.now());
        let view = if text.trim_start().starts_with('/') {
            Some(table.view(Viewer(Some(player)), false).await?)
        } else {
            None
        };
        let seat_of = |name: &str| view.as_ref().and_then(|view| seat_named(&view.seats, name));
        match parse_chat(text, sender.lang, seat_of)? {
            ChatInput::Words => {
                services.accounts.check_not_muted(player).await?;
                let id = services.say(table, player, text, request.as_deref()).await?;
                Ok(ChatReply::Said { id })
            }
            ChatInput::Command(command) => {
                services.site.limits.check(Class::Write, Some(player), address)?;
                let n = self.act(table, (player, lag), address, command, request).await?;
                Ok(ChatReply::Done { n })
            }
            ChatInput::Help(lang) => Ok(ChatReply::Answer { text: help(lang) }),
            ChatInput::OptionHelp(lang) => {
                let setup = view.map(|view| view.setup).ok_or_else(ApiError::no_such_table)?;
                Ok(ChatReply::Answer { text: option_help(&setup, lang) })
            }
            ChatInput::WhoIsHere => {
                let view = view.ok_or_else(ApiError::no_such_table)?;
                Ok(ChatReply::Answer { text: who(&view) })
            }
        }
    }

    /// The messages a viewer may read, after one the viewer has.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn chat_lines(
        &self,
        table: &TableHandle,
        viewer: Viewer,
        after: Option<MessageId>,
    ) -> Result<Vec<ChatLine>> {
        self.services().chat_lines(table, viewer, after).await
    }
}

fn seat_named(seats: &[SeatView], name: &str) -> Option<Seat> {
    let named = |seat: &&SeatView| match &seat.sitter {
        Some(Sitter::Player(profile)) => {
            profile.name.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
        }
        _ => false,
    };
    seats.iter().find(named).map(|seat| seat.seat)
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
