//! Y: connect all three sides of the board with one chain of stones.
//!
//! Played on the 93-node board or on a plain triangle. The second player may take over the first stone (the
//! pie rule), or Black begins with several stones (handicap). There is no draw.

mod field;

use crate::board::{Board, Point};
use crate::game::{Game, Meta, Notation, PreferredSpelling, Presentation, Rules, read_step};
use crate::notation::{Word, words};
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::outcome::{Outcome, Reason};
use crate::playout::{Playout, Random, Scratch};
use crate::rating_class::RatingClass;
use crate::refusal::{Refusal, Rule, TurnError};
use crate::setup::{Fields, SetupError, SetupWriter};
use crate::short::sort_short;
use crate::side::{Actors, Audience, Side, Text};
use crate::view::{Button, Piece, Touch, View};
use field::{YField, YGround, list};

const META: Meta = Meta {
    id: "y",
    name: Text { en: "Y", fr: "Y" },
    blurb: Text {
        en: "Place one stone a turn; the first to join all three sides of the board with one chain wins. There is always a winner.",
        fr: "Posez une pierre par coup ; le premier à relier les trois côtés du plateau par une seule chaîne gagne. Il y a toujours un vainqueur.",
    },
    credits: crate::credits::Y,
    pieces: &[Piece::Stone(Side::White)],
    words: &[Button::SWAP],
    placement: true,
    options: &[
        OptionSpec {
            key: "board",
            about: Text { en: "the board", fr: "le plateau" },
            values: Values::Described(BOARDS, |value| side_of(value).is_some()),
            default: "kadon",
        },
        OptionSpec {
            key: "pie",
            about: Text {
                en: "the second player may swap colours",
                fr: "le second joueur peut échanger les couleurs",
            },
            values: Values::Choice(&[
                ("on", Text { en: "on", fr: "oui" }),
                ("off", Text { en: "off", fr: "non" }),
            ]),
            default: "on",
        },
        OptionSpec {
            key: "handicap",
            about: Text {
                en: "stones Black places in the first move; more than one needs the swap rule off (pie=off)",
                fr: "pierres que les Noirs posent au premier coup ; plus d’une : sans échange des couleurs (pie=off)",
            },
            values: Values::Number(1, 8),
            default: "1",
        },
    ],
    rating_classes: &[
        RatingClass {
            id: "y",
            name: Text { en: "Y", fr: "Y" },
            covers: |options| size_class(options) == Some(1),
        },
        RatingClass {
            id: "y-small",
            name: Text { en: "Y, small boards", fr: "Y, petits plateaux" },
            covers: |options| size_class(options) == Some(0),
        },
        RatingClass {
            id: "y-large",
            name: Text { en: "Y, large boards", fr: "Y, grands plateaux" },
            covers: |options| size_class(options) == Some(2),
        },
    ],
    variants: &[
        &["pie=off", "handicap=2"],
        &["board=triangle-4"],
        &["board=triangle-13", "pie=off"],
        &["board=triangle-25"],
    ],
    sample: "w=a20,b1,b11,b13,b15,b16,c1,c11,c13,d2,d3,d8,d10,e6,e8,e10,e11 b=a7,a21,b12,b14,b18,c5,c7,c10,c12,c14,d6,d9,d11,e4,e7,f2,f3 act=black",
    revision: 1,
};

const BOARDS: Text =
    Text { en: "kadon | triangle-3 … triangle-25", fr: "kadon | triangle-3 … triangle-25" };

const NO_SWAP: Rule = Rule::new(
    "y.no-swap",
    "swap can only answer the first stone, and only with pie=on",
    "on n’échange qu’en réponse à la première pierre, et seulement avec pie=on",
);

/// The side of a triangle; `None` inside is the 93-node board.
fn side_of(value: &str) -> Option<Option<u16>> {
    if value == "kadon" {
        return Some(None);
    }
    let side = value.strip_prefix("triangle-")?;
    Values::Number(3, 25).fit(side).then(|| side.parse().ok())
}

/// The size of a board for ratings: 0 for triangles of up to 55 points, 1 for the 93-node board and triangles of up to
/// 120, 2 for larger ones. None for games in which one side has an advantage, which cannot be rated.
fn size_class(options: &Options) -> Option<u8> {
    if options.get("pie") != "on" || options.number("handicap") > 1 {
        return None;
    }
    match side_of(options.get("board"))? {
        Some(..=10) => Some(0),
        None | Some(11..=15) => Some(1),
        Some(16..) => Some(2),
    }
}

/// Stones on a small or a large board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::large_enum_variant, reason = "small boards are the common case and must not allocate")]
enum SizedField {
    Small(YField<2, 128>),
    Large(Box<YField<8, 512>>),
}

/// Matches on the size and runs the same code for both.
macro_rules! stones {
    ($stones:expr, $field:ident => $body:expr) => {
        match $stones {
            SizedField::Small($field) => $body,
            SizedField::Large($field) => $body,
        }
    };
}

/// A position of Y.
#[derive(Clone, Debug)]
pub struct Y {
    ground: &'static YGround,
    pie: bool,
    handicap: u8,
    stones: SizedField,
    act: Side,
    swap: bool,
    /// Stones still to place in a turn that has begun.
    left: u8,
    winner: Option<Side>,
}

/// A step of Y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A stone on a point.
    Place(Point),
    /// Taking over the first stone.
    Swap,
}

impl Y {
    fn empty(options: &Options) -> Result<Self, OptionError> {
        let side = side_of(options.get("board")).flatten();
        let (pie, handicap) = (options.get("pie") == "on", options.number("handicap") as u8);
        if handicap > 1 && pie {
            return Err(OptionError::conflict(
                "pie",
                "handicap stones need the swap rule off (pie=off)",
                "un handicap se joue sans échange des couleurs (pie=off)",
            ));
        }
        if side.is_some_and(|side| u16::from(handicap) >= side) {
            return Err(OptionError::conflict(
                "handicap",
                "the handicap must be smaller than the side of the triangle",
                "le handicap doit être plus petit que le côté du triangle",
            ));
        }
        let ground = YGround::of(side);
        let stones = if ground.board.len() < 128 {
            SizedField::Small(YField::EMPTY)
        } else {
            SizedField::Large(Box::new(YField::EMPTY))
        };
        Ok(Self { ground, pie, handicap, stones, act: Side::Black, swap: false, left: 0, winner: None })
    }

    fn is_empty(&self) -> bool {
        stones!(&self.stones, field => field.stones.0.as_flattened().iter().all(|&word| word == 0))
    }

    /// The points with stones of a side, in board order.
    #[must_use]
    pub fn stones_of(&self, side: Side) -> Vec<Point> {
        let mut points = vec![];
        stones!(&self.stones, field => list(field.stones[side], &mut points, |point| point));
        points
    }

    /// Which of the three sides of the board a point lies on, one bit each.
    #[must_use]
    pub fn sides_at(&self, point: Point) -> u8 {
        self.ground.sides_at(point)
    }

    /// Stones the side to act has still to place in this turn.
    #[must_use]
    pub fn stones_to_place(&self) -> u8 {
        match self.left {
            0 if self.act == Side::Black && self.is_empty() => self.handicap,
            0 => 1,
            left => left,
        }
    }

    /// Whether the side to act may take over the first stone instead of placing its own.
    #[must_use]
    pub const fn may_swap(&self) -> bool {
        self.swap
    }

    /// Whether the stone to be placed now may be taken over by the other player.
    #[must_use]
    pub fn may_be_swapped(&self) -> bool {
        self.pie && self.act == Side::Black && self.is_empty()
    }

    fn put(&mut self, side: Side, point: Point) {
        if stones!(&mut self.stones, field => field.place(self.ground, side, point)) {
            self.winner = Some(side);
        }
    }

    fn place(&mut self, point: Point) {
        let first_turn = self.left > 0 || (self.act == Side::Black && self.is_empty());
        if self.left == 0 {
            self.left = if first_turn { self.handicap } else { 1 };
        }
        self.put(self.act, point);
        self.left -= 1;
        if self.left == 0 {
            self.swap = first_turn && self.pie;
            self.act = self.act.other();
        }
    }

    /// Fills the board at random until a side has won.
    fn fill<const W: usize, const C: usize>(
        &self,
        mut field: YField<W, C>,
        random: &mut Random,
        empty: &mut Vec<Step>,
    ) -> (Side, u32) {
        empty.clear();
        list(field.empty(self.ground), empty, Step::Place);
        let mut side = self.act;
        let mut turns = 0;
        loop {
            let pick = random.below(empty.len() as u32) as usize;
            let Step::Place(point) = empty.swap_remove(pick) else { unreachable!("only points were listed") };
            turns += 1;
            if field.place(self.ground, side, point) {
                return (side, turns);
            }
            side = side.other();
        }
    }
}

impl PartialEq for Y {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.ground, other.ground)
            && (self.pie, self.handicap) == (other.pie, other.handicap)
            && (self.act, self.swap, self.left) == (other.act, other.swap, other.left)
            && self.stones == other.stones
    }
}

impl Eq for Y {}

impl std::hash::Hash for Y {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
        state.write_u8(self.act as u8 | u8::from(self.swap) << 1 | self.left << 2);
    }
}

impl Game for Y {
    fn meta() -> &'static Meta {
        &META
    }
}

impl Rules for Y {
    type Step = Step;
    const CYCLES: bool = false;

    fn start(options: &Options) -> Result<Self, OptionError> {
        Self::empty(options)
    }

    fn to_act(&self) -> Actors {
        Actors::only(self.act)
    }

    fn mid_turn(&self) -> bool {
        self.left > 0
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.winner.is_none() {
            stones!(&self.stones, field => list(field.empty(self.ground), out, Step::Place));
            if self.swap {
                out.push(Step::Swap);
            }
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Place(point) => self.place(point),
            // The players swap colours, not the board: White is to act again, now the other player.
            Step::Swap => self.swap = false,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|side| Outcome::win(side, Reason::ThreeSides))
    }

    fn explain(&self, step: Step) -> Refusal {
        match step {
            Step::Place(point) => Refusal::Occupied(self.ground.board.name(point).into()),
            Step::Swap => Refusal::Rule(NO_SWAP),
        }
    }

    fn board(&self) -> &'static Board {
        self.ground.board
    }

    fn swaps(step: Step) -> bool {
        step == Step::Swap
    }

    /// Step by step while a swap or a handicap is open, then stone by stone from a list of empty points.
    fn playout(&self, random: &mut Random, scratch: &mut Scratch<Self>) -> Playout {
        let mut position = self.clone();
        let mut turns = 0;
        while position.winner.is_none() && (position.swap || position.left > 0 || position.is_empty()) {
            position.steps(&mut scratch.steps);
            let step = scratch.steps[random.below(scratch.steps.len() as u32) as usize];
            position.play_unchecked(step);
            turns += u32::from(!position.mid_turn());
        }
        let (winner, more) = match position.winner {
            Some(side) => (side, 0),
            None => match &position.stones {
                SizedField::Small(field) => position.fill(*field, random, &mut scratch.steps),
                SizedField::Large(field) => position.fill(**field, random, &mut scratch.steps),
            },
        };
        Playout { outcome: Outcome::win(winner, Reason::ThreeSides), turns: turns + more }
    }
}

impl Notation for Y {
    const PREFERRED: PreferredSpelling = PreferredSpelling::Steps;

    fn from_setup(options: &Options, fields: &mut Fields) -> Result<Self, SetupError> {
        let mut y = Self::empty(options).map_err(|error| SetupError::of_options(&error))?;
        for (key, side) in [("w", Side::White), ("b", Side::Black)] {
            for point in fields.pieces(key, y.ground.board, usize::MAX)? {
                y.put(side, point);
            }
        }
        y.act = fields.act()?;
        y.swap = fields.flag("swap")?;
        if fields.flag("passed")? {
            return Err(SetupError::impossible("there is no passing in Y", "on ne passe pas au Y"));
        }
        let one_stone = y.stones_of(Side::Black).len() == 1 && y.stones_of(Side::White).is_empty();
        if y.swap && !(y.pie && y.act == Side::White && one_stone) {
            return Err(SetupError::impossible(
                "swap=yes needs pie=on, act=white and a single black stone on the board",
                "swap=yes demande pie=on, act=white et une seule pierre noire sur le plateau",
            ));
        }
        Ok(y)
    }

    fn setup(&self, _: Audience) -> String {
        SetupWriter::default()
            .points("w", self.ground.board, self.stones_of(Side::White))
            .points("b", self.ground.board, self.stones_of(Side::Black))
            .flag("swap", self.swap)
            .act(self.act)
            .finish()
    }

    fn read(&self, _: Side, text: &str) -> Result<Vec<Step>, TurnError> {
        let lower = text.to_ascii_lowercase();
        let mut position = self.clone();
        let mut steps = vec![];
        for word in words(&lower) {
            if !steps.is_empty() && !position.mid_turn() {
                return Err(word.refuse(Refusal::TooMuch));
            }
            let step = match word.text {
                "swap" => Step::Swap,
                _ => Step::Place(word.point(self.ground.board)?),
            };
            steps.push(read_step(&mut position, step, word)?);
        }
        if steps.is_empty() || position.mid_turn() {
            return Err(Word::whole(text).refuse(Refusal::Incomplete(position.prompt())));
        }
        // A handicap is a set: in any order it is the same turn.
        sort_short(&mut steps, |a, b| a < b);
        Ok(steps)
    }

    fn spell(&self, steps: &[Step], _: Audience) -> String {
        let name = |step: &Step| match step {
            Step::Place(point) => self.ground.board.name(*point),
            Step::Swap => "swap",
        };
        let mut sorted = steps.to_vec();
        sort_short(&mut sorted, |a, b| a < b);
        sorted.iter().map(name).collect::<Vec<_>>().join(" ")
    }
}

impl Presentation for Y {
    /// The chain that joins the three sides.
    fn decisive(&self, _: &[Step]) -> Vec<Point> {
        let Some(winner) = self.winner else { return vec![] };
        let mut left = self.stones_of(winner);
        while let Some(first) = left.pop() {
            let mut chain = vec![first];
            let mut seen = 0;
            while let Some(&stone) = chain.get(seen) {
                seen += 1;
                let near = self.ground.board.neighbours(stone);
                chain.extend(left.extract_if(.., |other| near.contains(other)));
            }
            if chain.iter().fold(0, |sides, &stone| sides | self.sides_at(stone)) == 0b111 {
                return chain;
            }
        }
        vec![]
    }

    fn view(&self, _: Audience) -> View {
        let view = View::new(self.ground.board)
            .with(Piece::Stone(Side::White), self.stones_of(Side::White))
            .with(Piece::Stone(Side::Black), self.stones_of(Side::Black));
        let swap = Text { en: "White may swap colours", fr: "les Blancs peuvent échanger les couleurs" };
        if self.swap { view.note(swap, None) } else { view }
    }

    fn touches(&self, step: Step) -> Vec<Touch> {
        match step {
            Step::Place(point) => vec![Touch::Point(point)],
            Step::Swap => vec![Touch::Word("swap")],
        }
    }

    fn why_not_touch(&self, touches: &[Touch]) -> Refusal {
        match touches {
            [Touch::Point(point)] => self.explain(Step::Place(*point)),
            [Touch::Word("swap")] => self.explain(Step::Swap),
            _ => Refusal::NotLegal,
        }
    }

    fn prompt(&self) -> Text {
        if self.swap {
            return Text {
                en: "place a stone, or swap colours",
                fr: "posez une pierre ou échangez les couleurs",
            };
        }
        if self.left > 0 || (self.handicap > 1 && self.is_empty()) {
            return Text { en: "place the stones of the handicap", fr: "posez les pierres du handicap" };
        }
        Text { en: "place a stone", fr: "posez une pierre" }
    }
}

#[cfg(test)]
mod tests;
