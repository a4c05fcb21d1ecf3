//! Canonical keys of positions: a position and its mirror images share one key, and turns are named in the canonical image.
//!
//! The key is computed from the [set-up string](crate::setup), with the names of points replaced by those of
//! their images under every symmetry of the board that keeps the rules; the smallest of these keys is the key
//! of all images.
//! It depends on nothing else: it is the same in every run, in every build and on every machine.
//!
//! **A change of the keys, of set-up strings or of board names invalidates stored keys.** Then [`REVISION`]
//! has to be incremented, so that stored keys are computed again.

use crate::any::AnyPlay;
use crate::board::{Board, Point};
use crate::game::Game;
use crate::side::Audience;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// Incremented whenever the key of a position changes.
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

    /// A turn from here to `next`, in the image with the smallest key: the key of the position it leads to
    /// there, and its text. Turns that are mirror images of each other have the same key.
    #[must_use]
    pub fn turn(&self, next: &Self, text: &str) -> (u64, String) {
        let least = self.key();
        let images = self.keys.iter().zip(&next.keys).zip(self.maps).filter(|((key, _), _)| **key == least);
        let image = images.min_by_key(|((_, next), _)| **next).map(|((_, next), map)| (*next, map));
        image.map_or_else(|| (least, text.into()), |(next, map)| (next, renamed(self.board, map, text)))
    }

    /// A turn of the image with the smallest key, as it is written here. In a symmetric position several
    /// turns are equivalent: the one with the shortest text stands for all, and of these the first one.
    #[must_use]
    pub fn here(&self, text: &str) -> String {
        let least = self.key();
        let images = self.keys.iter().zip(self.maps).filter(|(key, _)| **key == least);
        let texts = images.map(|(_, map)| renamed(self.board, &inverse(map), text));
        texts.min_by(|a, b| (a.len(), a).cmp(&(b.len(), b))).unwrap_or_else(|| text.into())
    }
}

/// A key of the placement of pieces that all mirror images share, also those with the colours exchanged.
/// Unlike [`CanonicalKey::key`] it ignores options, the side to act, what is pending or secret, and earlier
/// positions.
#[must_use]
pub fn placement_key(play: &dyn AnyPlay) -> u64 {
    Placement::of(play).key
}

/// Where the pieces of a position lie, to be compared with those of another one.
#[derive(Clone, Debug)]
pub struct Placement {
    key: u64,
    /// The game and the board.
    of: u64,
    maps: Symmetries,
    /// What lies on each point, and the same with the colours exchanged; 0 is nothing.
    points: [Vec<u64>; 2],
}

impl Placement {
    /// The pieces of the position a play has reached, as everybody sees it.
    #[must_use]
    pub fn of(play: &dyn AnyPlay) -> Self {
        let (board, maps) = (play.board(), play.symmetries());
        let of = mix(text_key(0, play.meta().id), text_key(1, &board.id));
        let setup = play.setup(Audience::Everyone);
        let mut points: [Vec<u64>; 2] = [vec![0; board.len()], vec![0; board.len()]];
        for (kind, names) in placed(board, &setup) {
            for point in names.split(',').filter_map(|name| board.find(name)) {
                for (content, kind) in points.iter_mut().zip([kind.to_owned(), exchanged(kind)]) {
                    content[point.index()] = content[point.index()].wrapping_add(text_key(2, &kind).max(1));
                }
            }
        }
        let key = |points: &[u64], map: &Vec<Point>| {
            let pieces = points.iter().zip(map).filter(|(content, _)| **content != 0);
            let sum = pieces.map(|(content, to)| mix(*content, u64::from(to.0) + 1));
            mix(of, sum.fold(0, u64::wrapping_add)).max(1)
        };
        let keys = points.iter().flat_map(|points| maps.iter().map(move |map| key(points, map)));
        Self { key: keys.min().unwrap_or_default(), of, maps, points }
    }

    /// The [`placement_key`].
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// On how many points something lies.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.points[0].iter().filter(|content| **content != 0).count()
    }

    /// The number of points on which something else lies, in the mirror image that is most like the other position, the
    /// colours exchanged or not; none if it is another game or board.
    #[must_use]
    pub fn distance(&self, other: &Self) -> Option<usize> {
        if self.of != other.of {
            return None;
        }
        let differing = |points: &[u64], map: &Vec<Point>| {
            points
                .iter()
                .zip(map)
                .filter(|(content, to)| other.points[0].get(to.index()) != Some(*content))
                .count()
        };
        let images =
            self.points.iter().flat_map(|points| self.maps.iter().map(move |map| differing(points, map)));
        images.min()
    }
}

/// The pieces of a set-up: their kind, and the names of their points.
fn placed<'a>(board: &'static Board, setup: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let present = setup.split([' ', ';']).take_while(|word| !word.starts_with("was="));
    let words = present.filter_map(|word| word.split_once('='));
    // A ko square and face-up laws are written like pieces.
    words.filter(|(kind, names)| {
        !matches!(*kind, "ko" | "up") && names.split(',').all(|name| board.find(name).is_some())
    })
}

/// The kind of the pieces of the other colour: the first letter of a kind is that of its colour.
fn exchanged(kind: &str) -> String {
    match (kind.strip_prefix('w'), kind.strip_prefix('b')) {
        (Some(rest), _) => format!("b{rest}"),
        (_, Some(rest)) => format!("w{rest}"),
        _ => kind.to_owned(),
    }
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

/// Mixes two numbers into one.
const fn mix(a: u64, b: u64) -> u64 {
    let mut x = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
