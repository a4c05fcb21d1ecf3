//! The rounds of a round robin by the circle method, with the colours of the Berger tables.

/// A round, counted from 0, of a field: White and Black by their places in the draw, and who has no opponent.
///
/// Everybody meets everybody once in the first `field - 1` rounds (`field` rounds if it is odd), with one colour at most
/// once more often than with the other. The rounds after these repeat them with colours reversed.
pub(crate) fn round(field: usize, round: usize) -> (Vec<(usize, usize)>, Option<usize>) {
    let even = field + field % 2;
    if even < 2 {
        return (vec![], None);
    }
    // One place stands still, the others go around in a circle.
    let circle = even - 1;
    let (turn, is_reversed) = (round % circle, (round / circle) % 2 == 1);
    let (mut pairs, mut bye) = (vec![], None);
    for step in 0..even / 2 {
        let (one, two) = if step == 0 {
            let fixed = circle;
            if turn.is_multiple_of(2) { (turn, fixed) } else { (fixed, turn) }
        } else {
            let (ahead, behind) = ((turn + step) % circle, (turn + circle - step) % circle);
            if step % 2 == 1 { (ahead, behind) } else { (behind, ahead) }
        };
        let (white, black) = if is_reversed { (two, one) } else { (one, two) };
        match (white < field, black < field) {
            (true, true) => pairs.push((white, black)),
            (true, false) => bye = Some(white),
            (false, _) => bye = Some(black),
        }
    }
    (pairs, bye)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_balanced_colours() {
        for field in 2..60 {
            let rounds = field + field % 2 - 1;
            let mut met = vec![vec![0; field]; field];
            let mut balance = vec![0_i32; field];
            for number in 0..2 * rounds {
                let (pairs, bye) = round(field, number);
                let mut plays = vec![0; field];
                for (white, black) in pairs {
                    met[white][black] += 1;
                    balance[white] += 1;
                    balance[black] -= 1;
                    plays[white] += 1;
                    plays[black] += 1;
                }
                bye.into_iter().for_each(|bye| plays[bye] += 1);
                assert!(plays.iter().all(|&plays| plays == 1), "field {field} round {number}");
                if number + 1 == rounds {
                    assert!(balance.iter().all(|balance| balance.abs() <= 1), "field {field}: {balance:?}");
                    assert!((0..field).all(|a| (0..field).all(|b| a == b || met[a][b] + met[b][a] == 1)));
                }
            }
            assert!(balance.iter().all(|&balance| balance == 0));
            assert!((0..field).all(|a| (0..field).all(|b| met[a][b] == u32::from(a != b))));
        }
    }
}
