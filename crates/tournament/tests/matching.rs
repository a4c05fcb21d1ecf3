//! Independent searches for complete pairings: by trying everything on small fields, by Edmonds' algorithm for the size
//! of a matching on large ones. They share no code with the crate or its library.

use std::collections::VecDeque;

/// Whether all vertices can be paired, by trying everything.
pub(crate) fn exists_by_search(n: usize, edge: &impl Fn(usize, usize) -> bool) -> bool {
    fn search(used: &mut Vec<bool>, edge: &impl Fn(usize, usize) -> bool) -> bool {
        let Some(first) = used.iter().position(|used| !used) else {
            return true;
        };
        used[first] = true;
        for second in first + 1..used.len() {
            if !used[second] && edge(first, second) {
                used[second] = true;
                if search(used, edge) {
                    return true;
                }
                used[second] = false;
            }
        }
        used[first] = false;
        false
    }
    n.is_multiple_of(2) && search(&mut vec![false; n], edge)
}

/// Whether all vertices can be paired, by growing a matching along augmenting paths (Edmonds 1965).
pub(crate) fn exists(n: usize, edge: &impl Fn(usize, usize) -> bool) -> bool {
    let neighbours: Vec<Vec<usize>> = (0..n)
        .map(|one| (0..n).filter(|&two| one != two && edge(one.min(two), one.max(two))).collect())
        .collect();
    let mut mates: Vec<Option<usize>> = vec![None; n];
    for one in 0..n {
        if mates[one].is_none()
            && let Some(&two) = neighbours[one].iter().find(|&&two| mates[two].is_none())
        {
            (mates[one], mates[two]) = (Some(two), Some(one));
        }
    }
    n.is_multiple_of(2)
        && (0..n).all(|root| mates[root].is_some() || Forest::new(n).augment(root, &neighbours, &mut mates))
}

struct Forest {
    parents: Vec<Option<usize>>,
    bases: Vec<usize>,
    used: Vec<bool>,
}

impl Forest {
    fn new(n: usize) -> Self {
        Self { parents: vec![None; n], bases: (0..n).collect(), used: vec![false; n] }
    }

    fn common_base(&self, one: usize, two: usize, mates: &[Option<usize>]) -> usize {
        let mut seen = vec![false; self.bases.len()];
        let mut at = one;
        loop {
            at = self.bases[at];
            seen[at] = true;
            match mates[at] {
                Some(mate) => at = self.parents[mate].expect("an alternating path"),
                None => break,
            }
        }
        let mut at = self.bases[two];
        while !seen[at] {
            at = self.bases[self.parents[mates[at].expect("a mate")].expect("a parent")];
        }
        at
    }

    fn mark(&mut self, from: usize, base: usize, child: usize, flower: &mut [bool], mates: &[Option<usize>]) {
        let (mut at, mut child) = (from, child);
        while self.bases[at] != base {
            let mate = mates[at].expect("a mate");
            flower[self.bases[at]] = true;
            flower[self.bases[mate]] = true;
            self.parents[at] = Some(child);
            child = mate;
            at = self.parents[mate].expect("a parent");
        }
    }

    fn augment(mut self, root: usize, neighbours: &[Vec<usize>], mates: &mut [Option<usize>]) -> bool {
        let mut queue = VecDeque::from([root]);
        self.used[root] = true;
        while let Some(at) = queue.pop_front() {
            for &to in &neighbours[at] {
                if self.bases[at] == self.bases[to] || mates[at] == Some(to) {
                    continue;
                }
                if to == root || mates[to].is_some_and(|mate| self.parents[mate].is_some()) {
                    let base = self.common_base(at, to, mates);
                    let mut flower = vec![false; self.bases.len()];
                    self.mark(at, base, to, &mut flower, mates);
                    self.mark(to, base, at, &mut flower, mates);
                    for vertex in 0..self.bases.len() {
                        if flower[self.bases[vertex]] {
                            self.bases[vertex] = base;
                            if !self.used[vertex] {
                                self.used[vertex] = true;
                                queue.push_back(vertex);
                            }
                        }
                    }
                } else if self.parents[to].is_none() {
                    self.parents[to] = Some(at);
                    let Some(mate) = mates[to] else {
                        self.flip(to, mates);
                        return true;
                    };
                    self.used[mate] = true;
                    queue.push_back(mate);
                }
            }
        }
        false
    }

    fn flip(&self, end: usize, mates: &mut [Option<usize>]) {
        let mut at = Some(end);
        while let Some(vertex) = at {
            let parent = self.parents[vertex].expect("a path");
            let next = mates[parent];
            (mates[vertex], mates[parent]) = (Some(parent), Some(vertex));
            at = next;
        }
    }
}

#[test]
fn both_searches_agree() {
    let mut dice = crate::club::Dice::new(5);
    let mut found = [0; 2];
    for _ in 0..3000 {
        let n = 2 * (1 + dice.below(5));
        let rate = 2 + dice.below(3);
        let edges: Vec<bool> = (0..n * n).map(|_| dice.one_in(rate)).collect();
        let edge = |one: usize, two: usize| edges[one * n + two];
        let known = exists_by_search(n, &edge);
        assert_eq!(exists(n, &edge), known, "{n} {edges:?}");
        found[usize::from(known)] += 1;
    }
    assert!(found.iter().all(|&count| count > 300), "{found:?}");
}
