//! Events at tables that cause notices to absent players.
//!
//! The queue is bounded, and a turn never waits for it: what does not fit is counted and dropped, and costs a notice.

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
pub(super) fn news_of(table: &Table, entries: &[Arc<LogEntry>], before: WaitingOffer) -> Option<TableNews> {
    let is_slow = matches!(table.setup().time, Time::Days { .. });
    let mut events = vec![];
    for entry in entries {
        match &entry.event {
            LogEvent::Started { .. } => events.push(NewsEvent::Started),
            LogEvent::Played { seat, .. } if is_slow => {
                events.extend(player_at(table, *seat).map(NewsEvent::Played));
            }
            LogEvent::Agreed { .. } | LogEvent::Declined { seat: Some(_) } => {
                events.extend(answered(table, &entry.event, before));
            }
            LogEvent::Ended { winner, .. } => {
                events.push(NewsEvent::Ended { winners: winner.map(|side| players_of(table, side)) });
            }
            _ => (),
        }
    }
    if entries.iter().any(|entry| matches!(entry.event, LogEvent::Offered { .. }))
        && let Some(offer) = table.pending_offer()
    {
        events.push(NewsEvent::Offered { by: offer.by, offer: offer.terms, to: offer.to });
    }
    let moves_on = |entry: &Arc<LogEntry>| {
        matches!(
            entry.event,
            LogEvent::Played { .. }
                | LogEvent::Started { .. }
                | LogEvent::Takenback { .. }
                | LogEvent::Round { .. }
                | LogEvent::Resumed { .. }
        )
    };
    if is_slow && entries.iter().any(moves_on) {
        let acting = table.running().map(taijitu_table::TableGame::acting).unwrap_or_default();
        let acting: Vec<PlayerId> = acting.into_iter().filter_map(|seat| player_at(table, seat)).collect();
        events.push(NewsEvent::Turn(acting));
    }
    if events.is_empty() {
        return None;
    }
    let players = table.seated_players().collect();
    Some(TableNews { table: table.id(), n: table.head(), setup: table.setup().clone(), players, events })
}

/// The news of a started game without notices so far; `None` if turns were played.
pub(super) fn news_of_start(table: &Table) -> Option<TableNews> {
    let game = table.running().filter(|game| game.turns() == 0)?;
    let mut events = vec![NewsEvent::Started];
    if matches!(table.setup().time, Time::Days { .. }) {
        let acting = game.acting().into_iter().filter_map(|seat| player_at(table, seat));
        events.push(NewsEvent::Turn(acting.collect()));
    }
    let players = table.seated_players().collect();
    Some(TableNews { table: table.id(), n: table.head(), setup: table.setup().clone(), players, events })
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
