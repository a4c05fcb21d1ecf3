//! The games, their boards, and the laws of Yin Yang: for pages without rules of their own.

use std::collections::BTreeMap;
use taijitu_protocol::{
    Block, Blocks, BoardData, BoardPoint, BoardStyle, Code, GameCredits, GameKind, GameOption, LawBook,
    LawKind, LawText, PaletteEntry, PlacedPiece, Problem, RatingClassView, RatingView, Side, Words,
};
use taijitu_ratings::Rating;
use taijitu_rules::board::{Node, Style};
use taijitu_rules::games::{self, yinyang, yinyang::Law};
use taijitu_rules::options::{OptionSpec, Values};
use taijitu_rules::short::collect_map;
use taijitu_rules::view::{self, Piece};
use taijitu_rules::{AnyPlay, Audience, Board, GameType, Meta, Options, Point, RatingClass};
use taijitu_table::wire::{self, wire_side, words};

fn option(spec: &'static OptionSpec) -> GameOption {
    let mut option = GameOption {
        name: spec.key.into(),
        about: words(spec.about),
        default: spec.default.into(),
        choices: None,
        labels: BTreeMap::new(),
        range: None,
        form: None,
    };
    match spec.values {
        Values::Choice(choices) => {
            option.choices = Some(choices.iter().map(|(word, _)| (*word).to_owned()).collect());
            option.labels =
                collect_map(choices.iter().map(|(word, label)| ((*word).to_owned(), words(*label))));
        }
        Values::Number(least, most) => option.range = Some((least, most)),
        Values::Described(form, _) | Values::Secret(_, form, _) => option.form = Some(words(form)),
    }
    option
}

/// A game with some options, at its start.
fn started(game: &str, options: &[String]) -> Option<Box<dyn AnyPlay>> {
    let kind = games::find(game)?;
    let options = Options::parse(kind.meta().options, options.iter().map(String::as_str)).ok()?;
    kind.start(options).ok()
}

/// The board a game is played on with some options.
fn board_of(game: &str, options: &[String]) -> Option<&'static Board> {
    Some(started(game, options)?.view(Audience::Everyone).board)
}

/// The colour that begins a game, unless that is an option.
fn first(meta: &Meta) -> Option<Side> {
    let chosen = meta.options.iter().any(|spec| spec.key == "first");
    started(meta.id, &[]).filter(|_| !chosen).map(|play| wire_side(play.to_act().side()))
}

fn palette_entry(piece: Piece) -> PaletteEntry {
    PaletteEntry {
        key: piece.setup_key().into(),
        piece: piece.id().into(),
        side: piece.side().map(wire_side),
    }
}

/// The pieces of a game's sample position.
fn sample(kind: &dyn GameType) -> Vec<PlacedPiece> {
    let options = Options::parse(kind.meta().options, []).ok();
    let play = options.and_then(|options| kind.set_up(options, kind.meta().sample).ok());
    let pieces = play.map(|play| play.view(Audience::Everyone).pieces).unwrap_or_default();
    let placed = |placed: &view::PlacedPiece| PlacedPiece {
        at: placed.at.0,
        piece: placed.piece.id().into(),
        side: placed.piece.side().map(wire_side),
    };
    pieces.iter().map(placed).collect()
}

/// A rating class as it is sent.
#[must_use]
pub fn class_view(class: &RatingClass) -> RatingClassView {
    RatingClassView { id: class.id.to_owned(), name: words(class.name) }
}

/// A rating as it is sent, in whole points.
#[must_use]
pub fn rating_view(rating: Rating) -> RatingView {
    RatingView {
        value: rating.points(),
        deviation: rating.deviation_points(),
        provisional: rating.is_provisional(),
    }
}

fn described(kind: &'static dyn GameType, sheets: fn(&str) -> usize) -> GameKind {
    let meta = kind.meta();
    let offered = meta.options.iter().filter(|spec| spec.values.secret_of().is_none());
    GameKind {
        id: meta.id.into(),
        name: words(meta.name),
        blurb: words(meta.blurb),
        credits: GameCredits {
            inventors: words(meta.credits.inventors),
            publisher: meta.credits.publisher.map(str::to_owned),
            reserved: words(meta.credits.reserved),
        },
        seats: taijitu_table::seat_counts(kind),
        first: first(meta),
        options: offered.map(option).collect(),
        rating_classes: meta.rating_classes.iter().map(class_view).collect(),
        board: board_of(meta.id, &[]).map(|board| board.id.clone()).unwrap_or_default(),
        sample: sample(kind),
        pieces: collect_map(meta.pieces.iter().map(|piece| (piece.id().to_owned(), words(piece.name())))),
        palette: meta.pieces.iter().flat_map(|piece| piece.colours()).map(palette_entry).collect(),
        words: collect_map(meta.words.iter().map(|button| (button.word.to_owned(), words(button.label)))),
        placement: meta.placement,
        levels: *taijitu_search::LEVELS.end(),
        level_ratings: taijitu_search::LEVELS
            .filter_map(|level| taijitu_ratings::level_rating(meta.id, level))
            .collect(),
        sheets: u32::try_from(sheets(meta.id)).unwrap_or_default(),
        revision: meta.revision(),
    }
}

/// All games with their options, pieces and words. `sheets` says how many sheets of a game can be printed.
#[must_use]
pub fn games(sheets: fn(&str) -> usize) -> Vec<GameKind> {
    games::GAMES.iter().copied().map(|kind| described(kind, sheets)).collect()
}

fn data(board: &Board) -> BoardData {
    let point = |node: &Node| BoardPoint {
        name: node.name.clone(),
        x: node.x,
        y: node.y,
        neighbours: wire::points(&node.neighbours),
    };
    BoardData {
        id: board.id.clone(),
        title: Words::new(board.title.clone(), board.title_fr.clone()),
        style: match board.style {
            Style::Lines => BoardStyle::Lines,
            Style::Squares => BoardStyle::Squares,
        },
        points: board.points.iter().map(point).collect(),
        lines: board.lines.iter().map(|(a, b)| (a.0, b.0)).collect(),
        marks: wire::points(&board.marks),
        rotations: board.rotations(),
    }
}

/// The boards of the games with their usual options.
#[must_use]
pub fn boards() -> Vec<BoardData> {
    usual_boards().map(data).collect()
}

fn usual_boards() -> impl Iterator<Item = &'static Board> {
    games::GAMES.iter().filter_map(|kind| board_of(kind.meta().id, &[]))
}

/// A board: points with names and coordinates, lines, marks. Ids: `yinsh`, `kadon`, `triangle-13`, `zen`, `yinyang`.
///
/// # Errors
/// `no_such_thing`.
pub fn board(id: &str) -> Result<BoardData, Problem> {
    let of_game = usual_boards().find(|board| board.id == id);
    let triangle = || board_of("y", &[format!("board={id}")]).filter(|board| board.id == id);
    let missing = || Problem::new(Code::NoSuchThing, "there is no such board", "ce plateau n’existe pas");
    of_game.or_else(triangle).map(data).ok_or_else(missing)
}

fn law(law: &Law) -> LawText {
    let kind = match law.kind() {
        yinyang::LawKind::Destruction => LawKind::Destruction,
        yinyang::LawKind::Peopling => LawKind::Peopling,
        yinyang::LawKind::Adaptation => LawKind::Adaptation,
    };
    LawText { text: law.to_string(), kind }
}

fn blocks(side: taijitu_rules::Side) -> Vec<Block> {
    let block = |(at, points): (Point, [Point; 4])| Block { at: at.0, points: points.map(|point| point.0) };
    yinyang::blocks_seen_by(side).into_iter().map(block).collect()
}

/// The laws of Yin Yang that can be written, and the blocks of the board as each side reads them.
#[must_use]
pub fn law_book() -> LawBook {
    let [white, black] = taijitu_rules::Side::BOTH.map(blocks);
    LawBook { laws: Law::all().iter().map(law).collect(), blocks: Blocks { white, black } }
}
