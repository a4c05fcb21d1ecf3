//! Networks as files: a header of text that says what it is and how it was made, an empty line, and the weights as
//! 16-bit integers, the low byte first.

use super::network::{OutputHead, PatternNetwork, WeightRow};
use super::rows::RowTable;
use super::{NetworkShape, Patterns};
use taijitu_rules::Game;
use thiserror::Error;

/// The first line of a file.
const MAGIC: &str = "taijitu network 1";

/// No header is longer.
const MOST_HEADER: usize = 10_000;

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The header is missing or damaged.
    #[error("no network: the file does not begin with “{MAGIC}” and a line “shape ROWS WIDTH HEADS COUNTS”")]
    Header,
    /// There are more or fewer weights than the header says.
    #[error("the network has {found} bytes of weights, and its header says {expected}")]
    Length {
        /// Bytes after the header.
        found: usize,
        /// Bytes that the shape takes.
        expected: usize,
    },
    /// It is a network of another game, or of another version of its patterns.
    #[error("a network for {found}, not for {expected}")]
    Other {
        /// The game and shape of the file.
        found: String,
        /// The game and shape that were expected.
        expected: String,
    },
}

impl NetworkShape {
    /// Bytes of the weights; the largest number for a shape that no file has.
    const fn bytes(self) -> usize {
        let head = self.counts.saturating_add(self.width).saturating_mul(2).saturating_add(4);
        let rows = self.rows.saturating_add(1).saturating_mul(2 * self.width);
        rows.saturating_add(self.heads.saturating_mul(head))
    }

    fn line(self) -> String {
        format!("shape {} {} {} {}", self.rows, self.width, self.heads, self.counts)
    }
}

impl PatternNetwork {
    /// The network as a file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut header = format!("{MAGIC}\ngame {}\n{}\n", self.game, self.shape.line());
        for note in &self.notes {
            header.push_str(&note.replace(['\n', '\r'], " "));
            header.push('\n');
        }
        header.push('\n');
        let mut bytes = header.into_bytes();
        let mut put = |numbers: &[i16]| bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let width = self.shape.width;
        put(&self.bias[..width]);
        (0..self.shape.rows).for_each(|number| put(&self.rows.row(number)[..width]));
        for head in &self.heads {
            put(&head.weights[..width]);
            put(&head.counts);
            put(&[head.bias as i16, (head.bias >> 16) as i16]);
        }
        bytes
    }

    /// The network of a file.
    ///
    /// # Errors
    /// [`WeightsError`] if it is damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, WeightsError> {
        let end = bytes.windows(2).take(MOST_HEADER).position(|two| two == b"\n\n");
        let end = end.ok_or(WeightsError::Header)?;
        let header = std::str::from_utf8(&bytes[..end]).map_err(|_| WeightsError::Header)?;
        let mut lines = header.lines();
        if lines.next() != Some(MAGIC) {
            return Err(WeightsError::Header);
        }
        let game = lines.next().and_then(|line| line.strip_prefix("game ")).ok_or(WeightsError::Header)?;
        let shape = lines.next().and_then(shape).ok_or(WeightsError::Header)?;
        let weights = &bytes[end + 2..];
        if weights.len() != shape.bytes() {
            return Err(WeightsError::Length { found: weights.len(), expected: shape.bytes() });
        }
        let mut numbers = weights.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let bias = row(&mut numbers, shape.width);
        let rows: Vec<WeightRow> = (0..shape.rows).map(|_| row(&mut numbers, shape.width)).collect();
        let heads = (0..shape.heads).map(|_| {
            let (weights, counts) =
                (row(&mut numbers, shape.width), numbers.by_ref().take(shape.counts).collect());
            let [low, high] = [(); 2].map(|()| numbers.next().unwrap_or_default());
            OutputHead { weights, counts, bias: i32::from(low as u16) | i32::from(high) << 16 }
        });
        let heads: Vec<OutputHead> = heads.collect();
        let rows = RowTable::new(shape.width, &bias, &rows, &heads);
        Ok(Self { game: game.into(), shape, notes: lines.map(Into::into).collect(), bias, rows, heads })
    }

    /// The network of a file, for this game.
    ///
    /// # Errors
    /// [`WeightsError`] if it is damaged or of another game.
    pub fn decode_for<G: Patterns + Game>(bytes: &[u8]) -> Result<Self, WeightsError> {
        let network = Self::decode(bytes)?;
        network.check_for::<G>().map(|()| network)
    }

    /// Whether the network fits a game.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if it does not.
    pub fn check_for<G: Patterns + Game>(&self) -> Result<(), WeightsError> {
        let game = G::meta().id;
        let fits = self.game == game && Some(self.shape) == G::SHAPE;
        if fits { Ok(()) } else { Err(self.is_not_for(game, G::SHAPE)) }
    }

    /// The error that this network is not for a game whose networks have another shape, or none.
    pub(super) fn is_not_for(&self, game: &str, shape: Option<NetworkShape>) -> WeightsError {
        let expected = shape.map_or_else(
            || format!("{game}, which has no learned evaluation"),
            |shape| format!("{game} ({})", shape.line()),
        );
        WeightsError::Other { found: format!("{} ({})", self.game, self.shape.line()), expected }
    }
}

fn shape(line: &str) -> Option<NetworkShape> {
    let numbers = line.strip_prefix("shape ")?.split(' ').map(|word| word.parse().ok());
    let numbers = numbers.collect::<Option<Vec<usize>>>()?;
    let &[rows, width, heads, counts] = numbers.as_slice() else { return None };
    let sensible = (1..=1 << 16).contains(&rows) && (1..=100).contains(&heads) && counts <= 200;
    (sensible && RowTable::has_width(width)).then_some(NetworkShape { rows, width, heads, counts })
}

/// The next `width` numbers, filled up with zeros.
fn row(numbers: &mut impl Iterator<Item = i16>, width: usize) -> WeightRow {
    std::array::from_fn(|n| if n < width { numbers.next().unwrap_or_default() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::super::PatternList;
    use super::*;
    use taijitu_rules::playout::Random;

    /// A network of random weights, large enough that sums leave the range between the cuts.
    fn random_network(width: usize, random: &mut Random) -> PatternNetwork {
        let mut row = |most: u32| -> WeightRow {
            let mut number = |n| if n < width { random.below(2 * most + 1) as i16 - most as i16 } else { 0 };
            std::array::from_fn(&mut number)
        };
        let rows: Vec<WeightRow> = (0..20).map(|_| row(90)).collect();
        let bias = row(200);
        let mut head = |bias| OutputHead { weights: row(9000), counts: row(500)[..4].to_vec(), bias };
        let heads = vec![head(7), head(-100_000), head(3_000_000)];
        PatternNetwork::new(("yinsh", width), bias, &rows, heads, vec!["made by hand".into()])
            .expect("a network")
    }

    #[test]
    fn a_network_comes_back_from_its_file() {
        for width in [16, 32] {
            comes_back(&random_network(width, &mut Random::new(4)));
        }
    }

    fn comes_back(network: &PatternNetwork) {
        let file = network.encode();
        assert_eq!(PatternNetwork::decode(&file).as_ref(), Ok(network));
        for length in [0, 10, 60, file.len() - 1] {
            assert!(PatternNetwork::decode(&file[..length]).is_err(), "{length} bytes");
        }
        let endless = format!("{MAGIC}\ngame yinsh\nshape {} 32 1 {}\n\n", usize::MAX, usize::MAX);
        assert_eq!(PatternNetwork::decode(endless.as_bytes()), Err(WeightsError::Header));
        let longer = [&file[..], &[0]].concat();
        assert!(matches!(PatternNetwork::decode(&longer), Err(WeightsError::Length { .. })));
        let mut random = Random::new(9);
        for _ in 0..2000 {
            let mut damaged = file.clone();
            let at = random.below(80) as usize;
            damaged[at] = random.below(256) as u8;
            drop(PatternNetwork::decode(&damaged));
        }
    }

    #[test]
    fn integers_agree_with_floating_point_within_a_point() {
        [16, 32].into_iter().for_each(agrees_with_floating_point);
    }

    fn agrees_with_floating_point(width: usize) {
        let mut random = Random::new(5);
        let network = random_network(width, &mut random);
        let mut cut = 0;
        for _ in 0..500 {
            let mut list = PatternList::default();
            (0..random.below(12)).for_each(|_| list.push(random.below(20) as u16));
            list.add_counts(&[(); 4].map(|()| random.below(30) as i32 - 10));
            let phase = random.below(3) as usize;
            let value = network.value(&list, phase);
            let reference = network.reference_value(&list, phase);
            assert!((f64::from(value) - reference).abs() <= 1.0, "{value} is not {reference}");
            cut += usize::from(value != 0);
        }
        assert!(cut > 400);
    }
}
