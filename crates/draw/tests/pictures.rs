//! Every board, every kind of piece: pictures are well-formed, complete, and nothing is written over something else.

use resvg::usvg;
use taijitu_draw::terminal::Ink;
use taijitu_draw::{DrawOptions, PointNames, png, svg, terminal};
use taijitu_rules::board::{kadon::kadon, triangle, yinsh, yinyang, zen};
use taijitu_rules::view::LawCard;
use taijitu_rules::{Actors, Board, Lang, Piece, Side, Text, View};

const PIECES: [Piece; 11] = [
    Piece::Stone(Side::White),
    Piece::Stone(Side::Black),
    Piece::Ring(Side::White),
    Piece::Ring(Side::Black),
    Piece::Marker(Side::White),
    Piece::Marker(Side::Black),
    Piece::Alien,
    Piece::Amazon,
    Piece::Pawn(Side::White),
    Piece::Pawn(Side::Black),
    Piece::Zen,
];
const HAND: Text = Text { en: "in hand", fr: "en main" };

fn boards() -> Vec<&'static Board> {
    vec![yinsh(), &kadon().board, zen(), yinyang(), triangle(3), triangle(13), triangle(25)]
}

/// Every kind of piece on the board and beside it, laws of every kind, notes.
fn full(board: &'static Board) -> View {
    let mut view = View::new(board);
    for (piece, point) in PIECES.into_iter().zip(board.all()) {
        view = view.with(piece, [point]).tray(piece.side(), HAND, piece, u32::from(point.0) * 2);
    }
    let ko = Text { en: "ko", fr: "ko" };
    view = view.note(ko, board.all().last()).note(ko, None);
    for owner in Side::BOTH {
        let texts = [Some("wb..>w..."), None, Some("bb.w>*"), Some("<&>")];
        view.laws.extend(texts.into_iter().zip(1..).map(|(text, number)| LawCard {
            owner,
            number,
            text: text.map(Into::into),
            face_up: number == 1,
        }));
    }
    view
}

fn full_options(board: &Board, lang: Lang, names: PointNames) -> DrawOptions {
    DrawOptions {
        lang,
        names,
        last: board.all().take(3).collect(),
        decisive: board.all().skip(3).take(2).collect(),
        caption: Some("1 < 2 & \"3\" > '2' \u{1b}[31m".into()),
        to_act: Some(Actors::only(Side::White)),
        ..DrawOptions::default()
    }
}

fn all_pictures() -> Vec<(String, String)> {
    let mut pictures = vec![];
    for board in boards() {
        for names in [PointNames::None, PointNames::Edges, PointNames::All] {
            for lang in [Lang::En, Lang::Fr] {
                let options = full_options(board, lang, names);
                let title = format!("{} {names:?} {lang:?}", board.id);
                pictures.push((title, svg::draw(&full(board), &options, 600)));
            }
        }
    }
    pictures
}

/// The boxes of all texts and the size of the page, as a renderer measures them with the font that the SVG names.
fn measured(svg: &str) -> (Vec<(String, usvg::Rect)>, usvg::Size) {
    let mut options = usvg::Options::default();
    for font in [
        &include_bytes!("../fonts/DejaVuSans-Latin.ttf")[..],
        include_bytes!("../fonts/DejaVuSans-Bold-Latin.ttf"),
    ] {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    let tree = usvg::Tree::from_str(svg, &options).expect("well-formed");
    let mut boxes = vec![];
    texts(tree.root(), &mut boxes);
    (boxes, tree.size())
}

fn texts(group: &usvg::Group, boxes: &mut Vec<(String, usvg::Rect)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, boxes),
            usvg::Node::Text(text) => {
                let words = text.chunks().iter().map(usvg::TextChunk::text).collect();
                boxes.push((words, text.abs_bounding_box()));
            }
            _ => {}
        }
    }
}

#[test]
fn no_text_leaves_the_page_or_covers_another() {
    for (title, picture) in all_pictures() {
        let (boxes, page) = measured(&picture);
        for (i, (text, here)) in boxes.iter().enumerate() {
            let inside = here.left() >= 0.0 && here.right() <= page.width() && here.bottom() <= page.height();
            assert!(inside, "{title}: {text} at {here:?} outside {page:?}");
            for (other, there) in &boxes[..i] {
                let apart = here.right() <= there.left()
                    || there.right() <= here.left()
                    || here.bottom() <= there.top()
                    || there.bottom() <= here.top();
                assert!(apart, "{title}: {text} covers {other}");
            }
        }
    }
}

#[test]
fn draws_every_piece_once() {
    for board in boards() {
        let view = View { trays: vec![], laws: vec![], ..full(board) };
        let picture = svg::draw(&view, &DrawOptions::default(), 600);
        assert_eq!(picture.matches("<use ").count(), view.pieces.len(), "{}", board.id);
        let kinds = view.pieces.len();
        assert_eq!(picture.matches("<g id=").count(), kinds, "each kind is defined once");
        for (name, count) in [("stone-white", 1), ("ring-black", 1)] {
            assert_eq!(picture.matches(&format!("href=\"#{name}\"")).count(), count.min(kinds));
        }
    }
}

#[test]
fn an_empty_board_has_no_piece_and_no_mark() {
    for board in boards() {
        let picture = svg::draw(&View::new(board), &DrawOptions::default(), 600);
        for absent in ["<use", "<g ", "class=\"last\"", "class=\"law\"", "class=\"note\""] {
            assert!(!picture.contains(absent), "{}: {absent}", board.id);
        }
    }
}

#[test]
fn marks_the_last_turn_the_laws_and_the_notes() {
    let board = yinyang();
    let picture = svg::draw(&full(board), &full_options(board, Lang::Fr, PointNames::Edges), 600);
    assert_eq!(picture.matches("class=\"last\"").count(), 3);
    assert_eq!(picture.matches("class=\"decisive\"").count(), 2);
    assert_eq!(picture.matches("class=\"law\"").count(), 8);
    assert_eq!(picture.matches("class=\"adaptation\"").count(), 2);
    assert_eq!(picture.matches("class=\"note\"").count(), 1);
    assert!(picture.contains("Aux Blancs de jouer") && picture.contains("Lois des Noirs"));
}

#[test]
fn an_empty_tray_shows_what_it_would_hold() {
    let view = View::new(yinsh()).tray(Some(Side::Black), HAND, Piece::Ring(Side::Black), 0);
    let picture = svg::draw(&view, &DrawOptions::default(), 600);
    assert!(picture.contains(">× 0</text>") && picture.contains("href=\"#ring-black\""), "{picture}");
}

#[test]
fn text_is_escaped_everywhere() {
    let board = yinyang();
    let picture = svg::draw(&full(board), &full_options(board, Lang::En, PointNames::Edges), 600);
    let escaped = "1 &lt; 2 &amp; &quot;3&quot; &gt; &#39;2&#39;  [31m";
    assert!(picture.contains(&format!("<title>{escaped}</title>")));
    assert!(picture.contains("&lt;&amp;&gt;"), "the text of an odd law");
    let terminal =
        terminal::draw(&full(board), &full_options(board, Lang::En, PointNames::Edges), Ink::default());
    assert!(!terminal.contains('\u{1b}'), "nobody steers the terminal by a caption");
}

#[test]
fn secrets_that_are_not_in_the_view_show_only_their_number() {
    let mut view = View::new(yinyang());
    view.laws.push(LawCard { owner: Side::White, number: 3, text: None, face_up: false });
    let picture = svg::draw(&view, &DrawOptions::default(), 600);
    assert!(picture.contains(">3</text>") && !picture.contains("<use"));
    let text = terminal::draw(&view, &DrawOptions::default(), Ink::default());
    assert!(text.contains("(3) ?"), "{text}");
}

#[test]
fn names_of_all_empty_points_can_be_read() {
    for board in boards() {
        let view = View::new(board).with(Piece::Stone(Side::Black), board.all().skip(5).take(1));
        let options = DrawOptions { names: PointNames::All, ..DrawOptions::default() };
        let picture = svg::draw(&view, &options, 600);
        let text = terminal::draw(&view, &options, Ink::default());
        for point in board.all().filter(|&p| view.at(p).is_none()) {
            let name = board.name(point);
            assert!(picture.contains(&format!(">{name}</text>")), "{} {name}", board.id);
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            assert!(words.any(|word| word == name), "{} {name}\n{text}", board.id);
        }
    }
}

#[test]
fn the_rim_and_the_corners_of_the_rings_are_named() {
    let board = &kadon().board;
    let picture = svg::draw(&View::new(board), &DrawOptions::default(), 600);
    let text = terminal::draw(&View::new(board), &DrawOptions::default(), Ink::default());
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let rim = (1..=24).map(|n| format!("a{n}"));
    let corners = "b1 b8 b15 c1 c7 c13 d1 d6 d11 e1 e5 e9 f1 f2 f3".split(' ');
    for name in rim.chain(corners.map(Into::into)) {
        assert!(picture.contains(&format!(">{name}</text>")), "{name}");
        assert!(words.contains(&name.as_str()), "{name}\n{text}");
    }
}

#[test]
fn a_terminal_shows_every_piece_in_ascii_too() {
    for board in boards().into_iter().filter(|board| board.len() >= PIECES.len()) {
        let view = View { trays: vec![], laws: vec![], ..full(board) };
        let options = DrawOptions { names: PointNames::None, ..DrawOptions::default() };
        let unicode = terminal::draw(&view, &options, Ink::default());
        // Three discs of each colour and a line of the legend for each.
        for (glyph, count) in [('○', 6), ('●', 6), ('▼', 2), ('◆', 2)] {
            assert_eq!(unicode.matches(glyph).count(), count, "{glyph}\n{unicode}");
        }
        let ascii = terminal::draw(&view, &options, Ink { ascii: true, colour: true });
        assert!(ascii.is_ascii(), "{ascii}");
        assert_eq!(uncoloured(&ascii).lines().count(), unicode.lines().count());
    }
}

#[test]
fn colours_change_nothing_else() {
    for board in boards() {
        let options = full_options(board, Lang::Fr, PointNames::Edges);
        let plain = terminal::draw(&full(board), &options, Ink::default());
        let coloured = terminal::draw(&full(board), &options, Ink { colour: true, ascii: false });
        assert_ne!(plain, coloured);
        assert_eq!(plain, uncoloured(&coloured));
    }
}

fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').expect("a colour").1)
}

#[test]
fn boards_fit_a_terminal() {
    for board in boards() {
        let text = terminal::draw(&View::new(board), &DrawOptions::default(), Ink::default());
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{}", board.id);
        assert!(text.lines().all(|line| line.trim_end() == line));
    }
}

#[test]
fn a_picture_becomes_a_png() {
    let board = yinsh();
    let picture = svg::draw(&full(board), &full_options(board, Lang::En, PointNames::Edges), 600);
    let png = png::render(&picture, 300).expect("a PNG");
    assert_eq!(png[16..20], [0, 0, 1, 44], "300 pixels wide");
}

#[test]
fn zens_board_marks_where_both_sides_begin() {
    let page = &svg::sheets("zen", Lang::En).expect("Zen has a sheet")[0];
    let signs = |fill: &str| {
        let fill = format!(r#"fill="{fill}""#);
        page.lines()
            .filter(|line| line.starts_with(r#"<circle class="print""#) && line.contains(&fill))
            .count()
    };
    // Open for White, filled for Black, as the words below the board say.
    assert_eq!((signs("#fff"), signs("#1d1d1f")), (12, 12));
}
