//! Whoever listens while an engine thinks: they are told how many are before them, leave when their page does, and have
//! one thing thought about at a time.

use crate::auth::Visitor;
use crate::bots::Ticket;
use crate::clock::instant;
use crate::error::{Refused, Result};
use crate::house::House;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taijitu_protocol::{Code, PlayerId, Words};
use tokio::sync::watch;

/// So many from one address may have something thought about: a class of a school, not a crowd of guests.
const ADDRESS_MOST: usize = 8;

/// How often somebody who waits is told how long the line is.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Nobody waits longer to be served.
const WAIT_MOST: Duration = Duration::from_secs(180);

/// While others wait, nobody is thought for longer than this.
const SHARE: Duration = Duration::from_secs(10);

/// What is thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// A position.
    Analysis,
    /// A game.
    Review,
}

/// Who asks: a player, or else an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Who {
    Player(PlayerId),
    Address(Option<IpAddr>),
}

/// Who has something thought about.
#[derive(Default)]
pub(crate) struct Listeners(Mutex<HashMap<(Who, What), Listener>>);

struct Listener {
    address: Option<IpAddr>,
    /// Becomes true when the same visitor asks for something else.
    replaced: watch::Sender<bool>,
}

/// A place among those who listen; it is free again when this is dropped.
pub(crate) struct Place {
    house: House,
    key: (Who, What),
    replaced: watch::Receiver<bool>,
}

impl Listeners {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(Who, What), Listener>> {
        self.0.lock().expect("nothing panics while it looks up")
    }
}

impl Place {
    /// Takes a place; what the same visitor listened to before ends.
    ///
    /// # Errors
    /// If too many from this address listen.
    pub(crate) fn take(house: &House, who: &Visitor, what: What) -> Result<Self> {
        let address = who.address.filter(|address| !address.to_canonical().is_loopback());
        let key = (who.player.map_or(Who::Address(who.address), Who::Player), what);
        let mut listeners = house.listeners.lock();
        let others =
            |(other, listener): (&(Who, What), &Listener)| *other != key && listener.address == address;
        let same_address = listeners.iter().map(|entry| usize::from(others(entry))).sum::<usize>();
        if address.is_some() && same_address >= ADDRESS_MOST {
            let mut refused = Refused::new(
                Code::TooMany,
                "the engine thinks for too many at your address already; try again in a moment",
                "le moteur réfléchit déjà pour trop de monde à votre adresse ; réessayez dans un instant",
            );
            refused.0.retry = Some(10);
            return Err(refused);
        }
        let (sender, replaced) = watch::channel(false);
        if let Some(old) = listeners.insert(key, Listener { address, replaced: sender }) {
            old.replaced.send_replace(true);
        }
        Ok(Self { house: house.clone(), key, replaced })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut listeners = self.house.listeners.lock();
        let own = |listener: &Listener| listener.replaced.subscribe().same_channel(&self.replaced);
        if listeners.get(&self.key).is_some_and(own) {
            listeners.remove(&self.key);
        }
    }
}

/// Something in line; it leaves the line when this is dropped.
pub(crate) struct InLine {
    house: House,
    ticket: Ticket,
}

impl InLine {
    /// Holds a place in line.
    #[must_use]
    pub(crate) const fn new(house: House, ticket: Ticket) -> Self {
        Self { house, ticket }
    }
}

impl Drop for InLine {
    fn drop(&mut self) {
        self.house.bots.leave(self.ticket);
    }
}

/// Somebody who listens to what becomes of something in line.
pub(crate) struct Listening<T> {
    place: Place,
    line: Arc<InLine>,
    heard: watch::Receiver<T>,
    since: Instant,
    /// How many were ahead when that was last told.
    ahead: u32,
    /// Whether it goes on as long as it likes, though others wait.
    patient: bool,
}

/// What is heard next.
pub(crate) enum Heard<T> {
    /// Others are first.
    Waiting(u32),
    /// Something new.
    News(T),
    /// It has had its share, and others wait.
    Enough,
    /// It had to stop.
    Stopped(Words),
}

impl<T: Clone> Listening<T> {
    /// Begins to listen.
    pub(crate) fn new(place: Place, line: Arc<InLine>, heard: watch::Receiver<T>, patient: bool) -> Self {
        Self { place, line, heard, since: instant(), ahead: 0, patient }
    }

    /// Waits for what comes next.
    pub(crate) async fn next(&mut self) -> Heard<T> {
        loop {
            let (house, ticket) = (&self.line.house, self.line.ticket);
            match house.bots.ahead(ticket) {
                Some(ahead) if ahead > 0 && ahead != self.ahead => {
                    self.ahead = ahead;
                    return Heard::Waiting(ahead);
                }
                Some(_) if self.since.elapsed() > WAIT_MOST => return Heard::Stopped(busy()),
                _ => (),
            }
            if !self.patient && house.bots.has_had_its_share(ticket, SHARE) {
                return Heard::Enough;
            }
            tokio::select! {
                biased;
                Ok(_) = self.place.replaced.wait_for(|replaced| *replaced) => return Heard::Stopped(replaced()),
                changed = self.heard.changed() => return match changed {
                    Ok(()) => {
                        self.since = instant();
                        Heard::News(self.heard.borrow_and_update().clone())
                    }
                    Err(_) => Heard::Stopped(closed()),
                },
                () = tokio::time::sleep(LOOK_EVERY) => (),
            }
        }
    }
}

fn words(en: &str, fr: &str) -> Words {
    Words { en: en.into(), fr: fr.into() }
}

fn replaced() -> Words {
    words(
        "you have asked for something else since: the engine thinks about one thing at a time for you",
        "vous avez demandé autre chose depuis : le moteur réfléchit à une seule chose à la fois pour vous",
    )
}

fn busy() -> Words {
    words("too many are waiting; try again later", "trop de monde attend ; réessayez plus tard")
}

fn closed() -> Words {
    words("the engine had to stop; try again", "le moteur a dû s'arrêter ; réessayez")
}
