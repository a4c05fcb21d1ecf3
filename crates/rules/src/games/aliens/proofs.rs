//! Properties of every position, proved by trying all placements of three aliens.

use super::*;

fn all_triples() -> impl Iterator<Item = PointSet> {
    let below = |n: u16| (0..n).map(Point);
    below(93).flat_map(move |a| {
        below(a.0).flat_map(move |b| below(b.0).map(move |c| [a, b, c].into_iter().collect()))
    })
}

/// The amazons that immobilise these aliens: every neighbour of an alien has to be occupied, or it could step
/// there; and so every node straight behind a neighbour, or it could jump there. What is not an alien on these
/// nodes has to be an amazon, and these amazons suffice: there is no smaller set.
fn blockade(aliens: PointSet) -> PointSet {
    let mut forced = PointSet::EMPTY;
    for alien in aliens {
        forced |= kadon().neighbours[alien.index()];
        forced |= kadon().jumps[alien.index()].iter().map(|jump| jump.to).collect();
    }
    forced - aliens
}

#[test]
fn ten_amazons_are_the_fewest_that_immobilise_three_aliens() {
    assert_eq!(all_triples().count(), 129_766, "93 choose 3");
    let fewest = all_triples().map(|aliens| blockade(aliens).len()).min();
    assert_eq!(fewest, Some(ENOUGH_AMAZONS));
    let corner = kadon().board.named("a1 a2 a24").collect();
    let ten: PointSet = kadon().board.named("a3 a4 a22 a23 b1 b2 b21 c1 c2 c18").collect();
    assert_eq!(blockade(corner), ten);
}

#[test]
fn aliens_are_stuck_exactly_when_every_jailer_stands() {
    for aliens in all_triples().step_by(997) {
        let blockade = blockade(aliens);
        let stuck = |amazons| {
            let position = Aliens {
                pieces: Pair([aliens, amazons]),
                hand: Pair::default(),
                act: Side::White,
                chain: None,
            };
            position.aliens_are_stuck()
        };
        assert!(stuck(blockade));
        assert!(blockade.iter().all(|gone| !stuck(blockade - PointSet::of(gone))));
    }
}

/// Why there is no `pass`: amazons of whom none can step fill whole parts of the board that the aliens cut apart.
/// Three aliens (or fewer) leave one part too large for thirty amazons, and all the others together are too
/// small for ten.
#[test]
fn black_always_has_a_step() {
    let all = PointSet::first(NODES);
    for aliens in all_triples() {
        let open = all - aliens;
        let inside = (open & kadon().centre).lowest().expect("the centre has more than three nodes");
        let large = connected(PointSet::of(inside), open);
        assert!(large.len() > AMAZONS.into() && (open - large).len() < ENOUGH_AMAZONS);
    }
}

fn connected(start: PointSet, open: PointSet) -> PointSet {
    let (mut part, mut rim) = (start, start);
    while !rim.is_empty() {
        let near = rim.iter().fold(PointSet::EMPTY, |set, at| set | kadon().neighbours[at.index()]);
        rim = (near & open) - part;
        part |= rim;
    }
    part
}
