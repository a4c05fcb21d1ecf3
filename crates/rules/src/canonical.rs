//! Canonical keys of positions: a position and its mirror images share one key, and turns are named in the canonical image.
//!
//! The key is made from the [set-up string](crate::setup), with the names of points replaced by those of their
//! images under every symmetry of the board that keeps the rules; the least of these keys is the key of all
//! images.
//! It depends on nothing else: it is the same in every run, in every build and on every machine.
//!
//! **A change of the keys, of set-up strings or of board names gives stored keys another meaning.** Then
//! [`REVISION`] has to count up, so that stored keys are computed again.

use crate::any::AnyPlay;
use crate::board::{Board, Point};
use crate::game::Game;
use crate::side::Audience;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// Counts up whenever a position gets another key.
pub const REVISION: u32 = 1;

/// Symmetries: `map[p]` is where point p goes; the identity is the first.
pub type Symmetries = &'static [Vec<Point>];

/// The symmetries by game and board: there are few boards, and finding their symmetries takes a while.
static KNOWN: LazyLock<Mutex<HashMap<(&'static str, &'static str), Symmetries>>> =
    LazyLock::new(Mutex::default);

/// The symmetries of a board that keep the rules of a game.
pub(crate) fn symmetries<G: Game>(board: &'static Board) -> Symmetries {
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.entry((G::meta().id, board.id.as_str())).or_insert_with(|| {
        let mut maps = board.symmetries();
        maps.retain(|map| G::keeps_rules(map));
        maps.leak()
    })
}

/// The keys of a position and of its images under every symmetry that keeps the rules.
#[derive(Clone, Debug)]
pub struct CanonicalKey {
    board: &'static Board,
    maps: Symmetries,
    /// The key of each image.
    keys: Vec<u64>,
}

impl CanonicalKey {
    /// The keys of the position a play has reached. Options that change the rules change the keys.
    #[must_use]
    pub fn of(play: &dyn AnyPlay) -> Self {
        let (board, maps) = (play.board(), play.symmetries());
        let rules = play.options().unusual(play.meta().options);
        let rest = mix(text_key(0, play.meta().id), text_key(1, &rules));
        let keys = keys(board, maps, rest, &play.setup(Audience::Omniscient));
        Self { board, maps, keys }
    }

    /// The key that all mirror images share; never 0.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys.iter().copied().min().unwrap_or_default()
    }

    /// A turn from here to `next`, as it looks in the image whose key is the least: the key of where it leads there, and
    /// its text. Turns that are each other's mirror image have the same key.
    #[must_use]
    pub fn turn(&self, next: &Self, text: &str) -> (u64, String) {
        let least = self.key();
        let images = self.keys.iter().zip(&next.keys).zip(self.maps).filter(|((key, _), _)| **key == least);
        let image = images.min_by_key(|((_, next), _)| **next).map(|((_, next), map)| (*next, map));
        image.map_or_else(|| (least, text.into()), |(next, map)| (next, renamed(self.board, map, text)))
    }

    /// A turn of the image whose key is the least, as it looks here. On a symmetric position several turns look the same: the
    /// one with the shortest text stands for all, and of these the one that comes first.
    #[must_use]
    pub fn here(&self, text: &str) -> String {
        let least = self.key();
        let images = self.keys.iter().zip(self.maps).filter(|(key, _)| **key == least);
        let texts = images.map(|(_, map)| renamed(self.board, &inverse(map), text));
        texts.min_by(|a, b| (a.len(), a).cmp(&(b.len(), b))).unwrap_or_else(|| text.into())
    }
}

/// A key of where the pieces lie that all mirror images share.
/// Unlike [`CanonicalKey::key`] it ignores options, the side to act, what is pending or secret, and earlier
/// positions.
#[must_use]
pub fn placement_key(play: &dyn AnyPlay) -> u64 {
    let (board, maps) = (play.board(), play.symmetries());
    let rest = mix(text_key(0, play.meta().id), text_key(1, &board.id));
    let setup = play.setup(Audience::Everyone);
    // A square one may not go back to, and laws that lie open, are written like pieces.
    let of_points = |word: &&str| match word.split_once('=') {
        None | Some(("ko" | "up", _)) => false,
        Some((_, value)) => value.split(',').all(|name| board.find(name).is_some()),
    };
    let present = setup.split([' ', ';']).take_while(|word| !word.starts_with("was="));
    let placed = present.filter(of_points).collect::<Vec<_>>().join(" ");
    keys(board, maps, rest, &placed).into_iter().min().unwrap_or_default()
}

fn inverse(map: &[Point]) -> Vec<Point> {
    let mut back = vec![Point(0); map.len()];
    for (from, to) in (0..).map(Point).zip(map) {
        back[to.index()] = from;
    }
    back
}

/// Replaces every name of a point by the name of its image.
#[must_use]
pub fn renamed(board: &Board, map: &[Point], text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let first = letter.len_utf8();
        let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
        let (head, tail) = rest.split_at(first + digits);
        out += board.find(head).and_then(|point| map.get(point.index())).map_or(head, |&to| board.name(to));
        rest = tail;
    }
    out
}

/// The key of each image of a set-up.
fn keys(board: &Board, maps: &[Vec<Point>], rest: u64, setup: &str) -> Vec<u64> {
    let mut sums = vec![0_u64; maps.len()];
    let mut rest = rest;
    let mut level = 2;
    for mut word in setup.split([' ', ';']) {
        // A position of Zen may contain an earlier one, whose words follow its own.
        while let Some(earlier) = word.strip_prefix("was=") {
            word = earlier;
            level += 1;
        }
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let tag = text_key(level, key);
        let points = value.split(',').map(|name| board.find(name)).collect::<Option<Vec<Point>>>();
        match points {
            Some(points) => {
                for (sum, map) in sums.iter_mut().zip(maps) {
                    // A sum, because the order in which points are named differs between images.
                    let image = |point: &Point| mix(tag, u64::from(map[point.index()].0) + 1);
                    *sum = points.iter().map(image).fold(*sum, u64::wrapping_add);
                }
            }
            None => rest = mix(rest, mix(tag, text_key(level, value))),
        }
    }
    sums.into_iter().map(|sum| mix(rest, sum).max(1)).collect()
}

fn text_key(seed: u64, text: &str) -> u64 {
    text.bytes().fold(mix(seed, text.len() as u64), |key, byte| mix(key, u64::from(byte)))
}

/// Mixes two numbers into one, thoroughly.
const fn mix(a: u64, b: u64) -> u64 {
    let mut x = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
