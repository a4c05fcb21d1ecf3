//! Events at tables that cause notices to absent players.
//!
//! The queue is bounded, and a turn never waits for it: what does not fit is counted and dropped. Of games by correspondence it is
//! carried out later, as after the end of a node: a follow-up is stored with the commit ([`needs_follow_up`]).

use crate::error::Result;
use std::borrow::Borrow;
use std::sync::Arc;
use taijitu_protocol::{PlayerId, Seat, Setup, Side, TableId, Time};
use taijitu_table::{LogEntry, LogEvent, Occupant, OfferTerms, Table};
use tokio::sync::{Mutex, mpsc};

/// News that may wait.
const WAITING: usize = 4096;

/// Something that has happened at a table.
#[derive(Clone, Debug)]
pub(crate) struct TableNews {
    /// The table.
    pub(crate) table: TableId,
    /// The number of the last entry.
    pub(crate) n: u64,
    /// What was agreed.
    pub(crate) setup: Setup,
    /// The players who sit.
    pub(crate) players: Vec<PlayerId>,
    /// The events that concern players.
    pub(crate) events: Vec<NewsEvent>,
}

impl TableNews {
    /// Whether they are of a game by correspondence.
    pub(crate) const fn is_slow(&self) -> bool {
        matches!(self.setup.time, Time::Days { .. })
    }
}

/// One of the things that have happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewsEvent {
    /// A game has started.
    Started,
    /// These players have to act now.
    Turn(Vec<PlayerId>),
    /// This player has acted.
    Played(PlayerId),
    /// A player, or a newcomer who asks for a seat, offers something to others.
    Offered {
        /// The player who offers.
        by: Option<PlayerId>,
        /// The offer.
        offer: OfferTerms,
        /// The recipient.
        to: Vec<PlayerId>,
    },
    /// The offer of a player was answered.
    Answered {
        /// Whose offer.
        to: PlayerId,
        /// What was offered.
        offer: OfferTerms,
        /// Whether all agreed.
        agreed: bool,
    },
    /// The game has ended.
    Ended {
        /// The players of the side that has won; none if nobody has.
        winners: Option<Vec<PlayerId>>,
    },
}

/// The queue of a node.
#[derive(Clone)]
pub(super) struct NewsQueue {
    sender: mpsc::Sender<TableNews>,
    receiver: Arc<Mutex<mpsc::Receiver<TableNews>>>,
}

impl Default for NewsQueue {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        Self { sender, receiver: Arc::new(Mutex::new(receiver)) }
    }
}

impl NewsQueue {
    pub(super) fn push(&self, news: TableNews) {
        if self.sender.try_send(news).is_err() {
            metrics::counter!("taijitu_notices", "outcome" => "dropped").increment(1);
        }
    }

    /// Waits for the next news.
    pub(super) async fn next(&self) -> Option<TableNews> {
        self.receiver.lock().await.recv().await
    }
}

/// An offer that waits: whose it is, and what it is about.
pub(super) type WaitingOffer = Option<(PlayerId, OfferTerms)>;

/// The offer of a player at a table that waits for an answer.
pub(super) fn waiting_offer(table: &Table) -> WaitingOffer {
    let offer = table.pending_offer()?;
    Some((offer.by?, offer.terms))
}

/// What entries mean to players who are not there, if anything; the table has applied them. `before` is the offer that waited
/// before them. Live games are followed by those who play them: of these only starts, ends and offers count.
pub(super) fn news_of(
    table: &Table,
    entries: &[impl Borrow<LogEntry>],
    before: WaitingOffer,
) -> Option<TableNews> {
    let is_slow = is_slow(table);
    let mut events = vec![];
    let logged = || entries.iter().map(|entry| &entry.borrow().event);
    for event in logged() {
        match event {
            LogEvent::Started { .. } => events.push(NewsEvent::Started),
            LogEvent::Played { seat, .. } if is_slow => {
                events.extend(player_at(table, *seat).map(NewsEvent::Played));
            }
            LogEvent::Agreed { .. } | LogEvent::Declined { seat: Some(_) } => {
                events.extend(answered(table, event, before));
            }
            LogEvent::Ended { winner, .. } => {
                events.push(NewsEvent::Ended { winners: winner.map(|side| players_of(table, side)) });
            }
            _ => (),
        }
    }
    if logged().any(|event| matches!(event, LogEvent::Offered { .. }))
        && let Some(offer) = table.pending_offer()
    {
        events.push(NewsEvent::Offered { by: offer.by, offer: offer.terms, to: offer.to });
    }
    if is_slow && logged().any(moves_on) {
        events.push(NewsEvent::Turn(acting_players(table)));
    }
    (!events.is_empty()).then(|| of_table(table, events))
}

/// Whether a follow-up is stored with entries, whose news are lost otherwise if the node is killed. Live games are followed by
/// those who play them.
pub(super) fn needs_follow_up(
    table: &Table,
    entries: &[impl Borrow<LogEntry>],
    before: WaitingOffer,
) -> bool {
    is_slow(table) && news_of(table, entries, before).is_some()
}

/// The news of a started game without notices so far; `None` if turns were played.
pub(super) fn news_of_start(table: &Table) -> Option<TableNews> {
    table.running().filter(|game| game.turns() == 0)?;
    let mut events = vec![NewsEvent::Started];
    if is_slow(table) {
        events.push(NewsEvent::Turn(acting_players(table)));
    }
    Some(of_table(table, events))
}

/// The news of a commit, from the log of its table. If the log goes on after it, without what is no longer so. None if the log is
/// gone.
///
/// # Errors
/// `unavailable` if the log cannot be folded.
pub(super) fn news_of_log(
    id: TableId,
    entries: &[LogEntry],
    first: u64,
    last: u64,
) -> Result<Option<TableNews>> {
    let upto = |n: u64| entries.partition_point(|entry| entry.n <= n);
    let (before, after) = (upto(first.saturating_sub(1)), upto(last));
    if before == after {
        return Ok(None);
    }
    let table = Table::fold(id, &entries[..after])?;
    let mut news = if before == 0 {
        news_of_start(&table)
    } else {
        let offer = waiting_offer(&Table::fold(id, &entries[..before])?);
        news_of(&table, &entries[before..after], offer)
    };
    let later = || entries[after..].iter().map(|entry| &entry.event);
    let goes_on = later().any(|event| moves_on(event) || matches!(event, LogEvent::Ended { .. }));
    let is_answered =
        later().any(|event| matches!(event, LogEvent::Agreed { .. } | LogEvent::Declined { .. }));
    if let Some(news) = &mut news {
        news.events.retain(|event| match event {
            NewsEvent::Answered { .. } => true,
            NewsEvent::Offered { .. } => !goes_on && !is_answered,
            _ => !goes_on,
        });
    }
    Ok(news)
}

/// Whether other players may have to act after an event.
const fn moves_on(event: &LogEvent) -> bool {
    matches!(
        event,
        LogEvent::Played { .. }
            | LogEvent::Started { .. }
            | LogEvent::Takenback { .. }
            | LogEvent::Round { .. }
            | LogEvent::Resumed { .. }
    )
}

fn of_table(table: &Table, events: Vec<NewsEvent>) -> TableNews {
    let players = table.seated_players().collect();
    TableNews { table: table.id(), n: table.head(), setup: table.setup().clone(), players, events }
}

fn is_slow(table: &Table) -> bool {
    matches!(table.setup().time, Time::Days { .. })
}

/// The players who have to act.
fn acting_players(table: &Table) -> Vec<PlayerId> {
    let acting = table.running().map(taijitu_table::TableGame::acting).unwrap_or_default();
    acting.into_iter().filter_map(|seat| player_at(table, seat)).collect()
}

fn answered(table: &Table, event: &LogEvent, before: WaitingOffer) -> Option<NewsEvent> {
    let (to, offer) = before?;
    let agreed = matches!(event, LogEvent::Agreed { .. });
    // Where several have to agree, the answer is that of the last one.
    if agreed && table.pending_offer().is_some() {
        return None;
    }
    Some(NewsEvent::Answered { to, offer, agreed })
}

fn player_at(table: &Table, seat: Seat) -> Option<PlayerId> {
    match table.seats().get(seat.index()) {
        Some(Some(Occupant::Player(player))) => Some(*player),
        _ => None,
    }
}

fn players_of(table: &Table, side: Side) -> Vec<PlayerId> {
    let Some(game) = table.game() else { return vec![] };
    let seats = Seat::all(table.seats().len()).filter(|seat| game.side(*seat) == side);
    seats.filter_map(|seat| player_at(table, seat)).collect()
}
