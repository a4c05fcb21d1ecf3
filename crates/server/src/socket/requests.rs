//! The requests of a client on its socket.

use super::client::{SocketClient, refusal};
use super::in_reply_to::RepliedMessage;
use crate::error::{ApiError, Result};
use crate::http::{check_request, read_json};
use crate::site::limits::Class;
use crate::site::work::AbandonFlag;
use crate::tables::{MAX_BYTES, MAX_MESSAGES, Sender, Subscription, json};
use taijitu_protocol::{
    ChatReply, Code, Command, FromClient, FromServer, MESSAGE_LIMIT, MessageId, Problem, TableId, Touch,
    TournamentId,
};
use taijitu_table::SystemEvent;

/// A client that missed more entries and chat lines, or more bytes of them, gets a snapshot: they would not
/// fit its outbox.
const MAX_RESENT: (usize, usize) = (MAX_MESSAGES / 2, MAX_BYTES / 2);
/// Tables one socket may watch.
pub(crate) const MAX_WATCHED: usize = 64;
/// Tournaments one socket may watch.
const MAX_TOURNAMENTS: usize = 8;

impl SocketClient {
    /// Parses and answers a message.
    pub(super) async fn on_text(&mut self, text: &str) {
        self.on_received();
        let message = self.limit.check().and_then(|()| check_size(text)).and_then(|()| {
            // Refused messages were counted above, so parsing them twice is bounded too.
            read_json::<FromClient>(text.as_bytes())
        });
        match message {
            Ok(message) => self.dispatch(message).await,
            Err(refused) => self.refuse(RepliedMessage::read(text.as_bytes()), refused),
        }
    }

    async fn dispatch(&mut self, message: FromClient) {
        let in_reply_to = RepliedMessage::of(&message);
        let answered = match message {
            FromClient::Watch { table, since, chat, scenes } => self.watch(table, since, chat, scenes).await,
            FromClient::Unwatch { table } => {
                if let Some(table) = self.watched.remove(&table) {
                    self.leave(&table);
                }
                Ok(())
            }
            FromClient::WatchTournament { tournament } => self.watch_tournament(tournament).await,
            FromClient::UnwatchTournament { tournament } => {
                if let Some(handle) = self.watched_tournaments.remove(&tournament) {
                    handle.unwatch(self.outbox.socket);
                }
                Ok(())
            }
            FromClient::Do { table, id, command } => {
                let done = self.act(table, &id, command).await;
                done.map(|n| self.send(&FromServer::Done { id, n }))
            }
            FromClient::Say { table, id, text } => {
                let reply = self.say(table, &id, &text).await;
                reply.map(|said| self.send(&FromServer::Said { id, said }))
            }
            FromClient::Branch { table, id, touches } => self.branch(table, id, touches).await,
            FromClient::Why { table, id, touches, touch } => self.why(table, id, touches, touch).await,
            FromClient::Pong { ping } => {
                self.on_pong(ping);
                Ok(())
            }
        };
        if let Err(refused) = answered {
            self.refuse(in_reply_to, refused);
        }
    }

    fn sender(&self) -> Result<Sender> {
        let player = self.visitor.player.ok_or_else(ApiError::not_signed_in)?;
        Ok(Sender { player, address: self.visitor.address, lag: self.lag(), lang: self.visitor.lang })
    }

    async fn act(&self, table: TableId, id: &str, command: Command) -> Result<u64> {
        check_request(Some(id))?;
        let Sender { player, address, lag, .. } = self.sender()?;
        self.app.site.limits.check(Class::Write, Some(player), address)?;
        let table = self.app.tables.get(table).await?;
        let n = self.app.tables.act(&table, (player, lag), address, command, Some(id.to_owned())).await?;
        Ok(n)
    }

    async fn say(&self, table: TableId, id: &str, text: &str) -> Result<ChatReply> {
        check_request(Some(id))?;
        let sender = self.sender()?;
        self.app.site.limits.check(Class::Chat, Some(sender.player), sender.address)?;
        let table = self.app.tables.get(table).await?;
        self.app.tables.say(&table, &sender, text, Some(id.to_owned())).await
    }

    /// Counts a request that reads a table.
    fn count_read(&self) -> Result<()> {
        self.app.site.limits.check(Class::Read, self.visitor.player, self.visitor.address)
    }

    /// Answers what may be touched next, from a task of its own.
    async fn branch(&mut self, table: TableId, id: String, touches: Vec<Touch>) -> Result<()> {
        self.count_read()?;
        let table = self.app.tables.get(table).await?;
        let (side, play) = table.drafting(self.visitor.viewer()).await?;
        self.answer_later(table.id(), id, move |_| {
            let next = taijitu_table::branch(&*play, side, &touches)?;
            Ok(move |id| FromServer::Branches { id, next })
        });
        Ok(())
    }

    /// Answers why something cannot be touched, from a task of its own.
    async fn why(&mut self, table: TableId, id: String, touches: Vec<Touch>, touch: Touch) -> Result<()> {
        self.count_read()?;
        let table = self.app.tables.get(table).await?;
        let explaining = table.explaining(self.visitor.viewer()).await?;
        self.answer_later(table.id(), id, move |_| {
            let why = explaining.why(&touches, &touch)?;
            Ok(move |id| FromServer::Why { id, why })
        });
        Ok(())
    }

    /// Works on an answer on the threads for work, while events of the tables are still sent. The work ends
    /// with the connection.
    fn answer_later<M: FnOnce(String) -> FromServer + Send + 'static>(
        &mut self,
        table: TableId,
        id: String,
        work: impl FnOnce(&AbandonFlag) -> std::result::Result<M, Problem> + Send + 'static,
    ) {
        let (app, outbox, caller) = (self.app.clone(), self.outbox.clone(), self.visitor.work_caller());
        self.questions.spawn(async move {
            let in_reply_to = RepliedMessage { id: Some(id.clone()), table: Some(table) };
            // A tree of touches takes a while to write.
            let write = move |abandoned: &AbandonFlag| work(abandoned).map(|answer| json(&answer(id)));
            let answer = app.site.work.quick.run(caller, write).await;
            let written = answer.and_then(|written| Ok(written?));
            outbox.put(written.unwrap_or_else(|refused| json(&refusal(in_reply_to, refused))));
        });
    }

    /// Begins to watch a tournament: its view is sent now and after changes.
    async fn watch_tournament(&mut self, id: TournamentId) -> Result<()> {
        self.count_read()?;
        if self.watched_tournaments.len() >= MAX_TOURNAMENTS && !self.watched_tournaments.contains_key(&id) {
            return Err(ApiError(Problem::new(
                Code::TooMany,
                format!("one socket watches at most {MAX_TOURNAMENTS} tournaments"),
                format!("une connexion suit au plus {MAX_TOURNAMENTS} tournois"),
            )));
        }
        let handle = self.app.tournaments.get(id).await?;
        let of = (&handle, self.visitor.work_caller());
        self.app.tournaments.watch(of, self.outbox.clone()).await?;
        self.watched_tournaments.insert(id, handle);
        Ok(())
    }

    /// Begins to watch: sends what was missed, or a snapshot, then everything as it is committed.
    async fn watch(
        &mut self,
        id: TableId,
        since: Option<u64>,
        chat: Option<MessageId>,
        scenes: bool,
    ) -> Result<()> {
        self.count_read()?;
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains_key(&id) {
            return Err(ApiError(Problem::new(
                Code::TooMany,
                format!("one socket watches at most {MAX_WATCHED} tables"),
                format!("une connexion suit au plus {MAX_WATCHED} tables"),
            )));
        }
        let (tables, now) = (&self.app.tables, self.app.site.clock.now());
        let table = tables.get(id).await?;
        // A client that comes from another node may have seen later entries: the table must not go back for
        // it.
        table.catch_up_to(since.unwrap_or(0)).await?;
        let viewer = self.visitor.viewer();
        let chat = tables.chat_lines(&table, viewer, chat).await?;
        let is_new = self.watched.insert(id, table.clone()).is_none();
        if is_new {
            match self.visitor.player {
                Some(player) => table.presence().arrive(player, now),
                None => table.presence().note(),
            }
        }
        let outbox = self.outbox.clone();
        let max_resent = MAX_RESENT;
        table.subscribe(Subscription { viewer, scenes, since, chat, max_resent, outbox }).await?;
        if table.status().is_seated(viewer) {
            tables.note_address(&table, self.visitor.address);
        }
        for message in tables.retracted(&table, viewer).await? {
            self.send(&FromServer::Retracted { table: id, id: message });
        }
        if let Some(player) = self.visitor.player {
            table.system(SystemEvent::Here(player)).await?;
        }
        Ok(())
    }
}

/// Refuses a message that is longer than allowed.
fn check_size(text: &str) -> Result<()> {
    if text.len() <= MESSAGE_LIMIT {
        return Ok(());
    }
    Err(ApiError::new(
        Code::TooLarge,
        format!("a message has at most {MESSAGE_LIMIT} bytes"),
        format!("un message a au plus {MESSAGE_LIMIT} octets"),
    ))
}
